"""The directory of pages: written file by file, so that a reader never sees half a page.

Files belong to groups: those about all machines, and those of each machine. A group notes in .hashcop-pages/ which
files are its own and what each was made from, so a file whose data have not changed is not made again, and only files
that an earlier run wrote are ever removed. Groups may be written at the same time by several processes.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

_NOTES = ".hashcop-pages"
_WHOLE = "whole"  # the note of a run that came to its end
_DRAFT = "draft-"  # and the number of the process that writes it
BEFORE = ".hashcop-pages.json"  # the only note of the version whose pages had other addresses


class File(NamedTuple):
    """A file to be: where, a digest of all that it depends on, and how it is made."""

    name: str
    key: str
    make: Callable[[], bytes]


class Pages(Protocol):
    """What makes the files of a group: the name of the group, and a digest of all that its files depend on."""

    group: str
    key: str

    def files(self) -> Iterable[File]:
        """The files, in the order in which they are best made."""


def made_from(root: Path) -> str:
    """What the pages in a directory were made from, as given to `finish`.

    Empty if there are none, or if the last run did not come to its end.
    """
    found = _read(root / _NOTES / _WHOLE).get("made_from")
    return found if isinstance(found, str) and (root / "index.html").is_file() else ""


def begin(root: Path) -> None:
    """Say that the pages are not whole from now on, and remove what killed processes left."""
    (root / _NOTES).mkdir(parents=True, exist_ok=True)
    (root / _NOTES / _WHOLE).unlink(missing_ok=True)
    for draft in (root / _NOTES).glob(f"{_DRAFT}*"):
        if not _is_running(draft.name.removeprefix(_DRAFT)):
            draft.unlink(missing_ok=True)


def finish(root: Path, groups: Iterable[str], made_from: str) -> None:
    """Remove the files of groups that are no more, and note what all was made from."""
    wanted = {_note_of(group) for group in groups} | {_WHOLE}
    for note in sorted((root / _NOTES).iterdir()):
        if note.name not in wanted and not note.name.startswith(_DRAFT):
            for name in _names(_read(note)):
                _remove(root, name)
            note.unlink(missing_ok=True)
    _write_note(root / _NOTES / _WHOLE, {"made_from": made_from})


def older_files(root: Path) -> set[str]:
    """What a version of other addresses wrote here."""
    names = _read(root / BEFORE).get("files")
    return (
        {n for n in names if isinstance(n, str) and _stays_inside(n)}
        if isinstance(names, list)
        else set()
    )


def adopt(root: Path, group: str, files: Mapping[str, str]) -> None:
    """Make files that are there the files of a group, beside those that it has."""
    known = _read(root / _NOTES / _note_of(group)).get("files")
    held = known if isinstance(known, dict) else {}
    _write_note(root / _NOTES / _note_of(group), {"made_from": "", "files": {**held, **files}})


class Group:
    """The files of a group."""

    def __init__(self, root: Path, name: str) -> None:
        self._root = root
        self._note = root / _NOTES / _note_of(name)
        self._held = _read(self._note)

    @property
    def names(self) -> set[str]:
        """The files that it has."""
        return set(self._known())

    def is_made_from(self, key: str) -> bool:
        """Whether it was written to its end, from what this key digests, and all its files are there."""
        whole = self._held.get("made_from") == key
        return whole and all((self._root / name).is_file() for name in self._known())

    def write(self, files: Iterable[File], key: str) -> int:
        """Write the files that changed, remove those that are no more; returns how many were written.

        If it dies meanwhile, the next run knows all that was written.
        """
        every = list(files)
        known = self._known()
        # The keys of files that are about to change hold no more.
        begun = {one.name: one.key if known.get(one.name) == one.key else "" for one in every}
        self._remember({**known, **begun}, "")
        written = 0
        now: dict[str, str] = {}
        for one in every:
            if known.get(one.name) != one.key or not (self._root / one.name).is_file():
                written += put(self._root, one.name, one.make())
            now[one.name] = one.key
        for name in sorted(set(known) - set(now)):
            _remove(self._root, name)
        self._remember(now, key)
        return written

    def _known(self) -> dict[str, str]:
        files = self._held.get("files")
        if not isinstance(files, dict):
            return {}
        return {n: k for n, k in files.items() if isinstance(k, str) and _stays_inside(n)}

    def _remember(self, files: Mapping[str, str], made_from: str) -> None:
        _write_note(self._note, {"made_from": made_from, "files": dict(files)})


def put(root: Path, name: str, content: bytes) -> bool:
    """Put a file in place in one step, and say whether it changed."""
    path = root / name
    try:
        # Most files that changed have another size, and some are of 100 MB.
        if path.stat().st_size == len(content) and path.read_bytes() == content:
            return False
    except OSError:
        path.parent.mkdir(parents=True, exist_ok=True)
    _replace(root / _NOTES, path, content)
    return True


def _remove(root: Path, name: str) -> None:
    path = root / name
    path.unlink(missing_ok=True)
    for parent in path.parents:
        if parent == root or not parent.is_dir() or any(parent.iterdir()):
            return
        parent.rmdir()


def _note_of(group: str) -> str:
    return hashlib.sha256(group.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def _write_note(path: Path, note: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    _replace(path.parent, path, json.dumps(note, indent=0).encode())


def _replace(notes: Path, path: Path, content: bytes) -> None:
    """Put a file in place in one step. The draft is among the notes, where the next run finds it."""
    draft = notes / f"{_DRAFT}{os.getpid()}"
    try:
        draft.write_bytes(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _is_running(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except (ValueError, OverflowError, ProcessLookupError):
        return False
    except PermissionError:  # it is another user's
        pass
    return True


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _names(note: Mapping[str, Any]) -> set[str]:
    """The files that a note names, except those outside the directory."""
    files = note.get("files")
    return {n for n in files if _stays_inside(n)} if isinstance(files, dict) else set()


def _stays_inside(name: str) -> bool:
    path = Path(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts
