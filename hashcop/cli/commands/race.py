"""`./do race`: who is fastest with which options, found by the races alone; nothing is measured, and no pages made."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hashcop.cli import options, screen
from hashcop.engine.settings import Settings

if TYPE_CHECKING:
    from rich.console import Console

    from hashcop.engine.races import Won


@options.command(
    "race",
    ("./do race", "all hashes"),
    ("./do race sha256", "the implementations of one, the fastest first"),
    ("./do race --profile full --budget 10m sha256/ref", "over 1000 option sets of one"),
    ("./do race --json sha256", "for programs"),
)
@options.settings(
    *("words", "platforms", "profile", "targets", "budget", "exhaustive"),
    *("tree", "bench", "machine", "cores", "cache", "cache_limit"),
    *("seconds", "patience", "trusted", "devices"),
    times=True,
)
@options.as_json
def race(settings: Settings, *, as_json: bool) -> int:
    """Race builds, and show who is fastest with which options.

    Builds are raced at one length until the fastest is known. Nothing is measured, and no pages are made. Exit status
    1: an implementation that was selected by its name is not right.
    """
    from hashcop.cli.working import at_work  # loads the engine, which help does without

    with at_work(settings, screen.console(on_stderr=as_json)) as begun:
        work = begun.work
        won = work.races.all(work.way.rest(work.groups, math.inf), exhaustive=settings.exhaustive)
        begun.leave()
    found = _in_order(won)
    if as_json:
        screen.as_json([_row(one) for one in found])
    else:
        _show(found, screen.console())
    named = [group for group in work.groups if group.named and not group.skip]
    return 1 if any(group not in [one.group for one in won] for group in named) else 0


def _in_order(won: "Sequence[Won]") -> "list[Won]":
    """The fastest of each hash and ABI first; hashes and ABIs as they come."""
    first: dict[tuple[str, str], int] = {}
    for place, one in enumerate(won):
        first.setdefault(one.contest, place)
    return sorted(won, key=lambda one: (first[one.contest], one.cost))


def _row(one: "Won") -> dict[str, Any]:
    """What a winner is, and what it takes (`cycles`, or what else is raced) for a message of `bytes`."""
    return {
        "hash": one.group.function.name,
        "abi": one.group.target.name,
        "implementation": one.group.implementation.name,
        one.group.lane.quantity.name: round(one.cost, 2),
        "bytes": one.group.lane.lengths.race,
        "options": list(one.options),
        "builds": len(one.prepared.builds),
        "distinct": len(one.prepared.entrants),
    }


def _show(found: "Sequence[Won]", console: "Console") -> None:
    rows: list[Sequence[str]] = []
    last: tuple[str, str] | None = None
    for one in found:
        group = one.group
        cost = f"{one.cost / group.lane.lengths.race:.2f}"
        first = (group.function.name, group.target.name) if one.contest != last else ("", "")
        rows.append((*first, group.implementation.name, cost, " ".join(one.options)))
        last = one.contest
    per_byte = " or ".join(dict.fromkeys(one.group.lane.quantity.unit for one in found)) + "/byte"
    titles = ("hash", "ABI", "implementation", per_byte, "with")
    screen.table(titles, rows, console, numbers=[per_byte], folds="with")
    for length in dict.fromkeys(one.group.lane.lengths.race for one in found):
        screen.line(f"for messages of {length} bytes, by races alone", console)
