"""How an implementation in C, C++ or assembly becomes a program."""

import contextlib
import dataclasses
import re
import shlex
import shutil
import signal
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import cast

import msgspec
from elftools.common.exceptions import ELFError

from hashcop.data.keys import digest
from hashcop.data.records import Size
from hashcop.data.said import first_error, shorten
from hashcop.machine import usage
from hashcop.machine.cache import settle, use
from hashcop.machine.sandbox import Limits, Sandbox
from hashcop.platforms import door
from hashcop.platforms.c import causes, headers, layouts, objects, operations, sizes
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.layouts import ARCHIVE, FACTS, KIT, PROGRAM
from hashcop.platforms.c.options import OptionSet
from hashcop.platforms.c.sanitize import is_sanitized
from hashcop.platforms.c.source import header_of
from hashcop.platforms.c.tools.toolchain import Toolchain
from hashcop.platforms.door import Built, Outcome
from hashcop.platforms.implementation import digest_of

# Part of every build's key: to be raised when this module or headers.py makes other programs than before.
RECIPE = 4
LIMITS = Limits(seconds=300)
SECRET = "-DHASHCOP_SECRET_INPUT"  # a build that is run on secret messages, and never timed
PROBE = "sizes.c"
KILLED = 128 + signal.SIGKILL
NAMES_SHOWN = 8
HARNESS_NAME = re.compile(r"main|cpucycles|hashcop_\w+")
COMPILERS_OWN = "__x86."  # the functions by which 32-bit code finds its own address
FUNCTION = "hashcop_implementation"  # in the facts, until they are linked


def key(job: Job, option_set: OptionSet, sources: str, toolchain: Toolchain) -> str:
    """The key of a build: a hash of everything that it depends on."""
    group = job.group
    return digest(
        "build",
        RECIPE,
        *(group.implementation.path, group.security, sources),
        *(word for s in group.subroutines for word in (header_of(s.need), s.sources, s.code)),
        *(job.target.name, option_set.identity, *option_set.words),
        *sorted(library.name for library in job.linked),
        *job.library_includes,
        toolchain.harness_digest,
    )


def _write_readable(contents: Mapping[str, bytes], to: Path) -> None:
    """Write files, by their paths within a directory, so that the sandbox's user can read them."""
    for parent in dict.fromkeys((to / name).parent for name in contents):
        parent.mkdir(parents=True, exist_ok=True)
        for directory in (parent, *parent.parents):
            if not directory.is_relative_to(to):
                break
            directory.chmod(0o755)
    for name, content in contents.items():
        (to / name).write_bytes(content)
        (to / name).chmod(0o644)


def _encoded(texts: Mapping[str, str]) -> dict[str, bytes]:
    return {name: text.encode(errors="surrogateescape") for name, text in texts.items()}


