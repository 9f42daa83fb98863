"""What reports warn of, as experiments: what is done, what is recorded and once. What they give: `make bench-truth`."""

import io
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from hashcop.data import lengths
from hashcop.data import store as data
from hashcop.data.lengths import EFFECTS, FOR_TABLE, Schedule
from hashcop.data.store import Fact, Store
from hashcop.engine import effects
from hashcop.engine.effects import ALIGNED, BESIDE, SINGLE, Experiments
from hashcop.engine.plan import Group, OptionSet
from hashcop.engine.prepare import Prepared
from hashcop.engine.progress import Display
from hashcop.engine.run import Won
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import timing
from hashcop.platforms.c.timing import NO_EFFECT, Effect, Timer
from hashcop.platforms.c.tools.counters import Counter, Rejected
from hashcop.platforms.c.tools.toolchain import Target, Toolchain
from hashcop.results import samples
from hashcop.results.race import Entrant
from hashcop.results.samples import Batch, Row, Sample
from tests.support import runs
from tests.support.runs import Bench

Once = Callable[[str, Callable[[Path], None]], Path]
Build = Callable[..., Any]
Groups = Callable[..., list[Group]]

PROCESSORS = [2, 3, 5, 7]
COUNTER = Counter(
    "x86-tsc",
    "ticks",
    False,
    3_000_000_000,
    20,
    others=(Rejected("x86-rdpmc", "forbidden"), Rejected("clock-monotonic", "coarser")),
)
CLOCK = Counter("clock-monotonic", "nanoseconds", False, 10**9, 1)
TARGET = Target("amd64", {"gcc": ()}, (), Path("/cache/harness"), COUNTER, Path("/c"), Path("/own"))
TOOLCHAIN = Toolchain((), (TARGET,), {}, Path("/cache"), "digest")


# Before a timer that only answers


