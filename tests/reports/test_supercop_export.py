"""Our data in SUPERCOP's format: what a line says, and that what both formats hold comes back."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import median

import msgspec
import pytest

from hashcop.data import files
from hashcop.data.lines import encode
from hashcop.data.records import FORMAT, Sample
from hashcop.results import samples
from hashcop.results.model import load
from hashcop.results.summary import Implementation, Target
from reports import supercop as writing
from tests.support import made_data
from tests.support.made_data import OPTIONS, Fact, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]
Export = Callable[..., list[list[str]]]


@pytest.fixture
def left_out() -> Counter[str]:
    return Counter()


@pytest.fixture
def export(tmp_path: Path, left_out: Counter[str]) -> Export:
    """The lines of an export, as words; the file is `exported` below the test's directory."""

    def lines(*paths: Path) -> list[list[str]]:
        text = "".join(writing.lines(paths, left_out))
        (tmp_path / "exported").write_text(text, errors="surrogateescape")
        return [line.split(" ") for line in text.splitlines()]

    return lines


def of(lines: Iterable[list[str]], what: str) -> list[list[str]]:
    """What follows `what` in the lines that tell it."""
    return [words[7:] for words in lines if words[6] == what]


def timed(value: str, deviations: str) -> list[int]:
    """The timings of a value and its deviations, by the description of the format."""
    assert re.fullmatch(r"([+-]\d+)+", deviations)
    return [int(value) + int(found) for found in re.findall(r"[+-]\d+", deviations)]


def facts(path: Path, kind: str, **fields: object) -> Iterator[Fact]:
    """The records of a file that are of this kind and have these fields."""
    for record in files.read(path):
        fact = json.loads(encode(record))
        if fact["kind"] == kind and all(fact.get(name) == value for name, value in fields.items()):
            yield fact


def cycles(fact: Fact) -> dict[int, list[float]]:
    """The timings of a fact with samples, by length."""
    found = samples.together(msgspec.convert(fact["samples"], list[Sample]))
    return {n: [t for timings, _ in processes for t in timings] for n, processes in found.items()}


def targets(path: Path) -> dict[str, Target]:
    (one,) = load([path])
    return {target.name: target for target in one.targets}


def by_name(target: Target) -> dict[str, Implementation]:
    return {f"{hash.name}/{i.name}": i for hash in target.hashes for i in hash.implementations}


def test_every_line_begins_with_version_machine_abi_day_and_hash_with_class(
    small: Path, export: Export
) -> None:
    lines = export(small)
    assert {tuple(words[:5]) for words in lines} == {
        ("hashcop-1.0", "made", target, "20260101", "crypto_hash") for target in ("amd64", "x86")
    }
    names = {"sha256", "blake2b", "md5", "snefru"}
    assert {words[5] for words in lines} == {f"{name}/timingleaks" for name in names}
    assert all(all(words) for words in lines if words[6] != "fromcompiler")


def test_the_fastest_of_a_hash_and_class_is_told_and_measured(
    file: Write, maker: Make, export: Export, left_out: Counter[str]
) -> None:
    slow, fast = maker("slow", factor=3.0), maker("fast")
    claims = [f | {"security": "constbranchindex"} for f in whole(maker("safe"), [8, 1536])]
    lines = export(file([machine(), *whole(slow, [8, 1536]), *whole(fast, [8, 1536]), *claims]))
    told = [(words[5], words[7:9]) for words in lines if words[6] == "implementation"]
    assert told == [
        ("md5/constbranchindex", ["crypto_hash/md5/safe", "1.0"]),
        ("md5/timingleaks", ["crypto_hash/md5/fast", "1.0"]),
    ]
    assert {words[5] for words in lines if words[6] == "cycles"} == {name for name, _ in told}
    assert of(lines, "cpuid") == [["Example(R)_Processor(TM)_E7_@_2.60GHz"]] * 2
    assert of(lines, "cpucycles_persecond") == [["3245000000"]] * 2  # 1.25 cycles in each tick
    assert of(lines, "cpucycles_implementation") == [["amd64-tsc-calibrated"]] * 2
    option_set = "gcc_-O3_-march=native_-fomit-frame-pointer_-fwrapv"
    assert of(lines, "compiler") == [[option_set, "gcc_(Debian_12.2.0-14)_12.2.0"]] * 2
    assert of(lines, "outputbytes") == [["32"]] * 2
    assert left_out["measurements of implementations that are not the fastest"] == 1


