"""A timer beside which it is counted what disturbs the processes that it times."""

from collections.abc import Sequence
from pathlib import Path

from hashcop.data.lengths import Schedule
from hashcop.data.records import Sample
from hashcop.engine.gate import Gated
from hashcop.platforms.door import Group, Target, Timer
from hashcop.results import disturbed
from hashcop.results.disturbed import Disturbed
from hashcop.results.grids import Batches


class Watch:
    """What disturbed all processes that were timed."""

    def __init__(self) -> None:
        self.found: Disturbed | None = None

    def timer(self, timer: Timer) -> Timer:
        """The same timer, watched."""
        return Watched(timer, self)

    def take(self, sample: Sample) -> None:
        """Count a process."""
        one = disturbed.count([sample], Batches([sample]))
        self.found = disturbed.together([*([self.found] if self.found else []), one])


def unwatched(timer: Timer) -> Timer:
    """The timer itself, for a platform that asks more of its own than to time."""
    while isinstance(timer, Watched | Gated):
        timer = timer.timer
    return timer


class Watched:
    """A timer that tells a watch what it timed."""

    def __init__(self, timer: Timer, watch: Watch) -> None:
        self.timer, self._watch = timer, watch

    def time(
        self,
        artifact: Path,
        lengths: Sequence[int],
        schedule: Schedule,
        target: Target,
        *,
        seed: int = 0,
        seconds: float = 0,
        effect: object = None,
        group: Group | None = None,
    ) -> Sample | str:
        """As Timer.time. An experiment disturbs its timings on purpose, and is left out."""
        what = artifact, lengths, schedule, target
        found = self.timer.time(*what, seed=seed, seconds=seconds, effect=effect, group=group)
        if isinstance(found, Sample) and effect is None:
            self._watch.take(found)
        return found
