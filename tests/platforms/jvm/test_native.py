"""Native code that Java calls is built, checked as C, and called: one `./do jvm check` over a tree of five."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

BAD = Path(__file__).resolve().parents[2] / "bad" / "crypto_hash" / "fnv1a64"
KNOWN = ("checksumsmall", "checksumbig", "kat.tsv")
NAMES = ("ref", "wrong-from-64")
SOURCE = """public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = %d;

    private final hashcop.NativeHash.Critical way = new hashcop.NativeHash.Critical();

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        way.hash(out, outAt, in, inAt, length);
    }
}
"""
# Implementations in Java: the file `native`, and the bytes of a digest.
CALLERS = {
    "java-right": ("ref", 8),
    "java-of-wrong": ("wrong-from-64", 8),
    "java-other-size": ("ref", 4),
    "java-of-none": ("missing", 8),
    "java-outside": ("../../elsewhere", 8),
    "java-other-entries": ("ref waves", 8),
}

Rows = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def rows(verdicts: Callable[..., Rows], tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """The verdicts of all, by implementation."""
    tree = tmp_path_factory.mktemp("native")
    own = tree / "crypto_hash" / BAD.name
    own.mkdir(parents=True)
    for name in KNOWN:
        shutil.copy(BAD / name, own)
    for name in NAMES:
        shutil.copytree(BAD / name, own / name)
    for name, (native, size) in CALLERS.items():
        (own / name).mkdir()
        (own / name / "Hash.java").write_text(SOURCE % size)
        (own / name / "native").write_text(f"{native}\n")
    words = ("--tree", tree, "--abi", "jvm-amd64", "--profile", "quick")
    said = verdicts("native-jvm", *words, platform="jvm")
    return {row["implementation"]: row for row in said.values()}


def test_right_native_code_gives_right_digests(rows: Rows) -> None:
    row = rows["java-right"]
    assert (row["verdict"], row["reasons"], row["findings"]) == ("right", [], [])


def test_wrong_native_code_is_refused_before_java_calls_it(rows: Rows) -> None:
    row = rows["java-of-wrong"]
    assert row["verdict"] == "not built"
    named = "crypto_hash/fnv1a64/wrong-from-64, which it calls, is wrong: wrong digest"
    assert row["reasons"][0].startswith(named)


def test_native_code_with_digests_of_another_size_is_refused(rows: Rows) -> None:
    row = rows["java-other-size"]
    assert row["verdict"] == "not built"
    said = "crypto_hash/fnv1a64/ref, which it calls, has 8 bytes of digest"
    assert row["reasons"] == [said]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("java-of-none", "calls crypto_hash/fnv1a64/missing, which is not there"),
        ("java-outside", "calls crypto_hash/fnv1a64/../../elsewhere, which is not there"),
        ("java-other-entries", "asks for native entries that there are not: waves"),
    ],
)
def test_what_has_nothing_to_call_is_skipped(rows: Rows, name: str, reason: str) -> None:
    assert rows[name]["verdict"] == "skipped"
    assert rows[name]["reasons"] == [reason]
