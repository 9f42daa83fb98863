"""A hash whose checksums nobody knows: its implementations are held against each other."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.results.agreement import Opinion, compare

MakeTree = Callable[[dict[str, str]], Path]
HEAD = '#include "crypto_hash.h"\n'
ENTRY = "int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen)"


def opinion(name: str, function: int, **digests: str) -> Opinion:
    return Opinion(name, (f"small{function}", f"big{function}"), digests)


def test_nobody_has_no_agreement() -> None:
    assert compare([]) is None


def test_one_can_not_be_held_against_anything() -> None:
    found = compare([opinion("ref", 1), opinion("ref", 1)])
    assert found and found.is_unanimous
    assert found.words == "one implementation, which nothing can be held against"


def test_all_agree() -> None:
    found = compare([opinion("ref", 1), opinion("fast", 1)])
    assert found and found.is_unanimous
    assert found.words == "all 2 implementations agree"
    assert found.camps[0].checksums == ("small1", "big1")


def test_camps_are_named_the_largest_first_with_the_first_length_that_tells_them_apart() -> None:
    found = compare(
        [
            opinion("odd", 2, **{"0": "aa", "10": "bb", "9": "xx"}),
            opinion("ref", 1, **{"0": "aa", "10": "cc", "9": "xx"}),
            opinion("fast", 1, **{"0": "aa", "10": "cc", "9": "xx"}),
        ]
    )
    assert found and not found.is_unanimous
    assert found.differ_at == 10
    said = "2 different functions, first for a message of 10 bytes: fast, ref against odd"
    assert found.words == said


def test_lengths_are_numbers_and_not_words() -> None:
    one, other = {"9": "a", "10": "a"}, {"9": "b", "10": "b"}
    found = compare([opinion("a", 1, **one), opinion("b", 2, **other)])
    assert found and found.differ_at == 9


def test_an_implementation_whose_builds_differ_is_in_two_camps() -> None:
    found = compare([opinion("ref", 1), opinion("ref", 2)])
    assert found and [camp.implementations for camp in found.camps] == [("ref",), ("ref",)]


def summing(start: str) -> str:
    return f"""{HEAD}{ENTRY} {{
    unsigned char sum = {start};
    for (unsigned long long i = 0; i < inlen; ++i) sum = (unsigned char)(sum * 5 + in[i]);
    out[0] = sum;
    return 0;
}}
"""


@pytest.fixture
def checked(do: Callable[..., Any], native: Any, tmp_path: Path) -> Callable[..., Any]:
    """checked(tree, ...): what `./do check` says of it."""

    def run(where: Path, *words: str) -> Any:
        fixed = ("--tree", where, "--bench", tmp_path / "bench", "--abi", native.abi)
        return do("check", "--profile", "quick", *fixed, *words)

    return run


def tree_of(make_tree: MakeTree, **starts: str) -> Path:
    files = {f"sum/{name}/hash.c": summing(start) for name, start in starts.items()}
    return make_tree(files | {f"sum/{name}/api.h": "" for name in starts})


def test_two_functions_under_one_name_are_found(
    make_tree: MakeTree, checked: Callable[..., Any], tmp_path: Path
) -> None:
    where = tree_of(make_tree, ref="0", same="0", odd="inlen > 20")
    done = checked(where, "--json", "--write-checksums")
    words = "2 different functions, first for a message of 21 bytes: ref, same against odd"
    assert f"has no checksums to compare with: {words}" in done.stderr
    assert f"no checksums written for sum: {words}" in done.stderr
    assert not (where / "crypto_hash/sum/checksumsmall").exists()
    assert {row["verdict"] for row in json.loads(done.stdout)} == {"ok"}


def test_what_all_agree_on_is_written_on_demand_and_then_holds(
    make_tree: MakeTree, checked: Callable[..., Any]
) -> None:
    where = tree_of(make_tree, ref="0", same="0")
    place = where / "crypto_hash" / "sum"
    assert "all 2 implementations agree" in checked(where).stdout
    assert not (place / "checksumbig").exists()
    assert "wrote checksumsmall and checksumbig" in checked(where, "--write-checksums").stdout
    assert all(len((place / f"checksum{w}").read_text()) == 65 for w in ("small", "big"))
    (place / "odd").mkdir()
    (place / "odd/api.h").write_text("#define CRYPTO_BYTES 1\n")
    (place / "odd/hash.c").write_text(summing("inlen == 4000"))
    done = checked(where, "--json")
    rows = {row["implementation"]: row for row in json.loads(done.stdout)}
    assert rows["ref"]["verdict"] == rows["same"]["verdict"] == "ok"
    assert rows["odd"]["verdict"] in ("ok", "failed")
    assert "no checksums written" in checked(where, "--write-checksums").stdout


def test_writing_checksums_is_for_check(do: Callable[..., Any]) -> None:
    done = do("run", "--write-checksums")
    assert done.returncode == 2
    assert "--write-checksums is for check, not for run" in done.stderr
