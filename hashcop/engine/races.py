"""Races: trials of the builds of a group until the fastest is known, and everything that is said of a single trial."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import msgspec

from hashcop.data.keys import digest
from hashcop.data.records import About, Check, Trial, Winner
from hashcop.data.store import Store
from hashcop.engine import gate, messages
from hashcop.engine.disputes import DISPUTED, contest_of, sides_of
from hashcop.engine.prepare import (
    Preparation,
    Prepared,
    about,
    timing_check_key,
    title,
)
from hashcop.engine.progress import Display
from hashcop.engine.spent import of_trial
from hashcop.engine.timing import trial_key
from hashcop.platforms.door import Disputed, Group, Lane, Timer
from hashcop.results import processors
from hashcop.results.race import FEWEST, MOST, RULES, Entrant, Race, Timing, timing_of

LOOKS = 3  # trials, at most, until one is quiet, where one would do
NEAR = 1.1  # an implementation that takes longer than the best of its hash by this factor is no contender
TRIAL_SECONDS = 0.02  # at least, for the display only
Timers = Callable[[Lane], Timer]


@dataclass(frozen=True)
class Won:
    """The winner of a group's race. `cost`: the median of its trials that count, in the lane's quantity."""

    prepared: Prepared
    entrant: Entrant
    cost: float

    @property
    def group(self) -> Group:
        return self.prepared.group

    @property
    def options(self) -> tuple[str, ...]:
        """The option set of the winner, word by word."""
        return self.group.option_sets[self.entrant.index].words

    @property
    def contest(self) -> tuple[str, str]:
        """What it competes in: the hash on the target."""
        return contest_of(self.group)


class Races:
    """Holds races and records what is new."""

    def __init__(
        self,
        store: Store,
        display: Display,
        preparation: Preparation,
        timers: Timers,
        timers_at_once: Timers,
    ) -> None:
        """`timers` is called when something is to be timed, and not before; `timers_at_once` for first answers."""
        self.store = store
        self.display = display
        self.preparation = preparation
        self.timers = timers
        self.timers_at_once = timers_at_once

    def answers(self, groups: Sequence[Group]) -> None:
        """Tell the likely result of each group selected by name whose sources are new.

        That is one trial of its build with the option set that won the last race, or else the first: an answer within
        seconds of saving a file.
        """
        new: dict[Group, list[int]] = {}
        for group in groups:
            if group.named and group.option_sets and group.target.is_timed:
                likely = self.likely(group)
                if likely not in self.preparation.known(group):
                    new[group] = [likely]
        for one in self.preparation.run(list(new), new, announced=False):
            (index,) = new[one.group]
            words = " ".join(one.group.option_sets[index].words)
            entrant = next((e for e in one.entrants if e.index == index), None)
            cost = self.look(one.group, entrant, self.timers_at_once) if entrant else None
            lengths = one.group.lane.lengths
            length = lengths.race * lengths.trial.messages
            per_byte = cost / length if cost else None
            outcome = messages.first_outcome(
                is_right=entrant is not None,
                is_disputed=self.preparation.disputes.of(one.group) is not None,
                per_byte=per_byte,
                unit=one.group.lane.quantity.unit,
                length=length,
            )
            more = len(one.group.option_sets) > 1
            self.display.print(messages.answer(title(one.group), words, outcome, more=more))

    def likely(self, group: Group) -> int:
        """The option set (index) that won the last race of the implementation; the first where none did."""
        won = self.store.last_winner(About(key="", **about(group)))
        words = [one.words for one in group.option_sets]
        return words.index(won.options) if won and won.options in words else 0

    def all(self, prepared: Sequence[Prepared], *, exhaustive: bool = True) -> list[Won]:
        """The winner of each group that has one; all of them are right.

        Unless `exhaustive`, only contenders race until the winner is sure: each build of an implementation that is far
        behind the best of its hash gets one quiet trial.
        """
        timed = [one for one in prepared if one.group.target.is_timed and one.entrants]
        self._expect(timed)
        most = {} if exhaustive else self._most(timed)
        decided = [self._decide(one, most.get(one.group, _most_of(one.group))) for one in timed]
        # All at once, on all cores: what follows finds most winners checked.
        self._confirm([one for one in decided if one])
        found = (self.race(one, most.get(one.group)) for one in timed)
        return [winner for winner in found if winner]

    def leaders(self, prepared: Sequence[Prepared]) -> list[Won]:
        """The likely winner of each contest, by the trials so far; all of them are right."""
        timed = [one for one in prepared if one.group.target.is_timed and one.entrants]
        found: list[Won] = []
        while timed:
            best = self._best(timed)
            raced = [self.race(won.prepared) for won in best.values()]
            found += [won for won in raced if won]
            done = {won.contest for won in found}
            failed = {won.group for won in best.values()}
            timed = [
                one
                for one in timed
                if one.group not in failed and contest_of(one.group) not in done
            ]
        return found

    def _best(self, prepared: Sequence[Prepared]) -> dict[tuple[str, str], Won]:
        """Of each contest the group of the least cost in the first trials of its builds."""
        best: dict[tuple[str, str], Won] = {}
        for each in prepared:
            decided = self._decide(each, FEWEST)
            if decided is None:
                continue
            won = decided[0]
            if won.contest not in best or won.cost < best[won.contest].cost:
                best[won.contest] = won
        return best

    def _most(self, prepared: Sequence[Prepared]) -> dict[Group, int]:
        """How many trials a build may have, of each group that is no contender."""
        decided = [one[0] for each in prepared if (one := self._decide(each, FEWEST))]
        contenders = {won.group for won in self.contenders(decided)}
        return {won.group: FEWEST for won in decided if won.group not in contenders}

    @staticmethod
    def contenders(won: Sequence[Won]) -> list[Won]:
        """Those that may be the fastest of their contest."""
        best: dict[tuple[str, str], float] = {}
        for one in won:
            best[one.contest] = min(best.get(one.contest, math.inf), one.cost)
        return [one for one in won if one.cost <= NEAR * best[one.contest]]

    def race(self, prepared: Prepared, most: int | None = None) -> Won | None:
        """The fastest of a group's builds that is right; None where none is, or the target is not timed.

        `most`: trials of one build, if not as many as the platform allows.
        """
        group = prepared.group
        most = _most_of(group) if most is None else most
        while group.target.is_timed and (decided := self._decide(prepared, most)):
            won, record = decided
            self._confirm([decided])
            if self.preparation.is_right(group, won.entrant.code):
                if self._is_new(record):
                    found = msgspec.structs.asdict(
                        self.preparation.machine_code.of(won.entrant.code)
                    )
                    self.store.record([msgspec.structs.replace(record, **found)])
                    options = " ".join(won.options)
                    self.display.finish(_seconds(prepared), "race", title(group), options)
                return won
        return None

    def _confirm(self, decided: Sequence[tuple[Won, Winner]]) -> None:
        """Check winners, and look into the machine code of those that are not recorded yet."""
        builds = {(won.group, won.entrant.code): self._is_new(record) for won, record in decided}
        self.preparation.confirm(builds, [build for build, is_new in builds.items() if is_new])

    def _is_new(self, winner: Winner) -> bool:
        return self.store.find(Winner, winner.key) is None

    def _decide(self, prepared: Prepared, most: int) -> tuple[Won, Winner] | None:
        """Who wins, and the record of it; None if no entrant is left. The winner may not have been checked yet."""
        group, entrants = prepared.group, self.preparation.refreshed(prepared).entrants
        known = self.store.find(Winner, self._winner_key(group, entrants, most))
        if known is not None and known.median is not None:
            entrant = next(e for e in entrants if e.code == known.object)
            return Won(prepared, entrant, known.median), known
        self.display.show(f"race {title(group)}")
        race = Race(entrants, most)
        for round_number, number, entrant in race.trials():
            timed = self._trial(group, entrant, round_number, number, self.timers)
            if timed is None:
                race.drop(entrant)
            else:
                race.enter(entrant, timed)
        winner = race.winner()
        if winner is None:
            return None
        return Won(prepared, winner, race.cost(winner)), self._record_of(group, race, winner, most)

    def _winner_key(self, group: Group, entrants: Sequence[Entrant], most: int) -> str:
        codes = sorted(entrant.code for entrant in entrants)
        fewer = [most] if most != MOST else []
        return digest("winner", group.lane.ruler(group.target), RULES, *fewer, *codes)

    def _expect(self, prepared: Sequence[Prepared]) -> None:
        self.display.forget("race")
        for one in prepared:
            key = self._winner_key(one.group, one.entrants, _most_of(one.group))
            if self.store.find(Winner, key) is None:
                self.display.expect("race", 1, _seconds(one))

    def without(self, won: Won) -> Won | None:
        """Who wins without a winner that misbehaved."""
        left = tuple(e for e in won.prepared.entrants if e != won.entrant)
        return self.race(replace(won.prepared, entrants=left))

    def only(self, prepared: Prepared) -> Won | None:
        """A group's first build, with options that somebody typed: it wins no race, and none is recorded."""
        if not prepared.group.target.is_timed or not prepared.entrants:
            return None
        entrant = prepared.entrants[0]
        cost = self.look(prepared.group, entrant)
        return Won(prepared, entrant, cost) if cost is not None else None

    def look(self, group: Group, entrant: Entrant, timers: Timers | None = None) -> float | None:
        """The cost of a build in its first quiet trial, or the least of LOOKS trials; None where it misbehaves.

        The trials are the first of its race.
        """
        least = math.inf
        for number in range(LOOKS):
            timed = self._trial(group, entrant, number + 1, number, timers or self.timers)
            if timed is None:
                return None
            least = min(least, timed.cycles)
            if timed.is_quiet(timed.alone):
                return timed.cycles
        return least

    def _trial(
        self, group: Group, entrant: Entrant, round_number: int, number: int, timers: Timers
    ) -> Timing | None:
        """The `number`-th trial of a build, recorded; None where it misbehaves."""
        lane, length = group.lane, group.lane.lengths.race
        known = self._recorded(group, entrant, number)
        if known is not None and known.samples:
            return self._believed(group, entrant, known)
        timer = timers(lane)
        with self.display.spent.on("race"):
            sample = timer.time(
                *(entrant.artifact, [length], lane.lengths.trial, group.target),
                seed=number,
                group=group,
            )
        if isinstance(sample, str):
            self.misbehaved(group, entrant, sample)
            return None
        trial = Trial(
            key=trial_key(entrant.code, lane.ruler(group.target), number),
            **about(group),
            options=group.option_sets[entrant.index].words,
            object=entrant.code,
            quantity=lane.quantity.name,
            messages=lane.lengths.trial.messages,
            round=round_number,
            bytes=length,
            samples=(sample,),
        )
        self.store.record([trial])
        return timing_of([sample])

    def _believed(self, group: Group, entrant: Entrant, trial: Trial) -> Timing | None:
        """The result of a recorded trial; None where its timings can't be true: an earlier version may have kept it."""
        lane = group.lane
        rest = lane.lengths.trial, group.target, lane.quantity
        whole = all(gate.is_whole(one, [lane.lengths.race]) for one in trial.samples)
        why = "" if whole else "they are of other lengths"
        why = why or next(filter(None, (gate.why_not(one, *rest) for one in trial.samples)), "")
        if why:
            self.misbehaved(group, entrant, f"{gate.FORGED}: {why}")
            return None
        return timing_of(trial.samples)

    def _recorded(self, group: Group, entrant: Entrant, number: int) -> Trial | None:
        """The `number`-th trial of a build, if it is recorded."""
        key = trial_key(entrant.code, group.lane.ruler(group.target), number)
        return self.store.find(Trial, key)

    def _record_of(self, group: Group, race: Race, winner: Entrant, most: int) -> Winner:
        return Winner(
            key=self._winner_key(group, race.entrants, most),
            **about(group),
            options=group.option_sets[winner.index].words,
            object=winner.code,
            quantity=group.lane.quantity.name,
            builds=len(race.entrants),
            bytes=group.lane.lengths.race,
            messages=group.lane.lengths.trial.messages,
            lanes=group.implementation.lanes,
            bound=group.implementation.bound(processors.names(self.store.machine_record)),
            median=round(race.cost(winner), 2),
            trials=len(race.timings[winner.code]),
            sure=race.is_sure,
        )

    def misbehaved(self, group: Group, entrant: Entrant, reason: str) -> None:
        """Record that a build which passed its check misbehaved while it was timed, and tell people."""
        other = reason.other if isinstance(reason, Disputed) else ""
        if other:
            self.preparation.dispute(group, str(reason), other)
        else:
            self.display.problem(f"{title(group)}: {reason}")
        check = Check(
            key=timing_check_key(group, entrant.code),
            **about(group),
            options=group.option_sets[entrant.index].words,
            object=entrant.code,
            outcome=DISPUTED if other else "wrong",
            reason=str(reason),
            disagrees_with=other,
            sides=sides_of(group, other),
            expected="unknown",
        )
        self.store.record([check])
        if other:
            self.preparation.record_disputes()


def _most_of(group: Group) -> int:
    """How many trials a build may have in a race."""
    return group.lane.lengths.most_trials or MOST


def _seconds(prepared: Prepared) -> float:
    """How long a race may take, for the display. A build that has no rival needs no second trial."""
    each = max(TRIAL_SECONDS, of_trial(prepared.group.lane))
    entrants = len(prepared.entrants)
    return each * entrants * min(entrants, 2)
