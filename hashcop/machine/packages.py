"""Programs of the system: whether they are there, and how a Debian-like system gets them.

Standard library only: bootstrap.py imports this module before anything else is installed.
"""

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Tool:
    """A program or library of the system: its package, if it has one, and what it gives.

    It is there if a command of its name is, or, with `found`, if that says so.
    """

    name: str
    package: str
    gives: str
    needed: bool = False
    found: Callable[[], bool] | None = None

    @property
    def is_there(self) -> bool:
        """Whether the system has it."""
        return self.found() if self.found else shutil.which(self.name) is not None


def _has_libseccomp() -> bool:
    places = ("/usr/lib", "/usr/lib64", "/lib", "/usr/local/lib")
    return any(
        any(Path(place).glob(f"{way}libseccomp.so.2*")) for place in places for way in ("", "*/")
    )


def _has_venv() -> bool:
    return importlib.util.find_spec("ensurepip") is not None


VENV = Tool("python3-venv", "python3-venv", "the virtual environment", True, _has_venv)
SANDBOX = Tool("bwrap", "bubblewrap", "the sandbox that implementations are built and run in", True)

FILTERS = Tool(
    "libseccomp", "libseccomp2", "the sandbox's filters of system calls", True, _has_libseccomp
)


def own() -> tuple[Tool, ...]:
    """The tools that every platform needs."""
    return (
        VENV,
        SANDBOX,
        FILTERS,
        Tool("setpriv", "util-linux", "gives up root inside the sandbox", True),
    )


def missing_needed(wanted: Iterable[Tool], *, trusted: bool) -> list[Tool]:
    """The needed ones of some tools that are not there. Without sandbox (`trusted`) those for it are not."""
    left = [tool for tool in wanted if tool.needed and not tool.is_there]
    return [tool for tool in left if not (trusted and tool in (SANDBOX, FILTERS))]


def apt_line(wanted: Sequence[Tool]) -> str:
    """The command that installs tools on a Debian-like system."""
    sudo = "" if os.geteuid() == 0 else "sudo "
    names = " ".join(tool.package for tool in wanted if tool.package)
    return f"{sudo}apt-get install -y --no-install-recommends {names}"


def can_install() -> bool:
    """Whether this is root on a Debian-like system."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(wanted: Sequence[Tool], say: Callable[[str], None]) -> bool:
    """Install packages, without asking, after telling people so. Whether all of them were installed."""
    line = apt_line(wanted)
    say(f"installing what is missing: {line}")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update"], line.split()):
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        # An unreachable source is no reason to stop: the package may be known already.
        if done.returncode != 0 and command[1] != "update":
            say(done.stdout[-2000:])
            return False
    return True
