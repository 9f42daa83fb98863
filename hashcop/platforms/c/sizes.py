"""The sizes of an implementation, such as its CRYPTO_BYTES, as numbers.

The harness knows them as numbers only: no text of an implementation is compiled with its own code, where a macro could
give another meaning to it.
"""

from collections.abc import Mapping
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from hashcop.platforms.c.api import LARGEST, numbers_of, plain_macros
from hashcop.platforms.c.operations import Operation

MAY_BE_ZERO = ("KEYBYTES", "CONSTBYTES", "INPUTBYTES")
PREFIX = "hashcop_size_"

Sizes = Mapping[str, int]


def of_plain(text: str, operation: Operation) -> Sizes | None:
    """The sizes that a plain api.h defines; None for one that only a compiler understands.

    Raises ValueError for a size that can't be.
    """
    try:
        numbers = numbers_of(plain_macros(text))
    except ValueError:
        return None
    found = {size: numbers.get(f"CRYPTO_{size}") for size in operation.macros}
    return checked(
        {size: number for size, number in found.items() if number is not None}, operation
    )


def probe(operation: Operation) -> str:
    """A C source, also C++, whose object tells the sizes: an array of as many bytes for each, and one more."""
    arrays = "\n".join(
        f"char {PREFIX}{size}[({operation.name}_{size}) + 1] = {{0}};" for size in operation.sizes
    )
    overlap = operation.no_overlap
    may = f"#if {operation.name}_{overlap} == 1\nchar {PREFIX}{overlap}[2] = {{0}};\n#endif\n"
    return f"""#include "{operation.name}.h"
#ifdef __cplusplus
extern "C" {{
#endif
{arrays}
{may if overlap else ""}#ifdef __cplusplus
}}
#endif
"""


def of_object(file: Path, operation: Operation) -> Sizes:
    """The sizes that the object of `probe` tells. Raises ValueError for a size that can't be, ELFError and OSError."""
    with file.open("rb") as opened:
        tables = [s for s in ELFFile(opened).iter_sections() if isinstance(s, SymbolTableSection)]
        told = {
            symbol.name.removeprefix(PREFIX): symbol["st_size"] - 1
            for table in tables
            for symbol in table.iter_symbols()
            if symbol.name.startswith(PREFIX)
        }
    return checked({size: told[size] for size in operation.macros if size in told}, operation)


def checked(sizes: Sizes, operation: Operation) -> Sizes:
    """The same sizes. Raises ValueError if one is missing or can't be."""
    for size in operation.sizes:
        if size not in sizes:
            raise ValueError(f"api.h does not define CRYPTO_{size} as a number")
        least = 0 if size in MAY_BE_ZERO else 1
        if not least <= sizes[size] <= LARGEST:
            raise ValueError(
                f"api.h defines CRYPTO_{size} as {sizes[size]}: it must be from {least} to {LARGEST}"
            )
    return sizes
