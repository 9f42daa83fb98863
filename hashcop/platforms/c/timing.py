"""Timings of built programs, taken by one process after the other on a pinned processor.

Whoever calls sees to it that nothing else of ours runs.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hashcop.data import store as data
from hashcop.data.lengths import PATIENCE, Schedule
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.program import Answer, Limit
from hashcop.platforms.c.tools.counters import Counter
from hashcop.platforms.c.tools.toolchain import Target, Toolchain
from hashcop.results import samples
from hashcop.results.samples import MOVED, SHARED, NoSample, Sample

SECONDS = 60  # for a process beyond what it is expected to take
DISTURBED = 0.25  # of a process's rows, before it is run again
PAUSES = (0.01, 0.32)  # seconds before it is: first, then twice as long each time, and at most
AGAIN = 6  # times that a process is run again at most
RETAKES = 5  # of a batch
CHAIN_STEPS = 2000  # of the counter in a chain, which is wrong by a part of that
CHAIN_SECONDS = 15e-6  # at least
CHAINS = 10  # as long as so many chains is a batch
WITNESSES = 3  # batches that must have seen the core do so much, before it is believed to
GAP_SECONDS = 20e-6  # more than an interrupt takes that nothing follows
TYPICAL_RATE = 3e9  # cycles per second of a core: for expectations only
READINGS = 20  # of the counter's own cost, which a timing takes at least


class CounterLost(Exception):
    """The counter of a target, found to work when the machine was examined, works no more. Says why."""

    def __init__(self, counter: str, why: str) -> None:
        super().__init__(f"the counter {counter} works no more: {why}")


def _unusable(answer: Answer) -> str | None:
    """Why an answer's timings are none: its counter could not be used."""
    said = (" ".join(words[2:]) for words in answer.facts if words[0] == "unusable")
    return next(said, None)


@dataclass(frozen=True)
class Effect:
    """What is done to timings on purpose.

    `data` is the kind of message; `into` and `out` are how many bytes from a cache line's edge input and output lie;
    `shares`: that others keep hyperthreads of the core busy is no disturbance.
    """

    data: str = "random"
    into: int = 0
    out: int = 0
    cold: bool = False
    shares: bool = False

    @property
    def words(self) -> list[str]:
        """For a request of measure/c/harness.h."""
        return [
            f"data={self.data}",
            f"in={self.into}",
            f"out={self.out}",
            f"cold={int(self.cold)}",
        ]


NO_EFFECT = Effect()


def _disquiet(sample: Sample) -> float:
    """How much of a sample can't be trusted, from 0 to 1; more where its calibration is wrong."""
    return sample.disturbed + sample.is_doubtful


def ticks_of_a_timing(counter: Counter, schedule: Schedule) -> int:
    """How many ticks calls that are timed together take at least."""
    steps = schedule.steps * counter.resolution
    return max(steps, READINGS * counter.cost) if schedule.steps else 0


def _calibration(counter: Counter) -> tuple[int, int]:
    """Ticks of a chain, and of a batch."""
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
    chain, batch = _calibration(counter)
    numbers = {
        "processor": processor,
        "warmup": schedule.warmup,
        "timings": schedule.timings,
        "timing": ticks_of_a_timing(counter, schedule),
        "core": int(counter.core_cycles),
        "calibration": chain,
        "batch": batch,
        "moved": round(MOVED * 1e6),
        "width": round(width * 1000),
        "shared": round(SHARED * 1e6),
        "gap": int(GAP_SECONDS * counter.ticks_per_second),
        "retakes": 0 if effect.shares else RETAKES,
        "seed": seed,
    }
    return [f"{name}={number}" for name, number in numbers.items()] + effect.words


