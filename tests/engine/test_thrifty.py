"""Runs that build what is promising, on the made-up platform: what they build and check, and what they say."""

import os
from collections.abc import Callable
from dataclasses import replace

import pytest

from hashcop.data.records import Build, Check, Run, Timings, Winner
from hashcop.engine import budget
from hashcop.engine.session import Work
from hashcop.engine.settings import Settings
from hashcop.platforms.door import Group, Plan, Target
from hashcop.platforms.implementation import Implementation
from tests.engine.conftest import MakeEngine
from tests.support.fake import FLAGS, Engine, FakeLane

THREE = {
    "sum/best": 'cost = 5.0\nfactors = {"-a" = 2.0}',
    "sum/far": "cost = 90.0",
    "sum/liar": 'cost = 0.1\nwrong = ["-a", "-b", "-c"]',
    "other/only": 'cost = 7.0\nfactors = {"-b" = 1.2, "-c" = 1.3}',
}


@pytest.fixture
def three(make_engine: MakeEngine) -> Engine:
    """Two hashes on one target: one with an implementation that is far behind, and one that is wrong."""
    engine = make_engine(THREE)
    engine.lane.targets = engine.lane.targets[:1]
    return engine


def run(engine: Engine, *words: str, publish: Callable[[], None] = lambda: None) -> None:
    def act(work: Work) -> None:
        work.run.everything(work.groups, work.way, publish=publish)

    engine.work(act, *words, exhaustive=False)


def built(engine: Engine, name: str) -> int:
    return sum(one.implementation == name for one in engine.of(Build))


def test_what_is_far_behind_is_not_built_with_everything(three: Engine) -> None:
    run(three)
    assert built(three, "best") == built(three, "only") == len(FLAGS)
    assert built(three, "far") == 1
    assert "the others are not promising (--exhaustive makes them)" in three.said.getvalue()


def test_everything_that_is_measured_is_right(three: Engine) -> None:
    run(three)
    right = {one.object for one in three.of(Check) if one.outcome == "right"}
    assert {one.object for one in three.of(Timings)} <= right
    assert {one.implementation for one in three.of(Timings)} == {"best", "far", "only"}
    assert {w.implementation: w.options[1] for w in three.of(Winner)}["best"] in ("-b", "-c")


def test_builds_that_win_nothing_are_not_checked(three: Engine) -> None:
    run(three)
    checked = [one.implementation for one in three.of(Check)]
    assert checked.count("far") == 1 and checked.count("only") < len(FLAGS)


class TwoFamilies(FakeLane):
    """Its second compiler is another family's, and the better one for most."""

    def plan(self, implementation: Implementation, target: Target) -> Plan:
        plan = super().plan(implementation, target)
        families = [("fakec", "one"), ("fakec", "one"), ("otherc", "two")]
        named = zip(plan.option_sets, families, strict=True)
        sets = tuple(replace(one, command=name, family=family) for one, (name, family) in named)
        return replace(plan, option_sets=sets)


def test_even_without_time_each_family_of_compilers_builds_each(
    make_engine: MakeEngine, clock: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Settings, "usual_time", 0.0)
    monkeypatch.setattr(budget, "AT_ONCE", 1)
    engine = make_engine({"sum/best": "cost = 5.0", "sum/far": 'factors = {"-c" = 0.9}'})
    engine.lane = TwoFamilies(engine.lane.cache, engine.lane.targets[:1], engine.lane.event)
    at_first = 3  # builds: of both with one compiler, and of the better one with the other
    engine.on_event = lambda kind, _: (
        clock(1000.0) if kind == "build" and engine.count("build") > at_first else None
    )
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    run(engine)
    assert {w.implementation: w.options[0] for w in engine.of(Winner)}["far"] == "otherc"


class SlowToGetReady(FakeLane):
    """What it needs for its timings takes long to make, once for each hash."""

    def get_ready(self, group: Group) -> None:
        self.event("ready", group.function.name)


