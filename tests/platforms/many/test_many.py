"""Many messages at once from a tree to results: what is selected, timed and recorded, and what others see of it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop import ROOT
from hashcop.cli import names
from hashcop.data.records import OPERATION
from hashcop.engine import selection, tree
from hashcop.engine.selection import Place
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.many import PLATFORM
from hashcop.platforms.many.lane import LONG, MESSAGES, MOST, ManyLane
from hashcop.platforms.registry import named, platforms, usual
from tests.support.typed import refused, typed

MakeTree = Callable[[dict[str, str]], Path]
API = "#define CRYPTO_BYTES 32\n"
FILES = {
    "sum/ref/api.h": API,
    "sum/ref/hash.c": "",
    "sum/kat.tsv": "0\taa\n",
    "sum/description": "a sum",
    "../crypto_hashmany/sum/wide/api.h": API,
    "../crypto_hashmany/sum/wide/hash.c": "",
    "../crypto_hashmany/sum/lanes/api.h": API,
    "../crypto_hashmany/lanes/word.h": "",
}


def test_many_messages_are_measured_on_request_only() -> None:
    assert PLATFORM in platforms()
    assert PLATFORM not in usual()
    assert named(["many"]) == (PLATFORM,)
    assert {"c", "many"} <= set(names.platforms())


def test_a_walk_without_it_sees_nothing_of_it(make_tree: MakeTree) -> None:
    (found,) = tree.walk(make_tree(FILES))
    assert [one.path for one in found.implementations] == ["crypto_hash/sum/ref"]


def test_a_hash_has_its_implementations_and_what_is_known_elsewhere(make_tree: MakeTree) -> None:
    (found,) = tree.walk(make_tree(FILES), [PLATFORM])
    assert [one.path for one in found.implementations] == ["crypto_hashmany/sum/wide"]
    assert found.known_answers() == {0: "aa"}
    assert found.description == "a sum"
    assert found.one is not None
    assert [one.path for one in found.one.implementations] == ["crypto_hash/sum/ref"]


def test_both_together_are_told_apart(make_tree: MakeTree) -> None:
    functions = tree.walk(make_tree(FILES), [*usual(), PLATFORM])
    every = selection.selected(functions, selection.parse(["sum"], functions))
    assert [one.implementation.operation for one in every] == [OPERATION, PLATFORM.operation]
    (wide,) = selection.selected(functions, selection.parse(["sum/wide"], functions))
    assert wide.named and wide.implementation.platform == "many"


def test_a_path_says_which_operation_it_is_of(tmp_path: Path) -> None:
    place = tmp_path / "crypto_hashmany" / "sum" / "wide"
    assert selection.place_of(place) == Place(tmp_path, "crypto_hashmany", "sum/wide")


def test_lanes_and_bound_are_numbers_of_files(make_tree: MakeTree) -> None:
    where = make_tree(
        FILES | {f"../crypto_hashmany/sum/wide/{name}": t for name, t in SAID.items()}
    )
    (one,) = tree.walk(where, [PLATFORM])[0].implementations
    assert (one.lanes, one.bound({"Zen 4", "AMD"}), one.bound({"Zen 5"})) == (16, 0.79, 0.5)


SAID = {"lanes": "16\n", "bound": "0.79 Intel, Zen 4\n0.5 Zen 5\n"}


@pytest.mark.parametrize(
    ("lanes", "bound"),
    [("", ""), ("many", "fast Intel"), ("-1", "-2 Intel"), ("0", "1e9 Intel"), ("0", "1 AMD\n1")],
)
def test_what_is_no_number_says_nothing(make_tree: MakeTree, lanes: str, bound: str) -> None:
    more = {"../crypto_hashmany/sum/wide/lanes": lanes, "crypto_hashmany/sum/wide/bound": bound}
    (one,) = tree.walk(make_tree(FILES | more), [PLATFORM])[0].implementations
    assert (one.lanes, one.bound({"Intel"})) == (0, None)


def test_every_number_of_messages_has_a_table_and_no_curve_is_timed() -> None:
    lengths = ManyLane.lengths
    assert sorted(way.messages for way, _ in lengths.tables) == list(MESSAGES)
    assert lengths.trial.messages == lengths.for_table.messages == MOST
    assert (lengths.full, lengths.coarse) == ((), ())
    assert all(1536 in table for _, table in lengths.tables)
    assert LONG in lengths.table


def test_a_platform_stands_before_the_command() -> None:
    done = typed("many", "list", "--json", "sha256")
    assert done.status == 0, done.said
    found = {row["implementation"] for row in json.loads(done.out)}
    assert {"single", "generic-4", "avx512-16"} <= found
    assert "ref" not in found


def test_a_platform_may_be_added() -> None:
    done = typed("list", "--json", "--with", "many", "sha256")
    found = {row["implementation"] for row in json.loads(done.out)}
    assert {"ref", "single"} <= found


def test_a_platform_before_a_command_that_has_none_is_refused() -> None:
    for command in ("count", "doctor"):
        said = refused("many", command)
        assert f"the platform many is for run, check, race and list, not for {command}" in said


def test_no_platform_of_a_name_is_said() -> None:
    assert "many" in refused("run", "--with", "much")


def test_two_that_time_other_things_are_not_compared() -> None:
    said = refused("compare", "many:sha256/single", "sha256/ref")
    assert "both are to be of one platform" in said


def test_every_hash_of_the_tree_has_a_loop_to_be_held_against() -> None:
    functions = tree.walk(Path(__file__).parents[3], [PLATFORM])
    for function in functions:
        found = {one.name: one for one in function.implementations}
        assert "single" in found, function.name
        assert function.known_answers(), function.name
        for name, one in found.items():
            assert name == "single" or one.lanes, one.path


# The operations of SUPERCOP 20260330, from its file OPERATIONS: its tools look into no other directories.
SUPERCOP = (
    *("crypto_verify", "crypto_decode", "crypto_encode", "crypto_sort", "crypto_core"),
    *("crypto_hashblocks", "crypto_hash", "crypto_xof", "crypto_stream", "crypto_onetimeauth"),
    *("crypto_auth", "crypto_secretbox", "crypto_aead", "crypto_rng", "crypto_scalarmult"),
    *("crypto_box", "crypto_dh", "crypto_sign", "crypto_encrypt", "crypto_kem"),
)


def test_supercop_has_no_operation_of_that_name() -> None:
    assert PLATFORM.operation not in SUPERCOP
    assert OPERATION in SUPERCOP


def test_a_library_of_the_fastest_implementation_of_one_message_is_linked_too(
    tmp_path: Path, verdicts: Callable[..., dict[str, dict[str, Any]]], native: Target
) -> None:
    if "libgcrypt" not in native.libraries:
        pytest.skip("no libgcrypt")
    for where, name in (("crypto_hash", "libgcrypt"), ("crypto_hashmany", "single")):
        shutil.copytree(ROOT / where / "sha256" / name, tmp_path / where / "sha256" / name)
    shutil.copy(ROOT / "crypto_hash/sha256/kat.tsv", tmp_path / "crypto_hash/sha256")
    words = ("--tree", tmp_path, "--abi", native.name, "--profile", "quick", "--time-limit", 3)
    (row,) = verdicts("borrowed", *words, platform="many").values()
    assert (row["implementation"], row["verdict"], row["reasons"]) == ("single", "right", [])


def test_architectures_have_the_names_that_single_messages_have() -> None:
    """A word that names none leaves an implementation out everywhere, without a complaint."""

    def named_in(operation: str) -> set[str]:
        files = (ROOT / operation).glob("*/*/architectures")
        return {word for file in files for word in file.read_text().split()}

    assert named_in("crypto_hashmany") <= named_in("crypto_hash")
