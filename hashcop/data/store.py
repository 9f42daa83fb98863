"""The data file of one machine, open for appending. No line of it is ever changed."""

import contextlib
import os
import time
from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from hashcop.data.files import DataError
from hashcop.data.lines import Implausible, LineError, Lines, Timed, encode
from hashcop.data.locks import try_lock
from hashcop.data.records import (
    BY_KIND,
    Build,
    Check,
    Conditions,
    Cycles,
    Keyed,
    Machine,
    Record,
    Search,
    Timings,
    Winner,
    kind_of,
)
from hashcop.data.repeats import Name, Named, Repeats, Slot, name_of, slot_of

FILE = "data.jsonl"
MOST_LENGTHS = 64  # of a table: a `timings` record with more is a curve
_OTHERS = (Cycles,)  # SUPERCOP's, and those of version 1: nothing of a store asks for them
_KNOWN = {kind: each for kind, each in BY_KIND.items() if each not in _OTHERS}
_LINES = Lines({**_KNOWN, kind_of(Timings): Timed})
_TIMINGS = Lines({kind_of(Timings): Timings})

T = TypeVar("T", bound=Keyed)


class StoreBusy(Exception):
    """Another run writes to the same data file."""


class NotRecorded(Exception):
    """Records can't be appended to the data file; says which and why. What was recorded before is still there."""


@contextlib.contextmanager
def unused(directory: Path) -> Iterator[bool]:
    """Whether no run writes to the data file of a directory. While the context lasts, no run begins to."""
    file = directory / FILE
    if not file.exists():
        yield True
        return
    with file.open("rb") as opened:
        yield try_lock(opened, shared=True)


class _At(NamedTuple):
    """Where a line is: its number from 1, and its first byte and length in bytes."""

    number: int
    offset: int
    size: int


