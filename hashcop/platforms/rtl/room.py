"""Simulators of circuits: Verilator's library, made once, and a program for each circuit."""

import re
import shutil
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp

from hashcop import ROOT
from hashcop.data.keys import digest
from hashcop.data.said import first_error
from hashcop.machine.cache import use
from hashcop.machine.sandbox import MIB, Limits, Sandbox

SOURCES = ROOT / "measure" / "rtl"
BUILDING = Limits(300, data=6144 * MIB, memory=6144 * MIB, together=6144 * MIB)
RUNNING = Limits(300)
OF_VERILATOR = ("verilated.cpp", "verilated_threads.cpp")
LIBRARY = "library.o"  # those, and the testbench
COMPILER = ("g++", "-O1", "-std=c++17", "-w")
INCLUDES = Path("/usr/share/verilator/include")
# What a circuit may ask a simulator for: nothing that reaches out of it.
HARMLESS = frozenset(("$clog2", "$signed", "$unsigned", "$bits"))
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
ASKED = re.compile(
    r"\$[A-Za-z_][A-Za-z0-9_$]*|`include\b|\b(?:import|export)\s+\"DPI", re.IGNORECASE
)
VERILATOR = (
    *("verilator", "--cc", "-O3", "--x-assign", "unique", "--x-initial", "unique"),
    *("-Wno-fatal", "-Wno-lint", "-Wno-style", "-Werror-LATCH", "-Werror-MULTIDRIVEN"),
    *("--top-module", "crypto_hash"),
)


class NoSimulator(Exception):
    """A circuit can't be simulated; says why, in a line."""


def forbidden(text: str) -> str:
    """What a text asks for that no circuit may, or empty: $c, $readmemh, `include."""
    asked = ASKED.findall(COMMENT.sub(" ", text))
    return next((one for one in asked if one.lower() not in HARMLESS), "")


@dataclass(frozen=True)
class Room:
    """Where simulators are made. `directory`: what was made once; `sources`: a copy of measure/rtl."""

    sandbox: Sandbox
    directory: Path
    sources: Path

    @cached_property
    def digest(self) -> str:
        """A hash of all that the verdict on a circuit depends on beside the circuit."""
        texts = (file.read_text() for file in sorted(self.sources.iterdir()))
        return digest(self.directory.name, *texts)

    def simulator(
        self,
        files: Mapping[str, bytes],
        w: int,
        streams: int,
        parameters: Mapping[str, int],
        work: Path,
        flags: Sequence[str] = (),
    ) -> Path:
        """The program that simulates the circuit of these files, in order. Raises NoSimulator.

        `work` is the program's own directory; it must be there. `flags`: more of the compiler's.
        """
        for name, content in files.items():
            found = forbidden(content.decode(errors="replace"))
            if found:
                raise NoSimulator(f"{name} asks for {found}, which no circuit may")
            (work / name).write_bytes(content)
            (work / name).chmod(0o644)
        made = work / "made"
        made.mkdir(exist_ok=True)
        made.chmod(0o755)
        values = [f"-G{name}={value}" for name, value in parameters.items()]
        self._succeed(
            [*VERILATOR, "--Mdir", str(made), *values, *(str(work / name) for name in files)],
            made,
        )
        # One unit: each of Verilator's would read its library's headers again.
        units = [*sorted(file.name for file in made.glob("*.cpp")), "model.cpp"]
        (work / "all.cpp").write_text("".join(f'#include "{name}"\n' for name in units))
        (work / "all.cpp").chmod(0o644)
        macros = f"-DW={w}", f"-DSTREAMS={streams}"
        include = f"-I{made}", f"-I{self.sources}", f"-I{INCLUDES}", f"-I{INCLUDES}/vltstd"
        library = str(self.directory / LIBRARY)
        self._succeed(
            [
                *(*COMPILER, *flags, *macros, *include, str(work / "all.cpp"), library),
                *("-o", str(made / "bench"), "-pthread"),
            ],
            made,
        )
        return made / "bench"

    def _succeed(self, command: Sequence[str], made: Path) -> None:
        _succeed(self.sandbox, command, made, (made.parent, self.sources, self.directory))

    def run(self, program: Path, shape: Sequence[int], request: str, seed: int) -> list[str]:
        """What a simulator says to a request, line by line. Raises NoSimulator.

        `shape`: bits of a word, streams, words of a digest.
        """
        done = self.sandbox.run(
            [str(program), *map(str, shape), f"+verilator+seed+{seed}", "+verilator+rand+reset+2"],
            directory=program.parent,
            limits=RUNNING,
            readable=[program.parent],
            request=b"output {results}\n" + request.encode(),
            results=True,
        )
        if done.exceeded or done.timed_out:
            raise NoSimulator(f"the simulation {done.exceeded or 'did not end'}")
        if done.status:
            last = (done.output.strip().splitlines() or [f"status {done.status}"])[-1]
            raise NoSimulator(f"the simulation ended by itself: {last[:200]}")
        return done.results.decode(errors="replace").splitlines()


