"""The opening of everything that builds, checks or times, the same for all commands that do."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console

from hashcop.cli import failed
from hashcop.engine import messages, progress_file
from hashcop.engine.progress import Display
from hashcop.engine.session import Session, Work, open_session
from hashcop.engine.settings import Settings
from hashcop.engine.skipped import announce
from hashcop.platforms.door import CounterLost


@dataclass(frozen=True)
class Begun:
    """A session at work, and where people see what it does."""

    session: Session
    work: Work
    display: Display

    def leave(self, page: str = "") -> None:
        """Once all is timed: record how the machine was, and say in few lines what did not build.

        `page` is the page that has all of them.
        """
        self.work.site.leave()
        for line in failed.lines(self.work.made, page):
            self.display.print(line)


@contextmanager
def at_work(settings: Settings, console: Console, *, announced: bool = True) -> Iterator[Begun]:
    """Open a session and begin its work. Progress is shown until the end of the block; then all is closed.

    `announced`: people are told beforehand what is left out.
    """
    display = Display(console, settings.bench / progress_file.NAME)
    session = open_session(settings, display.print)
    if announced:
        announce(session, display.print)
    try:
        with display:
            yield Begun(session, session.begin(display), display)
    except CounterLost as lost:
        for lane in session.lanes.of.values():
            lane.forget()
        raise messages.counter_lost(str(lost)) from None
    session.close()
