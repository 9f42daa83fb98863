"""The study of the finalists in Java: C. Hanser (IAIK, Graz University of Technology), 2012, beside today's figures.

Its tables are beside this module, in java/. It timed compression alone, one block again and again, on a Core i5-2540M,
with 64-bit OpenJDK 1.6.0_23 and 32-bit Sun JDK 1.6.0_25; what is held against that here is what a byte of a long
message costs. Its figure 3 is of Windows, where nothing is measured here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hashcop.results.beside_c import NATIVE, OWN, PORTABLE, PREFIX
from hashcop.results.ranking import measured
from hashcop.results.summary import LONG, Hash, Implementation, Machine

_TABLES = Path(__file__).parent / "java"
SPHLIB = "java-sphlib"
# What the study calls them; the hash for 256 bits, and for 512. It was before SHA-3.
FUNCTIONS = {
    "SHA-2": ("sha256", "sha512"),
    "BLAKE": ("blake256", "blake512"),
    "Groestl": ("groestl256", "groestl512"),
    "JH": ("round3jh256", "round3jh512"),
    "Keccak": ("keccakc512", "keccakc1024"),
    "Skein": ("skein512256", "skein512512"),
    "SHA-3": ("sha3256", "sha3512"),
}
BITS = (256, 512)
# The table with the figures of a word size: beside sphlib's.
_OF_TARGET = {"jvm-amd64": "table3", "jvm-x86": "table4"}


@dataclass(frozen=True, slots=True)
class Row:
    """A function in cycles/byte: then, by the study and by sphlib; and today. None where not measured.

    `best` is the fastest that does not call our code in C. `c` is the fastest in C on the same machine, `portable` the
    fastest in portable C.
    """

    function: str
    bits: int
    hash: str
    study: float | None
    sphlib_then: float | None
    ours: Implementation | None
    sphlib: Implementation | None
    best: Implementation | None
    c: Implementation | None
    portable: Implementation | None


@cache
def _table(name: str) -> Mapping[str, Mapping[str, float]]:
    """A table by function and column. Columns that are no numbers are left out."""
    lines = (_TABLES / f"{name}.tsv").read_text().splitlines()
    head, *rows = (line.split("\t") for line in lines if not line.startswith("#"))
    found: dict[str, dict[str, float]] = {}
    for function, *cells in rows:
        columns = zip(head[1:], cells, strict=True)
        found[function] = {column: float(cell) for column, cell in columns if _is_number(cell)}
    return found


def _is_number(cell: str) -> bool:
    return cell.replace(".", "", 1).isdecimal()


def per_byte(one: Implementation | None) -> float | None:
    """What a byte of a long message costs, in cycles."""
    found = one.per_byte(LONG) if one else None
    return found.median if found else None


def _best(found: list[Implementation], prefixes: tuple[str, ...] = ("",)) -> Implementation | None:
    known = [one for one in found if one.name.startswith(prefixes) and per_byte(one)]
    return min(known, key=lambda one: per_byte(one) or 0.0, default=None)


def rows(machine: Machine, target: str) -> tuple[Row, ...]:
    """The study's functions and SHA-3 on a target of the JVM; empty where none of them was measured in Java."""
    if target not in _OF_TARGET:
        return ()
    found = tuple(_rows(machine, target, _table(_OF_TARGET[target])))
    return found if any(row.best for row in found) else ()


def _rows(machine: Machine, target: str, then: Mapping[str, Mapping[str, float]]) -> Iterator[Row]:
    java, c = _hashes(machine, target), _hashes(machine, target.removeprefix(PREFIX))
    for bits in BITS:
        for function, names in FUNCTIONS.items():
            name, figures = names[BITS.index(bits)], then.get(function, {})
            here = list(measured(java[name])) if name in java else []
            there = list(measured(c[name])) if name in c else []
            yield Row(
                function=function,
                bits=bits,
                hash=name,
                study=figures.get(f"cpb_{bits}bit_study"),
                sphlib_then=figures.get(f"cpb_{bits}bit_sphlib"),
                ours=_best(here, OWN),
                sphlib=_best(here, (SPHLIB,)),
                best=_best([one for one in here if not one.name.startswith(NATIVE)]),
                c=_best(there),
                portable=_best(there, PORTABLE),
            )


def _hashes(machine: Machine, target: str) -> dict[str, Hash]:
    return {hash.name: hash for one in machine.targets if one.name == target for hash in one.hashes}
