"""How busy a machine is: the kernel's counters at two moments, and their difference."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hashcop.machine import linux
from hashcop.machine.linux import HERE
from hashcop.machine.processor import CPUS

_IDLE, _STOLEN = (3, 4), 7  # columns of a line of /proc/stat: idle and waiting for I/O; steal
_COLUMNS = 8  # later columns are counted among these already


@dataclass(frozen=True)
class Ticks:
    """How a logical processor has spent its time since the system started, in ticks of the kernel's clock."""

    busy: int
    stolen: int
    all: int


@dataclass(frozen=True)
class Snapshot:
    """The counters at a moment (seconds of the monotonic clock).

    `throttled` counts how often a processor was slowed down for its heat, and `swapped` counts pages. Both are None if
    the system does not count them.
    """

    moment: float
    processors: Mapping[int, Ticks]
    throttled: int | None
    swapped: int | None


def snapshot(root: Path = HERE, moment: float | None = None) -> Snapshot:
    """The counters now. `moment` is the time of a made-up root."""
    now = time.monotonic() if moment is None else moment
    return Snapshot(now, _processors(root), _throttled(root), _swapped(root))


def _processors(root: Path) -> dict[int, Ticks]:
    found = {}
    for line in linux.read(root, "proc/stat").splitlines():
        name, *words = line.split()
        number = name.removeprefix("cpu")
        if not number.isdecimal() or len(words) < _COLUMNS or name == number:
            continue
        ticks = [int(word) if word.isdecimal() else 0 for word in words[:_COLUMNS]]
        idle = sum(ticks[column] for column in _IDLE)
        whole = sum(ticks)
        found[int(number)] = Ticks(whole - idle - ticks[_STOLEN], ticks[_STOLEN], whole)
    return found


def _throttled(root: Path) -> int | None:
    files = sorted((root / CPUS).glob("cpu[0-9]*/thermal_throttle/*_throttle_count"))
    counts = (linux.number(root, str(file.relative_to(root))) for file in files)
    found = [count for count in counts if count is not None]
    return sum(found) if found else None


def _swapped(root: Path) -> int | None:
    rows = dict(line.partition(" ")[::2] for line in linux.read(root, "proc/vmstat").splitlines())
    counts = [rows.get(name, "") for name in ("pswpin", "pswpout")]
    return sum(map(int, counts)) if all(count.isdecimal() for count in counts) else None


@dataclass(frozen=True)
class Activity:
    """What happened in some seconds: the parts of the time (0 to 1) that each logical processor was `busy`, and that
    were `stolen` from all of them together; how often processors were throttled; pages swapped.

    `stolen`, `throttled` and `swapped` are None if the system does not count them.
    """

    seconds: float
    busy: Mapping[int, float]
    stolen: float | None
    throttled: int | None
    swapped: int | None

    @property
    def all_busy(self) -> float:
        """How many logical processors were busy, on average."""
        return sum(self.busy.values())


def between(before: Snapshot, after: Snapshot) -> Activity:
    """What happened from one moment to a later one."""
    passed = {
        n: Ticks(now.busy - was.busy, now.stolen - was.stolen, now.all - was.all)
        for n, now in after.processors.items()
        if (was := before.processors.get(n)) and now.all > was.all
    }
    whole = sum(ticks.all for ticks in passed.values())
    return Activity(
        after.moment - before.moment,
        {n: max(ticks.busy, 0) / ticks.all for n, ticks in passed.items()},
        sum(ticks.stolen for ticks in passed.values()) / whole if whole else None,
        _rise(before.throttled, after.throttled),
        _rise(before.swapped, after.swapped),
    )


def _rise(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else after - before


def stolen_since_start(now: Snapshot) -> float | None:
    """The part of all time since the system started that was stolen; None if the system does not count it."""
    whole = sum(ticks.all for ticks in now.processors.values())
    return sum(ticks.stolen for ticks in now.processors.values()) / whole if whole else None


def look(seconds: float, root: Path = HERE) -> tuple[Snapshot, Activity]:
    """Watch the machine for some seconds. Returns the counters at the end, and what happened."""
    before = snapshot(root)
    time.sleep(seconds)
    after = snapshot(root)
    return after, between(before, after)
