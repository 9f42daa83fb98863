"""What Java needs of the harness: its classes, and the program that becomes a JVM. Made once, and kept."""

import shlex
from dataclasses import dataclass
from pathlib import Path

from hashcop.data.keys import digest
from hashcop.machine.cache import use
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.hosting import PROGRAM as PROGRAM
from hashcop.platforms.c.hosting import HostedRoom
from hashcop.platforms.c.hosting import RoomError as RoomError
from hashcop.platforms.c.tools import toolchain
from hashcop.platforms.jvm import machines
from hashcop.platforms.jvm.machines import Jvm

CLASSES = "classes"
LOWEST = "17"
FOREIGN = 22  # the release of Java that has foreign functions


@dataclass(frozen=True)
class Room(HostedRoom):
    """The harness for the JVMs of one ABI of C."""

    host = "host.o"
    about = "the harness for Java"
    link = "-rdynamic"

    @property
    def classes(self) -> Path:
        """The directory of its classes."""
        return self.directory / CLASSES


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
    readable = [room.sources, *jvm.readable]
    headers = f"JNI={shlex.quote(str(jvm.home / 'include'))}"
    scripts = [compile_script(jvm, LOWEST, ["measure/jvm/hashcop/*.java"], CLASSES)]
    if jvm.release >= FOREIGN:
        files = ["measure/jvm/foreign/hashcop/*.java"]
        scripts.append(compile_script(jvm, str(FOREIGN), files, CLASSES, CLASSES))
    with room.making() as work:
        room.succeed(room.make("measure/jvm/Makefile", headers), work, readable)
        for script in scripts:
            room.succeed(script, work, readable, machines.LIMITS)


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
