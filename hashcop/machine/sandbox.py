"""The sandbox: all compilers and built programs run here, since a stranger's code is hostile until proven otherwise.

bubblewrap gives a command a file system of its own (the system's programs and libraries, read-only, and what the caller
names), no network, and its own process numbers; prlimit sets the limits. If root starts it, the command runs as
`nobody`, since the kernel exempts root from the limit on processes. Every file has its real path inside, so that a
command means the same with and without the sandbox.
"""

import contextlib
import os
import selectors
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

NOBODY = 65534
MIB = 1 << 20
KEPT_OUTPUT = 256 * 1024
SYSTEM_LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
SYSTEM_FILES = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LC_ALL": "C.UTF-8",
    "HOME": "/",
    "SOURCE_DATE_EPOCH": "0",  # __DATE__ and __TIME__ are the same each time, and so is the code
}


class SandboxError(Exception):
    """No sandbox works here; says why."""


@dataclass(frozen=True)
class Limits:
    """What a command may use: wall-clock seconds, bytes of address space per process, processes, bytes per file."""

    seconds: float
    memory: int = 4096 * MIB
    processes: int = 256
    file_size: int = 512 * MIB


@dataclass(frozen=True)
class Finished:
    """How a command ended. `status` is the exit status, or 128 + n if signal n killed it."""

    status: int
    timed_out: bool
    output: (
        str  # standard output and error together; only the beginning and the end if there is much
    )
    results: bytes  # what was written to the results descriptor


@dataclass(frozen=True)
class Sandbox:
    """How commands are confined here. `name` stands in the data: bubblewrap and its version, or none."""

    name: str
    confine: tuple[str, ...]  # bubblewrap and its options for every command; empty without sandbox
    become: tuple[str, ...]  # a command that gives up root, run inside before the limits are set
    extra_readable: tuple[Path, ...] = ()
    grants: bool = False  # whether a `grant` opens, as root, what programs then use as nobody

    @property
    def drops_root(self) -> bool:
        """Whether commands run as nobody, so that all that they read must be readable for everybody."""
        return bool(self.become)

    def _command(
        self,
        command: Sequence[str],
        directory: Path,
        readable: Sequence[Path],
        writable: Sequence[Path],
        limits: Limits,
        grant: Path | None,
    ) -> list[str]:
        # All that root starts runs as nobody and is counted together: allow as many for each core's command.
        beside = len(os.sched_getaffinity(0)) if self.drops_root else 1
        bounded = [
            "prlimit",
            f"--as={limits.memory}",
            f"--nproc={limits.processes * beside}",
            f"--fsize={limits.file_size}",
            f"--cpu={int(limits.seconds) + 2}",
            "--core=0",
            *command,
        ]
        if not self.confine:
            # Without a process namespace the user's own processes would count.
            return [word for word in bounded if not word.startswith("--nproc")]
        mounts = _parents([*self.extra_readable, *readable, *writable])
        for path in (*self.extra_readable, *readable):
            mounts += ["--ro-bind", str(path), str(path)]
        for path in writable:
            mounts += ["--bind", str(path), str(path)]
        mounts += ["--remount-ro", "/"]  # in memory, and writable for an ordinary user otherwise
        first = [str(grant)] if grant else []
        begin = [*self.confine, *mounts, "--chdir", str(directory), "--"]
        return [*begin, *first, *self.become, *bounded]

    def run(
        self,
        command: Sequence[str],
        *,
        directory: Path,
        limits: Limits,
        readable: Sequence[Path] = (),
        writable: Sequence[Path] = (),
        request: bytes | None = None,
        results: bool = False,
        grant: Path | None = None,
    ) -> Finished:
        """Run `command` in `directory`, and wait until it ends or reaches its time limit.

        It sees the system's files, `readable` and `writable`. `request` is its standard input, in which `{results}` is
        replaced by the number of the results descriptor; that descriptor is open if `results` is true. `grant` is a
        program of ours that does as root what the sandbox permits, and then starts the command (measure/c/grant.c). It
        is used only if this sandbox needs it.
        """
        grant = grant if self.grants else None
        if grant and not any(grant.is_relative_to(place) for place in readable):
            readable = [*readable, grant]
        for path in writable if self.drops_root else ():
            os.chown(path, NOBODY, NOBODY)
        full = self._command(command, directory, readable, writable, limits, grant)
        temporary = writable[0] if writable else directory
        return _run(full, directory, temporary, limits.seconds, request, results)


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


