"""Winners are recorded with what their machine code uses and takes: found out once, and never beside a timing."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from hashcop.data.records import Trial, Winner, Words
from hashcop.platforms.door import Group, KnowsInstructions, KnowsStack
from tests.support.fake import ALPHA, Engine, FakeLane


class TellingLane(FakeLane):
    """A lane that knows of every build what it uses; by default the target's name."""

    used: Mapping[str, Words] = {}
    taken: int | None = 96

    def instructions(self, group: Group, artifact: Path) -> Words:
        assert artifact.is_file()
        self.event("look", group.implementation.name)
        return self.used.get(group.implementation.name, (group.target.name.upper(),))

    def stack(self, group: Group, artifact: Path) -> int | None:
        assert artifact.is_file()
        return self.taken


def telling(place: Path, cache: Path) -> Engine:
    """The engine, on a tree of two implementations, of which one is far behind."""
    files = {"sum/ref": "cost = 5.0\n", "sum/slow": "cost = 30.0\nsame = true"}
    engine = Engine(place, files)
    engine.lane = TellingLane(cache, event=engine.lane.event)
    return engine


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    """An engine whose lane knows what its builds use."""
    return telling(tmp_path, tmp_path / "cache")


def used(engine: Engine) -> dict[tuple[str, str], Words]:
    """The instruction sets of the newest winners, by implementation and target."""
    return {(one.implementation, one.target): one.instructions for one in engine.of(Winner)}


def test_each_winner_is_recorded_with_what_it_uses(engine: Engine) -> None:
    engine.run()
    alpha, beta = ("ALPHA",), ("BETA",)
    expected = {("ref", "alpha"): alpha, ("ref", "beta"): beta}
    assert used(engine) == expected | {("slow", "alpha"): alpha, ("slow", "beta"): beta}
    assert [one.stack for one in engine.of(Winner)] == [96] * 4


def test_only_winners_are_looked_into_and_each_once(engine: Engine) -> None:
    engine.run()
    assert engine.count("look") == 4 < engine.count("build")
    engine.run()
    assert engine.count("look") == 4


def test_nothing_is_looked_into_between_the_timings_of_a_race(engine: Engine) -> None:
    engine.run()
    kinds = [kind for kind, _ in engine.events]
    looks = [place for place, kind in enumerate(kinds) if kind == "look"]
    assert "time" not in kinds[looks[0] : looks[-1]]


def test_a_platform_without_machine_code_tells_nothing(tmp_path: Path) -> None:
    plain = Engine(tmp_path, {"sum/ref": "cost = 5.0"})
    assert not isinstance(plain.lane, KnowsInstructions | KnowsStack)
    plain.run()
    assert set(used(plain).values()) == {()}
    assert {one.stack for one in plain.of(Winner)} == {None}


def test_no_race_is_held_again_to_look_into_its_winner(engine: Engine) -> None:
    knows = engine.lane
    engine.lane = FakeLane(knows.cache, event=knows.event)
    engine.run()
    before = engine.of(Trial), engine.of(Winner)
    engine.lane = knows
    engine.run()
    assert engine.count("look") == 0
    assert (engine.of(Trial), engine.of(Winner)) == before


def test_another_bench_finds_what_was_found(engine: Engine, tmp_path: Path) -> None:
    engine.run()
    other = telling(tmp_path / "other", engine.lane.cache)
    (tmp_path / "other" / "cache").symlink_to(tmp_path / "cache")
    other.run()
    assert other.count("look") == 0
    assert used(other) == used(engine)
    assert [one.stack for one in other.of(Winner)] == [96] * 4


def test_what_could_not_be_found_out_is_looked_for_again_by_another_bench(
    engine: Engine, tmp_path: Path
) -> None:
    assert isinstance(engine.lane, TellingLane)
    engine.lane.taken = None
    engine.run()
    other = telling(tmp_path / "other", engine.lane.cache)
    (tmp_path / "other" / "cache").symlink_to(tmp_path / "cache")
    other.run()
    assert other.count("look") == 4
    assert [one.stack for one in other.of(Winner)] == [96] * 4


def test_a_winner_without_any_is_asked_for_once_in_a_run(engine: Engine) -> None:
    assert isinstance(engine.lane, TellingLane)
    engine.lane.used = {"ref": ()}
    engine.lane.targets = (ALPHA,)
    engine.run(exhaustive=False, budget=3600)
    assert used(engine) == {("ref", "alpha"): (), ("slow", "alpha"): ("ALPHA",)}
    assert engine.count("look") == 2
