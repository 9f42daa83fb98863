"""What a machine was like as a place to measure: read, and shown beside it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.data.files import DataError
from hashcop.results.model import load
from reports import pages
from tests.support.html_check import assert_sound, page
from tests.support.made_data import Fact, machine

Write = Callable[..., Path]


JUDGED = [
    {"name": "turbo", "state": "bad", "found": "on <b>", "why": "it scatters"},
    {"name": "steal time", "state": "good", "found": "none"},
]
TRIED = [{"processor": n, "lost": n / 100, "scatter": 0.01, "chain": 4600} for n in (2, 3)]


def conditions(machine: str = "made", **changed: object) -> Fact:
    fact = {"kind": "conditions", "machine": machine, "time": "2026-01-02T00:00:00Z", "key": "k"}
    fact |= {"when": "begin", "pinned": 3, "judgements": JUDGED, "quiet": TRIED, "counters": {}}
    return fact | changed


def test_a_machine_has_its_newest_conditions_and_the_newest_trials_of_several_cores(
    small: Path, file: Write
) -> None:
    end = conditions(
        time="2026-01-03T00:00:00Z", when="end", judgements=JUDGED[1:], quiet=TRIED[1:]
    )
    (one,) = load([small, file([end, conditions()])])
    assert one.conditions is not None
    assert one.conditions.time == "2026-01-03T00:00:00Z" and one.to_mend == ()
    assert [(q.processor, q.lost) for q in one.conditions.quiet] == [(2, 0.02), (3, 0.03)]


def test_a_machine_whose_conditions_nobody_told_has_none(small: Path) -> None:
    (one,) = load([small])
    assert one.conditions is None and one.core_kind == ""


@pytest.mark.parametrize("broken", [{"judgements": [{"name": 1}]}, {"quiet": [{"lost": "x"}]}])
def test_conditions_of_wrong_types_are_refused(broken: Fact, file: Write) -> None:
    with pytest.raises(DataError, match=r"1\.jsonl:1: "):
        load([file([conditions(**broken)])])


def index(facts: list[Fact], file: Write, tmp_path: Path) -> str:
    written = pages.write([file(facts)], tmp_path / "out")
    assert_sound(written.parent)
    return written.read_text()


def test_a_page_says_what_is_bad_and_shows_all_of_it_folded(file: Write, tmp_path: Path) -> None:
    text = index([machine(), conditions()], file, tmp_path)
    assert "<summary>Not a quiet place: turbo</summary>" in text
    assert "on &lt;b&gt;" in text and "it scatters" in text
    assert "✗ bad" in text and "✓ good" in text
    assert "3.00 %" in text


def test_a_page_of_a_quiet_place_says_so(file: Write, tmp_path: Path) -> None:
    text = index([machine(), conditions(judgements=JUDGED[1:])], file, tmp_path)
    assert "<summary>A quiet place, as far as the system tells</summary>" in text


@pytest.mark.parametrize(
    ("processor", "design", "shown"),
    [
        ("AMD EPYC 9354", "Zen 4", "Zen 4 (AMD EPYC 9354)"),
        ("ARM Neoverse N1", "Neoverse N1", "ARM Neoverse N1"),
        ("AMD EPYC 9354", "", "AMD EPYC 9354"),
        ("", "Zen 4", "Zen 4"),
        ("", "", "not recorded"),
    ],
)
def test_a_page_names_the_design_and_what_the_system_calls_the_processor(
    processor: str, design: str, shown: str, file: Write, tmp_path: Path
) -> None:
    data = file([machine(processor=processor, design=design)])
    assert f"Processor {shown}, 8 logical processors" in page(pages.write([data], tmp_path)).text


def test_a_page_names_the_kind_of_cores(file: Write, tmp_path: Path) -> None:
    text = page(pages.write([file([machine(core_kind="performance")])], tmp_path / "out")).text
    assert "timings on number 3, one of the performance cores" in text
