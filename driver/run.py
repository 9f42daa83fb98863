"""A run from groups to recorded measurements: prepare, race, measure, in the order in which answers are wanted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from driver import data, lengths, timing
from driver.data import Store
from driver.lengths import Schedule
from driver.plan import Group
from driver.prepare import (
    Preparation,
    Prepared,
    about,
    timing_check,
    timing_check_key,
    title,
)
from driver.progress import Display
from driver.timing import Entrant, Race, Timer
from driver.toolchain import Toolchain

TRIAL_SECONDS = 0.02  # for the display only
GUESSES = {"race": 0.4, "table": 0.3, "curve": 1.0}  # seconds for each group, likewise


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

    def __init__(self, toolchain: Toolchain, store: Store, display: Display, timer: Timer) -> None:
        self.toolchain = toolchain
        self.store = store
        self.display = display
        self.timer = timer

    def everything(
        self, groups: Sequence[Group], preparation: Preparation, full_curves: bool
    ) -> list[Prepared]:
        """The whole of a run: first what is right, then who is fastest, then tables, then curves."""
        self._guess(groups)
        prepared = preparation.run(groups)
        self._expect_races(prepared)
        won = [winner for one in prepared if (winner := self.race(one))]
        self._expect("table", won, lengths.FOR_TABLE, {w.group: list(lengths.TABLE) for w in won})
        won = [winner for one in won if (winner := self.table(one))]
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

    def _missing(self, won: Won, numbers: Sequence[int], schedule: Schedule) -> list[int]:
        code, ruler = won.entrant.code, self._ruler(won.group)
        keys = {n: timing.cycles_key(code, ruler, schedule, n) for n in numbers}
        return [n for n, key in keys.items() if not self.store.is_timed(key)]

    def _seconds(self, won: Won, numbers: Sequence[int], schedule: Schedule) -> float:
        rate = won.group.target.counter.ticks_per_second
        return (
            timing.expected_seconds(won.cost, rate, numbers, schedule) + 0.02 * schedule.processes
        )

    def _guess(self, groups: Sequence[Group]) -> None:
        """What is left after building, for the display: of each stage until it is known."""
        count = sum(not group.skip for group in groups)
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
        return data.digest("winner", self._ruler(group), timing.ROUNDS, *codes)

    def _expect_races(self, prepared: Sequence[Prepared]) -> None:
        self.display.forget("race")
        for one in prepared:
            key = self._winner_key(one.group, one.entrants)
            if one.entrants and self.store.find("winner", key) is None:
                self.display.expect("race", 1, TRIAL_SECONDS * len(one.entrants) * 2)

    def race(self, prepared: Prepared) -> Won | None:
        """The fastest of a group's builds; None where none is right."""
        key = self._winner_key(prepared.group, prepared.entrants)
        known = self.store.find("winner", key)
        if known is not None:
            entrant = next(e for e in prepared.entrants if e.code == known["object"])
            return Won(prepared, entrant, known["cycles"])
        if not prepared.entrants:
            return None
        race = Race(prepared.entrants)
        for round_number, number, entrant in race.trials():
            self._trial(prepared.group, race, round_number, number, entrant)
        winner = race.winner()
        if winner is not None:
            self._record_winner(prepared.group, race, winner)
        seconds = TRIAL_SECONDS * len(prepared.entrants) * 2
        options = (
            " ".join(prepared.group.option_sets[winner.place].words) if winner else "no winner"
        )
        self.display.finish(seconds, "race", title(prepared.group), options)
        return Won(prepared, winner, race.cost(winner)) if winner else None

    def _trial(
        self, group: Group, race: Race, round_number: int, number: int, entrant: Entrant
    ) -> None:
        key = timing.trial_key(entrant.code, self._ruler(group), number)
        known = self.store.find("trial", key)
        if known is not None:
            race.enter(entrant, known["cycles"])
            return
        rows = self.timer.time(
            entrant.binary, [lengths.RACE], lengths.RACE_TRIAL, target=group.target
        )
        if isinstance(rows, str):
            self._misbehaved(group, entrant, rows)
            race.drop(entrant)
            return
        fact = {"kind": "trial", "key": key, **about(group)}
        fact |= {"options": group.option_sets[entrant.place].words, "object": entrant.code}
        fact |= {"round": round_number, "bytes": lengths.RACE, "cycles": rows[lengths.RACE]}
        self.store.record([fact])
        race.enter(entrant, rows[lengths.RACE])

    def _record_winner(self, group: Group, race: Race, winner: Entrant) -> None:
        fact = {"kind": "winner", "key": self._winner_key(group, race.entrants), **about(group)}
        fact |= {"options": group.option_sets[winner.place].words, "object": winner.code}
        fact |= {"builds": len(race.entrants), "bytes": lengths.RACE, "cycles": race.cost(winner)}
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
        rows = self.timer.measure(won.entrant.binary, missing, schedule, seconds, won.group.target)
        if isinstance(rows, str):
            self._misbehaved(won.group, won.entrant, rows)
            self.display.finish(seconds, stage, title(won.group), rows)
            return False
        self.store.record(self._cycles_fact(won, n, schedule, rows[n]) for n in missing)
        result = f"{len(missing)} lengths"
        if lengths.RACE in rows:
            result = f"{median(rows[lengths.RACE]) / lengths.RACE:.2f} cycles/byte at {lengths.RACE} bytes"
        self.display.finish(seconds, stage, title(won.group), result)
        return True

    def _cycles_fact(
        self, won: Won, length: int, schedule: Schedule, cycles: list[int]
    ) -> data.Fact:
        code = won.entrant.code
        key = timing.cycles_key(code, self._ruler(won.group), schedule, length)
        # Most of a file is such lines: what its object's build tells is not told in each of them.
        rest = {k: v for k, v in about(won.group).items() if k != "security"}
        fact = {"kind": "cycles", "key": key, **rest, "object": code}
        return fact | {"processes": schedule.processes, "bytes": length, "cycles": cycles}

    def fastest(self, won: Sequence[Won]) -> set[Won]:
        """Of each hash on each ABI the implementation of the lowest median at lengths.RACE bytes."""
        best: dict[tuple[str, str], tuple[float, Won]] = {}
        for winner in won:
            ruler, code = self._ruler(winner.group), winner.entrant.code
            key = timing.cycles_key(code, ruler, lengths.FOR_TABLE, lengths.RACE)
            cost = self.store.race_median(key) or winner.cost
            if winner.place not in best or cost < best[winner.place][0]:
                best[winner.place] = cost, winner
        return {winner for _, winner in best.values()}
