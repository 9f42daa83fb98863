"""How sure a median is: its confidence interval over processes, how likely it is off, and what the likely cause is.

docs/explanations/cycles.md has the rules, and tests/bench/marks.py judges them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb, hypot, pi, sqrt
from statistics import NormalDist, linear_regression, median, pstdev

from msgspec import Struct

from hashcop.data.records import Sample
from hashcop.results.quartiles import Quartiles, quartiles
from hashcop.results.samples import Processes, counting, is_enough, together, undisturbed

CONFIDENCE = 0.95
OFF = 0.01  # a figure that is further from the truth, as a part of it, is wrong
RISK = 0.05  # a figure is marked if it is wrong with a higher probability
SURE = 0.003  # half the interval of a figure that needs no more processes, as a part of the median
SYSTEMATIC = (
    0.003  # standard deviation of errors that all processes share: known costs are off by as much
)
PROBES = 0.002  # the error of the median of all probes where the calibration is right, at most
MOST_SLOWED = 2.0  # how many times the part of the width that is lost a call may lose in time
STEADY = 0.01  # widths that scatter by less do not show whether timings follow them
LAYOUTS = 6  # quiet processes that the effect of addresses is told from, at least
OF_A_MEDIAN = sqrt(pi / 2)  # the standard error of a median, as a multiple of a mean's
QUARTILES = 1.349  # the distance of the quartiles of a normal distribution, in standard deviations
NORMAL = NormalDist()
DISTURBANCES = {
    "compiled": "the JVM had not ended compiling",
    "shared": "another hyperthread of the core was busy",
    "moved": "the core's rate changed while it was timed",
    "interrupted": "something else ran on the core while it was timed",
}
MOST = 0.75  # of the steps or processes: nearly all


class Interval(Struct, frozen=True, array_like=True, gc=False):
    """A confidence interval of a median over all processes that could have run. `confidence` is from 0 to 1."""

    low: float
    high: float
    confidence: float


def interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """The confidence interval of the median of the distribution that independent values are drawn from.

    It lies between two of the values, equally far from either end in their order: the narrowest such interval that has
    this confidence. If none has, it spans all values, with the confidence that they have. It assumes nothing about the
    distribution (W. R. Thompson, 1936). Raises ValueError for no values.
    """
    ordered, count = sorted(values), len(values)
    if count == 0:
        raise ValueError("no values")
    left_out, reached = _left_out(count, confidence)
    return Interval(ordered[left_out], ordered[count - 1 - left_out], reached)


@cache
def _left_out(count: int, confidence: float) -> tuple[int, float]:
    """How many of so many values lie outside of their interval at either end, and the confidence that this has."""
    left_out, outside = 0, 1.0
    for rank in range(count // 2):
        # The median is below the value of this rank if at most `rank` values are below the median.
        beyond = 2 * sum(comb(count, k) for k in range(rank + 1)) / 2**count
        if rank and beyond > 1 - confidence:
            break
        left_out, outside = rank, beyond
    return left_out, 1 - outside


def ratio_interval(ours: Sequence[float], theirs: Sequence[float]) -> Interval:
    """The confidence interval of the ratio of two medians, from pairs that were measured side by side.

    Raises ValueError for sequences of different lengths.
    """
    return interval([a / b for a, b in zip(ours, theirs, strict=True)])


def _sampling(medians: Sequence[float], middle: float) -> float:
    """The standard error of a median, as a part of it, from the medians of processes; 0 for a single one."""
    found = interval(medians)
    if not found.confidence:
        return 0.0
    return (found.high - found.low) / 2 / NORMAL.inv_cdf((1 + found.confidence) / 2) / middle


def _slowed(processes: Processes, middle: float) -> float:
    """How much a disturbance lengthens timings at most, as a multiple of its size: the slope and two standard errors.

    A chain of dependent instructions is as fast beside a busy hyperthread as alone. Most hashes are not, and their
    timings follow the width. If the sizes do not scatter, they tell nothing, and the multiple is 1.
    """
    sizes = [min(why.size, 1.0) for _, why in processes]
    medians = [median(timings) / middle for timings, _ in processes]
    if len(processes) < 3 or pstdev(sizes) < STEADY:
        return 1.0
    ratio = pstdev(medians) / pstdev(sizes)
    slope = abs(linear_regression(sizes, medians).slope)
    return min(MOST_SLOWED, ratio, slope + 2 * ratio / sqrt(len(processes)))


@dataclass(frozen=True, slots=True)
class Errors:
    """The errors that a figure is likely to have, as parts of it.

    `calibration` and `disturbance` are in one direction; the standard error `scatter` is not.
    """

    calibration: float
    disturbance: float
    scatter: float

    @property
    def bias(self) -> float:
        """The errors in one direction."""
        return self.calibration + self.disturbance

    @property
    def chance(self) -> float:
        """The probability, from 0 to 1, that the figure is off by more than OFF.

        Half the disturbance is the standard error of its estimate.
        """
        error = NormalDist(
            self.bias,
            hypot(self.scatter, SYSTEMATIC, self.disturbance / 2),
        )
        return 1 - error.cdf(OFF) + error.cdf(-OFF)


def errors(processes: Processes, calibration: float) -> Errors:
    """The likely errors of a figure, from the timings of each process.

    `calibration` is by what part calls of known duration read wrong. Raises ValueError for no processes.
    """
    medians = counting([(median(timings), why) for timings, why in processes])
    sizes = counting([(min(why.size, 1.0), why) for _, why in processes])
    middle = median(medians)
    if middle <= 0:  # what is taken off may be more than a call of no work took
        return Errors(calibration, 0.0, 0.0)
    size = median(sizes)
    return Errors(
        calibration=max(0.0, calibration - PROBES),
        disturbance=size * _slowed(processes, middle) if size else 0.0,
        scatter=_sampling(medians, middle),
    )


def layout(processes: Processes) -> float | None:
    """The standard deviation between quiet processes, as a part of the median, without the scatter within them.

    Each process has other addresses of code, stack and data, so this is what they make of the time of a call. It is
    the component of variance of T. Kalibera and R. Jones ("Rigorous benchmarking in reasonable time", 2013, section
    6), of quartiles instead of squares: outliers are disturbances. None for fewer than LAYOUTS quiet processes.
    """
    quiet = [timings for timings, why in processes if not why]
    medians = [median(timings) for timings in quiet]
    middle = median(medians) if medians else 0.0
    if len(quiet) < LAYOUTS or middle <= 0:
        return None
    of_median = OF_A_MEDIAN**2 / min(map(len, quiet))
    within = median(_deviation(timings) ** 2 for timings in quiet) * of_median
    return sqrt(max(_deviation(medians) ** 2 - within, 0.0)) / middle


def _deviation(values: Sequence[float]) -> float:
    """The standard deviation of a normal distribution of these quartiles."""
    return _width(values) / QUARTILES


def is_sure(processes: Processes) -> bool:
    """Whether a figure needs no more processes: enough were quiet, and they agree."""
    quiet = [median(timings) for timings, why in processes if not why]
    if not quiet or not is_enough(len(quiet), len(processes)):
        return False
    found = interval(quiet)
    return (found.high - found.low) / 2 <= SURE * abs(median(quiet))


def are_sure(found: Iterable[Sample]) -> bool:
    """Whether no length that was timed needs more processes."""
    return all(map(is_sure, together(found).values()))


def cause(processes: Processes, likely: Errors) -> str:
    """The likely cause why a figure is off: the largest of its errors."""
    if likely.calibration >= max(likely.disturbance, likely.scatter):
        return f"the calibration check beside it was off by {100 * (likely.calibration + PROBES):.1f} %"
    if likely.disturbance >= likely.scatter:
        found = [why.what for _, why in processes if why]
        return DISTURBANCES[max(found, key=found.count)]
    return unrest(processes)


def unrest(processes: Processes) -> str:
    """The likely reason why timings scatter, from those of each process."""
    disturbed = [why.what for _, why in processes if why.what]
    if 2 * len(disturbed) > len(processes):
        return DISTURBANCES[max(disturbed, key=disturbed.count)]
    processes = [one for one in processes if not one[1]]
    whole = quartiles(undisturbed(processes))
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
    halves = [(some[: len(some) // 2], some[len(some) // 2 :]) for some in processes]
    drifts = [median(last) - median(first) for first, last in halves if first]
    if not drifts:
        return "timings scatter in each process"
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
