"""What `./do HASH/IMPLEMENTATION` says at its end."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.made_data import OPTIONS, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]
Told = Callable[..., str]


def test_an_implementation_gets_verdict_figures_options_and_place(small: Path, told: Told) -> None:
    text = told(small, "blake2b/ref")
    for target in ("amd64", "x86"):
        assert f"blake2b/ref on {target}\n  right: checksums match, 25 known answers\n" in text
    assert "best options: gcc -O3 -march=native -fomit-frame-pointer -fwrapv" in text
    assert "1 other option set: same machine code" in text
    lines = text.splitlines()
    head = next(line.split() for line in lines if line.startswith("  cycles/byte at"))
    assert head[2:] == ["8", "64", "576", "1536", "2048", "4096", "long"]
    for name in ("25 %", "median", "75 %"):
        assert any(line.startswith(f"  {name} ") and line.count(".") == 7 for line in lines)
    assert "  rank 3 of 3 at 1536 bytes, 1.57 (1.50 to 1.63) times the fastest\n" in text
    assert "  medians of the others:\n" in text
    assert "  avx2  " in text and "  sse41  " in text
    assert "  core cycles: ticks of amd64-tsc (2.596 GHz), 1.250 cycles each\n" in text


def test_the_fastest_is_told_so(small: Path, told: Told) -> None:
    assert "rank 1-2 of 3 at 1536 bytes, the lowest median\n" in told(small, "blake2b/avx2")
    text = told(small, "md5/asm")
    assert "  fastest of 2 at 1536 bytes\n" in text


def test_builds_that_failed_are_counted(small: Path, told: Told) -> None:
    text = told(small, "blake2b/avx2")
    assert "1 of 10 builds failed, the first: clang: exit status 1" in text


def test_a_wrong_one_is_told_why_and_with_which_options(small: Path, told: Told) -> None:
    text = told(small, "md5/wrong")
    assert "wrong: 2 of 2 machine codes failed the check: known answer at 64 bytes" in text
    assert "failed with: gcc -O3" in text and "median" not in text.split("medians of the others")[0]


def test_one_that_does_not_compile_is_told_what_the_compiler_said(small: Path, told: Told) -> None:
    text = told(small, "snefru/ref")
    assert "not built: 10 of 10 builds failed: hash.c:3: unknown type name 'u32'" in text
    assert "    hash.c:3:1: error: u32" in text


def test_a_skipped_and_an_unknown_one_are_told_so(small: Path, told: Told) -> None:
    text = told(small, "snefru/altivec", "no/such", "nohash")
    assert "skipped: it is for ppc64, not for amd64" in text
    assert "no/such: nothing is recorded yet" in text and "nohash: nothing is recorded yet" in text


def test_a_hash_gets_a_line_for_each_implementation(small: Path, told: Told) -> None:
    text = told(small, "md5")
    assert text.index("  asm ") < text.index("  ref ") < text.index("  wrong: wrong:")
    assert "best options of asm: gcc" in text


@pytest.mark.parametrize("selection", [(), ("md5", "blake2b", "sha256", "snefru")])
def test_many_hashes_get_a_line_each_fastest_first(
    selection: tuple[str, ...], small: Path, told: Told
) -> None:
    amd64 = told(small, *selection).split("x86: medians")[0]
    assert amd64.index("sha256/x86-shani") < amd64.index("blake2b/avx2") < amd64.index("md5/asm")
    assert "without a figure: snefru" in amd64


def test_a_line_of_a_hash_names_what_is_faster_at_other_lengths(small: Path, told: Told) -> None:
    lines = told(small).splitlines()
    place = next(n for n, line in enumerate(lines) if "blake2b/avx2" in line)
    assert lines[place + 1] == "    at 8, 64, 576: sse41"


@pytest.mark.parametrize("selection", [(), ("md5",), ("blake2b/ref", "md5/asm")])
def test_it_is_plain_text_of_80_columns_but_for_options_and_reasons(
    selection: tuple[str, ...], small: Path, told: Told
) -> None:
    text = told(small, *selection)
    assert text.isascii() and "\x1b" not in text
    for line in text.splitlines():
        assert len(line) <= 80 or any(
            word in line for word in ("options", "check: ", " % likely ")
        ), line


def test_long_lines_are_not_torn(file: Write, maker: Make, told: Told) -> None:
    m, options = maker(), ["gcc", *(f"-fvery-long-option-number-{n}" for n in range(40))]
    text = told(file([m.build(options), m.check(options), m.winner(options, 9, 1)]), "md5/ref")
    assert f"  best options: {' '.join(options)}\n" in text


def test_strangers_text_is_neither_markup_nor_obeyed(file: Write, maker: Make, told: Told) -> None:
    m = maker("[red]x[/red]\x1b[2J")
    data = file(
        [
            machine(),
            m.build(OPTIONS[0]),
            m.check(OPTIONS[0], outcome="wrong", reason="[b]\x1b[31mé"),
        ]
    )
    text = told(data, "md5/[red]x[/red]\x1b[2J", encoding="ascii")
    assert "md5/[red]x[/red]\\x1b[2J on amd64" in text and "[b]\\x1b[31m\\xe9" in text


def test_an_unfinished_run_says_how_far_it_is(file: Write, maker: Make, told: Told) -> None:
    m = maker()
    made = list(whole(m, []))
    assert "not measured yet; in the race 5." in told(file(made), "md5/ref")
    assert "not timed yet" in told(file(f for f in made if f["kind"] != "winner"), "md5/ref")
    assert "unchecked: built, but not checked yet" in told(file(made[:3]), "md5/ref")


def test_every_prefix_can_be_told(file: Write, maker: Make, told: Told) -> None:
    made = [machine(), *whole(maker(), [0, 8, 1536]), *whole(maker("other"), [8, 2048])]
    for size in range(len(made) + 1):
        data = file(made[:size])
        for selection in ((), ("md5",), ("md5/ref", "md5/other")):
            told(data, *selection)


def test_several_machines_are_told_apart(file: Write, maker: Make, told: Told) -> None:
    made = [machine(), *whole(maker(), [1536]), *whole(maker(machine="other"), [1536])]
    text = told(file(made), "md5/ref")
    assert "md5/ref on made, amd64" in text and "md5/ref on other, amd64" in text


def test_a_counter_that_may_not_count_core_cycles_is_not_called_anything(
    file: Write, maker: Make, told: Told
) -> None:
    counter = {"amd64": {"name": "mystery", "counts": "", "core_cycles": None}}
    made = [machine(counter=counter, format=1), *whole(maker(format=1), [8, 1536])]
    text = told(file(made), "md5")
    assert "cycles counted by mystery; whether it counts the core's is not known" in text


def test_ticks_that_nothing_calibrated_are_not_called_core_cycles(
    file: Write, maker: Make, told: Told
) -> None:
    text = told(file([machine(format=1), *whole(maker(format=1), [8, 1536])]), "md5")
    assert "a cycle here is a tick of amd64-tsc (2.596 GHz), not a core cycle" in text
