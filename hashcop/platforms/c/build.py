"""How an implementation in C, C++ or assembly becomes a program; only this module knows."""

import dataclasses
import re
import shlex
import shutil
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elftools.common.exceptions import ELFError

from hashcop.data import store as data
from hashcop.data.said import first_error, shorten
from hashcop.engine.plan import Group, OptionSet
from hashcop.machine.cache import settle, use
from hashcop.machine.sandbox import MIB, Limits, Sandbox
from hashcop.platforms.c import headers, objects, operations
from hashcop.platforms.c.operations import HASH
from hashcop.platforms.c.sanitize import is_sanitized
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.toolchain import Toolchain

# Part of every build's key: to be raised when this module or driver/headers.py makes other programs than before.
RECIPE = 2
LIMITS = Limits(seconds=300)
FACTS = "facts.c"
ARCHIVE = "implementation.a"
NAMES_SHOWN = 8
HARNESS_NAME = re.compile(r"main|cpucycles|hashcop_\w+")
COMPILERS_OWN = "__x86."  # what 32-bit code takes its own address with


@dataclass(frozen=True)
class Built:
    """What became of one build: the outcome's fields of a `build` fact, and the program where it is ok."""

    outcome: dict[str, Any]
    program: Path | None


def key(group: Group, option_set: OptionSet, sources: str, toolchain: Toolchain) -> str:
    """The key of a build: a hash of everything that it depends on."""
    implementation = group.implementation
    return data.digest(
        "build",
        RECIPE,
        *(implementation.path, group.security, sources),
        *(word for s in group.subroutines for word in (s.need.header, s.sources, s.code)),
        *(group.target.abi, option_set.identity, *option_set.words),
        *sorted(library.name for library in linked(group)),
        *group.library_includes,
        toolchain.harness_digest,
    )


def linked(group: Group) -> list[compilers.Library]:
    """Libraries that a group's programs may be linked with.

    SUPERCOP links every library it has with everything, and some code lives on that.
    """
    return [
        library
        for library in compilers.libraries()
        if library.name in group.target.libraries
        and (library.offered or library in group.libraries)
    ]


def _copy_readable(files: Iterable[tuple[str, Path]], to: Path) -> None:
    """Copies that the sandbox's user can read, whatever the permissions in the tree."""
    for name, file in files:
        place = to / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
        place.chmod(0o644)
    for directory in (to, *(path for path in to.rglob("*") if path.is_dir())):
        directory.chmod(0o755)


def _write_readable(texts: Mapping[str, str], to: Path) -> None:
    to.mkdir(exist_ok=True)
    to.chmod(0o755)
    for name, text in texts.items():
        (to / name).write_text(text, errors="surrogateescape")
        (to / name).chmod(0o644)


