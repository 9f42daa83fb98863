"""Placements as timings: seeds as processes, several at once, each kept; and what fails stays failed."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from hashcop.data.lengths import Schedule
from hashcop.data.records import Clocks, Placed, Sample
from hashcop.platforms.door import Target, Verdict
from hashcop.platforms.rtl import build, timing
from hashcop.platforms.rtl.build import Artifact, Shop
from hashcop.platforms.rtl.lane import chosen
from hashcop.platforms.rtl.place import NotPlaced, Placer
from hashcop.platforms.rtl.room import Room
from hashcop.platforms.rtl.synthesize import Netlist
from hashcop.platforms.rtl.timing import Timer

CLOCKS = Clocks(block=65, size=64, latency=((0, 76),))
RIGHT = Verdict(outcome="right", clocks=CLOCKS)
FIVE = Schedule(processes=5, warmup=0, timings=1, steps=0)
ONE = replace(FIVE, processes=1)
TARGET = Target(name="ecp5", counter=None)  # type: ignore[arg-type]
Placing = Callable[..., Placed]


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    known = Artifact(RIGHT, "ecp5", ("-nowidelut",), str(tmp_path), {"PAD": 1}, "n", {"LUT4": 2000})
    file = tmp_path / "programs" / "code" / build.PROGRAM
    file.parent.mkdir(parents=True)
    file.write_bytes(msgspec.json.encode(known))
    (tmp_path / "design.toml").write_text('[rtl]\nsources = ["a.sv"]\n')
    (tmp_path / "a.sv").write_text("")
    return file


@pytest.fixture
def timer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Timer, list[int]]:
    """Places two at once, and the seeds that were placed. Seeds 4, 5 and 105 are not routed."""
    seeds: list[int] = []

    def placed(_placer: Placer, _options: object, _netlist: object, seed: int, _: object) -> Placed:
        seeds.append(seed)
        if seed in (4, 5, 105):
            raise NotPlaced("nextpnr-ecp5 did not end in time")
        return Placed(seed=seed, clock=100.0 + seed, area={"LUT4": 2000.0})

    monkeypatch.setattr(Placer, "place", placed)
    monkeypatch.setattr(Timer, "_pins", lambda *_: {})
    room = Room(None, tmp_path, tmp_path)  # type: ignore[arg-type]
    return Timer(Shop(None, room, tmp_path, tmp_path / "programs"), 2), seeds  # type: ignore[arg-type]


def test_a_sample_is_area_times_time(artifact: Path, timer: tuple[Timer, list[int]]) -> None:
    found = timer[0].time(artifact, [timing.LENGTH], ONE, TARGET)
    assert isinstance(found, Sample) and found.placed
    assert found.placed.clock == 101
    ((length, calls, ticks),) = found.rows
    assert (length, calls) == (timing.LENGTH, 1)
    assert ticks == pytest.approx(65 / 64 * timing.LENGTH * 1000 / 101 * 2000, rel=1e-6)


def test_the_next_seed_is_placed_meanwhile_and_none_twice(
    artifact: Path, timer: tuple[Timer, list[int]]
) -> None:
    one, seeds = timer
    for seed in (0, 1, 2):
        one.time(artifact, [timing.LENGTH], FIVE, TARGET, seed=seed)
    assert sorted(set(seeds)) == sorted(seeds) and {1, 2, 3} <= set(seeds) <= {1, 2, 3, 4}


def test_seeds_that_will_be_wanted_are_placed_during_a_trial(
    artifact: Path, timer: tuple[Timer, list[int]]
) -> None:
    begun: list[int] = []

    def run(_artifact: Path, _known: Artifact, _variant: timing.Variant, seed: int) -> timing.Found:
        begun.append(seed)
        return timing.Found(Placed(seed=seed, clock=100.0, area={"LUT4": 2000.0}))

    eager = Timer(timer[0].shop, 2, run, wanted={"ecp5": 5})
    eager.time(artifact, [timing.LENGTH], ONE, TARGET)
    deadline = time.monotonic() + 60
    while len(begun) < 5 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert sorted(begun) == [0, 1, 2, 3, 4]


def test_what_was_placed_is_kept_for_another_run(
    artifact: Path, timer: tuple[Timer, list[int]]
) -> None:
    one, seeds = timer
    first = one.time(artifact, [timing.LENGTH], ONE, TARGET)
    assert Timer(one.shop, 2).time(artifact, [timing.LENGTH], ONE, TARGET) == first
    assert seeds == [1]


def test_what_is_not_routed_says_so_and_is_not_tried_again(
    artifact: Path, timer: tuple[Timer, list[int]]
) -> None:
    one, seeds = timer
    for timing_ in (one, Timer(one.shop, 2)):
        found = timing_.time(artifact, [timing.LENGTH], ONE, TARGET, seed=4)
        assert found == "nextpnr-ecp5 did not end in time"
    assert seeds == [5, 105]


def test_another_seed_takes_the_place_of_one_that_is_not_routed_which_is_told(
    artifact: Path, timer: tuple[Timer, list[int]]
) -> None:
    one, seeds = timer
    found = one.time(artifact, [timing.LENGTH], ONE, TARGET, seed=3)
    assert isinstance(found, Sample) and found.placed
    assert (found.placed.seed, found.placed.unrouted, seeds) == (104, (4,), [4, 104])


def test_a_variant_of_the_same_netlist_is_not_placed_again(
    artifact: Path, timer: tuple[Timer, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, seeds = timer
    made = {"digest": "n"}

    def netlist(*_: object) -> Netlist:
        return Netlist(artifact, {"LUT4": 2000.0}, made["digest"])

    monkeypatch.setattr(Timer, "_netlist", netlist)
    embedded = timing.Variant(embedded=True)
    first = one.time(artifact, [timing.LENGTH], ONE, TARGET)
    assert one.time(artifact, [timing.LENGTH], ONE, TARGET, effect=embedded) == first
    assert seeds == [1]
    # What the design says anyway is not even synthesized.
    made["digest"] = "another"
    alone = timing.Variant(embedded=False)
    assert one.time(artifact, [timing.LENGTH], ONE, TARGET, effect=alone) == first
    assert seeds == [1]
    one.time(artifact, [timing.LENGTH], ONE, TARGET, effect=timing.Variant(pad=False))
    assert seeds == [1, 1]


def test_a_wrong_circuit_is_not_placed(artifact: Path, timer: tuple[Timer, list[int]]) -> None:
    wrong = Verdict(outcome="wrong", reason="gave a wrong digest")
    known = msgspec.structs.replace(build.read(artifact), verdict=wrong)
    artifact.write_bytes(msgspec.json.encode(known))
    assert timer[0].time(artifact, [timing.LENGTH], ONE, TARGET) == "gave a wrong digest"
    assert timer[1] == []


def test_profiles_name_circuits_that_are_there() -> None:
    tree = Path(__file__).parents[3] / "crypto_hash"
    for profile in ("quick", "basic", "default"):
        for name in chosen(profile).circuits:
            assert (tree / name / "design.toml").is_file(), name
    assert chosen("full").circuits == ()
