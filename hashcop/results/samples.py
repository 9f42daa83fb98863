"""From ticks to cycles: what one process of a program timed, and how it was calibrated.

docs/cycles.md says why; docs/data-format.md has the fields under `samples`. Facts hold ticks; cycles are computed
on reading.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, TypeVar

Fields = dict[str, Any]
T = TypeVar("T")  # what a process gave
Processes = Sequence[tuple[Sequence[float], str]]  # timings of each, and what disturbed them

MOVED = 0.005  # by how much the calibration may change during a batch
ENOUGH = 3  # quiet processes
SHARED = 0.01  # how much less than alone the core may do beside another hyperthread's work
PROBE = 0.01  # by how much a call of known duration may be off


class NoSample(Exception):
    """A program's answer that is no sample, with the reason."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Timings with one calibration, `before` and `after` them (cycles per tick), of the quietest of `takes`.

    `rows` counts the lengths in it, `switches` how often another thread ran; `interrupted`: a timing shows it.
    `width` is how many independent instructions the core did in a cycle: fewer while another hyperthread has work.
    """

    rows: int
    before: float
    after: float
    width: float
    takes: int
    switches: int
    interrupted: bool

    @property
    def cycles_per_tick(self) -> float:
        """The mean of both."""
        return (self.before + self.after) / 2

    @property
    def shift(self) -> float:
        """By what part the calibration changed."""
        return abs(self.after / self.before - 1) if self.before else math.inf

    def disturbance(self, width: float) -> str:
        """What could not be had quieter: `shared`, `moved`, `interrupted`, or empty. `width`: of the core alone."""
        if self.width < width * (1 - SHARED):
            return "shared"
        if self.shift > MOVED:
            return "moved"
        return "interrupted" if self.interrupted or self.switches else ""


@dataclass(frozen=True, slots=True)
class Row:
    """Timings (ticks) of one length (bytes): each of `calls` calls and one reading of the counter."""

    length: int
    calls: int
    ticks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """What one process timed, lengths in the order in which they were taken.

    `reading` (ticks) is in every timing, `zero` (cycles) in every call of one; `probe` is what a call of known duration
    took, as a multiple of that. `width` is what a batch's should be, 0 where that was not known.
    """

    reading: float
    zero: float
    probe: float
    width: float
    batches: tuple[Batch, ...]
    rows: tuple[Row, ...]

    @property
    def disturbed(self) -> float:
        """The part of the rows of which something disturbed all timings, from 0 to 1: an interruption is in few."""
        found = (b.rows for b in self.batches if b.disturbance(self.width) in ("shared", "moved"))
        return sum(found) / max(1, len(self.rows))

    @property
    def is_doubtful(self) -> bool:
        """Whether the calibration is wrong."""
        return abs(self.probe - 1) > PROBE

    def rows_and_batches(self) -> Iterator[tuple[Row, Batch]]:
        """Each row with its batch."""
        rows = iter(self.rows)
        for batch in self.batches:
            for _ in range(batch.rows):
                yield next(rows), batch

    def cycles(self) -> Iterator[tuple[int, list[float], str]]:
        """(length in bytes, cycles of one call in each timing, what disturbed them)"""
        for row, batch in self.rows_and_batches():
            scale = batch.cycles_per_tick / row.calls
            begin = self.reading * scale + self.zero
            yield (
                row.length,
                [tick * scale - begin for tick in row.ticks],
                batch.disturbance(self.width),
            )

    def ticks(self) -> Iterator[tuple[int, list[float], str]]:
        """The same in the counter's own ticks, with nothing taken off."""
        for row, batch in self.rows_and_batches():
            yield (
                row.length,
                [tick / row.calls for tick in row.ticks],
                batch.disturbance(self.width),
            )

    def fields(self) -> Fields:
        """As it stands in a fact."""
        return {
            "reading": round(self.reading, 3),
            "zero": round(self.zero, 3),
            "probe": round(self.probe, 5),
            "width": self.width,
            "batches": [
                [b.rows, b.before, b.after, b.width, b.takes, b.switches, int(b.interrupted)]
                for b in self.batches
            ],
            "rows": [[row.length, row.calls, *row.ticks] for row in self.rows],
        }


def restore(fields: Mapping[str, Any]) -> Sample:
    """A sample from what `fields` made of it. Raises ValueError, KeyError or TypeError for what is none."""
    batches = tuple(
        Batch(rows, before, after, width, takes, switches, bool(interrupted))
        for rows, before, after, width, takes, switches, interrupted in fields["batches"]
    )
    rows = tuple(Row(length, calls, tuple(ticks)) for length, calls, *ticks in fields["rows"])
    if sum(batch.rows for batch in batches) != len(rows) or any(b.rows < 1 for b in batches):
        raise ValueError("batches do not have all rows")
    if not all(row.calls >= 1 and row.ticks for row in rows):
        raise ValueError("a row without calls or timings")
    reading, zero, probe, width = (fields[n] for n in ("reading", "zero", "probe", "width"))
    return Sample(reading, zero, probe, width, batches, rows)


