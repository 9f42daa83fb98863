"""How processors of all architectures identify themselves, from captured texts."""

from pathlib import Path

import pytest

from hashcop.data.records import Signature
from hashcop.machine.signature import signature, signatures
from tests.support import places

N1 = Signature(implementer="0x41", part="0xd0c", variant="0x3", revision="1")
REGISTER = f"{places.CPU}/cpu{{}}/regs/identification/midr_el1"


@pytest.mark.parametrize(
    ("cpuinfo", "found"),
    [
        (
            places.AMD64,
            Signature(vendor="GenuineIntel", family="6", model="158", stepping="10"),
        ),
        (places.SERVER, N1),
        (places.ARM_64, Signature(implementer="0x41", part="0xd08")),
        (
            places.RISCV,
            Signature(
                vendor="0x489",
                model="sifive,u74-mc",
                part="0x8000000000000007",
                revision="0x4210427",
            ),
        ),
        (places.POWER, Signature(model="POWER9", revision="2.2 (pvr 004e 1202)")),
        (places.S390, Signature(vendor="IBM/S390", model="2964")),
        (places.MIPS, Signature(model="ICT Loongson-3 V0.9")),
        (places.LOONGARCH, Signature(model="Loongson-3A5000")),
        ("", Signature()),
    ],
    ids=["amd64", "Arm server", "Pi", "RISC-V", "POWER", "s390", "MIPS", "LoongArch", "none"],
)
def test_each_architecture_has_its_signature(
    cpuinfo: str, found: Signature, tmp_path: Path
) -> None:
    assert signature(places.write(tmp_path, {"proc/cpuinfo": cpuinfo})) == found


def test_a_newer_s390_says_its_type_for_each_processor(tmp_path: Path) -> None:
    text = f"{places.S390.split('processor 0')[0]}\ncpu number      : 0\nmachine         : 3906\n"
    root = places.write(tmp_path, {"proc/cpuinfo": text})
    assert signature(root) == Signature(vendor="IBM/S390", model="3906")


def test_each_core_has_its_own(tmp_path: Path) -> None:
    root = places.big_little(tmp_path)
    assert [signature(root, core).part for core in (0, 3, 4, 7)] == ["0xd05"] * 2 + ["0xd0b"] * 2
    assert signature(root) == signature(root, 0)
    assert {one.part for one in signatures(root)} == {"0xd05", "0xd0b"}


def test_an_old_kernel_says_once_what_all_cores_of_arm_have_in_common(tmp_path: Path) -> None:
    each = "processor\t: 0\nBogoMIPS\t: 38.4\n\nprocessor\t: 1\nBogoMIPS\t: 38.4\n\n"
    common = places.SERVER.split("\n", 2)[2]
    root = places.write(tmp_path, {"proc/cpuinfo": f"Processor\t: ARMv8\n{each}{common}"})
    assert signature(root) == signature(root, 1) == N1


def test_the_register_says_the_same_as_cpuinfo(tmp_path: Path) -> None:
    """So that a machine stays the same, whichever of them the kernel has."""
    root = places.write(tmp_path, {REGISTER.format(0): "0x00000000413fd0c1"})
    assert signature(root) == N1


def test_a_core_that_cpuinfo_leaves_out_is_known_by_its_register(tmp_path: Path) -> None:
    root = places.write(places.big_little(tmp_path), {REGISTER.format(9): "0x411fd411"})
    assert signature(root, 9) == Signature(
        implementer="0x41", part="0xd41", variant="0x1", revision="1"
    )


def test_what_is_no_register_is_none(tmp_path: Path) -> None:
    assert signature(places.write(tmp_path, {REGISTER.format(0): "???"})) == Signature()
