"""The tree of what is measured: crypto_hash/<hash>/<implementation>/, as SUPERCOP lays it out."""

import hashlib
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hashcop import ROOT
from hashcop.platforms.c.operations import HASH, operations

OURS = ROOT / HASH
C_SUFFIXES = (".c", ".s", ".S")
CXX_SUFFIXES = (".cc", ".cpp")
CHECKSUM = re.compile(r"[0-9a-f]{64}")
KNOWN_ANSWER = re.compile(r"[0-9]{1,9}\t[0-9a-f]+")
# Directories that link to each other make a walk long beyond all measure. A release has 40 below its fullest hash.
MOST_DIRECTORIES = 5000
MOST_LINES, LONGEST_LINE = 40, 300  # of what is for people
GOALS = ("goal-constbranch", "goal-constindex")
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)
DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+CRYPTO_(\w+)", re.MULTILINE)
SUBROUTINE = re.compile(rf"({'|'.join(operations())})_([a-z0-9]+)(_publicinputs)?\.h")
VERSION = re.compile(r'^[ \t]*#[ \t]*define[ \t]+CRYPTO_VERSION[ \t]+"([^"\n]*)"', re.MULTILINE)


class TreeError(Exception):
    """A file of an implementation that can't be used, in words."""


@dataclass(frozen=True)
class Need:
    """A subroutine that an implementation includes. `is_public`: for inputs that are no secret."""

    operation: str
    primitive: str
    is_public: bool

    @property
    def header(self) -> str:
        """What it is included as."""
        return f"{self.operation}_{self.primitive}{'_publicinputs' if self.is_public else ''}.h"


@dataclass(frozen=True)
class Implementation:
    """A directory of sources for a hash, or for a subroutine. `name` is its path below the hash."""

    hash: str
    name: str
    directory: Path
    operation: str = HASH

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the files that are compiled, each on its own."""
        suffixes = C_SUFFIXES + CXX_SUFFIXES
        return tuple(
            sorted(e.name for e in self.directory.iterdir() if e.suffix in suffixes and e.is_file())
        )

    @property
    def is_cxx(self) -> bool:
        """Whether it is C++ as a whole, as one C++ file makes it."""
        return any(Path(name).suffix in CXX_SUFFIXES for name in self.sources)

    @property
    def architectures(self) -> frozenset[str] | None:
        """The ABIs that it is for; None where it does not say, which is all."""
        file = self.directory / "architectures"
        if not file.is_file():
            return None
        return frozenset(re.findall(r"\w+", file.read_text(errors="replace")))

    @property
    def features(self) -> frozenset[str]:
        """What the processor must be able to do, in the words of /proc/cpuinfo; empty where it does not say."""
        file = self.directory / "features"
        text = file.read_text(errors="replace") if file.is_file() else ""
        return frozenset(re.findall(r"\w+", text))

    @property
    def security(self) -> str:
        """What it claims about branches and addresses that depend on secret input."""
        claimed = all((self.directory / goal).exists() for goal in GOALS)
        return "constbranchindex" if claimed else "timingleaks"

    @property
    def implementors(self) -> tuple[str, ...]:
        """Who wrote it, a line each, as far as it says."""
        return _lines(self.directory / "implementors")

    @property
    def path(self) -> str:
        """Where it is in its tree."""
        return f"{self.operation}/{self.hash}/{self.name}"

    def unique_name(self, security: str) -> str:
        """The prefix of its names, so that several implementations can be linked together."""
        return re.sub(r"[/.-]", "_", self.path) + "_" + security

    @property
    def api(self) -> str:
        return (self.directory / "api.h").read_text(errors="replace")

    @property
    def missing_sizes(self) -> list[str]:
        """What its api.h does not define and has no other file define; each with CRYPTO_ in front."""
        api = self.api
        if INCLUDE.search(api.encode(errors="replace")):
            return []
        sizes = operations()[self.operation].sizes
        return [f"CRYPTO_{size}" for size in sizes if size not in DEFINED.findall(api)]

    @property
    def version(self) -> str | None:
        found = VERSION.search(self.api)
        return found.group(1) if found else None

    def files(self) -> Iterator[tuple[str, Path]]:
        """(path within the implementation, file), links followed, in a fixed order.

        Raises TreeError for a file that can't be read, and for a link that leads neither into the
        implementation nor into the tree: what it shows is none of a stranger's business.
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
        """Why its files can't be used; empty where they can."""
        try:
            for name, file in self.files():
                if not os.access(file, os.R_OK):
                    return f"{name} can't be read"
        except TreeError as error:
            return str(error)
        return ""

    def includes(self) -> frozenset[str]:
        """Everything that a file of it includes, as written."""
        names: set[str] = set()
        for _, file in self.files():
            names |= {name.decode(errors="replace") for name in INCLUDE.findall(file.read_bytes())}
        return frozenset(names)

    def needs(self) -> tuple[Need, ...]:
        """The subroutines that it includes, other than files of its own, in a fixed order."""
        own = f"{self.operation}_{self.hash}"
        needs = []
        for name in sorted(self.includes()):
            found = SUBROUTINE.fullmatch(name)
            if found and f"{found[1]}_{found[2]}" != own and not (self.directory / name).exists():
                needs.append(Need(found[1], found[2], bool(found[3])))
        return tuple(needs)

    def digest(self) -> str:
        """A hash of its files: names and contents."""
        state = hashlib.sha256()
        for name, file in self.files():
            content = file.read_bytes()
            state.update(f"{name}\0{len(content)}\0".encode(errors="surrogateescape"))
            state.update(content)
        return state.hexdigest()[:32]


