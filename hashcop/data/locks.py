"""Locks of files between processes (flock)."""

import fcntl
from typing import IO, Any


def try_lock(file: IO[Any] | int, *, shared: bool = False) -> bool:
    """Lock an open file or descriptor until it is closed, without waiting. Returns whether the lock was free."""
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
