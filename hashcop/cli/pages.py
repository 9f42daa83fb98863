"""The pages of a bench: which data they are made of, whether they are current, and where they are."""

import os
from collections import Counter
from pathlib import Path

from rich.console import Console

from hashcop import ROOT
from hashcop.cli import screen
from hashcop.engine import messages

NAMES = ("data.jsonl", "data", "data.gz")  # the last two are SUPERCOP's


def data_files(bench: Path) -> list[Path]:
    """The data under a bench, of all machines that have some there."""
    return sorted(path for name in NAMES for path in bench.glob(f"*/{name}"))


def bring_up_to_date(bench: Path, console: Console, *, in_ticks: bool) -> None:
    """Make the pages of a bench, where they are not current, and say where they are."""
    files = data_files(bench)
    if in_ticks or not _is_current(bench / "html" / "index.html", files):
        with console.status("making the pages"):
            make(bench, files, console, in_ticks=in_ticks)
    say_where(bench, console)


def make(bench: Path, files: list[Path], console: Console, *, in_ticks: bool) -> None:
    """Make the pages of a bench from data files, and say what of these is not shown."""
    from reports import pages  # loads a drawing library, which a run with nothing to do is spared

    left_out: Counter[str] = Counter()
    index = pages.write(files, bench / "html", left_out=left_out, in_ticks=in_ticks)
    if in_ticks:
        os.utime(index, (0, 0))  # the next run makes pages of cycles again
    else:
        index.touch()
    if left_out:
        screen.line(messages.left_out(left_out), console)


def say_where(bench: Path, console: Console) -> None:
    """Where a reader begins."""
    console.print(f"pages: {bench / 'html' / 'index.html'}", soft_wrap=True, highlight=False)


def _is_current(index: Path, files: list[Path]) -> bool:
    """Whether the pages are newer than the data and the code that they are made from."""
    made_from = [*files, *(path for path in (ROOT / "reports").rglob("*") if path.is_file())]
    if not index.is_file():
        return False
    return index.stat().st_mtime_ns > max(path.stat().st_mtime_ns for path in made_from)
