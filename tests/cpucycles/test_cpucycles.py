"""Counters move forward, one is always found, and what is said of them is true."""

import ctypes
import itertools
import platform
import subprocess
import time
from pathlib import Path

import pytest

ROOM = Path(__file__).resolve().parents[2] / "cpucycles"
IS_PC = platform.machine() in ("x86_64", "i686", "i586")
NOT_A_PC = ("-U__x86_64__", "-U__i386__")


class Counter(ctypes.Structure):
    """struct cpucycles_counter."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("counts", ctypes.c_char_p),
        ("core_cycles", ctypes.c_int),
        ("open", ctypes.CFUNCTYPE(ctypes.c_int)),
        ("read", ctypes.CFUNCTYPE(ctypes.c_ulonglong)),
    )


def library(place: Path, tsc_flags: tuple[str, ...] = ()) -> ctypes.CDLL:
    """cpucycles/ as a library, tsc.c compiled with more flags."""
    command = ["gcc", "-std=c11", "-O2", "-D_DEFAULT_SOURCE", "-fPIC"]
    tsc = place / "tsc.o"
    subprocess.run([*command, *tsc_flags, "-c", ROOM / "tsc.c", "-o", tsc], check=True)
    others = sorted(set(ROOM.glob("*.c")) - {ROOM / "tsc.c"})
    subprocess.run([*command, "-shared", "-o", place / "all.so", tsc, *others], check=True)
    made = ctypes.CDLL(str(place / "all.so"))
    made.cpucycles_choose.restype = ctypes.POINTER(Counter)
    made.cpucycles_resolution.restype = ctypes.c_ulonglong
    made.cpucycles_persecond.restype = ctypes.c_double
    made.cpucycles.restype = ctypes.c_longlong
    return made


@pytest.fixture(scope="module")
def counters(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """All counters, as this machine has them."""
    return library(tmp_path_factory.mktemp("cpucycles"))


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """As on a processor without a counter that we know."""
    return library(tmp_path_factory.mktemp("elsewhere"), NOT_A_PC)


@pytest.fixture(params=["cpucycles_clock", "cpucycles_tsc"])
def counter(counters: ctypes.CDLL, request: pytest.FixtureRequest) -> Counter:
    """Each counter, opened."""
    found = Counter.in_dll(counters, request.param)
    if found.open() != 0:
        pytest.skip(f"{found.name.decode()} does not work on this processor")
    return found


def test_a_counter_says_what_it_is(counter: Counter) -> None:
    assert counter.name and b" " not in counter.name
    assert counter.counts
    assert counter.core_cycles in (0, 1)


def test_a_counter_never_goes_back(counter: Counter) -> None:
    readings = [counter.read() for _ in range(20_000)]
    assert all(a <= b for a, b in itertools.pairwise(readings))


def test_a_counter_moves(counter: Counter) -> None:
    first = counter.read()
    time.sleep(0.001)
    assert counter.read() > first


def test_the_resolution_divides_all_differences(counters: ctypes.CDLL, counter: Counter) -> None:
    step = counters.cpucycles_resolution(ctypes.byref(counter))
    assert step >= 1
    readings = [counter.read() for _ in range(20_000)]
    assert {(b - a) % step for a, b in itertools.pairwise(readings)} == {0}


def test_the_rate_is_what_a_second_shows(counters: ctypes.CDLL, counter: Counter) -> None:
    told = counters.cpucycles_persecond(ctypes.byref(counter))
    begun, first = time.monotonic(), counter.read()
    time.sleep(0.2)
    seen = (counter.read() - first) / (time.monotonic() - begun)
    assert told == pytest.approx(seen, rel=0.02)


def test_the_clock_counts_nanoseconds_and_no_cycles(counters: ctypes.CDLL) -> None:
    clock = Counter.in_dll(counters, "cpucycles_clock")
    assert clock.core_cycles == 0
    assert abs(clock.read() - time.monotonic_ns()) < 1_000_000_000
    assert counters.cpucycles_persecond(ctypes.byref(clock)) == pytest.approx(1e9, rel=0.01)


def test_on_a_pc_the_time_stamp_counter_is_chosen(counters: ctypes.CDLL) -> None:
    if not IS_PC:
        pytest.skip("another processor")
    assert counters.cpucycles_choose().contents.name == b"x86-tsc"


def test_the_time_stamp_counter_makes_no_claim_to_count_cycles_of_the_core(
    counters: ctypes.CDLL,
) -> None:
    tsc = Counter.in_dll(counters, "cpucycles_tsc")
    assert tsc.core_cycles == 0
    assert b"need not be the core's" in tsc.counts


def test_elsewhere_the_clock_is_chosen(elsewhere: ctypes.CDLL) -> None:
    assert Counter.in_dll(elsewhere, "cpucycles_tsc").open() != 0
    chosen = elsewhere.cpucycles_choose().contents
    assert chosen.name == b"monotonic-clock"
    assert chosen.read() > 0


def test_a_counter_that_stands_still_is_not_chosen(tmp_path: Path) -> None:
    """On processors that we don't know, tsc.c reads 0; here it claims to work there."""
    text = (ROOM / "tsc.c").read_text()
    lie = text.replace("tsc_open(void) { return -1; }", "tsc_open(void) { return 0; }")
    assert lie != text
    (tmp_path / "cpucycles.h").write_text((ROOM / "cpucycles.h").read_text())
    (tmp_path / "tsc.c").write_text(lie)
    sources = [ROOM / "choose.c", ROOM / "clock.c"]
    command = ["gcc", "-std=c11", "-D_DEFAULT_SOURCE", "-fPIC"]
    still = tmp_path / "tsc.o"
    subprocess.run([*command, *NOT_A_PC, "-c", tmp_path / "tsc.c", "-o", still], check=True)
    made = tmp_path / "all.so"
    subprocess.run([*command, "-shared", "-o", made, still, *sources], check=True)
    loaded = ctypes.CDLL(str(made))
    loaded.cpucycles_choose.restype = ctypes.POINTER(Counter)
    assert Counter.in_dll(loaded, "cpucycles_tsc").open() == 0
    assert loaded.cpucycles_choose().contents.name == b"monotonic-clock"


def test_what_implementations_read_is_the_chosen_counter(counters: ctypes.CDLL) -> None:
    chosen = counters.cpucycles_choose().contents
    before, reading, after = chosen.read(), counters.cpucycles(), chosen.read()
    assert before <= reading <= after
