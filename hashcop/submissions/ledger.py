"""What is recorded of submissions: `submission` lines in the data of the machine, and those that wait to be written.

A refusal is told at once, while a run may hold the machine's data for minutes: then its line waits in a file.
"""

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from hashcop.data.keys import digest
from hashcop.data.lines import LineError, Lines, encode
from hashcop.data.records import REFUSED, Examined, Submission, kind_of
from hashcop.data.store import FILE, Store, StoreBusy
from hashcop.results.verdict import (
    DISPUTED,
    MARKED,
    NOT_BUILT,
    RIGHT,
    SKIPPED,
    UNCHECKED,
    WRONG,
)
from hashcop.submissions.quarantine import About, bounded, id_of

FINE = (RIGHT, MARKED)
_PENDING = "pending"
_LINES = Lines({kind_of(Submission): Submission})
_MARK = b'"submission"'
# An implementation is as good as on its best target, unless it is wrong on any; a submission as its worst one.
_OF_TARGETS = (WRONG, DISPUTED, MARKED, RIGHT, UNCHECKED, NOT_BUILT, SKIPPED)
_OF_IMPLEMENTATIONS = (WRONG, DISPUTED, NOT_BUILT, UNCHECKED, SKIPPED, MARKED, RIGHT)
_MOST = 64  # rows of implementations and targets in a line
_NAME = 200  # characters


def refused(
    name: str, sha256: str, by: str, note: str, reason: str, member: str, format: str = ""
) -> Submission:
    """The record of a submission that was refused. `sha256` is empty where it could not be read."""
    return _keyed(
        Submission(
            key="",
            id=id_of(sha256 or digest("refused", name, reason)),
            file=bounded(name, _NAME),
            sha256=sha256,
            format=format,
            by=bounded(by, _NAME),
            note=bounded(note),
            outcome=REFUSED,
            reason=bounded(reason),
            member=bounded(member, _NAME),
        )
    )


def examined(about: About, rows: Sequence[Examined], accepted: Sequence[str] = ()) -> Submission:
    """The record of a submission that was examined."""
    outcome = outcome_of(rows)
    inspected = about.inspected
    return _keyed(
        Submission(
            key="",
            id=id_of(inspected.file_sha256),
            file=bounded(about.file, _NAME),
            sha256=inspected.file_sha256,
            format=inspected.format,
            bytes=inspected.bytes,
            files=len(inspected.members),
            by=bounded(about.by, _NAME),
            note=bounded(about.note),
            outcome=outcome,
            reason=next((row.why for row in rows if row.verdict == outcome), ""),
            implementations=tuple(_bounded(row) for row in rows[:_MOST]),
            accepted=tuple(bounded(path, _NAME) for path in accepted),
        )
    )


def _bounded(row: Examined) -> Examined:
    named = (row.implementation, row.best)
    implementation, best = (bounded(name, _NAME) for name in named)
    return msgspec.structs.replace(
        row, implementation=implementation, best=best, why=bounded(row.why)
    )


def _keyed(record: Submission) -> Submission:
    fields = msgspec.to_builtins(record)
    told = sorted((name, str(value)) for name, value in fields.items() if name != "key")
    return msgspec.structs.replace(record, key=digest("submission", *told))


def outcome_of(rows: Sequence[Examined]) -> str:
    """The word for a whole submission."""
    found: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        found.setdefault((row.hash, row.implementation), set()).add(row.verdict)
    words = {_first(_OF_TARGETS, verdicts) for verdicts in found.values()}
    return _first(_OF_IMPLEMENTATIONS, words) if words else SKIPPED


def _first(order: Sequence[str], words: set[str]) -> str:
    return next((word for word in order if word in words), UNCHECKED)


def write(store: Store, records: Sequence[Submission]) -> None:
    """Record what is new: that of which the newest line of the same submission says something else."""
    newest = _newest([store.path])
    store.record([record for record in records if not _is_same(newest.get(record.id), record)])


def _is_same(known: Submission | None, record: Submission) -> bool:
    return known is not None and known.key == record.key


def try_write(directory: Path, machine: str, record: Submission) -> bool:
    """Record at once, or once the run that holds the data has ended; whether it was at once."""
    try:
        store = Store(directory, machine)
    except StoreBusy:
        _keep(directory, machine, record)
        return False
    try:
        take_in_pending(store)
        write(store, [record])
    finally:
        store.close()
    return True


def _keep(directory: Path, machine: str, record: Submission) -> None:
    place = directory / "submissions" / _PENDING
    place.mkdir(parents=True, exist_ok=True)
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    whole = place / f"{time.time_ns()}-{os.getpid()}.jsonl"
    draft = whole.with_suffix(".new")
    draft.write_bytes(encode(msgspec.structs.replace(record, time=now, machine=machine)))
    draft.rename(whole)


def take_in_pending(store: Store) -> None:
    """Record what waited for the data to be free."""
    for file in _pending(store.directory):
        write(store, list(_of_file(file)))
        file.unlink(missing_ok=True)


def _pending(directory: Path) -> list[Path]:
    return sorted((directory / "submissions" / _PENDING).glob("*.jsonl"))


def newest_of(directory: Path) -> dict[str, Submission]:
    """By id the newest record of each submission of a machine, also of those that wait; the newest last."""
    return _newest([directory / FILE, *_pending(directory)])


def _newest(files: Iterable[Path]) -> dict[str, Submission]:
    found: dict[str, Submission] = {}
    for file in files:
        for record in _of_file(file):
            found.pop(record.id, None)
            found[record.id] = record
    return found


def _of_file(file: Path) -> Iterator[Submission]:
    if not file.exists():
        return
    with file.open("rb") as lines:
        for line in lines:
            if _MARK in line[:64] and line.endswith(b"\n") and (record := _decoded(line)):
                yield record


def _decoded(line: bytes) -> Submission | None:
    try:
        found = _LINES.decode(line)
    except LineError:
        return None
    return found if isinstance(found, Submission) else None
