"""A page, its files, its curves, the terminal, exports and citations say the same of one figure in doubt."""

import csv
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hashcop.results.model import load
from reports import citation, supercop
from reports.kept.figures import Figure, figures
from tests.support.html_check import page
from tests.support.made_data import OPTIONS, Fact, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]
Told = Callable[..., str]

SURE = [c for c in range(6000, 6009) for _ in range(5)]  # cycles, of nine processes
LITTLE = [c for c in range(6000, 6226, 26) for _ in range(5)]
APART = [c for c in (6000, 6800, 6000, 6800, 6400, 6800, 6000, 6800, 6000) for _ in range(5)]
QUIET = 7  # of the nine processes
HASH, REF = "machine/made/amd64/md5.html", "machine/made/amd64/md5/ref.html"
CALM, DOUBTED, WRONG = "576", "1536", "64"  # lengths


class Site(NamedTuple):
    """Pages, and what they are of."""

    out: Path
    data: Path
    rows: dict[str, Figure]


def facts(maker: Make) -> list[Fact]:
    """A figure that nobody doubts, one in doubt and one that is probably wrong; two processes were disturbed."""
    m = maker()
    timings = m.timings(OPTIONS[0], {576: SURE, 1536: LITTLE, 64: APART, 4100: SURE}, 9)
    for told in timings["samples"][: 9 - QUIET]:
        (batch,) = told["batches"]
        batch[3] = 3  # a part of the width is lost: rows, before, after, width ...
    return [machine(), *whole(m, []), timings]


@pytest.fixture
def made(file: Write, site: Write, maker: Make) -> Site:
    told = facts(maker)
    data = file(told)
    (found,) = load([data])
    rows = {row.length: row for row in figures(found) if row.is_measured}
    return Site(site(told), data, rows)


def test_the_made_figures_are_what_they_are_made_for(made: Site) -> None:
    rows = made.rows
    assert rows[CALM].why == "" and rows[CALM].chance < 0.05
    assert 0.05 < rows[DOUBTED].chance < 0.5 and not rows[DOUBTED].is_probably_wrong
    assert rows[WRONG].chance > 0.5 and rows[WRONG].is_probably_wrong
    for length in (DOUBTED, WRONG):
        row = rows[length]
        percent = (
            f"{min(99, 100 * row.chance):.0f} % likely to be off by more than 1 %: {row.cause}"
        )
        assert row.why.endswith(f"{percent}; {QUIET} of 9 processes quiet")
    assert [rows[n].why.startswith("probably wrong: ") for n in (DOUBTED, WRONG)] == [False, True]


@pytest.mark.parametrize("length", [DOUBTED, WRONG])
def test_pages_files_and_the_terminal_say_the_same(length: str, made: Site, told: Told) -> None:
    row = made.rows[length]
    sign = {DOUBTED: "\N{DOUBLE DAGGER}", WRONG: "\N{DOUBLE DAGGER}" * 2}[length]
    for name in (HASH, REF, "machine/made/amd64.html"):
        assert (
            f'<abbr class="mark" title="{row.why}">{sign}</abbr>' in (made.out / name).read_text()
        )
    assert row.why in page(made.out / REF).text
    text = told(made.data, "md5/ref")
    assert f"\n  at {length} bytes: {row.why}\n" in text
    assert {DOUBTED: "?", WRONG: "??"}[length] in text.partition("median")[2].partition("\n")[0]
    assert "core cycles: ticks of amd64-tsc (2.596 GHz), 1.250 cycles each" in text
    curve = (made.out / "data/made/amd64/md5.js").read_text()
    assert f'"{length}":{json.dumps(row.why)}' in curve


@pytest.mark.parametrize("name", ["machine/made/amd64", "machine/made/amd64/md5", "hash/md5"])
@pytest.mark.parametrize("length", [DOUBTED, WRONG])
def test_csv_and_json_have_its_mark_its_chance_its_cause_its_processes_and_its_counter(
    name: str, length: str, made: Site
) -> None:
    row = made.rows[length]
    lines = csv.DictReader((made.out / f"{name}.csv").read_text().splitlines())
    (cells,) = (line for line in lines if line["length"] == length)
    (found,) = (
        one
        for one in json.loads((made.out / f"{name}.json").read_text())
        if one["length"] == length
    )
    exact: dict[str, Any] = {"state": "doubt", "why": row.why, "cause": row.cause}
    exact |= {"quiet": QUIET, "processes": 9, "counter": "amd64-tsc", "cycles_per_tick": 1.25}
    assert {field: found[field] for field in exact} == exact
    assert {field: cells[field] for field in exact} == {f: str(v) for f, v in exact.items()}
    assert found["chance"] == float(cells["chance"]) == pytest.approx(row.chance, rel=1e-5)


def test_a_figure_in_doubt_is_cited_with_its_doubt_and_one_that_is_probably_wrong_is_not(
    made: Site,
) -> None:
    (found,) = load([made.data])
    html = (made.out / REF).read_text()
    doubted, wrong = (made.rows[length] for length in (DOUBTED, WRONG))
    text = citation.of_figure(doubted, found)
    assert f", in doubt ({doubted.why}), on made, " in text
    assert ", counted by amd64-tsc, ticks scaled to core cycles (1.250 each), " in text
    assert text in page(made.out / REF).text and f'data-copy-of="cite-{DOUBTED}"' in html
    refused = citation.of_figure(wrong, found)
    assert refused == f"Not offered for citation, since it is {wrong.why}."
    assert refused in page(made.out / REF).text and f'data-copy-of="cite-{WRONG}"' not in html
    assert f", {QUIET} of 9 processes quiet, on made" in citation.of_figure(made.rows[CALM], found)


def test_an_export_in_supercops_format_has_a_line_for_each_doubt(made: Site) -> None:
    lines = [line.rstrip("\n").split(" ", 11) for line in supercop.lines([made.data], Counter())]
    doubts = {words[7]: words[8:] for words in lines if words[6] == "doubt"}
    assert set(doubts) == {DOUBTED, WRONG}
    for length, (chance, quiet, processes, why) in doubts.items():
        row = made.rows[length]
        assert float(chance) == pytest.approx(row.chance, abs=0.01)
        assert (int(quiet), int(processes), why) == (row.quiet, row.processes, row.why)


def test_a_machine_tells_the_share_of_its_figures_in_doubt_by_cause(made: Site) -> None:
    text = page(made.out / "machine/made/index.html").text
    causes = Counter(r.cause.partition(":")[0] for r in made.rows.values() if r.state == "doubt")
    assert "2 of 3 figures (67 %) are in doubt, 1 of them probably wrong. By cause: " in text
    assert all(f"{cause}: {number}" in text for cause, number in causes.items())


def test_all_pages_count_the_same_builds(site: Write, maker: Make) -> None:
    m, broken, other = maker(), maker("broken"), maker("altivec")
    skip = other.build([], outcome="skipped", reason="it is for ppc64", object="")
    failed = broken.failed(OPTIONS[0], "no such type", ["x.c:1: error"])
    out = site([machine(), *whole(m, []), failed, skip])
    tried = len(OPTIONS) + 1
    for name, said in {
        "index.html": f"1 of {tried}",
        "machine/made/index.html": f"1 of {tried}",
        "machine/made/compilers.html": f"1 of {tried} builds failed",
    }.items():
        assert said in page(out / name).text
