"""What an operator sees while the lab works."""

import io
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace
from rich.console import Console

from hashcop.cli.labs import watch
from hashcop.cli.labs.watch import Watch
from hashcop.lab import status
from hashcop.lab.inventory import Inventory, Machine
from hashcop.lab.state import Heard, Status
from hashcop.lab.wire import Said

NOW = 1_800_000_000.0
IDLE = Heard(at=NOW, said=Said(boot="b", time=NOW))
BUSY = Heard(
    at=NOW,
    said=Said(boot="b", time=NOW, job="the tree", done=1, total=4, left=90.0),
    left=("the tree",),
)
SILENT = replace(BUSY, at=NOW - 600)


def home(trouble: str = "", **machines: Heard) -> Any:
    """As much of home as is looked at."""
    names = {name: Machine(name=name) for name in machines}
    return SimpleNamespace(
        inventory=Inventory(machines=names),
        status=Status(at=NOW, tree="t", machines=machines, trouble=trouble),
        state=SimpleNamespace(paused=lambda: frozenset()),
    )


def test_on_no_terminal_a_line_comes_for_what_changes() -> None:
    out = io.StringIO()
    with Watch(Console(file=out, width=200)) as shown:
        shown.show(home(pi=Heard()))  # it is about to come
        shown.show(home(pi=IDLE))
        shown.show(home(pi=BUSY))
        shown.show(home(pi=replace(BUSY, said=replace(BUSY.said, done=2))))  # soon, but not now
        shown.say("making the pages")
        shown.show(home(pi=SILENT))
        for trouble in ("the server: disk full", "the server: disk full", ""):
            shown.show(home(trouble, pi=SILENT))
    assert out.getvalue().splitlines() == [
        "pi: done",
        "pi: the tree 25 %, 1:30 left",
        "pi: ? (silent for 10:00, last: the tree 25 %)",
        "home: the server: disk full",
    ]


def test_a_terminal_shows_all_and_how_long_it_takes() -> None:
    out = io.StringIO()
    with Watch(Console(file=out, width=100, height=30, force_terminal=True)) as shown:
        shown.show(home("the server: disk full", pi=BUSY, epyc=IDLE))
        shown.say("making the pages")
        text = out.getvalue()
    assert "the server: disk full" in text
    assert "the tree 25 %" in text and "done" in text
    assert "1 of 2 machines are done; 1:30 left; making the pages" in text


def test_on_a_narrow_terminal_each_machine_has_one_line() -> None:
    out = io.StringIO()
    doing = replace(BUSY.said, doing="build keccakc512/opt64 amd64 clang-19 -O3 -march=native")
    with Watch(Console(file=out, width=80, height=24, force_terminal=True)) as shown:
        shown.show(home(pi=replace(BUSY, said=doing), epyc=replace(SILENT, said=doing), new=IDLE))
        lines = out.getvalue().splitlines()
    assert len(lines) == 5 and "done; at least 1:30 left" in lines[-1]
    assert "pi" in lines[1] and "the tree 25 %: build" in lines[1] and "1:30" in lines[1]


def test_what_needs_looking_at_is_shown_first_where_room_is_short() -> None:
    every = {"a": IDLE, "b": BUSY, "c": IDLE, "d": SILENT, "e": BUSY}
    rows = [status.row(name, one, NOW, is_paused=False) for name, one in every.items()]
    shown, rest = watch.worth_showing(rows, 3)
    assert [one.name for one in shown] == ["b", "d", "e"] and rest == 2
    assert watch.worth_showing(rows, 5) == (rows, 0)
