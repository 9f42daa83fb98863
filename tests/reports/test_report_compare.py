"""Orders, ratios and ranges, and how figures and names are written."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.data.printable import printable
from hashcop.results import ranking as compare
from hashcop.results.model import load
from hashcop.results.summary import COLUMNS, Hash, Target
from hashcop.results.verdict import verdict
from reports import format
from tests.support.made_data import OPTIONS, Fact, Maker, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]


def curves(m: Maker, points: dict[int, int]) -> list[Fact]:
    made = [m.build(OPTIONS[0]), m.check(OPTIONS[0]), m.winner(OPTIONS[0], points.get(1536, 9), 1)]
    return [*made, m.timings(OPTIONS[0], {n: [c] * 4 for n, c in points.items()}, 2)]


def hash_of(path: Path) -> Hash:
    return load([path])[0].targets[0].hashes[0]


def test_ranges_tell_where_each_implementation_is_fastest(file: Write, maker: Make) -> None:
    a = curves(maker("a"), {0: 10, 1: 10, 2: 30, 3: 10, 1536: 100})
    b = curves(maker("b"), {0: 20, 1: 20, 2: 20, 3: 20, 1536: 200, 4096: 900})
    found = compare.ranges(hash_of(file(a + b)))
    assert [(one.first, one.last, one.implementation.name) for one in found] == [
        (0, 1536, "a"),
        (4096, 4096, "b"),
    ]


def test_a_hash_without_1536_is_ranked_by_its_race(file: Write, maker: Make) -> None:
    a, b = curves(maker("a"), {8: 10}), curves(maker("b"), {8: 20})
    for fact in a:
        fact.update({"median": 99} if fact["kind"] == "winner" else {})
    best = compare.fastest(hash_of(file(a + b)))
    assert best and best.name == "b"


def test_what_is_measured_at_1536_stands_before_what_is_not_yet(file: Write, maker: Make) -> None:
    a, b = curves(maker("a"), {8: 1}), curves(maker("b"), {8: 20, 1536: 50_000})
    found = hash_of(file(a + b))
    assert [one.name for one in found.implementations] == ["b", "a"]
    assert compare.ratio(found, found.implementations[1]) is None


@pytest.mark.parametrize("column", COLUMNS)
def test_tables_have_the_fastest_first(small: Path, column: int) -> None:
    for target in load([small])[0].targets:
        rows = compare.table(target.hashes, column)
        medians = [standing.figure.median for _, standing in rows]
        assert medians == sorted(medians)
        assert len(rows) == (3 if target.hashes else 0)


def test_zero_bytes_have_no_cycles_per_byte(small: Path) -> None:
    one = load([small])[0].targets[0].hashes[0].implementations[0]
    assert 0 in one.curve and one.per_byte(0) is None


def test_a_verdict_says_why(small: Path) -> None:
    hashes = load([small])[0].targets[0].hashes
    found = {f"{hash.name}/{i.name}": verdict(i) for hash in hashes for i in hash.implementations}
    assert found["md5/ref"].word == "right" and "25 known answers" in found["md5/ref"].why
    assert (
        found["md5/wrong"].word == "wrong" and "known answer at 64 bytes" in found["md5/wrong"].why
    )
    assert found["snefru/ref"].word == "not built" and "10 of 10" in found["snefru/ref"].why
    assert found["snefru/altivec"].word == "skipped" and "ppc64" in found["snefru/altivec"].why


def test_an_implementation_with_some_refused_builds_is_right_with_the_others(
    file: Write, maker: Make
) -> None:
    m = maker()
    made = [
        *whole(m, [1536]),
        m.check(OPTIONS[1], outcome="wrong", reason="reads beyond its input"),
    ]
    found = verdict(hash_of(file(made)).implementations[0])
    assert (
        found.word == "right" and "1 of 8 machine codes failed the check: reads beyond" in found.why
    )


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.5, "0.50"), (6.518, "6.52"), (999.99, "999.99"), (999.996, "1,000"), (12345.6, "12,346")],
)
def test_cycles_per_byte_have_two_decimals(value: float, written: str) -> None:
    assert format.per_byte(value) == written


def test_the_end_of_an_interval_is_not_1_if_the_interval_lacks_it() -> None:
    ends = [format.bound(one) for one in (0.95, 0.997, 1.004, 1.006, 250.0)]
    assert ends == ["0.95", "0.997", "1.004", "1.01", "250"]


def test_ranks_are_one_or_a_range() -> None:
    assert [format.rank(*ends) for ends in ((0, 0), (3, 3), (3, 5))] == ["", "3", "3–5"]


def test_other_figures_have_their_units() -> None:
    assert format.rate(2596000000) == "2.596 GHz"
    assert format.rate(24000000) == "24.0 MHz"
    assert format.memory(2**34) == "16.0 GiB"
    assert format.count(1, "build") == "1 build" and format.count(2000, "build") == "2,000 builds"
    assert format.lengths([(0, 55), (64, 64)]) == "0–55, 64"


def test_a_command_can_be_pasted_into_a_shell() -> None:
    abi = Target("amd64", "c", "ok", None, (), None)
    assert format.command("md5", "a b;rm", abi) == "./do 'md5/a b;rm' --abi amd64 --bench again"
    jvm = replace(abi, name="openjdk 21", platform="jvm")
    assert format.command("a", "b", jvm) == "./do a/b --target 'openjdk 21' --bench again"
    elsewhere = replace(abi, name="s390x", emulator="qemu-s390x")
    assert format.command("a", "b", elsewhere) == "./do check a/b --abi s390x --bench again"


def test_what_a_terminal_obeys_is_printed_as_escapes() -> None:
    assert printable("a\x1b[2Jb\n\u202e\udc80é") == "a\\x1b[2Jb\\n\\u202e\\udc80é"
    assert printable("é", "ascii") == "\\xe9"
