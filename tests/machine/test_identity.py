"""What a machine is called, and what tells it from another one of the same name."""

import platform
import re
from pathlib import Path

import pytest

from hashcop.data.records import Machine, Signature
from hashcop.machine import identity, linux
from hashcop.machine.processor import Kind
from hashcop.machine.signature import signature
from tests.support import places

ID = "5f0c2b9e8d7a4413a6e1d0c3b2f49877"
UUID = "4C4C4544-0039-3510-8056-B7C04F4D3232"


@pytest.fixture(autouse=True)
def host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "node", lambda: "vm")


def machine(root: Path, files: dict[str, str] | None = None) -> Path:
    """A machine with an identifier and a processor; `files` replace some of its own."""
    usual = {"etc/machine-id": ID, "proc/cpuinfo": places.AMD64}
    return places.write(root, usual | (files or {}))


def test_an_identity_is_16_hex_digits_in_which_the_identifier_does_not_stand(
    tmp_path: Path,
) -> None:
    found = identity.identity(machine(tmp_path))
    assert re.fullmatch(r"[0-9a-f]{16}", found)
    assert found not in ID and ID[:16] != found


def test_an_identity_of_today_is_that_of_tomorrow(tmp_path: Path) -> None:
    """Another one would make another machine of each that is known."""
    assert identity.identity(machine(tmp_path)) == "f3e00fec3924816e"


def test_two_machines_of_one_name_have_two_identities(tmp_path: Path) -> None:
    other = {"etc/machine-id": ID[::-1]}
    first, second = machine(tmp_path / "a"), machine(tmp_path / "b", other)
    assert identity.identity(first) != identity.identity(second)


@pytest.mark.parametrize(
    ("before", "after"),
    [("model\t\t: 158", "model\t\t: 165"), ("stepping\t: 10", "stepping\t: 13")],
)
def test_a_copy_of_a_system_on_another_processor_is_another_machine(
    before: str, after: str, tmp_path: Path
) -> None:
    copy = {"proc/cpuinfo": places.AMD64.replace(before, after)}
    assert copy["proc/cpuinfo"] != places.AMD64
    first, second = machine(tmp_path / "a"), machine(tmp_path / "b", copy)
    assert identity.identity(first) != identity.identity(second)


def test_an_identity_survives_a_reboot_a_new_kernel_and_a_new_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = identity.identity(machine(tmp_path / "a"))
    text = places.AMD64.replace("cpu MHz\t\t: 3200.000", "cpu MHz\t\t: 801.3\nmicrocode\t: 0xf4")
    text = text.replace("bugs\t\t: ", "flags\t\t: fpu sse2 new\nbugs\t\t: mds ")
    monkeypatch.setattr(platform, "node", lambda: "renamed")
    assert identity.identity(machine(tmp_path / "b", {"proc/cpuinfo": text})) == before


