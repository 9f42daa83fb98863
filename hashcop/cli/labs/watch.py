"""Progress of a running lab: a table on a terminal, otherwise a line for each change."""

import time
from typing import TYPE_CHECKING

from hashcop.cli import screen
from hashcop.lab import status
from hashcop.lab.status import NEVER, Row

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live

    from hashcop.lab.home import Home

TITLES = ("machine", "job", "left", "heard", "home", "wrong")
PACE = 30.0  # seconds between two lines that only say how far a machine is, at least
BESIDE = 6  # lines of a terminal that are not for machines
FEWEST = 5  # machines that are shown, however few lines it has


class Watch:
    """The display, as a context manager."""

    def __init__(self, console: "Console") -> None:
        self._console = console
        self._live: Live | None = None
        self._told: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._at: dict[str, float] = {}
        self._begun = time.monotonic()
        self._last: tuple[list[Row], list[str], str] = [], [], ""
        self._trouble = ""
        self._note = ""

    def __enter__(self) -> "Watch":
        if self._console.is_terminal:
            from rich.live import Live  # as Console

            self._live = Live(console=self._console, auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    def show(self, home: "Home") -> None:
        """The state of all machines."""
        now = home.status
        rows = list(status.rows(home.inventory, now, home.state.paused()))
        self._last = rows, list(status.of_home(now, now.at)), status.outlook(now)
        if self._live is None:
            self._tell(rows, now.trouble)
        else:
            self._draw()

    def say(self, text: str) -> None:
        """Show what home itself is doing; empty for nothing."""
        self._note = text
        if self._live:
            self._draw()

    def _draw(self) -> None:
        from rich.console import Group  # as above
        from rich.text import Text

        assert self._live
        rows, notes, outlook = self._last
        shown, rest = worth_showing(rows, max(self._console.height - BESIDE, FEWEST))
        lines = [f"and {rest} more"] if rest else []
        lines += notes
        lines += [f"{outlook}; {self._note}" if self._note and outlook else self._note or outlook]
        table = screen.as_table(*columns(shown), self._console, numbers=("left",), wraps=False)
        self._live.update(Group(table, *map(Text, lines)), refresh=True)

    def _tell(self, rows: list[Row], trouble: str) -> None:
        if trouble and trouble != self._trouble:
            screen.line(f"home: {trouble}", self._console)
        self._trouble = trouble
        for row in rows:
            if row.heard == NEVER and time.monotonic() - self._begun < PACE:
                continue  # it may connect at any moment
            stands = row.job, row.wrong
            is_new = self._told.get(row.name) != stands
            if is_new or (row.job and time.monotonic() - self._at[row.name] > PACE):
                self._told[row.name], self._at[row.name] = stands, time.monotonic()
                left = f", {row.left} left" if row.left else ""
                wrong = f" ({'; '.join(row.wrong)})" if row.wrong else ""
                screen.line(f"{row.name}: {row.does}{left}{wrong}", self._console)


def worth_showing(rows: list[Row], most: int) -> tuple[list[Row], int]:
    """At most so many rows, in their order, and the number of the rest. Fine and idle machines are left out first."""
    if len(rows) <= most:
        return rows, 0
    urgent = sorted(rows, key=lambda one: (one.is_fine, not one.job))[:most]
    names = {one.name for one in urgent}
    return [one for one in rows if one.name in names], len(rows) - most


def columns(rows: list[Row]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Titles and cells of a table of machines."""
    return TITLES, [
        (one.name, one.does, one.left, one.heard, one.home, "; ".join(one.wrong)) for one in rows
    ]
