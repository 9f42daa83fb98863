"""The race, with made-up timings: who wins, and after how many trials."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import pytest

from driver.race import ROUNDS, Entrant, Race

Clock = Callable[[Entrant, int], Sequence[float] | None]  # timings of a trial; None: it misbehaves


def entrants(count: int) -> list[Entrant]:
    return [Entrant(n, f"code{n}", Path(f"/programs/code{n}/program")) for n in range(count)]


def steady(*costs: int) -> Clock:
    """Everyone takes the same time, always."""
    return lambda entrant, _: [costs[entrant.place]] * 3


def run(race: Race, clock: Clock) -> list[tuple[int, int, int]]:
    """All (round, trial, place) of a race."""
    seen = []
    for round_number, number, entrant in race.trials():
        seen.append((round_number, number, entrant.place))
        timings = clock(entrant, number)
        if timings is None:
            race.drop(entrant)
        else:
            race.enter(entrant, timings)
    return seen


def trials(seen: list[tuple[int, int, int]]) -> dict[int, int]:
    """How many trials each place had."""
    return dict(Counter(place for _, _, place in seen))


ALL = sum(count for count, _ in ROUNDS)
TWO = ROUNDS[0][0] + ROUNDS[1][0]


def test_the_rounds_are_these() -> None:
    """The tests below are written for them."""
    assert ROUNDS == ((1, 1.0), (2, 1.15), (4, 1.04))


def test_the_lowest_median_wins_wherever_it_stands() -> None:
    for best in range(4):
        race = Race(entrants(4))
        costs = [1000] * 4
        costs[best] = 900
        run(race, steady(*costs))
        winner = race.winner()
        assert winner is not None and winner.place == best
        assert race.cost(winner) == 900


def test_of_equals_the_first_option_set_wins() -> None:
    race = Race(list(reversed(entrants(3))))
    run(race, steady(1000, 1000, 1000))
    winner = race.winner()
    assert winner is not None and winner.place == 0


def test_one_slow_timing_does_not_cost_the_race() -> None:
    race = Race(entrants(2))
    run(race, lambda e, n: [900, 900, 10**6 if n == 0 else 900] if e.place else [950] * 3)
    winner = race.winner()
    assert winner is not None and winner.place == 1


def test_the_far_behind_have_one_trial_and_those_near_the_front_have_more() -> None:
    race = Race(entrants(4))
    seen = run(race, steady(1000, 1030, 1100, 1200))
    assert trials(seen) == {0: ALL, 1: ALL, 2: TWO, 3: 1}


def test_a_clear_winner_needs_no_second_round() -> None:
    race = Race(entrants(3))
    assert trials(run(race, steady(1000, 1200, 1300))) == {0: 1, 1: 1, 2: 1}


def test_a_race_of_one_is_one_trial() -> None:
    race = Race(entrants(1))
    assert run(race, steady(1000)) == [(1, 0, 0)]


def test_equals_run_to_the_end_and_take_turns() -> None:
    race = Race(entrants(3))
    seen = run(race, steady(1000, 1000, 1000))
    assert trials(seen) == {0: ALL, 1: ALL, 2: ALL}
    assert [place for _, _, place in seen] == [0, 1, 2] * ALL
    assert [number for _, number, _ in seen] == [n for n in range(ALL) for _ in range(3)]
    assert [round_number for round_number, _, _ in seen] == [1] * 3 + [2] * 6 + [3] * 12


def test_the_median_is_over_all_trials() -> None:
    race = Race(entrants(2))
    run(race, lambda e, n: [1000 + n, 1000 + 2 * n])
    expected = median([1000 + n for n in range(ALL)] + [1000 + 2 * n for n in range(ALL)])
    assert race.cost(race.entrants[0]) == expected


def test_the_same_timings_make_the_same_race() -> None:
    def clock(entrant: Entrant, number: int) -> list[int]:
        return [1000 + (entrant.place * 37 + number * 61) % 90 for _ in range(3)]

    first, second = Race(entrants(5)), Race(entrants(5))
    assert run(first, clock) == run(second, clock)
    assert first.winner() == second.winner()


@pytest.mark.parametrize("number", [0, 1, 4])
def test_who_misbehaves_runs_no_more_and_never_wins(number: int) -> None:
    race = Race(entrants(3))

    def clock(entrant: Entrant, trial: int) -> list[int] | None:
        return None if (entrant.place, trial) == (0, number) else [1000 - (entrant.place == 0)]

    seen = run(race, clock)
    assert trials(seen)[0] == number + 1
    assert trials(seen)[1] == trials(seen)[2] == ALL
    winner = race.winner()
    assert winner is not None and winner.place == 1


def test_when_only_one_is_left_the_race_ends() -> None:
    race = Race(entrants(3))
    seen = run(race, lambda e, n: [1000] if e.place == 2 else None)
    assert trials(seen) == {0: 1, 1: 1, 2: 1}
    winner = race.winner()
    assert winner is not None and winner.place == 2


def test_when_all_misbehave_nobody_wins() -> None:
    race = Race(entrants(2))
    assert trials(run(race, lambda e, n: None)) == {0: 1, 1: 1}
    assert race.winner() is None
