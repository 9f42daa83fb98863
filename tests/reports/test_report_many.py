"""What is shown of many messages at once, and that it is no result of single ones."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

from hashcop.results import many
from hashcop.results.model import load
from hashcop.results.summary import Hash
from reports import terminal_many
from reports.counts_chart import counts_chart
from tests.support.html_check import assert_sound, page
from tests.support.made_data import OPTIONS, Fact, Maker, machine

Make = Callable[..., Maker]
Write = Callable[..., Path]
MANY = {"platform": "many", "operation": "crypto_hashmany"}
LENGTHS = [64, 1536, 25_600]
FACTORS = {"single": 64.0, "avx2-8": 16.0}  # of the cost of one message, with 64 at once
BOUND = 1.5


def of_one(m: Maker) -> list[Fact]:
    """An implementation of single messages."""
    made = [m.build(OPTIONS[0]), m.check(OPTIONS[0]), m.trial(OPTIONS[0], 1, 1)]
    return [*made, m.winner(OPTIONS[0], 7000, 1), m.timings(OPTIONS[0], LENGTHS[:2])]


def of_many(maker: Make, name: str) -> Iterator[Fact]:
    """An implementation of many, timed with 1 and with 64 messages."""
    m = maker(name, factor=FACTORS[name])
    facts = [m.build(OPTIONS[0]), m.check(OPTIONS[0], expected="unknown")]
    said = {"lanes": 8, "bound": BOUND} if name != "single" else {}
    facts += [m.winner(OPTIONS[0], 7000, 1) | {"messages": 64} | said]
    facts += [m.timings(OPTIONS[0], LENGTHS) | {"messages": 64, "series": "many"}]
    one = maker(name, factor=3.0)
    facts += [one.timings(OPTIONS[0], LENGTHS) | {"series": "one", "key": f"one {name}"}]
    yield from (fact | MANY for fact in facts)


def every(maker: Make) -> list[Fact]:
    """A machine with one hash: one implementation of single messages, and two of many."""
    both = [fact for name in FACTORS for fact in of_many(maker, name)]
    return [machine(), *of_one(maker("ref")), *both]


@pytest.fixture
def hash(maker: Make, file: Write) -> Hash:
    """That hash, as it is read."""
    (found,) = load([file(every(maker))])
    return next(one for target in found.targets for one in target.hashes)


def test_implementations_of_many_messages_are_none_of_single_ones(hash: Hash) -> None:
    assert [one.name for one in hash.implementations] == ["ref"]
    assert {one.name for one in hash.many} == set(FACTORS)


def test_figures_are_cycles_per_byte_of_all_messages_together(hash: Hash) -> None:
    table = many.table(hash, 1536)
    assert table.counts == (1, 64)
    assert [row.name for row in table.rows] == ["avx2-8", "single"]
    fast, single = table.rows
    assert fast.cells[1].median == pytest.approx(single.cells[1].median, rel=0.02)
    assert fast.cells[64].median * 16 == pytest.approx(16 * fast.cells[1].median / 12, rel=0.05)


def test_ratios_are_against_one_after_the_other_in_the_same_run(hash: Hash) -> None:
    table = many.table(hash, 1536)
    assert table.by == "single"
    assert table.rows[0].ratio == pytest.approx(4, rel=0.02)
    assert table.rows[1].ratio == 1


def test_without_a_loop_ratios_are_against_the_fastest_of_single_messages(
    maker: Make, file: Write
) -> None:
    facts = [machine(), *of_one(maker("ref")), *of_many(maker, "avx2-8")]
    (found,) = load([file(facts)])
    hash = next(one for target in found.targets for one in target.hashes)
    table = many.table(hash, 1536)
    assert (table.by, table.base) == ("ref", hash.implementations[0].per_byte(1536))


def test_the_share_of_the_bound_is_that_of_long_messages(hash: Hash) -> None:
    fast, single = many.table(hash, 64).rows
    long = many.table(hash, many.LONG).rows[0].cells[64].median
    assert (fast.lanes, fast.bound) == (8, BOUND)
    assert fast.share == pytest.approx(BOUND / long)
    assert single.share is None


def test_pages_show_all_lengths_and_a_line_for_each_hash(maker: Make, site: Write) -> None:
    out = site(every(maker))
    assert_sound(out)
    (of_hash,) = [p for p in out.glob("machine/made/amd64/*.html") if p.stem in ("md5", "sha256")]
    shown = page(of_hash)
    assert "Many messages at once" in shown.text
    assert "64 bytes: Merkle trees and signatures" in shown.text
    assert 'class="counts-chart"' in of_hash.read_text()
    target = (out / "machine/made/amd64.html").read_text()
    section = target[target.index('id="many"') :]
    assert re.search(r"#many\">\w+</a>.*avx2-8", section, re.DOTALL)


def test_pages_of_single_messages_say_nothing_of_many(maker: Make, site: Write) -> None:
    out = site([machine(), *of_one(maker("ref"))])
    assert not any('id="many"' in path.read_text() for path in out.rglob("*.html"))


def test_the_terminal_has_a_table_for_each_length(maker: Make, file: Write) -> None:
    console = Console(record=True, width=200)
    data = file(every(maker))
    (name,) = {fact["hash"] for fact in every(maker) if "hash" in fact}
    terminal_many.summary([data], [name], console)
    said = console.export_text()
    assert f"{name} amd64, cycles/byte of messages of 1536 bytes" in said
    assert re.search(r"^  avx2-8 +[\d.]+ +[\d.]+ +(3\.9|4\.0)\d +115%", said, re.MULTILINE)


def test_the_terminal_has_no_column_for_bounds_where_none_is_stated(
    maker: Make, file: Write
) -> None:
    console = Console(record=True, width=200)
    facts = [machine(), *of_many(maker, "single")]
    (name,) = {fact["hash"] for fact in facts if "hash" in fact}
    terminal_many.summary([file(facts)], [name], console)
    said = console.export_text()
    assert "x one" in said
    assert "of bound" not in said


def test_a_chart_has_a_line_for_each_name_and_names_do_not_touch() -> None:
    lines = {name: {1: 3.0, 64: 1.0 + n / 1000} for n, name in enumerate("abc")}
    chart = counts_chart(lines, 0.5)
    assert chart.count("<polyline") == 3
    assert 'class="bound"' in chart
    places = [float(y) for y in re.findall(r'<text x="581" y="([\d.]+)">', chart)]
    gaps = [b - a for a, b in zip(sorted(places), sorted(places)[1:], strict=False)]
    assert len(places) == 3 and min(gaps) >= 14.9


def test_a_chart_of_one_count_is_none() -> None:
    assert not counts_chart({"a": {64: 1.0}})
