"""What data files mean: newest lines win, history is history, and order and copies do not matter."""

import random
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path

import made_data
import pytest
from made_data import OPTIONS, Fact, Maker, line, machine, whole

from driver.data import DataError
from driver.quartiles import slope
from reports.compare import fastest, fastest_at
from reports.model import load
from reports.records import Implementation, Machine, Rejected

Make = Callable[..., Maker]
Write = Callable[..., Path]


def only(machines: tuple[Machine, ...]) -> Implementation:
    ((abi,),) = [[abi for abi in one.abis if abi.hashes] for one in machines]
    ((implementation,),) = [hash.implementations for hash in abi.hashes]
    return implementation


def test_the_stored_file_is_what_its_generator_makes(small: Path) -> None:
    made = made_data.facts(made_data.TABLE, 5, made_data.SMALL)
    assert small.read_text() == "".join(map(line, made))


def test_a_machine_its_abis_and_counters_are_read(small: Path) -> None:
    (one,) = load([small])
    assert (one.name, one.cores, one.pinned, one.memory) == ("made", 8, 3, 2**34)
    assert [(abi.name, abi.status) for abi in one.abis] == [
        ("amd64", "ok"),
        ("x32", "the kernel does not run x32 programs"),
        ("x86", "ok"),
    ]
    counter = one.abis[0].counter
    assert counter and not counter.core_cycles and counter.resolution == 26
    assert (counter.cost, counter.noise, counter.reason, counter.others) == (None, None, "", ())


def test_why_a_counter_was_chosen_and_others_were_not_is_read(file: Write) -> None:
    told = {
        "name": "x86-rdpmc",
        "cost": 40,
        "noise": 0,
        "reason": "the best",
        "others": [{"name": "x86-tsc", "reason": "it works"}, {"name": "clock"}],
    }
    (one,) = load([file([machine(counter={"amd64": told})])])
    counter = one.abis[0].counter
    assert counter and (counter.cost, counter.noise, counter.reason) == (40, 0, "the best")
    assert counter.others == (Rejected("x86-tsc", "it works"), Rejected("clock", ""))


def test_fastest_is_the_lowest_median_at_1536_and_others_may_be_faster_elsewhere(
    small: Path,
) -> None:
    blake2b = next(hash for hash in load([small])[0].abis[0].hashes if hash.name == "blake2b")
    best, at_8 = fastest(blake2b), fastest_at(blake2b, 8)
    assert best and at_8 and (best.name, at_8.name) == ("avx2", "sse41")
    medians = [one.curve[1536].median for one in blake2b.implementations]
    assert medians == sorted(medians)


def test_long_is_the_slope_of_the_timings_at_2048_and_4096(file: Write, maker: Make) -> None:
    short, long = [100, 110, 130, 105], [300, 340, 350, 301]
    m = maker()
    made = [m.build(OPTIONS[0]), m.winner(OPTIONS[0], 10, 1)]
    made += [m.cycles(OPTIONS[0], 2048, cycles=short), m.cycles(OPTIONS[0], 4096, cycles=long)]
    assert only(load([file(made)])).long == slope(short, long, 2048)


def test_builds_of_the_same_machine_code_share_check_race_and_winner(
    file: Write, maker: Make
) -> None:
    one = only(load([file([machine(), *whole(maker(), [1536])])]))
    assert one.winner and one.winner.options == tuple(OPTIONS[0])
    assert one.same_code == (tuple(OPTIONS[3]),)
    assert one.codes[0].option_sets == (tuple(OPTIONS[0]), tuple(OPTIONS[3]))
    assert one.codes[0].check and one.codes[0].check.passed


def test_the_option_set_that_was_checked_stands_first(file: Write, maker: Make) -> None:
    m = maker()
    made = [m.build(OPTIONS[3]), m.build(OPTIONS[0]), m.check(OPTIONS[0])]
    assert only(load([file(made)])).codes[0].option_sets[0] == tuple(OPTIONS[0])


