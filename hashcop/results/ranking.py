"""Which implementation is fastest, at which lengths, and by how much. Pure functions of summaries."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from typing import TypeVar

import numpy as np

from hashcop.results.margins import Margin, figure, joint, margin
from hashcop.results.quartiles import Quartiles
from hashcop.results.ranges import Range, leads
from hashcop.results.ratios import Relative, relative
from hashcop.results.summary import LENGTHS, RACE_LENGTH, Column, Hash, Implementation, Variant

T = TypeVar("T")  # a label
_WIDEST = 10  # columns
_NO_FIGURE = Margin(math.inf, math.inf, 0.0)  # what takes no time is not told from anything


def standing(implementations: Iterable[Implementation]) -> tuple[Implementation, ...]:
    """Implementations ranked, fastest first.

    First those measured at 1536 bytes, by their median there; then those whose measurement is not finished, by the
    race; then those that were not timed, by name.
    """
    return tuple(sorted(implementations, key=_rank))


def _rank(implementation: Implementation) -> tuple[int, float, str]:
    found, won = implementation.curve.get(RACE_LENGTH), implementation.winner
    if found:
        return 0, found.median, implementation.name
    race = won.median if won and won.median is not None else math.inf
    stage = 1 if implementation.curve else 2 if won else 3
    return stage, race, implementation.name


def measured(hash: Hash) -> tuple[Implementation, ...]:
    """The implementations that have measurements, fastest first."""
    return tuple(one for one in hash.implementations if one.curve)


def raced(hash: Hash) -> tuple[Implementation, ...]:
    """The implementations of which only the race is recorded, fastest first."""
    return tuple(
        one for one in hash.implementations if not one.curve and one.winner and one.winner.median
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """How an implementation stands among others at one length.

    `figure` is in cycles/byte, and for 0 bytes in cycles of a call. Its rank lies between `rank` and `last`: one more
    than are certainly faster, and so many less than all as are certainly slower. `relative` is its figure as a multiple
    of the fastest one's.
    """

    implementation: Implementation
    figure: Quartiles
    rank: int
    last: int
    relative: Relative | None

    @property
    def tied(self) -> bool:
        """Whether the data can't tell its rank."""
        return self.rank != self.last


def fastest(hash: Hash) -> Implementation | None:
    """The implementation that stands for a hash where one must: the lowest median at 1536 bytes, where builds race too.

    At a length, `fastest_at` is the fastest. None if nothing is measured yet.
    """
    return next(iter(measured(hash)), None)


def fastest_at(hash: Hash, column: Column) -> Implementation | None:
    """The implementation with the lowest median at a length (bytes) or for `LONG`; None if none is measured there."""
    found = [(there.median, one) for one in measured(hash) if (there := figure(one, column))]
    return min(found, key=lambda each: each[0], default=(0, None))[1]


def table(hashes: Iterable[Hash], column: Column) -> list[tuple[Hash, Standing]]:
    """Hashes by the implementation of each that is the fastest at a length (bytes) or for `LONG`, fastest first.

    A hash that is not measured at that length is left out.
    """
    bests = [(hash, best) for hash in hashes if (best := fastest_at(hash, column))]
    return ranked(sorted(bests, key=lambda one: one[0].name), column)


def ratio(hash: Hash, implementation: Implementation, column: Column = RACE_LENGTH) -> float | None:
    """The median of an implementation as a multiple of that of the fastest one at a length (bytes) or for `LONG`."""
    best = fastest_at(hash, column)
    found = relative(implementation, best, column) if best else None
    return found.ratio if found else None


def standings(hash: Hash, column: Column) -> tuple[Standing, ...]:
    """The measured implementations of a hash at a length (bytes) or for `LONG`, fastest first."""
    found = ranked([(one.name, one) for one in measured(hash)], column)
    return tuple(standing for _, standing in found)


def ranked(figures: Iterable[tuple[T, Implementation]], column: Column) -> list[tuple[T, Standing]]:
    """Implementations of one hash or several, each with its label, fastest first at a length (bytes) or for `LONG`.

    What is not measured there is left out. With the confidence that ratios.py has, each rank is right, and each ratio.
    """
    timed = [(median, *one) for one in figures if (median := figure(one[1], column))]
    timed.sort(key=lambda one: one[0].median)
    confidence = joint(len(timed))
    ranks = _ranks([one for _, _, one in timed], column, confidence)
    return [
        (label, Standing(one, quartiles, *rank, _beside(one, timed[0][2], column, confidence)))
        for (quartiles, label, one), rank in zip(timed, ranks, strict=True)
    ]


def _ranks(
    timed: Sequence[Implementation], column: Column, confidence: float
) -> list[tuple[int, int]]:
    """The first and the last rank that each may have, by `relative` for all pairs at once."""
    margins = [margin(one, column, confidence) or _NO_FIGURE for one in timed]
    low, high, normal = (
        np.array([getattr(one, name) for one in margins]) for name in ("low", "high", "normal")
    )
    medians = (there.median for one in timed if (there := figure(one, column)))
    costs = np.array([math.log(median) if median > 0 else 0.0 for median in medians])
    apart = np.add.outer(low, high) + np.hypot.outer(normal, normal)
    is_slower = np.subtract.outer(costs, costs) > apart  # a row for each, then a column for each
    faster, slower = is_slower.sum(axis=1), is_slower.sum(axis=0)
    return [(1 + int(a), len(timed) - int(b)) for a, b in zip(faster, slower, strict=True)]


def _beside(
    one: Implementation, best: Implementation, column: Column, confidence: float
) -> Relative | None:
    return Relative(1.0, None) if one is best else relative(one, best, column, confidence)


def ranges(hash: Hash) -> list[Range]:
    """Where each implementation is significantly the fastest, in the order of the lengths."""
    return leads(measured(hash))


def beyond(implementations: Sequence[Implementation]) -> list[int]:
    """The measured lengths (bytes) that are longer than any table's.

    If they are more than a table can show: those nearest to each doubling of the longest length of the tables, and
    the longest.
    """
    longest = max(LENGTHS)
    found = sorted({length for one in implementations for length in one.curve if length > longest})
    if len(found) <= _WIDEST:
        return found
    doublings = takewhile(lambda n: n < found[-1], (longest << n for n in count(1)))
    near = {min(found, key=lambda length: abs(length - n)) for n in doublings}
    return sorted({*near, found[-1]})


def ends(implementation: Implementation) -> tuple[int, int]:
    """The shortest and the longest length (bytes) that a measured implementation was timed at."""
    return min(implementation.curve), max(implementation.curve)


def extremes(variants: Sequence[Variant]) -> list[Variant]:
    """All variants of an experiment; if they are many, the first, the fastest and the slowest at 1536 bytes."""
    if len(variants) <= _WIDEST:
        return list(variants)
    quiet = [one for one in variants if not one.disturbed] or list(variants)
    ranked = sorted(quiet, key=lambda one: one.ratio() or math.inf)
    return [variants[0], *(one for one in (ranked[0], ranked[-1]) if one is not variants[0])]
