"""The names that people know processors by, from how a processor identifies itself.

The facts are in processors.toml. A signature that no row names has no name, and neither has one whose flags contradict
its row: a hypervisor may give its guests the signature of another processor.
"""

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from hashcop.data.records import Signature

TABLE = Path(__file__).with_suffix(".toml")
POWER = re.compile(r"POWER\d+\+?")  # the kernel's names are those that people use
Range = tuple[int, int]


class Design(Struct, frozen=True, kw_only=True):
    """A design: its name, that of its core where it has another one, and the year of its presentation."""

    design: str
    core: str = ""
    year: int = 0


class _X86(Design, frozen=True, kw_only=True):
    """Those of x86 by family, models and steppings; `without` are flags that none of them has."""

    vendor: str
    family: int
    models: tuple[int | Range, ...]
    steppings: Range | None = None
    without: tuple[str, ...] = ()

    def is_of(self, vendor: str, family: int, model: int, stepping: int) -> bool:
        """Whether a signature is this row's."""
        if (vendor, family) != (self.vendor, self.family):
            return False
        first, last = self.steppings or (stepping, stepping)
        return first <= stepping <= last and any(_is_in(model, one) for one in self.models)


class _Part(Struct, frozen=True, array_like=True):
    part: int
    design: str
    year: int = 0
    core: str = ""


class _Implementer(Struct, frozen=True):
    """A company that makes Arm processors, and the parts of MIDR_EL1 that it has given."""

    code: int
    name: str
    parts: tuple[_Part, ...]


class _Named(Struct, frozen=True, array_like=True):
    """A design by the one word that its system has for it."""

    word: str
    design: str
    year: int = 0


class _Table(Struct, frozen=True):
    x86: tuple[_X86, ...]
    arm: tuple[_Implementer, ...]
    riscv: tuple[_Named, ...]
    s390: tuple[_Named, ...]


@cache
def _table() -> _Table:
    return msgspec.toml.decode(TABLE.read_bytes(), type=_Table)


def _is_in(number: int, of: int | Range) -> bool:
    return number == of if isinstance(of, int) else of[0] <= number <= of[1]


def _number(text: str) -> int | None:
    """A decimal number, or a hexadecimal one that begins with 0x."""
    try:
        return int(text, 0)
    except ValueError:
        return None


def known(signature: Signature, flags: Collection[str] = ()) -> Design | None:
    """The design of a processor; None where the table has none, or where its `flags` contradict the signature.

    `flags` are what /proc/cpuinfo says that the processor can do.
    """
    if signature.implementer:
        return _of_arm(signature)
    if signature.vendor == "IBM/S390":
        return _of_word(_table().s390, signature.model)
    if POWER.fullmatch(signature.model):
        return Design(design=signature.model)
    if "," in signature.model:  # a word of the device tree: MAKER,DESIGN
        return _of_word(_table().riscv, signature.model)
    return _of_x86(signature, flags)


def design(signature: Signature | None, flags: Collection[str] = ()) -> str:
    """The name of a processor's design ("Zen 4"); empty where it is not known for sure. `flags` as for `known`."""
    found = known(signature, flags) if signature else None
    return found.design if found else ""


def vendor(signature: Signature | None) -> str:
    """The name of the company that made an Arm processor; empty where it is not known."""
    code = _number(signature.implementer) if signature else None
    return next((one.name for one in _table().arm if one.code == code), "")


def _of_x86(signature: Signature, flags: Collection[str]) -> Design | None:
    numbers = [_number(n) for n in (signature.family, signature.model, signature.stepping)]
    family, model, stepping = numbers
    if family is None or model is None or stepping is None:
        return None
    rows = (r for r in _table().x86 if r.is_of(signature.vendor, family, model, stepping))
    row = next(rows, None)
    return None if row is None or set(row.without) & set(flags) else row


def _of_arm(signature: Signature) -> Design | None:
    code, part = _number(signature.implementer), _number(signature.part)
    parts = next((one.parts for one in _table().arm if one.code == code), ())
    found = next((one for one in parts if one.part == part), None)
    return Design(design=found.design, core=found.core, year=found.year) if found else None


def _of_word(rows: Collection[_Named], word: str) -> Design | None:
    found = next((row for row in rows if row.word == word), None)
    return Design(design=found.design, year=found.year) if found else None
