"""Code that hashes many messages wrong is refused, and for the right reason: one `./do many check` over tests/bad."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.platforms.c.tools.toolchain import Target

BAD = Path(__file__).resolve().parents[2] / "bad"
SAME = "when the same bytes were hashed again"

# What it does, and the words in which every one of its builds is rejected.
MISBEHAVES = {
    # The lanes that known answers stand in are drawn: which length first has one of the two is chance.
    "swaps-lanes": r"^wrong digest of message [01] of \d+ of \d+ bytes \(i mod 251\): expected [0-9a-f]{16}, got ",
    "last-lane-zero": r"^wrong digest of message \d+ of \d+ of 0 bytes \(i mod 251\): .* got 0{16}$",
    # The digests that it does not write are what was there before, and so is what it reads behind the messages.
    "whole-groups-only": rf"^gave another output {SAME}: a message of 0 bytes",
    "rounded-stride": rf"^(gave another output {SAME}|wrong digest of message \d+ of \d+ of).* 1 bytes",
    "one-too-many": r"^wrote outside its buffers, 1 bytes after the end of its output: a message of 0 bytes",
    "wrong-beyond-64k": r"^(wrong digest of message 0 of \d+ of 4096 bytes|gave another digest than "
    r"crypto_hash/fnv1a64/ref for a message of \d+ bytes)",
    "keeps-state": rf"^gave another output {SAME}: a message of 0 bytes",
    "returns-count": r"^returned 1 instead of 0 for a message of 0 bytes",
}

Rows = dict[str, dict[str, Any]]


@pytest.fixture(scope="session")
def rows(verdicts: Callable[..., Rows], native: Target) -> Rows:
    """The verdicts of all, from one run, by implementation."""
    words = ("--tree", BAD, "--abi", native.name, "--profile", "quick", "--time-limit", 3)
    said = verdicts("bad-many", *words, "--reference", "fnv1a64/ref", platform="many")
    return {row["implementation"]: row for row in said.values()}


@pytest.mark.parametrize("name", MISBEHAVES)
def test_misbehaviour_is_named(rows: Rows, name: str) -> None:
    row = rows[name]
    assert (row["verdict"], row["right"]) == ("wrong", 0)
    assert row["reasons"]
    for reason in row["reasons"]:
        assert re.search(MISBEHAVES[name], reason), reason


def test_what_is_right_is_found_right(rows: Rows) -> None:
    row = rows["ref"]
    assert (row["verdict"], row["reasons"], row["findings"]) == ("right", [], [])
    assert row["right"] == row["distinct"] > 0


def test_nothing_else_is_there(rows: Rows) -> None:
    assert set(rows) == {*MISBEHAVES, "ref"}
