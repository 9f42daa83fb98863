"""A hash that includes another operation gets the fastest correct implementation of it, raced first."""

import pytest

from hashcop.data.records import Build, Check, Timings, Winner
from tests.engine.conftest import MakeEngine
from tests.support.fake import PAPER, Engine, FakeLane, subroutine_words

GOALS = ("goal-constbranch", "goal-constindex")
NEEDS = 'needs = ["crypto_core/mix"]'


@pytest.fixture
def mix(make_engine: MakeEngine) -> Engine:
    """quick is the fastest, careful claims constant time, wrong is wrong, and cxx can't be linked with others."""
    engine = make_engine(
        {
            "sum/plain": NEEDS,
            "sum/constant": NEEDS,
            "crypto_core/mix/quick": "cost = 2.0",
            "crypto_core/mix/careful": "cost = 4.0",
            "crypto_core/mix/wrong": 'cost = 1.0\nwrong = ["-a", "-b", "-c"]',
            "crypto_core/mix/cxx": "cost = 1.0\nserves = false",
        }
    )
    for place in ("crypto_hash/sum/constant", "crypto_core/mix/careful"):
        claim(engine, place)
    return engine


def claim(engine: Engine, place: str) -> None:
    for goal in GOALS:
        (engine.tree / place / goal).touch()


def linked(engine: Engine, name: str) -> set[str]:
    """The paths of the subroutines that builds of an implementation were linked with."""
    builds = [b for b in engine.of(Build) if b.implementation == name and b.hash == "sum"]
    return {words.split(" ")[0] for words in subroutine_words(builds)}


def test_the_fastest_correct_implementation_is_linked_in(mix: Engine) -> None:
    mix.run("sum/plain")
    assert linked(mix, "plain") == {"crypto_core/mix/quick"}
    wrong = [c for c in mix.of(Check) if c.outcome == "wrong"]
    assert {(c.operation, c.implementation) for c in wrong} == {("crypto_core", "wrong")}
    assert not [b for b in mix.of(Build) if b.implementation == "cxx"]
    won = {w.implementation for w in mix.of(Winner) if w.operation == "crypto_core"}
    assert won == {"quick", "careful"}


@pytest.mark.parametrize("when", ["check", "time"])
@pytest.mark.parametrize("name", ["a", "z"])
def test_a_subroutine_that_spoils_a_hash_is_replaced(mix: Engine, when: str, name: str) -> None:
    mix.write(f"crypto_core/mix/{name}", f'cost = 1.5\nspoils = "{when}"')
    for _ in range(2):
        (prepared,) = [one for one in mix.run("sum/plain") if one.group.target.name == "alpha"]
        assert len(prepared.entrants) == 3
        (own,) = prepared.group.subroutines
        assert own.implementation.name == "quick"
    assert {one.implementation for one in mix.of(Timings) if one.hash == "sum"} == {"plain"}
    count = len(mix.lines())
    mix.run("sum/plain")
    assert len(mix.lines()) == count  # which subroutine is the right one is known


def test_what_is_wrong_with_every_subroutine_is_wrong(mix: Engine) -> None:
    for name in ("a", "b"):
        mix.write(f"crypto_core/mix/{name}", 'cost = 1.5\nspoils = "check"')
    mix.write("sum/plain", f'{NEEDS}\nwrong = ["-a", "-b", "-c"]')
    for prepared in mix.run("sum/plain"):
        assert not prepared.entrants


def test_constant_time_code_gets_a_constant_time_subroutine(mix: Engine) -> None:
    mix.run("sum/constant")
    assert linked(mix, "constant") == {"crypto_core/mix/careful"}
    classes = {b.security for b in mix.of(Build) if b.implementation == "constant"}
    assert classes == {"constbranchindex"}


def test_a_claim_that_no_subroutine_makes_is_lost(mix: Engine) -> None:
    for goal in GOALS:
        (mix.tree / "crypto_core/mix/careful" / goal).unlink()
    mix.run("sum/constant")
    assert linked(mix, "constant") == {"crypto_core/mix/quick"}
    classes = {b.security for b in mix.of(Build) if b.implementation == "constant"}
    assert classes == {"timingleaks"}


@pytest.mark.parametrize(
    ("files", "need"),
    [
        ({}, "crypto_core/nowhere"),
        ({"crypto_core/lost/ref": 'fails = ["-a", "-b", "-c"]'}, "crypto_core/lost"),
        (
            {
                "crypto_core/itself/ref": 'needs = ["crypto_core/other"]',
                "crypto_core/other/ref": 'needs = ["crypto_core/itself"]',
            },
            "crypto_core/itself",
        ),
    ],
)
def test_what_can_not_be_had_is_named(
    files: dict[str, str], need: str, make_engine: MakeEngine
) -> None:
    engine = make_engine({"sum/user": f'needs = ["{need}"]', **files})
    engine.run()
    skipped = [b for b in engine.of(Build) if b.hash == "sum"]
    assert {b.outcome for b in skipped} == {"skipped"}
    reasons = {b.reason for b in skipped}
    assert f"needs {need}, of which no implementation works on alpha" in reasons


def test_each_primitive_is_raced_once_for_each_target(mix: Engine) -> None:
    mix.write("sum/more", NEEDS)
    mix.run()
    winners = [w for w in mix.of(Winner) if w.operation == "crypto_core"]
    assert len(winners) == len({w.key for w in winners}) == 4  # two of them on two targets


def test_where_nothing_is_timed_the_first_correct_one_is_linked_in(mix: Engine) -> None:
    mix.lane.targets = (PAPER,)
    mix.run("sum/plain")
    assert linked(mix, "plain") == {"crypto_core/mix/careful"}
    assert mix.count("time") == 0
    built = {b.implementation for b in mix.of(Build) if b.operation == "crypto_core"}
    assert built == {"careful"}


def test_a_lane_may_have_another_one_for_subroutines(mix: Engine) -> None:
    events: list[str] = []
    mix.lane.lender = FakeLane(  # type: ignore[attr-defined]
        mix.place / "cache", event=lambda kind, _: events.append(kind)
    )
    mix.run("sum/plain")
    assert linked(mix, "plain") == {"crypto_core/mix/quick"}
    assert {"build", "check"} <= set(events)
