"""Experiments on the made-up platform: what is timed in which turn, what is recorded and once, what is said."""

import os
from collections.abc import Sequence

import pytest

from hashcop.data.records import Build, Effect
from tests.engine.conftest import MakeEngine
from tests.support.fake import FLAGS, LENGTHS, Engine


@pytest.fixture
def measured(make_engine: MakeEngine) -> Engine:
    """One implementation on one target, measured."""
    engine = make_engine({"sum/ref": ""})
    engine.lane.targets = engine.lane.targets[:1]
    engine.run()
    return engine


def effects(engine: Engine, *names: str) -> list[Effect]:
    """What experiments add."""
    before = len(engine.of(Effect))
    engine.lane.asked.clear()
    engine.run(effects=names)
    return engine.of(Effect)[before:]


def variants(found: Sequence[Effect]) -> list[str]:
    return [one.variant for one in found]


@pytest.mark.parametrize("effect", ["slow", "beside", "other"])
def test_each_variant_is_recorded_once_and_not_again(effect: str, measured: Engine) -> None:
    found = effects(measured, effect)
    assert len(found) == 2 and variants(found)[0] == "as it is"
    assert effects(measured, effect) == [] and measured.lane.asked == []
    assert f"{effect} sum/ref alpha" in measured.said.getvalue()


def test_an_experiment_of_compilers_takes_the_first_build_of_each(make_engine: MakeEngine) -> None:
    engine = make_engine({"sum/ref": ""})
    engine.lane.targets = engine.lane.targets[:1]
    engine.lane.compilers = ("fakec", "otherc")
    found = effects(engine, "each")
    of = {one.options: one.object for one in engine.of(Build)}
    assert [one.object for one in found] == [of["fakec", FLAGS[0]], of["otherc", FLAGS[0]]]
    assert effects(engine, "each") == []


def test_an_experiment_of_compilers_builds_what_a_race_left_out(make_engine: MakeEngine) -> None:
    engine = make_engine({"sum/ref": "cost = 5.0", "sum/far": "cost = 90.0"})
    engine.lane.targets = engine.lane.targets[:1]
    engine.lane.compilers = ("fakec", "otherc")
    engine.run(exhaustive=False)
    before = {one.options for one in engine.of(Build) if one.implementation == "far"}
    assert ("otherc", FLAGS[0]) not in before
    engine.run(exhaustive=False, effects=["each"])
    far = {one.options: one.object for one in engine.of(Build) if one.implementation == "far"}
    found = [one.object for one in engine.of(Effect) if one.implementation == "far"]
    assert found == [far["fakec", FLAGS[0]], far["otherc", FLAGS[0]]]


def test_a_record_tells_what_it_is_about_and_holds_every_timing(measured: Engine) -> None:
    for one in effects(measured, "slow"):
        assert (one.platform, one.target, one.hash) == ("fake", "alpha", "sum")
        assert (one.implementation, one.effect, one.machine) == ("ref", "slow", "m")
        assert one.bytes == LENGTHS.table and len(one.samples) == 2
        for sample in one.samples:
            assert sorted(row[0] for row in sample.rows) == list(LENGTHS.table)


def test_variants_are_timed_in_turn(measured: Engine) -> None:
    effects(measured, "slow")
    turns = [(seed, effect) for _, _, seed, effect, _ in measured.lane.asked]
    assert turns == [(0, None), (0, 0.5), (1, None), (1, 0.5)]


def test_copies_run_at_once_each_on_a_core_of_its_own(
    measured: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        pytest.skip("one core")
    alone, beside = effects(measured, "beside")
    assert len(alone.samples) == 2 and len(beside.samples) == 4
    last = {core for _, core, *_ in measured.lane.asked[-2:]}
    assert last == set(cores[:2])


def test_another_counter_is_named(measured: Engine) -> None:
    first, other = effects(measured, "other")
    assert (first.counter, first.core_cycles) == ("", None)
    assert (other.counter, other.core_cycles) == ("clock", False)


def test_a_variant_that_does_not_work_here_is_left_out(measured: Engine) -> None:
    measured.lane.missing = {"clock": "it stands still"}
    assert variants(effects(measured, "other")) == ["as it is"]


def test_what_goes_wrong_is_said_and_what_was_measured_before_is_kept(
    measured: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    artifact = next((measured.place / "cache").glob("programs/fake/*/program"))
    programs = {p: p.read_text() for p in artifact.parents[1].glob("*/program")}
    for program, text in programs.items():
        program.write_text(text.replace('"crashes": null', '"crashes": 8'))
    assert effects(measured, "slow") == []
    assert "sum/ref alpha: slow, as it is: crashed at 8 bytes" in measured.said.getvalue()
    assert len(measured.lane.asked) == 1  # one process shows it
    for program, text in programs.items():
        program.write_text(text)
    assert variants(effects(measured, "slow")) == ["as it is", "slower"]


def test_equal_machine_code_is_measured_once(make_engine: MakeEngine) -> None:
    engine = make_engine({"sum/ref": "", "sum/other": "cost = 20.0"})
    engine.lane.targets = engine.lane.targets[:1]
    engine.run(effects=("slow",))
    assert {one.implementation for one in engine.of(Effect)} == {"ref", "other"}
    assert len({one.key for one in engine.of(Effect)}) == 4