def test_it_does_not_depend_on_the_cores_that_are_online(tmp_path: Path) -> None:
    root = places.write(places.big_little(tmp_path), {"etc/machine-id": ID})
    before = identity.identity(root)
    text = linux.read(root, "proc/cpuinfo").split("\n\n")
    places.write(root, {"proc/cpuinfo": "\n\n".join(text[:2]), f"{places.CPU}/online": "0-1"})
    assert identity.identity(root) == before


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("var/lib/dbus/machine-id", ID[::-1]),
        ("sys/class/dmi/id/product_uuid", UUID),
        ("proc/device-tree/serial-number", "10000000a3c1e8f2\0"),
    ],
)
def test_without_a_machine_id_there_are_others(
    file: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for missing in ("", "uninitialized", "0" * 32):
        root = machine(tmp_path / (missing or "none"), {"etc/machine-id": missing, file: text})
        found = identity.identity(root)
        monkeypatch.setattr(platform, "node", lambda: "renamed")
        assert identity.identity(root) == found
        (root / file).unlink()
        assert identity.identity(root) != found
        monkeypatch.setattr(platform, "node", lambda: "vm")


@pytest.mark.parametrize(
    "uuid", ["03000200-0400-0500-0006-000700080009", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "x"]
)
def test_an_identifier_that_many_boards_have_is_none(
    uuid: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"etc/machine-id": "", "sys/class/dmi/id/product_uuid": uuid}
    root = machine(tmp_path, files)
    before = identity.identity(root)
    monkeypatch.setattr(platform, "node", lambda: "other")
    assert identity.identity(root) != before  # the host's name is all that there is


def test_this_machine_has_an_identity() -> None:
    assert identity.identity() == identity.identity() != identity.identity(Path("/nonexistent"))


# Whose results they are


def recorded(root: Path, **changed: object) -> Machine:
    told = {"identity": identity.identity(root), "signature": signature(root)} | changed
    return Machine(format=3, **told)  # type: ignore[arg-type]


def test_results_of_this_machine_are_its_own(tmp_path: Path) -> None:
    root = machine(tmp_path)
    assert identity.other_machine(recorded(root), root) == ""
    assert identity.other_machine(None, root) == ""


def test_data_of_earlier_formats_are_taken_for_this_machine_s(tmp_path: Path) -> None:
    root = machine(tmp_path)
    assert identity.other_machine(Machine(format=2, processor="another"), root) == ""


def test_results_from_another_processor_are_another_machine_s(tmp_path: Path) -> None:
    root = machine(tmp_path)
    other = Signature(vendor="AuthenticAMD", family="25", model="17", stepping="1")
    newest = recorded(root, identity="0" * 16, signature=other, design="Zen 4")
    assert identity.other_machine(newest, root) == "its processor is another one (Zen 4)"


def test_results_of_another_installation_are_another_machine_s(tmp_path: Path) -> None:
    root = machine(tmp_path)
    why = identity.other_machine(recorded(root, identity="0" * 16), root)
    assert why == (
        "its system is another installation, or a copy "
        f"(identity {'0' * 16}, here {identity.identity(root)})"
    )


def test_results_of_the_other_kind_of_cores_are_from_the_same_processor(tmp_path: Path) -> None:
    root = places.write(places.big_little(tmp_path), {"etc/machine-id": ID})
    newest = recorded(root, signature=signature(root, 7))
    assert identity.other_machine(newest, root) == ""
    again = recorded(root, signature=signature(root, 7), identity="0" * 16)
    assert "another installation" in identity.other_machine(again, root)


@pytest.mark.parametrize("then", ["", places.AMD64])
def test_a_processor_that_can_not_be_told_is_not_another_one(then: str, tmp_path: Path) -> None:
    now = "" if then else places.AMD64
    before = recorded(machine(tmp_path / "before", {"proc/cpuinfo": then}))
    assert identity.other_machine(before, machine(tmp_path / "now", {"proc/cpuinfo": now})) == ""
    files = {"proc/cpuinfo": now, "etc/machine-id": ID[::-1]}
    assert identity.other_machine(before, machine(tmp_path / "other", files)) != ""


# Names


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
    assert identity.machine_name(Kind("", (0,))) == name


def test_the_operator_s_name_comes_first() -> None:
    assert identity.machine_name(Kind("", (0,)), "lab-2.east") == "lab-2.east"


def test_the_kind_is_in_the_machine_s_name_where_there_are_several() -> None:
    kind = Kind("efficiency", (4,))
    assert identity.machine_name(kind) == "vm-efficiency"
    assert identity.machine_name(kind, "lab") == "lab-efficiency"


@pytest.mark.parametrize(
    "name", ["a/b", "..", ".hidden", "-x", " ", "a b", "größe", "a\n", "x" * 65, "html"]
)
def test_what_can_t_name_a_directory_is_refused_with_what_can(name: str) -> None:
    with pytest.raises(ValueError, match="can't name a machine: a name is up to 64 letters"):
        identity.machine_name(Kind("", (0,)), name)


def test_an_operator_may_say_that_results_before_a_new_installation_are_of_this_machine(
    tmp_path: Path,
) -> None:
    root, other = machine(tmp_path / "a"), machine(tmp_path / "b", OTHER_PROCESSOR)
    again = recorded(root, identity="0" * 16)
    assert identity.other_machine(again, root, named=True) == ""
    assert identity.other_machine(recorded(other), root, named=True) != ""


OTHER_PROCESSOR = {"proc/cpuinfo": places.AMD64.replace("model\t\t: 158", "model\t\t: 165")}