def test_all_timings_of_a_length_come_back_sixteen_a_line_at_most(
    file: Write, maker: Make, export: Export
) -> None:
    m, timings = maker(), [1000 + n * n % 37 for n in range(40)]
    cycles = m.timings(OPTIONS[0], {1536: timings}, processes=1)
    lines = of(export(file([machine(), *whole(m, []), cycles])), "cycles")
    assert [len(timed(*words[1:])) for words in lines] == [16, 16, 8]
    assert [t for words in lines for t in timed(*words[1:])] == timings
    assert {words[0] for words in lines} == {"1536"}


def test_a_line_holds_the_timings_of_one_process_where_they_fit(
    file: Write, maker: Make, export: Export
) -> None:
    m, timings = maker(), [100, 101, 102, 200, 201, 202]
    cycles = m.timings(OPTIONS[0], {8: timings}, processes=2)
    lines = of(export(file([machine(), *whole(m, []), cycles])), "cycles")
    assert [timed(*words[1:]) for words in lines] == [timings[:3], timings[3:]]


def test_the_value_of_a_line_is_the_second_stabilized_quartile(
    file: Write, maker: Make, export: Export
) -> None:
    # Sorted, the middle quarter from 3/8 to 5/8 of four timings is half of the second and half of the third.
    m = maker()
    made = [machine(), *whole(m, []), m.timings(OPTIONS[0], {8: [90, 10, 20, 41]}, processes=1)]
    assert of(export(file(made)), "cycles") == [["8", "30", "+60-20-10+11"]]


def test_builds_that_share_machine_code_have_the_same_trial(small: Path, export: Export) -> None:
    lines = of((w for w in export(small) if w[2:6:3] == ["amd64", "md5/timingleaks"]), "try")
    (options, same) = ("_".join(OPTIONS[0]), "_".join(OPTIONS[3]))
    found = {words[6]: words for words in lines if words[5] == "crypto_hash/md5/asm"}
    assert len(found) == len(OPTIONS)
    assert found[options][:5] == found[same][:5] and found[options][7] == found[same][7]
    trials = facts(
        small, "trial", target="amd64", hash="md5", implementation="asm", options=OPTIONS[0]
    )
    timings = [t for fact in trials for t in cycles(fact)[1536]]
    assert timed(found[options][2], found[options][7]) == timings
    (check,) = facts(
        small, "check", target="amd64", hash="md5", implementation="asm", options=OPTIONS[0]
    )
    assert found[options][0] == f"{check['checksumsmall']}/{check['checksumbig']}"
    assert found[options][1] == "ok" and found[options][4] == "3245000000"


@pytest.fixture(params=[1, 2, FORMAT])
def either(request: pytest.FixtureRequest, small: Path, file: Write) -> Path:
    """The stored file, and one as format 1 had it, whose ticks nothing has calibrated."""
    if request.param == FORMAT:
        return small
    return file(made_data.facts(made_data.TABLE, 6, made_data.SMALL, format=request.param))


def test_what_both_formats_hold_comes_back(either: Path, export: Export, tmp_path: Path) -> None:
    export(either)
    (before,), (after,) = load([either]), load([tmp_path / "exported"])
    assert (after.name, after.hashcop, after.processor) == ("made", "1.0", before.processor)
    assert {c.command: c.version for c in after.compilers} == {
        "gcc": "gcc (Debian 12.2.0-14) 12.2.0"
    }
    assert {target.name for target in after.targets} == {"amd64", "x86"}
    for name, target in targets(tmp_path / "exported").items():
        _assert_same(targets(either)[name], target)


def _assert_same(before: Target, after: Target) -> None:
    assert before.counter and after.counter
    scale = before.cycles_per_tick.median if before.cycles_per_tick else 1
    assert after.counter.core_cycles == bool(before.cycles_per_tick)
    assert after.counter.name == before.counter.name + "-calibrated" * after.counter.core_cycles
    assert after.counter.ticks_per_second == before.counter.ticks_per_second * scale
    known, found = by_name(before), by_name(after)
    assert set(known) - set(found) == {"snefru/altivec"}  # skipped: no line tells it
    for hash in before.hashes:
        timed = [one for one in hash.implementations if one.curve]
        if timed:
            best = min(timed, key=lambda one: one.curve[1536].median)
            again = found[f"{hash.name}/{best.name}"]
            assert (again.curve, again.long) == (best.curve, best.long)
            assert again.winner and best.winner and again.winner.options == best.winner.options
    for name, one in found.items():
        _assert_same_builds(known[name], one)


