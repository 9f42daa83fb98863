"""What C reads from a directory: its sources, and what it says of itself."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.platforms.c import PLATFORM
from hashcop.platforms.c.source import Source, header_of, unique_name
from hashcop.platforms.door import Need
from tests.support import trees

MakeTree = Callable[[dict[str, str]], Path]


def only(where: Path) -> Source:
    return Source(trees.only(where))


# What is compiled


def test_sources_are_the_compilable_files_directly_in_the_directory(make_tree: MakeTree) -> None:
    files = ("b.c", "a.s", "c.S", "d.h", "e.txt", "Makefile", "sub/f.c", "g.C", "h.c.orig")
    where = make_tree({"sum/ref/api.h": ""} | {f"sum/ref/{name}": "" for name in files})
    assert only(where).sources == ("a.s", "b.c", "c.S")
    assert not only(where).is_cxx
    assert PLATFORM.language(trees.only(where)) == "C"


def test_a_directory_named_like_a_source_is_none(make_tree: MakeTree) -> None:
    where = make_tree({"sum/ref/api.h": "", "sum/ref/dir.c/x.h": "", "sum/ref/x.c": ""})
    assert only(where).sources == ("x.c",)


def test_a_source_may_be_a_link_and_a_link_that_leads_nowhere_is_none(make_tree: MakeTree) -> None:
    files = {"sum/ref/api.h": "", "sum/ref/a.c": "-> b.c", "sum/ref/b.c": "int x;"}
    where = make_tree(files | {"sum/ref/c.c": "-> nowhere.c", "sum/ref/d.c": "-> d.c"})
    assert only(where).sources == ("a.c", "b.c")


@pytest.mark.parametrize("suffix", [".cc", ".cpp"])
def test_one_cxx_file_makes_the_whole_implementation_cxx(make_tree: MakeTree, suffix: str) -> None:
    where = make_tree({"sum/x/api.h": "", "sum/x/a.c": "", f"sum/x/b{suffix}": ""})
    assert only(where).is_cxx
    assert PLATFORM.language(trees.only(where)) == "C++"


def test_a_cxx_file_in_a_subdirectory_makes_nothing_cxx(make_tree: MakeTree) -> None:
    where = make_tree({"sum/x/api.h": "", "sum/x/a.c": "", "sum/x/sub/b.cc": ""})
    assert not only(where).is_cxx


# What it says of itself


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("amd64\nx86\n", {"amd64", "x86"}),
        ("amd64 x86", {"amd64", "x86"}),
        ("amd64\r\nx86\r\n", {"amd64", "x86"}),
        ("", set()),
    ],
)
def test_architectures_are_words(make_tree: MakeTree, text: str, expected: set[str]) -> None:
    where = make_tree({"sum/x/api.h": "", "sum/x/architectures": text})
    assert PLATFORM.architectures(trees.only(where)) == frozenset(expected)


def test_without_a_file_of_architectures_it_is_for_all(make_tree: MakeTree) -> None:
    assert PLATFORM.architectures(trees.only(make_tree({"sum/x/api.h": ""}))) is None


def test_the_unique_name_is_the_path_and_the_class(make_tree: MakeTree) -> None:
    found = trees.only(make_tree({"sum/gil/single-file.v2/api.h": ""}))
    expected = "crypto_hash_sum_gil_single_file_v2_timingleaks"
    assert unique_name(found, "timingleaks") == expected


@pytest.mark.parametrize(
    ("line", "defined"),
    [
        ("#define CRYPTO_BYTES 32", True),
        ("  #  define\tCRYPTO_BYTES 32", True),
        ("#define CRYPTO_BYTES64 32", False),
        ("/* CRYPTO_BYTES */", False),
        ("// #define CRYPTO_BYTES 32", False),
        ("#define crypto_bytes 32", False),
    ],
)
def test_an_api_h_defines_the_output_size(make_tree: MakeTree, line: str, defined: bool) -> None:
    where = make_tree({"sum/x/api.h": f"\n{line}\n"})
    assert only(where).missing_sizes == ([] if defined else ["CRYPTO_BYTES"])


def test_an_api_h_may_leave_the_output_size_to_a_file_it_includes(make_tree: MakeTree) -> None:
    assert only(make_tree({"sum/x/api.h": '#include "sizes.h"\n'})).missing_sizes == []


@pytest.mark.parametrize(
    ("text", "version"), [('#define CRYPTO_VERSION "1.0 (x)"\n', "1.0 (x)"), ("", "")]
)
def test_an_api_h_may_have_a_version(make_tree: MakeTree, text: str, version: str) -> None:
    assert only(make_tree({"sum/x/api.h": f"{text}\n"})).version == version


def test_an_api_h_may_hold_bytes_of_any_encoding(make_tree: MakeTree) -> None:
    where = make_tree({"sum/x/api.h": ""})
    (where / "crypto_hash/sum/x/api.h").write_bytes(b"/* Gr\xf8stl */\n#define CRYPTO_BYTES 1\n")
    assert only(where).missing_sizes == []


# What it includes


def test_includes_are_those_of_all_its_files(make_tree: MakeTree) -> None:
    where = make_tree({"sum/x/api.h": "", "sum/x/sub/y.h": '  # include "z.h"\n'})
    make_tree({"sum/x/a.c": "#include <openssl/evp.h>\n// #include <no.h>\nint include;\n"})
    assert only(where).includes == {"openssl/evp.h", "z.h"}


def test_what_it_includes_of_other_operations_it_needs(make_tree: MakeTree) -> None:
    lines = ("crypto_core_salsa20.h", "crypto_hash_sum.h", "crypto_hash_other_publicinputs.h")
    text = "".join(f'#include "{line}"\n' for line in lines)
    where = make_tree({"sum/x/api.h": "", "sum/x/a.c": text})
    needs = only(where).needs
    assert needs == (Need("crypto_core", "salsa20"), Need("crypto_hash", "other", True))
    assert [header_of(need) for need in needs] == [lines[0], lines[2]]


def test_a_header_that_it_brings_itself_is_no_need(make_tree: MakeTree) -> None:
    files = {"sum/x/a.c": '#include "crypto_core_salsa20.h"\n', "sum/x/crypto_core_salsa20.h": ""}
    assert only(make_tree({"sum/x/api.h": ""} | files)).needs == ()


def test_an_implementation_is_one_of_c_by_its_api_h() -> None:
    assert PLATFORM.claims(frozenset({"api.h", "hash.c"}))
    assert not PLATFORM.claims(frozenset({"hash.c", "Hash.java"}))
