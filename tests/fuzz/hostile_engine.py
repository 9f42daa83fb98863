"""A whole run of the engine in which a stranger's program answers whatever the bytes of a fuzzer say.

An honest implementation of the same hash is beside it. Whatever the stranger's says, the run goes on, the honest one is
right and measured, and the stranger's is either right, with figures that can be true, or wrong for a reason.
"""

import io
import json
import math
import os
import tempfile
import time
import warnings
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

import msgspec
from rich.console import Console

from hashcop.data.lengths import Lengths, Schedule
from hashcop.data.records import Batch, Check, Hosted, Sample, Timings, Trial
from hashcop.engine import prepare, site
from hashcop.engine.comparing import Comparing
from hashcop.engine.gate import LONG, SLACK
from hashcop.engine.session import Work
from hashcop.machine.alone import Alone
from hashcop.platforms.door import Audited, AuditPlan, Group, Patience, Peer, Target, Timer
from hashcop.results import samples
from reports import terminal
from tests.support.fake import ALPHA, PLATFORM, Engine, FakeLane, FakePlatform, FakeTimer

HOSTILE, HONEST = "sum/hostile", "sum/honest"
FULL = (0, 1, *range(8, 200, 8), 1536, 2048, 4096)
LENGTHS = Lengths(
    race=1536,
    table=(8, 1536, 2048, 4096),
    coarse=FULL[:20],
    full=FULL,
    trial=Schedule(processes=1, warmup=0, timings=3, steps=0),
    for_table=Schedule(processes=3, warmup=0, timings=2, steps=0, most=6),
    for_curve=Schedule(processes=2, warmup=0, timings=2, steps=0, most=3),
)
FLOATS = (
    *(0.0, 1.0, -1.0, 1e-320, 1e-9, 0.3, 4.0, 1e3, 1e6, 1e9, 1e15, 1e16, 1e300, 1.7e308),
    *(math.inf, -math.inf, math.nan, 2000.0, 15000.0, -300.0),
)
WHOLE = (
    *(0, 1, 2, 3, 7, 8, 100, 1000, 1536, 4096, 10**6, 2**31, 2**53, 2**53 + 1, 2**62, 2**63),
    *(2**64, 10**20, 10**400, -1, -3, -1000),
)
TEXTS = ("", " ", "crashed", "[/red]", "\x1b[2J\n", "x" * 5000, "\ud800", "é" * 400, "{}", "100%")


class Bytes:
    """A fuzzer's bytes, one decision after the other; 0 once there are none left."""

    def __init__(self, data: bytes) -> None:
        self._left = iter(data)

    def next(self) -> int:
        """The next byte."""
        return next(self._left, 0)

    def of(self, some: Sequence[Any]) -> Any:
        """One of some."""
        return some[self.next() % len(some)]


def _numbers(chance: Bytes, before: Sample) -> dict[str, Any]:
    """One field of a sample with another number."""
    field = chance.of(("reading", "zero", "probe", "width", "scale", "alone", "takes", "jvm"))
    if field in ("reading", "zero", "probe", "width"):
        return {field: chance.of(FLOATS)}
    first, *others = before.batches
    if field == "jvm":
        wrong = chance.of(WHOLE), chance.of(FLOATS), chance.of(WHOLE)
        return {"jvm": Hosted(True, *wrong, allocated=((8, chance.of(WHOLE)),))}
    if field == "scale":
        batch = replace_batch(first, before=chance.of(FLOATS), after=chance.of(FLOATS))
    elif field == "alone":
        batch = replace_batch(first, width=chance.of(FLOATS))
    else:
        batch = replace_batch(first, takes=chance.of(WHOLE), switches=chance.of(WHOLE))
    return {"batches": (batch, *others)}


def replace_batch(batch: Batch, **fields: Any) -> Batch:
    """A batch with other fields."""
    return msgspec.structs.replace(batch, **fields)


