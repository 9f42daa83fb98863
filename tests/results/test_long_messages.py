"""What a byte of a long message costs: the slope of plain iterations, and a long message of trees."""

import random
from collections.abc import Mapping, Sequence
from statistics import median

import pytest

from hashcop.results import slopes
from hashcop.results.certainty import RISK, interval
from hashcop.results.long_messages import of_points, why_missing, without_long
from hashcop.results.quartiles import Quartiles, quartiles
from hashcop.results.recorded import Point
from hashcop.results.samples import Disturbance, undisturbed
from hashcop.results.summary import SLOPE_LENGTHS, STEADY_LENGTHS, Certainty

SHORT, LONG = SLOPE_LENGTHS
QUIET = Disturbance()
Timings = Sequence[Sequence[float]]  # of each process


def of(timed: Mapping[int, Timings]) -> tuple[dict[int, Quartiles], dict[int, Point]]:
    """A curve, and what is known of its lengths, of quiet processes."""
    curve, points = {}, {}
    for length, each in timed.items():
        processes = [(timings, QUIET) for timings in each]
        medians = tuple(median(timings) for timings in each)
        sure = Certainty(interval(medians), medians, len(each), 0, 0.0, "")
        curve[length] = quartiles(undisturbed(processes))
        points[length] = Point(f"key {length}", processes, sure)
    return curve, points


def made(
    per_byte: float, layouts: Sequence[float], noise: float = 0.0, seed: int = 1
) -> dict[int, Timings]:
    """Two lengths in a process for each layout, which costs so many cycles more at both."""
    rng = random.Random(seed)

    def each(n: int) -> Timings:
        return [
            [layout + per_byte * n * (1 + rng.gauss(0, noise)) for _ in range(15)]
            for layout in layouts
        ]

    return {SHORT: each(SHORT), LONG: each(LONG)}


def test_the_slope_is_the_difference_of_the_medians_of_the_tables() -> None:
    curve, points = of({SHORT: [[1000, 1100], [1200, 900]], LONG: [[3000, 3400], [3700, 3100]]})
    found = slopes.slope(curve, points)
    assert found and found.median == (curve[LONG].median - curve[SHORT].median) / (LONG - SHORT)
    assert found.low <= found.median <= found.high


def test_what_slows_a_whole_process_down_cancels_in_its_interval() -> None:
    curve, points = of(made(2.0, [100, 3000, 500, 800, 1600, 200, 900]))
    sure = slopes.certainty(curve, points)
    assert sure
    assert (sure.interval.low, sure.interval.high) == pytest.approx((2.0, 2.0))
    assert sure.chance < RISK


def test_the_interval_holds_the_slope_where_processes_disagree() -> None:
    """Each length is in two modes, which fall differently: medians of lengths are of different processes."""
    short = [[1000.0], [1000.0], [1000.0], [1400.0], [1400.0]]
    long = [[3000.0], [3400.0], [3400.0], [3400.0], [3000.0]]
    curve, points = of({SHORT: short, LONG: long})
    found, sure = slopes.slope(curve, points), slopes.certainty(curve, points)
    assert found and sure and found.median == 2400 / 2048
    assert sure.interval.low <= found.median <= sure.interval.high
    assert sure.chance > RISK and sure.cause.startswith("the costs of 2048 and 4096 bytes")


@pytest.mark.parametrize("noise", [0.001, 0.01])
def test_the_interval_holds_the_truth_as_often_as_it_says(noise: float) -> None:
    rng = random.Random(noise)
    held = 0
    for seed in range(200):
        timed = made(3.0, [rng.choice((0, 400)) for _ in range(15)], noise, seed)
        sure = slopes.certainty(*of(timed))
        assert sure
        held += sure.interval.low <= 3.0 <= sure.interval.high
    assert held >= 185  # 95 % of 200, and three standard errors


def test_long_of_a_plain_iteration_is_the_slope() -> None:
    timed = made(2.0, [100] * 6) | {STEADY_LENGTHS[-1]: [[9e6]] * 6}
    found = of_points("sha256", *of(timed))
    assert found.bytes == 0 and found.figure == found.slope
    assert found.figure and found.figure.median == pytest.approx(2.0)
    assert found.certainty == found.slope_certainty


def test_long_of_a_tree_is_a_long_message() -> None:
    """Of 4096 bytes a core hashes four leaves at once, and of many more sixteen: the slope says nothing."""
    longest = STEADY_LENGTHS[-1]
    timed = made(2.4, [100] * 6)
    timed |= {n: [[0.3 * n * (1 + k / 1000)] for k in range(6)] for n in STEADY_LENGTHS}
    found = of_points("blake3", *of(timed))
    assert found.bytes == longest
    assert found.figure and found.figure.median == pytest.approx(0.3, rel=0.01)
    assert found.slope and found.slope.median == pytest.approx(2.4)
    sure = found.certainty
    assert sure and sure.interval.low == pytest.approx(0.3) and len(sure.medians) == 6


def test_without_a_long_message_a_tree_has_no_figure_and_says_why() -> None:
    found = of_points("k12", *of(made(2.4, [100] * 6)))
    assert (found.figure, found.certainty, found.bytes) == (None, None, 0)
    assert found.slope and "tree" in why_missing("k12") and "65536" in why_missing("k12")
    assert "tree" not in why_missing("sha256")


def test_a_line_is_not_drawn_to_long_messages_of_a_tree() -> None:
    curve = {n: Quartiles(n, n, n) for n in (8, LONG, *STEADY_LENGTHS)}
    assert list(without_long("blake3", curve)) == [8, LONG]
    assert without_long("sha256", curve) == curve
