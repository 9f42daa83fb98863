"""Audits: honest timings are believed, also beside other work on the core, and invented ones are not."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from statistics import median

import pytest

from hashcop.data.lengths import TABLE, USUAL
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.outside import Tries
from hashcop.platforms.c.timing import Timer
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Audited, Built, Group, Patience
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


def tries(rate: float, *full: tuple[float, float]) -> Tries:
    """Of 12 million known cycles, on a core that seems to do `rate` of them in a second. A process costs 2 ms."""
    found = Tries(rate)
    for one in full:
        found.add((0.002, 0.002), one, known=12_000_000)
    return found


def test_a_core_that_seemed_slow_is_as_fast_as_its_best_try() -> None:
    assert tries(2e8, *[(0.014, 0.014)] * 8).cycles() == pytest.approx(12e6)


def test_a_lucky_try_of_what_is_known_decides_nothing() -> None:
    """Seven tries shared the core; in one of them only hashing did, and it looks half as fast as it is."""
    known = (0.026, 0.025, 0.027, 0.026, 0.014, 0.025, 0.026, 0.025)
    found = tries(1e9, *[(0.026, one) for one in known])
    assert 0.9 < found.cycles() / 12e6 < 1.2
    assert found.are_enough(12e6) and not tries(1e9, (0.026, 0.014)).are_enough(12e6)


def test_one_quiet_try_shows_what_hashing_takes() -> None:
    """A neighbour on the other hyperthread slows hashing in most tries, and what is known in none."""
    full = [(0.026, 0.014)] * 7 + [(0.014, 0.014)]
    assert tries(1e9, *full).cycles() == pytest.approx(12e6)


def test_less_than_what_is_claimed_is_no_answer() -> None:
    """The process without work was disturbed, so that the work seems to take no time."""
    found = Tries(1e9)
    found.add((0.014, 0.002), (0.014, 0.014), known=12_000_000)
    assert found.cycles() == 0 and not found.are_enough(12e6)
    found.add((0.002, 0.002), (0.014, 0.014), known=12_000_000)
    assert found.are_enough(12e6)


@pytest.mark.parametrize("full", [(0.062, 0.014), (0.122, 0.026)], ids=["alone", "shared"])
def test_what_hashing_takes_beyond_its_claim_shows(full: tuple[float, float]) -> None:
    found = tries(1e9, *[full] * 8)
    assert found.cycles() == pytest.approx(60e6)
    assert not found.are_enough(12e6)
