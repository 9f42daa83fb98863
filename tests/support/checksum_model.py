"""The SUPERCOP checksum and what it is made of, slowly: written from the words of the specification alone."""

import struct
from collections.abc import Callable

WORD = 0xFFFFFFFF


def quarter_round(y0: int, y1: int, y2: int, y3: int) -> tuple[int, int, int, int]:
    """Salsa20 specification, section 3."""
    sum_ = (y0 + y3) & WORD
    y1 ^= (sum_ << 7 | sum_ >> 25) & WORD
    sum_ = (y1 + y0) & WORD
    y2 ^= (sum_ << 9 | sum_ >> 23) & WORD
    sum_ = (y2 + y1) & WORD
    y3 ^= (sum_ << 13 | sum_ >> 19) & WORD
    sum_ = (y3 + y2) & WORD
    y0 ^= (sum_ << 18 | sum_ >> 14) & WORD
    return y0, y1, y2, y3


def double_round(x: list[int]) -> None:
    """Sections 4 to 6: columns, then rows."""
    for a, b, c, d in ((0, 4, 8, 12), (5, 9, 13, 1), (10, 14, 2, 6), (15, 3, 7, 11)):
        x[a], x[b], x[c], x[d] = quarter_round(x[a], x[b], x[c], x[d])
    for a, b, c, d in ((0, 1, 2, 3), (5, 6, 7, 4), (10, 11, 8, 9), (15, 12, 13, 14)):
        x[a], x[b], x[c], x[d] = quarter_round(x[a], x[b], x[c], x[d])


def salsa20(block: bytes) -> bytes:
    """Section 8: 64 bytes to 64 bytes."""
    start = struct.unpack("<16I", block)
    x = list(start)
    for _ in range(10):
        double_round(x)
    return struct.pack("<16I", *((a + b) & WORD for a, b in zip(start, x, strict=True)))


def core(block: bytes, key: bytes) -> bytes:
    """Section 9 for a key of 32 bytes."""
    constant = b"expand 32-byte k"
    parts = (constant[:4], key[:16], constant[4:8], block, constant[8:12], key[16:], constant[12:])
    return salsa20(b"".join(parts))


class Stream:
    """Requests for bytes under one key; each has a nonce of its own."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.requests = 0

    def take(self, count: int) -> bytes:
        nonce = struct.pack("<Q", self.requests)
        self.requests += 1
        blocks = (count + 63) // 64
        made = (core(nonce + struct.pack("<Q", n), self.key) for n in range(blocks))
        return b"".join(made)[:count]

    def number(self) -> int:
        return int.from_bytes(self.take(8), "little")


def absorb(state: bytes, message: bytes) -> bytes:
    """The state after a string."""
    whole = len(message) // 16 * 16
    for start in range(0, whole, 16):
        state = core(message[start : start + 16], state[:32])
    last = (message[whole:] + b"\1").ljust(16, b"\0")
    state = bytes([state[0] ^ 1]) + state[1:]
    return core(last, state[:32])


def checksum(hash_function: Callable[[bytes], bytes], loops: int, longest: int) -> str:
    """The checksum in hex: (64, 128) is checksumsmall, (512, 4096) checksumbig."""
    inputs = Stream(b"generate inputs for test vectors")
    state = bytes(64)
    for _ in range(loops):
        length = inputs.number() % (longest + 1)
        state = absorb(state, hash_function(inputs.take(length)))
    return state[:32].hex()


def checksum_of(
    draw: Callable[[Stream, Callable[[], int]], bytes], loops: int, longest: int
) -> str:
    """The checksum of any operation. `draw` requests the inputs of one call, and returns what it computes.

    What it is given besides makes a length, from 0 to `longest`.
    """
    inputs = Stream(b"generate inputs for test vectors")
    state = bytes(64)
    for _ in range(loops):
        state = absorb(state, draw(inputs, lambda: inputs.number() % (longest + 1)))
    return state[:32].hex()


SIZES = {"small": (64, 128), "big": (512, 4096)}
