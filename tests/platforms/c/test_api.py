"""A plain api.h is data: what else C allows is refused, with its line."""

import pytest

from hashcop.platforms.c.api import numbers_of, plain_macros

PLAIN = {
    "#define CRYPTO_BYTES 32\n": {"CRYPTO_BYTES": "32"},
    "#define CRYPTO_BYTES 32": {"CRYPTO_BYTES": "32"},
    "\r\n#define CRYPTO_BYTES 32\r\n": {"CRYPTO_BYTES": "32"},
    "  #  define\tCRYPTO_BYTES  32 \t\n": {"CRYPTO_BYTES": "32"},
    "#define CRYPTO_BYTES 32 /* bytes */ // of output\n": {"CRYPTO_BYTES": "32"},
    '/* Grøstl\n   "don\'t" */\n#define CRYPTO_VERSION "1 // 2 /*"\n': {
        "CRYPTO_VERSION": '"1 // 2 /*"'
    },
    "#define CRYPTO_A 0x10u\n#define CRYPTO_BYTES (CRYPTO_A*2)\n": {
        "CRYPTO_A": "0x10u",
        "CRYPTO_BYTES": "(CRYPTO_A*2)",
    },
    "#ifndef API_H\n#define API_H\n#define CRYPTO_BYTES 8\n#endif\n": {"CRYPTO_BYTES": "8"},
    "// x\n# ifndef __API_H__\n# define __API_H__\n#endif /* end */\n": {},
    "#ifndef api_h\n#define api_h\n#define CRYPTO_BYTES 8\n#endif\n": {"CRYPTO_BYTES": "8"},
    "": {},
}

NOT_PLAIN = [
    "#define crypto_hash(a, b, c) 0",
    "#define write mine",
    "#define cpucycles() 0",
    "#define CRYPTO_F(x) 1",
    "#define CRYPTO_F() 1",
    "#define CRYPTO_BYTES",
    "#define CRYPTO_BYTES 32;",
    "#define CRYPTO_BYTES 32 int x;",
    "#define CRYPTO_BYTES 1.5",
    "#define CRYPTO_BYTES 09",
    "#define CRYPTO_BYTES 1 / 0",
    "#define CRYPTO_BYTES 1 << 999999999",
    "#define CRYPTO_BYTES sizeof(int)",
    "#define CRYPTO_BYTES OTHER",
    "#define CRYPTO_BYTES CRYPTO_BYTES",
    "#define CRYPTO_BYTES (32",
    "#define CRYPTO_BYTES 'a'",
    '#define CRYPTO_VERSION "a\\"b"',
    '#define CRYPTO_VERSION "a',
    '#define CRYPTO_VERSION "a" "b"',
    '#define CRYPTO_VERSION "a" + 1',
    '#define CRYPTO_VERSION L"a"',
    "#define CRYPTO_BYTES " + "(" * 90 + "1" + ")" * 90,
    "#define CRYPTO_BYTES " + "9" * 5000,
    "#define CRYPTO_BYTES 65536 * 65536",
    "#undef CRYPTO_BYTES",
    "#include <stdio.h>",
    "#pragma once",
    '_Pragma("once")',
    '__asm__("nop");',
    "int crypto_hash(void);",
    "typedef int u;",
    "#if 1",
    "#endif",
    "#",
    "#error no",
    "#line 3",
    "%:define CRYPTO_BYTES 1",
    "??=define CRYPTO_BYTES 1",
    "// what??/",
    "// goes on \\",
    "#define CRYPTO_BYTES 3\\",
    "#define CRYPTO_BYTES 3\\ ",
    "/* no end",
    "/* no end /",
    "#define CRYPTO_BYTES 3 /* no end",
    "/",
    "\x00",
    "\x0c#define CRYPTO_BYTES 3",
    "#define CRYPTO_BYTES\x0b3",
    "// one\rint line;",
    "// one\u2028int line;",
    "// \u202edesrever",
    "\ufeff#define CRYPTO_BYTES 3",
    "#define CRYPTO_BYTES ３",
    "#define CRYPTO_BYTES 3²",
    "#define ＣRYPTO_BYTES 3",
    "/* */#define/* */CRYPTO_BYTES 3 */",
]


@pytest.mark.parametrize("text", PLAIN)
def test_a_plain_text_is_its_macros(text: str) -> None:
    assert plain_macros(text) == PLAIN[text]


@pytest.mark.parametrize("line", NOT_PLAIN)
def test_anything_else_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(ValueError, match=r"line 3: ") as refused:
        plain_macros(f"#define CRYPTO_X 1\n\n{line}\n")
    said = str(refused.value)
    assert said.isprintable()
    assert len(said) < 400


def test_a_macro_is_defined_once() -> None:
    with pytest.raises(ValueError, match=r"line 2: .*CRYPTO_BYTES is defined already"):
        plain_macros("#define CRYPTO_BYTES 32\n#define CRYPTO_BYTES 32\n")


@pytest.mark.parametrize(
    "name", ["crypto_hash", "write", "memcmp", "CRYPTO_BYTES", "crypto_hash_H"]
)
def test_an_include_guard_names_a_header(name: str) -> None:
    with pytest.raises(ValueError, match="line 1: "):
        plain_macros(f"#ifndef {name}\n#define {name}\n#define CRYPTO_X 8\n#endif\n")


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("32", 32),
        ("0x20", 32),
        ("040", 32),
        ("(256/8)", 32),
        ("1 << 5", 32),
        ("2 + 3 * 10", 32),
        ("-(7) / 2", -3),
        ("-7 % 2", -1),
        ("64 - 16 - 16", 32),
        ("CRYPTO_ONE * 32UL", 32),
        ("0", 0),
    ],
)
def test_a_value_means_what_it_means_in_c(value: str, number: int) -> None:
    macros = plain_macros(
        f'#define CRYPTO_ONE 1\n#define CRYPTO_VERSION "x"\n#define CRYPTO_BYTES {value}\n'
    )
    assert numbers_of(macros) == {"CRYPTO_ONE": 1, "CRYPTO_BYTES": number}


def test_macros_that_double_each_other_take_no_time() -> None:
    lines = [f"#define CRYPTO_{n + 1} {'+'.join([f'CRYPTO_{n}'] * 9)}" for n in range(500)]
    assert len(plain_macros("\n".join(["#define CRYPTO_0 0", *lines]))) == 501


@pytest.mark.parametrize("text", ["/* " * 21_000, "\n/*\n" * 16_000], ids=["line", "lines"])
def test_comments_that_do_not_end_take_no_time(text: str) -> None:
    with pytest.raises(ValueError, match=r"line [12]: .*: this comment does not end"):
        plain_macros(text)


def test_a_huge_text_is_refused() -> None:
    with pytest.raises(ValueError, match="longer than"):
        plain_macros("// x\n" * 100_000)
