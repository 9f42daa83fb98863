"""Disputes: implementations of a hash that give different digests, where nobody knows which of them is right.

One stranger's code is no judge of another's, and neither are two of it. So nothing of such a hash is timed on that
target until the dispute is settled: the operator names the reference, known answers show which one is wrong, or one of
the two goes.
"""

from dataclasses import dataclass

from hashcop.data.store import Store
from hashcop.platforms.door import Group
from hashcop.platforms.implementation import HashFunction

DISPUTED = "disputed"
Contest = tuple[str, str]


def contest_of(group: Group) -> Contest:
    """What a group competes in: the operation's hash on the target."""
    return group.target.name, f"{group.implementation.operation}/{group.function.name}"


@dataclass(frozen=True)
class Dispute:
    """`one` has other digests than `other`, both paths in the tree. `how`: what it did, in words."""

    one: str
    other: str
    how: str

    def reason(self, path: str) -> str:
        """What is said of an implementation of the hash, which may be on neither side."""
        return self.how if path == self.one else f"{self.one} {self.how}"

    def opponent(self, path: str) -> str:
        """The other side of the dispute; empty for what is on neither side."""
        return {self.one: self.other, self.other: self.one}.get(path, "")


class Disputes:
    """The disputes on this machine: those of this run, and recorded ones whose two sides are what they were."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._open: dict[Contest, Dispute | None] = {}

    def of(self, group: Group) -> Dispute | None:
        """The dispute that the hash of a group is in on its target."""
        contest = contest_of(group)
        if contest not in self._open:
            self._open[contest] = self._recorded(group)
        return self._open[contest]

    def add(self, group: Group, how: str, other: str) -> bool:
        """A build of a group has other digests than an implementation. Whether its hash was in no dispute before."""
        if self.of(group):
            return False
        self._open[contest_of(group)] = Dispute(group.implementation.path, other, how)
        return True

    @property
    def is_any_open(self) -> bool:
        """Whether any hash that was asked about is in dispute."""
        return any(self._open.values())

    def _recorded(self, group: Group) -> Dispute | None:
        for check in self.store.disputed(group.target.name, group.function.name):
            own, other = (
                f"{check.operation}/{check.hash}/{check.implementation}",
                check.disagrees_with,
            )
            if check.sides == _sides(group.function, own, other):
                how = check.reason.removeprefix(f"{other} ")
                return Dispute(own, other, how) if how == check.reason else Dispute(other, own, how)
        return None


def sides_of(group: Group, other: str) -> tuple[str, ...]:
    """The field `sides` of the check of a build that disagrees with an implementation; none where there is no other."""
    return _sides(group.function, group.implementation.path, other) if other else ()


def _sides(function: HashFunction, *paths: str) -> tuple[str, ...]:
    """Hashes of the files of implementations of a hash, which are paths in the tree; empty for what is not there.

    After these that of the implementation that is believed, if there is any: naming another one settles a dispute.
    """
    every = (*function.implementations, *(function.one.implementations if function.one else ()))
    known = {one.path: one for one in every}
    found = (*(known.get(path) for path in paths), *function.believed[:1])
    return tuple(one.digest() if one and not one.problem else "" for one in found)
