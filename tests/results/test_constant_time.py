"""What a claim of constant time came to, in words, and what it does to the verdict."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from hashcop.data.lines import encode
from hashcop.data.records import Build, Check, Record, Size, Timecop, Winner
from hashcop.results import constant_time
from hashcop.results.model import load
from hashcop.results.summary import Implementation
from hashcop.results.verdict import verdict
from tests.support.made_data import machine

WHERE = ("hash.c:3: a branch depends on the message", "hash.c:9: an address depends on the message")
TOOL = "valgrind 3.19.0 memcheck"
Loaded = Callable[..., Implementation]


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    """loaded(security, timecop fields...): an implementation with one build, which won."""

    def made(security: str, **fields: object) -> Implementation:
        about = {
            "machine": "m",
            "time": "2026-01-01T00:00:00Z",
            "platform": "c",
            "target": "amd64",
            "hash": "sum",
            "implementation": "x",
            "options": ("gcc",),
            "object": "c0de",
        }
        own: Sequence[Record] = [
            Build(**about, security=security, key="b", outcome="ok", size=Size(1, 2, 3)),  # type: ignore[arg-type]
            Check(**about, security=security, key="c", outcome="right", expected="match"),  # type: ignore[arg-type]
            Winner(**about, security=security, key="w", quantity="cycles", bytes=1536, median=9.0),  # type: ignore[arg-type]
        ]
        if fields:
            own = [*own, Timecop(**about, security=security, key="t", **fields)]  # type: ignore[arg-type]
        file = tmp_path / "data.jsonl"
        first = json.dumps(machine("m")).encode() + b"\n"
        file.write_bytes(first + b"".join(map(encode, own)))
        (found,) = load([file])
        return found.targets[0].hashes[0].implementations[0]

    return made


def test_a_claim_that_holds_is_verified(loaded: Loaded) -> None:
    one = loaded("constbranchindex", outcome="pass", tool=TOOL)
    assert constant_time.in_words(one) == f"claimed; verified by {TOOL}"
    assert constant_time.mark(one) == "verified"
    assert verdict(one).word == "right"


def test_another_build_that_was_watched_is_named_so(loaded: Loaded) -> None:
    one = loaded("constbranchindex", outcome="pass", tool=TOOL, made=("clang",))
    assert constant_time.in_words(one) == f"claimed; verified by {TOOL}, on another build of it"


def test_a_claim_that_breaks_marks_the_implementation(loaded: Loaded) -> None:
    one = loaded("constbranchindex", outcome="fail", tool=TOOL, where=(*WHERE, WHERE[0]))
    assert constant_time.in_words(one).startswith(f"claimed; fails by {TOOL}: {WHERE[0]}")
    assert constant_time.mark(one) == "fails"
    found = verdict(one)
    assert found.word == "marked"
    assert f"but: claims constant time, but {WHERE[0]}, {WHERE[1]} and 1 more" in found.why


def test_without_a_claim_a_failure_is_no_fault(loaded: Loaded) -> None:
    one = loaded("timingleaks", outcome="fail", tool=TOOL, where=WHERE)
    assert constant_time.mark(one) == "fails, not claimed"
    assert verdict(one).word == "right"


def test_words_of_supercop_mark_nothing(loaded: Loaded) -> None:
    one = loaded("constbranchindex", outcome="fail", said=("branch at 0x40",))
    assert constant_time.in_words(one) == "claimed; fails by SUPERCOP’s TIMECOP"
    assert verdict(one).word == "right"


def test_no_verdict_is_neither(loaded: Loaded) -> None:
    one = loaded("constbranchindex", outcome="error", said=("no tool", "none at all"))
    assert constant_time.in_words(one) == "claimed; no verdict: no tool; none at all"
    assert constant_time.mark(one) == ""
    assert verdict(one).word == "right"


def test_who_was_not_asked_only_claims(loaded: Loaded) -> None:
    assert constant_time.in_words(loaded("constbranchindex")) == "claimed; not checked yet"
    assert constant_time.in_words(loaded("timingleaks")) == "not claimed"
