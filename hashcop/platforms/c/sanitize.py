"""Builds with the compilers' sanitizers, for `./do check --sanitize`: they are checked, and never timed."""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from hashcop.engine.plan import Group, OptionSet
from hashcop.machine.sandbox import Limits, Sandbox
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.compilers import Sanitizer

# They reserve more address space than any machine has memory.
ADDRESS_SPACE = 1 << 47
ASSEMBLY = (".s", ".S")
COMPLAINT = re.compile(r"SUMMARY: (?!Undefined)\w+Sanitizer: .*|\S+: runtime error: .*")
# What clang's say where there is no llvm-symbolizer: an offset into the program.
OFFSET = re.compile(r"\(/\S+\+(0x[0-9a-f]+)\)( \(BuildId: \w+\))?")


class Sanitizers:
    """Which compiler has which sanitizer for which ABI, found by trying, each once."""

    def __init__(self, sandbox: Sandbox, work: Path) -> None:
        """`work`: a directory for trying, made and left empty."""
        self.sandbox = sandbox
        self.work = work
        self._works: dict[tuple[str, ...], str | None] = {}

    def apply(self, groups: Sequence[Group]) -> list[Group]:
        """The groups with the sanitizers' option sets in the place of their own; without any, skipped."""
        return [group if group.skip else self._sanitized(group) for group in groups]

    def _sanitized(self, group: Group) -> Group:
        if group.target.emulator:
            return replace(group, option_sets=(), skip="sanitizers do not work under an emulator")
        sets = tuple(self._option_sets(group))
        why = f"no sanitizer works here for {group.target.abi}: {self._reasons()}"
        return replace(group, option_sets=sets, skip="" if sets else why)

    def _option_sets(self, group: Group) -> Iterator[OptionSet]:
        has_assembly = any(s.endswith(ASSEMBLY) for s in group.implementation.sources)
        has_foreign = has_assembly or bool(group.libraries)
        first = {one.compiler: one for one in reversed(group.option_sets)}
        for compiler, one in reversed(first.items()):
            abi_flags = group.target.flags[compiler]
            for sanitizer in compilers.sanitizers():
                if one.family not in sanitizer.compilers or has_foreign > sanitizer.foreign:
                    continue
                sanitized = replace(one, flags=(*abi_flags, *sanitizer.flags))
                if self._try(sanitized, sanitizer) is None:
                    yield sanitized

    def _try(self, option_set: OptionSet, sanitizer: Sanitizer) -> str | None:
        """None where a program of a compiler and sanitizer runs; otherwise what was said."""
        key = (sanitizer.name, *option_set.words)
        if key not in self._works:
            self.work.mkdir(parents=True, exist_ok=True)
            suffix = "cc" if option_set.command.endswith("++") else "c"
            command = shlex.join(option_set.to_run)
            done = self.sandbox.run(
                [
                    "sh",
                    "-c",
                    f"echo 'int main(void) {{}}' > a.{suffix}; {command} a.{suffix} && ./a.out",
                ],
                directory=self.work,
                limits=Limits(60, memory=ADDRESS_SPACE),
                writable=[self.work],
            )
            said = (done.output.strip().splitlines() or [f"status {done.status}"])[0]
            self._works[key] = said if done.status else None
        return self._works[key]

    def _reasons(self) -> str:
        said = [f"{key[1]} {key[0]}: {why}" for key, why in self._works.items() if why]
        return "; ".join(said) or "no compiler has one for such sources"


def is_sanitized(flags: Sequence[str]) -> bool:
    """Whether an option set builds with a sanitizer."""
    return any(flag.startswith("-fsanitize=") for flag in flags)


def complaint(output: str, program: Path, sandbox: Sandbox) -> str:
    """What a sanitizer said when it ended a program, in a line with the place in the sources; empty where none did."""
    found = COMPLAINT.search(output)
    if found is None:
        return ""
    said = found[0].removeprefix("SUMMARY: ")
    offset = OFFSET.search(said)
    if offset:
        said = said.replace(offset[0], _place(offset[1], program, sandbox))
    # Where the sources were copied to is no fact about them, and another place each time.
    return re.sub(r"/\S+/sources/", "", said).strip()[:300]


def _place(offset: str, program: Path, sandbox: Sandbox) -> str:
    """File, line and function of an offset into a program, as binutils reads its debugging information."""
    done = sandbox.run(
        ["addr2line", "-s", "-f", "-e", str(program), offset],
        directory=program.parent,
        limits=Limits(60),
        readable=[program.parent],
    )
    function, _, place = done.output.strip().partition("\n")
    return f"{place} in {function}" if done.status == 0 and place else ""
