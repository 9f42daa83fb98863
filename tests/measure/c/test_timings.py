"""Timings as the harness takes them: known calls read what they take, and what goes wrong meanwhile is told.

Chains are compared with chains only, in ratios, and by the best of some tries: whatever else runs on this machine.
"""

import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest

from hashcop.data.records import Counter, Sample
from hashcop.platforms.c import timings
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.results.samples import cycles, cycles_per_tick, is_doubtful
from tests.support import asked
from tests.support.asked import MEASURE, ROOT, TOKEN

Once = Callable[[str, Callable[[Path], None]], Path]
Toy = Callable[..., Path]

TRIES = 20
HERE = Path(__file__).parent
# What a clock without a fine step can't tell is not asked of it.
STEP = int(re.findall(r"STEP (\d)", (ROOT / "cpucycles/chain.h").read_text())[-1])


@pytest.fixture(scope="session")
def toy(native: Target, once: Once) -> Toy:
    """toy("TELLS"): the harness with toy.c, made with that word defined."""

    def made(word: str = "CHAIN", harness: Path = native.harness / "harness.o") -> Path:
        def make(place: Path) -> None:
            words: list[str | Path] = [f"-D{word}", "-O2", f"-I{MEASURE}", "-o", place / "toy"]
            subprocess.run(["gcc", *words, HERE / "toy.c", harness], check=True, timeout=60)

        return once(f"toy-{word}-{harness.parent.name}", make) / "toy"

    return made


@pytest.fixture
def counter(native: Target) -> Counter:
    return native.counter


@pytest.fixture(scope="session")
def lying(once: Once) -> Path:
    """A harness whose calibration takes half of the instructions for all of them."""

    def make(place: Path) -> None:
        words: list[str | Path] = [
            "make",
            "-s",
            "-f",
            MEASURE / "Makefile",
            f"OUT={place}",
            place / "harness.o",
        ]
        subprocess.run(words, check=True, timeout=120)
        text = (ROOT / "cpucycles" / "calibrate.c").read_text()
        chain = "CPUCYCLES_1024(CPUCYCLES_ADD, x, y)"
        assert text.count(chain) == 1
        source = place / "lies.c"
        source.write_text(text.replace(chain, chain.replace("1024", "512")))
        flags: list[str | Path] = [
            "-std=c11",
            "-O2",
            "-D_DEFAULT_SOURCE",
            f"-I{ROOT / 'cpucycles'}",
            "-c",
        ]
        subprocess.run(["gcc", *flags, source, "-o", place / "calibrate.o"], check=True, timeout=60)
        subprocess.run(words, check=True, timeout=60)

    return once("lying-harness", make) / "harness.o"


def sample(binary: Path, counter: Counter, lengths: list[int], **fields: int | str) -> Sample:
    return timings.parse(asked.time(binary, counter, lengths, **fields).facts)


# Known calls, and calibration


def test_known_calls_stand_first_and_last(toy: Toy, counter: Counter) -> None:
    said = asked.time(toy(), counter, [8, 64])
    kinds = [(kind, int(n)) for kind, n, *_ in said.facts if kind in ("known", "ticks")]
    assert kinds == [
        ("known", 64 * STEP),
        ("ticks", 8),
        ("ticks", 64),
        ("known", 64 * STEP),
        ("known", 768 * STEP),
    ]


def test_known_calls_read_what_they_take(toy: Toy, counter: Counter) -> None:
    probes = [sample(toy(), counter, [64]).probe for _ in range(TRIES)]
    assert any(abs(probe - 1) < 0.02 for probe in probes), probes


def test_a_call_of_instructions_in_a_chain_takes_as_many_cycles(toy: Toy, counter: Counter) -> None:
    """The slope of two lengths, in which nothing that each call costs is left."""
    slopes = []
    for _ in range(TRIES):
        found = {n: median(some) for n, some, _ in cycles(sample(toy(), counter, [1024, 3072]))}
        slopes.append((found[3072] - found[1024]) / 2048 / STEP)
    assert any(abs(slope - 1) < 0.02 for slope in slopes), slopes


def test_a_call_takes_what_it_does_however_many_are_timed_together(
    toy: Toy, counter: Counter
) -> None:
    ratios = []
    for _ in range(TRIES):
        some = [
            sample(toy(), counter, [1024], timing=int(counter.ticks_per_second * us / 10**6))
            for us in (20, 100)
        ]
        assert some[0].rows[0][1] < some[1].rows[0][1]
        few, many = (median(next(cycles(one))[1]) for one in some)
        ratios.append(few / many)
    assert any(abs(ratio - 1) < 0.02 for ratio in ratios), ratios


def test_a_calibration_that_is_right_is_not_in_doubt(toy: Toy, counter: Counter) -> None:
    assert not all(is_doubtful(sample(toy(), counter, [64])) for _ in range(TRIES))


