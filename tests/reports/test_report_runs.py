"""What pages say of a run that is not over yet."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.results.model import load
from tests.support.html_check import assert_sound, page
from tests.support.made_data import Fact, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]


def run(stage: str, time: str = "2026-01-02T00:00:00Z", **changed: object) -> Fact:
    fact = {"kind": "run", "machine": "made", "time": time, "key": f"{stage}{time}"}
    fact |= {"stage": stage, "groups": 7, "seconds": 120.0, "forecast": 540.0}
    return fact | {"spent": {"build": 60.0}, "units": {"build": 300}} | changed


@pytest.mark.parametrize(
    ("stage", "said", "short"),
    [
        (
            "ranking",
            "A first ranking of made, by the most promising builds of each implementation",
            "unfinished: a first ranking",
        ),
        ("tables", "The tables of made are complete", "unfinished: curves to come"),
    ],
)
def test_pages_say_what_is_still_to_come(
    stage: str, said: str, short: str, maker: Make, site: Write
) -> None:
    out = site([machine(), run(stage), *whole(maker(), [8, 1536])])
    assert_sound(out)
    for name in ("index.html", "machine/made/index.html", "machine/made/amd64.html"):
        text = page(out / name).text
        assert said in text and "still to come, in about 7 minutes." in text
    lab = page(out / "lab.html").text
    assert short in lab and "1 with an unfinished run" in lab


def test_a_run_is_told_of_before_it_has_measured_anything(site: Write) -> None:
    out = site([machine(), run("ranking")])
    assert_sound(out)
    assert "A first ranking of made" in page(out / "index.html").text


def test_pages_of_a_run_that_is_over_say_nothing_of_it(site: Write) -> None:
    over = run("all", "2026-01-03T00:00:00Z")
    out = site([machine(), over, run("ranking")])
    for path in out.rglob("*.html"):
        assert "still to come" not in path.read_text()
    lab = page(out / "lab.html").text
    assert "complete" in lab and "0 with an unfinished run" in lab


def test_a_machine_whose_runs_are_not_recorded_is_said_to_be_so(site: Write) -> None:
    assert "not recorded" in page(site([machine()]) / "lab.html").text


def test_the_newest_run_counts(file: Write) -> None:
    later = run("tables", seconds=300.0)
    (one,) = load([file([machine(), later, run("ranking")])])
    assert one.run is not None and one.run.stage == "tables"
