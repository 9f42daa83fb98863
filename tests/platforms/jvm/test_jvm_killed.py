"""A run of Java that is killed: what it recorded is there, no JVM goes on, and the next run goes on from there."""

import shutil
import time
from pathlib import Path

import pytest

from tests.support import runs
from tests.support.runs import Bench

BAD = Path(__file__).resolve().parents[2] / "bad" / "crypto_hash" / "fnv1a64"
MOMENT = 0.5  # seconds after a fact was written


def has(bench: Bench, kind: str) -> bool:
    """Whether a fact of a kind is recorded."""
    return any(fact["kind"] == kind for fact in bench.facts())


@pytest.mark.long
@pytest.mark.usefixtures("sandbox")
def test_killed_in_each_of_its_stages_it_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    tree = tmp_path / "tree" / "crypto_hash" / BAD.name
    shutil.copytree(BAD / "java-ref", tree / "java-ref")
    for file in (one for one in BAD.iterdir() if one.is_file()):
        shutil.copy(file, tree)
    options = ("--profile", "quick", "--abi", "jvm-amd64")
    bench = Bench(tmp_path / "tree", tmp_path / "bench", options)
    for kind in ("build", "check", "timings"):
        before = bench.lines()
        process = bench.start("jvm", "fnv1a64/java-ref")
        assert runs.wait_for(process, lambda kind=kind: has(bench, kind))  # type: ignore[misc]
        time.sleep(MOMENT)
        runs.kill(process)
        process.communicate()
        assert runs.left_running(bench.place) == []
        assert bench.lines()[: len(before)] == before
    assert bench.run("jvm", "fnv1a64/java-ref").status == 0
    facts = bench.facts()
    assert runs.doubles(facts) == []
    assert all(has(bench, kind) for kind in ("build", "check", "timings", "winner"))
    assert bench.tail() == b""
