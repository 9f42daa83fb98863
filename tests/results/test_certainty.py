"""How sure a median is, against arithmetic and simulation; and the reasons for wide quartiles, by made-up timings."""

import random
from collections.abc import Callable, Sequence
from math import inf, log
from statistics import median

import pytest

from hashcop.results.certainty import (
    RISK,
    Errors,
    Interval,
    are_sure,
    cause,
    errors,
    interval,
    is_sure,
    layout,
    ratio_interval,
    unrest,
)
from hashcop.results.samples import Disturbance
from tests.support.made_up import process

Process = tuple[list[float], Disturbance]

QUIET = Disturbance()

# Ranks of both ends from 1, and the confidence: 1 - 2 P(at most so many of n coins show heads), by hand.
EXACT = {
    1: (1, 1, 0.0),
    2: (1, 2, 0.5),
    3: (1, 3, 1 - 2 / 8),
    5: (1, 5, 1 - 2 / 32),
    6: (1, 6, 1 - 2 / 64),
    9: (2, 8, 1 - 2 * (1 + 9) / 512),
    17: (5, 13, 1 - 2 * (1 + 17 + 136 + 680 + 2380) / 131072),
}


# Intervals


def assert_is(found: Interval, low: float, high: float, confidence: float) -> None:
    assert (found.low, found.high) == (low, high)
    assert found.confidence == pytest.approx(confidence)


@pytest.mark.parametrize("count", EXACT)
def test_an_interval_is_between_these_ranks_with_this_confidence(count: int) -> None:
    low, high, confidence = EXACT[count]
    values = list(range(1, count + 1))
    random.Random(count).shuffle(values)
    assert_is(interval(values), low, high, confidence)


@pytest.mark.parametrize("count", range(6, 60))
def test_from_six_values_on_the_confidence_is_what_is_wanted_and_no_narrower_one_has_it(
    count: int,
) -> None:
    found = interval(range(count))
    assert found.confidence >= 0.95
    assert found.low == count - 1 - found.high
    narrower = Interval(found.low + 1, found.high - 1, 0)
    if narrower.low < narrower.high:
        within = sum(_binomial(count, k) for k in range(int(found.low) + 2, int(found.high)))
        assert within < 0.95


def _binomial(count: int, k: int) -> float:
    """The probability of k heads of so many coins."""
    p = 0.5**count
    for i in range(k):
        p = p * (count - i) / (i + 1)
    return p


@pytest.mark.parametrize("count", [3, 6, 9, 17])
def test_an_interval_holds_the_median_of_a_skewed_distribution_as_often_as_it_says(
    count: int,
) -> None:
    rng, trials = random.Random(f"coverage {count}"), 4000
    held = 0
    for _ in range(trials):
        found = interval([1000 + rng.expovariate(1 / 50) for _ in range(count)])
        held += found.low <= 1000 + 50 * log(2) <= found.high
    # Of 4000 trials a share of 0.75 is known to 0.7 %, one of 0.95 to 0.35 %: this is four times as much.
    assert held / trials == pytest.approx(EXACT[count][2], abs=0.028 if count == 3 else 0.014)


def test_order_does_not_matter_and_one_wild_value_is_left_out() -> None:
    values = [100.0, 101, 102, 103, 104, 105, 106, 107, 10**9]
    assert interval(values) == interval(values[::-1])
    assert_is(interval(values), 101, 107, 0.9609375)


def test_equal_values_have_an_interval_of_no_width() -> None:
    found = interval([7.0] * 9)
    assert (found.low, found.high) == (7, 7)


def test_of_no_values_there_is_no_interval() -> None:
    with pytest.raises(ValueError, match="no values"):
        interval([])


def test_a_ratio_is_of_pairs() -> None:
    theirs = [100.0, 200, 300, 400, 500, 600]
    assert_is(ratio_interval([2 * t for t in theirs], theirs), 2, 2, 0.96875)
    shuffled = ratio_interval([2 * t for t in theirs], theirs[::-1])
    assert shuffled.low < 1 < shuffled.high
    with pytest.raises(ValueError):
        ratio_interval(theirs, theirs[1:])


# How likely a figure is off


def agreeing(scatter: float, count: int = 15, off: float = 0.0) -> list[Process]:
    """Processes whose medians scatter evenly by this part."""
    rng = random.Random("agreeing")
    return [([1000 * (1 + off + rng.uniform(-scatter, scatter))] * 15, QUIET) for _ in range(count)]


def beside(some: list[Process], size: float, slower: float, count: int) -> list[Process]:
    """A neighbour beside the first processes takes about this part of the width; they take longer by another part."""
    rng = random.Random("beside")
    found: list[Process] = []
    for timings, _ in some[:count]:
        factor = rng.uniform(0.7, 1.3)
        longer = [one * (1 + slower * factor) for one in timings]
        found.append((longer, Disturbance("shared", size * factor)))
    return found + some[count:]