def _start(
    command: list[str], directory: Path, temporary: Path, results_end: int | None
) -> subprocess.Popen[bytes]:
    with _running.lock:
        if _running.closed:
            raise KeyboardInterrupt
        process = subprocess.Popen(
            command,
            cwd=directory,
            env=ENVIRONMENT | {"TMPDIR": str(temporary)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=() if results_end is None else (results_end,),
            start_new_session=True,
        )
        _running.processes.add(process.pid)
        return process


def _run(
    command: list[str],
    directory: Path,
    temporary: Path,
    seconds: float,
    request: bytes | None,
    results: bool,
) -> Finished:
    read_end, write_end = os.pipe() if results else (None, None)
    try:
        process = _start(command, directory, temporary, write_end)
    except BaseException:
        if read_end is not None:
            os.close(read_end)
        raise
    finally:
        if write_end is not None:
            os.close(write_end)
    try:
        with contextlib.suppress(BrokenPipeError):
            if request and process.stdin:
                process.stdin.write(request.replace(b"{results}", str(write_end).encode()))
        with contextlib.suppress(BrokenPipeError):
            if process.stdin:
                process.stdin.close()
        output, said, timed_out = _collect(process, read_end, time.monotonic() + seconds)
    finally:
        with _running.lock:
            _running.processes.discard(process.pid)
        _kill(process)
        if read_end is not None:
            os.close(read_end)
    status = process.returncode
    return Finished(status if status >= 0 else 128 - status, timed_out, output, said)


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


def _kill(process: subprocess.Popen[bytes]) -> None:
    _end(process.pid)
    process.wait()
    if process.stdout:
        process.stdout.close()


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


def _collect(
    process: subprocess.Popen[bytes], results: int | None, deadline: float
) -> tuple[str, bytes, bool]:
    """Read until the command ends or the deadline passes. Returns (output, results, timed out)."""
    assert process.stdout is not None
    output, said = _Kept(KEPT_OUTPUT), _Kept(256 * MIB)
    streams = {process.stdout.fileno(): output}
    if results is not None:
        streams[results] = said
    with selectors.DefaultSelector() as selector:
        for descriptor in streams:
            selector.register(descriptor, selectors.EVENT_READ)
        while streams:
            left = deadline - time.monotonic()
            if left <= 0:
                return output.bytes().decode(errors="replace"), said.bytes(), True
            for key, _ in selector.select(left):
                data = os.read(key.fd, 1 << 16)
                if data:
                    streams[key.fd].add(data)
                else:
                    selector.unregister(key.fd)
                    del streams[key.fd]
    try:
        process.wait(max(deadline - time.monotonic(), 0.0))
    except subprocess.TimeoutExpired:
        return output.bytes().decode(errors="replace"), said.bytes(), True
    return output.bytes().decode(errors="replace"), said.bytes(), False


def _parents(paths: Sequence[Path]) -> list[str]:
    """Options that make the parent directories of mounts, which bubblewrap would make readable for their owner only."""
    ways = {way for path in paths for way in path.parents if way != Path("/")}
    return [word for way in sorted(ways) for word in ("--perms", "0755", "--dir", str(way))]


def _system_mounts() -> list[str]:
    mounts = [*_parents([Path(file) for file in SYSTEM_FILES]), "--ro-bind", "/usr", "/usr"]
    for name in SYSTEM_LINKS:
        path = Path("/") / name
        if path.is_symlink():
            mounts += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            mounts += ["--ro-bind", str(path), str(path)]
    for file in SYSTEM_FILES:
        mounts += ["--ro-bind-try", file, file]
    return [*mounts, "--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]


def _events_are_roots() -> bool:
    """Whether only root may count cycles: kernel.perf_event_paranoid, as Debian and others set it."""
    try:
        return int(Path("/proc/sys/kernel/perf_event_paranoid").read_text()) > 2
    except (OSError, ValueError):
        return False


@dataclass(frozen=True)
class _Candidate:
    confine: tuple[str, ...]
    become: tuple[str, ...] = ()
    grants: bool = False


def _candidates(bwrap: str) -> list[_Candidate]:
    """Ways to confine commands, in the order in which they are tried."""
    common = ("--die-with-parent", "--new-session", *_system_mounts())
    own_user = _Candidate((bwrap, "--unshare-all", *common))
    if os.geteuid() != 0:
        return [own_user]
    as_root = (
        bwrap,
        *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"),
        "--unshare-cgroup-try",
        *("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"),
    )
    become = (
        "setpriv",
        f"--reuid={NOBODY}",
        f"--regid={NOBODY}",
        "--clear-groups",
        "--inh-caps=-all",
        "--bounding-set=-all",
    )
    granting = _Candidate((*as_root, "--cap-add", "CAP_PERFMON", *common), become, True)
    return [
        *([granting] if _events_are_roots() else []),
        _Candidate((*as_root, *common), become),
        own_user,
    ]


def open_sandbox(*, trusted: bool, toolchains: Sequence[Path] = ()) -> Sandbox:
    """The sandbox that works here, or none if all code is `trusted`.

    `toolchains` are directories of compilers; those outside /usr become visible inside. Raises SandboxError if no
    sandbox works.
    """
    if trusted:
        return Sandbox("none", (), ())
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise SandboxError("bubblewrap is not installed")
    outside = tuple(p for p in toolchains if not p.is_relative_to("/usr"))
    said = ""
    for one in _candidates(bwrap):
        version = subprocess.run([bwrap, "--version"], capture_output=True, text=True, check=False)
        sandbox = Sandbox(version.stdout.strip(), one.confine, one.become, outside, one.grants)
        tried = sandbox.run(["true"], directory=Path("/"), limits=Limits(10))
        if tried.status == 0:
            return sandbox
        said = tried.output.strip()
    raise SandboxError(f"bubblewrap does not work here: {said}")
