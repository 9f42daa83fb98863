"""Long messages of a tree hash: pages, files, citation and terminal say what was measured, or why nothing was."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.results.model import load
from hashcop.results.summary import STEADY_LENGTHS
from reports import citation
from reports.kept.figures import NOT_MEASURED, figures
from tests.support.html_check import page
from tests.support.made_data import OPTIONS, Fact, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]
LONGEST = STEADY_LENGTHS[-1]
HASH, REF = "machine/made/amd64/{}.html", "machine/made/amd64/{}/ref.html"


def timed(maker: Make, hash: str, lengths: tuple[int, ...]) -> list[Fact]:
    """Half a cycle for each byte from 64 KiB on; before that the slope is 2."""
    m = maker(hash=hash)
    costs = {n: 100 + 2 * n if n < LONGEST // 16 else n // 2 for n in (64, 1536, 2048, 4096)}
    costs |= {n: n // 2 for n in lengths}
    points = {n: [cost] * 18 for n, cost in costs.items()}
    return [*whole(m, []), m.timings(OPTIONS[0], points, 6)]


@pytest.fixture
def facts(maker: Make) -> list[Fact]:
    """Trees with and without long messages, and a plain iteration with one that nobody asked for."""
    measured = timed(maker, "blake3", STEADY_LENGTHS)
    return [machine(), *measured, *timed(maker, "k12", ()), *timed(maker, "md5", STEADY_LENGTHS)]


def rows(data: Path) -> dict[tuple[str, str], Any]:
    return {(row.hash, row.length): row for row in figures(load([data])[0])}


def test_every_export_says_what_long_is_of(facts: list[Fact], file: Write, site: Write) -> None:
    found, out = rows(file(facts)), site(facts)
    for hash, value, bytes_ in (("blake3", 0.5, LONGEST), ("md5", 2, 0)):
        row = found[hash, "long"]
        assert (row.value, row.bytes) == (pytest.approx(value, rel=0.001), bytes_)
        assert found[hash, "slope"].value == pytest.approx(2, rel=0.001)
        where = out / HASH.format(hash)
        with where.with_suffix(".csv").open() as lines:
            (in_csv,) = (one for one in csv.DictReader(lines) if one["length"] == "long")
        (in_json,) = (
            one
            for one in json.loads(where.with_suffix(".json").read_text())
            if one["length"] == "long"
        )
        assert float(in_csv["value"]) == in_json["value"] == pytest.approx(value, rel=0.001)
        assert int(in_csv["bytes"]) == in_json["bytes"] == bytes_
        assert (f"for long messages of {LONGEST:,} bytes" in page(where).text) == (bytes_ > 0)


def test_a_citation_says_what_long_is_of(facts: list[Fact], file: Write) -> None:
    data = file(facts)
    (found,), every = load([data]), rows(data)
    assert f"for long messages, measured with {LONGEST} bytes, " in citation.of_figure(
        every["blake3", "long"], found
    )
    slope = "for long messages, the slope from 2048 to 4096 bytes, "
    assert slope in citation.of_figure(every["md5", "long"], found)
    assert slope in citation.of_figure(every["blake3", "slope"], found)


def test_without_a_long_message_a_tree_has_no_figure_for_long(
    facts: list[Fact], file: Write, site: Write, told: Callable[..., str]
) -> None:
    data = file(facts)
    row = rows(data)["k12", "long"]
    assert (row.state, row.place) == (NOT_MEASURED, 0) and "tree hash" in row.why
    text = (site(facts) / HASH.format("k12")).read_text()
    assert row.why in text
    said = told(data, "k12/ref")
    assert f"no figure for long: {row.why}" in said
    assert "slope from 2048 to 4096 bytes: 2.00 cycles/byte" in said


def test_the_terminal_says_what_long_is_of(
    facts: list[Fact], file: Write, told: Callable[..., str]
) -> None:
    assert f"\n  long: a message of {LONGEST:,} bytes" in told(file(facts), "blake3/ref")
    assert "long: " not in told(file(facts), "md5/ref")
