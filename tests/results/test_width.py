"""The width of a core that is alone, from readings beside neighbours and from outliers."""

import random

import pytest

from hashcop.results.width import Readings, alone

RNG = random.Random("widths")
ALONE = [4.72 * (1 + RNG.uniform(-0.003, 0.003)) for _ in range(60)]
OUTLIERS = [4.84, 4.99, 5.01, 5.11]
SHARED = [RNG.uniform(2.6, 4.5) for _ in range(60)]


def _peak(some: list[float]) -> float:
    return Readings(some).peak


def test_of_a_core_that_is_always_alone_it_is_the_middle() -> None:
    assert _peak(ALONE) == pytest.approx(4.72, rel=0.002)


@pytest.mark.parametrize("some", [ALONE, ALONE + SHARED, ALONE[:30] + SHARED])
def test_outliers_and_neighbours_do_not_move_the_peak(some: list[float]) -> None:
    assert _peak(some + OUTLIERS) == pytest.approx(4.72, rel=0.003)


def test_of_two_peaks_the_higher_one_counts_unless_few_are_in_it() -> None:
    beside = [2.8] * 60
    assert _peak(ALONE[:25] + beside) == pytest.approx(4.72, rel=0.003)
    assert _peak(ALONE[:4] + beside) == pytest.approx(2.8, rel=0.001)


def test_a_core_that_is_seldom_alone_shows_it_all_the_same() -> None:
    """Beside a neighbour that rests for a fortieth of the time, after many readings of a busy core."""
    seldom = [4.72 * (1 + RNG.uniform(-0.003, 0.003)) for _ in range(500)]
    busy = [RNG.gauss(2.8, 0.15) for _ in range(19500)]
    assert _peak(seldom + busy) == pytest.approx(4.72, rel=0.003)
    assert alone([2.8], seldom + busy) == pytest.approx(4.72, rel=0.003)


def test_outliers_of_a_long_run_are_no_peak() -> None:
    many = [4.72 * (1 + RNG.uniform(-0.003, 0.003)) for _ in range(20000)]
    outliers = [RNG.uniform(4.9, 4.94) for _ in range(1500)]
    assert _peak(many + outliers) == pytest.approx(4.72, rel=0.003)


def test_an_estimate_a_little_too_low_is_forgotten() -> None:
    assert alone([4.45], ALONE + SHARED) == pytest.approx(4.72, rel=0.002)


@pytest.mark.parametrize("some", [[], [4.7], [4.7] * 4, [3.0, 3.2, 3.4, 3.6, 3.8, 4.0]])
def test_few_or_scattered_readings_have_no_peak(some: list[float]) -> None:
    assert _peak(some) == 0


@pytest.mark.parametrize("outlier", [4.84, 4.99, 5.11])
def test_an_estimate_that_was_an_outlier_is_forgotten(outlier: float) -> None:
    assert alone([outlier], ALONE) == pytest.approx(4.72, rel=0.002)


def test_an_estimate_made_beside_a_neighbour_is_forgotten() -> None:
    assert alone([2.8], ALONE) == pytest.approx(4.72, rel=0.002)
    assert alone([2.8, 0, 4.72], []) == 4.72


@pytest.mark.parametrize("width", [2.8, 4.2])
def test_a_neighbour_that_is_always_there_does_not_lower_the_estimate(width: float) -> None:
    assert alone([4.72], [width] * 60) == 4.72


def test_a_neighbour_that_takes_a_little_now_and_then_does_not_either() -> None:
    """At 4.5 of 4.72 there is a peak, and it is near; but a core that is alone has most readings in its peak."""
    assert alone([4.72], [4.5] * 30 + SHARED) == 4.72


def test_readings_of_a_rate_that_rises_do_not_raise_the_estimate() -> None:
    assert alone([4.72], [4.99] * 20 + ALONE[:10]) == 4.72


def test_what_nothing_tells_is_0() -> None:
    assert alone([], []) == alone([0.0], [4.7]) == 0
    assert alone([0.0], ALONE) == pytest.approx(4.72, rel=0.002)