def open_room(sandbox: Sandbox, cache: Path) -> Room:
    """Where simulators are made here. Raises NoSimulator where Verilator does not work."""
    texts = {file.name: file.read_bytes() for file in sorted(SOURCES.iterdir()) if file.is_file()}
    name = digest(*(f"{name}{content!r}" for name, content in texts.items()))
    sources = cache / f"sources-{name}"
    cache.mkdir(parents=True, exist_ok=True)
    if not use(sources):
        work = Path(mkdtemp(dir=cache, prefix="making-"))
        for file, content in texts.items():
            (work / file).write_bytes(content)
            (work / file).chmod(0o644)
        _placed(work, sources)
    return Room(sandbox, _library(sandbox, cache, sources), sources)


def _library(sandbox: Sandbox, cache: Path, sources: Path) -> Path:
    """The directory of what all simulators share, as an object file."""
    version = sandbox.run(["verilator", "--version"], directory=Path("/"), limits=Limits(20))
    if version.status:
        raise NoSimulator(first_error(version.output) or "verilator does not run")
    bench = [(sources / name).read_text() for name in ("bench.cpp", "model.h")]
    directory = cache / f"room-{digest(version.output, *COMPILER, *bench)}"
    if use(directory):
        return directory
    work = Path(mkdtemp(dir=cache, prefix="making-"))
    try:
        work.chmod(0o755)
        units = [INCLUDES / name for name in OF_VERILATOR if (INCLUDES / name).is_file()]
        units.append(sources / "bench.cpp")
        include = f"-I{sources}", f"-I{INCLUDES}", f"-I{INCLUDES}/vltstd"

        def compiled(unit: Path) -> Path:
            own = work / unit.stem  # what two commands write to at a time are two directories
            own.mkdir()
            made = own / f"{unit.stem}.o"
            _succeed(
                sandbox, [*COMPILER, *include, "-c", str(unit), "-o", str(made)], own, [sources]
            )
            return made

        with ThreadPoolExecutor(len(units)) as pool:
            parts = list(pool.map(compiled, units))
        library = f"{work}/{LIBRARY}"
        _succeed(sandbox, ["ld", "-r", "-o", library, *map(str, parts)], work, [sources])
        for part in parts:
            shutil.rmtree(part.parent)
        _placed(work, directory)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return directory


def _succeed(
    sandbox: Sandbox, command: Sequence[str], directory: Path, readable: Sequence[Path]
) -> None:
    """Run a command that writes to a directory. Raises NoSimulator where it fails."""
    done = sandbox.run(
        command, directory=directory, limits=BUILDING, readable=readable, writable=[directory]
    )
    if done.exceeded or done.timed_out:
        raise NoSimulator(f"{command[0]} {done.exceeded or 'did not end'}")
    if done.status:
        said = done.output
        for place in (directory, *readable):
            said = said.replace(f"{place}/", "")
        raise NoSimulator(first_error(said) or f"{command[0]} failed")


def _placed(work: Path, place: Path) -> None:
    """Let what was made be found under its name; another process may have been first."""
    try:
        work.rename(place)
    except OSError:
        shutil.rmtree(work, ignore_errors=True)
    place.chmod(0o755)
