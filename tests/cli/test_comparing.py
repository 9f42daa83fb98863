"""`./do compare`: two implementations of C in turns, two files, and what is typed wrong."""

import io
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from rich.console import Console

from hashcop.data import lengths
from hashcop.engine.comparing import SCHEDULE
from hashcop.results.certainty import Interval
from hashcop.results.comparison import Compared, Comparison
from hashcop.results.race import SLOWED
from reports import terminal
from tests.support import runs
from tests.support.runs import Bench, Ended
from tests.support.typed import refused, typed

Once = Callable[[str, Callable[[Path], None]], Path]

ABI = runs.native_abi()
SMALL = runs.ROOT / "tests" / "reports" / "small.jsonl"


# How it is shown


def shown(found: Comparison) -> str:
    out = io.StringIO()
    terminal.comparison(found, Console(file=out))
    return out.getvalue()


def row(length: int, ratio: float, low: float, high: float, sure: float = 0.95) -> Compared:
    return Compared(length, 1000.0, 1000 * ratio, ratio, Interval(low, high, sure))


def test_a_table_says_who_is_faster_where_that_is_sure_and_where_not() -> None:
    rows = (row(8, 2, 1.9, 2.1), row(64, 0.5, 0.4, 0.6), row(576, 1.01, 0.99, 1.02))
    text = shown(Comparison("md5/one (gcc -O2)", "md5/other (gcc -O2)", "amd64", rows))
    assert "md5/one (gcc -O2)" in text and "md5/other (gcc -O2)" in text and "amd64" in text
    first, second, third = (line for line in text.splitlines() if re.match(r" +\d", line))
    assert first.split()[:4] == ["8", "125.00", "250.00", "2.0000"]
    assert "1.9000 to 2.1000" in first and first.endswith("A is faster")
    assert second.endswith("B is faster") and third.endswith("no sure difference")


def test_a_table_is_of_80_columns_even_where_it_has_most_to_say() -> None:
    rows = tuple(row(n, 1.0, 0.98765, 1.01234, 1.0) for n in lengths.TABLE)
    slow = tuple(replace(row(n, 1.5, 1.2, 1.6), first=99999.0 * n) for n in lengths.TABLE)
    for found in (rows, slow):
        for line in shown(Comparison("a", "b", "loongarch64", found)).splitlines():
            assert len(line) <= 80, line


# Two implementations, timed


@pytest.fixture(scope="module")
def bench(once: Once, sandbox: object) -> Bench:
    """A checked tree in which `slow` does the work of `ref` six times, and `again` is `ref` by another name."""

    def make(place: Path) -> None:
        tree = place / "tree"
        for name, text in {
            "ref": None,
            "again": None,
            "slow": runs.SLOW,
            "wrong": runs.WRONG,
        }.items():
            runs.implementation(tree, name, text)
        (runs.implementation(tree, "elsewhere") / "architectures").write_text("vax\n")
        assert (
            Bench(tree, place / "bench", shares=True).run("check").status == 1
        )  # what is wrong is wrong

    place = once("compared", make)
    return Bench(place / "tree", place / "bench", shares=True)


@pytest.fixture
def mine(bench: Bench, tmp_path: Path) -> Bench:
    """A copy of it that no other test writes."""
    return bench.copy(tmp_path)


@dataclass(frozen=True)
class Line:
    """A line of a comparison's table, as it is read by people."""

    length: int
    first: float
    second: float
    ratio: float
    low: float
    high: float
    said: str


LINE = re.compile(
    r"^ *(\d+) +([\d.]+)\??\?? +([\d.]+)\??\?? +([\d.]+) +([\d.]+) to ([\d.]+) \(\d+ ?%\): (.*)$"
)


def table(done: Ended) -> list[Line]:
    found = [match for line in done.out.splitlines() if (match := LINE.match(line))]
    told = [Line(int(m[1]), *(float(m[n]) for n in range(2, 7)), m[7]) for m in found]
    assert [line.length for line in told] == list(lengths.TABLE), done.out + done.said
    return told


def test_six_times_the_work_is_slower_at_every_length_and_that_is_sure(mine: Bench) -> None:
    """A neighbour can make anything SLOWED times as slow; six times the work shows all the same."""
    done = mine.run("compare", "sha256/ref", "sha256/slow")
    assert done.status == 0, done.out + done.said
    assert re.search(r"^A +sha256/ref \(\w+ .*\)$", done.out, re.MULTILINE)
    assert re.search(r"^B +sha256/slow \(\w+ .*\)$", done.out, re.MULTILINE)
    for line in table(done):
        if line.length >= 64:
            assert 6 / SLOWED < line.ratio < 6 * SLOWED and line.low > 1.2, line
            assert line.said == "A is faster"
            assert 1 / SLOWED < line.second / line.first / line.ratio < SLOWED, line
    kinds = [fact["kind"] for fact in mine.facts()]
    assert kinds.count("comparison") == 1 and "timings" not in kinds
    (fact,) = (fact for fact in mine.facts() if fact["kind"] == "comparison")
    assert [side["implementation"] for side in fact["sides"]] == ["ref", "slow"]
    assert fact["target"] == ABI
    for side in fact["sides"]:
        assert len(side["samples"]) == SCHEDULE.processes and side["options"] and side["object"]
        for told in side["samples"]:
            assert sorted(row[0] for row in told["rows"]) == list(lengths.TABLE)
            assert {len(row) - 2 for row in told["rows"]} == {SCHEDULE.timings}
    assert mine.run("report").status == 0  # pages pass over it


