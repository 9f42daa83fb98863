"""A run with a budget: builds, checks and times what is most promising, until the time is over."""

import math
import time
from collections.abc import Mapping, Sequence

from hashcop.data import records
from hashcop.data.keys import digest
from hashcop.engine import messages
from hashcop.engine.prepare import Preparation, Prepared, is_subroutine
from hashcop.engine.progress import Display
from hashcop.engine.races import Races
from hashcop.engine.search import Search
from hashcop.platforms.door import Group

AT_ONCE = 8  # builds for each core between two times of quiet
FOR_RACES = 0.9  # of the budget is for searching; the rest for races
FOR_SUBROUTINES = 0.3  # of it, where there are any


def shares(seconds: float, primitives: int) -> tuple[float, float]:
    """Seconds of a budget for the hashes, and for each of so many primitives that they are built on."""
    if not primitives:
        return seconds, 0.0
    return seconds * (1 - FOR_SUBROUTINES), seconds * FOR_SUBROUTINES / primitives


class Budget:
    """Finds the best option sets that a budget allows."""

    def __init__(self, preparation: Preparation, races: Races, display: Display) -> None:
        self.preparation = preparation
        self.races = races
        self.display = display

    def run(self, groups: Sequence[Group], seconds: float) -> list[Prepared]:
        """Search for so many seconds, or until all is built; groups in the order given, with what was built.

        What earlier runs spent on the same search counts, and what they built is known. A group whose target is not
        timed is built with its first option set.
        """
        begun, name = time.monotonic(), self._name(groups)
        before = self.preparation.store.searched(name)
        deadline = begun + max(FOR_RACES * seconds - before, 0.0)
        sought = [group for group in groups if group.option_sets and group.target.is_timed]
        search = Search([(_contest(group), _words(group)) for group in sought])
        self._tell(search, sought, {group: self.preparation.known(group) for group in sought})
        searched = False
        while (left := deadline - time.monotonic()) > 0:
            self.display.forget("search")
            self.display.expect("search", 1, left)
            chosen = search.choose(AT_ONCE * self.preparation.cores)
            if not chosen:
                break
            searched = True
            wanted: dict[Group, list[int]] = {}
            for number, index in chosen:
                wanted.setdefault(sought[number], []).append(index)
            self._tell(search, sought, wanted, deadline)
        self.display.forget("search")
        self._conclude(groups, name, before, time.monotonic() - begun if searched else 0.0)
        others = {g: [0] for g in groups if not g.target.is_timed and g.option_sets}
        return self.preparation.run(groups, others, announced=False)

    def _name(self, groups: Sequence[Group]) -> str:
        """What is searched: another search begins where sources, tools or option sets differ."""
        keys = (key for group in groups for key in self.preparation.keys(group))
        return digest("search", *keys)

    def _conclude(self, groups: Sequence[Group], name: str, before: float, spent: float) -> None:
        known = sum(len(self.preparation.known(group)) for group in groups)
        every = sum(len(group.option_sets) for group in groups)
        names = {
            f"{group.implementation.operation}/{group.function.name}"
            for group in groups
            if is_subroutine(group)
        }
        self.display.print(messages.searched(", ".join(names), known, every, before + spent))
        if spent:
            record = records.Search(
                key=digest(name, known, time.time_ns()),
                search=name,
                builds=known,
                of=every,
                seconds=math.ceil((before + spent) * 10) / 10,
            )
            self.preparation.store.record([record])

    def _tell(
        self,
        search: Search,
        sought: Sequence[Group],
        wanted: Mapping[Group, Sequence[int]],
        deadline: float = math.inf,
    ) -> None:
        """Build what is wanted, give each distinct build a trial, and tell the search the results."""
        numbers = {group: number for number, group in enumerate(sought)}
        groups = [group for group in wanted if group in numbers]
        for one in self.preparation.run(groups, wanted, deadline=deadline, announced=False):
            entrants = {entrant.code: entrant for entrant in one.entrants}
            costs: dict[str, float | None] = {}
            for index in wanted[one.group]:
                if index not in one.builds:  # the time was over before
                    continue
                code = one.builds[index].object
                if code in entrants and code not in costs:
                    costs[code] = self.races.look(one.group, entrants[code])
                search.tell((numbers[one.group], index), costs.get(code))


def _contest(group: Group) -> tuple[str, str]:
    return group.target.name, group.function.name


def _words(group: Group) -> list[list[str]]:
    """What makes option sets alike: the tool and its family, and each flag."""
    return [[one.command, f"family {one.family}", *one.flags] for one in group.option_sets]
