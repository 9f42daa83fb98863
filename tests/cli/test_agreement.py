"""`./do check` on a hash whose checksums nobody knows: its implementations are compared with each other."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support import runs

MakeTree = Callable[[dict[str, str]], Path]
HEAD = '#include "crypto_hash.h"\n'
ENTRY = "int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen)"


def summing(start: str) -> str:
    return f"""{HEAD}{ENTRY} {{
    unsigned char sum = {start};
    for (unsigned long long i = 0; i < inlen; ++i) sum = (unsigned char)(sum * 5 + in[i]);
    out[0] = sum;
    return 0;
}}
"""


@pytest.fixture
def checked(do: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    """checked(tree, ...): what `./do check` says of it."""

    def run(where: Path, *words: str) -> Any:
        fixed = ("--tree", where, "--bench", tmp_path / "bench", "--abi", runs.native_abi())
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
    assert {row["verdict"] for row in json.loads(done.stdout)} == {"right"}


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
    # The checksums may see it; if not, nobody knows who is right.
    is_seen = rows["odd"]["verdict"] == "wrong"
    assert rows["ref"]["verdict"] == rows["same"]["verdict"] == ("right" if is_seen else "disputed")
    assert is_seen or rows["odd"]["verdict"] == "disputed"
    assert "no checksums written" in checked(where, "--write-checksums").stdout


def test_writing_checksums_is_for_check(do: Callable[..., Any]) -> None:
    done = do("run", "--write-checksums")
    assert done.returncode == 2
    assert "--write-checksums is for check, not for run" in done.stderr
