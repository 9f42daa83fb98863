"""Targets of C: ABIs, found by trying what compilers make for them and whether it runs."""

import contextlib
import dataclasses
import os
import secrets
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from hashcop.data.records import Counter
from hashcop.machine import seccomp
from hashcop.machine.processor import features
from hashcop.machine.sandbox import MIB, Limits, Sandbox, stop_all
from hashcop.platforms import door
from hashcop.platforms.c.tools import compilers, counters
from hashcop.platforms.c.tools.installed import Compiler, Emulator

PROBE_LIMITS = Limits(60)
# What an emulator needs for itself: bytes of address space, and threads. It aborts where it can't have its threads, and
# what root starts is counted together (sandbox.py): an implementation that forks without end must not make another
# one, emulated beside it, wrong.
EMULATORS_MEMORY = 8192 * MIB
EMULATORS_PROCESSES = 256
NOT_RUN = "error: its programs are built, and do not run here"


def with_emulator(limits: Limits) -> Limits:
    """The limits of a program, with what the emulator that runs it needs for itself."""
    return dataclasses.replace(
        limits,
        memory=limits.memory + EMULATORS_MEMORY,
        processes=limits.processes + EMULATORS_PROCESSES,
    )


class ToolchainError(Exception):
    """Nothing can be built here, with the reason."""


@dataclass(frozen=True, kw_only=True)
class Target(door.Target):
    """An ABI that programs can be built for, and run here or by an emulator.

    `flags`: what each compiler that builds for it needs, by the compiler's command. `libraries`: the names of those
    that link. `harness`: the directory of the harness built for it. `c_library`: the file of the C library. `own`:
    where the operator may have put libraries that no package brings. `features`: the instructions that the processor
    has, in the words of /proc/cpuinfo; empty where they are not known.

    For an ABI of another processor (emulated.py): `emulator` runs its programs, `cross` are the compilers that build
    for it, `native` are the flags in place of -march=native, and `binutils` is the prefix of ar and the like. Such a
    target is never timed, and has no counter.
    """

    flags: dict[str, tuple[str, ...]]
    libraries: tuple[str, ...]
    harness: Path
    c_library: Path
    own: Path
    features: frozenset[str] = frozenset()
    emulator: Emulator | None = None
    cross: tuple[Compiler, ...] = ()
    native: tuple[str, ...] = ()
    binutils: str = ""

    def without_native(self, flags: Sequence[str]) -> tuple[str, ...]:
        """The flags without `-march=native` and the like where an emulator runs the program.

        The first of them is replaced by the flags for what the emulator can do.
        """
        if self.emulator is None:
            return tuple(flags)
        first = next((flag for flag in flags if flag.endswith("=native")), None)
        rest = ((flag,) if not flag.endswith("=native") else () for flag in flags)
        both = zip(flags, rest, strict=True)
        return tuple(w for flag, own in both for w in (self.native if flag == first else own))

    @property
    def library_directories(self) -> list[Path]:
        """`own`, if it is there."""
        return [self.own] if self.own.is_dir() else []

    @property
    def include_flags(self) -> list[str]:
        """The flags with which a compiler finds headers in `own`."""
        return [f"-I{place / 'include'}" for place in self.library_directories]

    @property
    def library_flags(self) -> list[str]:
        """The flags with which a linker finds libraries in `own`."""
        return [f"-L{place / 'lib'}" for place in self.library_directories]


