"""ABIs of other processors: cross-built, checked under an emulator, and never timed.

They are tried only if they are asked for, since trying takes seconds for each.
"""

import os
import shlex
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from hashcop.data.records import Counter
from hashcop.machine.cache import use
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.compilers import Abi, Emulation
from hashcop.platforms.c.tools.installed import (
    Compiler,
    Emulator,
    digest_of,
    find,
    find_compiler,
    find_emulator,
    stamp,
)
from hashcop.platforms.c.tools.probing import Prober, Target, ToolchainError, c_library
from hashcop.platforms.c.tools.toolchain import (
    Toolchain,
    packed,
    relocated,
    unpacked,
    write_kept,
)
from hashcop.platforms.door import EMULATED

NO_COUNTER = Counter(
    name="none", counts="nothing: its programs are emulated, and never timed", core_cycles=False
)
# A check of the harness's own function: it uses the harness's pages, signals and timers.
TRY_HARNESS = "echo token 1 30 30 check 0 1 0 | {} | tail -n 1 | grep -qx 'token done'"
CXX = '#include <cstdio>\\nint main() { return std::puts(\\"\\") < 0; }\\n'


class _Kept(msgspec.Struct):
    """A target as it is kept."""

    state: str
    target: Target


@dataclass(frozen=True)
class Candidate:
    """An ABI of another processor: what of it is installed, and which commands are missing."""

    abi: Abi
    emulator: Emulator | None
    compilers: tuple[tuple[Compiler, tuple[str, ...]], ...]  # with their flags
    missing: tuple[str, ...]

    @property
    def packages(self) -> tuple[str, ...]:
        """Debian's packages of what it needs."""
        return _elsewhere(self.abi).packages

    @property
    def advice(self) -> str:
        """What is missing, and the command that installs it on Debian."""
        missing = " and ".join(self.missing)
        return f"no {missing} is installed; on Debian: apt-get install {' '.join(self.packages)}"


def _elsewhere(abi: Abi) -> Emulation:
    assert abi.elsewhere is not None
    return abi.elsewhere


def candidates() -> tuple[Abi, ...]:
    """The ABIs that this processor does not run and an emulator may."""
    return tuple(abi for abi in compilers.abis() if abi.elsewhere and not abi.is_ours)


def look(abi: Abi) -> Candidate:
    """What is installed for an ABI. Asks tools for their versions, and builds nothing."""
    how = _elsewhere(abi)
    needed = [how.emulator[0], f"{how.triple}-gcc"]
    missing = tuple(command for command in needed if find(command) is None)
    emulator = find_emulator(how.emulator)
    return Candidate(abi, emulator, tuple(_compilers(how)), missing)


def _compilers(how: Emulation) -> Iterator[tuple[Compiler, tuple[str, ...]]]:
    for family in compilers.families():
        if not family.cross:
            continue
        command, flags = family.crossed(family.command, how.triple)
        cxx = family.crossed(family.cxx, how.triple)[0]
        compiler = find_compiler(family, command, cxx, is_cross=True)
        if compiler:
            yield compiler, flags


def wanted(names: Sequence[str]) -> list[Candidate]:
    """The candidates of these names; with EMULATED among the names also all others of which nothing is missing."""
    found = [look(abi) for abi in candidates() if abi.name in names or EMULATED in names]
    return [one for one in found if one.abi.name in names or not one.missing]


def add(toolchain: Toolchain, sandbox: Sandbox, cache: Path, names: Sequence[str]) -> Toolchain:
    """The toolchain with the targets that are asked for; in `missing` it has why one can't be had."""
    targets, missing = list(toolchain.targets), dict(toolchain.missing)
    for candidate in wanted(names):
        found = _open(candidate, toolchain, sandbox, cache)
        if isinstance(found, Target):
            targets.append(found)
        else:
            missing[candidate.abi.name] = found
    return replace(toolchain, targets=tuple(targets), missing=missing)


