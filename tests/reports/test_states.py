"""Each state of a cell is a word, in tables and in files: nothing that failed is empty, or 0."""

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.html_check import assert_sound, page
from tests.support.made_data import OPTIONS, Fact, Maker, machine

Make = Callable[..., Maker]
Row = dict[str, str]
QUIET = [c for c in range(1000, 1009) for _ in range(5)]  # cycles, of nine processes
APART = [c for c in (1300, 1500) * 4 for _ in range(5)]  # of eight
HASH = "machine/made/amd64/md5.html"

# Implementation -> the state of its cell at 1536 bytes.
STATES = {
    "quiet": "figure",
    "same": "figure",
    "loud": "doubt",
    "tried": "raced only",
    "short": "not measured",
    "bad": "wrong",
    "broken": "not built",
    "foreign": "skipped",
    "fresh": "unchecked",
}
WITH_FIGURE = ("quiet", "same", "loud")


def right(m: Maker) -> list[Fact]:
    return [m.build(OPTIONS[0]), m.check(OPTIONS[0]), m.winner(OPTIONS[0], 7680, 1)]


def facts(maker: Make) -> list[Fact]:
    """An implementation for each state."""
    made = [machine()]
    for name in ("quiet", "same"):
        m = maker(name)
        made += [*right(m), m.timings(OPTIONS[0], {64: QUIET, 1536: QUIET}, 9)]
    loud = maker("loud")
    made += [*right(loud), loud.timings(OPTIONS[0], {1536: APART}, 8)]
    made += [*right(maker("tried")), maker("tried").trial(OPTIONS[0], 1, 1, [7680] * 9)]
    short = maker("short")
    made += [*right(short), short.timings(OPTIONS[0], {64: [c + 50 for c in QUIET]}, 9)]
    bad = maker("bad")
    made += [bad.build(OPTIONS[0]), bad.check(OPTIONS[0], outcome="wrong", reason="wrong at 8")]
    made += [maker("broken").failed(OPTIONS[0], "no such type", ["error: no such type"])]
    made += [maker("foreign").build([], outcome="skipped", reason="it is for ppc64", object="")]
    made += [maker("fresh").build(OPTIONS[0])]
    return made


@pytest.fixture
def out(maker: Make, site: Callable[..., Path]) -> Path:
    return site(facts(maker))


def table(path: Path, length: str = "1536") -> dict[str, Row]:
    """The rows of a CSV file at a length, by implementation."""
    with path.open(newline="") as file:
        every = list(csv.DictReader(file))
    return {row["implementation"]: row for row in every if row["length"] == length}


def cell(out: Path, name: str, length: str = "1536") -> str:
    """A cell of the page of the hash, as it stands there."""
    (found,) = re.findall(
        rf'<td id="c-{length}-{name}"[^>]*>.*?</td>', (out / HASH).read_text(), re.DOTALL
    )
    return str(found)


def plain(html: str) -> list[str]:
    return re.sub(r"<[^>]*>", " ", html).split()


def test_pages_with_every_state_are_sound(out: Path) -> None:
    assert_sound(out)


@pytest.mark.parametrize("name", STATES)
def test_a_state_is_a_word_in_files(name: str, out: Path) -> None:
    for place in ("machine/made/amd64.csv", "machine/made/amd64/md5.csv"):
        row = table(out / place)[name]
        assert row["state"] == STATES[name]
        has_number = name in WITH_FIGURE or name == "tried"
        assert (row["value"] != "") == has_number and row["value"] not in ("0", "0.0")
        assert (row["rank"] != "0") == (name in WITH_FIGURE)
        assert (row["why"] != "") == (STATES[name] != "figure")
    with (out / "machine/made/amd64/md5.json").open() as file:
        rows = [row for row in json.load(file) if row["implementation"] == name]
    (row,) = (row for row in rows if row["length"] == "1536")
    assert row["state"] == STATES[name]
    assert ("value" in row) == has_number


@pytest.mark.parametrize("name", sorted(set(STATES) - {"foreign"}))
def test_a_state_is_a_word_in_the_table(name: str, out: Path) -> None:
    words = plain(cell(out, name))
    match STATES[name]:
        case "figure":
            assert words[0] == "0.654" and "‡" not in words
        case "doubt":
            assert "‡‡" in words and words[0].startswith("0.9")
        case "raced only":
            assert words == ["5.00", "raced", "only"] and "<i>" in cell(out, name)
        case state:
            assert words == state.split()
            assert f'href="md5/{name}.html"' in cell(out, name)


def test_a_skipped_implementation_is_named_below_the_table_with_its_reason(out: Path) -> None:
    text = page(out / HASH).text
    assert "1 skipped on made, amd64: foreign ." in text
    assert "skipped it is for ppc64" in text