def test_a_race_result_is_the_median_of_all_rounds(file: Write, maker: Make) -> None:
    m = maker()
    made = [m.build(OPTIONS[0]), m.trial(OPTIONS[0], 1, 1), m.trial(OPTIONS[0], 2, 1)]
    made[1]["cycles"], made[2]["cycles"] = [10, 90, 80], [20, 30]
    code = only(load([file(made)])).codes[0]
    assert (code.race, code.trials) == (30, 5)


def test_facts_of_an_object_that_no_newest_build_names_are_history(
    file: Write, maker: Make
) -> None:
    m = maker()
    old = list(whole(m, [8, 1536]))
    new = [
        m.build(options, object=f"new{n}", sources="edited") for n, options in enumerate(OPTIONS)
    ]
    one = only(load([file(old + new)]))
    assert one.winner is None and not one.curve and one.codes[0].race is None
    assert {code.object for code in one.codes} == {f"new{n}" for n in range(10)}


def test_option_sets_that_were_not_built_since_the_sources_changed_are_history(
    file: Write, maker: Make
) -> None:
    m = maker()
    one = only(
        load([file([*whole(m, [1536]), m.build(OPTIONS[1], object="new", sources="edited")])])
    )
    assert [build.options for build in one.builds] == [tuple(OPTIONS[1])]
    assert one.winner is None


def test_going_back_to_old_sources_brings_their_results_back(file: Write, maker: Make) -> None:
    m = maker()
    made = list(whole(m, [8, 1536]))
    made += [m.build(options, object="new", sources="edited") for options in OPTIONS]
    made += [m.winner(OPTIONS[0], 5, 1) | {"object": "new"}]
    made += [m.build(options) for options in OPTIONS]
    one = only(load([file(made)]))
    assert one.winner and one.winner.object == m.object(OPTIONS[0]) and set(one.curve) == {8, 1536}


def test_a_later_race_among_fewer_builds_does_not_hide_the_faster_winner(
    file: Write, maker: Make
) -> None:
    m = maker()
    slow, fast = OPTIONS[0], OPTIONS[1]
    made = [m.build(slow), m.build(fast, object="fast")]
    made += [m.winner(fast, 1000, 2) | {"object": "fast"}, m.cycles(fast, 8) | {"object": "fast"}]
    made += [m.winner(slow, 2000, 1), m.cycles(slow, 8)]
    one = only(load([file(made)]))
    assert one.winner and one.winner.object == "fast"


def test_a_skipped_line_speaks_for_all_option_sets_until_something_is_built(
    file: Write, maker: Make
) -> None:
    m = maker()
    built = list(whole(m, [1536]))
    skip = m.build([], outcome="skipped", reason="needs libcrypto", object="")
    gone = only(load([file([*built, skip])]))
    assert [build.reason for build in gone.builds] == ["needs libcrypto"] and not gone.curve
    back = only(load([file([*built, skip, m.build(OPTIONS[0])])]))
    assert not back.troubled and back.curve


def test_a_winner_that_a_newer_check_refuses_does_not_count(file: Write, maker: Make) -> None:
    m = maker()
    made = [*whole(m, [1536]), m.check(OPTIONS[0], outcome="failed", reason="writes to its input")]
    one = only(load([file(made)]))
    assert one.winner is None and not one.curve
    assert [code.object for code in one.refused] == [m.object(OPTIONS[0])]


def test_a_winner_without_cycles_is_known_but_not_measured(file: Write, maker: Make) -> None:
    one = only(load([file(whole(maker(), []))]))
    assert one.winner and one.winner.cycles and not one.curve and one.long is None


def test_timings_taken_again_replace_the_older_ones(file: Write, maker: Make) -> None:
    m = maker()
    made = [*whole(m, [1536]), m.cycles(OPTIONS[0], 1536, cycles=[7, 7, 7])]
    assert only(load([file(made)])).curve[1536].median == 7


def test_copies_of_lines_and_files_count_once(small: Path, tmp_path: Path) -> None:
    twice = tmp_path / "twice.jsonl"
    twice.write_bytes(small.read_bytes() * 2)
    assert load([twice]) == load([small, small]) == load([small])


