"""The directory of pages: written file by file so that a reader never sees half a page."""

import json
import os
from pathlib import Path

_MANIFEST = ".hashcop-pages.json"


class Folder:
    """Pages below one directory, and the memory of which files there are ours.

    Only files that an earlier run wrote and the present one does not are removed; what others put there stays.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._before = _remembered(root / _MANIFEST)
        self._now: set[str] = set()

    def open(self, names: set[str]) -> None:
        """Announce the files of this run, so that a run that dies leaves no file that no one knows."""
        self._root.mkdir(parents=True, exist_ok=True)
        self._now = set(names)
        self._remember(self._before | self._now)

    def read(self, name: str) -> bytes:
        """What the file holds; nothing where there is none."""
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

    def close(self) -> None:
        """Remove what earlier runs wrote and this one did not, with the directories that this empties."""
        for name in sorted(self._before - self._now):
            self._remove(self._root / name)
        self._remember(self._now)

    def _remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        for parent in path.parents:
            if parent == self._root or not parent.is_dir() or any(parent.iterdir()):
                return
            parent.rmdir()

    def _remember(self, names: set[str]) -> None:
        _replace(self._root / _MANIFEST, json.dumps(sorted(names), indent=0).encode())


def _replace(path: Path, content: bytes) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _remembered(manifest: Path) -> set[str]:
    """Names from the last run's manifest, none that leads out of the directory."""
    try:
        names = json.loads(manifest.read_bytes())
    except (OSError, ValueError):
        return set()
    if not isinstance(names, list):
        return set()
    return {name for name in names if isinstance(name, str) and _stays_inside(name)}


def _stays_inside(name: str) -> bool:
    path = Path(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts
