"""What this machine can build and run, found by trying: compilers, targets, libraries, the harness, its counter.

Trying takes seconds, so the results are kept until a compiler or a package of the system changes.
"""

import contextlib
import dataclasses
import hashlib
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from hashcop import ROOT
from hashcop.machine.cache import use
from hashcop.machine.processor import features
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.tools import compilers, counters
from hashcop.platforms.c.tools.installed import (
    Compiler,
    digest_of,
    find,
    find_compilers,
    find_emulators,
    stamp,
    stamps,
)
from hashcop.platforms.c.tools.probing import Prober, ask_for_counter
from hashcop.platforms.c.tools.probing import Target as Target
from hashcop.platforms.c.tools.probing import ToolchainError as ToolchainError

Kind = TypeVar("Kind")
KEPT = "toolchain-*.json"  # in the cache: the results, by a hash of what they depend on
ASKED = "2: what -march=native is"  # changes with what is asked of compilers: kept answers to less are not used
# A package that comes or goes changes one of these.
SYSTEM_STATE = ("/var/lib/dpkg/status", "/usr/lib", "/usr/lib32", "/usr/include", "/usr/lib/gcc")


@dataclass(frozen=True)
class Toolchain:
    """All of it. `missing`: why an ABI of this processor is no target.

    `pinned` is the logical processor that counters were examined on and that timings run on. `emulators` has the
    emulators of other processors' ABIs; these are targets only where they are asked for. `refused` has the entries of
    axes that do not work, with the reason, by ABI and compiler command (refused.py). `libraries` is where the operator
    may have put some. `state` is a hash of what all of it depends on.
    """

    compilers: tuple[Compiler, ...]
    targets: tuple[Target, ...]
    missing: Mapping[str, str]
    sources: Path  # measure/ and cpucycles/, readable inside the sandbox
    harness_digest: str
    pinned: int = 0
    emulators: Mapping[str, str] = field(default_factory=dict)
    refused: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)
    libraries: Path = Path("/nonexistent")
    state: str = ""

    def compilers_for(self, target: Target) -> list[Compiler]:
        """The compilers that build for a target."""
        every = target.cross if target.emulator else self.compilers
        return [compiler for compiler in every if compiler.command in target.flags]


class _Kept(msgspec.Struct):
    """A toolchain as it is kept."""

    state: str
    pinned: int
    compilers: tuple[Compiler, ...]
    targets: tuple[Target, ...]
    missing: dict[str, str]
    emulators: dict[str, str]


def packed(kept: object) -> str:
    """JSON of a struct or dataclass with paths in it."""
    return msgspec.json.encode(kept, enc_hook=str).decode()


def unpacked(text: bytes, kind: type[Kind]) -> Kind:
    """What `packed` made JSON of. Raises ValueError for anything else."""

    def made(kind: type[Any], value: Any) -> Any:
        return kind(value)

    try:
        return msgspec.json.decode(text, type=kind, dec_hook=made)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from None


def relocated(target: Target, cache: Path, libraries: Path, has: frozenset[str]) -> Target:
    """A kept target, wherever the cache and the operator's libraries were then. `has`: the processor's features."""
    return dataclasses.replace(
        target, harness=cache / target.harness.name, own=libraries / target.name, features=has
    )


def tree_digest(*directories: Path) -> str:
    """A hash over the names and contents of all files in directories."""
    state = hashlib.sha256()
    for directory in directories:
        for file in sorted(directory.rglob("*")):
            if file.is_file() and file.suffix != ".pyc":
                content = file.read_bytes()
                state.update(f"{file.relative_to(directory)}\0{len(content)}\0".encode())
                state.update(content)
    return state.hexdigest()[:16]


