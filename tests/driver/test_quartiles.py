"""Timings become figures: medians, quartiles, and the slope between two lengths."""

import random

import pytest

from driver.quartiles import Quartiles, quartiles, slope


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


def test_a_slope_is_what_more_bytes_cost_each() -> None:
    assert slope([100, 100, 100], [300, 500, 700], 100) == Quartiles(3, 4, 5)


def test_what_slows_a_whole_process_down_cancels_in_the_slope() -> None:
    by_process = [0, 50, 1000]
    short = [2000 + extra for extra in by_process]
    long = [4000 + extra for extra in by_process]
    assert slope(short, long, 2000) == Quartiles(1, 1, 1)
