"""A run from groups to recorded measurements: prepare, race, measure, in the order in which answers are wanted."""

import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from hashcop.data import records
from hashcop.data.keys import digest
from hashcop.data.lengths import Schedule
from hashcop.data.records import Sample, Timings
from hashcop.data.store import Store
from hashcop.engine import gate, messages
from hashcop.engine.again import FREE, Again, Open
from hashcop.engine.audits import Audits
from hashcop.engine.curves import measure_curve
from hashcop.engine.disputes import contest_of
from hashcop.engine.prepare import Prepared, about, title
from hashcop.engine.progress import Display
from hashcop.engine.races import Races, Timers, Won
from hashcop.engine.settings import Settings
from hashcop.engine.spent import at_least, forecast, own_paces
from hashcop.engine.timing import artifacts_of, measure, series_key
from hashcop.platforms.door import FindsFacts, Group, Patience
from hashcop.results import curves, samples
from hashcop.results.blocks import defined
from hashcop.results.hashes import facts
from hashcop.results.steps import APART, steps, telling
from hashcop.results.summary import CONSTANT_TIME

PROCESS_SECONDS = 0.02  # for the display only, as is what follows
WORTH_SAYING = 60  # seconds: a run of less is over before the line is read
MOST_OF_OTHERS = 2  # times the planned processes, at most, for who is no contender
PAGES = 4  # times that the pages are made
HASHES = "hash"  # what is left of other platforms
GUESSES = {"race": 0.4, "table": 0.3, "curve": 1.0}  # seconds for each group
Prepare = Callable[[Sequence[Group]], list[Prepared]]
Publish = Callable[[], None]


@dataclass(frozen=True)
class Way:
    """How groups are prepared: `rest` builds all that is wanted of them, which is `expected` to be so many builds.

    Its second argument is when a search must end (time.monotonic).

    Before that, `first` builds a little of each, so that there is a ranking early; None if everything is built anyway.
    It calls its second argument as soon as the machine's pace is known.
    """

    rest: Callable[[Sequence[Group], float], list[Prepared]]
    expected: Callable[[Sequence[Group]], int]
    least: Callable[[Sequence[Group]], int]  # builds, even if the time for them is over
    seconds: float = math.inf  # for building, at most
    first: Callable[[Sequence[Group], Callable[[], None]], list[Prepared]] | None = None
    others: float = math.inf  # seconds of a run, after which only contenders are measured


