"""What this machine is: the record that every number is judged by."""

import os
import platform
import re
from collections.abc import Mapping
from pathlib import Path

from hashcop import __version__ as VERSION
from hashcop.data.records import FORMAT, Compiler, Counter, Machine, Signature
from hashcop.machine import linux
from hashcop.machine.hypervisor import hypervisor
from hashcop.machine.identity import identity
from hashcop.machine.linux import HERE
from hashcop.machine.processor import Kind, features
from hashcop.machine.processor import kind as fastest
from hashcop.machine.signature import signature
from hashcop.results import processors


def processor_name(cpuinfo: str, told: Signature | None = None) -> str:
    """The processor in the words of /proc/cpuinfo, whose lines are named differently on each architecture.

    64-bit Arm servers have no such line: there they are the vendor and the design of the signature, where both are
    known.
    """
    for field in ("model name", "cpu model", "Model", "Model Name", "Processor", "cpu", "Hardware"):
        found = re.search(rf"^{field}\s*:\s*(.+)$", cpuinfo, re.MULTILINE)
        if found:
            return " ".join(found[1].split())
    vendor, design = processors.vendor(told), processors.design(told)
    if vendor and design:
        return f"{vendor} {design}"
    return platform.processor() or platform.machine()


def system_name(os_release: str) -> str:
    """PRETTY_NAME of /etc/os-release."""
    found = re.search(r'^PRETTY_NAME="?([^"\n]+)', os_release, re.MULTILINE)
    return found[1] if found else platform.system()


def microcode(cpuinfo: str) -> str:
    """The revision of the first processor's microcode in /proc/cpuinfo, which has it on x86 only; else empty."""
    found = re.search(r"^microcode\s*:\s*(\w+)$", cpuinfo, re.MULTILINE)
    return found[1] if found else ""


def describe(
    kind: Kind | None = None,
    *,
    sandbox: str,
    pinned: int | None = None,
    counter: Mapping[str, Counter] | None = None,
    targets: Mapping[str, str] | None = None,
    emulators: Mapping[str, str] | None = None,
    compilers: tuple[Compiler, ...] = (),
    root: Path = HERE,
) -> Machine:
    """The `machine` record, without its time and name.

    `kind`: the cores measured on, the fastest unless given. `sandbox` is the sandbox's name, `pinned` the logical
    processor that timings run on. `counter`, `targets`, `emulators` and `compilers` are what platforms found, as in the
    record. `root` is where the system's files are; cores, memory and kernel are always this machine's own.
    """
    kind = kind or fastest(root=root)
    cpuinfo = linux.read(root, "proc/cpuinfo")
    core = pinned if pinned is not None else min(kind.cores, default=None)
    told = signature(root, core)
    return Machine(
        format=FORMAT,
        identity=identity(root),
        hashcop=VERSION,
        processor=processor_name(cpuinfo, told),
        design=processors.design(told, features(root)),
        signature=told,
        microcode=microcode(cpuinfo),
        hypervisor=hypervisor(root),
        cores=len(os.sched_getaffinity(0)),
        pinned=pinned,
        core_kind=kind.name,
        core_numbers=kind.cores if kind.name else (),
        memory=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        kernel=f"{platform.system()} {platform.release()}",
        system=system_name(linux.read(root, "etc/os-release")),
        counter=dict(counter or {}),
        targets=dict(targets or {}),
        emulators=dict(emulators or {}),
        compilers=compilers,
        sandbox=sandbox,
    )
