"""Schedules, and the timer before a program that only answers: what is asked, and what is made of the answers."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.data import lengths
from hashcop.data.lengths import Schedule
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import timing
from hashcop.platforms.c.program import Answer, Limit
from hashcop.platforms.c.timing import CounterLost, Effect, Timer
from hashcop.platforms.c.tools.counters import Counter
from hashcop.platforms.c.tools.toolchain import Target, Toolchain
from hashcop.results.samples import Sample

COUNTER = Counter("x86-tsc", "ticks", False, 3_000_000_000, 20, cost=40)
TARGET = Target(
    "amd64", {"gcc": ()}, (), Path("/cache/harness-amd64"), COUNTER, Path("/c"), Path("/own")
)
ONCE = Schedule(processes=1, warmup=3, timings=2, steps=100)


def test_keys_tell_codes_counters_trials_and_schedules_apart() -> None:
    schedules = (lengths.FOR_TABLE, lengths.FOR_CURVE, replace(lengths.FOR_CURVE, steps=7))
    keys = [timing.trial_key(c, h, n) for c in "ab" for h in "xy" for n in range(3)]
    keys += [timing.series_key(c, h, s) for c in "ab" for h in "xy" for s in schedules]
    assert len(set(keys)) == len(keys)


# Lengths and schedules


def test_a_full_curve_is_every_length_to_the_longest() -> None:
    assert lengths.full_curve() == list(range(4097))


def test_a_coarse_curve_has_every_length_to_256_and_those_of_the_tables() -> None:
    coarse = lengths.coarse_curve()
    assert coarse == sorted(set(coarse))
    assert set(range(257)) <= set(coarse)
    assert set(lengths.TABLE) <= set(coarse)
    assert lengths.LONGEST in coarse
    assert set(coarse) <= set(lengths.full_curve())
    assert len(coarse) < len(lengths.full_curve()) / 5


@pytest.mark.parametrize(
    ("block", "padding", "gap"), [(64, 9, 1), (128, 17, 32), (64, 1, 32), (32, 1, 32)]
)
def test_a_coarse_curve_has_lengths_close_before_and_after_the_step_of_each_block(
    block: int, padding: int, gap: int
) -> None:
    coarse = lengths.coarse_curve()
    for end in range(512, 4096, max(block, 64)):
        longest = end - padding  # that needs no block more
        before = max(n for n in coarse if n <= longest)
        after = min(n for n in coarse if n > longest)
        assert after - before <= gap


def test_the_race_s_length_and_those_of_the_slope_are_in_the_tables() -> None:
    assert lengths.RACE in lengths.TABLE
    assert set(lengths.LONG) <= set(lengths.TABLE)
    assert max(lengths.TABLE) == lengths.LONGEST


def test_tables_are_timed_most_often_and_longest_each_time_and_curves_least() -> None:
    table, curve = lengths.FOR_TABLE, lengths.FOR_CURVE
    assert (table.processes, table.timings, table.steps) > (
        curve.processes,
        curve.timings,
        curve.steps,
    )
    assert lengths.RACE_TRIAL.processes == 1


def test_the_expected_duration_follows_from_the_race() -> None:
    counter, single = replace(COUNTER, resolution=1, cost=0), Schedule(1, 0, 5, 0)
    twice = replace(single, processes=2)
    # 1536 bytes at 30 cycles each, 64 for the call among them, and two calls that find out how many go together.
    one = timing.expected_seconds(30, counter, [1536 - 64], single)
    assert one == pytest.approx(7 * 30 * 1536 / 3e9)
    assert timing.expected_seconds(30, counter, [1536 - 64], twice) == pytest.approx(2 * one)
    assert timing.expected_seconds(30, counter, [0], single) > 0
    assert timing.expected_seconds(30, counter, [], single) == 0


def test_the_expected_duration_is_not_below_what_timings_take_at_least() -> None:
    slow = replace(COUNTER, ticks_per_second=24_000_000, resolution=1, cost=1)
    least = timing.ticks_of_a_timing(slow, ONCE) / 24_000_000
    assert timing.expected_seconds(1, slow, [0, 1], ONCE) == pytest.approx((3 + 2 + 2) * 2 * least)


def test_a_timing_takes_as_many_steps_of_the_counter_as_its_schedule_says() -> None:
    assert timing.ticks_of_a_timing(COUNTER, ONCE) == 100 * 20
    assert timing.ticks_of_a_timing(replace(COUNTER, resolution=1), ONCE) == 20 * 40  # its own cost
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
    return Timer(Sandbox("none", (), ()), processor=5)


def timed(found: Sample | str) -> dict[int, list[float]]:
    """Cycles of each length, in the order in which they were taken."""
    assert isinstance(found, Sample), found
    return {length: cycles for length, cycles, _ in found.cycles()}


def test_a_timing_is_asked_for_on_the_pinned_processor_by_its_schedule(
    program: Program, timer: Timer
) -> None:
    found = timer.time(BINARY, [8, 64], ONCE, TARGET, seed=7)
    assert program.numbers == [[8, 64]]
    told = {"processor": "5", "warmup": "3", "timings": "2", "timing": "2000", "seed": "7"}
    assert told.items() <= program.fields[0].items()
    assert timed(found) == {8: [810, 810], 64: [6410, 6410]}


def test_a_chain_is_long_for_its_counter_and_short_for_the_clock(
    program: Program, timer: Timer
) -> None:
    slow = replace(COUNTER, ticks_per_second=24_000_000, resolution=1)
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
    timer.time(BINARY, [8], ONCE, replace(TARGET, counter=replace(COUNTER, core_cycles=True)))
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
    timer.measure(BINARY, [8], replace(ONCE, processes=2), TARGET)
    assert program.verbs == ["time@x86-tsc"] * 3


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
    wide = replace(TARGET, counter=replace(COUNTER, width=4))
    setattr(program, trouble, {1, 2, 3})
    found = timer.time(BINARY, [8], ONCE, wide)
    assert isinstance(found, Sample) and not found.is_doubtful and not found.disturbed
    assert timed(found) == {8: [840, 840]}
    assert program.numbers == [[8]] * 4
    assert 0 < waits[0] < waits[1] < waits[2] <= max(timing.PAUSES)


def test_an_interruption_is_in_few_timings_and_sends_no_process_back(
    program: Program, timer: Timer
) -> None:
    program.interrupted = {1}
    found = timer.time(BINARY, [8], ONCE, TARGET)
    assert isinstance(found, Sample) and [why for _, _, why in found.cycles()] == ["interrupted"]
    assert program.numbers == [[8]]


def test_others_that_are_there_on_purpose_are_no_disturbance(
    program: Program, timer: Timer
) -> None:
    """Nor is anything taken again for them: copies that wait for quiet would not overlap."""
    wide = replace(TARGET, counter=replace(COUNTER, width=4))
    program.shared = {1}
    found = timer.time(BINARY, [8], ONCE, wide, effect=Effect(shares=True))
    assert isinstance(found, Sample) and found.disturbed == 0 and program.numbers == [[8]]
    timer.time(BINARY, [8], ONCE, wide)
    assert [f["retakes"] for f in program.fields] == ["0", str(timing.RETAKES)]
    assert [f["width"] for f in program.fields] == ["0", "4000"]


def test_where_the_calibration_is_never_right_that_is_said_after_a_few_processes(
    program: Program, timer: Timer
) -> None:
    program.doubtful = set(range(100))
    found = timer.time(BINARY, [8], ONCE, TARGET)
    assert isinstance(found, Sample) and found.is_doubtful
    assert found.probe == pytest.approx(1.04, abs=0.002)
    assert len(program.numbers) == 1 + timing.AGAIN


def test_of_processes_that_all_are_disturbed_the_quietest_counts(
    program: Program, timer: Timer
) -> None:
    wide = replace(TARGET, counter=replace(COUNTER, width=4))
    program.shared = set(range(100))
    program.doubtful = set(range(100)) - {3}
    found = timer.time(BINARY, [8], ONCE, wide)
    assert isinstance(found, Sample) and found.disturbed == 1 and not found.is_doubtful
    assert timed(found) == {8: [830, 830]}
    assert len(program.numbers) == 1 + timing.AGAIN


PATIENCE = 5 * timing.PAUSES[0]


def test_patience_is_spent_once_and_then_everything_is_taken_as_it_comes(
    program: Program, waits: list[float]
) -> None:
    timer = Timer(Sandbox("none", (), ()), processor=5, patience=PATIENCE)
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
    timer = Timer(Sandbox("none", (), ()), processor=5, patience=PATIENCE, reserve=PATIENCE / 2)
    program.moved = set(range(100))
    for _ in range(5):
        timer.time(BINARY, [8], ONCE, TARGET)
    assert 0 < sum(waits) <= PATIENCE / 2 and timer.patience >= PATIENCE / 2
    assert timer.spend(PATIENCE / 2)


def test_a_program_that_misbehaves_is_not_run_again(program: Program, timer: Timer) -> None:
    program.problem = "crashed"
    program.moved = {1}
    assert timer.time(BINARY, [8], ONCE, TARGET) == "crashed"
    assert len(program.numbers) == 1


def test_how_much_the_core_does_alone_is_learnt_from_several_batches_and_asked_for(
    program: Program, timer: Timer
) -> None:
    program.shared = {3}
    many = list(range(timing.WITNESSES - 1))
    few, first, second = (timer.time(BINARY, n, ONCE, TARGET) for n in ([8], many, many))
    assert [fields["width"] for fields in program.fields[:2]] == ["0", "0"]
    assert {fields["width"] for fields in program.fields[2:]} == {"4000"}
    assert isinstance(few, Sample) and isinstance(first, Sample) and isinstance(second, Sample)
    assert (few.width, first.width, second.width, second.disturbed) == (0, 0, 4, 0)
    timer.time(BINARY, [8], ONCE, replace(TARGET, abi="x86"))
    assert program.fields[-1]["width"] == "0"


def test_what_moved_batches_show_of_the_core_is_not_believed(
    program: Program, timer: Timer
) -> None:
    program.moved = set(range(20))
    timer.time(BINARY, list(range(timing.WITNESSES)), ONCE, TARGET)
    timer.time(BINARY, [8], ONCE, TARGET)
    assert program.fields[-1]["width"] == "0"


def test_a_counter_that_works_no_more_is_nobodys_misbehaviour(
    program: Program, timer: Timer
) -> None:
    program.unusable = {"program", "none"}
    with pytest.raises(CounterLost, match="x86-tsc works no more: it was taken away"):
        timer.measure(BINARY, [8], ONCE, TARGET)


def test_a_counter_that_works_for_others_was_broken_by_the_implementation(
    program: Program, timer: Timer
) -> None:
    program.unusable = {"program"}
    said = timer.time(BINARY, [8], ONCE, TARGET)
    assert said == "left its counter unusable: it was taken away"


def test_timings_by_another_counter_have_other_keys() -> None:
    toolchain = Toolchain((), (TARGET,), {}, Path("/cache"), "digest")
    clock = Counter("clock", "nanoseconds", False, 10**9, 1)
    rulers = [
        timing.ruler(toolchain, TARGET),
        timing.ruler(toolchain, replace(TARGET, counter=clock)),
        timing.ruler(replace(toolchain, harness_digest="new"), TARGET),
        timing.ruler(toolchain, replace(TARGET, counter=replace(COUNTER, noise=7))),
    ]
    assert len(set(rulers)) == 3 and rulers[0] == rulers[3]


def test_a_measurement_takes_each_length_in_each_process_in_another_order(
    program: Program, timer: Timer
) -> None:
    numbers = list(range(20))
    found = timer.measure(BINARY, numbers, replace(ONCE, processes=3), TARGET)
    orders = program.numbers
    assert len(orders) == 3
    assert all(sorted(order) == numbers for order in orders)
    assert len({tuple(order) for order in [*orders, numbers]}) == 4
    assert isinstance(found, list)
    assert [list(timed(one)) for one in found] == orders
    assert [timed(one)[7] for one in found] == [[710, 710], [720, 720], [730, 730]]


def test_each_process_of_a_measurement_hashes_another_message(
    program: Program, timer: Timer
) -> None:
    timer.measure(BINARY, [8], lengths.FOR_TABLE, TARGET)
    assert len({fields["seed"] for fields in program.fields}) == lengths.FOR_TABLE.processes


def test_a_measurement_that_is_done_again_takes_the_same_orders_and_messages(
    program: Program, timer: Timer
) -> None:
    for _ in range(2):
        timer.measure(BINARY, list(range(20)), lengths.FOR_CURVE, TARGET)
    half = len(program.numbers) // 2
    assert program.numbers[:half] == program.numbers[half:]
    told = [{k: v for k, v in fields.items() if k != "width"} for fields in program.fields]
    assert told[:half] == told[half:]


def test_a_program_that_leaves_a_length_out_misbehaves(program: Program, timer: Timer) -> None:
    program.leaves_out = {64}
    said = "did not time every length that was asked for"
    assert timer.time(BINARY, [8, 64], lengths.RACE_TRIAL, TARGET) == said
    assert timer.measure(BINARY, [8, 64], lengths.FOR_TABLE, TARGET) == said


@pytest.mark.parametrize("kind", ["reading", "batch", "ticks", "known"])
def test_a_program_whose_answers_are_no_numbers_misbehaves(
    kind: str, program: Program, timer: Timer
) -> None:
    program.garbles = kind
    said = timer.time(BINARY, [8, 64], ONCE, TARGET)
    assert isinstance(said, str) and said.startswith("gave no timings: ")


def test_what_goes_wrong_in_one_process_ends_the_measurement(
    program: Program, timer: Timer
) -> None:
    program.problem = "crashed"
    assert timer.measure(BINARY, [8, 64], lengths.FOR_TABLE, TARGET) == "crashed"
    assert len(program.numbers) == 1
