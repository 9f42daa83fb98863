"""Requests to a built program and its answers: the protocol of measure/c/harness.h."""

import dataclasses
import math
import secrets
import signal
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from hashcop.data.records import OPERATION
from hashcop.machine import seccomp
from hashcop.machine.launcher import FAILED
from hashcop.machine.sandbox import MIB, Finished, Limits, Sandbox
from hashcop.platforms.c import protocol, sanitize
from hashcop.platforms.c.host import host_of
from hashcop.platforms.c.operations import Operation, operations
from hashcop.platforms.c.tools.installed import Emulator
from hashcop.platforms.c.tools.probing import with_emulator

LIMITS = Limits(seconds=0, memory=2048 * MIB, processes=64, file_size=MIB)
# A program keeps its time limit itself and reports where it was. One that does not is killed so many seconds later.
GRACE_SECONDS = 3
KILLED = 128 + signal.SIGKILL  # by the harness's second timer, if a call does not return
KILLED_WORDS = "was killed by SIGKILL"
TRIES = 2  # of a program that somebody else killed: one that kills itself does so again
UNHEARD = 120  # its exit status if it can't write to the results descriptor: measure/c/report.c

REFUSED = "used a kernel interface that a hash function has no need for"


@dataclass(frozen=True)
class Answer:
    """The lines that a program reported, as words without the token; and what went wrong, or empty.

    `seconds`: how long the program ran, at most. `said`: what it printed, if it ended without a word of its own.
    `processor_seconds`: what the kernel has charged to it; None where it keeps no account of the program alone.
    """

    lines: tuple[tuple[str, ...], ...]
    problem: str
    seconds: float = math.inf
    said: str = ""
    processor_seconds: float | None = None

    @property
    def marks(self) -> tuple[str, ...]:
        """What the program survived, in words."""
        return tuple(_explain_mark(words) for words in self.lines if words[0] == "mark")

    def values(self, kind: str) -> dict[str, list[str]]:
        """Of the lines of a kind: the first word after the kind -> the words after it."""
        return {words[1]: list(words[2:]) for words in self.lines if words[0] == kind}


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
        "fresh": f"{message} (a new one)",
        "repeat": f"call {length} of many",
        "strict": f"{message} (at the edge of memory)",
        "stack": f"{message} (on a stack of its own)",
        "secret": f"{message} (secret)",
        "time": f"{message} (being timed)",
        "replay": f"{message} (as when it was timed)",
        "prove": f"a chain of messages of {length} bytes",
    }
    return names.get(phase, "its start")


# What a call left changed that must be as it was before: docs/reference/contract.md.
CHANGED = {
    "direction": "left the direction flag set",
    "alignment-check": "left the alignment-check flag set",
    "mxcsr": "changed the control bits of MXCSR",
    "x87-control": "changed the control word of the x87 unit",
    "x87-tags": "left the x87 tag word not empty (emms is missing)",
    "fpcr": "changed the floating-point control register",
    "stack-pointer": "returned with another stack pointer",
    "began-a-thread": "started a thread when an object was made",
    "callers-stack": "overwrote the stack of its caller",
}


def _signal_name(number: int) -> str:
    try:
        return f"{signal.Signals(number).name} ({signal.strsignal(number)})"
    except ValueError:
        return f"signal {number}"


def _signed(number: int) -> int:
    """A signed number of 64 bits that was printed as an unsigned one."""
    return number - (1 << 64) if number >> 63 else number


def _explain(problem: Sequence[str], operation: Operation, limit: Limit, more: str = "") -> str:
    """A line `problem`, in words. `more`: what a line before it told."""
    what, phase, length = problem[1:4]
    first, second = map(int, problem[4:])
    where = _where(phase, length)
    argument = operation.arguments[min(second, len(operation.arguments) - 1)].name
    if what == "refused":
        return f"{REFUSED}: {seccomp.call_name(first, second)}, on {where}"
    verb, _, side = what.partition("-")
    if side in ("before", "after"):
        edge = "after the end" if side == "after" else "before the beginning"
        return f"{verb} outside its buffers, {first} bytes {edge} of its {argument}: {where}"
    place = (
        "hashing in place (out = in)"
        if operation.name == OPERATION
        else f"{argument} is the output"
    )
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
        "state": f"gave another output than a new object: {where}",
        "device-failed": f"made the device fail ({more}): {where}",
        "threw": f"threw {more}: {where}",
        "opened": f"opened the file {more}: {where}",
        "socket": f"opened a socket: {where}",
        "thread": f"started a thread: {where}",
        "process": f"began another process: {where}",
        "other-size": f"says that a digest has {first} bytes, other than its source",
        "long-output": f"has more output than the {first} bytes that can be checked",
    }
    return texts.get(what, f"{what} on {where}")


def kind_of(*, counts: bool, is_emulated: bool, memory: int) -> str:
    """The filter of system calls of a program. A sanitizer, which alone gets more memory, needs more calls."""
    if is_emulated:
        return seccomp.EMULATED
    if memory > LIMITS.memory:
        return seccomp.SANITIZED
    return seccomp.COUNTING if counts else seccomp.PROGRAM


