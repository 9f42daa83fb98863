"""Where curves step up, and which lengths show that."""

import random

import pytest

from hashcop.results.steps import steps, telling

TABLE = (8, 64, 576, 1536, 2048, 4096)


def curve(block: int, padding: int, noise: float = 0.0, slope: float = 0.0) -> dict[int, float]:
    """Cycles of a hash with blocks of so many bytes: 500 for each block, and a little for each byte."""
    chance = random.Random(block)
    return {
        n: (200 + 500 * ((n + padding) // block + 1) + slope * n) * (1 + chance.gauss(0, noise))
        for n in range(4097)
    }


@pytest.mark.parametrize(("block", "padding"), [(64, 8), (128, 16), (136, 0), (72, 0), (64, 0)])
@pytest.mark.parametrize("noise", [0.0, 0.001])
def test_the_steps_are_where_a_block_begins(block: int, padding: int, noise: float) -> None:
    found = steps(curve(block, padding, noise, slope=0.2))
    assert found == [n for n in range(1, 4097) if (n + padding) % block == 0]


def test_outliers_are_no_steps() -> None:
    costs, chance = curve(64, 8, 0.003), random.Random(1)
    for n in chance.sample(range(20, 4096), 100):
        costs[n] *= chance.choice((0.9, 1.3, 2.0))
    true = {n for n in range(1, 1025) if (n + 8) % 64 == 0}
    found = {n for n in steps(costs) if n < 1025}
    near = {n for n in true if any(abs(n - one) <= 2 for one in found)}
    assert len(near) >= len(true) - 1 and len(found) <= len(true) + 2


def test_what_rises_evenly_has_no_steps() -> None:
    assert steps({n: 100 + 3.0 * n for n in range(4097)}) == []
    assert steps({}) == [] and steps({7: 100.0}) == []


def test_both_sides_of_early_steps_are_told() -> None:
    found = telling(steps(curve(64, 8)), TABLE, 4096)
    early = [n for n in range(1, 1025) if (n + 8) % 64 == 0]
    assert {*early, *(n - 1 for n in early), *TABLE, 0, 4096} <= set(found)


def test_there_are_few_lengths_whatever_the_block() -> None:
    for block in (16, 64, 72, 136, 1024):
        assert 40 < len(telling(steps(curve(block, 0)), TABLE, 4096)) < 180
    assert 50 < len(telling([], TABLE, 4096)) < 120


def test_what_lies_between_is_within_a_step_of_what_is_told() -> None:
    costs = curve(136, 1, slope=0.1)
    told = telling(steps(costs), TABLE, 4096)
    for n in range(951):  # the last early step
        before, after = max(t for t in told if t <= n), min(t for t in told if t >= n)
        share = (n - before) / (after - before) if after > before else 0.0
        between = costs[before] + share * (costs[after] - costs[before])
        assert between == pytest.approx(costs[n], rel=0.01), n
