"""Processes with a JVM: their modes, what tells these apart, and the first calls of processes."""

from dataclasses import replace

import pytest

from hashcop.data.lengths import RACE
from hashcop.data.records import Batch, Code, Hosted, Sample
from hashcop.results.hosted import Process, first, hosted, processes

METHOD = "Sum.compress([I)V"


def process(cost: float, size: int = 100, *, steady: bool = True) -> Process:
    code = (Code(METHOD, 3, 900), Code(METHOD, 4, size), Code("Sum.pad()V", 4, 50))
    return Process(cost, steady, 20_000, 0.5, 0, ((64, 0), (RACE, 48)), code)


def test_processes_that_agree_are_one_mode() -> None:
    told = hosted([process(1000 + n) for n in range(15)])
    assert told is not None
    (mode,) = told.modes
    assert (mode.processes, told.processes, told.steady) == (15, 15, 15)
    assert told.telling == ()
    assert told.allocated == {64: 0, RACE: 48}


def test_two_modes_are_told_apart_by_the_size_of_code() -> None:
    fast = [process(1000 + n, 464) for n in range(10)]
    slow = [process(1120 + n, 656) for n in range(5)]
    told = hosted([*slow, *fast])
    assert told is not None
    assert [mode.processes for mode in told.modes] == [10, 5]
    assert told.modes[0].per_byte < told.modes[1].per_byte
    assert told.telling == ("Sum.compress: 464 bytes in the fast ones, 656 in the slow ones",)


def test_one_slow_process_is_no_mode() -> None:
    told = hosted([*(process(1000 + n) for n in range(14)), process(1500)])
    assert told is not None
    assert len(told.modes) == 1


def test_code_that_both_modes_have_tells_nothing() -> None:
    told = hosted([*[process(1000, n) for n in (1, 2)], *[process(1200, n) for n in (2, 3)]])
    assert told is not None
    assert len(told.modes) == 2
    assert told.telling == ()


def test_the_code_shown_is_what_most_processes_have() -> None:
    told = hosted([process(1000, 464), process(1000, 656), process(1000, 656)])
    assert told is not None
    assert [code.bytes for code in told.code] == [656, 50]  # of level 4 alone, the longest first


def test_nothing_is_told_of_no_process() -> None:
    assert hosted([]) is None


def sample(rows: tuple[tuple[int, ...], ...], host: Hosted | None) -> Sample:
    batch = Batch(len(rows), 1.0, 1.0, 4.0, 1, 0, 0)
    return Sample(10.0, 0.0, 1.0, 4.0, (batch,), rows, host)


HOST = Hosted(True, 30_000, 0.4, 5, began=0.2, digest=0.25)


def test_only_processes_with_a_jvm_and_the_length_of_races_count() -> None:
    rows = ((RACE, 1, 3010, 3010, 3010),)
    (one,) = processes([sample(rows, HOST), sample(rows, None), sample(((64, 1, 99),), HOST)])
    assert one.cost == 3000


def test_first_calls_are_groups_and_sums() -> None:
    rows = ((64, 1, 64_010), (64, 1, 6410), (64, 2, 2 * 640 + 10), (64, 6, 6 * 64 + 10))
    told = first("compilers elsewhere, 64 bytes", [sample(rows, HOST)] * 3)
    assert told is not None
    assert (told.variant, told.bytes) == ("compilers elsewhere", 64)
    assert (told.began, told.digest) == (0.2, 0.25)
    medians = {n: each.median for n, each in told.groups.items()}
    assert medians == pytest.approx({1: 1000, 2: 100, 4: 10, 10: 1})
    assert told.so_far[1] == 1000
    assert told.so_far[10] == (1000 + 100 + 2 * 10 + 6 * 1) / 10
    assert [replace(told, steady=one).steady_after() for one in (1.01, 9.5, 0.5, None)] == [
        10,
        4,
        None,
        None,
    ]
