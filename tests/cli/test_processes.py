"""`./do` on real C code as processes of their own: stopped, killed, torn, begun again, and left alone.

What the engine makes of all that is tested with a made-up platform in tests/engine. Here are processes, sandboxes and
signals.
"""

import contextlib
import os
import pty
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.data import lengths
from hashcop.machine.sandbox import Limits, Sandbox
from tests.support import runs
from tests.support.runs import Bench

Once = Callable[[str, Callable[[Path], None]], Path]

pytestmark = [
    pytest.mark.usefixtures("sandbox"),
    pytest.mark.skipif(sys.platform != "linux", reason="needs /proc"),
]


@pytest.fixture(scope="session")
def undisturbed(once: Once) -> Bench:
    """A run that nothing disturbed; for reading only."""
    return runs.undisturbed(once)


@pytest.fixture
def measured(undisturbed: Bench, tmp_path: Path) -> Bench:
    """A copy of the undisturbed run, tree and all, to be edited and run again."""
    return undisturbed.copy(tmp_path)


@pytest.fixture
def fresh(undisturbed: Bench, tmp_path: Path) -> Bench:
    """The same tree, and nothing measured."""
    return Bench(undisturbed.tree, tmp_path / "bench")


class Mortal:
    """A bench whose runs are killed; keeps account of what must not get lost."""

    def __init__(self, bench: Bench, undisturbed: Bench, rng: random.Random) -> None:
        self.bench = bench
        self.rng = rng
        self.recorded: list[bytes] = []
        self.torn = b""
        self.pending = b""
        self.seconds = float((undisturbed.place.parent / "seconds").read_text())
        self.ends = self._ends(undisturbed)

    def _ends(self, undisturbed: Bench) -> dict[str, list[int]]:
        """Where in the file the facts of each kind end: moments to die at, each stage as likely as another."""
        ends: dict[str, list[int]] = {}
        size = 0
        for line, fact in zip(undisturbed.lines(), undisturbed.facts(), strict=True):
            size += len(line)
            ends.setdefault(runs.stage(fact), []).append(size)
        return ends

    def die(self) -> bool:
        """Start a run and kill it somewhere; False where it came to its end before."""
        process = self.bench.start()
        size = self.rng.choice(self.ends[self.rng.choice(sorted(self.ends))])
        if size <= len(self.bench.content()) or self.rng.random() < 0.2:
            size = 0
        pause = self.rng.choice((0, self.rng.uniform(0, 0.25))) if size else self._anywhere()
        alive = runs.wait_for(process, lambda: len(self.bench.content()) >= size)
        until = time.monotonic() + pause
        alive = alive and not runs.wait_for_end(process, until)
        if alive:
            runs.kill(process)
        process.communicate()
        self._account()
        return alive

    def _anywhere(self) -> float:
        return self.rng.uniform(0, self.seconds)

    def _account(self) -> None:
        assert runs.left_running(self.bench.place) == []
        now = self.bench.lines()
        assert now[: len(self.recorded)] == self.recorded, "a line that was recorded is gone"
        self.recorded = now
        self._see_tail()

    def _see_tail(self) -> None:
        tail = self.bench.tail()
        if self.pending and tail != self.pending:
            self.torn += self.pending + b"\n"  # a run has put it aside
        self.pending = tail

    def tear(self) -> None:
        """Lose the last bytes of the file, as a machine does that loses its power while it writes."""
        content = self.bench.content()
        if not content:
            return
        most = self.rng.choice((300, 3000, 300_000))
        left = len(content) - self.rng.randint(1, min(most, len(content)))
        with self.bench.file.open("r+b") as file:
            file.truncate(left)
        if self.pending and not content[:left].endswith(self.pending):
            self.pending = b""  # the torn end that was there is torn itself
        self.recorded = self.bench.lines()
        self.pending = self.bench.tail()

    def live(self) -> str:
        """A run to its end."""
        done = self.bench.run()
        assert done.status == 0, done.said
        if self.pending:
            assert f"was torn ({len(self.pending)} bytes)" in done.out
        self._account()
        assert self.bench.tail() == b""
        aside = self.bench.machine / "torn"
        assert (aside.read_bytes() if aside.exists() else b"") == self.torn
        return done.out


def _die_often(undisturbed: Bench, place: Path, seed: int, times: int) -> None:
    rng = random.Random(seed)
    expected = runs.essence(undisturbed.facts())
    deaths = lives = 0
    while deaths < times:
        lives += 1
        bench = Bench(undisturbed.tree, place / f"life-{lives}", bare=lives == 1 and seed % 4 == 0)
        mortal = Mortal(bench, undisturbed, rng)
        while deaths < times and mortal.die():
            deaths += 1
            if rng.random() < 0.4:
                mortal.tear()
        mortal.live()
        facts = bench.facts()
        assert runs.essence(facts) == expected
        assert runs.doubles(facts) == []
        before = bench.content()
        assert "nothing to do" in mortal.live()
        assert bench.content() == before
        assert not list(bench.cache.glob("*.[0-9]*")), "what the dead left lies about"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 110))
