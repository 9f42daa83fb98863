"""The data file: facts in JSON Lines, appended and never changed. docs/data-format.md is its description."""

import contextlib
import fcntl
import gzip
import hashlib
import json
import os
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from statistics import median
from typing import Any, BinaryIO, cast

from hashcop.data import lengths
from hashcop.data.repeats import PLACE, Repeats
from hashcop.results import samples

FORMAT = 2
FILE = "data.jsonl"
_LARGE = 1 << 14  # bytes of a line: a table's are fewer
Fact = dict[str, Any]
# Begins the `object` of a build of which no one knows the machine code: no two are then the same.
UNKNOWN_OBJECT = "unknown-"


class DataError(Exception):
    """A data file that can't be read as what it claims to be."""


def read(path: Path, left_out: Counter[str] | None = None) -> Iterator[Fact]:
    """Yield the facts of one data file, ours or SUPERCOP's, plain or gzipped: what it holds tells which.

    Facts of ours come oldest first. `left_out` counts the lines of SUPERCOP's that no fact can be made of,
    by what they are.
    Raises DataError with the file and line for what is no fact, and for a file of a later format.
    A last line without its line end is what a dying machine leaves: it is not a fact, and not yielded.
    """
    # Here, since it makes facts, and so imports this module.
    from hashcop.data.supercop.reading import Reader

    others = Reader(path, Counter() if left_out is None else left_out)
    try:
        with _opened(path) as file:
            for number, line in enumerate(file, 1):
                if not line.lstrip(b" \t").startswith(b"{"):
                    yield from others.take(number, line)
                elif line.endswith(b"\n"):
                    yield _parse(path, number, line)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise DataError(f"{path}: can't be unpacked to its end: {error}") from None
    yield from others.end()


def is_ours(path: Path) -> bool:
    """Whether a data file is in our format, by its first line; an empty one is."""
    with _opened(path) as file:
        return file.readline(1 << 16).lstrip(b" \t")[:1] in (b"{", b"")


def _opened(path: Path) -> BinaryIO:
    """The file's content, whether it is gzipped or not."""
    with path.open("rb") as file:
        is_packed = file.read(2) == b"\x1f\x8b"
    return cast(BinaryIO, gzip.open(path)) if is_packed else path.open("rb")


def _parse(path: Path, number: int, line: bytes) -> Fact:
    try:
        fact = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path}:{number}: not JSON: {error}") from None
    if not isinstance(fact, dict) or not isinstance(fact.get("kind"), str):
        raise DataError(f"{path}:{number}: a fact is a JSON object with a kind")
    version = fact.get("format", 0) if fact["kind"] == "machine" else 0
    if not isinstance(version, int) or version > FORMAT:
        raise DataError(
            f"{path}:{number}: format version {version}, and this program reads up to {FORMAT}"
        )
    return fact


def digest(*parts: object) -> str:
    """A key: a hash over everything that a fact depends on."""
    # Names of files need not be text: what can't be decoded stands in them as lone surrogates.
    whole = "\0".join(map(str, parts)).encode(errors="surrogatepass")
    return hashlib.sha256(whole).hexdigest()[:24]


def _is_whole_timings(line: bytes) -> bool:
    return line.startswith(b'{"kind":"timings"') and line.endswith(b"]}\n")


def _head_of(line: bytes) -> Fact:
    """A `timings` line without what was timed, most of a file: that stands last."""
    return cast(Fact, json.loads(line[: line.index(b',"samples":[')] + b"}"))


class StoreBusy(Exception):
    """Another run writes to the same data file."""


@contextlib.contextmanager
def unused(directory: Path) -> Iterator[bool]:
    """Whether no run writes to the data file of a directory; meanwhile none begins to."""
    file = directory / FILE
    if not file.exists():
        yield True
        return
    with file.open("rb") as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


