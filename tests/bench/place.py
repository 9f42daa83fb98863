"""What benches of timings share: implementations of known cost, builds to be timed, and other work beside them."""

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from hashcop.data.lengths import Schedule
from hashcop.data.records import Sample
from hashcop.engine import session
from hashcop.engine.again import PAUSE, is_table_done
from hashcop.engine.settings import Settings
from hashcop.engine.timing import measure
from hashcop.platforms.c import layouts
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.door import Target, Timer
from hashcop.platforms.registry import platforms
from hashcop.results.model import load
from hashcop.results.samples import quietest
from hashcop.results.summary import Implementation

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ABI = "amd64"
# Cycles a byte and at the start, by the name of a chain in tests/bench/truth.
KNOWN = {
    "k1": (1, 0),
    "k2": (2, 0),
    "k4": (4, 0),
    "k8": (8, 0),
    "k1-start": (1, 200),
    "k8-start": (8, 200),
}


@dataclass(frozen=True)
class Other:
    """Work beside the timings (load.c): what it does, on their core or another one, on and off for so long (ms).

    `first`: it goes before all normal processes of its core.
    """

    kind: str
    beside: bool
    on: float = 1
    off: float = 0
    first: bool = False


LOADS: dict[str, tuple[Other, ...]] = {
    "quiet": (),
    "compute": (Other("compute", beside=True),),
    "compute, in bursts": (Other("compute", beside=True, on=20, off=20),),
    "memory": (Other("memory", beside=True),),
    "vectors, in bursts": (Other("vectors", beside=True, on=30, off=30),),
    "vectors on the core": (Other("vectors", beside=False, on=0.05, off=0.3, first=True),),
    "memory on the core": (Other("memory", beside=False, on=0.05, off=0.3, first=True),),
    "time stolen": (Other("compute", beside=False, on=2, off=4, first=True),),
    "time stolen, finely": (Other("compute", beside=False, on=0.03, off=0.05, first=True),),
    "competing": (Other("compute", beside=False),),
    "all at once": (
        Other("compute", beside=False, on=5, off=30, first=True),
        Other("memory", beside=True, on=20, off=20),
    ),
}


def known(name: str, length: int) -> int:
    """The cost in cycles of a chain for a length in bytes."""
    each, start = KNOWN[name]
    return each * length + start


def run(bench: Path, *words: str) -> str:
    """One ./do, and what it printed."""
    place = ["--bench", bench, "--cache", bench / "cache"]
    command = [ROOT / "do", *place, "--abi", ABI, "--profile", "quick", *words]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def implementations(bench: Path) -> dict[str, Implementation]:
    """What was measured, by hash/implementation."""
    files = bench.glob("*/data.jsonl")
    return {
        f"{hash.name}/{one.name}": one
        for machine in load(files)
        for target in machine.targets
        for hash in target.hashes
        for one in hash.implementations
    }


class Place:
    """Where builds that ./do measured can be timed again. Everything it makes is below the directory `bench`."""

    def __init__(self, bench: Path) -> None:
        settings = Settings(bench=bench, cache=bench / "cache", profile="quick")
        kept = session.open_cache(settings)
        _, lanes = session.open_lanes(platforms(), settings, kept.directory, print)
        self.lane = cast(CLane, lanes.of["c"])
        self.target: Target = next(one for one in self.lane.targets if one.name == ABI)
        self.core = self.lane.core
        self._measured = implementations(bench)
        self._load = bench / "load"
        options = ["-O2", "-march=native", "-o", self._load, HERE / "load.c", "-lm"]
        subprocess.run(["gcc", *options], check=True)

    def build(self, name: str) -> Path:
        """The program of an implementation's winner. Exits if it was not measured."""
        one = self._measured.get(name)
        if one is None or one.winner is None:
            sys.exit(f"{name} was not measured")
        return self.lane.artifact(one.winner.object)

    def layouts(self, name: str) -> list[Path]:
        """The same, linked at several places, as ./do times it."""
        return layouts.layouts(self.build(name), self.lane.sandbox, [self.target.harness])

    @contextlib.contextmanager
    def beside(self, others: tuple[Other, ...]) -> Iterator[None]:
        """Other work, as long as this lasts."""
        with contextlib.ExitStack() as stack:
            for one in others:
                place = (0 if self.core else 1) if one.beside else self.core
                words = [one.kind, place, one.on, one.off, int(one.first)]
                other = stack.enter_context(subprocess.Popen([self._load, *map(str, words)]))
                stack.callback(other.kill)
            yield


def table(
    timer: Timer,
    programs: Sequence[Path],
    numbers: Sequence[int],
    schedule: Schedule,
    target: Target,
    seconds: float = 20,
) -> list[Sample]:
    """A table as ./do takes it: where too few processes were quiet, more of them, but not for ever."""
    end = time.monotonic() + seconds
    asked = [*programs], numbers, schedule, target
    found = _samples(measure(timer, *asked, gives_way=True))
    while time.monotonic() < end and not is_table_done(found, schedule.most, schedule.most // 2):
        time.sleep(PAUSE)
        most = len(found) + schedule.processes
        more = _samples(measure(timer, *asked, before=found, most=most, gives_way=True))
        found = quietest(more, max(schedule.most, schedule.processes))
    return found


def _samples(found: list[Sample] | str) -> list[Sample]:
    if isinstance(found, str):
        raise SystemExit(found)
    return found
