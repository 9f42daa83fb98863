"""How many processes a measurement takes, with a timer that answers as it is told."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from hashcop.data.lengths import Schedule
from hashcop.data.records import Sample
from hashcop.engine.timing import measure
from hashcop.platforms.door import Group
from tests.support.fake import sample

UP_TO_60 = Schedule(processes=15, warmup=3, timings=5, steps=1000, most=60)
Answer = Callable[[int], float | str]  # ticks of the process of this number, or what went wrong


class Answers:
    """A timer. `quiet` are the processes that nothing disturbs."""

    def __init__(self, answer: Answer, quiet: Callable[[int], bool]) -> None:
        self.answer, self.quiet = answer, quiet
        self.seeds: list[int] = []
        self.artifacts: list[Path] = []

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
        self.seeds.append(seed)
        self.artifacts.append(artifact)
        ticks = self.answer(seed)
        if isinstance(ticks, str):
            return ticks
        width = 4.0 if self.quiet(seed) else 3.0
        return sample(dict.fromkeys(lengths, ticks), schedule, lengths, width=width)


def processes(
    answer: Answer,
    schedule: Schedule = UP_TO_60,
    quiet: Callable[[int], bool] = lambda _: True,
    most: int | None = None,
) -> int:
    """How many processes are timed."""
    timer, target = Answers(answer, quiet), None
    asked = [Path("program")], [8, 64], schedule, target
    found = measure(timer, *asked, most=most)  # type: ignore[arg-type]
    assert timer.seeds == list(range(len(timer.seeds)))
    assert isinstance(found, str) or len(found) == len(timer.seeds)
    return len(timer.seeds)


def test_where_processes_agree_no_more_are_timed_than_planned() -> None:
    assert processes(lambda n: 10_000 + n % 7) == 15


def test_where_they_never_agree_it_ends_all_the_same() -> None:
    assert processes(lambda n: 10_000 + 1000 * (n % 2)) == 60


def test_it_ends_sooner_where_less_is_wanted() -> None:
    assert processes(lambda n: 10_000 + 1000 * (n % 2), most=30) == 30
    assert processes(lambda n: 10_000 + 1000 * (n % 2), most=0) == 15


def test_as_many_more_are_timed_as_make_it_sure() -> None:
    """Every fourth takes 5 % longer: of 15 the twelfth, where the interval ends, but of 30 not the twenty-first."""
    assert processes(lambda n: 10_000 + 500 * (n % 4 == 0)) == 30


def test_more_are_timed_until_a_neighbour_has_left() -> None:
    assert processes(lambda _: 10_000, quiet=lambda n: n >= 20) == 30


def test_a_schedule_without_a_limit_of_its_own_is_kept_to() -> None:
    three = Schedule(processes=3, warmup=1, timings=5, steps=250)
    assert processes(lambda n: 10_000 + 1000 * (n % 2), three) == 3


@pytest.mark.parametrize("number", [0, 14, 20])
def test_a_process_that_goes_wrong_ends_it(number: int) -> None:
    assert processes(lambda n: "crashed" if n == number else 10_000 + 1000 * (n % 2)) == number + 1


def test_processes_take_turns_with_the_layouts_of_a_program() -> None:
    timer, layouts = Answers(lambda _: 10_000, lambda _: True), [Path("a"), Path("b"), Path("c")]
    asked = layouts, [8, 64], UP_TO_60, None
    first = measure(timer, *asked)  # type: ignore[arg-type]
    assert timer.artifacts == layouts * 5
    assert not isinstance(first, str)
    measure(timer, *asked, before=first[:13], most=15)  # type: ignore[arg-type]
    assert timer.artifacts[15:] == layouts[1:]  # it goes on where it was
