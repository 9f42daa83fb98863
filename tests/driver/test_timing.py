"""The race and the schedules, with made-up timings: who wins, after how many trials, and what is measured then."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from driver import lengths, timing
from driver.counters import Counter as Counter_
from driver.lengths import Schedule
from driver.program import Limit
from driver.sandbox import Sandbox
from driver.timing import CounterLost, Entrant, Race, Timer
from driver.toolchain import Target, Toolchain

Clock = Callable[[Entrant, int], Sequence[int] | None]  # timings of a trial; None: it misbehaves


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


ALL = sum(count for count, _ in timing.ROUNDS)
TWO = timing.ROUNDS[0][0] + timing.ROUNDS[1][0]


def test_the_rounds_are_these() -> None:
    """The tests below are written for them."""
    assert timing.ROUNDS == ((1, 1.0), (2, 1.15), (4, 1.04))


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


def test_keys_tell_codes_trials_lengths_and_schedules_apart() -> None:
    schedules = (lengths.FOR_TABLE, lengths.FOR_CURVE)
    keys = [timing.trial_key(c, h, n) for c in "ab" for h in "xy" for n in range(3)]
    keys += [
        timing.cycles_key(c, h, s, n) for c in "ab" for h in "xy" for s in schedules for n in (0, 8)
    ]
    assert len(set(keys)) == len(keys)


# Lengths and schedules


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
    assert set(lengths.LONG) <= set(lengths.TABLE)
    assert max(lengths.TABLE) == lengths.LONGEST


def test_a_schedule_counts_calls_that_are_not_timed_too() -> None:
    assert Schedule(processes=9, warmup=3, timings=15).calls == 162
    assert Schedule(processes=1, warmup=0, timings=1).calls == 1
    assert lengths.FOR_CURVE.calls < lengths.FOR_TABLE.calls


def test_the_expected_duration_follows_from_the_race() -> None:
    twice = Schedule(processes=2, warmup=0, timings=5)
    once = Schedule(processes=1, warmup=0, timings=5)
    one = timing.expected_seconds(15360, 10**9, [1536 - 64], once)
    assert one == pytest.approx(5 * 15360 / 10**9)
    assert timing.expected_seconds(15360, 10**9, [1536 - 64], twice) == pytest.approx(2 * one)
    assert timing.expected_seconds(15360, 10**9, [0], once) > 0
    assert timing.expected_seconds(15360, 10**9, [], once) == 0


# The timer, before a program that only answers


class Program:
    """Answers as the harness would; keeps the requests."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.requests: list[list[int]] = []
        self.leaves_out: set[int] = set()
        self.problem = ""
        self.verbs: list[str] = []
        self.unusable: set[str] = set()  # names of programs
        monkeypatch.setattr(timing.program, "ask", self._ask)

    def _ask(
        self,
        _sandbox: Sandbox,
        binary: Path,
        verb: str,
        numbers: Sequence[int],
        limit: Limit,
        grant: Path | None = None,
    ) -> timing.program.Answer:
        assert verb.startswith("time") and limit.all >= timing.SECONDS
        self.requests.append(list(numbers))
        self.verbs.append(verb)
        assert (grant is None) == (verb == "time")
        if binary.name in self.unusable:
            said = ("unusable", "x86-rdpmc", "it", "was", "taken", "away")
            return timing.program.Answer((said,), "ended the program by itself, with status 2")
        _processor, _warmup, count, *wanted = numbers
        rows = (
            ("cycles", str(n), *(str(1000 * len(self.requests) + n + t) for t in range(count)))
            for n in wanted
            if n not in self.leaves_out
        )
        return timing.program.Answer(tuple(rows), self.problem)


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(monkeypatch)


TIMER = Timer(Sandbox("none", (), ()), processor=5)
BINARY = Path("/programs/code/program")


def test_a_timing_is_asked_for_on_the_pinned_processor(program: Program) -> None:
    rows = TIMER.time(BINARY, [8, 64], Schedule(processes=1, warmup=3, timings=2))
    assert program.requests == [[5, 3, 2, 8, 64]]
    assert rows == {8: [1008, 1009], 64: [1064, 1065]}


COUNTER = Counter_("x86-rdpmc", "cycles of the core", True, 3_000_000_000, 1)
TARGET = Target(
    "amd64", {"gcc": ()}, (), Path("/cache/harness-amd64"), COUNTER, Path("/c"), Path("/own")
)
ONCE = Schedule(processes=1, warmup=3, timings=2)


def test_timings_are_asked_for_by_the_counter_of_the_target(program: Program) -> None:
    TIMER.time(BINARY, [8], ONCE)
    TIMER.time(BINARY, [8], ONCE, target=TARGET)
    TIMER.measure(BINARY, [8], Schedule(2, 0, 1), target=TARGET)
    assert program.verbs == ["time", *["time@x86-rdpmc"] * 3]


def test_a_counter_that_works_no_more_is_nobodys_misbehaviour(program: Program) -> None:
    program.unusable = {"program", "none"}
    with pytest.raises(CounterLost, match="x86-rdpmc works no more: it was taken away"):
        TIMER.measure(BINARY, [8], ONCE, target=TARGET)


def test_a_counter_that_works_for_others_was_broken_by_the_implementation(
    program: Program,
) -> None:
    program.unusable = {"program"}
    said = TIMER.time(BINARY, [8], ONCE, target=TARGET)
    assert said == "left its counter unusable: it was taken away"


def test_timings_by_another_counter_have_other_keys() -> None:
    toolchain = Toolchain((), (TARGET,), {}, Path("/cache"), "digest")
    clock = Counter_("clock", "nanoseconds", False, 10**9, 1)
    rulers = [
        timing.ruler(toolchain, TARGET),
        timing.ruler(toolchain, replace(TARGET, counter=clock)),
        timing.ruler(replace(toolchain, harness_digest="new"), TARGET),
        timing.ruler(toolchain, replace(TARGET, counter=replace(COUNTER, noise=7))),
    ]
    assert len(set(rulers)) == 3 and rulers[0] == rulers[3]


def test_a_measurement_takes_each_length_in_each_process_in_another_order(
    program: Program,
) -> None:
    numbers = list(range(20))
    schedule = Schedule(processes=3, warmup=1, timings=2)
    rows = TIMER.measure(BINARY, numbers, schedule)
    orders = [request[3:] for request in program.requests]
    assert len(orders) == 3
    assert all(sorted(order) == numbers for order in orders)
    assert len({tuple(order) for order in [*orders, numbers]}) == 4
    assert isinstance(rows, dict)
    assert list(rows) == numbers
    assert rows[7] == [1007, 1008, 2007, 2008, 3007, 3008]


def test_a_measurement_that_is_done_again_takes_the_same_orders(program: Program) -> None:
    for _ in range(2):
        TIMER.measure(BINARY, list(range(20)), lengths.FOR_CURVE)
    half = len(program.requests) // 2
    assert program.requests[:half] == program.requests[half:]


def test_a_program_that_leaves_a_length_out_misbehaves(program: Program) -> None:
    program.leaves_out = {64}
    said = "did not time every length that was asked for"
    assert TIMER.time(BINARY, [8, 64], lengths.RACE_TRIAL) == said
    assert TIMER.measure(BINARY, [8, 64], lengths.FOR_TABLE) == said


def test_what_goes_wrong_in_one_process_ends_the_measurement(program: Program) -> None:
    program.problem = "crashed"
    assert TIMER.measure(BINARY, [8, 64], lengths.FOR_TABLE) == "crashed"
    assert len(program.requests) == 1
