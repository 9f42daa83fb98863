"""Builds and times what is most promising, until nothing is promising enough or the time is over."""

import math
import time
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass

from hashcop.data import records
from hashcop.data.keys import digest
from hashcop.engine import messages
from hashcop.engine.disputes import contest_of
from hashcop.engine.prepare import Preparation, Prepared
from hashcop.engine.progress import Display
from hashcop.engine.races import TRIAL_SECONDS, Races
from hashcop.engine.search import Pick, Search
from hashcop.engine.spent import own_paces
from hashcop.platforms.door import Group
from hashcop.results.race import Entrant

AT_ONCE = 8  # builds for each core between two times of quiet
MORE = 1.9  # times as many builds are made as there are implementations and families of compilers
FOR_RACES = 0.9  # of the budget is for searching; the rest for races
FOR_SUBROUTINES = 0.3  # of it, where there are any


def shares(seconds: float, primitives: int) -> tuple[float, float]:
    """Seconds of a budget for the hashes, and for each of so many primitives that they are built on."""
    if not primitives:
        return seconds, 0.0
    return seconds * (1 - FOR_SUBROUTINES), seconds * FOR_SUBROUTINES / primitives


@dataclass(frozen=True)
class _Tried:
    """A build that was timed. `cycles` is None if it failed, or was found to be wrong."""

    pick: Pick
    entrant: Entrant | None
    cycles: float | None


