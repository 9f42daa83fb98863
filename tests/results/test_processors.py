"""The names of processors: the table, what it says of signatures, and what another program says of them."""

import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from hashcop.data.records import FORMAT, UNNAMED_HYPERVISOR, Machine, Signature
from hashcop.results import processors
from hashcop.results.processors import described, design, in_short, known, maker, vendor, year


def x86(maker: str, family: int, model: int, stepping: int = 0) -> Signature:
    return Signature(vendor=maker, family=str(family), model=str(model), stepping=str(stepping))


def intel(model: int, stepping: int = 0) -> Signature:
    return x86("GenuineIntel", 6, model, stepping)


def amd(family: int, model: int) -> Signature:
    return x86("AuthenticAMD", family, model)


def arm(implementer: str, part: str) -> Signature:
    return Signature(implementer=implementer, part=part, variant="0x1", revision="2")


@pytest.mark.parametrize(
    ("signature", "name"),
    [
        (intel(0x17), "Penryn"),
        (intel(42, 7), "Sandy Bridge"),
        (intel(94, 3), "Skylake"),
        (intel(85, 4), "Skylake-X"),
        (intel(85, 7), "Cascade Lake"),
        (intel(85, 11), "Cooper Lake"),
        (intel(158, 9), "Kaby Lake"),
        (intel(158, 10), "Coffee Lake"),
        (intel(142, 12), "Whiskey Lake or Comet Lake"),
        (intel(106, 6), "Ice Lake-SP"),
        (intel(143, 8), "Sapphire Rapids"),
        (intel(207, 2), "Emerald Rapids"),
        (intel(173, 1), "Granite Rapids"),
        (intel(151, 2), "Alder Lake"),
        (intel(0x5C, 9), "Goldmont"),
        (amd(0x10, 4), "K10"),
        (amd(0x15, 1), "Bulldozer"),
        (amd(0x15, 2), "Piledriver"),
        (amd(0x17, 1), "Zen"),
        (amd(0x17, 8), "Zen+"),
        (amd(0x17, 0x31), "Zen 2"),
        (amd(0x17, 0x71), "Zen 2"),
        (amd(0x19, 0x01), "Zen 3"),
        (amd(0x19, 0x21), "Zen 3"),
        (amd(0x19, 0x44), "Zen 3+"),
        (amd(0x19, 0x11), "Zen 4"),
        (amd(0x19, 0x61), "Zen 4"),
        (amd(0x19, 0xA0), "Zen 4c"),
        (amd(0x1A, 0x44), "Zen 5"),
        (amd(0x1A, 0x11), "Zen 5c"),
        (x86("HygonGenuine", 0x18, 0, 2), "Dhyana"),
        (arm("0x41", "0xd0c"), "Neoverse N1"),
        (arm("0x41", "0xd08"), "Cortex-A72"),
        (arm("0x41", "0xd03"), "Cortex-A53"),
        (arm("0x41", "0xd40"), "Neoverse V1"),
        (arm("0x61", "0x023"), "M1 Firestorm"),
        (arm("0x46", "0x001"), "A64FX"),
        (arm("0x48", "0xd01"), "Kunpeng 920"),
        (arm("0x51", "0x001"), "Oryon"),
        (arm("0xc0", "0xac3"), "Ampere-1"),
        (Signature(vendor="0x489", model="sifive,u74-mc"), "SiFive U74"),
        (Signature(model="thead,c910"), "T-Head C910"),
        (Signature(model="POWER9", revision="2.2"), "POWER9"),
        (Signature(vendor="IBM/S390", model="3931"), "z16"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_processor_has_the_name_that_people_know(signature: Signature, name: str) -> None:
    assert design(signature) == name


@pytest.mark.parametrize(
    "signature",
    [
        None,
        Signature(),
        intel(0xFE),
        intel(85, 9),  # between Cascade Lake and Cooper Lake
        amd(6, 6),  # an emulator's
        x86("AuthenticAMD", 15, 107, 1),  # an emulator's: QEMU Virtual CPU
        x86("GenuineIntel", 15, 6, 1),  # a hypervisor's: Common KVM processor
        x86("SomebodyElse", 6, 158, 10),
        Signature(vendor="GenuineIntel", family="6", model="158", stepping="unknown"),
        Signature(vendor="GenuineIntel"),
        arm("0x41", "0xfff"),
        arm("0x99", "0xd0c"),
        arm("0x61", "0x000"),  # a guest's on a Mac
        arm("x", ""),
        Signature(model="sifive,unheard-of"),
        Signature(vendor="IBM/S390", model="1"),
        Signature(model="ICT Loongson-3 V0.9"),
    ],
)
def test_where_nobody_knows_there_is_no_name(signature: Signature | None) -> None:
    assert design(signature) == ""


def test_flags_that_a_design_lacks_contradict_its_signature() -> None:
    """A hypervisor may give its guests the signature of another processor."""
    rocket = intel(167, 1)
    assert design(rocket, ["avx512f", "sha_ni", "vaes"]) == "Rocket Lake"
    assert design(rocket, ["avx512f", "amx_tile", "avx512_fp16"]) == ""
    assert design(intel(94, 3), frozenset({"avx2", "avx512f"})) == ""
    assert design(amd(0x17, 0x31), ["avx2", "sha_ni"]) == "Zen 2"
    assert design(amd(0x17, 0x31), ["avx2", "vaes"]) == ""


def test_arm_s_vendors_have_names() -> None:
    assert [vendor(arm(code, "")) for code in ("0x41", "0x61", "0xc0", "0x99")] == [
        "Arm",
        "Apple",
        "Ampere",
        "",
    ]
    assert vendor(intel(158)) == vendor(None) == ""


def test_a_core_of_another_name_and_the_year_are_known() -> None:
    emerald, zen, kunpeng = known(intel(207)), known(amd(0x19, 1)), known(arm("0x48", "0xd01"))
    assert emerald and (emerald.core, emerald.year) == ("Raptor Cove", 2023)
    assert zen and (zen.core, zen.year) == ("", 2020)
    assert kunpeng and (kunpeng.core, kunpeng.year) == ("TSV110", 2019)


@pytest.mark.parametrize(
    ("signature", "name"),
    [
        (intel(207), "Intel"),
        (intel(0xFE), "Intel"),
        (amd(0x19, 1), "AMD"),
        (x86("HygonGenuine", 0x18, 0), "Hygon"),
        (x86("  Shanghai  ", 7, 0x3B), "Zhaoxin"),
        (arm("0x41", "0xd0c"), "Arm"),
        (arm("0x61", "0x000"), "Apple"),
        (Signature(vendor="IBM/S390", model="1"), "IBM"),
        (Signature(model="POWER9"), "IBM"),
        (Signature(vendor="0x489", model="sifive,u74-mc"), "SiFive"),
        (Signature(model="Loongson-3A5000"), "Loongson"),
        (x86("SomebodyElse", 6, 158), ""),
        (arm("0x99", "0xd0c"), ""),
        (Signature(), ""),
        (None, ""),
    ],
)
def test_a_processor_has_a_maker(signature: Signature | None, name: str) -> None:
    assert maker(signature) == name


def test_a_design_has_a_year() -> None:
    assert (year(intel(207)), year(amd(0x19, 1)), year(arm("0x41", "0xd0c"))) == (2023, 2020, 2019)
    assert year(intel(167, 1), ["amx_tile"]) == year(intel(0xFE)) == year(None) == 0


# In words


def a_machine(
    processor: str, signature: Signature | None, design: str = "", hypervisor: str = ""
) -> Machine:
    return Machine(
        format=FORMAT,
        processor=processor,
        signature=signature,
        design=design,
        hypervisor=hypervisor,
    )


XEON = "Intel(R) Xeon(R) Processor"


@pytest.mark.parametrize(
    ("machine", "words"),
    [
        (
            a_machine(XEON, intel(207, 2), "Emerald Rapids", "KVM"),
            "Emerald Rapids (Raptor Cove, 2023), Intel Xeon, model hidden by the hypervisor KVM",
        ),
        (
            a_machine(XEON, intel(207, 2), "Emerald Rapids", UNNAMED_HYPERVISOR),
            "Emerald Rapids (Raptor Cove, 2023), Intel Xeon, model hidden by the hypervisor",
        ),
        (
            a_machine(XEON, intel(207, 2), "Emerald Rapids"),
            "Emerald Rapids (Raptor Cove, 2023), Intel Xeon, model hidden",
        ),
        (
            a_machine("INTEL(R) XEON(R) PLATINUM 8592+", intel(207, 2), "Emerald Rapids", "KVM"),
            "Emerald Rapids (Raptor Cove, 2023), INTEL XEON PLATINUM 8592+",
        ),
        (
            a_machine("Intel(R) Core(TM) i7-8700 CPU @ 3.20GHz", intel(158, 10), "Coffee Lake"),
            "Coffee Lake (Skylake, 2017), Intel Core i7-8700",
        ),
        (
            a_machine("AMD Ryzen 7 5800X 8-Core Processor", amd(0x19, 0x21), "Zen 3"),
            "Zen 3 (2020), AMD Ryzen 7 5800X",
        ),
        (
            a_machine("AMD EPYC Processor", amd(0x17, 0x31), "Zen 2", "KVM"),
            "Zen 2 (2019), AMD EPYC, model hidden by the hypervisor KVM",
        ),
        (
            a_machine("Intel Xeon Processor (Skylake, IBRS)", intel(85, 4), "Skylake-X", "KVM"),
            "Skylake-X (Skylake, 2017), Intel Xeon (Skylake, IBRS), model hidden by the hypervisor KVM",
        ),
        (
            a_machine("Arm Neoverse N1", arm("0x41", "0xd0c"), "Neoverse N1", "Amazon EC2"),
            "Arm Neoverse N1 (2019)",
        ),
        (
            a_machine("Raspberry Pi 4 Model B Rev 1.2", arm("0x41", "0xd08"), "Cortex-A72"),
            "Cortex-A72 (2015), Raspberry Pi 4 Model B Rev 1.2",
        ),
        # A design that the table of today does not have
        (
            a_machine("Intel(R) Xeon(R) 9999X", intel(0xFE, 1), "Some Rapids"),
            "Some Rapids, Intel Xeon 9999X",
        ),
        # Nothing was recorded, and the table has learned of it since
        (
            a_machine("INTEL(R) XEON(R) PLATINUM 8592+", intel(207, 2)),
            "Emerald Rapids (Raptor Cove, 2023), INTEL XEON PLATINUM 8592+",
        ),
        # The flags contradicted the signature that a hypervisor gave
        (
            a_machine(XEON, intel(167, 1), "", "KVM"),
            "unknown design (GenuineIntel, family 6, model 167, stepping 1), Intel Xeon, "
            "model hidden by the hypervisor KVM",
        ),
        (
            a_machine("", arm("0x41", "0xfff")),
            "unknown design (implementer 0x41, part 0xfff, variant 0x1, revision 2)",
        ),
        (a_machine("Intel(R) Xeon(R) CPU E3-1220 v3 @ 3.10GHz", None), "Intel Xeon E3-1220 v3"),
        (a_machine("SiFive something", None), "SiFive something"),
        (a_machine("", None), ""),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_processor_in_a_line(machine: Machine, words: str) -> None:
    assert described(machine) == words


def test_a_processor_in_short() -> None:
    assert in_short(a_machine(XEON, intel(207), "Emerald Rapids")) == "Emerald Rapids (2023)"
    assert in_short(a_machine("AMD EPYC 7763 64-Core Processor", None)) == "AMD EPYC 7763"
    assert in_short(a_machine("", intel(0xFE))) == "GenuineIntel, family 6, model 254, stepping 0"


# The table


def signatures_of(row: processors._X86) -> list[tuple[str, int, int, int]]:
    spans = [(one, one) if isinstance(one, int) else one for one in row.models]
    models = [model for first, last in spans for model in range(first, last + 1)]
    first, last = row.steppings or (0, 15)
    steppings = range(first, last + 1)
    return [(row.vendor, row.family, m, s) for m in models for s in steppings]


def test_no_signature_has_two_names() -> None:
    every = [one for row in processors._table().x86 for one in signatures_of(row)]
    assert len(every) == len(set(every)) > 500
    codes = [one.code for one in processors._table().arm]
    assert len(codes) == len(set(codes))
    for implementer in processors._table().arm:
        parts = [part.part for part in implementer.parts]
        assert len(parts) == len(set(parts)), implementer.name
    for rows in (processors._table().riscv, processors._table().s390):
        assert len({row.word for row in rows}) == len(rows)


def test_parts_and_models_are_numbers_that_registers_can_hold() -> None:
    rows = [one for row in processors._table().x86 for one in signatures_of(row)]
    assert all(0 <= model <= 0xFF and 0 <= stepping <= 15 for _, _, model, stepping in rows)
    assert all(p.part <= 0xFFF for i in processors._table().arm for p in i.parts)


# What Debian's `cpuid` says, which has a table of its own

OTHER_WORDS = {
    "Griffin": "Lion",
    "Dhyana": "Moksha",
    "Zen 3+": "Rembrandt",
    "Zen 4": "Phoenix",
    "Skylake-X": "Skylake",
}


def words_for(row: processors._X86) -> set[str]:
    """Words of which the other program should say one."""
    names = {*row.design.split(" or "), *row.core.split(" + "), OTHER_WORDS.get(row.design, "")}
    return names - {""}


def dump(number: int, signature: tuple[str, int, int, int]) -> str:
    """What `cpuid --raw` prints of a processor with a signature."""
    maker, family, model, stepping = signature
    ebx, edx, ecx = struct.unpack("<III", f"{maker:^12}".encode())
    eax = stepping | (model & 15) << 4 | min(family, 15) << 8
    eax |= model >> 4 << 16 | max(family - 15, 0) << 20
    leaf = "   0x{:08x} 0x00: eax=0x{:08x} ebx=0x{:08x} ecx=0x{:08x} edx=0x{:08x}\n"
    return f"CPU {number}:\n{leaf.format(0, 1, ebx, ecx, edx)}{leaf.format(1, eax, 0, 0, 0)}"


@pytest.mark.skipif(shutil.which("cpuid") is None, reason="cpuid is not installed")
def test_another_table_contradicts_no_row(tmp_path: Path) -> None:
    every = [(row, one) for row in processors._table().x86 for one in signatures_of(row)]
    asked = [(row, one) for row, one in every if row.steppings or one[-1] == 0]
    file = tmp_path / "dump"
    file.write_text("".join(dump(n, one) for n, (_, one) in enumerate(asked)))
    done = subprocess.run(["cpuid", "-f", file], capture_output=True, text=True, check=True)
    answers = re.split(r"^CPU \d+:$", done.stdout, flags=re.MULTILINE)[1:]
    assert len(answers) == len(asked)
    confirmed = set()
    for (row, signature), answer in zip(asked, answers, strict=True):
        said = " ".join(re.findall(r"\((?:simple |uarch )?synth\)\s+= (.*)", answer))
        if any(word in said for word in words_for(row)):
            confirmed.add(row.design)
        else:
            is_unknown = "(unknown model)" in said or set(said.split()) <= {"unknown", "none"}
            assert is_unknown, (row.design, signature, said)
    assert len(confirmed) > 50
