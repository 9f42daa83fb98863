"""Timings of built programs: the race for the best option set, and the measurement of what won it.

One program at a time, on a pinned processor; whoever calls sees to it that nothing else of ours runs.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median

from driver import data, lengths, program
from driver.lengths import Schedule
from driver.program import Answer, Limit
from driver.sandbox import Sandbox
from driver.toolchain import Target, Toolchain

# After each round those within the given ratio of the best go on, to that many more trials.
ROUNDS = ((1, 1.0), (2, 1.15), (4, 1.04))
SECONDS = 60  # for a process beyond what it is expected to take


class CounterLost(Exception):
    """The counter of a target, found to work when the machine was examined, works no more. Says why."""

    def __init__(self, counter: str, why: str) -> None:
        super().__init__(f"the counter {counter} works no more: {why}")


def _unusable(answer: Answer) -> str | None:
    """Why an answer's timings are none: its counter could not be used."""
    said = (" ".join(words[2:]) for words in answer.facts if words[0] == "unusable")
    return next(said, None)


@dataclass(frozen=True)
class Timer:
    """Where timings are taken: the sandbox and the processor that programs are pinned to."""

    sandbox: Sandbox
    processor: int

    def time(
        self,
        binary: Path,
        numbers: Sequence[int],
        schedule: Schedule,
        seconds: float = 0,
        target: Target | None = None,
    ) -> dict[int, list[int]] | str:
        """Timings (cycles) of each length, by one process; or what went wrong. `seconds`: expected duration.

        They are by the counter of `target`, which binary is for, or without one by whatever suits
        best. Raises CounterLost where that counter works no more.
        """
        request = [self.processor, schedule.warmup, schedule.timings, *numbers]
        answer = self._ask(binary, request, int(SECONDS + 4 * seconds), target)
        why = _unusable(answer)
        if why is not None:
            if target:
                self._blame(target, why)
            return f"left its counter unusable: {why}"
        if answer.problem:
            return answer.problem
        rows = answer.values("cycles")
        if sorted(rows) != sorted(map(str, set(numbers))):
            return "did not time every length that was asked for"
        return {int(length): [int(cycles) for cycles in row] for length, row in rows.items()}

    def _ask(self, binary: Path, request: list[int], seconds: int, target: Target | None) -> Answer:
        limit = Limit(seconds, seconds)
        if target is None:
            return program.ask(self.sandbox, binary, "time", request, limit)
        verb, grant = f"time@{target.counter.name}", target.harness / "grant"
        return program.ask(self.sandbox, binary, verb, request, limit, grant=grant)

    def _blame(self, target: Target, why: str) -> None:
        """Raise CounterLost, unless the counter works for the harness alone: then the implementation broke it."""
        answer = self._ask(target.harness / "none", [self.processor, 0, 1, 0], SECONDS, target)
        if answer.problem or _unusable(answer) is not None:
            raise CounterLost(target.counter.name, why)

    def measure(
        self,
        binary: Path,
        numbers: Sequence[int],
        schedule: Schedule,
        seconds: float = 0,
        target: Target | None = None,
    ) -> dict[int, list[int]] | str:
        """Timings (cycles) of each length over all processes of a schedule; or what went wrong.

        Each process takes the lengths in an order of its own, so that drift does not look like a slope.
        """
        together: dict[int, list[int]] = {length: [] for length in numbers}
        for number in range(schedule.processes):
            order = list(numbers)
            random.Random(f"{binary.parent.name} {number}").shuffle(order)
            rows = self.time(binary, order, schedule, seconds / schedule.processes, target)
            if isinstance(rows, str):
                return rows
            for length, timings in rows.items():
                together[length] += timings
        return together


@dataclass(frozen=True)
class Entrant:
    """A distinct build in a race: its place among the option sets, machine code and program."""

    place: int
    code: str
    binary: Path


def ruler(toolchain: Toolchain, target: Target) -> str:
    """What timings are taken with, for their keys: the harness, and the counter that they are in."""
    return f"{toolchain.harness_digest} {target.counter.name}"


def trial_key(code: str, ruler: str, number: int) -> str:
    """The key of the `number`-th trial (from 0) of machine code."""
    return data.digest("trial", code, ruler, number)


def cycles_key(code: str, ruler: str, schedule: Schedule, length: int) -> str:
    """The key of the measurement of one length: its last word is the length, in bytes."""
    return f"{_series_key(code, ruler, schedule)}-{length}"


@cache  # asked for every length of a curve
def _series_key(code: str, ruler: str, schedule: Schedule) -> str:
    return data.digest("cycles", code, ruler, schedule)


class Race:
    """Who is fastest at lengths.RACE bytes: few trials for everyone, more for those that may still win."""

    def __init__(self, entrants: Sequence[Entrant]) -> None:
        self.entrants = list(entrants)
        self.timings: dict[str, list[int]] = {entrant.code: [] for entrant in entrants}

    def trials(self) -> Iterator[tuple[int, int, Entrant]]:
        """(round from 1, number of the trial from 0, entrant), interleaved; `enter` or `drop` follows each."""
        number = 0
        for round_number, (count, ratio) in enumerate(ROUNDS, 1):
            running = self._within(ratio) if round_number > 1 else list(self.entrants)
            if round_number > 1 and len(running) < 2:
                return
            for _ in range(count):
                for entrant in running:
                    if entrant in self.entrants:
                        yield round_number, number, entrant
                number += 1

    def enter(self, entrant: Entrant, timings: Sequence[int]) -> None:
        """Take in the timings (cycles) of a trial."""
        self.timings[entrant.code] += timings

    def drop(self, entrant: Entrant) -> None:
        """Take an entrant that misbehaves out of the race."""
        self.entrants.remove(entrant)

    def cost(self, entrant: Entrant) -> float:
        """Median cycles of all its trials."""
        return median(self.timings[entrant.code])

    def _within(self, ratio: float) -> list[Entrant]:
        best = min((self.cost(entrant) for entrant in self.entrants), default=0)
        return [entrant for entrant in self.entrants if self.cost(entrant) <= ratio * best]

    def winner(self) -> Entrant | None:
        """The entrant of the lowest median; of equals the first. None where nobody is left."""
        return min(self.entrants, key=lambda e: (self.cost(e), e.place), default=None)


def expected_seconds(
    cost: float, ticks_per_second: int, numbers: Sequence[int], schedule: Schedule
) -> float:
    """How long measuring takes, in seconds, where lengths.RACE bytes take `cost` ticks."""
    total = sum(numbers) + 64 * len(numbers)
    return schedule.calls * total * cost / lengths.RACE / ticks_per_second
