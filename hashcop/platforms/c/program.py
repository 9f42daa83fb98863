"""How a built program is asked, and what it answers: the harness's side of measure/c/harness.h."""

import dataclasses
import secrets
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import sanitize
from hashcop.platforms.c.build import PROGRAM_LIMITS
from hashcop.platforms.c.operations import HASH, Operation, operations
from hashcop.platforms.c.tools.installed import Emulator
from hashcop.platforms.c.tools.probing import EMULATORS_MEMORY

# The program knows its time limit and tells where it was; what does not obey is ended from outside, a little later.
GRACE_SECONDS = 3
KILLED = 128 + signal.SIGKILL  # by the harness's second timer, where a call does not return
UNHEARD = 120  # its exit status where it can't write on the results descriptor: measure/c/report.c


@dataclass(frozen=True)
class Answer:
    """The facts that a program reported, each a list of words without the token, and what went wrong, or empty."""

    facts: tuple[tuple[str, ...], ...]
    problem: str

    def values(self, kind: str) -> dict[str, list[str]]:
        """First word after `kind` -> the rest, of every fact of a kind."""
        return {words[1]: list(words[2:]) for words in self.facts if words[0] == kind}


@dataclass(frozen=True)
class Limit:
    """Seconds that one call of the implementation may take, and all of them together."""

    call: int
    all: int


def _where(phase: str, length: str) -> str:
    message = f"a message of {length} bytes"
    names = {
        "known-answer": f"{message} (i mod 251)",
        "small": f"{message} (checksumsmall)",
        "big": f"{message} (checksumbig)",
        "strict": f"{message} (at the edge of memory)",
        "time": f"{message} (being timed)",
    }
    return names.get(phase, "its start")


def _signal_name(number: int) -> str:
    try:
        return f"{signal.Signals(number).name} ({signal.strsignal(number)})"
    except ValueError:
        return f"signal {number}"


def _signed(number: int) -> int:
    """A number of 64 bits that was printed without its sign."""
    return number - (1 << 64) if number >> 63 else number


def _explain(problem: Sequence[str], operation: Operation, limit: Limit) -> str:
    """A `problem` fact in words."""
    what, phase, length = problem[1:4]
    first, second = map(int, problem[4:])
    where = _where(phase, length)
    argument = operation.arguments[min(second, len(operation.arguments) - 1)].name
    verb, _, side = what.partition("-")
    if side in ("before", "after"):
        edge = "after the end" if side == "after" else "before the beginning"
        return f"{verb} outside its buffers, {first} bytes {edge} of its {argument}: {where}"
    place = "hashing in place (out = in)" if operation.name == HASH else f"{argument} is the output"
    texts = {
        "signal": f"crashed with {_signal_name(first)} on {where}",
        "timeout": f"did not return within {limit.call} seconds: on {where}",
        "slow": f"too slow to be checked: {first} calls took {limit.all} seconds, the next is {where}",
        "exit": f"ended the program instead of returning, on {where}",
        "returned": f"returned {_signed(first)} instead of {_signed(second)} for {where}",
        "changed-input": f"changed its {argument}: {where}",
        "unset": f"made byte {first} of its {argument} from memory that was never set: {where}",
        "differs": f"gave another output when the same bytes were hashed again: {where}",
        "overlap": f"gave another output when {place}: {where}",
        "long-output": f"has more output than the {first} bytes that can be checked",
    }
    return texts.get(what, f"{what} on {where}")


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
    words: Sequence[int | str],
    limit: Limit,
    operation: str = HASH,
    memory: int = PROGRAM_LIMITS.memory,
    grant: Path | None = None,
    emulator: Emulator | None = None,
) -> Answer:
    """Run a program with a request of measure/c/harness.h.

    `memory`: bytes of address space that it may use; `grant`: see Sandbox.run. `emulator`: what runs it.
    """
    token = secrets.token_hex(16)
    limits = f"{limit.call} {limit.all}"
    request = f"{token} {{results}} {limits} {verb} {' '.join(map(str, words))}\n"
    begun = time.monotonic()
    done = sandbox.run(
        [*(emulator.words if emulator else ()), str(program)],
        directory=program.parent,
        limits=dataclasses.replace(
            PROGRAM_LIMITS,
            seconds=limit.all + GRACE_SECONDS,
            memory=memory + (EMULATORS_MEMORY if emulator else 0),
        ),
        readable=[program.parent],
        request=request.encode(),
        results=True,
        grant=grant,
    )
    took = time.monotonic() - begun
    facts = _parse(done.results, token)
    if facts is None:
        return Answer((), "wrote on the descriptor of the results")
    if facts and facts[-1] == ("done",):
        return Answer(facts[:-1], "")
    problem = next((words for words in facts if words[0] == "problem" and len(words) == 6), None)
    if problem:
        return Answer(facts, _explain(problem, operations()[operation], limit))
    if done.timed_out:
        return Answer(facts, f"did not return within {limit.all} seconds")
    if done.status == KILLED and took >= limit.call:
        return Answer(facts, f"did not return within {limit.call} seconds")
    said = sanitize.complaint(done.output, program, sandbox)
    return Answer(facts, said or _unexplained(done.status, done.output))
