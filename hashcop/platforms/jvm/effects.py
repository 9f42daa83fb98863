"""Experiments of the JVM: those of C that have a meaning there, the first calls of a process, and new objects."""

from collections.abc import Iterator
from dataclasses import dataclass

from hashcop.data.lengths import Schedule
from hashcop.platforms.c import effects
from hashcop.platforms.c.effects import ALIGNED, Effect
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Variant

FIRST, FRESH = "first", "fresh"
NAMES = ("align", "data", "counter", FIRST, FRESH)
FIRST_LENGTHS = (64, 1536)  # bytes
FIRST_CALLS = 10_000
STEADY = Schedule(processes=5, warmup=3, timings=5, steps=250)
FIRST_SCHEDULE = Schedule(processes=15, warmup=0, timings=1, steps=0)
# Where the JVM's compilers run, as words of a request; and without the classes that it shares with other processes.
WAYS = {
    "compilers elsewhere": (),
    "compilers on the same core": ("together=1",),
    "without shared classes": ("options=noshare",),
}


@dataclass(frozen=True)
class First(Effect):
    """The first calls of a process."""

    way: tuple[str, ...] = ()

    @property
    def words(self) -> list[str]:
        """As fields of a request."""
        return ["first=1", *self.way]


@dataclass(frozen=True)
class Fresh(Effect):
    """A new object for each call."""

    @property
    def words(self) -> list[str]:
        """As fields of a request."""
        return [*super().words, "fresh=1"]


def variants(effect: str, target: Target, cores: int) -> Iterator[Variant]:
    """See platforms.c.effects."""
    if effect == FIRST:
        for name, way in WAYS.items():
            for length in FIRST_LENGTHS:
                own = First(way=way)
                yield Variant(f"{name}, {length} bytes", FIRST_SCHEDULE, own, lengths=(length,))
        yield Variant("steady", STEADY, Effect(), lengths=FIRST_LENGTHS)
    elif effect == FRESH:
        yield Variant("one object", ALIGNED, Effect())
        yield Variant("a new object for each call", ALIGNED, Fresh())
    else:
        yield from effects.variants(effect, target, cores)
