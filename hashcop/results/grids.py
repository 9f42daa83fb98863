"""A record's timings as arrays, so that a curve of thousands of lengths becomes figures in a few steps.

The rules and the figures are those of samples.py and quartiles.py, which take one timing after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import ceil
from operator import attrgetter
from statistics import median

import numpy as np
from numpy.typing import NDArray

from hashcop.data.records import Sample
from hashcop.results import width as widths
from hashcop.results.quartiles import Quartiles
from hashcop.results.samples import ENOUGH, LEAST, MOVED, SHARED, Disturbance, counting, unsettled

Floats = NDArray[np.float64]
_FIELDS = attrgetter("rows", "before", "after", "width", "switches", "interrupted")
WHATS = ("", "interrupted", "moved", "shared", "compiled")


class Batches:
    """The batches of all samples of a record, one after the other: an array for each field, and what follows from it.

    `width` is that of the core alone, as all samples together tell it. `sizes` and `whats`, places in WHATS, are those
    of Disturbance.
    """

    def __init__(self, samples: Sequence[Sample]) -> None:
        found = np.array([_FIELDS(b) for one in samples for b in one.batches], dtype=np.float64)
        found = found.reshape(-1, 6)
        before, after, held = found[:, 1], found[:, 2], found[:, 3]
        self.rows = found[:, 0].astype(np.int64)
        self.cycles_per_tick: Floats = (before + after) / 2
        with np.errstate(divide="ignore", invalid="ignore"):
            shift = np.where(before != 0, np.abs(after / before - 1), np.inf)
        known = [one.width for one in samples]
        self.width = widths.alone(known, held[shift <= MOVED].tolist()) if any(known) else 0.0
        shared = held < self.width * (1 - SHARED)
        moved = ~shared & (shift > MOVED)
        with np.errstate(over="ignore"):  # of numbers that can't be
            lost = 1 - held / (self.width or 1)
        counts = [len(one.batches) for one in samples]
        compiled = np.repeat([bool(unsettled(one)) for one in samples], counts)
        sizes = np.where(shared, lost, np.where(moved, shift, 0.0))
        self.sizes: Floats = np.where(compiled, 1.0, sizes)
        marked = (found[:, 4] != 0) | (found[:, 5] != 0)
        self.whats: NDArray[np.int64] = np.where(
            compiled, 4, np.where(shared, 3, np.where(moved, 2, marked))
        )

    def disturbance(self, batch: int) -> Disturbance:
        """What disturbed a batch."""
        return Disturbance(WHATS[self.whats[batch]], float(self.sizes[batch]))


def calibration_error(samples: Sequence[Sample], batches: Batches) -> float:
    """What samples.calibration_error returns."""
    if not samples:
        return 0.0
    ends = np.cumsum([len(one.batches) for one in samples])
    rows = np.where(batches.sizes > 0, batches.rows, 0)
    sums = np.concatenate(([0], np.cumsum(rows)))
    parts = np.diff(sums[np.concatenate(([0], ends))]).tolist()
    probes = [
        (one.probe, Disturbance("", part / max(1, len(one.rows))))
        for one, part in zip(samples, parts, strict=True)
    ]
    return abs(median(counting(probes)) - 1)


@dataclass(frozen=True)
class Grid:
    """The timings (cycles of one call, or ticks) of P processes that all timed the same L lengths, each T times.

    `lengths` (bytes) ascend; `timings` is P x L x T; `places` is P x L, the batch of each process at each length.
    """

    lengths: NDArray[np.int64]
    timings: Floats
    places: NDArray[np.int64]
    batches: Batches

    def processes(self, place: int) -> list[tuple[list[float], Disturbance]]:
        """What samples.together has for the length of this place."""
        timings = self.timings[:, place].tolist()
        whys = map(self.batches.disturbance, self.places[:, place].tolist())
        return list(zip(timings, whys, strict=True))

    def figures(self) -> list[Quartiles]:
        """For each length the quartiles of the processes that count. Raises ValueError for too large timings."""
        found = np.empty((3, len(self.lengths)))
        for counts, which in self._alike:
            found[:, which] = _quartiles(self.timings[np.ix_(counts, which)])
        if not np.isfinite(found.sum(axis=0)).all():
            raise ValueError("timings are too large")
        low, middle, high = found.tolist()
        return list(map(Quartiles, low, middle, high))

    @cached_property
    def _alike(self) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Lengths at which the same processes count: (numbers of the processes, places of the lengths)."""
        counts = self._counting()
        packed = np.packbits(counts, axis=0)
        _, first, groups = np.unique(packed, axis=1, return_index=True, return_inverse=True)
        groups = groups.ravel()
        return [
            (np.flatnonzero(counts[:, place]), np.flatnonzero(groups == number))
            for number, place in enumerate(first)
        ]

    def _counting(self) -> NDArray[np.bool_]:
        """P x L: which processes count at which length, by the rule of samples.counting."""
        sizes = self.batches.sizes[self.places]
        processes = len(sizes)
        found: NDArray[np.bool_] = sizes == 0
        few = found.sum(axis=0) < min(ENOUGH, processes / 2)
        if few.any():
            least = max(ENOUGH, ceil(processes / LEAST))
            order = np.argsort(sizes[:, few], axis=0, kind="stable")
            found[:, few] = np.argsort(order, axis=0, kind="stable") < least
        return found


