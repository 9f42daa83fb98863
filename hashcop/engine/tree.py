"""The tree of what is measured: crypto_hash/<hash>/<implementation>/, as SUPERCOP lays it out."""

import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from hashcop.data.records import OPERATION
from hashcop.platforms.door import Need, Platform
from hashcop.platforms.implementation import HashFunction, Implementation
from hashcop.platforms.registry import platforms

# Directories that link to each other make a walk endless. A release of SUPERCOP has 40 below its fullest hash.
MOST_DIRECTORIES = 5000
NAME = re.compile(r"[a-z0-9]+")


def _mode(path: Path) -> int:
    """What kind of file a path leads to; 0 where it leads nowhere, as a link to itself."""
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def _entries(directory: Path) -> tuple[frozenset[str], list[str]] | None:
    """(names of files, names of directories in order) in a directory; None where it can't be read."""
    try:
        modes = {entry.name: _mode(entry) for entry in directory.iterdir()}
    except PermissionError:
        return None
    files = frozenset(name for name, mode in modes.items() if stat.S_ISREG(mode))
    return files, sorted(name for name, mode in modes.items() if stat.S_ISDIR(mode))


class _Walk:
    """The directories of one hash."""

    def __init__(self, operation: str, hash_name: str, known: Sequence[Platform]) -> None:
        self.operation = operation
        self.hash_name = hash_name
        self.known = known
        self.left = MOST_DIRECTORIES

    def implementations(
        self, directory: Path, name: str, above: tuple[Path, ...]
    ) -> Iterator[Implementation]:
        """`above` holds the real paths on the way here, so that a loop of links ends."""
        if self.left == 0 or directory.stat().st_mode & stat.S_ISVTX:  # sticky: not to be measured
            return
        self.left -= 1
        found = _entries(directory)
        platform = self._platform(found[0] if found else None) if name else ""
        _, below = found or (frozenset(), [])
        if platform:
            yield Implementation(self.hash_name, name, directory, platform, self.operation)
        for entry_name in below:
            entry = directory / entry_name
            real = entry.resolve()
            if real not in above:
                path = f"{name}/{entry_name}" if name else entry_name
                yield from self.implementations(entry, path, (*above, real))

    def _platform(self, files: frozenset[str] | None) -> str:
        """The name of the platform that claims a directory with these files; empty where none does.

        What can't be read may be an implementation: the first platform takes it, and people are told why it is skipped.
        """
        if files is None:
            return self.known[0].name
        return next((one.name for one in self.known if one.claims(files)), "")


def _function(operation: str, directory: Path, known: Sequence[Platform]) -> HashFunction:
    walk = _Walk(operation, directory.name, known)
    found = tuple(walk.implementations(directory, "", (directory.resolve(),)))
    return HashFunction(directory.name, directory, found, 0 if walk.left else MOST_DIRECTORIES)


def walk(tree: Path, known: Sequence[Platform] = ()) -> tuple[HashFunction, ...]:
    """The hash functions under tree/crypto_hash, by name. Raises FileNotFoundError where it does not exist.

    `known`: the platforms that may claim a directory; without any, all that there are.
    """
    root = tree / OPERATION
    if not root.is_dir():
        raise FileNotFoundError(root)
    return tuple(
        _function(OPERATION, directory, known or platforms())
        for directory in sorted(root.iterdir())
        if NAME.fullmatch(directory.name) and directory.is_dir()
    )


def primitive(tree: Path, need: Need, known: Sequence[Platform] = ()) -> HashFunction | None:
    """The primitive of a subroutine with its implementations; None where the tree does not have it."""
    directory = tree / need.operation / need.primitive
    return (
        _function(need.operation, directory, known or platforms()) if directory.is_dir() else None
    )
