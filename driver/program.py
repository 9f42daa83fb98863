"""How a built program is asked, and what it answers: the harness's side of measure/harness.h."""

import dataclasses
import secrets
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from driver.build import PROGRAM_LIMITS
from driver.sandbox import Sandbox

# The program knows its time limit and tells where it was; what does not obey is ended from outside, a little later.
GRACE_SECONDS = 3
UNHEARD = 120  # its exit status where it can't write on the results descriptor: measure/report.c


@dataclass(frozen=True)
class Answer:
    """The facts that a program reported, each a list of words without the token, and what went wrong, or empty."""

    facts: tuple[tuple[str, ...], ...]
    problem: str

    def values(self, kind: str) -> dict[str, list[str]]:
        """First word after `kind` -> the rest, of every fact of a kind."""
        return {words[1]: list(words[2:]) for words in self.facts if words[0] == kind}


def _where(phase: str, length: str) -> str:
    message = f"a message of {length} bytes"
    names = {
        "known-answer": f"{message} (i mod 251)",
        "small": f"{message} (checksumsmall)",
        "big": f"{message} (checksumbig)",
        "time": f"{message} (being timed)",
    }
    return names.get(phase, "its start")


def _signal_name(number: int) -> str:
    try:
        return f"{signal.Signals(number).name} ({signal.strsignal(number)})"
    except ValueError:
        return f"signal {number}"


def _explain(what: str, phase: str, length: str, detail: str, seconds: int) -> str:
    """A `problem` fact in words."""
    where = _where(phase, length)
    number = int(detail)
    edge = "after the end" if "-after-" in what else "before the beginning"
    side = what.rsplit("-", 1)[-1]
    texts = {
        "signal": f"crashed with {_signal_name(number)} on {where}",
        "timeout": f"did not return within {seconds} seconds: on {where}",
        "exit": f"ended the program instead of returning, on {where}",
        "nonzero": f"returned {number if number < 1 << 31 else number - (1 << 32)} instead of 0 for {where}",
        "changed-input": f"changed its input: {where}",
        "differs": f"gave another output when the same bytes were hashed again: {where}",
        "in-place": f"gave another output when hashing in place (out = in): {where}",
        "long-output": f"has more output than the {number} bytes that can be checked",
    }
    outside = f"wrote outside its buffers, {number} bytes {edge} of its {side}: {where}"
    return texts.get(what, outside if what.startswith("wrote-") else f"{what} on {where}")


def _unexplained(status: int, output: str) -> str:
    """An end without `done` and without a report."""
    if status > 128:
        return f"was killed by {_signal_name(status - 128)}"
    if status == UNHEARD:
        return "closed the descriptor of the results"
    last = (output.strip().splitlines() or [""])[-1][:200]
    return f"ended the program by itself, with status {status}" + (f": {last}" if last else "")


def _parse(results: bytes, token: str) -> tuple[tuple[str, ...], ...] | None:
    """The facts; None where the descriptor holds anything that the harness did not write."""
    lines = results.decode(errors="replace").split("\n")
    facts = []
    for line in lines[:-1]:
        words = line.split(" ")
        if words[0] != token or len(words) < 2:
            return None
        facts.append(tuple(word for word in words[1:] if word))
    return None if lines[-1] else tuple(facts)


def ask(
    sandbox: Sandbox,
    program: Path,
    verb: str,
    numbers: Sequence[int],
    seconds: int,
    grant: Path | None = None,
) -> Answer:
    """Run a program with a request of measure/harness.h, for `seconds` at most. `grant`: see Sandbox.run."""
    token = secrets.token_hex(16)
    request = f"{token} {{results}} {seconds} {verb} {' '.join(map(str, numbers))}\n"
    done = sandbox.run(
        [str(program)],
        directory=program.parent,
        limits=dataclasses.replace(PROGRAM_LIMITS, seconds=seconds + GRACE_SECONDS),
        readable=[program.parent],
        request=request.encode(),
        results=True,
        grant=grant,
    )
    facts = _parse(done.results, token)
    if facts is None:
        return Answer((), "wrote on the descriptor of the results")
    if facts and facts[-1] == ("done",):
        return Answer(facts[:-1], "")
    problem = next((words for words in facts if words[0] == "problem" and len(words) == 5), None)
    if problem:
        _, what, phase, length, detail = problem
        return Answer(facts, _explain(what, phase, length, detail, seconds))
    if done.timed_out:
        return Answer(facts, f"did not return within {seconds} seconds")
    return Answer(facts, _unexplained(done.status, done.output))
