"""Reasons of failed builds: from captured words of compilers and linkers to the cause, in words for the author."""

from pathlib import Path

import pytest

from hashcop.data.said import first_error, kind
from hashcop.platforms.c.causes import Linked, of_compiling, of_linking

SAID = Path(__file__).parent / "said"
HASH = "int crypto_hash(int n) { return n; }\n"


def said(name: str) -> str:
    """Captured words."""
    return (SAID / f"{name}.txt").read_text()


def linked(*files: str, **more: object) -> Linked:
    """What was linked of files without text, unless `texts` has it."""
    texts = dict.fromkeys(files, "")
    fields = {"target": "amd64", "function": "crypto_hash", "plain": "crypto_hash", "texts": texts}
    return Linked(**(fields | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "flags", "cause"),
    [
        (
            "ssse3-gcc",
            ["-O2"],
            "shuffle.c:3:12: error: needs ssse3 instructions (‘_mm_shuffle_epi8’), which these options do not allow",
        ),
        (
            "ssse3-clang",
            ["-O2"],
            "shuffle.c:3:12: error: needs ssse3 instructions (‘_mm_shuffle_epi8’), which these options do not allow",
        ),
        (
            "xop-gcc",
            ["-march=native"],
            "xop.c:5:5: error: needs xop instructions (‘_mm_perm_epi8’), which -march=native does not allow on this "
            "processor",
        ),
        (
            "xop-clang",
            ["-march=native"],
            "xop.c:5:38: error: needs xop instructions (‘_mm_perm_epi8’), which -march=native does not allow on this "
            "processor",
        ),
        (
            "builtin-clang",
            ["-O2"],
            "builtin.c:3:55: error: needs xop instructions (‘__builtin_ia32_vprotd’), which these options do not allow",
        ),
        (
            "32-bit-gcc",
            [],
            "narrow.S:3: error: the assembly is for 32-bit x86, and not for amd64; a file ‘architectures’ with the "
            "line x86 says so",
        ),
        (
            "32-bit-clang",
            [],
            "narrow.S:3: error: the assembly is for 32-bit x86, and not for amd64; a file ‘architectures’ with the "
            "line x86 says so",
        ),
        (
            "altivec-clang",
            [],
            'altivec.c:1: error: in the header altivec.h: "AltiVec support not enabled"',
        ),
    ],
)
def test_a_compiler_that_fails(name: str, flags: list[str], cause: str) -> None:
    assert of_compiling(said(name), flags, "amd64", "4 GiB") == cause


@pytest.mark.parametrize(("name", "place"), [("ssse3", "shuffle.c"), ("xop", "xop.c")])
def test_compilers_that_say_the_same_in_other_words_are_grouped(name: str, place: str) -> None:
    causes = [of_compiling(said(f"{name}-{by}"), [], "amd64", "") for by in ("gcc", "clang")]
    assert {kind(cause) for cause in causes} == {
        f"needs {name} instructions (‘…’), which these options do not allow"
    }
    assert all(cause.startswith(place) for cause in causes)


def test_what_is_not_recognised_stays_as_the_compiler_has_it() -> None:
    words = said("altivec-gcc")
    assert of_compiling(words, [], "amd64", "") == first_error(words)
    assert of_linking("ld: cannot find -lnothing: error", linked("hash.c")).startswith("ld: cannot")


def test_32_bit_assembly_is_no_fault_on_x86() -> None:
    words = said("32-bit-gcc")
    assert of_compiling(words, [], "x86", "") == first_error(words)


def test_memory_that_a_compiler_lacks() -> None:
    words = "cc1: out of memory allocating 65536 bytes after a total of 4096 bytes"
    assert of_compiling(words, [], "amd64", "4 GiB").startswith(
        "the compiler ran out of memory: it may use 4 GiB, which is fixed"
    )


@pytest.mark.parametrize(
    ("name", "files", "cause"),
    [
        (
            "absolute-gcc",
            ["absolute.s", "two.c"],
            "absolute.s is not position independent, as all programs here are: it uses absolute addresses in the "
            "section ‘.data’: write them relative to %rip",
        ),
        (
            "uses-gcc",
            ["uses.c", "two.c"],
            "neither a file nor a library defines ‘elsewhere’, which uses.c uses",
        ),
        (
            "twice-gcc",
            ["one.c", "two.c"],
            "one.c defines ‘main’, as the harness does: make it static, or name it otherwise",
        ),
        (
            "nothing-gcc",
            ["nothing.c"],
            "all sources are empty for amd64 with these options",
        ),
    ],
)
def test_a_linker_that_fails(name: str, files: list[str], cause: str) -> None:
    assert of_linking(said(name), linked(*files)) == cause


def test_names_that_two_files_define() -> None:
    only = "\n".join(line for line in said("twice-gcc").splitlines() if "main" not in line)
    cause = "‘table’ is defined more than once: in two.c and in one.c"
    assert of_linking(only, linked("one.c", "two.c")) == cause


def test_a_condition_that_the_compiler_does_not_meet_is_named() -> None:
    text = "#include <stdint.h>\n#if defined(__ARM_NEON) && defined(__GNUC__)\n" + HASH + "#endif\n"
    found = linked(texts={"nothing.c": text}, predefined={"__GNUC__"})
    assert of_linking(said("nothing-gcc"), found) == (
        "all sources are empty for amd64 with these options: nothing.c:2 asks for ‘__ARM_NEON’, "
        "which the compiler does not define with them"
    )


@pytest.mark.parametrize(
    ("defined", "cause"),
    [
        ({"other"}, "no file defines crypto_hash for amd64 with these options"),
        ({"_Z11crypto_hashPh"}, "crypto_hash is a function of C++: declare it extern"),
        ({"crypto_hash"}, "crypto_hash is defined under this name, and not under that of"),
    ],
)
def test_the_function_that_nothing_defines(defined: set[str], cause: str) -> None:
    assert of_linking(said("nothing-gcc"), linked("hash.c", defined=defined)).startswith(cause)


def test_links_to_no_file_are_named() -> None:
    cause = of_linking(said("uses-gcc"), linked("uses.c", lost=["rounds.s"]))
    assert cause.endswith("; ‘rounds.s’ leads to no file")


def test_macros_in_assembly_that_is_not_preprocessed() -> None:
    texts = {"two.c": "", "macro.s": "#define room -56(%rsp)\n"}
    assert of_linking(said("macro-gcc"), linked(texts=texts)) == (
        "macro.s defines ‘room’ by #define, but a file named .s is not preprocessed: name it .S"
    )
    assert of_linking(said("macro-gcc"), linked("two.c", "macro.s")) == (
        "neither a file nor a library defines ‘room’, which macro.s uses"
    )
