"""What `./do many HASH` has just measured, as plain text: cycles/byte by how many messages a call hashes."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from hashcop.data.printable import printable
from hashcop.results import many
from hashcop.results.model import load
from hashcop.results.summary import RACE_LENGTH, Hash
from reports import format

_SHOWN = (many.TREE, RACE_LENGTH)  # bytes


def summary(
    data_files: Iterable[Path], hashes: Sequence[str], console: Console, *, in_ticks: bool = False
) -> None:
    """Print a table for each hash, target and length: a row for each implementation, a column for each count."""
    for machine in load(data_files, in_ticks=in_ticks, hashes=hashes):
        for target in machine.targets:
            for hash in target.hashes:
                if hash.name in hashes and hash.many:
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
