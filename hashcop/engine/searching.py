"""A run with a budget: builds, checks and times what is most promising, until the time is over."""

import math
import time
from collections.abc import Mapping, Sequence

from hashcop.data import store as data
from hashcop.data.store import Fact
from hashcop.engine import messages
from hashcop.engine.plan import Group
from hashcop.engine.prepare import Preparation, Prepared, is_subroutine
from hashcop.engine.progress import Display
from hashcop.engine.run import Run
from hashcop.engine.search import Search

AT_ONCE = 8  # builds for each core between two times of quiet
FOR_RACES = 0.9  # of the budget is for searching; the rest for races
FOR_SUBROUTINES = 0.3  # of it, where there are any


class Searching:
    """Finds the best option sets that a budget allows."""

    def __init__(self, preparation: Preparation, running: Run, display: Display) -> None:
        self.preparation = preparation
        self.running = running
        self.display = display

    @staticmethod
    def shares(seconds: float, primitives: int) -> tuple[float, float]:
        """Of a budget: what is for the hashes, and for each of so many primitives that they are built on."""
        if not primitives:
            return seconds, 0.0
        return seconds * (1 - FOR_SUBROUTINES), seconds * FOR_SUBROUTINES / primitives

    def run(self, groups: Sequence[Group], seconds: float) -> list[Prepared]:
        """Search for so many seconds, or until all is built; groups in the order given, with what was built.

        What earlier runs spent on the same search counts, and what they built is known. What an emulator runs is built
        with its first option set.
        """
        begun, name = time.monotonic(), self._name(groups)
        before = self.preparation.store.searched(name)
        deadline = begun + max(FOR_RACES * seconds - before, 0.0)
        sought = [group for group in groups if group.option_sets and not group.target.emulator]
        search = Search([(_contest(group), _words(group)) for group in sought])
        self._tell(
            search, sought, {group: self.preparation.known_places(group) for group in sought}
        )
        searched = False
        while (left := deadline - time.monotonic()) > 0:
            self.display.forget("search")
            self.display.expect("search", 1, left)
            chosen = search.choose(AT_ONCE * self.preparation.cores)
            if not chosen:
                break
            searched = True
            wanted: dict[Group, list[int]] = {}
            for number, place in chosen:
                wanted.setdefault(sought[number], []).append(place)
            self._tell(search, sought, wanted, deadline)
        self.display.forget("search")
        self._conclude(groups, name, before, time.monotonic() - begun if searched else 0.0)
        others = {group: [0] for group in groups if group.target.emulator and group.option_sets}
        return self.preparation.run(groups, others, announced=False)

    def _name(self, groups: Sequence[Group]) -> str:
        """What is searched: another one begins where sources, compilers or option sets differ."""
        keys = (key for group in groups for key in self.preparation.keys(group))
        return data.digest("search", *keys)

    def _conclude(self, groups: Sequence[Group], name: str, before: float, spent: float) -> None:
        known = sum(len(self.preparation.known_places(group)) for group in groups)
        every = sum(len(group.option_sets) for group in groups)
        names = {
            f"{group.implementation.operation}/{group.function.name}"
            for group in groups
            if is_subroutine(group)
        }
        self.display.print(messages.searched(", ".join(names), known, every, before + spent))
        if spent:
            fact: Fact = {
                "kind": "search",
                "key": data.digest(name, known, time.time_ns()),
                "search": name,
            }
            fact |= {"builds": known, "of": every, "seconds": math.ceil((before + spent) * 10) / 10}
            self.preparation.store.record([fact])

    def _tell(
        self,
        search: Search,
        sought: Sequence[Group],
        wanted: Mapping[Group, Sequence[int]],
        deadline: float = math.inf,
    ) -> None:
        """Build what is wanted, give each distinct build a trial, and let the search know what came of it."""
        numbers = {group: number for number, group in enumerate(sought)}
        groups = [group for group in wanted if group in numbers]
        for one in self.preparation.run(groups, wanted, deadline=deadline, announced=False):
            entrants = {entrant.code: entrant for entrant in one.entrants}
            costs: dict[str, float | None] = {}
            for place in wanted[one.group]:
                code = one.builds[place].get("object", "") if place in one.builds else None
                if code is None:  # the time was over before
                    continue
                if code in entrants and code not in costs:
                    costs[code] = self.running.look(one.group, entrants[code])
                search.tell((numbers[one.group], place), costs.get(code))


def _contest(group: Group) -> tuple[str, str]:
    return group.target.abi, group.function.name


def _words(group: Group) -> list[list[str]]:
    """What makes option sets alike: the compiler and its family, and each flag."""
    return [[one.command, f"family {one.family}", *one.flags] for one in group.option_sets]
