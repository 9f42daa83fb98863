"""Estimates of counted operations on abstract machines, and the study's own numbers."""

import pytest

from hashcop import ROOT
from hashcop.data.records import Counts
from hashcop.results import estimates, operations, study
from hashcop.results.estimates import spearman


def _record(**fields: object) -> Counts:
    given = {"key": "k", "platform": "c", "target": "amd64", "hash": "h", "implementation": "i"}
    rest = {"sources": "s", "block": 64, "bytes": 64, "operations": {"add32": 64}}
    return Counts(**{**given, **rest, **fields})  # type: ignore[arg-type]


def test_every_row_of_the_study_costs_on_its_machine_what_the_slide_says() -> None:
    for row in study.rows():
        found = study.on(row, "paper-64" if row.word == 64 else "paper-32")
        assert round(found, 1) == row.cycles_per_byte, row.name


def test_gt200_gives_the_slides_estimates_within_nine_percent() -> None:
    slide = {
        r["hash"]: float(r["gpu_cpb_est"])
        for r in study.table("spe-and-gpu-results")
        if r["gpu_cpb_est"] != "-"
    }
    ratios = {row.name: study.on(row, "gt200") / slide[row.name] for row in study.rows()}
    assert len(ratios) == 10
    assert all(0.91 <= ratio <= 1.09 for ratio in ratios.values()), ratios


def test_the_five_lines_of_2010() -> None:
    found = [(round(x.correlation, 3), x.hashes) for x in study.of_2010()]
    assert found == [(0.976, 8), (0.830, 10), (0.976, 10), (0.723, 10), (0.608, 10)]


def test_an_instruction_that_a_machine_lacks_has_no_estimate() -> None:
    machine = estimates.machines()["paper-32"]
    assert machine.cycles_per_byte({"aesenc": 1}, 16) is None
    assert machine.cycles_per_byte({"add32": 16, "load32": 99, "pair32": 1}, 16) == 1


def test_the_cheapest_portable_implementation_counts() -> None:
    records = [
        _record(),
        _record(implementation="fast", operations={"add32": 32}),
        _record(implementation="simd", operations={"add32": 8}, vectors={"add32x4": 2}),
        _record(implementation="wide", operations={"add64": 20}),
    ]
    found = estimates.estimates(estimates.machines()["paper-32"], records)
    assert (found["h"].of.implementation, found["h"].cycles_per_byte) == ("fast", 0.5)
    on_64 = estimates.estimates(estimates.machines()["paper-64"], records)
    assert on_64["h"].of.implementation == "wide"


def test_names_of_operations_have_a_class_and_a_width() -> None:
    assert operations.split("rotate32") == ("rotate", 32)
    assert operations.split("sha256rnds2") == ("sha256rnds2", 0)
    assert operations.total({"add32": 1, "load32": 5, "pair64": 2, "aesenc": 3}) == 4


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(1, 10), (2, 20), (3, 30)], 1.0),
        ([(1, 30), (2, 20), (3, 10)], -1.0),
        ([(1, 1), (2, 1)], None),
        ([(1, 5), (2, 5), (3, 5)], None),
        ([(1, 1), (2, 3), (2, 2), (4, 4)], 0.9486832980505139),
    ],
)
def test_rank_correlation(pairs: list[tuple[float, float]], expected: float | None) -> None:
    found = spearman(pairs)
    assert found == (pytest.approx(expected) if expected is not None else None)


def test_each_row_of_the_study_stands_in_the_page_with_its_reason() -> None:
    page = (ROOT / "docs" / "explanations" / "counts.md").read_text().replace("ø", "o")
    rows = [row.name for row in study.rows()] + [row.name for row in study.aes_rows()]
    assert len(rows) == 15
    for name in rows:
        (line,) = (one for one in page.splitlines() if one.startswith(f"| {name} |"))
        *_, reason, end = line.split("|")
        assert len(reason.strip()) >= len("equal") and end == ""
    assert {row.hash for row in study.rows()} <= set(study.WHY)
