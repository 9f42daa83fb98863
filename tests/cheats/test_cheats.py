"""Cheats are found, by the layer that is there for each; and what is not found gains nothing."""

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import pytest

from hashcop.data.lengths import USUAL
from hashcop.platforms.c import answers
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Audited, Built, Group, Patience
from hashcop.results import samples
from tests.cheats.cheats import ALL, SOURCE, Cheat, write
from tests.support import trees
from tests.support.lanes import build, group, lane, native, toolchain

__all__ = ["build", "lane", "native", "toolchain"]

PROCESSES = 3  # that are timed, and all asked
LENGTHS = [576, 1536, 4096]
GAIN = 0.6  # of the honest cycles: less is a gain
PATIENCE = 60  # seconds for a neighbour to let honest code be as fast as it is


@pytest.fixture
def always_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "is_chosen", lambda: True)


def _group(lane: CLane, native: Target, tree: Path, name: str) -> Group:
    function = trees.function(tree / "crypto_hash" / "sha256")
    (one,) = (i for i in function.implementations if i.name == name)
    return group(lane, function, one, native)


def _is_in_doubt(audited: Audited | str) -> bool:
    return isinstance(audited, Audited) and bool(audited.doubt)


def _found(
    lane: CLane, made: Group, build: Callable[..., Built], expected: Sequence[str]
) -> tuple[str, str, float]:
    """(what found it, its words, how many cycles it claims for 1536 bytes)

    A neighbour that comes and goes makes an audit doubt true timings: unless that is expected, it is asked again.
    """
    built = build(made)
    if built.artifact is None:
        return "build", built.outcome.reason, 0
    verdict = lane.check(made, made.option_sets[0], built.artifact, 20)
    claims: dict[int, list[float]] = {}
    timer = lane.timer(lane.core, Patience(0))
    said = ""
    for number in range(PROCESSES):
        sample = timer.time(
            *(built.artifact, LENGTHS, USUAL.trial, made.target), seed=number, group=made
        )
        if isinstance(sample, str):
            said = sample
            break
        for length, cycles, _ in samples.cycles(sample):
            claims.setdefault(length, []).append(median(cycles))
    claimed = {length: min(some) for length, some in claims.items()}
    cost = claimed.get(1536, 0.0)
    if verdict.outcome != "right" or verdict.findings:
        return "check", verdict.reason or "; ".join(verdict.findings), cost
    if said:
        return "answers", said, cost
    until = time.monotonic() + PATIENCE
    audited = lane.audit(timer, made, built.artifact, claimed)
    while "audit" not in expected and _is_in_doubt(audited) and time.monotonic() < until:
        audited = lane.audit(timer, made, built.artifact, claimed)
    if isinstance(audited, str):
        return "audit", audited, cost
    if audited.doubt:
        return "audit", audited.doubt, cost
    return "nothing", f"{cost:.0f} cycles", cost


class Honest:
    """Honest code, timed as often as there is doubt: a neighbour can make it slower for minutes, and never faster."""

    def __init__(self, lane: CLane, artifact: Path, target: Target) -> None:
        self.lane, self.artifact, self.target = lane, artifact, target
        self.cycles = math.inf

    def time(self) -> None:
        """Its cycles for 1536 bytes once more."""
        timer = self.lane.timer(self.lane.core, Patience(0))
        sample = timer.time(self.artifact, LENGTHS, USUAL.trial, self.target)
        assert not isinstance(sample, str), sample
        found = median({n: c for n, c, _ in samples.cycles(sample)}[1536])
        self.cycles = min(self.cycles, found)


@pytest.fixture(scope="session")
def honest(lane: CLane, native: Target, tmp_path_factory: pytest.TempPathFactory) -> Honest:
    function = trees.function(SOURCE.parent)
    (one,) = (i for i in function.implementations if i.name == SOURCE.name)
    made = group(lane, function, one, native)
    workshop = lane.workshop(made, tmp_path_factory.mktemp("honest") / "build")
    built = workshop.build(made.option_sets[0])
    workshop.close()
    assert built.artifact is not None
    found = Honest(lane, built.artifact, native)
    for _ in range(PROCESSES):
        found.time()
    return found


@pytest.mark.usefixtures("always_asked")
@pytest.mark.parametrize("cheat", ALL, ids=lambda cheat: cheat.name)
def test_a_cheat_is_found_or_gains_nothing(
    cheat: Cheat,
    lane: CLane,
    native: Target,
    build: Callable[..., Built],
    honest: Honest,
    tmp_path: Path,
) -> None:
    if cheat.needs and native.counter.name != cheat.needs:
        pytest.skip(f"only where {cheat.needs} counts")
    write(cheat, tmp_path)
    made = _group(lane, native, tmp_path, cheat.name)
    by, words, cost = _found(lane, made, build, cheat.found_by)
    assert by in cheat.found_by, words
    if by == "nothing":
        until = time.monotonic() + PATIENCE
        while cost < GAIN * honest.cycles and time.monotonic() < until:
            honest.time()
        assert cost >= GAIN * honest.cycles


def test_honest_code_is_not_taken_for_a_cheat(
    lane: CLane, native: Target, build: Callable[..., Built]
) -> None:
    function = trees.function(SOURCE.parent)
    (one,) = (i for i in function.implementations if i.name == SOURCE.name)
    by, words, _ = _found(lane, group(lane, function, one, native), build, ["nothing"])
    assert by == "nothing", words
