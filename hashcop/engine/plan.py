"""What there is to do: implementations crossed with the option sets of each ABI. Starts no process, reads no clock."""

import difflib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hashcop.engine.tree import HashFunction, Implementation, Need
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.installed import Compiler
from hashcop.platforms.c.tools.toolchain import Target, Toolchain


class SelectionError(Exception):
    """A selection that names nothing, with what was meant perhaps."""


@dataclass(frozen=True)
class Selection:
    """A hash, or one implementation of it; `implementation` is empty for all of them."""

    hash: str
    implementation: str = ""


@dataclass(frozen=True)
class OptionSet:
    """A compiler with its flags, for C or C++ as the implementation wants it.

    `command` is what the data say, `path` the file that is run, with `arguments` right behind it. `compiler` is the
    command of that compiler for C, which the ABI's flags are found by.
    """

    command: str
    compiler: str
    identity: str
    flags: tuple[str, ...]
    path: str = ""
    arguments: tuple[str, ...] = ()
    family: str = ""

    @property
    def words(self) -> list[str]:
        """As the data have it."""
        return [*self.command.split(), *self.flags]

    @property
    def to_run(self) -> list[str]:
        """As it is run."""
        return [self.path or self.command, *self.arguments, *self.flags]


@dataclass(frozen=True)
class Subroutine:
    """What an implementation gets for a need: a build of another implementation, by its machine code `code`.

    `archive` holds its objects and those of its own subroutines; `sources` is their hash.
    """

    need: Need
    implementation: Implementation
    security: str
    options: tuple[str, ...]
    sources: str
    code: str
    archive: Path

    @property
    def words(self) -> str:
        """As the data have it."""
        return " ".join([self.implementation.path, *self.options])


@dataclass(frozen=True, eq=False)
class Group:
    """One implementation on one ABI, with everything it is to be built with.

    `skip` says why it is not built at all; empty otherwise. `named`: selected by name, so that it gets
    every length. `needs` are to be met before it is built: each by one of the `subroutines`.
    """

    function: HashFunction
    implementation: Implementation
    target: Target
    option_sets: tuple[OptionSet, ...]
    libraries: tuple[compilers.Library, ...]
    skip: str
    named: bool
    security: str
    needs: tuple[Need, ...] = ()
    subroutines: tuple[Subroutine, ...] = ()

    @property
    def library_includes(self) -> list[str]:
        """What a compiler needs to find the headers of its libraries."""
        return [word for library in self.libraries for word in library.compile]


def parse_selection(words: Sequence[str], functions: Sequence[HashFunction]) -> list[Selection]:
    """HASH and HASH/IMPLEMENTATION as typed; raises SelectionError with the nearest names for what is not there."""
    return [_parse(word.rstrip("/"), functions) for word in words]


def _parse(word: str, functions: Sequence[HashFunction]) -> Selection:
    hash_name, _, name = word.partition("/")
    function = next((f for f in functions if f.name == hash_name), None)
    if function is None:
        raise SelectionError(
            f"there is no hash {hash_name}{_nearest(hash_name, (f.name for f in functions))}"
        )
    names = [i.name for i in function.implementations]
    if not names:
        raise SelectionError(f"there is no implementation of {hash_name} in this tree")
    if name and name not in names:
        raise SelectionError(f"{hash_name} has no implementation {name}{_nearest(name, names)}")
    return Selection(hash_name, name)


def _nearest(word: str, names: Iterable[str]) -> str:
    candidates = list(names)
    near = difflib.get_close_matches(word, candidates, n=4, cutoff=0.5)
    shown = near or sorted(candidates)[:12]
    if not shown:
        return ""
    return f"; near to it: {', '.join(near)}" if near else f"; there are {', '.join(shown)}"


def tree_of(path: Path) -> tuple[Path, str] | None:
    """(tree, selection) where a path leads to a hash or an implementation below some crypto_hash/."""
    whole = Path(os.path.normpath(path.absolute()))
    for above in whole.parents:
        if above.name == "crypto_hash":
            return above.parent, str(whole.relative_to(above))
    return None


def selected(
    functions: Sequence[HashFunction], selections: Sequence[Selection]
) -> list[tuple[HashFunction, Implementation, bool]]:
    """(hash, implementation, named by itself) for everything selected, each once; all where nothing is named."""
    wanted: dict[tuple[str, str], tuple[HashFunction, Implementation, bool]] = {}
    for selection in selections or [Selection(f.name) for f in functions]:
        function = next(f for f in functions if f.name == selection.hash)
        for implementation in function.implementations:
            if selection.implementation in ("", implementation.name):
                key = function.name, implementation.name
                named = bool(selection.implementation) or wanted.get(key, (0, 0, False))[2]
                wanted[key] = function, implementation, named
    return list(wanted.values())


