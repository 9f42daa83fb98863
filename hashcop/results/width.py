"""The width of a core that is alone: how many independent additions it does in a cycle beside an idle hyperthread.

It is the mode of many readings. Their maximum is not: a reading is too high by up to a tenth if the rate of the core
rises between the two chains that it compares, as it does after 512-bit instructions.
"""

from collections.abc import Iterable, Sequence
from statistics import median

PEAK = 0.01  # the readings of a core that is alone lie within this part of each other
POPULATED = 0.25  # the part of all readings that a peak has at least
WITNESSES = 5  # readings that it has at least
NEAR = 0.1  # by what part of the width an estimate may be an outlier
MOST = 0.7  # the part of all readings within half of PEAK of the middle if the core is alone most of the time


def _densest(readings: Iterable[float], least: float) -> list[float]:
    """The densest window of PEAK among the highest readings that have so many in it; empty if none has."""
    ordered = sorted(readings, reverse=True)
    best: list[float] = []
    end = 0
    for begin, top in enumerate(ordered):
        while end < len(ordered) and ordered[end] >= top * (1 - PEAK):
            end += 1
        if best and top < best[-1]:
            break  # a window without a reading of the best one belongs to another peak
        if end - begin >= max(least, len(best) + 1):
            best = ordered[begin:end]
    return best


def peak(readings: Sequence[float]) -> float:
    """The median of the highest peak of some readings that has WITNESSES and POPULATED of them; 0 if there is none."""
    if len(readings) < WITNESSES:
        return 0.0
    found = _densest(readings, max(WITNESSES, POPULATED * len(readings)))
    return median(found) if found else 0.0


def alone(known: Iterable[float], readings: Sequence[float]) -> float:
    """The width of the core alone; 0 if nothing tells it.

    `known` are earlier estimates, with 0 for none, and `readings` are of batches. The largest estimate counts unless
    the readings contradict it:

    - A higher peak counts, if it is not NEAR: the core was never alone before.
    - A lower peak counts if it is NEAR and has MOST of the readings: the estimate was an outlier. A busy neighbour
      takes more than that, or its readings scatter.
    """
    told, seen = max(known, default=0.0), peak(readings)
    if not (told and seen):
        return told or seen
    if seen > told * (1 + NEAR):
        return seen
    within = sum(abs(one / seen - 1) <= PEAK / 2 for one in readings)
    is_outlier = told * (1 - NEAR) <= seen < told and within >= MOST * len(readings)
    return seen if is_outlier else told
