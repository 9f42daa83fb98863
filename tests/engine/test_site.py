"""A run's place: chosen when something is to be timed, recorded before and after, and never twice said to be loud."""

import dataclasses
import io
from pathlib import Path

import pytest
from rich.console import Console

from hashcop.data.store import Store
from hashcop.engine import site
from hashcop.engine.progress import Display
from hashcop.engine.site import Site
from hashcop.machine import machine, quiet
from hashcop.machine.activity import Activity
from hashcop.machine.processor import kind
from hashcop.machine.quiet import Found, Trial
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.tools import toolchain
from hashcop.platforms.c.tools.toolchain import Toolchain

IDLE = Activity(0.2, {}, None, None, None)


class Place:
    """A site with a store of its own, and what is printed."""

    def __init__(self, sandbox: Sandbox, found: Toolchain, directory: Path) -> None:
        self.said = io.StringIO()
        display = Display(Console(file=self.said, width=500))
        self.store = Store(directory, "here")
        self.site = Site(sandbox, found, self.store, directory, kind(), display)

    def kinds(self) -> list[str]:
        return [line.split('"')[3] for line in self.store.path.read_text().splitlines()]


@pytest.fixture
def place(
    sandbox: Sandbox, toolchain: Toolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Place:
    """On a machine whose cores are equally quiet."""
    monkeypatch.setattr(quiet, "attempt", lambda _s, _h, core: Trial(core, 0.001, 0.01, 4600))
    monkeypatch.setattr(site, "examined_on", lambda found, _s, _c, core: _moved(found, core))
    return Place(sandbox, toolchain, tmp_path)


def _moved(found: Toolchain, core: int) -> Toolchain:
    return dataclasses.replace(found, pinned=core)


def test_a_run_that_times_nothing_tries_and_records_nothing(place: Place) -> None:
    place.site.leave()
    assert place.kinds() == [] and place.said.getvalue() == ""


def test_what_the_machine_was_like_is_recorded_before_and_after(place: Place) -> None:
    pinned = place.site.timer().processor
    assert place.site.timer().processor == pinned
    assert place.kinds() == ["machine", "conditions"]
    begin = place.store.conditions
    place.site.leave()
    end = place.store.conditions
    assert place.kinds() == ["machine", "conditions", "conditions"]
    assert begin and end and begin["key"] != end["key"]
    assert (begin["when"], end["when"]) == ("begin", "end")
    assert [row["processor"] for row in end["quiet"]] == [pinned]
    assert {row["processor"] for row in begin["quiet"]} == set(kind().usable)
    assert {row["state"] for row in end["judgements"]} <= {"good", "bad", "unknown"}


def test_a_first_answer_is_timed_on_the_core_of_last_time_before_one_is_looked_for(
    place: Place,
) -> None:
    first = place.site.timer_at_once()
    assert first.processor == place.site.toolchain.pinned
    assert place.site.timer_at_once() is first and place.kinds() == ["machine"]
    chosen = place.site.timer()
    assert place.site.timer_at_once() is chosen
    assert "conditions" in place.kinds()


def test_half_of_the_patience_is_for_tables_that_were_disturbed(place: Place) -> None:
    timer = place.site.timer()
    assert timer.reserve == timer.patience / 2 == place.site.patience / 2 > 0


def test_what_is_bad_is_said_once_and_not_by_the_next_run(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "_bad_in", lambda fact: {"load", "turbo"} if fact else set())
    place.site.timer()
    place.site.leave()
    said = place.said.getvalue()
    assert said.count("this machine is not a quiet place: load, turbo. ./do doctor says") == 1
    before = place.site
    again = Site(
        before.sandbox, before.toolchain, place.store, before.cache, kind(), before.display
    )
    again.timer()
    again.leave()
    assert place.said.getvalue() == said


def test_a_core_on_which_another_counter_suits_better_is_not_moved_to(
    sandbox: Sandbox, toolchain: Toolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = Found(toolchain.pinned + 1, (), 0.0)
    monkeypatch.setattr(quiet, "find", lambda *_a, **_k: elsewhere)
    monkeypatch.setattr(site, "examined_on", lambda *_: None)
    same, found = site.find_quietest(sandbox, toolchain, tmp_path, kind(), IDLE)
    assert same == toolchain and found.pinned == toolchain.pinned


def test_the_core_of_last_time_is_examined_where_counters_were_on_another_one(
    sandbox: Sandbox, toolchain: Toolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "examined_on", lambda found, _s, _c, core: _moved(found, core))
    first = site.first_place(sandbox, toolchain, tmp_path, kind(), looks=False)
    assert first == toolchain
    core, elsewhere = kind().usable[0], _moved(toolchain, -1)
    Found(core, (), 0.0).keep(tmp_path)
    assert site.first_place(sandbox, elsewhere, tmp_path, kind(), looks=False).pinned == core


def test_counters_are_examined_on_the_core_that_is_moved_to(
    sandbox: Sandbox, toolchain: Toolchain, tmp_path: Path
) -> None:
    core = kind().usable[0]
    moved = _examined(toolchain, sandbox, tmp_path, core)
    assert moved is not None and moved.pinned == core
    names = [target.counter.name for target in toolchain.targets]
    assert [target.counter.name for target in moved.targets] == names
    assert machine.describe(moved, sandbox)["pinned"] == core


def _examined(found: Toolchain, sandbox: Sandbox, cache: Path, core: int) -> Toolchain | None:
    return toolchain.examined_on(found, sandbox, cache, core)
