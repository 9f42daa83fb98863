"""Throughput, area and ratio of circuits; rankings; the study's formulas and tables."""

from pathlib import Path

import pytest

from hashcop.results import circuit_study, circuits
from hashcop.results.circuits import Circuit
from hashcop.results.model import load
from tests.support.made_circuits import circuit, finalists
from tests.support.made_data import Fact, line, machine


def loaded(tmp_path: Path, facts: list[Fact]) -> dict[str, Circuit]:
    file = tmp_path / "data.jsonl"
    file.write_text("".join(map(line, facts)))
    (found,) = load([file])
    assert not any(target.hashes for target in found.targets)
    return {f"{one.family} {one.hash}/{one.name}": one for one in found.circuits}


@pytest.fixture
def made(tmp_path: Path) -> dict[str, Circuit]:
    return loaded(tmp_path, finalists())


def test_figures_are_medians_over_seeds_and_the_best_stands_beside(
    made: dict[str, Circuit],
) -> None:
    one = made["ecp5 sha256/rtl/x1"]
    assert one.clock and one.throughput and one.ratio
    assert (one.clock.median, one.area, one.unit) == (100, 2000, "LUT4")
    assert one.throughput.median == pytest.approx(512 / 65 * 100)
    assert one.ratio.median == pytest.approx(512 / 65 * 100 / 2000)
    assert one.best_ratio == pytest.approx(512 / 65 * 104 / 2000)


def test_a_wrong_circuit_has_no_figure(made: dict[str, Circuit]) -> None:
    one = made["ecp5 blake512/rtl/x1"]
    assert one.throughput is None and one.reason.startswith("gave a wrong digest")


def test_rankings_take_each_functions_best(made: dict[str, Circuit]) -> None:
    some = [one for name, one in made.items() if name.startswith("ecp5")]
    every = circuits.ranking(some, 256, single=False)
    assert every[0].function == "Keccak" and every[0].circuit.design.architecture == "x1-PPL2"
    alone = circuits.ranking(some, 256, single=True)
    assert alone[0].circuit.design.architecture == "x1"
    assert {one.function: one.normalised for one in alone}["SHA-2"] == 1
    assert [one.place for one in alone] == list(range(1, 7))


def test_a_build_of_newer_sources_ends_what_is_older(tmp_path: Path) -> None:
    facts = [machine(), *circuit("sha256")]
    build = next(fact for fact in facts if fact["kind"] == "build")
    newer = {
        **build,
        "key": "newer",
        "sources": "6" * 32,
        "object": "another",
        "time": "2026-01-02T00:00:00Z",
    }
    one = loaded(tmp_path, [*facts, newer])["ecp5 sha256/rtl/x1"]
    assert one.object == "another" and not one.placed


def test_seeds_of_several_runs_are_together(tmp_path: Path) -> None:
    facts = [machine(), *circuit("sha256")]
    several = next(fact for fact in facts if fact["kind"] == "timings")
    one = {**several, "key": "one seed", "series": "another", "samples": several["samples"][:1]}
    one["time"] = "2026-01-02T00:00:00Z"
    found = loaded(tmp_path, [*facts, one])["ecp5 sha256/rtl/x1"]
    assert [placed.seed for placed in found.placed] == [1, 2, 3]
    assert found.time == one["time"]


def test_changes_by_padding_go_from_none_to_one(made: dict[str, Circuit]) -> None:
    (one,) = circuits.changes(made.values(), circuits.PADDING)
    assert one.percent(0) == 0
    assert one.percent(1) == pytest.approx(100 * (2000 / 1800 - 1))


def test_a_change_is_none_of_seeds(tmp_path: Path) -> None:
    facts = [machine(), *circuit("sha256", memories=2000)]
    effect = next(fact for fact in facts if fact["kind"] == "effect")
    effect["samples"] = effect["samples"][:1]
    (one,) = circuits.changes(loaded(tmp_path, facts).values(), circuits.MEMORIES)
    assert one.percent(0) == 0


def test_what_was_written_for_memories_is_held_against_what_was_not(
    made: dict[str, Circuit],
) -> None:
    found = {one.circuit.hash: one for one in circuits.changes(made.values(), circuits.MEMORIES)}
    assert set(found) == {"keccakc512", "groestl256"}
    same_text, rewritten = found["keccakc512"], found["groestl256"]
    assert (same_text.percent(1), same_text.memories) == (pytest.approx(2), 3)
    assert rewritten.circuit.wants_memories and rewritten.memories == 3
    assert (rewritten.percent(0), rewritten.percent(1)) == (0, pytest.approx(-50))
    assert rewritten.percent(2) == pytest.approx(100)


def test_functions_whose_areas_are_close_are_named(tmp_path: Path) -> None:
    areas = {"sha256": 2000, "blake256": 4000, "keccakc512": 4600, "skein512256": 4700}
    facts = [fact for hash, area in areas.items() for fact in circuit(hash, area=area)]
    some = [*loaded(tmp_path, [machine(), *facts]).values()]
    names, spread = circuit_study.crowded(some)
    assert names == ("BLAKE", "Keccak", "Skein") and spread == pytest.approx(0.175)
    assert circuit_study.crowded(some[:3]) == ((), 0)


def test_short_messages_by_simulation_and_by_the_studys_formula(made: dict[str, Circuit]) -> None:
    one = made["ecp5 keccakc512/rtl/x1"]
    assert circuits.clocks_of(one, 8) == 35
    assert circuits.effective(one, 8) == pytest.approx(8 / 35 / (136 / 24))
    # derived_ret.tsv, Keccak, 256 bits, x1.
    assert circuit_study.formula(one, 8) == pytest.approx(0.030, abs=5e-4)
    assert circuit_study.formula(one, 576) == pytest.approx(0.711, abs=5e-4)
    assert circuit_study.cycles_of(one) == (24, 0)


def test_the_studys_rankings_and_results() -> None:
    found = circuit_study.ranking("Virtex 5", 256, single=True)
    assert list(found)[:3] == ["Keccak", "JH", "Grøstl"] and found["Keccak"].normalised == 2.83
    assert found["BLAKE"].architecture == "/4(h)/4(v)-m"
    for family in circuit_study.FAMILIES:
        assert len(circuit_study.ranking(family, 512, single=False)) == 6


def test_every_row_of_ours_finds_the_studys(made: dict[str, Circuit]) -> None:
    for name in ("sha256/rtl/x1", "groestl256/rtl/x1pq", "blake256/rtl/2h", "skein512256/rtl/x4"):
        row = circuit_study.result(made[f"ecp5 {name}"], "Virtex 6")
        assert row and float(row["ratio"]) > 0, name
        assert circuit_study.luts(made[f"ecp5 {name}"]) == 4 * float(row["area"]), name


def test_correlations_need_three_designs(made: dict[str, Circuit]) -> None:
    of = {
        family: [one for one in made.values() if one.family == family]
        for family in ("ecp5", "osu018")
    }
    found, pairs = circuit_study.correlations(of["ecp5"], of["osu018"])
    assert len(pairs) == 3 and [one.figure for one in found] == [
        "throughput",
        "area",
        "throughput/area",
    ]
    assert found[0].spearman == pytest.approx(1)
    assert circuit_study.correlations(of["ecp5"], of["osu018"][:2])[0] == ()
