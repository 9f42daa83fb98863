"""The width of a core that is alone: how many independent additions it does in a cycle beside an idle hyperthread.

It is a sharp peak of the readings: they lie within a hundredth. Beside a busy hyperthread they are lower and scatter,
so the highest peak is that of the core alone, however seldom it was. The largest reading is not: a reading is too high
by up to a tenth if the rate of the core rises between the two chains that it compares, as it does after 512-bit
instructions.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

STEP = 0.001  # readings are counted in steps of this part
WINDOW = 10  # steps that the readings of a core that is alone lie within
LOWEST, HIGHEST = 0.05, 100.0  # readings that can be true
POPULATED = 0.02  # the part of all readings that a peak has at least
WITNESSES = 5  # readings that it has at least
MANY = 1000  # and with so many it is one, however many readings there are
CLEARER = 4  # times as many readings has a peak just below if the higher one is of outliers
NEAR = 0.1  # by what part of the width an estimate may be an outlier
MOST = (
    0.7  # the part of all readings near the middle of a peak if the core is alone most of the time
)

Counts = NDArray[np.int64]


class Readings:
    """Widths that were read, as many as there are: how often each, in steps of STEP."""

    def __init__(self, some: Iterable[float] = ()) -> None:
        self._counts: Counts = np.zeros(_step(HIGHEST) + 1, dtype=np.int64)
        self._sums = np.zeros(len(self._counts))
        self.take(some)

    def take(self, some: Iterable[float]) -> None:
        """Add readings; those that can't be true are left out."""
        found = np.fromiter(some, np.float64)
        found = found[(found >= LOWEST) & (found <= HIGHEST)]
        steps = np.rint(np.log(found / LOWEST) / np.log1p(STEP)).astype(np.int64)
        self._counts += np.bincount(steps, minlength=len(self._counts))
        self._sums += np.bincount(steps, weights=found, minlength=len(self._counts))

    @property
    def peak(self) -> float:
        """The middle of the highest peak; 0 if there is none.

        A peak has WITNESSES and POPULATED of all readings in a WINDOW. One that is NEAR and much CLEARER counts before
        a higher one, which is of outliers then.
        """
        least = max(WITNESSES, min(POPULATED * self._counts.sum(), MANY))
        within = np.convolve(self._counts, np.ones(WINDOW, dtype=np.int64), "valid")
        populated = np.flatnonzero(within >= least)
        if not populated.size:
            return 0.0
        top = _densest(within, int(populated[-1]), WINDOW)
        below = _densest(within, top, _steps(NEAR))
        best = below if within[below] >= CLEARER * within[top] else top
        passed = np.cumsum(self._counts[best : best + WINDOW])
        middle = best + int(np.searchsorted(passed, passed[-1] / 2))
        return float(self._sums[middle] / self._counts[middle])

    def part_near(self, width: float) -> float:
        """Which part of all readings lies within half of a peak of this width."""
        half = WINDOW // 2
        near = self._counts[_step(width) - half : _step(width) + half + 1]
        return float(near.sum() / max(self._counts.sum(), 1))


def alone(known: Iterable[float], readings: Readings | Sequence[float]) -> float:
    """The width of the core alone; 0 if nothing tells it.

    `known` are earlier estimates, with 0 for none. The largest estimate counts unless the readings contradict it:

    - A higher peak counts, if it is not NEAR or much CLEARER: the core was never alone before.
    - A lower peak counts if it is NEAR and has MOST of the readings: the estimate was an outlier. A busy neighbour
      takes more than that, or its readings scatter.
    """
    found = readings if isinstance(readings, Readings) else Readings(readings)
    told, seen = max(known, default=0.0), found.peak
    if not (told and seen):
        return told or seen
    if seen > told:
        is_clear = found.part_near(seen) >= CLEARER * found.part_near(told)
        return seen if is_clear or seen > told * (1 + NEAR) else told
    is_outlier = told * (1 - NEAR) <= seen and found.part_near(seen) >= MOST
    return seen if is_outlier else told


def _densest(within: Counts, top: int, reach: int) -> int:
    """Where most readings lie in a window, among that at `top` and those up to `reach` below; or below a denser one."""
    best = top
    for place in range(top - 1, -1, -1):
        if place < best - reach:
            break
        if within[place] > within[best]:
            best = place
    return best


def _step(reading: float) -> int:
    return round(float(np.log(reading / LOWEST) / np.log1p(STEP)))


def _steps(part: float) -> int:
    return round(float(np.log1p(part) / np.log1p(STEP)))
