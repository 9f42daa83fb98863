"""Samples from the timings that the harness reports (measure/c/harness.h)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from msgspec.structs import replace

from hashcop.data.records import Batch, Sample
from hashcop.results.samples import Row, cycles_per_tick


class NoSample(Exception):
    """The answer of a program has no timings that can be used. Says why."""


@dataclass(frozen=True, slots=True)
class _Known:
    """Timings of a call of known duration (cycles): a row that has the duration in the place of its bytes."""

    row: Row
    batch: Batch

    @property
    def duration(self) -> int:
        return self.row[0]

    def cycles(self, reading: float) -> float:
        """Cycles that the call was found to take, without the reading (ticks) of the counter."""
        _, calls, *ticks = self.row
        return (median(ticks) - reading) * cycles_per_tick(self.batch) / calls


@dataclass(frozen=True, slots=True)
class Answered:
    """What the calls of one row answered: all their digests, folded. `first` decides which messages these were."""

    length: int
    calls: int
    first: int
    answer: str


def parse(facts: Iterable[Sequence[str]], width: float = 0) -> Sample:
    """A sample from the lines that the harness reported, each as its words. Other lines are ignored.

    `width` is how many independent instructions the core does in a cycle when it is alone; 0 where that is not known.
    Raises NoSample for lines without timings or calls of known duration, ValueError or IndexError for a malformed line.
    """
    reading = 0.0
    batches: list[Batch] = []
    rows: list[Row] = []
    known: list[_Known] = []
    for kind, *words in facts:
        if kind == "reading":
            reading = int(words[0]) / 1000
        elif kind == "batch":
            batches.append(_batch(words))
        elif kind == "ticks":
            batches[-1] = replace(batches[-1], rows=batches[-1].rows + 1)
            rows.append(_row(words))
        elif kind == "known":
            known.append(_Known(_row(words), batches[-1]))
    zero, probe = _calibration(known, reading)
    # A batch that holds only calls of known duration has nothing that is kept.
    kept = tuple(batch for batch in batches if batch.rows)
    return Sample(round(reading, 3), round(zero, 3), round(probe, 5), width, kept, tuple(rows))


def parse_uncalibrated(facts: Iterable[Sequence[str]]) -> Sample:
    """A sample of timings without calls of known duration: see `parse`."""
    found = [*facts]
    rows = tuple(_row(words) for kind, *words in found if kind == "ticks")
    batch = next((_batch(words) for kind, *words in found if kind == "batch"), None)
    reading = next((int(words[0]) for kind, *words in found if kind == "reading"), 0) / 1000
    if batch is None or not rows:
        raise NoSample("said nothing of its calls")
    return Sample(round(reading, 3), 0.0, 1.0, 0.0, (replace(batch, rows=len(rows)),), rows)


def answers(facts: Iterable[Sequence[str]]) -> list[Answered]:
    """What each row of the lines that `parse` understands answered."""
    rows = (words for kind, *words in facts if kind == "answer")
    return [Answered(int(row[0]), int(row[1]), int(row[2]), row[3]) for row in rows]


def _batch(words: Sequence[str]) -> Batch:
    _, before, after, alone, takes, switches, interrupted = map(int, words)
    return Batch(
        rows=0,  # counted by `parse`
        before=before / 1e9,
        after=after / 1e9,
        width=round(alone / 1e9, 4),
        takes=takes,
        switches=switches,
        interrupted=int(bool(interrupted)),
    )


def _row(words: Sequence[str]) -> Row:
    length, calls, *ticks = map(int, words)
    if length < 0 or calls < 1 or not ticks:
        raise NoSample("said nothing of some calls")
    return length, calls, *ticks


def _calibration(known: Sequence[_Known], reading: float) -> tuple[float, float]:
    """(cycles in every call, how long the probe took as a multiple of its duration)

    The last call of known duration is the probe; the others are chains of instructions.
    """
    if len(known) < 2 or known[-1].duration < 1:
        raise NoSample("said nothing of calls of known duration")
    *chains, probe = known
    # The least of them: a disturbance only adds cycles.
    zero = min(one.cycles(reading) - one.duration for one in chains)
    return zero, (probe.cycles(reading) - zero) / probe.duration
