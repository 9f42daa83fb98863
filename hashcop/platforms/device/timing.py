"""Timings of launches: those of C's harness, but in the device's own time, and without calls of known duration."""

from collections.abc import Sequence
from dataclasses import dataclass

from hashcop.data.lengths import Schedule
from hashcop.data.records import Batch, Sample
from hashcop.platforms.c import answers, timing
from hashcop.platforms.c.effects import Effect
from hashcop.platforms.c.program import Answer
from hashcop.platforms.c.timing import Asked
from hashcop.platforms.c.timings import Answered, NoSample

BEGINNING = 2.0  # seconds that a driver takes to begin, and the harness to draw messages
MOST_KNOWN = 61  # messages that others are asked for: measure/device/time.c


@dataclass(frozen=True)
class Copies(Effect):
    """Timings from before the messages are copied to the device until after the digests are back."""

    @property
    def words(self) -> list[str]:
        """See platforms.c.effects."""
        return [*super().words, "options=copies"]


class Timer(timing.Timer):
    """See platforms.c.timing."""

    spare = timing.BEGINS_SLOWLY

    def _sample(self, answer: Answer, width: float) -> Sample:
        batches: list[Batch] = []
        rows: list[tuple[int, ...]] = []
        for kind, *words in answer.lines:
            if kind == "batch":
                _, before, after, *_ = map(int, words)
                batches.append(Batch(1, before / 1e9, after / 1e9, 0.0, 1, 0, 0))
            elif kind == "ticks":
                length, calls, *ticks = map(int, words)
                rows.append((length, calls, *ticks))
        if not rows or len(rows) != len(batches):
            raise NoSample("said nothing of its launches")
        return Sample(0.0, 0.0, 1.0, 0.0, tuple(batches), tuple(rows))

    def _disquiet(self, sample: Sample) -> float:
        """See platforms.c.timing: the processor's other work is none of a device's."""
        return 0.0

    def _compared(self, asked: Asked, rows: Sequence[Answered], seed: int) -> str:
        """See platforms.c.timing. Half of the messages are copies of some that a witness can be asked for."""
        if asked.group is None or not answers.is_chosen():
            return ""
        if [row.length for row in rows] != list(asked.lengths):
            return "did not say what it hashed while it was timed"
        half = asked.schedule.messages // 2
        words = [f"messages={max(1, min(half, MOST_KNOWN))}", *asked.effect.messages]
        by = self.witness(asked.group)
        return answers.wrong(self.sandbox, asked.artifact, by, rows, 1, seed, words) if by else ""


def seconds_of(
    rate: float, cycles_per_byte: float, lengths: Sequence[int], schedule: Schedule, least: float
) -> float:
    """An estimate of how long all processes of a schedule take. `rate`: cycles per second; `least`: of a timing."""
    each = (max(least, n * schedule.messages * cycles_per_byte / rate) for n in lengths)
    filling = sum(n * schedule.messages for n in lengths) / 1e9
    calls = schedule.warmup + schedule.timings + 1
    return schedule.processes * (BEGINNING + filling + calls * sum(each))
