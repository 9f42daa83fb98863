"""How soon a search has the fastest, replayed on a bench directory in which `./do race --exhaustive` ran to its end.

    make bench-search BENCH=DIR

For each strategy: how many builds, of all, until every hash has a winner within 1 % of the best of all its builds, and
by how much the worst of the hashes lies above its best after some parts of all builds. `random` is the mean of RUNS.
Where scikit-learn is installed (it is not needed otherwise) `forest` is a usual optimiser: a random forest over
implementation and words of the option set, and what it expects to improve most on the best of the hash is built next.
"""

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any, Protocol

from hashcop.data import files
from hashcop.data.records import Build, Trial
from hashcop.engine.search import Pick, Search
from hashcop.results.race import timing_of

RUNS = 20
BATCH = 16
PARTS = (0.1, 0.15, 0.2, 0.3, 0.5)
WITHIN = 1.01
# (target, hash, implementation) -> (words of the option set, cycles; None where the build is not right), in order
Table = dict[tuple[str, str, str], list[tuple[list[str], float | None]]]
Contest = tuple[str, str]  # target, hash
FAMILIES = {"g++": "gcc", "clang++": "clang"}


class Strategy(Protocol):
    """What chooses builds and is told what came of them."""

    def choose(self, count: int) -> list[Pick]: ...

    def tell(self, place: Pick, cycles: float | None) -> None: ...


def read(directory: Path) -> Table:
    """What a bench directory has of each build."""
    (file,) = directory.glob("*/data.jsonl")
    costs: dict[str, list[float]] = defaultdict(list)
    built: dict[tuple[str, str, str], dict[str, tuple[list[str], str]]] = defaultdict(dict)
    for record in files.read(file):
        if isinstance(record, Trial):
            costs[record.object].append(timing_of(record.samples).cycles)
        elif isinstance(record, Build) and record.outcome != "skipped":
            words = list(record.options)
            place = record.target, record.hash, record.implementation
            built[place][" ".join(words)] = words, record.object
    # Builds are recorded as they end; a search is given them as compilers/ has them, gcc first.
    return {
        place: [
            (words, median(costs[code]) if code in costs else None)
            for words, code in sorted(sets.values(), key=lambda one: "clang" in one[0][0])
        ]
        for place, sets in built.items()
    }


def worded(words: list[str]) -> list[str]:
    compiler = words[0].partition("-")[0]
    return [words[0], f"family {FAMILIES.get(compiler, compiler)}", *words[1:]]


def ours(table: Table) -> Strategy:
    rows = ((name[:2], [worded(words) for words, _ in sets]) for name, sets in table.items())
    return Search(list(rows))


class Random:
    """All builds in any order."""

    def __init__(self, table: Table, seed: int) -> None:
        sets = enumerate(table.values())
        self.left = [(n, place) for n, every in sets for place in range(len(every))]
        random.Random(seed).shuffle(self.left)

    def choose(self, count: int) -> list[Pick]:
        chosen, self.left = self.left[:count], self.left[count:]
        return chosen

    def tell(self, place: Pick, cycles: float | None) -> None:
        pass