def chance(some: list[Process], calibration: float = 0.0) -> float:
    return errors(some, calibration).chance


def test_processes_that_agree_are_right() -> None:
    assert chance(agreeing(0.002)) < 0.01
    assert chance(agreeing(0.002, count=3)) < 0.01


def test_the_less_processes_agree_the_likelier_the_figure_is_off() -> None:
    chances = [chance(agreeing(scatter)) for scatter in (0.01, 0.03, 0.06, 0.2)]
    assert chances == sorted(chances) and chances[0] < RISK < chances[2] and chances[3] > 0.5


def test_more_processes_that_agree_as_little_make_it_less_likely() -> None:
    assert chance(agreeing(0.025, count=60)) < RISK < chance(agreeing(0.025))


def test_a_single_process_tells_nothing_of_others() -> None:
    assert errors(agreeing(0.5, count=1), 0).scatter == 0


@pytest.mark.parametrize(("off", "likely"), [(0.0, 0), (0.001, 0), (0.003, 0), (0.02, 1), (0.5, 1)])
def test_a_calibration_that_is_off_puts_the_figure_off(off: float, likely: float) -> None:
    assert chance(agreeing(0.002), off) == pytest.approx(likely, abs=0.02)


def test_what_disturbs_few_of_many_processes_does_not_matter() -> None:
    assert chance(beside(agreeing(0.002), 0.3, 0.3, 12)) < 0.01


def test_a_neighbour_of_all_processes_that_slows_them_down_puts_the_figure_off() -> None:
    assert chance(beside(agreeing(0.002), 0.1, 0.12, 15)) > 0.9


def test_one_that_does_not_slow_them_down_does_not() -> None:
    """A chain of dependent instructions is as fast beside a busy hyperthread."""
    assert chance(beside(agreeing(0.001), 0.2, 0.0, 15)) < RISK


def test_a_neighbour_that_is_always_equally_busy_is_taken_to_slow_them_down() -> None:
    some: list[Process] = [(timings, Disturbance("shared", 0.1)) for timings, _ in agreeing(0.001)]
    assert chance(some) > 0.9


def test_a_disturbance_without_measure_is_a_large_one() -> None:
    some: list[Process] = [(timings, Disturbance("moved", inf)) for timings, _ in agreeing(0.001)]
    assert chance(some) > 0.9


def test_the_chance_is_that_of_a_normal_distribution() -> None:
    alone = Errors(calibration=0.01, disturbance=0, scatter=0)
    assert alone.chance == pytest.approx(0.5, abs=1e-9)
    # Standard deviations of 0.004 and 0.003 give 0.005: 1 % is two of them, on both sides.
    assert Errors(0, 0, 0.004).chance == pytest.approx(2 * 0.02275, abs=1e-4)


# Whether more processes are needed


def test_a_figure_is_sure_once_enough_quiet_processes_agree() -> None:
    assert is_sure(agreeing(0.003))
    assert not is_sure(agreeing(0.03))
    assert is_sure(beside(agreeing(0.003), 0.3, 0.5, 9))
    assert not is_sure(beside(agreeing(0.003), 0.3, 0.5, 14))
    assert not is_sure([])


def test_all_lengths_must_be_sure() -> None:
    steady = [[(8, 1, 500 + n % 2), (64, 1, 1000)] for n in range(15)]
    scattered = [[(8, 1, 500), (64, 1, 1000 + n * 20)] for n in range(15)]
    assert are_sure([process(rows) for rows in steady])
    assert not are_sure([process(rows) for rows in scattered])


# The likely cause


def cause_of(some: list[Process], calibration: float = 0.0) -> str:
    return cause(some, errors(some, calibration))


def test_the_largest_error_is_the_cause() -> None:
    apart = agreeing(0.1)
    assert cause_of(apart) == "it differs from process to process, as addresses fall"
    assert cause_of(apart, 0.3) == "the calibration check beside it was off by 30.0 %"
    assert cause_of(beside(apart, 0.4, 0.5, 15)) == "another hyperthread of the core was busy"


# Why timings scatter


def processes(
    cost: Callable[[int, int], float], count: int = 9, timings: int = 15, scatter: float = 0.001
) -> list[Process]:
    """cost(process, timing) with a little scatter upwards, the same every time."""
    rng = random.Random("scatter")
    return [
        ([cost(p, t) * (1 + rng.random() * scatter) for t in range(timings)], QUIET)
        for p in range(count)
    ]


def disturbed(some: list[Process], which: Sequence[int], what: str) -> list[Process]:
    why = Disturbance(what, 0.0 if what == "interrupted" else 0.1)
    return [(timings, why if n in which else QUIET) for n, (timings, _) in enumerate(some)]


