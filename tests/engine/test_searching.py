"""`./do race`, --budget, first answers and --watch: runs on a small tree, in processes of their own."""

import json
import signal
import threading
from collections import Counter
from pathlib import Path

import pytest

from tests.support import runs
from tests.support.runs import Bench

ABI = runs.native_abi()
EDIT = "int more(void);\nint more(void) { return 1; }\n"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """ref and slow, with the profile `default` and nothing recorded."""
    for name, text in (("ref", None), ("slow", runs.SLOW)):
        runs.implementation(tmp_path / "tree", name, text)
    return Bench(tmp_path / "tree", tmp_path / "bench", options=("--abi", ABI))


def kinds(bench: Bench) -> Counter[str]:
    return Counter(fact["kind"] for fact in bench.facts())


def test_a_race_names_the_fastest_first_and_measures_nothing(bench: Bench) -> None:
    done = bench.run("race", "--json", "--profile", "quick")
    assert done.status == 0
    first, second = json.loads(done.out)
    assert (first["implementation"], second["implementation"]) == ("ref", "slow")
    assert first["cycles"] * 2 < second["cycles"]
    assert first["options"][0] in ("gcc", "clang") and first["abi"] == ABI
    found = kinds(bench)
    assert found["winner"] == 2 and not found["timings"]
    assert not (bench.place / "html").exists()
    table = bench.run("race", "--profile", "quick").out
    assert table.index("ref") < table.index("slow") and "1536" in table


def test_a_race_where_something_named_is_wrong_has_status_1(bench: Bench) -> None:
    runs.implementation(bench.tree, "wrong", runs.WRONG)
    assert bench.run("race", "sha256/wrong", "--profile", "quick").status == 1
    assert bench.run("race", "--profile", "quick").status == 0


def test_a_winner_says_after_how_many_trials_and_whether_it_is_sure(bench: Bench) -> None:
    bench.run("race", "--profile", "quick")
    facts = bench.facts()
    for winner in (fact for fact in facts if fact["kind"] == "winner"):
        trials = [f for f in facts if f["kind"] == "trial" and f["object"] == winner["object"]]
        assert winner["trials"] == len(trials)
        assert isinstance(winner["sure"], bool)


def builds(bench: Bench) -> list[runs.Fact]:
    return [fact for fact in bench.facts() if fact["kind"] == "build"]


def test_a_budget_builds_what_it_has_time_for_and_the_same_again_builds_no_more(
    bench: Bench,
) -> None:
    done = bench.run("race", "--budget", "1s")
    assert done.status == 0
    (said,) = (line for line in done.out.splitlines() if "builds were made" in line)
    made = len(builds(bench))
    assert 2 <= made < 20 and said.startswith(f"{made} of 20 builds")
    (fact,) = (fact for fact in bench.facts() if fact["kind"] == "search")
    assert (fact["builds"], fact["of"]) == (made, 20) and fact["seconds"] > 0.5
    assert not bench.adds("race", "--budget", "1s")
    more = bench.adds("race", "--budget", "600s")
    assert sum(fact["kind"] == "build" for fact in more) == 20 - made


def test_a_budget_that_suffices_finds_what_is_found_without(bench: Bench) -> None:
    done = bench.run("race", "--budget", "10m", "--json", "--profile", "quick")
    without = bench.run("race", "--json", "--profile", "quick")
    assert json.loads(done.out) == json.loads(without.out)
    assert not bench.adds("race", "--budget", "10m", "--profile", "quick")


def test_with_a_budget_pages_and_tables_are_made_too(bench: Bench) -> None:
    done = bench.run("sha256", "--budget", "1s")
    assert done.status == 0
    assert kinds(bench)["timings"] >= 2
    assert (bench.place / "html" / "index.html").is_file()


@pytest.mark.parametrize("typed", ["0", "10x", "-5", "m", "1.5h", ""])
def test_a_budget_that_is_no_time_is_refused_with_an_example(typed: str) -> None:
    done = runs.run("race", f"--budget={typed}")
    assert done.status == 2 and "10m" in done.said


@pytest.mark.parametrize("command", ["check", "list", "report"])
def test_a_budget_is_for_races(command: str) -> None:
    done = runs.run(command, "--budget", "10m")
    assert done.status == 2 and "--budget is for run and race" in done.said


# Answers


def answers(out: str) -> list[str]:
    return [line for line in out.splitlines() if "the other option sets follow" in line]


def test_what_was_edited_is_answered_first_with_the_options_that_won_last(bench: Bench) -> None:
    first = bench.run("sha256/ref")
    (answer,) = answers(first.out)
    assert answer.startswith(f"sha256/ref {ABI}: right, ") and "cycles/byte at 1536 bytes" in answer
    assert first.out.index(answer) < first.out.index("to do: ")
    assert not answers(bench.run("sha256/ref").out)
    source = bench.tree / "crypto_hash" / "sha256" / "ref" / "hash.c"
    source.write_text(source.read_text() + EDIT)
    won = [fact for fact in bench.facts() if fact["kind"] == "winner"][-1]
    (again,) = answers(bench.run("sha256/ref").out)
    assert f"with {' '.join(won['options'])};" in again


def test_the_answer_to_what_became_wrong_is_wrong(bench: Bench) -> None:
    runs.implementation(bench.tree, "wrong", runs.WRONG)
    done = bench.run("sha256/wrong", "--profile", "quick")
    assert done.status == 1
    (answer,) = answers(done.out)
    assert answer.startswith(f"sha256/wrong {ABI}: wrong, with ")


# Watching


def test_each_time_a_file_is_saved_it_is_measured_again(bench: Bench) -> None:
    watching = bench.start("sha256/ref", "--watch", "--profile", "quick")
    said: list[str] = []
    assert watching.stdout is not None
    reading = threading.Thread(target=said.extend, args=(watching.stdout,))
    reading.start()
    ends = "waiting for a file to be saved; Ctrl-C ends this\n"
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
