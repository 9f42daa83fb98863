"""Curves from made timings whose truth is known: what the lengths of a few processes tell together."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from hashcop.results.curves import CERTAIN, CONTRADICTS, EACH, NOT_QUIET, Curve, level, references
from hashcop.results.grids import WHATS

LENGTHS = np.arange(4097)
BLOCKS = 200.0 + 400.0 * ((LENGTHS + 9 + 63) // 64)
NOISE = 0.001
Floats = NDArray[np.float64]


class Made:
    """Processes that each timed every length of a function five times; then something is done to them."""

    def __init__(self, true: Floats = BLOCKS, processes: int = 3, seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        noise = 1 + NOISE * chance.standard_normal((processes, len(LENGTHS), 5))
        self.chance, self.true = chance, true
        self.timings: Floats = true[None, :, None] * noise
        self.sizes: Floats = np.zeros((processes, len(LENGTHS)))
        self.kinds = np.zeros((processes, len(LENGTHS)), dtype=np.int64)

    @property
    def curve(self) -> Curve:
        return Curve(LENGTHS, self.timings, self.sizes, self.kinds)

    @property
    def errors(self) -> Floats:
        """By what part each length is off."""
        return np.asarray(self.curve.costs / self.true - 1)

    def hidden(self, part: float, slower: float) -> "Made":
        """Part of all lengths of each process is slower, and nothing shows it."""
        self.timings[self.chance.random(self.sizes.shape) < part] *= slower
        return self

    def shared(self, part: float, slower: float, size: float = 0.3) -> "Made":
        """A neighbour on the core makes part of all lengths slower, and takes some of its width."""
        busy = self.chance.random(self.sizes.shape) < part
        self.timings[busy] *= slower
        self.sizes[busy], self.kinds[busy] = size, WHATS.index("shared")
        return self

    def untimed(self, process: int, lengths: Sequence[int]) -> "Made":
        """A process that timed only these lengths."""
        others = np.setdiff1d(LENGTHS, lengths)
        self.timings[process, others], self.sizes[process, others] = np.nan, np.nan
        return self


def test_on_a_quiet_machine_every_length_is_true_and_settled() -> None:
    made = Made(processes=2)
    assert np.abs(made.errors).max() < 0.005
    assert made.curve.unsettled == {}


def test_processes_with_other_addresses_make_no_comb() -> None:
    made = Made(processes=3).shared(0.5, 1.5)
    made.timings *= np.array([0.97, 1.0, 1.04])[:, None, None]
    assert made.curve.layouts == pytest.approx([0.97, 1.0, 1.04], rel=0.002)
    assert (np.abs(made.errors) > 0.01).mean() < 0.001


def test_what_is_slower_for_a_while_is_found_by_another_process() -> None:
    made = Made(processes=3).hidden(0.2, 1.05)
    wrong = np.abs(made.errors) > 0.01
    assert wrong.mean() < 0.02
    assert set(np.flatnonzero(wrong)) <= set(made.curve.unsettled)


def test_beside_a_neighbour_the_quiet_processes_count() -> None:
    made = Made(processes=3).shared(0.6, 1.4)
    never = (made.sizes > 0).all(axis=0)
    assert np.abs(made.errors[~never]).max() < 0.01


def test_a_length_without_a_quiet_process_says_so_and_is_as_near_as_its_neighbour_allows() -> None:
    made = Made(processes=2).shared(0.5, 1.3)
    never = np.flatnonzero((made.sizes > 0).all(axis=0))
    told = made.curve.unsettled
    assert {told[n] for n in never if n in told} == {NOT_QUIET}
    assert len([n for n in never if n in told]) > 0.9 * len(never)
    assert np.abs(made.errors[never]).max() < 0.1


def test_a_call_that_a_neighbour_does_not_slow_down_is_settled_beside_it() -> None:
    """Nearly all: of the first lengths of a block it could be one of the block before, made slower as much."""
    made = Made(processes=2).shared(0.5, 1.0)
    assert len(made.curve.unsettled) < 0.1 * len(LENGTHS)
    assert np.abs(made.errors).max() < 0.005


def test_where_no_process_was_quiet_nothing_is_settled() -> None:
    made = Made(processes=2).shared(1.0, 1.3)
    assert set(made.curve.unsettled.values()) == {NOT_QUIET}
    assert len(made.curve.unsettled) == len(LENGTHS)


STEP = BLOCKS * (1 + 0.06 * (LENGTHS % 64 >= 32))
CLIFF = BLOCKS + 2048 * (LENGTHS > 1024)
ALIGNED = BLOCKS * (1 - 0.05 * (LENGTHS % 16 == 0))
SINGLE = BLOCKS * (1 + 0.5 * (LENGTHS == 2048))


@pytest.mark.parametrize("true", [STEP, CLIFF, ALIGNED, SINGLE, 200.0 + 8.0 * LENGTHS])
def test_no_feature_of_a_function_is_smoothed(true: Floats) -> None:
    made = Made(true, processes=3)
    assert np.abs(made.errors).max() < 0.005


@pytest.mark.parametrize("true", [STEP, CLIFF, ALIGNED, SINGLE])
def test_a_feature_is_settled_once_enough_processes_agree_on_it(true: Floats) -> None:
    assert Made(true, processes=CERTAIN).curve.unsettled == {}
    single = Made(SINGLE, processes=2).curve.unsettled
    assert single == {2048: CONTRADICTS}


def test_lengths_that_only_some_processes_timed_are_read_like_all_others() -> None:
    made = Made(processes=4).untimed(2, range(0, 4097, 9)).untimed(3, [5, 77, 1025])
    assert np.abs(made.errors).max() < 0.005
    assert made.curve.unsettled == {}


def test_half_of_all_processes_in_another_mode_by_address_make_one_curve() -> None:
    made = Made(processes=4)
    made.timings[::2] *= 1.05
    ratio = made.curve.costs / BLOCKS
    assert ratio.max() / ratio.min() < 1.01


def test_a_curve_of_few_lengths_is_settled_by_the_next_on_either_side() -> None:
    lengths = np.array([n for k in range(60) for n in (56 + 64 * k, 119 + 64 * k)])
    made = Made(processes=2)
    found = Curve(lengths, *(one[:, lengths] for one in (made.timings, made.sizes, made.kinds)))
    assert found.unsettled == {}
    made.timings[:, 56 + 64 * 7] *= 1.2
    found = Curve(lengths, *(one[:, lengths] for one in (made.timings, made.sizes, made.kinds)))
    assert found.unsettled[56 + 64 * 7] == CONTRADICTS


def test_quartiles_hold_the_cost_and_are_those_of_the_timings_that_agree() -> None:
    made = Made(processes=3).hidden(0.2, 1.05)
    for one in made.curve.quartiles():
        assert one.low <= one.median <= one.high < 1.01 * one.low


def test_the_processes_of_a_settled_length_are_those_that_agree_on_it() -> None:
    made = Made(processes=6)
    made.timings[:2, 1536] *= 1.2  # nothing shows it
    made.timings[5] *= 1.03  # of another layout
    (processes,) = made.curve.processes((1536,)).values()
    assert made.curve.timed(1536) == 6 and len(processes) == 4
    true = float(np.median([np.median(timings) for timings, _ in processes]))
    assert true == pytest.approx(BLOCKS[1536], rel=0.01)
    assert all(np.median(t) == pytest.approx(true, rel=0.005) and not why for t, why in processes)


def test_what_disturbed_the_lengths_of_tables_is_told_by_its_name() -> None:
    made = Made(processes=2).shared(0.99, 1.3)
    assert {64, 1536} <= set(made.curve.unsettled)
    for processes in made.curve.processes((64, 1536)).values():
        assert {why.what for _, why in processes} <= {"", "shared"}
        assert all(bool(why) == (why.what == "shared") for _, why in processes)


def test_processes_that_are_all_slow_though_nothing_shows_it_do_not_count() -> None:
    made = Made(processes=4)
    made.timings[1:] *= np.array([1.12, 1.2, 1.3])[:, None, None]
    assert np.abs(made.errors).max() < 0.005
    assert made.curve.layouts == pytest.approx([1, 1, 1, 1])


def test_a_process_that_timed_only_what_was_slow_before_is_levelled_by_its_references() -> None:
    """The others are timed again because they were slow: at them an earlier process is slower than it is."""
    made = Made(processes=3)
    slow = np.setdiff1d(np.arange(200, 1400), references(list(LENGTHS)))
    made.timings[0, slow] *= 1.04
    made.timings[1, slow] *= 1.09
    made.untimed(2, [*slow, *references(list(LENGTHS))])
    assert made.curve.layouts == pytest.approx([1, 1, 1], abs=0.002)
    assert np.abs(made.errors).max() < 0.005


def test_each_curve_has_references_of_all_places_in_a_block() -> None:
    found = references(list(LENGTHS))
    assert len(found) == len(LENGTHS) // EACH
    assert all(len({n % block for n in found}) > 0.8 * block for block in (64, 128))


def test_one_wrong_figure_does_not_settle_those_beside_it() -> None:
    """A process whose neighbour came between two chains, among lengths that no process timed quietly."""
    made = Made(processes=2).shared(1.0, 1.5)
    made.sizes[0, 1000], made.kinds[0, 1000] = 0, 0
    assert set(made.curve.unsettled) >= set(range(990, 1010))


TABLE = {n: float(BLOCKS[n]) for n in (8, 64, 576, 1536, 2048, 4096)}


def test_a_curve_is_levelled_by_the_table_though_some_of_its_lengths_are_not_settled() -> None:
    costs = 1.03 * BLOCKS
    assert level(LENGTHS, costs, [], TABLE) == pytest.approx(1.03)
    wrong = [64, 576, 1536]
    costs[wrong] *= 1.5
    assert level(LENGTHS, costs, wrong, TABLE) == pytest.approx(1.03, rel=0.002)
    assert level(LENGTHS, costs, LENGTHS, TABLE) == 1  # nothing is known


def test_lengths_unlike_those_beside_them_do_not_level_a_curve_by_them() -> None:
    costs = BLOCKS * (1 - 0.05 * (LENGTHS % 16 == 0))
    table = {n: float(costs[n]) for n in TABLE}
    assert level(LENGTHS, costs, list(TABLE), table) == 1


def test_a_factor_that_addresses_do_not_explain_is_left() -> None:
    assert level(LENGTHS, 1.3 * BLOCKS, [], TABLE) == 1
