"""How sure a median is, against arithmetic and simulation; and the reasons for wide quartiles, by made-up timings."""

import random
from collections.abc import Callable, Sequence
from math import log

import pytest

from hashcop.results.certainty import (
    WIDE,
    Interval,
    interval,
    is_wide,
    pairwise_interval,
    ratio_interval,
    unrest,
)
from hashcop.results.quartiles import Quartiles

Process = tuple[list[float], str]

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


# Of two sets that were measured apart. The ranks are those of the tables of Mann and Whitney: of 9 and 9, 17 at 5 %.


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


def test_quartiles_are_wide_from_a_fiftieth_of_the_median_on() -> None:
    assert WIDE == 0.02
    assert not is_wide(Quartiles(990, 1000, 1010))
    assert is_wide(Quartiles(989, 1000, 1010))
    assert not is_wide(Quartiles(0, 0, 0))


# Why quartiles are wide


def processes(
    cost: Callable[[int, int], float], count: int = 9, timings: int = 15, scatter: float = 0.001
) -> list[Process]:
    """cost(process, timing) with a little scatter upwards, the same every time."""
    rng = random.Random("scatter")
    return [
        ([cost(p, t) * (1 + rng.random() * scatter) for t in range(timings)], "")
        for p in range(count)
    ]


def disturbed(some: list[Process], which: Sequence[int], what: str) -> list[Process]:
    return [(timings, what if n in which else "") for n, (timings, _) in enumerate(some)]


QUIET = {
    "steady": processes(lambda p, t: 1000),
    "one process": processes(lambda p, t: 1000, 1),
    "one timing": [([1000.0], "")],
    "one slow process of nine": processes(lambda p, t: 1000 + 300 * (p == 4)),
    "a slow first call": processes(lambda p, t: 1000 + 3000 * (t == 0)),
    "an interrupted timing here and there": processes(
        lambda p, t: 1000 + 90_000 * ((p + t) % 7 == 0)
    ),
    "two modes that lie near each other": processes(lambda p, t: 1000 + 15 * (p % 2)),
    "disturbed, and no wider for it": disturbed(
        processes(lambda p, t: 1000), range(9), "interrupted"
    ),
}


@pytest.mark.parametrize("some", QUIET.values(), ids=QUIET.keys())
def test_where_quartiles_are_near_there_is_no_reason(some: list[Process]) -> None:
    assert unrest(some) == ""


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
    more = [(some[0][0], "moved"), (some[1][0], "moved"), *some[2:]]
    assert unrest(more) == "something else ran on the core while it was timed"


def test_what_disturbed_fewer_is_not_the_reason() -> None:
    few = disturbed(SCATTERED, [0, 2, 4, 6], "interrupted")
    assert unrest(few) == unrest(SCATTERED) == "timings scatter in each process"


def test_disturbed_processes_beside_as_many_quiet_ones_are_no_unrest() -> None:
    some = processes(lambda p, t: 1000 + 500 * (p < 4))
    assert unrest(some) != ""
    assert unrest(disturbed(some, range(4), "moved")) == ""


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
    some = [([rng.uniform(1, 10**6) for _ in range(timings)], "") for _ in range(count)]
    assert (unrest(some) == "") == (count * timings == 1)


def test_costs_of_nothing_and_below_are_no_hindrance() -> None:
    """What is taken off may be more than a call of no work took."""
    assert unrest([([0.0] * 5, ""), ([0.0] * 5, "")]) == ""
    assert unrest([([-3.0, 1.0, 2.0], ""), ([-1.0, 0.5, 4.0], "")])
