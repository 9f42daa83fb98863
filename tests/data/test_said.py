"""What compilers say, made alike: errors of one kind are one kind wherever they are and whatever the code is called."""

import pytest

from hashcop.data.said import is_telling, kind, title, warnings

INLINED = "%s: error: always_inline function '%s' requires target feature '%s'"
UNKNOWN = "unknown directive"


@pytest.mark.parametrize(
    "line",
    [
        "core.S:7:2: error: unknown directive",
        "/usr/x y/core.S:120: Error: unknown directive",
        "fatal error: unknown directive",
        "ld.lld: error: unknown directive",
        "unknown directive",
        "  unknown directive ",
    ],
)
def test_neither_the_place_nor_who_says_it_counts(line: str) -> None:
    assert kind(line) == UNKNOWN


def test_names_of_the_code_do_not_count_and_words_of_the_compiler_do() -> None:
    one = kind(INLINED % ("a.c:1:1", "_mm_shuffle_epi8", "ssse3"))
    assert one == "always_inline function '…' requires target feature 'ssse3'"
    assert kind(INLINED % ("b.c:99:1", "_mm_alignr_epi8", "ssse3")) == one
    assert kind(INLINED % ("a.c:1:1", "_mm_shuffle_epi8", "xop")) != one


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("hash.c:36: undefined reference to `Q512ASM'", "undefined reference to `…'"),
        ("ld.lld: error: undefined symbol: Q512ASM", "undefined symbol: …"),
        ("x.S:1: Error: no such instruction: `pblendw $1,%xmm0'", "no such instruction: `…'"),
        ("cc1: error: bad value ‘znver9’ for ‘-mTune=’ switch",) * 2,
        (
            "/usr/bin/ld: implementation.a(0.o): relocation R_X86_64_32S against symbol `T0' can't be",
            "relocation R_X86_64_32S against symbol `…' can't be",
        ),
        ("it doesn't and it can't", "it doesn't and it can't"),
        ("", ""),
        ("''", "''"),
        ("error: ", ""),
    ],
)
def test_quotations(line: str, expected: str) -> None:
    assert kind(line) == expected.removeprefix("cc1: error: ")


def test_a_title_has_the_names_that_all_lines_have() -> None:
    lines = [INLINED % (f"{n}.c:{n}:1", "_mm_shuffle_epi8", "ssse3") for n in range(3)]
    assert (
        title(lines) == "always_inline function '_mm_shuffle_epi8' requires target feature 'ssse3'"
    )
    assert title([*lines, INLINED % ("x", "INIT", "ssse3")]) == kind(lines[0])


def test_warnings_are_told_by_their_flag_or_else_by_their_text() -> None:
    said = [
        "hash.c:3:7: warning: unused variable 'i' [-Wunused-variable]",
        "hash.c:4:7: warning: unused variable 'Long' [-Wunused-variable]",
        "x.S:3: Warning: `F8' is odd",
        "  3 | int i;",
        "hash.c:9:9: error: no",
    ]
    assert warnings(said) == ["-Wunused-variable", "`…' is odd"]
    assert [is_telling(line) for line in said] == [True, True, True, False, True]
