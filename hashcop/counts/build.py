"""An implementation with counters in its basic blocks, and what each block does.

The sources are prepared, and compiled, as for any build. Instead of objects the compiler writes bitcode. Everything
runs in the sandbox, the optimiser and what reads its code too (inside/).
"""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from elftools.common.exceptions import ELFError

from hashcop import ROOT
from hashcop.counts import facts
from hashcop.counts.facts import Facts
from hashcop.counts.wheel import Wheel
from hashcop.data.keys import digest
from hashcop.data.said import first_error
from hashcop.machine.sandbox import Limits
from hashcop.platforms.c import headers, options, sizes
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.operations import operations
from hashcop.platforms.c.options import OptionSet
from hashcop.platforms.c.source import Source, header_of, unique_name
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Need
from hashcop.platforms.implementation import HashFunction, Implementation

INSIDE = ROOT / "hashcop" / "counts" / "inside"
MAIN = ROOT / "measure" / "counts" / "main.c"
FLAGS = ("-O1", "-Xclang", "-disable-llvm-passes", "-fno-builtin", "-emit-llvm", "-w")
LIMITS = Limits(seconds=120)
FAMILY = "clang"
X86 = ("amd64", "x86")
# Words of /proc/cpuinfo whose flag has another name.
FLAG_OF = {"pni": "sse3", "abm": "lzcnt", "pclmulqdq": "pclmul", "sha_ni": "sha", "bmi1": "bmi"}
COMPLAINT = "count: "  # what inside/run.py begins its own with
MOST_DEPTH = 4  # of implementations that need others
LIBRARY = "its code is in a library"

Primitive = Callable[[Need], HashFunction | None]


class NotCounted(Exception):
    """Why an implementation is not counted, in a line."""


@dataclass(frozen=True)
class Program:
    """What is run, what its blocks do, the bytes of a digest, and the subroutines that are part of it."""

    path: Path
    facts: Facts
    output_bytes: int
    subroutines: tuple[str, ...]


def option_set(lane: CLane, target: Target, source: Source) -> OptionSet:
    """How clang is called for an implementation. Raises NotCounted."""
    every = lane.toolchain.compilers_for(target)
    compiler = next((one for one in every if one.family == FAMILY and one.is_first), None)
    compiler = compiler or next((one for one in every if one.family == FAMILY), None)
    if compiler is None:
        raise NotCounted("counts need clang, which is not installed")
    flags = (*FLAGS, *_instructions(source, target))
    return options.option_set(compiler, target, flags, is_cxx=source.is_cxx)


def _instructions(source: Source, target: Target) -> tuple[str, ...]:
    """The flags for the instructions that an implementation is written for. Portable code gets none.

    So its counts are the same on every processor.
    """
    if source.architectures is None:
        return ()
    words = sorted(source.features)
    if not words or target.name not in X86:
        return ("-march=native",) if target.name in X86 else ()
    named = (FLAG_OF.get(one, one).replace("avx512_", "avx512") for one in words)
    return tuple(f"-m{one.replace('_', '.')}" for one in named)


@cache
def own_digest() -> str:
    """A hash of the program that counts."""
    files = sorted([*INSIDE.glob("*.py"), MAIN, Path(__file__)])
    return digest(*(file.read_text() for file in files))


def is_of_library(source: Source) -> bool:
    """Whether the code of an implementation is somebody's library."""
    return bool(options.libraries_of(source))


def problem(source: Source) -> str:
    """Why there is nothing to count in an implementation; empty if there is."""
    libraries = options.libraries_of(source)
    if libraries:
        return f"{LIBRARY}: {', '.join(one.name for one in libraries)}"
    if any(name.endswith((".s", ".S")) for name in source.sources):
        return "assembly can't be counted"
    if source.missing_sizes:
        return f"api.h does not define {', '.join(source.missing_sizes)}"
    return "" if source.sources else "no source file to compile"


def _implementation(need: Need, primitive: Primitive) -> Implementation:
    """The implementation that is counted for a need: `ref`, or else the first portable one. Raises NotCounted."""
    function = primitive(need)
    every = function.implementations if function else ()
    able = [one for one in every if one.platform == "c" and not problem(Source(one))]
    able = [one for one in able if Source(one).architectures is None and not one.problem]
    if not able:
        raise NotCounted(f"needs {need.operation}/{need.primitive}, which can't be counted")
    return min(able, key=lambda one: (one.name != "ref", one.name))


@dataclass(frozen=True)
class Part:
    """An implementation whose code is counted: the one that is asked for, or one that it needs."""

    implementation: Implementation
    security: str
    needs: tuple[tuple[Need, Implementation], ...]

    @property
    def name(self) -> str:
        """The name of its function."""
        return unique_name(self.implementation, self.security)


def parts_of(implementation: Implementation, primitive: Primitive, depth: int = 0) -> list[Part]:
    """An implementation, and all that it needs, each once. `depth`: how many need it. Raises NotCounted."""
    source = Source(implementation)
    why = problem(source)
    if why:
        raise NotCounted(why)
    if depth > MOST_DEPTH:
        raise NotCounted("its subroutines need each other")
    needs = tuple((need, _implementation(need, primitive)) for need in source.needs)
    found = [Part(implementation, implementation.security, needs)]
    for _, other in needs:
        found += parts_of(other, primitive, depth + 1)
    return list(dict.fromkeys(found))


