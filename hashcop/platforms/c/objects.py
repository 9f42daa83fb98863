"""What compiled objects hold: a hash of their machine code, their names, and whether code runs before main."""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any

from elftools.elf.constants import SH_FLAGS
from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from elftools.elf.hash import GNUHashSection
from elftools.elf.sections import Symbol, SymbolTableSection

from hashcop.data.records import Size

# The libraries that programs have without asking for one.
USUAL = re.compile(
    r"(lib(c|m|dl|rt|pthread|atomic|gcc_s|stdc\+\+|c\+\+|c\+\+abi|unwind)|ld(64)?-[\w-]+|ld64|libc\.musl-\w+)\.so[.\d]*"
)
# Tables that are read when an exception is thrown.
UNWINDING = re.compile(r"\.eh_frame|\.gcc_except_table|\.ARM\.ex|\.sframe")
# Sections that tell about the compiler and not about the code.
NOT_CODE = re.compile(r"\.comment|\.note|\.debug|\.shstrtab|\.llvm_addrsig|\.rela?\.debug")
BEFORE_MAIN = re.compile(r"\.(init_array|preinit_array|ctors|init)\b")


@dataclass(frozen=True)
class Examined:
    """What is in the objects of one build.

    `code`: a hash of the machine code. `size`: of those objects that are linked. `defined`: the global names, without
    weak ones. `offered`: with them, and as the objects have them: a name may have a version, `write@@GLIBC_2.2.5`.
    """

    code: str
    size: Size
    defined: frozenset[str]
    runs_before_main: bool
    offered: frozenset[str] = frozenset()

    def taken_for(self, names: Collection[str]) -> frozenset[str]:
        """What a linker may take for one of some names: weak definitions are, and so are those with a version."""
        return frozenset(one for one in self.offered if one.partition("@")[0] in names)


@dataclass
class _Object:
    """One object: its sizes by their field of Size, and the names that it offers to others and needs of them."""

    sizes: Counter[str]
    offered: Set[str]
    needed: Set[str]


def examine(objects: Sequence[Path], identity: str, roots: Collection[str] = ()) -> Examined:
    """Read the objects of a build. `identity` is hashed with the code: it tells apart equal objects of two builds.

    `roots`: names that others use; of the objects of the build, only what these need counts in its size.
    Raises ELFError, OSError or ValueError for a file that is no object.
    """
    state = hashlib.sha256(f"{identity}\0".encode(errors="surrogatepass"))
    found: list[_Object] = []
    defined: set[str] = set()
    runs_before_main = False
    for path in objects:
        with path.open("rb") as file:
            elf = ELFFile(file)
            sizes: Counter[str] = Counter()
            runs_before_main |= _add(elf, state, sizes)
            names = [symbol for symbol in _symbols(elf) if symbol["st_info"]["bind"] != "STB_LOCAL"]
        offered = {one.name: one for one in names if one["st_shndx"] != "SHN_UNDEF"}
        defined |= {n for n, one in offered.items() if one["st_info"]["bind"] == "STB_GLOBAL"}
        needed = {one.name for one in names if one["st_shndx"] == "SHN_UNDEF"}
        found.append(_Object(sizes, offered.keys(), needed))
    total: Counter[str] = Counter()
    for one in _linked(found, roots):
        total.update(one.sizes)
    size = Size(total["text"], total["data"], total["bss"], total["code"], total["constants"])
    every = frozenset(name for one in found for name in one.offered)
    return Examined(state.hexdigest()[:24], size, frozenset(defined), runs_before_main, every)


def _linked(objects: Sequence[_Object], roots: Collection[str]) -> Sequence[_Object]:
    """What a linker takes of an archive of these objects: those that offer a name which is needed, and so on.

    All of them where it would find none, as with objects that only their compiler can read.
    """
    needed = set(roots) if len(objects) > 1 else set()
    taken: list[_Object] = []
    while some := [one for one in objects if one not in taken and one.offered & needed]:
        taken += some
        needed = needed.union(*(one.needed for one in some))
    return taken or objects


def _symbols(elf: ELFFile) -> Iterator[Symbol]:
    for section in elf.iter_sections():
        if isinstance(section, SymbolTableSection):
            yield from section.iter_symbols()


def _add(elf: ELFFile, state: Any, size: Counter[str]) -> bool:
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
            kind = "bss" if is_empty else "data" if writable else "text"
            size[kind] += section["sh_size"]
            if kind == "text" and flags & SH_FLAGS.SHF_EXECINSTR:
                size["code"] += section["sh_size"]
            elif kind == "text" and not UNWINDING.match(section.name):
                size["constants"] += section["sh_size"]
    return runs_before_main


@cache
def wanted(file: Path) -> frozenset[str]:
    """The names that an object, which stays as it is, uses and does not define."""
    with file.open("rb") as opened:
        return frozenset(
            symbol.name
            for symbol in _symbols(ELFFile(opened))
            if symbol["st_info"]["bind"] != "STB_LOCAL" and symbol["st_shndx"] == "SHN_UNDEF"
        )


def provided(library: Path, names: Set[str]) -> set[str]:
    """Which of `names` a shared library exports; none where it can't be read."""
    try:
        hashes, lock = _hashes(library)
        if hashes is None:
            return set(names & _all_provided(library))
        with lock:
            return {name for name in names if hashes.get_symbol(name)}
    except OSError:
        return set()


@cache
def _hashes(library: Path) -> tuple[GNUHashSection | None, Lock]:
    """Where names are found without reading thousands of them, if the library has that; for one reader at a time."""
    found = ELFFile(BytesIO(library.read_bytes())).get_section_by_name(".gnu.hash")
    return (found if isinstance(found, GNUHashSection) else None), Lock()


@cache
def _all_provided(library: Path) -> Set[str]:
    with library.open("rb") as opened:
        table = ELFFile(opened).get_section_by_name(".dynsym")
        if not isinstance(table, SymbolTableSection):
            return frozenset()
        return frozenset(s.name for s in table.iter_symbols() if s["st_shndx"] != "SHN_UNDEF")


def libraries(program: Path) -> tuple[str, ...]:
    """The shared libraries that a program calls, besides those that programs have without asking: `libcrypto`.

    Raises ELFError, OSError or ValueError for a file that is no program.
    """
    with program.open("rb") as file:
        dynamic = ELFFile(file).get_section_by_name(".dynamic")
        if not isinstance(dynamic, DynamicSection):
            return ()
        needed = [vars(tag)["needed"] for tag in dynamic.iter_tags("DT_NEEDED")]
    return tuple(name.partition(".so")[0] for name in needed if not USUAL.fullmatch(name))
