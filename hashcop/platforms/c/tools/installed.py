"""The compilers and emulators that are installed: where they are, and what identifies them."""

import contextlib
import hashlib
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hashcop.platforms.c.tools import compilers

SYSTEM_DIRECTORIES = ("/usr/", "/bin/")  # what the sandbox shows anyway
# Has a compiler print the commands that it would run, each word in quotes where it needs them.
WOULD_RUN = ("-march=native", "-###", "-E", "-x", "c", "/dev/null")


@dataclass(frozen=True)
class Compiler:
    """A compiler that is installed. `identity` changes with its binary. `cxx` is empty if it has no C++.

    `command` and `cxx` are its names, `path` and `cxx_path` the files that are run. `arguments` and `cxx_arguments`
    are the further words of a command such as `zig cc`. `family` is the family's command. `is_first`: a profile that
    wants one version of the family gets this one. `native` is what it takes -march=native for, by its own name.
    """

    command: str
    path: str
    version: str
    identity: str
    cxx: str
    cxx_identity: str
    cxx_path: str = ""
    family: str = ""
    is_first: bool = True
    arguments: tuple[str, ...] = ()
    cxx_arguments: tuple[str, ...] = ()
    native: str = ""

    @property
    def to_run(self) -> list[str]:
        """The words that run it for C."""
        return [self.path, *self.arguments]

    @property
    def cxx_to_run(self) -> list[str]:
        """The words that run it for C++; empty if it has no C++."""
        return [self.cxx_path, *self.cxx_arguments] if self.cxx_path else []


@dataclass(frozen=True)
class Emulator:
    """A program that runs those of another processor: the words before a program, and its own version."""

    words: tuple[str, ...]
    version: str

    def __str__(self) -> str:
        """As the data have it: the version, and the options that choose a processor."""
        options = " ".join(self.words[1:]).partition("-L ")[0].strip()
        return f"{self.version}, {options}" if options else self.version


def find(command: str) -> str | None:
    """The file that a command on the PATH runs; links are followed where the sandbox would not show them."""
    path = shutil.which(command.split()[0]) if command else None
    if path is None or path.startswith(SYSTEM_DIRECTORIES):
        return path
    return str(Path(path).resolve())


def _programs() -> frozenset[str]:
    """The names of all files in the directories of the PATH."""
    names: set[str] = set()
    for directory in os.environ.get("PATH", "").split(os.pathsep):
        with contextlib.suppress(OSError):
            names.update(path.name for path in Path(directory or ".").iterdir())
    return frozenset(names)


def _versions(pattern: str, programs: Iterable[str]) -> list[str]:
    """The versions of the commands that match a pattern such as gcc-*, newest first."""
    before, star, after = pattern.partition("*")
    if not star:
        return []
    wanted = re.compile(rf"{re.escape(before)}(\d+(?:\.\d+)*){re.escape(after)}")
    found = (wanted.fullmatch(name) for name in programs if name.startswith(before))
    return sorted((match[1] for match in found if match), key=_as_numbers, reverse=True)


def _as_numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def commands() -> list[tuple[compilers.Family, str, str]]:
    """(family, command for C, command for C++): of each family the plain command, then the versions on the PATH."""
    programs, found = _programs(), []
    for family in compilers.families():
        found.append((family, family.command, family.cxx))
        for version in _versions(family.versions, programs):
            cxx = family.cxx_versions.replace("*", version)
            found.append((family, family.versions.replace("*", version), cxx))
    return found


def compiler_directories() -> list[Path]:
    """The directories of compilers outside the system's own: the sandbox must show them."""
    every = (command for _, *both in commands() for command in both)
    found = {Path(path) for path in map(find, every) if path}
    return sorted({p.parent.parent for p in found if not str(p).startswith(SYSTEM_DIRECTORIES)})


def stamps() -> list[str]:
    """Words that change when a compiler comes, goes or is replaced."""
    every = (command for _, *both in commands() for command in both)
    return [stamp(find(command) or command) for command in every]


