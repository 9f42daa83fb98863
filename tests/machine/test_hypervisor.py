"""What runs a virtual machine, from files of machines that are not here and captured words of other programs."""

from pathlib import Path

import pytest

from hashcop.data.records import UNNAMED_HYPERVISOR
from hashcop.machine.hypervisor import hypervisor, in_lscpu
from tests.support import places

FLAGS = {"proc/cpuinfo": places.INTEL.format(n=0, flags="hypervisor")}


def firmware(vendor: str, product: str) -> places.Files:
    return {"sys/class/dmi/id/sys_vendor": vendor, "sys/class/dmi/id/product_name": product}


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"sys/hypervisor/type": "xen"} | FLAGS, "Xen"),
        (firmware("QEMU", "Standard PC (Q35 + ICH9, 2009)"), "QEMU"),
        (firmware("Red Hat", "KVM"), "KVM"),
        (firmware("VMware, Inc.", "VMware Virtual Platform") | FLAGS, "VMware"),
        (firmware("innotek GmbH", "VirtualBox"), "VirtualBox"),
        (firmware("Microsoft Corporation", "Virtual Machine"), "Hyper-V"),
        (firmware("Xen", "HVM domU"), "Xen"),
        (firmware("Amazon EC2", "m7g.large"), "Amazon EC2"),
        (firmware("Google", "Google Compute Engine"), "Google Compute Engine"),
        (firmware("Apple Inc.", "Apple Virtualization Generic Platform"), "Apple Virtualization"),
        ({"proc/device-tree/hypervisor/compatible": "linux,kvm\0"}, "KVM"),
        (FLAGS, UNNAMED_HYPERVISOR),
        (firmware("Somebody", "Something") | FLAGS, UNNAMED_HYPERVISOR),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_hypervisor_has_the_name_that_people_know(
    files: places.Files, name: str, tmp_path: Path
) -> None:
    assert hypervisor(places.write(tmp_path, files)) == name


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"proc/cpuinfo": places.AMD64},
        {"proc/cpuinfo": places.SERVER},
        firmware("LENOVO", "20KH"),
        firmware("Amazon EC2", "c7g.metal"),
        firmware("Microsoft Corporation", "Surface Laptop"),
    ],
    ids=["nothing", "amd64", "Arm", "laptop", "a cloud's real machine", "Microsoft's laptop"],
)
def test_a_real_machine_has_none(files: places.Files, tmp_path: Path) -> None:
    assert hypervisor(places.write(tmp_path, files)) == ""


def test_lscpu_is_understood() -> None:
    said = "Flags:               fpu vme hypervisor\nHypervisor vendor:   KVM\nVirtualization type: full\n"
    assert in_lscpu(said) == "KVM"
    assert in_lscpu("Flags:  fpu vme vmx\nVirtualization:  VT-x\n") == ""


def test_this_machine_says_the_same_each_time() -> None:
    assert hypervisor() == hypervisor()
