"""Timings in JVMs: those of C's harness, with what a JVM says of itself."""

from collections.abc import Sequence

from msgspec.structs import replace

from hashcop.data.lengths import Schedule
from hashcop.data.records import Code, Counter, Hosted, Sample
from hashcop.platforms.c import timing
from hashcop.platforms.c.program import Answer

BEGINNING = 1.5  # seconds that a JVM takes to begin, and to compile what it calls often


class Timer(timing.Timer):
    """See platforms.c.timing: a process whose JVM was not done with compiling is as good as a disturbed one."""

    def _sample(self, answer: Answer, width: float) -> Sample:
        return replace(super()._sample(answer, width), jvm=hosted(answer.lines))

    def _disquiet(self, sample: Sample) -> float:
        is_steady = sample.jvm is not None and sample.jvm.steady
        return super()._disquiet(sample) + (not is_steady)


def hosted(lines: Sequence[Sequence[str]]) -> Hosted | None:
    """What a process reported of its JVM: measure/jvm/loop.c. Raises ValueError or IndexError."""
    words = next((words[1:] for words in lines if words[0] == "jvm"), None)
    if words is None:
        return None
    idle, changed, calls, microseconds, looks, collections, collecting = map(int, words)
    return Hosted(
        steady=bool(idle) and not changed,
        warm_calls=calls,
        warm_seconds=microseconds / 1e6,
        looks=looks,
        code=tuple(
            Code(words[3], int(words[1]), int(words[2])) for words in lines if words[0] == "code"
        ),
        allocated=tuple(
            (int(words[1]), int(words[2])) for words in lines if words[0] == "allocated"
        ),
        collections=collections,
        collecting=collecting,
    )


def seconds_of(
    counter: Counter, cycles_per_byte: float, lengths: Sequence[int], schedule: Schedule
) -> float:
    """See platforms.c.timing."""
    own = timing.seconds_of(counter, cycles_per_byte, lengths, schedule)
    return schedule.processes * BEGINNING + own
