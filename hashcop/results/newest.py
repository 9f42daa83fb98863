"""Of several records about one thing, the newest."""

from collections.abc import Iterator
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
Stamp = tuple[str, int]  # time of a record, and its number among all records that were read


class Newest(Generic[K, V]):
    """For each key the value of the newest record: the latest by time, and of one time the last one read.

    Keys stand in the order in which they first came.
    """

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[K, tuple[Stamp, V]] = {}

    def is_newest(self, key: K, stamp: Stamp) -> bool:
        """Whether no value of this key has a later stamp."""
        held = self._found.get(key)
        return held is None or held[0] <= stamp

    def put(self, key: K, stamp: Stamp, value: V) -> None:
        """Take in a value, unless there is a newer one."""
        if self.is_newest(key, stamp):
            self._found[key] = stamp, value

    def merge(self, other: "Newest[K, V]") -> None:
        """Take in all values of another collection."""
        for key, (stamp, value) in other._found.items():
            self.put(key, stamp, value)

    def get(self, key: K) -> V | None:
        """The newest value of a key."""
        held = self._found.get(key)
        return held[1] if held else None

    def latest(self) -> V:
        """The newest value of all. Raises ValueError if there is none."""
        return max(self._found.values(), key=lambda held: held[0])[1]

    def values(self) -> Iterator[V]:
        """The newest value of each key."""
        return (value for _, value in self._found.values())

    def items(self) -> Iterator[tuple[K, V]]:
        """Each key with its newest value."""
        return ((key, value) for key, (_, value) in self._found.items())

    def __contains__(self, key: K) -> bool:
        return key in self._found

    def __len__(self) -> int:
        return len(self._found)
