"""The slope: what a byte costs between the two longest lengths of the tables.

It is the difference of their medians, as the tables have them, divided by that of the lengths. Differences within
processes say how sure it is: addresses, which differ from process to process, shift both costs alike.
"""

from collections.abc import Mapping, Sequence
from statistics import median

from hashcop.results import samples
from hashcop.results.certainty import NORMAL, RISK, Errors, Interval, interval
from hashcop.results.quartiles import Quartiles, quartiles
from hashcop.results.recorded import Point
from hashcop.results.samples import Disturbance
from hashcop.results.summary import SLOPE_LENGTHS, Certainty

APART = "the costs of {} and {} bytes do not differ alike in all processes"
# The timings of a process at the shorter and the longer length, and what disturbed it more.
Pair = tuple[tuple[Sequence[float], Sequence[float]], Disturbance]


def slope(curve: Mapping[int, Quartiles], points: Mapping[int, Point]) -> Quartiles | None:
    """The slope in cycles/byte; None if one of its lengths was not measured.

    Its quartiles are as far from it as those of the differences of timings of one process are from their median.
    """
    middle = _slope(curve)
    if middle is None or not points.keys() >= set(SLOPE_LENGTHS):
        return None
    pairs = samples.counting(_pairs(points)) if _are_of_processes(points) else _whole(points)
    timings = (pair for a, b in pairs for pair in zip(a, b, strict=False))
    spread = quartiles([later - earlier for earlier, later in timings]) / _bytes()
    return Quartiles(
        middle + spread.low - spread.median, middle, middle + spread.high - spread.median
    )


def certainty(curve: Mapping[int, Quartiles], points: Mapping[int, Point]) -> Certainty | None:
    """How sure the slope is (cycles/byte), by the slopes of the processes that count. None if they are not known.

    The interval is that of these slopes, and holds the slope of all. It is no surer than the less sure of its lengths.
    """
    ends = [one for n in SLOPE_LENGTHS if n in points and (one := points[n].certainty)]
    middle = _slope(curve)
    if middle is None or len(ends) < len(SLOPE_LENGTHS) or not _are_of_processes(points):
        return None
    pairs = _pairs(points)
    slopes = tuple((median(b) - median(a)) / _bytes() for a, b in samples.counting(pairs))
    found = interval(slopes)
    whole = Interval(min(found.low, middle), max(found.high, middle), found.confidence)
    least = max(ends, key=lambda one: one.chance)
    chance = max(least.chance, _chance(whole, middle))
    why = least.cause if least.chance > RISK else APART.format(*SLOPE_LENGTHS)
    disturbed = sum(bool(why) for _, why in pairs)
    why = why if chance > RISK else ""
    bias = max(one.bias for one in ends)
    return Certainty(whole, slopes, len(pairs), disturbed, chance, why, bias)


def _bytes() -> int:
    short, long = SLOPE_LENGTHS
    return long - short


def _slope(curve: Mapping[int, Quartiles]) -> float | None:
    short, long = (curve.get(n) for n in SLOPE_LENGTHS)
    return (long.median - short.median) / _bytes() if short and long else None


def _chance(found: Interval, middle: float) -> float:
    """The probability that the slope is off by more than 1 %, by the scatter of those of its processes."""
    if middle <= 0 or not found.confidence:
        return 0.0
    error = (found.high - found.low) / 2 / NORMAL.inv_cdf((1 + found.confidence) / 2)
    return Errors(0.0, 0.0, error / middle).chance


def _pairs(points: Mapping[int, Point]) -> list[Pair]:
    short, long = (points[length].processes for length in SLOPE_LENGTHS)
    both = zip(short, long, strict=False)
    return [((a, b), max(x, y, key=lambda why: why.size)) for (a, x), (b, y) in both]


def _whole(points: Mapping[int, Point]) -> list[tuple[Sequence[float], Sequence[float]]]:
    """All timings that count, as if one process had taken them."""
    short, long = (samples.undisturbed(points[length].processes) for length in SLOPE_LENGTHS)
    return [(short, long)]


def _are_of_processes(points: Mapping[int, Point]) -> bool:
    """Whether timings of both lengths can be paired by process.

    They can't if the data say only of one length which process took which timing.
    """
    short, long = (points[length].processes for length in SLOPE_LENGTHS)
    return len(short) == len(long) or len(short) > 1 < len(long)
