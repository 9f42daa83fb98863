"""At which lengths which implementation of a hash is the fastest: as few ranges as the data are sure of."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hashcop.results.ratios import relative
from hashcop.results.summary import LENGTHS, Implementation

NEAR = 1.01  # a figure that is no higher multiple of the lowest is as fast
FEWEST = 3  # lengths at which a leader is beaten before another one takes the lead
PART = 0.03  # and the same as a part of all lengths
Grid = NDArray[
    np.float64
]  # a row for each implementation, a column for each length; NaN where it is not measured


@dataclass(frozen=True, slots=True)
class Range:
    """The lengths (bytes) from `first` to `last`, where `implementation` is the fastest.

    `tied` are the names of others that are as fast: in the middle of the range they take at most 1 % longer.
    """

    first: int
    last: int
    implementation: Implementation
    tied: tuple[str, ...]


def leads(runners: Sequence[Implementation]) -> list[Range]:
    """The ranges in the order of their lengths, from measured implementations of one hash, fastest first.

    Compared are the lengths that half of the implementations were measured at, and those of the tables. A leader keeps
    the lead while no other is significantly faster. At a length of the tables that is so if the interval of the ratio
    does not hold 1; elsewhere if the quartiles of the two do not overlap and their medians differ by more than 1 %.
    A change of the leader must spare at least FEWEST lengths, and PART of all, a leader that is significantly slower,
    or a single length of the tables: otherwise it is noise.
    """
    lengths = _compared(runners)
    if not lengths:
        return []
    medians = _grid(runners, lengths, "median")
    leaders = _leaders(_penalties(runners, lengths, medians), _least(lengths))
    ends = [n for n in range(1, len(lengths)) if leaders[n] != leaders[n - 1]]
    return [
        Range(
            lengths[first],
            lengths[end - 1],
            runners[leaders[first]],
            _tied(runners, medians[:, first:end], leaders[first]),
        )
        for first, end in zip([0, *ends], [*ends, len(lengths)], strict=True)
    ]


def _compared(runners: Sequence[Implementation]) -> list[int]:
    counts: dict[int, int] = {}
    for one in runners:
        for length in one.curve:
            counts[length] = counts.get(length, 0) + 1
    return sorted(n for n, count in counts.items() if 2 * count >= len(runners) or n in LENGTHS)


def _grid(runners: Sequence[Implementation], lengths: Sequence[int], point: str) -> Grid:
    """A point of the quartiles (cycles of a call) of each implementation at each length."""
    found = np.full((len(runners), len(lengths)), np.nan)
    for row, one in enumerate(runners):
        curve = one.curve
        found[row] = [getattr(curve[n], point) if n in curve else np.nan for n in lengths]
    return found


def _least(lengths: Sequence[int]) -> float:
    """At how many lengths a leader must be beaten before another one takes the lead."""
    return max(FEWEST, PART * len(lengths))


def _penalties(runners: Sequence[Implementation], lengths: Sequence[int], medians: Grid) -> Grid:
    """What it costs to call each implementation the fastest at each length: 0 where nothing contradicts it."""
    low, high = (_grid(runners, lengths, point) for point in ("low", "high"))
    lowest = np.nanargmin(medians, axis=0)
    columns = np.arange(len(lengths))
    is_slower = (low > high[lowest, columns]) & (medians > NEAR * medians[lowest, columns])
    found: Grid = is_slower.astype(np.float64)
    # More than it costs to change the leader for this length and to change it back.
    forced = 2 * _least(lengths) + 1
    for column in (n for n, length in enumerate(lengths) if length in LENGTHS):
        for row, one in enumerate(runners):
            best, length = runners[lowest[column]], lengths[column]
            if one is not best and (told := relative(one, best, length)) and told.interval:
                found[row, column] = forced if told.interval.low > 1 else 0
    known = ~np.isnan(medians)
    before = np.logical_or.accumulate(known, axis=1)
    after = np.logical_or.accumulate(known[:, ::-1], axis=1)[:, ::-1]
    found[~(before & after)] = forced  # beyond the lengths that it was measured at
    return found


def _leaders(penalties: Grid, change: float) -> list[int]:
    """The leader at each length, so that all penalties, and `change` for each change of the leader, are least.

    Of equal ways the one is chosen in which a leader keeps the lead longest, and the first row comes first.
    """
    rest = np.zeros(penalties.shape[0])  # what the lengths after this one cost at least, by leader
    after = []
    for column in penalties.T[::-1]:
        after.append(rest)
        stay = column + rest
        rest = np.minimum(stay, stay.min() + change)
    leader = int(stay.argmin())
    found = [leader]
    for column, later in zip(penalties.T[1:], after[-2::-1], strict=True):
        costs = column + later
        best = int(costs.argmin())
        leader = best if costs[leader] > costs[best] + change else leader
        found.append(leader)
    return found


def _tied(runners: Sequence[Implementation], medians: Grid, leader: int) -> tuple[str, ...]:
    with np.errstate(
        divide="ignore", invalid="ignore"
    ):  # a call may take no more than what is taken off
        ratios = medians / medians[leader]
    return tuple(
        one.name
        for row, one in enumerate(runners)
        if row != leader and _middle(ratios[row]) <= NEAR
    )


def _middle(ratios: Grid) -> float:
    known = ratios[~np.isnan(ratios)]
    return float(np.median(known)) if known.size else np.inf
