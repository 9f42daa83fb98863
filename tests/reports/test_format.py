"""Digits by interval, rates, and sentences on how fit a machine was."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.results.builds import Count
from reports import format
from reports.kept.machine import Head, Tally
from reports.kept.store import Store
from reports.site import fitness
from tests.support.made_data import OPTIONS, Fact, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (2.0712, "2.07"),
        (0.65432, "0.654"),
        (0.0012345, "0.00123"),
        (31.4159, "31.4"),
        (999.4, "999"),
        (12345.6, "12,346"),
        (0.0, "0.00"),
        (-2.345, "-2.35"),
        (math.nan, ""),
    ],
)
def test_a_figure_has_three_significant_digits(number: float, written: str) -> None:
    assert format.value(number) == written


@pytest.mark.parametrize(
    ("half", "written"),
    [
        (0.001, "2.07"),
        (0.004, "2.07"),
        (0.02, "2.07"),
        (0.06, "2.07"),
        (0.2, "2.1"),
        (0.9, "2.1"),
        (1.9, "2.1"),
    ],
)
def test_a_figure_has_no_more_digits_than_its_interval_supports(half: float, written: str) -> None:
    assert format.value(2.07, 2.07 - half, 2.07 + half) == written
    assert format.value(2.07, 2.07 + half, 2.07 - half) == "2.07", "no interval"


def test_a_figure_keeps_two_digits_however_wide_its_interval_is() -> None:
    assert format.value(0.654, 0.1, 1.2) == "0.65"
    assert format.value(65.4, 10, 120) == "65"
    assert format.value(654, 100, 1200) == "654"


def test_the_ends_of_an_interval_have_a_digit_more_than_the_figure() -> None:
    assert format.value(2.0698, 2.05, 2.09, 1) == "2.070"
    assert format.value(2.07, 2.07, 2.07, 1) == "2.070"


@pytest.mark.parametrize(
    ("number", "written"), [(7.25, "7.2"), (99.96, "100.0"), (1234.4, "1,234"), (math.nan, "")]
)
def test_cycles_of_a_call_are_whole_from_a_hundred_on(number: float, written: str) -> None:
    assert format.cycles(number) == written


@pytest.mark.parametrize(
    ("cost", "rate", "written"),
    [
        (2.0, 3e9, "1.50 GB/s"),
        (10.0, 3e9, "300 MB/s"),
        (0.5, 1e6, "2.00 MB/s"),
        (2.0, 0, ""),
        (0, 3e9, ""),
        (math.nan, 3e9, ""),
        (2.0, math.nan, ""),
    ],
)
def test_bytes_a_second_are_of_the_core_s_rate(cost: float, rate: float, written: str) -> None:
    assert format.throughput(cost, rate) == written


def test_a_sentence_begins_with_a_capital_letter() -> None:
    assert format.capital("a processor") == "A processor" and format.capital("") == ""


# How fit a machine was


def judged(*states: str) -> Fact:
    """A conditions record with a judgement of each state."""
    names = ("turbo", "steal time", "load")
    told = [
        {"name": name, "state": state, "found": "it"}
        for name, state in zip(names, states, strict=False)
    ]
    fact: dict[str, Any] = {"kind": "conditions", "machine": "made", "key": "k"}
    fact |= {"time": "2026-01-02T00:00:00Z", "when": "begin", "pinned": 3, "judgements": told}
    return fact | {"quiet": [], "counters": {}}


@pytest.fixture
def head(file: Write, tmp_path: Path) -> Callable[..., Head]:
    """What is kept of a machine with these facts."""

    def kept(*facts: Fact) -> Head:
        (found,) = Store(tmp_path / "kept").bring_up_to_date([file([machine(), *facts])])
        return found

    return kept


@pytest.mark.parametrize(
    ("states", "word", "sentence"),
    [
        ((), "not judged", "The data do not say how quiet the machine was"),
        (
            ("good", "good"),
            "fit",
            "A quiet place: none of the 2 conditions that were judged disturbs",
        ),
        (
            ("good", "unknown"),
            "fit",
            "A quiet place: none of the 1 conditions that were judged disturbs",
        ),
        (
            ("bad", "good", "unknown"),
            "unfit",
            "Not a quiet place: of 2 conditions that were judged, 1 disturbs (turbo)",
        ),
        (
            ("bad", "good", "bad"),
            "unfit",
            "Not a quiet place: of 3 conditions that were judged, 2 disturb (turbo, load)",
        ),
    ],
)
def test_conditions_are_told_in_a_sentence(
    states: tuple[str, ...], word: str, sentence: str, head: Callable[..., Head]
) -> None:
    found = head(*([judged(*states)] if states else []))
    assert (fitness.word(found), fitness.sentence(found)) == (word, sentence)
    assert fitness.is_fit(found) == (word == "fit")


def test_a_quiet_place_whose_figures_are_mostly_in_doubt_is_not_fit(
    head: Callable[..., Head], maker: Make
) -> None:
    m = maker()
    apart = [c for c in (300, 340) * 4 for _ in range(5)]
    found = head(judged("good"), *whole(m, []), m.timings(OPTIONS[0], {8: apart}, 8))
    assert fitness.word(found) == "unfit"
    assert fitness.sentence(found).endswith(
        "; 1 of 1 figures (100 %) are in doubt, 1 of them probably wrong"
    )
    calm = maker(hash="sha1")
    points = {n: [c for c in range(1000, 1009) for _ in range(5)] for n in (8, 64)}
    more = [*whole(calm, []), calm.timings(OPTIONS[0], points, 9)]
    found = head(judged("good"), *whole(m, []), m.timings(OPTIONS[0], {8: apart}, 8), *more)
    assert fitness.word(found) == "fit"
    assert fitness.sentence(found).endswith(
        "; 1 of 3 figures (33 %) are in doubt, 1 of them probably wrong"
    )
    assert fitness.sentence(head(judged("good"), *more)).endswith("; no figure is in doubt")


def test_one_sentence_says_so_if_more_than_half_of_the_figures_are_in_doubt() -> None:
    assert fitness.banner(None) == ""
    causes = {"noise": 400, "drift": 100}
    assert fitness.banner(Tally({}, Count(0, 0), 1000, 500, causes)) == ""
    assert fitness.banner(Tally({}, Count(0, 0), 2000, 1001, causes, wrong=7)) == (
        "1,001 of 2,000 figures (50 %) are in doubt, 7 of them probably wrong. "
        "The most frequent reason: noise."
    )


def test_the_rate_of_the_core_is_that_of_its_counter_and_the_calibration(
    head: Callable[..., Head], maker: Make
) -> None:
    def rate(*facts: Fact) -> float:
        return fitness.clock(head(*facts).target("amd64"))

    figures = list(whole(maker(), [8, 1536]))
    assert rate(*figures) == pytest.approx(2.596e9 * 1.25)
    cycles = {"name": "perf", "core_cycles": True, "ticks_per_second": 3_000_000_000}
    later = "2026-02-01T00:00:00Z"
    assert rate(*figures, machine(time=later, counter={"amd64": cycles})) == 3e9
    silent = {"name": "tsc", "core_cycles": False}
    assert rate(*figures, machine(time=later, counter={"amd64": silent})) == 0
    assert rate(*whole(maker(format=1), [8])) == 0
