"""Requests to a built program and its answers: the protocol of measure/c/harness.h."""

import dataclasses
import math
import os
import secrets
import signal
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from hashcop.data.records import OPERATION
from hashcop.machine import seccomp, usage
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
OUT_OF_MEMORY = ("std::bad_alloc",)  # what the C++ library prints when nothing catches it
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
    """Seconds of processor time that one call of the implementation may take, and all of them together.

    `option`: the option that raises the limits; empty if they are fixed.
    """

    call: int
    all: int
    option: str = ""

    @property
    def how(self) -> str:
        """How to raise it, to be put behind a reason."""
        return f" ({self.option} raises the limit)" if self.option else ""


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


# What a signal says of the code that it ended, if its name does not.
MEANING = {
    signal.SIGILL: "an instruction that this processor does not have",
    signal.SIGFPE: "a division by zero, or one with too large a result",
    signal.SIGABRT: "abort() was called",
    signal.SIGTRAP: "a trap instruction, such as compilers put where code can't be reached",
    signal.SIGXCPU: "the limit of processor time",
    signal.SIGXFSZ: f"a file larger than {usage.in_words(LIMITS.file_size)}",
}


def _signal_name(number: int) -> str:
    try:
        one = signal.Signals(number)
    except ValueError:
        return f"signal {number}"
    return f"{one.name} ({MEANING.get(one, signal.strsignal(number))})"


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
        "timeout": f"did not return within {limit.call} seconds of processor time{limit.how}: on {where}",
        "waits": f"waited for {limit.call} seconds, and did not return{limit.how}: on {where}",
        "slow": f"too slow to be checked: {first} calls "
        f"{'waited' if second else 'took'} {limit.all} seconds{'' if second else ' of processor time'}"
        f"{limit.how}, the next is {where}",
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


def _out_of_time(done: Finished, limit: Limit, took: float) -> str:
    """Which limit of time a program reached that could not report it; empty if none."""
    if done.timed_out and done.waited:
        return f"did not end within {limit.all} seconds, in which it did next to nothing{limit.how}"
    if done.timed_out:
        return f"did not return within {limit.all} seconds of processor time{limit.how}"
    used = done.processor_seconds
    # Several threads use more processor time than passes on the clock.
    most = took * len(os.sched_getaffinity(0)) if used is None else used
    if done.status != KILLED or max(most, took / 2) < limit.call:
        return ""
    seconds = limit.call if used is None or used < limit.all else limit.all
    return f"did not return within {seconds} seconds{limit.how}, and blocked the signal that tells where"


def _killed(memory: int, *, lacks_memory: bool) -> str:
    """What is said of a program that SIGKILL ended although it reached no limit."""
    if lacks_memory:
        most = usage.in_words(memory)
        return (
            "was killed by SIGKILL: the machine, or the container, ran out of memory "
            f"(a program may use {most}, which is fixed)"
        )
    return "was killed by SIGKILL twice, though it reached no limit: by itself, or from outside"


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
    """Run a program with a request of measure/c/harness.h.

    `memory`: bytes of address space that it may use. `grant`, `writable`: see Sandbox.run. `emulator`: the emulator, or
    another program, that runs it. `kind`: the filter of system calls, if it is not that of such programs.
    """
    asked = verb, words, limit, operation, memory, grant, emulator, writable, kind
    before = usage.ended_for_memory()
    answer = _ask(sandbox, program, *asked)
    if answer is None:  # something outside may have killed it
        answer = _ask(sandbox, program, *asked)
    if answer is None:
        lacks_memory = usage.ended_for_memory() > before
        return Answer((), _killed(memory, lacks_memory=lacks_memory))
    return answer


def _ask(
    sandbox: Sandbox,
    program: Path,
    verb: str,
    words: Sequence[int | str],
    limit: Limit,
    operation: str,
    memory: int,
    grant: Path | None,
    emulator: Emulator | None,
    writable: Sequence[Path],
    kind: str | None,
) -> Answer | None:
    """See ask. None if the program was killed, and reached no limit."""
    token = secrets.token_hex(16)
    limits = f"{limit.call} {limit.all}"
    request = f"{token} {{results}} {limits} {verb} {' '.join(map(str, words))}\n"
    bounds = dataclasses.replace(LIMITS, seconds=limit.all + GRACE_SECONDS, memory=memory)
    own = kind_of(counts=grant is not None, is_emulated=emulator is not None, memory=memory)
    host = host_of(program)
    if host:
        own = host.kind
        bounds = host.limits(bounds)
    is_alone = kind is None and own in (seccomp.PROGRAM, seccomp.COUNTING) and not writable
    begun = time.monotonic()
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
    took = time.monotonic() - begun
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
        said = _explain(problem, operations()[operation], limit, more)
        if any(words in done.output for words in OUT_OF_MEMORY):
            most = usage.in_words(memory)
            said = f"ran out of memory: it may use {most}, which is fixed; it {said}"
        return Answer(lines, said)
    out_of_time = _out_of_time(done, limit, took)
    if out_of_time:
        return Answer(lines, out_of_time)
    said = sanitize.complaint(done.output, program, sandbox)
    if done.status == KILLED and not said:
        return None
    return Answer(lines, said or _unexplained(done.status, done.output), said=done.output)
