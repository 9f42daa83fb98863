"""Which option sets to build next, where not all can be built: a search that may end at any time. Starts no program.

Simple rules choose. Among implementations, one with n builds may still improve by UNKNOWN/n (in the logarithm of its
cost); the implementation whose cost may come to lie lowest beside the best of its hash has the next turn. Within an
implementation, the first option set of each compiler comes first, in the order in which compilers did well for other
implementations; then the option sets come in a random order, except that every NEIGHBOURS-th turn takes the one that
differs from the best in the fewest words. docs/explanations/races.md compares this search with an optimiser.
"""

import heapq
import math
import random
from collections.abc import Hashable, Mapping, Sequence

UNKNOWN = 1.0
UNTRIED = 0.9  # an implementation without a build has its turn before one with a build, unless that one leads
NEIGHBOURS = 3
FAILING = (
    0.3  # by so much each failure before the first success worsens an implementation's prospects
)

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
        self.cost, self.best = math.inf, -1  # logarithm; option set
        self.by_compiler: dict[str, float] = {}
        self.turns = 0

    def tell(self, index: int, cost: float) -> None:
        if index in self.left:  # it was built without having had a turn
            del self.left[index]
            self.turns += 1
        compiler = self.compilers[index]
        self.firsts.pop(compiler, None)
        self.by_compiler[compiler] = min(self.by_compiler.get(compiler, math.inf), cost)
        if cost < self.cost:
            self.cost, self.best = cost, index

    def hope(self, of_contest: float) -> float:
        """The lowest cost that it may reach, beside the best of its contest (both logarithms)."""
        if not self.turns:
            return -UNTRIED * UNKNOWN
        failing = FAILING * self.turns
        beside = self.cost - of_contest if math.isfinite(self.cost) else failing
        return beside - UNKNOWN / self.turns

    def take(self, ranks: Mapping[str, float]) -> int:
        """The option set to build in its turn. `ranks`: by compiler, the best has the lowest."""
        self.turns += 1
        if self.firsts:
            index = self.firsts.pop(min(self.firsts, key=lambda one: ranks.get(one, 0.0)))
        elif self.turns % NEIGHBOURS == 0 and self.best >= 0:
            best = self.masks[self.best]
            index = min(self.left, key=lambda other: (self.masks[other] ^ best).bit_count())
        else:
            index = next(iter(self.left))
        del self.left[index]
        return index


class Search:
    """Chooses what to build next, among the implementations of hashes and their option sets."""

    def __init__(self, implementations: Sequence[tuple[Hashable, Sequence[Sequence[str]]]]) -> None:
        """For each implementation, its contest and the words of each of its option sets; the first is the compiler.

        The random order is the same each time.
        """
        bits: dict[str, int] = {}
        self._implementations = []
        self._best: dict[Hashable, float] = {}
        for contest, sets in implementations:
            masks = [sum(1 << bits.setdefault(w, len(bits)) for w in set(words)) for words in sets]
            self._implementations.append(_Implementation(contest, sets, masks))

    def tell(self, pick: Pick, cycles: float | None) -> None:
        """Take in the cost of a build; None where it failed."""
        cost = math.inf if cycles is None else math.log(cycles)
        one = self._implementations[pick[0]]
        one.tell(pick[1], cost)
        self._best[one.contest] = min(self._best.get(one.contest, math.inf), cost)

    def choose(self, count: int) -> list[Pick]:
        """The next to build, most promising first; fewer than `count` where fewer are left."""
        heap = [(self._hope(one), number) for number, one in enumerate(self._implementations)]
        heapq.heapify(heap)
        ranks = self._ranks()
        chosen: list[Pick] = []
        while heap and len(chosen) < count:
            _, number = heapq.heappop(heap)
            one = self._implementations[number]
            if one.left:
                chosen.append((number, one.take(ranks)))
                heapq.heappush(heap, (self._hope(one), number))
        return chosen

    def _hope(self, one: _Implementation) -> float:
        return one.hope(self._best.get(one.contest, 0.0))

    def _ranks(self) -> dict[str, float]:
        """By compiler: how far its best build lies behind the best of all, on average over implementations."""
        behind: dict[str, list[float]] = {}
        for one in self._implementations:
            for compiler, cost in one.by_compiler.items() if len(one.by_compiler) > 1 else ():
                if math.isfinite(one.cost):
                    behind.setdefault(compiler, []).append(min(cost - one.cost, 1.0))
        return {compiler: sum(all_) / len(all_) for compiler, all_ in behind.items()}
