"""Shipped hashes have the operations that their definitions have, exactly: another optimiser shows here."""

import shutil
from pathlib import Path

import pytest

from hashcop.counts.measure import Counted
from hashcop.platforms.c.tools.toolchain import Target
from tests.counts.conftest import Count
from tests.support.lanes import ROOT

FIRST = """        for (int r = 0; r < 42; r += 7) {
            ROUND(r, exchange_1);
"""
# The 36th pair of S-boxes is the last operation.
UNTIL_36 = """        for (int r = 0;; r += 7) {
            vector even = load_words(round_constant[r]), odd = load_words(round_constant[r] + 2);
            S(x0, x2, x4, x6, even);
            S(x1, x3, x5, x7, odd);
            if (r == 35) break;
            L;
            x1 = exchange_1(x1), x3 = exchange_1(x3), x5 = exchange_1(x5), x7 = exchange_1(x7);
"""


def _some(found: Counted, *names: str) -> list[int]:
    return [found.operations.get(name, 0) for name in names]


def _changed(word: str, to: Path, file: str, changes: dict[str, str]) -> Path:
    """A tree with one implementation, in which texts of a file are replaced."""
    place = to / "changed" / "crypto_hash" / word
    shutil.copytree(ROOT / "crypto_hash" / word, place)
    text = (place / file).read_text()
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after, 1)
    (place / file).write_text(text)
    return to / "changed"


def test_blake256(count: Count) -> None:
    found = count("blake256/ref")
    assert found.block == 64
    assert _some(found, "add32", "rotate32", "xor32") == [672, 448, 692]


def test_blake_with_ten_rounds_is_the_studys_but_for_the_salt(count: Count, tmp_path: Path) -> None:
    fewer = {"ROUNDS = 14": "ROUNDS = 10"}
    found = count("blake256/ref", _changed("blake256/ref", tmp_path, "parameters.h", fewer))
    assert _some(found, "add32", "rotate32", "xor32") == [480, 320, 500]


def test_skein512(count: Count) -> None:
    assert _some(count("skein512256/ref"), "add64", "xor64") == [497, 304]
    assert _some(count("skein512256/opt64"), "add64", "rotate64", "xor64") == [486, 288, 304]


def test_keccak_with_interleaved_halves(count: Count, x86: Target) -> None:
    found = count("keccakc512/opt32", target=x86)
    assert found.block == 136
    assert _some(found, "rotate32", "andc32", "xor32") == [1248, 1200, 3920]


def test_groestl256_looks_up_each_byte(count: Count) -> None:
    ref, tables = count("groestl256/ref"), count("groestl256/opt64")
    assert (ref.operations["lookup8"], ref.tables) == (1280, (256,))
    assert (tables.operations["lookup64"], tables.tables) == (1280, (16384,))


@pytest.mark.parametrize("word", ["sha256/ref", "sha256/opt32"])
def test_sha256(word: str, count: Count) -> None:
    assert count(word).operations["rotate32"] == 576


def test_cubehash(count: Count) -> None:
    found = count("cubehash1632/opt32")
    assert found.block == 32
    assert _some(found, "add32", "rotate32", "xor32") == [512, 512, 512 + 8]


def test_shabal_is_the_studys_row(count: Count) -> None:
    found = count("shabal256/ref")
    names = ("add32", "sub32", "mul32", "andc32", "eqv32", "rotate32", "xor32")
    assert _some(found, *names) == [52, 16, 96, 48, 48, 112, 242]


def test_jh_with_36_s_boxes_and_35_linear_layers(count: Count, tmp_path: Path) -> None:
    tree = _changed("round3jh256/opt64", tmp_path, "f8.h", {FIRST: UNTIL_36})
    found = count("round3jh256/opt64", tree)
    assert 2 * sum(_some(found, "xor64", "eqv64")) == 36 * 80 + 35 * 40 + 32 == 4312
    # The optimiser makes a | ~b of ~(b & ~a). Of the exchanges that of 16 bits has masks here.
    masks = 2 * sum(_some(found, "and64", "andc64", "nand64", "orc64"))
    assert masks == 36 * 64 + 640 + 160
    bytes_to_words = 2 * 2 * 64  # of 64 bytes, as halves, twice: once before and once after E8
    assert 2 * found.operations["or64"] == 36 * 8 + 400 + bytes_to_words
    assert 2 * found.operations["shift64"] == 640 + 160 + bytes_to_words
