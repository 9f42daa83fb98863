"""A run from groups to recorded measurements: prepare, race, measure, in the order in which answers are wanted."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hashcop.data import lengths
from hashcop.data import store as data
from hashcop.data.lengths import Schedule
from hashcop.data.store import Store
from hashcop.engine import messages
from hashcop.engine.plan import Group
from hashcop.engine.prepare import (
    Preparation,
    Prepared,
    about,
    timing_check,
    timing_check_key,
    title,
)
from hashcop.engine.progress import Display
from hashcop.engine.retakes import take_again
from hashcop.platforms.c import timing
from hashcop.platforms.c.timing import Timer
from hashcop.platforms.c.tools.toolchain import Toolchain
from hashcop.results import samples
from hashcop.results.race import RULES, Entrant, Race, Timing, cost_of, timing_of
from hashcop.results.samples import Sample

LOOKS = 3  # trials, at most, until one is quiet, where one would do
TRIAL_SECONDS = 0.02  # for the display only, as is what follows
PROCESS_SECONDS = 0.02
GUESSES = {"race": 0.4, "table": 0.3, "curve": 1.0}  # seconds for each group


@dataclass(frozen=True)
class Won:
    """The winner of a group's race. `cost`: median cycles of lengths.RACE bytes in the race."""

    prepared: Prepared
    entrant: Entrant
    cost: float

    @property
    def group(self) -> Group:
        return self.prepared.group

    @property
    def place(self) -> tuple[str, str]:
        """Whom it competes with: the hash on the ABI."""
        return self.group.target.abi, self.group.function.name


