"""Implementations of a hash without known checksums, compared with each other: which of them compute one function."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Opinion:
    """The digests of one checked build of an implementation.

    `checksums`: small and big, hex; `digests`: the beginning of the digest (hex) by message length (bytes, in decimal).
    """

    implementation: str
    checksums: tuple[str, str]
    digests: dict[str, str]


@dataclass(frozen=True)
class Camp:
    """Implementations that compute one function, and their checksums, small and big."""

    implementations: tuple[str, ...]
    checksums: tuple[str, str]


@dataclass(frozen=True)
class Agreement:
    """The camps, the largest first. `differ_at`: the shortest message (bytes) where two of them differ, if known."""

    camps: tuple[Camp, ...]
    differ_at: int | None

    @property
    def is_unanimous(self) -> bool:
        """Whether all compute one function."""
        return len(self.camps) == 1

    @property
    def words(self) -> str:
        """The agreement as a sentence without its full stop."""
        count = sum(len(camp.implementations) for camp in self.camps)
        if self.is_unanimous:
            alone = "one implementation, which nothing can be held against"
            return alone if count == 1 else f"all {count} implementations agree"
        named = " against ".join(", ".join(camp.implementations) for camp in self.camps)
        where = "" if self.differ_at is None else f", first for a message of {self.differ_at} bytes"
        return f"{len(self.camps)} different functions{where}: {named}"


def compare(opinions: Iterable[Opinion]) -> Agreement | None:
    """Which implementations agree; None for no opinions. An implementation whose builds differ is in several camps."""
    by_checksums: dict[tuple[str, str], list[Opinion]] = {}
    for opinion in opinions:
        by_checksums.setdefault(opinion.checksums, []).append(opinion)
    if not by_checksums:
        return None
    camps = [
        Camp(tuple(sorted({opinion.implementation for opinion in same})), checksums)
        for checksums, same in by_checksums.items()
    ]
    camps.sort(key=lambda camp: (-len(camp.implementations), camp.implementations))
    return Agreement(tuple(camps), _first_difference([same[0] for same in by_checksums.values()]))


def _first_difference(camps: Sequence[Opinion]) -> int | None:
    lengths = set.intersection(*(set(camp.digests) for camp in camps))
    different = [n for n in lengths if len({camp.digests[n] for camp in camps}) > 1]
    return min(map(int, different), default=None)
