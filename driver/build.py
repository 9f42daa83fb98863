"""How an implementation in C, C++ or assembly becomes a program; only this module knows."""

import dataclasses
import hashlib
import os
import re
import shlex
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elftools.common.exceptions import ELFError
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from driver import data, headers
from driver.plan import Group, OptionSet
from driver.said import first_error, shorten
from driver.sandbox import MIB, Limits, Sandbox
from driver.toolchain import Toolchain

# Part of every build's key: to be raised when this module or driver/headers.py makes other programs than before.
RECIPE = 1
LIMITS = Limits(seconds=300)
# Sections that say who compiled, not what runs.
NOT_CODE = re.compile(r"\.comment|\.note|\.debug|\.shstrtab|\.llvm_addrsig|\.rela?\.debug")


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
        *(implementation.hash, implementation.name, implementation.security, sources),
        *(group.target.abi, option_set.identity, *option_set.words),
        *(word for library in group.libraries for word in library.link),
        toolchain.harness_digest,
    )


def _copy_readable(files: Iterable[tuple[str, Path]], to: Path) -> None:
    """Copies that the sandbox's user can read, whatever the permissions in the tree."""
    for name, file in files:
        place = to / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
        place.chmod(0o644)
    for directory in (to, *(path for path in to.rglob("*") if path.is_dir())):
        directory.chmod(0o755)