class _CanNot(Exception):
    """Why a build fails, in words, and what was said."""

    def __init__(self, reason: str, said: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.said = said


@dataclasses.dataclass(frozen=True)
class Shelf:
    """What any workshop of a run has made, and others need not make again.

    `builds` are by their keys; what failed is tried again, since it may have been stopped. `facts` are objects, by what
    they are compiled of: many implementations have the same but for the name of their function.
    """

    builds: dict[str, Built] = dataclasses.field(default_factory=dict)
    facts: dict[str, bytes] = dataclasses.field(default_factory=dict)


class Workshop:
    """The builds of one group: a copy of its sources with the generated headers, and room for objects.

    `given` has the headers of its subroutines, and `facts` the source that presents the implementation to the harness.
    `directory` is removed when the workshop is closed; programs are kept in `programs`.
    """

    def __init__(
        self,
        job: Job,
        toolchain: Toolchain,
        sandbox: Sandbox,
        directory: Path,
        programs: Path,
        shelf: Shelf,
    ) -> None:
        self.job = job
        self.toolchain = toolchain
        self.sandbox = sandbox
        self.directory = directory
        self.programs = programs
        self.shelf = shelf
        self.stage = directory / "sources"
        shutil.rmtree(directory, ignore_errors=True)
        self.given = directory / "given"
        implementation = job.implementation
        contents = dict(implementation.contents())
        self.digest = digest_of(contents.items())
        _write_readable(contents, self.stage)
        _write_readable(_encoded(headers.generated(implementation, job.group.security)), self.stage)
        given = {
            header: headers.unique_header(s.implementation, s.security, header)
            for s in job.group.subroutines
            for header in [header_of(s.need)]
        }
        self.operation = operations.operations()[implementation.operation]
        _write_readable(_encoded(given | {PROBE: sizes.probe(self.operation)}), self.given)
        self.facts = directory / "facts"
        self.facts.mkdir()
        for place in (directory, self.facts):
            place.chmod(0o755)

    def close(self) -> None:
        """Remove the copy and the objects."""
        shutil.rmtree(self.directory, ignore_errors=True)

    def _compile_command(self, option_set: OptionSet, source: Path | str, output: Path) -> str:
        measure = self.toolchain.sources / "measure" / "c"
        words = [
            *option_set.to_run,
            *headers.macros(self.job.implementation, self.job.group.security),
            *("-I.", f"-I{self.given}", f"-I{measure / 'include'}"),
            *self.job.target.include_flags,
            *self.job.library_includes,
            *("-c", str(source), "-o", str(output)),
        ]
        return shlex.join(words)

    def _plain(self, option_set: OptionSet) -> OptionSet:
        """The same compiler, in the implementation's language, without the flags of the option set."""
        abi_flags = self.job.target.flags[option_set.compiler]
        language = ("-x", "c++") if self.job.source.is_cxx else ()
        sanitizer = [flag for flag in option_set.flags if "sanitize" in flag]
        return dataclasses.replace(
            option_set, flags=(*abi_flags, "-O2", "-w", *sanitizer, *language)
        )

    def _sizes(self, option_set: OptionSet, work: Path) -> sizes.Sizes:
        """The sizes of api.h. Raises _CanNot."""
        try:
            found = sizes.of_plain(self.job.source.api, self.operation)
            if found is None:
                made = work / "sizes.o"
                plain = self._plain(option_set)
                self._succeed(self._compile_command(plain, self.given / PROBE, made), work)
                found = sizes.of_object(made, self.operation)
        except (ELFError, OSError, ValueError) as error:
            raise _CanNot(str(error)) from None
        return found

    def _compiled_facts(self, option_set: OptionSet, found: sizes.Sizes, work: Path) -> Path:
        """What presents the implementation to the harness, compiled by whichever compiler comes first. Raises _CanNot.

        It belongs to the harness: no file of the implementation is seen, and it is made before the implementation is
        compiled.
        """
        text = operations.facts(self.operation, FUNCTION, found)
        plain, source = self._plain(option_set), self.facts / f"{digest(text)}.c"
        name = digest(self.job.target.name, text, *plain.flags)
        kept, shelved = self.facts / f"{name}.o", self.shelf.facts
        if name not in shelved:
            harness = f"-I{self.toolchain.sources / 'measure' / 'c'}"
            words = [*plain.to_run, harness, "-c", str(source), "-o", str(work / FACTS)]
            _place(source, text.encode())
            self._succeed(shlex.join(words), work)
            shelved[name] = (work / FACTS).read_bytes()
        if not kept.exists():
            _place(kept, shelved[name])
        return kept

    def _succeed(self, script: str, work: Path) -> None:
        """Run a script. Raises _CanNot."""
        reason, said = self._run(script, work)
        if reason:
            raise _CanNot(reason, said)

    def build(self, option_set: door.OptionSet) -> Built:
        """Compile with one option set, and link unless a program of the same machine code is kept already."""
        missing = self.job.source.missing_sizes
        if missing:
            return _failed(f"api.h does not define {', '.join(missing)}")
        if not self.job.source.sources:
            return _failed("no source file to compile")
        one = key(self.job, cast(OptionSet, option_set), self.digest, self.toolchain)
        known = self.shelf.builds.get(one)
        if known and known.artifact and is_kept(known.artifact, self.job):
            return known
        built = self._built(option_set)
        if built.artifact:
            self.shelf.builds[one] = built
        return built

    def _built(self, option_set: door.OptionSet) -> Built:
        work = self.directory / digest(*option_set.words)
        work.mkdir()
        try:
            return self._build_in(work, cast(OptionSet, option_set))
        except _CanNot as error:
            return _failed(error.reason, error.said)
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def _run(self, script: str, work: Path) -> tuple[str, str]:
        """(why it failed, or empty; what was said)"""
        done = self.sandbox.run(
            ["sh", "-c", script],
            directory=self.stage,
            limits=LIMITS,
            readable=self._readable(),
            writable=[work],
        )
        # The paths of the work are others each time, and say nothing about the build.
        said, target = done.output, self.job.target
        for place in (
            work,
            self.stage,
            self.given,
            self.facts,
            target.harness,
            self.toolchain.sources,
        ):
            said = said.replace(f"{place}/", "")
        if done.exceeded:
            return f"the compiler {done.exceeded}", said
        if done.timed_out:
            return f"the compiler did not end within {LIMITS.seconds:.0f} seconds", said
        if done.status == KILLED and not said.strip():
            return "Killed: somebody else has ended the compiler", said
        if done.status:
            return first_error(said), said
        return "", said

    def _readable(self) -> list[Path]:
        target = self.job.target
        archives = [s.artifact.parent for s in self.job.group.subroutines]
        fixed = [self.stage, self.given, self.toolchain.sources, target.harness, self.facts]
        return [*fixed, *target.library_directories, *archives]

    def _build_in(self, work: Path, option_set: OptionSet) -> Built:
        sources = self.job.source.sources
        compiled = [work / f"{number}.o" for number in range(len(sources))]
        # A name that begins with a dash would be taken for a flag.
        names = [f"./{source}" if source.startswith("-") else source for source in sources]
        commands = [
            self._compile_command(option_set, name, output)
            for name, output in zip(names, compiled, strict=True)
        ]
        found = self._sizes(option_set, work)
        facts = self._compiled_facts(option_set, found, work)
        # Every file is compiled even if one fails, so that all errors are reported.
        each = "\n".join(f"{command} || failed=1" for command in commands)
        reason, said = self._run(f"failed=0\n{each}\nexit $failed", work)
        if reason == first_error(said):
            memory = usage.in_words(LIMITS.memory)
            reason = causes.of_compiling(said, option_set.flags, self.job.target.name, memory)
        if reason:
            return _failed(reason, said)
        try:
            examined = objects.examine(compiled, self._identity(found), [self.job.unique_name])
        except (ELFError, OSError, ValueError) as error:
            return _failed(f"the compiled objects can't be read: {error}", said)
        program = program_path(self.programs, examined.code, self.toolchain)
        if not is_kept(program, self.job):
            link = self._link_command(option_set, work)
            rest = facts, compiled, examined, program
            reason, said_linking = self._link(work, link, *rest, keeps=_is_timed(option_set))
            if reason == first_error(said_linking):
                reason = causes.of_linking(said_linking, self._linked(option_set, examined, work))
            if reason:
                return _failed(reason, said + said_linking)
        # A sanitizer adds names, and code that runs before main.
        notes = () if is_sanitized(option_set.flags) else self._notes(examined)
        outcome = Outcome(
            outcome="ok",
            said=tuple(shorten(said)),
            object=examined.code,
            size=self._with_libraries(examined.size, program),
            notes=tuple(notes),
        )
        return Built(outcome, program)

    def _linked(
        self, option_set: OptionSet, examined: objects.Examined, work: Path
    ) -> causes.Linked:
        """What did not link, to find out why. It costs a run of the preprocessor."""
        source = self.job.source
        language = "c++" if source.is_cxx else "c"
        words = [*option_set.to_run, "-dM", "-E", "-x", language, "/dev/null"]
        _, macros = self._run(shlex.join(words), work)
        texts = {name: (self.stage / name).read_text(errors="replace") for name in source.sources}
        return causes.Linked(
            target=self.job.target.name,
            function=self.job.unique_name,
            plain=self.job.implementation.operation,
            texts=texts,
            defined=examined.defined,
            lost=source.lost,
            predefined=frozenset(re.findall(r"^#define (\w+)", macros, re.MULTILINE)),
        )

    def _identity(self, found: sizes.Sizes) -> str:
        """What tells apart programs whose objects are equal."""
        job = self.job
        codes = [s.code for s in job.group.subroutines]
        known = [f"{name}={size}" for name, size in sorted(found.items())]
        names = [job.unique_name, job.implementation.name, job.target.name]
        return " ".join([*names, *codes, *known])

    def _with_libraries(self, size: Size, program: Path) -> Size:
        """The size of a build, with the names of the libraries that it is linked with."""
        known = {library.name for library in self.job.libraries}
        flags = {word for library in self.job.libraries for word in library.link}
        with contextlib.suppress(ELFError, OSError, ValueError):
            needed = objects.libraries(program)
            known |= {name for name in needed if name.replace("lib", "-l", 1) not in flags}
        return msgspec.structs.replace(size, libraries=tuple(sorted(known)))

    def _notes(self, examined: objects.Examined) -> list[str]:
        """What may disturb other code in the same program, in words."""
        own = (self.job.unique_name, COMPILERS_OWN)
        outside = sorted(n for n in examined.defined if not any(word in n for word in own))
        library = objects.provided(self.job.target.c_library, examined.defined)
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

    def _link_command(self, option_set: OptionSet, work: Path) -> list[str]:
        """Link the objects from an archive, as SUPERCOP does, without the libraries.

        An object that nothing refers to, such as a test with a main of its own, is left out.
        """
        subroutines = [str(archive_path(s.artifact)) for s in self.job.group.subroutines]
        return [
            *option_set.to_run,
            *map(str, [work / FACTS, self.job.target.harness / "harness.o", work / ARCHIVE]),
            *subroutines,
            *self.job.target.library_flags,
            *("-lm", "-o", str(work / PROGRAM)),
            # Reports of sanitizers and of valgrind name functions.
            *(["-s"] if _is_timed(option_set) else []),
        ]

    def _link(
        self,
        work: Path,
        link: list[str],
        facts: Path,
        compiled: list[Path],
        examined: objects.Examined,
        program: Path,
        *,
        keeps: bool,
    ) -> tuple[str, str]:
        """Link, and put the program into its place; returns why that failed, or empty, and what was said.

        `keeps`: so that it can be linked in other ways later.
        """
        output, archive = work / PROGRAM, work / ARCHIVE
        harness = self.job.target.harness / "harness.o"
        needed = [word for library in self.job.libraries for word in library.link]

        def linked(libraries: Sequence[str]) -> list[str]:
            words = [*link, *libraries]
            packed = [layouts.kit(work, words, self.job.target.binutils)] if keeps else []
            return [shlex.join(words), *packed]

        script = [
            self._objcopy({FUNCTION: self.job.unique_name}, facts, work / FACTS),
            *self._renamed(compiled, examined.taken_for(objects.wanted(harness))),
            shlex.join([f"{self.job.target.binutils}ar", "cr", str(archive), *map(str, compiled)]),
            *linked(needed),
        ]
        reason, said = self._run(" && ".join(script), work)
        if "undefined reference" in said or "undefined symbol" in said:
            every = [word for library in self.job.linked for word in library.link]
            again, said_again = self._run(" && ".join(linked(every)), work)
            reason, said = (reason, said) if again else (again, said_again)
        if not reason:
            output.chmod(0o755)
            if self.job.is_subroutine:
                archive.chmod(0o644)
                settle(archive, archive_path(program))
            if keeps:
                (work / KIT).chmod(0o644)
                settle(work / KIT, program.with_name(KIT))
            # Two builds of the same code may end at the same time: either program serves.
            settle(output, program)
        return reason, said

    def _renamed(self, compiled: list[Path], names: Iterable[str]) -> list[str]:
        """Commands that rename functions of the implementation which the harness calls too, such as memcmp.

        With the implementation's memcmp the harness would see what the implementation wants it to see.
        """
        prefix = f"{self.job.unique_name}_own"
        own = {name: f"{prefix}_{name.replace('@', '_')}" for name in sorted(names)}
        return [self._objcopy(own, file) for file in compiled if own]

    def _objcopy(self, names: Mapping[str, str], *files: Path) -> str:
        """The command that gives names of an object others; the first file is kept if there is a second one."""
        words = [f"--redefine-sym={name}={other}" for name, other in names.items()]
        return shlex.join([f"{self.job.target.binutils}objcopy", *words, *map(str, files)])


def _place(file: Path, content: bytes) -> None:
    """Write a file that others may write at the same time, so that they can read it."""
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as draft:
        draft.write(content)
    Path(draft.name).chmod(0o644)
    Path(draft.name).replace(file)


def _is_timed(option_set: OptionSet) -> bool:
    """Whether it is a build that may be timed: others are run by tools that must find the names of functions."""
    return not (is_sanitized(option_set.flags) or SECRET in option_set.flags)


def _failed(reason: str, said: str = "") -> Built:
    return Built(Outcome(outcome="failed", reason=reason, said=tuple(shorten(said))), None)


def _some(names: Sequence[str]) -> str:
    """A few of many names."""
    shown = ", ".join(names[:NAMES_SHOWN])
    left = len(names) - NAMES_SHOWN
    return f"{shown} and {left} more" if left > 0 else shown


def archive_path(program: Path) -> Path:
    """Where the objects of a subroutine are kept, beside its program."""
    return program.with_name(ARCHIVE)


def is_kept(program: Path, job: Job) -> bool:
    """Whether the program is kept, and for a subroutine its archive too."""
    return use(program) and (not job.is_subroutine or archive_path(program).is_file())


def program_path(programs: Path, code: str, toolchain: Toolchain) -> Path:
    """Where the program of an `object` is kept."""
    return programs / f"{code}-{toolchain.harness_digest}" / "program"
