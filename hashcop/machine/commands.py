"""One command in the sandbox: what it may use, how it is started, read, and ended."""

import contextlib
import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Protocol

from hashcop.machine import usage
from hashcop.machine.cgroups import Group
from hashcop.machine.usage import Watch

MIB = 1 << 20
KEPT_OUTPUT = 256 * 1024
LEAST_SHARE = 0.05  # of a processor: a command that gets less of it is waiting, and not slowed down
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LC_ALL": "C.UTF-8",
    "HOME": "/",
    "SOURCE_DATE_EPOCH": "0",  # __DATE__ and __TIME__ are the same each time, and so is the code
}


@dataclass(frozen=True)
class Limits:
    """What a command may use: seconds, bytes of address space per process, processes, bytes per file.

    Seconds are of processor time, so that other work on the machine does not decide what comes of a command. One that
    has used next to none of it when as many seconds have passed on the clock is ended too: it waits.

    Where `data` is not 0 it is the bytes that each process may write to, in place of the address space: a JVM reserves
    much that it never uses.

    All of its processes together: bytes of memory, bytes on the disk and files in the directories that it may write to,
    and bytes of results.
    """

    seconds: float
    memory: int = 4096 * MIB
    processes: int = 256
    file_size: int = 512 * MIB
    together: int = 4096 * MIB
    written: int = 1024 * MIB
    files: int = 20000
    results: int = 64 * MIB
    data: int = 0


@dataclass(frozen=True)
class Finished:
    """How a command ended. `status` is the exit status, or 128 + n if signal n killed it.

    `exceeded` is the limit of all its processes together beyond which it was ended, in words; or empty.
    `processor_seconds`: what the kernel has charged to it; None where other processes share the account. `waited` says
    of a command that timed out that it did next to nothing meanwhile.
    """

    status: int
    timed_out: bool
    output: (
        str  # standard output and error together; only the beginning and the end if there is much
    )
    results: bytes  # what was written to the results descriptor
    exceeded: str = ""
    processor_seconds: float | None = field(default=None, compare=False)
    waited: bool = False


@dataclass(frozen=True)
class Job:
    """What Sandbox.run is asked to do."""

    command: Sequence[str]
    directory: Path
    limits: Limits
    readable: Sequence[Path]
    writable: Sequence[Path]
    request: bytes | None
    results: bool
    grant: Path | None
    kind: str

    @property
    def temporary(self) -> Path:
        """The directory for temporary files."""
        return self.writable[0] if self.writable else self.directory

    def watch(self, pid: int, group: Group | None) -> Watch:
        """What looks at the command while it runs.

        A `group` limits its memory; a program, which can't make another process, has its own limit only.
        """
        alone = bool(self.kind) and self.limits.memory <= self.limits.together
        memory = None if group or alone else self.limits.together
        return Watch(pid, self.writable, memory, self.limits.written, self.limits.files)


@dataclass
class _Running:
    """The running commands, so that an interrupted run can end them."""

    processes: set[int] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)
    closed: bool = False


_running = _Running()


def stop_all() -> None:
    """End every running command, and let no other begin: for Ctrl-C."""
    with _running.lock:
        _running.closed = True
        for group in _running.processes:
            _end(group)


def end_leftovers(directory: Path, *, programs: bool = False) -> None:
    """End what a killed run left behind: sandboxes and emulators with an argument below `directory`.

    With `programs` also processes whose program is there. A sandbox that is still being set up when bubblewrap is
    killed outlives it.
    """
    inside = f"{directory}/".encode()
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            name, *words = (entry / "cmdline").read_bytes().split(b"\0")
            is_ours = name.endswith(b"bwrap") or b"/qemu-" in name
            is_sandbox = is_ours and any(word.startswith(inside) for word in words)
            if is_sandbox or (programs and name.startswith(inside)):
                os.kill(int(entry.name), signal.SIGKILL)


class Process(Protocol):
    """A command that has begun, as subprocess.Popen has it."""

    pid: int
    stdin: IO[bytes] | None
    stdout: IO[bytes] | None
    returncode: int | None
    processor_seconds: float | None  # known at its end, if it was the only process

    def wait(self, timeout: float | None = None) -> int:
        """Its status, once it has ended. Raises subprocess.TimeoutExpired."""

    def end(self) -> None:
        """End it, and close what is read and written of it."""


def close(process: Process) -> None:
    """Close what is written to and read of a command. It may be gone already."""
    for stream in (process.stdin, process.stdout):
        if stream:
            with contextlib.suppress(BrokenPipeError):
                stream.close()


class _Command(subprocess.Popen[bytes]):
    """A command with a process of its own."""

    processor_seconds: float | None = None  # those that enter the sandbox would count

    def end(self) -> None:
        """See Process."""
        with _running.lock:
            _running.processes.discard(self.pid)
        _end(self.pid)
        self.wait()
        close(self)


def start(
    command: Sequence[str],
    descriptors: Sequence[int],
    directory: Path,
    temporary: Path | None = None,
    *,
    talks: bool = True,
) -> Process:
    """Begin a command whose words are complete. `descriptors` are open inside.

    `temporary`: its directory for temporary files. Unless it `talks`, it has neither input nor output.
    """
    pipe = subprocess.PIPE if talks else subprocess.DEVNULL
    with _running.lock:
        if _running.closed:
            raise KeyboardInterrupt
        process = _Command(
            command,
            cwd=directory,
            env=ENVIRONMENT | {"TMPDIR": str(temporary or directory)},
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.STDOUT,
            pass_fds=descriptors,
            start_new_session=True,
        )
        _running.processes.add(process.pid)
        return process


