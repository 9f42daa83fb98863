"""What a kernel's machine code for an NVIDIA architecture has for a block of a message. No device is needed.

The kernel is compiled by NVRTC for whole blocks at addresses that are multiples of 16, as nearly all blocks of a long
message are; nvdisasm shows the code. Instructions of the largest loop, which is the one over blocks, are counted by the
pipes that they go to; loops within it count as often as the file `launch` says that they run.
"""

import re
import sysconfig
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hashcop.data.keys import digest
from hashcop.data.records import Mix
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.device import build, nvrtc
from hashcop.platforms.device.devices import LIMITS, Device
from hashcop.platforms.device.room import Room
from hashcop.platforms.device.source import Source
from hashcop.platforms.device.text import TextError
from hashcop.platforms.implementation import Implementation

METHOD = 1  # to be raised when the same code gives other numbers than before
ARCHITECTURE = "sm_90"  # where there is no device
PLATFORM, TARGET = "device", "cuda"
WHOLE = ("-DWHOLE_BLOCKS", "-DALIGNED_TO=16")
LOCAL = 128  # work-items of a group, which the code does not depend on

LINE = re.compile(r"^\s*/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;")
LABEL = re.compile(r"^\s*(\.L_[\w.]+):")
JUMP = re.compile(r"\bBRA(?:\.\w+)*\b.*`\((\.L_[\w.]+)\)")
USED = re.compile(r"Used (\d+) registers")
SHARED_BYTES = re.compile(r"(\d+) bytes smem")
SPILLED = re.compile(r"(\d+) bytes spill stores, (\d+) bytes spill loads")
# By the beginning of the name: which pipe an instruction goes to, where it is one that a bound counts.
OF_ALU = (
    *("LOP3", "SHF", "IADD3", "IADD", "LEA", "PRMT", "ISETP", "SEL", "IMNMX", "VIMNMX", "IABS"),
    *("PLOP3", "BMSK", "SGXT", "LOP", "SHL", "SHR", "P2R", "R2P", "VABSDIFF", "MOV", "CS2R"),
)
OF_MULTIPLIER = ("IMAD", "FFMA", "FMUL", "IDP")
SHARED = re.compile(r"^(LDS|STS)(?:\.U)?(?:\.(64|128))?")


class NoMix(Exception):
    """Nothing can be said of a kernel's machine code. Says why."""


@dataclass(frozen=True)
class Instruction:
    """An instruction, its address, and the address that it jumps to; None where it does not."""

    address: int
    name: str
    to: int | None


def disassembler() -> Path | None:
    """nvdisasm, of an optional package of Python or of CUDA's toolkit; None where it is not here."""
    site = Path(sysconfig.get_paths()["purelib"])
    places = [*sorted(site.glob("nvidia/*/bin/nvdisasm")), Path("/usr/local/cuda/bin/nvdisasm")]
    return next((place for place in places if place.is_file()), None)


def key(implementation: Implementation, architecture: str) -> str:
    """A hash of everything that the mix of a kernel depends on; empty where there will be none."""
    source, tool = Source(implementation), disassembler()
    if tool is None or nvrtc.library() is None or not source.block or not source.is_for(TARGET):
        return ""
    try:
        text = source.text("cuda")
    except TextError:
        return ""
    state = tool.stat()
    said = nvrtc.identity(), str(tool), state.st_size, state.st_mtime_ns
    return digest("mix", METHOD, text, architecture, source.block, source.loops, *said)


def mix(sandbox: Sandbox, room: Room, implementation: Implementation, architecture: str) -> Mix:
    """Compile and count. What counts is compiled for whole blocks; registers are those of the kernel itself.

    Raises NoMix.
    """
    source = Source(implementation)
    device = Device("cuda", "gpu", "", "NVIDIA", "", "", architecture, 0, 0, 0)
    try:
        text = source.text("cuda")
    except TextError as error:
        raise NoMix(str(error)) from None
    with TemporaryDirectory(dir=room.directory.parent, prefix="mix-") as name:
        place = Path(name)
        said = _compiled(sandbox, room, device, text, (), place)
        _compiled(sandbox, room, device, text, WHOLE, place)
        shown = _shown(sandbox, place)
    spilled = (int(a) + int(b) for a, b in SPILLED.findall(said))
    alu, multiplier, words, names = counted(instructions(shown), source.loops)
    return Mix(
        key=key(implementation, architecture),
        platform=PLATFORM,
        target=TARGET,
        hash=implementation.hash,
        implementation=implementation.name,
        operation=implementation.operation,
        architecture=architecture,
        tool=f"NVRTC {nvrtc.version()}, nvdisasm",
        bytes=source.block,
        registers=max(map(int, USED.findall(said)), default=0),
        spilled=max(spilled, default=0),
        shared=max(map(int, SHARED_BYTES.findall(said)), default=0),
        alu=alu,
        multiplier=multiplier,
        words=words,
        instructions=dict(sorted(names.items())),
    )


