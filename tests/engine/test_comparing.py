"""`./do compare`: two files by what they hold, two implementations in turns, what is typed and what is said."""

import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from hashcop.data import lengths
from hashcop.data import store as data
from hashcop.data.store import Fact, Store
from hashcop.engine.comparing import SCHEDULE, Compared, Comparing, Comparison
from hashcop.engine.plan import Group, OptionSet
from hashcop.engine.prepare import Prepared
from hashcop.engine.progress import Display
from hashcop.engine.run import Won
from hashcop.platforms.c.timing import Timer
from hashcop.platforms.c.tools.counters import Counter
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.results import samples
from hashcop.results.beside import comparisons
from hashcop.results.certainty import Interval
from hashcop.results.race import SLOWED, Entrant
from hashcop.results.samples import Batch, Row, Sample
from reports import terminal
from tests.support import runs
from tests.support.runs import Bench, Ended

Once = Callable[[str, Callable[[Path], None]], Path]

ABI = runs.native_abi()


def points(factor: float, numbers: Iterable[int]) -> dict[int, list[int]]:
    """Three timings (ticks) of each length (bytes), at a factor times a cost."""
    return {n: [round((1000 + 10 * n) * factor) + k for k in (-1, 0, 2)] for n in numbers}


def sample(points: Mapping[int, Sequence[int]], *, interrupted: bool = False) -> Sample:
    """A process that timed each length (bytes) at so many ticks, which are cycles."""
    rows = tuple(Row(length, 1, tuple(ticks)) for length, ticks in points.items())
    batch = Batch(len(rows), 1.0, 1.0, 4.0, takes=1, switches=0, interrupted=interrupted)
    return Sample(0.0, 0.0, 1.0, 4.0, (batch,), rows)


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
    assert second.endswith("B is faster") and third.endswith("no difference is sure")


def test_a_table_is_of_80_columns_even_where_it_has_most_to_say() -> None:
    rows = tuple(row(n, 1.0, 0.98765, 1.01234, 1.0) for n in lengths.TABLE)
    slow = tuple(replace(row(n, 1.5, 1.2, 1.6), first=99999.0 * n) for n in lengths.TABLE)
    for found in (rows, slow):
        for line in shown(Comparison("a", "b", "loongarch64", found)).splitlines():
            assert len(line) <= 80, line


# Two implementations, before a timer that only answers

TARGET = Target(
    "amd64",
    {"gcc": ()},
    (),
    Path("/cache/harness-amd64"),
    Counter("x86-tsc", "ticks", False, 3_000_000_000, 20),
    Path("/c"),
    Path("/own"),
)


