"""The page of circuits, the rows on a hash's page, and what the terminal says."""

from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from reports import terminal_circuits
from reports.area_chart import Point, area_chart
from tests.support.html_check import assert_sound
from tests.support.made_circuits import circuit, finalists
from tests.support.made_data import machine

Write = Callable[..., Path]


@pytest.fixture
def text(site: Write) -> str:
    out = site(finalists())
    assert_sound(out)
    return (out / "machine" / "made" / "circuits.html").read_text()


def test_a_family_has_its_figures_and_the_study_beside_them(text: str) -> None:
    assert "a device" in text and "some tools" in text
    # 512 bits in 65 clocks at 100 MHz; by 2000 LUTs.
    assert ">788<" in text and ">0.394<" in text
    assert "Throughput against area" in text and "SHA-2 x1" in text
    assert ">1.51<" in text or ">1.58<" in text  # SHA-256 on Stratix, in table 2


def test_rankings_say_where_the_order_differs(text: str) -> None:
    assert "Ranking: all architectures" in text and "Ranking: one message in flight" in text
    assert " is before " in text and " here" in text
    assert ", below the study’s lowest of " in text


def test_experiments_stand_beside_the_study(text: str) -> None:
    assert "What the padding unit costs" in text and "+11.1\N{NO-BREAK SPACE}%" in text.replace(
        "&nbsp;", "\N{NO-BREAK SPACE}"
    )
    assert "Embedded memories and multipliers" in text and "<small>with memories</small>" in text
    assert "Grøstl x1 (P/Q), memories" in text


def test_cells_are_held_against_an_fpga(text: str) -> None:
    assert "Cells beside FPGAs" in text and "ranks (Spearman)" in text
    assert "Before layout" in text and "An area in cells has registers in it" in text


def test_cells_without_sha_2_are_held_against_nothing(site: Write) -> None:
    facts = [machine(), *circuit("keccakc512")]
    facts += circuit("keccakc512", family="osu018", unit="GE", area=30000)
    out = site(facts)
    assert_sound(out)
    assert "Cells beside FPGAs" not in (out / "machine" / "made" / "circuits.html").read_text()


def test_what_has_no_figure_says_why(text: str) -> None:
    assert "gave a wrong digest for a message of 0 bytes" in text
    assert "4 × the study’s slices" in text and ">1,600<" in text  # by synthesis alone
    assert "skein512512/rtl/x4: not placed yet" in text  # where others were


def test_each_circuit_has_what_is_needed_to_doubt_it(text: str) -> None:
    assert "./do rtl sha256/rtl/x1 --abi ecp5" in text
    assert "4.00 ns of logic and 6.00 ns of wires" in text and "core.a" in text
    assert "319 known answers" in text and "96 new messages" in text


def test_a_machine_leads_to_its_circuits_and_has_no_target_of_them(site: Write) -> None:
    out = site(finalists())
    page = (out / "machine" / "made" / "index.html").read_text()
    assert 'href="circuits.html"' in page and "ecp5" not in page
    assert not (out / "machine" / "made" / "ecp5.html").exists()


def test_the_terminal_has_a_row_for_each(file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(width=80)
    terminal_circuits.summary(
        [file(finalists())], [("sha256", None), ("blake512", "rtl/x1")], console
    )
    said = capsys.readouterr().out
    assert "circuits on ecp5: medians over seeds; ratio: Mbit/s per LUT4" in said
    assert "sha256/rtl/x1" in said and "788" in said and "0.394" in said
    assert "blake512/rtl/x1" in said and "gave a wrong digest" in said
    assert "keccakc512" not in said


def test_a_chart_has_lines_of_equal_ratio_and_names_that_do_not_touch() -> None:
    points = [Point(f"one {n}", n, 1000 + n, 1000 - n) for n in range(4)]
    points.append(Point("far", 4, 8000, 16000))
    drawn = str(area_chart(points, "LUT4", "made up"))
    assert drawn.count('class="equal"') >= 2 and drawn.count("<title>") == 5
    assert not area_chart([], "LUT4", "nothing")


def test_a_machine_without_circuits_has_no_page(site: Write) -> None:
    out = site([machine()])
    assert not (out / "machine" / "made" / "circuits.html").exists()


def test_one_circuit_is_enough(site: Write) -> None:
    assert_sound(site([machine(), *circuit("sha256")]))


def test_where_there_are_circuits_alone_each_page_is_about_them(site: Write) -> None:
    out = site([machine(targets={}, counter={}), *circuit("sha256")])
    assert_sound(out)
    front = (out / "index.html").read_text()
    assert "1 hash on 1 machine" in front and ">circuits</a>" in front
    assert 'href="hash/sha256.html"' in front and "not yet" not in front
    about = (out / "machine" / "made" / "index.html").read_text()
    assert "1 circuit placed, the last on 2026-01-01" in about
    assert "How cycles are counted" not in about and "implementations that are right" not in about
    hash_page = (out / "hash" / "sha256.html").read_text()
    assert "As circuits" in hash_page and "0 machines" not in hash_page
    assert "../../hash/sha256.html" in (out / "machine" / "made" / "circuits.html").read_text()
    assert not (out / "hash" / "sha256.csv").exists()


def test_two_circuits_of_an_architecture_are_told_apart(site: Write) -> None:
    facts = [machine(), *circuit("groestl256", "x1 (P/Q)")]
    facts += circuit("groestl256", "x1 (P/Q)", wants_memories=True)
    text = (site(facts) / "hash" / "groestl256.html").read_text()
    assert ">x1 (P/Q)<" in text and ">x1 (P/Q), memories<" in text


def test_seeds_that_were_not_routed_are_told(site: Write) -> None:
    facts = list(circuit("sha256"))
    (table,) = (one for one in facts if one["kind"] == "timings")
    table["samples"][0]["placed"] |= {"seed": 104, "unrouted": [4]}
    text = (site([machine(), *facts]) / "machine" / "made" / "circuits.html").read_text()
    assert "104: 98.0 MHz" in text and "(in place of 4, with which it was not routed)" in text
