"""What `./do count` shows: classes as columns, and why anything is not counted."""

from collections.abc import Sequence
from typing import Any, cast

import msgspec
from rich.console import Console

from hashcop.cli import screen
from hashcop.counts import room
from hashcop.counts.room import Outcome, Room
from hashcop.counts.wheel import Wheel
from hashcop.data.records import Counts
from hashcop.engine import tree
from hashcop.engine.session import open_session
from hashcop.engine.settings import Settings
from hashcop.platforms.door import Need
from hashcop.platforms.implementation import HashFunction
from hashcop.results import operations

SHOWN = 6  # implementations that are named for one reason


def outcomes(settings: Settings, wheel: Wheel, console: Console) -> list[Outcome]:
    """Count what is selected. Says what it does to `console`."""

    def say(text: str) -> None:
        screen.line(text, console)

    session = open_session(settings, say)
    groups = [group for group in session.groups if group.lane.platform == room.PLATFORM]
    if not settings.targets:
        groups = room.first_target(groups)
    if not settings.words:
        groups = room.wanted(groups)

    def primitive(need: Need) -> HashFunction | None:
        return tree.primitive(session.tree, need, session.platforms)

    lane = session.lanes.of.get(room.PLATFORM)
    found: list[Outcome] = []
    if lane and groups:
        at_work = Room(cast(Any, lane), wheel, session.cache, session.store, primitive)
        say(f"counting {len(groups)} implementations")
        found = at_work.run(groups, lambda _: None)
    session.close()
    return found


def rows(found: Sequence[Outcome]) -> list[dict[str, Any]]:
    """For programs: the records, or why there is none."""
    return [
        msgspec.to_builtins(one.record)
        if one.record
        else {
            "hash": one.group.function.name,
            "implementation": one.group.implementation.name,
            "target": one.group.target.name,
            "why": one.why,
        }
        for one in found
    ]


def show(found: Sequence[Outcome], console: Console) -> None:
    """A table for each ABI, and the reasons."""
    records = [one.record for one in found if one.record]
    for target in dict.fromkeys(one.target for one in records):
        of_target = [one for one in records if one.target == target]
        screen.line(f"operations on data of a block, {target}", console)
        _table(of_target, console)
    for why, names in room.failures(found):
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        screen.line(f"not counted: {', '.join(names[:SHOWN])}{more}: {why}", console)


def _table(records: Sequence[Counts], console: Console) -> None:
    columns = operations.columns(records)
    titles = ("implementation", "block", *columns, "sum", "per byte")
    cells = [
        (
            f"{one.hash}/{one.implementation}",
            str(one.block) if one.block else f"none ({one.bytes})",
            *(operations.cell(one, column) for column in columns),
            f"{operations.total(one.operations):,}",
            f"{operations.total(one.operations) / one.bytes:.2f}",
        )
        for one in records
    ]
    _aligned([titles, *cells], console)


def _aligned(rows: Sequence[Sequence[str]], console: Console) -> None:
    """A table that is as wide as it must be: a class that is cut off would be none."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        numbers = (f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
        screen.line(f"  {row[0]:<{widths[0]}}  {'  '.join(numbers)}", console)