def test_killed_five_times_somewhere_a_run_has_the_facts_of_an_undisturbed_one(
    seed: int, undisturbed: Bench, tmp_path: Path
) -> None:
    _die_often(undisturbed, tmp_path, seed, 5)


def test_an_undisturbed_run_has_every_fact_once_and_every_length(undisturbed: Bench) -> None:
    facts = undisturbed.facts()
    count = runs.kinds(facts)
    option_sets = count["build", "ref"]
    assert runs.doubles(facts) == []
    machines = [fact for fact in facts if fact["kind"] == "machine"]
    assert len(machines) == len(
        {fact["pinned"] for fact in machines}
    )  # another only on another core
    assert facts[0]["kind"] == "machine"
    assert option_sets >= 1
    for name in ("slow", "wrong", "broken"):
        assert count["build", name] == option_sets
    assert count["build", "elsewhere"] == 1
    assert runs.timed(facts, "ref") == lengths.full_curve()
    few = runs.timed(facts, "slow")
    assert set(lengths.TABLE) <= set(few) and len(few) < 400
    assert count["timings", "ref"] == count["timings", "slow"] == 2
    assert count["winner", "ref"] == count["winner", "slow"] == 1
    assert {fact.get("implementation") for fact in facts if fact["kind"] == "trial"} == {
        "ref",
        "slow",
    }
    failed = [fact for fact in facts if fact.get("outcome") in ("failed", "wrong")]
    assert {(fact["kind"], fact["implementation"]) for fact in failed} == {
        ("build", "broken"),
        ("check", "wrong"),
    }


def test_a_stage_begins_when_the_one_before_is_recorded(undisturbed: Bench) -> None:
    order = [runs.stage(fact) for fact in undisturbed.facts()]
    last = {kind: len(order) - order[::-1].index(kind) for kind in order}
    first = {kind: order.index(kind) for kind in reversed(order)}
    assert max(last["build"], last["check"]) <= first["trial"]
    assert last["winner"] <= first["timings of the table"]
    assert last["timings of the table"] <= first["timings of the curve"]


def test_a_finished_run_begun_again_says_that_nothing_is_to_do_and_adds_no_line(
    measured: Bench,
) -> None:
    measured.run()  # in its new place the counter is tried again, which may tell the machine anew
    before = measured.content()
    done = measured.run()
    assert done.status == 0
    assert f"nothing to do: everything selected is measured already, in {measured.file}" in done.out
    assert measured.content() == before


MOMENTS = {
    "building": b'"kind":"build"',
    "racing": b'"kind":"trial"',
    "timing": b'"kind":"timings"',
}


@pytest.mark.parametrize(
    ("moment", "number"),
    [
        pytest.param("building", signal.SIGINT, marks=pytest.mark.long),
        pytest.param("racing", signal.SIGTERM, marks=pytest.mark.long),
        pytest.param("timing", signal.SIGINT, marks=pytest.mark.long),
        ("timing", signal.SIGTERM),
    ],
    ids=["building-SIGINT", "racing-SIGTERM", "timing-SIGINT", "timing-SIGTERM"],
)
def test_a_run_that_is_stopped_says_how_to_go_on_and_goes_on(
    moment: str, number: signal.Signals, fresh: Bench, undisturbed: Bench
) -> None:
    process = fresh.start()
    assert runs.wait_for(process, lambda: MOMENTS[moment] in fresh.content())
    if number == signal.SIGINT:
        runs.kill(process, number)  # as a terminal does: to all of the group
    else:
        process.send_signal(number)
    done = runs.ended(process, 30)
    assert done.status == 130
    assert "the same command goes on from here" in done.said
    assert runs.left_running(fresh.place) == []
    recorded = fresh.lines()
    assert fresh.run().status == 0
    assert fresh.lines()[: len(recorded)] == recorded
    assert runs.essence(fresh.facts()) == runs.essence(undisturbed.facts())
    assert runs.doubles(fresh.facts()) == []


def test_a_run_that_is_stopped_while_it_looks_for_compilers_ends_at_once(fresh: Bench) -> None:
    rng = random.Random(1)
    fresh.bare = True
    for _ in range(5):
        shutil.rmtree(fresh.cache, ignore_errors=True)  # so that it has to look again
        process = fresh.start("check")
        assert runs.wait_for(process, fresh.file.exists)
        time.sleep(rng.uniform(0, 0.7))
        runs.kill(process, signal.SIGINT)
        assert runs.ended(process, 30).status == 130
        assert runs.left_running(fresh.place) == []


@pytest.fixture
def endless(tmp_path: Path) -> Bench:
    """One implementation that never returns."""
    runs.implementation(tmp_path / "tree", "endless", runs.ENDLESS, wrapped=False)
    return Bench(tmp_path / "tree", tmp_path / "bench")


def _is_checked(bench: Bench) -> bool:
    programs = bench.cache / "programs"
    return any(line.startswith(str(programs)) for line in runs.left_running(programs, 0))