def _rows(chance: Bytes, rows: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Rows of which one, or all, are others than were asked for."""
    found, at = [list(row) for row in rows], chance.next() % max(len(rows), 1)
    how = chance.next() % 9
    if how == 0:
        found[at][chance.next() % len(found[at])] = chance.of(WHOLE)
    elif how == 1:
        found.append(list(found[at]))
    elif how == 2:
        del found[at]
    elif how == 3:
        found[at].append(chance.of(WHOLE))
    elif how == 4:
        found.reverse()
    elif how == 5:
        found = []
    elif how == 6:
        found = [[row[0], row[1], *[chance.of(WHOLE)] * (len(row) - 2)] for row in found]
    elif how == 7:
        found[at] = found[at][:2]
    else:
        calls = chance.of(WHOLE)
        found = [[row[0], calls, *row[2:]] for row in found]
    return [tuple(row) for row in found]


def _forged(chance: Bytes, honest: Sample) -> Sample | str:
    """What a stranger's program answers in the place of honest timings."""
    if chance.next() % 8 == 1:
        return str(chance.of(TEXTS))
    found = honest
    for _ in range(chance.next() % 3):
        try:
            if chance.next() % 2:
                found = msgspec.structs.replace(found, **_numbers(chance, found))
            else:
                rows = tuple(_rows(chance, found.rows))
                batches = (replace_batch(found.batches[0], rows=len(rows)),) if rows else ()
                found = msgspec.structs.replace(found, batches=batches, rows=rows)
        except (
            ValueError,
            IndexError,
            ZeroDivisionError,
        ):  # a platform says so of lines that make no sample
            return "gave no timings"
    return found


@dataclass
class HostileTimer(FakeTimer):
    """Answers for the honest implementation as the made-up platform does, and for the other as the bytes say."""

    def time(self, artifact: Path, *asked: Any, **more: Any) -> Sample | str:
        found = super().time(artifact, *asked, **more)
        is_hostile = json.loads(artifact.read_text())["name"] == HOSTILE
        if not is_hostile or not isinstance(found, Sample):
            return found
        assert isinstance(self.lane, HostileLane)
        return _forged(self.lane.chance, found)


@dataclass
class HostileLane(FakeLane):
    """The made-up platform, whose audits and stacks are as the bytes say, too."""

    chance: Bytes = field(default_factory=lambda: Bytes(b""))

    def timer(self, core: int, patience: Patience) -> Timer:
        return HostileTimer(self, core, patience)

    def seconds_of(
        self, target: Target, cycles_per_byte: float, lengths: Sequence[int], schedule: Schedule
    ) -> float:
        return schedule.processes * cycles_per_byte * sum(lengths) / 3e9

    def audit(
        self,
        timer: Timer,
        group: Group,
        artifact: Path,
        claimed: Mapping[int, float],
        peer: Peer | None = None,
        plan: AuditPlan | None = None,
    ) -> Audited | str:
        length = max(claimed)
        honest = Audited(
            bytes=length,
            calls=9,
            inside=claimed[length],
            outside=claimed[length],
            verdict="confirmed",
            tolerance=0.1,
        )
        if group.implementation.name == "honest" or self.chance.next() % 4:
            return honest
        if self.chance.next() % 2:
            return str(self.chance.of(TEXTS))
        wrong = {name: self.chance.of(FLOATS) for name in ("inside", "outside", "tolerance")}
        verdict = self.chance.of(("", "confirmed", "not confirmed", "contradicted"))
        return msgspec.structs.replace(honest, **wrong, verdict=verdict)


class HostileEngine(Engine):
    """The engine on that platform."""

    def __init__(self, place: Path, data: bytes) -> None:
        """`data`: what decides."""
        super().__init__(place, {HONEST: "cost = 5.0", HOSTILE: "cost = 4.0\nsame = true"})
        one = (replace(ALPHA, counter=msgspec.structs.replace(ALPHA.counter, cost=20.0)),)
        chance = Bytes(data)
        self.lane: HostileLane = HostileLane(
            place / "cache", one, self._event, lengths=LENGTHS, chance=chance
        )
        self.settings = replace(self.settings, patience=1, exhaustive=bool(chance.next() % 2))


def run(data: bytes) -> None:
    """A whole run, an experiment, a comparison, the same run once more, and the summary on a terminal."""
    in_memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=in_memory) as place, ExitStack() as stack:
        for where, name, instead in (
            (site, "LOOK_SECONDS", 0),
            (prepare, "stop_all", lambda: None),
            (Alone, "take", lambda *_: None),  # nothing is timed here, whoever else does
            (time, "sleep", lambda _: None),
        ):
            stack.enter_context(patch.object(where, name, instead))
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("error", RuntimeWarning)  # numpy's of numbers that are none
        engine = HostileEngine(Path(place), data)
        engine.work(_everything, effects=("slow", "beside"))
        _judge(engine)
        engine.run()
        _judge(engine)
        _summary(engine)


def _everything(work: Work) -> None:
    work.races.answers(work.groups)
    work.run.everything(work.groups, work.way)
    both = {one.group.implementation.name: one for one in work.run.measured}
    if len(both) == 2:
        comparing = Comparing(work.races.store, work.races.display, work.site.timer)
        found = comparing.compare(both["honest"], both["hostile"])
        if not isinstance(found, str):
            terminal.comparison(found, Console(file=io.StringIO()))


def _summary(engine: Engine) -> None:
    said = io.StringIO()
    names = [(HONEST.split("/")[0], None), (*HOSTILE.split("/"),)]
    terminal.summary([engine.file], names, Console(file=said, width=100))  # type: ignore[arg-type]
    assert "honest" in said.getvalue()


def _judge(engine: Engine) -> None:
    """The honest one is right and measured; of the other no figure is recorded that can't be true."""
    assert len(engine.records()) == len(
        engine.lines()
    )  # every line can be read, and its numbers can be
    checks = [one for one in engine.of(Check) if one.outcome == "wrong"]
    assert all(one.implementation == "hostile" and one.reason for one in checks)
    tables = engine.of(Timings)
    honest = {n for one in tables if one.implementation == "honest" for n in one.bytes}
    assert honest >= set(LENGTHS.table)
    timed = [*tables, *engine.of(Trial)]
    assert checks or any(one.implementation == "hostile" for one in tables)
    for record in timed:
        for one in record.samples:
            for length, cycles, _ in samples.cycles(one):
                assert median(cycles) > 0 if length >= LONG else median(cycles) > -9 * SLACK - 1e9


__all__ = ["PLATFORM", "FakePlatform", "run"]
