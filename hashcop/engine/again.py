"""What can't be trusted yet is timed again, in turns: tables until enough processes were quiet, curves until settled.

A neighbour works for a moment or for minutes. Whoever waits for it at one table loses the time in which others might
have been timed, so each gets a few processes more in its turn, and what was quiet in any of its turns counts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hashcop.data.lengths import Schedule
from hashcop.data.records import Sample
from hashcop.engine.curves import is_settled, unsettled
from hashcop.engine.races import Won
from hashcop.platforms.door import Patience
from hashcop.results.certainty import are_sure
from hashcop.results.samples import are_quiet, quietest

FOR_CURVES = 1 / 3  # of the reserve of patience: tables leave it to them
FREE = 4  # times the planned processes of a table may be timed before it takes patience
PAUSE = 0.1  # seconds between two turns, so that one table alone does not spend its patience in a moment


@dataclass(eq=False)
class Open:
    """A table or a curve that is not done: its winner, the lengths (bytes) of its record, and what was timed of them.

    `most`: processes that a table may have; turns for more than `free` of them are patience. `enough`: quiet ones that
    it needs, even if they don't agree. `recorded` is what the record has.
    """

    won: Won
    numbers: Sequence[int]
    schedule: Schedule
    samples: Sequence[Sample]
    most: int
    free: int
    enough: int
    recorded: Sequence[Sample] = ()

    @property
    def is_curve(self) -> bool:
        """Whether it is a curve; else it is a table."""
        return self.schedule == self.won.group.lane.lengths.for_curve

    @property
    def is_done(self) -> bool:
        """Whether all of it can be trusted, as far as more processes can tell."""
        if self.is_curve:
            return is_settled(self.samples, self.numbers)
        return is_table_done(self.samples, self.free, self.enough)

    @property
    def wanted(self) -> Sequence[int]:
        """The lengths (bytes) that a turn times."""
        return unsettled(self.samples) if self.is_curve else self.numbers


def is_table_done(found: Sequence[Sample], free: int, enough: int) -> bool:
    """Whether a table is sure, or has had `free` processes, and `enough` quiet ones of each length among them."""
    return are_sure(found) or (len(found) >= free and are_quiet(found, enough))


class Again:
    """The tables and curves of a run that are not done."""

    def __init__(
        self,
        patience: Patience,
        seconds: Callable[[Open], float],
        time: Callable[[Open], list[Sample] | str],
        record: Callable[[Open], None],
        is_late: Callable[[Won], bool],
    ) -> None:
        """`seconds`: how long a turn takes. `time`: all samples of one after another turn, or how it misbehaved.

        `is_late`: whether the run has no more time for a winner.
        """
        self.patience = patience
        self._seconds = seconds
        self._time = time
        self._record = record
        self._is_late = is_late
        self._open: list[Open] = []

    def note(self, one: Open) -> None:
        """Take up what was measured and recorded, unless it is done."""
        one.recorded = one.samples
        if not one.is_done:
            self._open.append(one)

    def tables(self, order: Callable[[Won], bool]) -> None:
        """Time tables again until all are done or no patience is left; those first of which `order` is lower."""
        mine = sorted((one for one in self._open if not one.is_curve), key=lambda o: order(o.won))
        self._in_turns(mine, self.patience.reserve * FOR_CURVES)

    def all(self) -> None:
        """Time all again until it is done, or no patience is left."""
        self._in_turns(list(self._open), 0.0)

    def _in_turns(self, some: Sequence[Open], leaving: float) -> None:
        rest = list(some)
        try:
            while rest:
                rest = [one for one in rest if self._turn(one, leaving)]
                if rest:
                    self.patience.wait(PAUSE)
        finally:
            for one in some:
                self._keep(one)
            self._open = [one for one in self._open if one not in some or not one.is_done]

    def _turn(self, one: Open, leaving: float) -> bool:
        """Time one again; whether it shall have another turn."""
        if self._is_late(one.won):
            return False
        is_free = self.patience.reserve > 0  # who has no patience takes what comes
        is_lent = one.is_curve or len(one.samples) >= one.free or not is_free
        if is_lent and not self.patience.spend(self._seconds(one), leaving=leaving):
            return False
        with self.patience.kept():
            found = self._time(one)
        if isinstance(found, str) or len(found) == len(one.samples):
            return False  # it misbehaves, and will do so again when it is timed next; or it was taken up too often
        one.samples = found if one.is_curve else quietest(found, one.most)
        is_done = one.is_done
        if is_done:
            self._keep(one)
        return not is_done

    def _keep(self, one: Open) -> None:
        """Record what is new."""
        if one.samples != one.recorded:
            self._record(one)
            one.recorded = one.samples
