"""The generated headers give an implementation's names a name space of its own."""

import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.platforms.c import headers
from hashcop.platforms.c.source import unique_name
from hashcop.platforms.implementation import Implementation
from tests.support import trees

MakeTree = Callable[[dict[str, str]], Path]
SECURITY = "timingleaks"
UNIQUE = "crypto_hash_sum_a_b_c_timingleaks"
API = '#define CRYPTO_BYTES 7\n#define CRYPTO_VERSION "2"\n#define CRYPTO_X 9\n#define MY_CRYPTO_Y 8\n'


@pytest.fixture
def implementation(make_tree: MakeTree) -> Implementation:
    return trees.only(make_tree({"sum/a/b-c/api.h": API}))


def preprocessed(implementation: Implementation, place: Path, source: str) -> str:
    """The last line of a source after the preprocessor."""
    for name, text in headers.generated(implementation, SECURITY).items():
        (place / name).write_text(text)
    command = ["gcc", "-E", "-P", "-I.", *headers.macros(implementation, SECURITY), "-x", "c", "-"]
    done = subprocess.run(
        command, cwd=place, input=source, capture_output=True, text=True, check=True
    )
    return done.stdout.strip().splitlines()[-1]


def test_three_headers_are_made(implementation: Implementation) -> None:
    assert set(headers.generated(implementation, SECURITY)) == {
        "crypto_hash.h",
        "crypto_hash_sum.h",
        "crypto_hash_sum_publicinputs.h",
    }


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("crypto_hash", UNIQUE),
        ("crypto_hash_BYTES", "7"),
        ("crypto_hash_PRIMITIVE", '"sum"'),
        ("crypto_hash_IMPLEMENTATION", '"crypto_hash/sum/a/b-c"'),
        ("crypto_hash_VERSION", '"2"'),
        ("crypto_hash_sum", UNIQUE),
        ("crypto_hash_sum_BYTES", "7"),
        (f"{UNIQUE}_X", "9"),
        (f"{UNIQUE}_BYTES", "7"),
        ("MY_CRYPTO_Y", "8"),
        ("CRYPTO_X", "CRYPTO_X"),
        ("CRYPTO_NAMESPACETOP", UNIQUE),
        ("_CRYPTO_NAMESPACETOP", f"_{UNIQUE}"),
        ("CRYPTO_NAMESPACE(f)", f"{UNIQUE}_f"),
        ("_CRYPTO_NAMESPACE(f)", f"_{UNIQUE}_f"),
        ("CRYPTO_SHARED_NAMESPACE(f)", f"{UNIQUE}_f"),
        ("_CRYPTO_SHARED_NAMESPACE(f)", f"_{UNIQUE}_f"),
        ("CRYPTO_ALIGN(16)", "__attribute__((aligned(16)))"),
        ("SUPERCOP", "1"),
    ],
)
def test_a_name_means(
    implementation: Implementation, tmp_path: Path, written: str, meant: str
) -> None:
    assert preprocessed(implementation, tmp_path, f'#include "crypto_hash.h"\n{written}') == meant


@pytest.mark.parametrize("name", ["crypto_hash_sum", "crypto_hash_sum_publicinputs"])
def test_the_header_of_a_hash_serves_without_the_operations(
    implementation: Implementation, tmp_path: Path, name: str
) -> None:
    include = f'#include "{name}.h"\n'
    assert preprocessed(implementation, tmp_path, f"{include}{name}_BYTES") == "7"
    assert preprocessed(implementation, tmp_path, f"{include}{name}") == UNIQUE


@pytest.mark.parametrize(
    ("operation", "written", "meant"),
    [
        ("crypto_hashblocks", "crypto_hashblocks_STATEBYTES", "7"),
        ("crypto_hashblocks", "crypto_hashblocks_sum_BLOCKBYTES", "8"),
        ("crypto_core", "crypto_core_OUTPUTBYTES", "7"),
        ("crypto_xof", "crypto_xof_NOOVERLAP", "1"),
        ("crypto_core", "crypto_core_PRIMITIVE", '"sum"'),
        ("crypto_core", "crypto_core", "crypto_core_sum_x_timingleaks"),
    ],
)
def test_the_headers_of_a_subroutine_map_its_operations_names(
    tmp_path: Path, operation: str, written: str, meant: str
) -> None:
    place = tmp_path / operation / "sum" / "x"
    place.mkdir(parents=True)
    sizes = {"STATEBYTES": 7, "BLOCKBYTES": 8, "OUTPUTBYTES": 7, "NOOVERLAP": 1}
    lines = [f"#define CRYPTO_{name} {size}" for name, size in sizes.items()]
    (place / "api.h").write_text("\n".join(lines))
    implementation = Implementation("sum", "x", place, "c", operation)
    assert preprocessed(implementation, tmp_path, f'#include "{operation}.h"\n{written}') == meant


def test_headers_may_be_included_twice_and_together(
    implementation: Implementation, tmp_path: Path
) -> None:
    lines = [f'#include "{name}"' for name in headers.generated(implementation, SECURITY)] * 2
    source = "\n".join([*lines, "crypto_hash_BYTES"])
    assert preprocessed(implementation, tmp_path, source) == "7"


def test_a_version_that_is_not_given_is_a_dash(make_tree: MakeTree, tmp_path: Path) -> None:
    implementation = trees.only(make_tree({"sum/x/api.h": ""}))
    source = '#include "crypto_hash.h"\ncrypto_hash_VERSION'
    assert preprocessed(implementation, tmp_path, source) == '"-"'


def test_no_two_implementations_share_a_name(make_tree: MakeTree) -> None:
    names = ("ref", "ref2", "a/ref", "b/ref")
    (function,) = trees.functions(make_tree({f"sum/{name}/api.h": "" for name in names}))
    unique = {unique_name(implementation, SECURITY) for implementation in function.implementations}
    assert len(unique) == len(names)


def test_macros_are_words_for_a_shell(implementation: Implementation) -> None:
    macros = headers.macros(implementation, SECURITY)
    assert shlex.split(shlex.join(macros)) == macros
    assert all(re.match(r"-D\w+", macro) for macro in macros)
