"""Timings of built programs, by one process after the other on a pinned logical processor."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from hashcop.data.lengths import Schedule
from hashcop.data.records import Counter, Sample
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms import door
from hashcop.platforms.c import answers, program, timings
from hashcop.platforms.c.effects import NO_EFFECT, Effect
from hashcop.platforms.c.fresh import Witness, fresh_seed
from hashcop.platforms.c.operations import operations
from hashcop.platforms.c.outside import Auditor, RunnerUp
from hashcop.platforms.c.physics import implausible
from hashcop.platforms.c.program import Answer, Limit
from hashcop.platforms.c.timings import Answered, NoSample
from hashcop.platforms.c.tools.toolchain import Target, Toolchain
from hashcop.platforms.door import Audited, AuditPlan, CounterLost, Group, Patience, Peer
from hashcop.platforms.implementation import Implementation
from hashcop.results import width as widths
from hashcop.results.samples import DISTURBED, MOVED, SHARED, disturbed, is_doubtful, shift

SECONDS = 20  # for a process, beyond what it is expected to take: a build may be timed before it is checked
BEGINS_SLOWLY = 60  # the same where something is compiled before the first timing
PAUSES = (
    0.01,
    0.32,
)  # seconds before a process is run again: the first pause, doubled each time, and the longest
AGAIN = 6  # times that a process is run again, at most
RETAKES = 5  # of a batch
POLLS = 250  # readings of the pace that a process waits for quiet moments: a neighbour rests for some of them
CHAIN_STEPS = 2000  # steps of the counter that a chain takes: its length is known to one of them
CHAIN_SECONDS = 15e-6  # that a chain takes at least
CHAINS = 10  # a batch takes as long as so many chains
LEARNED = (
    0.005  # by what part the width of the core alone must differ from what is known to be told
)
GAP_SECONDS = 20e-6  # longer than an interrupt that nothing follows
TYPICAL_RATE = 3e9  # cycles per second of a core, for estimates only
READINGS = 20  # a timing takes at least so many times as long as reading the counter


def _unusable(answer: Answer) -> str | None:
    """Why a program could not use its counter; None if it could."""
    said = (" ".join(words[2:]) for words in answer.lines if words[0] == "unusable")
    return next(said, None)


def ticks_of_a_timing(counter: Counter, schedule: Schedule) -> int:
    """The least ticks of calls that are timed together; 0 where each timing is of a single call."""
    steps = schedule.steps * counter.resolution
    return int(max(steps, READINGS * (counter.cost or 0))) if schedule.steps else 0


def calibration(counter: Counter) -> tuple[int, int]:
    """Ticks of a chain and of a batch."""
    rate = counter.ticks_per_second
    chain = int(max(CHAIN_STEPS * counter.resolution, CHAIN_SECONDS * rate))
    return chain, CHAINS * chain


def _request(
    counter: Counter,
    width: float,
    processor: int,
    schedule: Schedule,
    seed: int,
    effect: Effect,
) -> list[str]:
    chain, batch = calibration(counter)
    numbers = {
        "processor": processor,
        "warmup": schedule.warmup,
        "timings": schedule.timings,
        "timing": ticks_of_a_timing(counter, schedule),
        "core": int(bool(counter.core_cycles)),
        "calibration": chain,
        "batch": batch,
        "moved": round(MOVED * 1e6),
        "width": round(width * 1000),
        "shared": round(SHARED * 1e6),
        "gap": int(GAP_SECONDS * counter.ticks_per_second),
        "retakes": 0 if effect.shares else RETAKES,
        "polls": 0 if effect.shares else POLLS,
        "seed": seed,
    }
    words = [f"{name}={number}" for name, number in numbers.items()]
    return words + _messages(schedule) + effect.words


def _messages(schedule: Schedule) -> list[str]:
    return [f"messages={schedule.messages}"]


@dataclass(frozen=True)
class Asked:
    """What is asked of all processes of a sample, and whose build it is."""

    artifact: Path
    lengths: Sequence[int]
    schedule: Schedule
    target: Target
    seconds: float
    effect: Effect
    group: Group | None


def _no_witness(_: Group) -> Witness | None:
    return None


def _not_told(_target: str, _width: float) -> None:
    pass


class Timer:
    """Where timings are taken: a sandbox, and the logical processor that programs are pinned to.

    If other programs disturb timings, it waits, as long as `patience` lasts. It learns how many instructions the core
    does in a cycle when it is alone from all batches, and tells `learned`, with the target's name, when that differs
    from what is known. What a program answers while it is timed is compared with the answers of its `witness`, now and
    then.
    """

    spare = SECONDS

    def __init__(
        self,
        sandbox: Sandbox,
        processor: int,
        patience: Patience,
        witness: Callable[[Group], Witness | None] = _no_witness,
        learned: Callable[[str, float], None] = _not_told,
    ) -> None:
        self.sandbox = sandbox
        self.processor = processor
        self.patience = patience
        self.witness = witness
        self.learned = learned
        self._readings: dict[str, widths.Readings] = {}  # by target
        self._widths: dict[str, float] = {}  # of the core alone, by target

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
        """See door.Timer. `effect` is an Effect, or None for none. The seed is drawn here, so that nobody knows it.

        A process is run again, AGAIN times at most, if its calibration is wrong or if more than DISTURBED of its rows
        were disturbed. The quietest counts.
        """
        own, done = cast(Target, target), cast(Effect, effect or NO_EFFECT)
        asked = Asked(artifact, lengths, schedule, own, seconds, done, group)
        best: Sample | None = None
        for number in range(1 + AGAIN):
            sample = self._once(asked)
            if isinstance(sample, str):
                return sample
            if best is None or self._disquiet(sample) < self._disquiet(best):
                best = sample
            if self._disquiet(best) <= DISTURBED or not self._wait(number):
                break
        assert best is not None  # the loop runs at least once
        return best

    def audit(
        self,
        group: Group,
        artifact: Path,
        claimed: Mapping[int, float],
        peer: Peer | None = None,
        plan: AuditPlan | None = None,
    ) -> Audited | str:
        """See door.Audits: on the processor that timings are taken on.

        A peer from outside of the hash's own directory is not asked, as with other witnesses (witness.py).
        """
        messages = group.lane.lengths.for_table.messages
        target, rival = cast(Target, group.target), plan.runner_up if plan else None
        auditor = Auditor(
            *(self.sandbox, target, self.processor, artifact, messages),
            alone=self._alone(target),
            wait=self.patience.wait,
        )
        witness = self.witness(group)
        witnesses = [witness] if witness else []
        if witness and peer and _may_tell(group.implementation, peer.group):
            path = peer.group.implementation.path
            witnesses = [Witness(peer.artifact, path, witness.seed, is_believed=False), witness]

        def runner_up(length: int) -> RunnerUp | None:
            inside = rival.claimed.get(length, 0.0) if rival else 0.0
            return RunnerUp(rival.artifact, inside) if rival and inside > 0 else None

        found = auditor.audit(claimed, witnesses, plan, runner_up)
        if rival and isinstance(found, Audited):
            return replace(found, runner_up=rival.group.implementation.path)
        return found

    def _wait(self, number: int) -> bool:
        """Pause, so that others may end; False if no patience is left for it."""
        first, longest = PAUSES
        return self.patience.wait(min(first * 2**number, longest))

    def _once(self, asked: Asked) -> Sample | str:
        target, effect = asked.target, asked.effect
        limit, seed = int(self.spare + 4 * asked.seconds), fresh_seed()
        width = 0 if effect.shares else self._alone(target)
        request = _request(target.counter, width, self.processor, asked.schedule, seed, effect)
        answer = self._ask(asked.artifact, [*request, *map(str, asked.lengths)], limit, target)
        why = _unusable(answer)
        if why is not None:
            self._blame(target, why)
            return f"left its counter unusable: {why}"
        if answer.problem:
            return answer.problem
        try:
            sample = self._sample(answer, width)
            rows = timings.answers(answer.lines)
        except (NoSample, ValueError, IndexError, ArithmeticError) as error:
            return f"gave no timings: {error}"
        why = implausible(sample, target.counter, answer.seconds)
        if why:
            return f"gave timings that can't be true: {why}"
        if [length for length, *_ in sample.rows] != list(asked.lengths):
            return "did not time every length that was asked for"
        if any(len(row) != 2 + asked.schedule.timings for row in sample.rows):
            return "did not time every length as often as was asked for"
        wrong = self._compared(asked, rows, seed)
        if wrong:
            return wrong
        self._learn(target, sample)
        return sample

    def _sample(self, answer: Answer, width: float) -> Sample:
        """What a process timed. Raises NoSample, ValueError, IndexError or ArithmeticError."""
        return timings.parse(answer.lines, width)

    def _disquiet(self, sample: Sample) -> float:
        """The part of a sample, from 0 to 1, that can't be trusted; 1 more if its calibration is wrong."""
        return disturbed(sample) + is_doubtful(sample)

    def _compared(self, asked: Asked, rows: Sequence[Answered], seed: int) -> str:
        """What a process answered wrong while it was timed, in words; empty where it was not asked this time."""
        group = asked.group
        if group is None or not _is_measured(group) or not answers.is_chosen():
            return ""
        if [row.length for row in rows] != list(asked.lengths):
            return "did not say what it hashed while it was timed"
        count, effect = asked.schedule.timings, [*_messages(asked.schedule), *asked.effect.messages]
        by = self.witness(group)
        return answers.wrong(self.sandbox, asked.artifact, by, rows, count, seed, effect)

    def _learn(self, target: Target, sample: Sample) -> None:
        """From batches whose calibration held: in one that moved the core may seem wider than it is."""
        readings = self._readings.setdefault(target.name, widths.Readings())
        readings.take(one.width for one in sample.batches if shift(one) <= MOVED / 2)
        before = self._alone(target)
        now = self._widths[target.name] = widths.alone([before], readings)
        if before and abs(now / before - 1) > LEARNED:
            self.learned(target.name, now)

    def _alone(self, target: Target) -> float:
        """The width of the core alone; 0 as long as nothing tells it."""
        return self._widths.get(target.name, target.counter.width)

    def _ask(self, artifact: Path, request: Sequence[str], seconds: int, target: Target) -> Answer:
        verb, grant = f"time@{target.counter.name}", target.harness / "grant"
        limit = Limit(seconds, seconds)
        return program.ask(self.sandbox, artifact, verb, request, limit, grant=grant)

    def _blame(self, target: Target, why: str) -> None:
        """Raise CounterLost, unless the counter works for the harness alone: then the implementation broke it."""
        request = [f"processor={self.processor}", "0"]
        answer = self._ask(target.harness / "none", request, SECONDS, target)
        if answer.problem or _unusable(answer) is not None:
            raise CounterLost(f"the counter {target.counter.name} works no more: {why}")


def _is_measured(group: Group) -> bool:
    return operations()[group.implementation.operation].is_measured


def _may_tell(asks: Implementation, peer: Group) -> bool:
    other = peer.implementation.directory
    return other != asks.directory and other.is_relative_to(peer.function.directory)


def ruler(toolchain: Toolchain, target: door.Target) -> str:
    """What timings are taken with, for their keys: the harness, and the counter that they are in."""
    return f"{toolchain.harness_digest} {target.counter.name}"


def seconds_of(
    counter: Counter, cycles_per_byte: float, lengths: Sequence[int], schedule: Schedule
) -> float:
    """An estimate of how long all processes of a schedule take, in seconds."""
    least = ticks_of_a_timing(counter, schedule) / counter.ticks_per_second
    per_byte = cycles_per_byte / TYPICAL_RATE
    each = (max(least, (n + 64) * schedule.messages * per_byte) for n in lengths)
    return schedule.processes * (schedule.warmup + schedule.timings + 2) * sum(each)
