"""Kernels that are wrong are refused, and for the right reason: one `./do device check` over tests/bad."""

import re

import pytest

from tests.platforms.device.conftest import Rows

SAME = "when the same bytes were hashed again"
WRONG = r"^wrong digest of "

# What a kernel does, and the words in which it is rejected.
MISBEHAVES = {
    "swapped": WRONG,
    "last-block": WRONG + r".* (9|1[0-9]) bytes",
    "whole-groups": rf"{WRONG}|{SAME}",
    "one-beyond": r"^wrote outside its buffers, 1 bytes after the end of its output: ",
    "changes-input": r"^changed its input: a message of [1-9]\d* bytes",
    "race": rf"{WRONG}|{SAME}",
    "beyond-64k": r"^(wrong digest of message 0 of \d+ of 4096 bytes|gave another digest than crypto_hash/fnv1a64/ref)",
    "second-launch": rf"{WRONG}|{SAME}",
}
FAILS = {
    "no-kernel": "there is no kernel crypto_hashmany",
    "syntax": r"kernel\.cl:\d+:\d+: .*nothing",
    "include": "pyproject.toml is not in the tree",
}


@pytest.mark.parametrize("name", MISBEHAVES)
def test_misbehaviour_is_named(rows: Rows, name: str) -> None:
    row = rows[f"kernel-{name}"]
    assert (row["verdict"], row["right"]) == ("wrong", 0)
    assert row["reasons"]
    for reason in row["reasons"]:
        assert re.search(MISBEHAVES[name], reason), reason
        assert "if it is right with -cl-opt-disable, the driver's compiler is to blame" in reason


@pytest.mark.parametrize("name", FAILS)
def test_a_text_that_is_no_kernel_fails_to_build_with_the_reason(rows: Rows, name: str) -> None:
    row = rows[f"kernel-{name}"]
    assert row["verdict"] != "right"
    assert any(re.search(FAILS[name], reason) for reason in row["reasons"]), row["reasons"]


def test_what_is_right_is_found_right(rows: Rows) -> None:
    row = rows["kernel-right"]
    assert (row["verdict"], row["reasons"], row["findings"]) == ("right", [], [])


def test_nothing_else_is_there(rows: Rows) -> None:
    every = {*MISBEHAVES, *FAILS, "right"}
    assert set(rows) == {f"kernel-{name}" for name in every}
