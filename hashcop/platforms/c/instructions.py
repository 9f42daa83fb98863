"""Which instruction sets a program uses beyond its ABI's baseline: from its machine code, as objdump disassembles it.

A program is an implementation linked with its subroutines and the harness, without symbols that would tell them apart.
The same harness is in a program without an implementation, so the implementation's instructions are those that a
program has more of than this one. The C library is not in the program.

Constants between functions are disassembled as if they were code. Some of them then look like instructions that no hash
function has, or that do not exist. Instructions near these are not counted.
"""

import re
import shlex
import tempfile
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile

from hashcop.data.records import Words
from hashcop.machine.sandbox import MIB, Limits, Sandbox
from hashcop.platforms.c import objects
from hashcop.platforms.c.instruction_sets import ARCHITECTURES, Architecture
from hashcop.platforms.c.job import Job

LIMITS = Limits(seconds=20, file_size=64 * MIB)
NEAR = 600  # characters of a listing: about 16 instructions
# An instruction of a listing, behind prefixes that do not change what it is.
_INSTRUCTION = re.compile(
    r":\t(?:(?:[c-gs]s|rex\S*|addr32|data16|bnd|notrack|lock|rep\w*) )*((?:\{e?vex\} )?\S+)([^\n<#]*)"
)
_MACHINES = {
    ("EM_X86_64", True): "amd64",
    ("EM_386", True): "x86",
    ("EM_AARCH64", True): "aarch64",
    ("EM_ARM", True): "arm",
    ("EM_PPC64", True): "ppc64le",
    ("EM_PPC64", False): "ppc64",
    ("EM_S390", False): "s390x",
    ("EM_RISCV", True): "riscv64",
}


@dataclass(frozen=True)
class _Header:
    """What the headers of a program say: its architecture, the libraries that it needs, and how to disassemble it."""

    architecture: Architecture
    needed: tuple[str, ...]
    options: tuple[str, ...]


def of_program(job: Job, program: Path, sandbox: Sandbox) -> Words:
    """The names of the instruction sets, in the order of instruction_sets.py.

    Empty if there are none, and also if they are not known: a program that calls a library to hash shows nothing of
    the library's code.
    """
    if job.libraries:
        return ()
    target = job.target
    try:
        header = _header(program)
        if not all(map(objects.USUAL.fullmatch, header.needed)):
            return ()
        whole = _counted(program, header, sandbox, target.binutils)
        harness = _of_harness(target.harness / "none", sandbox, target.binutils)
    except (ELFError, OSError, ValueError):
        return ()
    return tuple(name for name in header.architecture.names if whole[name] > harness[name])


@cache
def _of_harness(program: Path, sandbox: Sandbox, binutils: str) -> Counter[str]:
    return _counted(program, _header(program), sandbox, binutils)


def _counted(program: Path, header: _Header, sandbox: Sandbox, binutils: str) -> Counter[str]:
    """How many instructions of each set are in a program. Raises OSError or ValueError."""
    words = [f"{binutils}objdump", "-d", "--no-show-raw-insn", *header.options, str(program)]
    # A file, since the sandbox keeps only the beginning and the end of a long output.
    with tempfile.TemporaryDirectory(prefix="hashcop-") as place:
        listing = Path(place) / "listing"
        done = sandbox.run(
            ["sh", "-c", f"{shlex.join(words)} > {shlex.quote(str(listing))}"],
            directory=program.parent,
            limits=LIMITS,
            readable=[program.parent],
            writable=[listing.parent],
        )
        if done.status:
            raise ValueError(f"objdump can't disassemble it: {done.output}")
        return counted(listing.read_text(errors="replace"), header.architecture)


def counted(listing: str, architecture: Architecture) -> Counter[str]:
    """How many instructions of each set are in what objdump prints without the raw instructions."""
    found = Counter(_INSTRUCTION.findall(_plausible(listing, architecture)))
    kinds: Counter[tuple[str, str]] = Counter()
    for (mnemonic, operands), number in found.items():
        kinds[mnemonic, "".join(architecture.registers.findall(operands))] += number
    sets: Counter[str] = Counter()
    for (mnemonic, registers), number in kinds.items():
        for name in architecture.sets(mnemonic, registers):
            sets[name] += number
    return sets


def _plausible(listing: str, architecture: Architecture) -> str:
    """The lines of a listing that are not near to a strange instruction."""
    kept, end = [], 0
    for strange in architecture.strange.finditer(listing):
        kept.append(listing[end : max(strange.start() - NEAR, end)].rpartition("\n")[0])
        end = strange.end() + NEAR
    return "\n".join([*kept, listing[end:]])


def _header(program: Path) -> _Header:
    """Raises ELFError, OSError or ValueError."""
    with program.open("rb") as file:
        elf = ELFFile(file)
        name = _MACHINES.get((elf["e_machine"], elf.little_endian))
        dynamic = elf.get_section_by_name(".dynamic")
        if name is None or not isinstance(dynamic, DynamicSection):
            raise ValueError("of an unknown architecture, or without a C library")
        needed = tuple(vars(tag)["needed"] for tag in dynamic.iter_tags("DT_NEEDED"))
        # Without symbols only the lowest bit of an address tells Thumb code from other code.
        is_thumb = name == "arm" and elf["e_entry"] & 1
    return _Header(ARCHITECTURES[name], needed, ("-M", "force-thumb") if is_thumb else ())
