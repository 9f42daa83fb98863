"""Timings in JVMs: those of C's harness, with what a JVM says of itself."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from hashcop.data.lengths import Schedule
from hashcop.data.plausible import why_no_sample
from hashcop.data.records import Code, Counter, Hosted, Sample
from hashcop.platforms import door
from hashcop.platforms.c import timing, timings
from hashcop.platforms.c.program import Answer
from hashcop.platforms.c.timings import NoSample
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Group
from hashcop.platforms.jvm.effects import FIRST_CALLS, First

LONG = 20  # seconds of the processor before the first timing: the harness ends it after 30
BEGINNING = 1.5  # seconds that a JVM takes to begin, and to compile what it calls often


class Timer(timing.Timer):
    """See platforms.c.timing: a process whose JVM was not done with compiling is as good as a disturbed one."""

    spare = timing.BEGINS_SLOWLY

    def time(
        self,
        artifact: Path,
        lengths: Sequence[int],
        schedule: Schedule,
        target: door.Target,
        *,
        seed: int = 0,
        seconds: float = 0,
        effect: object = None,
        group: Group | None = None,
    ) -> Sample | str:
        """See door.Timer. First calls are those of one length, the first that is asked for."""
        if isinstance(effect, First):
            return self._first(artifact, lengths[0], cast(Target, target), effect)
        rest = {"seed": seed, "seconds": seconds, "effect": effect, "group": group}
        return super().time(artifact, lengths, schedule, target, **rest)  # type: ignore[arg-type]

    def _first(self, artifact: Path, length: int, target: Target, effect: First) -> Sample | str:
        chain, _ = timing.calibration(target.counter)
        request = [f"processor={self.processor}", f"core={int(bool(target.counter.core_cycles))}"]
        request += [f"calibration={chain}", *effect.words, str(length), str(FIRST_CALLS)]
        answer = self._ask(artifact, request, self.spare, target)
        if answer.problem:
            return answer.problem
        try:
            sample = timings.parse_uncalibrated(answer.lines)
            begun = next(words[1:] for words in answer.lines if words[0] == "begun")
        except (NoSample, ValueError, IndexError, StopIteration, ArithmeticError) as error:
            return f"gave no timings: {error}"
        host = Hosted(False, 0, 0, 0, began=int(begun[0]) / 1e6, digest=int(begun[1]) / 1e6)
        sample = replace(sample, jvm=host)
        why = why_no_sample(sample)
        if not why and max(host.began, host.digest) > answer.seconds:
            why = f"it said something after {max(host.began, host.digest):g} seconds, and ended before"
        return f"gave timings that can't be true: {why}" if why else sample

    def _sample(self, answer: Answer, width: float) -> Sample:
        return replace(super()._sample(answer, width), jvm=hosted(answer.lines))

    def _disquiet(self, sample: Sample) -> float:
        """See platforms.c.timing. A JVM that compiled to the end of its patience would do so again."""
        host = sample.jvm
        is_settled = host is None or host.steady or host.warm_seconds > LONG
        return super()._disquiet(sample) + (not is_settled)


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
