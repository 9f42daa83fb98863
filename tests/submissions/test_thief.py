"""A submission that looks for the secrets of a lab finds none, and is refused for trying."""

import json
from pathlib import Path

import pytest

from hashcop import ROOT
from tests.support import runs
from tests.support.runs import Bench

SECRET = "hush-4f1b7c"
pytestmark = pytest.mark.usefixtures("sandbox")


def test_what_a_thief_looks_for_is_in_nothing_that_it_could_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs.implementation(tmp_path / "tree", "ref")
    bench = Bench(tmp_path / "tree", tmp_path / "bench")
    for place in (bench.tree, tmp_path, bench.place):
        (place / ".lab").mkdir(parents=True, exist_ok=True)
        (place / ".lab" / "worker.json").write_text(f'{{"password": "{SECRET}"}}')
    monkeypatch.setenv("LAB_PASSWORD", SECRET)
    done = bench.run("submit", str(ROOT / "tests" / "bad" / "thief"), "--json")
    (row,) = json.loads(done.out)
    assert (done.status, row["outcome"]) == (1, "wrong"), row
    (one, *_) = row["implementations"]
    assert "used a kernel interface that a hash function has no need for: socket" in one["why"]
    said = [done.out, done.said]
    said += [
        file.read_text(errors="replace")
        for file in bench.place.rglob("*")
        if file.is_file() and file.parent.name != ".lab"
    ]
    assert not any(SECRET in text for text in said)