def _assert_same_builds(before: Implementation, after: Implementation) -> None:
    def failures(one: Implementation) -> set[tuple[object, ...]]:
        return {(b.options, b.reason, b.said) for b in one.builds if b.outcome == "failed"}

    def codes(one: Implementation) -> dict[tuple[str, ...], tuple[object, ...]]:
        return {
            options: (c.race, c.trials, c.is_right, c.check.reason)
            for c in one.codes
            if c.check
            for options in c.option_sets
        }

    assert failures(after) == failures(before)
    assert codes(after) == codes(before)
    assert {(b.options, b.size) for b in after.builds} == {
        (b.options, b.size) for b in before.builds
    }
    assert {b.security for b in after.builds} == {b.security for b in before.builds}


def test_checksums_and_verdicts_come_back(
    file: Write, maker: Make, export: Export, tmp_path: Path
) -> None:
    m, first, second = maker(), OPTIONS[0], OPTIONS[1]
    made = [machine(), m.build(first), m.build(second), m.trial(first, 1, 1), m.trial(second, 1, 1)]
    made += [m.check(first, expected="unknown", checksumbig="")]
    made += [m.check(second, outcome="wrong", expected="mismatch", reason="r")]
    lines = of(export(file(made)), "try")
    assert [words[1] for words in lines] == ["unknown", "fails"]
    assert lines[0][0] == f"{made[-2]['checksumsmall']}/-"
    again = list(facts(tmp_path / "exported", "check"))
    assert [(f["outcome"], f["expected"]) for f in again] == [
        ("right", "unknown"),
        ("wrong", "mismatch"),
    ]
    assert again[0]["checksumsmall"] == made[-2]["checksumsmall"]
    assert "checksumbig" not in again[0] and again[1]["checksumbig"] == made[-1]["checksumbig"]


STRANGE = ["a  b", " ^~~", "-x", "{{ <b>", "tab\there", "é\udc80", "%s _ _"]


def test_strange_words_come_back(file: Write, maker: Make, export: Export, tmp_path: Path) -> None:
    m = maker("gil/a_b")
    reason = "defines memcpy, which the harness\nwants"
    made = [machine(), m.failed(OPTIONS[0], reason, STRANGE), m.build(OPTIONS[1])]
    made += [m.check(OPTIONS[1], outcome="wrong", reason="wrote  16 bytes - \tat é\udc80")]
    lines = export(file(made))
    assert all(
        len(w) >= 10 and w[7] == "crypto_hash/md5/gil/a_b" for w in lines if w[6] != "objsize"
    )
    (failed, built) = facts(tmp_path / "exported", "build")
    assert failed["reason"] == reason.replace("\n", " ") and failed["said"] == STRANGE
    assert built["outcome"] == "ok" and built["size"] == made[2]["size"]
    (check,) = facts(tmp_path / "exported", "check")
    assert check["reason"] == "wrote  16 bytes - \tat é\udc80"


def test_every_shipped_option_set_comes_back(
    file: Write, maker: Make, export: Export, tmp_path: Path
) -> None:
    m = maker()
    sets = [
        ["gcc", "-fwrapv", "-m32", "-isystem", "-D_X=1"],
        ["x86_64-gcc"],
        ["clang", "-O3", "-a=b_c"],
    ]
    export(file([machine(), *(m.build(words) for words in sets)]))
    assert [f["options"] for f in facts(tmp_path / "exported", "build")] == sets


def test_every_time_and_length_comes_back(
    file: Write, maker: Make, export: Export, tmp_path: Path
) -> None:
    m = maker()
    made = [machine(), *whole(m, [0, 1536]), m.timings(OPTIONS[0], [65536])]
    made[-1]["time"] = "2027-03-04T05:06:07Z"
    export(file(made))
    found = {f["bytes"]: (f["time"], f["cycles"]) for f in facts(tmp_path / "exported", "cycles")}
    assert found == {
        n: (f["time"][:10] + "T00:00:00Z", timings)
        for f in made[-2:]
        for n, timings in cycles(f).items()
    }
    assert list(found) == [0, 1536, 65536]
    one = by_name(targets(tmp_path / "exported")["amd64"])["md5/ref"]
    raced = [f for f in made if f["kind"] == "trial" and f["options"] == OPTIONS[0]]
    trials = [t for f in raced for t in cycles(f)[1536]]
    assert one.winner and one.winner.median == median(trials)


def test_only_what_counts_is_written(file: Write, maker: Make, export: Export) -> None:
    m = maker()
    made = [machine(), *whole(m, [1536])]
    newer = m.timings(OPTIONS[0], {1536: [7, 7, 7]})
    other = [f | {"operation": "crypto_sign", "hash": "ed25519"} for f in whole(m, [8])]
    lines = export(file([*made, newer, *other]))
    assert of(lines, "cycles") == [["1536", "7", "+0"]] * 3  # of three processes
    assert {words[5] for words in lines} == {"md5/timingleaks"}
    gone = [m.build(o, sources="edited", object=f"new{n}") for n, o in enumerate(OPTIONS[:2])]
    lines = export(file([*made, *gone]))
    assert not of(lines, "cycles") and not of(lines, "try") and len(of(lines, "objsize")) == 2


