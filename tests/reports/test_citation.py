"""The text that one cites a figure with, and the figures as files."""

import csv
import io
import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.data.records import Signature
from hashcop.results.model import load
from reports import citation
from reports.kept.figures import Figure, figures
from reports.site import exports
from tests.support.html_check import page
from tests.support.made_data import OPTIONS, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]
QUIET = [c for c in range(3000, 3009) for _ in range(5)]  # cycles, of nine processes
REF = "machine/made/amd64/md5/ref.html"


def row_of(path: Path, length: str, implementation: str = "ref") -> Figure:
    """The row of an implementation at a length."""
    (found,) = (
        row
        for row in figures(load([path])[0])
        if (row.length, row.implementation) == (length, implementation) and row.target == "amd64"
    )
    return found


@pytest.fixture
def data(file: Write, maker: Make) -> Path:
    m = maker()
    signature = {"vendor": "GenuineIntel", "family": "6", "model": "207", "stepping": "2"}
    points = dict.fromkeys((64, 1536, 2048), QUIET) | {4096: [c + 2048 for c in QUIET]}
    told = [machine(signature=signature), *whole(m, []), m.timings(OPTIONS[0], points, 9)]
    return file(told)


def test_a_citation_has_all_that_finds_a_figure_again(data: Path) -> None:
    row = row_of(data, "1536")
    text = citation.of_figure(row, load([data])[0])
    assert re.search(
        r": 1\.96 cycles/byte for messages of 1536 bytes, "
        r"96\.1 % confidence interval of the median 1\.95\d+ to 1\.95\d+, 9 of 9 processes quiet, on made, ",
        text,
    )
    for part in (
        "md5 (implementation ref, sources ",
        " on made, ",
        "(GenuineIntel 6-207-2), amd64, ",
        "counted by amd64-tsc, ticks scaled to core cycles (1.250 each), ",
        "compiled with `gcc -O3 -march=native -fomit-frame-pointer -fwrapv`",
        "(gcc (Debian 12.2.0-14) 12.2.0), measured on 2026-01-01 by Hashcop 1.0, ",
        f"record {row.key}.",
    ):
        assert part in text


def test_a_citation_names_its_length_and_unit(data: Path) -> None:
    (found,) = load([data])
    assert " cycles/byte for long messages, " in citation.of_figure(row_of(data, "long"), found)
    none = row_of(data, "1536")._replace(length="0", value=210.0)
    assert ": 210 cycles for messages of 0 bytes" in citation.of_figure(none, found)


def test_a_citation_of_little_knowledge_says_what_is_not_known(data: Path) -> None:
    (found,) = load([data])
    bare: dict[str, Any] = {
        "sources": "",
        "options": (),
        "measured": "",
        "key": "",
        "confidence": math.nan,
    }
    text = citation.of_figure(row_of(data, "1536")._replace(**bare), found)
    assert "sources unknown" in text and "unknown options" in text and "an unknown day" in text
    assert "record" not in text and "confidence" not in text


@pytest.mark.parametrize(
    ("signature", "said"),
    [
        (None, ""),
        (Signature(vendor="AuthenticAMD", family="25"), " (AuthenticAMD 25)"),
        (Signature(implementer="0x41", part="0xd0c"), " (implementer 0x41, part 0xd0c)"),
        (Signature(), ""),
    ],
)
def test_a_citation_has_the_signature_of_the_processor_as_far_as_it_is_known(
    signature: Signature | None, said: str, data: Path
) -> None:
    from dataclasses import replace

    found = replace(load([data])[0], signature=signature)
    text = citation.of_figure(row_of(data, "1536"), found)
    assert f"{said}, amd64, counted by " in text
    assert ("(" in text.partition("on made")[2].partition(", amd64")[0]) == bool(said)


def test_each_figure_of_a_page_has_its_citation_and_can_be_copied(
    data: Path, site: Write, maker: Make
) -> None:
    out = site([json.loads(line) for line in data.read_text().splitlines()])
    text = page(out / REF).text
    for length in ("64", "1536", "4096", "long"):
        row = row_of(data, length)
        said = citation.of_figure(row, load([data])[0])
        assert said in text
        assert f'id="cite-{length}"' in (out / REF).read_text()
    html = (out / REF).read_text()
    assert html.count('data-copy-of="cite-') == html.count('<tr id="n-') >= 4
    assert "Result pages of data up to 2026-01-01." in page(out / "download.html").text


# Files


def test_columns_of_files_are_those_of_figures_and_are_explained(written: Path) -> None:
    assert tuple(exports.COLUMNS) == Figure._fields
    text = page(written / "download.html").text
    assert all(name in text and told in text for name, told in exports.COLUMNS.items())


def test_csv_and_json_hold_the_same_cells(written: Path) -> None:
    for name in ("machine/made/amd64", "machine/made/amd64/md5", "hash/md5"):
        lines = list(csv.DictReader((written / f"{name}.csv").read_text().splitlines()))
        objects = json.loads((written / f"{name}.json").read_text())
        assert len(lines) == len(objects) > 0
        for text, found in zip(lines, objects, strict=True):
            assert text["key"] == found.get("key", "") and text["state"] == found["state"]
            assert (text["value"] == "") == ("value" not in found)
            assert text["value"] == "" or float(text["value"]) == found["value"]


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("x")']
)
def test_no_name_is_a_formula_for_a_spreadsheet(name: str, data: Path) -> None:
    row = row_of(data, "1536")._replace(hash=name, implementation=name, machine=name, why=name)
    text = exports.as_csv([row]).decode()
    (heading, cells) = csv.reader(io.StringIO(text, newline=""))
    assert len(cells) == len(heading) == len(Figure._fields)
    for cell in cells:
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert "'" + name.replace("\r", "\n") in cells
    assert json.loads(exports.as_json([row]))[0]["hash"] == name


def test_names_with_commas_quotes_and_odd_letters_come_back_as_they_were(data: Path) -> None:
    odd = 'a,"b"\n\u2028é'
    row = row_of(data, "1536")._replace(hash=odd)
    found: list[dict[str, Any]] = list(
        csv.DictReader(io.StringIO(exports.as_csv([row]).decode(), newline=""))
    )
    assert found[0]["hash"] == odd and found[0]["options"].startswith("gcc -O3")
    alone = row._replace(hash="\udc80")
    assert json.loads(exports.as_json([alone]))[0]["hash"] == "\udc80"
    assert b"\\udc80" in exports.as_csv([alone])


def test_no_rows_are_a_heading_and_an_empty_list() -> None:
    assert exports.as_csv([]).decode() == ",".join(Figure._fields) + "\n"
    assert json.loads(exports.as_json([])) == []
