"""What builds of one implementation have in common: written once, and referred to afterwards."""

from typing import Protocol

from msgspec.structs import replace

from hashcop.data.records import Build, Words


class Named(Protocol):
    """Whatever is about one implementation on one target, such as a `records.About`."""

    @property
    def platform(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def operation(self) -> str: ...
    @property
    def hash(self) -> str: ...
    @property
    def implementation(self) -> str: ...


Name = tuple[str, ...]  # of an implementation on a target, in full
Slot = tuple[Name, Words]  # an implementation on a target, with an option set


def name_of(about: Named) -> Name:
    """Which implementation something is about, and on which target."""
    return about.platform, about.target, about.operation, about.hash, about.implementation


def slot_of(build: Build) -> Slot:
    """Of the builds of one slot the newest counts."""
    return name_of(build), build.options


class Repeats:
    """The builds of a data file in the order in which they were recorded.

    An implementation may have over a thousand builds, and a compiler prints the same for most of them.
    """

    def __init__(self) -> None:
        self._first: dict[tuple[Name, str, str], Slot] = {}
        self._codes: dict[Slot, str] = {}
        self._said: dict[tuple[Name, str, Words], str] = {}

    def add(self, build: Build) -> None:
        """Take in a build that is recorded."""
        slot = slot_of(build)
        self._codes[slot] = build.object
        if build.object and self._with_code_of(build) is None:
            self._first[slot[0], build.sources, build.object] = slot
        if build.said:
            self._said.setdefault((slot[0], build.sources, build.said), build.key)

    def _with_code_of(self, build: Build) -> Slot | None:
        """The slot that had the machine code of a build first; None if a newer build there has other code."""
        first = self._first.get((name_of(build), build.sources, build.object))
        return first if first is not None and self._codes[first] == build.object else None

    def without(self, build: Build) -> Build:
        """A new build as it is to be recorded: with `same_as` and `said_as` if an earlier one has the same."""
        slot = slot_of(build)
        first = self._with_code_of(build)
        if first is not None and first != slot:
            build = replace(build, same_as=first[1])
        earlier = self._said.get((slot[0], build.sources, build.said))
        return replace(build, said=(), said_as=earlier) if earlier is not None else build
