"""Builds that a tool can watch: with names and lines of the source, of an option set that was built before."""

import dataclasses
import shlex
from collections.abc import Sequence
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.build import SECRET, Shelf, Workshop
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.options import OptionSet
from hashcop.platforms.c.tools.toolchain import Toolchain
from hashcop.platforms.door import Built

DATA = (".rodata", ".data")
# Valgrind 3.19 can't read all of the fifth version as clang writes it, and may give up.
DEBUG = "-gdwarf-4"


@dataclasses.dataclass(frozen=True)
class Made(Built):
    """A build, and all that its compiler printed: the outcome has only some lines of it."""

    printed: str


class _Listening(Workshop):
    printed = ""

    def _run(self, script: str, work: Path) -> tuple[str, str]:
        # Of each instruction that it treats strictly MemorySanitizer also prints a dump.
        said_in = shlex.quote(str(work / "said"))
        whole = f"({script}) > {said_in} 2>&1; status=$?; grep -v ^QQQ {said_in}; exit $status"
        reason, said = super()._run(whole, work)
        self.printed += said
        return reason, said


@dataclasses.dataclass(frozen=True)
class Room:
    """Where builds of a job are made: `directory` is the caller's own, who removes it."""

    job: Job
    toolchain: Toolchain
    sandbox: Sandbox
    directory: Path

    def build(self, option_set: OptionSet, flags: Sequence[str]) -> Made:
        """A build with further flags. Its program is not stripped, and declassification is in force."""
        wanted = dataclasses.replace(option_set, flags=(*option_set.flags, DEBUG, *flags, SECRET))
        shop = _Listening(
            self.job,
            self.toolchain,
            self.sandbox,
            self.directory / "shop",
            self.directory / "programs",
            Shelf(),
        )
        try:
            built = shop.build(wanted)
        finally:
            shop.close()
        return Made(built.outcome, built.artifact, shop.printed)


def has_same_code(program: Path, other: Path) -> bool:
    """Whether two linked programs have the same machine code and the same constants."""
    try:
        return _code_of(program) == _code_of(other)
    except (ELFError, OSError, ValueError):
        return False


def _code_of(program: Path) -> dict[str, tuple[int, bytes]]:
    """The sections of code and of data, by name: address and contents."""
    with program.open("rb") as file:
        return {
            section.name: (section["sh_addr"], section.data())
            for section in ELFFile(file).iter_sections()
            if section["sh_flags"] & SH_FLAGS.SHF_EXECINSTR or section.name.startswith(DATA)
        }
