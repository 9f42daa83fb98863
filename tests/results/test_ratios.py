"""Figures that were measured apart: their ratios, and whether these are ties."""

import random
from dataclasses import replace
from math import comb
from timeit import timeit

import pytest

from hashcop.results.certainty import Interval
from hashcop.results.ratios import Relative, pairwise_interval, relative
from hashcop.results.summary import LONG
from tests.results.made import about, implementation


def assert_is(found: Interval, low: float, high: float, confidence: float) -> None:
    assert (found.low, found.high) == pytest.approx((low, high))
    assert found.confidence == pytest.approx(confidence)


# The ranks are those of the tables of Mann and Whitney: of 9 and 9, 17 at 5 %.
def test_one_against_one_is_no_more_than_their_ratio_without_any_confidence() -> None:
    assert_is(pairwise_interval([6.0], [2.0]), 3, 3, 0)


def test_two_against_two_are_all_their_ratios() -> None:
    # Of the 6 orders of two and two, one at either end has all of one set before all of the other.
    assert_is(pairwise_interval([10.0, 30.0], [1.0, 2.0]), 5, 30, 1 - 2 / 6)


def test_four_against_four_are_sure_and_three_against_three_are_not() -> None:
    assert pairwise_interval([1.0] * 3, [1.0] * 3).confidence == pytest.approx(1 - 2 / 20)
    assert pairwise_interval([1.0] * 4, [1.0] * 4).confidence == pytest.approx(1 - 2 / 70)


@pytest.mark.parametrize(("ours", "theirs", "left_out"), [(9, 9, 17), (5, 8, 6), (8, 5, 6)])
def test_as_many_ratios_are_left_out_at_either_end_as_the_rank_sum_says(
    ours: int, theirs: int, left_out: int
) -> None:
    # Powers of two, so that every ratio is another one: the k-th is 2^k.
    a = [2.0 ** (theirs * n) for n in range(ours)]
    b = [2.0**-n for n in range(theirs)]
    random.Random(1).shuffle(a)
    random.Random(2).shuffle(b)
    found = pairwise_interval(a, b)
    assert found.low == 2.0**left_out
    assert found.high == 2.0 ** (ours * theirs - 1 - left_out)
    assert 0.95 <= found.confidence < 0.97


@pytest.mark.parametrize(("ours", "theirs"), [(2, 3), (3, 3), (4, 9), (9, 9), (15, 6)])
def test_the_confidence_is_counted_right(ours: int, theirs: int) -> None:
    """Against all orders of two sets, or many: how often the interval of equals holds 1."""
    found = pairwise_interval(range(1, ours + 1), range(1, theirs + 1)).confidence
    rng, trials, held = random.Random(f"{ours} {theirs}"), 3000, 0
    for _ in range(trials):
        a = [1000 + rng.expovariate(1 / 50) for _ in range(ours)]
        b = [800 + rng.expovariate(1 / 40) for _ in range(theirs)]
        likely = pairwise_interval(a, b)
        held += likely.low <= 1.25 <= likely.high
    # Four times what a share of 3000 trials is known to.
    known_to = 4 * (found * (1 - found) / trials) ** 0.5
    assert held / trials == pytest.approx(found, abs=known_to)


def test_a_ratio_turned_round_has_the_interval_turned_round() -> None:
    rng = random.Random("turned")
    a, b = ([rng.uniform(1, 2) for _ in range(n)] for n in (7, 9))
    forth, back = pairwise_interval(a, b), pairwise_interval(b, a)
    assert forth.low == pytest.approx(1 / back.high) and forth.high == pytest.approx(1 / back.low)
    assert forth.confidence == pytest.approx(back.confidence)


def counted(ours: int, theirs: int) -> list[int]:
    """How many orders of two sets have 0, 1, 2 ... pairs with one of theirs first: the coefficients of a polynomial."""
    counts = [1] + [0] * (ours * theirs)
    for k in range(1, ours + 1):
        for n in range(ours * theirs, theirs + k - 1, -1):
            counts[n] -= counts[n - theirs - k]
        for n in range(k, ours * theirs + 1):
            counts[n] += counts[n - k]
    return counts