def test_parts_of_a_machine_s_data_are_one(small: Path, tmp_path: Path, export: Export) -> None:
    lines = small.read_text().splitlines(keepends=True)
    parts = [tmp_path / "a", tmp_path / "b"]
    parts[0].write_text("".join(lines[: len(lines) // 2]))
    parts[1].write_text("".join(lines[len(lines) // 2 :]))
    assert Counter(map(tuple, export(*parts))) == Counter(map(tuple, export(small)))


def test_what_the_format_has_no_place_for_is_counted(
    file: Write, maker: Make, export: Export, left_out: Counter[str]
) -> None:
    m = maker()
    skipped = maker("x86").build([], outcome="skipped", reason="for x86", object="")
    made = [machine(), skipped, m.build(OPTIONS[0]), m.build(OPTIONS[1]), m.check(OPTIONS[1])]
    assert {words[6] for words in export(file(made))} == {"objsize"}
    assert left_out == {
        "builds that were skipped": 1,
        "builds that are not checked yet": 1,
        "builds that are right and were not raced": 1,
    }


def test_ticks_that_nothing_calibrated_stand_beside_no_cycles(
    file: Write, maker: Make, export: Export
) -> None:
    """The pages leave them out, too: one implementation measured again would look faster or slower."""
    old, new = maker(format=1), maker()
    made = [machine(format=1), *whole(old, [8, 1536, 2048]), machine(), *whole(new, [8, 1536])]
    lines = export(file(made))
    ours = export(file([machine(), *whole(maker(), [8, 1536])]))
    assert {words[0] for words in of(lines, "cycles")} == {"8", "1536"}
    assert [w[:3] for w in of(lines, "try")] == [w[:3] for w in of(ours, "try")]


def test_targets_of_other_platforms_are_counted(
    file: Write, maker: Make, export: Export, left_out: Counter[str]
) -> None:
    facts = [fact | {"platform": "jvm"} for fact in whole(maker(target="openjdk"), [8])]
    assert export(file([machine(), *facts])) == []
    assert left_out == {"targets of the platform jvm": 1}


def test_parts_of_cycles_have_no_place(
    file: Write, maker: Make, export: Export, left_out: Counter[str]
) -> None:
    m = maker(format=1)
    cycles = [m.cycles(OPTIONS[0], 8, cycles=[1.5, 2]), m.cycles(OPTIONS[0], 64, cycles=[3, 2])]
    lines = export(file([machine(format=1), *whole(m, []), *cycles]))
    assert [words[0] for words in of(lines, "cycles")] == ["64"]
    assert +left_out == {"timings that are no whole numbers of cycles": 1}


def test_calibrated_timings_are_rounded_to_whole_cycles(
    file: Write, maker: Make, export: Export
) -> None:
    m = maker()
    fact = m.timings(OPTIONS[0], {8: [100, 100, 100]}, processes=1)
    fact["samples"][0]["rows"][0][2:] = [489, 490, 491]  # 100.25, 100.5, 100.75
    assert cycles(fact) == {8: [100.25, 100.5, 100.75]}
    lines = of(export(file([machine(), *whole(m, []), fact])), "cycles")
    assert [timed(*words[1:]) for words in lines] == [[100, 100, 101]]


def test_a_counter_of_core_cycles_is_exported_by_its_own_name_and_rate(
    file: Write, maker: Make, export: Export
) -> None:
    """What calibration makes of its ticks is what they are."""
    perf = {"name": "x86-rdpmc", "core_cycles": True, "ticks_per_second": 3000000000}
    m = maker()
    fact = m.timings(OPTIONS[0], {1536: [7, 7, 7]})
    for one in fact["samples"]:
        one["batches"] = [[1, 1.0, 1.0, 4, 1, 0, 0]]
    lines = export(file([machine(counter={"amd64": perf}), *whole(m, []), fact]))
    assert of(lines, "cpucycles_implementation") == [["x86-rdpmc"]]
    assert of(lines, "cpucycles_persecond") == [["3000000000"]]


def test_a_hash_is_measured_once_for_each_abi(small: Path, export: Export) -> None:
    found = defaultdict(list)
    for words in export(small):
        if words[6] == "implementation":
            found[words[2]].append(words[7])
    assert sorted(found["amd64"]) == [
        "crypto_hash/blake2b/avx2",
        "crypto_hash/md5/asm",
        "crypto_hash/sha256/x86-shani",
    ]
    assert len(found["x86"]) == 3