def copy_sources(cache: Path, *others: str) -> tuple[Path, str]:
    """A copy of measure/c, cpucycles and other directories that everybody may read; and its digest.

    The umask of the checkout may be any.
    """
    rooms = ("measure/c", "cpucycles", *others)
    digest = tree_digest(*(ROOT / room for room in rooms))
    place = cache / f"harness-{digest}"
    if not place.is_dir():
        temporary = cache / f"harness-{digest}.{os.getpid()}"
        shutil.rmtree(temporary, ignore_errors=True)  # of a process that died with the same number
        for room in rooms:
            shutil.copytree(ROOT / room, temporary / room, copy_function=shutil.copyfile)
        for path in (temporary, *temporary.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        with contextlib.suppress(OSError):  # another process was first
            temporary.rename(place)
        shutil.rmtree(temporary, ignore_errors=True)
    use(place)
    return place, digest


def system_stamps() -> list[str]:
    """Words that change when a package of the system comes or goes."""
    return [stamp(path) for path in SYSTEM_STATE]


def own_stamps(libraries: Path) -> list[str]:
    """Words that change when a library of the operator's comes or goes."""
    return [stamp(str(path)) for path in sorted(libraries.glob("*/*/*"))]


def state_of(sandbox: Sandbox, harness_digest: str, libraries: Path) -> str:
    """A hash of what the results of trying depend on."""
    found = [*stamps(), *system_stamps()]
    emulators = [abi.elsewhere.emulator[0] for abi in compilers.abis() if abi.elsewhere]
    found += [stamp(find(command) or command) for command in emulators]
    rest = [
        ASKED,
        sandbox.state,
        harness_digest,
        tree_digest(compilers.ROOM),
        *own_stamps(libraries),
        *counters.settings(),
    ]
    return digest_of(found + rest)


def _file(cache: Path, state: str) -> Path:
    return cache / KEPT.replace("*", state)


def _load(
    cache: Path, state: str, sources: Path, harness_digest: str, libraries: Path
) -> Toolchain | None:
    file = _file(cache, state)
    try:
        kept = unpacked(file.read_bytes(), _Kept)
    except (OSError, ValueError):
        return None
    if kept.state != state:
        return None
    targets = tuple(relocated(target, cache, libraries, features()) for target in kept.targets)
    if not all((target.harness / "harness.o").is_file() for target in targets):
        return None
    for path in (file, *(target.harness for target in targets)):
        use(path)
    rest = sources, harness_digest, kept.pinned, kept.emulators
    return Toolchain(kept.compilers, targets, kept.missing, *rest, libraries=libraries, state=state)


def _keep(cache: Path, toolchain: Toolchain) -> None:
    kept = _Kept(
        state=toolchain.state,
        pinned=toolchain.pinned,
        compilers=toolchain.compilers,
        targets=tuple(target for target in toolchain.targets if target.emulator is None),
        missing=dict(toolchain.missing),
        emulators=dict(toolchain.emulators),
    )
    write_kept(_file(cache, toolchain.state), packed(kept))


def write_kept(file: Path, text: str) -> None:
    """Write a file of the cache, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_suffix(f".{os.getpid()}")
    temporary.write_text(text)
    temporary.rename(file)


def forget(cache: Path) -> None:
    """Remove the results, so that everything is tried again."""
    for file in cache.glob(KEPT):
        file.unlink(missing_ok=True)


def open_toolchain(
    sandbox: Sandbox, cache: Path, libraries: Path, cores: tuple[int, ...]
) -> Toolchain:
    """What this machine can build and run. Raises ToolchainError if it can't build anything.

    `cache` keeps the results. `libraries`: where the operator may have put some, in <abi>/include and <abi>/lib.
    `cores`: the logical processors that timings may run on. The first time counters are examined on the last of them.
    """
    cache.mkdir(parents=True, exist_ok=True)
    sources, harness_digest = copy_sources(cache)
    state = state_of(sandbox, harness_digest, libraries)
    kept = _load(cache, state, sources, harness_digest, libraries)
    if kept is not None and kept.pinned not in cores:
        kept = examined_on(kept, sandbox, cache, max(cores))
    if kept is not None:
        return kept
    start = Toolchain(
        *((), (), {}, sources, harness_digest, max(cores)), libraries=libraries, state=state
    )
    toolchain = _probe(start, sandbox, cache)
    _keep(cache, toolchain)
    return toolchain


def examined_on(toolchain: Toolchain, sandbox: Sandbox, cache: Path, core: int) -> Toolchain | None:
    """The toolchain with its counters examined on another logical processor. It is kept.

    None if another counter is better there, or none works: timings would be in another unit.
    """
    targets: list[Target] = []
    for target in toolchain.targets:
        if target.emulator:
            targets.append(target)
            continue
        counter = ask_for_counter(sandbox, target.harness, core)
        if isinstance(counter, str) or counter.name != target.counter.name:
            return None
        targets.append(dataclasses.replace(target, counter=counter))
    found = dataclasses.replace(toolchain, targets=tuple(targets), pinned=core)
    _keep(cache, found)
    return found


def keep_widths(toolchain: Toolchain, cache: Path, widths: Mapping[str, float]) -> None:
    """Keep for later runs how wide the core is alone, by names of targets; this toolchain stays as it is."""

    def learned(target: Target) -> Target:
        width = round(widths.get(target.name, target.counter.width), 3)
        return dataclasses.replace(
            target, counter=msgspec.structs.replace(target.counter, width=width)
        )

    targets = map(learned, toolchain.targets)
    _keep(cache, dataclasses.replace(toolchain, targets=tuple(targets)))


def _probe(start: Toolchain, sandbox: Sandbox, cache: Path) -> Toolchain:
    """The toolchain `start`, completed by trying. Raises ToolchainError."""
    found = find_compilers()
    if not found:
        raise ToolchainError("no compiler is installed")
    rest = start.libraries, start.pinned
    prober = Prober(sandbox, start.sources, cache, *rest, state=start.state)
    targets: list[Target] = []
    missing: dict[str, str] = {}
    for abi in compilers.abis():
        if not abi.is_ours:
            continue
        try:
            result = prober.target(abi, found)
        except ToolchainError as error:
            if not targets:
                raise
            result = str(error)
        if isinstance(result, Target):
            targets.append(result)
        else:
            missing[abi.name] = result
    if not targets:
        raise ToolchainError(f"no ABI works here: {missing}")
    return dataclasses.replace(
        start,
        compilers=found,
        targets=tuple(targets),
        missing=missing,
        emulators=find_emulators(),
    )
