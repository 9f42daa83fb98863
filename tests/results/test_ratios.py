"""Figures that were measured apart: their ratios, and whether these are ties."""

import math
import random
from dataclasses import replace
from math import comb
from timeit import timeit

import pytest

from hashcop.results.certainty import CONFIDENCE, SYSTEMATIC, Interval
from hashcop.results.margins import joint
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


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [(0.99, 1.03, "tie"), (1, 1.03, "tie"), (1.005, 1.03, "slower"), (0.9, 0.99, "faster")],
)
def test_a_ratio_is_a_tie_if_its_interval_holds_one(low: float, high: float, word: str) -> None:
    found = Relative((low + high) / 2, Interval(low, high, 0.95))
    told = {"tie": found.is_tie, "slower": found.is_slower, "faster": found.is_faster}
    assert [name for name, is_so in told.items() if is_so] == [word]


def test_a_ratio_without_an_interval_is_a_tie() -> None:
    assert Relative(1.0, None).is_tie and Relative(1.5, None).is_tie


def test_the_interval_is_that_of_both_medians_and_what_their_processes_share() -> None:
    medians = [1000.0, *range(1001, 1010)]
    one = implementation("one", {64: [640.0] * 9, 1536: [1.1 * m for m in medians]})
    other = implementation("other", {64: [640.0] * 9, 1536: medians})
    found = relative(one, other, 1536)
    assert found and found.interval and found.ratio == pytest.approx(1.1)
    # Of ten values, the second and the last but one hold the median with 97.9 %.
    shared = math.exp(1.96 * math.sqrt(2) * SYSTEMATIC)
    assert found.interval.low == pytest.approx(1.1 * 1001 / 1008 / shared, rel=1e-4)
    assert found.interval.high == pytest.approx(1.1 * 1008 / 1001 * shared, rel=1e-4)
    same = relative(one, other, 64)
    assert same and same.ratio == 1 and same.is_tie


def test_more_comparisons_take_a_wider_interval() -> None:
    one, other = (implementation(n, {64: [c] * 15}) for n, c in (("a", 66.0), ("b", 60.0)))
    found = (relative(one, other, 64, joint(count)) for count in (2, 10, 50))
    widths = [each.interval.high - each.interval.low for each in found if each and each.interval]
    assert widths == sorted(widths) and widths[0] < widths[-1]
    assert joint(1) == joint(2) == CONFIDENCE and joint(11) == pytest.approx(0.995)


def test_where_one_of_them_is_not_measured_there_is_no_ratio() -> None:
    one, other = implementation("one", {64: [640.0] * 5}), implementation("other", {8: [80.0] * 5})
    assert relative(one, other, 64) is None
    assert relative(one, other, LONG) is None


@pytest.mark.parametrize("length", [0, 64])
def test_without_processes_figures_are_taken_for_those_of_one_process(length: int) -> None:
    one, other = (implementation(n, {}, curve={length: c}) for n, c in (("a", 66), ("b", 60)))
    found = relative(one, other, length)
    assert found and found.interval and found.ratio == pytest.approx(1.1)
    assert found.interval.low == pytest.approx(
        1.1 * math.exp(-1.96 * math.hypot(0.01, 0.003) * 2**0.5), rel=1e-3
    )


def test_the_scatter_of_other_lengths_tells_that_of_a_length_without_processes() -> None:
    made = [
        implementation(
            name, {1536: [1000 * (1 + scatter * n) for n in (-1, 0, 0, 0, 1)]}, {64: 100}
        )
        for name, scatter in (("a", 0.001), ("b", 0.001), ("c", 0.1), ("d", 0.1))
    ]
    quiet, loud = relative(made[0], made[1], 64), relative(made[2], made[3], 64)
    assert quiet and quiet.interval and quiet.interval.high < 1.01
    assert loud and loud.interval and loud.interval.high > 1.1


def test_few_processes_do_not_make_an_interval_narrow() -> None:
    one, other = (implementation(n, {64: [c] * 2}) for n, c in (("a", 101.0), ("b", 100.0)))
    found = relative(one, other, 64)
    assert found and found.is_tie


def test_the_interval_holds_the_ratio_of_the_figures() -> None:
    """A figure is the median of all timings, which may lie beyond the medians of all processes."""
    processes = [100.0 + n for n in range(9)]
    one, other = (implementation(name, {1536: processes}) for name in ("one", "other"))
    found = relative(replace(one, curve={1536: about(130.0, 0.0)}), other, 1536)
    assert found and found.interval
    assert found.ratio == pytest.approx(1.25)
    assert found.interval.low < 1 and found.ratio < found.interval.high
