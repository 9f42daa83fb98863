"""Whether pages are current: made from these data files, as they are now, by this code.

A run with nothing to do asks this, so nothing here imports what is slow to load.
"""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import hashcop.data
import hashcop.results
from hashcop.data import beside
from reports import vendored
from reports.folder import made_from

_ROOMS = (hashcop.data, hashcop.results)


def signers_of(out: Path) -> Path:
    """Where ssh's file of known signers is unless another one is named: beside the directory of pages."""
    return out.parent / beside.SIGNERS


def is_current(files: Iterable[Path], out: Path, *, in_ticks: bool = False) -> bool:
    """Whether `out` has pages that were made from exactly these data files, with these options.

    They are not if a data file is new, gone or changed (its size or its time of modification), if the code or the
    templates have changed, if data were signed or others are known as signers, or if the libraries of the scripts
    were installed or removed since.
    """
    try:
        return made_from(out) == digest(files, signers_of(out), in_ticks=in_ticks)
    except OSError:  # a data file is gone: whoever makes the pages says so
        return False


def digest(files: Iterable[Path], signers: Path | None = None, *, in_ticks: bool = False) -> str:
    """A hash over everything that pages depend on. Raises OSError for a data file that is not there."""
    options = f"in ticks: {in_ticks}, scripts: {bool(vendored.files())}\n"
    state = hashlib.sha256(options.encode())
    for path in sorted({path.resolve() for path in files}):
        found = path.stat()
        line = f"{path}\0{found.st_size}\0{found.st_mtime_ns}\n"
        state.update(line.encode(errors="surrogateescape"))
        state.update(repr(beside.stamp(path)[1:]).encode())
    if signers is not None:
        state.update(repr(beside.stamp_of_signers(signers)).encode(errors="surrogateescape"))
    state.update(code_digest().encode())
    return state.hexdigest()


@cache
def code_digest() -> str:
    """A hash over the code, templates and tables that pages are made with."""
    return _digest(_sources(Path(__file__).parent))


@cache
def reading_digest() -> str:
    """A hash over the code that makes summaries of data files."""
    return _digest(_sources(Path(__file__).parent / "kept"))


def _digest(paths: Iterable[Path]) -> str:
    state = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        state.update(f"{path.name}\0{len(content)}\n".encode() + content)
    return state.hexdigest()


def _sources(reports: Path) -> Iterator[Path]:
    """The files of the rooms that give data a meaning, and of one of ours."""
    rooms = [reports, *(Path(each) for room in _ROOMS for each in room.__path__)]
    for room in rooms:
        for path in sorted(room.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path
