"""Is it right? What the words mean, for the builds of one run."""

from typing import Any

import pytest

from hashcop.data.records import Build, Check
from hashcop.results.verdict import Verdict, of_builds, of_check

ABOUT = {"key": "k", "platform": "c", "target": "amd64", "hash": "md5", "implementation": "ref"}


def build(outcome: str = "ok", **fields: Any) -> Build:
    return Build(**ABOUT, outcome=outcome, **fields)


def check(outcome: str = "right", **fields: Any) -> Check:
    return Check(**ABOUT, outcome=outcome, object="code", **fields)


RIGHT = check(expected="match", known_answers=25)
MARKED = check(findings=("reads a byte before its input",))
WRONG = check("wrong", reason="wrong at 64 bytes")
BROKEN = build("failed", reason="hash.c:1: error")


def test_the_word_of_a_check() -> None:
    assert [of_check(one) for one in (None, RIGHT, MARKED, WRONG)] == [
        *("unchecked", "right", "marked", "wrong")
    ]
    assert of_check(check("wrong", findings=("more",))) == "wrong"
    assert of_check(check("never heard of")) == "wrong"


@pytest.mark.parametrize(
    ("builds", "checks", "verdict"),
    [
        ([build()], [RIGHT], Verdict("right", "checksums match, 25 known answers")),
        ([build()] * 3, [RIGHT, MARKED], Verdict("marked", "reads a byte before its input")),
        ([build(), BROKEN], [RIGHT], Verdict("not built", "hash.c:1: error")),
        ([build(), BROKEN], [MARKED], Verdict("not built", "hash.c:1: error")),
        ([BROKEN, BROKEN], [], Verdict("not built", "hash.c:1: error")),
        ([build(), BROKEN], [RIGHT, WRONG], Verdict("wrong", "wrong at 64 bytes")),
        ([build()] * 2, [WRONG, WRONG], Verdict("wrong", "wrong at 64 bytes")),
        ([build()], [], Verdict("unchecked", "no build was checked")),
        ([], [], Verdict("unchecked", "no build was checked")),
    ],
)
def test_one_failure_decides_the_verdict_on_the_builds_of_a_run(
    builds: list[Build], checks: list[Check], verdict: Verdict
) -> None:
    assert of_builds(builds, checks, "") == verdict


def test_what_is_skipped_says_why() -> None:
    assert of_builds([], [], "for ppc64 only") == Verdict("skipped", "for ppc64 only")


def test_each_reason_is_said_once_in_their_order() -> None:
    other = check("wrong", reason="wrong at 8 bytes")
    found = of_builds([build()] * 3, [WRONG, other, WRONG], "")
    assert found.why == "wrong at 64 bytes; wrong at 8 bytes"