class Named:
    """What has a name and perhaps nothing else: a hash, or an implementation of it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.operation = "crypto_hash"


def won(name: str = "ref", target: Target = TARGET, code: str = "code") -> Won:
    named: Any = Named(name)
    function: Any = Named("md5")
    options = OptionSet("gcc", "gcc", "identity", ("-O2",))
    group = Group(function, named, target, (options,), (), "", True, "unknown")
    entrant = Entrant(0, code, Path(f"/programs/{code}"))
    return Won(Prepared(group, (entrant,), (), ()), entrant, 1000.0)


@dataclass(frozen=True)
class Asked:
    """What a timer was asked for, on which processor."""

    processor: int
    counter: str
    schedule: Schedule
    effect: Effect


@dataclass
class Answers:
    """Timers that answer at once: every length takes 1000 ticks, which are cycles.

    `asked` has the first process of each variant, `turns` the number and effect of every process.
    """

    asked: list[Asked] = field(default_factory=list)
    turns: list[tuple[int, Effect]] = field(default_factory=list)
    goes_wrong: Callable[[Asked], bool] = lambda _: False
    sandbox: Sandbox = field(default_factory=lambda: Sandbox("none", (), ()))

    def timer(self, processor: int = 1) -> Any:
        answers = self

        class Answering:
            def __init__(self) -> None:
                self.processor, self.sandbox = processor, answers.sandbox

            def time(
                self, binary: Path, order: Sequence[int], *where: Any, seed: int, effect: Effect
            ) -> Sample | str:
                schedule, target = where
                assert binary == Path("/programs/code") and sorted(order) == list(lengths.TABLE)
                asked = Asked(processor, target.counter.name, schedule, effect)
                answers.turns.append((seed, effect))
                if seed == 0:
                    answers.asked.append(asked)
                return "crashed" if answers.goes_wrong(asked) else answer(processor)

        return Answering()


def answer(processor: int) -> Sample:
    rows = tuple(Row(n, 1, (1000, 1000 + processor)) for n in lengths.TABLE)
    batch = Batch(len(rows), 1.0, 1.0, 4.0, takes=1, switches=0, interrupted=False)
    return Sample(0.0, 0.0, 1.0, 4.0, (batch,), rows)


@dataclass
class Room:
    """Where experiments are made: what they record and what is said meanwhile."""

    store: Store
    answers: Answers
    said: io.StringIO = field(default_factory=io.StringIO)

    def run(self, *names: str, on: Sequence[Won] = ()) -> list[Fact]:
        """The facts that these add."""
        display = Display(Console(file=self.said, width=200))
        before = len(self.facts())
        experiments = Experiments(TOOLCHAIN, self.store, display, self.answers.timer)
        experiments.run(on or [won()], names)
        return self.facts()[before:]

    def facts(self) -> list[Fact]:
        return list(data.read(self.store.path))


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """On a machine of four cores, and a clock beside its counter."""
    answers = Answers()
    store = Store(tmp_path / "m", "m")
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(PROCESSORS))
    monkeypatch.setattr(effects, "Timer", lambda _, processor, patience: answers.timer(processor))
    found = {"clock-monotonic": CLOCK}
    monkeypatch.setattr(effects, "examine", lambda _, __, name, ___: found.get(name))
    yield Room(store, answers)
    store.close()


VARIANTS = {
    "cold": ["warm", "cold"],
    "align": [*(f"in {n}" for n in range(64)), *(f"out {n}" for n in range(1, 64))],
    "data": ["random", "all bytes zero", "one bit set in 64 bytes"],
    "parallel": ["alone", "on 4 cores"],
    "counter": ["x86-tsc", "clock-monotonic"],
}


def test_these_are_the_experiments(room: Room) -> None:
    made = Experiments(TOOLCHAIN, room.store, Display(Console(file=room.said)), Answers().timer)
    assert tuple(made.makers) == EFFECTS == tuple(VARIANTS)


@pytest.mark.parametrize("effect", EFFECTS)
def test_each_variant_is_recorded_once_and_not_again(effect: str, room: Room) -> None:
    added = room.run(effect)
    assert [fact["variant"] for fact in added] == VARIANTS[effect]
    asked = len(room.answers.asked)
    assert room.run(effect) == [] and len(room.answers.asked) == asked
    assert runs.doubles(room.facts()) == []
    title = "md5/ref amd64"
    assert f"{effect} {title}" in room.said.getvalue()


def test_all_experiments_of_all_winners_are_made_and_each_is_another_fact(room: Room) -> None:
    every = room.run(*EFFECTS, on=[won("ref"), won("other")])
    # The machine code is the same: what was measured of one was measured of the other.
    assert len(every) == sum(map(len, VARIANTS.values()))
    assert runs.doubles(every) == []
    assert {fact["implementation"] for fact in every} == {"ref"}


@pytest.mark.parametrize("effect", EFFECTS)
def test_a_fact_says_of_what_it_is_and_holds_every_timing(effect: str, room: Room) -> None:
    for fact in room.run(effect):
        place = {"abi": "amd64", "hash": "md5", "implementation": "ref", "object": "code"}
        assert place.items() <= fact.items()
        assert (fact["kind"], fact["effect"], fact["machine"]) == ("effect", effect, "m")
        assert fact["bytes"] == list(lengths.TABLE)
        assert fact["samples"]
        for told in fact["samples"]:
            assert [row.length for row in samples.restore(told).rows] == list(lengths.TABLE)


def test_other_counters_are_named_and_the_first_is_the_one_that_is_used(room: Room) -> None:
    first, other = room.run("counter")
    assert "counter" not in first
    assert (other["counter"], other["core_cycles"]) == ("clock-monotonic", False)
    assert [asked.counter for asked in room.answers.asked] == ["x86-tsc", "clock-monotonic"]
    assert {asked.effect for asked in room.answers.asked} == {NO_EFFECT}


def test_other_machine_code_and_another_counter_are_other_measurements(room: Room) -> None:
    room.run("data")
    of_clock = replace(TARGET, counter=CLOCK)
    assert len(room.run("data", on=[won(target=of_clock)])) == 3
    assert room.run("data", on=[won(target=of_clock)]) == []
    assert len({fact["key"] for fact in room.facts()}) == 6


def test_the_counters_own_timings_are_no_variant_of_another_one(room: Room) -> None:
    """A machine that uses the clock measures by it what one that only tried it has measured by it."""
    room.run("counter")
    of_clock = replace(TARGET, counter=replace(CLOCK, others=(Rejected("x86-tsc", "it stops"),)))
    assert [fact["variant"] for fact in room.run("counter", on=[won(target=of_clock)])] == []


def test_what_goes_wrong_is_said_and_what_was_measured_before_is_kept(room: Room) -> None:
    room.answers.goes_wrong = lambda asked: asked.effect.data == "sparse"
    assert [fact["variant"] for fact in room.run("data")] == VARIANTS["data"][:2]
    said = "md5/ref amd64: data, one bit set in 64 bytes: crashed"
    assert said in room.said.getvalue()
    room.answers.goes_wrong = lambda _: False
    assert [fact["variant"] for fact in room.run("data")] == VARIANTS["data"][2:]


def test_what_goes_wrong_with_one_does_not_end_the_others(room: Room) -> None:
    room.answers.goes_wrong = lambda asked: asked.effect.cold
    added = room.run("cold", "data")
    assert [fact["variant"] for fact in added] == ["warm", *VARIANTS["data"]]


def test_where_all_goes_wrong_one_process_shows_it(room: Room) -> None:
    room.answers.goes_wrong = lambda _: True
    assert room.run("align") == [] and len(room.answers.turns) == 1


def test_cold_timings_are_of_single_calls_beside_warm_ones(room: Room) -> None:
    room.run("cold")
    warm, cold = room.answers.asked
    assert (warm.effect, cold.effect) == (NO_EFFECT, Effect(cold=True))
    assert warm.schedule == cold.schedule == SINGLE and SINGLE.steps == 0


def test_input_and_output_lie_at_every_place_of_a_cache_line_one_at_a_time(room: Room) -> None:
    room.run("align")
    places = [(asked.effect.into, asked.effect.out) for asked in room.answers.asked]
    assert places == [(n, 0) for n in range(64)] + [(0, n) for n in range(1, 64)]
    assert {asked.schedule for asked in room.answers.asked} == {ALIGNED}


def test_messages_are_of_three_kinds(room: Room) -> None:
    room.run("data")
    assert [asked.effect.data for asked in room.answers.asked] == ["random", "zero", "sparse"]
    assert {asked.schedule for asked in room.answers.asked} == {FOR_TABLE}


def test_variants_are_timed_in_turn(room: Room) -> None:
    room.run("cold")
    cold = Effect(cold=True)
    each = [[(number, NO_EFFECT), (number, cold)] for number in range(SINGLE.processes)]
    assert room.answers.turns == [turn for pair in each for turn in pair]


def test_a_copy_runs_on_every_core_at_once(room: Room) -> None:
    alone, beside = room.run("parallel")
    first, *others = room.answers.asked
    assert (first.processor, first.effect, first.schedule) == (1, NO_EFFECT, BESIDE)
    assert sorted(asked.processor for asked in others) == PROCESSORS
    assert {asked.effect for asked in others} == {Effect(shares=True)}
    assert len(alone["samples"]) == BESIDE.processes
    assert len(beside["samples"]) == len(PROCESSORS) * BESIDE.processes
    found = samples.together(map(samples.restore, beside["samples"]))[8]
    assert {cycles[1] - 1000 for cycles, _ in found} == set(PROCESSORS)


def test_where_one_copy_goes_wrong_nothing_is_recorded_of_them(room: Room) -> None:
    room.answers.goes_wrong = lambda asked: asked.processor == 5
    assert [fact["variant"] for fact in room.run("parallel")] == ["alone"]
    assert "parallel, on 4 cores: crashed" in room.said.getvalue()


def test_on_a_single_core_nothing_runs_beside(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {3})
    assert [fact["variant"] for fact in room.run("parallel")] == ["alone"]


# With programs


@dataclass
class Real:
    """sha256/ref as it was built here, and what experiments on it record."""

    won: Won
    experiments: Experiments
    store: Store

    def run(self, effect: str) -> dict[str, list[Sample]]:
        """variant -> samples"""
        self.experiments.run([self.won], [effect])
        found = [f for f in data.read(self.store.path) if f["effect"] == effect]
        return {f["variant"]: [samples.restore(one) for one in f["samples"]] for f in found}


@pytest.fixture
def real(
    groups: Groups, build: Build, toolchain: Toolchain, sandbox: Sandbox, tmp_path: Path
) -> Iterator[Real]:
    group = groups("sha256/ref", abis=(toolchain.targets[0].abi,))[0]
    built = build(group)
    assert built.program is not None, built.outcome
    entrant = Entrant(0, built.outcome["object"], built.program)
    store = Store(tmp_path / "m", "m")
    timer = Timer(sandbox, toolchain.pinned, patience=2)
    display = Display(Console(file=io.StringIO()))
    experiments = Experiments(toolchain, store, display, lambda: timer)
    yield Real(Won(Prepared(group, (entrant,), (), ()), entrant, 10000.0), experiments, store)
    store.close()


def test_cold_calls_are_timed_singly(real: Real) -> None:
    found = real.run("cold")
    assert list(found) == VARIANTS["cold"]
    for told in found.values():
        assert all({row.length for row in sample.rows} == set(lengths.TABLE) for sample in told)
    assert {row.calls for sample in found["cold"] for row in sample.rows} == {1}


def test_every_kind_of_message_is_timed(real: Real) -> None:
    found = real.run("data")
    assert list(found) == VARIANTS["data"]
    for told in found.values():
        assert len(told) == FOR_TABLE.processes
        assert all({row.length for row in sample.rows} == set(lengths.TABLE) for sample in told)


def test_every_copy_has_its_timings_and_all_are_of_the_same_lengths(real: Real) -> None:
    found = real.run("parallel")
    cores = len(effects._parallel())
    assert len(found) == cores
    for told in found.values():
        assert len(told) % BESIDE.processes == 0
        for sample in told:
            assert sorted(row.length for row in sample.rows) == list(lengths.TABLE)


def test_the_counters_that_work_are_tried_and_no_other(real: Real) -> None:
    found = real.run("counter")
    counter = real.won.group.target.counter
    others = {other.name for other in counter.others}
    assert next(iter(found)) == counter.name
    assert set(found) - {counter.name} <= others
    # The kernel's clock works everywhere.
    clocks = {name for name in {counter.name} | others if name.startswith("clock-")}
    assert clocks and clocks <= set(found)
    for told in found.values():
        assert all({row.length for row in sample.rows} == set(lengths.TABLE) for sample in told)


def test_a_counter_that_is_none_is_told_so(
    real: Real, sandbox: Sandbox, toolchain: Toolchain
) -> None:
    target = toolchain.targets[0]
    assert effects.examine(sandbox, target, "x86-gone", toolchain.pinned) is None
    found = effects.examine(sandbox, target, target.counter.name, toolchain.pinned)
    assert found is not None and found.name == target.counter.name
    assert found.core_cycles == target.counter.core_cycles
    assert math.isclose(found.ticks_per_second, target.counter.ticks_per_second, rel_tol=0.05)


def test_alignments_are_asked_of_a_program_and_answered(real: Real) -> None:
    timer, target = real.experiments.timer(), real.won.group.target
    for into, out in ((1, 0), (63, 0), (0, 63)):
        found = timer.measure(
            real.won.entrant.binary,
            [64],
            replace(ALIGNED, processes=1),
            target,
            effect=Effect(into=into, out=out),
        )
        assert isinstance(found, list) and found[0].rows[0].length == 64


# By ./do


@pytest.fixture(scope="session")
def undisturbed(once: Once, sandbox: object) -> Bench:
    """The small tree with everything measured; for reading only."""
    return runs.undisturbed(once)


def test_an_experiment_is_made_of_all_that_is_selected_and_shown(
    undisturbed: Bench, tmp_path: Path
) -> None:
    bench = undisturbed.copy(tmp_path)
    words = ("sha256/ref", "sha256/slow", "--effect", "cold")
    done: list[str] = []
    added = bench.added(lambda: done.append(bench.run(*words).out))
    tried = [f for f in added if f["kind"] not in runs.OF_THE_MACHINE]
    assert [(f["kind"], f["implementation"], f["variant"]) for f in tried if "variant" in f] == [
        ("effect", name, variant) for name in ("ref", "slow") for variant in ("warm", "cold")
    ]
    assert {f["kind"] for f in tried} <= {"effect", "timings"}  # slow gets every length
    won_by = {f["implementation"]: f["object"] for f in bench.facts() if f["kind"] == "winner"}
    for fact in tried:
        if fact["kind"] == "effect":
            assert fact["object"] == won_by[fact["implementation"]]
            assert fact["samples"] and fact["bytes"] == list(lengths.TABLE)
    assert done[0].count("cold: cycles/byte") == 2
    assert bench.adds(*words) == []
    page = bench.place / "html" / bench.machine.name / bench.options[-1] / "sha256.html"
    assert "Experiment: cold, 2 variants" in page.read_text()


@pytest.mark.parametrize("command", ["check", "list", "report", "compare", "doctor"])
def test_experiments_are_of_runs_alone(command: str) -> None:
    done = runs.run(command, "--effect", "cold")
    assert (done.status, done.out) == (2, "")
    assert f"--effect is for run, not for {command}" in done.said


def test_an_experiment_that_there_is_not_is_answered_with_those_there_are() -> None:
    said = runs.run("sha256/ref", "--effect", "heat").said
    assert all(effect in said for effect in EFFECTS)


def test_rulers_of_counters_differ() -> None:
    of_clock = replace(TARGET, counter=CLOCK)
    assert timing.ruler(TOOLCHAIN, TARGET) != timing.ruler(TOOLCHAIN, of_clock)