class Budget:
    """Finds the best option sets that a budget allows."""

    def __init__(
        self,
        preparation: Preparation,
        races: Races,
        display: Display,
        seconds: float,
        *,
        is_thrifty: bool,
    ) -> None:
        """`seconds`: of the budget; may be infinite. `is_thrifty`: the search ends as soon as no build is promising."""
        self.preparation = preparation
        self.races = races
        self.display = display
        self.seconds = seconds
        self.is_thrifty = is_thrifty
        self._used = 0.0  # seconds, by `first`

    def expected(self, groups: Sequence[Group]) -> int:
        """How many builds will be made, more or less; with what was built before."""
        sought = _sought(groups)
        every = sum(len(group.option_sets) for group in sought)
        if not self.is_thrifty:
            return every
        return min(every, round(MORE * self.least(sought)))

    def least(self, groups: Sequence[Group]) -> int:
        """How many builds will be made, however little time there is; with what was built before."""
        if not self.is_thrifty:
            return 0
        return sum(
            len(group.option_sets if group.named else {one.family for one in group.option_sets})
            for group in _sought(groups)
        )

    def first(self, groups: Sequence[Group], begun: Callable[[], None]) -> list[Prepared]:
        """Build and time a few promising option sets of each group; the fastest of each contest is right.

        Calls `begun` once some builds are made, so that the machine's pace is known.
        """
        start = time.monotonic()
        sought = _sought(groups)
        search = self._search(sought)
        self._try_known(search, sought)
        each = self._seconds_of_pick(sought)
        deadline = start + FOR_RACES * self.seconds
        while (left := search.firsts()) and time.monotonic() < deadline:
            # Some from all over the tree, by which the machine's pace is known; then the others.
            step = max(1, len(left) // (AT_ONCE * self.preparation.cores))
            some = left[::step]
            for picks in (some, [pick for pick in left if pick not in some]):
                self.display.expect("search", 1, each * len(picks))
                self._try(search, sought, picks, deadline)
                self.display.forget("search")
                begun()
        self._used += time.monotonic() - start
        return self.preparation.run(sought, {}, announced=False, checks=False)

    def _seconds_of_pick(self, groups: Sequence[Group]) -> float:
        """Seconds that an option set of a group is expected to take: a build and a trial."""
        each = (
            self.preparation.seconds_of("build", one)
            + own_paces(one.lane).get("race", TRIAL_SECONDS)
            for one in groups
        )
        return sum(each) / max(len(groups), 1)

    def rest(self, groups: Sequence[Group], until: float = math.inf) -> list[Prepared]:
        """Search until the time is over, or nothing is promising; groups in the order given, with what was built.

        What earlier runs spent on the same search counts, and what they built is known. A group whose target is not
        timed is built with its first option set. `until` (time.monotonic): the search ends then, but it lasts at least
        half as long as `first` did, and each group gets a build by each family of compilers: that of one alone may
        take five times as long.
        """
        begun, name = time.monotonic() - self._used, self._name(groups)
        before = self.preparation.store.searched(name)
        own = begun + FOR_RACES * self.seconds
        deadline = min(own, max(until, begun + 1.5 * self._used)) - before
        if before and self.is_thrifty:
            deadline = -math.inf  # it was brought to an end
        sought = _sought(groups)
        search = self._search(sought)
        self._try_known(search, sought)
        searched = self._used > 0
        each = self._seconds_of_pick(sought)
        builds = self.expected(groups)
        while self.is_thrifty and not before and (picks := search.firsts(leaves_out=False)):
            searched = True
            self.display.expect("search", 1, each * len(picks))
            self._try(search, sought, picks)
            self.display.forget("search")
            builds = max(builds - len(picks), 0)
        while (left := deadline - time.monotonic()) > 0:
            chosen = search.choose(AT_ONCE * self.preparation.cores)
            if not chosen:
                break
            searched = True
            self.display.forget("search")
            builds = max(builds - len(chosen), len(chosen))
            self.display.expect("search", 1, min(left, each * builds))
            self._try(search, sought, chosen, deadline)
        self.display.forget("search")
        spent = time.monotonic() - begun if searched else 0.0
        self._used = 0.0
        if searched or not self.is_thrifty:
            self._conclude(groups, name, before, spent, is_over=left <= 0)
        return self._prepared(groups)

    def _prepared(self, groups: Sequence[Group]) -> list[Prepared]:
        """The groups with what was built. Every build of those that were selected by name is checked."""
        checked = [group for group in groups if group.named or not group.target.is_timed]
        others = {g: [0] for g in checked if not g.target.is_timed and g.option_sets}
        self.preparation.run(checked, others, announced=False)
        return self.preparation.run(groups, {}, announced=False, checks=False)

    def _search(self, sought: Sequence[Group]) -> Search:
        rows = [(contest_of(group), _words(group)) for group in sought]
        whole = {n for n, group in enumerate(sought) if group.named or not self.is_thrifty}
        return Search(rows, whole)

    def _name(self, groups: Sequence[Group]) -> str:
        """What is searched: another search begins where sources, tools or option sets differ, or what is named."""
        keys = (key for group in groups for key in self.preparation.keys(group))
        named = (group.implementation.path for group in groups if group.named)
        return digest("search", *keys, *named)

    def _conclude(
        self, groups: Sequence[Group], name: str, before: float, spent: float, *, is_over: bool
    ) -> None:
        known = sum(len(self.preparation.known(group)) for group in groups)
        every = sum(len(group.option_sets) for group in groups)
        names = {
            f"{group.implementation.operation}/{group.function.name}"
            for group in groups
            if group.is_subroutine
        }
        told = messages.searched(", ".join(names), known, every, before + spent, is_over=is_over)
        self.display.print(told)
        if spent:
            record = records.Search(
                key=digest(name, known, time.time_ns()),
                search=name,
                builds=known,
                of=every,
                seconds=math.ceil((before + spent) * 10) / 10,
            )
            self.preparation.store.record([record])

    def _try_known(self, search: Search, sought: Sequence[Group]) -> None:
        """Tell the search what was built before."""
        known = enumerate(map(self.preparation.known, sought))
        self._try(search, sought, [(number, index) for number, every in known for index in every])

    def _try(
        self,
        search: Search,
        sought: Sequence[Group],
        picks: Sequence[Pick],
        deadline: float = math.inf,
    ) -> None:
        """Build what is wanted, give each distinct build a trial, and tell the search the results.

        What leads its contest is checked: a wrong build may well be fast, and would mislead the search.
        """
        wanted: dict[Group, list[int]] = {}
        numbers = {group: number for number, group in enumerate(sought)}
        for number, index in picks:
            wanted.setdefault(sought[number], []).append(index)
        built = self.preparation.run(
            list(wanted), wanted, deadline=deadline, announced=False, checks=False
        )
        tried = [
            _Tried((numbers[one.group], index), entrant, cycles)
            for one in built
            for index, entrant, cycles in self._timed(one, wanted[one.group])
        ]
        for one in self._without_wrong_leaders(search, sought, tried):
            search.tell(one.pick, one.cycles)

    def _timed(
        self, one: Prepared, wanted: Collection[int]
    ) -> Iterable[tuple[int, Entrant | None, float | None]]:
        """(option set, entrant, cycles) of what was built of a group; builds of equal machine code share a trial."""
        entrants = {entrant.code: entrant for entrant in one.entrants}
        costs: dict[str, float | None] = {}
        for index in wanted:
            if index not in one.builds:  # the time was over before
                continue
            code = one.builds[index].object
            if code in entrants and code not in costs:
                costs[code] = self.races.look(one.group, entrants[code])
            yield index, entrants.get(code), costs.get(code)

    def _without_wrong_leaders(
        self, search: Search, sought: Sequence[Group], tried: Sequence[_Tried]
    ) -> list[_Tried]:
        """The same, where what would lead its contest was checked and has no cycles if it is wrong."""
        found = list(tried)
        is_right = self.preparation.is_right
        while True:
            leaders = {
                one.entrant.code: (sought[one.pick[0]], one.entrant.code)
                for one in _leaders(search, found)
                if one.entrant and not is_right(sought[one.pick[0]], one.entrant.code)
            }
            if not leaders:
                return found
            self.preparation.confirm(leaders.values())
            wrong = {code for code, (group, _) in leaders.items() if not is_right(group, code)}
            found = [
                _Tried(one.pick, None, None) if one.entrant and one.entrant.code in wrong else one
                for one in found
            ]


def _leaders(search: Search, tried: Sequence[_Tried]) -> Iterable[_Tried]:
    """Of each contest the fastest of what was tried, where it is faster than all before."""
    best: dict[Hashable, _Tried] = {}
    for one in tried:
        contest = search.contest(one.pick)
        least = best[contest].cycles if contest in best else search.best(contest)
        if one.cycles is not None and least is not None and one.cycles < least:
            best[contest] = one
    return best.values()


def _sought(groups: Sequence[Group]) -> list[Group]:
    """The groups that a search is for: those that are timed."""
    return [group for group in groups if group.option_sets and group.target.is_timed]


def _words(group: Group) -> list[list[str]]:
    """What makes option sets alike: the tool and its family, and each flag."""
    return [[one.command, f"family {one.family}", *one.flags] for one in group.option_sets]
