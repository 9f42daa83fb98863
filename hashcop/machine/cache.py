"""The cache of a machine, for all checkouts and benches: where it is, what may be removed, and its limit.

It holds

    found/<platform>/                      what a platform found out about the machine
    quiet.json                             how quiet all cores were (quiet.py)
    paces.json                             how long the units of a run take (hashcop/engine/spent.py)
    programs/<directory>/<code>/           artifacts of builds; those with sanitizers are below sanitized/
    outcomes/<2 digits>/<rest of the key>  what came of a build or a check
    added       bytes, a number on each line: the size of programs and outcomes when last counted, and all additions
    limit       how large these may become, if the operator set a limit
    lock

Any number of runs use it at once. Each entry is named by a hash of all that it depends on, written under another name
and renamed, so that no run sees half of one, and an entry is replaced only by its equal. Only quiet.json and paces.json
change; they are replaced as a whole, and read once in a run.

A run holds `lock` shared from its beginning to its end. To remove entries, or to end what a killed run left behind, a
run must be alone: it tries for an exclusive lock without waiting, and if that fails leaves the work to the next run. So
no entry is removed while a run uses it, and a run waits for the lock only while another one is removing. On a file
system without locks nothing is ever removed.
"""

import contextlib
import errno
import fcntl
import os
import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hashcop.machine.sandbox import end_leftovers

LIMIT = 2 << 30
LEFT = 0.9  # of the limit: trimming goes down to this, so that it is not due again at once
DAY = 24 * 3600  # seconds: the precision of the time when an entry was last used
UNUSED = 60 * DAY  # after this, what was found out about an earlier state of the machine is removed
FOUND = "found"
PROGRAMS = ("programs", "sanitized")
ROOMS = (FOUND, *PROGRAMS, "outcomes", "added")
UNFINISHED = re.compile(r".+\.\d+")  # the name of an entry is NAME.PROCESS until it is whole
OURS = re.compile(rf"(quiet|paces)\.json.*|{UNFINISHED.pattern}")
TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# Made by Hashcop: ./do clean empties it.\n"


class CacheBusy(Exception):
    """Other runs use the cache, so that nothing may be removed."""


class CacheError(Exception):
    """The cache can't be written to; says why."""


@dataclass(frozen=True, order=True)
class _Entry:
    """A program or an outcome: when it was last used, its bytes on the disk, and its path."""

    used: float
    size: int
    path: Path


def places(name: str, bench: Path, named: Path | None = None) -> tuple[Path, ...]:
    """Where the cache of a machine may be, the best place first.

    `name` is unique for the machine and `bench` its directory for results. `named` is the directory that the user
    wants, and then the only one.
    """
    if named is not None:
        return (named.absolute() / name,)
    home = _home()
    return (*([home / "hashcop" / name] if home else []), bench / "cache")


def _home() -> Path | None:
    """The user's directory for caches, if it is the user's own and programs can run there."""
    named, home = (os.environ.get(word, "") for word in ("XDG_CACHE_HOME", "HOME"))
    if named.startswith("/"):
        return Path(named) if _is_usable(Path(named)) else None
    base = Path(home)
    if not home.startswith("/") or base == Path("/") or not base.is_dir():
        return None
    # With sudo HOME may be another user's, who could not remove files of root.
    own = base.stat().st_uid == os.geteuid()
    return base / ".cache" if own and _is_usable(base / ".cache") else None


def _is_usable(place: Path) -> bool:
    nearest = next(path for path in (place, *place.parents) if os.access(path, os.F_OK))
    may_write = nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)
    return may_write and not os.statvfs(nearest).f_flag & os.ST_NOEXEC


def use(path: Path) -> bool:
    """Whether an entry is there; if so, it counts as used today."""
    try:
        before = path.stat().st_mtime
    except OSError:
        return False
    if time.time() - before > DAY:
        with contextlib.suppress(OSError):
            os.utime(path)
    return True


