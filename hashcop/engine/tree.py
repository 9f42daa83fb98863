"""The tree of what is measured: crypto_hash/<hash>/<implementation>/, as SUPERCOP lays it out."""

import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from hashcop.data.records import OPERATION
from hashcop.platforms.door import Need, Platform
from hashcop.platforms.implementation import HashFunction, Implementation
from hashcop.platforms.registry import platforms, usual

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


def _function(directory: Path, known: Sequence[Platform]) -> HashFunction:
    """The hash, or the primitive, of a directory below an operation's."""
    operation = directory.parent.name
    walk = _Walk(operation, directory.name, known)
    found = tuple(walk.implementations(directory, "", (directory.resolve(),)))
    return HashFunction(directory.name, directory, found, 0 if walk.left else MOST_DIRECTORIES)


def _of_one_message(tree: Path, name: str) -> HashFunction:
    """The hash that another operation is about."""
    directory = tree / OPERATION / name
    if not directory.is_dir():
        return HashFunction(name, directory, ())
    return _function(directory, _of(OPERATION, platforms()))


def _of(operation: str, known: Sequence[Platform]) -> list[Platform]:
    return [one for one in known if one.operation == operation]


def _walk(tree: Path, operation: str, known: Sequence[Platform]) -> Iterator[HashFunction]:
    root = tree / operation
    if not root.is_dir():
        raise FileNotFoundError(root)
    for directory in sorted(root.iterdir()):
        if not NAME.fullmatch(directory.name) or not directory.is_dir():
            continue
        found = _function(directory, _of(operation, known))
        if operation == OPERATION:
            yield found
        elif found.implementations:
            yield replace(found, one=_of_one_message(tree, directory.name))


def walk(tree: Path, known: Sequence[Platform] = ()) -> tuple[HashFunction, ...]:
    """The hash functions of a tree, by name. Raises FileNotFoundError for an operation without a directory.

    `known`: the platforms that may claim a directory; without any, the usual ones. A hash is there once for each of
    their operations.
    """
    known = known or usual()
    operations = sorted({one.operation for one in known})
    found = [one for operation in operations for one in _walk(tree, operation, known)]
    return tuple(sorted(found, key=lambda one: one.name))


def primitive(tree: Path, need: Need, known: Sequence[Platform] = ()) -> HashFunction | None:
    """The primitive of a subroutine with its implementations; None where the tree does not have it.

    Primitives are of the platforms that hash single messages.
    """
    directory = tree / need.operation / need.primitive
    every = {one.name: one for one in (*known, *platforms())}
    of_single = _of(OPERATION, list(every.values()))
    return _function(directory, of_single) if directory.is_dir() else None