def test_cores_do_not_wait_for_the_same_while_others_could_be_made(
    make_engine: MakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{hash}/{one}" for hash in ("one", "two", "three") for one in ("a", "b")]
    engine = make_engine(dict.fromkeys(names, "cost = 5.0"))
    engine.lane = SlowToGetReady(engine.lane.cache, engine.lane.targets[:1], engine.lane.event)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    run(engine)
    asked = [name for kind, name in engine.events if kind == "ready"]
    assert set(asked[:3]) == {"one", "two", "three"} and len(asked) == len(names)


def test_what_is_named_is_built_and_checked_whole(three: Engine) -> None:
    run(three, "sum/far")
    assert built(three, "far") == len(FLAGS)
    assert {one.outcome for one in three.of(Check)} == {"right"}
    assert len(three.of(Check)) == len({one.object for one in three.of(Build)})


def test_what_is_named_after_a_search_of_the_same_is_built_whole(make_engine: MakeEngine) -> None:
    engine = make_engine({"sum/best": "cost = 5.0", "sum/far": "cost = 90.0"})
    engine.lane.targets = engine.lane.targets[:1]
    run(engine, "sum")
    assert built(engine, "far") == 1
    run(engine, "sum/best", "sum/far")
    assert built(engine, "far") == len(FLAGS)


def test_pages_can_be_made_of_a_ranking_before_the_rest_is_built(three: Engine) -> None:
    seen: list[tuple[str, int, set[str]]] = []

    def publish() -> None:
        (*_, last) = three.of(Run)
        tables = {one.hash for one in three.of(Timings)}
        seen.append((last.stage, len(three.of(Build)), tables))

    run(three, publish=publish)
    (first, builds, hashes), (second, all_builds, _) = seen
    assert (first, second) == ("ranking", "tables") and builds < all_builds
    assert hashes == {"sum", "other"}


def test_the_first_pages_wait_for_no_target_but_the_machines_own(make_engine: MakeEngine) -> None:
    engine = make_engine(THREE)
    assert [target.name for target in engine.lane.targets] == ["alpha", "beta"]
    seen: list[tuple[str, set[str]]] = []

    def publish() -> None:
        seen.append((engine.of(Run)[-1].stage, {one.target for one in engine.of(Build)}))

    run(engine, publish=publish)
    both = {"alpha", "beta"}
    assert seen == [("ranking", {"alpha"}), ("ranking", both), ("tables", both)]


def test_a_run_records_how_far_it_came_and_what_it_took(three: Engine) -> None:
    run(three)
    runs = three.of(Run)
    assert [one.stage for one in runs] == ["ranking", "tables", "all"]
    last = runs[-1]
    assert last.groups == len(THREE) and last.units["build"] == len(three.of(Build))
    assert last.units["table"] >= 3 and last.forecast > 0
    assert sum(last.spent.values()) == pytest.approx(last.seconds, abs=0.5)


def tables(engine: Engine) -> set[str]:
    return {one.implementation for one in engine.of(Timings)}


def test_a_run_that_takes_too_long_leaves_who_is_no_contender_for_the_next(
    three: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[dict[str, int]] = []

    def act(work: Work) -> None:
        work.run.everything(work.groups, work.way)
        left.append(dict(work.run.left))

    with monkeypatch.context() as patched:
        patched.setattr(Settings, "longest_time", 0.0)
        three.work(act, exhaustive=False)
    assert tables(three) == {"best", "only"} and left == [{"table": 1}]
    three.work(act, exhaustive=False)
    assert tables(three) == {"best", "only", "far"} and left[1] == {}


def test_what_is_named_is_never_left(three: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Settings, "longest_time", 0.0)
    run(three, "sum/far", "sum/best")
    assert tables(three) == {"best", "far"}


def test_the_same_run_again_does_records_and_publishes_nothing(three: Engine) -> None:
    run(three)
    before, three.events = three.lines(), []
    published: list[None] = []
    run(three, publish=lambda: published.append(None))
    assert three.events == [] and three.lines() == before and published == []


def test_a_search_that_ran_out_of_time_is_not_continued(
    three: Engine, clock: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Settings, "usual_time", 0.0)
    monkeypatch.setattr(budget, "AT_ONCE", 1)
    three.on_event = lambda kind, _: clock(1.0) if kind == "build" else None
    run(three)
    made = len(three.of(Build))
    assert (
        made < len(THREE) * len(FLAGS) and "a larger --budget makes more" in three.said.getvalue()
    )
    three.said.truncate(three.said.seek(0))
    run(three)
    assert len(three.of(Build)) == made and "builds were made" not in three.said.getvalue()


def test_an_exhaustive_run_after_it_builds_the_rest(three: Engine) -> None:
    run(three)
    three.run()
    assert built(three, "far") == len(FLAGS)
