"""Timings that can't be true are told from those that can."""

import itertools

import pytest
from msgspec.structs import replace

from hashcop.data.lines import encode
from hashcop.data.records import Counter, Sample, Trial
from hashcop.platforms.c import protocol
from hashcop.platforms.c.physics import implausible
from hashcop.platforms.c.timings import NoSample, parse

COUNTER = Counter(
    name="x86-tsc", core_cycles=False, ticks_per_second=3e9, resolution=20, cost=30, noise=2
)
CORE = replace(COUNTER, core_cycles=True)
SECONDS = 0.1
# 300 million ticks fit into the time of the process; a tick is 1.5 cycles.
SAID = """\
reading 20000
batch 3 1500000000 1500000000 4000000000 1 0 0
known 64 10 500 500 500
known 64 2 114 114 120
ticks 8 4 420 424 428
ticks 64 1 1020 1030 1040
known 768 1 520 520 9999
"""


def said(text: str = SAID) -> Sample:
    return parse(line.split() for line in text.splitlines())


def test_honest_timings_can_be_true() -> None:
    assert implausible(said(), COUNTER, SECONDS) == ""


@pytest.mark.parametrize("seconds", [SECONDS, float("inf")])
def test_a_call_that_seems_to_take_a_little_less_than_nothing_can_be_true(seconds: float) -> None:
    assert implausible(said(SAID.replace("420 424 428", "4 4 5")), COUNTER, seconds) == ""


@pytest.mark.parametrize(
    ("honest", "forged", "why"),
    [
        ("420 424 428", "420 424 99999999999", "timings of 31.7 seconds were taken in 0.1"),
        ("1020 1030 1040", "400000000 1030 1040", "were taken in 0.1 seconds"),
        ("1020 1030 1040", "9007199254740993 1 2", "a timing is 9007199254740993 ticks"),
        ("8 4 420", "1099511627777 4 420", "a message has 1099511627777 bytes"),
        ("8 4 420", "8 4294967297 420", "a timing is of 4294967297 calls"),
        ("1500000000 15", "1 15", "a tick is 1e-09 cycles"),
        ("1500000000 15", "10000000000000 15", "the core is said to do 3e"),
        ("1500000000 1500000000", "20000 1500000000", "a tick is 2e-05 cycles"),
        ("4000000000 1 0", "9999999999999 1 0", "a batch is"),
        ("reading 20000", "reading 9999999", "reading the counter is said to take 10000 ticks"),
        ("64 2 114 114 120", "64 2 14000 14000 14000", None),
        ("64 1 1020 1030 1040", "64 1 1 1 1", None),
    ],
)
def test_forged_timings_can_not(honest: str, forged: str, why: str | None) -> None:
    assert honest in SAID
    found = implausible(said(SAID.replace(honest, forged)), COUNTER, SECONDS)
    assert found == "" if why is None else why in found


def test_a_call_can_not_take_much_less_than_nothing() -> None:
    forged = replace(said(), zero=4000.0)
    assert "a message of 8 bytes is said to take -3" in implausible(forged, COUNTER, SECONDS)
    assert "timing nothing" in implausible(replace(said(), zero=6000.0), COUNTER, SECONDS)


@pytest.mark.parametrize("ticks", ["20 20 20", "19 19 19", "0 0 0"])
def test_a_long_message_can_not_take_nothing(ticks: str) -> None:
    of_long = SAID.replace("64 1 1020 1030 1040", f"1536 1 {ticks}")
    assert "a message of 1536 bytes is said to take -" in implausible(
        said(of_long), COUNTER, SECONDS
    )
    assert implausible(said(of_long.replace("1536", "511")), COUNTER, SECONDS) == ""


def test_a_cycle_of_the_core_is_one() -> None:
    assert "a cycle of the core" in implausible(said(), CORE, SECONDS)
    plain = SAID.replace("1500000000", "1000000000")
    assert implausible(said(plain), CORE, SECONDS) == ""
    shared = replace(CORE, ticks_per_second=1e6)  # examined while others ran on the core
    assert implausible(said(plain), shared, SECONDS) == ""


NUMBERS = (0, 1, 7, 10**6, 2**31, 2**53, 2**62, 2**64 - 1)


def test_what_can_be_true_can_be_recorded() -> None:
    lines = [line.split() for line in SAID.splitlines()]
    passed = 0
    for at, number in itertools.product(range(len(lines)), NUMBERS):
        for word in range(1, len(lines[at])):
            forged = [list(line) for line in lines]
            forged[at][word] = str(number)
            try:
                sample = parse(forged)
            except (NoSample, ValueError, ArithmeticError):
                continue
            if not implausible(sample, COUNTER, SECONDS):
                trial = Trial(
                    key="k",
                    platform="c",
                    target="amd64",
                    hash="h",
                    implementation="i",
                    object="o",
                    quantity="cycles",
                    round=1,
                    bytes=8,
                    samples=(sample,),
                )
                passed += bool(encode(trial)) if 8 in [row[0] for row in sample.rows] else 0
    assert passed > 50


@pytest.mark.parametrize(
    "line",
    [
        "",
        "done now",
        "ticks 8 4 -420",
        "ticks 8 4",
        "ticks 8 4 4e3",
        "ticks 8 4 ４",
        f"ticks 8 4 {'9' * 400}",
        "batch 1 2 3",
        "batch 1 2 3 4 5 6 nan",
        "reading",
        "output many",
        "output -1",
        "output 18446744073709551615",
        "digest 8 xyz",
        "checksum small 00",
        "checksum medium " + "0" * 64,
        "problem signal small 8 eleven 0",
        "problem signal small 8 -11 -9",
        "problem signal \x1b[2J 8 11 0",
        "problem signal small 8 11",
        "answer 8 4 0 zz",
        "unusable x86-tsc \x07",
        "unusable x86-tsc é",
    ],
)
def test_lines_that_the_harness_never_writes_are_refused(line: str) -> None:
    assert not protocol.is_valid(line.split(" ") if line else ())


@pytest.mark.parametrize("line", [*SAID.splitlines(), "done", "strict", "problem exit big 8 0 1"])
def test_lines_of_the_harness_are_valid(line: str) -> None:
    assert protocol.is_valid(line.split())
