"""A run from groups to recorded measurements: prepare, race, measure, in the order in which answers are wanted."""

from collections.abc import Callable, Mapping, Sequence

from hashcop.data.keys import digest
from hashcop.data.lengths import Schedule
from hashcop.data.records import Sample, Timings
from hashcop.data.store import Store
from hashcop.engine import messages
from hashcop.engine.prepare import Prepared, about, title
from hashcop.engine.progress import Display
from hashcop.engine.races import Races, Timers, Won
from hashcop.engine.timing import measure, series_key
from hashcop.platforms.door import Group, Patience
from hashcop.results import samples

PROCESS_SECONDS = 0.02  # for the display only, as is what follows
GUESSES = {"race": 0.4, "table": 0.3, "curve": 1.0}  # seconds for each group
Prepare = Callable[[Sequence[Group]], list[Prepared]]


class Run:
    """Measures the winners of races, and records what is new."""

    def __init__(
        self, store: Store, display: Display, races: Races, timers: Timers, patience: Patience
    ) -> None:
        """`patience`: what may be spent on measuring again tables that something disturbed."""
        self.store = store
        self.display = display
        self.races = races
        self.timers = timers
        self.patience = patience
        self.measured: list[Won] = []  # by the last run of everything
        self._doubtful: list[str] = []  # tables and curves whose calibration is in doubt
        self._disturbed: list[tuple[Won, Sequence[Sample]]] = []  # tables, with their samples

    def everything(
        self, groups: Sequence[Group], prepare: Prepare, full_curves: bool
    ) -> list[Prepared]:
        """The whole of a run: first what is right, then which builds are fastest, then tables, then curves."""
        self._doubtful, self._disturbed = [], []
        self._guess(groups)
        prepared = prepare(groups)
        won = self.races.all(prepared)
        self._expect("table", won, {w.group: list(w.group.lane.lengths.table) for w in won})
        won = [winner for one in won if (winner := self.table(one))]
        self._take_again()
        fastest = self.fastest(won)
        numbers = {w.group: self._numbers(w, full_curves or w in fastest) for w in won}
        self._expect("curve", won, numbers)
        for winner in sorted(won, key=lambda w: not (w.group.named or w in fastest)):
            self.curve(winner, numbers[winner.group])
        if self._doubtful:
            self.display.problem(messages.doubtful(self._doubtful))
        self.measured = won
        return [self.races.still_right(one) for one in prepared]

    @staticmethod
    def _numbers(won: Won, full: bool) -> list[int]:
        """The lengths (bytes) of a curve."""
        lengths = won.group.lane.lengths
        return list(lengths.full if full or won.group.named else lengths.coarse)

    def _series(self, won: Won, schedule: Schedule) -> str:
        return series_key(won.entrant.code, won.group.lane.ruler(won.group.target), schedule)

    def _missing(self, won: Won, numbers: Sequence[int], schedule: Schedule) -> list[int]:
        timed = self.store.timed(self._series(won, schedule))
        return [n for n in numbers if n not in timed]

    def _seconds(self, won: Won, numbers: Sequence[int], schedule: Schedule) -> float:
        lane, target = won.group.lane, won.group.target
        seconds = lane.seconds_of(target, won.cost / lane.lengths.race, numbers, schedule)
        return seconds + PROCESS_SECONDS * schedule.processes

    def _guess(self, groups: Sequence[Group]) -> None:
        """Tell the display what may be left after building, of each stage, until it is known."""
        count = sum(not group.skip and group.target.is_timed for group in groups)
        for stage, seconds in GUESSES.items():
            self.display.expect(stage, count, seconds)

    def _expect(self, stage: str, won: Sequence[Won], numbers: Mapping[Group, list[int]]) -> None:
        self.display.forget(stage)
        for winner in won:
            schedule = _schedule(winner, stage)
            missing = self._missing(winner, numbers[winner.group], schedule)
            if missing:
                self.display.expect(stage, 1, self._seconds(winner, missing, schedule))

    def table(self, won: Won) -> Won | None:
        """Measure the table lengths. A winner that misbehaves is replaced; returns the one measured at last."""
        while not self._measure(won, list(won.group.lane.lengths.table), "table"):
            next_winner = self.races.without(won)
            if next_winner is None:
                return None
            won = next_winner
        return won

    def curve(self, won: Won, numbers: Sequence[int]) -> None:
        """Measure the other lengths. A winner that misbehaves is replaced, in the table as well."""
        others = [n for n in numbers if n not in won.group.lane.lengths.table]
        while not self._measure(won, others, "curve"):
            next_winner = self.races.without(won)
            measured = self.table(next_winner) if next_winner else None
            if measured is None:
                return
            won = measured

    def _measure(self, won: Won, numbers: list[int], stage: str) -> bool:
        """Measure and record what is missing of `numbers` (bytes); False where the program misbehaved."""
        schedule = _schedule(won, stage)
        missing = self._missing(won, numbers, schedule)
        if not missing:
            return True
        group = won.group
        seconds = self._seconds(won, missing, schedule)
        self.display.show(f"{stage} {title(group)}")
        found = self._samples(won, missing, schedule, seconds)
        if isinstance(found, str):
            self.races.misbehaved(group, won.entrant, found)
            self.display.finish(seconds, stage, title(group), found)
            return False
        self._record(won, missing, schedule, found)
        if stage == "table" and not samples.are_quiet(found):
            self._disturbed.append((won, found))
        if samples.is_in_doubt(found):
            self._doubtful.append(f"{stage} of {title(group)}")
            if len(self._doubtful) == 1:
                self.display.problem(messages.doubtful(self._doubtful))
        self.display.finish(seconds, stage, title(group), _result(group, missing, found))
        return True

    def _samples(
        self, won: Won, numbers: Sequence[int], schedule: Schedule, seconds: float
    ) -> list[Sample] | str:
        timer, target = self.timers(won.group.lane), won.group.target
        return measure(timer, won.entrant.artifact, numbers, schedule, target, seconds=seconds)

    def _record(
        self, won: Won, numbers: Sequence[int], schedule: Schedule, found: Sequence[Sample]
    ) -> None:
        series = self._series(won, schedule)
        # Most of a file is such lines: the security class stands with the object's build.
        fields = about(won.group)
        fields["security"] = ""
        timings = Timings(
            key=digest(series, *numbers),
            **fields,
            object=won.entrant.code,
            series=series,
            quantity=won.group.lane.quantity.name,
            warmup=schedule.warmup,
            bytes=tuple(numbers),
            samples=tuple(found),
        )
        self.store.record([timings])

    def _take_again(self) -> None:
        """Measure tables that something disturbed again, in turns, until all are quiet or no patience is left."""
        disturbed = self._disturbed
        while disturbed:
            still: list[tuple[Won, Sequence[Sample]]] = []
            for won, before in disturbed:
                found = self._table_again(won, samples.lengths_of(before))
                if found is None:
                    return
                if isinstance(found, str):
                    continue  # it misbehaved, and will do so again when its curve is measured
                best: Sequence[Sample] = before
                if samples.quiet_part(found) > samples.quiet_part(before):
                    self._replace_table(won, found)
                    best = found
                if not samples.are_quiet(best):
                    still.append((won, best))
            disturbed = still

    def _table_again(self, won: Won, numbers: Sequence[int]) -> list[Sample] | str | None:
        """The samples of a table, or what went wrong; None where no patience is left for it."""
        schedule = won.group.lane.lengths.for_table
        seconds = self._seconds(won, numbers, schedule)
        if not self.patience.spend(seconds):
            return None
        self.display.show(f"table again {title(won.group)}")
        return self._samples(won, numbers, schedule, seconds)

    def _replace_table(self, won: Won, found: list[Sample]) -> None:
        """Record a table that was measured again: of two the newer one counts."""
        numbers = samples.lengths_of(found)
        self._record(won, numbers, won.group.lane.lengths.for_table, found)
        name = f"table of {title(won.group)}"
        if name in self._doubtful and not samples.is_in_doubt(found):
            self._doubtful.remove(name)

    def fastest(self, won: Sequence[Won]) -> set[Won]:
        """Of each hash on each target the implementation of the lowest median at the length of the race."""
        best: dict[tuple[str, str], tuple[float, Won]] = {}
        for winner in won:
            lengths = winner.group.lane.lengths
            table = self.store.table(self._series(winner, lengths.for_table), lengths.race)
            cost = samples.median_at(table.samples, lengths.race) if table else winner.cost
            if winner.contest not in best or cost < best[winner.contest][0]:
                best[winner.contest] = cost, winner
        return {winner for _, winner in best.values()}


def _schedule(won: Won, stage: str) -> Schedule:
    lengths = won.group.lane.lengths
    return lengths.for_table if stage == "table" else lengths.for_curve


def _result(group: Group, measured: Sequence[int], found: Sequence[Sample]) -> str:
    """What came of a measurement, for people."""
    length, unit = group.lane.lengths.race, group.lane.quantity.unit
    if length not in measured:
        return f"{len(measured)} lengths"
    per_byte = samples.median_at(found, length) / length
    return f"{per_byte:.2f} {unit}/byte at {length} bytes"
