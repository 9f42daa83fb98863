"""The same machine code, linked so that it lies elsewhere.

Addresses change what a call costs: functions begin at another place of a fetch window, branches share other entries of
a predictor, tables lie on other lines of a page. The kernel gives each process other pages, but the place within a page
is the linker's, and one program has one. So what decides a contest is linked several times: code, constants and data
are moved by paddings, objects come in another order, and processes take turns with the results.

Whatever was linked is kept beside the program, in one file: its objects and the command.
"""

import json
import shlex
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hashcop.machine.cache import settle
from hashcop.machine.sandbox import Limits, Sandbox

LAYOUTS = 4  # with the program that was built
KIT = "kit.tar"
FACTS = "facts.o"
ARCHIVE = "implementation.a"
COMMAND = "link.json"
WORK = "@"  # in the command, in place of a directory
PROGRAM = "program"
PAGE = 4096
CODE = 16  # bytes: functions begin at multiples of it
DATA = 64  # a cache line
LIMITS = Limits(seconds=60)

# Of each section that an implementation's own part may follow.
_PADDING = """
    .text
    .balign {data}
    .skip {code_bytes}, 0x90
    .section .rodata, "a"
    .balign {data}
    .skip {data_bytes}
    .data
    .balign {data}
    .skip {data_bytes}
    .bss
    .balign {data}
    .skip {data_bytes}
    .section .note.GNU-stack, "", %progbits
"""


def kit(work: Path, link: Sequence[str], binutils: str) -> str:
    """The command that packs what a build was linked from: `link`, and the objects in `work`."""
    command = [word.replace(str(work), WORK) for word in link]
    (work / COMMAND).write_text(json.dumps([binutils, *command]))
    return shlex.join(["tar", "-C", str(work), "-cf", str(work / KIT), FACTS, ARCHIVE, COMMAND])


def path(program: Path, number: int) -> Path:
    """Where the `number`-th layout of a program is kept; 0 is the program."""
    return program if number == 0 else program.with_name(f"layout-{number}")


def layouts(program: Path, sandbox: Sandbox, readable: Sequence[Path]) -> list[Path]:
    """A program and what it is linked to besides; the program alone where that can't be done.

    `readable`: what the linker must see beside the system's files and the program's directory.
    """
    every = [path(program, number) for number in range(LAYOUTS)]
    packed = program.with_name(KIT)
    if all(one.is_file() for one in every):
        return every
    if not packed.is_file():
        return [program]
    work = Path(tempfile.mkdtemp(prefix="hashcop-"))
    try:
        work.chmod(0o755)
        return every if _linked(every, packed, work, sandbox, readable) else [program]
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _linked(
    every: Sequence[Path], packed: Path, work: Path, sandbox: Sandbox, readable: Sequence[Path]
) -> bool:
    shutil.unpack_archive(packed, work, "tar", filter="data")
    binutils, *link = json.loads((work / COMMAND).read_text())
    script = [f"cd {shlex.quote(str(work))}", *_reversed(work, binutils)]
    for number in range(1, len(every)):
        (work / f"{number}.s").write_text(_padding(number))
        script.append(shlex.join(_command(link, work, number)))
    done = sandbox.run(
        ["sh", "-c", " && ".join(script)],
        directory=work,
        limits=LIMITS,
        readable=[packed.parent, *readable],
        writable=[work],
    )
    if done.status or done.timed_out or done.exceeded:
        return False
    for number, place in enumerate(every):
        if number:
            made = work / f"{number}.program"
            made.chmod(0o755)
            settle(made, place)
    return True


def _reversed(work: Path, binutils: str) -> list[str]:
    """Commands that make an archive of the same objects in the reverse order, which linkers follow."""
    other = work / "objects"
    other.mkdir()
    other.chmod(0o777)
    ar, archive = shlex.quote(f"{binutils}ar"), work / ARCHIVE
    return [f"(cd objects && {ar} x {archive} && ls | sort -rn | xargs {ar} cr ../reversed.a)"]


def _command(link: Sequence[str], work: Path, number: int) -> list[str]:
    """Link with a padding before the implementation's objects, which come in reverse in every second layout."""
    found: list[str] = []
    for word in link:
        if word == f"{WORK}/{ARCHIVE}":
            found.append(str(work / f"{number}.s"))
            found.append(str(work / ("reversed.a" if number % 2 else ARCHIVE)))
        elif word == f"{WORK}/{PROGRAM}":
            found.append(str(work / f"{number}.program"))
        else:
            found.append(word.replace(WORK, str(work)) if word.startswith(f"{WORK}/") else word)
    return found


def _padding(number: int) -> str:
    """Spread over a page, and over the places that functions may have in a line."""
    share = PAGE // LAYOUTS * number
    return _PADDING.format(
        data=DATA,
        code_bytes=share + CODE * number % DATA,
        data_bytes=share + DATA * number,
    )