def test_the_order_of_parts_does_not_matter(small: Path, tmp_path: Path) -> None:
    lines = small.read_text().splitlines(keepends=True)
    parts = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    parts[0].write_text("".join(lines[: len(lines) // 2]))
    parts[1].write_text("".join(lines[len(lines) // 2 :]))
    assert load(parts) == load(parts[::-1])
    assert {m.name for m in load(parts)} == {"made"}
    best = [[fastest(hash) for hash in abi.hashes] for abi in load(parts)[0].abis]
    assert best == [[fastest(hash) for hash in abi.hashes] for abi in load([small])[0].abis]


def test_shuffled_lines_give_the_same_fastest_and_figures(small: Path, tmp_path: Path) -> None:
    lines = small.read_text().splitlines(keepends=True)
    random.Random(1).shuffle(lines)
    shuffled = tmp_path / "shuffled.jsonl"
    shuffled.write_text("".join(lines))
    for a, b in zip(load([small])[0].abis, load([shuffled])[0].abis, strict=True):
        for x, y in zip(a.hashes, b.hashes, strict=True):
            assert [(i.name, i.curve, i.long) for i in x.implementations] == [
                (i.name, i.curve, i.long) for i in y.implementations
            ]


def test_machines_stand_beside_each_other(file: Write, maker: Make) -> None:
    other = file([machine("other"), *whole(maker(machine="other"), [1536])])
    assert [m.name for m in load([file([machine()]), other])] == ["made", "other"]


def test_the_newest_machine_fact_describes_the_machine(file: Write) -> None:
    newer = machine(time="2026-02-01T00:00:00Z", kernel="Linux 7.0", counter={})
    (one,) = load([file([newer, machine()])])
    assert one.kernel == "Linux 7.0"
    assert one.abis[0].counter and one.abis[0].counter.name == "amd64-tsc"


def test_every_prefix_loads(small: Path, tmp_path: Path) -> None:
    lines = small.read_bytes().splitlines(keepends=True)
    prefix = tmp_path / "prefix.jsonl"
    for size in [0, *accumulate(map(len, lines))][:: max(1, len(lines) // 250)]:
        prefix.write_bytes(small.read_bytes()[: size + 20])
        for one in load([prefix]):
            assert all(hash.implementations for abi in one.abis for hash in abi.hashes)


WRONG: list[Fact] = [
    {"kind": "cycles"},
    {"bytes": "8"},
    {"bytes": -1},
    {"bytes": [8]},
    {"cycles": []},
    {"cycles": ["1", "2"]},
    {"cycles": [1e308, 1e308, 1e308]},
    {"cycles": [float("nan")] * 4},
    {"cycles": None},
    {"object": ["a"]},
    {"hash": 3},
    {"implementation": {}},
]


@pytest.mark.parametrize("change", WRONG, ids=repr)
def test_a_fact_that_is_none_is_refused_by_file_and_key(
    change: Fact, file: Write, maker: Make
) -> None:
    fact = maker().cycles(OPTIONS[0], 8)
    wrong = change if "kind" in change else fact | change
    path = file([machine(), wrong])
    with pytest.raises(DataError, match=f"{path.name}.*cycles fact with key"):
        load([path])


@pytest.mark.parametrize(
    "change",
    [
        {"abis": ["amd64"]},
        {"counter": {"amd64": 1}},
        {"counter": {"amd64": {"cost": "little"}}},
        {"counter": {"amd64": {"reason": 1}}},
        {"counter": {"amd64": {"others": ["x86-tsc"]}}},
        {"counter": {"amd64": {"others": [{"name": 1}]}}},
        {"counter": {"amd64": {"others": 1}}},
        {"compilers": [1]},
        {"memory": "a lot"},
        {"kernel": 6},
    ],
    ids=repr,
)
def test_a_machine_fact_that_is_none_is_refused(change: Fact, file: Write) -> None:
    with pytest.raises(DataError, match="machine fact"):
        load([file([machine(**change)])])


def test_a_later_format_is_refused(file: Write) -> None:
    with pytest.raises(DataError, match="format version 99"):
        load([file([machine(format=99)])])


def test_kinds_that_are_not_known_are_passed_over(file: Write) -> None:
    assert load([file([machine(), {"kind": "weather", "sky": "blue"}])])[0].name == "made"
