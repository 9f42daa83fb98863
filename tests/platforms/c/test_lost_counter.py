"""A counter that worked when the machine was examined, and works no more: nobody else is blamed for it."""

import json
from pathlib import Path

import pytest

from hashcop.platforms.c.tools.toolchain import KEPT
from tests.conftest import Once
from tests.support import runs
from tests.support.runs import Bench

pytestmark = pytest.mark.usefixtures("sandbox")


@pytest.fixture(scope="session")
def checked(once: Once) -> Bench:
    """A bench that has built and checked; for copying only."""

    def make(place: Path) -> None:
        runs.implementation(place / "tree", "ref")
        assert Bench(place / "tree", place / "bench").run("check").status == 0

    place = once("checked", make)
    return Bench(place / "tree", place / "bench")


def rename_counters(bench: Bench, name: str) -> None:
    """The counter that was found to be the best gets another name."""
    (kept,) = (bench.cache / "found" / "c").glob(KEPT)
    rows = json.loads(kept.read_text())
    for target in rows["targets"]:
        target["counter"]["name"] = name
    kept.write_text(json.dumps(rows))


@pytest.fixture
def lost(checked: Bench, tmp_path: Path) -> Bench:
    """A bench that has built and checked, and whose counter is gone."""
    bench = checked.copy(tmp_path)
    rename_counters(bench, "x86-gone")
    return bench


def test_a_run_whose_counter_is_lost_blames_no_implementation_and_the_next_goes_on(
    lost: Bench,
) -> None:
    done = lost.run("race")
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
    added = lost.added(lambda: lost.run("race"))
    counters = [fact["counter"] for fact in added if fact["kind"] == "machine"]
    assert {counter[runs.native_abi()]["name"] == "x86-gone" for counter in counters} == {False}
    assert {"trial", "winner"} <= {fact["kind"] for fact in added}
    assert not {"build", "check"} & {fact["kind"] for fact in added}


def test_what_was_timed_by_another_counter_is_timed_again(checked: Bench, tmp_path: Path) -> None:
    """Its timings are in another unit."""
    bench = checked.copy(tmp_path)
    assert bench.run("race").status == 0
    rename_counters(bench, "clock-monotonic")
    kinds = [fact["kind"] for fact in bench.adds("race")]
    assert "build" not in kinds and "check" not in kinds
    assert "trial" in kinds
    assert kinds.count("winner") == sum(f["kind"] == "winner" for f in bench.facts()) / 2
    assert runs.doubles(bench.facts()) == []
    assert bench.adds("race") == []