def test_a_calibration_that_is_wrong_is_noticed(toy: Toy, lying: Path, counter: Counter) -> None:
    found = [sample(toy("CHAIN", lying), counter, [64]) for _ in range(5)]
    assert all(is_doubtful(one) for one in found), [one.probe for one in found]


def test_a_calibration_tells_how_many_cycles_a_tick_is(
    toy: Toy, lying: Path, counter: Counter
) -> None:
    """One that counts two cycles for each tells twice as many."""
    right, wrong = (
        median(cycles_per_tick(b) for _ in range(5) for b in sample(made, counter, [64]).batches)
        for made in (toy(), toy("CHAIN", lying))
    )
    assert 1.5 < wrong / right < 2.7


def test_ticks_that_are_cycles_are_not_calibrated(toy: Toy, counter: Counter) -> None:
    found = sample(toy(), counter, [64], core=1)
    assert {(b.before, b.after) for b in found.batches} == {(1.0, 1.0)}


def test_a_reading_takes_less_than_what_is_timed(toy: Toy, counter: Counter) -> None:
    found = sample(toy(), counter, [64])
    assert 0 <= found.reading < min(found.rows[0][2:])


# What is timed, and how often


def test_calls_are_timed_together_until_they_take_long_enough(toy: Toy, counter: Counter) -> None:
    least = int(50e-6 * counter.ticks_per_second)
    said = asked.time(toy(), counter, [64, 4096], timing=least)
    for _length, calls, *ticks in said.of("ticks"):
        assert calls > 1 and median(ticks) > least / 2
    (_, short, *_), (_, long, *_) = said.of("ticks")
    assert short > long


def test_a_timing_of_no_length_is_a_single_call(toy: Toy, counter: Counter) -> None:
    said = asked.time(toy(), counter, [64, 4096], timing=0)
    assert [calls for _, calls, *_ in said.of("ticks") + said.of("known")] == [1] * 5


def test_batches_are_short_and_have_everything(toy: Toy, counter: Counter) -> None:
    lengths = list(range(64, 64 * 40, 64))
    said = asked.time(toy(), counter, lengths)
    assert [row[0] for row in said.of("ticks")] == lengths
    assert sum(batch[0] for batch in said.of("batch")) == len(lengths) + 3
    assert len(said.of("batch")) > 4
    assert len(asked.time(toy(), counter, lengths, batch=10**15).of("batch")) == 1


# What disturbs


def takes(said: asked.Said) -> list[int]:
    return [words[4] for words in said.of("batch")]


@pytest.mark.parametrize("what", ["SLEEPS", "STUMBLES"])
def test_what_is_never_quiet_is_taken_again_and_not_for_ever(
    what: str, toy: Toy, counter: Counter
) -> None:
    lengths = [64] * 30
    said = asked.time(toy(what), counter, lengths, timing=0, retakes=3)
    assert len(said.of("ticks")) == 30
    assert max(takes(said)) <= 1 + 3
    assert sum(take - 1 for take in takes(said)) <= 4 + (30 + 3) / 4
    assert any(take > 1 for take in takes(said))


def test_a_quiet_moment_is_waited_for_and_not_for_ever(toy: Toy, counter: Counter) -> None:
    """The core that is asked for is wider than any, so nothing is quiet and all polls are used: chains of 75 us."""
    begun = time.monotonic()
    said = asked.time(toy(), counter, [64] * 30, width=10**6, shared=10000, polls=4000)
    assert time.monotonic() - begun >= 4000 * 75e-6
    assert len(said.of("ticks")) == 30


def test_without_retakes_each_batch_is_taken_once(toy: Toy, counter: Counter) -> None:
    assert set(takes(asked.time(toy("SLEEPS"), counter, [64] * 9, timing=0, retakes=0))) == {1}


def test_other_threads_that_ran_meanwhile_are_counted(toy: Toy, counter: Counter) -> None:
    found = sample(toy("SLEEPS"), counter, [64] * 3, timing=0)
    assert all(batch.switches for batch in found.batches)
    assert {why.what for _, _, why in cycles(found)} <= {"interrupted", "moved", "shared"}


def test_a_timing_that_only_an_interruption_explains_is_told(toy: Toy, counter: Counter) -> None:
    found = sample(toy("STUMBLES"), counter, [64] * 3, timing=0)
    assert all(batch.interrupted for batch in found.batches)


def test_the_quiet_processor_is_looked_at_for_as_long_as_asked(toy: Toy, counter: Counter) -> None:
    ticks = int(counter.ticks_per_second / 100)
    request = f"quiet@{counter.name} processor={asked.processor()} ticks={ticks}"
    said = asked.ask(toy(), f"{TOKEN} {{results}} 30 30 {request}")
    ((chains, sum_, low, middle, high),) = said.of("quiet")
    assert chains > 1 and 0 < low <= middle <= high
    assert sum_ >= ticks or chains == 1 << 14
    assert chains * low / 2 < sum_


