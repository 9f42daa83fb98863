"""How sure figures are, what speaks against them, experiments, and figures in ticks: in the terminal and on pages."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from hashcop.results.model import load
from hashcop.results.summary import COLUMNS
from tests.support.html_check import assert_sound, page
from tests.support.made_data import OPTIONS, Fact, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]
Told = Callable[..., str]

TABLE = [column for column in COLUMNS if column != "long"]
QUIET = [c for c in range(1000, 1009) for _ in range(5)]  # cycles, of nine processes
APART = [c for c in (300, 340) * 4 for _ in range(5)]  # of eight
SINGLE = [1, 1.25, 1.25, 3, 6, 0, 1]  # a batch of one length beside a busy hyperthread
HASH, REF = "machine/made/amd64/md5.html", "machine/made/amd64/md5/ref.html"
SHARED = "another hyperthread of the core was busy"
KNOWN = "the calibration check beside it was off by 2.0 %"
WRONG = "probably wrong: "
OFF = "% likely to be off by more than 1 %: "


def measured(
    m: Maker, cycles: Sequence[int], processes: int, *, disturbed: int = 0, probe: float = 1
) -> list[Fact]:
    """A run that timed 8 bytes so; `disturbed` of its processes could not be had quiet."""
    fact = m.timings(OPTIONS[0], {8: cycles}, processes)
    for told in fact["samples"][:disturbed]:
        told["batches"] = [SINGLE]
    for told in fact["samples"]:
        told["probe"] = probe
    return [machine(), *whole(m, []), fact]


def calm(maker: Make) -> list[Fact]:
    """Figures of another hash that nobody doubts: more than those of a test, so that each doubt has a mark."""
    m = maker(hash="sha1")
    points = dict.fromkeys((8, 64, 576, 1536), QUIET)
    return [*whole(m, []), m.timings(OPTIONS[0], points, 9)]


DOUBTS: dict[str, tuple[Sequence[int], int, dict[str, Any], str]] = {
    "apart": (APART, 8, {}, f"{OFF}two modes, by process: about 300 or 340 cycles"),
    "disturbed": (QUIET[:40], 8, {"disturbed": 8}, f"{OFF}{SHARED}"),
    "calibration": (QUIET, 9, {"probe": 1.02}, f"{OFF}{KNOWN}"),
}


@pytest.mark.parametrize("case", DOUBTS)
def test_what_speaks_against_a_figure_stands_below_it_and_behind_its_mark(
    case: str, file: Write, maker: Make, told: Told, site: Write
) -> None:
    cycles, processes, trouble, why = DOUBTS[case]
    facts = [*measured(maker(), cycles, processes, **trouble), *calm(maker)]
    assert re.search(
        rf"\n  at 8 bytes: {WRONG}\d+ {why}.*; \d of \d processes quiet\n",
        told(file(facts), "md5/ref"),
    )
    out = site(facts)
    assert_sound(out)
    for name in (HASH, "machine/made/amd64.html", REF):
        (html, text) = (out / name).read_text(), page(out / name).text
        assert (
            re.search(rf'<abbr class="mark" title="{WRONG}\d+ {why}[^"]*">‡‡</abbr>', html)
            and "‡‡" in text
        )
    assert (
        page(out / REF).text.count(why.removeprefix(OFF)) == 2
    )  # beside the figure, and instead of its citation
    assert "1 of 5 figures (20 %) are in doubt" in page(out / "machine/made/index.html").text


def test_where_most_figures_are_in_doubt_one_sentence_says_so_and_each_is_marked(
    maker: Make, site: Write
) -> None:
    out = site(measured(maker(), QUIET, 9, probe=1.02))
    assert_sound(out)
    said = (
        "1 of 1 figures (100 %) are in doubt, 1 of them probably wrong. "
        f"The most frequent reason: {KNOWN.removesuffix(' by 2.0 %')}."
    )
    for name in (HASH, "machine/made/amd64.html"):
        assert said in page(out / name).text
        assert 'class="mark"' in (out / name).read_text()
    # The reason stands beside each figure, and the word in files.
    assert KNOWN in page(out / REF).text
    assert ",8,doubt," in (out / "machine/made/amd64.csv").read_text()
    assert "unfit" not in page(out / "machine/made/index.html").text  # of unknown conditions


def test_the_terminal_says_a_doubt_once_for_all_lengths_that_share_it(
    file: Write, maker: Make, told: Told
) -> None:
    m = maker()
    fact = m.timings(OPTIONS[0], {8: APART, 64: QUIET, 1536: APART}, 8)
    text = told(file([machine(), *whole(m, []), fact]), "md5/ref")
    why = DOUBTS["apart"][3]
    assert re.search(rf"\n  at 8, 1536 bytes: {WRONG}\d+ {why}", text) and text.count(why) == 1


def test_a_quiet_figure_has_no_mark(file: Write, maker: Make, told: Told, site: Write) -> None:
    facts = measured(maker(), QUIET, 9, disturbed=4, probe=1.004)
    assert " at 8 bytes: " not in told(file(facts), "md5/ref")
    for path in site(facts).rglob("*.html"):
        assert 'class="mark"' not in path.read_text()


def test_long_is_in_doubt_with_the_lengths_that_it_is_made_of(
    file: Write, maker: Make, told: Told, site: Write
) -> None:
    m = maker()
    fact = m.timings(OPTIONS[0], {1536: QUIET, 2048: QUIET, 4096: APART}, 8)
    facts = [machine(), *whole(m, []), fact, *calm(maker)]
    why = DOUBTS["apart"][3]
    text = told(file(facts), "md5/ref")
    assert re.search(rf"\n  at 4096 bytes and for long messages: {WRONG}\d+ {why}", text)
    out = site(facts)
    mark = re.compile(rf'<abbr class="mark" title="{WRONG}\d+ {why}')
    html = (out / HASH).read_text()
    assert re.search(f"cycles/byte</b>{mark.pattern}", html)
    assert len(mark.findall(html)) == 3  # 4096, long and the lead
    assert len(mark.findall((out / "machine/made/amd64.html").read_text())) == 2
    assert len(mark.findall((out / "hash/md5.html").read_text())) == 1  # long


def row_of(text: str, name: str) -> list[str]:
    """The cells of the first line that begins so."""
    line = next(line for line in text.splitlines() if line.startswith(f"  {name}"))
    return line[2 + len(name) :].split()


def test_the_terminal_says_to_which_part_of_it_a_median_is_sure(
    file: Write, maker: Make, told: Told
) -> None:
    text = told(file(measured(maker(), QUIET, 9)), "md5/ref")
    # The interval of nine is 1001 to 1007: half of it is 3 of 1004.
    assert row_of(text, "sure to") == ["0.30%", *["-"] * 6]


def test_a_page_says_between_which_figures_a_median_lies_and_with_which_confidence(
    maker: Make, site: Write
) -> None:
    facts = measured(maker(), QUIET, 9, disturbed=1)
    text = page(site(facts) / REF).text.partition("Figures")[2]
    # The first process is left out: of eight the interval is from the first to the last.
    assert "1,004 125.1–126.0 99.2 % 1 1.00 9 8 quiet layout ± 0.3 % 0.2 %" in text


def test_data_that_is_not_calibrated_is_as_sure_as_its_processes(
    file: Write, maker: Make, told: Told, site: Write
) -> None:
    facts = [machine(format=1), *whole(maker(format=1), TABLE)]
    assert "sure to" in told(file(facts), "md5/ref")
    text = page(site(facts) / REF).text.partition("Figures")[2]
    assert re.search(r"1536 [\d.]+ [\d.]+ [\d.]+ [\d,]+ [\d.]+–[\d.]+ 75.0 % 1 1.00 3 ", text)


# Experiments


def flat(cost: int) -> dict[int, list[int]]:
    """Nine timings of each length, with their median in the middle."""
    return {n: [cost * n, cost * n + 1, cost * n + 2] * 3 for n in TABLE}


def tried(m: Maker, effect: str, *costs: tuple[str, int]) -> list[Fact]:
    """A run with an experiment whose variants take so many cycles/byte."""
    facts = [machine(), *whole(m, TABLE)]
    return facts + [m.effect(effect, variant, flat(cost)) for variant, cost in costs]


def test_an_experiment_stands_beside_the_figures_variant_by_variant(
    file: Write, maker: Make, told: Told, site: Write
) -> None:
    facts = tried(maker(), "cold", ("warm", 10), ("cold", 30))
    text = told(file(facts), "md5/ref")
    section = text.partition("cold: cycles/byte")[2]
    assert row_of(section, "warm")[1:] == ["10.02", "10.00", "10.00", "10.00", "10.00", "-"]
    assert row_of(section, "cold")[1:] == ["30.02", "30.00", "30.00", "30.00", "30.00", "-"]
    out = site(facts)
    assert_sound(out)
    text = page(out / REF).text
    assert "Experiment: cold, 2 variants" in text
    words = text.partition("Experiment: cold")[2].partition("machine code")[0].split()
    warm, cold = words.index("warm"), words.index("cold")
    assert words[warm + 1] == "10.1" and words[cold - 1] == "1.00"
    assert words[cold + 1] == "30.1" and "3.00" in words[cold:]


def test_of_many_variants_the_terminal_shows_the_first_the_fastest_and_the_slowest(
    file: Write, maker: Make, told: Told, site: Write
) -> None:
    costs = [(f"in {n}", {0: 10, 17: 8, 40: 13}.get(n, 11)) for n in range(64)]
    facts = tried(maker(), "align", *costs)
    section = told(file(facts), "md5/ref").partition("align: cycles/byte")[2].partition("\n\n")[0]
    names = [line[2:10].strip() for line in section.splitlines()[1:]]
    assert names == ["in 0", "in 17", "in 40"]
    out = site(facts)
    text = page(out / REF).text
    assert "Experiment: align, 64 variants" in text
    assert all(f"in {n}" in text for n in range(64))


def test_a_disturbed_variant_is_marked_and_is_no_extreme(
    file: Write, maker: Make, told: Told, site: Write
) -> None:
    costs = [(f"in {n}", 10 + n) for n in range(12)]
    facts = tried(maker(), "align", *costs)
    for sample in facts[-1]["samples"]:
        sample["batches"] = [[len(TABLE), 1.25, 1.3, 4, 6, 0, 0]]  # the core's rate moved
    section = told(file(facts), "md5/ref").partition("align: cycles/byte")[2].partition("\n\n")[0]
    assert "in 10" in section and "in 11" not in section
    out = site(facts)
    html = (out / REF).read_text()
    assert 'in 11<abbr class="mark" title="something disturbed most of it">‡</abbr>' in html
    assert html.count("something disturbed most of it") == 1


def test_an_experiment_is_of_a_machine_code_and_shown_with_no_other(
    file: Write, maker: Make, told: Told
) -> None:
    m = maker()
    other = m.effect("cold", "warm", flat(10), OPTIONS[1])
    assert m.object(OPTIONS[0]) != m.object(OPTIONS[1])
    assert "cold: cycles/byte" not in told(file([machine(), *whole(m, TABLE), other]), "md5/ref")


def test_experiments_alone_measure_nothing(file: Write, maker: Make, told: Told) -> None:
    m = maker()
    facts = [machine(), *whole(m, []), m.effect("cold", "warm", flat(10))]
    text = told(file(facts), "md5/ref")
    assert "not measured yet" in text and "median " not in text.partition("best options")[2]


def test_names_of_strangers_experiments_are_text(
    file: Write, maker: Make, told: Told, site: Write
) -> None:
    evil = '<script>alert("1")</script>{{ 17*171 }}\x1b[2J'
    facts = tried(maker(), evil, (evil, 10), ("other", 12))
    assert "\x1b" not in told(file(facts), "md5/ref")
    out = site(facts)
    html = (out / REF).read_text()
    assert "<script>" not in html and "2907" not in html
    assert_sound(out)


@pytest.mark.parametrize("effect", ["cold", "align", "data", "parallel", "counter"])
def test_with_all_that_is_said_it_is_plain_text_of_80_columns(
    effect: str, file: Write, maker: Make, told: Told
) -> None:
    m = maker()
    facts = [*measured(m, APART, 8), *tried(m, effect, ("all bytes zero", 900), ("cold", 9))[1:]]
    text = told(file(facts), "md5/ref")
    assert text.isascii()
    for line in text.splitlines():
        assert len(line) <= 80 or "options" in line or OFF in line, line


# In ticks

COST = 8 * 40 - 16 + 5  # cycles; with what is in each of five calls, at 4 ticks: see made_data
TICKS = ((COST + 16) * 4 + 24) / 5


def ticking(maker: Make) -> list[Fact]:
    m = maker()
    return [machine(), *whole(m, []), m.timings(OPTIONS[0], {8: [COST] * 9})]


def test_in_ticks_figures_are_as_the_counter_counted_them(
    file: Write, maker: Make, told: Told
) -> None:
    path = file(ticking(maker))
    assert row_of(told(path, "md5/ref"), "median")[0] == f"{COST / 8:.2f}"
    text = told(path, "md5/ref", in_ticks=True)
    assert row_of(text, "median")[0] == f"{TICKS / 8:.2f}"
    assert "a cycle here is a tick of amd64-tsc (2.596 GHz), not a core cycle" in text
    assert "core cycles: ticks" not in text


def test_in_ticks_pages_say_that_they_are(maker: Make, site: Write) -> None:
    outs = [site(ticking(maker), str(n), in_ticks=n) for n in (False, True)]
    texts = [page(out / HASH).text for out in outs]
    calibrated = "The figures are cycles of the core"
    counted = "The figures are ticks of that constant rate, not core cycles."
    assert [calibrated in text for text in texts] == [True, False]
    assert [counted in text for text in texts] == [False, True]
    assert [f"{COST / 8:.1f}" in text for text in texts] == [True, False]
    assert [f"{TICKS / 8:.1f}" in text for text in texts] == [False, True]


def test_in_ticks_experiments_and_intervals_are_in_ticks_too(file: Write, maker: Make) -> None:
    m = maker()
    points = {8: [COST] * 9}
    facts = [*ticking(maker), m.effect("cold", "warm", points)]
    (machine_,) = load([file(facts)], in_ticks=True)
    (target,) = (target for target in machine_.targets if target.hashes)
    assert target.cycles_per_tick is None
    (one,) = target.hashes[0].implementations
    assert one.curve[8].median == pytest.approx(TICKS)
    assert one.effects[0].curve[8].median == pytest.approx(TICKS)
    assert one.certainty[8].interval.low == pytest.approx(TICKS)


def test_counters_of_core_cycles_are_in_cycles_either_way(
    file: Write, maker: Make, told: Told
) -> None:
    counter = {"amd64": {"name": "x86-rdpmc", "counts": "cycles", "core_cycles": True}}
    facts = ticking(maker)
    facts[0] = machine(counter=counter)
    for in_ticks in (False, True):
        text = told(file(facts), "md5/ref", in_ticks=in_ticks)
        assert "cycles counted by x86-rdpmc: cycles" in text
