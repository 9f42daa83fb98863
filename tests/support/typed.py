"""`./do ...` as typed, without a process: for everything that starts none itself."""

import contextlib
from pathlib import Path

from click.testing import CliRunner

from hashcop.cli.main import commands
from tests.support.runs import ROOT, Ended


def typed(*words: str | Path, cwd: Path = ROOT, **environment: str) -> Ended:
    """What came of the words."""
    with contextlib.chdir(cwd):
        done = CliRunner().invoke(
            commands, [str(word) for word in words], env={"COLUMNS": "200"} | environment
        )
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Ended(done.exit_code, done.stdout, done.stderr)


def refused(*words: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """What is said where a command can't be done."""
    done = typed(*words, cwd=cwd, **environment)
    assert (done.status, done.out) == (2, ""), done
    return done.said
