"""The directory of pages: written file by file, so that a reader never sees half a page."""

import json
import os
from pathlib import Path
from typing import Any

_MANIFEST = ".hashcop-pages.json"


def made_from(root: Path) -> str:
    """What the pages in a directory were made from, as given to `Folder.close`.

    Empty if there are none, or if the last run did not come to its end.
    """
    found = _manifest(root).get("made_from")
    return found if isinstance(found, str) and (root / "index.html").is_file() else ""


class Folder:
    """Pages below one directory; remembers which files there are ours.

    Only files that an earlier run wrote and the present one does not are removed. Files of others stay.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._before = _remembered(root)
        self._now: set[str] = set()

    def open(self, names: set[str]) -> None:
        """Announce the files of this run: if it dies, the next run knows all files that it wrote."""
        self._root.mkdir(parents=True, exist_ok=True)
        self._now = set(names)
        self._remember(self._before | self._now, "")

    def read(self, name: str) -> bytes:
        """What the file holds; nothing if it does not exist."""
        try:
            return (self._root / name).read_bytes()
        except OSError:
            return b""

    def write(self, name: str, content: bytes) -> bool:
        """Put a file in place in one step, and say whether it changed."""
        path = self._root / name
        if path.is_file() and self.read(name) == content:
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, content)
        return True

    def close(self, made_from: str) -> None:
        """Remove files that only earlier runs wrote, and empty directories; note what the pages are made from."""
        for name in sorted(self._before - self._now):
            self._remove(self._root / name)
        self._remember(self._now, made_from)

    def _remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        for parent in path.parents:
            if parent == self._root or not parent.is_dir() or any(parent.iterdir()):
                return
            parent.rmdir()

    def _remember(self, names: set[str], made_from: str) -> None:
        manifest = {"made_from": made_from, "files": sorted(names)}
        _replace(self._root / _MANIFEST, json.dumps(manifest, indent=0).encode())


def _replace(path: Path, content: bytes) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _manifest(root: Path) -> dict[str, Any]:
    try:
        found = json.loads((root / _MANIFEST).read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _remembered(root: Path) -> set[str]:
    """The files that the last run's manifest names, except those outside the directory."""
    names = _manifest(root).get("files")
    if not isinstance(names, list):
        return set()
    return {name for name in names if isinstance(name, str) and _stays_inside(name)}


def _stays_inside(name: str) -> bool:
    path = Path(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts
