"""What `./do many HASH` has just measured, as plain text: cycles/byte by how many messages a call hashes.

And what `./do device HASH` has: bits a second.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from hashcop.data.printable import printable
from hashcop.results import devices, many
from hashcop.results.model import load
from hashcop.results.summary import RACE_LENGTH, Hash, Machine, Target
from reports import format

_SHOWN = (many.TREE, RACE_LENGTH)  # bytes


def summary(
    data_files: Iterable[Path], hashes: Sequence[str], console: Console, *, in_ticks: bool = False
) -> None:
    """Print a table for each hash, target and length: a row for each implementation, a column for each count."""
    for machine in load(data_files, in_ticks=in_ticks, hashes=hashes):
        for target in machine.targets:
            for hash in target.hashes:
                if hash.name in hashes and hash.many and target.platform == devices.PLATFORM:
                    _device(hash, machine, target, console)
                elif hash.name in hashes and hash.many:
                    _hash(hash, target.name, console)


def _hash(hash: Hash, target: str, console: Console) -> None:
    bounded = "of bound" if many.is_bounded(hash) else ""
    for length in _SHOWN:
        table = many.table(hash, length)
        if table.rows:
            _print(console, f"{hash.name} {target}, cycles/byte of messages of {length} bytes")
            _print(console, _line("at once", map(str, table.counts), "x one", bounded), "dim")
            for row in table.rows:
                _print(console, _row(row, table.counts))
    for name, word, why in many.wrong(hash):
        _print(console, f"{name}: {word}: {why}")


def _device(hash: Hash, machine: Machine, target: Target, console: Console) -> None:
    """A row for each number of messages, a column for each length; then what the row of pages has."""
    found = devices.row(hash, machine, target)
    if found:
        about = devices.about(machine, target.name)
        _print(console, f"{hash.name} {target.name}, Gb/s by bytes of a message, on {about}")
        launches = devices.by_messages(found.implementation)
        lengths = sorted({n for by_length in launches.values() for n in by_length if n})
        _print(console, _line("messages", map(str, lengths), "", ""), "dim")
        for messages, by_length in sorted(launches.items()):
            cells = (
                format.value(devices.gigabits(by_length[n], n).median) if n in by_length else "-"
                for n in lengths
            )
            _print(console, _line(str(messages), cells, "", ""))
        _print(console, f"  {_of_device(found)}")
    for name, word, why in many.wrong(hash):
        _print(console, f"{name}: {word}: {why}")


def _of_device(row: devices.Row) -> str:
    parts = [
        f"{format.value(row.cycles)} cycles of the device a byte",
        f"with {' '.join(row.options)}",
    ]
    if row.bound and row.share:
        parts.append(f"{row.share:.0%} of what its {row.bound.by} allows")
    if row.copied:
        parts.append(f"{format.value(row.copied.median)} Gb/s with copies")
    return "; ".join(parts)


def _row(row: many.Row, counts: Iterable[int]) -> str:
    figures = (row.cells.get(count) for count in counts)
    cells = (format.value(one.median) if one else "-" for one in figures)
    ratio = format.value(row.ratio) if row.ratio else ""
    return _line(row.name, cells, ratio, f"{row.share:.0%}" if row.share else "")


def _line(name: str, cells: Iterable[str], ratio: str, share: str) -> str:
    line = f"  {name:<14}" + "".join(f"{cell:>8}" for cell in cells) + f"{ratio:>9}{share:>10}"
    return line.rstrip()


def _print(console: Console, text: str, style: str = "") -> None:
    console.print(Text(printable(text), style), soft_wrap=True)
