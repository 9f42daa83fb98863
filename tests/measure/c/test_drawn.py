"""What timings hash, and chains: compared with a model that is written here once more, and with hashlib."""

import hashlib
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Built, Group
from tests.support import asked
from tests.support.asked import TOKEN, Said, ask

WORD = 2**64 - 1
SEED = 0xFEDCBA9876543210
CALLS = 1 << 16  # of a timing, at most: messages of the next one have numbers from there


@pytest.fixture
def sha256(groups: Callable[..., list[Group]], build: Callable[..., Built], native: Target) -> Path:
    """The program of the shipped sha256/ref."""
    (group,) = groups("sha256/ref", targets=(native.name,))
    built = build(group)
    assert built.artifact is not None
    return built.artifact


def mixed(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def fresh(seed: int, number: int, count: int) -> bytes:
    """The message of a number."""

    def words() -> Iterator[bytes]:
        state = mixed((seed + mixed(number + 1)) & WORD)
        while True:
            state = (state + 0x9E3779B97F4A7C15) & WORD
            word = (state ^ state >> 32) * 0xD6E8FEB86659FD93 & WORD
            yield (word ^ word >> 29).to_bytes(8, "little")

    found = b""
    for word in words():
        if len(found) >= count:
            return found[:count]
        found += word
    raise AssertionError


def fold(digest: bytes, before: int) -> int:
    for at in range(0, len(digest), 8):
        word = int.from_bytes(digest[at : at + 8], "little")
        before = ((before << 1 | before >> 63) & WORD) ^ word
    return before * 0x9E3779B97F4A7C15 & WORD


def answer(length: int, calls: int, first: int, timings: int) -> str:
    """What an honest SHA-256 answers for a row; for short messages, all of which fit into the cache."""
    found = 0
    for number in range(first, first + timings):
        for call in range(calls):
            message = fresh(SEED, number * CALLS + call, length)
            found = fold(hashlib.sha256(message).digest(), found)
    return f"{found:016x}"


def replay(program: Path, *rows: int) -> Said:
    numbers = " ".join(map(str, rows))
    return ask(program, f"{TOKEN} {{results}} 30 30 replay seed={SEED} timings=3 {numbers}")


def answers(said: Said) -> list[tuple[int, int, int, str]]:
    rows = (words[1:] for words in said.facts if words[0] == "answer")
    return [(int(a), int(b), int(c), said) for a, b, c, said in rows]


def test_a_replay_answers_what_the_messages_of_the_model_give(sha256: Path) -> None:
    rows = [(64, 5, 7), (0, 2, 0), (1536, 4, 100), (100, 1, 3)]
    said = answers(replay(sha256, *(n for row in rows for n in row)))
    assert said == [(*row, answer(*row, timings=3)) for row in rows]


def test_timings_are_of_the_messages_that_a_replay_hashes(sha256: Path, native: Target) -> None:
    said = asked.time(sha256, native.counter, [64, 1536, 0], seed=SEED, timings=3)
    timed = answers(said)
    assert [row[0] for row in timed] == [64, 1536, 0]
    assert len({row[3] for row in timed}) == 3
    again = replay(sha256, *(n for *row, _ in timed for n in row))
    assert answers(again) == timed


def test_more_calls_than_messages_fit_into_the_cache_hash_them_again(sha256: Path) -> None:
    ((_, _, _, many),) = answers(replay(sha256, 1536, 5000, 7))
    assert many == answer(1536, 5, 7, timings=3)


def test_a_row_has_the_same_answer_whatever_else_is_asked(sha256: Path) -> None:
    """Of a timing only some rows are asked again, often not the longest."""
    row = 1536, 500, 7
    alone, *_ = answers(replay(sha256, *row))
    beside, *_ = answers(replay(sha256, *row, 25_600, 1, 1))
    assert beside == alone


def test_another_seed_has_other_messages(sha256: Path, native: Target) -> None:
    found = [
        answers(asked.time(sha256, native.counter, [64], seed=seed, timings=3))[0][3]
        for seed in (1, 2)
    ]
    assert len(set(found)) == 2


def folded(digest: bytes) -> bytes:
    """What all words of a digest make: each is rotated by as many bits as words follow it."""
    part = 0
    for word in struct.unpack("<4Q", digest):
        part = ((part << 1 | part >> 63) & (1 << 64) - 1) ^ word
    return struct.pack("<Q", part)


@pytest.mark.parametrize("length", [0, 5, 8, 64, 100, 1536])
def test_each_message_of_a_chain_depends_on_the_digest_before_it(length: int, sha256: Path) -> None:
    count = 40
    message = bytearray(fresh(SEED, 0, length))
    digest = bytes(32)
    for number in range(count):
        digest = hashlib.sha256(message).digest()
        part = folded(digest)
        at, begin = number % 8 * 8, 0
        while begin + at + 8 <= length:
            for i in range(8):
                message[begin + at + i] ^= part[i]
            begin += 64
        if begin < length:
            message[-1] ^= part[0]
    said = ask(sha256, f"{TOKEN} {{results}} 30 30 prove seed={SEED} {length} {count}")
    ((kind, *words),) = said.facts
    assert (kind, words) == ("proof", [str(length), str(count), digest.hex()])


def test_a_chain_is_asked_for_by_two_numbers(sha256: Path) -> None:
    said = ask(sha256, f"{TOKEN} {{results}} 30 30 prove seed=1 64")
    assert (said.status, said.error) == (2, "harness: a chain has a length and a count\n")


def test_the_pace_of_a_core_is_told(native: Target) -> None:
    place = f"processor={asked.processor()} ticks=500000"
    said = ask(native.harness / "none", f"{TOKEN} {{results}} 30 30 pace@clock-monotonic {place}")
    ((rate, width),) = said.of("pace")
    assert 10**8 < rate < 10**10 and 5 * 10**8 < width < 10**10