# The message, and where it lies


def told(toy: Toy, counter: Counter, length: int = 4096, **fields: int | str) -> list[str]:
    """Where input and output lie, modulo 64, and the message in hex.

    Without a time that timings should take, each has one call: a message does not depend on how many were tried.
    """
    said = asked.time(toy("TELLS"), counter, [length], timings=1, timing=0, **fields)
    assert said.facts
    return said.error.split()


def message(toy: Toy, counter: Counter, length: int = 4096, **fields: int | str) -> bytes:
    return bytes.fromhex(told(toy, counter, length, **fields)[2])


def test_each_seed_has_a_message_of_its_own(toy: Toy, counter: Counter) -> None:
    found = [message(toy, counter, seed=seed) for seed in range(9)]
    assert len(set(found)) == 9
    assert found[3] == message(toy, counter, seed=3) == message(toy, counter, seed=3, data="random")


def test_a_random_message_has_every_byte_as_often_as_another(toy: Toy, counter: Counter) -> None:
    found = message(toy, counter)
    bits = sum(byte.bit_count() for byte in found)
    assert len(set(found)) == 256
    assert abs(bits / (8 * len(found)) - 0.5) < 0.03  # eleven standard deviations


def test_a_message_of_zeroes_is_that_whatever_the_seed(toy: Toy, counter: Counter) -> None:
    for seed in range(2):
        assert message(toy, counter, data="zero", seed=seed) == bytes(4096)


@pytest.mark.parametrize("length", [4096, 4000])
def test_a_sparse_message_has_a_bit_in_each_64_bytes(
    length: int, toy: Toy, counter: Counter
) -> None:
    found = [message(toy, counter, length, data="sparse", seed=seed) for seed in range(3)]
    assert len(set(found)) == 3
    for one in found:
        blocks = [one[n : n + 64] for n in range(0, length - 63, 64)]
        assert {sum(byte.bit_count() for byte in block) for block in blocks} == {1}
        assert len({block.index(max(block)) for block in blocks}) > 20
        assert sum(byte.bit_count() for byte in one[length // 64 * 64 :]) <= 1


def test_a_message_of_another_kind_is_refused(toy: Toy, counter: Counter) -> None:
    said = asked.time(toy(), counter, [8], data="poetry")
    assert (said.status, said.error) == (2, "harness: unknown kind of message\n")


@pytest.mark.parametrize("places", [(0, 0), (1, 0), (0, 1), (8, 63), (63, 32)])
def test_input_and_output_lie_as_far_from_a_cache_line_s_edge_as_asked(
    places: tuple[int, int], toy: Toy, counter: Counter
) -> None:
    into, out = places
    assert told(toy, counter, **{"in": into, "out": out})[:2] == [str(into), str(out)]


def test_what_returns_another_value_is_named_with_it_wherever_that_shows(
    toy: Toy, counter: Counter
) -> None:
    for warmup in (0, 2):
        said = asked.time(toy("RETURNS=5"), counter, [64], warmup=warmup)
        assert said.lines[-1][1:] == ["problem", "returned", "time", "64", "5", "0"]
        assert asked.time(toy("RETURNS=5"), counter, [64], warmup=warmup, **{"in": 1}).facts


def test_cold_caches_cost_what_memory_costs(toy: Toy, counter: Counter) -> None:
    ratios = []
    for _ in range(5):
        warm, cold = (
            median(next(cycles(sample(toy("CHASES"), counter, [64], timing=0, cold=c)))[1])
            for c in (0, 1)
        )
        ratios.append(cold / warm)
    assert median(ratios) > 2, ratios


def test_with_cold_caches_each_timing_is_of_one_call(toy: Toy, counter: Counter) -> None:
    said = asked.time(toy(), counter, [64], cold=1, timings=3)
    assert [calls for _, calls, *_ in said.of("ticks")] == [1]


# Requests


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"processor": 100000}, "can't run on the processor asked for"),
        ({"timings": 0}, "a number out of range"),
        ({"in": 64}, "a number out of range"),
        ({"out": 64}, "a number out of range"),
        ({"speed": 9}, "unknown name in a request"),
    ],
    ids=repr,
)
def test_a_request_out_of_range_is_refused(
    fields: dict[str, int], why: str, toy: Toy, counter: Counter
) -> None:
    said = asked.time(toy(), counter, [8], **fields)
    assert (said.status, said.error, said.lines) == (2, f"harness: {why}\n", [])


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
def test_no_lengths_are_known_calls_alone(toy: Toy, counter: Counter) -> None:
    said = asked.time(toy(), counter, [])
    assert not said.of("ticks") and len(said.of("known")) == 3
