"""Experiments: cold caches, alignment, other messages, busy cores, other counters. docs/explanations/cycles.md."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from msgspec.structs import replace as with_fields

from hashcop.data.lengths import USUAL, Schedule
from hashcop.data.records import Counter
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.program import Limit
from hashcop.platforms.c.tools import counters
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Variant

SINGLE = Schedule(processes=9, warmup=3, timings=5, steps=0)
ALIGNED = Schedule(processes=3, warmup=3, timings=5, steps=250)
# Long enough that copies overlap.
BESIDE = Schedule(processes=5, warmup=3, timings=1000, steps=1000)
EDGE = 64  # bytes of a cache line: offsets are below
MESSAGES = {"random": "random", "zero": "all bytes zero", "sparse": "one bit set in 64 bytes"}
SECONDS = 60


@dataclass(frozen=True)
class Effect:
    """What is done to timings on purpose.

    `data`: the kind of message. `into`, `out`: how many bytes from the beginning of a cache line input and output lie.
    `cold`: the caches are emptied before each call. `shares`: other hyperthreads of the core are kept busy on purpose,
    which is no disturbance.
    """

    data: str = "random"
    into: int = 0
    out: int = 0
    cold: bool = False
    shares: bool = False

    @property
    def messages(self) -> list[str]:
        """What is hashed, as fields of a request of measure/c/harness.h."""
        return [f"data={self.data}", f"in={self.into}", f"out={self.out}"]

    @property
    def words(self) -> list[str]:
        """All of it, as such fields."""
        return [*self.messages, f"cold={int(self.cold)}"]


NO_EFFECT = Effect()


def variants(effect: str, target: Target, cores: int) -> Iterator[Variant]:
    """The variants of an effect, the first of them the one that the others are held against.

    `cores`: on how many logical processors copies may run at once.
    """
    match effect:
        case "cold":
            yield Variant("warm", SINGLE, NO_EFFECT)
            yield Variant("cold", SINGLE, Effect(cold=True))
        case "align":
            yield from (Variant(f"in {n}", ALIGNED, Effect(into=n)) for n in range(EDGE))
            yield from (Variant(f"out {n}", ALIGNED, Effect(out=n)) for n in range(1, EDGE))
        case "data":
            for kind, name in MESSAGES.items():
                yield Variant(name, USUAL.for_table, Effect(data=kind))
        case "parallel":
            yield Variant("alone", BESIDE, NO_EFFECT)
            if cores > 1:
                yield Variant(f"on {cores} cores", BESIDE, Effect(shares=True), copies=cores)
        case "counter":
            yield from _counters(target)


def _counters(target: Target) -> Iterator[Variant]:
    """The counter that is used, then all others. These may not work: see `examined`."""
    yield Variant(target.counter.name, USUAL.for_table, NO_EFFECT)
    for other in target.counter.others:
        named = replace(target, counter=with_fields(target.counter, name=other.name))
        yield Variant(other.name, USUAL.for_table, NO_EFFECT, target=named)


def examined(variant: Variant, sandbox: Sandbox, target: Target, processor: int) -> Variant | None:
    """A variant of another counter, examined on a processor; None if the counter does not work there."""
    counter = examine(sandbox, target, variant.name, processor)
    return replace(variant, target=replace(target, counter=counter)) if counter else None


def examine(sandbox: Sandbox, target: Target, name: str, processor: int) -> Counter | None:
    """What the harness reports of a counter that was not chosen; None if it does not work."""
    answer = program.ask(
        sandbox,
        target.harness / "none",
        f"counter@{name}",
        [f"processor={processor}"],
        Limit(SECONDS, SECONDS),
        grant=target.harness / "grant",
    )
    return None if answer.problem else counters.of_lines(answer.lines)
