"""A hash and its implementations as the tree has them, whatever language they are in.

What only one platform reads from a directory (the sizes in its api.h, say) is that platform's own business.
"""

import hashlib
import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from hashcop import ROOT
from hashcop.data.records import OPERATION

OURS = ROOT / OPERATION
CHECKSUM = re.compile(r"[0-9a-f]{64}")
KNOWN_ANSWER = re.compile(r"[0-9]{1,12}\t[0-9a-f]+")
LANES = re.compile(r"[1-9][0-9]{0,5}")
BOUND = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?) (.+)")
MOST_LINES, LONGEST_LINE = 40, 300  # of what is for people
NAME = re.compile(
    r"[A-Za-z0-9_][A-Za-z0-9_.+,-]*"
)  # of a directory on the way to an implementation
GOALS = ("goal-constbranch", "goal-constindex")
CONSTANT_TIME, NO_CLAIM = "constbranchindex", "timingleaks"


class TreeError(Exception):
    """A file of an implementation that can't be used, in words."""


@dataclass(frozen=True)
class Implementation:
    """A directory of sources for a hash, or for a subroutine. `name` is its path below the hash."""

    hash: str
    name: str
    directory: Path
    platform: str
    operation: str = OPERATION

    @property
    def path(self) -> str:
        """Where it is in its tree."""
        return f"{self.operation}/{self.hash}/{self.name}"

    @property
    def security(self) -> str:
        """What it claims about branches and addresses that depend on secret input."""
        claimed = all((self.directory / goal).exists() for goal in GOALS)
        return CONSTANT_TIME if claimed else NO_CLAIM

    @property
    def implementors(self) -> tuple[str, ...]:
        """Who wrote it, a line each, as far as it says."""
        return lines_of(self.directory / "implementors")

    @property
    def lanes(self) -> int:
        """How many messages it takes at once, as it says; 0 where it does not."""
        said = _text(self.directory / "lanes").strip()
        return int(said) if LANES.fullmatch(said) else 0

    def bound(self, processor: Collection[str]) -> float | None:
        """The cycles/byte of long messages that it can't be below on a processor, as it says; None where it does not.

        `processor`: names of its design and its maker. A line of the file has a bound and, separated by commas, names
        of those that it is for.
        """
        for line in lines_of(self.directory / "bound"):
            said = BOUND.fullmatch(line)
            if said and not {one.strip() for one in said[2].split(",")}.isdisjoint(processor):
                return float(said[1])
        return None

    def files(self) -> Iterator[tuple[str, Path]]:
        """(path within the implementation, file), links followed, in a fixed order.

        Raises TreeError for a file that can't be read, and for a link that leads neither into the implementation nor
        into the tree: a stranger's code has no business with what such a link shows.
        """
        own = self.directory.resolve()
        yield from _files(self.directory, "", (own,), (own, *self._operations()))

    def _operations(self) -> list[Path]:
        """The real crypto_* directories of the tree that it lies in: links among them are the tree's own."""
        above = self.directory.parents
        root = next((path for path in above if path.name == self.operation), None)
        return [path.resolve() for path in root.parent.glob("crypto_*")] if root else []

    @property
    def problem(self) -> str:
        """Why it can't be used: by its name or its files; empty where it can."""
        if not all(NAME.fullmatch(part) for part in self.name.split("/")):
            return "its name has characters other than letters, digits and _.+,-"
        try:
            for name, file in self.files():
                if not os.access(file, os.R_OK):
                    return f"{name} can't be read"
        except TreeError as error:
            return str(error)
        return ""

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """(path within the implementation, content) of its files, as `files` has them."""
        return ((name, file.read_bytes()) for name, file in self.files())

    def digest(self) -> str:
        """A hash of its files: names and contents."""
        return digest_of(self.contents())


