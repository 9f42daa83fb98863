"""What a run is doing, how much is left and when it will be over; on no terminal, a line for each finished unit."""

import time
from collections import Counter
from dataclasses import dataclass, field

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text


def duration(seconds: float) -> str:
    """A rough time for people: 0:42, 12:05, 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@dataclass
class Work:
    """How much is left, in seconds as expected beforehand, corrected by how long what is done has taken."""

    begun: float = field(default_factory=time.monotonic)
    expected: float = 0.0
    done: float = 0.0
    units: int = 0
    finished: int = 0

    def seconds_left(self) -> float:
        """Seconds until everything known of is done."""
        elapsed = time.monotonic() - self.begun
        # Until there is something to learn from, expectations count as they are.
        pace = (elapsed + 5) / (self.done + 5)
        return max(self.expected - self.done, 0) * pace


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

    def __init__(self, console: Console) -> None:
        self.console = console
        self.work = Work()
        self.outcomes: Counter[str] = Counter()
        self._said: set[str] = set()
        self._bar = Progress(
            TextColumn("{task.fields[count]:>11}"),
            BarColumn(bar_width=24),
            _Left(self.work),
            TextColumn("{task.description}"),
            console=console,
            auto_refresh=False,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=1.0, count="")

    def __enter__(self) -> "Display":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def expect(self, units: int, seconds_each: float) -> None:
        """So many units more are to be done, each taking so many seconds of the run."""
        self.work.units += units
        self.work.expected += units * seconds_each

    def show(self, what: str) -> None:
        """What is being done now."""
        work = self.work
        self._bar.update(
            self._task,
            description=what,
            completed=work.done,
            total=max(work.expected, 0.1),
            count=f"{work.finished}/{work.units}",
            refresh=True,
        )

    def finish(self, seconds: float, stage: str, what: str, result: str = "ok") -> None:
        """A unit is done that was expected to take `seconds`. Lines are for where no bar can be drawn."""
        self.work.done += seconds
        self.work.finished += 1
        self.outcomes[stage] += 1
        if self.console.is_terminal:
            self.show(f"{stage} {what}")
        else:
            left = duration(self.work.seconds_left())
            count = f"{self.work.finished}/{self.work.units}"
            self.print(f"[{count}, {left} left] {stage} {what}: {result}")

    def problem(self, text: str) -> None:
        """Something that people want to see at once; said once, however many builds share it."""
        if text not in self._said:
            self._said.add(text)
            self.print(text)

    def print(self, text: str) -> None:
        """A line that stays."""
        self.console.print(Text(text), soft_wrap=True)
