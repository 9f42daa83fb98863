"""Experiments: which variants there are, what a program makes of them, and which counters work."""

import math
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.data import lengths
from hashcop.data.lengths import Schedule
from hashcop.data.records import Sample
from hashcop.platforms.c import PLATFORM, effects
from hashcop.platforms.c.effects import ALIGNED, BESIDE, NO_EFFECT, SINGLE, Effect
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Built, Group, Patience, Timer, Variant

NAMES = {
    "cold": ["warm", "cold"],
    "align": [*(f"in {n}" for n in range(64)), *(f"out {n}" for n in range(1, 64))],
    "data": ["random", "all bytes zero", "one bit set in 64 bytes"],
    "parallel": ["alone", "on 4 cores"],
}


def variants(effect: str, target: Target, cores: int = 4) -> list[Variant]:
    return list(effects.variants(effect, target, cores))


def effects_of(found: list[Variant]) -> list[Effect]:
    return [one.effect for one in found if isinstance(one.effect, Effect)]


@pytest.mark.parametrize("effect", NAMES)
def test_these_are_the_variants(effect: str, native: Target) -> None:
    assert [one.name for one in variants(effect, native)] == NAMES[effect]


def test_every_effect_has_variants(native: Target) -> None:
    assert set(PLATFORM.effects) == {*NAMES, "counter"}
    for effect in PLATFORM.effects:
        assert len(variants(effect, native)) > 1


def test_cold_timings_are_of_single_calls_beside_warm_ones(native: Target) -> None:
    warm, cold = variants("cold", native)
    assert effects_of([warm, cold]) == [NO_EFFECT, Effect(cold=True)]
    assert warm.schedule == cold.schedule == SINGLE and SINGLE.steps == 0


def test_input_and_output_lie_at_every_place_of_a_cache_line_one_at_a_time(native: Target) -> None:
    found = variants("align", native)
    places = [(one.into, one.out) for one in effects_of(found)]
    assert places == [(n, 0) for n in range(64)] + [(0, n) for n in range(1, 64)]
    assert {one.schedule for one in found} == {ALIGNED}


def test_messages_are_of_three_kinds(native: Target) -> None:
    found = variants("data", native)
    assert [one.data for one in effects_of(found)] == ["random", "zero", "sparse"]
    assert {one.schedule for one in found} == {lengths.USUAL.for_table}


def test_copies_run_beside_each_other_where_there_is_more_than_one_core(native: Target) -> None:
    alone, beside = variants("parallel", native)
    assert (alone.copies, beside.copies, alone.schedule) == (1, 4, BESIDE)
    assert effects_of([alone, beside]) == [NO_EFFECT, Effect(shares=True)]
    assert [one.name for one in variants("parallel", native, cores=1)] == ["alone"]


def test_all_counters_of_the_processor_are_variants_and_the_one_that_is_used_comes_first(
    native: Target, lane: CLane, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "Popen", None)  # no process is started
    first, *others = lane.variants("counter", native)
    assert (first.name, first.target) == (native.counter.name, None)
    assert [one.name for one in others] == [one.name for one in native.counter.others]
    for one in others:
        assert one.target and one.target.counter.name == one.name
    assert len({lane.ruler(one.target or native) for one in (first, *others)}) == 1 + len(others)


# With programs


@pytest.fixture(scope="session")
def timer(lane: CLane) -> Timer:
    return lane.timer(lane.core, Patience(0))


@pytest.fixture
def sha256(groups: Callable[..., list[Group]], build: Callable[..., Built], native: Target) -> Path:
    (group,) = groups("sha256/ref", targets=(native.name,))
    artifact = build(group).artifact
    assert artifact is not None
    return artifact


SHORT = Schedule(processes=1, warmup=1, timings=3, steps=100)


def timed(timer: Timer, artifact: Path, target: Target, variant: Variant) -> Sample:
    schedule = replace(SHORT, steps=min(SHORT.steps, variant.schedule.steps))
    found = timer.time(artifact, [8, 64], schedule, target, effect=variant.effect)
    assert isinstance(found, Sample), found
    return found


@pytest.mark.parametrize("effect", NAMES)
def test_a_program_times_the_variants(
    effect: str, sha256: Path, timer: Timer, native: Target
) -> None:
    every = variants(effect, native)
    for variant in (every[0], every[1], every[-1]):
        found = timed(timer, sha256, native, variant)
        assert [length for length, *_ in found.rows] == [8, 64]
        if variant.name == "cold":
            assert {calls for _, calls, *_ in found.rows} == {1}


def test_the_counters_that_work_are_examined_and_time_and_the_others_are_left_out(
    sha256: Path, timer: Timer, lane: CLane, native: Target
) -> None:
    first, *others = lane.variants("counter", native)
    assert lane.examined(first, native, lane.core) == first
    works = {one.name: lane.examined(one, native, lane.core) for one in others}
    # The kernel's clock works everywhere.
    clocks = {name for name in works if name.startswith("clock-")}
    assert clocks and all(works[name] for name in clocks)
    for one in works.values():
        if one is not None and isinstance(one.target, Target):
            timed(timer, sha256, one.target, one)


def test_a_counter_that_is_none_is_told_so(lane: CLane, native: Target) -> None:
    assert effects.examine(lane.sandbox, native, "x86-gone", lane.core) is None
    found = effects.examine(lane.sandbox, native, native.counter.name, lane.core)
    assert found is not None and found.name == native.counter.name
    assert found.core_cycles == native.counter.core_cycles
    tolerance = 0.5 if found.core_cycles else 0.05  # the rate of a core changes
    assert math.isclose(found.ticks_per_second, native.counter.ticks_per_second, rel_tol=tolerance)
