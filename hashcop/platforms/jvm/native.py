"""Native code that Java calls: an implementation in C of the same hash, as a shared library.

The file `native` of an implementation in Java names the one in C. It is built as C's platform
builds it, with -fPIC, checked as C, and linked with entries that are called from Java:
measure/jvm/native.c, which hashcop.NativeHash and hashcop.ForeignHash know. A second word names
other entries: `blocks`, measure/jvm/native_blocks.c.
"""

import shlex
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from hashcop.data.said import first_error
from hashcop.machine.sandbox import Limits
from hashcop.platforms.c import build, headers
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.options import OptionSet
from hashcop.platforms.door import Group, Verdict
from hashcop.platforms.implementation import Implementation
from hashcop.platforms.jvm.machines import Jvm
from hashcop.platforms.jvm.room import Room
from hashcop.platforms.jvm.source import Source
from hashcop.platforms.jvm.target import Target

LIBRARY = "libhashcop-native.so"  # System.loadLibrary("hashcop-native")
MESSAGE, BLOCKS = "message", "blocks"
ENTRIES = {MESSAGE: "native.c", BLOCKS: "native_blocks.c"}
SHARED = "-fPIC"
SECONDS = 3  # that a call of the native code may take in its check
LIMITS = Limits(seconds=300)


