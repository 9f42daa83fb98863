"""The opening of everything that builds, checks or times, the same for all commands that do."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console

from hashcop.engine import messages
from hashcop.engine.opening import (
    Opened,
    Workplace,
    cache_places,
    open_run,
    say_missing_abis,
    say_refused,
    say_skipped,
)
from hashcop.engine.progress import Display
from hashcop.engine.settings import Settings
from hashcop.platforms.c.timing import CounterLost
from hashcop.platforms.c.tools.toolchain import forget


@dataclass(frozen=True)
class Work:
    """A run that has begun, and where people see what it does."""

    opened: Opened
    place: Workplace
    display: Display


@contextmanager
def at_work(settings: Settings, console: Console, *, announced: bool = True) -> Iterator[Work]:
    """Open a run and begin it; its progress is shown until the end of the block, and then all is closed.

    `announced`: people are told beforehand what is left out.
    """
    display = Display(console)
    opened = open_run(settings, display.print)
    if announced:
        say_missing_abis(opened.toolchain, settings, display.print)
        say_refused(opened.toolchain, display.print)
        say_skipped(opened.groups, display.print)
    try:
        with display:
            yield Work(opened, opened.prepare(display, settings), display)
    except CounterLost as lost:
        for place in cache_places(settings):
            forget(place)
        raise messages.counter_lost(str(lost)) from None
    opened.close()
