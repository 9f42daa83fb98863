"""Runs of C code in the sandbox, on a system that fails: for real where that is cheap, else by calls.c."""

import contextlib
import errno
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hashcop.machine.alone import ELSEWHERE
from tests.support import faults, processes, runs
from tests.support.faults import ROOT, Came, Fault, Verdict

DAY = 24 * 3600
SECONDS = 150  # of a run
MIB = 1 << 20
NOT_SEEN = "\nnothing of that name was seen"
Do = Callable[[], Came]


class Case(NamedTuple):
    """A fault: its name, and a run that has it."""

    name: str
    run: Do


class Real:
    """Runs on one implementation of a tree, with a cache that knows the machine already."""

    def __init__(self, place: Path, library: Path, refuse: Path) -> None:
        self.place = faults.emptied(place)
        self.library = library
        self.refuse = refuse
        shutil.copytree(
            ROOT / "tests" / "bad" / "crypto_hash" / "fnv1a64" / "ref", self._implementation
        )
        self.bench, self.cache, self.known = place / "bench", place / "cache", place / "known"
        self._fresh()
        first = self._run()
        assert first.status == 0, first.said
        self.expected = _essence(self._facts())
        shutil.copytree(self.cache, self.known)
        for room in ("programs", "outcomes", "added"):
            for found in self.known.glob(f"*/{room}"):
                shutil.rmtree(found) if found.is_dir() else found.unlink()

    @property
    def _implementation(self) -> Path:
        return self.place / "tree" / "crypto_hash" / "fnv1a64" / "ref"

    def _facts(self) -> faults.Facts:
        return faults.facts_of(faults.lines_in(self.bench))

    def _fresh(self) -> None:
        faults.emptied(self.bench)
        shutil.rmtree(self.cache, ignore_errors=True)
        shutil.copytree(self.known, self.cache) if self.known.exists() else self.cache.mkdir()

    def _words(self, *more: str) -> list[str]:
        """`./do run` on the tree, without pages unless `more` says otherwise."""
        words = ["--tree", self.place / "tree", "--bench", self.bench, "--cache", self.cache]
        words += ["--profile", "quick", "--abi", runs.native_abi(), "--exhaustive"]
        pages = [] if "--pages" in more else ["--no-pages"]
        return [
            sys.executable,
            "-P",
            "-m",
            "hashcop",
            "run",
            "--patience",
            "0",
            *map(str, words),
            *pages,
        ]

    def _begin(self, before: Sequence[str] = (), *more: str, **environment: str) -> Any:
        # Other runs on this machine may time something for minutes: these wait for none but their own.
        own = {ELSEWHERE: os.environ[ELSEWHERE], "PYTHONPATH": str(ROOT)}
        return subprocess.Popen(
            [*before, *self._words(*more)],
            cwd=ROOT,
            env=runs.ENVIRONMENT | own | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def _ended(self, process: Any) -> Came:
        try:
            said, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            said, _ = process.communicate()
            said += f"\nkilled after {SECONDS} seconds"
        return Came(process.returncode, said)

    def _run(self, before: Sequence[str] = (), *more: str, **environment: str) -> Came:
        return self._ended(self._begin(before, *more, **environment))

    def all(self, wanted: str) -> Iterator[tuple[str, Verdict]]:
        """Every fault in whose name `wanted` is, with what is wrong after it."""
        for case in (
            *self._refused(),
            *self._hidden(),
            *self._calls(),
            *self._full(),
            *self._killed(),
        ):
            if wanted in case.name:
                self._fresh()
                verdict = self._judged(case)
                if verdict is not None:
                    yield case.name, verdict

    def _judged(self, case: Case) -> Verdict | None:
        """What is wrong; None where nothing was there to be killed."""
        first = case.run()
        if NOT_SEEN in first.said:
            return None
        then = faults.lines_in(self.bench)
        last = self._run()
        after = faults.lines_in(self.bench)
        self._unmount()
        is_alike = _essence(faults.facts_of(after)) == self.expected
        return faults.judge(first, [], then, last, after, usual=0, is_alike=is_alike)

    def _case(
        self, name: str, before: Sequence[str | Path], *more: str, **environment: str
    ) -> Case:
        return Case(name, lambda: self._run(list(map(str, before)), *more, **environment))

    def _refused(self) -> Iterator[Case]:
        for what in ("seccomp", "namespaces"):
            yield self._case(f"{what} refused", [self.refuse, what])
        for count in (6, 12, 24):
            yield self._case(f"{count} open files", ["prlimit", f"--nofile={count}"])
        for size in (200, 300):
            yield self._case(f"{size} MiB of memory", ["prlimit", f"--as={size * MIB}"])

    def _hidden(self) -> Iterator[Case]:
        system = ["bwrap", "--dev-bind", "/", "/", "--cap-add", "ALL"]
        yield self._case("no sysfs", [*system, "--tmpfs", "/sys"])
        yield self._case("no cgroups", [*system, "--tmpfs", "/sys/fs/cgroup"])
        for file in ("cpuinfo", "stat", "meminfo"):
            yield self._case(
                f"empty /proc/{file}", [*system, "--ro-bind", "/dev/null", f"/proc/{file}"]
            )
        for place in (self.bench, self.cache):
            yield self._case(f"read-only {place.name}", [*system, "--ro-bind", place, place])
        shared = [*system, "--perms", "0000", "--tmpfs", "/dev/shm", "--remount-ro", "/dev/shm"]
        yield self._case("read-only /dev/shm, with pages", shared, "--pages")

    def _calls(self) -> Iterator[Case]:
        jumps = [Fault("wall", at, 0, days * DAY) for at in (30,) for days in (-400, 400)]
        jumps += [Fault("monotonic", at, 0, DAY) for at in (1, 500)]
        forks = [Fault("fork", at, times, errno.EAGAIN) for at in (1, 5, 9) for times in (0, 1)]
        pipes = [Fault("pipe", at, 0, errno.EMFILE) for at in (1, 10)]
        threads = [Fault("thread", at, 0, errno.EAGAIN) for at in (1, 3)]
        work = [Fault("write", at, 0, errno.ENOSPC, "/work/") for at in (1, 5)]
        cache = [
            Fault(call, 1, 0, errno.ENOSPC, "/cache/") for call in ("rename", "mkdir", "fsync")
        ]
        proc = [
            Fault("open", 1, 0, number, f"/{name}")
            for name in ("self/status", "children", "/stat")
            for number in (errno.ENOENT, errno.EACCES)
        ]
        for fault in (*jumps, *forks, *pipes, *threads, *work, *cache, *proc):
            words = f"{fault.call} {fault.at} {fault.times} {fault.number} {fault.path}"
            yield self._case(str(fault), [], LD_PRELOAD=str(self.library), FAULT=words)

    def _full(self) -> Iterator[Case]:
        """Real disks that are full; only root can make some."""
        if os.geteuid() == 0:
            for place, sizes in ((self.bench, (8, 60, 300)), (self.cache, (64, 900))):
                for size in sizes:
                    name = f"{size} KiB of disk for {place.name}"
                    yield Case(name, lambda p=place, s=size: self._on_full(p, s))  # type: ignore[misc]

    def _on_full(self, place: Path, size: int) -> Came:
        mount = ["mount", "-t", "tmpfs", "-o"]
        kept = place.with_name("aside")
        place.rename(kept)
        place.mkdir()
        subprocess.run([*mount, "size=64m", "none", str(place)], check=True)
        subprocess.run(["cp", "-a", f"{kept}/.", str(place)], check=True)
        shutil.rmtree(kept)
        used = int(subprocess.check_output(["du", "-sk", str(place)], text=True).split()[0])
        self._resize(place, used + size)
        came = self._run()
        self._resize(place, 64 << 10)
        return came

    def _resize(self, place: Path, size: int) -> None:
        subprocess.run(["mount", "-o", f"remount,size={size}k", str(place)], check=True)

    def _unmount(self) -> None:
        for place in (self.bench, self.cache):
            if place.is_mount():
                subprocess.run(["umount", "-l", str(place)], check=True)

    def _killed(self) -> Iterator[Case]:
        for name in ("cc1", "collect2", "bwrap", "confine", "program"):
            for number in (1, 3):
                what = f"the {number}. {name} is killed"
                yield Case(what, lambda n=name, c=number: self._run_killing(n, c))  # type: ignore[misc]

    def _run_killing(self, name: str, number: int) -> Came:
        process = self._begin()
        over = threading.Event()
        killed: list[int] = []
        killer = threading.Thread(target=_kill, args=(process.pid, name, number, over, killed))
        killer.start()
        came = self._ended(process)
        over.set()
        killer.join()
        return came if killed else Came(came.status, came.said + NOT_SEEN)


def _essence(facts: faults.Facts) -> set[str]:
    """What runs have in common, but for audits: on a busy machine some are repeated, and tables with them."""
    return set(runs.essence(one for one in facts if one["kind"] != "audit"))


def _kill(parent: int, name: str, number: int, over: threading.Event, killed: list[int]) -> None:
    """Kill the `number`-th process of a name that descends from a parent, and add it to `killed`."""
    seen: set[int] = set()
    while not over.is_set():
        for child in processes.below(parent):
            with contextlib.suppress(OSError):
                if child not in seen and name in _names(child):
                    seen.add(child)
                    if len(seen) == number:
                        os.kill(child, signal.SIGKILL)
                        killed.append(child)
                        return
        time.sleep(0.001)


def _names(process: int) -> tuple[str, str]:
    """What a process is called, and its program: those that are begun from an open file are called by its number."""
    place = Path(f"/proc/{process}")
    return (place / "comm").read_text().strip(), (place / "exe").readlink().name