@dataclass(frozen=True)
class HashFunction:
    """A hash function: a directory of implementations and of what is known about the function.

    Or a primitive of another operation, which implementations use as a subroutine. `one` is the same hash as the tree
    has it for one message: what is known about the function is there. `reference`: the implementation whose digests
    are right, as the operator says; None where the operator named none.
    """

    name: str
    directory: Path
    implementations: tuple[Implementation, ...]
    cut_at: int = 0  # directories, where links lead in circles; 0 where all were looked at
    one: "HashFunction | None" = None
    reference: Implementation | None = None

    @cached_property
    def ours(self) -> "HashFunction | None":
        """The hash of this repository that this one is: it lies there, or it has the same checksums."""
        if self.directory.parent == OURS:
            return self
        if self.directory.parent.name != OPERATION or not self.has_checksums:
            return None
        return _ours().get((self.checksum("small"), self.checksum("big")))

    @cached_property  # a part of the key of each check
    def believed(self) -> tuple[Implementation, ...]:
        """The implementations whose digests are taken for right, `ref` first; none where nobody vouches for one.

        Those of this repository, where it has the hash; else the operator's reference. Whatever else is in a tree was
        written by strangers, and one stranger's code is no judge of another's.
        """
        if self.one:
            return self.one.believed
        ours = self.ours
        if ours:
            own = ours.implementations or _implementations(ours.directory)
            inside = [one for one in own if one.directory.is_relative_to(ours.directory)]
            return tuple(sorted(inside, key=rank))
        return (self.reference,) if self.reference else ()

    @property
    def known(self) -> Path:
        """The directory of what is known about the function."""
        return self.one.directory if self.one else self.directory

    @property
    def problems(self) -> list[str]:
        """What is wrong with the directory, in words: its implementations are measured all the same."""
        said = []
        if self.cut_at:
            said.append(
                f"links lead in circles: only its first {self.cut_at} directories were looked at"
            )
        for which in ("small", "big"):
            if (self.directory / f"checksum{which}").exists() and self.checksum(which) is None:
                said.append(f"checksum{which} is not 64 hex digits, and not compared with")
        own = self.directory / "kat.tsv"
        if own.exists() and not _known_answers(own):
            said.append("kat.tsv has lines other than LENGTH<TAB>HEX, and is not compared with")
        return said

    @property
    def description(self) -> str:
        """What the function is, in a line; empty where the directory does not say."""
        return " ".join(lines_of(self.known / "description"))

    @property
    def designers(self) -> tuple[str, ...]:
        """Who designed it, a line each."""
        return lines_of(self.known / "designers")

    @property
    def has_checksums(self) -> bool:
        """Whether both checksums are known."""
        return None not in (self.checksum("small"), self.checksum("big"))

    def checksum(self, which: str) -> str | None:
        """The expected checksum, `small` or `big`, in hex; None where none is known."""
        words = _text(self.directory / f"checksum{which}").split()
        return words[0] if len(words) == 1 and CHECKSUM.fullmatch(words[0]) else None

    def known_answers(self) -> dict[int, str]:
        """Digests in hex of the message i mod 251, by length in bytes; empty where none are known.

        A hash of another tree that has the checksums of one of ours has its known answers too, and its own beside
        them: who sent a tree may have sent few.
        """
        if self.one:
            return self.one.known_answers()
        own, ours = _known_answers(self.directory / "kat.tsv"), self.ours
        return own | _known_answers(ours.directory / "kat.tsv") if ours else own


def rank(one: Implementation) -> tuple[bool, bool, str]:
    """The order in which implementations are asked what is right: the ones first that were written to be read."""
    return one.name != "ref", "ref" not in one.name, one.name


def _implementations(directory: Path) -> tuple[Implementation, ...]:
    """The implementations in C in a directory of this repository."""
    found = sorted(file.parent for file in directory.glob("*/api.h"))
    return tuple(Implementation(directory.name, one.name, one, "c") for one in found)


@cache
def _ours() -> dict[tuple[str | None, str | None], HashFunction]:
    """The hashes of this repository by their checksums, small and big."""
    here = (HashFunction(one.name, one, ()) for one in sorted(OURS.glob("*")))
    return {(one.checksum("small"), one.checksum("big")): one for one in here if one.has_checksums}


def _text(file: Path) -> str:
    """What a file holds; nothing where it is not there or can't be read."""
    try:
        return file.read_text(errors="replace")
    except OSError:
        return ""


def digest_of(contents: Iterable[tuple[str, bytes]]) -> str:
    """The digest of an implementation with these contents."""
    state = hashlib.sha256()
    for name, content in contents:
        state.update(f"{name}\0{len(content)}\0".encode(errors="surrogateescape"))
        state.update(content)
    return state.hexdigest()[:32]


def lines_of(file: Path) -> tuple[str, ...]:
    """The lines of a file that say something, in bounds."""
    lines = (" ".join(line.split())[:LONGEST_LINE] for line in _text(file).splitlines())
    return tuple(line for line in lines if line)[:MOST_LINES]


@cache
def _known_answers(file: Path) -> dict[int, str]:
    lines = _text(file).splitlines()
    if not all(KNOWN_ANSWER.fullmatch(line) for line in lines):
        return {}
    return {int(length): digest for length, digest in (line.split("\t") for line in lines)}


def _files(
    directory: Path, prefix: str, above: tuple[Path, ...], allowed: tuple[Path, ...]
) -> Iterator[tuple[str, Path]]:
    try:
        entries = sorted(os.scandir(directory), key=lambda entry: entry.name)
    except OSError:
        raise TreeError(f"{prefix or directory.name} can't be read") from None
    for entry in entries:
        path, is_link = directory / entry.name, entry.is_symlink()
        # For a path it is no error that a link leads in circles.
        kind = path if is_link else entry
        is_directory = kind.is_dir()
        if not is_directory and not kind.is_file():
            continue
        # What is no link is where its directory is.
        real = path.resolve() if is_link else above[-1] / entry.name
        if not any(real.is_relative_to(place) for place in allowed):
            raise TreeError(f"{prefix}{entry.name} is a link out of the tree")
        if not is_directory:
            yield prefix + entry.name, path
        elif real not in above:
            yield from _files(path, f"{prefix}{entry.name}/", (*above, real), allowed)