def of_one_core(samples: Iterable[Sample]) -> list[Sample]:
    """With the width that is known to any: before, the core may never have been alone while it was looked at."""
    found = list(samples)
    width = max((one.width for one in found), default=0)
    return [replace(one, width=width) for one in found]


def together(
    samples: Iterable[Sample], *, in_ticks: bool = False
) -> dict[int, list[tuple[list[float], str]]]:
    """Of each length (bytes) the timings (cycles of one call, or ticks) of each process, and what disturbed them."""
    found: dict[int, list[tuple[list[float], str]]] = {}
    for sample in of_one_core(samples):
        for length, timings, disturbance in sample.ticks() if in_ticks else sample.cycles():
            found.setdefault(length, []).append((timings, disturbance))
    return found


def is_enough(quiet: int, processes: int, enough: int = ENOUGH) -> bool:
    """Whether so many quiet ones of so many processes speak for all."""
    return quiet >= min(enough, processes / 2)


def lengths_of(found: Iterable[Sample]) -> list[int]:
    """The lengths (bytes) that were timed, each once, in ascending order."""
    return sorted({row.length for one in found for row in one.rows})


def are_quiet(found: Sequence[Sample]) -> bool:
    """Whether of each length there are enough processes that nothing disturbed."""
    return all(
        is_enough(sum(not why for _, why in processes), len(processes))
        for processes in together(found).values()
    )


def quiet_part(found: Sequence[Sample]) -> float:
    """The part of the timings that nothing disturbed, from 0 to 1."""
    quiet = [not why for processes in together(found).values() for _, why in processes]
    return sum(quiet) / max(1, len(quiet))


def is_in_doubt(found: Sequence[Sample]) -> bool:
    """Whether the calibration is wrong in processes that count: in one that was disturbed it may well be."""
    quiet = [one for one in of_one_core(found) if not one.disturbed]
    return any(one.is_doubtful for one in (quiet if is_enough(len(quiet), len(found)) else found))


def counting(processes: Sequence[tuple[T, str]], enough: int = ENOUGH) -> list[T]:
    """The timings of processes that count: the quiet ones, where these are `enough` or the half of all; else all.

    What disturbs is told by other things than the timings, so that few quiet ones are better than many of both.
    """
    quiet = [timings for timings, disturbance in processes if not disturbance]
    return (
        quiet if is_enough(len(quiet), len(processes), enough) else [some for some, _ in processes]
    )


def undisturbed(processes: Processes) -> list[float]:
    """All timings of the processes that count."""
    return [timing for timings in counting(processes) for timing in timings]


@dataclass(frozen=True, slots=True)
class _Known:
    """A call of known duration: a row whose length is in cycles."""

    row: Row
    batch: Batch

    def cycles(self, reading: float) -> float:
        row = self.row
        return (median(row.ticks) - reading) * self.batch.cycles_per_tick / row.calls


def parse(facts: Iterable[Sequence[str]], width: float = 0) -> Sample:
    """A sample from what the harness said (measure/c/harness.h). Raises NoSample where it is none.

    `width`: how many independent instructions the core does in a cycle when it is alone; 0 where that is not known.
    """
    reading = 0.0
    batches: list[Batch] = []
    rows: list[Row] = []
    known: list[_Known] = []
    for kind, *words in facts:
        if kind == "reading":
            reading = int(words[0]) / 1000
        elif kind == "batch":
            _, before, after, alone, takes, switches, interrupted = map(int, words)
            scale = before / 1e9, after / 1e9, round(alone / 1e9, 4)
            batches.append(Batch(0, *scale, takes, switches, bool(interrupted)))
        elif kind in ("ticks", "known"):
            length, calls, *ticks = map(int, words)
            row = Row(length, calls, tuple(ticks))
            if kind == "ticks":
                batches[-1] = replace(batches[-1], rows=batches[-1].rows + 1)
                rows.append(row)
            else:
                known.append(_Known(row, batches[-1]))
    if len(known) < 2 or not all(row.ticks for row in rows):
        raise NoSample("said nothing of calls of known duration")
    *chains, probe = known
    # The least: whatever disturbs makes it more.
    zero = min(one.cycles(reading) - one.row.length for one in chains)
    taken = (probe.cycles(reading) - zero) / probe.row.length
    # A batch of known calls alone has nothing that is kept.
    kept = tuple(batch for batch in batches if batch.rows)
    return Sample(reading, zero, taken, width, kept, tuple(rows))