class Forest:
    """Expected improvement on the best of a hash by a random forest."""

    def __init__(self, table: Table) -> None:
        import numpy as np

        names = list(table)
        words = sorted({w for sets in table.values() for one, _ in sets for w in worded(one)})
        columns = {word: number for number, word in enumerate(words)}
        self.np, self.contests = np, [name[:2] for name in names]
        self.places = [(n, p) for n, name in enumerate(names) for p in range(len(table[name]))]
        self.rows = np.zeros((len(self.places), len(words) + len(names)), np.float32)
        for row, (number, place) in zip(self.rows, self.places, strict=True):
            row[len(words) + number] = 1
            for word in worded(table[names[number]][place][0]):
                row[columns[word]] = 1
        self.numbers = {place: number for number, place in enumerate(self.places)}
        # Each implementation once, before there is anything to learn from.
        self.queue = [(number, 0) for number in range(len(names))]
        self.known: dict[int, float | None] = {}
        self.left = set(range(len(self.places)))

    def tell(self, place: Pick, cycles: float | None) -> None:
        self.known[self.numbers[place]] = cycles

    def choose(self, count: int) -> list[Pick]:
        chosen, self.queue = self.queue[:count], self.queue[count:]
        if not chosen and self.left:
            chosen = self._promising(count)
        self.left -= {self.numbers[place] for place in chosen}
        return chosen

    def _promising(self, count: int) -> list[Pick]:
        from scipy.stats import norm
        from sklearn.ensemble import RandomForestRegressor

        np, left = self.np, sorted(self.left)
        worst = math.log(max(c for c in self.known.values() if c))
        costs = np.array([math.log(c) if c else worst for c in self.known.values()])
        best: dict[Contest, float] = {}
        for number, cost in zip(self.known, costs, strict=True):
            contest = self.contests[self.places[number][0]]
            best[contest] = min(best.get(contest, math.inf), cost)
        forest = RandomForestRegressor(50, max_features=0.5, random_state=1)
        forest.fit(self.rows[list(self.known)], costs)
        guesses = np.array([tree.predict(self.rows[left]) for tree in forest.estimators_])
        middle, spread = guesses.mean(0), guesses.std(0) + 1e-3
        ahead = np.array([best[self.contests[self.places[n][0]]] for n in left]) - middle
        gain = spread * (ahead / spread * norm.cdf(ahead / spread) + norm.pdf(ahead / spread))
        return [self.places[left[n]] for n in np.argsort(-gain)[:count]]


def replay(table: Table, strategy: Strategy) -> list[float]:
    """After each batch, how far the worst hash's best so far lies above its best of all, as a ratio."""
    names, best = list(table), dict[Contest, float]()
    for name, sets in table.items():
        contest = name[:2]
        found = [cycles for _, cycles in sets if cycles]
        best[contest] = min([best.get(contest, math.inf), *found])
    best = {contest: cycles for contest, cycles in best.items() if cycles < math.inf}
    so_far, ratios = dict.fromkeys(best, math.inf), list[float]()
    while chosen := strategy.choose(BATCH):
        for number, place in chosen:
            cycles = table[names[number]][place][1]
            strategy.tell((number, place), cycles)
            if cycles:
                contest = names[number][:2]
                so_far[contest] = min(so_far[contest], cycles)
        ratios += [max(so_far[one] / best[one] for one in best)] * len(chosen)
    return ratios


def row(name: str, runs: Sequence[list[float]]) -> str:
    """The line of a strategy."""
    all_ = len(runs[0])
    until = mean(next(n for n, ratio in enumerate(run, 1) if ratio <= WITHIN) for run in runs)
    parts = (median(run[round(part * all_) - 1] for run in runs) for part in PARTS)
    cells = (f"{ratio:.3f}" if ratio < math.inf else "-" for ratio in parts)
    return f"| {name} | {until:,.0f} ({until / all_:.0%}) | {' | '.join(cells)} |"


def main() -> int:
    """Print the table; always 0."""
    parser = argparse.ArgumentParser()
    parser.add_argument("bench", type=Path)
    table = read(parser.parse_args().bench)
    builds = sum(map(len, table.values()))
    contests = len({name[:2] for name in table})
    print(f"{builds:,} builds of {len(table)} implementations in {contests} contests\n")
    print(f"| strategy | builds until within 1 % | {' | '.join(f'{p:.0%}' for p in PARTS)} |")
    print("| --- |" + " --- |" * (len(PARTS) + 1))
    strategies: dict[str, Callable[[], list[Any]]] = {
        "search": lambda: [ours(table)],
        "random": lambda: [Random(table, seed) for seed in range(RUNS)],
        "forest": lambda: [Forest(table)],
    }
    for name, made in strategies.items():
        try:
            print(row(name, [replay(table, one) for one in made()]), flush=True)
        except ImportError as error:
            print(f"({name}: {error})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
