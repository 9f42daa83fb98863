"""Whether runs survive a system that fails: disks that are full, memory that is not there, calls that are refused.

Each fault is one run with the fault and one without it, in the same place. Whatever the fault, nothing may be recorded
twice or lost, people must be told in a line what failed and not with a traceback, and the next run must have what an
undisturbed one has. Prints how many faults were injected, and each that was not survived; the exit status is 1 then.
"""

import errno
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from hashcop.machine.alone import ELSEWHERE
from tests.support import faults
from tests.support.faults import NO_FAULT, Came, Fault, Verdict
from tests.support.faults.real import Real

FILES = {
    "sum/ref": 'cost = 5.0\nfactors = {"-b" = 2.0, "-c" = 3.0}',
    "sum/slow": "cost = 30.0\nsame = true",
    "sum/wrong": 'wrong = ["-a", "-b", "-c"]',
    "sum/broken": 'fails = ["-a", "-b", "-c"]',
}
MIB = 1 << 20
DAY = 24 * 3600
MOST = 8  # moments of each class, unless all are asked for


class Kind(NamedTuple):
    """A class of faults of the made-up platform's run: what fails, at which of its calls, and how often."""

    call: str
    path: str
    number: int
    times: int = 0
    pages: bool = False
    all: bool = False  # at every call


KINDS = (
    Kind("write", "/data.jsonl", errno.ENOSPC, all=True),
    Kind("fsync", "/data.jsonl", errno.EIO, 1, all=True),
    Kind("write", "/cache/", errno.ENOSPC),
    Kind("rename", "/cache/", errno.EROFS),
    Kind("mkdir", "/cache/", errno.ENOSPC),
    Kind("open", "/cache/", errno.EIO, 1),
    Kind("open", "/bench/", errno.EROFS),
    Kind("mkdir", "/bench/", errno.EROFS),
    Kind("open", "", errno.EMFILE, 0),
    Kind("open", "", errno.ENOMEM, 1),
    Kind("open", "/proc/", errno.ENOENT),
    Kind("open", "/proc/", errno.EACCES),
    Kind("open", "/sys/", errno.ENOENT),
    Kind("pipe", "", errno.EMFILE),
    Kind("fork", "", errno.EAGAIN),
    Kind("fork", "", errno.ENOMEM, 1),
    Kind("thread", "", errno.EAGAIN, all=True),
    Kind("wall", "", -400 * DAY),
    Kind("wall", "", 400 * DAY),
    Kind("monotonic", "", DAY),
    Kind("still", "", 0),
    Kind("write", "/html/", errno.ENOSPC, pages=True),
    Kind("write", "/.derived/", errno.ENOSPC, pages=True),
    Kind("open", "/.derived/", errno.EROFS, pages=True),
    Kind("rename", "/html/", errno.EIO, 1, pages=True),
    Kind("mkdir", "/bench/", errno.ENOSPC, pages=True),
    Kind("fork", "", errno.EAGAIN, pages=True),
    Kind("thread", "", errno.EAGAIN, pages=True),
    Kind("pipe", "", errno.EMFILE, pages=True),
)
# How much more there may be than at the beginning of a run.
LIMITS = (
    *({"files": count} for count in range(1, 16)),
    *({"memory": count * MIB} for count in (1, 2, 4, 8, 12, 16, 24, 32, 48)),
)


class Count:
    """What came of all faults."""

    def __init__(self) -> None:
        self.injected = self.survived = 0
        self.wrong = dict.fromkeys(("tracebacks", "doubles", "losses", "silent", "others"), 0)

    def take(self, name: str, verdict: Verdict) -> None:
        """Count a fault, and say what is wrong."""
        self.injected += 1
        self.survived += verdict.is_fine
        for what in self.wrong:
            self.wrong[what] += getattr(verdict, what)
        if not verdict.is_fine:
            print(f"{name}:\n{verdict.why}\n", flush=True)

    def told(self) -> str:
        """A line."""
        rest = ", ".join(f"{count} {what}" for what, count in self.wrong.items())
        return f"{self.injected} faults injected, {self.survived} survived; {rest}"


