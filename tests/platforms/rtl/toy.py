"""The hash of toy.sv in Python, and its circuit with parts of its text replaced."""

from collections.abc import Mapping
from pathlib import Path

from hashcop.platforms.rtl.design import SHELL, Design
from hashcop.platforms.rtl.messages import message
from hashcop.platforms.rtl.padding import Padding
from hashcop.platforms.rtl.room import SOURCES

HERE = Path(__file__).parent
PADDING = Padding(block=16, length=8)
MASK = (1 << 64) - 1
LENGTHS = (*range(50), 63, 64, 65, 127, 128, 200)
DESIGN = Design(name="a toy", sources=("toy.sv",), w=64)


def toy(text: bytes) -> str:
    """Its digest in hex."""
    state = 0x0123456789ABCDEF
    padded = PADDING.padded(text)
    for at in range(0, len(padded), 16):
        x, y = (int.from_bytes(padded[at + n : at + n + 8], "big") for n in (0, 8))
        for _ in range(4):
            turned = (state << 13 | state >> 51) & MASK
            state = (((turned ^ x) + 0x9E3779B97F4A7C15) & MASK) ^ y
            x, y = y, x
    return f"{state:016x}{state ^ MASK:016x}"


KNOWN: Mapping[int, str] = {length: toy(message(length)) for length in LENGTHS}


def files(*replaced: tuple[str, str]) -> dict[str, bytes]:
    """The circuit with its shell, and texts in either replaced, each of which must be there."""
    circuit, shell = (HERE / "toy.sv").read_text(), (SOURCES / SHELL).read_text()
    for before, after in replaced:
        assert before in circuit or before in shell, before
        circuit, shell = circuit.replace(before, after), shell.replace(before, after)
    return {"toy.sv": circuit.encode(), SHELL: shell.encode()}
