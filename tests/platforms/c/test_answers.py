"""Answers of a process that was timed are compared with another program's, however many it claims to have."""

from collections.abc import Callable

import pytest

from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import answers, program
from hashcop.platforms.c.timings import Answered
from hashcop.platforms.c.timings import answers as timings_of
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Built, Group

TIMINGS = 15


@pytest.mark.parametrize("calls", [1, 400], ids=["few", "too-many-for-honest-code"])
def test_invented_answers_are_found(
    calls: int,
    groups: Callable[..., list[Group]],
    build: Callable[..., Built],
    sandbox: Sandbox,
    native: Target,
) -> None:
    (group,) = groups("sha256/ref", targets=(native.name,))
    artifact = build(group).artifact
    assert artifact is not None
    rows = [Answered(length, calls, first=0, answer="00") for length in (1536, 4096)]
    said = answers.wrong(sandbox, artifact, None, rows, TIMINGS, seed=1, effect=())
    assert said.startswith("gave other digests than without a clock"), said


def test_an_honest_length_does_not_hide_an_invented_one(
    groups: Callable[..., list[Group]],
    build: Callable[..., Built],
    sandbox: Sandbox,
    native: Target,
) -> None:
    (group,) = groups("sha256/ref", targets=(native.name,))
    artifact = build(group).artifact
    assert artifact is not None
    words = ["seed=1", f"timings={TIMINGS}", 8, 1, 0]
    said = program.ask(sandbox, artifact, "replay", words, answers.LIMIT)
    rows = [*timings_of(said.lines), Answered(4096, 400, first=TIMINGS, answer="00")]
    wrong = answers.wrong(sandbox, artifact, None, rows, TIMINGS, seed=1, effect=())
    assert wrong.endswith("new messages of 4096 bytes"), wrong
