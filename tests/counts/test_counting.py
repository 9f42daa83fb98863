"""`./do count`, as typed: what is shown and recorded, what is not done twice, and what is said without llvmlite."""

import json
from pathlib import Path

import pytest

from hashcop.counts import build, room, wheel
from hashcop.counts.build import Counting, NotCounted
from hashcop.data.files import read
from hashcop.data.records import Counts
from tests.conftest import MakeTree
from tests.counts.toys import CLASSES, TRAPS
from tests.support.typed import refused, typed

API = "#define CRYPTO_BYTES 16\n"
USES = """\
#include "crypto_hash.h"
#include "crypto_hash_lookup.h"
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long n) {
    return crypto_hash_lookup(out, in, n);
}
"""


@pytest.fixture
def tree(make_tree: MakeTree) -> Path:
    lookup = next(one for one in TRAPS if one.name == "lookup")
    add = next(one for one in CLASSES if one.name == "add")
    files = {"lookup/ref/hash.c": lookup.source, "uses/ref/hash.c": USES}
    files |= {"add/ref/hash.c": add.source, "add/asm/hash.S": "nop\n"}
    files |= {"add/cxx/hash.cpp": add.source}
    sized = {f"{name.rpartition('/')[0]}/api.h": API for name in files}
    sized |= {"add/cxx/api.h": "#if 1\n#define CRYPTO_BYTES sizeof(char[16])\n#endif\n"}
    return make_tree({**files, **sized})


def _rows(*words: object) -> list[dict[str, object]]:
    done = typed("count", "--json", *map(str, words))
    rows: list[dict[str, object]] = json.loads(done.out)
    return rows


def test_without_llvmlite_a_line_says_what_to_do(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wheel, "find", lambda: None)
    assert "bootstrap.py --count" in refused("count", "add", "--tree", tree)


def test_counts_are_recorded_and_not_made_twice(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if wheel.find() is None:
        pytest.skip(wheel.ADVICE)
    bench = ("--tree", tree, "--bench", tmp_path / "bench")
    rows = _rows(*bench)
    found = {f"{row['hash']}/{row['implementation']}": row for row in rows}
    assert found["add/asm"]["why"] == "assembly can't be counted"
    assert found["add/ref"]["operations"] == {"add32": 1, "load32": 1}
    assert found["add/cxx"]["operations"] == found["add/ref"]["operations"]
    # What a hash calls of the tree is part of it.
    assert found["uses/ref"]["operations"] == found["lookup/ref"]["operations"]
    assert found["uses/ref"]["subroutines"] == ["crypto_hash/lookup/ref"]
    (file,) = (tmp_path / "bench").glob("*/data.jsonl")
    recorded = [one for one in read(file) if isinstance(one, Counts)]
    assert {one.hash for one in recorded} == {"add", "lookup", "uses"}
    assert all(
        one.by_length[0][0] == 0 and one.method.startswith("1, llvmlite") for one in recorded
    )

    def again(*_: object) -> None:
        raise NotCounted("counted twice")

    monkeypatch.setattr(Counting, "counted", again)
    assert {row.get("why") for row in _rows(*bench)} == {None, "assembly can't be counted"}
    other = _rows("--tree", tree, "--bench", tmp_path / "other")
    assert "counted twice" not in {row.get("why") for row in other}
    assert "operations on data of a block" in typed("count", "add/ref", *map(str, bench)).out


def test_a_changed_program_is_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = build.own_digest()
    monkeypatch.setattr(build, "MAIN", Path(room.__file__))
    build.own_digest.cache_clear()
    assert build.own_digest() != before
    build.own_digest.cache_clear()
