"""How two figures that were measured apart stand to each other: their ratio, its interval, and whether it is a tie."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, hypot

import numpy as np
from numpy.typing import NDArray

from hashcop.results.certainty import CONFIDENCE, Interval
from hashcop.results.margins import Margin, figure, margin
from hashcop.results.summary import Column, Implementation

_STEP = 64  # ranks are counted for all sets up to a multiple of this size at once
_MOST = 128  # values of a set that are compared: no table has more processes


@dataclass(frozen=True, slots=True)
class Relative:
    """A figure as a multiple of another one, with the interval of this ratio.

    The interval is None for a figure beside itself, and where the ratio is not positive.
    """

    ratio: float
    interval: Interval | None

    @property
    def is_slower(self) -> bool:
        """Whether the figure is certainly the higher one: its interval lies above 1."""
        return self.interval is not None and self.interval.low > 1

    @property
    def is_faster(self) -> bool:
        """Whether the figure is certainly the lower one: its interval lies below 1."""
        return self.interval is not None and self.interval.high < 1

    @property
    def is_tie(self) -> bool:
        """Whether the data can't tell which is faster."""
        return not self.is_slower and not self.is_faster


def relative(
    one: Implementation, other: Implementation, column: Column, confidence: float = CONFIDENCE
) -> Relative | None:
    """The figure of one as a multiple of the other's, at a length (bytes) or for `LONG`.

    None if one of them is not measured there, or if the other's figure is no positive one. The interval has this
    confidence: it says CONFIDENCE, which is that of all comparisons with a figure together if each has `joint` of it.
    """
    ours, theirs = figure(one, column), figure(other, column)
    if ours is None or theirs is None or theirs.median <= 0:
        return None
    ratio = ours.median / theirs.median
    mine, others = margin(one, column, confidence), margin(other, column, confidence)
    if mine is None or others is None:
        return Relative(ratio, None)
    return Relative(ratio, ratio_of(ratio, mine, others))


def ratio_of(ratio: float, ours: Margin, theirs: Margin) -> Interval:
    """The interval of a positive ratio of two figures, from the margins of both.

    What is certainly slower than something that is certainly slower than a third is certainly slower than that: the
    order that follows has no contradictions.
    """
    normal = hypot(ours.normal, theirs.normal)
    down, up = ours.low + theirs.high + normal, ours.high + theirs.low + normal
    return Interval(ratio * exp(-down), ratio * exp(up), CONFIDENCE)


def pairwise_interval(ours: Sequence[float], theirs: Sequence[float]) -> Interval:
    """The confidence interval of the ratio of two medians, from two sets that were measured apart.

    Of the ratios of each of ours to each of theirs, as many are left out at either end as the rank sum test allows for
    two sets of one distribution (H. B. Mann and D. R. Whitney, 1947; L. E. Moses, 1953). It assumes that the two
    distributions differ by a factor. Of very many values, as many as matter are taken, evenly over their order.

    Raises ValueError for an empty set, and ZeroDivisionError if one of theirs is 0.
    """
    mine, others = _few(ours), _few(theirs)
    if not mine.size or not others.size:
        raise ValueError("no values")
    if not others.all():
        raise ZeroDivisionError("a ratio to 0")
    left_out, confidence = _left_out(mine.size, others.size)
    ratios = np.divide.outer(mine, others).ravel()
    first, last = left_out, ratios.size - 1 - left_out
    ratios.partition((first, last))
    return Interval(float(ratios[first]), float(ratios[last]), confidence)


def _few(values: Sequence[float]) -> NDArray[np.float64]:
    found = np.asarray(values, dtype=np.float64)
    if found.size <= _MOST:
        return found
    places = np.linspace(0, found.size - 1, _MOST).round().astype(np.intp)
    return np.sort(found)[places]


def _left_out(ours: int, theirs: int) -> tuple[int, float]:
    """How many ratios to leave out at either end, for two sets of these sizes, and the confidence that this has."""
    size = -(-max(ours, theirs) // _STEP) * _STEP
    return _ranks(size)[min(ours, theirs) - 1][max(ours, theirs) - min(ours, theirs)]


@cache
def _ranks(size: int) -> list[list[tuple[int, float]]]:
    """For each smaller set from 1, and each larger one from the same size on, up to `size`: what _left_out returns.

    The rank sum test counts the pairs in which one of theirs comes before one of ours. The probability of each count
    follows from those of smaller sets: the largest value of all is one of ours, or one of theirs.
    """
    found: list[list[tuple[int, float]]] = []
    before = [
        np.ones(1) for _ in range(size + 1)
    ]  # for a set one smaller, by the size of the larger
    for few in range(1, size + 1):
        row = {few - 1: before[few]}  # which of the two sets is the larger one does not matter
        for many in range(few, size + 1):
            likely = np.zeros(few * many + 1)
            likely[many:] = before[many] * (few / (few + many))
            likely[: few * (many - 1) + 1] += row[many - 1] * (many / (few + many))
            row[many] = likely
        found.append([_cut(row[many]) for many in range(few, size + 1)])
        before = [row.get(many, before[many]) for many in range(size + 1)]
    return found


def _cut(likely: NDArray[np.float64]) -> tuple[int, float]:
    """Of the probabilities of 0, 1, 2 ... pairs, how many at either end are together unlikely enough."""
    half = max(1, (likely.size - 1) // 2)
    below = np.cumsum(likely[:half])
    place = max(int(np.searchsorted(2 * below, 1 - CONFIDENCE, side="right")) - 1, 0)
    return place, min(1.0, max(0.0, 1 - 2 * float(below[place])))
