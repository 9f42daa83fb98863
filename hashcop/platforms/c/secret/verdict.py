"""Whether a build runs in constant time: branches and addresses that depend on the message, by the tool that can tell.

First valgrind runs the build itself; if it complains, then one with names and lines. If it does not know an
instruction, it runs a build for an older processor with the same compiler and flags. If the code asks for such
instructions itself, clang's MemorySanitizer judges the sources. A build with instructions that valgrind knows in no
release is not run: on most processors of today, that is nearly every winner.
"""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from tempfile import mkdtemp

from msgspec.structs import replace

from hashcop.data.keys import digest
from hashcop.machine.packages import Tool, apt_line
from hashcop.platforms.c import instructions
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.options import OptionSet
from hashcop.platforms.c.secret import memcheck, memory_sanitizer
from hashcop.platforms.c.secret.builds import DEBUG, Room, has_same_code
from hashcop.platforms.c.secret.memcheck import UnknownInstruction
from hashcop.platforms.c.tools import packages
from hashcop.platforms.c.tools.toolchain import Toolchain
from hashcop.platforms.door import ConstantTime

RECIPE = 1  # part of every key: to be raised when other verdicts are given than before
# Bytes: around the blocks and paddings of usual hashes, several blocks of the widest code, and some long ones.
LENGTHS = (
    *(0, 1, 3, 8, 31, 32, 33, 55, 56, 63, 64, 65, 71, 72, 73, 103, 104, 105, 111, 112, 119, 120),
    *(127, 128, 129, 135, 136, 137, 143, 144, 145, 167, 168, 169, 255, 256, 257, 576, 1536, 4096),
)
# Behind the flags of a build: without what valgrind does not know.
OLDER = {
    "amd64": (
        "-march=haswell",
        *("-mno-avx512f", "-mno-sha", "-mno-gfni", "-mno-vaes", "-mno-vpclmulqdq", "-mno-sse4a"),
    ),
    "x86": ("-march=core2", "-mno-avx", "-mno-sse4.1"),
}
# Instruction sets that valgrind knows in no release, by the beginning of their names (../instruction_sets.py).
BEYOND = {"amd64": ("AVX-512",), "x86": ("AVX",)}
# Valgrind wants the debugging information of a 32-bit dynamic linker, which few systems have.
STATIC = {"x86": ("-static",)}
KNOWS = ("amd64", "x86", "aarch64")  # targets whose marks measure/c/include/hashcop_marks.h has


def key(job: Job, code: str, toolchain: Toolchain) -> str:
    """The key of a verdict on machine code."""
    clangs = [c.identity for c in toolchain.compilers if c.family == "clang"]
    words = (RECIPE, toolchain.harness_digest, memcheck.version(), *clangs)
    return digest("constant time", code, job.target.name, *words, *LENGTHS)


def lacks(job: Job, toolchain: Toolchain) -> str:
    """What is missing of the tools that could judge builds of an implementation; empty if one can, or none ever could.

    MemorySanitizer, which comes with clang, judges only some sources.
    """
    if memcheck.version() or job.target.emulator or job.target.name not in KNOWS:
        return ""
    has_clang = any(c.family == "clang" for c in toolchain.compilers_for(job.target))
    by_clang = has_clang and packages.has_memory_sanitizer() and job.target.name != "x86"
    if by_clang and not memory_sanitizer.refusal(job):
        return ""
    line = apt_line([Tool("valgrind", "valgrind", "")])
    return f"valgrind is not installed; on Debian this installs it: {line}"


def of_build(room: Room, option_set: OptionSet, artifact: Path) -> ConstantTime:
    """The verdict on a build, whose program is `artifact`."""
    target = room.job.target
    if target.emulator or target.name not in KNOWS:
        return _error([f"no tool watches programs of {target.name} here"])
    reasons = []
    if memcheck.version():
        for flags in ((), OLDER.get(target.name, ())):
            found = _by_valgrind(room, option_set, flags, artifact)
            if isinstance(found, ConstantTime):
                return found
            reasons.append(found)
    else:
        reasons.append("valgrind is not installed")
    why = memory_sanitizer.refusal(room.job)
    if why or target.name == "x86":
        return _error([*reasons, f"MemorySanitizer: {why or 'it is not there for x86'}"])
    found = memory_sanitizer.watch(_inner(room, "sanitized"), option_set, LENGTHS)
    return found if found.outcome != "error" else _error(reasons, found)


def _inner(room: Room, name: str) -> Room:
    """A room of its own within a room."""
    directory = room.directory / name
    directory.mkdir(parents=True)
    for place in (room.directory, directory):
        place.chmod(0o755)
    return dataclasses.replace(room, directory=directory)


def _by_valgrind(
    room: Room, option_set: OptionSet, older: tuple[str, ...], artifact: Path
) -> ConstantTime | str:
    """The verdict of memcheck on a build with further flags; or why it has none."""
    flags = (*STATIC.get(room.job.target.name, ()), *older)
    inner = _inner(room, "older" if older else "same")
    what = "a build for an older processor" if older else "the build"
    unknown = f"{memcheck.version()} does not know an instruction of {what}"
    if not older and _is_beyond(room, artifact):
        return unknown
    try:
        if not flags and (passed := memcheck.passes(room.sandbox, artifact, LENGTHS, _work(inner))):
            return passed
        made = inner.build(option_set, flags)
        if made.artifact is None:
            return f"{what} does not build to be watched: {made.outcome.reason}"
        # In a program that is linked statically, the C library has such instructions, and does not run them.
        if "-static" not in flags and _is_beyond(room, made.artifact):
            return unknown
        found = memcheck.watch(room.sandbox, made.artifact, LENGTHS, _work(inner))
    except UnknownInstruction:
        return unknown
    if has_same_code(made.artifact, artifact):
        return found
    return replace(found, made=(*option_set.words, DEBUG, *flags))


def _work(room: Room) -> Path:
    """An empty directory for what a tool writes."""
    return Path(mkdtemp(dir=room.directory, prefix="watched-"))


def _is_beyond(room: Room, program: Path) -> bool:
    """Whether a program has instructions that valgrind knows in no release. Those of libraries are not looked at."""
    sets = instructions.of_program(room.job, program, room.sandbox)
    return any(name.startswith(BEYOND.get(room.job.target.name, ())) for name in sets)


def _error(reasons: Sequence[str], last: ConstantTime | None = None) -> ConstantTime:
    """No verdict, for these reasons, and for those of the last attempt."""
    said = tuple(reasons)
    return (
        replace(last, said=(*said, *last.said))
        if last
        else ConstantTime(outcome="error", said=said)
    )
