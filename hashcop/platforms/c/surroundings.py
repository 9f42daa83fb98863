"""What builds depend on that is in no key: other packages of the system, the operator's libraries, the sandbox.

Keys are the same on all machines. What is kept of a build on this machine holds only as long as its surroundings do.
"""

import os
import shutil
from functools import cache
from pathlib import Path

from hashcop.data.keys import digest
from hashcop.machine.sandbox import ENVIRONMENT, Sandbox
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.tools.installed import stamp
from hashcop.platforms.c.tools.toolchain import (
    Toolchain,
    own_stamps,
    system_stamps,
    tree_digest,
)

BESIDE = ("as", "ld", "ld.lld", "ar", "objcopy", "objdump")  # what compilers and this package run
LOCAL = Path("/usr/local")  # its files are no package's


@cache
def _system() -> tuple[str, ...]:
    """Words that change with the files that compilers and linkers read by themselves."""
    commands = (shutil.which(command, path=ENVIRONMENT["PATH"]) for command in BESIDE)
    local = [LOCAL / "lib", LOCAL / "lib64"]
    local += [Path(place) for place, *_ in os.walk(LOCAL / "include")]
    paths = [*filter(None, commands), *map(str, local)]
    return (*system_stamps(), *map(stamp, paths))


@cache
def _content(directory: Path) -> str:
    return tree_digest(directory)


def programs_of(cache: Path, toolchain: Toolchain, *, sanitized: bool) -> Path:
    """Where programs are kept.

    Beside machine code and harness they depend on the compiler of the harness and on the operator's libraries: these
    may differ between checkouts that share the cache.
    """
    first = toolchain.compilers[0].identity if toolchain.compilers else ""
    room = "sanitized" if sanitized else "programs"
    return cache / room / digest(first, *own_stamps(toolchain.libraries))[:12]


def of_job(job: Job, sandbox: Sandbox, programs: Path) -> str:
    """A hash of all that is in no key. `programs`: where programs are kept."""
    libraries = (*job.linked, *job.libraries)
    return digest(
        *(*_system(), programs.parent.name, programs.name),
        sandbox.state,
        *(word for library in libraries for word in library.link),
        *(_content(directory) for directory in job.target.library_directories),
        stamp(str(job.target.c_library)),
    )
