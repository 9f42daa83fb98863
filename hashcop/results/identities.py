"""Which machine a record is of: two machines may have the same name.

A `machine` record has the identity of its machine, and the records that follow it in a file are of that machine.
Data written before there were identities have none. Such data belong to the only identity that their file has for the
name, or else to the only one that all files together have; otherwise they are of a machine of their own.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from hashcop.data.records import Machine, Record

DIGITS = 6  # of an identity that a name shows, at least


class Owner(NamedTuple):
    """What a record's place tells of its machine. `file` numbers the file if the identity is unknown, else it is 0."""

    name: str
    identity: str
    file: int


class Identities:
    """Assigns records to machines while files are read, one file after the other."""

    def __init__(self) -> None:
        self._file = 0
        self._current: dict[str, Owner] = {}
        self._owners: dict[str, dict[int, set[str]]] = {}  # by name and file: the identities

    def open_file(self) -> None:
        """Begin a file: what the one before said of machines is no longer valid."""
        self._file += 1
        self._current = {}

    def owner(self, record: Record) -> Owner:
        """The owner of the next record of the file; two files name different owners if they know no identity."""
        name = record.machine
        if isinstance(record, Machine):
            owner = Owner(name, record.identity, 0 if record.identity else self._file)
        else:
            owner = self._current.get(name) or Owner(name, "", self._file)
        if self._current.get(name) != owner:
            self._current[name] = owner
            self._owners.setdefault(name, {}).setdefault(self._file, set()).add(owner.identity)
        return owner

    def resolve(self, owner: Owner) -> tuple[str, str]:
        """The name and identity of an owner's machine, now that all files are read; the identity may be empty."""
        if owner.identity:
            return owner.name, owner.identity
        by_file = self._owners[owner.name]
        for known in (by_file[owner.file], set().union(*by_file.values())):
            if len(found := known - {""}) == 1:
                return owner.name, next(iter(found))
        return owner.name, ""


def distinct_names(machines: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """For each (name, identity) a name that no other one has.

    A machine that shares its name gets the first digits of its identity: `vm (3f29ac)`.
    """
    every = sorted(set(machines))
    tally = Counter(name for name, _ in every)
    shared = {name for name in tally if tally[name] > 1}
    taken = {name for name, _ in every if name not in shared}
    found = {}
    for name, identity in every:
        if name in shared:
            found[name, identity] = _free_name(name, identity, taken)
            taken.add(found[name, identity])
        else:
            found[name, identity] = name
    return found


def _free_name(name: str, identity: str, taken: set[str]) -> str:
    """A name that is not taken: with as few digits as tell it apart."""
    if not identity and name not in taken:
        return name
    for digits in range(DIGITS, len(identity) + 1):
        if (found := f"{name} ({identity[:digits]})") not in taken:
            return found
    # Only if a machine has a name that looks like this, or an identity is too short.
    number = 1
    while (found := f"{name} ({identity or 'no identity'}, {number})") in taken:
        number += 1
    return found
