"""Programs and compilers that somebody else kills, as the kernel does where memory is short."""

import signal
from pathlib import Path
from typing import Any

import pytest

from hashcop.machine.sandbox import Finished, Sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.program import Limit


class Killing:
    """A sandbox whose first commands are killed; the others say that they are done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kills: int) -> None:
        self.left, self.asked = kills, 0
        monkeypatch.setattr(Sandbox, "run", self.run)

    def run(self, *_: Any, request: bytes, **__: Any) -> Finished:
        self.asked += 1
        self.left -= 1
        if self.left >= 0:
            return Finished(128 + signal.SIGKILL, False, "", b"")
        token = request.split()[0].decode()
        return Finished(0, False, "", f"{token} done\n".encode())


@pytest.mark.parametrize(("kills", "problem"), [(1, ""), (2, "was killed by SIGKILL")])
def test_a_program_that_was_killed_is_asked_once_more(
    kills: int, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killing = Killing(monkeypatch, kills)
    sandbox = Sandbox("none", (), ())
    answer = program.ask(sandbox, tmp_path / "program", "check", [1], Limit(10, 10))
    assert answer.problem.startswith(problem) and bool(answer.problem) == bool(problem)
    assert killing.asked == 2
