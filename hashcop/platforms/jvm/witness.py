"""Who says what the digests of messages are: an implementation in C, which has a compiler and a process of its own."""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from hashcop.platforms.c import witness
from hashcop.platforms.c.fresh import Witness
from hashcop.platforms.door import Group
from hashcop.platforms.jvm.target import Target


class Witnesses(witness.Witnesses):
    """See platforms.c.witness: `lane` is C's. May be asked by several threads at once."""

    def every(self, group: Group) -> Iterator[Witness]:
        """See platforms.c.witness."""
        yield from super().every(self._of_c(group))

    def names(self, group: Group) -> list[str]:
        """See platforms.c.witness."""
        return super().names(self._of_c(group))

    def _of_c(self, group: Group) -> Group:
        implementation = replace(group.implementation, platform=self.lane.platform)
        beside = cast(Target, group.target).beside
        return replace(group, lane=self.lane, implementation=implementation, target=beside)