class Prober:
    """Tries what compilers can build here, and whether it runs."""

    def __init__(
        self,
        sandbox: Sandbox,
        sources: Path,
        cache: Path,
        libraries: Path,
        pinned: int,
        emulator: tuple[str, ...] = (),
        state: str = "",
    ) -> None:
        """`libraries`: where the operator may have put some, in <abi>/include and <abi>/lib.

        `pinned`: the logical processor that counters are examined on. `emulator`: the words before a program that run
        it. `state`: a hash of what the results depend on; it is in the names of harnesses.
        """
        self.sandbox = sandbox
        self.sources = sources
        self.cache = cache
        self.own = libraries
        self.pinned = pinned
        self.emulator = emulator
        self.state = state
        self.limits = with_emulator(PROBE_LIMITS) if emulator else PROBE_LIMITS

    def attempt(self, directory: Path, script: str) -> str | None:
        """None if the script succeeds in `directory`; otherwise its first line with an error, or its first line."""
        done = self.sandbox.run(
            ["sh", "-ec", script],
            directory=directory,
            limits=self.limits,
            readable=[self.sources, *([self.own] if self.own.is_dir() else [])],
            writable=[directory],
        )
        lines = [line for line in done.output.splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line] or lines
        return None if done.status == 0 else (errors[0] if errors else f"status {done.status}")

    def runs(
        self, compiler: Compiler, flags: tuple[str, ...], abi: compilers.Abi, scratch: Path
    ) -> str | None:
        """None if a program of the ABI that uses the C library compiles, links and runs; otherwise why not."""
        words = shlex.join([*compiler.to_run, *flags])
        program = (
            f"#if !({abi.condition})\n#error programs of another ABI come of it\n#endif\n"
            '#include <stdio.h>\n#include <errno.h>\nint main(void) { return puts(\\"\\") < 0; }\n'
        )
        run = shlex.join([*self.emulator, "./a"])
        script = f'printf "{program}" > a.c; {words} a.c -o a; {run} > a.out 2>&1'
        return self.attempt(scratch, f'{script} || {{ echo "{NOT_RUN}"; exit 1; }}')

    def links(
        self,
        compiler: Compiler,
        flags: tuple[str, ...],
        abi: str,
        library: compilers.Library,
        scratch: Path,
    ) -> bool:
        """Whether a program links with a library and runs."""
        command, name = (
            (compiler.cxx_to_run, "l.cc") if library.is_cxx else (compiler.to_run, "l.c")
        )
        words = shlex.join([*command, *flags])
        own = self.own / abi
        script = (
            f'printf "#include <{library.probe}>\\nint main(void) {{ return 0; }}\\n" > {name}; '
        )
        includes = " ".join([f"-I{own}/include", *library.compile])
        run = shlex.join([*self.emulator, "./l"])
        script += f"{words} {includes} {name} -o l -L{own}/lib {' '.join(library.link)}; {run}"
        return bool(command) and self.attempt(scratch, script) is None

    def build_harness(
        self, compiler: Compiler, flags: tuple[str, ...], scratch: Path, binutils: str = ""
    ) -> str:
        """Build the harness in `scratch`; returns the compiler's command. Raises ToolchainError."""
        command = shlex.join([*compiler.to_run, *flags])
        for room in ("measure", "cpucycles"):  # make can't read paths with blanks
            (scratch / room).symlink_to(self.sources / room)
        words = f"CC={shlex.quote(command)} OBJCOPY={binutils}objcopy OUT=."
        why = self.attempt(
            scratch, f"make -s -j {len(os.sched_getaffinity(0))} -f measure/c/Makefile {words}"
        )
        if why is not None:
            raise ToolchainError(f"the harness does not build with {command}: {why}")
        return command

    def harness(self, compiler: Compiler, flags: tuple[str, ...], scratch: Path) -> Counter:
        """Build the harness in `scratch` and ask it for its counter. Raises ToolchainError."""
        command = self.build_harness(compiler, flags, scratch)
        counter = ask_for_counter(self.sandbox, scratch, self.pinned)
        if isinstance(counter, str):
            raise ToolchainError(f"the harness built with {command} does not run: {counter}")
        return counter

    def target(self, abi: compilers.Abi, found: tuple[Compiler, ...]) -> Target | str:
        """The ABI as a target, or why it is none."""
        work = self.cache / f"probe.{os.getpid()}"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        try:
            return self._target(abi, found, work)
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def _target(self, abi: compilers.Abi, found: tuple[Compiler, ...], work: Path) -> Target | str:
        flags: dict[str, tuple[str, ...]] = {}
        reasons = []
        for compiler in found:
            for tried in abi.flags:
                reason = self.runs(compiler, tried, abi, work)
                if reason is None:
                    flags[compiler.command] = tried
                    break
                reasons.append(f"{compiler.command} {' '.join(tried)}: {reason}")
        if not flags:
            # A program that builds and does not run is the best explanation: no package helps.
            return next((why for why in reasons if NOT_RUN in why), reasons[0])
        first = next(compiler for compiler in found if compiler.command in flags)
        return self._complete(abi, first, flags, work)

    def _complete(
        self, abi: compilers.Abi, first: Compiler, flags: dict[str, tuple[str, ...]], work: Path
    ) -> Target:
        counter = self.harness(first, flags[first.command], work)
        libraries = self.libraries(abi, first, flags[first.command], work)
        place = self.settle(abi, work)
        found = c_library(first, flags[first.command])
        own = self.own / abi.name
        return Target(
            name=abi.name,
            counter=counter,
            flags=flags,
            libraries=libraries,
            harness=place,
            c_library=found,
            own=own,
            features=features(),
        )

    def libraries(
        self, abi: compilers.Abi, first: Compiler, flags: tuple[str, ...], work: Path
    ) -> tuple[str, ...]:
        """The names of the libraries that link."""
        # A directory of this system holds no libraries for an emulated processor.
        found = [
            library
            for library in compilers.libraries()
            if not (self.emulator and any(word.startswith("-L/") for word in library.link))
        ]

        def is_there(library: compilers.Library) -> bool:
            scratch = work / f"library-{library.name}"
            scratch.mkdir()
            try:
                return self.links(first, flags, abi.name, library, scratch)
            finally:
                shutil.rmtree(scratch)

        executor = ThreadPoolExecutor(len(os.sched_getaffinity(0)))
        try:
            there = list(executor.map(is_there, found))
        except BaseException:
            stop_all()
            executor.shutdown(cancel_futures=True)
            raise
        executor.shutdown()
        return tuple(one.name for one, is_one in zip(found, there, strict=True) if is_one)

    def settle(self, abi: compilers.Abi, work: Path) -> Path:
        """Move a harness to where it is kept; one of the same state that is kept already serves too."""
        place = self.cache / "-".join(["harness", abi.name, *([self.state] if self.state else [])])
        work.chmod(0o755)
        if not (place / "harness.o").is_file():
            shutil.rmtree(place, ignore_errors=True)
        with contextlib.suppress(OSError):
            work.rename(place)
        return place


def ask_for_counter(sandbox: Sandbox, harness: Path, core: int) -> Counter | str:
    """The best counter on a logical processor, as a built harness reports it; or what the harness printed instead."""
    token = secrets.token_hex(16)
    done = sandbox.run(
        [str(harness / "none")],
        directory=Path("/"),
        limits=PROBE_LIMITS,
        readable=[harness],
        request=f"{token} {{results}} 30 30 counter {core}\n".encode(),
        results=True,
        grant=harness / "grant",
        kind=seccomp.COUNTING,
    )
    return counters.parse(done.results, token) or done.output.strip()


def c_library(compiler: Compiler, flags: tuple[str, ...]) -> Path:
    """The C library that a compiler links with."""
    command = [*compiler.to_run, *flags, "-print-file-name=libc.so.6"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    return Path(done.stdout.strip() or "/")
