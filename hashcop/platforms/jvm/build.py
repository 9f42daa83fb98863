"""How an implementation in Java becomes a build: classes, and a program that becomes a JVM with its flags."""

import contextlib
import hashlib
import os
import shlex
import shutil
import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from hashcop.data.keys import digest
from hashcop.data.records import Size
from hashcop.data.said import first_error, shorten
from hashcop.machine.cache import use
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms import door
from hashcop.platforms.c import host
from hashcop.platforms.door import Built, Group, Outcome
from hashcop.platforms.jvm import classes, jars, limits, machines
from hashcop.platforms.jvm.machines import Jvm
from hashcop.platforms.jvm.native import Library, NativeError, Natives
from hashcop.platforms.jvm.options import OptionSet
from hashcop.platforms.jvm.room import CLASSES, PROGRAM, Room, RoomError, compile_script
from hashcop.platforms.jvm.source import Source

RECIPE = (
    1  # part of every build's key: to be raised when this module makes other builds than before
)
MAKER = "HashcopMaker"  # makes objects of an implementation: measure/jvm/hashcop/Maker.java
# Files with the options of experiments, beside the one of the JVM.
OTHERS = {"noshare": ("-Xshare:off",)}
JVM_FILE = "jvm"  # beside the program: which JVM it becomes (measure/jvm/java.c)


def key(group: Group, option_set: OptionSet, sources: str, room: Room, natives: Natives) -> str:
    """The key of a build: a hash of everything that it depends on."""
    source = Source(group.implementation)
    return digest(
        *("jvm build", RECIPE, group.implementation.path, sources, group.target.name),
        *(option_set.jvm.identity, option_set.settings, *option_set.words),
        *base_flags(source, option_set.jvm),
        *(jars.rows()[name].sha256 for name in source.jars if name in jars.rows()),
        room.digest,
    )


def base_flags(source: Source, jvm: Jvm) -> tuple[str, ...]:
    """The flags that an implementation gets beside those of the option set."""
    libraries = [jars.rows()[name].native for name in source.jars if name in jars.rows()]
    is_native = bool(source.native) or any(libraries)
    return limits.base_flags(jvm, source.modules, is_native=is_native)


@dataclass(frozen=True)
class Compiled:
    """What the Java compiler made: classes, or why there are none; and the code that they call."""

    directory: Path
    reason: str = ""
    said: str = ""
    notes: tuple[str, ...] = ()
    digest: str = ""
    size: int = 0
    native: Library | None = None


