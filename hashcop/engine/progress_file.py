"""How far a run is, in a file beside the results: for other processes, such as `./do serve`."""

import contextlib
import os
import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from hashcop.machine import linux
from hashcop.machine.linux import HERE

NAME = "progress.json"  # in bench/
EVERY = 1.0  # seconds between two writes, at least
START = 19  # of the fields behind the name in /proc/PID/stat: when the process began, in ticks of the kernel's clock


class Progress(Struct, frozen=True, kw_only=True):
    """What a run says of itself.

    `pid` and `started` are its process and that process's start, in ticks of the kernel's clock: numbers of processes
    are given again. `begun` is UTC and `updated` in seconds since 1970. `stage` is the kind of unit being worked on,
    `doing` what is being done. `done` and `total` count units; `left` are the seconds that the rest should take.
    `failed` are the last problems, the newest last.
    """

    pid: int
    started: str
    begun: str
    updated: float
    stage: str
    doing: str
    done: int
    total: int
    left: float
    failed: tuple[str, ...] = ()


class ProgressFile:
    """Writes how far this run is, whole or not at all, and no more often than once in `EVERY` seconds.

    A run does not end because its progress can't be written: what is measured is more than what is said of it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._begun = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self._started = start_of(os.getpid())
        self._next = 0.0

    def write(
        self,
        stage: str,
        doing: str,
        *,
        done: int,
        total: int,
        left: float,
        failed: tuple[str, ...],
    ) -> None:
        """Write it, unless it was written a moment ago."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + EVERY
        progress = Progress(
            pid=os.getpid(),
            started=self._started,
            begun=self._begun,
            updated=time.time(),
            stage=stage,
            doing=doing,
            done=done,
            total=total,
            left=left,
            failed=failed,
        )
        temporary = self.path.with_name(f".{NAME}.{os.getpid()}")
        with contextlib.suppress(OSError):
            temporary.write_bytes(msgspec.json.encode(progress))
            temporary.replace(self.path)

    def remove(self) -> None:
        """At the end of the run; the file of another run on the same bench stays."""
        kept = _in_file(self.path)
        if kept is None or kept.pid == os.getpid():
            with contextlib.suppress(OSError):
                self.path.unlink()


def start_of(pid: int) -> str:
    """When a process began, in the kernel's words; empty if there is none of that number."""
    fields = linux.read(HERE, f"proc/{pid}/stat").rpartition(")")[2].split()
    return fields[START] if len(fields) > START else ""


def read(path: Path) -> Progress | None:
    """How far the run is that works on a bench; None if none does, or its process is dead."""
    kept = _in_file(path)
    if kept is None or not kept.started or start_of(kept.pid) != kept.started:
        return None
    return kept


def _in_file(path: Path) -> Progress | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Progress)
    except (OSError, ValueError):
        return None