def run(command: list[str], job: Job, group: Group | None, descriptors: Sequence[int]) -> Finished:
    """Run a command whose words are complete. `descriptors` are open inside."""
    read_end, write_end = os.pipe() if job.results else (None, None)
    inside = [*descriptors, *([write_end] if write_end else [])]
    try:
        process = start(command, inside, job.directory, job.temporary)
    except BaseException:
        if read_end is not None:
            os.close(read_end)
        raise
    finally:
        if write_end is not None:
            os.close(write_end)
    return attend(process, job, group, read_end, write_end)


def attend(
    process: Process, job: Job, group: Group | None, results: int | None, number: int | None
) -> Finished:
    """Write its request to a command that has begun, and read what it says until it ends or reaches one of its limits.

    `results`: the descriptor at which its results are read, closed at the end; `number`: that which it writes them to.
    """
    reader = _Reader(process, results, job, group)
    try:
        with contextlib.suppress(BrokenPipeError):
            if job.request and process.stdin:
                process.stdin.write(job.request.replace(b"{results}", str(number).encode()))
        with contextlib.suppress(BrokenPipeError):
            if process.stdin:
                process.stdin.close()
        reader.read()
    finally:
        process.end()
        if results is not None:
            os.close(results)
    return reader.finished()


def _state(pid: int) -> str:
    """The state of a process: R, S, T (stopped) ...; empty if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][:1]
    except OSError:
        return ""


def _end(pid: int) -> None:
    """Kill the process group of a command, and its sandbox, which ends with bubblewrap only once it is set up.

    bubblewrap is stopped first, so that it starts no sandbox meanwhile.
    """
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGSTOP)
        until = time.monotonic() + 1
        while _state(pid) not in ("T", "Z", "X", "") and time.monotonic() < until:
            time.sleep(0.0005)
        with contextlib.suppress(OSError):
            for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
                os.kill(int(child), signal.SIGKILL)
        os.killpg(pid, signal.SIGKILL)


class _Kept:
    """The beginning and the end of a stream of any length."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.head = b""
        self.tail = b""
        self.left_out = 0

    def add(self, data: bytes) -> None:
        room = self.most // 2 - len(self.head)
        self.head += data[: max(room, 0)]
        tail = self.tail + data[max(room, 0) :]
        self.tail = tail[-(self.most // 2) :]
        self.left_out += len(tail) - len(self.tail)

    def bytes(self) -> bytes:
        if not self.left_out:
            return self.head + self.tail
        return self.head + f"\n[{self.left_out} bytes left out]\n".encode() + self.tail


class _Reader:
    """Reads what a command writes until it ends, or is beyond a limit."""

    def __init__(
        self,
        process: Process,
        results: int | None,
        job: Job,
        group: Group | None,
    ) -> None:
        assert process.stdout is not None
        self.process = process
        self.job = job
        self.group = group
        self.begun = time.monotonic()
        self.deadline = self.begun + job.limits.seconds
        self.output, self.said = _Kept(KEPT_OUTPUT), bytearray()
        self.results = results
        self.streams = {process.stdout.fileno()} | ({results} if results is not None else set())
        self.watch = job.watch(process.pid, group)
        self.timed_out = self.waited = False
        self.exceeded = ""

    def read(self) -> None:
        """Returns at the end of the command, or at a limit: then it has to be killed."""
        with selectors.DefaultSelector() as selector:
            for descriptor in self.streams:
                selector.register(descriptor, selectors.EVENT_READ)
            while self.streams and not self._is_over():
                for key, _ in selector.select(self._pause()):
                    data = os.read(key.fd, 1 << 16)
                    if not data:
                        selector.unregister(key.fd)
                        self.streams.discard(key.fd)
                    self._keep(key.fd, data)
        while not self._is_over():
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(self._pause())
                return

    def _keep(self, descriptor: int, data: bytes) -> None:
        if descriptor != self.results:
            self.output.add(data)
            return
        self.said += data
        if len(self.said) > self.job.limits.results:
            self.exceeded = f"wrote more than {usage.in_words(self.job.limits.results)} of results"

    def _pause(self) -> float:
        """Seconds until the deadline, or the next look."""
        return max(min(self.deadline, self.watch.due) - time.monotonic(), 0.0)

    def _is_over(self) -> bool:
        """Whether a limit is reached."""
        now = time.monotonic()
        if now >= self.watch.due and not self.exceeded:
            ended = self.group is not None and self.group.memory_ended()
            self.exceeded = self._memory() if ended else self.watch.look()
        self.timed_out = not self.exceeded and now >= self.deadline and self._has_had_its_time(now)
        return self.timed_out or bool(self.exceeded)

    def _has_had_its_time(self, now: float) -> bool:
        """Whether it has used its seconds, or waits; if others keep it from the processor, look again later."""
        # A program can make no process, and others may have run in its sandbox before.
        used = usage.processor_seconds(self.process.pid, of_ended=not self.job.kind)
        self.waited = used < LEAST_SHARE * (now - self.begun)
        self.deadline = now + usage.FIRST
        return self.waited or used >= self.job.limits.seconds

    def _memory(self) -> str:
        return usage.too_much_memory(self.job.limits.together)

    def finished(self) -> Finished:
        """What came of the command, once it has ended."""
        status = self.process.returncode or 0
        if self.group and status and not self.exceeded:
            if self.group.memory_ended():
                self.exceeded = self._memory()
            elif self.group.processes_refused():
                self.exceeded = f"started more than {self.job.limits.processes} processes"
        status = status if status >= 0 else 128 - status
        said = self.output.bytes().decode(errors="replace")
        how = status, self.timed_out, said, bytes(self.said), self.exceeded
        return Finished(*how, self.process.processor_seconds, self.timed_out and self.waited)