def stamp(path: str) -> str:
    """A word that changes when a file comes, goes or is replaced."""
    real = os.path.realpath(path)
    try:
        status = Path(real).stat()
    except OSError:
        return f"{real} -"
    return f"{real} {status.st_size} {status.st_mtime_ns}"


def _version(command: str, path: str) -> str:
    done = subprocess.run(
        [path, *command.split()[1:], "--version"],
        capture_output=True,
        text=True,
        check=False,
        timeout=20,
    )
    return (done.stdout.splitlines() or ["unknown"])[0].strip()


def native_in(would_run: str) -> str:
    """What -march=native stands for in the commands that a compiler would run; empty if they do not say.

    clang gives the processor to its compiler proper as -target-cpu, gcc as -march. gcc leaves -march=native there where
    it can't tell.
    """
    for line in would_run.splitlines():
        try:
            words = shlex.split(line)
        except ValueError:  # a line in words, with an apostrophe
            continue
        if "-target-cpu" in words[:-1]:
            return words[words.index("-target-cpu") + 1]
        if words and Path(words[0]).name == "cc1":
            found = (w.removeprefix("-march=") for w in words if w.startswith("-march="))
            return next((name for name in found if name != "native"), "")
    return ""


def _native(command: str, path: str) -> str:
    done = subprocess.run(
        [path, *command.split()[1:], *WOULD_RUN],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=20,
    )
    return native_in(done.stderr) if done.returncode == 0 else ""


def digest_of(lines: Iterable[str]) -> str:
    """A hash of lines."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _identity(path: str, version: str) -> str:
    return digest_of([f"{stamp(path)} {version}"])


def find_compiler(
    family: compilers.Family,
    command: str,
    cxx: str,
    *,
    is_first: bool = True,
    is_cross: bool = False,
) -> Compiler | None:
    """The compiler of a command, with its C++ if that is on the PATH too; None if the command is not.

    `is_cross`: it compiles for another processor, so that there is no -march=native.
    """
    path, cxx_path = find(command), find(cxx)
    if path is None:
        return None
    version = _version(command, path)
    return Compiler(
        command=command,
        path=path,
        version=version,
        identity=_identity(path, version),
        cxx=cxx if cxx_path else "",
        cxx_identity=_identity(cxx_path, _version(cxx, cxx_path)) if cxx_path else "",
        cxx_path=cxx_path or "",
        family=family.command,
        is_first=is_first,
        arguments=tuple(command.split()[1:]),
        cxx_arguments=tuple(cxx.split()[1:]) if cxx_path else (),
        native="" if is_cross else _native(command, path),
    )


def _itself(compiler: Compiler) -> tuple[str, str]:
    """What two commands of the same compiler have in common: the binary, and its version without its name.

    The binary alone would not tell apart compilers behind ccache.
    """
    name = compiler.command.split()[0]
    return os.path.realpath(compiler.path), compiler.version.removeprefix(name)


def find_compilers() -> tuple[Compiler, ...]:
    """The compilers of compilers/ that are on the PATH: of each family the plain command, then the newest version.

    A compiler that has two names is there once.
    """
    found: dict[tuple[str, str], Compiler] = {}
    families: set[str] = set()
    for family, command, cxx in commands():
        compiler = find_compiler(family, command, cxx, is_first=family.command not in families)
        if compiler:
            found.setdefault(_itself(compiler), compiler)
            families.add(family.command)
    return tuple(found.values())


def find_emulator(words: tuple[str, ...]) -> Emulator | None:
    """The emulator of a row of compilers/c/abis.toml; None if it is not on the PATH."""
    path = find(words[0])
    return Emulator((path, *words[1:]), _version(words[0], path)) if path else None


def find_emulators() -> dict[str, str]:
    """The emulators of ABIs that this processor does not run, by ABI."""
    wanted = {
        abi.name: abi.elsewhere.emulator
        for abi in compilers.abis()
        if abi.elsewhere and not abi.is_ours
    }
    found = {name: find_emulator(words) for name, words in wanted.items()}
    return {name: str(one) for name, one in found.items() if one}
