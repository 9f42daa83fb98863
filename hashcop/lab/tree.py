"""Copying the tree to a machine: a list of names with digests, and the contents that the machine lacks.

Generated files are neither copied nor overwritten.
"""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Literal

from msgspec import Struct

from hashcop.data.keys import digest

# Made in a checkout, or about it: nothing of these goes anywhere, and nothing that comes goes there.
LEFT_OUT = ("bench", ".git", ".venv", ".venv.lock", "node_modules", "lab.toml", ".lab")
CACHES = ("__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache")
LARGEST = 32 << 20  # bytes of a file
LIST = ".lab/tree"  # what was put there, so that what goes away at home goes away here

Fetch = Callable[[str], bytes]


class Entry(Struct, frozen=True, order=True):
    """A file or a link. `digest`: the SHA-256 of a file's content in hex, or where a link points."""

    path: str
    digest: str
    kind: Literal["file", "program", "link"] = "file"


class TreeError(Exception):
    """A tree can't be sent or put in place. The message has the reason."""


def listed(root: Path) -> tuple[Entry, ...]:
    """What a checkout has, in the order of names. Raises TreeError for a file that is too large."""
    return tuple(sorted(_listed(root, root)))


def _listed(root: Path, directory: Path) -> Iterator[Entry]:
    for one in os.scandir(directory):
        path = Path(one.path)
        name = path.relative_to(root).as_posix()
        if one.name in CACHES or name in LEFT_OUT:
            continue
        if one.is_symlink():
            yield Entry(name, str(path.readlink()), "link")
        elif one.is_dir():
            yield from _listed(root, path)
        elif one.is_file():
            if one.stat().st_size > LARGEST:
                raise TreeError(f"{name} has over {LARGEST >> 20} MiB")
            kind: Literal["file", "program"] = "program" if os.access(path, os.X_OK) else "file"
            yield Entry(name, hashlib.sha256(path.read_bytes()).hexdigest(), kind)


def digest_of(entries: Iterable[Entry]) -> str:
    """The digest of a tree."""
    return digest("tree", *((one.path, one.digest, one.kind) for one in sorted(entries)))


def content(root: Path, entry: Entry) -> bytes:
    """The content of a file of a list. Raises TreeError where it is another one by now."""
    try:
        found = (root / entry.path).read_bytes()
    except OSError as error:
        raise TreeError(f"{entry.path}: {error.strerror}") from None
    if hashlib.sha256(found).hexdigest() != entry.digest:
        raise TreeError(f"{entry.path} has changed since the tree was listed")
    return found


def put(entries: Iterable[Entry], root: Path, fetch: Fetch) -> int:
    """Make a checkout have what a list says; `fetch` gets contents by digest. Returns how many were fetched.

    Whatever moment it is killed at, the next call completes it. Files that an earlier list had and this one has not are
    removed. Raises TreeError.
    """
    wanted = {one.path: one for one in entries}
    for path in wanted:
        _allowed(path)
    before = _kept(root)
    # Both lists, until all is done: what this one brought goes with the next one, too.
    _keep(root, before | set(wanted))
    for path in sorted(before - set(wanted), reverse=True):
        _remove(root, path)
    fetched = 0
    for one in sorted(wanted.values()):
        if not _is_there(root, one):
            fetched += one.kind != "link"
            _write(root, one, fetch)
    _keep(root, set(wanted))
    return fetched


def _allowed(path: str) -> None:
    parts = PurePosixPath(path).parts
    is_plain = path and "\0" not in path and str(PurePosixPath(*parts)) == path
    if not is_plain or path.startswith("/") or ".." in parts or parts[0] in LEFT_OUT:
        raise TreeError(f"{path!r} is no place for a file of the tree")


def _is_there(root: Path, one: Entry) -> bool:
    path = root / one.path
    if one.kind == "link":
        return path.is_symlink() and str(path.readlink()) == one.digest
    if path.is_symlink() or not path.is_file():
        return False
    is_program = os.access(path, os.X_OK)
    if is_program != (one.kind == "program"):
        return False
    return hashlib.sha256(path.read_bytes()).hexdigest() == one.digest


def _write(root: Path, one: Entry, fetch: Fetch) -> None:
    path = root / one.path
    for parent in reversed(path.relative_to(root).parents):
        above = root / parent
        if above != root and (above.is_symlink() or (above.exists() and not above.is_dir())):
            above.unlink()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    draft = path.with_name(f".{path.name[:100]}.draft")
    draft.unlink(missing_ok=True)
    if one.kind == "link":
        draft.symlink_to(one.digest)
    else:
        found = fetch(one.digest)
        if hashlib.sha256(found).hexdigest() != one.digest:
            raise TreeError(f"{one.path} came with another content than its digest says")
        draft.write_bytes(found)
        draft.chmod(0o755 if one.kind == "program" else 0o644)
    draft.replace(path)


def _remove(root: Path, path: str) -> None:
    try:
        (root / path).unlink(missing_ok=True)
    except (IsADirectoryError, NotADirectoryError, PermissionError):
        return  # something else is there by now
    for parent in PurePosixPath(path).parents:
        try:
            if str(parent) != ".":
                (root / parent).rmdir()
        except OSError:
            return


def _kept(root: Path) -> set[str]:
    try:
        return set((root / LIST).read_text().split("\0")) - {""}
    except FileNotFoundError:
        return set()


def _keep(root: Path, paths: set[str]) -> None:
    place = root / LIST
    place.parent.mkdir(exist_ok=True)
    draft = place.with_name("tree.draft")
    draft.write_text("\0".join(sorted(paths)))
    draft.replace(place)
