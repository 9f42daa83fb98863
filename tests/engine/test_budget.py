"""Runs with a budget on the made-up platform: what is built, what is recorded of the search, what is said."""

from collections.abc import Callable

import pytest

from hashcop.data.records import Build, Search, Winner
from hashcop.engine import budget
from tests.engine.conftest import MakeEngine
from tests.support.fake import FLAGS, Engine


@pytest.fixture
def two(make_engine: MakeEngine, clock: Callable[[float], None]) -> Engine:
    """Two implementations on one target; a build takes a second."""
    engine = make_engine({"sum/ref": 'factors = {"-c" = 0.5}', "sum/slow": "cost = 30.0"})
    engine.lane.targets = engine.lane.targets[:1]
    engine.on_event = lambda kind, _: clock(1.0) if kind == "build" else None
    return engine


def said(engine: Engine) -> str:
    return next(line for line in engine.said.getvalue().splitlines() if "builds were made" in line)


def test_a_budget_builds_what_it_has_time_for_and_the_same_again_builds_no_more(
    two: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "AT_ONCE", 1)
    two.run(budget=3.0, exhaustive=False)
    made = len(two.of(Build))
    assert 2 <= made < 2 * len(FLAGS)
    assert said(two).startswith(f"{made} of {2 * len(FLAGS)} builds were made in ")
    (search,) = two.of(Search)
    assert (search.builds, search.of) == (made, 2 * len(FLAGS)) and search.seconds >= 2.7
    two.run(budget=3.0, exhaustive=False)
    assert len(two.of(Build)) == made and len(two.of(Search)) == 1
    two.run(budget=600.0, exhaustive=False)
    assert len(two.of(Build)) == 2 * len(FLAGS)


def test_a_budget_that_suffices_finds_what_is_found_without(two: Engine) -> None:
    two.run(budget=600.0, exhaustive=False)
    assert f"all {2 * len(FLAGS)} builds were made" in said(two)
    first = {w.implementation: w.options for w in two.of(Winner)}  # the newest
    two.run()
    assert {w.implementation: w.options for w in two.of(Winner)} == first
    assert first["ref"][1] == "-c"
    assert len(two.of(Build)) == 2 * len(FLAGS)


def test_a_budget_is_shared_with_subroutines(
    make_engine: MakeEngine, clock: Callable[[float], None]
) -> None:
    engine = make_engine(
        {"sum/user": 'needs = ["crypto_core/mix"]', "crypto_core/mix/ref": "cost = 3.0"}
    )
    engine.lane.targets = engine.lane.targets[:1]
    engine.on_event = lambda kind, _: clock(1.0) if kind == "build" else None
    engine.run(budget=600.0, exhaustive=False)
    lines = [line for line in engine.said.getvalue().splitlines() if "builds were made" in line]
    assert lines[0].startswith("crypto_core/mix: ") and len(lines) == 2
    assert [one.of for one in engine.of(Search)] == [len(FLAGS), len(FLAGS)]


@pytest.mark.parametrize(
    ("primitives", "shares"), [(0, (100.0, 0.0)), (1, (70.0, 30.0)), (3, (70.0, 10.0))]
)
def test_shares_of_a_budget(primitives: int, shares: tuple[float, float]) -> None:
    assert budget.shares(100.0, primitives) == pytest.approx(shares)
