"""Two data files compared by what they hold."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from hashcop.data import lengths
from hashcop.data.records import Batch, Sample
from hashcop.results.beside import comparisons
from hashcop.results.comparison import Comparison
from tests.support.made_data import Fact, machine, plain


def sample(points: Mapping[int, Sequence[int]], *, interrupted: bool = False) -> Sample:
    """A process that timed each length (bytes) at so many ticks, which are cycles."""
    rows = tuple((length, 1, *ticks) for length, ticks in points.items())
    batch = Batch(len(rows), 1.0, 1.0, 4.0, takes=1, switches=0, interrupted=int(interrupted))
    return Sample(0.0, 0.0, 1.0, 4.0, (batch,), rows)


SCATTER = (0, 3, -2, 5, 1, -4, 2, -1, 4)  # in thousandths, of nine processes


def points(factor: float, scatter: int = 0, numbers: Iterable[int] = lengths.TABLE) -> Fact:
    cost = {n: round((1000 + 10 * n) * factor * (1 + scatter / 1000)) for n in numbers}
    return {n: [cycles - 1, cycles, cycles + 2] for n, cycles in cost.items()}


def timings(
    factor: float, code: str = "code", processes: int = 9, name: str = "ref", **more: Any
) -> Fact:
    """A measurement of the lengths of the tables at `factor` times a cost."""
    numbers = more.pop("numbers", lengths.TABLE)
    told = [plain(sample(points(factor, s, numbers))) for s in SCATTER[:processes]]
    fact = {"kind": "timings", "time": "2026-01-01T00:00:00Z", "machine": "m", "key": f"k{factor}"}
    fact |= {
        "platform": "c",
        "target": "amd64",
        "hash": "md5",
        "implementation": name,
        "object": code,
    }
    fact |= {"quantity": "cycles"}
    return fact | {"series": code, "warmup": 3, "bytes": list(numbers), "samples": told} | more


SHARED = ("time", "machine", "platform", "target", "hash", "implementation", "operation", "object")


def built(timed: Fact) -> Fact:
    """The build that timings are of."""
    fact = {k: v for k, v in timed.items() if k in SHARED} | {"kind": "build", "outcome": "ok"}
    return fact | {"key": f"b{timed['object']}", "options": ["cc", timed["object"]], "sources": "s"}


def winner(code: str, cycles: float, timed: Fact | None = None) -> Fact:
    fact = {k: v for k, v in (timed or timings(1)).items() if k in SHARED}
    fact |= {"kind": "winner", "key": f"w{code}", "options": ["cc", code], "object": code}
    return fact | {"bytes": lengths.RACE, "quantity": "cycles", "median": cycles, "builds": 2}


Write = Callable[..., Path]


@pytest.fixture
def file(tmp_path: Path) -> Write:
    """file(name, fact, ...): a data file."""

    def write(name: str, *facts: Fact) -> Path:
        path = tmp_path / name
        told = {fact["object"] for fact in facts if fact["kind"] == "winner"}
        every = [*facts]
        for fact in facts:
            if fact["kind"] != "winner":
                every += [built(fact)]
                every += [winner(fact["object"], 9000, fact)] if fact["object"] not in told else []
        path.write_text("".join(json.dumps(fact) + "\n" for fact in every))
        return path

    return write


def only(found: Iterable[Comparison]) -> Comparison:
    (one,) = found
    return one


def test_a_file_with_itself_is_equal_at_every_length_of_the_tables(file: Write) -> None:
    path = file("a", timings(1))
    found = only(comparisons(path, path))
    assert [row.length for row in found.rows] == list(lengths.TABLE)
    for row in found.rows:
        assert row.ratio == 1 and row.first == row.second
        assert row.first == pytest.approx(1000 + 10 * row.length, rel=0.003)
        assert row.interval.low <= 1 <= row.interval.high and row.interval.confidence >= 0.95
        assert not row.is_real


@pytest.mark.parametrize("factor", [0.5, 1.05, 3])
def test_a_factor_between_two_files_is_found_and_sure(factor: float, file: Write) -> None:
    found = only(comparisons(file("a", timings(1)), file("b", timings(factor))))
    assert (found.first, found.target) == (f"md5/ref, m ({file('a', timings(1))})", "amd64")
    assert "/b)" in found.second
    for row in found.rows:
        assert row.ratio == pytest.approx(factor, rel=0.002) and row.is_real
        assert row.interval.low < row.ratio < row.interval.high


def test_what_is_less_than_the_processes_scatter_is_not_sure(file: Write) -> None:
    found = only(comparisons(file("a", timings(1)), file("b", timings(1.001))))
    assert not any(row.is_real for row in found.rows)


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_of_few_processes_only_what_differs_by_more_than_processes_scatter_is_sure(
    processes: int, file: Write
) -> None:
    first = file("a", timings(1, processes=processes))
    for factor in (1.01, 2):
        other = file("b", timings(factor, processes=processes))
        for row in only(comparisons(first, other)).rows:
            assert row.ratio == pytest.approx(factor, rel=0.02)
            assert row.is_real == (factor == 2)


def test_only_what_both_files_have_is_compared(file: Write) -> None:
    a = file("a", timings(1, name="ours"), timings(1, name="both"), timings(1, name="some"))
    some = timings(2, name="some", numbers=(8, 1536, 5000))
    b = file("b", timings(1, name="theirs"), timings(2, name="both"), some)
    found = {one.first.split(",")[0]: one for one in comparisons(a, b)}
    assert list(found) == ["md5/both", "md5/some"]
    assert [row.length for row in found["md5/some"].rows] == [8, 1536]


def test_another_abi_and_another_operation_is_another_thing(file: Write) -> None:
    a = file("a", timings(1))
    assert list(comparisons(a, file("b", timings(1, target="x86")))) == []
    core = timings(1, operation="crypto_core")
    assert list(comparisons(a, file("b", core))) == []
    assert list(comparisons(file("b", core), file("b", core))) == []


def test_of_several_machine_codes_the_one_that_won_fastest_counts(file: Write) -> None:
    slow, fast = timings(4, "slow"), timings(1, "fast")
    for facts in ([slow, fast], [fast, slow]):
        b = file("b", *facts, winner("slow", 9000), winner("fast", 5000))
        found = only(comparisons(file("a", timings(2)), b))
        assert found.rows[0].ratio == pytest.approx(0.5, rel=0.002)


def test_cycles_of_format_1_are_compared_by_their_processes(file: Write) -> None:
    def cycles(factor: float) -> list[Fact]:
        fact = {k: v for k, v in timings(1).items() if k not in ("samples", "series")}
        fact |= {"kind": "cycles", "processes": 9}
        every = [points(factor, s) for s in SCATTER]
        rows = {n: [t for one in every for t in one[n]] for n in lengths.TABLE}
        return [fact | {"bytes": n, "cycles": rows[n]} for n in lengths.TABLE]

    old, new = file("old", *cycles(1)), file("new", timings(1.5))
    for row in only(comparisons(old, new)).rows:
        assert row.ratio == pytest.approx(1.5, rel=0.002) and row.is_real
    assert [row.ratio for row in only(comparisons(old, old)).rows] == [1] * len(lengths.TABLE)


# Which machines are compared


def of_machines(*machines: tuple[str, str, float]) -> list[Fact]:
    """The records of machines: (name, identity, factor)."""
    facts: list[Fact] = []
    for name, identity, factor in machines:
        timed = timings(factor, machine=name)
        facts += [
            machine(name, identity=identity),
            built(timed),
            winner("code", 9000, timed),
            timed,
        ]
    return facts


A, B, C = ("a" * 32, "b" * 32, "c" * 32)


@pytest.mark.parametrize(
    ("ours", "theirs", "ratios"),
    [
        ([("x", A, 1)], [("y", B, 2)], [2]),  # one each, whatever they are called
        ([("x", A, 1)], [("x", B, 2)], [2]),
        ([("x", "", 1), ("y", "", 1)], [("y", "", 2), ("z", "", 3)], [2]),
        ([("x", A, 1), ("y", A, 1)], [("y", A, 2), ("x", A, 3)], [3, 2]),  # two kinds of cores
        ([("x", A, 1), ("x", B, 1)], [("x", B, 2), ("x", A, 3)], [3, 2]),
        ([("x", A, 1), ("y", B, 1)], [("x", C, 2), ("y", "", 3)], [3]),
        ([("x", "", 1), ("y", "", 1)], [("x", A, 2), ("y", B, 3)], [2, 3]),
    ],
)
def test_machines_of_one_name_are_compared_unless_their_identities_differ(
    ours: list[tuple[str, str, float]],
    theirs: list[tuple[str, str, float]],
    ratios: list[float],
    tmp_path: Path,
) -> None:
    paths = []
    for name, machines in (("a", ours), ("b", theirs)):
        paths.append(tmp_path / name)
        paths[-1].write_text("".join(json.dumps(fact) + "\n" for fact in of_machines(*machines)))
    found = list(comparisons(*paths))
    assert [round(one.rows[-1].ratio, 1) for one in found] == ratios
