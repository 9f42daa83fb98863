"""Padding in software: against what the functions' specifications say of short messages."""

from random import Random

import pytest

from hashcop.platforms.rtl import messages, padding
from hashcop.results import hashes
from hashcop.results.blocks import defined


@pytest.mark.parametrize(
    ("name", "length", "padded"),
    [
        ("sha256", 0, "80" + "00" * 63),
        ("sha256", 55, "80" + "00" * 6 + "01b8"),
        ("sha256", 56, "80" + "00" * 69 + "01c0"),
        ("sha512", 111, "80" + "00" * 14 + "0378"),
        ("blake256", 54, "8001" + "00" * 6 + "01b0"),
        ("blake256", 55, "81" + "00" * 6 + "01b8"),
        ("blake512", 111, "81" + "00" * 14 + "0378"),
        ("groestl256", 0, "80" + "00" * 62 + "01"),
        ("groestl256", 56, "80" + "00" * 70 + "02"),
        ("round3jh256", 0, "80" + "00" * 63),
        ("round3jh256", 1, "80" + "00" * 125 + "08"),
        ("round3jh256", 64, "80" + "00" * 61 + "0200"),
        ("keccakc512", 135, "81"),
        ("keccakc512", 134, "0180"),
        ("sha3256", 135, "86"),
        ("sha3512", 0, "06" + "00" * 70 + "80"),
        ("skein512256", 0, "00" * 64),
        ("skein512256", 64, ""),
        ("skein512512", 65, "00" * 63),
    ],
)
def test_what_follows_the_message(name: str, length: int, padded: str) -> None:
    known = padding.of(name)
    assert known
    text = bytes(length)
    assert known.padded(text) == text + bytes.fromhex(padded)
    assert len(known.padded(text)) % known.block == 0


def test_a_hash_that_is_not_known_has_none() -> None:
    assert padding.of("md5") is None


def test_words_of_a_message() -> None:
    found = list(messages.words([b"\1\2\3\4\5\6\7\x08\t", b"x"], 32, total=10))
    assert found == [72, 0x01020304, 0x05060708, 0x09000000, 1 << 31 | 8, 80, 0x78000000]


def test_segments_are_whole_blocks_and_none_is_empty() -> None:
    chance = Random(3)
    for length in range(200):
        text = chance.randbytes(length)
        parts = messages.split(text, 16, chance, length)
        assert b"".join(parts) == text
        assert all(part and len(part) % 16 == 0 for part in parts[:-1])
        assert len(parts) == 1 or parts[-1]


def test_blocks_begin_where_the_facts_of_a_hash_say() -> None:
    names = [name for name in hashes.known() if padding.of(name)]
    assert len(names) > 10
    for name in names:
        known, blocks = padding.of(name), defined(name)
        assert known and blocks and known.block == blocks.bytes, name
        assert all(known.blocks_of(n) == blocks.count(n) for n in range(3 * known.block)), name
