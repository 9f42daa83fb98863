"""What reports warn of, as experiments that any implementation can be put through: docs/cycles.md, "Effects".

Each experiment is some variants, the first of them the one that the others are held against, and each is recorded.
"""

import dataclasses
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from hashcop.data import lengths
from hashcop.data import store as data
from hashcop.data.lengths import Schedule
from hashcop.data.store import Fact, Store
from hashcop.engine.prepare import about, title
from hashcop.engine.progress import Display
from hashcop.engine.run import Won
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import program, timing
from hashcop.platforms.c.program import Limit
from hashcop.platforms.c.timing import NO_EFFECT, Effect, Timer
from hashcop.platforms.c.tools import counters
from hashcop.platforms.c.tools.counters import Counter
from hashcop.platforms.c.tools.toolchain import Target, Toolchain
from hashcop.results.samples import Sample

SINGLE = Schedule(processes=9, warmup=3, timings=5, steps=0)
ALIGNED = Schedule(processes=3, warmup=3, timings=5, steps=250)
BESIDE = Schedule(
    processes=5, warmup=3, timings=1000, steps=1000
)  # long enough that copies overlap
EDGE = 64  # bytes of a cache line: offsets are below
SECONDS = 60


@dataclass(frozen=True)
class Variant:
    """One way of timing: `name` as the data have it, and what is done. `target` is another counter's."""

    name: str
    schedule: Schedule
    effect: Effect = NO_EFFECT
    copies: int = 1
    target: Target | None = None


class Experiments:
    """Runs experiments on the winners of races, and records them."""

    def __init__(
        self, toolchain: Toolchain, store: Store, display: Display, timer: Callable[[], Timer]
    ) -> None:
        self.toolchain = toolchain
        self.store = store
        self.display = display
        self.timer = timer
        self.makers: dict[str, Callable[[Won], Sequence[Variant]]] = {
            "cold": lambda _: _cold(),
            "align": lambda _: _align(),
            "data": lambda _: _data(),
            "parallel": lambda _: _parallel(),
            "counter": lambda won: list(self._counters(won)),
        }

    def run(self, won: Sequence[Won], effects: Sequence[str]) -> None:
        """Every experiment of `effects` on every winner; what is recorded already is not done again."""
        for effect in effects:
            for winner in won:
                self._one(winner, effect)

    def _one(self, won: Won, effect: str) -> None:
        variants = self.makers[effect](won)
        missing = [
            one
            for one in variants
            if self.store.find("effect", self._key(won, effect, one)) is None
        ]
        if not missing:
            return
        self.display.show(f"{effect} {title(won.group)}")
        found = self._in_turn(won, effect, missing)
        for variant, told in zip(missing, found, strict=False):
            self.store.record([self._fact(won, effect, variant, told)])
        if len(found) == len(missing):
            self.display.finish(0, effect, title(won.group), f"{len(variants)} variants")

    def _key(self, won: Won, effect: str, variant: Variant) -> str:
        ruler = timing.ruler(self.toolchain, variant.target or won.group.target)
        return data.digest(
            "effect", won.entrant.code, ruler, effect, dataclasses.replace(variant, target=None)
        )

    def _fact(self, won: Won, effect: str, variant: Variant, found: Sequence[Sample]) -> Fact:
        fact = {"kind": "effect", "key": self._key(won, effect, variant), **about(won.group)}
        fact |= {"object": won.entrant.code, "effect": effect, "variant": variant.name}
        if variant.target:
            counter = variant.target.counter
            fact |= {"counter": counter.name, "core_cycles": counter.core_cycles}
        return fact | {
            "bytes": list(lengths.TABLE),
            "samples": [sample.fields() for sample in found],
        }

    def _in_turn(self, won: Won, effect: str, variants: Sequence[Variant]) -> list[list[Sample]]:
        """What the variants gave, a process of each in turn, so that a noisy minute is no variant's own.

        Where one goes wrong, that is said, and only those before it go on.
        """
        found: list[list[Sample]] = [[] for _ in variants]
        for number in range(max(variant.schedule.processes for variant in variants)):
            for place, variant in enumerate(variants[: len(found)]):
                if number >= variant.schedule.processes:
                    continue
                told = self._process(won, variant, number)
                if isinstance(told, str):
                    self.display.problem(f"{title(won.group)}: {effect}, {variant.name}: {told}")
                    del found[place:]
                    break
                found[place] += told
        return found

    def _process(self, won: Won, variant: Variant, number: int) -> list[Sample] | str:
        """One process; or as many copies at once as there are cores, each on its own: the samples of all."""
        timers = [self.timer()]
        if variant.copies > 1:
            sandbox, processors = timers[0].sandbox, sorted(os.sched_getaffinity(0))
            timers = [Timer(sandbox, one, patience=0) for one in processors[: variant.copies]]
        target, schedule = variant.target or won.group.target, variant.schedule
        order = timing.shuffled(lengths.TABLE, number)
        with ThreadPoolExecutor(len(timers)) as executor:
            tasks = [
                executor.submit(
                    timer.time,
                    *(won.entrant.binary, order, schedule, target),
                    seed=number,
                    effect=variant.effect,
                )
                for timer in timers
            ]
            found = [task.result() for task in tasks]
        wrong = next((one for one in found if isinstance(one, str)), None)
        return wrong or [sample for sample in found if not isinstance(sample, str)]

    def _counters(self, won: Won) -> Iterator[Variant]:
        """The counter that is used, and every other one that works."""
        target = won.group.target
        yield Variant(target.counter.name, lengths.FOR_TABLE)
        for other in target.counter.others:
            named = dataclasses.replace(target.counter, name=other.name)
            variant = Variant(
                other.name,
                lengths.FOR_TABLE,
                target=dataclasses.replace(target, counter=named),
            )
            if self.store.find("effect", self._key(won, "counter", variant)):
                yield variant  # recorded: nothing else is asked of it
                continue
            timer = self.timer()
            counter = examine(timer.sandbox, target, other.name, timer.processor)
            if counter is not None:
                of_other = dataclasses.replace(target, counter=counter)
                yield dataclasses.replace(variant, target=of_other)


def examine(sandbox: Sandbox, target: Target, name: str, processor: int) -> Counter | None:
    """What the harness says of a counter that was not chosen; None where it does not work."""
    answer = program.ask(
        sandbox,
        target.harness / "none",
        f"counter@{name}",
        [f"processor={processor}"],
        Limit(SECONDS, SECONDS),
        grant=target.harness / "grant",
    )
    return counters.of_facts(answer.facts) if not answer.problem else None


def _cold() -> list[Variant]:
    cold = Effect(cold=True)
    return [Variant("warm", SINGLE), Variant("cold", SINGLE, cold)]


def _align() -> list[Variant]:
    """Input and output at every place of a cache line, one of them at a time."""
    inputs = [Variant(f"in {n}", ALIGNED, Effect(into=n)) for n in range(EDGE)]
    outputs = [Variant(f"out {n}", ALIGNED, Effect(out=n)) for n in range(1, EDGE)]
    return inputs + outputs


def _data() -> list[Variant]:
    kinds = {"random": "random", "zero": "all bytes zero", "sparse": "one bit set in 64 bytes"}
    return [Variant(name, lengths.FOR_TABLE, Effect(data=kind)) for kind, name in kinds.items()]


def _parallel() -> list[Variant]:
    cores = len(os.sched_getaffinity(0))
    alone = Variant("alone", BESIDE)
    beside = Variant(f"on {cores} cores", BESIDE, Effect(shares=True), copies=cores)
    return [alone, beside] if cores > 1 else [alone]