def _open(
    candidate: Candidate, toolchain: Toolchain, sandbox: Sandbox, cache: Path
) -> Target | str:
    """The target, as it is kept, or tried if something has changed since; or why it can't be had."""
    if candidate.missing or candidate.emulator is None:
        return candidate.advice
    state = _state(candidate, toolchain)
    file = cache / f"emulated-{candidate.abi.name}-{state}.json"
    kept = _load(file, state)
    if kept is not None:
        target = relocated(kept, cache, toolchain.libraries, frozenset())
        if (target.harness / "harness.o").is_file() and use(file) and use(target.harness):
            return target
    rest = toolchain.libraries, toolchain.pinned, candidate.emulator.words, state
    prober = Prober(sandbox, toolchain.sources, cache, *rest)
    found = _Attempt(candidate, candidate.emulator, prober).target()
    if isinstance(found, Target):
        write_kept(file, packed(_Kept(state, found)))
    return found


def _load(file: Path, state: str) -> Target | None:
    try:
        kept = unpacked(file.read_bytes(), _Kept)
    except (OSError, ValueError):
        return None
    return kept.target if kept.state == state else None


def _state(candidate: Candidate, toolchain: Toolchain) -> str:
    paths = [path for one, _ in candidate.compilers for path in (one.path, one.cxx_path)]
    return digest_of([toolchain.state, repr(candidate.emulator), *map(stamp, paths)])


class _Attempt:
    """Tries the compilers of a candidate."""

    def __init__(self, candidate: Candidate, emulator: Emulator, prober: Prober) -> None:
        self.candidate = candidate
        self.how = _elsewhere(candidate.abi)
        self.emulator = emulator
        self.prober = prober
        self.binutils = f"{self.how.triple}-"

    def target(self) -> Target | str:
        """The target, or why it can't be had."""
        work = self.prober.cache / f"probe-{self.candidate.abi.name}.{os.getpid()}"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        try:
            return self._target(work)
        except ToolchainError as error:
            return str(error)
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def _target(self, work: Path) -> Target | str:
        cross: list[Compiler] = []
        flags: dict[str, tuple[str, ...]] = {}
        reasons = []
        for compiler, own in self.candidate.compilers:
            reason = self.prober.runs(compiler, (*own, *self.how.native), self.candidate.abi, work)
            if reason is None:
                cross.append(self._with_cxx(compiler, own, work))
                flags[compiler.command] = own
            else:
                reasons.append(f"{' '.join([compiler.command, *own])}: {reason}")
        if not cross:
            return reasons[0]
        first = cross[0]
        own = flags[first.command]
        self._harness(first, own, work)
        abi = self.candidate.abi
        libraries = self.prober.libraries(abi, first, own, work)
        return Target(
            name=abi.name,
            is_timed=False,
            flags=flags,
            libraries=libraries,
            harness=self.prober.settle(abi, work),
            counter=NO_COUNTER,
            c_library=c_library(first, own),
            own=self.prober.own / abi.name,
            emulator=self.emulator,
            cross=tuple(cross),
            native=self.how.native,
            binutils=self.binutils,
        )

    def _with_cxx(self, compiler: Compiler, flags: tuple[str, ...], work: Path) -> Compiler:
        """The compiler, without C++ if no program of that runs: the C++ library is a package of its own."""
        words = shlex.join([*compiler.cxx_to_run, *flags])
        run = shlex.join([*self.emulator.words, "./x"])
        script = f'printf "{CXX}" > x.cc; {words} x.cc -o x; {run}'
        if compiler.cxx_path and self.prober.attempt(work, script) is None:
            return compiler
        return replace(compiler, cxx="", cxx_identity="", cxx_path="")

    def _harness(self, compiler: Compiler, flags: tuple[str, ...], work: Path) -> None:
        command = self.prober.build_harness(compiler, flags, work, self.binutils)
        run = shlex.join([*self.emulator.words, "./none"])
        why = self.prober.attempt(work, TRY_HARNESS.format(run))
        if why is not None:
            raise ToolchainError(f"the harness built with {command} does not run: {why}")