class MadeUp:
    """Runs on the made-up platform in a place of their own."""

    def __init__(self, place: Path, library: Path) -> None:
        self.place = faults.emptied(place)
        for name, text in FILES.items():
            file = place / "tree" / "crypto_hash" / name / "hash.fake"
            file.parent.mkdir(parents=True)
            file.write_text(text)
        self.runs = faults.Runs(library)
        self.calls: dict[tuple[str, str, bool], int] = {}
        assert self._run(self._fresh(), NO_FAULT, pages=False).status == 0
        self.expected = faults.essence(faults.facts_of(faults.lines_in(self.place / "run")))

    def _fresh(self) -> Path:
        return faults.emptied(self.place / "run")

    def _run(
        self, place: Path, fault: Fault, limits: dict[str, int] | None = None, *, pages: bool
    ) -> Came:
        words = ["run", "--tree", self.place / "tree", "--abi", "alpha", "--exhaustive"]
        words += ["--no-sandbox", "--patience", "0", "--machine", "m"]
        words += ["--bench", place / "bench", "--cache", place / "cache"]
        return self.runs.run(words if pages else [*words, "--no-pages"], fault, limits)

    def judged(
        self, fault: Fault, limits: dict[str, int] | None = None, *, pages: bool = False
    ) -> Verdict:
        """What is wrong with a run that has a fault, and with the next one."""
        place = self._fresh()
        first = self._run(place, fault, limits, pages=pages)
        then = faults.lines_in(place)
        last = self._run(place, NO_FAULT, pages=pages)
        after = faults.lines_in(place)
        is_alike = faults.essence(faults.facts_of(after)) == self.expected
        return faults.judge(first, [], then, last, after, usual=0, is_alike=is_alike)

    def moments(self, kind: Kind, most: int) -> Sequence[int]:
        """At which calls of a kind something fails: some between the first and the last."""
        key = kind.call, kind.path, kind.pages
        if key not in self.calls:
            never = Fault(kind.call, 1 << 40, path=kind.path)
            self.calls[key] = self._run(self._fresh(), never, pages=kind.pages).calls
        return spread(self.calls[key], self.calls[key] if kind.all else most)


def spread(count: int, most: int) -> list[int]:
    """At most so many numbers from 1 to `count`, the first and the last among them."""
    if count <= most:
        return list(range(1, count + 1))
    return sorted({1 + round(i * (count - 1) / max(most - 1, 1)) for i in range(most)})


def of_made_up(place: Path, library: Path, most: int, wanted: str) -> Iterator[tuple[str, Verdict]]:
    """All faults of runs on the made-up platform, each with what is wrong."""
    made = MadeUp(place, library)
    for kind in KINDS:
        if wanted not in f"{kind.call} {kind.path} {'pages' if kind.pages else ''}":
            continue
        for at in made.moments(kind, most):
            fault = Fault(kind.call, at, kind.times, kind.number, kind.path)
            yield str(fault), made.judged(fault, pages=kind.pages)
    for limits in LIMITS:
        if wanted in str(limits):
            yield f"limit {limits}", made.judged(NO_FAULT, limits)
    made.runs.close()


@click.command()
@click.option("--most", default=MOST, help="Moments of each class of calls.")
@click.option("--only", default="", help="The faults of whose name this is a part.")
@click.option("--part", "parts", multiple=True, type=click.Choice(["made-up", "c"]))
def main(most: int, only: str, parts: tuple[str, ...]) -> None:
    """Inject faults into runs, and say what they did not survive."""
    count, begun = Count(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hashcop-faults-") as name:
        place = Path(name)
        os.environ[ELSEWHERE] = str(place / "lock")
        library, refuse = faults.built(place / "tools")
        kinds: dict[str, Callable[[], Iterator[tuple[str, Verdict]]]] = {
            "made-up": lambda: of_made_up(place / "made-up", library, most, only),
            "c": lambda: Real(place / "c", library, refuse).all(only),
        }
        for part in parts or kinds:
            for what, verdict in kinds[part]():
                count.take(f"{part}: {what}", verdict)
    print(f"{count.told()}; {time.monotonic() - begun:.0f} seconds")
    sys.exit(count.injected != count.survived)


if __name__ == "__main__":
    main()
