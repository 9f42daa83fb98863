"""The tree of what is measured: crypto_hash/<hash>/<implementation>/, as SUPERCOP lays it out."""

import hashlib
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

OPERATION = "crypto_hash"
C_SUFFIXES = (".c", ".s", ".S")
CXX_SUFFIXES = (".cc", ".cpp")
GOALS = ("goal-constbranch", "goal-constindex")
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)
OUTPUT_BYTES = re.compile(r"^[ \t]*#[ \t]*define[ \t]+CRYPTO_BYTES\b", re.MULTILINE)
VERSION = re.compile(r'^[ \t]*#[ \t]*define[ \t]+CRYPTO_VERSION[ \t]+"([^"\n]*)"', re.MULTILINE)


@dataclass(frozen=True)
class Implementation:
    """A directory of sources for a hash. `name` is its path below the hash."""

    hash: str
    name: str
    directory: Path

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
    def security(self) -> str:
        """What it claims about branches and addresses that depend on secret input."""
        claimed = all((self.directory / goal).exists() for goal in GOALS)
        return "constbranchindex" if claimed else "timingleaks"

    @property
    def unique_name(self) -> str:
        """The prefix of its names, so that several implementations can be linked together."""
        path = f"{OPERATION}/{self.hash}/{self.name}"
        return re.sub(r"[/.-]", "_", path) + "_" + self.security

    @property
    def api(self) -> str:
        return (self.directory / "api.h").read_text(errors="replace")

    @property
    def defines_output_bytes(self) -> bool:
        return OUTPUT_BYTES.search(self.api) is not None

    @property
    def version(self) -> str | None:
        found = VERSION.search(self.api)
        return found.group(1) if found else None

    def files(self) -> Iterator[tuple[str, Path]]:
        """(path within the implementation, file), links followed, in a fixed order."""
        yield from _files(self.directory, "", (self.directory.resolve(),))

    def includes(self) -> frozenset[str]:
        """Everything that a file of it includes, as written."""
        names: set[str] = set()
        for _, file in self.files():
            names |= {name.decode(errors="replace") for name in INCLUDE.findall(file.read_bytes())}
        return frozenset(names)

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
    """A hash function: a directory of implementations and of what is known about the function."""

    name: str
    directory: Path
    implementations: tuple[Implementation, ...]

    def checksum(self, which: str) -> str | None:
        """The expected checksum, `small` or `big`, in hex; None where none is known."""
        file = self.directory / f"checksum{which}"
        return file.read_text().strip() if file.is_file() else None

    def known_answers(self) -> dict[int, str]:
        """Digests in hex of the message i mod 251, by length in bytes; empty where none are known."""
        return _known_answers(self.directory / "kat.tsv")


@cache
def _known_answers(file: Path) -> dict[int, str]:
    if not file.is_file():
        return {}
    rows = (line.split("\t") for line in file.read_text().splitlines() if line)
    return {int(length): digest for length, digest in rows}


def _files(directory: Path, prefix: str, above: tuple[Path, ...]) -> Iterator[tuple[str, Path]]:
    for entry in sorted(directory.iterdir()):
        if entry.is_dir():
            real = entry.resolve()
            if real not in above:
                yield from _files(entry, f"{prefix}{entry.name}/", (*above, real))
        elif entry.is_file():
            yield prefix + entry.name, entry


def _is_sticky(directory: Path) -> bool:
    return bool(directory.stat().st_mode & stat.S_ISVTX)


def _implementations(
    hash_name: str, directory: Path, name: str, above: tuple[Path, ...]
) -> Iterator[Implementation]:
    """`above` holds the real paths on the way here, so that a loop of links ends."""
    if _is_sticky(directory):
        return
    if name and (directory / "api.h").is_file():
        yield Implementation(hash_name, name, directory)
    # Path.is_dir() and not os.DirEntry's, which raises for a link to itself.
    below = sorted(entry.name for entry in directory.iterdir() if entry.is_dir())
    for entry_name in below:
        entry = directory / entry_name
        real = entry.resolve()
        if real not in above:
            path = f"{name}/{entry_name}" if name else entry_name
            yield from _implementations(hash_name, entry, path, (*above, real))


def walk(tree: Path) -> tuple[HashFunction, ...]:
    """The hash functions under tree/crypto_hash, by name. Raises FileNotFoundError where it does not exist."""
    root = tree / OPERATION
    if not root.is_dir():
        raise FileNotFoundError(root)
    functions = []
    for directory in sorted(root.iterdir()):
        if re.fullmatch(r"[a-z0-9]+", directory.name) and directory.is_dir():
            found = tuple(_implementations(directory.name, directory, "", (directory.resolve(),)))
            functions.append(HashFunction(directory.name, directory, found))
    return tuple(functions)
