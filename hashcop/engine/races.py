"""Races: trials of the builds of a group until the fastest is known, and everything that is said of a single trial."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hashcop.data.keys import digest
from hashcop.data.records import About, Check, Trial, Winner
from hashcop.data.store import Store
from hashcop.engine import messages
from hashcop.engine.prepare import (
    Preparation,
    Prepared,
    about,
    timing_check,
    timing_check_key,
    title,
)
from hashcop.engine.progress import Display
from hashcop.engine.timing import trial_key
from hashcop.platforms.door import Group, Lane, Timer
from hashcop.results.race import RULES, Entrant, Race, Timing, timing_of

LOOKS = 3  # trials, at most, until one is quiet, where one would do
TRIAL_SECONDS = 0.02  # for the display only
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
        return self.group.target.name, self.group.function.name


class Races:
    """Holds races and records what is new."""

    def __init__(
        self, store: Store, display: Display, timers: Timers, timers_at_once: Timers
    ) -> None:
        """`timers` is called when something is to be timed, and not before; `timers_at_once` for first answers."""
        self.store = store
        self.display = display
        self.timers = timers
        self.timers_at_once = timers_at_once

    def answers(self, groups: Sequence[Group], preparation: Preparation) -> None:
        """Tell the likely result of each group selected by name whose sources are new.

        That is one trial of its build with the option set that won the last race, or else the first: an answer within
        seconds of saving a file.
        """
        new: dict[Group, list[int]] = {}
        for group in groups:
            if group.named and group.option_sets and group.target.is_timed:
                likely = self._likely(group)
                if likely not in preparation.known(group):
                    new[group] = [likely]
        for one in preparation.run(list(new), new, announced=False):
            (index,) = new[one.group]
            words = " ".join(one.group.option_sets[index].words)
            entrant = next((e for e in one.entrants if e.index == index), None)
            cost = self.look(one.group, entrant, self.timers_at_once) if entrant else None
            length = one.group.lane.lengths.race
            per_byte = cost / length if cost else None
            quantity = one.group.lane.quantity
            said = messages.answer(title(one.group), words, per_byte, quantity.unit, length)
            self.display.print(said)

    def _likely(self, group: Group) -> int:
        """The option set (index) that won the last race of the implementation; the first where none did."""
        won = self.store.last_winner(About(key="", **about(group)))
        words = [one.words for one in group.option_sets]
        return words.index(won.options) if won and won.options in words else 0

    def all(self, prepared: Sequence[Prepared]) -> list[Won]:
        """The winner of each group that has one."""
        self._expect(prepared)
        return [winner for one in prepared if (winner := self.race(one))]

    def _winner_key(self, group: Group, entrants: Sequence[Entrant]) -> str:
        codes = sorted(entrant.code for entrant in entrants)
        return digest("winner", group.lane.ruler(group.target), RULES, *codes)

    def _expect(self, prepared: Sequence[Prepared]) -> None:
        self.display.forget("race")
        for one in prepared:
            if not one.entrants or not one.group.target.is_timed:
                continue
            key = self._winner_key(one.group, one.entrants)
            if self.store.find(Winner, key) is None:
                self.display.expect("race", 1, TRIAL_SECONDS * len(one.entrants) * 2)

    def race(self, prepared: Prepared) -> Won | None:
        """The fastest of a group's builds; None where none is right, or the target is not timed."""
        group = prepared.group
        if not group.target.is_timed or not prepared.entrants:
            return None
        known = self.store.find(Winner, self._winner_key(group, prepared.entrants))
        if known is not None and known.median is not None:
            entrant = next(e for e in prepared.entrants if e.code == known.object)
            return Won(prepared, entrant, known.median)
        race = Race(prepared.entrants)
        for round_number, number, entrant in race.trials():
            timed = self._trial(group, entrant, round_number, number, self.timers)
            if timed is None:
                race.drop(entrant)
            else:
                race.enter(entrant, timed)
        winner = race.winner()
        if winner is not None:
            self._record_winner(group, race, winner)
        seconds = TRIAL_SECONDS * len(prepared.entrants) * 2
        options = " ".join(group.option_sets[winner.index].words) if winner else "no winner"
        self.display.finish(seconds, "race", title(group), options)
        return Won(prepared, winner, race.cost(winner)) if winner else None

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
        key = trial_key(entrant.code, lane.ruler(group.target), number)
        known = self.store.find(Trial, key)
        if known is not None:
            return timing_of(known.samples)
        sample = timers(lane).time(
            entrant.artifact, [length], lane.lengths.trial, group.target, seed=number
        )
        if isinstance(sample, str):
            self.misbehaved(group, entrant, sample)
            return None
        trial = Trial(
            key=key,
            **about(group),
            options=group.option_sets[entrant.index].words,
            object=entrant.code,
            quantity=lane.quantity.name,
            round=round_number,
            bytes=length,
            samples=(sample,),
        )
        self.store.record([trial])
        return timing_of([sample])

    def _record_winner(self, group: Group, race: Race, winner: Entrant) -> None:
        record = Winner(
            key=self._winner_key(group, race.entrants),
            **about(group),
            options=group.option_sets[winner.index].words,
            object=winner.code,
            quantity=group.lane.quantity.name,
            builds=len(race.entrants),
            bytes=group.lane.lengths.race,
            median=round(race.cost(winner), 2),
            trials=len(race.timings[winner.code]),
            sure=race.is_sure,
        )
        self.store.record([record])

    def misbehaved(self, group: Group, entrant: Entrant, reason: str) -> None:
        """Record that a build which passed its check misbehaved while it was timed, and tell people."""
        check = Check(
            key=timing_check_key(group, entrant.code),
            **about(group),
            options=group.option_sets[entrant.index].words,
            object=entrant.code,
            outcome="wrong",
            reason=reason,
            expected="unknown",
        )
        self.store.record([check])
        self.display.problem(f"{title(group)}: {reason}")

    def still_right(self, prepared: Prepared) -> Prepared:
        """Without the entrants that misbehaved while they were timed."""
        group = prepared.group
        left = tuple(
            entrant
            for entrant in prepared.entrants
            if timing_check(self.store, group, entrant.code) is None
        )
        return replace(prepared, entrants=left)