class Run:
    """Measures the winners of races, and records what is new."""

    def __init__(
        self,
        store: Store,
        display: Display,
        races: Races,
        timers: Timers,
        patience: Patience,
        paces: Mapping[str, Mapping[str, float]],
    ) -> None:
        """`patience`: what may be spent on measuring again tables that something disturbed.

        `paces`: by platform, seconds for each unit of a stage, of the last run on this machine; empty if none was.
        """
        self.store = store
        self.display = display
        self.races = races
        self.timers = timers
        self.audits = Audits(store, timers)
        self.patience = patience
        self.paces = paces
        self.measured: list[Won] = []  # by the last run of everything
        # The groups with other subroutines, of what is wrong with its own.
        self.others: Callable[[Sequence[Prepared]], list[Group]] = lambda _: []
        self._forecast = 0.0  # seconds
        # time.monotonic, so that the run does not take longer than usual.
        self._end_of_search = math.inf
        # time.monotonic: what is begun after it is for contenders, and for what was selected by name.
        self.end_of_others = math.inf
        self.left: Counter[str] = Counter()  # by stage, since the time was over
        self._doubtful: list[str] = []  # tables and curves whose calibration is in doubt
        self._again = self._nothing_again()
        self._contenders: set[Group] = set()

    def in_turns(
        self,
        groups: Sequence[Group],
        way: Way,
        *,
        full_curves: bool = False,
        publish: Publish = lambda: None,
        is_asked: bool = False,
    ) -> list[Prepared]:
        """The whole of a run, the first platform's groups before all others.

        Those of other platforms have their turn hash by hash, as long as the run has time, unless it `is_asked` for
        what is selected. What has no turn is left.
        """
        platforms = _of_platforms(groups)
        turns = [*platforms[:1], *(turn for some in platforms[1:] for turn in _of_hashes(some))]
        prepared: list[Prepared] = []
        measured: list[Won] = []
        for number, turn in enumerate(turns):
            if number and not is_asked and time.monotonic() >= self.end_of_others:
                self.left[HASHES] += 1
                continue
            with self.display.spent.of(turn[0].lane.platform, self.display.outcomes):
                self._find_facts(turn)
                while turn:
                    found = self.everything(turn, way, full_curves=full_curves, publish=publish)
                    prepared = [*prepared, *found]
                    measured += self.measured
                    turn = self.others(found)
        self.measured = measured
        return last_of(prepared)

    def _find_facts(self, groups: Sequence[Group]) -> None:
        """Record what a platform finds out about what it measures on, where that is new."""
        lane = groups[0].lane
        wanted = lane.facts(groups) if isinstance(lane, FindsFacts) else ()
        for fact in wanted:
            if self.store.find(fact.kind, fact.key) is None:
                self.display.show(fact.title)
                found = fact.find()
                why = found if isinstance(found, str) else gate.why_no_record(found)
                if isinstance(found, str) or why:
                    self.display.problem(f"{fact.title}: {why}")
                else:
                    self.store.record([found])

    def everything(
        self,
        groups: Sequence[Group],
        way: Way,
        *,
        full_curves: bool = False,
        publish: Publish = lambda: None,
    ) -> list[Prepared]:
        """The whole of a run: first what is right, then which builds are fastest, then tables, then curves.

        `publish` is called whenever readers get an answer more: a first ranking, all tables, all curves.
        """
        self._doubtful = []
        self._again = self._nothing_again()
        self.end_of_others = self.display.spent.begun + way.others
        self._guess(groups)
        new = self._new(groups)
        foresee = partial(self._foresee, groups, new, way)
        if self._paces(groups) or way.first is None:
            foresee()
        if way.first is not None and new:
            for some in _turns(groups):
                with self.patience.kept():
                    self._tables(self.races.leaders(way.first(some, foresee)))
                self._reach("ranking", groups, publish)
        prepared = way.rest(groups, self._end_of_search)
        won = self._tables(self.races.all(prepared, exhaustive=way.first is None))
        self._again.tables(lambda one: one.group not in self._contenders)
        won = self._audit_again(won, self.audits.open(won))
        self._reach("tables", groups, publish)
        self._curves(won, full=full_curves)
        self._again.all()
        won = self._curves_of_fastest(won, full=full_curves)
        won = self._audit_again(won, self.audits.remeasured(won))
        if open_ := self.audits.unconfirmed_leaders():
            self.display.problem(messages.not_confirmed([title(one.group) for one in open_]))
        self._reach("all", groups)
        if self._doubtful:
            self.display.problem(messages.doubtful(self._doubtful))
        self.measured = won
        return [self.races.preparation.refreshed(one) for one in prepared]

    def _paces(self, groups: Sequence[Group]) -> Mapping[str, float]:
        if not groups:
            return {}
        lane = groups[0].lane
        return {**own_paces(lane), **self.paces.get(lane.platform, {})}

    def _foresee(self, groups: Sequence[Group], new: Sequence[Group], way: Way) -> None:
        """Tell people, once, how long a long run will take. `new`: the groups of which nothing was built yet."""
        if self._forecast or not new:
            return
        spent = self.display.spent
        paces = self._paces(groups) or at_least(
            spent.paces_by("build", self.display.outcomes["build"]), groups[0].lane
        )
        each = dict.fromkeys(("check", "race"), len(new))
        fastest = {contest_of(one): one for one in new}
        must = forecast({**each, **_timed(fastest.values()), "pages": PAGES}, paces)
        others = forecast(_timed(new), paces) - forecast(_timed(fastest.values()), paces)
        self._end_of_search = spent.begun + Settings.usual_time - must - others
        most = min(way.seconds, max(self._end_of_search - time.monotonic(), 0.0))
        builds = forecast({"build": way.expected(groups)}, paces)
        must += min(builds, max(most, forecast({"build": way.least(groups)}, paces)))
        left = must + min(others, max(way.others - spent.elapsed - must, 0.0))
        self._forecast = spent.elapsed + left
        if left > WORTH_SAYING:
            self.display.print(messages.forecast(left))

    def _reach(self, stage: str, groups: Sequence[Group], publish: Publish = lambda: None) -> None:
        """Record and publish how far the run has come, if it timed anything."""
        spent = self.display.spent
        spent.charge()
        units = dict(self.display.outcomes)
        if not units.keys() & {"race", "table", "curve"}:
            return
        record = records.Run(
            key=digest("run", stage, time.time_ns()),
            stage=stage,
            groups=sum(bool(group.option_sets) for group in groups),
            seconds=round(spent.elapsed, 1),
            forecast=round(self._forecast, 1),
            spent={name: round(seconds, 1) for name, seconds in spent.seconds.items()},
            units=units,
        )
        self.store.record([record])
        publish()

    def _new(self, groups: Sequence[Group]) -> list[Group]:
        """The groups of which nothing was built yet, and that were not selected by name."""
        known = self.races.preparation.known
        timed = (one for one in groups if one.option_sets and one.target.is_timed and not one.named)
        return [group for group in timed if not known(group)]

    def _tables(self, won: Sequence[Won]) -> list[Won]:
        """Measure the table lengths; those that were measured at last.

        The contenders come first.
        """
        self._expect("table", won, {w.group: list(w.group.lane.lengths.table) for w in won})
        contenders = set(self.races.contenders(won))
        self._contenders = {one.group for one in contenders}
        measured: dict[Group, Won | None] = {}
        # The fastest of a contest first: it is audited by what takes long, and then the peer of the others.
        for winner in sorted(won, key=lambda w: (w not in contenders, w.cost)):
            table = list(winner.group.lane.lengths.table)
            if winner not in contenders and self._is_left(winner, table, "table"):
                continue
            with self.patience.kept():
                measured[winner.group] = self.table(winner, is_patient=False)
        return [last for one in won if (last := measured.get(one.group))]

    def _audit_again(self, won: Sequence[Won], some: Iterable[Won]) -> list[Won]:
        """Audit some of what was measured once more, since other work may have ended; returns all that is left."""
        last: dict[Won, Won | None] = {one: self.table(one) for one in some}
        return [found for one in won if (found := last.get(one, one))]

    def _is_left(self, won: Won, numbers: Sequence[int], stage: str) -> bool:
        """Whether what is missing of `numbers` (bytes) is left for another run, since the time of this one is over."""
        if won.group.named or time.monotonic() < self.end_of_others:
            return False
        is_left = any(self._missing(won, own, way) for way, own in _ways(won, stage, numbers))
        self.left[stage] += is_left
        return is_left

    def _curves(self, won: Sequence[Won], *, full: bool) -> None:
        """Measure the other lengths: all of them of the fastest, and of the others those where its curve has steps."""
        fastest = self.fastest(won)
        won = [one for one in won if one.group.lane.lengths.full]
        whole = {w for w in won if full or w.group.named or w in fastest}
        # A curve is recorded as a whole, and stays if another implementation becomes the fastest.
        others = [w for w in won if w not in whole and not self._has_curve(w)]
        numbers = {w.group: list(w.group.lane.lengths.full) for w in whole}
        numbers |= {w.group: list(w.group.lane.lengths.coarse) for w in others}
        self._expect("curve", [*whole, *others], numbers)
        for winner in [w for w in won if w in whole]:
            self.curve(winner, numbers[winner.group])
        wanted = {w.contest for w in others}
        telling = {w.contest: self._telling(w) for w in fastest if w.contest in wanted}
        with self.patience.kept():
            for winner in others:
                lengths = telling.get(winner.contest) or numbers[winner.group]
                if not self._is_left(winner, lengths, "curve"):
                    self.curve(winner, lengths)

    def _curves_of_fastest(self, won: Sequence[Won], *, full: bool) -> list[Won]:
        """Draw the builds that turned out to be the fastest when tables were timed again; returns the fastest ones."""
        found = [self._fastest_build(one) for one in won]
        changed = {one.contest for one, before in zip(found, won, strict=True) if one != before}
        self._curves([one for one in found if one.contest in changed], full=full)
        return found

    def _has_curve(self, won: Won) -> bool:
        return bool(self.store.timed(self._series(won, won.group.lane.lengths.for_curve)))

    def _telling(self, won: Won) -> list[int]:
        """The lengths (bytes) that show a curve with the steps of this one's hash; empty if they are not known.

        They are by its definition, or those of this curve, if it was measured.
        """
        lengths = won.group.lane.lengths
        known = defined(won.group.function.name)
        if known and known.last >= max(lengths.full):
            found = known.begins(max(lengths.full)) if known.bytes >= APART else ()
            return telling(found, lengths.table, max(lengths.full))
        curve = self.store.curve(self._series(won, lengths.for_curve))
        drawn = curves.curve(curve.samples) if curve else None
        if drawn is None:
            return []
        costs = dict(zip(drawn.lengths.tolist(), drawn.costs.tolist(), strict=True))
        return telling(steps(costs), lengths.table, max(lengths.full))

    def _series(self, won: Won, schedule: Schedule) -> str:
        return series_key(won.entrant.code, won.group.lane.ruler(won.group.target), schedule)

    def _missing(self, won: Won, numbers: Sequence[int], schedule: Schedule) -> list[int]:
        timed = self.store.timed(self._series(won, schedule))
        return [n for n in numbers if n not in timed]

    def _seconds(self, won: Won, numbers: Sequence[int], schedule: Schedule) -> float:
        lane, target = won.group.lane, won.group.target
        lengths = lane.lengths
        per_byte = won.cost / (lengths.race * lengths.trial.messages)
        seconds = lane.seconds_of(target, per_byte, numbers, schedule)
        return seconds + PROCESS_SECONDS * schedule.processes

    def _guess(self, groups: Sequence[Group]) -> None:
        """Tell the display what may be left after building, of each stage, until it is known."""
        count = sum(not group.skip and group.target.is_timed for group in groups)
        for stage, seconds in (at_least(GUESSES, groups[0].lane) if groups else {}).items():
            self.display.expect(stage, count, seconds)

    def _expect(self, stage: str, won: Sequence[Won], numbers: Mapping[Group, list[int]]) -> None:
        self.display.forget(stage)
        for winner in won:
            for schedule, own in _ways(winner, stage, numbers[winner.group]):
                missing = self._missing(winner, own, schedule)
                if missing:
                    self.display.expect(stage, 1, self._seconds(winner, missing, schedule))

    def table(self, won: Won, *, is_patient: bool = True) -> Won | None:
        """Measure the table lengths. A winner that misbehaves is replaced; returns the one measured at last.

        Unless it `is_patient`, a table that is in doubt counts, and its winner is undecided.
        """
        while not (self._has_table(won) and self._is_true(won, is_patient=is_patient)):
            next_winner = self.races.without(won)
            if next_winner is None:
                return None
            won = next_winner
        return self._fastest_build(won)

    def _fastest_build(self, won: Won) -> Won:
        """Of the builds of an implementation that have a table, the one of the lowest median at the race's length.

        A race may have had another winner before more builds were there: trials never count against tables.
        """
        builds = (replace(won, entrant=entrant) for entrant in won.prepared.entrants)
        costs = [(cost, build) for build in builds if (cost := self._cost(build)) is not None]
        is_right = self.races.preparation.is_right
        right = [one for one in costs if is_right(one[1].group, one[1].entrant.code)]
        cost, fastest = min(right, key=lambda one: one[0], default=(won.cost, won))
        return won if fastest.entrant == won.entrant else replace(fastest, cost=cost)

    def _cost(self, won: Won) -> float | None:
        """The median of a build's table at the length of the race; None if it has no table."""
        lengths = won.group.lane.lengths
        table = self.store.table(self._series(won, lengths.for_table), lengths.race)
        return samples.median_at(table.samples, lengths.race) if table else None

    def _has_table(self, won: Won) -> bool:
        """Whether a winner has its tables now; False where it misbehaved."""
        tables = _tables_of(won.group)
        return all(self._measure(won, list(table), "table", way) for way, table in tables)

    def _is_true(self, won: Won, *, is_patient: bool) -> bool:
        """Whether a table may be true; False where a clock outside shows that it can't be."""
        if not self.audits.is_due(won):
            return True
        with self.display.spent.on("table"):
            problem = self.audits.audit(won, is_patient=is_patient)
        if problem:
            self.races.misbehaved(won.group, won.entrant, problem)
        return not problem

    def curve(self, won: Won, numbers: Sequence[int]) -> None:
        """Measure the lengths of a curve, those of the table too: they tell how far apart the two lie.

        A winner that misbehaves is replaced, in the table as well.
        """
        while not self._measure(won, list(numbers), "curve"):
            next_winner = self.races.without(won)
            measured = self.table(next_winner) if next_winner else None
            if measured is None:
                return
            won = measured

    def _measure(
        self, won: Won, numbers: list[int], stage: str, schedule: Schedule | None = None
    ) -> bool:
        """Measure and record what is missing of `numbers` (bytes); False where the program misbehaved.

        `schedule`: instead of the one that the stage usually has.
        """
        schedule = schedule or _schedule(won, stage)
        missing = self._missing(won, numbers, schedule)
        if not missing:
            return True
        group = won.group
        seconds = self._seconds(won, missing, schedule)
        self.display.show(f"{stage} {title(group)}")
        with self.display.spent.on(stage):
            found = self._samples(won, missing, schedule, seconds)
        if isinstance(found, str):
            self.races.misbehaved(group, won.entrant, found)
            self.display.finish(seconds, stage, title(group), found)
            return False
        self._record(won, missing, schedule, found)
        most = self._most(group, schedule)
        enough = max(most // 2, samples.ENOUGH) if self._is_first(group) else samples.ENOUGH
        free = min(most, FREE * schedule.processes)
        self._again.note(Open(won, missing, schedule, found, most, free, enough))
        if samples.is_in_doubt(found):
            self._doubtful.append(f"{stage} of {title(group)}")
            if len(self._doubtful) == 1:
                self.display.problem(messages.doubtful(self._doubtful))
        self.display.finish(seconds, stage, title(group), _result(group, missing, found, schedule))
        return True

    def _samples(
        self,
        won: Won,
        numbers: Sequence[int],
        schedule: Schedule,
        seconds: float,
        before: Sequence[Sample] = (),
    ) -> list[Sample] | str:
        timer, group, built = self.timers(won.group.lane), won.group, won.entrant.artifact
        artifacts = artifacts_of(group, built) if self._is_first(group) else [built]
        asked = artifacts, numbers, schedule, group.target
        if schedule == group.lane.lengths.for_curve:
            return measure_curve(
                timer,
                *asked,
                seconds=seconds,
                group=group,
                patience=self.patience,
                before=before,
            )
        most = self._most(group, schedule)
        if before:
            most = len(before) + schedule.processes
        return measure(
            timer,
            *asked,
            seconds=seconds,
            group=group,
            most=most,
            before=before,
            gives_way=True,
        )

    def _most(self, group: Group, schedule: Schedule) -> int:
        """Processes of a table, at most, as long as no patience is spent on it."""
        most = schedule.most if self._is_first(group) else MOST_OF_OTHERS * schedule.processes
        return max(min(most, schedule.most), schedule.processes)

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
            messages=schedule.messages,
            bytes=tuple(numbers),
            samples=tuple(found),
        )
        self.store.record([timings])

    def _nothing_again(self) -> Again:
        ways = self._seconds_again, self._time_again, self._record_again, self._is_late
        return Again(self.patience, *ways)

    def _is_first(self, group: Group) -> bool:
        """Whether people wait for it: a contender, or what was selected by name."""
        return group.named or group in self._contenders

    def _is_late(self, won: Won) -> bool:
        return not self._is_first(won.group) and time.monotonic() >= self.end_of_others

    def _seconds_again(self, one: Open) -> float:
        return self._seconds(one.won, one.wanted, one.schedule)

    def _time_again(self, one: Open) -> list[Sample] | str:
        stage = "curve" if one.is_curve else "table"
        self.display.show(f"{stage} again {title(one.won.group)}")
        with self.display.spent.on(stage):
            return self._samples(one.won, one.numbers, one.schedule, 0, one.samples)

    def _record_again(self, one: Open) -> None:
        """Record what was timed again: of two records the newer one counts."""
        self._record(one.won, one.numbers, one.schedule, one.samples)
        if one.is_curve:
            return
        self.audits.reopen(one.won)
        name = f"table of {title(one.won.group)}"
        if name in self._doubtful and not samples.is_in_doubt(one.samples):
            self._doubtful.remove(name)

    def fastest(self, won: Sequence[Won]) -> set[Won]:
        """Of each hash on each target the implementation of the lowest median at the length of the race."""
        best: dict[tuple[str, str], tuple[float, Won]] = {}
        for winner in won:
            known = self._cost(winner)
            cost = winner.cost if known is None else known
            if winner.contest not in best or cost < best[winner.contest][0]:
                best[winner.contest] = cost, winner
        return {winner for _, winner in best.values()}


