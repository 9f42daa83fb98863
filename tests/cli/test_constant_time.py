"""`./do check --constant-time`: what depends on the message, as people and programs are told."""

import io
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from hashcop.cli import claims
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.secret import memcheck
from hashcop.platforms.c.tools import compilers
from tests.support.lanes import lane

__all__ = ["lane"]
Do = Callable[..., "subprocess.CompletedProcess[str]"]
SUM = """#include "crypto_hash.h"
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    static volatile unsigned char table[256]; /* zeros: what looks at it is right as well */
    unsigned char sum = table[0];
    for (unsigned long long i = 0; i < inlen; ++i) sum = (unsigned char)(sum * 5 + in[i]);
    out[0] = (unsigned char)(sum LEAK);
    return 0;
}
"""
GOALS = ("goal-constbranch", "goal-constindex")


def put(tree: Path, name: str, leak: str, *goals: str) -> None:
    place = tree / "crypto_hash" / "sum" / name
    place.mkdir(parents=True)
    (place / "api.h").write_text("#define CRYPTO_BYTES 1\n")
    (place / "hash.c").write_text(SUM.replace("LEAK", leak))
    for goal in goals:
        (place / goal).touch()


@pytest.mark.skipif(not memcheck.version(), reason="valgrind is not installed")
def test_it_names_what_depends_on_the_message(do: Do, tmp_path: Path, lane: CLane) -> None:
    native = next(abi.name for abi in compilers.abis() if abi.is_ours)
    put(tmp_path, "honest", "", *GOALS)
    put(tmp_path, "leaky", "^ table[sum]")
    words = ["check", "--constant-time", "--abi", native, "--profile", "quick"]
    where = ["--tree", tmp_path, "--bench", tmp_path / "bench", "--cache", lane.place.cache]
    said = do(*words, *where, "--json")
    assert said.returncode == 0, said.stderr  # what fails claims nothing
    rows = {row["implementation"]: row for row in json.loads(said.stdout)}
    assert {name: (r["verdict"], r["claimed"]) for name, r in rows.items()} == {
        "honest": ("pass", True),
        "leaky": ("fail", False),
    }
    assert rows["leaky"]["where"] == ["hash.c:6: an address depends on the message"]
    put(tmp_path, "liar", "^ table[sum]", *GOALS)
    done = do(*words, *where)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if re.match("fail .*sum/liar", line))
    assert lines[at].startswith("fail ") and "claimed, valgrind" in lines[at]
    assert lines[at + 1].strip() == "hash.c:6: an address depends on the message"


@pytest.mark.parametrize("other", ["--sanitize", "--write-checksums"])
def test_it_is_one_check_of_several(do: Do, other: str) -> None:
    done = do("check", "--constant-time", other)
    assert done.returncode == 2
    assert f"--constant-time and {other} are two checks" in done.stderr


def test_what_no_tool_can_judge_shares_a_line() -> None:
    row = {"hash": "sum", "abi": "amd64", "verdict": "error", "lacks": "no watcher is installed"}
    said = io.StringIO()
    claims.show(
        [row | {"implementation": f"x{n}"} for n in range(50)], Console(file=said, width=200)
    )
    assert said.getvalue() == (
        "no verdict on sum/x0 amd64, sum/x1 amd64, sum/x2 amd64 and 47 more: no watcher is installed\n"
    )
