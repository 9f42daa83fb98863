"""Who is fastest: a trial for everyone, more for those that may still win, until that is sure. Starts no program.

A trial is one process's median. What such medians scatter by is learnt from all of a race together: hundreds of
entrants with a few trials each tell it well, and one alone does not. An entrant is out when it is sure to be slower
than the leader, and the race is over when nobody is left who may be faster by more than WITHIN.

A trial beside a busy hyperthread takes up to twice as long, which is no scatter: it counts only where an entrant has
none that was quiet, and puts nobody out who would win if it were alone.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist, median
from typing import TypeVar

from hashcop.data import lengths
from hashcop.results import samples
from hashcop.results.samples import MOVED, SHARED, Sample

WITHIN = 0.01  # of the best is the winner
CONFIDENCE = 0.99  # that it is: of a whole race, however many take part
MOST = 25  # trials of one entrant: what can't be told apart with so many is left at that
# What medians of processes scatter by before any is known, as a part of them; it counts as so many observations.
EXPECTED, WEIGHT = 0.01, 1
OF_A_MEDIAN = math.sqrt(math.pi / 2)  # its standard error, in those of a mean
NORMAL = 1.4826  # standard deviations in a median of absolute deviations
SLOWED = 2.2  # times as long, at most, a trial takes that is disturbed
DISTURBED = 8  # trials of an entrant: where none was quiet then, they count as if they were
RULES = 3  # part of a winner's key: to be raised when another one might win

T = TypeVar("T")


@dataclass(frozen=True)
class Entrant:
    """A distinct build in a race: its place among the option sets, machine code and program."""

    place: int
    code: str
    binary: Path


@dataclass(frozen=True, slots=True)
class Timing:
    """What came of a trial: its median cycles.

    `width` is how many independent instructions the core did in a cycle beside it, `alone` how many it does when it is
    alone, as far as was known then; `moved`: its rate changed.
    """

    cycles: float
    width: float = 0
    alone: float = 0
    moved: bool = False

    def is_quiet(self, alone: float) -> bool:
        """`alone`: as far as is known now."""
        return not self.moved and self.width >= alone * (1 - SHARED)


def cost_of(found: Sequence[Sample]) -> float:
    """Median cycles of lengths.RACE bytes, of all timings that count."""
    return median(samples.undisturbed(samples.together(found)[lengths.RACE]))


def timing_of(found: Sequence[Sample]) -> Timing:
    """What the samples of a trial come to."""
    batches = [batch for one in found for batch in one.batches]
    return Timing(
        cost_of(found),
        min(batch.width for batch in batches),
        max(one.width for one in found),
        any(batch.shift > MOVED for batch in batches),
    )


def counting(trials: Iterable[tuple[T, Timing]], alone: float) -> list[T]:
    """Of the trials of one entrant those that count: the quiet ones, where there are any, else all."""
    told = list(trials)
    return [one for one, timed in told if timed.is_quiet(alone)] or [one for one, _ in told]


class Race:
    """Who is fastest at lengths.RACE bytes."""

    def __init__(self, entrants: Sequence[Entrant]) -> None:
        self.entrants = list(entrants)
        self.timings: dict[str, list[Timing]] = {entrant.code: [] for entrant in entrants}
        self._alone = 0.0
        # Trials that count, and their median, by machine code, until there is another trial.
        self._known: dict[str, tuple[list[float], float]] = {}

    def trials(self) -> Iterator[tuple[int, int, Entrant]]:
        """(round from 1, number of the entrant's trial from 0, entrant); `enter` or `drop` follows each.

        Everybody of a round is timed in turn, so that a noisy minute meets all of them.
        """
        running, round_number = list(self.entrants), 1
        while running:
            for entrant in running:
                if entrant in self.entrants:
                    yield round_number, len(self.timings[entrant.code]), entrant
            running, round_number = self._undecided(), round_number + 1

    def enter(self, entrant: Entrant, timing: Timing) -> None:
        """Take in what came of a trial."""
        self.timings[entrant.code].append(timing)
        self._known.pop(entrant.code, None)
        if timing.alone > self._alone:
            self._alone = timing.alone
            self._known.clear()

    def drop(self, entrant: Entrant) -> None:
        """Take an entrant that misbehaves out of the race."""
        self.entrants.remove(entrant)

    def cost(self, entrant: Entrant) -> float:
        """Median cycles of its trials that count."""
        return self._counting(entrant)[1]

    @property
    def is_sure(self) -> bool:
        """Whether the winner is known to be within WITHIN of the best."""
        return not self._rivals() and not self._unseen()

    def _quiet(self, entrant: Entrant) -> list[float]:
        return [one.cycles for one in self.timings[entrant.code] if one.is_quiet(self._alone)]

    def _counting(self, entrant: Entrant) -> tuple[list[float], float]:
        """Its trials that count, and their median."""
        if entrant.code not in self._known:
            trials = ((one.cycles, one) for one in self.timings[entrant.code])
            cycles = counting(trials, self._alone)
            self._known[entrant.code] = cycles, median(cycles)
        return self._known[entrant.code]

    def _undecided(self) -> list[Entrant]:
        """The leader and its rivals, those of them that may have another trial."""
        rivals = self._rivals()
        leader = self.winner()
        running = [leader, *rivals] if leader and rivals else []
        left = [one for one in running if len(self.timings[one.code]) < MOST]
        left = left if any(one is not leader for one in left) else []
        unseen = [one for one in self._unseen() if len(self.timings[one.code]) < DISTURBED]
        return [one for one in self.entrants if one in left or one in unseen]

    def _unseen(self) -> list[Entrant]:
        """Who may be the fastest, and had no quiet trial yet."""
        leader = self.winner()
        if leader is None or len(self.entrants) < 2:
            return []
        least = self.cost(leader) * SLOWED
        return [one for one in self.entrants if not self._quiet(one) and self.cost(one) < least]

    def _rivals(self) -> list[Entrant]:
        """Who may be faster than the leader by more than WITHIN."""
        leader = self.winner()
        if leader is None or len(self.entrants) < 2:
            return []
        common = self._scatter()
        chance = (1 - CONFIDENCE) / (len(self.entrants) - 1)
        sure = NormalDist().inv_cdf(1 - chance)
        best, error = math.log(self.cost(leader)), self._error(leader, common)
        margin = math.log1p(WITHIN)
        return [
            one
            for one in self.entrants
            if one is not leader
            and math.log(self.cost(one)) - best
            < sure * math.hypot(error, self._error(one, common)) - margin
        ]

    def _scatter(self) -> float:
        """What medians of processes scatter by, as a part of them: one figure for all entrants, from all of them."""
        squares, count = WEIGHT * EXPECTED**2, float(WEIGHT)
        for entrant in self.entrants:
            timings, middle = self._counting(entrant)
            squares += sum((math.log(one / middle)) ** 2 for one in timings)
            count += len(timings) - 1
        return math.sqrt(squares / count)

    def _error(self, entrant: Entrant, common: float) -> float:
        """Of the logarithm of its cost. What scatters more than others do counts as it does."""
        timings, middle = self._counting(entrant)
        own = NORMAL * median(abs(math.log(one / middle)) for one in timings)
        return OF_A_MEDIAN * max(common, own) / math.sqrt(len(timings))

    def winner(self) -> Entrant | None:
        """The entrant of the lowest median; of equals the first. None where nobody is left."""
        return min(self.entrants, key=lambda e: (self.cost(e), e.place), default=None)
