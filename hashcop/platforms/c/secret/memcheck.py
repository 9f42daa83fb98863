"""Valgrind's memcheck as a witness: it follows what is undefined, and the message of a run is marked so.

It runs the machine code itself, assembly and libraries included, and complains of each branch and each address that
depends on something undefined. Its complaints are XML in a file. The file is written by a process that a stranger's
code shares, so it is read as a stranger's text.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from msgspec.structs import replace

from hashcop.data.printable import printable
from hashcop.machine.sandbox import ENVIRONMENT, MIB, Sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.program import Limit
from hashcop.platforms.c.tools.installed import Emulator
from hashcop.platforms.door import ConstantTime

COMMAND = "valgrind"
OPTIONS = (
    *("--tool=memcheck", "--undef-value-errors=yes"),
    *("--expensive-definedness-checks=yes", "--leak-check=no", "--error-limit=no"),
    *("--num-callers=40", "--vgdb=no", "--child-silent-after-fork=yes", "--xml=yes"),
)
LIMIT = Limit(call=60, all=200)
MEMORY = 4096 * MIB
SHOWN = 8  # places in the sources, at most
LONGEST = 4 * MIB  # of the complaints
WHAT = {"UninitCondition": "a branch", "UninitValue": "an address"}
OF_MESSAGE = "created by a client request"
ENTRY = "hashcop_call"  # all that the implementation does is done below
ENTITIES = re.compile(r"<!(DOCTYPE|ENTITY)", re.IGNORECASE)


class UnknownInstruction(Exception):
    """Valgrind does not know an instruction of the program."""


@dataclass(frozen=True)
class _Complaint:
    """A complaint: where, in words; and whether it is the message that it depends on."""

    text: str
    is_secret: bool


@cache
def version() -> str:
    """What is installed: `valgrind 3.19.0`; empty if it is not there."""
    path = shutil.which(COMMAND, path=ENVIRONMENT["PATH"])
    if path is None:
        return ""
    done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    return done.stdout.strip().replace("-", " ", 1)


def _ask(
    sandbox: Sandbox, artifact: Path, lengths: Sequence[int], complaints: Path, *options: str
) -> program.Answer:
    """Run a program on secret messages. Raises UnknownInstruction."""
    words = (COMMAND, *OPTIONS, *options, f"--xml-file={complaints}")
    answer = program.ask(
        *(sandbox, artifact, "secret", lengths, LIMIT),
        memory=MEMORY,
        emulator=Emulator(words, version()),
        writable=[complaints.parent],
        kind="",  # it starts its tool as a program, which the filter of built programs does not allow
    )
    if "SIGILL" in answer.problem:
        raise UnknownInstruction
    return answer


def passes(
    sandbox: Sandbox, artifact: Path, lengths: Sequence[int], work: Path
) -> ConstantTime | None:
    """The verdict on a program without names or lines, if valgrind has nothing at all to say of it; else None.

    `work` is an empty directory. Raises UnknownInstruction.
    """
    complaints = work / "memcheck.xml"
    few = ("--track-origins=no", "--read-inline-info=no")
    answer = _ask(sandbox, artifact, lengths, complaints, *few)
    hashed = tuple(int(length) for length in answer.values("secret"))
    is_watched = answer.values("marked").keys() == {"valgrind"} and hashed == tuple(lengths)
    if answer.problem or not is_watched or "<error>" in _text(complaints):
        return None
    told = ConstantTime(outcome="pass", tool=f"{version()} memcheck", bytes=hashed)
    return told if _is_whole(complaints) else None


def watch(sandbox: Sandbox, artifact: Path, lengths: Sequence[int], work: Path) -> ConstantTime:
    """Run a program on secret messages. `work` is an empty directory. Raises UnknownInstruction."""
    complaints = work / "memcheck.xml"
    answer = _ask(sandbox, artifact, lengths, complaints, "--track-origins=yes")
    hashed = tuple(int(length) for length in answer.values("secret"))
    told = ConstantTime(outcome="error", tool=f"{version()} memcheck", bytes=hashed)
    found = list(read(complaints, artifact))
    secret = tuple(dict.fromkeys(one.text for one in found if one.is_secret))
    unset = tuple(dict.fromkeys(one.text for one in found if not one.is_secret))
    if secret:
        return replace(told, outcome="fail", where=secret[:SHOWN])
    if answer.problem:
        return replace(told, said=(answer.problem,))
    if answer.values("marked").keys() != {"valgrind"} or hashed != tuple(lengths):
        return replace(told, said=("the message could not be marked",))
    if not _is_whole(complaints):
        return replace(told, said=("valgrind's report is not whole",))
    return replace(told, said=unset[:SHOWN]) if unset else replace(told, outcome="pass")


def _text(complaints: Path) -> str:
    try:
        with complaints.open(errors="replace") as file:
            return file.read(LONGEST)
    except OSError:
        return ""


def _is_whole(complaints: Path) -> bool:
    """Whether valgrind has written all that it had to say."""
    return _text(complaints).rstrip().endswith("</valgrindoutput>")


def read(complaints: Path, artifact: Path) -> Iterator[_Complaint]:
    """The complaints of branches and addresses; none where the file is no report of valgrind's."""
    text = _text(complaints)
    if ENTITIES.search(text):
        return
    # A report that ends in its middle still has its first complaints.
    for part in text.split("<error>")[1:]:
        inside, _, _ = part.partition("</error>")
        try:
            error = ElementTree.fromstring(f"<error>{inside}</error>")
        except ElementTree.ParseError:
            continue
        what = WHAT.get(error.findtext("kind", ""))
        stack = error.find("stack")
        if what is None or stack is None:
            continue
        frames = stack.findall("frame")
        # Without a word on where it comes from it counts as the message.
        is_secret = OF_MESSAGE in error.findtext("auxwhat", OF_MESSAGE)
        if not is_secret and not _is_ours(frames, artifact):
            continue  # of the C library, before main
        depends = "depends on the message" if is_secret else "depends on memory that was never set"
        yield _Complaint(f"{_place(frames, artifact)}: {what} {depends}", is_secret)


def _is_ours(frames: Sequence[ElementTree.Element], artifact: Path) -> bool:
    """Whether it happened while a message was hashed, or in a source that was compiled with its lines."""
    lined = (frame for frame in frames[:1] if frame.findtext("file") and _own(frame, artifact))
    return any(frame.findtext("fn") == ENTRY for frame in frames) or any(lined)


def _own(frame: ElementTree.Element, artifact: Path) -> bool:
    return frame.findtext("obj") == str(artifact)


def _place(frames: Sequence[ElementTree.Element], artifact: Path) -> str:
    """The innermost line of the implementation, and the function of a library that it called."""
    inner = next((f for f in frames if _own(f, artifact) and f.findtext("file")), None)
    inner = inner if inner is not None else frames[0]
    file, line = inner.findtext("file"), inner.findtext("line")
    function = inner.findtext("fn") or "code without a name"
    place = f"{file}:{line}" if file and line else f"in {function}"
    called = frames[0].findtext("fn")
    return printable(place if inner is frames[0] or not called else f"{place}, in {called}")
