"""Who says what the digests of many messages are: an implementation of one message in C, as for many messages in C."""

from dataclasses import replace
from typing import cast

from hashcop.platforms.device.target import Target
from hashcop.platforms.door import Group
from hashcop.platforms.many import witness


class Witnesses(witness.Witnesses):
    """See platforms.many.witness: `lane` is C's. May be asked by several threads at once."""

    def _of_one(self, group: Group) -> Group:
        beside = cast(Target, group.target).beside
        return replace(super()._of_one(group), target=beside)
