"""What a run spends its time on, and what it forecasts."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.data.lengths import USUAL, Schedule
from hashcop.engine import spent
from hashcop.engine.spent import TYPICAL, Spent, forecast
from hashcop.platforms.door import Patience


class Slow:
    """A lane whose processes take so many seconds each."""

    lengths = USUAL
    targets = ("here",)

    def __init__(self, schedule_seconds: float) -> None:
        self.each = schedule_seconds

    def seconds_of(self, _target: str, _cost: float, _lengths: object, way: Schedule) -> float:
        return self.each * way.processes


@pytest.fixture
def passes(
    clock: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> Callable[[float], None]:
    """passes(seconds): time passes, also where somebody sleeps."""
    monkeypatch.setattr("time.sleep", clock)
    return clock


def test_seconds_are_charged_to_the_innermost_stage(passes: Callable[[float], None]) -> None:
    clock = Spent()
    passes(1)
    with clock.on("race"):
        passes(2)
        with clock.on("build"):
            passes(4)
        passes(8)
    passes(16)
    clock.charge()
    assert dict(clock.seconds) == {"other": 17, "race": 10, "build": 4, "waiting": 0}
    assert clock.elapsed == 31


def test_what_went_on_at_once_is_charged_by_shares(passes: Callable[[float], None]) -> None:
    clock = Spent()
    with clock.on("build"):
        passes(8)
        clock.charge({"build": 3.0, "check": 1.0})
        passes(1)
    assert clock.seconds["build"] == 7 and clock.seconds["check"] == 2


def test_what_is_lost_to_patience_is_waiting(passes: Callable[[float], None]) -> None:
    clock = Spent()
    clock.patience = Patience(10, reserve=5)
    with clock.on("table"):
        passes(2)
        assert clock.patience.wait(4)
        assert not clock.patience.wait(4)  # would use the reserve
    assert clock.seconds["table"] == 2 and clock.seconds["waiting"] == 4


def test_a_forecast_is_what_all_units_take() -> None:
    assert forecast({"build": 100, "table": 10}, {"build": 0.5, "table": 2.0}) == 70
    assert forecast({"build": 10}, {}) == pytest.approx(10 * TYPICAL["build"])


def test_a_slow_machine_is_slow_at_everything(passes: Callable[[float], None]) -> None:
    clock = Spent()
    with clock.on("build"):
        passes(30 * TYPICAL["build"])
    paces = clock.paces_by("build", 10)
    assert paces["table"] == pytest.approx(3 * TYPICAL["table"])
    assert clock.paces_by("build", 0) == pytest.approx(TYPICAL)


def test_the_next_run_knows_the_paces_of_each_platform(
    tmp_path: Path, passes: Callable[[float], None]
) -> None:
    assert spent.kept(tmp_path) == {}
    clock, done = Spent(), {"build": 3}
    for platform, seconds in {"c": 50, "jvm": 200, "many": 7}.items():
        with clock.of(platform, done), clock.on("build"):
            passes(seconds)
            done["build"] += 0 if platform == "many" else 100
    clock.keep_paces(tmp_path)
    assert spent.kept(tmp_path) == {"c": {"build": 0.5}, "jvm": {"build": 2.0}}
    (tmp_path / spent.KEPT).write_bytes(b"{torn")
    assert spent.kept(tmp_path) == {}


def test_a_run_after_one_in_between_keeps_the_paces_of_the_other_platform(
    tmp_path: Path, passes: Callable[[float], None]
) -> None:
    for platform in ("c", "jvm"):
        clock, done = Spent(), {"table": 0}
        with clock.of(platform, done), clock.on("table"):
            passes(6)
            done["table"] = 2
        clock.keep_paces(tmp_path)
    assert spent.kept(tmp_path) == {"c": {"table": 3.0}, "jvm": {"table": 3.0}}


def test_a_platform_whose_processes_are_slow_is_not_foreseen_by_the_pace_of_builds() -> None:
    """Its schedules say how many processes a table takes, and the lane how long they do."""
    lane = Slow(schedule_seconds=1.5)
    paces = spent.at_least(TYPICAL, lane)  # type: ignore[arg-type]
    assert paces["table"] == pytest.approx(1.5 * USUAL.for_table.processes)
    assert paces["race"] == pytest.approx(1.5)
    assert paces["curve"] == pytest.approx(1.5 * USUAL.for_curve.processes)
    assert paces["build"] == TYPICAL["build"]
    assert spent.at_least(TYPICAL, Slow(0.0)) == pytest.approx(TYPICAL)  # type: ignore[arg-type]
