"""Experiments that any winner can be put through: docs/explanations/cycles.md, "Effects".

Some are of each compiler, and not of the winner. Each experiment has some variants, the first of them the one that the
others are held against, and each is recorded.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from hashcop.data import records
from hashcop.data.keys import digest
from hashcop.data.records import Sample
from hashcop.data.store import Store
from hashcop.engine.gate import gated
from hashcop.engine.prepare import Preparation, about, title
from hashcop.engine.progress import Display
from hashcop.engine.races import Won
from hashcop.engine.site import Site
from hashcop.engine.timing import shuffled
from hashcop.platforms.door import Patience, Timer, Variant
from hashcop.results.race import Entrant


class Experiments:
    """Runs experiments on the winners of races, and records them."""

    def __init__(
        self, store: Store, display: Display, site: Site, preparation: Preparation
    ) -> None:
        self.store = store
        self.display = display
        self.site = site
        self.preparation = preparation

    def run(self, won: Sequence[Won], effects: Sequence[str]) -> None:
        """Every experiment of `effects` on every winner; what is recorded already is not done again."""
        for effect in effects:
            for winner in won:
                for one in self._builds(winner, effect):
                    self._one(one, effect)

    def _builds(self, won: Won, effect: str) -> list[Won]:
        """The winner, or the build of each compiler with its first option set; all of them are right.

        A race may have left out some of them.
        """
        group = won.group
        if not group.lane.is_of_each_compiler(effect):
            return [won]
        wanted: dict[str, int] = {}
        for index, option_set in enumerate(group.option_sets):
            wanted.setdefault(option_set.command, index)
        (prepared,) = self.preparation.run(
            [group], {group: list(wanted.values())}, announced=False, checks=False
        )
        firsts: dict[str, Entrant] = {}
        for one in sorted(prepared.entrants, key=lambda one: one.index):
            firsts.setdefault(group.option_sets[one.index].command, one)
        self.preparation.confirm([(group, one.code) for one in firsts.values()])
        return [
            replace(won, entrant=one)
            for one in firsts.values()
            if self.preparation.is_right(group, one.code)
        ]

    def _one(self, won: Won, effect: str) -> None:
        lane, target = won.group.lane, won.group.target
        variants = list(lane.variants(effect, target))
        new = [one for one in variants if not self._is_recorded(won, effect, one)]
        if not new:
            return
        core = self.site.core
        tried = (lane.examined(one, target, core) for one in new)
        missing = [one for one in tried if one is not None]
        if not missing:
            return
        self.display.show(f"{effect} {title(won.group)}")
        found = self._in_turn(won, effect, missing)
        for variant, samples in zip(missing, found, strict=False):
            self.store.record([self._record(won, effect, variant, samples)])
        if len(found) == len(missing):
            self.display.finish(0, effect, title(won.group), f"{len(variants)} variants")

    def _is_recorded(self, won: Won, effect: str, variant: Variant) -> bool:
        return self.store.find(records.Effect, self._key(won, effect, variant)) is not None

    def _key(self, won: Won, effect: str, variant: Variant) -> str:
        ruler = won.group.lane.ruler(variant.target or won.group.target)
        plain = replace(variant, target=None)
        return digest("effect", won.entrant.code, ruler, effect, plain)

    def _record(
        self, won: Won, effect: str, variant: Variant, samples: Sequence[Sample]
    ) -> records.Effect:
        counter = variant.target.counter if variant.target else None
        return records.Effect(
            key=self._key(won, effect, variant),
            **about(won.group),
            object=won.entrant.code,
            effect=effect,
            variant=variant.name,
            counter=counter.name if counter else "",
            core_cycles=counter.core_cycles if counter else None,
            messages=variant.schedule.messages,
            bytes=variant.lengths or won.group.lane.lengths.table,
            samples=tuple(samples),
        )

    def _in_turn(self, won: Won, effect: str, variants: Sequence[Variant]) -> list[list[Sample]]:
        """The samples of the variants, a process of each in turn, so that a noisy minute meets all of them.

        Where a variant goes wrong people are told, and only those before it go on.
        """
        found: list[list[Sample]] = [[] for _ in variants]
        for number in range(max(variant.schedule.processes for variant in variants)):
            for place, variant in enumerate(variants[: len(found)]):
                if number >= variant.schedule.processes:
                    continue
                samples = self._process(won, variant, number)
                if isinstance(samples, str):
                    problem = f"{title(won.group)}: {effect}, {variant.name}: {samples}"
                    self.display.problem(problem)
                    del found[place:]
                    break
                found[place] += samples
        return found

    def _process(self, won: Won, variant: Variant, number: int) -> list[Sample] | str:
        """The sample of one process; or of as many copies at once as there are cores, each on its own."""
        lane = won.group.lane
        timers: list[Timer] = [self.site.timer(lane)]
        if variant.copies > 1:
            cores = sorted(os.sched_getaffinity(0))[: variant.copies]
            timers = [gated(lane.timer(core, Patience(0)), lane.quantity) for core in cores]
        target, schedule = variant.target or won.group.target, variant.schedule
        order = shuffled(variant.lengths or lane.lengths.table, number)
        with ThreadPoolExecutor(len(timers)) as executor:
            tasks = [
                executor.submit(
                    timer.time,
                    *(won.entrant.artifact, order, schedule, target),
                    seed=number,
                    effect=variant.effect,
                    group=won.group,
                )
                for timer in timers
            ]
            found = [task.result() for task in tasks]
        wrong = next((one for one in found if isinstance(one, str)), None)
        return wrong or [sample for sample in found if not isinstance(sample, str)]
