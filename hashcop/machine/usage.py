"""What the processes of a sandbox use together: memory, and room on the disk. Looked at while a command runs.

A short command is never looked at, which is what most are. The kernel limits what one process uses; a command that uses
too much with many processes or files is ended at the first look after it does.
"""

import contextlib
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISREG

FIRST = 0.25  # seconds until the first look, and between two of them
SHARE = 20  # looking takes at most one part in so many of the time
BLOCK = 512  # bytes: the unit of st_blocks
PAGE = os.sysconf("SC_PAGE_SIZE")


def processes_of(pid: int) -> Iterator[Path]:
    """Directories in /proc of a process and all that descend from it."""
    left = [pid]
    while left:
        place = Path("/proc", str(left.pop()))
        yield place
        with contextlib.suppress(OSError):
            for task in (place / "task").iterdir():
                left += map(int, (task / "children").read_text().split())


def _resident(process: Path) -> int:
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int((process / "statm").read_text().split()[1]) * PAGE
    return 0


def _proportional(process: Path) -> int:
    """Memory of a process, that which it shares with others divided among them."""
    with contextlib.suppress(OSError, ValueError):
        for line in (process / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    return _resident(process)


def memory_of(processes: Sequence[Path], most: int) -> int:
    """Bytes of memory that processes use; pages that they share are counted once if it would be more than `most`."""
    resident = sum(map(_resident, processes))
    return resident if resident <= most else sum(map(_proportional, processes))


def _ticks_of(process: Path, fields: slice) -> int:
    """Some of the times of a process, in ticks: those of /proc/<pid>/stat behind its name."""
    with contextlib.suppress(OSError, ValueError):
        return sum(map(int, (process / "stat").read_text().rpartition(") ")[2].split()[fields]))
    return 0


def processor_seconds(pid: int, *, of_ended: bool) -> float:
    """Seconds of processor time that a process and all that descend from it have used.

    `of_ended`: also those of their children that have ended.
    """
    fields = slice(11, 15) if of_ended else slice(11, 13)  # utime, stime, cutime, cstime
    ticks = sum(_ticks_of(process, fields) for process in processes_of(pid))
    return ticks / os.sysconf("SC_CLK_TCK")


def ended_for_memory() -> int:
    """How many processes the kernel has killed since memory ran out, of this machine or of a group; 0 if unknown."""
    with contextlib.suppress(OSError, ValueError):
        for line in Path("/proc/vmstat").read_text().splitlines():
            name, _, count = line.partition(" ")
            if name == "oom_kill":
                return int(count)
    return 0


def _below(place: str) -> Iterator[os.DirEntry[str]]:
    left = [place]
    while left:
        with contextlib.suppress(OSError), os.scandir(left.pop()) as entries:
            for entry in entries:
                yield entry
                if entry.is_dir(follow_symlinks=False):
                    left.append(entry.path)


def written_below(places: Sequence[Path], most_files: int) -> tuple[int, int]:
    """(bytes on the disk, number of files) below directories; it counts no more files than one above `most_files`."""
    size = count = 0
    seen: set[int] = set()
    for place in places:
        for entry in _below(str(place)):
            count += 1
            if count > most_files:
                return size, count
            with contextlib.suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                if status.st_nlink == 1 or status.st_ino not in seen:
                    size += status.st_blocks * BLOCK
                    seen.add(status.st_ino)
    return size, count


def removed_and_open(processes: Sequence[Path]) -> int:
    """Bytes on the disk of files without a name that processes still have open, or mapped."""
    files: dict[tuple[int, int], int] = {}
    for process in processes:
        for kind in ("fd", "map_files"):
            with contextlib.suppress(OSError):
                for link in (process / kind).iterdir():
                    with contextlib.suppress(OSError):
                        status = link.stat()
                        if S_ISREG(status.st_mode) and not status.st_nlink:
                            files[status.st_dev, status.st_ino] = status.st_blocks * BLOCK
    return sum(files.values())


def in_words(size: int) -> str:
    """A limit: 4 GiB, 512 MiB."""
    return f"{size >> 30} GiB" if size % (1 << 30) == 0 else f"{size >> 20} MiB"


@dataclass
class Watch:
    """Looks at a command: the process `pid`, what descends from it, and the directories it may write to.

    `memory` is None where the kernel limits the memory of all processes together.
    """

    pid: int
    places: Sequence[Path]
    memory: int | None
    written: int
    files: int
    due: float = field(default_factory=lambda: time.monotonic() + FIRST)

    def look(self) -> str:
        """What is used beyond a limit, in words; empty if nothing is."""
        begun = time.monotonic()
        found = self._memory() or self._written()
        now = time.monotonic()
        self.due = now + max(FIRST, SHARE * (now - begun))
        return found

    def _memory(self) -> str:
        if self.memory is None:
            return ""
        used = memory_of(list(processes_of(self.pid)), self.memory)
        return too_much_memory(self.memory) if used > self.memory else ""

    def _written(self) -> str:
        if not self.places:
            return ""
        size, count = written_below(self.places, self.files)
        if count > self.files:
            return f"made more than {self.files} files"
        size += removed_and_open(list(processes_of(self.pid)))
        return f"wrote more than {in_words(self.written)} together" if size > self.written else ""


def too_much_memory(most: int) -> str:
    """What is said of a command that used too much."""
    return f"used more than {in_words(most)} of memory together"