@dataclass(frozen=True)
class HashFunction:
    """A hash function: a directory of implementations and of what is known about the function.

    Or a primitive of another operation, that implementations use as a subroutine.
    """

    name: str
    directory: Path
    implementations: tuple[Implementation, ...]
    is_cut: bool = False

    @property
    def problems(self) -> list[str]:
        """What is wrong with the directory, in words: its implementations are measured all the same."""
        said = []
        if self.is_cut:
            said.append(
                f"links lead in circles: only its first {MOST_DIRECTORIES} directories were looked at"
            )
        for which in ("small", "big"):
            if (self.directory / f"checksum{which}").exists() and self.checksum(which) is None:
                said.append(f"checksum{which} is not 64 hex digits, and not compared with")
        if (self.directory / "kat.tsv").exists() and not self.known_answers():
            said.append("kat.tsv has lines other than LENGTH<TAB>HEX, and is not compared with")
        return said

    @property
    def description(self) -> str:
        """What the function is, in a line; empty where the directory does not say."""
        return " ".join(_lines(self.directory / "description"))

    @property
    def designers(self) -> tuple[str, ...]:
        """Who designed it, a line each."""
        return _lines(self.directory / "designers")

    def checksum(self, which: str) -> str | None:
        """The expected checksum, `small` or `big`, in hex; None where none is known."""
        words = _text(self.directory / f"checksum{which}").split()
        return words[0] if len(words) == 1 and CHECKSUM.fullmatch(words[0]) else None

    def known_answers(self) -> dict[int, str]:
        """Digests in hex of the message i mod 251, by length in bytes; empty where none are known.

        A hash of another tree that has the checksums of one of ours has its known answers too.
        """
        own = self.directory / "kat.tsv"
        if own.exists():
            return _known_answers(own)
        ours = HashFunction(self.name, OURS / self.name, ())
        same = [self.checksum(which) == ours.checksum(which) for which in ("small", "big")]
        is_known = self.checksum("big") is not None
        return _known_answers(ours.directory / "kat.tsv") if is_known and all(same) else {}


def _text(file: Path) -> str:
    """What a file holds; nothing where it is not there or can't be read."""
    try:
        return file.read_text(errors="replace")
    except OSError:
        return ""


def _lines(file: Path) -> tuple[str, ...]:
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
        entries = sorted(directory.iterdir())
    except OSError:
        raise TreeError(f"{prefix or directory.name} can't be read") from None
    for entry in entries:
        is_directory = entry.is_dir()
        if not is_directory and not entry.is_file():
            continue
        real = entry.resolve()
        if not any(real.is_relative_to(place) for place in allowed):
            raise TreeError(f"{prefix}{entry.name} is a link out of the tree")
        if not is_directory:
            yield prefix + entry.name, entry
        elif real not in above:
            yield from _files(entry, f"{prefix}{entry.name}/", (*above, real), allowed)


def _is_sticky(directory: Path) -> bool:
    return bool(directory.stat().st_mode & stat.S_ISVTX)


class _Walk:
    """The directories of one hash."""

    def __init__(self, operation: str, hash_name: str) -> None:
        self.operation = operation
        self.hash_name = hash_name
        self.left = MOST_DIRECTORIES

    def implementations(
        self, directory: Path, name: str, above: tuple[Path, ...]
    ) -> Iterator[Implementation]:
        """`above` holds the real paths on the way here, so that a loop of links ends."""
        if self.left == 0 or _is_sticky(directory):
            return
        self.left -= 1
        if name and (directory / "api.h").is_file():
            yield Implementation(self.hash_name, name, directory, self.operation)
        # Path.is_dir() and not os.DirEntry's, which raises for a link to itself.
        try:
            below = sorted(entry.name for entry in directory.iterdir() if entry.is_dir())
        except PermissionError:
            below = []  # an implementation that lies in it can't be seen; one that has it is told so
        for entry_name in below:
            entry = directory / entry_name
            real = entry.resolve()
            if real not in above:
                path = f"{name}/{entry_name}" if name else entry_name
                yield from self.implementations(entry, path, (*above, real))


def _function(operation: str, directory: Path) -> HashFunction:
    walk = _Walk(operation, directory.name)
    found = tuple(walk.implementations(directory, "", (directory.resolve(),)))
    return HashFunction(directory.name, directory, found, walk.left == 0)


def walk(tree: Path) -> tuple[HashFunction, ...]:
    """The hash functions under tree/crypto_hash, by name. Raises FileNotFoundError where it does not exist."""
    root = tree / HASH
    if not root.is_dir():
        raise FileNotFoundError(root)
    return tuple(
        _function(HASH, directory)
        for directory in sorted(root.iterdir())
        if re.fullmatch(r"[a-z0-9]+", directory.name) and directory.is_dir()
    )


def primitive(tree: Path, need: Need) -> HashFunction | None:
    """The subroutine's primitive with its implementations; None where the tree does not have it."""
    directory = tree / need.operation / need.primitive
    return _function(need.operation, directory) if directory.is_dir() else None
