"""What a byte of a long message costs: the slope between the two longest lengths of the tables."""

from collections.abc import Mapping, Sequence
from statistics import median

from hashcop.results import samples
from hashcop.results.certainty import RISK, interval
from hashcop.results.quartiles import Quartiles, slope
from hashcop.results.recorded import Point
from hashcop.results.samples import Disturbance
from hashcop.results.summary import SLOPE_LENGTHS, Certainty

# The timings of a process at the shorter and the longer length, and what disturbed it more.
Pair = tuple[tuple[Sequence[float], Sequence[float]], Disturbance]


def long(points: Mapping[int, Point]) -> Quartiles | None:
    """The slope in cycles/byte, by processes that were quiet at both lengths, if there are enough."""
    short, long = SLOPE_LENGTHS
    if short not in points or long not in points:
        return None
    pairs = _pairs(points)
    quiet = [timings for timings, why in pairs if not why]
    if samples.is_enough(len(quiet), len(pairs)) and _are_of_processes(points):
        shorts, longs = ([t for pair in quiet for t in pair[which]] for which in (0, 1))
    else:
        shorts, longs = (samples.undisturbed(points[length].processes) for length in SLOPE_LENGTHS)
    return slope(shorts, longs, long - short)


def certainty(points: Mapping[int, Point]) -> Certainty | None:
    """How sure the slope is (cycles/byte): by the slopes of the processes that count. None if processes are not known.

    A slope of two figures is no surer than the one of them that is less sure.
    """
    short, long = SLOPE_LENGTHS
    sure = [points[n].certainty for n in SLOPE_LENGTHS if n in points]
    ends = [one for one in sure if one]
    if len(ends) < 2 or not _are_of_processes(points):
        return None
    pairs = _pairs(points)
    slopes = tuple((median(b) - median(a)) / (long - short) for a, b in samples.counting(pairs))
    least = max(ends, key=lambda one: one.chance)
    why = least.cause if least.chance > RISK else ""
    disturbed = sum(bool(why) for _, why in pairs)
    bias = max(one.bias for one in ends)
    return Certainty(interval(slopes), slopes, len(pairs), disturbed, least.chance, why, bias)


def _pairs(points: Mapping[int, Point]) -> list[Pair]:
    short, long = (points[length].processes for length in SLOPE_LENGTHS)
    both = zip(short, long, strict=False)
    return [((a, b), max(x, y, key=lambda why: why.size)) for (a, x), (b, y) in both]


def _are_of_processes(points: Mapping[int, Point]) -> bool:
    """Whether timings of both lengths can be paired by process.

    They can't if the data say only of one length which process took which timing.
    """
    short, long = (points[length].processes for length in SLOPE_LENGTHS)
    return len(short) == len(long) or len(short) > 1 < len(long)
