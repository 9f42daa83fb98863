"""Which option sets to build next, where not all can be built: a search that may end at any time. Starts no program.

Simple rules choose. Among implementations, one with n builds may still improve by UNKNOWN/n (in the logarithm of its
cost); the implementation whose cost may come to lie lowest beside the best of its hash has the next turn. An
implementation that can't come below the best of its hash any more has none, unless all of it is wanted. Within an
implementation, the first option set of each family of compilers (gcc, clang) comes first, and that of each compiler
after it, in the order in which compilers did well for other implementations; then the option sets come in a random
order, except that every NEIGHBOURS-th turn takes the one that differs from the best in the fewest words.
docs/explanations/races.md compares this search with an optimiser.
"""

import heapq
import math
import random
from collections.abc import Collection, Hashable, Mapping, Sequence

from hashcop.results.race import LEAST

UNKNOWN = 0.3
UNTRIED = 0.7  # an implementation without a build has its turn before one with a build, unless that one leads
OTHERS = (
    0.01  # an implementation may become better by so much at least with another family of compilers
)
NEIGHBOURS = 3
CLOSE = math.log(
    1.5
)  # what is behind by more waits for its turn, and gets no build for the first ranking
FAILING = (
    0.3  # by so much each failure before the first success worsens an implementation's prospects
)
PROMISE = 0.5  # by so much, divided by n, an implementation must be expected to improve; else it is left alone

Pick = tuple[int, int]  # (implementation, option set), by their indices


class _Implementation:
    """What is known of one implementation.

    `left` has the option sets that were not built, `firsts` the first of these for each compiler.
    """

    def __init__(self, contest: Hashable, sets: Sequence[Sequence[str]], masks: list[int]) -> None:
        self.contest = contest
        self.masks = masks
        self.compilers = [words[0] for words in sets]
        self.left = dict.fromkeys(random.Random(len(sets)).sample(range(len(sets)), len(sets)))
        self.firsts: dict[str, int] = {}
        for index, compiler in enumerate(self.compilers):
            self.firsts.setdefault(compiler, index)
        self._families = {words[0]: tuple(words[1:2]) for words in sets}
        self._tried: set[tuple[str, ...]] = set()  # families
        self.cost, self.best = math.inf, -1  # logarithm; option set
        self.by_compiler: dict[str, float] = {}
        self.turns = 0

    @property
    def untried(self) -> list[str]:
        """The compilers of families that it was not built with."""
        return [one for one in self.firsts if self._families[one] not in self._tried]

    def tell(self, index: int, cost: float) -> None:
        if index in self.left:  # it was built without having had a turn
            del self.left[index]
            self.turns += 1
        compiler = self.compilers[index]
        self.firsts.pop(compiler, None)
        self._tried.add(self._families[compiler])
        self.by_compiler[compiler] = min(self.by_compiler.get(compiler, math.inf), cost)
        if cost < self.cost:
            self.cost, self.best = cost, index

    def hope(self, of_contest: float) -> float:
        """The lowest cost that it may reach, beside the best of its contest (both logarithms)."""
        if not self.turns:
            return -UNTRIED * UNKNOWN
        failing = FAILING * self.turns
        beside = self.cost - of_contest if math.isfinite(self.cost) else failing
        hope = beside - UNKNOWN / self.turns
        # One option set may be very bad: sha1/x86-shani for x86 takes 126 times as long with clang's as with gcc's.
        return min(hope, -OTHERS) if self.untried else hope

    def take(self, ranks: Mapping[str, float]) -> int:
        """The option set to build in its turn. `ranks`: by compiler, the best has the lowest."""
        self.turns += 1
        if self.firsts:
            compilers = self.untried or self.firsts
            compiler = min(compilers, key=lambda one: ranks.get(one, 0.0))
            self._tried.add(self._families[compiler])
            index = self.firsts.pop(compiler)
        elif self.turns % NEIGHBOURS == 0 and self.best >= 0:
            best = self.masks[self.best]
            index = min(self.left, key=lambda other: (self.masks[other] ^ best).bit_count())
        else:
            index = next(iter(self.left))
        del self.left[index]
        return index


class Search:
    """Chooses what to build next, among the implementations of hashes and their option sets."""

    def __init__(
        self,
        implementations: Sequence[tuple[Hashable, Sequence[Sequence[str]]]],
        whole: Collection[int] | None = None,
    ) -> None:
        """For each implementation, its contest and the words of each of its option sets.

        The first word is the compiler, the second its family.

        `whole`: of which implementations all is wanted, by index; without it of all. The random order is the same each
        time.
        """
        bits: dict[str, int] = {}
        self._implementations = []
        self._best: dict[Hashable, float] = {}
        self._whole = range(len(implementations)) if whole is None else whole
        for contest, sets in implementations:
            masks = [sum(1 << bits.setdefault(w, len(bits)) for w in set(words)) for words in sets]
            self._implementations.append(_Implementation(contest, sets, masks))

    def tell(self, pick: Pick, cycles: float | None) -> None:
        """Take in the cost of a build; None where it failed."""
        cost = math.inf if cycles is None else math.log(max(cycles, LEAST))
        one = self._implementations[pick[0]]
        one.tell(pick[1], cost)
        self._best[one.contest] = min(self._best.get(one.contest, math.inf), cost)

    def contest(self, pick: Pick) -> Hashable:
        """The contest of a build."""
        return self._implementations[pick[0]].contest

    def best(self, contest: Hashable) -> float:
        """The least cycles in a contest so far."""
        return math.exp(self._best.get(contest, math.inf))

    def firsts(self, *, leaves_out: bool = True) -> list[Pick]:
        """Of each implementation the first option set of the next family of compilers that it was not built with.

        `leaves_out`: not of what is far behind the best of its contest so far.
        """
        chosen: list[Pick] = []
        ranks = self._ranks()
        for number, one in enumerate(self._implementations):
            far = math.isfinite(one.cost) and one.cost - self._best[one.contest] > CLOSE
            if one.untried and not (far and leaves_out):
                chosen.append((number, one.take(ranks)))
        return chosen

    def choose(self, count: int) -> list[Pick]:
        """The next to build, most promising first; fewer than `count` where fewer are promising."""
        heap = [(self._hope(one), number) for number, one in enumerate(self._implementations)]
        heapq.heapify(heap)
        ranks = self._ranks()
        chosen: list[Pick] = []
        while heap and len(chosen) < count:
            _, number = heapq.heappop(heap)
            one = self._implementations[number]
            if one.left and (number in self._whole or not self._is_hopeless(one)):
                chosen.append((number, one.take(ranks)))
                heapq.heappush(heap, (self._hope(one), number))
        return chosen

    def _hope(self, one: _Implementation) -> float:
        return one.hope(self._best.get(one.contest, 0.0))

    def _is_hopeless(self, one: _Implementation) -> bool:
        """Whether nothing more is expected of it, once it had a chance with each family of compilers.

        What fails gets a chance with each compiler.
        """
        if one.untried:
            return False
        if not math.isfinite(one.cost):
            return not one.firsts
        return one.turns > 0 and one.cost - self._best[one.contest] >= PROMISE / one.turns

    def _ranks(self) -> dict[str, float]:
        """By compiler: how far its best build lies behind the best of all, on average over implementations."""
        behind: dict[str, list[float]] = {}
        for one in self._implementations:
            for compiler, cost in one.by_compiler.items() if len(one.by_compiler) > 1 else ():
                if math.isfinite(one.cost):
                    behind.setdefault(compiler, []).append(min(cost - one.cost, 1.0))
        return {compiler: sum(all_) / len(all_) for compiler, all_ in behind.items()}