SCATTERED = processes(lambda p, t: 1000, scatter=0.2)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("shared", "another hyperthread of the core was busy"),
        ("moved", "the core's rate changed while it was timed"),
        ("interrupted", "something else ran on the core while it was timed"),
    ],
)
def test_what_disturbed_most_processes_is_the_reason(what: str, said: str) -> None:
    assert unrest(disturbed(SCATTERED, [0, 2, 4, 6, 8], what)) == said
    assert unrest(disturbed(SCATTERED, range(9), what)) == said


def test_of_several_disturbances_the_most_frequent_is_the_reason() -> None:
    some = disturbed(SCATTERED, [0, 1, 2, 3, 4, 5], "interrupted")
    moved = Disturbance("moved", 0.1)
    more = [(some[0][0], moved), (some[1][0], moved), *some[2:]]
    assert unrest(more) == "something else ran on the core while it was timed"


def test_what_disturbed_fewer_is_not_the_reason() -> None:
    few = disturbed(SCATTERED, [0, 2, 4, 6], "interrupted")
    assert unrest(few) == unrest(SCATTERED) == "timings scatter in each process"


def test_two_modes_by_process_are_told_with_their_cycles() -> None:
    some = processes(lambda p, t: (1000, 1200)[p in (1, 2, 5, 7)])
    assert unrest(some) == "two modes, by process: about 1,000 or 1,201 cycles, as addresses fall"


def test_two_modes_within_each_process_are_told_with_their_cycles() -> None:
    some = processes(lambda p, t: (1000, 1200)[(p + t * t) % 3 == 0])
    assert unrest(some) == "two modes in each process: about 1,001 or 1,200 cycles"


@pytest.mark.parametrize(("step", "word"), [(12, "slower"), (-12, "faster")])
def test_drift_over_the_processes_is_told_with_its_direction(step: int, word: str) -> None:
    some = processes(lambda p, t: 1000 + step * p)
    assert unrest(some) == f"drift: {word} from one process to the next"


@pytest.mark.parametrize(("step", "word"), [(12, "slower"), (-12, "faster")])
def test_drift_within_each_process_is_told_with_its_direction(step: int, word: str) -> None:
    some = processes(lambda p, t: 1000 + step * t)
    assert unrest(some) == f"drift: {word} with each call of a process"


def test_processes_that_differ_without_an_order_are_told_so() -> None:
    costs = (1030, 1000, 1075, 1015, 1060, 1090, 1045, 1005, 1082)
    some = processes(lambda p, t: costs[p])
    assert unrest(some) == "it differs from process to process, as addresses fall"


def test_timings_without_any_order_are_told_to_scatter() -> None:
    assert unrest(SCATTERED) == "timings scatter in each process"


def test_one_process_is_told_by_what_is_within_it() -> None:
    assert unrest(processes(lambda p, t: 1000 + 12 * t, 1)).startswith("drift: slower with each")
    assert unrest(processes(lambda p, t: (1000, 1200)[t % 2], 1)).startswith("two modes in each")


@pytest.mark.parametrize("count", range(1, 10))
@pytest.mark.parametrize("timings", [1, 2, 5, 15])
def test_however_few_there_are_something_is_said(count: int, timings: int) -> None:
    rng = random.Random(f"{count} {timings}")
    some = [([rng.uniform(1, 10**6) for _ in range(timings)], QUIET) for _ in range(count)]
    assert unrest(some) and cause_of(some)


def test_costs_of_nothing_and_below_are_no_hindrance() -> None:
    """What is taken off may be more than a call of no work took."""
    for some in (
        [([0.0] * 5, QUIET), ([0.0] * 5, QUIET)],
        [([-3.0, 1.0, 2.0], QUIET), ([-1.0, -0.5, 4.0], QUIET)],
    ):
        assert cause_of(some) and 0 <= chance(some) <= 1


def layouts(between: float, within: float, processes: int = 15, seed: int = 1) -> list[Process]:
    """Processes whose addresses make them differ by one standard deviation, and whose timings scatter by another."""
    rng = random.Random(seed)
    middles = [1000 * (1 + rng.gauss(0, between)) for _ in range(processes)]
    return [([m * (1 + rng.gauss(0, within)) for _ in range(15)], Disturbance()) for m in middles]


@pytest.mark.parametrize("between", [0.0, 0.005, 0.02])
def test_what_addresses_make_of_a_call_is_told_from_the_scatter_within_processes(
    between: float,
) -> None:
    found = [layout(layouts(between, 0.01, seed=seed)) for seed in range(1000)]
    known = [one for one in found if one is not None]
    assert len(known) == 1000
    assert median(known) == pytest.approx(between, rel=0.15, abs=0.0015)


def test_of_few_quiet_processes_the_effect_of_addresses_is_not_known() -> None:
    made = layouts(0.02, 0.0)
    assert layout(made[:5]) is None
    assert layout([(one, Disturbance("shared", 0.3)) for one, _ in made]) is None
