"""How a processor identifies itself: vendor, family and model on x86, implementer and part on Arm."""

import re
from pathlib import Path

from hashcop.data.records import Signature
from hashcop.machine import linux
from hashcop.machine.linux import HERE
from hashcop.machine.processor import CPUS

MIDR = "regs/identification/midr_el1"
ARM = ("implementer", "part", "variant", "revision")
S390 = "IBM/S390"
S390_MACHINE = re.compile(r"(?:^|, *)machine *[=:] *(\w+)", re.MULTILINE)
POWER_NAME = re.compile(r"[^\s,(]+")  # POWER9 of "POWER9 (architected), altivec supported"


def signature(root: Path = HERE, core: int | None = None) -> Signature:
    """The signature of a logical processor, of the first one unless `core` names another.

    What the system does not say is empty. Arm's fields are as /proc/cpuinfo writes them, wherever they were read.
    """
    return _signature(root, linux.read(root, "proc/cpuinfo"), core)


def signatures(root: Path = HERE) -> frozenset[Signature]:
    """The signatures of all logical processors."""
    cpuinfo = linux.read(root, "proc/cpuinfo")
    numbers = (block.get("processor", "") for block in linux.paragraphs(cpuinfo))
    cores = [int(number) for number in numbers if number.isdecimal()]
    return frozenset(_signature(root, cpuinfo, core) for core in [None, *cores])


def _signature(root: Path, cpuinfo: str, core: int | None) -> Signature:
    blocks = linux.paragraphs(cpuinfo)
    own = {block["processor"]: block for block in blocks if "processor" in block}
    first = next(iter(own.values()), {})
    # Kernels for s390, and old ones for Arm, have what is common to all cores in a paragraph of its own.
    common = {name: value for block in blocks for name, value in block.items()}
    fields = common | own.get(str(core), first)
    is_listed = core is None or str(core) in own
    if not is_listed or "CPU implementer" not in fields:
        fields |= _midr(root, core or 0)
    return _of_fields(fields, cpuinfo)


def _midr(root: Path, core: int) -> dict[str, str]:
    """The fields of an Arm core's identification register, named and written as in /proc/cpuinfo."""
    text = linux.read(root, f"{CPUS}/cpu{core}/{MIDR}")
    if not re.fullmatch(r"0x[0-9a-f]+", text):
        return {}
    value = int(text, 16)
    return {
        "CPU implementer": f"0x{value >> 24 & 0xFF:02x}",
        "CPU variant": f"0x{value >> 20 & 0xF:x}",
        "CPU part": f"0x{value >> 4 & 0xFFF:03x}",
        "CPU revision": str(value & 0xF),
    }


def _of_fields(fields: dict[str, str], cpuinfo: str) -> Signature:
    """The signature from the fields that an architecture has in /proc/cpuinfo."""
    if "CPU implementer" in fields:
        return Signature(**{name: fields.get(f"CPU {name}", "") for name in ARM})
    if "mvendorid" in fields or "uarch" in fields:  # RISC-V
        return Signature(
            vendor=fields.get("mvendorid", ""),
            model=fields.get("uarch", ""),
            part=fields.get("marchid", ""),
            revision=fields.get("mimpid", ""),
        )
    if fields.get("vendor_id") == S390:
        found = S390_MACHINE.search(cpuinfo)
        return Signature(vendor=S390, model=found[1] if found else "")
    if "vendor_id" in fields:
        names = {"vendor": "vendor_id", "family": "cpu family"}
        names |= {name: name for name in ("model", "stepping")}
        return Signature(**{name: fields.get(field, "") for name, field in names.items()})
    power = POWER_NAME.match(fields.get("cpu", ""))
    if power:
        return Signature(model=power[0], revision=fields.get("revision", ""))
    return Signature(model=fields.get("cpu model") or fields.get("Model Name", ""))
