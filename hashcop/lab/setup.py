"""Setting up a machine of a lab: the tree, the Python environment, the credentials and the service.

The machine is reached by ssh, or by srun if Slurm starts its worker. Home does not log in afterwards: the worker
connects to home. ssh keys stay at home, and no agent is forwarded.
"""

import io
import shlex
import subprocess
import tarfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from hashcop.lab import tree
from hashcop.lab.worker import CREDENTIALS, Credentials

PLACE = "hashcop-lab"  # on a machine, below the home of whoever we are there; each machine has a directory in it
SSH = ("ssh", "-a", "-x", "-o", "BatchMode=yes", "-o", "ConnectTimeout=20")
OLDEST = (3, 11)
NOTHING = "\0"  # begins no line
INIT = "/run/systemd/system"  # is there where systemd runs
Say = Callable[[str], None]

UNIT = """\
[Unit]
Description=A machine of a lab that Hashcop measures with
After=network.target

[Service]
WorkingDirectory={place}
ExecStart={place}/do lab work
Restart=always
RestartSec=5
KillMode=mixed

[Install]
WantedBy={wanted}
"""


class NotSetUp(Exception):
    """A machine can't be set up. The message has the step and the machine's last output."""


@dataclass(frozen=True)
class Found:
    """Properties of a machine that the setup depends on. `place` is an absolute path."""

    place: str
    service: str
    is_root: bool
    has_systemd: bool


@dataclass(frozen=True)
class Remote:
    """A machine that runs scripts for sh by a command. `where` is its name in messages.

    `has_shell`: the last argument of the command is interpreted by the login shell there, which may not be sh.
    `own_lines`: how lines begin that the command itself prints after an error of the script.
    """

    where: str
    command: tuple[str, ...]
    has_shell: bool = False
    own_lines: str = NOTHING

    def run(self, what: str, script: str, given: bytes = b"") -> str:
        """Run a script and return its output. `what`: purpose, for messages; `given`: input. Raises NotSetUp."""
        try:
            script = shlex.join(["sh", "-c", script]) if self.has_shell else script
            done = subprocess.run([*self.command, script], input=given, capture_output=True)
        except OSError as error:
            raise NotSetUp(f"{self.command[0]}: {error.strerror}") from None
        if done.returncode != 0:
            every = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()
            said = [line for line in every if not line.startswith(self.own_lines)] or every
            raise NotSetUp(
                f"{self.where}: {what}: {said[-1] if said else f'status {done.returncode}'}"
            )
        return done.stdout.decode(errors="replace")


def by_ssh(where: str) -> Remote:
    """A machine that ssh reaches."""
    return Remote(where, (*SSH, "--", where), has_shell=True)


def set_up(
    root: Path,
    remote: Remote,
    own: Credentials,
    say: Say,
    *,
    has_service: bool,
    needs: Sequence[str] = ("--worker",),
) -> str:
    """Set a machine up, or update it. Returns the output of `./do doctor` there. Raises NotSetUp.

    `needs`: options of bootstrap.py to run. `has_service`: install the worker as a service and start it.
    """
    found = _look(remote, own.name)
    say(f"{own.name}: copying the tree to {remote.where}:{found.place}")
    # Stop a running worker first, since its files are replaced.
    if has_service:
        remote.run("stopping its worker", _stop(found))
    remote.run(
        "unpacking the tree",
        f"mkdir -p {_q(found.place)} && tar -xzf - -C {_q(found.place)}",
        packed(root),
    )
    remote.run(
        "writing its credentials",
        f"umask 077 && mkdir -p {_q(found.place)}/.lab && cat > {_q(f'{found.place}/{CREDENTIALS}')}",
        msgspec.json.encode(own),
    )
    say(f"{own.name}: making the Python environment, which takes some minutes")
    for option in needs:
        remote.run(
            "making its environment", f"cd {_q(found.place)} && python3 -B bootstrap.py {option}"
        )
    said = remote.run(
        "looking at it", f"cd {_q(found.place)} && ./do doctor --machine {_q(own.name)} || true"
    )
    if has_service:
        remote.run("starting its worker", _start(found))
    if has_service and not found.has_systemd:
        say(f"{own.name}: no systemd here; run this at boot: cd {found.place} && ./do lab work")
    return said


def _look(remote: Remote, name: str) -> Found:
    said = remote.run(
        "looking at it",
        f'echo "$HOME"; id -u; test -d {INIT} && echo systemd || echo none; '
        "python3 -c 'import sys; print(*sys.version_info[:2])'",
    ).split("\n")
    if len(said) < 4 or not said[3].strip():
        raise NotSetUp(
            f"{remote.where}: python3 is missing; on Debian: apt-get install python3 python3-venv"
        )
    home, user, init, version = (line.strip() for line in said[:4])
    if tuple(map(int, version.split())) < OLDEST:
        raise NotSetUp(
            f"{remote.where}: Python {version.replace(' ', '.')}, and 3.11 is the oldest that serves"
        )
    return Found(f"{home}/{PLACE}/{name}", f"hashcop-lab-{name}", user == "0", init == "systemd")


def packed(root: Path) -> bytes:
    """The tree as an archive, with the list of its files, so that later updates can remove files."""
    entries = tree.listed(root)
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=6) as archive:
        for one in entries:
            info = archive.gettarinfo(root / one.path, one.path)
            info.uid = info.gid = 0
            info.uname = info.gname = ""
            if one.kind == "link":
                archive.addfile(info)
            else:
                info.mode = 0o755 if one.kind == "program" else 0o644
                archive.addfile(info, io.BytesIO(tree.content(root, one)))
        told = "\0".join(one.path for one in entries).encode()
        listed = tarfile.TarInfo(tree.LIST)
        listed.size = len(told)
        archive.addfile(listed, io.BytesIO(told))
    return out.getvalue()


def _systemctl(found: Found) -> str:
    # A session of ssh has no bus of its user's unless it is told where it is.
    return "systemctl" if found.is_root else 'XDG_RUNTIME_DIR="/run/user/$(id -u)" systemctl --user'


def _stop(found: Found) -> str:
    if found.has_systemd:
        return f"{_systemctl(found)} stop {found.service} 2>/dev/null || true"
    pid = f"{_q(found.place)}/.lab/worker.pid"
    return f"test ! -f {pid} || kill $(cat {pid}) 2>/dev/null || true"


def _start(found: Found) -> str:
    if not found.has_systemd:
        # Only the worker is put in the background: a background subshell would keep ssh's pipes open.
        worker = "setsid ./do lab work </dev/null >>.lab/worker.log 2>&1 &"
        return f"cd {_q(found.place)} && {{ {worker} }}"
    unit = UNIT.format(
        place=found.place, wanted="multi-user.target" if found.is_root else "default.target"
    )
    directory = "/etc/systemd/system" if found.is_root else "$HOME/.config/systemd/user"
    steps: Sequence[str] = (
        f'mkdir -p "{directory}"',
        f'printf %s {_q(unit)} > "{directory}/{found.service}.service"',
        *(() if found.is_root else ("loginctl enable-linger",)),
        f"{_systemctl(found)} daemon-reload",
        f"{_systemctl(found)} enable --now {found.service}",
    )
    return " && ".join(steps)


def _q(text: str) -> str:
    return shlex.quote(text)
