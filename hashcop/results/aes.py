"""AES-like hashes: rounds of AES, single S-boxes and columns of a block, from counts and from what a hash states."""

from collections.abc import Iterable
from dataclasses import dataclass

from hashcop.data.records import Counts
from hashcop.results.operations import split

STATE = 16  # bytes of an AES state
_ROUNDS = ("aesenc", "aesdec")
_LAST = ("aesenclast", "aesdeclast")
_XORS = ("xor", "eqv")


@dataclass(frozen=True)
class AesLike:
    """Operations of one block of `size` bytes; `tables` has the sizes of tables, by implementation.

    `looked_up` is how many bytes go through an S-box, with those of rounds. `problem`: what is stated and what is
    counted contradict each other.
    """

    hash: str
    size: int
    rounds: int
    sub_bytes: int
    looked_up: int
    columns: dict[str, int]
    tables: dict[str, tuple[int, ...]]
    problem: str


def of_hash(records: Iterable[Counts]) -> AesLike | None:
    """What the implementations of a hash show together; None for one that is not AES-like.

    Look-ups are those of the implementation with a table of bytes. AES instructions show which of them are rounds.
    """
    every = [one for one in records if one.block]
    bytewise = [one for one in every if one.tables and max(one.tables) == 256]
    with_rounds = [one for one in every if any(name in one.operations for name in _ROUNDS + _LAST)]
    if not every or not (with_rounds or any(one.structure for one in every)):
        return None
    rounds = max((_sum(one, _ROUNDS) for one in with_rounds), default=0)
    looked_up = max((one.operations.get("lookup8", 0) for one in bytewise), default=0)
    seen = max((STATE * _sum(one, _ROUNDS + _LAST) for one in with_rounds), default=0)
    looked_up = looked_up or seen
    sub_bytes = max(0, looked_up - STATE * rounds)
    stated = next((one.structure for one in every if one.structure), {})
    return AesLike(
        every[0].hash,
        every[0].block,
        rounds,
        sub_bytes,
        looked_up,
        dict(stated),
        {one.implementation: one.tables for one in every if one.tables},
        disagreement(stated, looked_up, sub_bytes),
    )


def _sum(record: Counts, names: Iterable[str]) -> int:
    return sum(record.operations.get(name, 0) for name in names)


def disagreement(stated: dict[str, int], looked_up: int, sub_bytes: int) -> str:
    """Why what a hash states can't be, beside its look-ups; empty if it can.

    The bytes of all columns are those of the S-boxes outside of AES rounds. Where there are none, they are whole
    states, of which the look-ups are a multiple.
    """
    height = {name: int(name.removeprefix("MC")) for name in stated}
    in_columns = sum(height[name] * number for name, number in stated.items())
    if not in_columns or not looked_up:
        return ""
    fits = in_columns == sub_bytes if sub_bytes else looked_up % in_columns == 0
    if fits:
        return ""
    return f"{in_columns} bytes in columns are stated, and {sub_bytes or looked_up} bytes are looked up"


def xor_bytes(record: Counts) -> int:
    """Bytes of xors that code does itself: with those of columns, if no table or instruction has them."""
    found = ((split(name), number) for name, number in record.operations.items())
    return sum(number * bits // 8 for (kind, bits), number in found if kind in _XORS)
