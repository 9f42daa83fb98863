"""What commands print: tables and lines in which strangers' names are shown as they are, and none is obeyed."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from hashcop.data.printable import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def console(*, on_stderr: bool = False) -> "Console":
    """Standard output, or what people read beside the JSON that goes there."""
    from rich.console import Console  # half the time that help takes

    return Console(file=sys.stderr if on_stderr else sys.stdout, markup=False, emoji=False)


def line(text: str, to: "Console") -> None:
    """A line of text, not wrapped."""
    to.print(printable(text, to.encoding), highlight=False, soft_wrap=True)


def table(
    titles: Sequence[str],
    rows: Iterable[Sequence[str]],
    to: "Console",
    *,
    numbers: Sequence[str] = (),
    folds: str = "",
) -> None:
    """A table. The columns `numbers` are aligned to the right, and `folds` is wrapped where it is too wide."""
    to.print(as_table(titles, rows, to, numbers=numbers, folds=folds))


def as_table(
    titles: Sequence[str],
    rows: Iterable[Sequence[str]],
    to: "Console",
    *,
    numbers: Sequence[str] = (),
    folds: str = "",
    wraps: bool = True,
) -> "Table":
    """The same as something that can be drawn again and again. Without `wraps` each row has one line, and is cut."""
    from rich.table import Table  # as above
    from rich.text import Text

    shown = Table(box=None)
    for title in titles:
        shown.add_column(
            title,
            justify="right" if title in numbers else "left",
            overflow="fold" if title == folds else "ellipsis",
        )
    for row in rows:
        shown.add_row(*(Text(printable(cell, to.encoding), no_wrap=not wraps) for cell in row))
    return shown


def as_json(rows: Any) -> None:
    """For programs."""
    print(json.dumps(rows, indent=1))
