"""The processor: which cores it has, of which kinds, and which of them share a core.

Cores of two kinds, such as performance and efficiency cores, are two machines: the implementation that is fastest on
one need not be the fastest on the other.
"""

import hashlib
import os
import platform
import re
from dataclasses import dataclass
from pathlib import Path

from hashcop.machine import linux
from hashcop.machine.linux import HERE

CPUS = "sys/devices/system/cpu"
# Intel's processors name their kinds of cores themselves, as devices that count events; fastest first.
INTEL = {"performance": "cpu_core", "efficiency": "cpu_atom", "low-power": "cpu_lowpower"}
# Names of kinds that only their strength tells apart, by how many kinds there are.
NAMES = {2: ("performance", "efficiency"), 3: ("performance", "middle", "efficiency")}
# Lines of /proc/cpuinfo that are about the design, and neither about this moment nor about one core.
TELLS = re.compile(
    r"vendor_id|model|model name|cpu family|stepping|flags|features|cache size|isa|uarch|cpu"
    r"|CPU (implementer|architecture|variant|part|revision)",
    re.IGNORECASE,
)
# Features of POWER: the entry of the auxiliary vector (16 is AT_HWCAP, 26 AT_HWCAP2), and the bit.
POWER = {
    "altivec": (16, 0x10000000),
    "vsx": (16, 0x00000080),
    "arch_2_07": (26, 0x80000000),
    "vcrypto": (26, 0x02000000),
    "arch_3_00": (26, 0x00800000),
    "arch_3_1": (26, 0x00040000),
}
AS_STRONG = 0.9  # of the strongest of its kind: less is another kind


@dataclass(frozen=True)
class Kind:
    """The logical processors of one kind. `name` is empty if the machine has only one kind."""

    name: str
    cores: tuple[int, ...]

    @property
    def usable(self) -> tuple[int, ...]:
        """Those that this process may run on."""
        return tuple(sorted(set(self.cores) & os.sched_getaffinity(0)))


class NoSuchKind(Exception):
    """There are no usable cores of that kind; says which kinds there are."""


def fingerprint(root: Path = HERE) -> str:
    """A digest of all that a compiler may look at for -march=native, flags included: for names of caches.

    A new kernel may change it. What tells machines apart in the data is identity.identity.
    """
    fields = linux.paragraphs(linux.read(root, "proc/cpuinfo"))[0]
    words = [f"{name}: {value}" for name, value in fields.items() if TELLS.fullmatch(name)]
    return hashlib.sha256("\n".join([platform.machine(), *words]).encode()).hexdigest()[:12]


def kinds(root: Path = HERE) -> tuple[Kind, ...]:
    """The kinds of cores that the machine has, fastest first."""
    return _of_intel(root) or _by_strength(root)


def kind(name: str = "", root: Path = HERE) -> Kind:
    """The kind of that name; without a name the fastest that may be used. Raises NoSuchKind."""
    found = kinds(root)
    names = ", ".join(one.name for one in found if one.usable and one.name)
    if name and not names:
        raise NoSuchKind("this machine has cores of one kind only")
    for one in found:
        if one.usable and name in ("", one.name):
            return one
    if name:
        raise NoSuchKind(f"no {name} cores may be used here: there are {names}")
    return Kind("", tuple(sorted(os.sched_getaffinity(0))))


def siblings(core: int, root: Path = HERE) -> tuple[int, ...]:
    """The logical processors that share the core with this one (hyperthreads)."""
    of_core = linux.listed(linux.read(root, f"{CPUS}/cpu{core}/topology/thread_siblings_list"))
    return tuple(one for one in of_core if one != core)


def _of_intel(root: Path) -> tuple[Kind, ...]:
    found = (
        Kind(name, linux.listed(linux.read(root, f"sys/devices/{device}/cpus")))
        for name, device in INTEL.items()
    )
    there = tuple(kind for kind in found if kind.cores)
    return there if len(there) > 1 else ()


@dataclass(frozen=True)
class _Core:
    number: int
    part: str  # Arm's number for the design
    strength: int

    def is_like(self, other: "_Core") -> bool:
        return self.part == other.part and self.strength >= AS_STRONG * other.strength


def _by_strength(root: Path) -> tuple[Kind, ...]:
    """Kinds by the kernel's figure for how much a core can do, and by the core's design.

    Without Intel's own names, all cores of x86 are of one kind: a favoured core runs faster and has the same design.
    """
    cpuinfo = linux.read(root, "proc/cpuinfo")
    blocks = linux.paragraphs(cpuinfo)
    parts = {b["processor"]: b.get("CPU part", "") for b in blocks if "processor" in b}
    online = linux.listed(linux.read(root, f"{CPUS}/online"))
    numbers = online or tuple(int(n) for n in parts if n.isdecimal())
    if any("vendor_id" in block and "flags" in block for block in blocks):
        return (Kind("", numbers),)
    cores = [_Core(n, parts.get(str(n), ""), _strength(n, root)) for n in numbers]
    heaps: list[list[_Core]] = []
    ordered = sorted(cores, key=lambda core: -core.strength)
    for core in ordered:
        heap = next((heap for heap in heaps if core.is_like(heap[0])), None)
        heap.append(core) if heap else heaps.append([core])
    names = NAMES.get(len(heaps), tuple(f"kind{n}" for n in range(1, len(heaps) + 1)))
    return tuple(
        Kind(name if len(heaps) > 1 else "", tuple(sorted(core.number for core in heap)))
        for name, heap in zip(names, heaps, strict=True)
    )


def _strength(core: int, root: Path) -> int:
    at = f"{CPUS}/cpu{core}"
    capacity = linux.number(root, f"{at}/cpu_capacity")
    return capacity or linux.number(root, f"{at}/cpufreq/cpuinfo_max_freq") or 0


def spread(numbers: tuple[int, ...], most: int) -> tuple[int, ...]:
    """At most `most` of some numbers, from the first to the last, equally far apart."""
    if len(numbers) <= most:
        return numbers
    return tuple(numbers[i * (len(numbers) - 1) // (most - 1)] for i in range(most))


def firsts(numbers: tuple[int, ...], root: Path = HERE) -> tuple[int, ...]:
    """The logical processors without those that share a core with an earlier one."""
    return tuple(n for n in numbers if not set(siblings(n, root)) & {m for m in numbers if m < n})


def features(root: Path = HERE) -> frozenset[str]:
    """What the processor can do, in the words of /proc/cpuinfo; empty if they can't be found.

    On RISC-V, the words are the extensions in the line "isa". On POWER, where the file has none, they are the names
    that glibc has for the bits of AT_HWCAP and AT_HWCAP2.
    """
    text = linux.read(root, "proc/cpuinfo")
    if found := re.search(r"^(?:flags|[Ff]eatures)\s*:\s*(.*)$", text, re.MULTILINE):
        return frozenset(found[1].split())
    if found := re.search(r"^isa\s*:\s*rv(?:32|64)([a-z]*)(\w*)$", text, re.MULTILINE):
        return frozenset([*found[1], *found[2].split("_")[1:]])
    if re.search(r"^cpu\s*:\s*POWER", text, re.MULTILINE):
        return _of_power(root)
    return frozenset()


def _of_power(root: Path) -> frozenset[str]:
    try:
        words = memoryview((root / "proc/self/auxv").read_bytes()).cast("L")
    except (OSError, TypeError):
        return frozenset()
    values = dict(zip(words[::2], words[1::2], strict=False))
    return frozenset(name for name, (entry, bit) in POWER.items() if values.get(entry, 0) & bit)
