"""What was recorded, sorted by machine, target, hash and implementation: the step between records and summaries."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from hashcop.data import records
from hashcop.data.records import Build, Check, Words
from hashcop.results.newest import Newest
from hashcop.results.quartiles import Quartiles
from hashcop.results.race import Timing
from hashcop.results.samples import Processes
from hashcop.results.summary import Certainty

K = TypeVar("K")
L = TypeVar("L")
V = TypeVar("V")
Place = tuple[str, str, str]  # target, hash, implementation
Curve = dict[int, Quartiles]
Trial = tuple[Sequence[float], Timing]  # all timings, and what they come to
Tried = tuple[Curve, bool]  # a variant of an experiment, and whether most of it was disturbed


@dataclass(frozen=True, slots=True)
class Point:
    """What is known of one length. `processes` are kept for the lengths that a slope is made of."""

    time: str
    quartiles: Quartiles
    processes: Processes
    certainty: Certainty | None = None


class Timed:
    """Trials by machine code and key, and measured points by machine code and length (bytes)."""

    __slots__ = ("points", "trials")

    def __init__(self) -> None:
        self.trials: dict[str, dict[str, Trial]] = {}
        self.points: dict[str, Newest[int, Point]] = {}

    def merge(self, other: "Timed") -> None:
        """Take in what another one has."""
        for code, trials in other.trials.items():
            self.trials.setdefault(code, {}).update(trials)
        _merge(self.points, other.points)


def _merge(mine: dict[K, Newest[L, V]], others: dict[K, Newest[L, V]]) -> None:
    for key, found in others.items():
        mine.setdefault(key, Newest()).merge(found)


class Subject:
    """What was recorded of one implementation on one target.

    `alone` is the most additions in a cycle that any trial knows the core to do alone (race.Timing). `said` is what
    compilers printed, by the key of the build that has it. `counted` has the timings that are not calibrated.
    """

    __slots__ = (
        "alone",
        "builds",
        "calibrated",
        "checks",
        "counted",
        "effects",
        "said",
        "timecops",
        "winners",
    )

    def __init__(self) -> None:
        self.alone = 0.0
        self.builds: Newest[Words, Build] = Newest()
        self.said: dict[str, Words] = {}
        self.checks: Newest[str, Check] = Newest()
        self.timecops: Newest[str, str] = Newest()
        self.winners: Newest[str, records.Winner] = Newest()
        self.effects: dict[str, Newest[tuple[str, str], Tried]] = {}
        self.calibrated = Timed()
        self.counted = Timed()

    def merge(self, other: "Subject") -> None:
        """Take in what another one has."""
        self.alone = max(self.alone, other.alone)
        self.said |= other.said
        self.builds.merge(other.builds)
        self.checks.merge(other.checks)
        self.timecops.merge(other.timecops)
        self.winners.merge(other.winners)
        self.calibrated.merge(other.calibrated)
        self.counted.merge(other.counted)
        _merge(self.effects, other.effects)


class Recorded:
    """What was recorded of one machine.

    `platforms` and `scales`, the cycles per tick of all calibrations, are by target.
    """

    def __init__(self) -> None:
        self.machines: list[records.Machine] = []
        self.conditions: list[records.Conditions] = []
        self.hashes: Newest[str, records.Hash] = Newest()
        self.platforms: dict[str, str] = {}
        self.scales: dict[str, array[float]] = {}
        self.subjects: dict[Place, Subject] = {}

    def merge(self, other: "Recorded") -> None:
        """Take in what another one has, and own it."""
        self.machines += other.machines
        self.conditions += other.conditions
        self.hashes.merge(other.hashes)
        self.platforms |= other.platforms
        for target, scales in other.scales.items():
            self.scales.setdefault(target, array("d")).extend(scales)
        for place, subject in other.subjects.items():
            if place in self.subjects:
                self.subjects[place].merge(subject)
            else:
                self.subjects[place] = subject