def _explain_mark(mark: Sequence[str]) -> str:
    """A line `mark`, in words."""
    _, what, phase, length, *_ = mark
    text = CHANGED.get(what) or what.replace("changed-", "changed the register ")
    return f"{text}: {_where(phase, length)}"


def _unexplained(status: int, output: str) -> str:
    """How a program ended that reported neither `done` nor a problem."""
    if status == 128 + signal.SIGSYS:
        # The harness can't tell which: main has not begun, or signals are blocked, as the C library does in between.
        return f"{REFUSED}: a thread, or something before its first call"
    if status == FAILED and "confine: " in output:
        return f"could not be started: {output.strip().rpartition('confine: ')[2][:200]}"
    if status > 128:
        return f"was killed by {_signal_name(status - 128)}"
    if status == UNHEARD:
        return "closed the descriptor of the results"
    last = (output.strip().splitlines() or [""])[-1][:200]
    return f"ended the program by itself, with status {status}" + (f": {last}" if last else "")


def _parse(results: bytes, token: str) -> tuple[tuple[str, ...], ...] | None:
    """The lines; None if anything else than the harness has written to the descriptor."""
    lines = results.decode(errors="replace").split("\n")
    found = []
    for line in lines[:-1]:
        words = line.split(" ")
        if words[0] != token or len(words) < 2:
            return None
        found.append(tuple(word for word in words[1:] if word))
        if not protocol.is_valid(found[-1]):
            return None
    return None if lines[-1] else tuple(found)


def ask(
    sandbox: Sandbox,
    program: Path,
    verb: str,
    words: Sequence[int | str],
    limit: Limit,
    operation: str = OPERATION,
    memory: int = LIMITS.memory,
    grant: Path | None = None,
    emulator: Emulator | None = None,
    writable: Sequence[Path] = (),
    kind: str | None = None,
) -> Answer:
    """Run a program with a request of measure/c/harness.h, and once more if it was killed from outside.

    The kernel kills a process when memory is short, and that says nothing about the program.
    `memory`: bytes of address space that it may use. `grant`, `writable`: see Sandbox.run. `emulator`: the emulator, or
    another program, that runs it. `kind`: the filter of system calls, if it is not that of such programs.
    """
    limits = f"{limit.call} {limit.all}"
    bounds = dataclasses.replace(LIMITS, seconds=limit.all + GRACE_SECONDS, memory=memory)
    own = kind_of(counts=grant is not None, is_emulated=emulator is not None, memory=memory)
    host = host_of(program)
    if host:
        own = host.kind
        bounds = host.limits(bounds)
    is_alone = kind is None and own in (seccomp.PROGRAM, seccomp.COUNTING) and not writable

    def once() -> tuple[Finished, float, str]:
        """How the program ended, after how many seconds, and the token of its lines."""
        token, begun = secrets.token_hex(16), time.monotonic()
        request = f"{token} {{results}} {limits} {verb} {' '.join(map(str, words))}\n"
        with host.room(program) if host else nullcontext(()) as scratch:
            done = sandbox.run(
                [*(emulator.words if emulator else ()), str(program)],
                directory=program.parent,
                limits=with_emulator(bounds) if emulator else bounds,
                readable=[program.parent, *(map(Path, host.readable) if host else ())],
                writable=[*writable, *scratch],
                request=request.encode(),
                results=True,
                grant=grant,
                kind=own if kind is None else kind,
                alone=is_alone,
            )
        return done, time.monotonic() - begun, token

    for _ in range(TRIES):
        done, took, token = once()
        answer = _answer(done, took, token, operation, limit, program, sandbox)
        if not (answer.problem.startswith(KILLED_WORDS) and took < limit.call):
            break
    return answer


def _answer(
    done: Finished,
    took: float,
    token: str,
    operation: str,
    limit: Limit,
    program: Path,
    sandbox: Sandbox,
) -> Answer:
    """What a program that has ended after `took` seconds has said."""
    if done.exceeded:
        return Answer((), done.exceeded)
    lines = _parse(done.results, token)
    if lines is None:
        return Answer((), "wrote on the descriptor of the results")
    if lines and lines[-1] == ("done",):
        return Answer(lines[:-1], "", took, processor_seconds=done.processor_seconds)
    problem = next((words for words in lines if words[0] == "problem" and len(words) == 6), None)
    if problem:
        more = " ".join(next((words[1:] for words in lines if words[0] == "told"), ()))
        return Answer(lines, _explain(problem, operations()[operation], limit, more))
    if done.timed_out:
        return Answer(lines, f"did not return within {limit.all} seconds")
    if done.status == KILLED and took >= limit.call:
        return Answer(lines, f"did not return within {limit.call} seconds")
    said = sanitize.complaint(done.output, program, sandbox)
    return Answer(lines, said or _unexplained(done.status, done.output), said=done.output)