def _when_checking(bench: Bench) -> subprocess.Popen[str]:
    process = bench.start("check")
    assert runs.wait_for(process, lambda: _is_checked(bench))
    return process


@pytest.mark.usefixtures("hang_ups")
def test_a_run_whose_terminal_is_closed_ends_in_order(endless: Bench) -> None:
    ours, its = pty.openpty()
    os.set_blocking(ours, False)
    command = ["setsid", "--ctty", str(runs.ROOT / "do"), *endless.arguments("check")]
    process = subprocess.Popen(
        command, env=runs.ENVIRONMENT, stdin=its, stdout=its, stderr=its, text=True
    )
    os.close(its)

    def is_checked() -> bool:
        with contextlib.suppress(BlockingIOError):
            os.read(ours, 1 << 16)
        return _is_checked(endless)

    assert runs.wait_for(process, is_checked)
    os.close(ours)
    assert process.wait(60) == 130
    assert runs.left_running(endless.place) == []


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGINT, id="SIGINT"),
        pytest.param(signal.SIGTERM, id="SIGTERM", marks=pytest.mark.long),
    ],
)
def test_an_implementation_that_never_returns_does_not_outlive_a_run_that_is_stopped(
    number: signal.Signals, endless: Bench
) -> None:
    rng = random.Random(number)
    for _ in range(5):  # the other option sets' sandboxes are being set up just now
        process = _when_checking(endless)
        time.sleep(rng.uniform(0, 0.03))
        runs.kill(process, number)
        assert runs.ended(process, 60).status == 130
        assert runs.left_running(endless.place) == []
    assert not any(fact["kind"] == "check" for fact in endless.facts())


def test_an_implementation_that_never_returns_does_not_outlive_a_run_that_is_killed(
    endless: Bench,
) -> None:
    process = _when_checking(endless)
    time.sleep(1)  # bubblewrap binds its sandbox to itself only once it is set up
    runs.kill(process)
    process.communicate(timeout=20)
    assert runs.left_running(endless.place) == []


def test_a_sandbox_that_is_still_being_set_up_ends_with_its_command(tmp_path: Path) -> None:
    (tmp_path / "inside").symlink_to(shutil.which("sleep") or "")
    outside = tmp_path / "bwrap"
    outside.write_text(f"#!/bin/sh\nsetsid {tmp_path}/inside 1000 &\nwait\n")
    outside.chmod(0o755)
    slow = Sandbox("slow", (str(outside),), ())
    assert slow.run(["true"], directory=tmp_path, limits=Limits(0.5)).timed_out
    assert runs.left_running(tmp_path) == []


def test_what_a_killed_run_left_behind_is_ended_by_the_next_and_nothing_else_is(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path / "tree", tmp_path / "bench")
    runs.implementation(bench.tree, "broken", "#error meant to fail\n")
    program = bench.cache / "programs" / "code" / "program"
    program.parent.mkdir(parents=True)
    shutil.copy(shutil.which("sleep") or "", program)
    orphan = subprocess.Popen([str(program), "1000"])
    reader = subprocess.Popen(["tail", "-f", str(program)], stdout=subprocess.DEVNULL)
    try:
        assert bench.run("check").status == 1
        assert orphan.wait(10) == -signal.SIGKILL
        assert reader.poll() is None
    finally:
        orphan.kill()
        reader.kill()
        reader.wait()


def test_a_second_run_in_the_same_place_is_refused_while_the_first_goes_on(endless: Bench) -> None:
    process = _when_checking(endless)
    before = endless.content()
    done = endless.run("check")
    runs.kill(process)
    process.communicate()
    assert done.status == 2
    assert f"another ./do is writing {endless.file}" in done.said
    assert "--bench" in done.said
    assert endless.content() == before


def test_implementations_whose_names_differ_in_a_dot_are_measured_each_for_itself(
    tmp_path: Path,
) -> None:
    for name in ("x.1", "x-1"):
        runs.implementation(tmp_path / "tree", name)
    bench = Bench(tmp_path / "tree", tmp_path / "bench")
    assert bench.run().status == 0
    count = runs.kinds(bench.facts())
    for kind in ("build", "check", "winner"):
        assert count[kind, "x.1"] == count[kind, "x-1"] > 0, kind
    assert count["timings", "x.1"] and count["timings", "x-1"]
    assert runs.doubles(bench.facts()) == []


def test_what_misbehaves_only_when_timed_is_wrong_and_timed_no_further(tmp_path: Path) -> None:
    runs.implementation(tmp_path / "tree", "tired", runs.TIRED)
    bench = Bench(tmp_path / "tree", tmp_path / "bench", words=("sha256/tired",))
    assert bench.run().status == 1
    first = bench.facts()
    option_sets = runs.kinds(first)["build", "tired"]
    failed = [f for f in first if f["kind"] == "check" and f["outcome"] == "wrong"]
    assert len(failed) == option_sets
    assert all("crashed" in fact["reason"] for fact in failed)
    assert not any(fact["kind"] in ("winner", "timings") for fact in first)
    assert bench.run().status == 1
    assert bench.facts() == first
