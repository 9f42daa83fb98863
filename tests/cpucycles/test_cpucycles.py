"""Counters move forward, one is always found, and what is said of them is true."""

import ctypes
import itertools
import platform
import subprocess
import time
from pathlib import Path

import pytest

from tests.support import programs
from tests.support.programs import ROOM

IS_PC = platform.machine() in ("x86_64", "i686", "i586")
CLOCKS = ("clock-monotonic", "clock-monotonic-raw")


class Counter(ctypes.Structure):
    """struct cpucycles_counter."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("counts", ctypes.c_char_p),
        ("core_cycles", ctypes.c_int),
        ("open", ctypes.CFUNCTYPE(ctypes.c_char_p)),
        ("read", ctypes.CFUNCTYPE(ctypes.c_ulonglong)),
        ("doubt", ctypes.CFUNCTYPE(ctypes.c_char_p)),
        ("close", ctypes.CFUNCTYPE(None)),
    )


class Trial(ctypes.Structure):
    """struct cpucycles_trial."""

    _fields_ = (
        ("counter", ctypes.POINTER(Counter)),
        ("works", ctypes.c_int),
        ("resolution", ctypes.c_ulonglong),
        ("cost", ctypes.c_ulonglong),
        ("noise", ctypes.c_ulonglong),
        ("ticks_per_second", ctypes.c_double),
        ("error", ctypes.c_double),
        ("reason", ctypes.c_char * 240),
    )


def load(place: Path, *flags: str) -> ctypes.CDLL:
    """cpucycles/ as a library."""
    files = [*programs.sources(), programs.make_list(place)]
    made = ctypes.CDLL(
        str(programs.built(["gcc", *flags], files, place / "all.so", "-fPIC", "-shared"))
    )
    made.cpucycles_choose.restype = ctypes.POINTER(Counter)
    made.cpucycles_try.restype = ctypes.c_char_p
    made.cpucycles_persecond.restype = ctypes.c_double
    made.cpucycles.restype = ctypes.c_longlong
    return made


@pytest.fixture(scope="module")
def counters(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """All counters, as this machine has them."""
    return load(tmp_path_factory.mktemp("cpucycles"))


def find(library: ctypes.CDLL, name: str) -> Counter:
    return Counter.in_dll(library, f"cpucycles_{name.replace('-', '_')}")


@pytest.fixture(params=programs.counters_here())
def counter(counters: ctypes.CDLL, request: pytest.FixtureRequest) -> Counter:
    """Each counter that works here, opened."""
    found = find(counters, request.param)
    assert found.open
    why = counters.cpucycles_try(ctypes.byref(found))
    if why is not None:
        pytest.skip(f"{request.param} does not work here: {why.decode()}")
    return found


def measure(counters: ctypes.CDLL, counter: Counter) -> Trial:
    trial = Trial()
    counters.cpucycles_measure(ctypes.byref(counter), ctypes.byref(trial))
    return trial


@pytest.mark.parametrize("name", programs.counters())
def test_a_file_defines_the_counter_of_its_name(counters: ctypes.CDLL, name: str) -> None:
    found = find(counters, name)
    assert not found.open or found.name == name.encode()


def test_a_counter_says_what_it_is(counter: Counter) -> None:
    assert counter.counts
    assert counter.core_cycles in (0, 1)
    assert counter.core_cycles == (b"cycles of the core" in counter.counts)


def test_a_counter_never_goes_back(counter: Counter) -> None:
    readings = [counter.read() for _ in range(20_000)]
    assert all(a <= b for a, b in itertools.pairwise(readings))


def test_a_counter_moves(counter: Counter) -> None:
    first = counter.read()
    time.sleep(0.001)
    assert counter.read() > first


def test_a_counter_that_works_is_not_in_doubt(counter: Counter) -> None:
    assert not counter.doubt or counter.doubt() is None


def test_the_resolution_divides_differences(counters: ctypes.CDLL, counter: Counter) -> None:
    """Not of clocks, whose nanoseconds are made of other ticks; nor when another processor goes on with this."""
    if counter.name.decode() in CLOCKS:
        pytest.skip("a clock")
    step = measure(counters, counter).resolution
    assert step >= 1
    readings = [counter.read() for _ in range(20_000)]
    odd = sum((b - a) % step != 0 for a, b in itertools.pairwise(readings))
    assert odd < 200


def test_the_cost_is_what_a_reading_takes_at_least(counters: ctypes.CDLL, counter: Counter) -> None:
    """Python's own readings take longer."""
    trial = measure(counters, counter)
    readings = [counter.read() for _ in range(1000)]
    assert trial.cost <= sorted(b - a for a, b in itertools.pairwise(readings))[500]
    assert trial.resolution >= 1


def read_both(counter: Counter) -> tuple[float, int]:
    """The clock in seconds, and the counter. Of many attempts the shortest, since another process may come between."""

    def attempt() -> tuple[float, float, int]:
        before, ticks, after = time.monotonic(), counter.read(), time.monotonic()
        return after - before, (before + after) / 2, ticks

    _, when, ticks = min(attempt() for _ in range(20))
    return when, ticks