class Store:
    """Appends to bench/<machine>/data.jsonl, and knows what is recorded there.

    `repaired` is the number of bytes of a torn last line that was put aside when the file was opened; `conditions` and
    `machine_record` are the newest records of their kinds. `implausible` names the lines that are left out, since their
    numbers can't be.
    """

    def __init__(self, directory: Path, machine: str) -> None:
        """Open the data file of `machine` in a directory, creating both. Raises StoreBusy and DataError."""
        self.directory = directory
        self.machine = machine
        self.path = directory / FILE
        directory.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("ab+")
        if not try_lock(self._file):
            self._file.close()
            raise StoreBusy(str(self.path))
        self.repaired = self._repair()
        self.conditions: Conditions | None = None
        self.machine_record: Machine | None = None
        self._records: dict[tuple[type[Record], str], Record] = {}
        self._timed: dict[str, set[int]] = {}
        self._tables: dict[tuple[str, int], _At] = {}
        self._curves: dict[str, _At] = {}
        self._newest_build: dict[Slot, str] = {}
        self._newest_line: dict[Name, tuple[str, bool]] = {}
        self._in_dispute: dict[tuple[Name, str], Check] = {}  # by machine code as well
        self._last_winner: dict[Name, Winner] = {}
        self._searched: dict[str, float] = {}
        self._repeats = Repeats()
        self._end = _At(0, 0, 0)  # the last line
        self.implausible: list[str] = []
        self._load()

    def _repair(self) -> int:
        """Put the torn end of the file aside, byte for byte, and cut it off."""
        size = self._file.seek(0, os.SEEK_END)
        tail = b""
        while size > 0 and b"\n" not in tail:
            step = min(1 << 16, size)
            size -= step
            self._file.seek(size)
            tail = self._file.read(step) + tail
        torn = tail[tail.rfind(b"\n") + 1 :]
        if torn:
            with (self.directory / "torn").open("ab") as aside:
                aside.write(torn + b"\n")
                aside.flush()
                os.fsync(aside.fileno())
            self._file.truncate(self._file.seek(0, os.SEEK_END) - len(torn))
            os.fsync(self._file.fileno())
        return len(torn)

    def _load(self) -> None:
        self._file.seek(0)
        for line in self._file:
            at = self._next(line)
            try:
                self._remember(_LINES.decode(line), at)
            except Implausible as error:
                self.implausible.append(f"{self.path}:{at.number}: {error}")
            except LineError as error:
                raise DataError(f"{self.path}:{at.number}: {error}") from None

    def _next(self, line: bytes) -> _At:
        """Where the line after the last one is, which becomes the last one."""
        last = self._end
        self._end = _At(last.number + 1, last.offset + last.size, len(line))
        return self._end

    def _remember(self, record: Any, at: _At) -> None:
        """Take in a record, or a `Timed`, that is in the file at this place; None is a line of another kind."""
        if isinstance(record, Timed | Timings):
            self._timed.setdefault(record.series, set()).update(record.bytes)
            if len(record.bytes) <= MOST_LENGTHS:
                self._tables.update({(record.series, length): at for length in record.bytes})
            else:
                self._curves[record.series] = at
        elif isinstance(record, Machine):
            self.machine_record = record
        elif isinstance(record, Conditions):
            self.conditions = record
        elif isinstance(record, Keyed) and not isinstance(record, _OTHERS):
            self._records[type(record), record.key] = record
            self._remember_newest(record)

    def _remember_newest(self, record: Keyed) -> None:
        if isinstance(record, Build):
            slot = slot_of(record)
            self._newest_build[slot] = record.key
            self._newest_line[slot[0]] = record.sources, bool(record.options)
            self._repeats.add(record)
        elif isinstance(record, Check):
            self._in_dispute.pop((name_of(record), record.object), None)
            if record.outcome == "disputed":
                self._in_dispute[name_of(record), record.object] = record
        elif isinstance(record, Winner):
            self._last_winner[name_of(record)] = record
        elif isinstance(record, Search):
            spent = self._searched.get(record.search, 0.0)
            self._searched[record.search] = max(spent, record.seconds)

    def find(self, kind: type[T], key: str) -> T | None:
        """The newest record of a kind and key, for the kinds `hash`, `build`, `check`, `trial`, `winner`, `search`,
        `effect`, `comparison`, `timecop`, `device` and `mix`.
        """
        found = self._records.get((kind, key))
        return found if isinstance(found, kind) else None

    def timed(self, series: str) -> Set[int]:
        """The lengths (bytes) that the `timings` records of a series have."""
        return self._timed.get(series, frozenset())

    def table(self, series: str, length: int) -> Timings | None:
        """The newest `timings` record of a series that has a length (bytes) and few others. Raises DataError.

        None for one whose numbers can't be, too.
        """
        return self._timings(self._tables.get((series, length)))

    def curve(self, series: str) -> Timings | None:
        """The newest `timings` record of a series that has many lengths. Raises DataError."""
        return self._timings(self._curves.get(series))

    def _timings(self, at: _At | None) -> Timings | None:
        if at is None:
            return None
        try:
            found = _TIMINGS.decode(os.pread(self._file.fileno(), at.size, at.offset))
        except Implausible:
            return None
        except LineError as error:
            raise DataError(f"{self.path}:{at.number}: {error}") from None
        return found if isinstance(found, Timings) else None

    def searched(self, search: str) -> float:
        """How many seconds were spent on a search, in all runs."""
        return self._searched.get(search, 0.0)

    def last_winner(self, about: Named) -> Winner | None:
        """The newest `winner` record of an implementation on a target, whatever its sources were."""
        return self._last_winner.get(name_of(about))

    def is_newest(self, build: Build) -> bool:
        """Whether a build is the newest of its implementation, target and option set, and counts.

        It does not count if the newest line of its implementation is of other sources, or is a skip.
        """
        slot = slot_of(build)
        if self._newest_build.get(slot) != build.key:
            return False
        return self._newest_line[slot[0]] == (build.sources, bool(build.options))

    @property
    def has_disputes(self) -> bool:
        """Whether the newest check of any machine code says that it is in dispute."""
        return bool(self._in_dispute)

    def in_dispute(self, about: Named, code: str) -> Check | None:
        """The newest check of machine code if it says that this is in dispute."""
        return self._in_dispute.get((name_of(about), code))

    def disputed(self, target: str, hash: str) -> list[Check]:
        """The checks by which machine code of a hash on a target disagrees with an implementation that they name."""
        return [
            check
            for check in self._in_dispute.values()
            if check.disagrees_with and (check.target, check.hash) == (target, hash)
        ]

    def record(self, records: Iterable[Record]) -> None:
        """Append records as one unit of work, which is on the disk on return.

        Each gets the time and the machine; a new `build` gets `same_as` and `said_as`. The caller leaves out what is
        recorded already: `find`, `timed` and `is_newest` tell. Raises NotRecorded if they can't be written, and
        ValueError for a record with a field of a wrong type; those before it are appended.
        """
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        lines: list[bytes] = []
        try:
            for record in records:
                if isinstance(record, Build) and self.find(Build, record.key) is None:
                    record = self._repeats.without(record)
                record = replace(record, time=now, machine=self.machine)
                lines.append(encode(record))
                self._remember(record, self._next(lines[-1]))
        finally:
            self._append(lines)

    def _append(self, lines: list[bytes]) -> None:
        """Write lines to the disk, all of them or none. Raises NotRecorded.

        Without Python's buffer: what it could not write it would try to write again later.
        """
        if not lines:
            return
        file, left = self._file.fileno(), b"".join(lines)
        before = os.fstat(file).st_size
        try:
            while left:
                left = left[os.write(file, left) :]
            os.fsync(file)
        except OSError as error:
            with contextlib.suppress(OSError):  # what is torn is put aside by the next run
                os.ftruncate(file, before)
            raise NotRecorded(f"{self.path}: {error.strerror or error}") from None

    def record_machine(self, machine: Machine) -> None:
        """Append a `machine` record if it differs from the newest one by more than what runs learn of its core."""
        newest = self.machine_record
        if newest is None or _as_described(newest) != _as_described(machine):
            self.record([machine])

    def close(self) -> None:
        """Release the file."""
        self._file.close()


def _as_described(machine: Machine) -> Machine:
    """A record without what was not found out when the machine was described.

    How wide its core is alone is learned from all timings, and never twice the same; each timing has its own.
    """
    counters = {name: replace(one, width=0.0) for name, one in machine.counter.items()}
    return replace(machine, time="", machine="", counter=counters)
