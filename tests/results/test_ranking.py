"""Ranks with ties, and the lengths at which an implementation leads."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from hashcop.results.ranking import fastest, fastest_at, ranges, ranked, ratio, standings, table
from hashcop.results.summary import LENGTHS, LONG, Column, Hash, Implementation
from tests.results.made import hash_of, implementation


def processes(cost: float, count: int = 15, scatter: float = 0.002) -> list[float]:
    """Medians that are evenly spread about a cost."""
    return [cost * (1 + scatter * (2 * n / (count - 1) - 1)) for n in range(count)]


def at_1536(**costs: float) -> Hash:
    return hash_of(*(implementation(name, {1536: processes(c)}) for name, c in costs.items()))


def places(hash: Hash, column: Column = 1536) -> list[tuple[str, int, int]]:
    return [(one.implementation.name, one.rank, one.last) for one in standings(hash, column)]


def test_those_that_are_not_told_apart_have_the_same_ranks() -> None:
    hash = at_1536(slow=1200, first=1000, second=1000.3, third=1000.6, other=1100)
    assert places(hash) == [
        ("first", 1, 3),
        ("second", 1, 3),
        ("third", 1, 3),
        ("other", 4, 4),
        ("slow", 5, 5),
    ]


def test_ranks_are_no_classes() -> None:
    """The first is faster than the third, and neither is told from the second: none of them is put with another."""
    assert places(at_1536(a=1000, b=1012, c=1024)) == [("a", 1, 2), ("b", 1, 3), ("c", 2, 3)]


def test_one_that_scatters_has_the_ranks_of_all_that_it_may_be_as_fast_as() -> None:
    hash = hash_of(
        implementation("sure", {1536: processes(1000)}),
        implementation("loud", {1536: processes(1040, scatter=0.06)}),
        implementation("slower", {1536: processes(1060)}),
        implementation("slowest", {1536: processes(1300)}),
    )
    assert places(hash) == [("sure", 1, 2), ("loud", 1, 3), ("slower", 2, 3), ("slowest", 4, 4)]


def test_a_figure_that_is_likely_off_is_told_from_few() -> None:
    off = implementation("off", {1536: processes(1100)})
    sure = replace(off.certainty[1536], bias=0.1, chance=1.0, cause="a neighbour")
    hash = hash_of(
        implementation("a", {1536: processes(1000)}),
        replace(off, certainty={1536: sure}),
        implementation("c", {1536: processes(1300)}),
    )
    assert places(hash) == [("a", 1, 2), ("off", 1, 2), ("c", 3, 3)]


def test_each_stands_beside_the_fastest() -> None:
    fastest, other = standings(at_1536(a=1000, b=1100), 1536)
    assert fastest.relative and (fastest.relative.ratio, fastest.relative.interval) == (1, None)
    assert other.relative and other.relative.ratio == pytest.approx(1.1, abs=0.003)
    assert other.relative.interval and other.relative.interval.low > 1
    assert other.figure.median == pytest.approx(1100 / 1536, rel=0.002)


def test_what_is_not_measured_at_a_length_has_no_place_there() -> None:
    one = implementation("one", {64: [100.0] * 5}, long=processes(2.5))
    other = implementation("other", {1536: [100.0] * 5}, curve={0: 90})
    hash = hash_of(one, other)
    assert [place[0] for place in places(hash, 64)] == ["one"]
    assert [place[0] for place in places(hash, LONG)] == ["one"]
    assert [place[0] for place in places(hash, 576)] == []
    (empty,) = standings(hash, 0)
    assert empty.figure.median == 90


def test_without_processes_figures_are_told_apart_as_single_processes_are() -> None:
    costs = {"a": 100, "b": 100, "c": 102, "d": 106}
    made = (implementation(n, {}, curve={64: c}) for n, c in costs.items())
    assert places(hash_of(*made), 64) == [("a", 1, 3), ("b", 1, 3), ("c", 1, 3), ("d", 4, 4)]


def test_what_takes_no_time_is_told_from_nothing() -> None:
    made = (implementation(n, {}, curve={8: c}) for n, c in (("nothing", 0), ("a", 10), ("b", 90)))
    assert places(hash_of(*made), 8) == [("nothing", 1, 3), ("a", 1, 2), ("b", 2, 3)]


def crossing() -> Hash:
    """Which of two is faster depends on the length."""
    return hash_of(
        implementation("wide", {64: processes(900), 1536: processes(2000)}, long=processes(1)),
        implementation("short", {64: processes(600), 1536: processes(3000)}, long=processes(2)),
    )


def test_the_fastest_is_that_of_each_length() -> None:
    hash = crossing()
    found = {column: fastest_at(hash, column) for column in (64, 1536, LONG, 8)}
    names = {column: one and one.name for column, one in found.items()}
    assert names == {64: "short", 1536: "wide", LONG: "wide", 8: None}
    stands = fastest(hash)
    assert stands and stands.name == "wide"


def test_ratios_at_a_length_are_to_the_fastest_at_that_length() -> None:
    hash = crossing()
    wide, short = hash.implementations
    assert ratio(hash, wide, 64) == 1.5 and ratio(hash, short, 64) == 1
    assert ratio(hash, wide) == 1 and ratio(hash, short) == 1.5


def test_hashes_are_ranked_by_the_fastest_of_each_at_a_length() -> None:
    hashes = (crossing(), Hash("other", (implementation("one", {64: processes(700)}),)))
    found = [(hash.name, one.implementation.name, one.rank) for hash, one in table(hashes, 64)]
    assert found == [("hash", "short", 1), ("other", "one", 2)]
    assert [hash.name for hash, _ in table(hashes, 1536)] == ["hash"]


def test_implementations_of_several_hashes_are_ranked_alike() -> None:
    made = [
        (label, implementation(name, {64: processes(cost)}))
        for label, name, cost in (("md5", "ref", 700), ("sha1", "ref", 650), ("md4", "c", 700.1))
    ]
    found = [(label, one.rank, one.last) for label, one in ranked(made, 64)]
    assert found == [("sha1", 1, 1), ("md5", 2, 3), ("md4", 2, 3)]


# Ranges

Curve = Callable[[int], float]


def curved(name: str, cost: Curve, lengths: range = range(0, 401), **more: float) -> Implementation:
    rng = random.Random(name)
    noise = more.get("noise", 0.0)
    costs = {n: cost(n) * (1 + rng.uniform(-noise, noise)) for n in lengths}
    table: Mapping[int, list[float]] = {
        n: processes(costs[n], scatter=max(0.002, 2 * noise)) for n in LENGTHS if n in costs
    }
    return implementation(name, table, costs, band=more.get("band", 0.001))


def found_ranges(*made: Implementation) -> list[tuple[int, int, str, tuple[str, ...]]]:
    found = ranges(hash_of(*made))
    return [(one.first, one.last, one.implementation.name, one.tied) for one in found]


def test_noise_is_no_range() -> None:
    one = curved("one", lambda n: 1000 + n, noise=0.008)
    other = curved("other", lambda n: 1000 + n, noise=0.008)
    (found,) = found_ranges(one, other)
    assert found[:2] == (0, 400) and {found[2], *found[3]} == {"one", "other"}


def test_a_lead_begins_where_it_is_real() -> None:
    cheap = curved("cheap", lambda n: 500 + 4 * n)
    wide = curved("wide", lambda n: 900 + 2 * n)
    found = found_ranges(wide, cheap)
    assert [one[2:] for one in found] == [("cheap", ()), ("wide", ())]
    # They meet at 200 bytes; the present leader keeps the lead until it is 1 % slower.
    assert 200 <= found[0][1] <= 210
    assert found[1][0] == found[0][1] + 1 and found[1][1] == 400


def test_a_few_lengths_are_no_range() -> None:
    steady = curved("steady", lambda n: 1000)
    spikes = curved("spikes", lambda n: 800 if 300 <= n < 303 else 1100)
    assert found_ranges(steady, spikes) == [(0, 400, "steady", ())]
    many = curved("many", lambda n: 800 if 300 <= n < 325 else 1100)
    assert [one[:3] for one in found_ranges(steady, many)] == [
        (0, 299, "steady"),
        (300, 324, "many"),
        (325, 400, "steady"),
    ]


def test_a_sure_lead_at_a_length_of_the_tables_is_a_range() -> None:
    steady = curved("steady", lambda n: 1000)
    short = curved("short", lambda n: 900 if n == 8 else 1100)
    found = found_ranges(steady, short)
    assert [one[2] for one in found] == ["short", "steady"]
    assert found[0][1] == 8


def test_a_length_that_an_implementation_lacks_says_nothing() -> None:
    full = curved("full", lambda n: 1000)
    coarse = curved("coarse", lambda n: 900, range(0, 401, 8))
    assert found_ranges(full, coarse) == [(0, 400, "coarse", ())]
    longer = curved("longer", lambda n: 1000, range(0, 601))
    assert [one[:3] for one in found_ranges(longer, coarse)] == [
        (0, 400, "coarse"),
        (401, 600, "longer"),
    ]


def test_one_alone_leads_everywhere_and_none_nowhere() -> None:
    assert found_ranges(curved("one", lambda n: n)) == [(0, 400, "one", ())]
    assert ranges(hash_of()) == []
    assert found_ranges(implementation("bare", {64: [5.0]})) == [(64, 64, "bare", ())]
