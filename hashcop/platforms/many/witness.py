"""Who says what the digests of many messages are: an implementation of one message, asked for one after the other."""

from collections.abc import Iterator
from dataclasses import replace

from hashcop.data.records import OPERATION
from hashcop.platforms.c import witness
from hashcop.platforms.c.fresh import Witness
from hashcop.platforms.door import Group, Lane, Place
from hashcop.platforms.implementation import HashFunction


class Witnesses(witness.Witnesses):
    """See platforms.c.witness: `lane` is that of one message. May be asked by several threads at once."""

    def __init__(self, lane: Lane, place: Place) -> None:
        """See platforms.c.witness."""
        super().__init__(lane, place)
        self._many: dict[Witness, Witness] = {}

    def every(self, group: Group) -> Iterator[Witness]:
        """See platforms.c.witness. What a program said of single messages is not its answer for many."""
        for found in super().every(self._of_one(group)):
            yield self._asked_for_many(found)

    def judges(self, group: Group) -> bool:
        """None of many messages judges another one."""
        return False

    def names(self, group: Group) -> list[str]:
        """See platforms.c.witness."""
        return super().names(self._of_one(group))

    def _asked_for_many(self, found: Witness) -> Witness:
        rest = found.program, found.path, found.seed, found.is_believed
        with self._lock:
            return self._many.setdefault(found, Witness(*rest))

    def _of_one(self, group: Group) -> Group:
        function = group.function.one or HashFunction(
            group.function.name, group.function.directory, ()
        )
        one = replace(group.implementation, operation=OPERATION, platform=self.lane.platform)
        return replace(group, lane=self.lane, function=function, implementation=one)
