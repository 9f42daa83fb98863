"""What a machine is called and what it says of itself, from captured texts of systems that are not here."""

import json
import os
import platform
from pathlib import Path

import pytest

from hashcop import ROOT
from hashcop.data import store as data
from hashcop.machine import machine
from hashcop.machine.processor import Kind
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.tools.counters import Counter, Rejected
from hashcop.platforms.c.tools.installed import Compiler
from hashcop.platforms.c.tools.toolchain import Target, Toolchain

AMD64 = """\
processor\t: 0
vendor_id\t: GenuineIntel
cpu family\t: 6
model\t\t: 158
model name\t: Intel(R) Core(TM) i7-8700   CPU @ 3.20GHz
stepping\t: 10
cpu MHz\t\t: 3200.000
bugs\t\t: cpu_meltdown spectre_v1

processor\t: 1
model name\t: Intel(R) Core(TM) i7-8700   CPU @ 3.20GHz
"""
ARM_32 = """\
processor\t: 0
model name\t: ARMv7 Processor rev 4 (v7l)
BogoMIPS\t: 38.40
CPU implementer\t: 0x41

Hardware\t: BCM2835
Model\t\t: Raspberry Pi 3 Model B Rev 1.2
"""
ARM_64 = """\
processor\t: 0
BogoMIPS\t: 108.00
Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32
CPU implementer\t: 0x41
CPU part\t: 0xd08

Revision\t: c03112
Model\t\t: Raspberry Pi 4 Model B Rev 1.2
"""
ARM_OLD = """\
Processor\t: ARMv7 Processor rev 2 (v7l)
BogoMIPS\t: 796.92
Hardware\t: OMAP3 Beagle Board
"""
POWER = """\
processor\t: 0
cpu\t\t: POWER9 (architected), altivec supported
clock\t\t: 2900.000000MHz
revision\t: 2.2 (pvr 004e 1202)

timebase\t: 512000000
platform\t: pSeries
model\t\t: IBM pSeries (emulated by qemu)
"""
MIPS = "system type\t\t: generic\nprocessor\t\t: 0\ncpu model\t\t: ICT Loongson-3 V0.9\n"
SERVER = "processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n"


@pytest.mark.parametrize(
    ("cpuinfo", "name"),
    [
        (AMD64, "Intel(R) Core(TM) i7-8700 CPU @ 3.20GHz"),
        (ARM_32, "ARMv7 Processor rev 4 (v7l)"),
        (ARM_64, "Raspberry Pi 4 Model B Rev 1.2"),
        (ARM_OLD, "ARMv7 Processor rev 2 (v7l)"),
        (POWER, "POWER9 (architected), altivec supported"),
        (MIPS, "ICT Loongson-3 V0.9"),
    ],
    ids=["amd64", "32-bit ARM", "64-bit ARM", "old ARM", "POWER", "MIPS"],
)
def test_a_processor_is_named_as_its_architecture_names_it(cpuinfo: str, name: str) -> None:
    assert machine.processor_name(cpuinfo) == name


@pytest.mark.parametrize("cpuinfo", [SERVER, ""], ids=["64-bit ARM server", "no cpuinfo"])
def test_a_processor_without_a_name_is_called_after_its_architecture(
    cpuinfo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "processor", lambda: "")
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    assert machine.processor_name(cpuinfo) == "aarch64"


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
    assert machine.system_name(os_release) == name


@pytest.mark.parametrize(
    ("node", "name"),
    [
        ("saber214", "saber214"),
        ("saber214.cs.example.org", "saber214"),
        ("a b/../c", "a-b"),
        ("Maschine_1-x", "Maschine_1-x"),
        ("rechner-größe", "rechner-gr-e"),
        ("../..", "machine"),
        ("", "machine"),
    ],
)
def test_a_machine_is_called_after_its_host_in_a_word_that_can_be_a_directory(
    node: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "node", lambda: node)
    assert machine.machine_name() == name


def _toolchain() -> Toolchain:
    others = (Rejected("rdpmc", "forbidden"), Rejected("clock", "worse"))
    counter = Counter("tsc", "ticks", False, 2_600_000_000, 26, 52, 13, "the best", others)
    return Toolchain(
        compilers=(Compiler("gcc", "/usr/bin/gcc", "gcc (Debian) 12.2.0", "id", "g++", "id"),),
        targets=(
            Target(
                "amd64", {"gcc": ()}, ("libcrypto",), Path("/h"), counter, Path("/c"), Path("/own")
            ),
        ),
        missing={"x86": "gcc -m32: no libc"},
        sources=Path("/cache"),
        harness_digest="digest",
        emulators={"s390x": "qemu-s390x version 7.2, -cpu max"},
        pinned=2,
    )


def test_a_machine_fact_says_what_its_numbers_are_to_be_judged_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2})
    fact = machine.describe(_toolchain(), Sandbox("bubblewrap 0.8.0", (), ()))
    assert fact["format"] == data.FORMAT
    assert (fact["cores"], fact["pinned"]) == (3, 2)
    assert fact["memory"] > 1 << 20
    assert fact["kernel"] == f"{platform.system()} {platform.release()}"
    assert fact["abis"] == {"amd64": "ok", "x86": "gcc -m32: no libc"}
    assert fact["counter"] == {
        "amd64": {
            "name": "tsc",
            "counts": "ticks",
            "core_cycles": False,
            "ticks_per_second": 2_600_000_000,
            "resolution": 26,
            "cost": 52,
            "noise": 13,
            "reason": "the best",
            "others": [
                {"name": "rdpmc", "reason": "forbidden"},
                {"name": "clock", "reason": "worse"},
            ],
            "width": 0,
        }
    }
    assert fact["compilers"] == [
        {"command": "gcc", "path": "/usr/bin/gcc", "version": "gcc (Debian) 12.2.0"}
    ]
    assert fact["sandbox"] == "bubblewrap 0.8.0"


def test_a_machine_fact_is_what_its_line_in_the_file_says() -> None:
    fact = machine.describe(_toolchain(), Sandbox("none", (), ()))
    assert json.loads(json.dumps(fact)) == fact


def test_a_machine_fact_is_the_same_when_nothing_has_changed() -> None:
    sandbox = Sandbox("none", (), ())
    assert machine.describe(_toolchain(), sandbox) == machine.describe(_toolchain(), sandbox)


def test_a_machine_fact_has_the_fields_that_the_format_lists() -> None:
    page = (ROOT / "docs" / "data-format.md").read_text()
    table = page.split("## `machine`")[1].split("\n## ")[0]
    listed = {line.split("`")[1] for line in table.splitlines() if line.startswith("| `")}
    kind = Kind("efficiency", (4, 5))
    fact = machine.describe(_toolchain(), Sandbox("none", (), ()), kind)
    assert set(fact) == listed
    assert (fact["core_kind"], fact["core_numbers"]) == ("efficiency", [4, 5])


def test_where_all_cores_are_of_one_kind_no_kind_is_told() -> None:
    fact = machine.describe(_toolchain(), Sandbox("none", (), ()), Kind("", (0, 1)))
    assert not {"core_kind", "core_numbers"} & set(fact)
