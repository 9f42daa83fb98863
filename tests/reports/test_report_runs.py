"""What pages say of a run that is not over yet."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.results.model import load
from reports import pages
from tests.support.html_check import assert_sound
from tests.support.made_data import Fact, machine

Write = Callable[..., Path]


def run(stage: str, time: str = "2026-01-02T00:00:00Z", **changed: object) -> Fact:
    fact = {"kind": "run", "machine": "made", "time": time, "key": f"{stage}{time}"}
    fact |= {"stage": stage, "groups": 7, "seconds": 120.0, "forecast": 540.0}
    return fact | {"spent": {"build": 60.0}, "units": {"build": 300}} | changed


def index(facts: list[Fact], file: Write, tmp_path: Path) -> str:
    written = pages.write([file(facts)], tmp_path / "out")
    assert_sound(written.parent)
    return written.read_text()


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        ("ranking", "A first ranking of made, by the most promising builds of each implementation"),
        ("tables", "The tables of made are complete"),
    ],
)
def test_pages_say_what_is_still_to_come(
    stage: str, said: str, file: Write, tmp_path: Path
) -> None:
    text = index([machine(), run(stage)], file, tmp_path)
    assert said in text and "still to come, in about 7 minutes." in text


def test_pages_of_a_run_that_is_over_say_nothing_of_it(file: Write, tmp_path: Path) -> None:
    over = run("all", "2026-01-03T00:00:00Z")
    assert "still to come" not in index([machine(), over, run("ranking")], file, tmp_path)


def test_the_newest_run_counts(file: Write) -> None:
    later = run("tables", seconds=300.0)
    (one,) = load([file([machine(), later, run("ranking")])])
    assert one.run is not None and one.run.stage == "tables"
