"""What C reports about this machine, and about targets and option sets that are left out."""

from collections.abc import Iterator, Sequence

from hashcop.data import records
from hashcop.platforms.c.options import OptionSets
from hashcop.platforms.c.tools import compilers, emulated, packages
from hashcop.platforms.c.tools.installed import Compiler
from hashcop.platforms.c.tools.probing import NOT_RUN
from hashcop.platforms.c.tools.toolchain import Target, Toolchain
from hashcop.platforms.door import Described, Elsewhere, OptionRow

SHOWN = 3  # flags that are named


def described(toolchain: Toolchain) -> Described:
    """For the `machine` record."""
    ours = [target for target in toolchain.targets if target.emulator is None]
    return Described(
        counter={target.name: target.counter for target in ours},
        targets={target.name: "ok" for target in ours} | dict(toolchain.missing),
        emulators=toolchain.emulators,
        compilers=tuple(map(_compiler, toolchain.compilers)),
    )


def _compiler(compiler: Compiler) -> records.Compiler:
    return records.Compiler(compiler.command, compiler.path, compiler.version, compiler.native)


def missing(toolchain: Toolchain) -> Iterator[str]:
    """Sentences about the ABIs of this processor that can't be measured."""
    by_name = {abi.name: abi for abi in compilers.abis()}
    for name, why in toolchain.missing.items():
        if NOT_RUN in why:
            yield f"the ABI {name} is skipped: its programs are built, but this kernel does not run them"
            continue
        package = packages.with_version(by_name[name].package)
        advice = f"; on Debian: apt-get install {package}" if package else ""
        yield f"the ABI {name} is skipped: its programs do not build or run here{advice}"


def refused(toolchain: Toolchain) -> Iterator[str]:
    """A sentence about the option sets that do not work here; none if all work."""
    entries = {entry for refused in toolchain.refused.values() for entry in refused}
    if entries:
        shown = ", ".join(sorted(entries)[:SHOWN]) + (", ..." if len(entries) > SHOWN else "")
        yield (
            f"left out: option sets with flags that do not work here ({shown}); "
            "./do list --options says why"
        )


def option_rows(sets: OptionSets, targets: Sequence[Target]) -> tuple[OptionRow, ...]:
    """The option sets of each compiler for each target, for C and C++."""
    return tuple(row for target in targets for row in _rows(sets, target))


def _rows(sets: OptionSets, target: Target) -> Iterator[OptionRow]:
    languages = {"C": False, "C++": True}
    for compiler in sets.toolchain.compilers_for(target):
        yield OptionRow(
            target=target.name,
            tool=_compiler(compiler),
            sets={
                language: tuple(
                    one
                    for one in sets.of(target, is_cxx=is_cxx)
                    if one.compiler == compiler.command
                )
                for language, is_cxx in languages.items()
            },
            refused=sets.toolchain.refused.get((target.name, compiler.command), {}),
        )


def elsewhere() -> tuple[Elsewhere, ...]:
    """The ABIs of other processors. Asks emulators and compilers for their versions."""
    return tuple(map(_elsewhere, map(emulated.look, emulated.candidates())))


def _elsewhere(candidate: emulated.Candidate) -> Elsewhere:
    return Elsewhere(
        target=candidate.abi.name,
        emulator=str(candidate.emulator or ""),
        tools=tuple(compiler.command for compiler, _ in candidate.compilers),
        missing=candidate.missing,
        packages=candidate.packages,
    )
