"""What summaries tell of a figure beside its value: its record, its certainty, and what was measured before."""

from collections.abc import Iterable
from pathlib import Path
from statistics import median

import pytest

from hashcop.results.model import load
from hashcop.results.summary import LENGTHS, LONG, Implementation, Machine
from tests.support import made_data
from tests.support.made_data import OPTIONS, Clock, Fact, Maker

OTHER = OPTIONS[1]


def maker(clock: Clock | None = None, **changed: int) -> Maker:
    cost, _ = made_data.HASHES["sha256"]
    return Maker(clock or Clock(), "amd64", "sha256", "ref", cost, 1.0, **changed)


def machine(tmp_path: Path, facts: Iterable[Fact]) -> Machine:
    file = tmp_path / "data.jsonl"
    file.write_text("".join(map(made_data.line, facts)))
    (found,) = load([file])
    return found


def only(tmp_path: Path, facts: Iterable[Fact]) -> Implementation:
    (one,) = machine(tmp_path, [made_data.machine(), *facts]).targets[0].hashes[0].implementations
    return one


def curve(made: Maker, points: dict[int, list[int]], processes: int = 3, **changed: str) -> Fact:
    return made.timings(OPTIONS[0], points, processes, **changed)


@pytest.mark.parametrize("format", [1, 3])
def test_a_figure_has_the_key_of_its_record(tmp_path: Path, format: int) -> None:
    facts = list(made_data.whole(maker(format=format), made_data.TABLE))
    one = only(tmp_path, facts)
    by_length = {
        length: fact["key"]
        for fact in facts
        if fact["kind"] in ("timings", "cycles")
        for length in (fact["bytes"] if fact["kind"] == "timings" else [fact["bytes"]])
    }
    assert one.keys == {length: by_length[length] for length in LENGTHS}


def slopes(one: Implementation) -> tuple[float, ...]:
    sure = one.sure(LONG)
    assert sure is not None
    return sure.medians


def test_long_is_as_sure_as_the_slopes_of_its_processes(tmp_path: Path) -> None:
    made = maker()
    short = [1000, 1000, 1000, 1100, 1100, 1100, 1050, 1050, 1050]
    long = [3048, 3050, 3050, 3148, 3148, 3148, 3098, 3098, 3098]
    build, timed = made.build(OPTIONS[0]), curve(made, {2048: short, 4096: long})
    one = only(tmp_path, [build, made.winner(OPTIONS[0], 1, 1), timed])
    assert slopes(one) == pytest.approx((2050 / 2048, 1, 1))
    sure = one.sure(LONG)
    assert sure and one.long and sure.interval.low <= one.long.median <= sure.interval.high
    assert (sure.processes, sure.disturbed) == (3, 0)


def test_long_is_no_surer_than_its_two_lengths(tmp_path: Path) -> None:
    made = maker()
    noisy = {2048: [1000] * 6 + [1400] * 6 + [1200] * 6, 4096: [3000] * 18}
    facts = [made.build(OPTIONS[0]), made.winner(OPTIONS[0], 1, 1), curve(made, noisy, 6)]
    one = only(tmp_path, facts)
    sure = one.sure(LONG)
    assert sure and sure.chance == one.certainty[2048].chance > one.certainty[4096].chance
    assert sure.cause == one.certainty[2048].cause
    assert one.doubt(LONG) == sure.doubt


def test_a_disturbed_process_does_not_count_for_long(tmp_path: Path) -> None:
    made = maker()
    fact = curve(made, {2048: [1000] * 12, 4096: [3048] * 8 + [9000] * 4}, 3)
    fact["samples"][2]["batches"][0][3] = 2.0  # a busy hyperthread
    facts = [made.build(OPTIONS[0]), made.winner(OPTIONS[0], 1, 1), fact]
    one = only(tmp_path, facts)
    assert slopes(one) == (1, 1)
    sure = one.sure(LONG)
    assert sure and (sure.processes, sure.disturbed) == (3, 1)


@pytest.mark.parametrize("is_busy", [False, True])
def test_a_doubtful_figure_of_a_table_gives_way_to_a_settled_one_of_the_curve(
    tmp_path: Path, is_busy: bool
) -> None:
    made = maker()
    table = curve(made, {1536: [900] * 60, 2048: [1100] * 60}, 15)
    for sample in table["samples"] if is_busy else ():
        sample["batches"][0][3] = 3.0  # a busy hyperthread, all the time
    lengths = {n: [1000] * 10 for n in range(1500, 1600)}
    drawn = made.timings(OPTIONS[0], lengths, 2, key="drawn")
    facts = [made.build(OPTIONS[0]), made.winner(OPTIONS[0], 1, 1), table, drawn]
    one = only(tmp_path, facts)
    assert bool(one.doubt(2048)) == is_busy  # the curve does not have it
    assert one.curve[1536].median == (1000 if is_busy else 900)
    assert one.keys[1536] == ("drawn" if is_busy else table["key"])
    assert not one.doubt(1536)


