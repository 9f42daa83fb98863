"""Which option sets to build next, where not all can be built: a search that may end at any time. Starts no program.

Simple rules. Among implementations: one of which n sets were built may still get better by UNKNOWN/n (of the logarithm
of what it takes), and that which may come to lie lowest beside the best of its hash has the next turn. Within one:
first a set of each compiler, in the order in which these did well by other implementations; then the sets in a random
order, and in every NEIGHBOURS-th turn that which differs in fewest words from the best one.
docs/operators.md has how this compares with an optimiser.
"""

import heapq
import math
import random
from collections.abc import Hashable, Mapping, Sequence

UNKNOWN = 1.0
UNTRIED = (
    0.9  # of which no set was built has its turn before one of which one was, unless that leads
)
NEIGHBOURS = 3
FAILING = 0.3  # by so much each failure before the first success lowers what is hoped for

Place = tuple[int, int]  # (implementation, option set), as they were given


class _Implementation:
    """What is known of one: `left` has what was not built, `firsts` of that the first set of each compiler."""

    def __init__(self, contest: Hashable, sets: Sequence[Sequence[str]], masks: list[int]) -> None:
        self.contest = contest
        self.masks = masks
        self.compilers = [words[0] for words in sets]
        self.left = dict.fromkeys(random.Random(len(sets)).sample(range(len(sets)), len(sets)))
        self.firsts: dict[str, int] = {}
        for place, compiler in enumerate(self.compilers):
            self.firsts.setdefault(compiler, place)
        self.cost, self.best = math.inf, -1  # logarithm; option set
        self.by_compiler: dict[str, float] = {}
        self.turns = 0

    def tell(self, place: int, cost: float) -> None:
        if place in self.left:  # it was built without having had a turn
            del self.left[place]
            self.turns += 1
        compiler = self.compilers[place]
        self.firsts.pop(compiler, None)
        self.by_compiler[compiler] = min(self.by_compiler.get(compiler, math.inf), cost)
        if cost < self.cost:
            self.cost, self.best = cost, place

    def hope(self, of_contest: float) -> float:
        """The least that it may come to take, beside its contest's best."""
        if not self.turns:
            return -UNTRIED * UNKNOWN
        failing = FAILING * self.turns
        beside = self.cost - of_contest if math.isfinite(self.cost) else failing
        return beside - UNKNOWN / self.turns

    def take(self, ranks: Mapping[str, float]) -> int:
        """What to build in its turn. `ranks`: of compilers, the best one's is the lowest."""
        self.turns += 1
        if self.firsts:
            place = self.firsts.pop(min(self.firsts, key=lambda one: ranks.get(one, 0.0)))
        elif self.turns % NEIGHBOURS == 0 and self.best >= 0:
            best = self.masks[self.best]
            place = min(self.left, key=lambda other: (self.masks[other] ^ best).bit_count())
        else:
            place = next(iter(self.left))
        del self.left[place]
        return place


class Search:
    """Of the implementations of hashes, each with its option sets: what to build next."""

    def __init__(self, implementations: Sequence[tuple[Hashable, Sequence[Sequence[str]]]]) -> None:
        """For each implementation the contest it takes part in, and the words of each of its option sets.

        The first word is the compiler. What is random is the same each time.
        """
        bits: dict[str, int] = {}
        self._implementations = []
        self._best: dict[Hashable, float] = {}
        for contest, sets in implementations:
            masks = [sum(1 << bits.setdefault(w, len(bits)) for w in set(words)) for words in sets]
            self._implementations.append(_Implementation(contest, sets, masks))

    def tell(self, place: Place, cycles: float | None) -> None:
        """What a build takes; None where it failed."""
        cost = math.inf if cycles is None else math.log(cycles)
        one = self._implementations[place[0]]
        one.tell(place[1], cost)
        self._best[one.contest] = min(self._best.get(one.contest, math.inf), cost)

    def choose(self, count: int) -> list[Place]:
        """The next to build, most promising first; fewer than `count` where fewer are left."""
        heap = [(self._hope(one), number) for number, one in enumerate(self._implementations)]
        heapq.heapify(heap)
        ranks = self._ranks()
        chosen: list[Place] = []
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
        """Of each compiler how far its best lies behind an implementation's best, on average; 0 where all fail."""
        behind: dict[str, list[float]] = {}
        for one in self._implementations:
            for compiler, cost in one.by_compiler.items() if len(one.by_compiler) > 1 else ():
                if math.isfinite(one.cost):
                    behind.setdefault(compiler, []).append(min(cost - one.cost, 1.0))
        return {compiler: sum(all_) / len(all_) for compiler, all_ in behind.items()}
