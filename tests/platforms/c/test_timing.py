"""The timer, with a program that only answers: what it asks, and what it makes of the answers."""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as with_fields

from hashcop.data import lengths
from hashcop.data.lengths import Schedule
from hashcop.data.records import Counter, Sample
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import timing
from hashcop.platforms.c.effects import Effect
from hashcop.platforms.c.program import Answer, Limit
from hashcop.platforms.c.timing import Timer
from hashcop.platforms.c.tools.toolchain import Target, Toolchain
from hashcop.platforms.door import CounterLost, Patience
from hashcop.results import samples, width
from hashcop.results.samples import Disturbance

COUNTER = Counter(
    name="x86-tsc",
    counts="ticks",
    core_cycles=False,
    ticks_per_second=3_000_000_000,
    resolution=20,
    cost=40,
)
TARGET = Target(
    name="amd64",
    counter=COUNTER,
    flags={"gcc": ()},
    libraries=(),
    harness=Path("/cache/harness-amd64"),
    c_library=Path("/c"),
    own=Path("/own"),
)
ONCE = Schedule(processes=1, warmup=3, timings=2, steps=100)


# Schedules


def test_the_expected_duration_follows_from_the_race() -> None:
    counter, single = with_fields(COUNTER, resolution=1, cost=0), Schedule(1, 0, 5, 0)
    twice = replace(single, processes=2)
    # 1536 bytes at 30 cycles each, 64 for the call among them, and two calls that find out how many go together.
    one = timing.seconds_of(counter, 30, [1536 - 64], single)
    assert one == pytest.approx(7 * 30 * 1536 / 3e9)
    assert timing.seconds_of(counter, 30, [1536 - 64], twice) == pytest.approx(2 * one)
    assert timing.seconds_of(counter, 30, [0], single) > 0
    assert timing.seconds_of(counter, 30, [], single) == 0


def test_the_expected_duration_is_not_below_what_timings_take_at_least() -> None:
    slow = with_fields(COUNTER, ticks_per_second=24_000_000, resolution=1, cost=1)
    least = timing.ticks_of_a_timing(slow, ONCE) / 24_000_000
    assert timing.seconds_of(slow, 1, [0, 1], ONCE) == pytest.approx((3 + 2 + 2) * 2 * least)


def test_a_timing_takes_as_many_steps_of_the_counter_as_its_schedule_says() -> None:
    assert timing.ticks_of_a_timing(COUNTER, ONCE) == 100 * 20
    assert (
        timing.ticks_of_a_timing(with_fields(COUNTER, resolution=1), ONCE) == 20 * 40
    )  # its own cost
    assert timing.ticks_of_a_timing(COUNTER, replace(ONCE, steps=0)) == 0  # a single call


# The timer, before a program that only answers


class Program:
    """Answers as the harness would: 2 cycles a tick; length n takes 100 * n and 10 * the process's number."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.verbs: list[str] = []
        self.limits: list[Limit] = []
        self.fields: list[dict[str, str]] = []
        self.numbers: list[list[int]] = []
        self.leaves_out: set[int] = set()
        self.problem = ""
        self.unusable: set[str] = set()  # names of programs
        self.doubtful: set[int] = set()  # numbers of processes, from 1, whose probe reads wrong
        self.shared: set[int] = set()  # those beside which another hyperthread is busy
        self.moved: set[int] = set()
        self.interrupted: set[int] = set()
        self.garbles = ""  # kind of line
        monkeypatch.setattr("hashcop.platforms.c.program.ask", self._ask)

    def _ask(
        self,
        _sandbox: Sandbox,
        binary: Path,
        verb: str,
        words: Sequence[int | str],
        limit: Limit,
        grant: Path | None = None,
    ) -> Answer:
        texts = list(map(str, words))
        self.fields.append(dict(word.split("=") for word in texts if "=" in word))
        self.numbers.append([int(word) for word in texts if "=" not in word])
        self.verbs.append(verb)
        self.limits.append(limit)
        assert grant == TARGET.harness / "grant"
        if binary.name in self.unusable:
            said = ("unusable", "x86-rdpmc", "it", "was", "taken", "away")
            return Answer((said,), "ended the program by itself, with status 2")
        lines = (line.split() for line in self._lines(int(self.fields[-1].get("timings", 1))))
        garbled = (
            [kind, *("x" if kind == self.garbles else word for word in rest)]
            for kind, *rest in lines
        )
        return Answer(tuple(map(tuple, garbled)), self.problem)

    def _lines(self, count: int) -> Iterator[str]:
        """A reading is 30 ticks, and a call of no instructions 10 cycles."""
        number = len(self.numbers)

        def told(kind: str, length: int, cycles: float) -> str:
            return " ".join(map(str, [kind, length, 1, *[int((cycles + 10) / 2 + 30)] * count]))

        yield "reading 30000"
        yield "batch 2 2000000000 2000000000 4000000000 1 0 0"
        yield told("known", 64, 64)
        yield told("known", 512, 512)
        wanted = [n for n in self.numbers[-1] if n not in self.leaves_out]
        width = 2 if number in self.shared else 4
        after = (2 + (number in self.moved)) * 10**9
        quiet = f"{width * 10**9} 6 0 {int(number in self.interrupted)}"
        for n in wanted:
            yield f"batch 1 2000000000 {after} {quiet}"
            yield told("ticks", n, 100 * n + 10 * number)
        yield told("known", 768, 768 * (1.04 if number in self.doubtful else 1))


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(monkeypatch)


BINARY = Path("/programs/code/program")


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds of each pause; none is made."""
    found: list[float] = []
    monkeypatch.setattr("time.sleep", found.append)
    return found


