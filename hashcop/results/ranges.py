"""At which lengths which implementation of a hash is the fastest: as few ranges as the data are sure of."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from hashcop.results import margins
from hashcop.results.certainty import SYSTEMATIC
from hashcop.results.summary import LENGTHS, Implementation

FEWEST = 3  # lengths at which a leader is beaten before another one takes the lead
PART = 0.03  # and the same as a part of all lengths
# A row for each implementation, a column for each length; NaN where it is not measured.
Grid = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Range:
    """The lengths (bytes) from `first` to `last`, where `implementation` is the fastest.

    `tied` are the names of others that are not told from it: at half of the lengths of the tables in the range or more.
    If it has none, those that in the median of its lengths are no further behind than what all processes share.
    """

    first: int
    last: int
    implementation: Implementation
    tied: tuple[str, ...]


def leads(runners: Sequence[Implementation]) -> list[Range]:
    """The ranges in the order of their lengths, from measured implementations of one hash, fastest first.

    Compared are the lengths that half of the implementations were measured at, and those of the tables. A leader keeps
    the lead while no other is certainly faster, by the rule of ranks (`ratios.relative`); of lengths that are not in
    the tables the processes are not known. A change of the leader must spare at least FEWEST lengths, and PART of all,
    a leader that is certainly slower, or a single length of the tables: otherwise it is noise.
    """
    lengths = _compared(runners)
    if not lengths:
        return []
    figures = _figures(runners, lengths)
    leaders = _leaders(_penalties(figures, lengths), _least(lengths))
    ends = [n for n in range(1, len(lengths)) if leaders[n] != leaders[n - 1]]
    return [
        Range(
            lengths[first],
            lengths[end - 1],
            runners[leaders[first]],
            _tied(runners, figures, leaders[first], lengths, slice(first, end)),
        )
        for first, end in zip([0, *ends], [*ends, len(lengths)], strict=True)
    ]


def _compared(runners: Sequence[Implementation]) -> list[int]:
    counts: dict[int, int] = {}
    for one in runners:
        for length in one.curve:
            counts[length] = counts.get(length, 0) + 1
    return sorted(n for n, count in counts.items() if 2 * count >= len(runners) or n in LENGTHS)


@dataclass(frozen=True, slots=True)
class _Figures:
    """Logarithms of the costs of all implementations at all lengths, and their margins (`margins.Margin`)."""

    costs: Grid
    low: Grid
    high: Grid
    normal: Grid

    def slower(self, than: int) -> NDArray[np.bool_]:
        """Which are certainly slower than one of the implementations, at each length."""
        apart = self.low + self.high[than] + np.hypot(self.normal, self.normal[than])
        with np.errstate(invalid="ignore"):  # two that take no time differ by nothing that is known
            found: NDArray[np.bool_] = self.costs - self.costs[than] > apart
        return found


def _figures(runners: Sequence[Implementation], lengths: Sequence[int]) -> _Figures:
    shape = len(runners), len(lengths)
    of_tables = {n: lengths[n] for n in range(len(lengths)) if lengths[n] in LENGTHS}
    joint = {n: margins.joint(sum(x in one.curve for one in runners)) for n, x in of_tables.items()}
    sigmas = margins.deviations(margins.joint(len(runners)))
    found = _Figures(np.full(shape, np.nan), *(np.zeros(shape) for _ in range(3)))
    for row, one in enumerate(runners):
        curve = one.settled
        here = [n for n, length in enumerate(lengths) if length in curve]
        quartiles = [curve[lengths[n]] for n in here]
        low, middle, high = (
            np.array([getattr(each, name) for each in quartiles])
            for name in ("low", "median", "high")
        )
        with np.errstate(divide="ignore", invalid="ignore"):  # a call may take no time
            found.costs[row, here] = costs = np.log(np.maximum(middle, 0))
            found.low[row, here] = costs - np.log(np.maximum(low, 0))
            found.high[row, here] = np.log(np.maximum(high, 0)) - costs
        found.normal[row, here] = sigmas * hypot(margins.scatter(one), SYSTEMATIC)
        for column, length in of_tables.items():
            if known := margins.margin(one, length, joint[column]):
                found.low[row, column] = known.low
                found.high[row, column] = known.high
                found.normal[row, column] = known.normal
    return found


def _least(lengths: Sequence[int]) -> float:
    """At how many lengths a leader must be beaten before another one takes the lead."""
    return max(FEWEST, PART * len(lengths))


def _penalties(figures: _Figures, lengths: Sequence[int]) -> Grid:
    """What it costs to call each implementation the fastest at each length: 0 where nothing contradicts it."""
    count = len(figures.costs)
    is_slower = np.logical_or.reduce([figures.slower(one) for one in range(count)])
    # More than it costs to change the leader for this length and to change it back.
    forced = 2 * _least(lengths) + 1
    of_tables = np.array([length in LENGTHS for length in lengths])
    found: Grid = np.where(is_slower, np.where(of_tables, forced, 1.0), 0.0)
    known = ~np.isnan(figures.costs)
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


def _tied(
    runners: Sequence[Implementation],
    figures: _Figures,
    leader: int,
    lengths: Sequence[int],
    where: slice,
) -> tuple[str, ...]:
    """The names of those that are not told from the leader in a range: `where` among the columns."""
    of_tables = np.isin(lengths[where], LENGTHS)
    shared = margins.deviations(margins.joint(len(runners))) * sqrt(2) * SYSTEMATIC
    is_slower = figures.slower(leader)[:, where]
    with np.errstate(invalid="ignore"):  # two that take no time
        apart = (figures.costs - figures.costs[leader])[:, where]

    def is_tied(row: int) -> bool:
        known = ~np.isnan(apart[row])
        if (known & of_tables).any():
            return bool(is_slower[row, known & of_tables].mean() <= 0.5)
        return bool(known.any() and np.median(apart[row, known]) <= shared)

    return tuple(one.name for row, one in enumerate(runners) if row != leader and is_tied(row))
