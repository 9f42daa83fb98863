"""The launcher of programs in the sandbox, measure/confine.c, with its filters: made once, and kept."""

import atexit
import contextlib
import hashlib
import itertools
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from hashcop import ROOT
from hashcop.machine import seccomp

SOURCE = ROOT / "measure" / "confine.c"
COMPILERS = ("gcc", "cc", "clang")
INSIDE = (
    "/confine"  # where programs in the sandbox see it: beside its own place they would see others
)
FAILED = 125  # its exit status where it can't begin a program: confine.c
LINKED = (("-static",), ())  # in the order in which they are tried: a static program begins sooner


class NoLauncher(Exception):
    """No launcher can be made here; says why."""


@dataclass(frozen=True)
class Launcher:
    """A directory with the launcher and its filters. `state` changes with what these are."""

    place: Path
    state: str

    @property
    def program(self) -> Path:
        """The launcher."""
        return self.place / "confine"

    def filter(self, kind: str) -> Path:
        """A filter of system calls, as the kernel takes it."""
        return self.place / kind

    @property
    def mount(self) -> list[str]:
        """Options of bubblewrap that show it to a command."""
        return ["--ro-bind", str(self.place), INSIDE]

    def run(self, kind: str) -> list[str]:
        """The words before the absolute path of a program that begin it with a filter, inside the sandbox."""
        return [f"{INSIDE}/confine", "run", INSIDE, kind]

    def serve(self) -> list[str]:
        """The words before the number of a socket that begin programs with filters, inside the sandbox."""
        return [f"{INSIDE}/confine", "serve", INSIDE]

    def join(self, files: tuple[Path, ...]) -> list[str]:
        """The words before a command that begin it in cgroups; none if there are no cgroups."""
        return [str(self.program), "join", *map(str, files), "--"] if files else []


def open_launcher(kept: Path | None) -> Launcher:
    """The launcher, kept in a directory `kept`; without one, until this process ends. Raises NoLauncher."""
    if kept is None:
        kept = Path(tempfile.mkdtemp(prefix="hashcop-"))
        kept.chmod(0o755)
        atexit.register(shutil.rmtree, kept, ignore_errors=True)
    state = _state()
    place = kept / f"confine-{state}"
    if not (place / "confine").is_file():
        _make(place)
    with contextlib.suppress(OSError):
        os.utime(place)  # it is in use, and not to be removed from the cache
    return Launcher(place, state)


def _state() -> str:
    texts = [SOURCE.read_bytes(), Path(seccomp.__file__).read_bytes(), os.uname().machine.encode()]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]


def _make(place: Path) -> None:
    temporary = place.with_name(f"{place.name}.{os.getpid()}")
    shutil.rmtree(temporary, ignore_errors=True)
    try:
        temporary.mkdir(parents=True)
        seccomp.write(temporary)
        _compile(temporary / "confine")
        for path in (temporary, *temporary.iterdir()):
            path.chmod(0o755 if path.is_dir() or path.name == "confine" else 0o644)
        with contextlib.suppress(OSError):  # another process was first
            temporary.rename(place)
    except seccomp.NoFilter as error:
        raise NoLauncher(str(error)) from None
    except OSError as error:
        raise NoLauncher(f"{place}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _compile(program: Path) -> None:
    compilers = list(filter(None, map(shutil.which, COMPILERS)))
    if not compilers:
        raise NoLauncher("no C compiler is installed, to build measure/confine.c with")
    addresses = {"FIRST_PATH": seccomp.first_path(), "LIMIT_OF_PROGRAM": seccomp.program_limit()}
    macros = [f"-D{name}={value:#x}" for name, value in addresses.items()]
    said = ""
    for compiler, how in itertools.product(compilers, LINKED):
        words = [compiler, "-std=c11", "-O2", *macros, *how, str(SOURCE), "-o", str(program)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
        said = said or done.stderr.strip()[:500]
    raise NoLauncher(f"measure/confine.c does not build: {said}")