@pytest.fixture
def timer(waits: list[float]) -> Timer:
    return Timer(Sandbox("none", (), ()), 5, Patience(60))


def timed(found: Sample | str) -> dict[int, list[float]]:
    """Cycles of each length, in the order in which they were taken."""
    assert isinstance(found, Sample), found
    return {length: cycles for length, cycles, _ in samples.cycles(found)}


def test_a_timing_is_asked_for_on_the_pinned_processor_by_its_schedule(
    program: Program, timer: Timer
) -> None:
    found = timer.time(BINARY, [8, 64], ONCE, TARGET, seed=7)
    assert program.numbers == [[8, 64]]
    told = {"processor": "5", "warmup": "3", "timings": "2", "timing": "2000"}
    assert told.items() <= program.fields[0].items()
    assert timed(found) == {8: [810, 810], 64: [6410, 6410]}


def test_a_chain_is_long_for_its_counter_and_short_for_the_clock(
    program: Program, timer: Timer
) -> None:
    slow = with_fields(COUNTER, ticks_per_second=24_000_000, resolution=1)
    for counter in (COUNTER, slow):
        timer.time(BINARY, [8], ONCE, replace(TARGET, counter=counter))
    chains = [int(fields["calibration"]) for fields in program.fields]
    assert chains == [timing.CHAIN_SECONDS * 3e9, timing.CHAIN_STEPS]
    assert [int(fields["batch"]) for fields in program.fields] == [
        timing.CHAINS * n for n in chains
    ]


def test_ticks_that_are_cycles_need_no_chain_and_come_in_batches_all_the_same(
    program: Program, timer: Timer
) -> None:
    timer.time(BINARY, [8], ONCE, replace(TARGET, counter=with_fields(COUNTER, core_cycles=True)))
    timer.time(BINARY, [8], ONCE, TARGET)
    assert [fields["core"] for fields in program.fields] == ["1", "0"]
    assert int(program.fields[0]["batch"]) > 0


def test_nothing_is_done_to_timings_but_on_purpose(program: Program, timer: Timer) -> None:
    timer.time(BINARY, [8], ONCE, TARGET)
    timer.time(BINARY, [8], ONCE, TARGET, effect=Effect("zero", into=3, out=60, cold=True))
    names = ("data", "in", "out", "cold")
    assert [tuple(fields[name] for name in names) for fields in program.fields] == [
        ("random", "0", "0", "0"),
        ("zero", "3", "60", "1"),
    ]


def test_timings_are_asked_for_by_the_counter_of_the_target(program: Program, timer: Timer) -> None:
    timer.time(BINARY, [8], ONCE, TARGET)
    named = with_fields(COUNTER, name="clock")
    timer.time(BINARY, [8], ONCE, replace(TARGET, counter=named))
    assert program.verbs == ["time@x86-tsc", "time@clock"]


def test_a_process_may_take_what_it_is_expected_to_and_a_good_deal_more(
    program: Program, timer: Timer
) -> None:
    timer.time(BINARY, [8], ONCE, TARGET)
    timer.time(BINARY, [8], ONCE, TARGET, seconds=100)
    assert [limit.all for limit in program.limits] == [timing.SECONDS, timing.SECONDS + 400]


TROUBLES = ("doubtful", "shared", "moved")


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_process_that_can_not_be_trusted_is_run_again_after_longer_and_longer_pauses(
    trouble: str, program: Program, timer: Timer, waits: list[float]
) -> None:
    wide = replace(TARGET, counter=with_fields(COUNTER, width=4))
    setattr(program, trouble, {1, 2, 3})
    found = timer.time(BINARY, [8], ONCE, wide)
    assert isinstance(found, Sample) and not samples.is_doubtful(found)
    assert not samples.disturbed(found)
    assert timed(found) == {8: [840, 840]}
    assert program.numbers == [[8]] * 4
    assert 0 < waits[0] < waits[1] < waits[2] <= max(timing.PAUSES)


