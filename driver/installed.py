"""The compilers and emulators that are installed: where they are, and what they are by their binaries and versions."""

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


@dataclass(frozen=True)
class Emulator:
    """What runs programs of another processor: the words before a program, and what it says of its version."""

    words: tuple[str, ...]
    version: str

    def __str__(self) -> str:
        """As the data have it: the version, and the options that matter."""
        options = " ".join(self.words[1:]).partition("-L ")[0].strip()
        return f"{self.version}, {options}" if options else self.version


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
    found = (find_compiler(family.command, family.cxx) for family in compilers.families())
    return tuple(one for one in found if one)


def find_compiler(command: str, cxx: str) -> Compiler | None:
    """The compiler of a command, with that for C++ where it is on the PATH too."""
    path, cxx_path = find(command), find(cxx)
    if path is None:
        return None
    version = _version(path)
    return Compiler(
        command,
        path,
        version,
        _identity(path, version),
        cxx if cxx_path else "",
        _identity(cxx_path, _version(cxx_path)) if cxx_path else "",
        cxx_path or "",
    )


def find_emulator(words: tuple[str, ...]) -> Emulator | None:
    """The emulator of a row of compilers/abis.toml, where it is on the PATH."""
    path = find(words[0])
    return Emulator((path, *words[1:]), _version(path)) if path else None


def find_emulators() -> dict[str, str]:
    """By ABI, the emulators of those that this processor does not run."""
    wanted = {
        abi.name: abi.elsewhere.emulator
        for abi in compilers.abis()
        if abi.elsewhere and not abi.is_ours
    }
    found = {name: find_emulator(words) for name, words in wanted.items()}
    return {name: str(one) for name, one in found.items() if one}
