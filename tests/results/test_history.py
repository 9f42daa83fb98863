"""What changed from one measurement to the next: what was found, and what is a step of the cost."""

import random
from collections.abc import Sequence
from statistics import median

import pytest

from hashcop.results.history import History, events
from hashcop.results.summary import Era, Past
from tests.results.made import about


def stamp(day: int) -> str:
    return f"2026-01-{day:02d}T00:00:00Z"


def past(day: int, cost: float, code: str = "code", sources: str = "a", count: int = 15) -> Past:
    rng = random.Random(f"{day} {cost}")
    medians = tuple(cost * (1 + rng.uniform(-0.003, 0.003)) for _ in range(count))
    middle = median(medians) if medians else cost
    return Past(stamp(day), code, sources, ("gcc",), about(middle), medians)


def era(day: int, **changed: str | tuple[str, ...]) -> Era:
    told: dict[str, str | tuple[str, ...]] = {
        "processor": "E7", "kernel": "Linux 6", "microcode": "0x1", "compilers": ("gcc 12",),
        **changed,
    }  # fmt: skip
    return Era(stamp(day), **told)  # type: ignore[arg-type]


def of_costs(*costs: float, eras: Sequence[Era] = ()) -> History:
    return events([past(day, cost) for day, cost in enumerate(costs, 1)], eras)


def steps(history: History) -> list[tuple[str, float]]:
    return [(change.time, round(change.ratio, 2)) for change in history.changes]


def test_a_step_is_real_if_the_next_measurement_confirms_it() -> None:
    history = of_costs(1000, 1001, 1100, 1102, 1099)
    assert steps(history) == [(stamp(3), 1.1)]
    (change,) = history.changes
    assert change.before == stamp(2)
    assert 1.09 < change.interval.low < change.ratio < change.interval.high < 1.11
    assert change.what == ()


def test_an_outlier_is_no_step() -> None:
    assert steps(of_costs(1000, 1200, 1001, 1000)) == []
    assert steps(of_costs(1000, 1001, 1200)) == []
    assert steps(of_costs(1000, 1200, 800, 1000)) == []


def test_each_of_several_steps_is_found() -> None:
    assert steps(of_costs(1000, 1000, 900, 900, 990, 990)) == [(stamp(3), 0.9), (stamp(5), 1.1)]


def test_less_than_a_part_in_a_hundred_is_no_step() -> None:
    assert steps(of_costs(1000, 1008, 1008, 1008)) == []


def test_what_few_processes_say_is_no_step() -> None:
    few = [past(day, cost, count=2) for day, cost in enumerate((1000, 1100, 1100), 1)]
    assert events(few, ()).changes == ()
    none = [past(day, cost, count=0) for day, cost in enumerate((1000, 1100, 1100), 1)]
    assert events(none, ()).changes == ()


def test_what_changed_stands_beside_a_step() -> None:
    points = [past(1, 1000), past(2, 1000), past(3, 900, "new", "b"), past(4, 900, "new", "b")]
    eras = [era(1), era(3, kernel="Linux 7", compilers=("clang 14", "gcc 13"))]
    history = events(points, eras)
    what = (
        "kernel: Linux 6 → Linux 7",
        "compilers: gcc 12 → clang 14, gcc 13",
        "sources",
        "machine code",
    )
    assert [(one.time, one.what) for one in history.breaks] == [(stamp(3), what)]
    (change,) = history.changes
    assert change.what == what


def test_two_processors_are_never_compared() -> None:
    eras = [era(1), era(3, processor="E8")]
    history = of_costs(1000, 1000, 500, 500, 400, 400, eras=eras)
    assert steps(history) == [(stamp(5), 0.8)]
    assert history.segments == ((0, 2), (2, 6))
    (first,) = history.breaks
    assert first.is_processor and first.what == ("processor: E7 → E8",)


@pytest.mark.parametrize("unknown", ["processor", "kernel", "microcode"])
def test_what_older_data_do_not_tell_did_not_change(unknown: str) -> None:
    eras = [era(1, **{unknown: ""}), era(2)]
    history = of_costs(1000, 1000, 1000, eras=eras)
    assert history.breaks == ()
    assert history.segments == ((0, 3),)


def test_a_change_between_two_measurements_is_told_once() -> None:
    eras = [era(1), era(2, microcode="0x2"), era(3, microcode="0x3"), era(9, microcode="0x9")]
    points = [past(1, 1000), past(4, 1000), past(5, 1000)]
    (found,) = events(points, eras).breaks
    assert (found.time, found.what) == (stamp(4), ("microcode: 0x1 → 0x3",))


def test_measurements_before_all_eras_are_of_the_first() -> None:
    assert of_costs(1000, 1000, eras=[era(5)]).breaks == ()


def test_points_stand_in_the_order_of_their_times() -> None:
    history = events([past(2, 900), past(1, 1000)], ())
    assert [one.time for one in history.points] == [stamp(1), stamp(2)]


def test_without_measurements_nothing_happened() -> None:
    assert events((), (era(1),)) == History((), (), (), ())
