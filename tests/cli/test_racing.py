"""`./do race`, first answers and --watch on real C code, in processes of their own."""

import json
import signal
import threading
from pathlib import Path

import pytest

from hashcop.engine import messages
from tests.support import runs
from tests.support.runs import Bench

ABI = runs.native_abi()
EDIT = "int more(void);\nint more(void) { return 1; }\n"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """ref and slow, with the profile `quick` and nothing recorded."""
    for name, text in (("ref", None), ("slow", runs.SLOW)):
        runs.implementation(tmp_path / "tree", name, text)
    return Bench(tmp_path / "tree", tmp_path / "bench")


def builds(bench: Bench) -> list[runs.Fact]:
    return [fact for fact in bench.facts() if fact["kind"] == "build"]


def test_a_race_names_the_fastest_first_and_measures_nothing(bench: Bench) -> None:
    done = bench.run("race", "--json")
    assert done.status == 0
    first, second = json.loads(done.out)
    assert (first["implementation"], second["implementation"]) == ("ref", "slow")
    assert first["cycles"] * 2 < second["cycles"]
    assert first["options"][0] in ("gcc", "clang") and first["abi"] == ABI
    found = [fact["kind"] for fact in bench.facts()]
    assert found.count("winner") == 2 and "timings" not in found
    assert not (bench.place / "html").exists()
    table = bench.run("race").out
    assert table.index("ref") < table.index("slow") and "1536" in table


def test_a_race_where_something_named_is_wrong_has_status_1(bench: Bench) -> None:
    runs.implementation(bench.tree, "wrong", runs.WRONG)
    assert bench.run("race", "sha256/wrong").status == 1
    assert bench.run("race").status == 0


# Watching


def test_each_time_a_file_is_saved_it_is_measured_again(bench: Bench) -> None:
    watching = bench.start("sha256/ref", "--watch")
    said: list[str] = []
    assert watching.stdout is not None
    reading = threading.Thread(target=said.extend, args=(watching.stdout,))
    reading.start()
    ends = f"{messages.watching()}\n"
    try:
        assert runs.wait_for(watching, lambda: said.count(ends) == 1)
        source = bench.tree / "crypto_hash" / "sha256" / "ref" / "hash.c"
        source.write_text(source.read_text() + EDIT)
        assert runs.wait_for(watching, lambda: said.count(ends) == 2)
        assert f"{source} was saved\n" in said
        assert len({fact["sources"] for fact in builds(bench)}) == 2
    finally:
        watching.send_signal(signal.SIGINT)
        status = watching.wait(30)
        reading.join()
        watching.communicate()
    assert status == 130
    assert not runs.left_running(bench.place)


def test_a_run_that_still_goes_on_gives_way_to_what_was_saved(bench: Bench) -> None:
    watching = bench.start("sha256/ref", "--watch")
    source = bench.tree / "crypto_hash" / "sha256" / "ref" / "hash.c"
    try:
        assert runs.wait_for(watching, lambda: bool(bench.lines()) and len(builds(bench)) > 1)
        source.write_text(source.read_text() + EDIT)
        assert runs.wait_for(watching, lambda: len({f["sources"] for f in builds(bench)}) == 2)
    finally:
        watching.send_signal(signal.SIGINT)
        watching.communicate(timeout=30)
    assert not any(fact["kind"] == "timings" for fact in bench.facts())
