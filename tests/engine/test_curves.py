"""Which lengths of a curve are timed again, with a timer that answers as it is told."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hashcop.data.lengths import TABLE, Schedule
from hashcop.data.records import Sample
from hashcop.engine.curves import (
    MORE_ROUNDS,
    MOST_ROUNDS,
    TAKEN_UP,
    measure_curve,
    unsettled,
)
from hashcop.platforms.door import Group, Patience
from hashcop.results.curves import CERTAIN, references
from tests.support.fake import sample

LENGTHS = range(2000)
SCHEDULE = Schedule(processes=2, warmup=1, timings=5, steps=250, most=4)
Factor = Callable[[int, int], float]  # of the number of the process and the length


class Answers:
    """A timer of a function with blocks of 64 bytes. `disturbs`: what makes a process slower at a length."""

    def __init__(self, disturbs: Factor = lambda _, __: 1.0, wrong: int | None = None) -> None:
        self.disturbs, self.wrong = disturbs, wrong
        self.asked: list[list[int]] = []

    def time(
        self,
        artifact: Path,
        lengths: Sequence[int],
        schedule: Schedule,
        target: Any,
        *,
        seed: int = 0,
        seconds: float = 0,
        effect: object = None,
        group: Group | None = None,
    ) -> Sample | str:
        number = len(self.asked)
        self.asked.append(sorted(lengths))
        if number == self.wrong:
            return "crashed"
        ticks = {n: (20_000 + 40_000 * (n // 64)) * self.disturbs(number, n) for n in lengths}
        return sample(ticks, schedule, lengths)


def curve_of(
    timer: Answers, before: Sequence[Sample] = (), lengths: Sequence[int] = LENGTHS
) -> list[Sample]:
    asked = [Path("program")], lengths, SCHEDULE, None
    found = measure_curve(timer, *asked, patience=Patience(0), before=before)  # type: ignore[arg-type]
    assert not isinstance(found, str)
    return found


def test_a_curve_of_two_processes_that_agree_is_done() -> None:
    timer = Answers()
    assert len(curve_of(timer)) == 2
    assert timer.asked == [list(LENGTHS)] * 2


def test_lengths_that_contradict_those_beside_them_are_timed_again_and_no_others() -> None:
    timer = Answers(lambda number, n: 1.2 if number < 2 and n % 50 == 7 else 1.0)
    found = curve_of(timer)
    wrong = {n for n in LENGTHS if n % 50 == 7}
    always = {*references(LENGTHS), *(n for n in TABLE if n in LENGTHS)}
    assert wrong <= set(timer.asked[2]) and set(timer.asked[2]) == wrong | always
    assert unsettled(found) == []


def test_what_is_no_disturbance_is_timed_until_enough_processes_agree() -> None:
    timer = Answers(lambda _, n: 1.5 if n % 100 == 10 else 1.0)
    assert len(curve_of(timer)) == CERTAIN


def test_a_curve_of_few_lengths_which_tell_nothing_of_each_other_is_settled() -> None:
    """On either side of each step, at other addresses in each process, and a length costs more than the one before."""
    few = [n for n in range(1, 2000) if n % 64 in (0, 1)]
    timer = Answers(lambda number, n: (1 + n % 64 / 1000) * (1 + number % 3 / 100) * (1 + n / 2000))
    found = curve_of(timer, lengths=few)
    assert unsettled(found) == [] and len(found) == CERTAIN


def test_it_takes_no_more_timings_than_the_schedule_allows() -> None:
    timer = Answers(lambda number, n: 1.0 + (number * 7919 + n * 104729) % 100 / 100)
    curve_of(timer)
    assert sum(map(len, timer.asked)) <= SCHEDULE.most * len(LENGTHS)
    assert len(timer.asked) > SCHEDULE.processes


def test_a_curve_that_is_taken_up_again_keeps_what_it_has() -> None:
    noisy = Answers(lambda number, n: 1.0 + (number * 7919 + n * 104729) % 100 / 100)
    before = curve_of(noisy)
    timer = Answers()
    found = curve_of(timer, before)
    assert found[: len(before)] == before and len(timer.asked) == MORE_ROUNDS
    assert len(unsettled(found)) < len(unsettled(before))


def test_a_curve_that_contradicts_itself_is_not_taken_up_for_ever() -> None:
    timer = Answers(lambda number, n: 1.0 + (number * 7919 + n * 104729) % 100 / 100)
    found = curve_of(timer)
    times = 0
    while len(more := curve_of(timer, found)) > len(found):
        found, times = more, times + 1
        assert times < 20
    assert (
        unsettled(found) and len(found) <= SCHEDULE.processes + MOST_ROUNDS + TAKEN_UP * MORE_ROUNDS
    )


def test_a_program_that_misbehaves_ends_it() -> None:
    for number in (0, 2):
        timer = Answers(lambda number, n: 1.2 if number < 2 and n % 50 == 7 else 1.0, number)
        asked = [Path("program")], LENGTHS, SCHEDULE, None
        assert measure_curve(timer, *asked, patience=Patience(0)) == "crashed"  # type: ignore[arg-type]
        assert len(timer.asked) == number + 1