def grid(samples: Sequence[Sample], batches: Batches, *, in_ticks: bool = False) -> Grid | None:
    """The timings of a record as arrays; None if its processes timed different lengths, or not equally often.

    `in_ticks`: in the counter's own ticks, with nothing taken off.
    """
    rows = list(chain.from_iterable(one.rows for one in samples))
    if len(set(map(len, rows))) != 1 or len({len(one.rows) for one in samples}) != 1:
        return None
    shape = len(samples), len(samples[0].rows), len(rows[0])
    flat = np.fromiter(chain.from_iterable(rows), np.int64, count=len(rows) * shape[2])
    whole = flat.reshape(shape)
    order = np.argsort(whole[:, :, 0], axis=1, kind="stable")
    whole = np.take_along_axis(whole, order[:, :, None], axis=1)
    lengths = whole[0, :, 0]
    if (whole[:, :, 0] != lengths).any() or (lengths[1:] == lengths[:-1]).any():
        return None
    places = np.repeat(np.arange(len(batches.rows)), batches.rows).reshape(shape[:2])
    places = np.take_along_axis(places, order, axis=1)
    if in_ticks:
        return Grid(lengths, ticks_of(whole), places, batches)
    process = np.arange(len(samples))[:, None]
    timings = timings_of(whole, batches.cycles_per_tick[places], samples, process)
    return Grid(lengths, timings, places, batches)


def timings_of(
    rows: NDArray[np.int64], per_tick: Floats, samples: Sequence[Sample], process: NDArray[np.intp]
) -> Floats:
    """What samples.cycles computes of rows (bytes, calls, ticks ...).

    `per_tick`, cycles per tick, and `process`, the number of the sample, are those of each row.
    """
    reading = np.array([one.reading for one in samples])[process]
    zero = np.array([one.zero for one in samples])[process]
    with np.errstate(over="ignore", invalid="ignore"):  # figures say so
        scale = per_tick / rows[..., 1].astype(np.float64)
        counted = rows[..., 2:].astype(np.float64)
        counted *= scale[..., None]
        counted -= (reading * scale + zero)[..., None]
    return counted


def ticks_of(rows: NDArray[np.int64]) -> Floats:
    """What samples.ticks computes of rows."""
    found: Floats = rows[..., 2:].astype(np.float64) / rows[..., 1].astype(np.float64)[..., None]
    return found


def _quartiles(timings: Floats) -> Floats:
    """3 x L: the quartiles over processes and timings of P x L x T timings, interpolated as quartiles() does."""
    processes, lengths, each = timings.shape
    ordered = timings.transpose(1, 0, 2).reshape(lengths, processes * each)
    ordered.sort(axis=1)
    last = ordered.shape[1] - 1
    found = np.empty((3, lengths))
    for number in (1, 2, 3):
        place, part = divmod(number * last, 4)
        above = ordered[:, min(place + 1, last)]
        with np.errstate(over="ignore", invalid="ignore"):
            found[number - 1] = (ordered[:, place] * (4 - part) + above * part) / 4
    return found
