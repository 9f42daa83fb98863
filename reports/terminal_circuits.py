"""What `./do rtl HASH` has just placed, as plain text: a row for each circuit."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from hashcop.data.printable import printable
from hashcop.results import circuits
from hashcop.results.circuits import Circuit
from hashcop.results.model import load
from reports import format


def summary(
    data_files: Iterable[Path], wanted: Sequence[tuple[str, str | None]], console: Console
) -> None:
    """Print a table for each family: the circuits of each (hash, implementation); None: of all implementations."""
    for machine in load(data_files, hashes={hash for hash, _ in wanted}):
        some = [c for c in machine.circuits if {(c.hash, None), (c.hash, c.name)} & set(wanted)]
        for family, rows in circuits.by_family(some).items():
            _family(family, rows, console)


def _family(family: str, rows: Sequence[Circuit], console: Console) -> None:
    unit = next((one.unit for one in rows if one.unit), "")
    head = f"{'MHz':>8}{'clocks':>8}{'Mbit/s':>9}{unit:>9}{'ratio':>8}"
    what = f"medians over seeds; ratio: Mbit/s per {unit}" if unit else "right or wrong"
    _print(console, f"circuits on {family}: {what}")
    _print(console, f"  {'':<30}{head}{'best':>8}", "dim")
    for one in sorted(rows, key=lambda c: -c.best_ratio):
        name = f"{one.hash}/{one.name}"
        if one.clock and one.throughput and one.ratio and one.clocks:
            clocks = one.clocks.block * one.clocks.streams
            _print(
                console,
                f"  {name:<30}{format.value(one.clock.median):>8}{clocks:>8.0f}"
                f"{one.throughput.median:>9,.0f}{one.area:>9,.0f}{one.ratio.median:>8.3f}{one.best_ratio:>8.3f}",
            )
        elif one.check and one.clocks and not one.reason:
            clocks = one.clocks.block * one.clocks.streams
            area = f"{one.area:,.0f}" if unit else "-"
            _print(
                console,
                f"  {name:<30}{'-':>8}{clocks:>8.0f}{'-':>9}{area:>9}{'-':>8}{'-':>8}  right",
            )
        else:
            _print(console, f"  {name:<30}  {one.reason or 'not placed yet'}", "bold red")
        for finding in one.check.findings if one.check else ():
            _print(console, f"    right, but {finding}", "bold yellow")


def _print(console: Console, text: str, style: str = "") -> None:
    console.print(
        Text(printable(text, console.encoding), style=style), soft_wrap=True, highlight=False
    )
