"""What data files mean: newest lines win, history is history, and order and copies do not matter."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from statistics import median

import pytest
from msgspec.structs import replace

from hashcop.data.files import DataError
from hashcop.data.records import Rejected
from hashcop.results.model import load
from hashcop.results.ranking import fastest, standings
from hashcop.results.summary import Implementation, Machine
from tests.support import made_data
from tests.support.made_data import OPTIONS, WIDTH, Fact, Maker, line, machine, plain, sample, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]


def only(machines: tuple[Machine, ...]) -> Implementation:
    ((target,),) = [[target for target in one.targets if target.hashes] for one in machines]
    ((implementation,),) = [hash.implementations for hash in target.hashes]
    return implementation


def test_the_stored_file_is_what_its_generator_makes(small: Path) -> None:
    made = made_data.facts(made_data.TABLE, 6, made_data.SMALL)
    assert small.read_text() == "".join(map(line, made))


def test_a_machine_its_abis_and_counters_are_read(small: Path) -> None:
    (one,) = load([small])
    assert (one.name, one.cores, one.pinned, one.memory) == ("made", 8, 3, 2**34)
    assert [(target.name, target.status) for target in one.targets] == [
        ("amd64", "ok"),
        ("x32", "the kernel does not run x32 programs"),
        ("x86", "ok"),
    ]
    counter = one.targets[0].counter
    assert counter and not counter.core_cycles and counter.resolution == 26
    assert (counter.cost, counter.noise, counter.reason, counter.others) == (None, None, "", ())


def test_why_a_counter_was_chosen_and_others_were_not_is_read(file: Write) -> None:
    told = {
        "name": "x86-rdpmc",
        "core_cycles": True,
        "cost": 40,
        "noise": 0,
        "reason": "the best",
        "others": [{"name": "x86-tsc", "reason": "it works"}, {"name": "clock", "reason": ""}],
    }
    (one,) = load([file([machine(counter={"amd64": told})])])
    counter = one.targets[0].counter
    assert counter and (counter.cost, counter.noise, counter.reason) == (40, 0, "the best")
    assert counter.others == (Rejected("x86-tsc", "it works"), Rejected("clock", ""))


def test_fastest_is_the_lowest_median_at_1536_and_others_may_be_faster_elsewhere(
    small: Path,
) -> None:
    blake2b = next(hash for hash in load([small])[0].targets[0].hashes if hash.name == "blake2b")
    best, at_8 = fastest(blake2b), standings(blake2b, 8)[0].implementation
    assert best and (best.name, at_8.name) == ("avx2", "sse41")
    medians = [one.curve[1536].median for one in blake2b.implementations]
    assert medians == sorted(medians)


def test_long_is_the_difference_of_the_medians_at_2048_and_4096(file: Write, maker: Make) -> None:
    short, long = [100, 110, 130, 105], [300, 340, 350, 301]
    m = maker()
    made = [m.build(OPTIONS[0]), m.winner(OPTIONS[0], 10, 1)]
    made += [m.timings(OPTIONS[0], {2048: short, 4096: long}, processes=2)]
    one = only(load([file(made)]))
    assert one.long and one.long == one.slope and one.long_bytes == 0
    assert one.long.median == (one.curve[4096].median - one.curve[2048].median) / 2048
    assert one.long.low <= one.long.median <= one.long.high


def test_long_is_of_quiet_timings_where_no_process_was_quiet_at_both_lengths(
    file: Write, maker: Make
) -> None:
    """Six processes, of which each was disturbed at one of the lengths, and took twice as long."""
    m = maker()
    half = [sample({2048: [1000], 4096: [6000]}), sample({2048: [2000], 4096: [3000]})]
    alone, shared = (replace(half[0].batches[0], rows=1, width=w) for w in (WIDTH, WIDTH / 2))
    half = [replace(half[0], batches=(alone, shared)), replace(half[1], batches=(shared, alone))]
    fact = m.timings(OPTIONS[0], {2048: [1], 4096: [1]}, samples=[plain(s) for s in half * 3])
    one = only(load([file([m.build(OPTIONS[0]), m.winner(OPTIONS[0], 10, 1), fact])]))
    assert one.long and one.long.median == pytest.approx(2000 / 2048, rel=0.01)


def test_builds_of_the_same_machine_code_share_check_race_and_winner(
    file: Write, maker: Make
) -> None:
    one = only(load([file([machine(), *whole(maker(), [1536])])]))
    assert one.winner and one.winner.options == tuple(OPTIONS[0])
    assert one.same_code == (tuple(OPTIONS[3]),)
    assert one.codes[0].option_sets == (tuple(OPTIONS[0]), tuple(OPTIONS[3]))
    assert one.codes[0].is_right


def test_the_option_set_that_was_checked_stands_first(file: Write, maker: Make) -> None:
    m = maker()
    made = [m.build(OPTIONS[3]), m.build(OPTIONS[0]), m.check(OPTIONS[0])]
    assert only(load([file(made)])).codes[0].option_sets[0] == tuple(OPTIONS[0])


def test_a_race_result_is_the_median_of_all_rounds(file: Write, maker: Make) -> None:
    m = maker()
    made = [m.build(OPTIONS[0]), m.trial(OPTIONS[0], 1, 1, [10, 90, 80])]
    made += [m.trial(OPTIONS[0], 2, 1, [20, 30]), m.timings(OPTIONS[0], [8])]
    code = only(load([file(made)])).codes[0]
    assert (code.race, code.trials) == (30, 5)


def test_of_a_race_the_rounds_count_in_which_the_core_was_alone(file: Write, maker: Make) -> None:
    """As in the race itself: beside a busy hyperthread it takes up to twice as long."""
    m = maker()
    rounds = [m.trial(OPTIONS[0], n, 1, cycles) for n, cycles in enumerate(([10], [90], [80]), 1)]
    for disturbed in rounds[1:]:
        disturbed["samples"] = [plain(sample({1536: [90]}, width=WIDTH / 2))]
    won = m.winner(OPTIONS[0], 99, 1)
    one = only(load([file([m.build(OPTIONS[0]), *rounds, won, m.timings(OPTIONS[0], [8])])]))
    assert (one.codes[0].race, one.codes[0].trials) == (10, 1)
    assert one.winner and one.winner.median == 10


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
    made += [
        m.winner(fast, 1000, 2) | {"object": "fast"},
        m.timings(fast, [8]) | {"object": "fast"},
    ]
    made += [m.winner(slow, 2000, 1), m.timings(slow, [8])]
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
    made = [*whole(m, [1536]), m.check(OPTIONS[0], outcome="wrong", reason="writes to its input")]
    one = only(load([file(made)]))
    assert one.winner is None and not one.curve
    assert [code.object for code in one.refused] == [m.object(OPTIONS[0])]


def test_a_winner_without_timings_is_known_but_not_measured(file: Write, maker: Make) -> None:
    one = only(load([file(whole(maker(), []))]))
    assert one.winner and one.winner.median and not one.curve and one.long is None


def test_timings_taken_again_replace_the_older_ones(file: Write, maker: Make) -> None:
    m = maker()
    made = [*whole(m, [1536]), m.timings(OPTIONS[0], {1536: [7, 7, 7]})]
    assert only(load([file(made)])).curve[1536].median == 7


def test_a_file_of_format_1_has_its_figures_as_they_were_counted(file: Write, maker: Make) -> None:
    m = maker(format=1)
    made = [machine(format=1), *whole(m, [8]), m.cycles(OPTIONS[0], 1536, cycles=[70, 50, 60])]
    (one,) = load([file(made)])
    assert one.targets[0].cycles_per_tick is None
    found = only((one,))
    assert found.curve[1536].median == 60 and set(found.curve) == {8, 1536}
    assert found.codes[0].race == median(m.timed(1536, 1.0, 9) + m.timed(1536, 1.0, 18))
    assert {n: sure.processes for n, sure in found.certainty.items()} == {8: 3, 1536: 3}


def test_ticks_of_format_1_are_history_where_the_abi_has_calibrated_timings(
    file: Write, maker: Make
) -> None:
    """Of all implementations: in one table they would look like a difference of code."""
    old, new = maker("old", format=1), maker("new")
    other = maker("old", target="x86", format=1)
    made = [machine(), *whole(old, [8, 1536]), *whole(new, [8]), *whole(other, [8])]
    made += [maker("new", format=1).cycles(OPTIONS[0], 1536)]
    amd64, x86 = (target for target in load([file(made)])[0].targets if target.hashes)
    found = {one.name: one for one in amd64.hashes[0].implementations}
    assert set(found["new"].curve) == {8} and not found["old"].curve
    assert [code.race for code in found["new"].codes if code.race]
    assert found["old"].codes[1].race is None
    assert set(x86.hashes[0].implementations[0].curve) == {8}
    assert amd64.cycles_per_tick and not x86.cycles_per_tick


def test_races_count_before_anything_is_measured(file: Write, maker: Make) -> None:
    m = maker()
    one = only(load([file([machine(), *whole(m, [])])]))
    assert [code.race is not None for code in one.codes] == [True] * len(one.codes)
    assert one.codes[0].race == median(m.timed(1536, 1.0, 9) + m.timed(1536, 1.0, 18))


def test_ticks_are_scaled_by_the_calibration_around_them(file: Write, maker: Make) -> None:
    m = maker()
    fact = m.timings(OPTIONS[0], {8: [100], 64: [100], 576: [100]}, processes=1)
    (told,) = fact["samples"]
    told["batches"] = [[1, 1.25, 1.25, 4, 1, 0, 0], [2, 2.0, 3.0, 4, 1, 0, 0]]
    made = [machine(), m.build(OPTIONS[0]), m.winner(OPTIONS[0], 100, 1), fact]
    (one,) = load([file(made)])
    # Of 488 ticks for five calls, 24 are the reading's; 16 cycles are a call's own.
    expected = {8: 100, 64: 464 * 2.5 / 5 - 16, 576: 464 * 2.5 / 5 - 16}
    assert {n: found.median for n, found in only((one,)).curve.items()} == expected
    scale = one.targets[0].cycles_per_tick
    assert scale and (scale.low, scale.median, scale.high) == (1.5625, 1.875, 2.1875)


def test_in_ticks_figures_are_the_counter_s_own_with_nothing_taken_off(
    file: Write, maker: Make
) -> None:
    m = maker()
    path = file([machine(), *whole(m, []), m.timings(OPTIONS[0], {8: [100] * 3})])
    (one,) = load([path], in_ticks=True)
    assert one.targets[0].cycles_per_tick is None
    assert only((one,)).curve[8].median == 488 / 5
    assert only(load([path])).curve[8].median == 100


def test_how_sure_a_median_is_follows_from_its_processes(file: Write, maker: Make) -> None:
    m = maker()
    medians = [300, 301, 302, 303, 304, 305, 306, 307, 308]
    points = {8: [c for c in medians for _ in range(5)], 9: [10] * 9}
    one = only(load([file([machine(), *whole(m, []), m.timings(OPTIONS[0], points, 9)])]))
    found = one.certainty[8]
    assert set(one.certainty) == {8}  # of the lengths that the tables have
    assert (found.interval.low, found.interval.high) == (301, 307)
    assert found.interval.confidence == pytest.approx(0.961, abs=0.001)
    assert (found.processes, found.disturbed) == (9, 0)
    assert found.chance == pytest.approx(0.0765, abs=0.001)
    assert found.doubt.startswith("8 % likely to be off by more than 1 %: drift: slower from one")


def test_what_disturbed_a_measurement_and_doubt_are_told(file: Write, maker: Make) -> None:
    m = maker()
    fact = m.timings(OPTIONS[0], {8: [c for c in (300, 320, 340) for _ in range(5)]})
    for told in fact["samples"]:
        told["batches"] = [[1, 1.25, 1.25, 3, 6, 0, 1]]
    found = only(load([file([machine(), *whole(m, []), fact])])).certainty[8]
    assert (found.processes, found.disturbed) == (3, 3)
    assert found.chance > 0.9 and found.cause == "another hyperthread of the core was busy"


@pytest.mark.parametrize(("disturbed", "median_of"), [(1, 300), (2, 305), (3, 300)])
def test_disturbed_processes_do_not_count_where_as_many_were_quiet(
    disturbed: int, median_of: int, file: Write, maker: Make
) -> None:
    m, costs = maker(), (300, 290, 310, 300)
    fact = m.timings(OPTIONS[0], {8: [c for c in costs for _ in range(3)]}, 4)
    for told in fact["samples"][:disturbed]:
        told["batches"][0][3] = 3.0  # another hyperthread was busy
    one = only(load([file([machine(), *whole(m, []), fact])]))
    # Of 290, 310 and 300; of 310 and 300; of all.
    assert one.curve[8].median == median_of


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
    best = [[fastest(hash) for hash in target.hashes] for target in load(parts)[0].targets]
    assert best == [
        [fastest(hash) for hash in target.hashes] for target in load([small])[0].targets
    ]


def test_shuffled_lines_give_the_same_fastest_and_figures(small: Path, tmp_path: Path) -> None:
    lines = small.read_text().splitlines(keepends=True)
    random.Random(1).shuffle(lines)
    shuffled = tmp_path / "shuffled.jsonl"
    shuffled.write_text("".join(lines))
    for a, b in zip(load([small])[0].targets, load([shuffled])[0].targets, strict=True):
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
    assert one.targets[0].counter and one.targets[0].counter.name == "amd64-tsc"


@pytest.mark.long
def test_every_prefix_loads(small: Path, tmp_path: Path) -> None:
    lines = small.read_bytes().splitlines(keepends=True)
    prefix = tmp_path / "prefix.jsonl"
    for size in [0, *accumulate(map(len, lines))][:: max(1, len(lines) // 120)]:
        prefix.write_bytes(small.read_bytes()[: size + 20])
        for one in load([prefix]):
            assert all(hash.implementations for target in one.targets for hash in target.hashes)


WRONG: list[Fact] = [
    {"kind": "cycles"},
    {"bytes": "8"},
    {"bytes": -1},
    {"bytes": [8]},
    {"cycles": ["1", "2"]},
    {"cycles": [float("nan")] * 4},
    {"cycles": None},
    {"object": ["a"]},
    {"hash": 3},
    {"implementation": {}},
]


@pytest.mark.parametrize("change", WRONG, ids=repr)
def test_a_line_that_is_no_record_is_refused_by_file_and_line(
    change: Fact, file: Write, maker: Make
) -> None:
    fact = maker(format=1).cycles(OPTIONS[0], 8)
    wrong = change if "kind" in change else fact | change
    path = file([machine(), wrong])
    with pytest.raises(DataError, match=f"{path.name}:2: "):
        load([path])


def test_timings_without_a_figure_are_left_out_and_named(file: Write, maker: Make) -> None:
    fact = maker(format=1).cycles(OPTIONS[0], 8, cycles=[])
    path = file([machine(), fact])
    left_out: Counter[str] = Counter()
    assert load([path], left_out)
    assert f"such as a cycles record with key {fact['key']} of {path}: " in next(iter(left_out))


@pytest.mark.parametrize("forged", [1e308, -1e308, 1e16])
def test_timings_that_can_not_be_are_left_out_with_their_line(
    forged: float, file: Write, maker: Make
) -> None:
    fact = maker(format=1).cycles(OPTIONS[0], 8, cycles=[forged] * 3)
    path = file([machine(), fact])
    left_out: Counter[str] = Counter()
    assert load([path], left_out)
    assert f"implausible lines, such as {path}:2: a timing is " in next(iter(left_out))


def _first(fact: Fact, field: str, value: object) -> Fact:
    """A `timings` fact whose first sample has another value."""
    first, *others = fact["samples"]
    return fact | {"samples": [first | {field: value}, *others]}


WHOLE = [1, 1.25, 1.25, 4, 1, 0, 0]  # a batch of one row
WRONG_SAMPLES = {
    "no kind of sample": {"samples": [3]},
    "no samples": {"samples": None},
    "an object that is no text": {"object": ["a"]},
    "rows that are none": ("rows", 7),
    "a row without a number of calls": ("rows", [[8]]),
    "a row without timings": ("rows", [[8, 5]]),
    "timings that are no numbers": ("rows", [[8, 5, "4000", "4000"]]),
    "timings of a length that is none": ("rows", [["8", 5, 4000]]),
    "more rows than the batches have": ("rows", [[8, 5, 4000], [9, 5, 4000]]),
    "batches of more rows than there are": ("batches", [WHOLE, WHOLE]),
    "batches of rows that there can not be": ("batches", [[2, *WHOLE[1:]], [-1, *WHOLE[1:]]]),
    "a batch without its calibration": ("batches", [[1]]),
    "a calibration that is no number": ("batches", [[1, "1", 1.25, 4, 1, 0, 0]]),
    "a calibration that is not finite": ("batches", [[1, float("nan"), 1.25, 4, 1, 0, 0]]),
    "a reading that is no number": ("reading", "24"),
    "a probe that is no number": ("probe", "1"),
    "a width that is no number": ("width", "4"),
}


@pytest.mark.parametrize("change", WRONG_SAMPLES.values(), ids=WRONG_SAMPLES.keys())
def test_a_measurement_that_is_none_is_refused_by_file_and_line(
    change: Fact | tuple[str, object], file: Write, maker: Make
) -> None:
    fact = maker().timings(OPTIONS[0], {8: [1000] * 3})
    wrong = fact | change if isinstance(change, dict) else _first(fact, *change)
    path = file([machine(), wrong])
    with pytest.raises(DataError, match=f"{path.name}:2: "):
        load([path])


IMPLAUSIBLE_SAMPLES = {
    "a row of no calls": ("rows", [[8, 0, 4000]]),
    "a row of calls below 0": ("rows", [[8, -5, 4000]]),
    "a length below 0": ("rows", [[-8, 5, 4000]]),
    "a timing below 0": ("rows", [[8, 5, -4000]]),
    "a timing of years": ("rows", [[8, 5, 4000, 2**62]]),
    "timings of another length": ("rows", [[9, 5, 4000]]),
    "a calibration of 0": ("batches", [[1, 0, 0, 4, 1, 0, 0]]),
    "a calibration below 0": ("batches", [[1, -1.25, 1.25, 4, 1, 0, 0]]),
    "a batch that is too wide": ("batches", [[1, 1.25, 1.25, 4e9, 1, 0, 0]]),
    "a batch of a width below 0": ("batches", [[1, 1.25, 1.25, -4, 1, 0, 0]]),
    "a reading below 0": ("reading", -1),
    "a huge zero": ("zero", -1e300),
    "a huge probe": ("probe", 1e300),
    "a width below 0": ("width", -1),
}


@pytest.mark.parametrize("change", IMPLAUSIBLE_SAMPLES.values(), ids=IMPLAUSIBLE_SAMPLES.keys())
def test_a_measurement_that_can_not_be_is_left_out_with_its_line(
    change: tuple[str, object], file: Write, maker: Make
) -> None:
    fact = maker().timings(OPTIONS[0], {8: [1000] * 3}, processes=1)
    path = file([machine(), _first(fact, *change)])
    left_out: Counter[str] = Counter()
    (found,) = load([path], left_out)
    assert not any(target.hashes for target in found.targets)
    assert f"implausible lines, such as {path}:2: " in next(iter(left_out))


@pytest.mark.parametrize("field", ["reading", "zero", "probe", "width", "batches", "rows"])
def test_a_measurement_that_lacks_a_field_is_refused(field: str, file: Write, maker: Make) -> None:
    fact = maker().timings(OPTIONS[0], {8: [1000] * 3})
    del fact["samples"][0][field]
    with pytest.raises(DataError, match=f":2: .*{field}"):
        load([file([machine(), fact])])


@pytest.mark.parametrize(
    "change",
    [
        {"targets": ["amd64"]},
        {"identity": 7},
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
    with pytest.raises(DataError, match=r":1: "):
        load([file([machine(**change)])])


def test_a_later_format_is_refused(file: Write) -> None:
    with pytest.raises(DataError, match="format version 99"):
        load([file([machine(format=99)])])


def test_kinds_that_are_not_known_are_passed_over(file: Write) -> None:
    assert load([file([machine(), {"kind": "weather", "sky": "blue"}])])[0].name == "made"


@pytest.mark.parametrize("sure", [True, False, None])
def test_a_winner_says_whom_it_beat_and_how_surely(
    file: Write, maker: Make, sure: bool | None
) -> None:
    m = maker()
    won = m.winner(OPTIONS[0], 10, 7) | ({} if sure is None else {"sure": sure, "trials": 3})
    one = only(load([file([m.build(OPTIONS[0]), m.check(OPTIONS[0]), won])]))
    assert one.winner and (one.winner.builds, one.winner.sure) == (7, sure)


def test_only_the_hashes_that_are_asked_for_are_summed_up(small: Path) -> None:
    (whole,) = load([small])
    first, *others = {hash.name for target in whole.targets for hash in target.hashes}
    (part,) = load([small], hashes={first})
    assert others and {hash.name for target in part.targets for hash in target.hashes} == {first}
    for target in part.targets:
        (same,) = (one for one in whole.targets if one.name == target.name)
        assert target.hashes == tuple(hash for hash in same.hashes if hash.name == first)
