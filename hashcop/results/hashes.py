"""What people know about hash functions, and the words by which they look for them.

The facts are in hashes.toml, by the names of the directories below crypto_hash/. A name that no row has is a hash of
which nothing is known.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

TABLE = Path(__file__).with_suffix(".toml")
PARTING = str.maketrans("-_/", "   ")  # what parts the words of a name
TOGETHER = str.maketrans("", "", "-_/ ")
# Letters that Unicode does not take for another letter with a mark.
LETTERS = str.maketrans({"ø": "o", "ł": "l", "ı": "i"})


class HashFacts(Struct, frozen=True, kw_only=True):
    """What is known of a hash function; what is not known is empty or 0.

    `bits` are those of the output, and `block` the bytes that one call of the compression function or permutation
    takes. `padding` is the fewest bytes that are added to a message, None if that is not known; `leaf` the most bytes
    of a leaf of a tree. `families` are one word each. `related` has the names of its relations: "size" those of the
    same design with another size, "version" those of older, newer or otherwise tuned versions of the design.
    """

    name: str
    title: str
    names: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    bits: int = 0
    block: int = 0
    padding: int | None = None
    leaf: int = 0
    designers: tuple[str, ...] = ()
    year: int = 0
    security: str = ""
    related: dict[str, tuple[str, ...]] = {}

    @property
    def family(self) -> str:
        """The family that it belongs to first of all; empty if none is known."""
        return next(iter(self.families), "")

    @property
    def is_tree(self) -> bool:
        """Whether parts of a long message are hashed apart from each other. False where nothing is known."""
        return "tree" in self.groups


class _Hash(Struct, frozen=True):
    name: str
    title: str
    names: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    bits: int = 0
    block: int = 0
    padding: int | None = None
    leaf: int = 0
    year: int = 0
    security: str = ""


class _Design(Struct, frozen=True):
    name: str
    families: tuple[str, ...]
    hashes: tuple[_Hash, ...]
    designers: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    year: int = 0
    security: str = ""
    versions: tuple[str, ...] = ()


class _Table(Struct, frozen=True):
    groups: dict[str, str]
    design: tuple[_Design, ...]


@cache
def _table() -> _Table:
    return msgspec.toml.decode(TABLE.read_bytes(), type=_Table)


@cache
def _every() -> dict[str, HashFacts]:
    designs = {design.name: design for design in _table().design}
    return {
        row.name: _facts(row, design, [designs[name] for name in design.versions])
        for design in designs.values()
        for row in design.hashes
    }


def _facts(row: _Hash, design: _Design, versions: Iterable[_Design]) -> HashFacts:
    related = {
        "size": tuple(one.name for one in design.hashes if one is not row),
        "version": tuple(one.name for other in versions for one in _like(row, other)),
    }
    return HashFacts(
        name=row.name,
        title=row.title,
        names=row.names,
        families=design.families,
        groups=(*design.groups, *row.groups),
        bits=row.bits,
        block=row.block,
        padding=row.padding,
        leaf=row.leaf,
        designers=design.designers,
        year=row.year or design.year,
        security=row.security or design.security,
        related={how: names for how, names in related.items() if names},
    )


def _like(row: _Hash, other: _Design) -> tuple[_Hash, ...]:
    """The hashes of another version with as many bits, or all of them where none has."""
    same = tuple(one for one in other.hashes if one.bits == row.bits)
    return same or other.hashes


def known() -> tuple[str, ...]:
    """The names of all hashes of which something is known."""
    return tuple(_every())


def facts(name: str) -> HashFacts:
    """What is known of the hash of a directory's name."""
    return _every().get(name) or HashFacts(name=name, title=name)


@cache
def search_words(name: str) -> str:
    """What a search by substring should find a hash by: lower case words, parted by blanks.

    They are the hash's name, title, other names, families, groups in words, and bits ("256-bit", "256 bits"), each
    also without hyphens and without marks on letters. A word that another one contains is left out.
    """
    found = facts(name)
    own = [found.name, found.title, *found.names, *found.families]
    words = [form for one in own for form in _forms(one)]
    words += [_table().groups[group].lower() for group in found.groups]
    words += [f"{found.bits}-bit", f"{found.bits} bits"] if found.bits else []
    return " ".join(_without_contained(words))


def _forms(name: str) -> Iterator[str]:
    """The ways to write a name: as it is, in parts, and in one; each also with plain letters."""
    for written in dict.fromkeys((name.lower(), _plain(name.lower()))):
        yield written
        yield written.translate(PARTING)
        yield written.translate(TOGETHER)
        yield written.translate(PARTING).replace(" ", "_")


def _plain(text: str) -> str:
    """A text without marks on its letters."""
    parted = unicodedata.normalize("NFKD", text.translate(LETTERS))
    return "".join(letter for letter in parted if not unicodedata.combining(letter))


def _without_contained(phrases: Iterable[str]) -> list[str]:
    """Phrases, each once, without those that are part of another phrase."""
    every = list(dict.fromkeys(phrases))
    return [one for one in every if not any(one != other and one in other for other in every)]