def test_the_rate_is_what_a_second_shows(counters: ctypes.CDLL, counter: Counter) -> None:
    if counter.core_cycles:
        pytest.skip("counts only while this runs")
    told = counters.cpucycles_persecond(ctypes.byref(counter), 50)
    begun, first = read_both(counter)
    time.sleep(0.2)
    ended, last = read_both(counter)
    assert told == pytest.approx((last - first) / (ended - begun), rel=0.02)


@pytest.mark.parametrize("name", CLOCKS)
def test_the_clocks_count_nanoseconds_and_no_cycles(counters: ctypes.CDLL, name: str) -> None:
    clock = find(counters, name)
    assert clock.core_cycles == 0
    kind = time.CLOCK_MONOTONIC_RAW if name.endswith("raw") else time.CLOCK_MONOTONIC
    assert abs(clock.read() - time.clock_gettime_ns(kind)) < 1_000_000_000
    rate = counters.cpucycles_persecond(ctypes.byref(clock), 50)
    assert rate == pytest.approx(1e9, rel=0.01)


def test_on_a_pc_the_time_stamp_counter_is_chosen_where_no_cycles_are_to_be_had(
    counters: ctypes.CDLL,
) -> None:
    if not IS_PC:
        pytest.skip("another processor")
    chosen = counters.cpucycles_choose().contents
    assert chosen.core_cycles or chosen.name in (b"x86-tsc", b"x86-tscp")


@pytest.mark.parametrize("name", ["x86-tsc", "x86-tscp"])
def test_the_time_stamp_counter_makes_no_claim_to_count_cycles_of_the_core(
    counters: ctypes.CDLL, name: str
) -> None:
    if not IS_PC:
        pytest.skip("another processor")
    tsc = find(counters, name)
    assert tsc.core_cycles == 0
    assert b"need not be the core's" in tsc.counts


def test_both_ways_to_read_the_time_stamp_counter_read_the_same(counters: ctypes.CDLL) -> None:
    if not IS_PC:
        pytest.skip("another processor")
    tsc, tscp = find(counters, "x86-tsc"), find(counters, "x86-tscp")
    if counters.cpucycles_try(ctypes.byref(tscp)) is not None:
        pytest.skip("no rdtscp")
    readings = [counter.read() for _ in range(100) for counter in (tsc, tscp)]
    assert readings == sorted(readings)


def test_on_a_processor_that_we_do_not_know_a_clock_of_the_kernel_is_chosen(
    tmp_path: Path,
) -> None:
    if not IS_PC:
        pytest.skip("written for a PC that is told to be none")
    elsewhere = load(tmp_path, "-U__x86_64__", "-U__i386__", "-fno-builtin")
    assert not find(elsewhere, "x86-tsc").open
    chosen = elsewhere.cpucycles_choose().contents
    assert chosen.core_cycles or chosen.name.decode() in CLOCKS
    assert chosen.read() > 0


def test_what_implementations_read_is_the_chosen_counter(counters: ctypes.CDLL) -> None:
    chosen = counters.cpucycles_choose().contents
    before, reading, after = chosen.read(), counters.cpucycles(), chosen.read()
    assert before <= reading <= after


def test_counters_of_32_bits_go_on_when_they_come_round(tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text(
        "#include <stdio.h>\n"
        '#include "wide.h"\n'
        "int main(void) {\n"
        "    static const unsigned seen[] = {5, 4294967295u, 0, 4294967294u, 4294967294u, 7};\n"
        "    unsigned long long last = 0;\n"
        "    for (int i = 0; i < 6; ++i)\n"
        '        printf("%llu\\n", wide_count(&last, seen[i]));\n'
        "    return 0;\n"
        "}\n"
    )
    program = programs.built(["gcc"], [tmp_path / "main.c"], tmp_path / "main")
    round_ = 1 << 32
    assert [int(line) for line in programs.output([program])] == [
        5,
        round_ - 1,
        round_,
        2 * round_ - 2,
        2 * round_ - 2,
        2 * round_ + 7,
    ]


def test_nothing_between_two_readings_allocates_or_enters_the_kernel(tmp_path: Path) -> None:
    """What the objects of counters that are no system calls may call: the clock, opening and closing."""
    for source in sorted((ROOM / "processors").glob("*.c")):
        made = tmp_path / f"{source.stem}.o"
        subprocess.run(["gcc", "-O2", "-c", source, "-o", made], check=True)
        undefined = programs.output(["nm", "--undefined-only", str(made)])
        allowed = {"perf_open", "perf_map", "perf_doubt", "perf_close", "__cpu_model"}
        names = {line.split()[-1] for line in undefined} - {"_GLOBAL_OFFSET_TABLE_"}
        assert names <= allowed | {"__stack_chk_fail", "__cpu_features2"}
