"""Winners that claim constant time are run on secret messages: once, at the end, and never beside a timing."""

import math
import os
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from hashcop.data.records import Record, Timecop, Winner
from hashcop.data.store import Store
from hashcop.engine.constant_time import claimed
from hashcop.engine.session import Work
from hashcop.platforms.door import ConstantTime, Group, KnowsConstantTime, OptionSet
from tests.support.fake import Engine, FakeLane

GOALS = ("goal-constbranch", "goal-constindex")


class WatchingLane(FakeLane):
    """A lane that has a verdict on each build: the one that a test sets."""

    verdict = ConstantTime(outcome="pass", tool="a watcher", bytes=(0, 8))
    tool = "1"
    lacking = ""

    def constant_time_lacks(self, group: Group) -> str:
        return self.lacking

    def constant_time_key(self, group: Group, code: str) -> str:
        return f"constant time {code} {self.tool}"

    def constant_time(
        self, group: Group, option_set: OptionSet, artifact: Path, directory: Path
    ) -> ConstantTime:
        assert artifact.is_file() and directory.is_dir()
        self.event("watch", group.implementation.name)
        return self.verdict


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    """The engine on two implementations, of which the first claims constant time."""
    engine = Engine(tmp_path, {"sum/claims": "cost = 5.0", "sum/other": "cost = 6.0"})
    for goal in GOALS:
        (engine.tree / "crypto_hash/sum/claims" / goal).touch()
    engine.lane = WatchingLane(tmp_path / "cache", event=engine.lane.event)
    return engine


def run(engine: Engine, *words: str, again: bool = False) -> list[Timecop]:
    """A run as `./do` has it; the verdicts."""

    def act(work: Work) -> Any:
        work.run.everything(work.groups, work.way)
        return work.claims.verify(claimed(work.run.measured), again=again).values()

    return list(engine.work(act, *words))


def test_winners_that_claim_it_are_recorded_with_their_verdict(engine: Engine) -> None:
    run(engine)
    found = engine.of(Timecop)
    won = [one for one in engine.of(Winner) if one.implementation == "claims"]
    assert {(one.object, one.target) for one in found} == {(w.object, w.target) for w in won}
    assert {(one.outcome, one.tool, one.bytes, one.implementation) for one in found} == {
        ("pass", "a watcher", (0, 8), "claims")
    }


def test_when_the_time_is_over_verdicts_are_left_and_counted(engine: Engine) -> None:
    left: list[int] = []

    def act(work: Work) -> None:
        work.run.everything(work.groups, work.way)
        asked = claimed(work.run.measured)
        left.extend(work.claims.verify_some(asked, until) for until in (0.0, math.inf))

    engine.work(act)
    assert left == [len(engine.of(Timecop)), 0] and left[0]


def test_nothing_is_timed_once_it_has_begun(engine: Engine) -> None:
    run(engine)
    kinds = [kind for kind, _ in engine.events]
    assert set(kinds[kinds.index("watch") :]) == {"watch"}


def test_machine_code_is_watched_once(engine: Engine) -> None:
    first = run(engine)
    assert engine.count("watch") == len(first) == 2
    assert [one.key for one in run(engine)] == [one.key for one in first]
    assert engine.count("watch") == 2
    engine.file.unlink()  # another bench with the same cache
    run(engine)
    assert engine.count("watch") == 2
    assert len(engine.of(Timecop)) == 2


def test_verdicts_come_in_the_order_asked_whichever_is_found_first(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    recorded = Event()
    numbers = count()
    keep = Store.record

    def record(store: Store, records: Sequence[Record]) -> None:
        keep(store, records)
        if any(isinstance(one, Timecop) for one in records):
            recorded.set()

    def verdict(_: FakeLane, *about: object) -> ConstantTime:
        if next(numbers) == 0:
            assert recorded.wait(60)  # the second's
        return WatchingLane.verdict

    monkeypatch.setattr(Store, "record", record)

    monkeypatch.setattr(WatchingLane, "constant_time", verdict)
    found = run(engine)
    assert len(found) == 2
    assert [one.key for one in run(engine)] == [one.key for one in found]


def test_another_tool_watches_again(engine: Engine) -> None:
    run(engine)
    WatchingLane.tool, before = "2", WatchingLane.tool
    try:
        run(engine)
    finally:
        WatchingLane.tool = before
    assert engine.count("watch") == 4


def test_what_has_no_verdict_is_watched_again_only_if_asked(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WatchingLane, "verdict", ConstantTime(outcome="error", said=("no tool",)))
    run(engine)
    run(engine)
    assert engine.count("watch") == 2
    run(engine, again=True)
    assert engine.count("watch") == 4


def test_a_tool_that_is_missing_is_told_once_and_nothing_is_tried(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WatchingLane, "lacking", "no watcher is installed")
    left: list[int] = []

    def act(work: Work) -> None:
        work.run.everything(work.groups, work.way)
        asked = claimed(work.run.measured)
        assert len(asked) > 1 and work.claims.verify(asked, again=True) == {}
        left.append(work.claims.verify_some(asked, math.inf))

    engine.work(act)
    assert (engine.count("watch"), engine.of(Timecop), left) == (0, [], [0])
    said = engine.said.getvalue()
    assert said.count("constant time is not verified: no watcher is installed") == 1
    monkeypatch.setattr(WatchingLane, "lacking", "")
    assert len(run(engine)) == engine.count("watch") == 2


def test_a_broken_claim_is_told(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    where = ("hash.c:3: a branch depends on the message",)
    monkeypatch.setattr(WatchingLane, "verdict", ConstantTime(outcome="fail", where=where))
    run(engine)
    assert f"sum/claims alpha: claims constant time, but {where[0]}" in engine.said.getvalue()


def test_a_platform_that_can_not_watch_is_not_asked(tmp_path: Path) -> None:
    plain = Engine(tmp_path, {"sum/claims": "cost = 5.0"})
    for goal in GOALS:
        (plain.tree / "crypto_hash/sum/claims" / goal).touch()
    assert not isinstance(plain.lane, KnowsConstantTime)
    assert run(plain) == []
    assert plain.of(Timecop) == []