@pytest.mark.parametrize("name", STATES)
def test_the_page_of_an_implementation_says_why(name: str, out: Path) -> None:
    text = page(out / f"machine/made/amd64/md5/{name}.html").text
    reasons = {
        "bad": "wrong at 8",
        "broken": "no such type",
        "foreign": "it is for ppc64",
        "fresh": "built, but not checked yet",
        "tried": "its race median is 5.00 cycles/byte",
        "loud": "two modes, by process",
    }
    assert reasons.get(name, "right checksums match, 25 known answers") in text


def test_no_cell_of_any_table_is_empty_or_zero(out: Path) -> None:
    for name in set(STATES) - {"foreign"}:
        for length in ("8", "64", "1536", "4096", "long"):
            words = plain(cell(out, name, length))
            assert words and words[0] not in ("0", "0.00", "nan", "None")


@pytest.mark.parametrize(
    ("left", "word"),
    [
        (("tried", "bad", "broken", "foreign", "fresh"), "raced only"),
        (("bad", "broken", "foreign", "fresh"), "unchecked"),
        (("bad", "broken", "foreign"), "wrong"),
        (("broken", "foreign"), "not built"),
        (("foreign",), "skipped"),
    ],
)
def test_a_hash_without_a_figure_has_the_state_of_what_came_furthest(
    left: tuple[str, ...], word: str, maker: Make, site: Callable[..., Path]
) -> None:
    some = [fact for fact in facts(maker) if fact.get("implementation", left[0]) in left]
    other = maker(hash="sha1")
    out = site([*some, *right(other), other.timings(OPTIONS[0], {1536: QUIET}, 9)])
    assert_sound(out)
    ranked = (out / "index.html").read_text().partition('id="ranking"')[2].partition("</table>")[0]
    (row,) = (row for row in ranked.split("<tr") if ">md5</a>" in row)
    assert word in row
    assert " ".join(plain(page_part(out / "hash/md5.html", "places"))).count(word) >= 3
    (only,) = table(out / "hash/md5.csv").values()
    assert only["state"] == word
    script = (out / "data/made/amd64/ranking.js").read_text()
    assert f'["md5","{word}","{word}",' in script


def page_part(path: Path, table: str) -> str:
    """The body of a table of a page."""
    return (
        path.read_text().partition(f'id="{table}"')[2].partition("<tbody>")[2].partition("</tb")[0]
    )


def test_what_was_never_submitted_is_an_empty_place_of_the_matrix(
    maker: Make, site: Callable[..., Path]
) -> None:
    there = maker("quiet", hash="sha1", machine="there")
    some = [machine("there"), *right(there), there.timings(OPTIONS[0], {1536: QUIET}, 9)]
    out = site([*facts(maker), *some])
    text = (out / "data/matrix/1536.js").read_text()
    assert '"hashes":["md5","sha1"]' in text
    assert '["made/amd64/ranking",["0.654",""]]' in text
    assert '["there/amd64/ranking",["","0.654"]]' in text


def test_ranks_that_are_not_told_apart_are_ranges_in_tables_and_files(out: Path) -> None:
    rows = table(out / "machine/made/amd64/md5.csv")
    assert [(rows[n]["rank"], rows[n]["rank_last"], rows[n]["tied"]) for n in WITH_FIGURE] == [
        ("1", "2", "True"),
        ("1", "2", "True"),
        ("3", "3", "False"),
    ]
    html = (out / HASH).read_text().partition('id="compared"')[2].partition("</table>")[0]
    ranks = re.findall(r'<td data-sort="\d+">(.*?)</td>', html)
    assert [plain(rank) for rank in ranks[:3]] == [["1–2"], ["1–2"], ["3"]]
    assert all("do not tell" in rank for rank in ranks[:2])


def test_hashes_that_are_not_told_apart_have_a_range_of_places(
    maker: Make, site: Callable[..., Path]
) -> None:
    made = [machine()]
    for hash, more in (("a", 0), ("b", 0), ("c", 500)):
        m = maker(hash=hash)
        made += [*right(m), m.timings(OPTIONS[0], {1536: [c + more for c in QUIET]}, 9)]
    out = site(made)
    ranked = page_part(out / "index.html", "ranking")
    first = [plain(row)[:2] for row in re.findall(r"<tr.*?<td[^>]*>(.*?)</td>", ranked, re.DOTALL)]
    assert first == [["1–2"], ["1–2"], ["3"]]
    rows = csv.DictReader((out / "machine/made/amd64.csv").open())
    places = {r["hash"]: (r["place"], r["place_last"]) for r in rows if r["length"] == "1536"}
    assert places == {"a": ("1", "2"), "b": ("1", "2"), "c": ("3", "3")}
