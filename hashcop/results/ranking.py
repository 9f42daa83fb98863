"""Which implementation is fastest, at which lengths, and by how much. Pure functions of summaries."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from typing import TypeVar

from hashcop.results.quartiles import Quartiles
from hashcop.results.ranges import Range, leads
from hashcop.results.ratios import Relative, figure, relative
from hashcop.results.summary import LENGTHS, RACE_LENGTH, Column, Hash, Implementation, Variant

T = TypeVar("T")  # a label
_WIDEST = 10  # columns


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


def fastest(hash: Hash) -> Implementation | None:
    """The fastest implementation: the lowest median at 1536 bytes. None if nothing is measured yet."""
    return next(iter(measured(hash)), None)


def table(hashes: Iterable[Hash], column: Column) -> list[tuple[Hash, Implementation, Quartiles]]:
    """Hashes with the cycles/byte of their fastest implementation, lowest median first.

    A hash whose fastest implementation is not measured at that length is left out.
    """
    rows = []
    for hash in hashes:
        best = fastest(hash)
        figure = best.per_byte(column) if best else None
        if best and figure:
            rows.append((hash, best, figure))
    return sorted(rows, key=lambda row: (row[2].median, row[0].name))


def ratio(hash: Hash, implementation: Implementation, column: Column = RACE_LENGTH) -> float | None:
    """The median of an implementation as a multiple of the fastest one's, at a length (bytes)."""
    best = fastest(hash)
    mine, theirs = implementation.per_byte(column), best.per_byte(column) if best else None
    return mine.median / theirs.median if mine and theirs and theirs.median > 0 else None


@dataclass(frozen=True, slots=True)
class Standing:
    """How an implementation stands among others at one length.

    `figure` is in cycles/byte, and for 0 bytes in cycles of a call. Ties share their `rank`: 1, 1, 3 ...; `tied` says
    that another one has the same. `relative` is its figure as a multiple of the fastest one's.
    """

    implementation: Implementation
    figure: Quartiles
    rank: int
    tied: bool
    relative: Relative | None


def standings(hash: Hash, column: Column) -> tuple[Standing, ...]:
    """The measured implementations of a hash at a length (bytes) or for `LONG`, fastest first."""
    found = ranked([(one.name, one) for one in measured(hash)], column)
    return tuple(standing for _, standing in found)


def ranked(figures: Iterable[tuple[T, Implementation]], column: Column) -> list[tuple[T, Standing]]:
    """Implementations of one hash or several, each with its label, fastest first at a length (bytes) or for `LONG`.

    The fastest leads those that tie with it, and the first one that does not tie leads the next. What is not measured
    there is left out.
    """
    timed = [(median, *one) for one in figures if (median := figure(one[1], column))]
    timed.sort(key=lambda one: one[0].median)
    ranks = _ranks([one for _, _, one in timed], column)
    return [
        (
            label,
            Standing(
                one, quartiles, rank, ranks.count(rank) > 1, _beside(one, timed[0][2], column)
            ),
        )
        for (quartiles, label, one), rank in zip(timed, ranks, strict=True)
    ]


def _ranks(timed: Sequence[Implementation], column: Column) -> list[int]:
    """The ranks of implementations that are in the order of their medians."""
    ranks: list[int] = []
    leader = None
    for place, one in enumerate(timed, 1):
        found = relative(one, leader, column) if leader else None
        if found and found.is_tie:
            ranks.append(ranks[-1])
        else:
            leader = one
            ranks.append(place)
    return ranks


def _beside(one: Implementation, best: Implementation, column: Column) -> Relative | None:
    return Relative(1.0, None) if one is best else relative(one, best, column)


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
