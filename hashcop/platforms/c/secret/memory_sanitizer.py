"""clang's MemorySanitizer as a witness, for machine code that valgrind does not know.

It judges the sources as clang compiles them, and no other machine code. Code that it did not compile is not watched:
assembly, libraries, subroutines. It is not asked about such implementations, so that nothing passes unseen.

Of an instruction that it does not know it asks that the operands are defined. Its complaint is then no verdict. The
compiler tells where it does so (STRICT).
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from hashcop.platforms.c import options, program, sanitize
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.options import OptionSet
from hashcop.platforms.c.program import Limit
from hashcop.platforms.c.secret.builds import DEBUG, Room
from hashcop.platforms.c.tools.installed import Compiler
from hashcop.platforms.door import ConstantTime

USUAL = ("-march=native", "-O2", "-fwrapv")  # where another compiler made the build
FLAGS = (
    *("-fsanitize=memory", "-fsanitize-memory-track-origins", "-fno-sanitize-recover=all"),
    # A secret may be passed to a function, and returned.
    *("-fno-sanitize-memory-param-retval", "-fno-omit-frame-pointer"),
    *("-mllvm", "-msan-dump-strict-instructions=1"),
)
LIMIT = Limit(call=60, all=100)
# Notes of a compiler to itself are no instructions.
STRICT = re.compile(r"^ZZZ call (?!llvm\.(?:dbg|lifetime|assume)\b)(?:llvm\.)?(\S+)", re.MULTILINE)
ASM = re.compile(rb"\b(__asm__|__asm|asm)\b\s*(volatile|__volatile__|goto|inline)?\s*\(")
LEFT_OUT = " bytes left out]"  # of what a command of the sandbox printed
OF_MESSAGE = "Memory was marked as uninitialized"
ORIGIN = re.compile(r"Uninitialized value was (stored to memory|created by)|Memory was marked")


def refusal(job: Job) -> str:
    """Why it can't judge an implementation; empty where it can."""
    if any(name.endswith(sanitize.ASSEMBLY) for name in job.source.sources):
        return "it does not see into assembly files"
    if job.libraries:
        return f"it does not see into {job.libraries[0].name}"
    if job.group.needs:
        return "it does not see into subroutines"
    if any(ASM.search(file.read_bytes()) for _, file in job.implementation.files()):
        return "it does not see into inline assembly"
    return ""


def _clang(room: Room) -> Compiler | None:
    """The clang that builds for the target; None if there is none for its language."""
    every = room.toolchain.compilers_for(room.job.target)
    has_language = (
        c for c in every if c.family == "clang" and (c.cxx or not room.job.source.is_cxx)
    )
    return next(has_language, None)


def _option_set(room: Room, built: OptionSet, clang: Compiler) -> OptionSet:
    """The option set of the build if clang made it; otherwise a usual one of clang."""
    if built.family == "clang":
        return built
    flags = room.job.target.without_native(USUAL)
    is_cxx = room.job.source.is_cxx
    return options.option_set(clang, room.job.target, tuple(flags), is_cxx=is_cxx)


def watch(room: Room, built: OptionSet, lengths: Sequence[int]) -> ConstantTime:
    """Build with it, and run on secret messages."""
    clang = _clang(room)
    if clang is None:
        return ConstantTime(outcome="error", said=("no clang is there",))
    option_set = _option_set(room, built, clang)
    made = room.build(option_set, FLAGS)
    told = ConstantTime(
        outcome="error",
        tool=f"MemorySanitizer of {clang.version}",
        made=(*option_set.words, DEBUG, *FLAGS),
    )
    if made.artifact is None:
        return replace(told, said=(f"does not build with it: {made.outcome.reason}",))
    answer = program.ask(
        *(room.sandbox, made.artifact, "secret", lengths, LIMIT), memory=sanitize.ADDRESS_SPACE
    )
    told = replace(told, bytes=tuple(int(length) for length in answer.values("secret")))
    if not answer.problem:
        if answer.values("marked").keys() == {"msan"} and told.bytes == tuple(lengths):
            return replace(told, outcome="pass")
        return replace(told, said=("the message could not be marked",))
    if "MemorySanitizer" not in answer.problem:
        return replace(told, said=(answer.problem,))
    return _judged(told, answer, made.printed)


def _judged(told: ConstantTime, answer: program.Answer, compiler: str) -> ConstantTime:
    """The verdict on a build that it has complained of. `compiler`: what that printed."""
    place = _place(answer.problem)
    unknown = sorted(set(STRICT.findall(compiler)))
    if LEFT_OUT in compiler:
        unknown.append("some instructions")
    if unknown:
        return replace(told, said=(f"{place}: it does not know {', '.join(unknown)}",))
    depends = "a branch or an address depends on"
    if ORIGIN.search(answer.said) and OF_MESSAGE not in answer.said:
        return replace(told, said=(f"{place}: {depends} memory that was never set",))
    return replace(told, outcome="fail", where=(f"{place}: {depends} the message",))


def _place(complaint: str) -> str:
    """`hash.c:12`, from a complaint."""
    found = re.search(r"(\S+?:\d+)(?::\d+)?(?: in \S+| \(discriminator.*)?$", complaint)
    return found[1] if found else complaint
