"""What a machine says of itself, on this one and from captured texts of systems that are not here."""

import os
import platform
from pathlib import Path

import msgspec
import pytest

from hashcop.data.records import FORMAT, Compiler, Counter, Machine, Rejected, Signature
from hashcop.machine import description
from hashcop.machine.processor import Kind
from tests.support import places

COUNTER = Counter(
    name="tsc",
    counts="ticks",
    core_cycles=False,
    ticks_per_second=2_600_000_000,
    resolution=26,
    cost=52,
    noise=13,
    reason="the best",
    others=(Rejected("rdpmc", "forbidden"), Rejected("clock", "worse")),
)


def described(kind: Kind | None = None, root: Path = Path("/"), pinned: int | None = 2) -> Machine:
    return description.describe(
        kind,
        sandbox="bubblewrap 0.8.0",
        pinned=pinned,
        counter={"amd64": COUNTER},
        targets={"amd64": "ok", "x86": "gcc -m32: no libc"},
        emulators={"s390x": "qemu-s390x version 7.2, -cpu max"},
        compilers=(Compiler("gcc", "/usr/bin/gcc", "gcc (Debian) 12.2.0"),),
        root=root,
    )


@pytest.mark.parametrize(
    ("cpuinfo", "name"),
    [
        (places.AMD64, "Intel(R) Core(TM) i7-8700 CPU @ 3.20GHz"),
        (places.ARM_32, "ARMv7 Processor rev 4 (v7l)"),
        (places.ARM_64, "Raspberry Pi 4 Model B Rev 1.2"),
        (places.ARM_OLD, "ARMv7 Processor rev 2 (v7l)"),
        (places.POWER, "POWER9 (architected), altivec supported"),
        (places.MIPS, "ICT Loongson-3 V0.9"),
        (places.LOONGARCH, "Loongson-3A5000"),
    ],
    ids=["amd64", "32-bit Arm", "64-bit Arm", "old Arm", "POWER", "MIPS", "LoongArch"],
)
def test_a_processor_is_named_as_its_architecture_names_it(cpuinfo: str, name: str) -> None:
    assert description.processor_name(cpuinfo) == name


@pytest.mark.parametrize(
    ("cpuinfo", "revision"),
    [
        (places.AMD64 + "microcode\t: 0xf8\n", "0xf8"),
        (places.AMD64, ""),
        (places.SERVER, ""),
        (places.POWER, ""),
    ],
    ids=["amd64", "amd64 without", "Arm", "POWER"],
)
def test_microcode_is_what_x86_says_of_it(cpuinfo: str, revision: str, tmp_path: Path) -> None:
    assert described(root=places.write(tmp_path, {"proc/cpuinfo": cpuinfo})).microcode == revision


def test_a_virtual_machine_names_its_hypervisor(tmp_path: Path) -> None:
    assert described(root=places.cloud(tmp_path / "a")).hypervisor == "Amazon EC2"
    assert described(root=places.good_laptop(tmp_path / "b")).hypervisor == ""


@pytest.fixture
def on_arm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "processor", lambda: "")
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")


@pytest.mark.usefixtures("on_arm")
def test_an_arm_server_is_called_by_vendor_and_design(tmp_path: Path) -> None:
    root = places.write(tmp_path, {"proc/cpuinfo": places.SERVER})
    found = described(root=root)
    assert (found.processor, found.design) == ("Arm Neoverse N1", "Neoverse N1")
    assert found.signature == Signature(
        implementer="0x41", part="0xd0c", variant="0x3", revision="1"
    )


@pytest.mark.usefixtures("on_arm")
@pytest.mark.parametrize(
    "cpuinfo", ["", places.SERVER.replace("0xd0c", "0xfff")], ids=["no cpuinfo", "unknown part"]
)
def test_a_processor_without_a_name_is_called_after_its_architecture(
    cpuinfo: str, tmp_path: Path
) -> None:
    found = described(root=places.write(tmp_path, {"proc/cpuinfo": cpuinfo}))
    assert (found.processor, found.design) == ("aarch64", "")


def test_of_big_and_little_cores_the_design_is_that_of_the_cores_measured_on(
    tmp_path: Path,
) -> None:
    root = places.big_little(tmp_path)
    big, little = Kind("performance", (4, 5, 6, 7)), Kind("efficiency", (0, 1, 2, 3))
    assert described(big, root, pinned=6).design == "Cortex-A76"
    assert described(little, root, pinned=1).design == "Cortex-A55"
    assert described(big, root, pinned=None).design == "Cortex-A76"


def test_a_signature_that_the_flags_contradict_gives_no_design(tmp_path: Path) -> None:
    text = (
        "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 167\nstepping\t: 1\nflags\t\t: {}\n"
    )
    real = places.write(tmp_path / "a", {"proc/cpuinfo": text.format("avx512f sha_ni")})
    guest = places.write(tmp_path / "b", {"proc/cpuinfo": text.format("avx512f amx_tile")})
    assert described(root=real).design == "Rocket Lake"
    assert described(root=guest).design == ""
    assert described(root=guest).signature == described(root=real).signature


@pytest.mark.parametrize(
    ("os_release", "name"),
    [
        (
            'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\n',
            "Debian GNU/Linux 12 (bookworm)",
        ),
        ("NAME=Void\nPRETTY_NAME=Void\n", "Void"),
        ("", platform.system()),
    ],
    ids=["Debian", "without quotes", "none"],
)
def test_a_system_has_its_pretty_name(os_release: str, name: str) -> None:
    assert description.system_name(os_release) == name


def test_a_record_says_what_its_numbers_are_to_be_judged_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2})
    found = described()
    assert found.format == FORMAT
    assert (found.cores, found.pinned) == (3, 2)
    assert found.memory > 1 << 20
    assert found.kernel == f"{platform.system()} {platform.release()}"
    assert found.identity and found.processor and found.hashcop
    assert found.targets == {"amd64": "ok", "x86": "gcc -m32: no libc"}
    assert found.counter == {"amd64": COUNTER}
    assert found.emulators == {"s390x": "qemu-s390x version 7.2, -cpu max"}
    assert found.compilers == (Compiler("gcc", "/usr/bin/gcc", "gcc (Debian) 12.2.0"),)
    assert found.sandbox == "bubblewrap 0.8.0"


def test_a_record_is_what_its_line_in_the_file_says() -> None:
    assert msgspec.json.decode(msgspec.json.encode(described()), type=Machine) == described()


def test_a_record_is_the_same_when_nothing_has_changed() -> None:
    assert described() == described()


def test_a_record_fills_all_fields_but_those_of_the_store_and_of_supercop() -> None:
    found = described(Kind("efficiency", (0,)))
    names = Machine.__struct_fields__
    empty = {name for name in names if getattr(found, name) in ("", (), {}, None)}
    assert empty <= {"time", "machine", "supercop", "design", "microcode", "hypervisor"}
    assert (found.core_kind, found.core_numbers) == ("efficiency", (0,))


def test_without_kinds_of_cores_no_kind_is_recorded() -> None:
    found = described(Kind("", (0, 1)))
    assert (found.core_kind, found.core_numbers) == ("", ())