class Workshop:
    """The builds of one group: a copy of its sources with the generated headers, and room for objects.

    `given` has what is made for it beside: the headers of its subroutines and the facts for the harness.
    `directory` is the group's own and goes when the workshop is closed; `programs` keeps what was linked.
    """

    def __init__(
        self, group: Group, toolchain: Toolchain, sandbox: Sandbox, directory: Path, programs: Path
    ) -> None:
        self.group = group
        self.toolchain = toolchain
        self.sandbox = sandbox
        self.directory = directory
        self.programs = programs
        self.stage = directory / "sources"
        self._facts: dict[str, Path] = {}
        self._one_at_a_time = threading.Lock()
        shutil.rmtree(directory, ignore_errors=True)
        self.given = directory / "given"
        _copy_readable(group.implementation.files(), self.stage)
        _write_readable(headers.generated(group.implementation, group.security), self.stage)
        given = {
            s.need.header: headers.unique_header(
                s.implementation, s.security, s.need.header.removesuffix(".h")
            )
            for s in group.subroutines
        }
        operation = operations.operations()[group.implementation.operation]
        _write_readable(given | {FACTS: operations.facts(operation)}, self.given)
        directory.chmod(0o755)

    def close(self) -> None:
        """Remove the copy and the objects."""
        shutil.rmtree(self.directory, ignore_errors=True)

    def _compile_command(self, option_set: OptionSet, source: Path | str, output: Path) -> str:
        measure = self.toolchain.sources / "measure" / "c"
        words = [
            *option_set.to_run,
            *headers.macros(self.group.implementation, self.group.security),
            *("-I.", f"-I{self.given}", f"-I{measure / 'include'}"),
            *self.group.target.include_flags,
            *self.group.library_includes,
            *("-c", str(source), "-o", str(output)),
        ]
        return shlex.join(words)

    def _facts_object(self, option_set: OptionSet) -> tuple[Path, str, str]:
        """The compiled facts, made once for each compiler; why they can't be, and what was said."""
        with self._one_at_a_time:
            name = data.digest(self._facts_command(option_set, Path(FACTS)))
            made = self.directory / "facts" / name / "facts.o"
            reason = said = ""
            if name not in self._facts:
                made.parent.mkdir(parents=True, exist_ok=True)
                reason, said = self._run(self._facts_command(option_set, made), made.parent)
            if not reason:
                self._facts[name] = made
            return made, reason, said

    def _facts_command(self, option_set: OptionSet, output: Path) -> str:
        """The facts are the harness's, and compiled as the implementation's language, without its optimisations."""
        abi_flags = self.group.target.flags[option_set.compiler]
        language = ("-x", "c++") if self.group.implementation.is_cxx else ()
        harness = f"-I{self.toolchain.sources / 'measure' / 'c'}"
        sanitizer = [flag for flag in option_set.flags if "sanitize" in flag]
        flags = (*abi_flags, "-O2", "-w", *sanitizer, harness, *language)
        plain = dataclasses.replace(option_set, flags=flags)
        return self._compile_command(plain, self.given / FACTS, output)

    def build(self, option_set: OptionSet) -> Built:
        """Compile with one option set, and link unless a program of the same machine code is there already."""
        missing = self.group.implementation.missing_sizes
        if missing:
            reason = f"api.h does not define {', '.join(missing)}"
            return Built({"outcome": "failed", "reason": reason}, None)
        if not self.group.implementation.sources:
            return Built({"outcome": "failed", "reason": "no source file to compile"}, None)
        work = self.directory / data.digest(*option_set.words)
        work.mkdir()
        try:
            return self._build_in(work, option_set)
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def _run(self, script: str, work: Path) -> tuple[str, str]:
        """(why it failed, or empty; what was said)"""
        done = self.sandbox.run(
            ["sh", "-c", script],
            directory=self.stage,
            limits=LIMITS,
            readable=[*self._readable(), *(facts.parent for facts in tuple(self._facts.values()))],
            writable=[work],
        )
        # Where the work was done is no fact about the build, and another place each time.
        said, target = done.output, self.group.target
        for place in (work, self.stage, self.given, target.harness, self.toolchain.sources):
            said = said.replace(f"{place}/", "")
        if done.timed_out:
            return f"the compiler did not end within {LIMITS.seconds:.0f} seconds", said
        if done.status:
            return first_error(said), said
        return "", said

    def _readable(self) -> list[Path]:
        target = self.group.target
        archives = [s.archive.parent for s in self.group.subroutines]
        fixed = [self.stage, self.given, self.toolchain.sources, target.harness]
        return [*fixed, *target.library_directories, *archives]

    def _build_in(self, work: Path, option_set: OptionSet) -> Built:
        sources = self.group.implementation.sources
        compiled = [work / f"{number}.o" for number in range(len(sources))]
        # A name that begins with a dash would be taken for an option.
        names = [f"./{source}" if source.startswith("-") else source for source in sources]
        commands = [
            self._compile_command(option_set, name, output)
            for name, output in zip(names, compiled, strict=True)
        ]
        # Every file is compiled even when one fails, so that all errors are said.
        each = "\n".join(f"{command} || failed=1" for command in commands)
        reason, said = self._run(f"failed=0\n{each}\nexit $failed", work)
        if reason:
            return Built({"outcome": "failed", "reason": reason, "said": shorten(said)}, None)
        try:
            examined = objects.examine(compiled, self._identity())
        except (ELFError, OSError, ValueError) as error:
            reason = f"the compiled objects can't be read: {error}"
            return Built({"outcome": "failed", "reason": reason, "said": shorten(said)}, None)
        outcome: dict[str, Any] = {"outcome": "ok", "said": shorten(said)}
        outcome |= {"object": examined.code, "size": examined.size}
        if not is_sanitized(option_set.flags):  # which adds names, and code before main
            outcome |= {"notes": self._notes(examined) or None}
        program = program_path(self.programs, examined.code, self.toolchain)
        if not is_kept(program, self.group):
            reason, said_linking = self._link(work, option_set, compiled, examined, program)
            if reason:
                said_all = shorten(said + said_linking)
                return Built({"outcome": "failed", "reason": reason, "said": said_all}, None)
        return Built(outcome, program)

    def _identity(self) -> str:
        """What makes equal objects different programs."""
        group = self.group
        unique = group.implementation.unique_name(group.security)
        codes = [s.code for s in group.subroutines]
        return " ".join([unique, group.implementation.name, group.target.abi, *codes])

    def _notes(self, examined: objects.Examined) -> list[str]:
        """What the objects do that good neighbours don't, in words."""
        unique = self.group.implementation.unique_name(self.group.security)
        own = (unique, COMPILERS_OWN)
        outside = sorted(n for n in examined.defined if not any(word in n for word in own))
        library = objects.provided(self.group.target.c_library, examined.defined)
        harness = {name for name in examined.defined if HARNESS_NAME.fullmatch(name)}
        notes = []
        if outside:
            notes.append(f"exports names outside its name space: {_some(outside)}")
        if library:
            notes.append(f"defines names of the C library: {_some(sorted(library))}")
        if harness:
            notes.append(f"defines names of the harness: {_some(sorted(harness))}")
        if examined.runs_before_main:
            notes.append("runs code before main")
        return notes

    def _link(
        self,
        work: Path,
        option_set: OptionSet,
        compiled: list[Path],
        examined: objects.Examined,
        program: Path,
    ) -> tuple[str, str]:
        """Through an archive, as SUPERCOP does it: what nobody asks for, a test's main say, stays out."""
        output, archive = work / "program", work / ARCHIVE
        facts, reason, said = self._facts_object(option_set)
        if reason:
            return reason, said
        harness = self.group.target.harness / "harness.o"
        subroutines = [str(s.archive) for s in self.group.subroutines]
        link = [
            *option_set.to_run,
            *map(str, [facts, harness, archive]),
            *subroutines,
            *self.group.target.library_flags,
            *("-lm", "-o", str(output)),
            *([] if is_sanitized(option_set.flags) else ["-s"]),  # their reports name functions
        ]
        needed = [word for library in self.group.libraries for word in library.link]
        script = [
            *self._renamed(compiled, examined.defined & objects.wanted(harness)),
            shlex.join(
                [f"{self.group.target.binutils}ar", "cr", str(archive), *map(str, compiled)]
            ),
            shlex.join([*link, *needed]),
        ]
        reason, said = self._run(" && ".join(script), work)
        if "undefined reference" in said or "undefined symbol" in said:
            every = [word for library in linked(self.group) for word in library.link]
            again, said_again = self._run(shlex.join([*link, *every]), work)
            reason, said = (reason, said) if again else (again, said_again)
        if not reason:
            output.chmod(0o755)
            if self.group.implementation.operation != HASH:
                archive.chmod(0o644)
                settle(archive, archive_path(program))
            # Two builds of the same code may get here at once: either program serves.
            settle(output, program)
        return reason, said

    def _renamed(self, compiled: list[Path], names: Iterable[str]) -> list[str]:
        """Commands that leave an implementation its own memcmp, say, without giving it to the harness.

        The harness would see what the implementation likes it to see.
        """
        unique = self.group.implementation.unique_name(self.group.security)
        words = [f"--redefine-sym={name}={unique}_own_{name}" for name in sorted(names)]
        objcopy = f"{self.group.target.binutils}objcopy"
        return [shlex.join([objcopy, *words, str(file)]) for file in compiled if words]


def _some(names: Sequence[str]) -> str:
    """A few of many names."""
    shown = ", ".join(names[:NAMES_SHOWN])
    left = len(names) - NAMES_SHOWN
    return f"{shown} and {left} more" if left > 0 else shown


def archive_path(program: Path) -> Path:
    """Where the objects of a subroutine are kept, beside its program."""
    return program.with_name(ARCHIVE)


def is_kept(program: Path, group: Group) -> bool:
    """Whether all that is wanted of a build is there already."""
    is_subroutine = group.implementation.operation != HASH
    return use(program) and (not is_subroutine or archive_path(program).is_file())


def program_path(programs: Path, code: str, toolchain: Toolchain) -> Path:
    """Where the program of an `object` is kept."""
    return programs / f"{code}-{toolchain.harness_digest}" / "program"


PROGRAM_LIMITS = Limits(seconds=0, memory=2048 * MIB, processes=64, file_size=MIB)
