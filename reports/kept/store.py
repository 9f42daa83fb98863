"""The kept summaries of all data files: which are still true, and making those that are not.

A file is unchanged if its path, size, time of modification and inode are. Files that have data of one machine are read
together, so what is kept is kept of a set of files: mostly of a single one. Machines are read one set at a time, so
memory does not grow with them.

    .derived/CODE/SET/files.json   what it was made from, and the machines, by number
    .derived/CODE/SET/0/...        what is kept of the first machine (machine.py)

CODE is a digest of the code that reads data, so that another version makes its own.
"""

import hashlib
import json
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashcop.results.model import gather, summaries
from reports.currency import reading_digest
from reports.kept import machine
from reports.kept.machine import Head

Stamp = tuple[str, int, int, int]  # of a file: path, size, time of modification, inode
Map = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]
_FILES = "files.json"


@dataclass(frozen=True)
class Set:
    """What was made from a set of files. `names` are those that the data have for their machines."""

    stamps: tuple[Stamp, ...]
    names: tuple[str, ...]
    machines: int
    left_out: dict[str, int]


class Store:
    """Summaries below one directory. `in_ticks`: figures are of the counters' own ticks."""

    def __init__(self, root: Path, *, in_ticks: bool = False) -> None:
        self._all = root
        self._root = root / f"{reading_digest()[:16]}{'-ticks' if in_ticks else ''}"
        self._in_ticks = in_ticks

    def bring_up_to_date(self, files: Iterable[Path], run: Map = map) -> list[Head]:
        """Read what is new or changed, forget what is gone, and return the heads of all machines by name.

        `run` maps a function over sets of files, and may do several at once.
        Raises hashcop.data.files.DataError for files that can't be read as data, and OSError.
        """
        paths = sorted({path.resolve() for path in files})
        alone = [(path,) for path in paths]
        self._make([one for one in alone if not self._known(one)], run)
        sets = self._sets(paths)
        self._make([one for one in sets if not self._known(one)], run)
        self._forget({*sets, *alone})
        return sorted(self._heads(sets), key=lambda head: head.name)

    def left_out(self, files: Iterable[Path]) -> Counter[str]:
        """The lines of the files that no record is made of, by what they are, and how many."""
        total: Counter[str] = Counter()
        for path in {path.resolve() for path in files}:
            if found := self._known((path,)):
                total.update(found.left_out)
        return total

    def _make(self, sets: Sequence[Sequence[Path]], run: Map) -> None:
        for _ in run(self.make, sets):
            pass

    def _sets(self, paths: Sequence[Path]) -> list[tuple[Path, ...]]:
        """Files by the machines that they have data of: those that share a machine are one set."""
        owner: dict[str, int] = {}
        sets: dict[int, list[Path]] = {}
        for number, path in enumerate(paths):
            found = self._known((path,))
            stems = {name.split(" (")[0] for name in found.names} if found else set()
            joined = sorted({owner[stem] for stem in stems if stem in owner})
            home = joined[0] if joined else number
            mine = sets.setdefault(home, [])
            for other in joined[1:]:
                mine += sets.pop(other)
                owner |= {stem: home for stem, of in owner.items() if of == other}
            mine.append(path)
            owner |= dict.fromkeys(stems, home)
        return [tuple(sorted(some)) for some in sets.values()]

    def make(self, paths: Sequence[Path]) -> None:
        """Read the files of one set, and keep their summaries."""
        stamps = stamps_of(paths)  # before reading: a file that grows meanwhile is not known
        left_out: Counter[str] = Counter()
        gatherer = gather(paths, left_out, in_ticks=self._in_ticks)
        found = summaries(gatherer)
        names = sorted({name for name, _ in gatherer.by_machine()})

        def fill(draft: Path) -> None:
            for number, one in enumerate(found):
                (draft / str(number)).mkdir()
                machine.keep(one, draft / str(number), [str(path) for path in paths])

        self.put(Set(stamps, tuple(names), len(found), dict(left_out)), fill)

    def put(self, kept: Set, fill: Callable[[Path], None]) -> None:
        """Keep what `fill` writes into an empty directory: one directory for each machine, by number."""
        place = self._place([Path(path) for path, *_ in kept.stamps])
        draft = place.with_name(f".{place.name}.{os.getpid()}.new")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        try:
            fill(draft)
            (draft / _FILES).write_text(json.dumps(vars(kept)))
            shutil.rmtree(place, ignore_errors=True)
            draft.rename(place)
        finally:
            shutil.rmtree(draft, ignore_errors=True)

    def _known(self, paths: Sequence[Path]) -> Set | None:
        """What is kept of these files as they are now; None if nothing is."""
        try:
            found = json.loads((self._place(paths) / _FILES).read_text())
            stamps = tuple(tuple(stamp) for stamp in found["stamps"])
            if stamps != stamps_of(paths):
                return None
            return Set(stamps, tuple(found["names"]), found["machines"], found["left_out"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _heads(self, sets: Iterable[Sequence[Path]]) -> Iterator[Head]:
        for paths in sets:
            place, known = self._place(paths), self._known(paths)
            for number in range(known.machines if known else 0):
                yield machine.head(place / str(number))

    def _place(self, paths: Sequence[Path]) -> Path:
        state = hashlib.sha256("\0".join(map(str, paths)).encode(errors="surrogateescape"))
        return self._root / state.hexdigest()[:24]

    def _forget(self, sets: Iterable[Sequence[Path]]) -> None:
        """Remove what is kept of files that are no longer asked for, and what other versions kept."""
        wanted = {self._place(paths) for paths in sets}
        for path in self._root.glob("*"):
            if path not in wanted:
                shutil.rmtree(path, ignore_errors=True)
        for path in self._all.glob("*"):
            if path.name.split("-")[0] != self._root.name.split("-")[0]:
                shutil.rmtree(path, ignore_errors=True)


def stamps_of(paths: Iterable[Path]) -> tuple[Stamp, ...]:
    """What tells whether files have changed."""
    return tuple(map(_stamp, paths))


def _stamp(path: Path) -> Stamp:
    found = path.stat()
    return str(path), found.st_size, found.st_mtime_ns, found.st_ino