def _compiled(
    sandbox: Sandbox, room: Room, device: Device, text: str, flags: Sequence[str], place: Path
) -> str:
    place.chmod(0o755)
    flags = ("--ptxas-options=-v", *flags)
    why, said = build.compile_text(sandbox, room, device, text, flags, LOCAL, place)
    if why:
        raise NoMix(f"it does not compile: {why}")
    return said


def _shown(sandbox: Sandbox, place: Path) -> str:
    tool = disassembler()
    if tool is None:
        raise NoMix(f"nvdisasm is not here: {nvrtc.HOW}")
    done = sandbox.run(
        [str(tool), "-c", str(place / build.MADE)],
        directory=place,
        limits=LIMITS,
        readable=[place, tool.parent],
    )
    if done.status:
        raise NoMix("nvdisasm can't read it")
    return done.output


def instructions(disassembly: str) -> list[Instruction]:
    """The instructions of the kernel, in the order of their addresses."""
    labels: dict[str, int] = {}
    waiting: list[str] = []
    found: list[tuple[int, str, str | None]] = []
    is_ours = False
    for line in disassembly.splitlines():
        if line.lstrip().startswith(".section"):
            is_ours = ".text.crypto_hashmany" in line
        label = LABEL.match(line)
        if label and is_ours:
            waiting.append(label[1])
        one = LINE.match(line)
        if one is None or not is_ours:
            continue
        address, text = int(one[1], 16), one[2]
        labels |= dict.fromkeys(waiting, address)
        waiting.clear()
        jump = JUMP.search(text)
        words = [word for word in text.split() if not word.startswith(("@", "{"))]
        found.append((address, words[0] if words else "", jump[1] if jump else None))
    return [Instruction(a, name, labels.get(to) if to else None) for a, name, to in found]


def _loops(code: Sequence[Instruction]) -> list[tuple[int, int]]:
    """First and last address of each loop: jumps back, those to the same place as one."""
    ends: dict[int, int] = {}
    for one in code:
        if one.to is not None and one.to <= one.address and one.to != one.address:
            ends[one.to] = max(ends.get(one.to, 0), one.address)
    return sorted(ends.items())


def counted(
    code: Sequence[Instruction], times: Sequence[int]
) -> tuple[float, float, float, "Counter[str]"]:
    """Instructions of the integer pipe and of the multiplier, words of shared memory, and instructions by name.

    Of a turn of the largest loop, whose inner loops run so many times. Raises NoMix.
    """
    every = _loops(code)
    if not every:
        raise NoMix("it has no loop")
    first, last = largest = max(every, key=lambda loop: loop[1] - loop[0])
    inner = [one for one in every if first <= one[0] and one[1] <= last and one != largest]
    outer = [a for a in inner if not any(b != a and b[0] <= a[0] and a[1] <= b[1] for b in inner)]
    if len(outer) != len(times):
        raise NoMix(f"{len(outer)} loops within the one over blocks, and not {len(times)}")
    weights = list(zip(outer, times, strict=True))
    names: Counter[str] = Counter()
    alu = multiplier = words = 0.0
    for one in code:
        if not first <= one.address <= last:
            continue
        within = (number for loop, number in weights if loop[0] <= one.address <= loop[1])
        weight = next(within, 1)
        name = one.name.split(".")[0]
        names[name] += weight
        shared = SHARED.match(one.name)
        if shared:
            words += weight * (int(shared[2]) // 32 if shared[2] else 1)
        elif name in OF_ALU:
            alu += weight
        elif name in OF_MULTIPLIER:
            multiplier += weight
    return alu, multiplier, words, names
