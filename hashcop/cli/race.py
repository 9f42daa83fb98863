"""`./do race`: who is fastest with which options, found by the races alone; nothing is measured, and no pages made."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hashcop.cli import options, screen
from hashcop.data import lengths
from hashcop.engine.settings import Settings

if TYPE_CHECKING:
    from rich.console import Console

    from hashcop.engine.run import Won


@options.command(
    "race",
    ("./do race", "all hashes"),
    ("./do race sha256", "the implementations of one, the fastest first"),
    ("./do race --profile full --budget 10m sha256/ref", "over 1000 option sets of one"),
    ("./do race --json sha256", "for programs"),
)
@options.settings(
    *("words", "profile", "targets", "budget"),
    *("tree", "bench", "machine", "cores", "cache", "cache_limit"),
    *("seconds", "patience", "trusted"),
    times=True,
)
@options.as_json
def race(settings: Settings, *, as_json: bool) -> int:
    """Race builds, and show who is fastest with which options.

    Builds are raced at one length until the fastest is known. Nothing is measured, and no pages are made. Exit status
    1: an implementation that was selected by its name is not right.
    """
    from hashcop.cli.working import at_work  # loads the engine, which help does without

    with at_work(settings, screen.console(on_stderr=as_json)) as work:
        place = work.place
        won = place.running.races(place.prepare(place.groups))
        place.leave(work.display.print)
    found = rows(won)
    if as_json:
        screen.as_json(found)
    else:
        _show(found, screen.console())
    named = [group for group in place.groups if group.named and not group.skip]
    return 1 if any(group not in [one.group for one in won] for group in named) else 0


def rows(won: "Sequence[Won]") -> list[dict[str, Any]]:
    """What each winner is and takes (cycles of a message of lengths.RACE bytes), in the order of the table."""
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


def _show(found: Sequence[dict[str, Any]], console: "Console") -> None:
    shown: list[Sequence[str]] = []
    last: tuple[str, str] | None = None
    for row in found:
        here = row["hash"], row["abi"]
        cost = f"{row['cycles'] / lengths.RACE:.2f}"
        first = here if here != last else ("", "")
        shown.append((*first, row["implementation"], cost, " ".join(row["options"])))
        last = here
    titles = ("hash", "ABI", "implementation", "cycles/byte", "with")
    screen.table(titles, shown, console, numbers=["cycles/byte"], folds="with")
    screen.line(f"for messages of {lengths.RACE} bytes, by races alone", console)
