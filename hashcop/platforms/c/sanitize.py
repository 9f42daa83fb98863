"""Builds with the compilers' sanitizers, for `./do check --sanitize`: they are checked, and never timed."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from hashcop.machine.sandbox import Limits, Sandbox
from hashcop.platforms.c.options import OptionSet, libraries_of
from hashcop.platforms.c.source import Source
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.compilers import Sanitizer
from hashcop.platforms.c.tools.installed import Compiler
from hashcop.platforms.c.tools.refused import Attempt, tried
from hashcop.platforms.c.tools.toolchain import Target, Toolchain
from hashcop.platforms.door import Plan

# Bytes: a sanitizer reserves more address space than any machine has memory.
ADDRESS_SPACE = 1 << 47
ASSEMBLY = (".s", ".S")
# What is searched was written by a stranger's program: a pattern must not try each of its characters as a beginning.
COMPLAINT = re.compile(r"SUMMARY: (?!Undefined)\w+Sanitizer: .*|(?<!\S)\S+: runtime error: .*")
LONGEST = 1000  # characters of a complaint
# Without llvm-symbolizer clang's sanitizers name an offset into the program.
OFFSET = re.compile(r"\(/\S+\+(0x[0-9a-f]+)\)( \(BuildId: \w+\))?")


class Sanitizers:
    """Which compiler has which sanitizer for which target. `reasons`: why not, by the attempt; empty where it works."""

    def __init__(self, reasons: Mapping[Attempt, str]) -> None:
        self.reasons = reasons

    def plan(self, source: Source, target: Target, plan: Plan) -> Plan:
        """The plan with the sanitizers' option sets in place of its own; skipped where no sanitizer works."""
        if plan.skip:
            return plan
        if target.emulator:
            return Plan(skip="sanitizers do not work under an emulator")
        sets = tuple(self._option_sets(source, target, plan.option_sets))
        if not sets:
            return Plan(skip=f"no sanitizer works here for {target.name}: {self._why_not(target)}")
        return replace(plan, option_sets=sets)

    def _option_sets(
        self, source: Source, target: Target, option_sets: Sequence[object]
    ) -> Iterator[OptionSet]:
        has_foreign = any(s.endswith(ASSEMBLY) for s in source.sources) or bool(
            libraries_of(source)
        )
        first = {one.compiler: one for one in reversed(option_sets) if isinstance(one, OptionSet)}
        for attempt, why in self.reasons.items():
            one = first.get(attempt.compiler.command)
            if one is None or attempt.target.name != target.name or attempt.is_cxx != source.is_cxx:
                continue
            sanitizer = _sanitizer_of(attempt)
            if not why and has_foreign <= sanitizer.foreign:
                flags = (*target.flags[attempt.compiler.command], *sanitizer.flags)
                yield replace(one, flags=flags)

    def _why_not(self, target: Target) -> str:
        said = [
            f"{attempt.compiler.command} {_sanitizer_of(attempt).name}: {why}"
            for attempt, why in self.reasons.items()
            if why and attempt.target.name == target.name
        ]
        return "; ".join(dict.fromkeys(said)) or "no compiler has one for such sources"


def _sanitizer_of(attempt: Attempt) -> Sanitizer:
    return next(one for one in compilers.sanitizers() if " ".join(one.flags) == attempt.entry)


def open_sanitizers(
    toolchain: Toolchain, sandbox: Sandbox, cache: Path, targets: Collection[str] = ()
) -> Sanitizers:
    """Try every sanitizer that was not tried before. `targets`: the names of those that count; empty for all."""
    attempts = [
        Attempt(compiler, target, " ".join(sanitizer.flags), is_cxx, ADDRESS_SPACE)
        for target in toolchain.targets
        if not target.emulator and (not targets or target.name in targets)
        for compiler in toolchain.compilers_for(target)
        for sanitizer in _sanitizers_of(compiler)
        for is_cxx in ((False, True) if compiler.cxx else (False,))
    ]
    found = tried(attempts, toolchain, sandbox, cache)
    return Sanitizers({attempt: found[attempt.key] for attempt in attempts})


def _sanitizers_of(compiler: Compiler) -> Iterator[Sanitizer]:
    return (one for one in compilers.sanitizers() if compiler.family in one.compilers)


def is_sanitized(flags: Sequence[str]) -> bool:
    """Whether an option set builds with a sanitizer."""
    return any(flag.startswith("-fsanitize=") for flag in flags)


def complaint(output: str, program: Path, sandbox: Sandbox) -> str:
    """What a sanitizer said when it ended a program, with the place in the sources; empty if none ended it."""
    found = COMPLAINT.search(output)
    if found is None:
        return ""
    said = found[0].removeprefix("SUMMARY: ")[:LONGEST]
    offset = OFFSET.search(said)
    if offset:
        said = said.replace(offset[0], _place(offset[1], program, sandbox))
    # The directory that the sources were copied to is another one each time.
    return re.sub(r"/\S+/sources/", "", said).strip()[:300]


def _place(offset: str, program: Path, sandbox: Sandbox) -> str:
    """File, line and function of an offset into a program, by its debugging information; empty if it has none."""
    done = sandbox.run(
        ["addr2line", "-s", "-f", "-e", str(program), offset],
        directory=program.parent,
        limits=Limits(60),
        readable=[program.parent],
    )
    function, _, place = done.output.strip().partition("\n")
    return f"{place} in {function}" if done.status == 0 and place else ""
