"""A curve: what a message of each length costs, and which lengths have no timing that can be trusted.

A curve has thousands of lengths and few processes, so it can't be sure of each length as a table is of its own. But
its lengths tell of each other, and docs/explanations/cycles.md ("Curves") has the rules:

- Processes differ by their addresses. That is one factor for all lengths of a process, and it is taken off.
- A disturbance makes timings longer, and no width or rate shows some of them. They last for milliseconds, so they meet
  one process at a length and not the next. The figure is therefore the lowest one that two quiet processes agree on.
- A length whose figure is like those beside it is settled. The others are timed again until enough processes agree:
  steps, cliffs and single outliers of the function are kept, and nothing is smoothed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from hashcop.data.records import Sample
from hashcop.results.grids import WHATS, Batches, Floats, ticks_of, timings_of
from hashcop.results.quartiles import Quartiles
from hashcop.results.samples import Disturbance, Processes

FEWEST = 24  # lengths that make a curve; a record of fewer is a table
AGREES = 0.007  # by what part the figures of two quiet processes may differ, and agree
AGREES_CYCLES = 2.0  # the same in cycles (ticks), for short messages
NEAR = 0.01  # by what part a figure may differ from those beside it, and be like them
BESIDE = 7  # lengths on either side that it is compared with
TELLING = 3  # of them: fewer quiet ones tell nothing
CERTAIN = 7  # quiet processes that agree on a figure that is like none beside it
SCATTERED = 3  # times the scatter of all lengths that a single one may be off
MOST_SCATTERED = 0.015  # but no further off than this
EACH = 31  # each so many lengths one is timed in all processes, to tell by what factor they differ
REFERENCES = 24  # such lengths that a curve has at least
LEAST_LEVELLED = 12  # such lengths that were quiet in two processes, at least
MODAL = 0.25  # of these lengths, or all of them if they are few: the part whose factors lie closest together
LEVELLED = 64  # bytes: shorter messages say more of a call than of the code that hashes
LEAST_TABLE = 2  # lengths of a table that tell how a curve lies above it
MOST_LEVELLED = 0.1  # addresses make no larger difference between a curve and a table
MOST_LAYOUT = 0.07  # addresses make no larger difference
MOST_SLOWED = 4.0  # how many times the part of the width that is lost a call may lose in time

NOT_QUIET = "no process was quiet"
CONTRADICTS = "its timings contradict each other"

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Curve:
    """The timings of a curve as arrays, for P processes, L lengths and T timings of each; NaN where there is none.

    `lengths` (bytes) ascend. `timings` (P x L x T) are in cycles of one call, or in ticks. `sizes` (P x L) are those
    of the disturbances (samples.Disturbance), NaN where a process did not time a length; `kinds` (P x L) are their
    places in grids.WHATS.
    """

    lengths: NDArray[np.int64]
    timings: Floats
    sizes: Floats
    kinds: NDArray[np.int64]

    @cached_property
    def _lows(self) -> Floats:
        """P x L lower quartiles of timings: a disturbance lengthens some of them."""
        found: Floats = np.quantile(self.timings, 0.25, axis=2)
        return found

    @property
    def layouts(self) -> Floats:
        """For each process its cost as a multiple of that of a middling process: what its addresses make of it.

        1 for a process that was hardly ever quiet: addresses and disturbances can't be told apart.
        """
        return self._levels[0]

    @cached_property
    def _levels(self) -> tuple[Floats, Mask]:
        """(the factor of each process, P x L which timings are quiet)

        A process far above the lowest is slower for another reason than its addresses, though nothing shows it.
        """
        quiet: Mask = self.sizes == 0
        logarithms = _logarithms(np.where(quiet, self._lows, np.nan), ~np.isnan(self.sizes))
        known = ~np.isnan(logarithms)
        if not known.any():
            is_best = np.arange(len(quiet)) == np.argmax(quiet.sum(axis=1))
            return np.ones(len(quiet)), quiet & is_best[:, None]
        is_slow = known & (logarithms > np.nanmin(logarithms) + MOST_LAYOUT)
        counts = known & ~is_slow
        factors = np.exp(logarithms - np.median(logarithms[counts]))
        return np.where(counts, factors, 1.0), quiet & counts[:, None]

    @property
    def _quiet(self) -> Mask:
        return self._levels[1]

    @cached_property
    def _bounds(self) -> Mask:
        """Where a neighbour on the core can only have made timings longer."""
        found: Mask = ((self.kinds == WHATS.index("shared")) | (self.sizes == 0)) & ~self._quiet
        return found

    @cached_property
    def levelled(self) -> Floats:
        """P x L figures of timings, without what the addresses of each process cost."""
        found: Floats = self._lows / self.layouts[:, None]
        return found

    @cached_property
    def _figures(self) -> tuple[Floats, Mask, Mask]:
        """(cost of each length, P x L which processes agree on it, which lengths cost what quiet ones beside them do)

        A figure counts if another process agrees, or if it is like those beside it, and the lowest of these is the
        cost. What was timed beside a neighbour is a bound: it counts if it is lower than all that was quiet. Where no
        process was quiet, and no bound is like the quiet lengths beside it, the neighbour's part is taken off.
        """
        found, quiet = self.levelled, self._quiet
        least = _least(np.where(quiet, found, np.nan))  # NaN where none was quiet
        beside = _beside(self.lengths, least)
        near = max(NEAR, min(SCATTERED * self._scatter(least), MOST_SCATTERED))
        is_low = self._bounds & np.isnan(least)
        lowest = _cheaper(beside)
        is_near = np.where(quiet, _apart(found, beside), np.abs(found / lowest - 1)) <= near
        counts = (quiet | is_low) & (
            _are_alike(found, quiet | is_low) & quiet.any(axis=0) | is_near
        )
        costs = _least(np.where(counts, found, np.nan))
        costs = np.where(np.isnan(costs), least, costs)
        is_like = _apart(costs, beside) <= near
        sizes = np.nan_to_num(self.sizes)
        slowed = 1 + _slope(found / least - 1, sizes) * sizes
        costs = np.where(np.isnan(costs), _median(found / slowed), costs)
        agree: Mask = (quiet | is_low) & (found >= costs) & (found <= _reach(costs))
        is_cheap = np.abs(costs / lowest - 1) <= near
        is_flat = np.abs(beside[0] / beside[1] - 1) <= near
        is_like &= (agree.sum(axis=0) >= 2) | (is_cheap & (quiet.any(axis=0) | is_flat))
        return _middle_of(found, agree, costs), agree, is_like

    def _scatter(self, least: Floats) -> float:
        """By what part the figures of quiet processes exceed the least of their lengths: the median of all."""
        shared = self._quiet & (self._quiet.sum(axis=0) >= 2)
        apart: Floats = np.asarray(self.levelled / least)[shared] - 1
        return float(np.median(apart)) if apart.size else 0.0

    @property
    def costs(self) -> Floats:
        """For each length its cost in cycles (or ticks) of one call."""
        return self._figures[0]

    def quartiles(self) -> list[Quartiles]:
        """For each length its cost between the quartiles of the timings that agree on it.

        Raises ValueError for too large timings.
        """
        middle, agree, _ = self._figures
        counts = agree | (~np.isnan(self.levelled) & ~agree.any(axis=0))
        scale = np.where(counts, self.levelled / self._lows, np.nan)
        pooled = np.concatenate(self.timings * scale[:, :, None], axis=1).T
        low, high = _median(pooled, 0.25), _median(pooled, 0.75)
        if not np.isfinite(low + middle + high).all():
            raise ValueError("timings are too large")
        found = np.stack((np.minimum(low, middle), middle, np.maximum(high, middle)), axis=1)
        return [Quartiles(*row) for row in found.tolist()]

    def processes(self, lengths: Collection[int]) -> dict[int, Processes]:
        """Of those of some lengths (bytes) that it has: the timings of each process, and what disturbed them.

        Where a length is settled, they are those that agree on its cost, levelled, and nothing disturbed them.
        """
        found: dict[int, Processes] = {}
        _, agree, _ = self._figures
        for place in np.flatnonzero(np.isin(self.lengths, list(lengths))):
            length = int(self.lengths[place])
            settled = agree[:, place]
            if length not in self.unsettled and settled.any():
                levelled = self.timings[settled, place] / self.layouts[settled, None]
                found[length] = [(row, Disturbance()) for row in levelled.tolist()]
                continue
            timed = ~np.isnan(self.sizes[:, place])
            rows = self.timings[timed, place].tolist()
            kinds = self.kinds[timed, place].tolist()
            sizes = self.sizes[timed, place].tolist()
            whys = [Disturbance(WHATS[kind], size) for kind, size in zip(kinds, sizes, strict=True)]
            found[length] = list(zip(rows, whys, strict=True))
        return found

    def timed(self, length: int) -> int:
        """How many processes timed a length (bytes)."""
        return int((~np.isnan(self.sizes[:, self.lengths == length])).sum())

    @cached_property
    def unsettled(self) -> dict[int, str]:
        """The lengths (bytes) that are not settled, and why."""
        _, agree, is_like = self._figures
        has_quiet: Mask = np.asarray(self._quiet.any(axis=0))
        is_certain = has_quiet & (agree.sum(axis=0) >= CERTAIN)
        return {
            int(self.lengths[place]): CONTRADICTS if has_quiet[place] else NOT_QUIET
            for place in np.flatnonzero(~(is_like | is_certain))
        }


def curve(
    samples: Sequence[Sample], batches: Batches | None = None, *, in_ticks: bool = False
) -> Curve | None:
    """The timings of a record as a curve; None for a record of few lengths, or of lengths timed unequally often.

    `batches`: those of the samples, if they are known. `in_ticks`: in the counter's own ticks, with nothing taken off.
    """
    rows = list(chain.from_iterable(one.rows for one in samples))
    if len(set(map(len, rows))) != 1:
        return None
    flat = np.fromiter(chain.from_iterable(rows), np.int64, count=len(rows) * len(rows[0]))
    whole = flat.reshape(len(rows), -1)
    lengths, places = np.unique(whole[:, 0], return_inverse=True)
    if len(lengths) < FEWEST:
        return None
    batches = batches or Batches(samples)
    counts = [len(one.rows) for one in samples]
    process = np.repeat(np.arange(len(samples)), counts)
    shape = len(samples), len(lengths), whole.shape[1] - 2
    timings, sizes = np.full(shape, np.nan), np.full(shape[:2], np.nan)
    per_tick = np.repeat(batches.cycles_per_tick, batches.rows)
    timings[process, places] = (
        ticks_of(whole) if in_ticks else timings_of(whole, per_tick, samples, process)
    )
    sizes[process, places] = np.repeat(batches.sizes, batches.rows)
    kinds = np.zeros(shape[:2], dtype=np.int64)
    kinds[process, places] = np.repeat(batches.whats, batches.rows)
    return Curve(lengths, timings, sizes, kinds)


def level(
    lengths: Iterable[int],
    costs: Iterable[float],
    unsettled: Iterable[int],
    tables: Mapping[int, float],
) -> float:
    """By what factor a curve lies above the tables of the same machine code; 1 where too little tells it.

    A curve's few processes have other addresses than the many of a table. `lengths` (bytes) ascend; `costs` and those
    of `tables` are of one call. At a length that is not settled, those beside it tell, if both sides are alike. A
    factor that addresses don't explain is not believed.
    """
    numbers, own = np.fromiter(lengths, np.int64), np.fromiter(costs, np.float64)
    known = np.where(np.isin(numbers, list(unsettled)), np.nan, own)
    if len(numbers) >= FEWEST:
        before, after, _ = _beside(numbers, known)
        both = (before + after) / 2
        is_telling = (np.abs(before / after - 1) <= NEAR) & (own >= both * (1 - NEAR))
        both = np.where(is_telling, both, np.nan)
        known = np.where(np.isnan(known), both, known)
    ours = {int(n): cost for n, cost in zip(numbers, known.tolist(), strict=True) if cost > 0}
    at = [n for n in tables if n >= LEVELLED and n in ours and tables[n] > 0]
    if len(at) < LEAST_TABLE:
        return 1.0
    found = float(np.median([ours[n] / tables[n] for n in at]))
    return found if abs(found - 1) <= MOST_LEVELLED else 1.0


def _least(found: Floats) -> Floats:
    """Of each column; NaN for one without numbers."""
    least = np.where(np.isnan(found), np.inf, found).min(axis=0)
    return np.where(np.isinf(least), np.nan, least)


def _are_alike(found: Floats, counts: Mask) -> Mask:
    """P x L: which figures another process of those that count agrees with, from above or from below."""
    order = np.argsort(np.where(counts, found, np.inf), axis=0, kind="stable")
    ordered = np.take_along_axis(np.where(counts, found, np.inf), order, axis=0)
    next_is = (ordered[1:] <= _reach(ordered[:-1])) & np.isfinite(ordered[1:])
    none = np.zeros((1, found.shape[1]), dtype=bool)
    alike: Mask = np.concatenate((next_is, none)) | np.concatenate((none, next_is))
    back = np.argsort(order, axis=0, kind="stable")
    return np.take_along_axis(alike, back, axis=0)


def _middle_of(found: Floats, agree: Mask, costs: Floats) -> Floats:
    """For each length the median of the figures that agree on its cost; the cost where none does."""
    middle = _median(np.where(agree, found, np.nan))
    return np.where(np.isnan(middle), costs, middle)


def references(lengths: Sequence[int]) -> list[int]:
    """Those of ascending lengths that all processes time, whatever earlier ones found."""
    each = min(EACH, max(len(lengths) // REFERENCES, 1))
    return list(lengths[each // 2 :: each])


def _logarithms(found: Floats, timed: Mask) -> Floats:
    """For each process the logarithm of its factor, from P x L figures; NaN for one that tells nothing of others.

    It is the most frequent ratio to each other process, all of them fitted by least squares. Two that timed all lengths
    are compared by all, and others by their references alone: the rest was timed again because it was slow before.
    """
    logarithms = np.log(np.maximum(found, 1.0))
    is_whole: Mask = np.asarray(timed.all(axis=1))
    is_reference = np.zeros(found.shape[1], dtype=bool)
    is_reference[references(range(found.shape[1]))] = True
    rows, apart = list[Floats](), list[float]()
    for one, other in combinations(range(len(found)), 2):
        differences = logarithms[one] - logarithms[other]
        counts = ~np.isnan(differences) & (is_reference | (is_whole[one] & is_whole[other]))
        if counts.sum() >= LEAST_LEVELLED:
            row = np.zeros(len(found))
            row[one], row[other] = 1, -1
            weight = float(np.sqrt(counts.sum()))
            rows.append(row * weight)
            apart.append(_mode(differences[counts]) * weight)
    if not rows:
        return np.full(len(found), np.nan)
    solved = np.linalg.lstsq(np.array(rows), np.array(apart))[0]
    return np.where(np.array(rows).any(axis=0), solved, np.nan)


def _mode(values: Floats) -> float:
    """The median of those MODAL of all values that lie closest together."""
    ordered = np.sort(values)
    count = min(max(int(len(ordered) * MODAL), LEAST_LEVELLED), len(ordered))
    widths = ordered[count - 1 :] - ordered[: len(ordered) - count + 1]
    first = int(np.argmin(widths))
    return float(np.median(ordered[first : first + count]))


def _reach(figures: Floats) -> Floats:
    """The highest figures that agree with these."""
    with np.errstate(invalid="ignore"):
        return np.maximum(figures * (1 + AGREES), figures + AGREES_CYCLES)


def _median(found: Floats, part: float = 0.5) -> Floats:
    """Of each column, or what `part` of its numbers lie below; NaN for one without numbers, and without a warning."""
    ordered = np.sort(found, axis=0)  # NaN last
    last = np.maximum((~np.isnan(found)).sum(axis=0) - 1, 0)
    columns = np.arange(found.shape[1])
    low, high = np.floor(part * last).astype(np.intp), np.ceil(part * last).astype(np.intp)
    middle: Floats = (ordered[low, columns] + ordered[high, columns]) / 2
    return middle


def _slope(above: Floats, sizes: Floats) -> float:
    """By what multiple of its size a disturbance lengthens a timing: a line through 0, of least squares.

    `above` (P x L): by what part timings exceed the costs of their lengths.
    """
    disturbed = (sizes > 0) & ~np.isnan(above)
    if not disturbed.any():
        return 0.0
    x, y = sizes[disturbed], above[disturbed]
    return float(np.clip((x * y).sum() / (x * x).sum(), 0.0, MOST_SLOWED))


def _beside(lengths: NDArray[np.int64], costs: Floats) -> Floats:
    """3 x L: what lengths cost that lie before each, after it, and what lies between; NaN where nothing is known.

    The first and the last length of a block have their like on one side only, and a cost may rise with each byte.
    """
    before, after = _before(lengths, costs), _before(-lengths[::-1], costs[::-1])[::-1]
    left, right = np.roll(lengths, 1), np.roll(lengths, -1)
    part = (lengths - left) / np.maximum(right - left, 1)
    between = np.where(part == 0.5, (before + after) / 2, before + part * (after - before))
    return np.stack([before, after, between])


def _cheaper(beside: Floats) -> Floats:
    """What lengths cost on the cheaper side of each, of what _beside() found; NaN where a side is unknown."""
    before, after, _ = beside
    found: Floats = np.minimum(before, after)
    ends = np.arange(len(found))
    ends = np.concatenate((ends[:BESIDE], ends[-BESIDE:]))
    found[ends] = np.fmin(before, after)[ends]  # they have one side only
    return found


def _before(lengths: NDArray[np.int64], costs: Floats) -> Floats:
    """For each length the median cost of the BESIDE lengths before it; of the last one if there is a gap."""
    room = np.full(BESIDE, np.nan)
    windows = np.lib.stride_tricks.sliding_window_view(np.concatenate((room, costs)), BESIDE)[:-1]
    first = np.concatenate((np.full(BESIDE, lengths[0] - 1), lengths))[: len(lengths)]
    is_dense = lengths - first <= BESIDE
    is_known = (~np.isnan(windows)).sum(axis=1) >= TELLING
    return np.where(is_dense, np.where(is_known, _median(windows.T), np.nan), windows[:, -1])


def _apart(found: Floats, beside: Floats) -> Floats:
    """By what part figures (of each length, or P x L) differ from the nearest of those beside them."""
    apart = [np.abs(found / one - 1) for one in beside]
    nearest: Floats = np.min(np.where(np.isnan(apart), np.inf, apart), axis=0)
    return nearest
