"""Ranks of made figures whose true costs are known: how often they are wrong, and whether they agree with ratios.

tests/bench/ranks.py draws each case a thousand times.
"""

import numpy as np
import pytest

from hashcop.results.certainty import CONFIDENCE
from hashcop.results.margins import joint
from hashcop.results.ranking import standings
from hashcop.results.ratios import relative
from hashcop.results.summary import RACE_LENGTH
from tests.bench.ranks import CASES, Case, draw, judge, modes, normal, ranges_of
from tests.results.made import hash_of

DRAWS = 60
BY_NAME = {case.name: case for case in CASES}
SMALL = [case for case in CASES if len(case.costs) < 10]


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_ranks_are_wrong_no_more_often_than_documented(case: Case) -> None:
    assert judge(case, DRAWS).wrong <= 1 - CONFIDENCE


def test_ranges_are_wrong_no_more_often_than_documented() -> None:
    assert max(ranges_of(DRAWS, 0.1)) <= 1 - CONFIDENCE


def test_three_percent_are_told_apart() -> None:
    found = judge(BY_NAME["3 % apart"], DRAWS)
    assert found.told_apart >= 0.99 * found.pairs


def test_a_fifth_of_a_percent_is_not_told_apart() -> None:
    found = judge(BY_NAME["0.2 % apart"], DRAWS)
    assert found.told_apart <= 0.01 * found.pairs


@pytest.mark.parametrize("seed", range(30))
def test_ranks_say_what_the_ratios_beside_them_say(seed: int) -> None:
    costs = [1000 * 1.008**n for n in range(7)]
    case = Case("mixed", costs, (normal(0.002), modes(0.4), normal(0.02)), (15, 4, None, 9))
    hash = hash_of(*draw(case, np.random.default_rng(seed)))
    found = standings(hash, RACE_LENGTH)
    for one in found:
        for other in found:
            told = relative(
                one.implementation, other.implementation, RACE_LENGTH, joint(len(found))
            )
            assert told
            if told.is_slower:  # then both ends of its ranks come later
                assert one.rank > other.rank and one.last > other.last
            if told.is_tie:
                assert one.rank <= other.last and other.rank <= one.last
        beside = one.relative
        assert beside and one.rank <= one.last
        assert beside.is_slower <= (one.rank > 1)
