"""What kernels need of the harness: the program that takes messages to a device, and the tool that asks drivers.

Made once, and kept. The program is linked for the size of a digest, since the harness, which is C's, knows it when it
is compiled.
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
from tempfile import mkdtemp

from hashcop.data.keys import digest
from hashcop.data.said import first_error
from hashcop.machine.cache import use
from hashcop.machine.sandbox import Limits, Sandbox
from hashcop.platforms.c import operations
from hashcop.platforms.c.tools import toolchain
from hashcop.platforms.c.tools.installed import Compiler
from hashcop.platforms.device import devices

LIMITS = Limits(seconds=300)
OPERATION = "crypto_hashmany"
FUNCTION = "hashcop_implementation"
HOST, TOOL, PROGRAM = "hosted.o", "tool", "program"


class RoomError(Exception):
    """The harness does not build; says why."""


@dataclass(frozen=True)
class Room:
    """The harness for devices. `directory` holds all of it; `digest` is of its sources, and of `nodes`.

    `nodes` are the files by which processes reach devices, where these may be used.
    """

    sandbox: Sandbox
    directory: Path
    digest: str
    compiler: Compiler
    flags: tuple[str, ...]
    sources: Path
    nodes: tuple[Path, ...] = ()
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def readable(self) -> list[Path]:
        """What the sandbox shows to a driver, beside the system's files."""
        return [*devices.readable(), *self.nodes]

    @property
    def tool(self) -> Path:
        """The tool that asks drivers: measure/device/tool.c."""
        return self.directory / TOOL

    def program(self, size: int) -> Path:
        """The program for digests of so many bytes. Raises RoomError."""
        place = self.directory / f"{PROGRAM}-{size}"
        with self._lock:
            if not place.is_file():
                self._link(size, place)
        return place

    def _link(self, size: int, place: Path) -> None:
        work = _fresh(self.directory.with_name(f"{self.directory.name}-{size}.{os.getpid()}"))
        operation = operations.operations()[OPERATION]
        (work / "facts.c").write_text(operations.facts(operation, FUNCTION, {"BYTES": size}))
        compiler = shlex.join([*self.compiler.to_run, *self.flags, "-O2"])
        measure = shlex.quote(str(self.sources / "measure" / "c"))
        host = shlex.quote(str(self.directory / HOST))
        _succeed(
            self.sandbox,
            f"{compiler} -I{measure} facts.c {host} -ldl -lpthread -o {PROGRAM}",
            work,
            [self.sources, self.directory],
        )
        (work / PROGRAM).chmod(0o755)
        (work / PROGRAM).replace(place)
        shutil.rmtree(work, ignore_errors=True)

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """A directory for what a driver writes, which goes with the block."""
        made = Path(mkdtemp(dir=self.directory.parent, prefix="scratch-"))
        try:
            yield made
        finally:
            shutil.rmtree(made, ignore_errors=True)


def open_room(
    sandbox: Sandbox,
    cache: Path,
    found: toolchain.Toolchain,
    target: toolchain.Target,
    nodes: tuple[Path, ...] = (),
) -> Room:
    """The harness for devices, by the first compiler for a target of C. Raises RoomError."""
    compiler = found.compilers_for(target)[0]
    sources, name = toolchain.copy_sources(cache, "measure/device")
    state = digest(name, found.harness_digest, compiler.identity, target.name)
    flags = target.flags[compiler.command]
    directory = cache / f"room-{state}"
    own = digest(name, found.harness_digest, *map(str, nodes))
    room = Room(sandbox, directory, own, compiler, flags, sources, nodes)
    if not use(directory):
        _make(room)
    return room


def _make(room: Room) -> None:
    work = _fresh(room.directory.with_name(f"{room.directory.name}.{os.getpid()}"))
    for part in ("measure", "cpucycles"):  # make can't read paths with blanks
        (work / part).symlink_to(room.sources / part)
    command = shlex.quote(shlex.join([*room.compiler.to_run, *room.flags]))
    cores = len(os.sched_getaffinity(0))
    script = f"make -s -j {cores} -f measure/device/Makefile CC={command} OUT=."
    _succeed(room.sandbox, script, work, [room.sources])
    for path in (work, *work.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.name == TOOL else 0o644)
    with contextlib.suppress(OSError):  # another process was first
        work.rename(room.directory)
    shutil.rmtree(work, ignore_errors=True)


def _succeed(sandbox: Sandbox, script: str, work: Path, readable: list[Path]) -> None:
    done = sandbox.run(
        ["sh", "-ec", script], directory=work, limits=LIMITS, readable=readable, writable=[work]
    )
    if done.status:
        raise RoomError(f"the harness for devices does not build: {first_error(done.output)}")


def _fresh(work: Path) -> Path:
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    work.chmod(0o755)
    return work
