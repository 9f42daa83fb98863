"""Faults of the system while a run goes on: what makes them, and what a run must have kept to in spite of them.

calls.c makes calls of a process fail, refuse.c has the kernel refuse something to all that a command starts. What is
cheap to have for real is real: full and read-only file systems, limits of open files and of memory.
"""

import errno
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
Facts = list[dict[str, Any]]
# What a run says of the machine and of itself is another time, and trials beyond the first are as many as races need.
OF_A_RUN = ("machine", "conditions", "run", "search")
OF_A_TIME = ("time", "same_as", "said_as", "machine")


class Fault(NamedTuple):
    """From the `at`-th call of a class on, `times` calls fail (0: all that follow) with `number`; see calls.c."""

    call: str
    at: int
    times: int = 1
    number: int = errno.EIO
    path: str = ""

    def __str__(self) -> str:
        what = errno.errorcode.get(self.number, str(self.number))
        many = "all from the" if not self.times else "the"
        return f"{what} at {many} {self.at}. {self.call} {self.path}".rstrip()


NO_FAULT = Fault("none", 0)


def built(place: Path) -> tuple[Path, Path]:
    """(the library that makes calls fail, the command that refuses), built in a directory."""
    place.mkdir(parents=True, exist_ok=True)
    library, refuse = place / "calls.so", place / "refuse"
    common = ["gcc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror"]
    shared = [*common, "-shared", "-fPIC", str(HERE / "calls.c"), "-o", str(library), "-ldl"]
    subprocess.run(shared, check=True)
    subprocess.run([*common, str(HERE / "refuse.c"), "-o", str(refuse)], check=True)
    return library, refuse


@dataclass(frozen=True)
class Came:
    """What came of a run: its exit status, all it said, and how often it made calls of the class that was to fail."""

    status: int
    said: str
    calls: int = 0


class Runs:
    """Runs of the whole command line on the made-up platform, each in a fork of one process (made_up.py)."""

    def __init__(self, library: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "tests.support.faults.forked"],
            cwd=ROOT,
            env=os.environ | {"LD_PRELOAD": str(library), "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(
        self,
        words: Sequence[str | Path],
        fault: Fault = NO_FAULT,
        limits: Mapping[str, int] | None = None,
    ) -> Came:
        """`./do` with these words. `limits`: by how much this process may grow, in descriptors and bytes."""
        _write(self._process.stdin, [list(map(str, words)), list(fault), limits or {}])
        assert self._process.stdout
        return Came(**json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        """End the process."""
        if self._process.stdin:
            self._process.stdin.close()
        self._process.wait()


def _write(to: IO[str] | None, what: Any) -> None:
    assert to
    to.write(json.dumps(what) + "\n")
    to.flush()


def lines_in(place: Path) -> list[bytes]:
    """The whole lines of all data below a directory."""
    found: list[bytes] = []
    for file in sorted(place.rglob("data.jsonl")):
        found += [one for one in file.read_bytes().splitlines(keepends=True) if one[-1:] == b"\n"]
    return found


def facts_of(lines: Iterable[bytes]) -> Facts:
    """What lines say."""
    return [json.loads(line) for line in lines]


def essence(facts: Facts) -> Counter[str]:
    """What two runs of a tree on the made-up platform have in common."""
    said = {one["key"]: one.get("said", []) for one in facts if one["kind"] == "build"}
    found: Counter[str] = Counter()
    for one in facts:
        if one["kind"] not in OF_A_RUN and one.get("round", 1) == 1:
            whole = {"said": said[one["said_as"]]} if "said_as" in one else {}
            rest = {name: each for name, each in (one | whole).items() if name not in OF_A_TIME}
            found[json.dumps(rest, sort_keys=True)] += 1
    return found


def doubles(facts: Facts) -> list[tuple[str, str]]:
    """Kinds and keys that are there twice, though each counts once. An audit is repeated until it is sure."""
    once = (one for one in facts if one["kind"] not in ("machine", "audit"))
    count = Counter((one["kind"], one["key"]) for one in once)
    return [key for key, times in count.items() if times > 1]


@dataclass
class Verdict:
    """What is wrong with a run that had a fault, and with the one after it; `ended` if the first did not complete."""

    tracebacks: int = 0
    doubles: int = 0
    losses: int = 0
    silent: int = 0  # ended, and did not say why in a line of its own
    others: int = 0  # the next run has another result than an undisturbed one
    ended: bool = False
    why: str = ""

    @property
    def is_fine(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.tracebacks + self.doubles + self.losses + self.silent + self.others)


def _end(came: Came) -> str:
    """The last lines of what a run said, without the paths of a traceback's innermost functions."""
    return "\n".join(came.said.splitlines()[-12:])


TRACES = ("Traceback", "Exception ignored", "Fatal Python error", "terminate called", "core dumped")


def has_trace(came: Came) -> bool:
    """Whether a run said what only its makers understand, or died of a signal."""
    return came.status < 0 or any(trace in came.said for trace in TRACES)


def judge(
    first: Came,
    before: Sequence[bytes],
    then: Sequence[bytes],
    last: Came,
    after: Sequence[bytes],
    *,
    usual: int,
    is_alike: bool,
) -> Verdict:
    """What is wrong. `before`, `then` and `after` are the lines before the fault, after it, and after the `last` run.

    `usual`: the exit status of an undisturbed run; `is_alike`: whether `after` is what such a run records.
    """
    found = Verdict(ended=first.status != usual)
    found.tracebacks = has_trace(first) + has_trace(last)
    kept = list(then[: len(before)]) == list(before) and list(after[: len(then)]) == list(then)
    found.losses = int(not kept)
    found.doubles = len(doubles(facts_of(after)))
    found.silent = int(found.ended and not found.tracebacks and "do: " not in first.said)
    found.others = int(last.status != usual or not is_alike)
    if not found.is_fine:
        wrong = {n: c for n, c in vars(found).items() if c and n not in ("ended", "why")}
        found.why = f"{wrong}\n{_end(first)}\n-- then {last.status}: {_end(last)}"
    return found


def emptied(place: Path) -> Path:
    """An empty directory."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    return place