class Workshop:
    """The builds of one group: its classes are compiled once, whatever the JVM and the flags are."""

    def __init__(
        self,
        group: Group,
        room: Room,
        compilers: tuple[Jvm, ...],
        sandbox: Sandbox,
        directory: Path,
        programs: Path,
        libraries: Path,
        natives: Natives,
    ) -> None:
        """`compilers`: the JVMs that have one, the newest first. `directory` is removed when it is closed."""
        self.group = group
        self.room = room
        self.compilers = compilers
        self.sandbox = sandbox
        self.directory = directory
        self.programs = programs
        self.libraries = libraries
        self.natives = natives
        self.source = Source(group.implementation)
        self._lock = threading.Lock()
        self._compiled: Compiled | None = None

    def close(self) -> None:
        """Remove the classes."""
        shutil.rmtree(self.directory, ignore_errors=True)

    def build(self, option_set: door.OptionSet) -> Built:
        """See door.Workshop."""
        one = cast(OptionSet, option_set)
        with self._lock:
            compiled = self._compiled = self._compiled or self._with_native(self._compile())
        if compiled.reason:
            return _failed(compiled.reason, compiled.said)
        code = digest(
            *("jvm", RECIPE, compiled.digest, one.jvm.identity, one.settings),
            *self._base_flags(one.jvm),
            *(jars.rows()[name].sha256 for name in self.source.jars),
            *([compiled.native.code] if compiled.native else []),
        )
        artifact = artifact_of(self.programs, code, self.room)
        try:
            if not use(artifact):
                self._place(artifact, compiled, one)
        except RoomError as error:
            return _failed(str(error))
        outcome = Outcome(
            outcome="ok",
            said=tuple(shorten(compiled.said)),
            object=code,
            size=Size(text=compiled.size, libraries=self.source.jars + self.source.native[:1]),
            notes=compiled.notes,
        )
        return Built(outcome, artifact)

    def _jars(self) -> list[Path]:
        """The jars that it names: the plan has seen that they are there."""
        found = (jars.place_of(jars.rows()[name], self.libraries) for name in self.source.jars)
        return [place for place in found if place]

    def _compile(self) -> Compiled:
        stage, made = self.directory / "sources", self.directory / CLASSES
        shutil.rmtree(self.directory, ignore_errors=True)
        for name, content in self.group.implementation.contents():
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            (stage / name).write_bytes(content)
        (stage / f"{MAKER}.java").write_text(
            f"final class {MAKER} implements hashcop.Maker {{\n"
            "    public hashcop.CryptoHash make() throws Exception {\n"
            "        return new Hash();\n    }\n}\n"
        )
        made.mkdir()
        _readable(self.directory)
        path = ":".join(map(str, [self.room.classes, *self._jars()]))
        jvm = next((one for one in self.compilers if one.release >= self.source.release), None)
        if jvm is None:
            return Compiled(made, f"no Java compiler of release {self.source.release} is here")
        names = [*self.source.files, f"{MAKER}.java"]
        files = [shlex.quote(f"./{name}") for name in names]
        script = compile_script(
            jvm, str(self.source.release), files, str(made), path, self.source.modules
        )
        done = self.sandbox.run(
            ["sh", "-c", script],
            directory=stage,
            limits=machines.LIMITS,
            readable=[stage, self.room.directory, *self._jars(), *jvm.readable],
            writable=[made],
        )
        said = done.output.replace(f"{stage}/", "").replace("./", "")
        if done.exceeded or done.timed_out:
            return Compiled(made, f"the compiler {done.exceeded or 'did not end'}", said)
        if done.status:
            return Compiled(made, first_error(said), said)
        every = {str(file.relative_to(made)): file.read_bytes() for file in _classes_in(made)}
        found = {name: content for name, content in every.items() if name != f"{MAKER}.class"}
        if "Hash.class" not in found:
            return Compiled(made, "Hash.java has no class Hash", said)
        notes, size = classes.notes(found), sum(map(len, found.values()))
        return Compiled(made, "", said, notes, _digest(found.items()), size)

    def _with_native(self, compiled: Compiled) -> Compiled:
        """The same with the native code that the implementation names, if it names any."""
        if compiled.reason or not self.source.native:
            return compiled
        try:
            library = self.natives.library(self.group, self.room, self.directory / "native")
        except NativeError as error:
            return replace(compiled, reason=error.reason, said=error.said)
        return replace(compiled, native=library)

    def _place(self, artifact: Path, compiled: Compiled, one: OptionSet) -> None:
        """Put everything that runs into the artifact's directory. Raises RoomError."""
        work = artifact.parent.with_name(
            f"{artifact.parent.name}.{os.getpid()}-{threading.get_ident()}"
        )
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        shutil.copytree(compiled.directory, work / CLASSES)
        final, found = artifact.parent, self._jars()
        shutil.copy(self.room.program(self.source.size), work / PROGRAM)
        path = ":".join(map(str, [final / CLASSES, self.room.classes, *found]))
        natives = self._natives()
        if compiled.native:
            shutil.copy(compiled.native.path, work)
        searched = [*natives, *([final] if compiled.native else [])]
        lines = [
            str(one.jvm.library),
            *(f"+{library}" for library in one.jvm.beside),
            f"-Djava.class.path={path}",
            *([f"-Djava.library.path={':'.join(map(str, searched))}"] if searched else []),
            *(f"-D{name}={value}" for name, value in self._properties()),
            *self._base_flags(one.jvm),
            *one.flags,
        ]
        for name, more in {"": (), **OTHERS}.items():
            file = work / (f"{JVM_FILE}-{name}" if name else JVM_FILE)
            file.write_text("".join(f"{line}\n" for line in (*lines, *more)))
        readable = [self.room.directory, *found, *natives, *one.jvm.readable]
        host.write(work, readable, limits.DATA, limits.THREADS)
        _readable(work)
        (work / PROGRAM).chmod(0o755)
        with contextlib.suppress(OSError):  # another thread or process was first
            work.rename(final)
        shutil.rmtree(work, ignore_errors=True)

    def _base_flags(self, jvm: Jvm) -> tuple[str, ...]:
        return base_flags(self.source, jvm)

    def _natives(self) -> list[Path]:
        directories = (
            jars.unpacked(jars.rows()[name], place, self.room.directory.parent)
            for name, place in zip(self.source.jars, self._jars(), strict=True)
        )
        return [directory for directory in directories if directory]

    def _properties(self) -> list[tuple[str, str]]:
        return [pair for name in self.source.jars for pair in jars.rows()[name].properties.items()]


def artifact_of(programs: Path, code: str, room: Room) -> Path:
    """Where the program of an `object` is kept."""
    return programs / f"{code}-{room.digest[:16]}" / PROGRAM


def _failed(reason: str, said: str = "") -> Built:
    return Built(Outcome(outcome="failed", reason=reason, said=tuple(shorten(said))), None)


def _classes_in(directory: Path) -> list[Path]:
    return sorted(directory.rglob("*.class"))


def _digest(contents: Iterable[tuple[str, bytes]]) -> str:
    state = hashlib.sha256()
    for name, content in contents:
        state.update(f"{name}\0{len(content)}\0".encode(errors="surrogateescape"))
        state.update(content)
    return state.hexdigest()[:32]


def _readable(directory: Path) -> None:
    """Let the sandbox's user read everything in a directory."""
    for path in (directory, *directory.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)
