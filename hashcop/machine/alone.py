"""The lock of a machine, which a run holds while it times; other runs wait for it.

One file serves all users, checkouts and labs of a machine. Containers share it if they share its directory. A run that
can't open the file times without the lock.
"""

import contextlib
import os
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path

from hashcop.data.locks import try_lock
from hashcop.data.printable import printable

PLACES = (Path("/run/lock"), Path("/tmp"))
NAME = "hashcop.lock"
ELSEWHERE = "HASHCOP_LOCK"  # in the environment: another file
POLL = 0.5  # seconds
LONGEST = 100  # characters of who holds it


class Alone:
    """The lock. The end of the process releases it, too."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or _usual()
        self._held: int | None = None

    def take(self, say: Callable[[str], None]) -> None:
        """Wait for the lock; `say` is told which process holds it."""
        if self._held is not None:
            return
        descriptor = _opened(self.file)
        if descriptor is None:
            return
        told = ""
        while not try_lock(descriptor):
            holder = _read(descriptor)
            if holder != told:
                say(
                    f"waiting for another ./do that is timing on this machine: {holder or 'unknown'}"
                )
                told = holder
            time.sleep(POLL)
        self._held = descriptor
        words = f"process {os.getpid()}, {' '.join(['./do', *sys.argv[1:]])}"
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, words.encode(errors="replace")[:LONGEST], 0)

    def release(self) -> None:
        """Release the lock."""
        if self._held is not None:
            with contextlib.suppress(OSError):
                os.ftruncate(self._held, 0)
            os.close(self._held)
            self._held = None


def is_taken(file: Path | None = None) -> bool:
    """Whether a run on this machine holds the lock."""
    descriptor = _opened(file or _usual())
    if descriptor is None:
        return False
    try:
        return not try_lock(descriptor)
    finally:
        os.close(descriptor)


def _usual() -> Path:
    if ELSEWHERE in os.environ:
        return Path(os.environ[ELSEWHERE])
    return next((place for place in PLACES if os.access(place, os.W_OK)), PLACES[-1]) / NAME


def _opened(file: Path) -> int | None:
    """A descriptor of the file, which anybody may lock; None where there can be none."""
    flags = os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC
    # Linux may refuse O_CREAT for a file of somebody else's in a directory that all write to.
    for more in (0, os.O_CREAT | os.O_EXCL, 0):
        with contextlib.suppress(OSError):
            descriptor = os.open(file, flags | more, 0o666)
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                os.close(descriptor)
                return None
            if more:
                os.fchmod(descriptor, 0o666)
            return descriptor
    return None


def _read(descriptor: int) -> str:
    with contextlib.suppress(OSError):
        return printable(os.pread(descriptor, LONGEST, 0).decode(errors="replace"))
    return ""