def last_of(prepared: Iterable[Prepared]) -> list[Prepared]:
    """Of what was prepared again with other subroutines only the last one counts."""
    last = {
        (one.group.implementation.directory, one.group.target.name, one.group.lane.platform): one
        for one in prepared
    }
    return list(last.values())


def _of_platforms(groups: Sequence[Group]) -> list[list[Group]]:
    """The groups of each platform, in the order of the lanes."""
    found: dict[str, list[Group]] = {}
    for group in groups:
        found.setdefault(group.lane.platform, []).append(group)
    return [found[name] for name in sorted(found)]


def _of_hashes(groups: Sequence[Group]) -> list[list[Group]]:
    """The groups of each hash."""
    found: dict[str, list[Group]] = {}
    for group in groups:
        found.setdefault(group.function.name, []).append(group)
    return list(found.values())


def _timed(groups: Collection[Group]) -> dict[str, int]:
    """What there is to do of each stage, when the winners of groups are known."""
    return {
        "table": sum(len(_tables_of(one)) for one in groups),
        "curve": sum(bool(one.lane.lengths.full) for one in groups),
        "secrets": sum(one.security == CONSTANT_TIME for one in groups),
    }


def _turns(groups: Sequence[Group]) -> list[list[Group]]:
    """The groups of the first target of each platform, which most readers look for, and those of all others."""
    firsts = {id(group.lane): group.lane.targets[0] for group in groups}
    own = [group for group in groups if group.target == firsts[id(group.lane)]]
    others = [group for group in groups if group.target != firsts[id(group.lane)]]
    return [turn for turn in (own, others) if any(group.target.is_timed for group in turn)]


