"""What Java needs of the harness: its classes, and the program that becomes a JVM. Made once, and kept.

The program is linked for the size of a digest, since the harness, which is C's, knows it when it is compiled.
"""

import contextlib
import os
import shlex
import shutil
import threading
from dataclasses import dataclass, field
from pathlib import Path

from hashcop.data.keys import digest
from hashcop.data.records import OPERATION
from hashcop.data.said import first_error
from hashcop.machine.cache import use
from hashcop.machine.sandbox import Limits, Sandbox
from hashcop.platforms.c import operations
from hashcop.platforms.c.tools import toolchain
from hashcop.platforms.c.tools.installed import Compiler
from hashcop.platforms.jvm import machines
from hashcop.platforms.jvm.machines import Jvm

LIMITS = Limits(seconds=300)
FUNCTION = "hashcop_implementation"
HOST, PROGRAM, CLASSES = "host.o", "program", "classes"
LOWEST = "17"
FOREIGN = 22  # the release of Java that has foreign functions


class RoomError(Exception):
    """The harness does not build; says why."""


@dataclass(frozen=True)
class Room:
    """The harness for the JVMs of one ABI of C. `directory` holds all of it; `digest` is of its sources."""

    sandbox: Sandbox
    directory: Path
    digest: str
    compiler: Compiler
    flags: tuple[str, ...]
    sources: Path
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def classes(self) -> Path:
        """The directory of its classes."""
        return self.directory / CLASSES

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
            f"{compiler} -I{measure} -rdynamic facts.c {host} -ldl -lpthread -o {PROGRAM}",
            work,
            [self.sources, self.directory],
        )
        (work / PROGRAM).chmod(0o755)
        (work / PROGRAM).replace(place)
        shutil.rmtree(work, ignore_errors=True)


def open_room(
    sandbox: Sandbox, cache: Path, found: toolchain.Toolchain, target: toolchain.Target, jvm: Jvm
) -> Room:
    """The harness for the JVMs of a target of C. `jvm` has a compiler. Raises RoomError."""
    compiler = found.compilers_for(target)[0]
    sources, name = toolchain.copy_sources(cache, "measure/jvm")
    state = digest(name, found.harness_digest, compiler.identity, target.name, jvm.identity)
    flags = target.flags[compiler.command]
    directory = cache / f"room-{target.name}-{state}"
    room = Room(sandbox, directory, digest(name, found.harness_digest), compiler, flags, sources)
    if not use(directory):
        _make(room, jvm)
    return room


def _make(room: Room, jvm: Jvm) -> None:
    work = _fresh(room.directory.with_name(f"{room.directory.name}.{os.getpid()}"))
    for part in ("measure", "cpucycles"):  # make can't read paths with blanks
        (work / part).symlink_to(room.sources / part)
    command = shlex.quote(shlex.join([*room.compiler.to_run, *room.flags]))
    words = f"CC={command} JNI={shlex.quote(str(jvm.home / 'include'))} OUT=."
    readable = [room.sources, *jvm.readable]
    cores = len(os.sched_getaffinity(0))
    _succeed(room.sandbox, f"make -s -j {cores} -f measure/jvm/Makefile {words}", work, readable)
    scripts = [compile_script(jvm, LOWEST, ["measure/jvm/hashcop/*.java"], CLASSES)]
    if jvm.release >= FOREIGN:
        files = ["measure/jvm/foreign/hashcop/*.java"]
        scripts.append(compile_script(jvm, str(FOREIGN), files, CLASSES, CLASSES))
    for script in scripts:
        _succeed(room.sandbox, script, work, readable, machines.LIMITS)
    for path in (work, *work.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)
    with contextlib.suppress(OSError):  # another process was first
        work.rename(room.directory)
    shutil.rmtree(work, ignore_errors=True)


def compile_script(
    jvm: Jvm,
    release: str,
    files: list[str],
    into: str,
    classpath: str = "",
    modules: tuple[str, ...] = (),
) -> str:
    """A script that compiles Java. `files` are words of the shell."""
    words = [str(jvm.home / "bin" / "javac"), "-J-XX:+UseSerialGC", "-J-Xmx256m"]
    words += ["-g:none", "-nowarn", "-proc:none", "-encoding", "UTF-8"]
    # The API of modules that are still in incubation is in no release but the newest.
    words += ["--add-modules", ",".join(modules)] if modules else ["--release", release]
    words += ["-cp", classpath] if classpath else []
    return f"{shlex.join([*words, '-d', into])} {' '.join(files)}"


def _succeed(
    sandbox: Sandbox, script: str, work: Path, readable: list[Path], limits: Limits = LIMITS
) -> None:
    done = sandbox.run(
        ["sh", "-ec", script], directory=work, limits=limits, readable=readable, writable=[work]
    )
    if done.status:
        raise RoomError(f"the harness for Java does not build: {first_error(done.output)}")


def _fresh(work: Path) -> Path:
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    work.chmod(0o755)
    return work
