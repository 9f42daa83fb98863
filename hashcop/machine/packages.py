"""Which programs of the system are needed or useful, what each gives, and how a Debian-like system gets it.

Only the standard library: bootstrap.py asks before anything else is installed.
"""

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hashcop.platforms.c.tools import compilers


@dataclass(frozen=True)
class Tool:
    """A program or library of the system. `command` is what shows that it is there, unless `found` does."""

    name: str
    package: str
    gives: str
    needed: bool = False
    found: Callable[[], bool] | None = None

    @property
    def is_there(self) -> bool:
        return self.found() if self.found else shutil.which(self.name) is not None


def _has_venv() -> bool:
    return importlib.util.find_spec("ensurepip") is not None


def _has_headers() -> bool:
    return Path("/usr/include/stdio.h").exists()


def _gcc_major() -> str:
    gcc = shutil.which("gcc")
    if gcc is None:
        return "12"
    done = subprocess.run([gcc, "-dumpversion"], capture_output=True, text=True, check=False)
    return done.stdout.strip().split(".")[0] or "12"


def _has_32_bit() -> bool:
    lib = next(Path("/usr/lib/gcc").glob("x86_64-linux-gnu/*/32/libgcc.a"), None)
    return lib is not None or os.uname().machine != "x86_64"


def _has_libcrypto() -> bool:
    return Path("/usr/include/openssl/evp.h").exists()


def _has_header(library: compilers.Library) -> bool:
    places = ["/usr/include", *(word[2:] for word in library.compile if word.startswith("-I"))]
    places += map(str, Path("/usr/include").glob("*-linux-gnu*"))
    return any(Path(place, library.probe).exists() for place in places)


def _sanitizers() -> list[Tool]:
    """The sanitizers of the clang that is there; without one there are none to have."""
    clang = shutil.which("clang")
    if clang is None:
        return []
    done = subprocess.run([clang, "-dumpversion"], capture_output=True, text=True, check=False)
    major = done.stdout.strip().split(".")[0]
    place = Path(f"/usr/lib/llvm-{major}/lib/clang")
    files = "*/lib/linux/libclang_rt.msan-*.a"
    gives = "clang's sanitizers, for ./do check --sanitize"
    return [
        Tool("sanitizers", f"libclang-rt-{major}-dev", gives, False, lambda: any(place.glob(files)))
    ]


def multilib_package() -> str:
    """The package of the 32-bit runtime that stands beside cross compilers, as gcc-multilib does not."""
    return f"gcc-{_gcc_major()}-multilib"


VENV = Tool("python3-venv", "python3-venv", "the virtual environment", True, _has_venv)


def tools() -> tuple[Tool, ...]:
    """All of them, needed ones first."""
    return (
        VENV,
        Tool("gcc", "gcc", "a compiler, and the one that the harness is built with", True),
        Tool("libc headers", "libc6-dev", "the C library's headers", True, _has_headers),
        Tool("make", "make", "builds the harness", True),
        Tool("bwrap", "bubblewrap", "the sandbox that implementations are built and run in", True),
        Tool("setpriv", "util-linux", "gives up root inside the sandbox", True),
        Tool("g++", "g++", "implementations in C++"),
        Tool("clang", "clang", "its option sets; often the fastest ones"),
        Tool("32-bit runtime", multilib_package(), "the ABI x86", False, _has_32_bit),
        Tool("libcrypto", "libssl-dev", "the `openssl` implementations", False, _has_libcrypto),
        Tool("qemu-aarch64", "qemu-user", "checks on other processors: ./do check --abi"),
        *_sanitizers(),
    )


def libraries() -> tuple[Tool, ...]:
    """Libraries that every Debian has and implementations may need, beside those among the tools."""
    known = {tool.name for tool in tools()}
    return tuple(
        Tool(
            library.name,
            library.package,
            f"implementations that include {', '.join(library.headers)}",
            found=partial(_has_header, library),
        )
        for library in compilers.libraries()
        if library.package and library.name not in known
    )


def missing_needed(*, trusted: bool) -> list[Tool]:
    """Needed tools that are not there. Without sandbox (`trusted`) bubblewrap is not needed."""
    left = [tool for tool in tools() if tool.needed and not tool.is_there]
    return [tool for tool in left if not (trusted and tool.package == "bubblewrap")]


def apt_line(wanted: Sequence[Tool]) -> str:
    """The one line that installs tools on a Debian-like system."""
    sudo = "" if os.geteuid() == 0 else "sudo "
    return f"{sudo}apt-get install -y --no-install-recommends {' '.join(tool.package for tool in wanted)}"


def can_install() -> bool:
    """Whether we are root on a Debian-like system."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(wanted: Sequence[Tool], say: Callable[[str], None]) -> bool:
    """Install packages after saying so; whether all went well. Asks nothing of the terminal."""
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
        # A source that can't be reached is no reason to stop: the package may be known already.
        if done.returncode != 0 and command[1] != "update":
            say(done.stdout[-2000:])
            return False
    return True
