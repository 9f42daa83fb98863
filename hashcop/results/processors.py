"""The names that people know processors by, from how a processor identifies itself.

The facts are in processors.toml. A signature that no row names has no name, and neither has one whose flags contradict
its row: a hypervisor may give its guests the signature of another processor.
"""

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

from hashcop.data.records import UNNAMED_HYPERVISOR, Signature

TABLE = Path(__file__).with_suffix(".toml")
POWER = re.compile(r"POWER\d+\+?")  # the kernel's names are those that people use
# What names of x86 processors have beside what tells them apart: marks, clock, cores, graphics.
FILLING = re.compile(
    r"\((?:R|TM)\)|@.*|\b(?:with|w/) .*|\b(?:\d+|Two|Dual|Quad|Six|Eight)-Core\b|\b(?:CPU|Processor)\b",
    re.IGNORECASE,
)
IN_BRACKETS = re.compile(r"\([^)]*\)")
Range = tuple[int, int]


class Design(Struct, frozen=True, kw_only=True):
    """A design: its name, that of its core where it has another one, and the year of its presentation."""

    design: str
    core: str = ""
    year: int = 0


class Identified(Protocol):
    """What the data say of a machine's processor: a `machine` record, or a summary."""

    @property
    def processor(self) -> str: ...
    @property
    def design(self) -> str: ...
    @property
    def signature(self) -> Signature | None: ...


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
    makers: dict[str, str]
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


def maker(signature: Signature | None) -> str:
    """The name of the company that made a processor ("Intel", "Arm"); empty where it is not known."""
    if signature is None:
        return ""
    makers = _table().makers
    of_vendor = makers.get(signature.vendor.strip(), "")
    begins = (name for word, name in makers.items() if signature.model.startswith(word))
    return vendor(signature) or of_vendor or next(begins, "")


def names(machine: Identified | None) -> set[str]:
    """What a processor is called by its design, and by who made it ("Zen 4", "AMD"), where they are known."""
    return {machine.design, maker(machine.signature)} - {""} if machine else set()


def year(signature: Signature | None, flags: Collection[str] = ()) -> int:
    """The year in which a processor's design was presented; 0 where it is not known. `flags` as for `known`."""
    found = known(signature, flags) if signature else None
    return found.year if found else 0


# In words


def described(machine: Identified) -> str:
    """A processor in a line: its design with core and year, its own name, and whether that hides the model.

    "Emerald Rapids (Raptor Cove, 2023), Intel Xeon, model hidden by the hypervisor KVM". A processor without a known
    design has its signature instead. Empty where the data say nothing at all.
    """
    own = _own_name(machine)
    found = design_of(machine)
    if found is None:
        words = _signature_in_words(machine.signature)
        of_design = f"unknown design ({words})" if words else ""
    elif found.design.lower() in own.lower():
        return own + _in_brackets(found)
    else:
        of_design = found.design + _in_brackets(found)
    return ", ".join(part for part in (of_design, own, _hidden(machine)) if part)


def in_short(machine: Identified) -> str:
    """The design and its year ("Emerald Rapids (2023)"), or else the processor's own name."""
    found = design_of(machine)
    if found is None:
        return _own_name(machine) or _signature_in_words(machine.signature)
    return f"{found.design} ({found.year})" if found.year else found.design


def design_of(machine: Identified) -> Design | None:
    """The design of a machine's processor; None where it is not known for sure.

    A design that was recorded was found with the processor's flags at hand, which the data don't have. Without one, a
    signature of a virtual machine may be false. Elsewhere the table may have learned of it since.
    """
    found = known(machine.signature) if machine.signature else None
    if machine.design:
        return found or Design(design=machine.design)
    is_guest = bool(_hypervisor(machine)) or _is_hidden(machine.processor)
    return None if is_guest else found


def _hypervisor(machine: Identified) -> str:
    """What older records and their summaries don't have."""
    return str(getattr(machine, "hypervisor", ""))


def _own_name(machine: Identified) -> str:
    """The processor's name as the system has it; on x86 without what does not tell it apart."""
    signature = machine.signature
    is_x86 = "(R)" in machine.processor or machine.processor.startswith("AMD ")
    if is_x86 or (signature and signature.vendor and signature.family):
        return " ".join(FILLING.sub(" ", machine.processor).split())
    return machine.processor


def _is_hidden(processor: str) -> bool:
    """Whether the name of an x86 processor is its brand, without a model number."""
    name = IN_BRACKETS.sub(" ", FILLING.sub(" ", processor))
    return name.split()[:1] in (["Intel"], ["AMD"]) and not re.search(r"\d", name)


def _hidden(machine: Identified) -> str:
    if not _is_hidden(machine.processor):
        return ""
    name = _hypervisor(machine)
    by = f" by the hypervisor {name}".replace(f" {UNNAMED_HYPERVISOR}", "") if name else ""
    return f"model hidden{by}"


def _in_brackets(found: Design) -> str:
    said = ", ".join(filter(None, (found.core, str(found.year or ""))))
    return f" ({said})" if said else ""


def _signature_in_words(signature: Signature | None) -> str:
    """ "GenuineIntel, family 6, model 207, stepping 2"; fields that are empty are left out."""
    if signature is None:
        return ""
    fields = (
        (name, value) for name in signature.__struct_fields__ if (value := getattr(signature, name))
    )
    return ", ".join(value if name == "vendor" else f"{name} {value}" for name, value in fields)


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