class NativeError(Exception):
    """Why there is no native code to be called, in words, and what was said."""

    def __init__(self, reason: str, said: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.said = said


@dataclass(frozen=True)
class Library:
    """A shared library. `code` differs for other machine code and for other entries."""

    path: Path
    code: str


@dataclass(frozen=True)
class _Call:
    """What a library is made of: `job` is the implementation in C, built as `program`.

    `stage` has its sources and its generated headers. `entries` and `size` (bytes of a digest) are
    what the implementation in Java says.
    """

    job: Job
    program: Path
    stage: Path
    room: Room
    entries: str
    size: int

    @property
    def option_set(self) -> OptionSet:
        """What the implementation in C is built with."""
        return cast(OptionSet, self.job.group.option_sets[0])

    @property
    def compile(self) -> list[str]:
        """The compiler of the entries.

        Those that contain the implementation are compiled as it is, others as the harness.
        """
        job = self.job
        if self.entries == BLOCKS:
            macros = headers.macros(job.implementation, job.group.security)
            includes = [f"-I{self.stage}", *job.target.include_flags]
            return [*self.option_set.to_run, *macros, *includes]
        defined = [f"-DHASHCOP_NATIVE={job.unique_name}", f"-DHASHCOP_BYTES={self.size}"]
        return [*self.room.compiler.to_run, *self.room.flags, "-O2", SHARED, *defined]

    @property
    def source(self) -> Path:
        """The source of the entries."""
        return self.room.sources / "measure" / "jvm" / ENTRIES[self.entries]

    @property
    def objects(self) -> list[Path]:
        """What the entries are linked with: nothing, if they contain the implementation."""
        return [] if self.entries == BLOCKS else [build.archive_path(self.program)]

    @property
    def libraries(self) -> list[str]:
        """The flags by which the libraries are found that it calls."""
        found = [word for library in self.job.libraries for word in library.link]
        return [*self.job.target.library_flags, *found, "-lm"]

    @property
    def readable(self) -> list[Path]:
        """What the sandbox must show."""
        own = [self.room.sources, self.stage, self.program.parent]
        return [*own, *self.job.target.library_directories]


class Natives:
    """Where native code is built and checked. May be asked by several threads at once."""

    def __init__(self, c: CLane, jvm: Jvm) -> None:
        """`c`: C at work on this machine. `jvm`: one with the headers of the JNI."""
        self.c = c
        self.jvm = jvm
        self._verdicts: dict[str, Verdict] = {}  # by machine code
        self._lock = threading.Lock()

    def skip_reason(self, implementation: Implementation, target: Target) -> str:
        """Why an implementation has no native code to call; empty if it has, or calls none."""
        words = Source(implementation).native
        if not words:
            return ""
        if entries_of(words) not in ENTRIES:
            return f"asks for native entries that there are not: {entries_of(words)}"
        named = of_c(implementation)
        if not (named.directory / "api.h").is_file():
            return f"calls {named.path}, which is not there"
        plan = self.c.plan(named, target.beside)
        if plan.skip:
            return f"calls {named.path}, which is skipped: {plan.skip}"
        return f"calls {named.path}, which needs subroutines" if plan.needs else ""

    def key(self, group: Group) -> list[str]:
        """What the key of a build depends on besides; nothing if it calls no native code."""
        words = Source(group.implementation).native
        if not words or group.skip:
            return []
        own = self.group_of(group)
        (option_set,) = own.option_sets
        return [*words, self.c.key(own, option_set, own.implementation.digest())]

    def surroundings(self, group: Group) -> list[str]:
        """See door.Lane, for the native code."""
        has_some = Source(group.implementation).native and not group.skip
        return [self.c.surroundings(self.group_of(group))] if has_some else []

    def group_of(self, group: Group) -> Group:
        """The build in C that a group in Java calls: C's first option set, and -fPIC."""
        named, beside = of_c(group.implementation), cast(Target, group.target).beside
        first = self.c.plan(named, beside).option_sets[0]
        return Group(
            lane=self.c,
            function=group.function,
            implementation=named,
            target=beside,
            option_sets=(replace(first, flags=(*first.flags, SHARED)),),
            skip="",
            named=False,
            security=named.security,
            is_subroutine=True,  # so that its objects are kept, too
        )

    def library(self, group: Group, room: Room, directory: Path) -> Library:
        """The library that a group in Java calls, in a directory of its own. Raises NativeError."""
        own, source = self.group_of(group), Source(group.implementation)
        directory.mkdir()
        directory.chmod(0o755)
        workshop = self.c.workshop(own, directory / "c")
        try:
            built = workshop.build(own.option_sets[0])
            if built.artifact is None:
                reason, said = built.outcome.reason, "\n".join(built.outcome.said)
                raise NativeError(f"{own.implementation.path} was not built: {reason}", said)
            code, entries = built.outcome.object, entries_of(source.native)
            self.refuse_wrong(own, built.artifact, code, source.size)
            rest = workshop.stage, room, entries, source.size
            call = _Call(Job(own), built.artifact, *rest)
            return Library(self._linked(call, directory / "made"), f"{code} {entries}")
        finally:
            workshop.close()

    def refuse_wrong(self, own: Group, program: Path, code: str, size: int) -> None:
        """Check a build as C. Raises NativeError if it is wrong, or has digests of another size."""
        with self._lock:
            if code not in self._verdicts:
                self._verdicts[code] = self.c.check(own, own.option_sets[0], program, SECONDS)
            verdict = self._verdicts[code]
        path = own.implementation.path
        if verdict.outcome != "right":
            raise NativeError(f"{path}, which it calls, is wrong: {verdict.reason}")
        if verdict.output_bytes != size:
            raise NativeError(f"{path}, which it calls, has {verdict.output_bytes} bytes of digest")

    def _linked(self, call: _Call, made: Path) -> Path:
        made.mkdir()
        made.chmod(0o755)
        include = self.jvm.home / "include"
        headers_ = [f"-I{include}", f"-I{include / 'linux'}"]
        compile_ = [*call.compile, *headers_, "-c", str(call.source), "-o", "entries.o"]
        objects = ["entries.o", *map(str, call.objects)]
        # -Bsymbolic: calls within the library go straight to their functions.
        link = [*call.option_set.to_run, "-shared", "-Wl,-Bsymbolic", *objects, *call.libraries]
        done = self.c.sandbox.run(
            ["sh", "-ec", f"{shlex.join(compile_)}\n{shlex.join([*link, '-o', LIBRARY])}"],
            directory=made,
            limits=LIMITS,
            readable=[*call.readable, *self.jvm.readable],
            writable=[made],
        )
        if done.status:
            path, why = call.job.implementation.path, first_error(done.output)
            raise NativeError(f"{path} does not become a shared library: {why}", done.output)
        return made / LIBRARY


def entries_of(words: Sequence[str]) -> str:
    """The entries that a file `native` asks for."""
    return " ".join(words[1:]) or MESSAGE


def of_c(implementation: Implementation) -> Implementation:
    """The implementation in C that one in Java names, which may not be there."""
    name, depth = Source(implementation).native[0], implementation.name.count("/")
    directory = implementation.directory.parents[depth] / name
    return replace(implementation, name=name, directory=directory, platform="c")