def test_the_same_by_another_name_is_told_as_its_interval_says(mine: Bench) -> None:
    for line in table(mine.run("compare", "sha256/ref", "sha256/again")):
        assert line.low <= line.ratio <= line.high and 1 / SLOWED < line.ratio < SLOWED, line
        if line.said == "no sure difference":
            continue
        faster, bound = ("A", line.low) if line.ratio > 1 else ("B", 1 / line.high)
        assert line.said == f"{faster} is faster" and bound >= 1, line


def test_options_of_ones_own_stand_behind_an_at_sign(mine: Bench) -> None:
    done = mine.run("compare", "sha256/ref@gcc -O2", "sha256/ref@gcc -O0")
    assert done.status == 0, done.out + done.said
    assert re.search(r"^A +sha256/ref \(gcc .*-O2\)$", done.out, re.MULTILINE)
    assert re.search(r"^B +sha256/ref \(gcc .*-O0\)$", done.out, re.MULTILINE)
    for line in table(done):
        if line.length >= 64:
            assert line.ratio > 1.3 and line.said == "A is faster", line
    (fact,) = (fact for fact in mine.facts() if fact["kind"] == "comparison")
    assert [side["options"][-1] for side in fact["sides"]] == ["-O2", "-O0"]
    assert len({side["object"] for side in fact["sides"]}) == 2


def test_options_of_ones_own_win_no_race(mine: Bench) -> None:
    """Pages would have the only one that took part as the best of all."""
    added = mine.added(lambda: mine.run("compare", "sha256/ref@gcc -O1", "sha256/ref"))
    won = [fact["options"] for fact in added if fact["kind"] == "winner"]
    assert not [options for options in won if options[-1] == "-O1"]
    assert [fact["kind"] for fact in added].count("comparison") == 1


def test_what_is_not_right_is_not_compared(mine: Bench) -> None:
    done = mine.run("compare", "sha256/ref", "sha256/wrong")
    assert done.status == 1
    assert f"not right, or not for this machine: sha256/wrong {ABI}" in done.out
    done = mine.run("compare", "sha256/elsewhere", "sha256/ref")
    assert done.status == 1
    assert f"not right, or not for this machine: sha256/elsewhere {ABI}" in done.out
    assert not any(fact["kind"] == "comparison" for fact in mine.facts())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "compare takes two"),
        (["sha256/ref"], "compare takes two"),
        (["sha256/ref"] * 3, "compare takes two"),
        (["sha256", "md5"], "compare takes two implementations (HASH/IMPLEMENTATION"),
        (["sha256/ref", "sha256"], "compare takes two implementations (HASH/IMPLEMENTATION"),
        (["sha256/ref", "sha256/reff"], "sha256 has no implementation reff; near to it: ref"),
        (["sha256/ref@nocc -O2", "sha256/ref"], "'nocc -O2' does not begin with a compiler"),
        (
            ["sha256/ref", "sha256/again", "--effect", "cold"],
            "--effect",
        ),
        (["sha256/ref", "sha256/again", "--ticks"], "--ticks"),
    ],
)
def test_what_can_not_be_compared_is_said(words: list[str], said: str, mine: Bench) -> None:
    done = mine.run("compare", *words)
    assert done.status == 2 and said in done.said, done
    assert not any(fact["kind"] == "comparison" for fact in mine.facts())


def test_two_files_are_compared_without_building_anything(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    done = typed("compare", SMALL, SMALL, cwd=tmp_path, XDG_CACHE_HOME=str(cache))
    assert done.status == 0
    assert "no sure difference" in done.out and "is faster" not in done.out
    assert list(tmp_path.iterdir()) == []


def test_two_files_take_no_options(tmp_path: Path) -> None:
    said = refused("compare", SMALL, SMALL, "--bench", tmp_path)
    assert "--bench is for comparing implementations" in said


def test_two_files_without_anything_in_common_are_told_so(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text(
        SMALL.read_text()
        .replace('"target":"amd64"', '"target":"x32"')
        .replace('"target":"x86"', '"target":"y"')
    )
    assert "no implementation in common" in refused("compare", SMALL, other)


@pytest.mark.parametrize("word", ["sha256", "nothing/ref", "sha256/nothing"])
def test_what_is_no_implementation_is_refused(bench: Bench, word: str) -> None:
    ended = bench.run("compare", word, "sha256/ref")
    assert ended.status != 0 and "Traceback" not in ended.said


def test_an_open_quote_is_no_option_set(bench: Bench) -> None:
    ended = bench.run("compare", "sha256/ref@gcc '-O2", "sha256/ref")
    assert ended.status != 0 and "Traceback" not in ended.said
    assert "does not begin with a compiler" in ended.said
