"""What runs this machine, if it is a virtual one, as far as the system says so."""

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

from hashcop.data.records import UNNAMED_HYPERVISOR
from hashcop.machine import linux
from hashcop.machine.linux import HERE

DMI = "sys/class/dmi/id"
# What the firmware of virtual machines calls itself, and who makes such firmware. The first that fits counts: clouds
# name themselves, and not what runs their machines.
FIRMWARE = {
    "KVM": "KVM",
    "VMware": "VMware",
    "VirtualBox": "VirtualBox",
    "Parallels": "Parallels",
    "BHYVE": "bhyve",
    "HVM domU": "Xen",
    "Bochs": "Bochs",
    "Apple Virtualization": "Apple Virtualization",
    "Microsoft Corporation Virtual Machine": "Hyper-V",
    "Amazon EC2": "Amazon EC2",
    "Google Compute Engine": "Google Compute Engine",
    "DigitalOcean Droplet": "DigitalOcean",
    "OpenStack": "OpenStack",
    "QEMU": "QEMU",
}
REAL = ".metal"  # at the end of the product's name: a cloud's machine without a hypervisor
# Other programs' words for those above.
NAMES = {"xen": "Xen", "linux,kvm": "KVM", "Microsoft": "Hyper-V"}
FLAG = re.compile(r"^flags\s*:.*\bhypervisor\b", re.MULTILINE)
LSCPU = re.compile(r"^Hypervisor vendor: *(\S.{0,63})$", re.MULTILINE)


def hypervisor(root: Path = HERE) -> str:
    """The hypervisor's name ("KVM"), UNNAMED_HYPERVISOR, or nothing if there is no sign of one.

    `root` is where the system's files are. CPUID has the name, too; `lscpu` asks it, about this machine only.
    """
    kind = linux.read(root, "sys/hypervisor/type")
    name = kind or (_asked() if root == HERE else "") or _of_firmware(root)
    name = name or linux.read(root, "proc/device-tree/hypervisor/compatible").strip("\0")
    if name:
        return NAMES.get(name, name)
    return UNNAMED_HYPERVISOR if FLAG.search(linux.read(root, "proc/cpuinfo")) else ""


def _of_firmware(root: Path) -> str:
    product = linux.read(root, f"{DMI}/product_name")
    firmware = f"{linux.read(root, f'{DMI}/sys_vendor')} {product}"
    if product.endswith(REAL):
        return ""
    return next((name for word, name in FIRMWARE.items() if word in firmware), "")


@cache
def _asked() -> str:
    """What `lscpu` says; nothing where it is missing. The answer is for as long as the program runs."""
    command = shutil.which("lscpu")
    if command is None:
        return ""
    try:
        done = subprocess.run(
            [command],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=9,
            env={"LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return in_lscpu(done.stdout)


def in_lscpu(text: str) -> str:
    """The hypervisor in the words of `lscpu`; empty if it names none."""
    found = LSCPU.search(text)
    return found[1].strip() if found else ""