class Workshop:
    """The builds of one group: a copy of its sources with the generated headers, and room for objects.

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
        shutil.rmtree(directory, ignore_errors=True)
        _copy_readable(group.implementation.files(), self.stage)
        for name, text in headers.generated(group.implementation).items():
            (self.stage / name).write_text(text, errors="surrogateescape")
            (self.stage / name).chmod(0o644)
        directory.chmod(0o755)

    def close(self) -> None:
        """Remove the copy and the objects."""
        shutil.rmtree(self.directory, ignore_errors=True)

    def _compile_command(self, option_set: OptionSet, source: Path | str, output: Path) -> str:
        measure = self.toolchain.sources / "measure"
        words = [
            *option_set.to_run,
            *headers.macros(self.group.implementation),
            *("-I.", f"-I{measure / 'include'}"),
            *("-c", str(source), "-o", str(output)),
        ]
        return shlex.join(words)

    def _facts_command(self, option_set: OptionSet, output: Path) -> str:
        """facts.c is the harness's, and compiled as the implementation's language, without its optimisations."""
        abi_flags = self.group.target.flags[option_set.family]
        language = ("-x", "c++") if self.group.implementation.is_cxx else ()
        flags = (*abi_flags, "-O2", "-w", *language)
        plain = dataclasses.replace(option_set, flags=flags)
        source = self.toolchain.sources / "measure" / "facts.c"
        return self._compile_command(plain, source, output)

    def build(self, option_set: OptionSet) -> Built:
        """Compile with one option set, and link unless a program of the same machine code is there already."""
        if not self.group.implementation.defines_output_bytes:
            return Built(
                {"outcome": "failed", "reason": "api.h does not define CRYPTO_BYTES"}, None
            )
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
            readable=[self.stage, self.toolchain.sources, self.group.target.harness],
            writable=[work],
        )
        # Where the work was done is no fact about the build, and another place each time.
        said = done.output
        for place in (work, self.group.target.harness, self.toolchain.sources):
            said = said.replace(f"{place}/", "")
        if done.timed_out:
            return f"the compiler did not end within {LIMITS.seconds:.0f} seconds", said
        if done.status:
            return first_error(said), said
        return "", said

    def _build_in(self, work: Path, option_set: OptionSet) -> Built:
        sources = self.group.implementation.sources
        objects = [work / f"{number}.o" for number in range(len(sources))]
        # A name that begins with a dash would be taken for an option.
        names = [f"./{source}" if source.startswith("-") else source for source in sources]
        commands = [
            self._compile_command(option_set, name, output)
            for name, output in zip(names, objects, strict=True)
        ]
        # Every file is compiled even when one fails, so that all errors are said.
        each = "\n".join(f"{command} || failed=1" for command in commands)
        reason, said = self._run(f"failed=0\n{each}\nexit $failed", work)
        if reason:
            return Built({"outcome": "failed", "reason": reason, "said": shorten(said)}, None)
        outcome: dict[str, Any] = {"outcome": "ok", "said": shorten(said)}
        try:
            outcome["object"], outcome["size"], replaced = self._examine(objects)
        except (ELFError, OSError, ValueError) as error:
            reason = f"the compiled objects can't be read: {error}"
            return Built({"outcome": "failed", "reason": reason, "said": shorten(said)}, None)
        if replaced:
            reason = f"defines {', '.join(replaced)}, which the harness takes from the C library"
            return Built({"outcome": "failed", "reason": reason, "said": shorten(said)}, None)
        program = program_path(self.programs, outcome["object"], self.toolchain)
        if not program.is_file():
            reason, said_linking = self._link(work, option_set, objects, program)
            if reason:
                said_all = shorten(said + said_linking)
                return Built({"outcome": "failed", "reason": reason, "said": said_all}, None)
        return Built(outcome, program)

    def _link(
        self, work: Path, option_set: OptionSet, objects: list[Path], program: Path
    ) -> tuple[str, str]:
        output, facts = work / "program", work / "facts.o"
        harness = self.group.target.harness / "harness.o"
        libraries = [word for library in self.group.libraries for word in library.link]
        link = [
            *option_set.to_run,
            *map(str, [*objects, facts, harness]),
            *libraries,
            "-o",
            str(output),
        ]
        script = f"{self._facts_command(option_set, facts)} && {shlex.join(link)}"
        reason, said = self._run(script, work)
        if not reason:
            program.parent.mkdir(parents=True, exist_ok=True)
            program.parent.chmod(0o755)
            output.chmod(0o755)
            # Two builds of the same code may get here at once: either program serves.
            with output.open("rb") as whole:
                os.fsync(whole.fileno())  # the name is not to outlive the content
            output.replace(program)
        return reason, said

    def _examine(self, objects: list[Path]) -> tuple[str, dict[str, int], list[str]]:
        """(hash of the machine code, section sizes in bytes, names it would replace for the harness) of objects."""
        implementation = self.group.implementation
        state = hashlib.sha256()
        name = f"{implementation.unique_name} {implementation.name} {self.group.target.abi}\0"
        state.update(name.encode(errors="surrogatepass"))
        size = {"text": 0, "data": 0, "bss": 0}
        defined: set[str] = set()
        for path in objects:
            with path.open("rb") as file:
                elf = ELFFile(file)
                _add_object(elf, state, size)
                defined |= _global_names(elf, defined=True)
        # A memcmp of its own would make the check see what it likes.
        with (self.group.target.harness / "harness.o").open("rb") as file:
            replaced = sorted(defined & _global_names(ELFFile(file), defined=False))
        return state.hexdigest()[:24], size, replaced


def _global_names(elf: ELFFile, *, defined: bool) -> set[str]:
    """The names that an object defines for all, or those that it wants from others."""
    return {
        symbol.name
        for section in elf.iter_sections()
        if isinstance(section, SymbolTableSection)
        for symbol in section.iter_symbols()
        if symbol["st_info"]["bind"] != "STB_LOCAL"
        and (symbol["st_shndx"] != "SHN_UNDEF") == defined
    }


def _add_object(elf: ELFFile, state: Any, size: dict[str, int]) -> None:
    for section in elf.iter_sections():
        if NOT_CODE.match(section.name) or section["sh_type"] == "SHT_NULL":
            continue
        flags = section["sh_flags"]
        row = (section.name, section["sh_type"], flags, section["sh_size"], section["sh_addralign"])
        state.update(repr(row).encode())
        is_empty = section["sh_type"] == "SHT_NOBITS"
        # Not section.data(), which unpacks what claims to be compressed: a stranger's claim.
        elf.stream.seek(section["sh_offset"])
        state.update(b"" if is_empty else elf.stream.read(section["sh_size"]))
        if flags & SH_FLAGS.SHF_ALLOC:
            writable = flags & SH_FLAGS.SHF_WRITE
            size["bss" if is_empty else "data" if writable else "text"] += section["sh_size"]


def program_path(programs: Path, code: str, toolchain: Toolchain) -> Path:
    """Where the program of an `object` is kept."""
    return programs / f"{code}-{toolchain.harness_digest}" / "program"


PROGRAM_LIMITS = Limits(seconds=0, memory=2048 * MIB, processes=64, file_size=MIB)