@pytest.mark.parametrize(("ours", "theirs"), [(1, 9), (7, 12), (15, 15), (30, 15), (60, 60)])
def test_the_confidence_is_that_of_all_orders(ours: int, theirs: int) -> None:
    counts, total = counted(ours, theirs), comb(ours + theirs, ours)
    assert sum(counts) == total
    left_out = max(
        (n for n in range(ours * theirs // 2) if 40 * sum(counts[: n + 1]) <= total), default=0
    )
    rng = random.Random("orders")
    a, b = ([rng.uniform(1, 2) for _ in range(n)] for n in (ours, theirs))
    ratios = sorted(x / y for x in a for y in b)
    confidence = 1 - 2 * sum(counts[: left_out + 1]) / total
    assert_is(pairwise_interval(a, b), ratios[left_out], ratios[-1 - left_out], confidence)


def test_sets_of_any_size_are_compared() -> None:
    rng = random.Random("many")
    a, b = ([factor * rng.gauss(1000, 10) for _ in range(5000)] for factor in (1.02, 1))
    found = pairwise_interval(a, b)
    assert 1.015 < found.low < 1.02 < found.high < 1.025
    with pytest.raises(ValueError, match="no values"):
        pairwise_interval([], b)


def test_a_table_of_sixty_processes_is_quick() -> None:
    rng = random.Random("quick")
    a, b = (tuple(rng.gauss(1000, 10) for _ in range(60)) for _ in range(2))
    pairwise_interval(a, b)
    assert (
        timeit(lambda: pairwise_interval(a, b), number=100) < 0.03 * 10
    )  # ten times what it takes


def test_a_ratio_is_a_tie_if_its_interval_holds_one() -> None:
    assert Relative(1.01, Interval(0.99, 1.03, 0.95)).is_tie
    assert Relative(1.01, Interval(1, 1.03, 0.95)).is_tie
    assert not Relative(1.01, Interval(1.005, 1.03, 0.95)).is_tie
    assert Relative(1.0, None).is_tie
    assert not Relative(1.001, None).is_tie


def test_a_figure_stands_to_another_by_the_medians_of_their_processes() -> None:
    one = implementation("one", {64: [640.0] * 5, 1536: [1100.0, 1101, 1102, 1103]})
    other = implementation("other", {64: [640.0] * 5, 1536: [1000.0, 1001, 1002, 1003]})
    found = relative(one, other, 1536)
    assert found and found.ratio == pytest.approx(1101.5 / 1001.5)
    assert found.interval == pairwise_interval([1100, 1101, 1102, 1103], [1000, 1001, 1002, 1003])
    same = relative(one, other, 64)
    assert same and same.ratio == 1 and same.is_tie


def test_where_one_of_them_is_not_measured_there_is_no_ratio() -> None:
    one, other = implementation("one", {64: [640.0] * 5}), implementation("other", {8: [80.0] * 5})
    assert relative(one, other, 64) is None
    assert relative(one, other, LONG) is None


def test_without_processes_there_is_a_ratio_and_no_interval() -> None:
    one, other = (implementation(n, {}, curve={64: cost}) for n, cost in (("a", 66), ("b", 60)))
    assert relative(one, other, 64) == Relative(1.1, None)
    single = implementation("single", {64: [66.0]})
    assert relative(single, other, 64) == Relative(1.1, None)
    assert relative(single, single, 64) == Relative(1, None)


def test_calls_of_no_bytes_are_compared_by_their_cycles() -> None:
    one, other = (implementation(n, {}, curve={0: cost}) for n, cost in (("a", 66), ("b", 60)))
    assert relative(one, other, 0) == Relative(1.1, None)


def test_the_interval_holds_the_ratio_of_the_figures() -> None:
    """A figure is the median of all timings, which may lie beyond the medians of all processes."""
    processes = [100.0 + n for n in range(9)]
    one, other = (implementation(name, {1536: processes}) for name in ("one", "other"))
    found = relative(replace(one, curve={1536: about(130.0, 0.0)}), other, 1536)
    assert found and found.interval
    assert found.interval.low < 1 < found.interval.high == found.ratio == pytest.approx(1.25)