def option_sets(
    toolchain: Toolchain, target: Target, profile: str, is_cxx: bool
) -> tuple[OptionSet, ...]:
    """What a profile has for an ABI here, without what was refused when it was tried."""
    families = {family.command: family for family in compilers.families()}
    sets = []
    for compiler in toolchain.compilers_for(target):
        family = families.get(compiler.family)
        if family is None or (is_cxx and not compiler.cxx):
            continue
        every = family.flags(
            profile,
            is_cxx=is_cxx,
            abi=target.abi,
            is_first=compiler.is_first,
            refused=frozenset(toolchain.refused.get((target.abi, compiler.command), ())),
        )
        for flags in every:
            own = without_native(flags, target)
            sets.append(option_set(compiler, target, own, is_cxx=is_cxx))
    return tuple(dict.fromkeys(sets))


def without_native(flags: Sequence[str], target: Target) -> tuple[str, ...]:
    """Flags for another processor: what would ask about ours gives way to what the emulated one can do."""
    if target.emulator is None:
        return tuple(flags)
    first = next((flag for flag in flags if flag.endswith("=native")), None)
    rest = ((flag,) if not flag.endswith("=native") else () for flag in flags)
    whole = (target.native if flag == first else own for flag, own in zip(flags, rest, strict=True))
    return tuple(word for words in whole for word in words)


def option_set(
    compiler: Compiler, target: Target, flags: tuple[str, ...], *, is_cxx: bool
) -> OptionSet:
    """A compiler with flags, and with those before them that the ABI needs."""
    return OptionSet(
        command=compiler.cxx if is_cxx else compiler.command,
        compiler=compiler.command,
        identity=compiler.cxx_identity if is_cxx else compiler.identity,
        flags=(*target.flags[compiler.command], *flags),
        path=compiler.cxx_path if is_cxx else compiler.path,
        arguments=compiler.cxx_arguments if is_cxx else compiler.arguments,
        family=compiler.family,
    )


class _OptionSets:
    """The option sets of a profile by ABI and language: thousands, which many implementations share."""

    def __init__(self, toolchain: Toolchain, profile: str) -> None:
        self.toolchain = toolchain
        self.profile = profile
        self._known: dict[tuple[str, bool], tuple[OptionSet, ...]] = {}

    def of(self, target: Target, is_cxx: bool) -> tuple[OptionSet, ...]:
        key = target.abi, is_cxx
        if key not in self._known:
            self._known[key] = option_sets(self.toolchain, target, self.profile, is_cxx)
        return self._known[key]


def _needed(implementation: Implementation) -> tuple[compilers.Library, ...]:
    # A header of its own, sha2.h say, is not the library's.
    included = implementation.includes() - {name for name, _ in implementation.files()}
    return tuple(
        library
        for library in compilers.libraries()
        if any(name.startswith(library.headers) for name in included)
    )


def _skip(
    implementation: Implementation,
    target: Target,
    needed: Sequence[compilers.Library],
    option_sets: Sequence[OptionSet],
) -> str:
    """Why it is not built; empty where it is."""
    architectures = implementation.architectures
    if architectures is not None and target.abi not in architectures:
        return f"for {', '.join(sorted(architectures)) or 'no ABI'} only"
    lacking = sorted(implementation.features - target.features) if target.features else []
    if lacking:
        return f"needs instructions that this processor has not: {', '.join(lacking)}"
    for library in needed:
        if library.name not in target.libraries:
            return f"needs {library.name}, which is not there for {target.abi} ({library.advice})"
    if (implementation.directory / "Cargo.toml").exists():
        return "written in Rust, which is not built here"
    if not option_sets:
        ending = f" for {target.abi}" if target.emulator else ""
        none = f"C++, and no C++ compiler is installed{ending}"
        return none if implementation.is_cxx else "no option set"
    return ""


def make(
    functions: Sequence[HashFunction],
    selections: Sequence[Selection],
    toolchain: Toolchain,
    profile: str,
    abis: Sequence[str] = (),
) -> list[Group]:
    """The groups of a run, in the order in which they are wanted. `abis` empty: all that run here."""
    targets = [target for target in toolchain.targets if not abis or target.abi in abis]
    groups: list[Group] = []
    sets = _OptionSets(toolchain, profile)
    for function, implementation, named in selected(functions, selections):
        groups += _groups(function, implementation, named, targets, sets)
    return groups


def of_primitive(
    function: HashFunction, target: Target, toolchain: Toolchain, profile: str
) -> list[Group]:
    """The groups from which a subroutine on an ABI is chosen: those in C, which everything can be linked with."""
    found = [i for i in function.implementations if not i.is_cxx]
    sets = _OptionSets(toolchain, profile)
    return [
        group
        for implementation in found
        for group in _groups(function, implementation, False, [target], sets)
    ]


def _groups(
    function: HashFunction,
    implementation: Implementation,
    named: bool,
    targets: Sequence[Target],
    sets: _OptionSets,
) -> Iterator[Group]:
    problem = implementation.problem
    libraries = () if problem else _needed(implementation)
    needs = () if problem else implementation.needs()
    for target in targets:
        every = sets.of(target, implementation.is_cxx)
        skip = problem or _skip(implementation, target, libraries, every)
        yield Group(
            function=function,
            implementation=implementation,
            target=target,
            option_sets=() if skip else every,
            libraries=libraries,
            skip=skip,
            named=named,
            security=implementation.security,
            needs=() if skip else needs,
        )
