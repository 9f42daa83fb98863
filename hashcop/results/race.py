"""The race for the fastest build: a trial for each entrant, and more for those that may still win. Starts no process.

A trial gives the median of one process. How much such medians scatter is estimated from all trials of a race together:
hundreds of entrants with a few trials each give a good estimate, a single entrant does not. An entrant is out when it
is sure to be slower than the leader. The race is over when no entrant is left that may be faster than the leader by
more than WITHIN.

A trial beside a busy hyperthread takes up to twice as long, which is not scatter. It counts only if its entrant has no
quiet trial, and puts no entrant out that would win on a core of its own.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist, median
from typing import TypeVar

from hashcop.data.records import Sample
from hashcop.results import samples, width
from hashcop.results.certainty import OF_A_MEDIAN
from hashcop.results.samples import MOVED, SHARED

WITHIN = 0.01  # the winner's distance from the best, at most, as a part of it
CONFIDENCE = 0.99  # that it is no further away: of a whole race, however many entrants it has
MOST = 25  # trials of one entrant; builds that so many can't tell apart are left at that
FEWEST = 1  # trials of one entrant of a race that decides nothing but the options of an also-ran
# The scatter of medians of processes that is assumed before any is known (as a part of them), and how many observations
# this assumption counts as.
EXPECTED, WEIGHT = 0.01, 1
NORMAL = 1.4826  # the standard deviation of a normal distribution, in median absolute deviations
SLOWED = 2.2  # how much longer a disturbed trial takes, at most
DISTURBED = 8  # trials of an entrant: if none was quiet by then, the disturbed ones decide
RETRIED = 3  # the same in the race of an also-ran
LEAST = 0.01  # cycles: by a coarse counter a call of next to nothing takes nothing, which has no logarithm
RULES = 3  # part of a winner's key: raise it when a change may make another build win

T = TypeVar("T")


@dataclass(frozen=True)
class Entrant:
    """A distinct build in a race: the index of its option set, its machine code and its artifact."""

    index: int
    code: str
    artifact: Path


@dataclass(frozen=True, slots=True)
class Timing:
    """The result of a trial: its median cycles.

    `width` is how many independent instructions the core did in a cycle during the trial, `alone` how many it does
    without a busy hyperthread, as far as was known then. `moved`: the core's rate changed.
    """

    cycles: float
    width: float = 0
    alone: float = 0
    moved: bool = False

    def is_quiet(self, alone: float) -> bool:
        """Whether nothing disturbed the trial. `alone`: as far as is known now."""
        return not self.moved and self.width >= alone * (1 - SHARED)


def timing_of(found: Sequence[Sample], cycles: Sequence[float] = ()) -> Timing:
    """The result of a trial, from its samples, which are all of one length.

    `cycles` are its timings that count, if they are known already.
    """
    batches = [batch for one in found for batch in one.batches]
    return Timing(
        median(cycles or timings_of(found)),
        min([batch.width for batch in batches]),
        max([one.width for one in found]),
        any(samples.shift(batch) > MOVED for batch in batches),
    )


def timings_of(found: Sequence[Sample], in_ticks: bool = False) -> list[float]:
    """The timings of a trial that count (cycles of a call, or ticks), from its samples, which are all of one length.

    Raises ValueError for samples of several lengths.
    """
    if len(found) == 1 and len(found[0].rows) == 1:  # nearly all trials: one process, one row
        ((_, timings, _),) = (samples.ticks if in_ticks else samples.cycles)(found[0])
        return timings
    (length,) = samples.lengths_of(found)
    return samples.undisturbed(samples.together(found, in_ticks=in_ticks)[length])


def alone_of(trials: Iterable[Timing]) -> float:
    """The width of the core alone, as all trials of an implementation tell it together; 0 if they do not."""
    every = list(trials)
    known = [one.alone for one in every]
    return width.alone(known, [one.width for one in every if not one.moved]) if any(known) else 0


def counting(trials: Iterable[tuple[T, Timing]], alone: float) -> list[T]:
    """The trials of one entrant that count: the quiet ones, if there are any, else all."""
    every = list(trials)
    return [one for one, timed in every if timed.is_quiet(alone)] or [one for one, _ in every]


class Race:
    """Finds the fastest entrant."""

    def __init__(self, entrants: Sequence[Entrant], most: int = MOST) -> None:
        """`most`: trials of one entrant."""
        self.entrants = list(entrants)
        self.most = most
        self.disturbed = DISTURBED if most > FEWEST else RETRIED
        self.timings: dict[str, list[Timing]] = {entrant.code: [] for entrant in entrants}
        self._alone = 0.0
        # By machine code: the trials that count and their median, computed once per trial.
        self._known: dict[str, tuple[list[float], float]] = {}

    def trials(self) -> Iterator[tuple[int, int, Entrant]]:
        """(round from 1, number of the entrant's trial from 0, entrant); `enter` or `drop` follows each.

        The entrants of a round are timed in turn, so that a noisy minute disturbs all of them alike.
        """
        running, round_number = list(self.entrants), 1
        while running:
            for entrant in running:
                if entrant in self.entrants:
                    yield round_number, len(self.timings[entrant.code]), entrant
            self._learn()
            running, round_number = self._undecided(), round_number + 1

    def enter(self, entrant: Entrant, timing: Timing) -> None:
        """Take in the result of a trial."""
        self.timings[entrant.code].append(timing)
        self._known.pop(entrant.code, None)

    def _learn(self) -> None:
        """Judge all trials by the width of the core alone that is known now."""
        alone = alone_of(one for timings in self.timings.values() for one in timings)
        if alone != self._alone:
            self._alone = alone
            self._known.clear()

    def drop(self, entrant: Entrant) -> None:
        """Take an entrant that misbehaves out of the race."""
        self.entrants.remove(entrant)

    def cost(self, entrant: Entrant) -> float:
        """Median cycles of its trials that count."""
        return self._counting(entrant)[1]

    @property
    def is_sure(self) -> bool:
        """Whether the winner is within WITHIN of the best, with CONFIDENCE."""
        return not self._rivals() and not self._unseen()

    def _quiet(self, entrant: Entrant) -> list[float]:
        return [one.cycles for one in self.timings[entrant.code] if one.is_quiet(self._alone)]

    def _counting(self, entrant: Entrant) -> tuple[list[float], float]:
        """The trials of an entrant that count, and their median."""
        if entrant.code not in self._known:
            trials = ((max(one.cycles, LEAST), one) for one in self.timings[entrant.code])
            cycles = counting(trials, self._alone)
            self._known[entrant.code] = cycles, median(cycles)
        return self._known[entrant.code]

    def _undecided(self) -> list[Entrant]:
        """The entrants of the next round: of the leader and its rivals, those that may have another trial."""
        rivals = self._rivals()
        leader = self.winner()
        running = [leader, *rivals] if leader and rivals else []
        left = [one for one in running if len(self.timings[one.code]) < self.most]
        left = left if any(one is not leader for one in left) else []
        unseen = [one for one in self._unseen() if len(self.timings[one.code]) < self.disturbed]
        return [one for one in self.entrants if one in left or one in unseen]

    def _unseen(self) -> list[Entrant]:
        """The entrants that may be the fastest and have had no quiet trial yet."""
        leader = self.winner()
        if leader is None or len(self.entrants) < 2:
            return []
        least = self.cost(leader) * SLOWED
        return [one for one in self.entrants if not self._quiet(one) and self.cost(one) < least]

    def _rivals(self) -> list[Entrant]:
        """The entrants that may be faster than the leader by more than WITHIN."""
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
        """How much medians of processes scatter, as a part of them: one figure, estimated from all entrants."""
        squares, count = WEIGHT * EXPECTED**2, float(WEIGHT)
        for entrant in self.entrants:
            timings, middle = self._counting(entrant)
            squares += sum((math.log(one / middle)) ** 2 for one in timings)
            count += len(timings) - 1
        return math.sqrt(squares / count)

    def _error(self, entrant: Entrant, common: float) -> float:
        """The standard error of the logarithm of an entrant's cost.

        An entrant that scatters more than the others counts with its own scatter.
        """
        timings, middle = self._counting(entrant)
        own = NORMAL * median(abs(math.log(one / middle)) for one in timings)
        return OF_A_MEDIAN * max(common, own) / math.sqrt(len(timings))

    def winner(self) -> Entrant | None:
        """The entrant with the lowest median, and of equals the first. None if no entrant is left."""
        return min(self.entrants, key=lambda e: (self.cost(e), e.index), default=None)
