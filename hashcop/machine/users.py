"""Places (slots) for commands that run at the same time, and the user that each runs as if root starts it."""

import contextlib
import functools
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SLOTS = 64  # commands of one process that run at a time; more wait
PROCESSES = 1 << 22  # the kernel's limit on process numbers
# User numbers that systemd lists as unused by anybody: as many as all processes have slots.
FIRST = 0x70000000
# Where a container has fewer users, those that systemd gives to services for a while: some are the same for two
# processes.
FEW = (61184, 4336)


@functools.cache
def _is_mapped(user: int, table: Path) -> bool:
    """Whether a user or group is there in this user namespace."""
    try:
        rows = [list(map(int, line.split())) for line in table.read_text().splitlines()]
    except (OSError, ValueError):
        return False
    return any(inside <= user < inside + count for inside, _, count in rows)


def user_of(slot: int, process: int, proc: Path = Path("/proc/self")) -> int:
    """The number of the user, and of its group, that a command of root runs as. No two at a time have the same."""
    number = (process % PROCESSES) * SLOTS + slot
    last = FIRST + PROCESSES * SLOTS - 1
    if all(_is_mapped(last, proc / name) for name in ("uid_map", "gid_map")):
        return FIRST + number
    first, count = FEW
    return first + number % count


@dataclass
class Slots:
    """The slots of this process."""

    free: list[int] = field(default_factory=lambda: list(range(SLOTS - 1, -1, -1)))
    changed: threading.Condition = field(default_factory=threading.Condition)

    @contextlib.contextmanager
    def take(self) -> Iterator[int]:
        """The lowest that is free, until the end of the context."""
        with self.changed:
            self.changed.wait_for(lambda: self.free)
            slot = self.free.pop()
        try:
            yield slot
        finally:
            with self.changed:
                self.free.append(slot)
                self.free.sort(reverse=True)
                self.changed.notify()


def give(place: Path, user: int) -> None:
    """Make a user the owner of a directory and of all in it. Follows no links."""
    os.chown(place, user, user)
    for directory, directories, files in os.walk(place):
        for name in (*directories, *files):
            path = os.path.join(directory, name)  # noqa: PTH118
            if os.lstat(path).st_uid != user:
                os.chown(path, user, user, follow_symlinks=False)
