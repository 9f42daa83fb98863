"""Where a run takes its timings: chosen when something is to be timed, recorded before and after."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from hashcop.data.records import Conditions, Machine, kind_of
from hashcop.data.store import Store
from hashcop.engine import site
from hashcop.engine.progress import Display
from hashcop.engine.site import Lanes, Site
from hashcop.engine.watched import Watched, unwatched
from hashcop.machine import quiet
from hashcop.machine.activity import Activity
from hashcop.machine.alone import Alone
from hashcop.machine.processor import kind
from hashcop.machine.quiet import Choice
from hashcop.platforms.door import Quantity, Timer
from tests.support.fake import FakeLane, FakeTimer
from tests.support.made_data import sample

IDLE = Activity(0.2, {}, None, None, None)


class Here:
    """A site with a store of its own, and what is printed."""

    def __init__(self, directory: Path) -> None:
        self.said = io.StringIO()
        self.lane = FakeLane(directory, core=kind().usable[-1])
        self.store = Store(directory, "here")
        self.directory = directory
        self.alone = Alone(directory / "lock")
        self.site = self.another()

    def another(self) -> Site:
        """A site of another run."""
        display = Display(Console(file=self.said, width=500))
        lanes = Lanes({"fake": self.lane})

        def describe(lanes: Lanes) -> Machine:
            return Machine(format=3, pinned=lanes.core)

        where = self.directory, kind(), display, describe
        return Site(lanes, self.store, *where, patience=60, alone=self.alone)

    def timer(self) -> FakeTimer:
        return _watched(self.site.timer(self.lane))

    def kinds(self) -> list[str]:
        return [line.split('"')[3] for line in self.store.path.read_text().splitlines()]


def _watched(timer: Timer) -> FakeTimer:
    own = unwatched(timer)
    assert isinstance(timer, Watched) and isinstance(own, FakeTimer)
    return own


@pytest.fixture
def here(tmp_path: Path) -> Here:
    return Here(tmp_path)


def test_a_run_that_times_nothing_tries_and_records_nothing(here: Here) -> None:
    here.site.leave()
    assert here.kinds() == [] and here.said.getvalue() == ""


def test_what_the_machine_was_like_is_recorded_before_and_after(here: Here) -> None:
    core = here.timer().core
    assert here.timer().core == core
    assert here.kinds() == ["machine", kind_of(Conditions)]
    begin = here.store.conditions
    here.site.leave()
    end = here.store.conditions
    assert here.kinds() == ["machine", "conditions", "conditions"]
    assert begin and end and begin.key != end.key
    assert (begin.when, end.when) == ("begin", "end")
    assert [row.processor for row in end.quiet] == [core]
    assert {row.processor for row in begin.quiet} == set(kind().usable)
    assert {row.state for row in end.judgements} <= {"good", "bad", "unknown"}


def test_a_first_answer_is_timed_on_the_core_of_last_time_before_one_is_looked_for(
    here: Here,
) -> None:
    first = here.site.timer_at_once(here.lane)
    assert _watched(first).core == here.lane.core
    assert here.site.timer_at_once(here.lane) is first and here.kinds() == ["machine"]
    chosen = here.site.timer(here.lane)
    assert here.site.timer_at_once(here.lane) is chosen
    assert "conditions" in here.kinds()


def test_half_of_the_patience_is_for_tables_that_were_disturbed(here: Here) -> None:
    patience = here.timer().patience
    assert patience.reserve == patience.left / 2 == 30
    assert patience is here.site.patience
    assert not patience.spend(31, leaving=patience.reserve) and patience.spend(31)
    assert patience.left == 29


def test_what_is_bad_is_said_once_and_not_by_the_next_run(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = lambda record: {"load", "turbo"} if record else set()  # noqa: E731
    monkeypatch.setattr(site, "_bad_in", bad)
    here.timer()
    here.site.leave()
    said = here.said.getvalue()
    assert said.count("timings on this machine are disturbed by: load, turbo") == 1
    again = here.another()
    again.timer(here.lane)
    again.leave()
    assert here.said.getvalue() == said


def test_what_disturbed_timings_is_said_by_each_run_whatever_a_look_at_the_machine_saw(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        site, "_bad_in", lambda record: {"hyperthread", "load"} if record else set()
    )
    for _ in range(2):
        timer = here.site.timer(here.lane)
        assert isinstance(timer, Watched)
        for width in (3.0, 4.0, 3.0, 4.0):  # a busy hyperthread takes a part of it
            timer._watch.take(sample({8: [300] * 5}, width=width))
        here.site.leave()
        here.site = here.another()
    said = here.said.getvalue()
    assert said.count("disturbed by: hyperthread (50 % of processes), load.") == 2


class Immovable(FakeLane):
    """On another core another counter suits better."""

    def on_core(self, core: int) -> None:  # type: ignore[override]
        return None


def test_a_core_on_which_another_counter_suits_better_is_not_moved_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quiet, "find", lambda *_a, **_k: Choice(7, (), 0.0))
    lanes = Lanes({"fake": Immovable(tmp_path, core=3)})
    same, found = site.find_quietest(lanes, tmp_path, kind(), IDLE)
    assert same is lanes and found.pinned == 3


def test_the_core_of_last_time_is_moved_to(tmp_path: Path) -> None:
    lanes = Lanes({"fake": FakeLane(tmp_path, core=-1)})
    assert site.on_known_core(lanes, tmp_path, kind(), looks=False) is lanes
    core = kind().usable[0]
    Choice(core, (), 0.0).keep(tmp_path)
    assert site.on_known_core(lanes, tmp_path, kind(), looks=False).core == core


def test_where_no_core_was_chosen_yet_one_is_looked_for_on_demand(tmp_path: Path) -> None:
    lanes = Lanes({"fake": FakeLane(tmp_path, core=-1)})
    assert site.on_known_core(lanes, tmp_path, kind(), looks=True).core in kind().usable
    kept = quiet.kept(tmp_path)
    assert kept is not None and kept.pinned in kind().usable
    assert replace(kept, pinned=-1) != kept


def test_what_is_not_of_the_machine_wants_no_quiet_core_and_no_conditions(here: Here) -> None:
    here.lane.quantity = Quantity("area_time", "area x ns", is_of_machine=False)
    here.timer()
    here.site.leave()
    assert here.kinds() == ["machine"] and here.said.getvalue() == ""
    lanes = Lanes({"fake": here.lane})
    assert site.on_known_core(lanes, here.directory, kind(), looks=True) is lanes
    assert quiet.kept(here.directory) is None
