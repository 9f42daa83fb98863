"""A counter that worked when the machine was examined, and works no more: nobody else is blamed for it."""

import json
from pathlib import Path

import pytest

from hashcop.platforms.c.tools.toolchain import KEPT
from tests.support import runs
from tests.support.runs import Bench

pytestmark = pytest.mark.usefixtures("sandbox")


@pytest.fixture
def lost(tmp_path: Path) -> Bench:
    """A bench that has built and checked, and whose counter there is no more."""
    runs.implementation(tmp_path / "tree", "ref")
    bench = Bench(tmp_path / "tree", tmp_path / "bench")
    assert bench.run("check").status == 0
    (kept,) = bench.cache.glob(KEPT)
    rows = json.loads(kept.read_text())
    for target in rows["targets"]:
        target["counter"]["name"] = "x86-gone"
    kept.write_text(json.dumps(rows))
    return bench


def test_a_run_whose_counter_is_lost_says_so_and_blames_no_implementation(lost: Bench) -> None:
    done = lost.run()
    assert done.status == 2
    assert "the counter x86-gone works no more: there is no counter of that name" in done.said
    assert "./do tries all counters again" in done.said
    assert {fact["kind"] for fact in lost.facts()} <= {
        "machine",
        "hash",
        "build",
        "check",
        "conditions",
    }
    assert all(fact["outcome"] == "right" for fact in lost.facts() if fact["kind"] == "check")


def test_the_next_run_goes_on_with_a_counter_that_works(lost: Bench) -> None:
    lost.run()
    added = lost.added(lambda: lost.run())
    counters = [fact["counter"] for fact in added if fact["kind"] == "machine"]
    assert {counter[runs.native_abi()]["name"] == "x86-gone" for counter in counters} == {False}
    assert {"trial", "winner", "timings"} <= {fact["kind"] for fact in added}
    assert not {"build", "check"} & {fact["kind"] for fact in added}


def test_what_was_timed_by_another_counter_is_timed_again(tmp_path: Path) -> None:
    """Its timings are of another unit."""
    runs.implementation(tmp_path / "tree", "ref")
    bench = Bench(tmp_path / "tree", tmp_path / "bench")
    assert bench.run().status == 0
    (kept,) = bench.cache.glob(KEPT)
    rows = json.loads(kept.read_text())
    for target in rows["targets"]:
        target["counter"]["name"] = "clock-monotonic"
    kept.write_text(json.dumps(rows))
    kinds = [fact["kind"] for fact in bench.adds()]
    assert "build" not in kinds and "check" not in kinds
    assert kinds.count("timings") == sum(f["kind"] == "timings" for f in bench.facts()) / 2
    assert runs.doubles(bench.facts()) == []
    assert bench.adds() == []