def _ways(won: Won, stage: str, numbers: Sequence[int]) -> Sequence[tuple[Schedule, Sequence[int]]]:
    """How, and with which lengths (bytes), what is measured at one stage is: some platforms have several tables."""
    return _tables_of(won.group) if stage == "table" else [(_schedule(won, stage), numbers)]


def _tables_of(group: Group) -> Sequence[tuple[Schedule, Sequence[int]]]:
    """All tables of an implementation; those of a tree hash have long messages as well."""
    return group.lane.lengths.tables_of(is_tree=facts(group.function.name).is_tree)


def _schedule(won: Won, stage: str) -> Schedule:
    lengths = won.group.lane.lengths
    return lengths.for_table if stage == "table" else lengths.for_curve


def _result(
    group: Group, measured: Sequence[int], found: Sequence[Sample], schedule: Schedule
) -> str:
    """What came of a measurement, for people."""
    lengths, unit, messages = group.lane.lengths, group.lane.quantity.unit, schedule.messages
    length = max(measured) if schedule == lengths.for_steady else lengths.race
    if length not in measured:
        return f"{len(measured)} lengths"
    per_byte = samples.median_at(found, length) / (length * messages)
    times = f" x {messages}" if messages > 1 else ""
    return f"{per_byte:.2f} {unit}/byte at {length} bytes{times}"