def sources_of(parts: Sequence[Part]) -> str:
    """A hash of all files that are counted."""
    return digest(*(word for p in parts for word in (p.name, p.implementation.digest())))


class Counting:
    """Where an implementation is compiled and gets its counters: a directory that nothing else uses."""

    def __init__(self, lane: CLane, target: Target, parts: list[Part], directory: Path) -> None:
        self.lane = lane
        self.target = target
        self.parts = parts
        self.directory = directory
        self.operation = operations()[parts[0].implementation.operation]
        self.work = directory / "work"

    def counted(self, wheel: Wheel) -> Program:
        """The program with counters, and what its blocks do. Raises NotCounted."""
        program = self.work / "program"
        try:
            found = sizes.of_plain(Source(self.parts[0].implementation).api, self.operation)
            self._stage()
            self._run(self._script(wheel, probes=found is None), wheel)
            program.chmod(0o755)
            read = facts.read(self.work / "facts.json")
            found = found or sizes.of_object(self.work / "sizes.o", self.operation)
        except (OSError, ValueError, ELFError) as error:
            raise NotCounted(f"what was built can't be read: {error}") from None
        others = tuple(part.implementation.path for part in self.parts[1:])
        return Program(program, read, found["BYTES"], others)

    def _stage(self) -> None:
        """Copy all that is read, so that the sandbox's user can read it."""
        for number, part in enumerate(self.parts):
            place, implementation = self.directory / f"{number}", part.implementation
            write_readable(dict(implementation.contents()), place)
            texts = headers.generated(implementation, part.security)
            texts |= {
                header: headers.unique_header(other, other.security, header)
                for need, other in part.needs
                for header in [header_of(need)]
            }
            write_readable({name: text.encode() for name, text in texts.items()}, place)
        own = {f"inside/{file.name}": file.read_bytes() for file in INSIDE.glob("*.py")}
        own |= {"main.c": MAIN.read_bytes(), "sizes.c": sizes.probe(self.operation).encode()}
        write_readable(own, self.directory)
        self.work.mkdir()
        for place in (self.directory, self.work):
            place.chmod(0o755)

    def _compile(self, number: int) -> Iterator[str]:
        """The commands that make bitcode of a part."""
        part = self.parts[number]
        source = Source(part.implementation)
        how = option_set(self.lane, self.target, source)
        include = self.lane.toolchain.sources / "measure" / "c" / "include"
        for n, name in enumerate(source.sources):
            words = [*how.to_run, *headers.macros(part.implementation, part.security)]
            words += ["-I.", f"-I{include}", *self.target.include_flags]
            words += ["-c", f"./{name}", "-o", str(self.work / f"{number}_{n}.bc")]
            yield f"cd {shlex.quote(str(self.directory / str(number)))} && {shlex.join(words)}"

    def _script(self, wheel: Wheel, *, probes: bool) -> str:
        """Compile all parts, put counters into them, and link them with the program around them.

        `probes`: the sizes of api.h are compiled, too.
        """
        compiled = [line for number in range(len(self.parts)) for line in self._compile(number)]
        source = Source(self.parts[0].implementation)
        how = option_set(self.lane, self.target, source)
        plain = [how.path, *how.arguments, *self.target.flags[how.compiler], "-O2", "-w"]
        path = [str(self.directory), str(wheel.site)]
        code = f"import sys; sys.path[:0] = {path!r}; from inside.run import command; command()"
        python = [str(wheel.python), "-I", "-S", "-B", "-c", code, self.parts[0].name]
        python += [str(self.work / "counted.o"), str(self.work / "facts.json")]
        probe = [*plain, "-c", f"-I{self.directory / '0'}", str(self.directory / "sizes.c")]
        main = ["-x", "c", str(self.directory / "main.c"), "-x", "none"]
        link = [*plain, *main, str(self.work / "counted.o"), "-lm"]
        return " && ".join(
            [
                *compiled,
                f"cd {shlex.quote(str(self.directory))}",
                *([shlex.join([*probe, "-o", str(self.work / "sizes.o")])] if probes else []),
                f"{shlex.join(python)} {shlex.quote(str(self.work))}/*.bc",
                shlex.join([*link, "-o", str(self.work / "program")]),
            ]
        )

    def _run(self, script: str, wheel: Wheel) -> None:
        done = self.lane.sandbox.run(
            ["sh", "-c", script],
            directory=self.directory,
            limits=LIMITS,
            readable=[
                *(self.directory, self.lane.toolchain.sources, *wheel.readable),
                *self.target.library_directories,
            ],
            writable=[self.work],
        )
        if done.exceeded or done.timed_out:
            limit = f"did not end within {LIMITS.seconds:.0f} seconds"
            raise NotCounted(f"compiling and counting {done.exceeded or limit}")
        if done.status:
            raise NotCounted(_why(done.output.replace(f"{self.directory}/", "")))


def _why(said: str) -> str:
    """The line that says why nothing could be built."""
    own = [line for line in said.splitlines() if line.startswith(COMPLAINT)]
    return own[-1].removeprefix(COMPLAINT)[:300] if own else first_error(said)


def write_readable(contents: Mapping[str, bytes], to: Path) -> None:
    """Write files, by their paths within a directory, so that the sandbox's user can read them."""
    for name, content in contents.items():
        file = to / name
        file.parent.mkdir(parents=True, exist_ok=True)
        for place in (file.parent, *file.parent.parents):
            if place.is_relative_to(to):
                place.chmod(0o755)
        file.write_bytes(content)
        file.chmod(0o644)