class Named:
    """What has a name and perhaps nothing else: a hash, or an implementation of it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.operation = "crypto_hash"


def won(name: str, *flags: str) -> Won:
    options = OptionSet("gcc", "gcc", "identity", flags)
    named: Any = Named(name)
    function: Any = Named("md5")
    group = Group(function, named, TARGET, (options,), (), "", True, "unknown")
    entrant = Entrant(0, f"code of {name}", Path(f"/programs/{name}"))
    return Won(Prepared(group, (entrant,), (), ()), entrant, 1000.0)


@dataclass
class Answers:
    """A timer: programs cost what is said of their names; some processes are disturbed, one may be wrong."""

    costs: dict[str, float]
    interrupted: frozenset[int] = frozenset()
    problem: str = ""

    def __post_init__(self) -> None:
        self.asked: list[tuple[str, int]] = []
        self.orders: dict[tuple[str, int], list[int]] = {}

    def time(
        self, binary: Path, numbers: Sequence[int], _: object, target: Target, *, seed: int
    ) -> Sample | str:
        assert target is TARGET
        self.asked.append((binary.name, seed))
        self.orders[binary.name, seed] = list(numbers)
        if self.problem and binary.name == "two" and seed == 3:
            return self.problem
        bad = seed in self.interrupted and binary.name == "two"
        factor = self.costs[binary.name] * (50 if bad else 1) * (1 + seed / 10)  # a machine slows
        return sample(points(factor, numbers=numbers), interrupted=bad)


@dataclass
class Room:
    """Where comparisons are made: what they record and what is said meanwhile."""

    store: Store
    said: io.StringIO

    def compare(self, answers: Answers, *pair: Won) -> Comparison | str:
        timer: Any = answers
        first, second = pair or (won("one", "-O2"), won("two", "-O3", "-m32"))
        display = Display(Console(file=self.said, width=200))
        made: Callable[[], Timer] = lambda: timer  # noqa: E731 (its type is what is checked)
        return Comparing(self.store, display, made).compare(first, second)

    def facts(self) -> list[Fact]:
        return list(data.read(self.store.path))


@pytest.fixture
def room(tmp_path: Path) -> Iterable[Room]:
    store = Store(tmp_path / "m", "m")
    yield Room(store, io.StringIO())
    store.close()


def test_both_are_timed_in_turns_and_each_begins_as_often(room: Room) -> None:
    answers = Answers({"one": 1, "two": 2})
    room.compare(answers)
    assert len(answers.asked) == 2 * SCHEDULE.processes
    pairs = [answers.asked[n : n + 2] for n in range(0, len(answers.asked), 2)]
    assert [{seed for _, seed in pair} for pair in pairs] == [{n} for n in range(len(pairs))]
    begins = [pair[0][0] for pair in pairs]
    assert begins == ["one" if n % 2 == 0 else "two" for n in range(len(pairs))]
    for n in range(len(pairs)):
        assert answers.orders["one", n] == answers.orders["two", n]
        assert sorted(answers.orders["one", n]) == list(lengths.TABLE)


def test_what_changes_for_both_changes_nothing(room: Room) -> None:
    """The machine slows down to less than half its speed; one is 3 % slower than the other all the time."""
    found = room.compare(Answers({"one": 1, "two": 1.03}))
    assert isinstance(found, Comparison)
    assert found.first == "md5/one (gcc -O2)" and found.second == "md5/two (gcc -O3 -m32)"
    assert found.abi == "amd64"
    for each in found.rows:
        assert each.ratio == pytest.approx(1.03, abs=0.003) and each.is_real


def test_pairs_of_which_one_was_disturbed_do_not_count(room: Room) -> None:
    found = room.compare(Answers({"one": 1, "two": 2}, interrupted=frozenset(range(7))))
    assert isinstance(found, Comparison)
    assert all(each.ratio == pytest.approx(2, abs=0.01) for each in found.rows)
    assert all(each.interval.high < 2.1 for each in found.rows)


def test_where_too_few_pairs_to_be_sure_of_were_quiet_all_count(room: Room) -> None:
    found = room.compare(Answers({"one": 1, "two": 2}, interrupted=frozenset(range(10))))
    assert isinstance(found, Comparison)
    assert all(each.ratio > 50 and each.is_real for each in found.rows)


def test_what_goes_wrong_is_said_of_whom_and_nothing_is_recorded(room: Room) -> None:
    answers = Answers({"one": 1, "two": 2}, problem="crashed")
    assert room.compare(answers) == "md5/two amd64: crashed"
    assert room.facts() == []


def test_a_comparison_is_recorded_with_all_that_was_timed(room: Room) -> None:
    found = room.compare(Answers({"one": 1, "two": 2}))
    assert isinstance(found, Comparison)
    (fact,) = room.facts()
    assert fact["kind"] == "comparison" and fact["abi"] == "amd64" and fact["key"]
    assert fact["machine"] == "m" and fact["bytes"] == list(lengths.TABLE)
    one, two = fact["sides"]
    assert [(s["hash"], s["implementation"], s["object"]) for s in (one, two)] == [
        ("md5", "one", "code of one"),
        ("md5", "two", "code of two"),
    ]
    assert (one["options"], two["options"]) == (["gcc", "-O2"], ["gcc", "-O3", "-m32"])
    for number, (a, b) in enumerate(zip(one["samples"], two["samples"], strict=True)):
        ours, theirs = (samples.together([samples.restore(side)]) for side in (a, b))
        for n in lengths.TABLE:
            cost = (1000 + 10 * n) * (1 + number / 10)
            assert ours[n][0][0][1] == pytest.approx(cost, abs=1)
            assert theirs[n][0][0][1] == pytest.approx(2 * cost, abs=1)


def test_what_was_recorded_of_a_comparison_is_no_measurement(room: Room, small: Path) -> None:
    """Reports and comparisons of files pass over it."""
    room.compare(Answers({"one": 1, "two": 2}))
    path = room.store.path
    assert list(comparisons(path, path)) == []
    out = io.StringIO()
    terminal.summary([path, small], [("md5", None)], Console(file=out))
    alone = io.StringIO()
    terminal.summary([small], [("md5", None)], Console(file=alone))
    assert out.getvalue() == alone.getvalue()


@pytest.fixture
def small() -> Path:
    return runs.ROOT / "tests" / "reports" / "small.jsonl"


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


LINE = re.compile(r"^ *(\d+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) to ([\d.]+) \(\d+ ?%\): (.*)$")


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
    assert fact["abi"] == ABI
    for side in fact["sides"]:
        assert len(side["samples"]) == SCHEDULE.processes and side["options"] and side["object"]
        for told in map(samples.restore, side["samples"]):
            assert sorted(row.length for row in told.rows) == list(lengths.TABLE)
            assert {len(row.ticks) for row in told.rows} == {SCHEDULE.timings}
    assert mine.run("report").status == 0  # pages pass over it


def test_the_same_by_another_name_is_told_as_its_interval_says(mine: Bench) -> None:
    for line in table(mine.run("compare", "sha256/ref", "sha256/again")):
        assert line.low <= line.ratio <= line.high and 1 / SLOWED < line.ratio < SLOWED, line
        if line.said == "no difference is sure":
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
        ([], "compare takes two things to compare"),
        (["sha256/ref"], "compare takes two things to compare"),
        (["sha256/ref"] * 3, "compare takes two things to compare"),
        (["sha256", "md5"], "compare takes two implementations (HASH/IMPLEMENTATION"),
        (["sha256/ref", "sha256"], "compare takes two implementations (HASH/IMPLEMENTATION"),
        (["sha256/ref", "sha256/reff"], "sha256 has no implementation reff; near to it: ref"),
        (["sha256/ref@nocc -O2", "sha256/ref"], "'nocc -O2' begins with no compiler"),
        (
            ["sha256/ref", "sha256/again", "--effect", "cold"],
            "--effect is for run, not for compare",
        ),
        (["sha256/ref", "sha256/again", "--ticks"], "--ticks is for run and report"),
    ],
)
def test_what_can_not_be_compared_is_said(words: list[str], said: str, mine: Bench) -> None:
    done = mine.run("compare", *words)
    assert done.status == 2 and said in done.said, done
    assert not any(fact["kind"] == "comparison" for fact in mine.facts())


SMALL = Path(__file__).resolve().parents[1] / "reports" / "small.jsonl"


def test_two_files_are_compared_without_building_anything(tmp_path: Path) -> None:
    done = runs.run("compare", SMALL, SMALL, "--bench", tmp_path / "bench")
    assert done.status == 0
    assert "no difference is sure" in done.out and "is faster" not in done.out
    assert not (tmp_path / "bench").exists()


def test_two_files_without_anything_in_common_are_told_so(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text(
        SMALL.read_text()
        .replace('"abi":"amd64"', '"abi":"x32"')
        .replace('"abi":"x86"', '"abi":"y"')
    )
    done = runs.run("compare", SMALL, other)
    assert (done.status, done.out) == (2, "")
    assert "no implementation in common" in done.said


@pytest.mark.parametrize("word", ["sha256", "nothing/ref", "sha256/nothing"])
def test_what_is_no_implementation_is_refused(bench: Bench, word: str) -> None:
    ended = bench.run("compare", word, "sha256/ref")
    assert ended.status != 0 and "Traceback" not in ended.said


def test_an_open_quote_is_no_option_set(bench: Bench) -> None:
    ended = bench.run("compare", "sha256/ref@gcc '-O2", "sha256/ref")
    assert ended.status != 0 and "Traceback" not in ended.said
    assert "begins with no compiler" in ended.said