def settle(file: Path, place: Path) -> None:
    """Move a file to its place in the cache, whole or not at all: its content is on the disk before its name is.

    The place becomes readable for the sandbox's user. Raises CacheError.
    """
    temporary = place.with_name(f"{place.name}-{file.parent.name}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.parent.chmod(0o755)
        _synchronize(file)
        try:
            file.replace(place)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            shutil.copy(file, temporary)
            _synchronize(temporary)
            temporary.replace(place)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise CacheError(f"{place}: {error.strerror or error}") from None


def _synchronize(file: Path) -> None:
    with file.open("rb") as whole:
        os.fsync(whole.fileno())


def _size(status: os.stat_result) -> int:
    return status.st_blocks * 512


def _whole_size(path: Path) -> int:
    """Bytes on the disk of a file, or of a directory with all below it."""
    try:
        below = list(path.iterdir()) if path.is_dir() and not path.is_symlink() else []
        return _size(path.lstat()) + sum(map(_whole_size, below))
    except OSError:
        return 0


def remove(path: Path) -> int:
    """Remove a file, or a directory with all in it. Returns how many bytes on the disk that freed."""
    size = _whole_size(path)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()
    return size - _whole_size(path)


class Cache:
    """The cache of a machine, in use until it is closed. `limit`: the bytes that programs and outcomes may take."""

    def __init__(self, directory: Path, limit: int | None = None) -> None:
        """Open the cache, or make it. A `limit` also holds for later runs. Raises OSError."""
        self.directory = directory
        directory.mkdir(parents=True, exist_ok=True)
        self._lock = (directory / "lock").open("a")
        self._is_due = limit is not None
        if self._alone():
            end_leftovers(directory, programs=True)
            self._remove_old()
        self._share()
        tag = directory / "CACHEDIR.TAG"  # backups pass over such a directory
        if not tag.is_file():
            tag.write_text(TAG)
        if limit is not None:
            self._write("limit", limit)
        self.limit = self._numbers("limit") or LIMIT

    def _alone(self) -> bool:
        """Take the lock exclusively; whether no other run uses the cache."""
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _share(self) -> None:
        with contextlib.suppress(OSError):  # no locks on this file system
            fcntl.flock(self._lock, fcntl.LOCK_SH)

    def _remove_old(self) -> None:
        """Remove unfinished entries of dead processes, and what was found out about a state of the machine long ago."""
        found = list((self.directory / FOUND).glob("*/*"))
        old = [path for path in found if time.time() - path.lstat().st_mtime > UNUSED]
        every = (*self.directory.iterdir(), *found)
        for path in (*old, *(path for path in every if UNFINISHED.fullmatch(path.name))):
            remove(path)

    def _numbers(self, name: str) -> int:
        """The sum of the numbers in a file; 0 if there are none."""
        try:
            words = (self.directory / name).read_text().split()
        except (OSError, ValueError):
            return 0
        return sum(int(word) for word in words if word.isdecimal())

    def _write(self, name: str, number: int) -> None:
        temporary = self.directory / f"{name}.{os.getpid()}"
        temporary.write_text(f"{number}\n")
        temporary.replace(self.directory / name)

    def add(self, *paths: Path) -> None:
        """Account for files that were added. This is written at once, so that additions of a killed run count too."""
        if not paths:
            return
        size = sum(map(_whole_size, paths))
        with contextlib.suppress(OSError), (self.directory / "added").open("a") as file:
            file.write(f"{size}\n")
        self._is_due = True

    def write(self, name: str, text: str) -> None:
        """Keep a small file, if it can be written."""
        place = self.directory / name
        temporary = place.with_name(f"{place.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            place.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(text)
            temporary.replace(place)
            self.add(place)

    def _entries(self) -> Iterator[_Entry]:
        for room in PROGRAMS:
            for directory in (self.directory / room).glob("*/*"):
                with contextlib.suppress(OSError):
                    file = directory / "program"
                    used = (file if file.exists() else directory).stat().st_mtime
                    yield _Entry(used, _whole_size(directory), directory)
        for file in (self.directory / "outcomes").glob("*/*"):
            with contextlib.suppress(OSError):
                status = file.stat()
                yield _Entry(status.st_mtime, _size(status), file)

    def size(self) -> int:
        """Bytes on the disk of the whole cache."""
        return _whole_size(self.directory)

    def _trim(self) -> None:
        """Remove the least recently used entries until the rest is below the limit."""
        entries = sorted(self._entries())
        total = sum(entry.size for entry in entries)
        most = self.limit if total <= self.limit else int(self.limit * LEFT)
        for entry in entries:
            if total <= most:
                break
            total -= remove(entry.path)
        self._write("added", total)

    def close(self) -> None:
        """Leave the cache. If it has grown beyond its limit and no other run uses it, it is trimmed."""
        if self._lock.closed:
            return
        if self._is_due and self._numbers("added") > self.limit and self._alone():
            self._trim()
        self._lock.close()

    def clean(self) -> tuple[int, list[Path]]:
        """Empty the cache. Returns how many bytes that freed, and the files left there since they are not ours.

        A limit that was set remains. Raises CacheBusy.
        """
        if not self._alone():
            self._share()
            raise CacheBusy(str(self.directory))
        every = sorted(self.directory.iterdir())
        ours = [path for path in every if path.name in ROOMS or OURS.fullmatch(path.name)]
        freed = sum(map(remove, ours))
        self._share()
        kept = {*ours, *(self.directory / name for name in ("lock", "limit", "CACHEDIR.TAG"))}
        return freed, [path for path in every if path not in kept]
