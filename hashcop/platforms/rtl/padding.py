"""Messages padded in software, for circuits without a padding unit, and how many bits the least padding of each has."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("padding.toml")


@dataclass(frozen=True)
class Padding:
    """How a hash pads; all in bytes. See measure/rtl/shell.sv for what the fields mean.

    `block`: of a block. `mark`: the byte after the message, 0 for none. `tail`: what is XORed into the last byte before
    the length. `length`: of the length field. `blocks`: it counts blocks. `apart`: its block has no message.
    """

    block: int
    mark: int = 0x80
    tail: int = 0
    length: int = 0
    blocks: bool = False
    apart: bool = False

    def padded(self, message: bytes) -> bytes:
        """The message as whole blocks."""
        if not self.mark:
            size = max(-(-len(message) // self.block), 1) * self.block
            return message.ljust(size, b"\0")
        least = len(message) + 1 + self.length
        if self.apart:
            least = -(-len(message) // self.block) * self.block + 1 + self.length
        size = -(-least // self.block) * self.block
        text = bytearray((message + bytes([self.mark])).ljust(size, b"\0"))
        text[size - self.length - 1] ^= self.tail
        if self.length:
            count = size // self.block if self.blocks else 8 * len(message)
            text[size - self.length :] = count.to_bytes(self.length, "big")
        return bytes(text)

    def blocks_of(self, length: int) -> int:
        """How many blocks a message of `length` bytes has."""
        return len(self.padded(bytes(length))) // self.block


@cache
def _paddings() -> dict[str, Padding]:
    with FILE.open("rb") as file:
        kinds = tomllib.load(file)
    return {
        name: Padding(**{key: value for key, value in kind.items() if key != "hashes"})
        for kind in kinds.values()
        for name in kind["hashes"]
    }


def of(name: str) -> Padding | None:
    """How a hash pads; None where that is not known here."""
    return _paddings().get(name)
