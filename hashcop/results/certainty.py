"""How sure a median is: its confidence interval over processes, and why its quartiles are far apart.

docs/explanations/cycles.md has the rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from statistics import median

from hashcop.results.quartiles import Quartiles, quartiles
from hashcop.results.samples import Processes, undisturbed

WIDE = 0.02  # from the first to the third quartile, as a part of the median
CONFIDENCE = 0.95
DISTURBANCES = {
    "shared": "another hyperthread of the core was busy",
    "moved": "the core's rate changed while it was timed",
    "interrupted": "something else ran on the core while it was timed",
}
MOST = 0.75  # of the steps or processes: nearly all


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval of a median over all processes that could have run. `confidence` is from 0 to 1."""

    low: float
    high: float
    confidence: float


def interval(values: Sequence[float]) -> Interval:
    """The confidence interval of the median of the distribution that independent values are drawn from.

    It lies between two of the values, equally far from either end in their order: the narrowest such interval that has
    CONFIDENCE. If none has, it spans all values, with the confidence that they have. It assumes nothing about the
    distribution (W. R. Thompson, 1936). Raises ValueError for no values.
    """
    ordered, count = sorted(values), len(values)
    if count == 0:
        raise ValueError("no values")
    left_out, outside = 0, 1.0
    for rank in range(count // 2):
        # The median is below the value of this rank if at most `rank` values are below the median.
        beyond = 2 * sum(comb(count, k) for k in range(rank + 1)) / 2**count
        if rank and beyond > 1 - CONFIDENCE:
            break
        left_out, outside = rank, beyond
    return Interval(ordered[left_out], ordered[count - 1 - left_out], 1 - outside)


def ratio_interval(ours: Sequence[float], theirs: Sequence[float]) -> Interval:
    """The confidence interval of the ratio of two medians, from pairs that were measured side by side.

    Raises ValueError for sequences of different lengths.
    """
    return interval([a / b for a, b in zip(ours, theirs, strict=True)])


def pairwise_interval(ours: Sequence[float], theirs: Sequence[float]) -> Interval:
    """The confidence interval of the ratio of two medians, from two sets that were measured apart.

    Of the ratios of each of ours to each of theirs, as many are left out at either end as the rank sum test allows for
    two sets of one distribution (H. B. Mann and D. R. Whitney, 1947; L. E. Moses, 1953). It assumes that the two
    distributions differ by a factor.
    """
    ratios = sorted(a / b for a in ours for b in theirs)
    counts = _rank_sums(len(ours), len(theirs))
    total, below, left_out = sum(counts), 0, 0
    for place, count in enumerate(counts[: max(1, len(ratios) // 2)]):
        if place and 2 * (below + count) > (1 - CONFIDENCE) * total:
            break
        below, left_out = below + count, place
    return Interval(ratios[left_out], ratios[-1 - left_out], 1 - 2 * below / total)


def _rank_sums(ours: int, theirs: int) -> list[int]:
    """How many of the orders of two sets have 0, 1, 2 ... pairs in which one of theirs comes before one of ours."""
    # The coefficients of a Gaussian binomial: each of ours multiplies by (1 - q^(theirs + k)) / (1 - q^k).
    size = ours * theirs + 1
    counts = [1] + [0] * (size - 1)
    for k in range(1, ours + 1):
        for n in range(size - 1, theirs + k - 1, -1):
            counts[n] -= counts[n - theirs - k]
        for n in range(k, size):
            counts[n] += counts[n - k]
    return counts


def is_wide(found: Quartiles) -> bool:
    """Whether the quartiles are so far apart that the median alone is misleading."""
    return found.high - found.low > WIDE * abs(found.median)


def unrest(processes: Processes) -> str:
    """The likely reason why the quartiles are far apart, from the timings of each process; empty if they are not."""
    whole = quartiles(undisturbed(processes))
    if not is_wide(whole):
        return ""
    disturbances = [disturbance for _, disturbance in processes if disturbance]
    if 2 * len(disturbances) > len(processes):
        what = max(disturbances, key=disturbances.count)
        return DISTURBANCES.get(what, what)
    processes = [(some, "") for some, disturbance in processes if not disturbance]
    between = [median(some) for some, _ in processes]
    within = median(_width(some) for some, _ in processes)
    if len(processes) > 1 and within < (whole.high - whole.low) / 2:
        return _between(between)
    return _within([list(some) for some, _ in processes], whole)


def _width(timings: Sequence[float]) -> float:
    found = quartiles(timings)
    return found.high - found.low


def _between(medians: Sequence[float]) -> str:
    steps = [b - a for a, b in pairwise(medians)]
    rising, falling = (sum(s * sign > 0 for s in steps) for sign in (1, -1))
    if len(steps) >= 4 and max(rising, falling) >= MOST * len(steps) and _is_trend(medians):
        return f"drift: {'slower' if rising > falling else 'faster'} from one process to the next"
    if two := _modes(medians):
        return (
            f"two modes, by process: about {two[0]:,.0f} or {two[1]:,.0f} cycles, as addresses fall"
        )
    return "it differs from process to process, as addresses fall"


def _is_trend(medians: Sequence[float]) -> bool:
    third = max(1, len(medians) // 3)
    first, last = median(medians[:third]), median(medians[-third:])
    return abs(last - first) > (max(medians) - min(medians)) / 2


def _within(processes: Sequence[Sequence[float]], whole: Quartiles) -> str:
    if two := _modes([t for some in processes for t in some]):
        return f"two modes in each process: about {two[0]:,.0f} or {two[1]:,.0f} cycles"
    drifts = [median(some[len(some) // 2 :]) - median(some[: len(some) // 2]) for some in processes]
    same_way = max(sum(d > 0 for d in drifts), sum(d < 0 for d in drifts))
    if same_way >= MOST * len(drifts) and abs(median(drifts)) > (whole.high - whole.low) / 3:
        return f"drift: {'slower' if median(drifts) > 0 else 'faster'} with each call of a process"
    return "timings scatter in each process"


def _modes(values: Sequence[float]) -> tuple[float, float] | None:
    """The medians of two clusters; None if the values have no two.

    Without the outer eighths, the gap between two clusters is at least half of the range, and each has a sixth of the
    values or more.
    """
    ordered = sorted(values)
    eighth = len(ordered) // 8
    middle = ordered[eighth : len(ordered) - eighth]
    if len(middle) < 4:
        return None
    gap, place = max((b - a, n) for n, (a, b) in enumerate(pairwise(middle), 1))
    few = min(place, len(middle) - place) < len(middle) / 6
    if few or gap < (middle[-1] - middle[0]) / 2:
        return None
    return median(middle[:place]), median(middle[place:])
