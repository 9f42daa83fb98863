"""A program that answers every request with the same bytes, and all who ask programs something."""

import re
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from hashcop.counts import measure
from hashcop.counts.build import NotCounted, Program
from hashcop.counts.facts import Facts
from hashcop.data.lengths import Schedule
from hashcop.data.records import Counter, Sample
from hashcop.machine.commands import Finished
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import answers, outside, quietness, stack, timing, timings
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.device.timing import Timer as DeviceTimer
from hashcop.platforms.door import Audited, AuditPlan, CounterLost, Patience
from hashcop.platforms.jvm.effects import First
from hashcop.platforms.jvm.timing import Timer as JvmTimer
from hashcop.platforms.rtl.design import Design
from hashcop.platforms.rtl.room import NoSimulator
from hashcop.platforms.rtl.simulate import Circuit, alone

PROGRAM = Path("/nonexistent/program")
COUNTER = Counter(
    name="x86-tsc", core_cycles=False, ticks_per_second=3e9, resolution=20, cost=30, noise=2
)
TARGET = Target(
    name="amd64",
    counter=COUNTER,
    flags={},
    libraries=(),
    harness=PROGRAM,
    c_library=PROGRAM,
    own=PROGRAM,
)
ONE = Schedule(processes=1, warmup=0, timings=3, steps=0)
LENGTHS = [8, 64]
TIMERS = (timing.Timer, DeviceTimer, JvmTimer)


@dataclass
class Says:
    """A sandbox in which each program says the same; a request's token stands where lines begin with `token`."""

    data: bytes
    token: str
    charged: list[float] = field(default_factory=lambda: [0.02, 0.01, 0.0, 5.0])

    def run(self, *_: Any, request: bytes = b"", **__: Any) -> Finished:
        own = request.split(b" ")[0]
        results = re.sub(rb"(?m)^" + self.token.encode(), own, self.data)
        self.charged.append(self.charged.pop(0))
        return Finished(0, False, "", results, processor_seconds=self.charged[0])


def run(data: bytes, token: str) -> None:
    """Everything that asks a program gets these bytes: each returns what it may, and raises what its callers expect."""
    sandbox = cast(Sandbox, Says(data, token))
    with ExitStack() as patches:
        patches.enter_context(patch.object(time, "sleep", lambda _: None))
        patches.enter_context(patch.object(answers, "is_chosen", lambda: True))
        most = stack.of_program(PROGRAM, sandbox)
        assert most is None or 0 <= most <= stack.MOST
        quiet = quietness.attempt(sandbox, PROGRAM, 0)
        assert quiet is None or 0 <= quiet.lost <= 1
        _time(sandbox)
        _audit(sandbox)
        rows = [timings.Answered(8, 1, 0, "0" * 16)]
        for witness in (None, answers.Witness(PROGRAM, "sum/ref", 1)):
            assert isinstance(answers.wrong(sandbox, PROGRAM, witness, rows, 3, 1, []), str)
    _count(sandbox)
    _simulate(data)


def _time(sandbox: Sandbox) -> None:
    for kind in TIMERS:
        timer = kind(sandbox, 0, Patience(0))
        for effect in (None, *([First()] if kind is JvmTimer else [])):
            try:
                found = timer.time(PROGRAM, LENGTHS, ONE, TARGET, effect=effect)
            except CounterLost:  # for the harness alone says the same
                continue
            assert isinstance(found, Sample | str)


def _audit(sandbox: Sandbox) -> None:
    for leads in (True, False):
        auditor = outside.Auditor(sandbox, TARGET, 0, PROGRAM)
        plan = AuditPlan(is_patient=False, leads=leads)
        for claim in (4000.0, 1e-310):
            assert isinstance(auditor.audit({1536: claim}, (), plan), Audited | str)


def _count(sandbox: Sandbox) -> None:
    made = Program(PROGRAM, Facts([], {}), 32, ())
    try:
        measure.counted(sandbox, made, {3: "aabb"})
    except NotCounted:
        return


class _Room:
    """What simulates circuits."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def run(self, *_: Any) -> list[str]:
        return self.data.decode(errors="replace").splitlines()


def _simulate(data: bytes) -> None:
    room = cast(Any, _Room(data))
    circuit = Circuit(room, cast(Design, _OneStream()), None, True, PROGRAM, 32)
    try:
        assert all(clocks == int(clocks) for clocks in alone(circuit, [8]))
    except NoSimulator:
        return


class _OneStream:
    """A design, as far as a simulator asks."""

    w, streams = 32, 1
