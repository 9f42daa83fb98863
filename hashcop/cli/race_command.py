"""`./do race`: who is fastest with which options, found by the races alone; nothing is measured, and no pages made."""

import json
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from hashcop.cli.cli import Request
from hashcop.data import lengths
from hashcop.data.printable import printable
from hashcop.engine.opening import open_run, say_missing_abis, say_refused, say_skipped
from hashcop.engine.progress import Display
from hashcop.engine.run import Won


def race(request: Request, console: Console) -> int:
    """Build, check and race; a line for each implementation, the fastest of each hash and ABI first."""
    said = Console(stderr=True, markup=False, emoji=False) if request.as_json else console
    display = Display(said)
    opened = open_run(request, display.print)
    say_missing_abis(opened.toolchain, request, display.print)
    say_refused(opened.toolchain, display.print)
    say_skipped(opened.groups, display.print)
    with display:
        place = opened.prepare(display, request)
        won = place.running.races(place.prepare(place.groups))
        place.leave(display.print)
    opened.close()
    found = rows(won)
    if request.as_json:
        print(json.dumps(found, indent=1))
    else:
        _show(found, console)
    named = [group for group in place.groups if group.named and not group.skip]
    return 1 if any(group not in [one.group for one in won] for group in named) else 0


def rows(won: Sequence[Won]) -> list[dict[str, Any]]:
    """Of each winner what it is and takes (cycles of a message of lengths.RACE bytes), in the order of the table."""
    found = [
        {
            "hash": one.group.function.name,
            "abi": one.group.target.abi,
            "implementation": one.group.implementation.name,
            "cycles": round(one.cost, 2),
            "options": one.group.option_sets[one.entrant.place].words,
            "builds": len(one.prepared.builds),
            "distinct": len(one.prepared.entrants),
        }
        for one in won
    ]
    places = {(row["hash"], row["abi"]): number for number, row in reversed(list(enumerate(found)))}
    return sorted(found, key=lambda row: (places[row["hash"], row["abi"]], row["cycles"]))


def _show(found: Sequence[dict[str, Any]], console: Console) -> None:
    table = Table("hash", "ABI", "implementation", box=None)
    table.add_column("cycles/byte", justify="right")
    table.add_column("with", overflow="fold")
    last: tuple[str, str] | None = None
    for row in found:
        here = row["hash"], row["abi"]
        table.add_row(
            *(here if here != last else ("", "")),
            printable(row["implementation"], console.encoding),
            f"{row['cycles'] / lengths.RACE:.2f}",
            printable(" ".join(row["options"]), console.encoding),
        )
        last = here
    console.print(table)
    console.print(f"for messages of {lengths.RACE} bytes, by races alone", highlight=False)
