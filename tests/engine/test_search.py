"""The search, against made-up landscapes: what it builds first, and how soon it has the best."""

import itertools
import random

from hashcop.engine.search import Pick, Search

COMPILERS = ("gcc", "gcc-11", "clang", "clang-16")
AXES = (
    ("-O3", "-O2", "-O", "-Os"),
    ("", "-funroll"),
    tuple(f"-march={number}" for number in range(30)),
)
SETS = [
    [compiler, *filter(None, flags)] for compiler in COMPILERS for flags in itertools.product(*AXES)
]


def landscape(seed: int) -> list[float]:
    """Cycles of each of SETS: each word has its effect, and each set one of its own. One in twenty fails (infinite)."""
    chance = random.Random(seed)
    effects = {word: chance.uniform(0, 0.3) for words in SETS for word in words}
    return [
        1000 * (1 + sum(effects[w] for w in words)) * chance.uniform(1, 1.05)
        if chance.random() > 0.05
        else float("inf")
        for words in SETS
    ]


def played(costs: list[list[float]], builds: int, batch: int = 16) -> list[Pick]:
    """What a search builds of implementations with such costs, in order."""
    search = Search([("sum", SETS) for _ in costs])
    done: list[Pick] = []
    while len(done) < builds and (chosen := search.choose(batch)):
        for place in chosen:
            cost = costs[place[0]][place[1]]
            search.tell(place, cost if cost < float("inf") else None)
        done += chosen
    return done


def best(costs: list[list[float]], places: list[Pick]) -> float:
    return min(costs[number][place] for number, place in places)


def test_a_tenth_of_all_builds_finds_what_is_within_a_percent_of_the_best() -> None:
    """Twenty times of twenty; 19 would be a bad day of chance."""
    found = 0
    for seed in range(20):
        costs = [[c * (1 + number / 4) for c in landscape(seed + number)] for number in range(10)]
        everything = best(costs, [(n, p) for n in range(10) for p in range(len(SETS))])
        done = played(costs, len(SETS))
        found += best(costs, done[: len(SETS)]) <= 1.01 * everything
    assert found >= 19


def test_each_implementation_has_a_turn_before_the_others_are_tried_through() -> None:
    costs = [[c * 2**number for c in landscape(number)] for number in range(10)]
    assert {number for number, _ in played(costs, 64)} == set(range(10))


def test_what_is_far_behind_is_left_alone() -> None:
    costs = [landscape(1), [20 * c for c in landscape(2)]]
    turns = [number for number, _ in played(costs, 400)]
    assert turns.count(1) < 20


def test_what_does_badly_with_one_compiler_has_its_turn_with_another() -> None:
    """With the first compiler it takes three times as long as the other implementation; with clang it is the best."""
    bad = [700.0 if words[0].startswith("clang") else 3000.0 for words in SETS]
    costs = [[1000.0] * len(SETS), bad]
    assert best(costs, played(costs, 64)) == 700


def test_the_compiler_that_does_well_elsewhere_is_tried_first() -> None:
    costs = [
        [
            c * (1 if words[0] == "clang-16" else 2)
            for c, words in zip(landscape(number), SETS, strict=True)
        ]
        for number in range(60)
    ]
    order = played(costs, 120, batch=4)
    firsts: dict[int, int] = {}
    for number, place in order:
        firsts.setdefault(number, place)
    late = [SETS[place][0] for place in list(firsts.values())[30:]]
    assert late.count("clang-16") > 0.8 * len(late)


def test_nothing_is_chosen_twice_and_everything_at_last() -> None:
    done = played([landscape(1), landscape(2)], 10**6)
    assert sorted(done) == [(n, p) for n in range(2) for p in range(len(SETS))]


def test_what_is_known_is_not_chosen() -> None:
    search = Search([("sum", SETS)])
    for place in range(10, len(SETS)):
        search.tell((0, place), 1000.0)
    assert sorted(search.choose(100)) == [(0, place) for place in range(10)]


def test_where_everything_fails_others_go_on() -> None:
    costs = [[float("inf")] * len(SETS), landscape(1)]
    turns = [number for number, _ in played(costs, 200)]
    assert turns.count(0) < 20


def test_contests_are_apart() -> None:
    """The best of another hash does not make an implementation hopeless."""
    search = Search([("fast", SETS), ("slow", SETS)])
    turns = []
    for _ in range(20):
        for number, place in search.choose(8):
            search.tell((number, place), 100.0 if number == 0 else 10000.0)
            turns.append(number)
    assert 60 <= turns.count(1) <= 100


def test_the_same_answers_make_the_same_search() -> None:
    costs = [landscape(1), landscape(2)]
    assert played(costs, 300) == played(costs, 300)


# A search that may end early

ROWS = [["gcc", "family gcc", "-O3"], ["gcc", "family gcc", "-O2"], ["gcc-11", "family gcc", "-O3"]]
ROWS += [["clang", "family clang", "-O3"], ["clang", "family clang", "-O2"]]


def test_the_first_option_set_of_each_family_of_compilers_comes_first() -> None:
    search = Search([("sum", ROWS), ("sum", ROWS[:2])])
    assert search.firsts() == [(0, 0), (1, 0)]
    search.tell((0, 0), 100.0)
    search.tell((1, 0), None)
    assert search.firsts() == [(0, 3)]


def test_what_is_far_behind_gets_no_second_build_for_the_first_ranking() -> None:
    search = Search([("sum", ROWS), ("sum", ROWS)])
    search.tell((0, 0), 100.0)
    search.tell((1, 0), 200.0)
    assert search.firsts() == [(0, 3)]


def test_what_is_far_behind_gets_one_after_it() -> None:
    search = Search([("sum", ROWS), ("sum", ROWS)])
    search.tell((0, 0), 100.0)
    search.tell((1, 0), 200.0)
    assert search.firsts(leaves_out=False) == [(0, 3), (1, 3)]
    assert search.firsts(leaves_out=False) == []


def built_of(costs: list[float | None], whole: set[int]) -> list[int]:
    """How many option sets a search builds of implementations that cost so much with each of them."""
    search = Search([("sum", ROWS) for _ in costs], whole)
    built = [0] * len(costs)
    while picks := search.choose(4):
        for number, index in picks:
            search.tell((number, index), costs[number])
            built[number] += 1
    return built


def test_what_is_far_behind_is_left_alone_and_what_is_near_is_not() -> None:
    assert built_of([100.0, 200.0, 101.0], set()) == [5, 2, 5]


def test_all_is_built_of_what_is_wanted_whole() -> None:
    assert built_of([100.0, 200.0], {1}) == [5, 5]


def test_what_fails_gets_a_chance_with_each_compiler_and_no_more() -> None:
    assert built_of([100.0, None], set()) == [5, 3]


def test_the_best_of_a_contest_is_known() -> None:
    search = Search([("sum", ROWS), ("other", ROWS)])
    assert search.best("sum") == float("inf")
    search.tell((0, 0), 100.0)
    search.tell((0, 1), 120.0)
    assert round(search.best(search.contest((0, 3)))) == 100
    assert search.best(search.contest((1, 0))) == float("inf")