def test_tables_decide_which_build_counts_whatever_a_curve_of_one_says(tmp_path: Path) -> None:
    made = maker()
    first, second = made.build(OPTIONS[0]), made.build(OPTIONS[1])
    faster = curve(made, {1536: [900] * 60}, 15)
    for sample in faster["samples"]:
        sample["batches"][0][3] = 3.0  # a busy hyperthread, all the time
    slower = made.timings(OPTIONS[1], {1536: [905] * 60}, 15, key="slower")
    lengths = {n: [1000] * 10 for n in range(1500, 1600)}
    drawn = made.timings(OPTIONS[0], lengths, 2, key="drawn")
    winners = made.winner(OPTIONS[0], 1, 1), made.winner(OPTIONS[1], 1, 1)
    one = only(tmp_path, [first, second, *winners, faster, slower, drawn])
    assert one.winner and one.winner.object == first["object"]
    assert len(one.curve) == 100


def test_of_timings_of_unknown_processes_nothing_is_sure(tmp_path: Path) -> None:
    made = maker(format=1)
    facts = list(made_data.whole(made, made_data.TABLE))
    for fact in facts:
        if fact["kind"] == "cycles" and fact["bytes"] != 2048:
            fact["processes"] = 0
    one = only(tmp_path, facts)
    assert one.long is not None
    assert one.sure(LONG) is None
    assert one.sure(4096) is None
    assert one.sure(2048) is not None


def test_history_has_all_machine_codes_and_their_sources(tmp_path: Path) -> None:
    made = maker()
    older = made.build(OPTIONS[0], sources="older")
    old = made.timings(OPTIONS[0], {1536: [900] * 6}, object=older["object"], key="a")
    newer = made.build(OPTIONS[0], sources="newer", object="other")
    new = made.timings(OPTIONS[0], {1536: [800] * 6}, object="other", key="b")
    won = made.winner(OPTIONS[0], 800, 1) | {"object": "other"}
    one = only(tmp_path, [new, older, old, newer, won])
    told = [
        (past.time, past.object, past.sources, past.quartiles.median, past.medians)
        for past in one.history
    ]
    assert told == [
        (old["time"], older["object"], "older", 900, (900, 900, 900)),
        (new["time"], "other", "newer", 800, (800, 800, 800)),
    ]
    assert one.history[0].options == tuple(OPTIONS[0])


def test_a_build_of_other_sources_with_the_same_code_does_not_change_history(
    tmp_path: Path,
) -> None:
    made = maker()
    facts = [made.build(OPTIONS[0], sources="first"), curve(made, {1536: [900] * 6})]
    facts += [made.build(OPTIONS[0], sources="second"), made.winner(OPTIONS[0], 900, 1)]
    one = only(tmp_path, facts)
    assert [past.sources for past in one.history] == ["first"]


def test_a_measurement_that_is_taken_again_replaces_the_earlier_one(tmp_path: Path) -> None:
    made = maker()
    first, again = (curve(made, {1536: [cost] * 6}, key="same") for cost in (900, 850))
    facts = [made.build(OPTIONS[0]), made.winner(OPTIONS[0], 900, 1), again, first]
    one = only(tmp_path, facts)
    assert [median(past.medians) for past in one.history] == [850]


def test_history_is_in_ticks_or_in_cycles_but_never_in_both(tmp_path: Path) -> None:
    made = maker()
    facts = [made.build(OPTIONS[0]), made.winner(OPTIONS[0], 1, 1)]
    facts += [made.cycles(OPTIONS[0], 1536, cycles=[700] * 6, processes=0)]
    (past,) = only(tmp_path, facts).history
    assert (past.quartiles.median, past.medians) == (700, ())
    facts.append(curve(made, {1536: [900] * 6}))
    (past,) = only(tmp_path, facts).history
    assert past.quartiles.median == 900


def test_an_era_begins_with_each_change_of_what_measures(tmp_path: Path) -> None:
    gcc, clang = ({"command": c, "version": f"{c} 12"} for c in ("gcc", "clang"))
    changes: list[Fact] = [
        {"compilers": [gcc, clang]},
        {"compilers": [clang, gcc], "pinned": 5},
        {"compilers": [gcc, clang], "kernel": "Linux 7"},
        {"compilers": [gcc], "kernel": "Linux 7"},
    ]
    facts = [
        made_data.machine(time=f"2026-01-0{day}T00:00:00Z", **changed)
        for day, changed in enumerate(changes, 1)
    ]
    eras = machine(tmp_path, reversed(facts)).eras
    assert [(era.time[:10], era.kernel, era.compilers) for era in eras] == [
        ("2026-01-01", "Linux 6.1.0-18-amd64", ("clang 12", "gcc 12")),
        ("2026-01-03", "Linux 7", ("clang 12", "gcc 12")),
        ("2026-01-04", "Linux 7", ("gcc 12",)),
    ]


def test_of_two_builds_with_tables_the_tables_decide_and_not_their_races(tmp_path: Path) -> None:
    made = maker()
    facts: list[Fact] = []
    for options, race, table in ((OPTIONS[0], 800, 1000), (OPTIONS[1], 900, 950)):
        facts += [made.build(options), made.winner(options, race, 1)]
        facts.append(made.timings(options, {1536: [table] * 6}, key=f"t{table}"))
    one = only(tmp_path, facts)
    assert one.winner and one.winner.options == tuple(OPTIONS[1])
    assert one.curve[1536].median == 950
