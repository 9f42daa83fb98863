"""A made-up machine for audits: processes take as long as they are told to, and a neighbour comes and goes.

It stands in for `program.ask`, so that audits of a thousand draws take seconds and are the same each time.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hashcop.platforms.c.program import Answer

RATE = 3e9  # cycles per second
WIDTH = 4.6
START = 0.0015  # seconds that a process takes beside its work


@dataclass(frozen=True)
class Neighbour:
    """Work on the other hyperthread: how long it is there and away, in seconds on average."""

    busy: float
    idle: float


@dataclass(frozen=True)
class Code:
    """A program: the cycles of a call, and by which factor a neighbour slows it. `start`: seconds beyond START."""

    cycles: float
    slowed: float = 1.35
    start: float = 0.0


@dataclass
class FakeMachine:
    """Stands in for the processes of an audit. `wander`: by what part the core's rate changes between processes."""

    seed: int
    programs: dict[Path, Code]
    neighbour: Neighbour | None = None
    wander: float = 0.02
    slept: float = 0.0
    now: float = 0.0
    _busy: bool = False
    _until: float = 0.0
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        if self.neighbour:
            both = self.neighbour.busy + self.neighbour.idle
            self._busy = self._random.random() >= self.neighbour.busy / both
            self._turn()

    def _turn(self) -> None:
        assert self.neighbour is not None
        self._busy = not self._busy
        mean = self.neighbour.busy if self._busy else self.neighbour.idle
        self._until = self.now + self._random.expovariate(1 / mean)

    def _work(self, seconds: float, slowed: float) -> float:
        """How long so much work takes from now on, a neighbour included."""
        begun = self.now
        while seconds > 0:
            factor = slowed if self._busy else 1.0
            left = self._until - self.now if self.neighbour else seconds * factor
            step = min(left, seconds * factor)
            self.now += step
            seconds -= step / factor
            if self.neighbour and self.now >= self._until - 1e-12:
                self._turn()
        return self.now - begun

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.slept += seconds
        self._work(seconds, 1.0)

    def wait(self, seconds: float) -> bool:
        """A patience without end."""
        self.sleep(seconds)
        return True

    def ask(
        self, _sandbox: object, program: Path, verb: str, words: Sequence[int | str], _limit: object
    ) -> Answer:
        """As program.ask."""
        begun = self.now
        rate = RATE * (1 + self._random.gauss(0, self.wander))
        lines = tuple(self._answer(program, verb, words, rate))
        start = START * self._random.uniform(0.9, 1.1)
        start += self.programs[program].start if program in self.programs else 0
        self._work(start, 1.2)
        spent = self.now - begun
        self._work(0.001, 1.0)  # until the next process begins
        return Answer(lines, "", processor_seconds=spent)

    def _answer(
        self, program: Path, verb: str, words: Sequence[int | str], rate: float
    ) -> Iterator[tuple[str, ...]]:
        if verb.startswith("pace"):
            self._work(0.003, 1.0)
            width = WIDTH * (0.65 if self._busy else 1.0) * self._random.uniform(0.995, 1.005)
            yield ("pace", f"{rate:.0f}", f"{width * 1e9:.0f}")
        elif verb == "burn":
            cycles = int(words[-1]) * 1024
            self._work(cycles / rate, 1.0)
            yield ("burnt", str(cycles))
        else:
            code = self.programs.get(program, Code(40.0, 1.0))
            self._work(int(words[-1]) * code.cycles / rate, code.slowed)
            yield ("proof", str(words[-2]), str(words[-1]), "00")
