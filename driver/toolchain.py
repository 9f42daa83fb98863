"""What this machine can build and run, found by trying: compilers, ABIs, libraries, the harness, its counter.

Trying takes seconds, so that what came of it is kept until a compiler or a package of the system changes.
"""

import dataclasses
import hashlib
import json
import os
import platform
import secrets
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from driver import compilers, counters
from driver.counters import Counter as Counter
from driver.installed import Compiler, find_compilers, stamp, stamps
from driver.processor import features, kind
from driver.sandbox import Limits, Sandbox

ROOT = Path(__file__).resolve().parent.parent
PROBE_LIMITS = Limits(60)
KEPT = "toolchain.json"  # in the cache: what was found out
# A package that comes or goes changes one of these.
SYSTEM_STATE = ("/var/lib/dpkg/status", "/usr/lib", "/usr/lib32", "/usr/include", "/usr/lib/gcc")


class ToolchainError(Exception):
    """Nothing can be built here, with the reason."""


@dataclass(frozen=True)
class Target:
    """An ABI that programs can be built for and run on here.

    `flags` are what each compiler that can needs for it, `libraries` the names of those that link,
    `harness` the directory of the harness built for it, `c_library` the file of the C library. `own` is
    where the operator may have put libraries that no package brings.
    """

    abi: str
    flags: dict[str, tuple[str, ...]]
    libraries: tuple[str, ...]
    harness: Path
    counter: Counter
    c_library: Path
    own: Path

    @property
    def library_directories(self) -> list[Path]:
        """Directories of `own` that are there."""
        return [self.own] if self.own.is_dir() else []

    @property
    def include_flags(self) -> list[str]:
        """What a compiler needs to find headers in `own`."""
        return [f"-I{place / 'include'}" for place in self.library_directories]

    @property
    def library_flags(self) -> list[str]:
        """What a linker needs to find libraries in `own`."""
        return [f"-L{place / 'lib'}" for place in self.library_directories]


@dataclass(frozen=True)
class Toolchain:
    """All of it. `missing` says of each ABI of this processor that is no target why not.

    `pinned` is the logical processor that counters were examined on, and that timings run on; `features` is what the
    processor can do, empty where the system does not say. `refused` has for (ABI, command of a compiler) the entries of
    axes that don't work there, with the reasons, as far as they were tried (driver/refused.py).
    """

    compilers: tuple[Compiler, ...]
    targets: tuple[Target, ...]
    missing: dict[str, str]
    sources: Path  # measure/ and cpucycles/, readable inside the sandbox
    harness_digest: str
    pinned: int = 0
    features: frozenset[str] = frozenset()
    refused: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)


def tree_digest(*directories: Path) -> str:
    """A hash over the names and contents of all files in directories."""
    state = hashlib.sha256()
    for directory in directories:
        for file in sorted(directory.rglob("*")):
            if file.is_file():
                content = file.read_bytes()
                state.update(f"{file.relative_to(directory)}\0{len(content)}\0".encode())
                state.update(content)
    return state.hexdigest()[:16]


