"""What an implementation is built with: option sets of a profile and libraries; or why it is skipped."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from hashcop.platforms import door
from hashcop.platforms.c.source import Source
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.compilers import Library
from hashcop.platforms.c.tools.installed import Compiler
from hashcop.platforms.c.tools.toolchain import Target, Toolchain


@dataclass(frozen=True, kw_only=True)
class OptionSet(door.OptionSet):
    """A compiler with its flags, for C or for C++.

    `path` is the file that is run, `arguments` come right behind it. `compiler` is the compiler's command for C, by
    which `Target.flags` has the flags of the ABI. `identity` changes with the compiler's binary.
    """

    compiler: str
    identity: str
    path: str = ""
    arguments: tuple[str, ...] = ()

    @property
    def to_run(self) -> list[str]:
        """The words of the command line up to the last flag."""
        return [self.path or self.command, *self.arguments, *self.flags]


def option_set(
    compiler: Compiler, target: Target, flags: tuple[str, ...], *, is_cxx: bool
) -> OptionSet:
    """A compiler with `flags`, behind those that the ABI needs."""
    return OptionSet(
        command=compiler.cxx if is_cxx else compiler.command,
        flags=(*target.flags[compiler.command], *flags),
        family=compiler.family,
        compiler=compiler.command,
        identity=compiler.cxx_identity if is_cxx else compiler.identity,
        path=compiler.cxx_path if is_cxx else compiler.path,
        arguments=compiler.cxx_arguments if is_cxx else compiler.arguments,
    )


def typed(toolchain: Toolchain, target: Target, words: str, *, is_cxx: bool) -> OptionSet | None:
    """An option set as typed, `gcc -O2`; None where no compiler of the target has the command."""
    try:
        command, *flags = shlex.split(words) or [""]
    except ValueError:  # a quote that is not closed
        return None
    for one in toolchain.compilers_for(target):
        if command == (one.cxx if is_cxx else one.command):
            return option_set(one, target, tuple(flags), is_cxx=is_cxx)
    return None


class OptionSets:
    """The option sets of a profile: thousands, which many implementations share."""

    def __init__(self, toolchain: Toolchain, profile: str) -> None:
        self.toolchain = toolchain
        self.profile = profile
        self._known: dict[tuple[str, bool], tuple[OptionSet, ...]] = {}

    def of(self, target: Target, *, is_cxx: bool) -> tuple[OptionSet, ...]:
        """Those for a target, without the flags that were tried and do not work here."""
        key = target.name, is_cxx
        if key not in self._known:
            self._known[key] = self._made(target, is_cxx)
        return self._known[key]

    def _made(self, target: Target, is_cxx: bool) -> tuple[OptionSet, ...]:
        families = {family.command: family for family in compilers.families()}
        sets = []
        for compiler in self.toolchain.compilers_for(target):
            family = families.get(compiler.family)
            if family is None or (is_cxx and not compiler.cxx):
                continue
            every = family.flags(
                self.profile,
                is_cxx=is_cxx,
                abi=target.name,
                is_first=compiler.is_first,
                refused=frozenset(self.toolchain.refused.get((target.name, compiler.command), ())),
            )
            for flags in every:
                own = target.without_native(flags)
                sets.append(option_set(compiler, target, own, is_cxx=is_cxx))
        return tuple(dict.fromkeys(sets))


def first_of_each(option_sets: Sequence[OptionSet]) -> tuple[OptionSet, ...]:
    """The first option set of each compiler: enough for what calls a library, whose own code was compiled before."""
    return tuple({one.command: one for one in reversed(option_sets)}.values())[::-1]


def libraries_of(source: Source) -> tuple[Library, ...]:
    """The libraries whose headers an implementation includes. Raises TreeError."""
    # A header that it brings itself, sha2.h say, is not the library's.
    included = source.includes - {name for name, _ in source.implementation.files()}
    return tuple(
        library
        for library in compilers.libraries()
        if any(name.startswith(library.headers) for name in included)
    )


def skip_reason(
    source: Source, target: Target, libraries: Sequence[Library], option_sets: Sequence[OptionSet]
) -> str:
    """Why an implementation is not built for a target; empty where it is."""
    architectures = source.architectures
    if architectures is not None and target.name not in architectures:
        return f"for {', '.join(sorted(architectures)) or 'no ABI'} only"
    lacking = sorted(source.features - target.features) if target.features else []
    if lacking:
        return f"needs instructions that this processor has not: {', '.join(lacking)}"
    for library in libraries:
        if library.name not in target.libraries:
            return f"needs {library.name}, which is not there for {target.name} ({library.advice})"
    if (source.directory / "Cargo.toml").exists():
        return "written in Rust, which is not built here"
    if not option_sets:
        ending = f" for {target.name}" if target.emulator else ""
        none = f"C++, and no C++ compiler is installed{ending}"
        return none if source.is_cxx else "no option set"
    return ""
