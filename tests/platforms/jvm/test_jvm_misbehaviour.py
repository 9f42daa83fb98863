"""Java that misbehaves is refused, each for its own reason: one `./do jvm check` over tests/bad."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

BAD = Path(__file__).resolve().parents[2] / "bad"
SECONDS = 3
FIRST = r": a message of \d+ bytes \(checksumsmall\)$"

# What it does, and the words in which it is rejected.
MISBEHAVES = {
    "java-changes-input": r"^changed its input" + FIRST,
    "java-writes-before": r"^wrote outside its buffers, 1 bytes before the beginning of its output"
    + FIRST,
    "java-writes-after": r"^wrote outside its buffers, 1 bytes after the end of its output" + FIRST,
    "java-reads-after": r"^threw java\.lang\.ArrayIndexOutOfBoundsException: .*, in Hash\.hash"
    + FIRST,
    "java-knows-others": r"^gave another output than a new object" + FIRST,
    "java-wrong": r"^wrong digest of a message of 64 bytes \(i mod 251\): expected e55e99774f216883, got ",
    "java-throws": r"^threw java\.lang\.IllegalStateException: seventeen, in Hash\.hash: a message of 17 bytes",
    "java-throws-at-once": r"^threw java\.lang\.IllegalArgumentException: no object, in Hash\.<init>: its start$",
    "java-never-returns": rf"^did not return within {SECONDS} seconds of processor time "
    r"\(--time-limit raises the limit\): on a message of \d+ bytes",
    "java-exits": r"^ended the program instead of returning, on a message of \d+ bytes \(checksumsmall\)$",
    "java-halts": r"^ended the program instead of returning, on a message of \d+ bytes \(checksumsmall\)$",
    "java-starts-threads": r"^started a thread" + FIRST,
    "java-reads-files": r"^opened the file /etc/passwd" + FIRST,
    "java-reads-files-anew": r"^opened the file /etc/hostname" + FIRST,
    "java-writes-files": r"^opened the file /tmp/digest" + FIRST,
    "java-forges-results": r"^opened the file /proc/self/fd/0" + FIRST,
    "java-uses-network": r"^opened a socket" + FIRST,
    "java-runs-a-program": r"^began another process" + FIRST,
    "java-wants-memory": r"^threw java\.lang\.OutOfMemoryError: Java heap space, in Hash\.hash"
    + FIRST,
    "java-overflows-stack": r"^threw java\.lang\.StackOverflowError, in Hash\.hash" + FIRST,
    "java-wants-unsafe": r"^threw java\.lang\.NoClassDefFoundError: sun/misc/Unsafe",
    "java-other-size": r"^says that a digest has 8 bytes, other than its source$",
    "java-other-class": r"error: incompatible types: Hash cannot be converted to CryptoHash$",
    "java-does-not-compile": r"^Hash\.java:\d+: error: cannot find symbol$",
}
# What it does, and the finding on a build that has the right checksums: such builds are measured.
MARKED = {
    "java-keeps-state": r"^gave another output when the same bytes were hashed again",
    "java-counts-calls": r"^gave another output than a new object",
    "java-wrong-when-compiled": r"^(another digest of a message of \d+ bytes .* after many calls|gave another)",
}
RIGHT = ("java-ref", "java-prints")

Rows = dict[str, dict[str, Any]]


@pytest.fixture(scope="session")
def rows(verdicts: Callable[..., Rows]) -> Rows:
    """The verdicts of all, from one run, by implementation."""
    words = ("--tree", BAD, "--abi", "jvm-amd64", "--profile", "quick", "--time-limit", SECONDS)
    said = verdicts("bad-jvm", *words, platform="jvm")
    return {row["implementation"]: row for row in said.values()}


@pytest.mark.parametrize("name", MISBEHAVES)
def test_misbehaviour_is_named(rows: Rows, name: str) -> None:
    row = rows[name]
    assert (row["verdict"], row["right"]) in {("wrong", 0), ("not built", 0)}
    assert len(row["reasons"]) == 1
    assert re.search(MISBEHAVES[name], row["reasons"][0]), row["reasons"]


@pytest.mark.parametrize("name", MARKED)
def test_what_checksums_do_not_show_is_a_finding(rows: Rows, name: str) -> None:
    row = rows[name]
    assert row["verdict"] in ("marked", "wrong")
    said = [*row["findings"], *row["reasons"]]
    assert any(re.search(MARKED[name], text) for text in said), said


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_found_right(rows: Rows, name: str) -> None:
    row = rows[name]
    assert (row["verdict"], row["reasons"], row["findings"]) == ("right", [], [])


def test_nothing_else_is_there(rows: Rows) -> None:
    assert set(rows) == {*MISBEHAVES, *MARKED, *RIGHT}


def test_what_reaches_out_of_the_jvm_is_noted(rows: Rows) -> None:
    assert rows["java-ref"]["notes"] == []
    assert "Hash reaches for java.lang.Thread" in " ".join(rows["java-starts-threads"]["notes"])
