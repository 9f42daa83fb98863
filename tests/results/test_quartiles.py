"""Timings become figures: medians and quartiles."""

import math
import random
from fractions import Fraction

import pytest

from hashcop.results.quartiles import Quartiles, quartiles, stabilized


def test_quartiles_lie_between_neighbours_with_both_ends_included() -> None:
    assert quartiles([1, 2, 3, 4, 5]) == Quartiles(2, 3, 4)
    assert quartiles([4, 1, 3, 2]) == Quartiles(1.75, 2.5, 3.25)
    assert quartiles([10, 20]) == Quartiles(12.5, 15, 17.5)


def test_one_timing_is_all_of_its_quartiles() -> None:
    assert quartiles([7]) == Quartiles(7, 7, 7)


def test_no_timings_have_no_quartiles() -> None:
    with pytest.raises(ValueError, match="no timings"):
        quartiles([])


def test_the_order_of_timings_does_not_matter_and_one_outlier_moves_nothing() -> None:
    timings = [100.0] * 14 + [10**9]
    random.Random(1).shuffle(timings)
    assert quartiles(timings) == Quartiles(100, 100, 100)


def test_divided_by_bytes_all_three_are_per_byte() -> None:
    assert Quartiles(10, 20, 30) / 10 == Quartiles(1, 2, 3)


def by_shares(timings: list[int], which: int) -> Fraction:
    """The description of a stabilized quartile, literally: each timing is a share of the way from 0 to 1."""
    low, high, total = Fraction(2 * which - 1, 8), Fraction(2 * which + 1, 8), Fraction(0)
    for place, timing in enumerate(sorted(timings)):
        first, last = (Fraction(place + end, len(timings)) for end in (0, 1))
        total += max(Fraction(0), min(last, high) - max(first, low)) * timing
    return total / (high - low)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 8, 15, 16, 33])
def test_a_stabilized_quartile_is_the_mean_around_it_each_timing_by_its_share(count: int) -> None:
    chance = random.Random(count)
    timings = [chance.randrange(-50, 5000) for _ in range(count)]
    for which in (1, 2, 3):
        assert stabilized(timings, which) == math.floor(by_shares(timings, which))


def test_stabilized_quartiles_of_eight_timings_are_means_of_two() -> None:
    timings = [80, 10, 30, 20, 40, 60, 50, 70]
    assert [stabilized(timings, which) for which in (1, 2, 3)] == [25, 45, 65]


def test_no_timings_have_no_stabilized_quartile() -> None:
    with pytest.raises(ValueError, match="no timings"):
        stabilized([], 2)
