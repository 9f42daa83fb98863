"""Programs that run one after the other in one sandbox, since entering one takes longer than most programs run.

A program that can make no process leaves none behind (seccomp.py), and one that sees no directory but the system's
leaves no file. So nothing of it is there when the next one begins. Each thread has a sandbox of its own for them, which
ends with the thread, or at a program's limit of time. What runs inside: measure/confine.c.
"""

import contextlib
import os
import signal
import socket
import struct
import subprocess
import threading
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from hashcop.machine import commands
from hashcop.machine.commands import MIB, Finished, Job, Limits
from hashcop.machine.users import Slots

RESULTS = 3  # the descriptor that a program writes its results to
BEGUN = b"begun"
ENDED = struct.Struct(
    "=iI"
)  # status, microseconds of processor time: struct ended of measure/confine.c
SECONDS_TO_BEGIN = 10
MOST = 32  # sandboxes of this process at a time: half of the slots, so that other commands get one
TRIES = 2  # one more than may end before they begin a program


def limits_of(limits: Limits) -> bytes:
    """The limits of one process, in the order of measure/confine.c."""
    seconds = int(limits.seconds) + 2
    rest = limits.memory, limits.processes, limits.file_size, seconds, MIB, 0
    return struct.pack(f"={len(rest)}Q", *rest)


class Server:
    """A sandbox in which programs run one after the other.

    `words`: the command that enters it, with the user's number and before the number of its socket. Raises OSError if
    it can't be started.
    """

    def __init__(self, words: Callable[[int], Sequence[str]], slots: Slots) -> None:
        self.maker = os.getpid()
        with contextlib.ExitStack() as stack:
            slot = stack.enter_context(slots.take())
            self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            stack.callback(self.socket.close)
            with theirs:
                number = theirs.fileno()
                command = [*words(slot), str(number)]
                self.process = commands.start(command, [number], Path("/"), talks=False)
            stack.callback(self.process.end)
            stack.callback(_shut, self.socket, self.process)
            self.end = weakref.finalize(self, _close, stack.pop_all(), self.maker)

    def begin(self, program: int, job: Job) -> "Served | None":
        """Begin the open file `program` for a job; None if this sandbox has ended."""
        request = limits_of(job.limits) + f"{job.kind}\0{job.command[0]}\0".encode()
        with contextlib.ExitStack() as ours, contextlib.ExitStack() as theirs:

            def pipe() -> tuple[int, int]:
                """(our end, theirs) of what the program writes."""
                read, write = os.pipe()
                ours.callback(os.close, read)
                theirs.callback(os.close, write)
                return read, write

            read, to = os.pipe()
            theirs.callback(os.close, read)
            ours.callback(os.close, to)
            (output, its_output), (results, its_results) = pipe(), pipe()
            try:
                socket.send_fds(self.socket, [request], [program, read, its_output, its_results])
                self.socket.settimeout(SECONDS_TO_BEGIN)
                if self.socket.recv(len(BEGUN)) != BEGUN:
                    return None
            except OSError:
                return None
            ours.pop_all()
            return Served(self, to, output, results)


def _close(what: contextlib.ExitStack, maker: int) -> None:
    """End a sandbox. A fork of the process that made it leaves it alone."""
    if os.getpid() == maker:
        what.close()


def _shut(channel: socket.socket, process: commands.Process) -> None:
    """Have a sandbox end by itself: it does at the end of its socket."""
    with contextlib.suppress(OSError):
        channel.shutdown(socket.SHUT_RDWR)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(1)


class Served:
    """A program in such a sandbox: commands.Process."""

    def __init__(self, server: Server, request: int, output: int, results: int) -> None:
        self.server = server
        self.pid = server.process.pid
        self.stdin: IO[bytes] | None = os.fdopen(request, "wb")
        self.stdout: IO[bytes] | None = os.fdopen(output, "rb", buffering=0)
        self.results = results
        self.returncode: int | None = None
        self.processor_seconds: float | None = None

    def wait(self, timeout: float | None = None) -> int:
        """As subprocess.Popen has it."""
        if self.returncode is None:
            channel = self.server.socket
            channel.settimeout(timeout)
            try:
                said = channel.recv(ENDED.size)
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired([], timeout or 0) from None
            except OSError:
                said = b""
            if len(said) < ENDED.size:  # somebody outside ended it
                self.returncode = -signal.SIGKILL
                self.server.end()
            else:
                status, microseconds = ENDED.unpack(said)
                self.returncode = os.waitstatus_to_exitcode(status)
                self.processor_seconds = microseconds / 1e6
        return self.returncode

    def end(self) -> None:
        """End the program if it is still there, and then its sandbox with it."""
        if self.returncode is None:
            self.server.end()
            self.returncode = -signal.SIGKILL
        commands.close(self)


class _Ours(threading.local):
    server: Server | None = None
    words: object = None


_ours = _Ours()
_places = threading.BoundedSemaphore(MOST)


def run(words: Callable[[int], Sequence[str]], job: Job, slots: Slots) -> Finished | None:
    """Run a program in this thread's sandbox; None if there is none, and it has to run in one of its own.

    `words`: see Server; equal ones have equal results.
    """
    try:
        program = os.open(job.command[0], os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        for _ in range(TRIES):
            server = _server(words, slots)
            if server is None:
                break
            begun = server.begin(program, job)
            if begun:
                return commands.attend(begun, job, None, begun.results, RESULTS)
            server.end()
    finally:
        os.close(program)
    return None


def _server(words: Callable[[int], Sequence[str]], slots: Slots) -> Server | None:
    server = _ours.server
    if server and server.end.alive and server.maker == os.getpid() and _ours.words == words:
        return server
    _ours.server = None  # it ends before another one begins
    if not _places.acquire(blocking=False):
        return None
    try:
        _ours.server = server = Server(words, slots)
    except BaseException:
        _places.release()
        raise
    weakref.finalize(server, _places.release)
    _ours.words = words
    return server
