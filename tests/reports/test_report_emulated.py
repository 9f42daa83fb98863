"""An ABI of another processor, which an emulator ran: shown as checked, and nowhere as if it had been timed."""

from collections.abc import Callable
from pathlib import Path

from hashcop.results.model import load
from tests.support.html_check import assert_sound, page
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


def test_pages_show_it_as_checked_and_not_timed(site: Write, maker: Callable[..., Maker]) -> None:
    out = site(facts(maker))
    assert_sound(out)
    about = page(out / "machine/made/index.html").text
    assert "Checked, and never timed" in about and QEMU in about and "emulated" in about
    tables = page(out / "machine/made/s390x.html").text
    assert "Checked hash implementation verdict md5 ref right : checksums match" in tables
    assert "cycles/byte" not in tables and "Measured" not in tables
    of_hash = page(out / "machine/made/s390x/md5.html").text
    assert "Checked, and never timed" in of_hash and "Nothing measured yet" not in of_hash
    own = page(out / "machine/made/s390x/md5/ref.html").text
    assert "Check again ./do check md5/ref --abi s390x" in own
    assert "cycles/byte" not in own.partition("Builds")[0]


def test_it_has_no_figure_wherever_figures_stand(site: Write, maker: Callable[..., Maker]) -> None:
    out = site(facts(maker))
    ranked = (out / "index.html").read_text().partition("<h2>Machines</h2>")[0]
    assert "amd64" in ranked and "s390x" not in ranked
    assert "s390x" not in (out / "hash/md5.html").read_text()
    for name in ("history/made/s390x", "data/made/s390x", "machine/made/s390x.csv"):
        assert not (out / name).exists()
    assert "s390x" not in (out / "data/machines.js").read_text()
    assert "s390x" not in (out / "data/made/index.js").read_text()


def test_the_terminal_says_so(
    file: Write, maker: Callable[..., Maker], told: Callable[..., str]
) -> None:
    said = told(file(facts(maker)), "md5/ref")
    assert f"s390x: checked under {QEMU}, and never timed" in said
    assert "not timed yet" not in said
