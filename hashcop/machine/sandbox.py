"""The sandbox: all compilers and built programs run here, since a stranger's code is hostile until proven otherwise.

bubblewrap gives a command a file system of its own (the system's programs and libraries, read-only, and what the caller
names), no network, and its own process numbers; prlimit sets the limits of each process, a control group (cgroups.py)
or the reader of its output (usage.py) those of all together. If root starts it, each command runs as a user of its own
(users.py). A built program also gets a filter of system calls (seccomp.py), by the launcher (launcher.py). Every file
has its real path inside, so that a command means the same with and without the sandbox.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hashcop.machine import cgroups, commands, launcher, namespaces, seccomp, served, users
from hashcop.machine.cgroups import Groups
from hashcop.machine.commands import ENVIRONMENT as ENVIRONMENT
from hashcop.machine.commands import MIB as MIB
from hashcop.machine.commands import Finished as Finished
from hashcop.machine.commands import Job
from hashcop.machine.commands import Limits as Limits
from hashcop.machine.commands import end_leftovers as end_leftovers
from hashcop.machine.commands import stop_all as stop_all
from hashcop.machine.launcher import Launcher

SYSTEM_LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
SYSTEM_FILES = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")
# What the kernel tells of itself and of its keys.
HIDDEN = ("keys", "key-users", "kallsyms", "kmsg", "modules", "timer_list")
USER = "{user}"  # in the words that give up root: its number


class SandboxError(Exception):
    """No sandbox works here; says why."""


@dataclass(frozen=True)
class Sandbox:
    """How commands are confined here. `name` stands in the data: bubblewrap and its version, or none."""

    name: str
    confine: tuple[str, ...]  # bubblewrap and its options for every command; empty without sandbox
    become: tuple[str, ...]  # a command that gives up root, run inside before the limits are set
    extra_readable: tuple[Path, ...] = ()
    grants: bool = False  # whether a `grant` opens, as root, what programs then use without it
    launcher: Launcher | None = None  # None without sandbox
    serves: bool = False  # whether programs may run one after the other in one sandbox
    groups: Groups | None = (
        None  # None where the kernel can't limit all processes of a command together
    )

    @property
    def drops_root(self) -> bool:
        """Whether commands run as users of no name, so that all that they read must be readable for everybody."""
        return bool(self.become)

    @property
    def state(self) -> str:
        """What a command may do here: it changes with the way it is confined."""
        rules = self.launcher.state if self.launcher else ""
        return f"{self.name} {self.drops_root} {self.grants} {rules}"

    def described(self) -> tuple[str, ...]:
        """What confines commands here, for people."""
        if self.launcher is None:
            return ("nothing confines what is built and run",)
        shared = (
            "one after the other in a sandbox" if self.serves else "each in a sandbox of its own"
        )
        users_ = "each command runs as a user of its own" if self.drops_root else "user namespaces"
        together = str(self.groups) if self.groups else "no cgroups: looked at 4 times a second"
        return (
            "filter of system calls: seccomp, for built programs and for compilers",
            f"limits of all processes together: {together}",
            f"no rights of root: {users_}",
            f"built programs: {shared}",
        )

    def _bounded(self, command: Sequence[str], limits: Limits) -> list[str]:
        bounded = [
            "prlimit",
            f"--data={limits.data}" if limits.data else f"--as={limits.memory}",
            f"--nproc={limits.processes}",
            f"--fsize={limits.file_size}",
            f"--cpu={int(limits.seconds) + 2}",
            f"--memlock={MIB}",
            "--core=0",
            *command,
        ]
        # Without a process namespace the user's own processes would count.
        return bounded if self.confine else [w for w in bounded if not w.startswith("--nproc")]

    def _command(self, job: "Job", user: int, filter_: int | None) -> list[str]:
        """All words of a command. `filter_` is the descriptor of the filter of everything in the sandbox."""
        command: Sequence[str] = job.command
        if self.launcher and job.kind:
            program = shutil.which(command[0], path=ENVIRONMENT["PATH"]) or command[0]
            command = [*self.launcher.run(job.kind), program, *command[1:]]
        bounded = self._bounded(command, job.limits)
        if not self.confine:
            return bounded
        rules = [] if filter_ is None else ["--seccomp", str(filter_)]
        launcher_ = self.launcher if job.kind else None
        enter = self._enter(
            job.readable, job.writable, launcher_, (*rules, "--chdir", str(job.directory))
        )
        first = [str(job.grant)] if job.grant else []
        return [*enter, *first, *self._become(user), *bounded]

    def _enter(
        self,
        readable: Sequence[Path],
        writable: Sequence[Path],
        launcher_: Launcher | None,
        rest: Sequence[str],
    ) -> list[str]:
        """The words before a command that enter a sandbox. `rest`: more options of bubblewrap."""
        readable = (*self.extra_readable, *readable)
        mounts = _parents([*readable, *writable])
        for path in readable:
            bind = "--dev-bind" if path.is_relative_to("/dev") else "--ro-bind"
            mounts += [bind, str(path), str(path)]
        for path in writable:
            mounts += ["--bind", str(path), str(path)]
        mounts += launcher_.mount if launcher_ else []
        mounts += ["--remount-ro", "/dev"]
        mounts += ["--remount-ro", "/"]  # in memory, and writable for an ordinary user otherwise
        return [*self.confine, *mounts, *rest, "--"]

    def _become(self, user: int) -> list[str]:
        return [word.replace(USER, str(user)) for word in self.become]

    def serve(self, slot: int) -> list[str]:
        """The words that begin a sandbox for one program after the other, before the number of its socket."""
        assert self.launcher is not None
        user = users.user_of(slot, os.getpid()) if self.drops_root else 0
        enter = self._enter((), (), self.launcher, ("--as-pid-1", "--chdir", "/"))
        return [*enter, *self._become(user), *self.launcher.serve()]

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
        kind: str = "",
        alone: bool = False,
    ) -> Finished:
        """Run `command` in `directory`, and wait until it ends or reaches one of its limits.

        It sees the system's files, `readable` and `writable`; of devices, what is `readable` in /dev may be used, and
        then also sockets that drivers bind (seccomp.SOCKETS), unless `kind` refuses them.
        `request` is its standard input, in which `{results}` is replaced by the number of the results descriptor; that
        descriptor is open if `results` is true. `grant` is a program of ours that does as root what the sandbox
        permits, and then starts the command (measure/c/grant.c). It is used only if this sandbox needs it. `kind` is
        the filter of system calls (seccomp.py) of a built program; commands of the system have none of their own.
        `alone` says of a program with results that it needs no file but its own, no directory, and no word but its
        path: it may run in a sandbox that others ran in before (served.py).
        """
        grant = grant if self.grants else None
        if grant and not any(grant.is_relative_to(place) for place in readable):
            readable = [*readable, grant]
        job = Job(command, directory, limits, readable, writable, request, results, grant, kind)
        if alone and grant is None and self.serves:
            done = served.run(self.serve, job, _slots)
            if done:
                return done
        with _slots.take() as slot:
            return self._run(job, slot)

    def _run(self, job: "Job", slot: int) -> Finished:
        user = users.user_of(slot, os.getpid()) if self.drops_root else 0
        for path in job.writable if self.drops_root else ():
            users.give(path, user)
        if self.launcher is None or job.kind:
            # One process, since the filter of its kind lets it make no other: the limits of each are those of all. To
            # enter a group costs milliseconds.
            return commands.run(self._command(job, user, None), job, None, ())
        group = self.groups.group(slot) if self.groups else None
        if group and not group.make(job.limits.together, job.limits.processes):
            group = None
        has_devices = any(path.is_relative_to("/dev") for path in job.readable)
        name = seccomp.TOOLS_WITH_DEVICES if has_devices else seccomp.TOOLS
        filter_ = os.open(self.launcher.filter(name), os.O_RDONLY)
        try:
            join = self.launcher.join(group.members) if group else []
            return commands.run([*join, *self._command(job, user, filter_)], job, group, (filter_,))
        finally:
            os.close(filter_)


_slots = users.Slots()


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
    mounts += ["--proc", "/proc", "--dev", "/dev"]
    for name in HIDDEN:
        if Path("/proc", name).exists():
            mounts += ["--ro-bind", "/dev/null", f"/proc/{name}"]
    return mounts


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
        f"--reuid={USER}",
        f"--regid={USER}",
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


def open_sandbox(
    *, trusted: bool, toolchains: Sequence[Path] = (), kept: Path | None = None
) -> Sandbox:
    """The sandbox that works here, or none if all code is `trusted`.

    `toolchains` are directories of compilers; those outside /usr become visible inside. `kept` is a directory for what
    the sandbox needs of its own; without one it is made anew. Raises SandboxError if no sandbox works.
    """
    if trusted:
        return Sandbox("none", (), ())
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise SandboxError("bubblewrap is not installed")
    outside = tuple(p for p in toolchains if not p.is_relative_to("/usr"))
    try:
        own = launcher.open_launcher(kept)
    except launcher.NoLauncher as error:
        raise SandboxError(f"programs can't be confined here: {error}") from None
    version = subprocess.run([bwrap, "--version"], capture_output=True, text=True, check=False)
    said = ""
    for one in _candidates(bwrap):
        rest = one.confine, one.become, outside, one.grants, own
        sandbox = Sandbox(version.stdout.strip(), *rest)
        tried = sandbox.run(["true"], directory=Path("/"), limits=Limits(10))
        if tried.status == 0:
            return _with_served(_with_groups(_with_filter(sandbox)))
        said = tried.output.strip()
    advice = namespaces.advice()
    raise SandboxError(f"bubblewrap does not work here: {said}" + (f"\n{advice}" if advice else ""))


def _with_filter(sandbox: Sandbox) -> Sandbox:
    """The same sandbox. Raises SandboxError if a program with a filter of system calls does not run in it."""
    for kind in (seccomp.PROGRAM, seccomp.COUNTING):
        done = sandbox.run(["true"], directory=Path("/"), limits=Limits(10), kind=kind)
        if done.status:
            why = done.output.strip() or f"status {done.status}"
            raise SandboxError(f"programs can't be confined here: {why}")
    return sandbox


def _with_served(sandbox: Sandbox) -> Sandbox:
    """The sandbox with programs one after the other in it, if that works here."""
    serving = replace(sandbox, serves=True)
    program = shutil.which("true", path=ENVIRONMENT["PATH"]) or "true"
    request = Job([program], Path("/"), Limits(10), (), (), None, True, None, seccomp.PROGRAM)
    done = served.run(serving.serve, request, _slots)
    return serving if done and done.status == 0 else sandbox


def _with_groups(sandbox: Sandbox) -> Sandbox:
    """The sandbox with control groups, if they work here."""
    with_groups = replace(sandbox, groups=cgroups.find())
    if with_groups.groups is None:
        return sandbox
    done = with_groups.run(["true"], directory=Path("/"), limits=Limits(10))
    return with_groups if done.status == 0 else sandbox
