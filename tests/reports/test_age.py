"""Old figures: much older than the newest of all, or of sources that are newer elsewhere."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.results.model import load
from reports.kept.figures import Figure, figures
from reports.site.age import DAYS, Age
from tests.support.html_check import page
from tests.support.made_data import Fact, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]


@pytest.fixture
def row(file: Write, maker: Make) -> Figure:
    """A figure of 2026-01-01."""
    found = figures(load([file([machine(), *whole(maker(), [1536])])])[0])
    return next(one for one in found if one.length == "1536")


@pytest.mark.parametrize(
    ("newest", "days"),
    [
        ("2026-01-01T00:00:40Z", 0),
        ("2027-01-01T00:00:00Z", 0),
        ("2027-01-03T00:00:00Z", 366),
        ("2031-01-02T00:00:00Z", 1826),
    ],
)
def test_a_figure_is_old_a_year_before_the_newest_of_all(
    newest: str, days: int, row: Figure
) -> None:
    why = Age(newest, {}).why(row)
    assert why == (f"old: {days:,} days before the newest figure" if days else "")
    assert (days > DAYS) == bool(why)


@pytest.mark.parametrize("time", ["", "yesterday", "2026-01-31"])
def test_times_that_are_none_make_nothing_old(time: str, row: Figure) -> None:
    assert Age(time, {}).why(row) == ""
    assert Age("2031-01-01T00:00:00Z", {}).why(row._replace(measured=time)) == ""


@pytest.mark.parametrize(
    ("time", "sources", "is_old"),
    [
        ("2026-02-01T00:00:00Z", "edited", True),
        ("2026-02-01T00:00:00Z", None, False),
        ("2025-12-01T00:00:00Z", "edited", False),
    ],
)
def test_a_figure_is_old_if_newer_sources_were_measured_elsewhere(
    time: str, sources: str | None, is_old: bool, row: Figure
) -> None:
    newest = {("md5", "ref"): (time, sources or row.sources)}
    why = Age("2026-02-01T00:00:00Z", newest).why(row)
    assert why == ("old: newer sources were measured elsewhere on 2026-02-01" if is_old else "")
    other = {("md5", "other"): (time, "edited"), ("sha1", "ref"): (time, "edited")}
    assert Age("2026-02-01T00:00:00Z", other).why(row) == ""
    assert Age("2026-02-01T00:00:00Z", newest).why(row._replace(sources="")) == ""


def at(time: str, facts: list[Fact], **changed: object) -> list[Fact]:
    """The facts as if they were recorded at another time."""
    return [fact | {"time": time} | (changed if fact["kind"] == "build" else {}) for fact in facts]


def test_the_page_of_a_hash_says_which_figures_are_old_and_why(maker: Make, site: Write) -> None:
    old = at("2024-01-01T00:00:00Z", list(whole(maker(machine="old"), [64, 1536])))
    stale = list(whole(maker(machine="stale"), [64, 1536]))
    new = list(whole(maker(machine="new"), [64, 1536]))
    edited = at("2026-02-01T00:00:00Z", new, sources="edited")
    names = [machine(name) for name in ("old", "stale", "new")]
    out = site([*names, *old, *stale, *edited])
    html = (out / "hash/md5.html").read_text()
    rows = html.partition('id="places"')[2].partition("</table>")[0].split("<tr ")[1:]
    told = {name: next(r for r in rows if f">{name}</a>" in r) for name in ("old", "stale", "new")}
    assert "old: 762 days before the newest figure" in told["old"]
    assert "old: newer sources were measured elsewhere on 2026-02-01" in told["stale"]
    assert "old:" not in told["new"]
    assert ['class="old"' in told[name] for name in ("old", "stale", "new")] == [True, True, False]
    assert 'datetime="2024-01-01T00:00:00Z"' in told["old"]


def test_pages_do_not_depend_on_the_day_on_which_they_are_made(written: Path) -> None:
    for path in written.rglob("*.html"):
        assert "days ago" not in page(path).text
