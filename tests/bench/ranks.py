"""How often ranks are wrong: made figures whose true costs are known, drawn a thousand times for each case.

Prints a row for each case: the part of the implementations whose interval of ranks lacks the true rank, the part of the
draws in which one is said to be certainly faster that is not, and the part of the truly different pairs that are told
apart. Exit status 1 if more of the ranks are wrong than is documented (docs/explanations/cycles.md, under "Ranks").
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hashcop.results.certainty import CONFIDENCE, SYSTEMATIC
from hashcop.results.margins import UNKNOWN
from hashcop.results.ranges import leads
from hashcop.results.ranking import table
from hashcop.results.summary import LENGTHS, RACE_LENGTH, Hash, Implementation
from tests.results.made import implementation

DRAWS = 1000
Values = NDArray[np.float64]
Scatter = Callable[[np.random.Generator, int], Values]  # factors of the processes of a figure


def normal(deviation: float) -> Scatter:
    """Processes about the true cost."""
    return lambda rng, count: 1 + deviation * rng.standard_normal(count)


def modes(part: float, apart: float = 0.04) -> Scatter:
    """Processes of which this part falls on addresses that are slower; the median is of the others."""

    def draw(rng: np.random.Generator, count: int) -> Values:
        slower: Values = np.where(rng.random(count) < part, apart, 0.0)
        return normal(0.001)(rng, count) + slower

    return draw


def skewed(rng: np.random.Generator, count: int) -> Values:
    """Processes with a long tail to the slow side, whose median is the true cost."""
    found: Values = 1 - 0.004 * np.log(2) + rng.exponential(0.004, count)
    return found


@dataclass(frozen=True)
class Case:
    """Implementations of these true costs (cycles), timed by so many processes each; None if these are not known.

    `own` and `common` are the standard deviations of an error of each implementation, and of all of them together.
    `of`: each is a hash that has so many implementations of one cost, and the fastest of them is ranked.
    """

    name: str
    costs: Sequence[float]
    scatter: Sequence[Scatter] = (normal(0.002),)
    processes: Sequence[int | None] = (15,)
    own: float = SYSTEMATIC
    common: float = 0.0
    of: int = 1


EQUAL = (1000.0,) * 6
CASES = (
    Case("equal", EQUAL),
    Case("equal, of two", EQUAL[:2]),
    Case("equal, of fifty", (1000.0,) * 50),
    Case("equal, without systematic errors", EQUAL, own=0.0),
    Case("equal, errors in common", EQUAL, own=0.0, common=0.03),
    Case("0.2 % apart", [1000 * 1.002**n for n in range(6)]),
    Case("1 % apart", [1000 * 1.01**n for n in range(6)]),
    Case("3 % apart", [1000 * 1.03**n for n in range(6)]),
    Case("3 % apart, in pairs of equals", [1000 * 1.03 ** (n // 2) for n in range(6)]),
    Case("equal, two modes", EQUAL, (modes(0.3),)),
    Case("equal, some with two modes", EQUAL, (modes(0.3), normal(0.002), modes(0.1))),
    Case("equal, skewed", EQUAL, (skewed,)),
    Case("equal, of different scatter", EQUAL, (normal(0.001), normal(0.02))),
    Case("equal, 3 to 60 processes", EQUAL, processes=(3, 60, 5, 15, 9, 30)),
    Case("equal, 3 processes", EQUAL, processes=(3,)),
    Case("equal, a single process", EQUAL, (normal(0.005),), (None,)),
    Case("equal, a single process, loud", EQUAL, (normal(UNKNOWN),), (None,)),
    Case("equal hashes, by the fastest of three", EQUAL, of=3),
    Case("1 % apart, by the fastest of three", [1000 * 1.01**n for n in range(6)], of=3),
    Case("3 % apart, a single process", [1000 * 1.03**n for n in range(6)], processes=(None,)),
)


@dataclass
class Tally:
    """What was right and wrong in all draws of a case."""

    ranks: int = 0
    wrong_ranks: int = 0
    draws: int = 0
    wrong_draws: int = 0
    pairs: int = 0
    told_apart: int = 0

    @property
    def wrong(self) -> float:
        """The part of the intervals of ranks that lack a true rank."""
        return self.wrong_ranks / self.ranks

    def add(self, costs: Sequence[float], ranks: Sequence[tuple[int, int]]) -> None:
        """Count a draw: the first and the last rank of each implementation, in the order of their true costs."""
        lacking = 0
        for cost, (first, last) in zip(costs, ranks, strict=True):
            faster = sum(other < cost for other in costs)
            slower = sum(other > cost for other in costs)
            lacking += first > 1 + faster or last < len(costs) - slower
        found = [
            ranks[a][1] < ranks[b][0]
            for a in range(len(costs))
            for b in range(len(costs))
            if costs[a] < costs[b]
        ]
        self.draws, self.wrong_draws = self.draws + 1, self.wrong_draws + (lacking > 0)
        self.ranks, self.wrong_ranks = self.ranks + len(costs), self.wrong_ranks + lacking
        self.pairs, self.told_apart = self.pairs + len(found), self.told_apart + sum(found)


def draw(case: Case, rng: np.random.Generator) -> Iterator[Implementation]:
    """The implementations of a case, as they may be measured once; those of one cost follow each other."""
    shared = 1 + case.common * rng.standard_normal()
    for number, cost in enumerate(cost for cost in case.costs for _ in range(case.of)):
        scatter = case.scatter[number % len(case.scatter)]
        count = case.processes[number % len(case.processes)]
        true = cost * shared * (1 + case.own * rng.standard_normal())
        medians = [float(one) for one in true * scatter(rng, count or 1)]
        name = f"i{number:02}"
        if count is None:
            yield implementation(name, {}, {RACE_LENGTH: medians[0]}, band=0.002)
        else:
            yield implementation(name, {RACE_LENGTH: medians})


def judge(case: Case, draws: int, seed: int = 1) -> Tally:
    """Rank so many draws of a case."""
    rng, tally = np.random.default_rng(seed), Tally()
    for _ in range(draws):
        made = tuple(draw(case, rng))
        parts = (made[n : n + case.of] for n in range(0, len(made), case.of))
        hashes = [Hash(f"{n:02}", part) for n, part in enumerate(parts)]
        found = {hash.name: (one.rank, one.last) for hash, one in table(hashes, RACE_LENGTH)}
        tally.add(case.costs, [found[name] for name in sorted(found)])
    return tally


def curve(name: str, costs: Mapping[int, float], rng: np.random.Generator) -> Implementation:
    """An implementation of these true costs by length, as it may be measured once: tables, and curves that scatter."""
    own = 1 + SYSTEMATIC * rng.standard_normal()
    tables = {
        n: list(cost * own * normal(0.002)(rng, 15)) for n, cost in costs.items() if n in LENGTHS
    }
    noise = normal(0.004)(rng, len(costs))
    rest = {n: cost * own * noise[k] for k, (n, cost) in enumerate(costs.items())}
    return implementation(name, tables, rest, band=0.002)


def ranges_of(draws: int, apart: float, seed: int = 1) -> tuple[float, float]:
    """How often ranges are wrong, of two that are equal and of two that cross at 200 bytes.

    The second ones differ by the part `apart` at the ends. Their ranges are wrong if any length has a leader that is
    truly slower by more than 2 %.
    """
    rng, lengths, wrong = np.random.default_rng(seed), range(0, 401, 4), [0, 0]
    flat = dict.fromkeys(lengths, 1000.0)
    slope = {n: 1000 * (1 + apart * (n - 200) / 200) for n in lengths}
    for _ in range(draws):
        equal = leads([curve("a", flat, rng), curve("b", flat, rng)])
        crossing = leads([curve("flat", flat, rng), curve("slope", slope, rng)])
        wrong[0] += len(equal) > 1
        wrong[1] += any(
            true[n] > 1.02 * min(flat[n], slope[n])
            for one in crossing
            for true in (flat if one.implementation.name == "flat" else slope,)
            for n in range(one.first, one.last + 1, 4)
        )
    return wrong[0] / draws, wrong[1] / draws


def main() -> int:
    """Judge all cases."""
    print(f"{DRAWS} draws each{'ranks wrong':>42}{'draws with one':>16}{'told apart':>12}")
    fits = []
    for case in CASES:
        found = judge(case, DRAWS)
        fits.append(found.wrong <= 1 - CONFIDENCE)
        apart = f"{found.told_apart / found.pairs:.1%}" if found.pairs else "-"
        wrong = f"{found.wrong:.2%}"
        print(f"{case.name:<36}{wrong:>17}{found.wrong_draws / found.draws:>16.2%}{apart:>12}")
    for word, part in zip(("equal", "crossing"), ranges_of(DRAWS, 0.1), strict=True):
        fits.append(part <= 1 - CONFIDENCE)
        print(f"ranges of two that are {word:<13}{part:>16.2%}")
    return 0 if all(fits) else 1


if __name__ == "__main__":
    sys.exit(main())
