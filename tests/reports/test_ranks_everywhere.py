"""Ranks, ratios and the fastest at each length: the same on every page, in files, on the terminal, and in `compare`."""

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from hashcop.results.beside import comparisons
from hashcop.results.model import load
from hashcop.results.ranking import Standing, fastest_at, standings, table
from hashcop.results.summary import Hash, Target
from reports import format
from reports.site import addresses
from tests.support.html_check import assert_sound
from tests.support.made_data import OPTIONS, Fact, Maker, machine

Make = Callable[..., Maker]
Write = Callable[..., Path]
# Cycles by length. At 1536 bytes quick and same are not told apart; at 64 bytes short is the fastest of md5.
COSTS = {
    ("md5", "quick"): {64: 1000, 1536: 8000},
    ("md5", "same"): {64: 1100, 1536: 8004},
    ("md5", "short"): {64: 700, 1536: 9000},
    ("md5", "slow"): {64: 2000, 1536: 20000},
    ("sha1", "ref"): {64: 800, 1536: 8006},
}
LENGTHS = ("64", "1536")
PLACE = "machine/made/amd64"


def facts(maker: Make, only: tuple[str, str] | None = None, name: str = "") -> list[Fact]:
    """The data of all of them, or of one by another name."""
    made: list[Fact] = [machine()]
    for (hash, implementation), costs in COSTS.items():
        if only in (None, (hash, implementation)):
            m = maker(name or implementation, hash=hash)
            made += [m.build(OPTIONS[0]), m.check(OPTIONS[0]), m.winner(OPTIONS[0], 7680, 1)]
            timings = {n: [c + k for k in range(9) for _ in range(5)] for n, c in costs.items()}
            made.append(m.timings(OPTIONS[0], timings, 9))
    return made


@pytest.fixture
def data(file: Write, maker: Make) -> Path:
    return file(facts(maker))


@pytest.fixture
def out(site: Write, maker: Make) -> Path:
    return site(facts(maker))


@pytest.fixture
def target(data: Path) -> Target:
    return next(one for one in load([data])[0].targets if one.name == "amd64")


@pytest.fixture
def md5(target: Target) -> Hash:
    return next(hash for hash in target.hashes if hash.name == "md5")


def ranks(found: Standing) -> str:
    return format.rank(found.rank, found.last)


def plain(html: str) -> list[str]:
    return re.sub(r"<[^>]*>", " ", html).split()


def body(path: Path, id: str) -> list[str]:
    """The rows of a table, by the id of it or of its section."""
    text = path.read_text().partition(f'id="{id}"')[2].partition("<tbody>")[2]
    return text.partition("</tbody>")[0].split("<tr")[1:]


