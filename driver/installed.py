"""The compilers that are installed: where they are, and what they are by their binaries and versions."""

import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from driver import compilers

SYSTEM_DIRECTORIES = ("/usr/", "/bin/")  # what the sandbox shows anyway


@dataclass(frozen=True)
class Compiler:
    """A compiler that is installed. `identity` changes with its binary; `cxx` is empty where it has no C++.

    `command` and `cxx` are what people call it, `path` and `cxx_path` what is run.
    """

    command: str
    path: str
    version: str
    identity: str
    cxx: str
    cxx_identity: str
    cxx_path: str = ""


def find(command: str) -> str | None:
    """The file that a command of the user's PATH runs; links are followed where the sandbox would not show them."""
    path = shutil.which(command)
    if path is None or path.startswith(SYSTEM_DIRECTORIES):
        return path
    return str(Path(path).resolve())


def compiler_directories() -> list[Path]:
    """Where compilers outside the system's directories live: the sandbox must show them."""
    commands = [name for family in compilers.families() for name in (family.command, family.cxx)]
    found = {Path(path) for path in map(find, commands) if path}
    return sorted({p.parent.parent for p in found if not str(p).startswith(SYSTEM_DIRECTORIES)})


def stamp(path: str) -> str:
    real = os.path.realpath(path)
    try:
        status = Path(real).stat()
    except OSError:
        return f"{real} -"
    return f"{real} {status.st_size} {status.st_mtime_ns}"


def _version(path: str) -> str:
    done = subprocess.run(
        [path, "--version"], capture_output=True, text=True, check=False, timeout=20
    )
    return (done.stdout.splitlines() or ["unknown"])[0].strip()


def _identity(path: str, version: str) -> str:
    return hashlib.sha256(f"{stamp(path)} {version}".encode()).hexdigest()[:16]


def find_compilers() -> tuple[Compiler, ...]:
    """The compilers of compilers/ that are on the PATH."""
    found = []
    for family in compilers.families():
        path = find(family.command)
        if path is None:
            continue
        version = _version(path)
        cxx_path = find(family.cxx)
        cxx_identity = _identity(cxx_path, _version(cxx_path)) if cxx_path else ""
        identity = _identity(path, version)
        found.append(
            Compiler(
                family.command,
                path,
                version,
                identity,
                family.cxx if cxx_path else "",
                cxx_identity,
                cxx_path or "",
            )
        )
    return tuple(found)