class Store:
    """The data file of one machine, open for appending; knows what is recorded.

    `repaired` is the number of bytes of a torn last line that was put aside when the file was opened.
    """

    def __init__(self, directory: Path, machine: str) -> None:
        """Open bench/<machine>/, creating it. Raises StoreBusy and DataError."""
        self.directory = directory
        self.machine = machine
        self.path = directory / FILE
        directory.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("ab+")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise StoreBusy(str(self.path)) from None
        self.repaired = self._repair()
        self._facts: dict[tuple[str, str], Fact] = {}
        self._timed: dict[str, set[int]] = {}
        self._tables: dict[str, Fact] = {}
        self._newest_build: dict[tuple[str, ...], str] = {}
        self._newest_line: dict[tuple[str, ...], tuple[str, bool]] = {}
        self._last_winner: dict[tuple[str, ...], Fact] = {}
        self._searched: dict[str, float] = {}
        self._repeats = Repeats()
        self._machine: Fact | None = None
        self.conditions: Fact | None = None  # the newest
        self._load()

    def _repair(self) -> int:
        """Put the torn end of a file aside, byte for byte, and cut it off."""
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
        for number, line in enumerate(self._file, 1):
            try:
                is_large = len(line) > _LARGE and _is_whole_timings(line)
                self._remember(_head_of(line) if is_large else _parse(self.path, number, line))
            except (KeyError, TypeError, ValueError) as error:
                raise DataError(f"{self.path}:{number}: not a fact: {error!r}") from None

    def _remember(self, fact: Fact) -> None:
        if fact["kind"] == "machine":
            self._machine = fact
        elif fact["kind"] == "conditions":
            self.conditions = fact
        elif fact["kind"] == "timings":
            self._timed.setdefault(fact["series"], set()).update(fact["bytes"])
            if lengths.RACE in fact["bytes"] and "samples" in fact:
                self._tables[fact["series"]] = fact
        elif fact["kind"] == "cycles":
            pass  # of earlier versions, and SUPERCOP's
        else:
            self._facts[fact["kind"], fact["key"]] = fact
        if fact["kind"] == "search":
            spent = self._searched.get(fact["search"], 0.0)
            self._searched[fact["search"]] = max(spent, fact["seconds"])
        if fact["kind"] == "winner":
            self._last_winner[_slot(fact)[:PLACE]] = fact
        if fact["kind"] == "build":
            slot = _slot(fact)
            self._newest_build[slot] = fact["key"]
            self._newest_line[slot[:PLACE]] = fact["sources"], bool(fact["options"])
            self._repeats.add(slot, fact)

    def find(self, kind: str, key: str) -> Fact | None:
        """The recorded fact of a kind (other than `timings`) and key."""
        return self._facts.get((kind, key))

    def timed(self, series: str) -> Set[int]:
        """The lengths (bytes) that `timings` facts of a series have."""
        return self._timed.get(series, frozenset())

    def race_median(self, series: str) -> float | None:
        """Median cycles of lengths.RACE bytes in a series; None where that is not recorded."""
        fact = self._tables.get(series)
        if fact is None:
            return None
        found = samples.together(samples.restore(one) for one in fact["samples"])
        return median(samples.undisturbed(found[lengths.RACE]))

    def searched(self, search: str) -> float:
        """How many seconds were spent on a search, in all runs."""
        return self._searched.get(search, 0.0)

    def last_winner(self, about: Fact) -> Fact | None:
        """The newest `winner` fact of an implementation on an ABI, whatever its sources were."""
        return self._last_winner.get(_slot({**about, "options": []})[:PLACE])

    def is_newest(self, build: Fact) -> bool:
        """Whether a `build` fact is the newest of its implementation, ABI and option set, and counts.

        It does not where the implementation's newest line is of other sources, or says that it is skipped.
        """
        slot = _slot(build)
        if self._newest_build.get(slot) != build["key"]:
            return False
        return self._newest_line[slot[:PLACE]] == (build["sources"], bool(build["options"]))

    def record(self, facts: Iterable[Fact]) -> None:
        """Append facts as one unit of work: written at once, and on the disk on return.

        Time and machine are added here, and in a new `build` what an earlier one has is referred to. What is recorded
        already is the caller's to leave out: `find`, `timed`, `is_newest`.
        """
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        lines = []
        for fact in facts:
            if fact["kind"] == "build" and ("build", fact["key"]) not in self._facts:
                fact = self._repeats.without(_slot(fact), fact)
            rest = {
                k: v
                for k, v in fact.items()
                if k not in ("kind", "time", "machine") and v is not None
            }
            fact = {"kind": fact["kind"], "time": now, "machine": self.machine, **rest}
            lines.append(json.dumps(fact, separators=(",", ":")))
            self._remember(fact)
        if not lines:
            return
        self._file.write(("\n".join(lines) + "\n").encode())
        self._file.flush()
        os.fsync(self._file.fileno())

    def record_machine(self, fact: Fact) -> None:
        """Append the `machine` fact where it differs from the newest one."""
        kept = {
            k: v for k, v in (self._machine or {}).items() if k not in ("kind", "time", "machine")
        }
        if kept != fact:
            self.record([{"kind": "machine", **fact}])

    def close(self) -> None:
        """Release the file."""
        self._file.close()


def _slot(fact: Fact) -> tuple[str, ...]:
    """Of which builds the newest counts: (ABI, hash, implementation, words of the option set ...)"""
    place = f"{fact.get('operation', '')}/{fact['hash']}"
    return (fact["abi"], place, fact["implementation"], *fact["options"])