def test_an_interruption_is_in_few_timings_and_sends_no_process_back(
    program: Program, timer: Timer
) -> None:
    program.interrupted = {1}
    found = timer.time(BINARY, [8], ONCE, TARGET)
    assert isinstance(found, Sample) and [why for _, _, why in samples.cycles(found)] == [
        Disturbance("interrupted")
    ]
    assert program.numbers == [[8]]


def test_others_that_are_there_on_purpose_are_no_disturbance(
    program: Program, timer: Timer
) -> None:
    """Nor is anything taken again for them: copies that wait for quiet would not overlap."""
    wide = replace(TARGET, counter=with_fields(COUNTER, width=4))
    program.shared = {1}
    found = timer.time(BINARY, [8], ONCE, wide, effect=Effect(shares=True))
    assert isinstance(found, Sample) and samples.disturbed(found) == 0 and program.numbers == [[8]]
    timer.time(BINARY, [8], ONCE, wide)
    assert [f["retakes"] for f in program.fields] == ["0", str(timing.RETAKES)]
    assert [f["polls"] for f in program.fields] == ["0", str(timing.POLLS)]
    assert [f["width"] for f in program.fields] == ["0", "4000"]


def test_where_the_calibration_is_never_right_that_is_said_after_a_few_processes(
    program: Program, timer: Timer
) -> None:
    program.doubtful = set(range(100))
    found = timer.time(BINARY, [8], ONCE, TARGET)
    assert isinstance(found, Sample) and samples.is_doubtful(found)
    assert found.probe == pytest.approx(1.04, abs=0.002)
    assert len(program.numbers) == 1 + timing.AGAIN


def test_of_processes_that_all_are_disturbed_the_quietest_counts(
    program: Program, timer: Timer
) -> None:
    wide = replace(TARGET, counter=with_fields(COUNTER, width=4))
    program.shared = set(range(100))
    program.doubtful = set(range(100)) - {3}
    found = timer.time(BINARY, [8], ONCE, wide)
    assert isinstance(found, Sample) and samples.disturbed(found) == 1
    assert not samples.is_doubtful(found)
    assert timed(found) == {8: [830, 830]}
    assert len(program.numbers) == 1 + timing.AGAIN


PATIENCE = 5 * timing.PAUSES[0]


def test_patience_is_spent_once_and_then_everything_is_taken_as_it_comes(
    program: Program, waits: list[float]
) -> None:
    timer = Timer(Sandbox("none", (), ()), 5, Patience(PATIENCE))
    program.moved = set(range(100))
    timer.time(BINARY, [8], ONCE, TARGET)
    assert waits and len(program.numbers) == 1 + len(waits)
    for _ in range(5):
        timer.time(BINARY, [8], ONCE, TARGET)
    assert sum(waits) <= PATIENCE
    assert len(program.numbers) == 1 + 5 + len(waits) and len(waits) < timing.AGAIN


def test_pauses_leave_a_part_of_the_patience_for_measuring_again(
    program: Program, waits: list[float]
) -> None:
    patience = Patience(PATIENCE, reserve=PATIENCE / 2)
    timer = Timer(Sandbox("none", (), ()), 5, patience)
    program.moved = set(range(100))
    for _ in range(5):
        timer.time(BINARY, [8], ONCE, TARGET)
    assert 0 < sum(waits) <= PATIENCE / 2 and patience.left >= PATIENCE / 2
    assert patience.spend(PATIENCE / 2)


def test_a_program_that_misbehaves_is_not_run_again(program: Program, timer: Timer) -> None:
    program.problem = "crashed"
    program.moved = {1}
    assert timer.time(BINARY, [8], ONCE, TARGET) == "crashed"
    assert len(program.numbers) == 1


def test_how_much_the_core_does_alone_is_learnt_from_several_batches_and_asked_for(
    program: Program, timer: Timer
) -> None:
    many = list(range(width.WITNESSES - 1))
    few, first, second = (timer.time(BINARY, n, ONCE, TARGET) for n in ([8], many, many))
    assert [fields["width"] for fields in program.fields[:2]] == ["0", "0"]
    assert {fields["width"] for fields in program.fields[2:]} == {"4000"}
    assert isinstance(few, Sample) and isinstance(first, Sample) and isinstance(second, Sample)
    assert (few.width, first.width, second.width) == (0, 0, 4) and samples.disturbed(second) == 0
    timer.time(BINARY, [8], ONCE, replace(TARGET, name="x86"))
    assert program.fields[-1]["width"] == "0"


