"""What a run is doing, how much is left and when it will be over; on no terminal, a line for each finished unit."""

import time
from collections import Counter, deque
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text

from hashcop.data.printable import printable
from hashcop.engine import messages
from hashcop.engine.messages import duration
from hashcop.engine.progress_file import ProgressFile
from hashcop.engine.spent import Spent

FAILED = 5  # problems that are shown elsewhere, the last ones
LINE = 300  # characters of each
FEW = 4  # units that say little of the others
BAD = ("failed", "wrong", "disputed")  # outcomes of units


@dataclass
class Work:
    """How much is left: the seconds expected beforehand, corrected by how long finished work has taken."""

    begun: float = field(default_factory=time.monotonic)
    left: dict[str, tuple[int, float]] = field(default_factory=dict)  # stage -> units, seconds
    done: float = 0.0
    finished: int = 0

    @property
    def units(self) -> int:
        """All known units, finished or not."""
        return self.finished + sum(units for units, _ in self.left.values())

    def expect(self, stage: str, units: int, seconds_each: float) -> None:
        """So many units more (or, below 0, fewer) are left of a stage."""
        before, seconds = self.left.get(stage, (0, 0.0))
        after = max(before + units, 0)
        self.left[stage] = (after, max(seconds + units * seconds_each, 0.0) if after else 0.0)

    def finish(self, stage: str, seconds: float) -> None:
        """A unit that was expected to take `seconds` is done."""
        self.expect(stage, -1, seconds)
        self.done += seconds
        self.finished += 1

    def seconds_left(self) -> float:
        """Seconds until all known units are done."""
        elapsed = time.monotonic() - self.begun
        left = sum(seconds for _, seconds in self.left.values())
        # Until there is something to learn from, expectations count as they are: for some seconds, and for some units,
        # of which each may take minutes.
        each = (self.done + left) / max(self.units, 1)
        prior = 5 + each * max(FEW - self.finished, 0)
        return left * (elapsed + prior) / (self.done + prior)


class _Left(ProgressColumn):
    def __init__(self, work: Work) -> None:
        super().__init__()
        self.work = work

    def render(self, task: Task) -> Text:
        return Text(f"{duration(self.work.seconds_left())} left", style="progress.remaining")


class Display:
    """Shows units of work as they are planned and finished.

    Redraws only when told: nothing of ours runs beside timings.
    """

    def __init__(self, console: Console, file: Path | None = None) -> None:
        """`file`: where other processes can read how far the work is, while it lasts."""
        self.console = console
        self._file = ProgressFile(file) if file else None
        self._failed: deque[str] = deque(maxlen=FAILED)
        self.work = Work()
        self.spent = Spent()
        self.outcomes: Counter[str] = Counter()
        self._said: set[str] = set()
        self._bar = Progress(
            TextColumn("{task.fields[count]:>11}"),
            BarColumn(bar_width=24),
            _Left(self.work),
            TextColumn("{task.description}", markup=False),
            console=console,
            auto_refresh=False,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=1.0, count="")

    def __enter__(self) -> "Display":
        self._bar.start()
        self._publish("", "")
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()
        if self._file:
            self._file.remove()

    def expect(self, stage: str, units: int, seconds_each: float) -> None:
        """So many units more are to be done in a stage, each taking so many seconds of the run."""
        self.work.expect(stage, units, seconds_each)

    def plan(self, builds: int, checks: int, known: int, seconds: float, cores: int) -> None:
        """Say how much building and checking is about to begin, before it does."""
        self.print(messages.plan(builds, checks, known, duration(seconds), cores))

    def forget(self, stage: str) -> None:
        """Drop the guess about a stage, since its units are known now and will be told anew."""
        self.work.left.pop(stage, None)

    def show(self, what: str) -> None:
        """What is being done now."""
        stage = what.partition(" ")[0]
        self._publish(stage if stage in self.work.left else "", what)
        self._draw(what)

    def _publish(self, stage: str, what: str) -> None:
        """For other processes."""
        if self._file:
            work = self.work
            self._file.write(
                stage,
                printable(what),
                done=work.finished,
                total=work.units,
                left=work.seconds_left(),
                failed=tuple(self._failed),
            )

    def _draw(self, what: str) -> None:
        work = self.work
        self._bar.update(
            self._task,
            description=printable(what),
            completed=work.done,
            total=work.done + max(sum(seconds for _, seconds in work.left.values()), 0.1),
            count=f"{work.finished}/{work.units}",
            refresh=True,
        )

    def finish(self, seconds: float, stage: str, what: str, result: str = "ok") -> None:
        """A unit that was expected to take `seconds` is done. A line tells so where no bar can be drawn."""
        self.work.finish(stage, seconds)
        self.outcomes[stage] += 1
        if result in BAD:
            self._failed.append(printable(f"{stage} {what}: {result}")[:LINE])
        self._publish(stage, f"{stage} {what}")
        if self.console.is_terminal:
            self._draw(f"{stage} {what}")
        else:
            left = duration(self.work.seconds_left())
            count = f"{self.work.finished}/{self.work.units}"
            self.print(f"[{count}, {left} left] {stage} {what}: {result}")

    def problem(self, text: str) -> None:
        """Tell people of a problem at once, and only once, however many builds share it."""
        if text not in self._said:
            self._said.add(text)
            self._failed.append(printable(text.partition("\n")[0])[:LINE])
            self.print(text)

    def print(self, text: str) -> None:
        """Print lines that stay. Strangers' text in them can't control the terminal."""
        lines = (printable(line, self.console.encoding) for line in text.split("\n"))
        self.console.print(Text("\n".join(lines)), soft_wrap=True)
