"""Audits: honest timings are believed, also beside other work on the core, and invented ones are not."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from statistics import median

import pytest

from hashcop.data.lengths import TABLE, USUAL
from hashcop.platforms.c import program
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.program import Limit
from hashcop.platforms.c.timing import Timer
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Audited, AuditPlan, Built, Group, Patience, Rival
from hashcop.results import samples

BUSY = "import os, sys\nos.sched_setaffinity(0, {int(sys.argv[1])})\nwhile True: pass"
AUDITS = 3


@pytest.fixture
def timer(lane: CLane) -> Timer:
    return lane.timer(lane.core, Patience(0))


@pytest.fixture
def made(groups: Callable[..., list[Group]], native: Target) -> Group:
    return groups("sha256/ref", targets=(native.name,))[0]


@pytest.fixture
def built(made: Group, build: Callable[..., Built]) -> Built:
    found = build(made)
    assert found.artifact is not None
    return found


@pytest.fixture
def honest(timer: Timer, built: Built, native: Target) -> dict[int, float]:
    """The cycles of a call by length, as they are timed."""
    found = timer.time(built.artifact, list(TABLE), USUAL.trial, native)  # type: ignore[arg-type]
    assert not isinstance(found, str), found
    return {length: median(cycles) for length, cycles, _ in samples.cycles(found)}


@pytest.fixture(params=[1, 3], ids=["one-neighbour", "three-neighbours"])
def neighbours(request: pytest.FixtureRequest, lane: CLane) -> Iterator[None]:
    """Other work on the core that timings are taken on."""
    command = [sys.executable, "-c", BUSY, str(lane.core)]
    found = [subprocess.Popen(command) for _ in range(request.param)]
    yield
    for process in found:
        process.kill()
        process.wait()


@pytest.mark.usefixtures("neighbours")
def test_other_work_on_the_core_is_not_held_against_the_code(
    lane: CLane, timer: Timer, made: Group, built: Built, honest: dict[int, float]
) -> None:
    assert built.artifact is not None
    for _ in range(AUDITS):
        found = lane.audit(timer, made, built.artifact, honest)
        assert isinstance(found, Audited), found
        assert not found.doubt


def test_what_leads_is_confirmed_beside_a_runner_up(
    lane: CLane, timer: Timer, made: Group, built: Built, honest: dict[int, float]
) -> None:
    assert built.artifact is not None
    plan = AuditPlan(leads=True, runner_up=Rival(made, built.artifact, honest))
    found = lane.audit(timer, made, built.artifact, honest, None, plan)
    assert isinstance(found, Audited), found
    assert found.verdict != "contradicted"
    assert found.runner_up == made.implementation.path
    assert found.turns >= 3 and 0 < found.tolerance < 0.5


def test_the_kernel_says_how_long_a_program_used_the_processor(lane: CLane, native: Target) -> None:
    """Other work on the core does not lengthen it."""
    none = native.harness / "none"
    words: list[int | str] = [f"processor={lane.core}", 20_000]
    answer = program.ask(lane.sandbox, none, "burn", words, Limit(4, 4))
    assert answer.processor_seconds is None or 0.001 < answer.processor_seconds < 0.5