@pytest.mark.parametrize("wrong", [4.2, 2.0])
def test_a_width_that_was_wrong_is_relearnt(wrong: float, program: Program, timer: Timer) -> None:
    """It may have been an outlier, or the core was never alone while it was measured."""
    target = replace(TARGET, counter=with_fields(COUNTER, width=wrong))
    for _ in range(1 + timing.AGAIN):
        timer.time(BINARY, list(range(width.WITNESSES)), ONCE, target)
    assert program.fields[0]["width"] == str(round(wrong * 1000))
    assert program.fields[-1]["width"] == "4000"


def test_a_neighbour_that_is_always_there_does_not_change_the_width_that_is_known(
    program: Program, timer: Timer
) -> None:
    wide = replace(TARGET, counter=with_fields(COUNTER, width=4))
    program.shared = set(range(1000))
    for _ in range(10):
        timer.time(BINARY, list(range(60)), ONCE, wide)
    assert program.fields[-1]["width"] == "4000"


def test_the_width_that_is_known_is_not_forgotten_beside_a_neighbour_that_stays(
    program: Program, timer: Timer
) -> None:
    """However long, and although it never was of this core's examination."""
    many = list(range(60))
    timer.time(BINARY, many, ONCE, TARGET)
    program.shared = set(range(1000))
    for _ in range(40):
        timer.time(BINARY, many, ONCE, TARGET)
    assert program.fields[-1]["width"] == "4000"


def test_a_width_that_was_learnt_is_told_once(program: Program, waits: list[float]) -> None:
    told: list[tuple[str, float]] = []
    timer = Timer(Sandbox("none", (), ()), 5, Patience(60), learned=lambda *it: told.append(it))
    narrow = replace(TARGET, counter=with_fields(COUNTER, width=2))
    for _ in range(3):
        timer.time(BINARY, list(range(20)), ONCE, narrow)
    assert told == [(TARGET.name, pytest.approx(4))]


def test_what_moved_batches_show_of_the_core_is_not_believed(
    program: Program, timer: Timer
) -> None:
    program.moved = set(range(20))
    timer.time(BINARY, list(range(width.WITNESSES)), ONCE, TARGET)
    timer.time(BINARY, [8], ONCE, TARGET)
    assert program.fields[-1]["width"] == "0"


def test_a_counter_that_works_no_more_is_nobodys_misbehaviour(
    program: Program, timer: Timer
) -> None:
    program.unusable = {"program", "none"}
    with pytest.raises(CounterLost, match="x86-tsc works no more: it was taken away"):
        timer.time(BINARY, [8], ONCE, TARGET)


def test_a_counter_that_works_for_others_was_broken_by_the_implementation(
    program: Program, timer: Timer
) -> None:
    program.unusable = {"program"}
    said = timer.time(BINARY, [8], ONCE, TARGET)
    assert said == "left its counter unusable: it was taken away"


def test_timings_by_another_counter_have_other_keys() -> None:
    toolchain = Toolchain((), (TARGET,), {}, Path("/cache"), "digest")
    clock = with_fields(COUNTER, name="clock")
    rulers = [
        timing.ruler(toolchain, TARGET),
        timing.ruler(toolchain, replace(TARGET, counter=clock)),
        timing.ruler(replace(toolchain, harness_digest="new"), TARGET),
        timing.ruler(toolchain, replace(TARGET, counter=with_fields(COUNTER, noise=7))),
    ]
    assert len(set(rulers)) == 3 and rulers[0] == rulers[3]


def test_nobody_knows_the_messages_of_a_process_beforehand(program: Program, timer: Timer) -> None:
    for _ in range(3):
        timer.time(BINARY, [8], lengths.USUAL.for_table, TARGET, seed=7)
    seeds = {int(fields["seed"]) for fields in program.fields}
    assert len(seeds) == 3 and max(seeds) > 2**48 and max(seeds) < 2**64


def test_a_program_that_leaves_a_length_out_misbehaves(program: Program, timer: Timer) -> None:
    program.leaves_out = {64}
    said = "did not time every length that was asked for"
    assert timer.time(BINARY, [8, 64], lengths.USUAL.trial, TARGET) == said


@pytest.mark.parametrize("kind", ["reading", "batch", "ticks", "known"])
def test_a_program_whose_answers_are_no_numbers_misbehaves(
    kind: str, program: Program, timer: Timer
) -> None:
    program.garbles = kind
    said = timer.time(BINARY, [8, 64], ONCE, TARGET)
    assert isinstance(said, str) and said.startswith("gave no timings: ")


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("level", ["-O2", "-O3"])
@pytest.mark.parametrize("file", ["drawn.c", "message.c"])
def test_nothing_between_two_timings_uses_the_vectors_of_the_c_library(
    compiler: str, level: str, file: str, tmp_path: Path
) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    source = Path("measure/c") / file
    built = tmp_path / "built.o"
    subprocess.run([compiler, level, "-c", "-o", built, source], check=True)
    told = subprocess.run(["nm", "-u", built], check=True, capture_output=True, text=True)
    assert "memset" not in told.stdout