class Timer:
    """Where timings are taken: the sandbox and the processor that programs are pinned to.

    It waits where others disturb, until no more than `reserve` of its `patience` (seconds) is left, and learns how much
    the core does when it is alone.
    """

    def __init__(
        self, sandbox: Sandbox, processor: int, patience: float = PATIENCE, reserve: float = 0
    ) -> None:
        """`reserve`, of the patience, is for those who spend it on measuring again."""
        self.sandbox = sandbox
        self.processor = processor
        self.patience = patience
        self.reserve = reserve
        self._widths: dict[str, list[float]] = {}  # by ABI: the largest WITNESSES

    def time(
        self,
        binary: Path,
        numbers: Sequence[int],
        schedule: Schedule,
        target: Target,
        *,
        seed: int = 0,
        seconds: float = 0,
        effect: Effect = NO_EFFECT,
    ) -> Sample | str:
        """Timings of each length, in that order, by one process; or what went wrong. `seconds`: expected duration.

        `seed` is the message's. They are by the target's counter; raises CounterLost where that works no more.
        A process whose calibration turns out wrong, or of which something disturbed too much, is run again, AGAIN times
        at most; the quietest counts.
        """
        best: Sample | None = None
        for number in range(1 + AGAIN):
            sample = self._once(binary, numbers, schedule, target, seed, seconds, effect)
            if isinstance(sample, str):
                return sample
            if best is None or _disquiet(sample) < _disquiet(best):
                best = sample
            if _disquiet(best) <= DISTURBED or not self._wait(number):
                break
        assert best is not None  # the loop runs once at least
        return best

    def _wait(self, number: int) -> bool:
        """Give others time to end, while patience lasts."""
        first, longest = PAUSES
        seconds = min(first * 2**number, longest)
        if not self.spend(seconds, leaving=self.reserve):
            return False
        time.sleep(seconds)
        return True

    def spend(self, seconds: float, leaving: float = 0) -> bool:
        """Take so much of the patience; False, and nothing is taken, where less than `leaving` would be left."""
        if seconds > self.patience - leaving:
            return False
        self.patience -= seconds
        return True

    def _once(
        self,
        binary: Path,
        numbers: Sequence[int],
        schedule: Schedule,
        target: Target,
        seed: int,
        seconds: float,
        effect: Effect,
    ) -> Sample | str:
        counter, limit = target.counter, int(SECONDS + 4 * seconds)
        width = 0 if effect.shares else max(counter.width, self._learnt(target.abi))
        request = _request(counter, width, self.processor, schedule, seed, effect)
        answer = self._ask(binary, [*request, *map(str, numbers)], limit, target)
        why = _unusable(answer)
        if why is not None:
            self._blame(target, why)
            return f"left its counter unusable: {why}"
        if answer.problem:
            return answer.problem
        try:
            sample = samples.parse(answer.facts, width)
        except (NoSample, ValueError, IndexError) as error:
            return f"gave no timings: {error}"
        if [row.length for row in sample.rows] != list(numbers):
            return "did not time every length that was asked for"
        self._learn(target.abi, sample)
        return sample

    def _learn(self, abi: str, sample: Sample) -> None:
        """From batches whose calibration held: one that moved may seem wider than the core is."""
        held = [one.width for one in sample.batches if one.shift <= MOVED / 2]
        found = sorted([*self._widths.get(abi, []), *held], reverse=True)
        self._widths[abi] = found[:WITNESSES]

    def _learnt(self, abi: str) -> float:
        """How much the core does alone: what several batches have seen, for one may be wrong; 0 before that."""
        found = self._widths.get(abi, [])
        return found[-1] if len(found) == WITNESSES else 0.0

    def _ask(self, binary: Path, request: Sequence[str], seconds: int, target: Target) -> Answer:
        verb, grant = f"time@{target.counter.name}", target.harness / "grant"
        limit = Limit(seconds, seconds)
        return program.ask(self.sandbox, binary, verb, request, limit, grant=grant)

    def _blame(self, target: Target, why: str) -> None:
        """Raise CounterLost, unless the counter works for the harness alone: then the implementation broke it."""
        request = [f"processor={self.processor}", "0"]
        answer = self._ask(target.harness / "none", request, SECONDS, target)
        if answer.problem or _unusable(answer) is not None:
            raise CounterLost(target.counter.name, why)

    def measure(
        self,
        binary: Path,
        numbers: Sequence[int],
        schedule: Schedule,
        target: Target,
        *,
        seconds: float = 0,
        effect: Effect = NO_EFFECT,
    ) -> list[Sample] | str:
        """A sample of each process of a schedule; or what went wrong.

        Each process takes the lengths in an order of its own, so that drift does not look like a slope, and
        other messages.
        """
        found = []
        for number in range(schedule.processes):
            sample = self.time(
                binary,
                shuffled(numbers, number),
                schedule,
                target,
                seed=number,
                seconds=seconds / schedule.processes,
                effect=effect,
            )
            if isinstance(sample, str):
                return sample
            found.append(sample)
        return found


def shuffled(numbers: Sequence[int], seed: int) -> list[int]:
    """Lengths in an order of the `seed`'s own, the same each time."""
    order = list(numbers)
    random.Random(f"{seed} {len(order)}").shuffle(order)
    return order


def ruler(toolchain: Toolchain, target: Target) -> str:
    """What timings are taken with, for their keys: the harness, and the counter that they are in."""
    return f"{toolchain.harness_digest} {target.counter.name}"


def trial_key(code: str, ruler: str, number: int) -> str:
    """The key of the `number`-th trial (from 0) of machine code."""
    return data.digest("trial", code, ruler, number)


@cache  # asked for again and again
def series_key(code: str, ruler: str, schedule: Schedule) -> str:
    """The key of all measurements of machine code by a schedule: docs/data-format.md."""
    return data.digest("timings", code, ruler, schedule)


def expected_seconds(
    cycles_per_byte: float, counter: Counter, numbers: Sequence[int], schedule: Schedule
) -> float:
    """How long measuring takes, in seconds."""
    least = ticks_of_a_timing(counter, schedule) / counter.ticks_per_second
    per_byte = cycles_per_byte / TYPICAL_RATE
    each = (max(least, (n + 64) * per_byte) for n in numbers)
    return schedule.processes * (schedule.warmup + schedule.timings + 2) * sum(each)
