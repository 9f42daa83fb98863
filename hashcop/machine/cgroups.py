"""Control groups: the kernel's limits on all processes of a sandbox together, where this process may make groups.

Version 2 is used where a controller of memory and of processes may be had in a directory above our own group: as root,
or where systemd has delegated it to the user. Version 1 is used as root. Where neither works, hashcop/machine/usage.py
looks at the processes instead.

A group is made for each place (slot) of this process, used by one command after the other, and removed at the end.
"""

import atexit
import contextlib
import os
import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

OURS = re.compile(r"hashcop-(\d+)-\d+")
OWN_PROCESSES = 8  # bubblewrap's and the programs' that begin a command


@dataclass(frozen=True)
class Files:
    """Names of the files of a version: limits, and counts of what was refused because of them."""

    memory: tuple[str, ...]
    no_swap: tuple[str, ...]
    ended: tuple[
        str, str
    ]  # file, and the word before the number of processes that were killed for their memory
    version: str


V1 = Files(
    memory=("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"),
    no_swap=(),
    ended=("memory.oom_control", "oom_kill"),
    version="cgroup v1",
)
V2 = Files(
    memory=("memory.max",),
    no_swap=("memory.swap.max",),
    ended=("memory.events", "oom_kill"),
    version="cgroup v2",
)


def _number(file: Path, word: str) -> int:
    """The number behind a word in a file; 0 if it is not there."""
    try:
        for line in file.read_text().splitlines():
            name, _, value = line.partition(" ")
            if name == word:
                return int(value)
    except (OSError, ValueError):
        pass
    return 0


def _write(file: Path, text: str | int) -> bool:
    try:
        file.write_text(str(text))
    except OSError:
        return False
    return True


@dataclass(eq=False)
class Group:
    """A group of processes: a directory in each hierarchy. Its limits are set before each command."""

    memory: Path
    pids: Path
    files: Files
    _set: tuple[int, int] = (0, 0)
    _before: tuple[int, int] = (0, 0)

    @property
    def places(self) -> tuple[Path, ...]:
        """Its directories."""
        return tuple(dict.fromkeys((self.memory, self.pids)))

    @property
    def members(self) -> tuple[Path, ...]:
        """The files that a process writes to, to enter it."""
        return tuple(place / "cgroup.procs" for place in self.places)

    def make(self, memory: int, processes: int) -> bool:
        """Make it, or use it again, with these limits; whether that worked."""
        try:
            for place in self.places:
                place.mkdir(exist_ok=True)
        except OSError:
            return False
        if self._set != (memory, processes) and not self._limit(memory, processes):
            return False
        self._before = self._counts()
        return True

    def _limit(self, memory: int, processes: int) -> bool:
        first, *more = self.files.memory
        for name in more:  # memory and swap may not be below memory: first without limit
            _write(self.memory / name, -1)
        if not _write(self.memory / first, memory):
            return False
        for name in more:  # without swap the kernel has no such file
            _write(self.memory / name, memory)
        for name in self.files.no_swap:
            _write(self.memory / name, 0)
        _write(self.memory / "memory.oom.group", 1)
        if not _write(self.pids / "pids.max", processes + OWN_PROCESSES):
            return False
        self._set = (memory, processes)
        return True

    def _counts(self) -> tuple[int, int]:
        name, word = self.files.ended
        return _number(self.memory / name, word), _number(self.pids / "pids.events", "max")

    def memory_ended(self) -> bool:
        """Whether the kernel has killed a process of this command since all together used too much memory."""
        return self._counts()[0] > self._before[0]

    def processes_refused(self) -> bool:
        """Whether this command wanted more processes than it may have."""
        return self._counts()[1] > self._before[1]

    def remove(self) -> None:
        """Remove it, if it is empty."""
        for place in self.places:
            with contextlib.suppress(OSError):
                place.rmdir()


@dataclass(eq=False)
class Groups:
    """Where groups can be made: a directory in the hierarchy of memory, and of processes."""

    memory: Path
    pids: Path
    files: Files
    _made: dict[int, Group] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __str__(self) -> str:
        return self.files.version

    def group(self, slot: int) -> Group:
        """The group of a slot."""
        with self._lock:
            if not self._made:
                atexit.register(self.remove)
            if slot not in self._made:
                name = f"hashcop-{os.getpid()}-{slot}"
                self._made[slot] = Group(self.memory / name, self.pids / name, self.files)
            return self._made[slot]

    def remove(self) -> None:
        """Remove what was made."""
        for group in self._made.values():
            group.remove()

    def remove_old(self) -> None:
        """Remove the groups of processes that were killed."""
        for place in {self.memory, self.pids}:
            with contextlib.suppress(OSError):
                for path in list(place.iterdir()):
                    owner = OURS.fullmatch(path.name)
                    if owner and not Path("/proc", owner[1]).exists():
                        with contextlib.suppress(OSError):
                            path.rmdir()


def _mounts(root: Path) -> Iterator[tuple[Path, str, list[str]]]:
    """Where each hierarchy is mounted, its version, and its options, which name controllers."""
    with contextlib.suppress(OSError):
        for line in (root / "proc/self/mounts").read_text().splitlines():
            _, place, kind, options, *_ = line.split()
            if kind in ("cgroup", "cgroup2"):
                yield root / place.lstrip("/"), kind, options.split(",")


def _own(root: Path) -> dict[str, str]:
    """Controller -> the path of our own group; version 2 is the controller of no name."""
    found: dict[str, str] = {}
    with contextlib.suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, names, path = line.split(":", 2)
            found |= dict.fromkeys(names.split(","), path)
    return found


def _may_make(place: Path) -> bool:
    return os.access(place, os.W_OK | os.X_OK) and os.access(place / "cgroup.procs", os.W_OK)


def _version_1(root: Path) -> Groups | None:
    own = _own(root)
    found: dict[str, Path] = {}
    for place, kind, options in _mounts(root):
        for name in {"memory", "pids"} & set(options) if kind == "cgroup" else ():
            found[name] = place / own.get(name, "/").lstrip("/")
    if len(found) < 2 or not all(map(_may_make, found.values())):
        return None
    return Groups(found["memory"], found["pids"], V1)


def _version_2(root: Path) -> Groups | None:
    """Above our own group, since a group with processes of its own has no controllers for groups below it."""
    own = _own(root).get("")
    mount = next((place for place, kind, _ in _mounts(root) if kind == "cgroup2"), None)
    if own is None or mount is None:
        return None
    for place in (mount / own.lstrip("/")).parents:
        if not place.is_relative_to(mount):
            break
        try:
            controllers = (place / "cgroup.subtree_control").read_text().split()
        except OSError:
            continue
        if {"memory", "pids"} <= set(controllers) and _may_make(place):
            return Groups(place, place, V2)
    return None


def find(root: Path = Path("/")) -> Groups | None:
    """Where groups can be made here; None where that is nowhere."""
    found = _version_2(root) or _version_1(root)
    if found:
        found.remove_old()
    return found


def tried(groups: Groups | None, limits: tuple[int, int], slots: Sequence[int] = (0,)) -> bool:
    """Whether groups can really be made and limited."""
    return groups is not None and all(groups.group(slot).make(*limits) for slot in slots)
