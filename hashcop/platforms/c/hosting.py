"""C's harness where the implementation is hosted by something else: what the rooms of such platforms have in common.

A program is linked for the size of a digest, since the harness knows it when it is compiled.
"""

import contextlib
import os
import shlex
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from hashcop.data.records import OPERATION
from hashcop.data.said import first_error
from hashcop.machine.sandbox import Limits, Sandbox
from hashcop.platforms.c import operations
from hashcop.platforms.c.tools.installed import Compiler

LIMITS = Limits(seconds=300)
FUNCTION = "hashcop_implementation"
PROGRAM = "program"


class RoomError(Exception):
    """The harness does not build; says why."""


@dataclass(frozen=True)
class HostedRoom:
    """A harness. `directory` holds all of it; `digest` is of its sources, and of what else decides what it does.

    `host` is the file of it that programs are linked with, `operation` what they do, and `link` flags of theirs.
    `about` is what people call the harness.
    """

    sandbox: Sandbox
    directory: Path
    digest: str
    compiler: Compiler
    flags: tuple[str, ...]
    sources: Path
    _lock: threading.Lock = field(default_factory=threading.Lock, kw_only=True)

    host: ClassVar[str]
    about: ClassVar[str]
    operation: ClassVar[str] = OPERATION
    link: ClassVar[str] = ""

    def program(self, size: int) -> Path:
        """The program for digests of so many bytes. Raises RoomError."""
        place = self.directory / f"{PROGRAM}-{size}"
        with self._lock:
            if not place.is_file():
                self._link(size, place)
        return place

    def _link(self, size: int, place: Path) -> None:
        work = _fresh(self.directory.with_name(f"{self.directory.name}-{size}.{os.getpid()}"))
        operation = operations.operations()[self.operation]
        (work / "facts.c").write_text(operations.facts(operation, FUNCTION, {"BYTES": size}))
        compiler = shlex.join([*self.compiler.to_run, *self.flags, "-O2"])
        measure = shlex.quote(str(self.sources / "measure" / "c"))
        host = shlex.quote(str(self.directory / self.host))
        self.succeed(
            f"{compiler} -I{measure} {self.link} facts.c {host} -ldl -lpthread -o {PROGRAM}",
            work,
            [self.sources, self.directory],
        )
        (work / PROGRAM).chmod(0o755)
        (work / PROGRAM).replace(place)
        shutil.rmtree(work, ignore_errors=True)

    @contextmanager
    def making(self) -> Iterator[Path]:
        """A directory that has the harness's sources; what the block leaves in it becomes the room's own."""
        work = _fresh(self.directory.with_name(f"{self.directory.name}.{os.getpid()}"))
        for part in ("measure", "cpucycles"):  # make can't read paths with blanks
            (work / part).symlink_to(self.sources / part)
        yield work
        for path in (work, *work.rglob("*")):
            if not path.is_symlink():
                is_program = path.is_dir() or os.access(path, os.X_OK)
                path.chmod(0o755 if is_program else 0o644)
        with contextlib.suppress(OSError):  # another process was first
            work.rename(self.directory)
        shutil.rmtree(work, ignore_errors=True)

    def make(self, makefile: str, *words: str) -> str:
        """The script that makes the harness's part in C."""
        compiler = shlex.quote(shlex.join([*self.compiler.to_run, *self.flags]))
        cores = len(os.sched_getaffinity(0))
        return f"make -s -j {cores} -f {makefile} CC={compiler} {' '.join(words)} OUT=."

    def succeed(
        self, script: str, work: Path, readable: list[Path], limits: Limits = LIMITS
    ) -> None:
        """Run a script in the sandbox. Raises RoomError."""
        done = self.sandbox.run(
            ["sh", "-ec", script], directory=work, limits=limits, readable=readable, writable=[work]
        )
        if done.status:
            raise RoomError(f"{self.about} does not build: {first_error(done.output)}")


def _fresh(work: Path) -> Path:
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    work.chmod(0o755)
    return work