def _copy_sources(cache: Path) -> tuple[Path, str]:
    """measure/ and cpucycles/ where everybody may read them, as a checkout under a strict umask is not."""
    digest = tree_digest(ROOT / "measure", ROOT / "cpucycles")
    place = cache / f"harness-{digest}"
    if not place.is_dir():
        temporary = cache / f"harness-{digest}.{os.getpid()}"
        shutil.rmtree(temporary, ignore_errors=True)  # of a process that died with the same number
        for room in ("measure", "cpucycles"):
            shutil.copytree(ROOT / room, temporary / room, copy_function=shutil.copyfile)
        for path in (temporary, *temporary.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        temporary.rename(place)
    return place, digest


class _Prober:
    """Tries what compilers and ABIs can do here."""

    def __init__(self, sandbox: Sandbox, sources: Path, cache: Path, pinned: int) -> None:
        self.sandbox = sandbox
        self.sources = sources
        self.cache = cache
        self.pinned = pinned

    def own_libraries(self) -> list[Path]:
        """Where the operator may have put libraries, if that is there."""
        place = own_libraries(self.cache)
        return [place] if place.is_dir() else []

    def _try(self, directory: Path, script: str) -> str | None:
        """None where the script succeeds in `directory`; otherwise the last line it printed."""
        done = self.sandbox.run(
            ["sh", "-ec", script],
            directory=directory,
            limits=PROBE_LIMITS,
            readable=[self.sources, *self.own_libraries()],
            writable=[directory],
        )
        lines = [line for line in done.output.splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line] or lines
        return None if done.status == 0 else (errors[0] if errors else f"status {done.status}")

    def runs(self, compiler: Compiler, flags: tuple[str, ...], scratch: Path) -> str | None:
        """None where a program that uses the C library compiles, links and runs; otherwise why not."""
        words = shlex.join([*compiler.to_run, *flags])
        program = (
            '#include <stdio.h>\n#include <errno.h>\nint main(void) { return puts(\\"\\") < 0; }\n'
        )
        return self._try(scratch, f'printf "{program}" > a.c; {words} a.c -o a; ./a')

    def links(
        self,
        compiler: Compiler,
        flags: tuple[str, ...],
        abi: str,
        library: compilers.Library,
        scratch: Path,
    ) -> bool:
        command, name = (
            (compiler.cxx_to_run, "l.cc") if library.is_cxx else (compiler.to_run, "l.c")
        )
        words = shlex.join([*command, *flags])
        own = own_libraries(self.cache) / abi
        script = (
            f'printf "#include <{library.probe}>\\nint main(void) {{ return 0; }}\\n" > {name}; '
        )
        includes = " ".join([f"-I{own}/include", *library.compile])
        script += f"{words} {includes} {name} -o l -L{own}/lib {' '.join(library.link)}; ./l"
        return bool(command) and self._try(scratch, script) is None

    def harness(self, compiler: Compiler, flags: tuple[str, ...], scratch: Path) -> Counter:
        """Build the harness into `scratch` and ask it for its counter."""
        command = shlex.join([*compiler.to_run, *flags])
        for room in ("measure", "cpucycles"):  # make can't name a place that has blanks in its name
            (scratch / room).symlink_to(self.sources / room)
        why = self._try(scratch, f"make -s -f measure/Makefile CC={shlex.quote(command)} OUT=.")
        if why is not None:
            raise ToolchainError(f"the harness does not build with {command}: {why}")
        counter = ask_for_counter(self.sandbox, scratch, self.pinned)
        if isinstance(counter, str):
            raise ToolchainError(f"the harness built with {command} does not run: {counter}")
        return counter

    def target(self, abi: compilers.Abi, found: tuple[Compiler, ...]) -> Target | str:
        """The ABI as a target, or why it is none."""
        work = self.cache / f"probe.{os.getpid()}"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        flags: dict[str, tuple[str, ...]] = {}
        why: str | None = "no compiler"
        for compiler in found:
            for tried in abi.flags:
                reason = self.runs(compiler, tried, work)
                if reason is None:
                    flags[compiler.command] = tried
                    break
                why = (
                    why
                    if why != "no compiler"
                    else f"{compiler.command} {' '.join(tried)}: {reason}"
                )
        if not flags:
            shutil.rmtree(work)
            return str(why)
        first = next(compiler for compiler in found if compiler.command in flags)
        return self._complete(abi, first, flags, work)

    def _complete(
        self, abi: compilers.Abi, first: Compiler, flags: dict[str, tuple[str, ...]], work: Path
    ) -> Target:
        counter = self.harness(first, flags[first.command], work)
        libraries = tuple(
            library.name
            for library in compilers.libraries()
            if self.links(first, flags[first.command], abi.name, library, work)
        )
        place = self.cache / f"harness-{abi.name}"
        shutil.rmtree(place, ignore_errors=True)
        work.rename(place)
        place.chmod(0o755)
        c_library = _c_library(first, flags[first.command])
        own = own_libraries(self.cache) / abi.name
        return Target(abi.name, flags, libraries, place, counter, c_library, own)


def ask_for_counter(sandbox: Sandbox, harness: Path, core: int) -> Counter | str:
    """The counter that suits best on a logical processor, asked of a built harness; or what that said instead."""
    token = secrets.token_hex(16)
    done = sandbox.run(
        [str(harness / "none")],
        directory=Path("/"),
        limits=PROBE_LIMITS,
        readable=[harness],
        request=f"{token} {{results}} 30 30 counter {core}\n".encode(),
        results=True,
        grant=harness / "grant",
    )
    return counters.parse(done.results, token) or done.output.strip()


def own_libraries(cache: Path) -> Path:
    """Where the operator may put libraries that no package brings: <abi>/include and <abi>/lib below it."""
    return cache.parent / "libraries"


def _c_library(compiler: Compiler, flags: tuple[str, ...]) -> Path:
    command = [*compiler.to_run, *flags, "-print-file-name=libc.so.6"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    return Path(done.stdout.strip() or "/")


def system_stamps() -> list[str]:
    """Change when a package of the system comes or goes."""
    return [stamp(path) for path in SYSTEM_STATE]


def _state(sandbox: Sandbox, harness_digest: str, cache: Path) -> str:
    """Changes when something does that trying depends on."""
    found = [*stamps(), *system_stamps()]
    rest = [
        sandbox.name,
        str(sandbox.drops_root),
        str(sandbox.grants),
        harness_digest,
        str(cache),
        tree_digest(compilers.ROOM),
        *(stamp(str(path)) for path in sorted(own_libraries(cache).glob("*/*/*"))),
        *counters.settings(),
    ]
    return hashlib.sha256("\n".join(found + rest).encode()).hexdigest()


def _remove_unfinished(cache: Path) -> None:
    """What processes that died were making: it is named NAME.PROCESS until it is whole."""
    for path in cache.glob("*.[0-9]*"):
        if not Path("/proc", path.suffix[1:]).exists():
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)


def _load(file: Path, state: str, sources: Path, harness_digest: str) -> Toolchain | None:
    try:
        kept = json.loads(file.read_text())
    except (OSError, ValueError):
        return None
    if kept.get("state") != state:
        return None
    targets = tuple(
        Target(
            row["abi"],
            {command: tuple(flags) for command, flags in row["flags"].items()},
            tuple(row["libraries"]),
            Path(row["harness"]),
            counters.restore(row["counter"]),
            Path(row["c_library"]),
            Path(row["own"]),
        )
        for row in kept["targets"]
    )
    if not all((target.harness / "harness.o").is_file() for target in targets):
        return None
    found = tuple(_restored(row) for row in kept["compilers"])
    pinned = int(kept["pinned"])
    return Toolchain(found, targets, kept["missing"], sources, harness_digest, pinned, features())


def _restored(row: dict[str, Any]) -> Compiler:
    lists = {name: tuple(value) for name, value in row.items() if isinstance(value, list)}
    return Compiler(**row | lists)


def _keep(file: Path, state: str, toolchain: Toolchain) -> None:
    rows = {
        "state": state,
        "pinned": toolchain.pinned,
        "compilers": [dataclasses.asdict(compiler) for compiler in toolchain.compilers],
        "targets": [dataclasses.asdict(target) for target in toolchain.targets],
        "missing": toolchain.missing,
    }
    temporary = file.with_suffix(f".{os.getpid()}")
    temporary.write_text(json.dumps(rows, default=str, indent=1))
    temporary.rename(file)


def forget(cache: Path) -> None:
    """Let everything be tried again: what was found out holds no more."""
    (cache / KEPT).unlink(missing_ok=True)


def open_toolchain(
    sandbox: Sandbox, cache: Path, cores: tuple[int, ...] | None = None
) -> Toolchain:
    """What this machine can build and run; `cache` keeps what was found. Raises ToolchainError where it is nothing.

    `cores`: the logical processors that timings may run on, those of the fastest kind where none are given. The first
    time counters are examined on the last of them.
    """
    cores = cores or kind().usable
    cache.mkdir(parents=True, exist_ok=True)
    _remove_unfinished(cache)
    sources, harness_digest = _copy_sources(cache)
    file = cache / KEPT
    state = _state(sandbox, harness_digest, cache)
    kept = _load(file, state, sources, harness_digest)
    if kept is not None and kept.pinned not in cores:
        kept = examined_on(kept, sandbox, cache, max(cores))
    if kept is not None:
        return kept
    toolchain = _probe(sandbox, sources, harness_digest, cache, max(cores))
    _keep(file, state, toolchain)
    return toolchain


def examined_on(toolchain: Toolchain, sandbox: Sandbox, cache: Path, core: int) -> Toolchain | None:
    """The toolchain with its counters examined on another logical processor, and kept.

    None where another counter is better there, or none works: then timings would be of another unit.
    """
    targets = []
    for target in toolchain.targets:
        counter = ask_for_counter(sandbox, target.harness, core)
        if isinstance(counter, str) or counter.name != target.counter.name:
            return None
        targets.append(dataclasses.replace(target, counter=counter))
    found = dataclasses.replace(toolchain, targets=tuple(targets), pinned=core)
    _keep(cache / KEPT, _state(sandbox, toolchain.harness_digest, cache), found)
    return found


def _probe(
    sandbox: Sandbox, sources: Path, harness_digest: str, cache: Path, pinned: int
) -> Toolchain:
    found = find_compilers()
    if not found:
        raise ToolchainError("no compiler is installed")
    prober = _Prober(sandbox, sources, cache, pinned)
    targets, missing = [], {}
    for abi in compilers.abis():
        if platform.machine() not in abi.processors:
            continue
        result = prober.target(abi, found)
        if isinstance(result, Target):
            targets.append(result)
        else:
            missing[abi.name] = result
    if not targets:
        raise ToolchainError(f"no ABI works here: {missing}")
    return Toolchain(found, tuple(targets), missing, sources, harness_digest, pinned, features())
