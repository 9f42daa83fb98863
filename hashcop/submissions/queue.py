"""Submissions wait for their turn: first come, first served; whoever died is passed over.

A ticket is a file, locked as long as its process lives. Its name is the time at which it was drawn, so that the order
of names is the order of coming.
"""

import contextlib
import fcntl
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from hashcop.data.locks import try_lock
from hashcop.data.printable import printable
from hashcop.submissions import messages

POLL = 0.2  # seconds
LONGEST = 80  # characters of a name


@contextlib.contextmanager
def turn(place: Path, name: str, say: Callable[[str], None]) -> Iterator[None]:
    """Wait until all that came before are done, or dead. `say` is told who they are whenever that changes."""
    place.mkdir(parents=True, exist_ok=True)
    path, ticket = _draw(place, name)
    try:
        told: list[str] = []
        while before := _before(place, path):
            if before != told:
                say(messages.waits_behind(before))
                told = before
            time.sleep(POLL)
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
        ticket.close()


@contextlib.contextmanager
def _alone(place: Path) -> Iterator[None]:
    """No ticket is drawn or removed meanwhile."""
    with (place / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _draw(place: Path, name: str) -> tuple[Path, IO[str]]:
    with _alone(place):
        # Later than every other, whatever became of the clock.
        last = max((int(one.name) for one in _tickets(place)), default=0)
        path = place / f"{max(time.time_ns(), last + 1):020}"
        ticket = path.open("x")
        fcntl.flock(ticket, fcntl.LOCK_EX)
        ticket.write(printable(name)[:LONGEST])
        ticket.flush()
    return path, ticket


def _tickets(place: Path) -> list[Path]:
    return sorted(one for one in place.iterdir() if one.name.isdecimal())


def _before(place: Path, mine: Path) -> list[str]:
    """The names on the living tickets before this one. Those of the dead are removed."""
    found: list[str] = []
    with _alone(place):
        for path in _tickets(place):
            if path.name < mine.name and (name := _living(path)) is not None:
                found.append(name)
    return found


def _living(path: Path) -> str | None:
    """The name on a ticket; None where its process is gone, and the ticket with it."""
    try:
        with path.open(encoding="utf-8", errors="replace") as ticket:
            if not try_lock(ticket, shared=True):
                return printable(ticket.read(LONGEST)) or path.name
        path.unlink()
    except OSError:
        return None
    return None
