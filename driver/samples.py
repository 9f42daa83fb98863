"""From ticks to cycles: what one process of a program timed, and how it was calibrated.

docs/cycles.md says why; docs/data-format.md has the fields under `samples`. Facts hold ticks; cycles are computed
on reading.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

Fields = dict[str, Any]

MOVED = 0.005  # by how much the calibration may change during a batch
PROBE = 0.01  # by how much a call of known duration may be off


class NoSample(Exception):
    """A program's answer that is no sample, with the reason."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Timings with one calibration, `before` and `after` them (cycles per tick), of the quietest of `takes`.

    `rows` counts the lengths in it, `switches` how often another thread ran; `interrupted`: a timing shows it.
    """

    rows: int
    before: float
    after: float
    takes: int
    switches: int
    interrupted: bool

    @property
    def cycles_per_tick(self) -> float:
        """The mean of both."""
        return (self.before + self.after) / 2

    @property
    def disturbance(self) -> str:
        """What went on that could not be had quieter: `moved`, `interrupted`, or empty."""
        if not self.before or abs(self.after / self.before - 1) > MOVED:
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
    took, as a multiple of that.
    """

    reading: float
    zero: float
    probe: float
    batches: tuple[Batch, ...]
    rows: tuple[Row, ...]

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
            yield row.length, [tick * scale - begin for tick in row.ticks], batch.disturbance

    def ticks(self) -> Iterator[tuple[int, list[float], str]]:
        """The same in the counter's own ticks, with nothing taken off."""
        for row, batch in self.rows_and_batches():
            yield row.length, [tick / row.calls for tick in row.ticks], batch.disturbance

    def fields(self) -> Fields:
        """As it stands in a fact."""
        return {
            "reading": round(self.reading, 3),
            "zero": round(self.zero, 3),
            "probe": round(self.probe, 5),
            "batches": [
                [b.rows, b.before, b.after, b.takes, b.switches, int(b.interrupted)]
                for b in self.batches
            ],
            "rows": [[row.length, row.calls, *row.ticks] for row in self.rows],
        }


def restore(fields: Mapping[str, Any]) -> Sample:
    """A sample from what `fields` made of it. Raises ValueError, KeyError or TypeError for what is none."""
    batches = tuple(
        Batch(rows, before, after, takes, switches, bool(interrupted))
        for rows, before, after, takes, switches, interrupted in fields["batches"]
    )
    rows = tuple(Row(length, calls, tuple(ticks)) for length, calls, *ticks in fields["rows"])
    if sum(batch.rows for batch in batches) != len(rows):
        raise ValueError("batches do not have all rows")
    return Sample(fields["reading"], fields["zero"], fields["probe"], batches, rows)


def together(
    samples: Iterable[Sample], *, in_ticks: bool = False
) -> dict[int, list[tuple[list[float], str]]]:
    """Of each length (bytes) the timings (cycles of one call, or ticks) of each process, and what disturbed them."""
    found: dict[int, list[tuple[list[float], str]]] = {}
    for sample in samples:
        for length, timings, disturbance in sample.ticks() if in_ticks else sample.cycles():
            found.setdefault(length, []).append((timings, disturbance))
    return found


@dataclass(frozen=True, slots=True)
class _Known:
    """A call of known duration: a row whose length is in cycles."""

    row: Row
    batch: Batch

    def cycles(self, reading: float) -> float:
        row = self.row
        return (median(row.ticks) - reading) * self.batch.cycles_per_tick / row.calls


def parse(facts: Iterable[Sequence[str]]) -> Sample:
    """A sample from what the harness said (measure/harness.h). Raises NoSample where it is none."""
    reading = 0.0
    batches: list[Batch] = []
    rows: list[Row] = []
    known: list[_Known] = []
    for kind, *words in facts:
        if kind == "reading":
            reading = int(words[0]) / 1000
        elif kind == "batch":
            _, before, after, takes, switches, interrupted = map(int, words)
            batches.append(Batch(0, before / 1e9, after / 1e9, takes, switches, bool(interrupted)))
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
    zero = median(one.cycles(reading) - one.row.length for one in chains)
    taken = (probe.cycles(reading) - zero) / probe.row.length
    # A batch of known calls alone has nothing that is kept.
    kept = tuple(batch for batch in batches if batch.rows)
    return Sample(reading, zero, taken, kept, tuple(rows))
