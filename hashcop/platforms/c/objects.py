"""What compiled objects hold: a hash of their machine code, their names, and whether code runs before main."""

import hashlib
import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.hash import GNUHashSection
from elftools.elf.sections import Symbol, SymbolTableSection

from hashcop.data.records import Size

# Sections that tell about the compiler and not about the code.
NOT_CODE = re.compile(r"\.comment|\.note|\.debug|\.shstrtab|\.llvm_addrsig|\.rela?\.debug")
BEFORE_MAIN = re.compile(r"\.(init_array|preinit_array|ctors|init)\b")


@dataclass(frozen=True)
class Examined:
    """What is in the objects of one build.

    `code`: a hash of the machine code. `size`: bytes of text, data and bss. `defined`: the global names, without
    weak ones.
    """

    code: str
    size: Size
    defined: frozenset[str]
    runs_before_main: bool


def examine(objects: Sequence[Path], identity: str) -> Examined:
    """Read the objects of a build. `identity` is hashed with the code: it tells apart equal objects of two builds.

    Raises ELFError, OSError or ValueError for a file that is no object.
    """
    state = hashlib.sha256(f"{identity}\0".encode(errors="surrogatepass"))
    size = {"text": 0, "data": 0, "bss": 0}
    defined: set[str] = set()
    runs_before_main = False
    for path in objects:
        with path.open("rb") as file:
            elf = ELFFile(file)
            runs_before_main |= _add(elf, state, size)
            defined |= {
                symbol.name
                for symbol in _symbols(elf)
                if symbol["st_info"]["bind"] == "STB_GLOBAL" and symbol["st_shndx"] != "SHN_UNDEF"
            }
    return Examined(state.hexdigest()[:24], Size(**size), frozenset(defined), runs_before_main)


def _symbols(elf: ELFFile) -> Iterator[Symbol]:
    for section in elf.iter_sections():
        if isinstance(section, SymbolTableSection):
            yield from section.iter_symbols()


def _add(elf: ELFFile, state: Any, size: dict[str, int]) -> bool:
    """Hash and measure one object; returns whether it has code that runs before main."""
    runs_before_main = False
    for section in elf.iter_sections():
        if NOT_CODE.match(section.name) or section["sh_type"] == "SHT_NULL":
            continue
        runs_before_main |= bool(BEFORE_MAIN.match(section.name)) and section["sh_size"] > 0
        flags = section["sh_flags"]
        row = (section.name, section["sh_type"], flags, section["sh_size"], section["sh_addralign"])
        state.update(repr(row).encode())
        is_empty = section["sh_type"] == "SHT_NOBITS"
        # Not section.data(), which unpacks a section that claims to be compressed: the claim is a stranger's.
        elf.stream.seek(section["sh_offset"])
        state.update(b"" if is_empty else elf.stream.read(section["sh_size"]))
        if flags & SH_FLAGS.SHF_ALLOC:
            writable = flags & SH_FLAGS.SHF_WRITE
            size["bss" if is_empty else "data" if writable else "text"] += section["sh_size"]
    return runs_before_main


@cache
def wanted(file: Path) -> frozenset[str]:
    """The names that an object uses and does not define."""
    with file.open("rb") as opened:
        return frozenset(
            symbol.name
            for symbol in _symbols(ELFFile(opened))
            if symbol["st_info"]["bind"] != "STB_LOCAL" and symbol["st_shndx"] == "SHN_UNDEF"
        )


def provided(library: Path, names: Set[str]) -> set[str]:
    """Which of `names` a shared library exports; none where it can't be read."""
    try:
        with library.open("rb") as opened:
            hashes = ELFFile(opened).get_section_by_name(".gnu.hash")
            if isinstance(hashes, GNUHashSection):  # found without reading thousands of names
                return {name for name in names if hashes.get_symbol(name)}
        return set(names & _all_provided(library))
    except OSError:
        return set()


@cache
def _all_provided(library: Path) -> Set[str]:
    with library.open("rb") as opened:
        table = ELFFile(opened).get_section_by_name(".dynsym")
        if not isinstance(table, SymbolTableSection):
            return frozenset()
        return frozenset(s.name for s in table.iter_symbols() if s["st_shndx"] != "SHN_UNDEF")