class Run:
    """Races and measures what was prepared, recording what is new."""

    def __init__(
        self,
        toolchain: Toolchain,
        store: Store,
        display: Display,
        timer: Callable[[], Timer],
        timer_at_once: Callable[[], Timer],
    ) -> None:
        """`timer` is called when something is to be timed, and not before; `timer_at_once` for first answers."""
        self.toolchain = toolchain
        self.store = store
        self.display = display
        self.timer = timer
        self.timer_at_once = timer_at_once
        self.measured: list[Won] = []  # by the last run of everything
        self._doubtful: list[str] = []  # tables and curves of which the cycles are in doubt
        self._disturbed: list[tuple[Won, Sequence[Sample]]] = []  # tables, with what was timed

    def answers(self, groups: Sequence[Group], preparation: Preparation) -> None:
        """Say of what is selected by name, where its sources are new, what is most likely to come of it.

        That is its build with the option set that won the last race, or else the first, and one trial of it: within
        seconds of saving a file.
        """
        new: dict[Group, list[int]] = {}
        for group in groups:
            if group.named and group.option_sets and not group.target.emulator:
                likely = self._likely(group)
                if likely not in preparation.known_places(group):
                    new[group] = [likely]
        for one in preparation.run(list(new), new, announced=False):
            (place,) = new[one.group]
            words = " ".join(one.group.option_sets[place].words)
            entrant = next((e for e in one.entrants if e.place == place), None)
            cycles = self.look(one.group, entrant, self.timer_at_once) if entrant else None
            per_byte = cycles / lengths.RACE if cycles else None
            self.display.print(messages.answer(title(one.group), words, per_byte))

    def _likely(self, group: Group) -> int:
        """The place of the option set that won the last race of a group's implementation; the first where none did."""
        won = self.store.last_winner(about(group))
        words = [one.words for one in group.option_sets]
        return words.index(won["options"]) if won and won["options"] in words else 0

    def races(self, prepared: Sequence[Prepared]) -> list[Won]:
        """The winner of each group that has one."""
        self._expect_races(prepared)
        return [winner for one in prepared if (winner := self.race(one))]

    def everything(
        self,
        groups: Sequence[Group],
        prepare: Callable[[Sequence[Group]], list[Prepared]],
        full_curves: bool,
    ) -> list[Prepared]:
        """The whole of a run: first what is right, then who is fastest, then tables, then curves."""
        self._doubtful, self._disturbed = [], []
        self._guess(groups)
        prepared = prepare(groups)
        won = self.races(prepared)
        self._expect("table", won, lengths.FOR_TABLE, {w.group: list(lengths.TABLE) for w in won})
        won = [winner for one in won if (winner := self.table(one))]
        take_again(self._disturbed, self._table_again, self._keep_table)
        fastest = self.fastest(won)
        numbers = {
            w.group: lengths.full_curve()
            if full_curves or w.group.named or w in fastest
            else lengths.coarse_curve()
            for w in won
        }
        self._expect("curve", won, lengths.FOR_CURVE, numbers)
        for winner in sorted(won, key=lambda w: not (w.group.named or w in fastest)):
            self.curve(winner, numbers[winner.group])
        if self._doubtful:
            self.display.problem(messages.doubtful(self._doubtful))
        self.measured = won
        return [self._still_right(one) for one in prepared]

    def _still_right(self, prepared: Prepared) -> Prepared:
        """Without what misbehaved while it was timed."""
        left = tuple(
            entrant
            for entrant in prepared.entrants
            if timing_check(self.store, entrant.code, self.toolchain) is None
        )
        return replace(prepared, entrants=left)

    def _ruler(self, group: Group) -> str:
        return timing.ruler(self.toolchain, group.target)

    def _series(self, won: Won, schedule: Schedule) -> str:
        return timing.series_key(won.entrant.code, self._ruler(won.group), schedule)

    def _missing(self, won: Won, numbers: Sequence[int], schedule: Schedule) -> list[int]:
        timed = self.store.timed(self._series(won, schedule))
        return [n for n in numbers if n not in timed]

    def _seconds(self, won: Won, numbers: Sequence[int], schedule: Schedule) -> float:
        counter, per_byte = won.group.target.counter, won.cost / lengths.RACE
        seconds = timing.expected_seconds(per_byte, counter, numbers, schedule)
        return seconds + PROCESS_SECONDS * schedule.processes

    def _guess(self, groups: Sequence[Group]) -> None:
        """What is left after building, for the display: of each stage until it is known."""
        count = sum(not group.skip and not group.target.emulator for group in groups)
        for stage, seconds in GUESSES.items():
            self.display.expect(stage, count, seconds)

    def _expect(
        self,
        stage: str,
        won: Sequence[Won],
        schedule: Schedule,
        numbers: dict[Group, list[int]],
    ) -> None:
        self.display.forget(stage)
        for winner in won:
            missing = self._missing(winner, numbers[winner.group], schedule)
            if missing:
                self.display.expect(stage, 1, self._seconds(winner, missing, schedule))

    def _winner_key(self, group: Group, entrants: Sequence[Entrant]) -> str:
        codes = sorted(entrant.code for entrant in entrants)
        return data.digest("winner", self._ruler(group), RULES, *codes)

    def _expect_races(self, prepared: Sequence[Prepared]) -> None:
        self.display.forget("race")
        for one in prepared:
            key = self._winner_key(one.group, one.entrants)
            is_raced = one.entrants and not one.group.target.emulator
            if is_raced and self.store.find("winner", key) is None:
                self.display.expect("race", 1, TRIAL_SECONDS * len(one.entrants) * 2)

    def race(self, prepared: Prepared) -> Won | None:
        """The fastest of a group's builds; None where none is right, or an emulator would be timed."""
        if prepared.group.target.emulator:
            return None
        key = self._winner_key(prepared.group, prepared.entrants)
        known = self.store.find("winner", key)
        if known is not None:
            entrant = next(e for e in prepared.entrants if e.code == known["object"])
            return Won(prepared, entrant, known["cycles"])
        if not prepared.entrants:
            return None
        race = Race(prepared.entrants)
        for round_number, number, entrant in race.trials():
            timed = self._trial(prepared.group, entrant, round_number, number, self.timer)
            if timed is None:
                race.drop(entrant)
            else:
                race.enter(entrant, timed)
        winner = race.winner()
        if winner is not None:
            self._record_winner(prepared.group, race, winner)
        seconds = TRIAL_SECONDS * len(prepared.entrants) * 2
        options = (
            " ".join(prepared.group.option_sets[winner.place].words) if winner else "no winner"
        )
        self.display.finish(seconds, "race", title(prepared.group), options)
        return Won(prepared, winner, race.cost(winner)) if winner else None

    def only(self, prepared: Prepared) -> Won | None:
        """A group's first build, of options that somebody named: it wins no race, and none is recorded."""
        if prepared.group.target.emulator or not prepared.entrants:
            return None
        entrant = prepared.entrants[0]
        cycles = self.look(prepared.group, entrant)
        return Won(prepared, entrant, cycles) if cycles is not None else None

    def look(
        self, group: Group, entrant: Entrant, timer: Callable[[], Timer] | None = None
    ) -> float | None:
        """Cycles of a build in its first quiet trial, or the least of LOOKS; None where it misbehaves.

        The trials are the first of its race.
        """
        least = math.inf
        for number in range(LOOKS):
            timed = self._trial(group, entrant, number + 1, number, timer or self.timer)
            if timed is None:
                return None
            least = min(least, timed.cycles)
            if timed.is_quiet(timed.alone):
                return timed.cycles
        return least

    def _trial(
        self,
        group: Group,
        entrant: Entrant,
        round_number: int,
        number: int,
        timer: Callable[[], Timer],
    ) -> Timing | None:
        """What comes of the `number`-th trial of a build, recorded; None where it misbehaves."""
        key = timing.trial_key(entrant.code, self._ruler(group), number)
        known = self.store.find("trial", key)
        if known is not None:
            return timing_of([samples.restore(known["samples"][0])])
        sample = timer().time(
            entrant.binary, [lengths.RACE], lengths.RACE_TRIAL, group.target, seed=number
        )
        if isinstance(sample, str):
            self._misbehaved(group, entrant, sample)
            return None
        fact = {"kind": "trial", "key": key, **about(group)}
        fact |= {"options": group.option_sets[entrant.place].words, "object": entrant.code}
        fact |= {"round": round_number, "bytes": lengths.RACE, "samples": [sample.fields()]}
        self.store.record([fact])
        return timing_of([sample])

    def _record_winner(self, group: Group, race: Race, winner: Entrant) -> None:
        fact = {"kind": "winner", "key": self._winner_key(group, race.entrants), **about(group)}
        fact |= {"options": group.option_sets[winner.place].words, "object": winner.code}
        fact |= {
            "builds": len(race.entrants),
            "bytes": lengths.RACE,
            "cycles": round(race.cost(winner), 2),
            "trials": len(race.timings[winner.code]),
            "sure": race.is_sure,
        }
        self.store.record([fact])

    def _misbehaved(self, group: Group, entrant: Entrant, reason: str) -> None:
        fact = {
            "kind": "check",
            "key": timing_check_key(entrant.code, self.toolchain),
            **about(group),
        }
        fact |= {"options": group.option_sets[entrant.place].words, "object": entrant.code}
        fact |= {"outcome": "failed", "reason": reason, "expected": "unknown"}
        self.store.record([fact])
        self.display.problem(f"{title(group)}: {reason}")

    def table(self, won: Won) -> Won | None:
        """Measure the table lengths. A winner that misbehaves is replaced; returns who was measured at last."""
        while not self._measure(won, list(lengths.TABLE), lengths.FOR_TABLE, "table"):
            next_winner = self._next_winner(won)
            if next_winner is None:
                return None
            won = next_winner
        return won

    def _next_winner(self, won: Won) -> Won | None:
        """Who wins without a winner that misbehaved."""
        left = tuple(e for e in won.prepared.entrants if e != won.entrant)
        return self.race(replace(won.prepared, entrants=left))

    def curve(self, won: Won, numbers: Sequence[int]) -> None:
        """Measure the other lengths. A winner that misbehaves is replaced, in the table as well."""
        others = [n for n in numbers if n not in lengths.TABLE]
        while not self._measure(won, others, lengths.FOR_CURVE, "curve"):
            next_winner = self._next_winner(won)
            measured = self.table(next_winner) if next_winner else None
            if measured is None:
                return
            won = measured

    def _measure(self, won: Won, numbers: list[int], schedule: Schedule, stage: str) -> bool:
        """Measure and record what is missing of `numbers`; False where the program misbehaved."""
        missing = self._missing(won, numbers, schedule)
        if not missing:
            return True
        seconds = self._seconds(won, missing, schedule)
        self.display.show(f"{stage} {title(won.group)}")
        found = self.timer().measure(
            won.entrant.binary, missing, schedule, won.group.target, seconds=seconds
        )
        if isinstance(found, str):
            self._misbehaved(won.group, won.entrant, found)
            self.display.finish(seconds, stage, title(won.group), found)
            return False
        self.store.record([self._timings_fact(won, missing, schedule, found)])
        if stage == "table" and not samples.are_quiet(found):
            self._disturbed.append((won, found))
        if samples.is_in_doubt(found):
            self._doubtful.append(f"{stage} of {title(won.group)}")
            if len(self._doubtful) == 1:
                self.display.problem(messages.doubtful(self._doubtful))
        result = f"{len(missing)} lengths"
        if lengths.RACE in missing:
            per_byte = cost_of(found) / lengths.RACE
            result = f"{per_byte:.2f} cycles/byte at {lengths.RACE} bytes"
        self.display.finish(seconds, stage, title(won.group), result)
        return True

    def _table_again(self, won: Won, numbers: Sequence[int]) -> list[Sample] | str | None:
        """As Timer.measure, while patience lasts for it. What misbehaves is met again when its curve is measured."""
        seconds = self._seconds(won, numbers, lengths.FOR_TABLE)
        if not self.timer().spend(seconds):
            return None
        self.display.show(f"table again {title(won.group)}")
        return self.timer().measure(
            won.entrant.binary, numbers, lengths.FOR_TABLE, won.group.target, seconds=seconds
        )

    def _keep_table(self, won: Won, found: list[Sample]) -> None:
        """Of two tables the newer one counts."""
        numbers = samples.lengths_of(found)
        self.store.record([self._timings_fact(won, numbers, lengths.FOR_TABLE, found)])
        name = f"table of {title(won.group)}"
        if name in self._doubtful and not samples.is_in_doubt(found):
            self._doubtful.remove(name)

    def _timings_fact(
        self, won: Won, numbers: Sequence[int], schedule: Schedule, found: Sequence[Sample]
    ) -> data.Fact:
        series = self._series(won, schedule)
        # Most of a file is such lines: what its object's build tells is not told in each of them.
        rest = {k: v for k, v in about(won.group).items() if k != "security"}
        fact = {"kind": "timings", "key": data.digest(series, *numbers), **rest}
        fact |= {"object": won.entrant.code, "series": series, "warmup": schedule.warmup}
        return fact | {"bytes": numbers, "samples": [sample.fields() for sample in found]}

    def fastest(self, won: Sequence[Won]) -> set[Won]:
        """Of each hash on each ABI the implementation of the lowest median at lengths.RACE bytes."""
        best: dict[tuple[str, str], tuple[float, Won]] = {}
        for winner in won:
            series = self._series(winner, lengths.FOR_TABLE)
            cost = self.store.race_median(series) or winner.cost
            if winner.place not in best or cost < best[winner.place][0]:
                best[winner.place] = cost, winner
        return {winner for _, winner in best.values()}
