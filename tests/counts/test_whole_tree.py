"""The whole tree: everything portable is counted, with right digests, and blocks are those of the definitions."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.counts import wheel
from hashcop.results.hashes import facts


@pytest.mark.long
def test_every_portable_implementation_is_counted(
    do: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    if wheel.find() is None:
        pytest.skip(wheel.ADVICE)
    rows = json.loads(do("count", "--json", "--bench", tmp_path, seconds=280).stdout)
    assert len({row["hash"] for row in rows}) >= 55
    assert [row for row in rows if "why" in row] == []
    tree_hashes = ("blake3",)  # of which the chunk is found
    for row in rows:
        block = facts(row["hash"]).block
        if block and row["hash"] not in tree_hashes:
            assert row["block"] % block == 0, (row["hash"], row["implementation"])
