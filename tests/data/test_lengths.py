"""The lengths that are measured, and how often."""

import pytest

from hashcop.data import lengths


def test_a_full_curve_is_every_length_to_the_longest() -> None:
    assert lengths.full_curve() == list(range(4097))


def test_a_coarse_curve_has_every_length_to_256_and_those_of_the_tables() -> None:
    coarse = lengths.coarse_curve()
    assert coarse == sorted(set(coarse))
    assert set(range(257)) <= set(coarse)
    assert set(lengths.TABLE) <= set(coarse)
    assert lengths.LONGEST in coarse
    assert set(coarse) <= set(lengths.full_curve())
    assert len(coarse) < len(lengths.full_curve()) / 5


@pytest.mark.parametrize(
    ("block", "padding", "gap"), [(64, 9, 1), (128, 17, 32), (64, 1, 32), (32, 1, 32)]
)
def test_a_coarse_curve_has_lengths_close_before_and_after_the_step_of_each_block(
    block: int, padding: int, gap: int
) -> None:
    coarse = lengths.coarse_curve()
    for end in range(512, 4096, max(block, 64)):
        longest = end - padding  # that needs no block more
        before = max(n for n in coarse if n <= longest)
        after = min(n for n in coarse if n > longest)
        assert after - before <= gap


def test_the_race_s_length_and_those_of_the_slope_are_in_the_tables() -> None:
    assert lengths.RACE in lengths.TABLE
    assert set(lengths.SLOPE) <= set(lengths.TABLE)
    assert max(lengths.TABLE) == lengths.LONGEST


def test_tables_are_timed_most_often_and_longest_each_time_and_curves_least() -> None:
    table, curve = lengths.USUAL.for_table, lengths.USUAL.for_curve
    assert (table.processes, table.timings, table.steps) > (
        curve.processes,
        curve.timings,
        curve.steps,
    )
    assert lengths.USUAL.trial.processes == 1


def test_only_trees_have_a_table_of_long_messages() -> None:
    usual = lengths.USUAL
    assert usual.tables_of(is_tree=False) == usual.tables
    *rest, (schedule, steady) = usual.tables_of(is_tree=True)
    assert tuple(rest) == usual.tables and steady == lengths.STEADY
    # A message of 1 MiB takes 1 ms at 3 cycles/byte and 3 GHz: with those that come before, less than 0.1 s in all.
    assert schedule.processes * (schedule.timings + schedule.warmup + 2) <= 40
