"""ABIs of other processors: cross-built and checked under an emulator where both are installed, and never timed.

They are looked for only where they are asked for, since trying takes seconds for each.
"""

import dataclasses
import hashlib
import json
import os
import shlex
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hashcop.machine.cache import use
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.compilers import Abi, Emulation
from hashcop.platforms.c.tools.counters import Counter
from hashcop.platforms.c.tools.installed import (
    Compiler,
    Emulator,
    find,
    find_compiler,
    find_emulator,
    stamp,
)
from hashcop.platforms.c.tools.probing import Prober, Target, ToolchainError, c_library, restore
from hashcop.platforms.c.tools.toolchain import Toolchain, write_kept

ALL = "emulated"  # what --abi calls all of them that are there
SLOWER = 4  # time limits are this many times as long
NO_COUNTER = Counter("none", "nothing: its programs are emulated, and never timed", False, 0, 0)
# Checks what hashes to nothing, with all that the harness can check: its pages, signals and timers.
TRY_HARNESS = "echo token 1 30 30 check | {} | tail -n 1 | grep -qx 'token done'"
CXX = '#include <cstdio>\\nint main() { return std::puts(\\"\\") < 0; }\\n'


@dataclass(frozen=True)
class Place:
    """An ABI that another processor runs: what of it is installed, and which commands are not."""

    abi: Abi
    emulator: Emulator | None
    compilers: tuple[tuple[Compiler, tuple[str, ...]], ...]  # with their flags
    missing: tuple[str, ...]

    @property
    def packages(self) -> tuple[str, ...]:
        """Debian's packages of what it wants."""
        return _elsewhere(self.abi).packages

    @property
    def advice(self) -> str:
        """What is missing, and how Debian gets it."""
        missing = " and ".join(self.missing)
        return f"no {missing} is installed; on Debian: apt-get install {' '.join(self.packages)}"


def _elsewhere(abi: Abi) -> Emulation:
    assert abi.elsewhere is not None
    return abi.elsewhere


def candidates() -> tuple[Abi, ...]:
    """The ABIs that this processor does not run, and an emulator may."""
    return tuple(abi for abi in compilers.abis() if abi.elsewhere and not abi.is_ours)


def look(abi: Abi) -> Place:
    """What is installed for an ABI. Builds nothing."""
    how = _elsewhere(abi)
    needed = [how.emulator[0], f"{how.triple}-gcc"]
    missing = tuple(command for command in needed if find(command) is None)
    emulator = find_emulator(how.emulator)
    return Place(abi, emulator, tuple(_compilers(how)), missing)


def _compilers(how: Emulation) -> Iterator[tuple[Compiler, tuple[str, ...]]]:
    for family in compilers.families():
        if not family.cross:
            continue
        command, flags = family.crossed(family.command, how.triple)
        compiler = find_compiler(family, command, family.crossed(family.cxx, how.triple)[0])
        if compiler:
            yield compiler, flags


def wanted(names: Sequence[str]) -> list[Place]:
    """The places of ABIs by name, and of all that are there where ALL is among the names."""
    found = [look(abi) for abi in candidates() if abi.name in names or ALL in names]
    return [place for place in found if place.abi.name in names or not place.missing]


def add(toolchain: Toolchain, sandbox: Sandbox, cache: Path, names: Sequence[str]) -> Toolchain:
    """The toolchain with the targets that are asked for; of those that can't be had it says in `missing` why not."""
    targets, missing = list(toolchain.targets), dict(toolchain.missing)
    for place in wanted(names):
        found = _open(place, toolchain, sandbox, cache)
        if isinstance(found, Target):
            targets.append(found)
        else:
            missing[place.abi.name] = found
    return replace(toolchain, targets=tuple(targets), missing=missing)


def _open(place: Place, toolchain: Toolchain, sandbox: Sandbox, cache: Path) -> Target | str:
    """As found earlier, unless something has changed since."""
    if place.missing or place.emulator is None:
        return place.advice
    state = _state(place, toolchain)
    file = cache / f"emulated-{place.abi.name}-{state}.json"
    try:
        kept = json.loads(file.read_text())
    except (OSError, ValueError):
        kept = {}
    if kept.get("state") == state:
        target = restore(kept["target"], cache, toolchain.libraries)
        if (target.harness / "harness.o").is_file() and use(file) and use(target.harness):
            return target
    rest = toolchain.libraries, toolchain.pinned, place.emulator.words, state
    prober = Prober(sandbox, toolchain.sources, cache, *rest)
    found = _Attempt(place, place.emulator, prober).target()
    if isinstance(found, Target):
        write_kept(file, {"state": state, "target": dataclasses.asdict(found)})
    return found


def _state(place: Place, toolchain: Toolchain) -> str:
    paths = [path for one, _ in place.compilers for path in (one.path, one.cxx_path)]
    words = [toolchain.state, repr(place.emulator), *map(stamp, paths)]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


class _Attempt:
    """Tries what an ABI's compilers make."""

    def __init__(self, place: Place, emulator: Emulator, prober: Prober) -> None:
        self.place = place
        self.how = _elsewhere(place.abi)
        self.emulator = emulator
        self.prober = prober
        self.binutils = f"{self.how.triple}-"

    def target(self) -> Target | str:
        """The ABI as a target, or why it is none."""
        work = self.prober.cache / f"probe-{self.place.abi.name}.{os.getpid()}"
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
        for compiler, own in self.place.compilers:
            reason = self.prober.runs(compiler, (*own, *self.how.native), self.place.abi, work)
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
        abi = self.place.abi
        libraries = self.prober.libraries(abi, first, own, work)
        return Target(
            abi=abi.name,
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
        """Without C++ where that makes nothing that runs: its library is a package of its own."""
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
