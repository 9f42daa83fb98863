"""The study that counted by hand: J. W. Bos and D. Stefan, "Performance Analysis of the SHA-3 Candidates on Exotic
Multi-Core Architectures" (CHES 2010, and slides). Its tables are beside this module, in multicore/.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hashcop.results import estimates
from hashcop.results.estimates import spearman

_TABLES = Path(__file__).parent / "multicore"
_CLASSES = (
    *("add", "sub", "csub", "mul", "and", "nand", "andc", "eqv", "or", "orc"),
    *("rotate", "shift", "xor"),
)
# What the study calls them, and what they are called here. Rows of later versions of a hash are not comparable as a
# whole: WHY says what differs.
HASHES = {
    "BLAKE-32": "blake256",
    "BMW-256": "bmw256",
    "CubeHash-16/32": "cubehash1632",
    "Hamsi-256": "hamsi",
    "JH-256": "round3jh256",
    "Keccak-256": "keccakc512",
    "Luffa-256": "luffa256",
    "Shabal-256": "shabal256",
    "SIMD-256": "simd256",
    "Skein-512": "skein512256",
    "ECHO-256": "echo256",
    "Fugue-256": "fugue256",
    "Grostl-256": "groestl256",
    "SHAvite-3-256": "shavite3256",
    "SHA-256": "sha256",
}
# Why a row differs from what is counted; docs/explanations/counts.md has the numbers.
WHY = {
    "blake256": "the study's BLAKE-32 has 10 rounds, BLAKE-256 has 14; with 10 all is equal but for the 8 xors of a "
    "salt, which the text leaves out",
    "bmw256": "what s and r do to one word is shared: 5 rotations are computed once, and 8 by 3 become a shift and "
    "an or or addition beside a shift by 3; sums are shared otherwise",
    "cubehash1632": "equal; the 8 xors more are those of the message, which the study leaves out",
    "hamsi": "equal but for the 32 look-ups of the expansion, which the study does not count, and for its 12 nand: "
    "complements that are part of 12 eqv here",
    "round3jh256": "the study's JH has 35.5 rounds, this one 42, in words of 64 bits; with 36 S-boxes and 35 linear "
    "layers xor and eqv are equal",
    "keccakc512": "rotations and the ands of chi are equal as 32-bit code; the interleaving of bits is written "
    "otherwise, and the 64-bit text needs none",
    "luffa256": "the reference is equal but for 48 xors of the message's injection, and for assembling bytes; the "
    "cheapest text has another program for the S-box",
    "shabal256": "equal; 2 operations more are those of the block counter, which lies in memory",
    "simd256": "the number-theoretic transform is another program: its reductions are compared and selected, which the "
    "study counts as csub",
    "skein512256": "the study's xor has one more, with a tweak of lengths, which are no data here; the 1 and is not "
    "explained; the unrolled text merges 11 additions of constants",
    "echo256": "equal: 256 AES rounds, 512 columns of MC4 within the look-ups; the byte xors are those of the columns",
    "fugue256": "equal: 32 look-ups of a byte; the columns are stated",
    "groestl256": "look-ups and columns are equal; the study's 1472 byte xors add constants to whole states, the final "
    "version's are 912",
    "shavite3256": "equal: 52 AES rounds",
}


@dataclass(frozen=True)
class Row:
    """A row of the study: the operations of one block of `size` bytes."""

    name: str
    hash: str
    word: int
    size: int
    operations: dict[str, int]
    cycles_per_byte: float


@dataclass(frozen=True)
class Line:
    """How estimates stood to measurements in 2010: Spearman's correlation, hashes, and measured/estimate."""

    estimated: str
    measured: str
    correlation: float
    hashes: int
    least: float
    most: float


@dataclass(frozen=True)
class AesRow:
    """A row of the study's table of AES-like functions: operations of one block of `size` bytes."""

    name: str
    hash: str
    size: int
    rounds: int
    sub_bytes: int
    columns: tuple[int, int, int]  # MC4, MC8, MC16
    xor_bytes: int


def table(name: str) -> list[dict[str, str]]:
    """The rows of one of the study's tables, by column."""
    text = (_TABLES / f"{name}.tsv").read_text()
    lines = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]


@cache
def rows() -> tuple[Row, ...]:
    """The ten rows of operations."""
    return tuple(
        Row(
            row["hash"],
            HASHES[row["hash"]],
            int(row["word_bits"]),
            int(row["block_bytes"]),
            {name: int(row[name]) for name in _CLASSES if int(row[name])},
            float(row["slide_cycles_per_byte"]),
        )
        for row in table("operation-counts")
    )


@cache
def aes_rows() -> tuple[AesRow, ...]:
    """The five rows of AES-like functions."""
    return tuple(
        AesRow(
            row["function"],
            HASHES.get(row["function"], ""),
            int(row["block_bytes"]),
            int(row["aes_round"]),
            int(row["subbytes"]),
            (int(row["mc4"]), int(row["mc8"]), int(row["mc16"])),
            int(row["xor_bytes"]),
        )
        for row in table("aes-operation-counts")
    )


def on(row: Row, machine: str) -> float:
    """What a row costs on an abstract machine, in cycles per byte."""
    sized = {f"{name}{row.word}": number for name, number in row.operations.items()}
    found = estimates.machines()[machine].cycles_per_byte(sized, row.size)
    assert found is not None  # the study has no instructions by name
    return found


def _number(text: str) -> float:
    """The last figure of a cell: two slides of the study disagree on one."""
    return float(re.split(r"\|", text)[-1])


def of_2010() -> list[Line]:
    """The five lines that the study's own numbers and eBASH of 2010 make."""
    counted = {row.hash: row.cycles_per_byte for row in rows()}
    lines = []
    for abi in ("x86", "amd64"):
        measured = {
            r["nearest_here"]: float(r["cycles_per_byte"]) for r in table(f"ebash-2010-{abi}")
        }
        if abi == "x86":  # Hamsi is missing there; Skein is counted in words that this ABI lacks
            measured.pop("skein512256")
        pairs = [(counted[name], measured[name]) for name in counted if name in measured]
        lines.append(_line("operations of a byte", f"eBASH, {abi}", pairs))
    own = [row for row in table("spe-and-gpu-results") if row["gpu_cpb"] != "-"]
    spe = [(float(r["spe_cpb_est"]), float(r["spe_cpb"])) for r in own]
    lines.append(_line("SPE, four messages", "one SPE of a Cell", spe))
    inner = [(float(r["gpu_cpb_est"]), _number(r["gpu_cpb_compression"])) for r in own]
    lines.append(_line("GPU", "compression function alone, GTX 295", inner))
    whole = [(float(r["gpu_cpb_est"]), float(r["gpu_cpb"])) for r in own]
    return [*lines, _line("GPU", "whole messages, GTX 295", whole)]


def _line(estimated: str, measured: str, pairs: list[tuple[float, float]]) -> Line:
    ratios = [b / a for a, b in pairs]
    rank = spearman(pairs)
    assert rank is not None  # the tables have ten rows
    return Line(estimated, measured, rank, len(pairs), min(ratios), max(ratios))