def rows_of_csv(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def expected(target: Target) -> dict[tuple[str, str, str], dict[str, Any]]:
    """By hash, implementation and length what files have of ranks, as `hashcop.results` says it."""
    found = {}
    for column in (64, 1536):
        places = {hash.name: one for hash, one in table(target.hashes, column)}
        for hash in target.hashes:
            for one in standings(hash, column):
                leads = one.implementation is fastest_at(hash, column)
                place = places[hash.name] if leads else None
                found[hash.name, one.implementation.name, str(column)] = {
                    "rank": one.rank,
                    "rank_last": one.last,
                    "leads": leads,
                    "place": place.rank if place else 0,
                    "place_last": place.last if place else 0,
                    "ratio": one.relative.ratio if one.relative else None,
                }
    return found


def as_told(row: dict[str, Any]) -> dict[str, Any]:
    """The same of a row of a file, whose values may be texts."""
    found = {name: int(row[name]) for name in ("rank", "rank_last", "place", "place_last")}
    is_leading = str(row["leads"]).lower() == "true"
    return {**found, "leads": is_leading, "ratio": pytest.approx(float(row["ratio"]), rel=1e-5)}


def test_the_data_have_ties_and_another_fastest_at_another_length(
    md5: Hash, target: Target
) -> None:
    found = [(one.implementation.name, ranks(one)) for one in standings(md5, 1536)]
    assert found == [("quick", "1–2"), ("same", "1–2"), ("short", "3"), ("slow", "4")]
    best = fastest_at(md5, 64)
    assert best and best.name == "short"
    at_64, at_1536 = ([(h.name, ranks(s)) for h, s in table(target.hashes, n)] for n in (64, 1536))
    assert at_64 == [("md5", "1"), ("sha1", "2")]
    assert at_1536 == [("md5", "1–2"), ("sha1", "1–2")]


@pytest.mark.parametrize("kind", ["csv", "json", "parquet"])
def test_files_have_the_ranks(kind: str, out: Path, target: Target) -> None:
    if kind == "csv":
        rows: list[Any] = list(rows_of_csv(out / f"{PLACE}.csv"))
    elif kind == "json":
        rows = json.loads((out / f"{PLACE}.json").read_text())
    else:
        asked = duckdb.connect().execute(f"SELECT * FROM '{out / addresses.FIGURES}'")
        names = [column[0] for column in asked.description or ()]
        rows = [dict(zip(names, row, strict=True)) for row in asked.fetchall()]
    found = {
        (row["hash"], row["implementation"], row["length"]): as_told(row)
        for row in rows
        if row["length"] in LENGTHS
    }
    assert found == expected(target)


def test_pages_are_sound(out: Path) -> None:
    assert_sound(out)


def test_the_page_of_a_hash_has_the_ranks_and_ratios(out: Path, md5: Hash) -> None:
    rows = [plain(f"<{row}") for row in body(out / f"{PLACE}/md5.html", "compared")]
    found = {row[0]: (row[1 if row[1] != "+" else 2], row) for row in rows}
    for one in standings(md5, 1536):
        rank, row = found[one.implementation.name]
        assert rank == ranks(one) and one.relative
        assert any(cell.startswith(format.ratio(one.relative.ratio)) for cell in row)


@pytest.mark.parametrize("column", LENGTHS)
def test_the_page_of_an_implementation_has_them_at_each_length(
    column: str, out: Path, md5: Hash
) -> None:
    for one in standings(md5, int(column)):
        page = (out / f"{PLACE}/md5/{one.implementation.name}.html").read_text()
        row = page.partition(f'<tr id="n-{column}">')[2].partition("</tr>")[0]
        assert ranks(one) in plain(row)


@pytest.mark.parametrize("column", LENGTHS)
def test_tables_of_hashes_name_the_fastest_at_their_length(
    column: str, out: Path, target: Target
) -> None:
    wanted = [
        (hash.name, ranks(one), format.value(one.figure.median), one.implementation.name)
        for hash, one in table(target.hashes, int(column))
    ]
    listed = body(out / f"{PLACE}.html", f"b-{column}")
    of_target = [(w[1], w[0], w[3], w[-1]) for w in (plain(f"<{row}") for row in listed)]
    assert [(hash, rank, median, by) for hash, rank, median, by in of_target] == wanted
    script = (out / "data/made/amd64/ranking.js").read_text()
    lines = json.loads(script.partition(",")[2].rpartition(")")[0])[column]
    of_front = [(line[0], line[5], line[1], line[3]) for line in lines]
    assert of_front == wanted
    if column == "1536":
        shown = [plain(f"<{row}") for row in body(out / "index.html", "ranking")]
        found = [(w[0], w[1], w[-2], w[-1]) for w in shown]
        assert found == [(rank, hash, median, by) for hash, rank, median, by in wanted]


def test_the_page_of_a_hash_on_all_machines_names_the_fastest_at_each_length(
    out: Path, md5: Hash
) -> None:
    (row,) = body(out / "hash/md5.html", "places")
    for column in (64, 1536):
        best = fastest_at(md5, column)
        assert best and f'#c-{column}-{best.name}"' in row
    rows = {row["length"]: row["implementation"] for row in rows_of_csv(out / "hash/md5.csv")}
    assert (rows["64"], rows["1536"]) == ("short", "quick")


def test_the_terminal_says_the_same(data: Path, md5: Hash, told: Callable[..., str]) -> None:
    for one in standings(md5, 1536):
        text = told(data, f"md5/{one.implementation.name}")
        rank = format.rank(one.rank, one.last, "-")
        assert f"  rank {rank} of 4 at 1536 bytes" in text
        if one.rank > 1 and one.relative:
            assert f", {format.ratio(one.relative.ratio)} (" in text
    lines = told(data).splitlines()
    place = next(n for n, line in enumerate(lines) if "md5/quick" in line)
    best = fastest_at(md5, 64)
    figure = best.per_byte(64) if best else None
    assert figure and format.per_byte(figure.median) in lines[place]
    assert lines[place + 1] == "    at 64: short"


@pytest.mark.parametrize("other", ["same", "short", "slow"])
def test_comparing_two_files_tells_apart_what_ranks_do(
    other: str, file: Write, maker: Make, md5: Hash
) -> None:
    paths = (file(facts(maker, ("md5", name), "ref")) for name in ("quick", other))
    (found,) = comparisons(*paths)
    row = next(row for row in found.rows if row.length == 1536)
    placed = {one.implementation.name: one for one in standings(md5, 1536)}
    assert row.is_real == (placed["quick"].last < placed[other].rank)
    beside = placed[other].relative
    assert beside and row.ratio == pytest.approx(beside.ratio)
