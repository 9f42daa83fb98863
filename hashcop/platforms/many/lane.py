"""Many messages at once on this machine: door.Lane, which is C's but for what is timed and who judges answers."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from hashcop.data.lengths import Lengths, Schedule
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.door import Target, Variant
from hashcop.platforms.many.witness import Witnesses

MESSAGES = (1, 2, 4, 8, 16, 32, 64)
MOST = MESSAGES[-1]  # in races, and in the table that all others are held against
SHORT = (64, 576, 1536, 4096)
LONG = 25_600  # bytes, as of the study of 2010 (Bos and Stefan): messages that no longer show how they begin and end
WITHOUT_LONG = 32  # messages


def _table(messages: int) -> tuple[Schedule, tuple[int, ...]]:
    """Calls are long: so fewer of them come before the first timing than of a single message."""
    schedule = Schedule(processes=15, warmup=1, timings=15, steps=1000, most=60, messages=messages)
    return schedule, SHORT if messages == WITHOUT_LONG else (*SHORT, LONG)


class ManyLane(CLane):
    """See door.Lane."""

    platform = "many"
    lengths = Lengths(
        table=_table(MOST)[1],
        coarse=(),
        full=(),
        trial=Schedule(processes=1, warmup=1, timings=15, steps=500, messages=MOST),
        for_table=_table(MOST)[0],
        others=tuple(_table(messages) for messages in MESSAGES[:-1]),
    )

    @cached_property
    def lender(self) -> CLane:
        """See door.Borrows: implementations of one message, which a loop makes many of."""
        return CLane(self.place, self.toolchain, self.sanitizers)

    def variants(self, effect: str, target: Target) -> Iterator[Variant]:
        """See door.Lane: those of C, with many messages."""
        for one in super().variants(effect, target):
            yield replace(one, schedule=replace(one.schedule, messages=MOST))

    def _witnesses(self) -> Witnesses:
        return Witnesses(self.lender, self.place)
