"""An ABI of another processor, which an emulator ran: shown as checked, and nowhere as if it had been timed."""

from collections.abc import Callable
from pathlib import Path

from hashcop.results.model import load
from reports import pages
from tests.support.html_check import assert_sound
from tests.support.made_data import Fact, Maker, machine

Write = Callable[..., Path]
QEMU = "qemu-s390x version 7.2.22, -cpu max"
OPTIONS = ["s390x-linux-gnu-gcc", "-O3"]


def facts(maker: Callable[..., Maker]) -> list[Fact]:
    """One hash on amd64, timed, and on s390x, only checked."""
    here, there = maker(), maker(target="s390x")
    return [
        machine(emulators={"s390x": QEMU, "riscv64": "qemu-riscv64 version 7.2.22"}),
        here.build(["gcc", "-O3"]),
        here.check(["gcc", "-O3"]),
        here.winner(["gcc", "-O3"], 9000, 1),
        *here.measured(["gcc", "-O3"], (64, 1536)),
        there.build(OPTIONS),
        there.check(OPTIONS, emulator=QEMU),
    ]


def test_it_is_an_abi_only_where_something_was_checked(
    file: Write, maker: Callable[..., Maker]
) -> None:
    (one,) = load([file(facts(maker))])
    assert {target.name: target.emulator for target in one.targets if target.hashes} == {
        "amd64": "",
        "s390x": QEMU,
    }
    assert "riscv64" not in {target.name for target in one.targets}


def test_pages_show_it_as_checked_and_not_timed(
    file: Write, maker: Callable[..., Maker], tmp_path: Path
) -> None:
    index = pages.write([file(facts(maker))], tmp_path / "out")
    assert_sound(index.parent)
    text = index.read_text()
    matrix = text[: text.index("<h2>Machines</h2>")]
    assert "amd64" in matrix and "s390x" not in matrix
    assert "Checked, and never timed" in text and QEMU in text
    tables = (index.parent / "made" / "s390x" / "index.html").read_text()
    assert "<h2>Checked</h2>" in tables and "checksums match" in tables
    assert "cycles/byte" not in tables and "Measured" not in tables
    of_hash = (index.parent / "made" / "s390x" / "md5.html").read_text()
    assert "./do check md5/ref --abi s390x" in of_hash
    assert "Nothing measured yet" not in of_hash


def test_the_terminal_says_so(
    file: Write, maker: Callable[..., Maker], told: Callable[..., str]
) -> None:
    said = told(file(facts(maker)), "md5/ref")
    assert f"s390x: checked under {QEMU}, and never timed" in said
    assert "not timed yet" not in said
