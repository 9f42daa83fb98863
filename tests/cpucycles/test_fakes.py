"""The choice among counters that misbehave: each steps aside, says why, and leaves the program as it was."""

import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support import programs
from tests.support.programs import HERE, ROOM, Told

Once = Callable[[str, Callable[[Path], None]], Path]


@pytest.fixture(scope="session")
def fakes(once: Once) -> Path:
    """fakes.c with the real choice."""
    files = [*(ROOM / f"{name}.c" for name in ("choose", "trial", "guard")), HERE / "fakes.c"]

    def make(place: Path) -> None:
        programs.built(["gcc"], files, place / "fakes")

    return once("counter-fakes", make) / "fakes"


def choose(fakes: Path, *names: str) -> Told:
    told = programs.tell([fakes], "choose", *names)
    assert told.status == -signal.SIGILL, "the handlers that it had were not put back"
    return told


def reason(told: Told, name: str) -> str:
    assert told.chosen != name and not told.trials[name].works
    return told.trials[name].reason


BROKEN = {
    "still": "it stands still",
    "back": "it goes back",
    "once-back": "it goes back",
    "sigill": "the processor or the kernel forbids the instruction (SIGILL)",
    "late-sigill": "the processor or the kernel forbids the instruction (SIGILL)",
    "trap": "the processor or the kernel forbids the instruction (SIGILL)",
    "sigsegv": "the processor or the kernel forbids the access (SIGSEGV)",
    "sigbus": "the processor or the kernel forbids the access (SIGBUS)",
    "sigsys": "a filter forbids the system call (SIGSYS)",
    "refused": "it does not want to",
    "multiplexed": "it is shared with others",
    "still-multiplexed": "it is shared with others",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_counter_that_does_not_count_steps_aside_and_says_why(fakes: Path, name: str) -> None:
    told = choose(fakes, name, "plain")
    assert told.chosen == "plain"
    assert reason(told, name) == BROKEN[name]


def test_all_of_them_at_once_leave_the_one_that_counts(fakes: Path) -> None:
    names = list(BROKEN)
    for some in (names[:7], names[5:]):
        told = choose(fakes, *some, "plain")
        assert told.chosen == "plain"
        assert {name: reason(told, name) for name in some} == {name: BROKEN[name] for name in some}


def test_only_the_chosen_counter_stays_open(fakes: Path) -> None:
    names = ["refused", "still", "trap", "core", "sigill", "plain", "multiplexed"]
    told = choose(fakes, *names)
    assert told.facts["open"] == [f"{name} {int(name == 'core')}" for name in names]


def test_where_nothing_counts_nothing_is_chosen_and_readings_are_none(fakes: Path) -> None:
    told = choose(fakes, "still", "sigill")
    assert told.chosen == "-"
    assert told.facts["reads"] == ["0"]
    assert told.facts["open"] == ["still 0", "sigill 0"]


def test_a_choice_is_made_once(fakes: Path) -> None:
    assert choose(fakes, "plain", "core").facts["same"] == ["1"]


def test_a_counter_of_another_processor_is_not_mentioned(fakes: Path) -> None:
    assert list(choose(fakes, "foreign", "plain").trials) == ["plain"]


def test_core_cycles_are_preferred_wherever_they_stand(fakes: Path) -> None:
    for names in (("plain", "core"), ("core", "plain")):
        told = choose(fakes, *names)
        assert told.chosen == "core"
        assert "does not count core cycles" in told.trials["plain"].reason
        assert "does not count core cycles" not in told.trials["core"].reason


@pytest.mark.parametrize("name", ["costly", "noisy", "coarse", "late", "core-costly"])
def test_what_errs_much_is_not_chosen_wherever_it_stands(fakes: Path, name: str) -> None:
    """Not even for core cycles."""
    for names in (("plain", name), (name, "plain")):
        told = choose(fakes, *names)
        assert told.chosen == "plain"
        assert told.trials[name].works
        assert re.search(
            r"its error for a call of 2500 ns is about \d{4,} ns.*; that of plain is \d+ ns$",
            told.trials[name].reason,
        )
        assert "is the least of those that work here" in told.trials["plain"].reason


def test_what_is_measured_is_what_was_made_wrong(fakes: Path) -> None:
    trials = choose(fakes, "plain", "costly", "noisy", "coarse", "late", "by-26").trials
    assert 200_000 <= trials["costly"].cost < 400_000
    assert trials["costly"].noise < 100_000
    assert 190_000 <= trials["noisy"].noise < 300_000
    assert trials["coarse"].resolution % 1_000_000 == 0 and trials["coarse"].resolution > 0
    assert (trials["coarse"].cost, trials["coarse"].noise) == (0, 0)
    assert trials["late"].resolution >= 1
    assert trials["by-26"].resolution % 26 == 0 and trials["by-26"].resolution > 0
    assert trials["plain"].resolution >= 1


def test_of_equals_the_first_of_the_list_is_chosen(fakes: Path) -> None:
    for names in (("plain", "plain-too"), ("plain-too", "plain")):
        told = choose(fakes, *names)
        if told.trials[names[1]].cost + 20 < told.trials[names[0]].cost:
            continue  # the machine was disturbed, and they were none
        assert told.chosen == names[0]
        assert f"not better than {names[0]}, which comes first" in told.trials[names[1]].reason


def test_a_counter_that_is_taken_away_after_its_trial_is_not_used(fakes: Path) -> None:
    told = choose(fakes, "fickle", "plain")
    assert told.chosen == "plain"
    assert reason(told, "fickle") == "it worked once and then no more: somebody else has it now"


def test_a_counter_asked_for_by_name_is_used_or_nothing_is(fakes: Path) -> None:
    def use(name: str) -> tuple[list[str], list[str]]:
        told = programs.tell([fakes], f"use:{name}", "core", "plain", "sigill", "foreign")
        assert told.status == -signal.SIGILL
        return told.facts["used"], told.facts["open"]

    closed = ["core 0", "plain 0", "sigill 0", "foreign 0"]
    assert use("plain") == (["-"], ["core 0", "plain 1", "sigill 0", "foreign 0"])
    assert use("sigill") == ([BROKEN["sigill"]], closed)
    unknown = ["there is no counter of that name for this processor"]
    assert use("foreign") == (unknown, closed)
    assert use("nothing") == (unknown, closed)


# What perf.c makes of a kernel's answers

WRAPPED = ("syscall", "mmap", "munmap", "read", "close", "fcntl")


@pytest.fixture(scope="session")
def perf(once: Once) -> Callable[..., list[str]]:
    """perf(counter, what the kernel does): the lines that perf_fakes.c prints."""
    parts = ("choose", "trial", "guard", "perf", "anywhere/perf-event", "processors/x86-rdpmc")
    files = [*(ROOM / f"{name}.c" for name in parts), HERE / "perf_fakes.c"]
    wrap = f"-Wl,{','.join(f'--wrap={name}' for name in WRAPPED)}"

    def make(place: Path) -> None:
        programs.built(["gcc"], files, place / "perf", wrap)

    program = once("perf-fakes", make) / "perf"

    def said(*words: str) -> list[str]:
        return programs.output([program, *words])

    return said


Perf = Callable[..., list[str]]


def test_an_event_that_counts_is_a_counter_of_user_mode_that_is_pinned(perf: Perf) -> None:
    why, _, asked = perf("perf-event", "counts")
    assert why == "-"
    assert asked == "1 1 1 0"  # without kernel, without hypervisor, pinned, counting


@pytest.mark.parametrize(
    ("kernel", "why"),
    [
        ("ENOENT", r"the kernel sees no cycle counter in this processor, as in many virtual.*"),
        ("EOPNOTSUPP", r"the kernel sees no cycle counter in this processor, as in many virtual.*"),
        ("ENOSYS", r"the kernel has no perf_event_open"),
        ("EPERM", r".*forbid.*"),
        ("EACCES", r".*forbid.*"),
        ("EMFILE", r"perf_event_open: .+"),
        ("EINVAL", r"perf_event_open: .+"),
    ],
)
@pytest.mark.parametrize("counter", ["perf-event", "x86-rdpmc"])
def test_an_event_that_the_kernel_refuses_says_why(
    perf: Perf, counter: str, kernel: str, why: str
) -> None:
    said, closed, *_ = perf(counter, kernel)
    if said == "another processor":
        pytest.skip(said)
    assert re.fullmatch(why, said)
    assert closed == "0 0"


@pytest.mark.parametrize("kernel", ["EPERM", "EACCES"])
def test_an_event_that_is_forbidden_may_be_inherited(
    perf: Perf, kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HASHCOP_PERF_EVENT", "33")
    assert perf("perf-event", kernel)[:2] == ["-", "0 0"]


def test_an_event_that_there_is_not_is_not_inherited(
    perf: Perf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HASHCOP_PERF_EVENT", "33")
    assert perf("perf-event", "ENOENT")[0].startswith("the kernel sees no cycle counter")


@pytest.mark.parametrize(
    ("kernel", "why"),
    [
        (
            "multiplexed",
            "the kernel multiplexes it with other events: it counted for 600 of 1000 ns",
        ),
        (
            "not-pinned",
            "another event, perhaps the kernel's NMI watchdog, holds the hardware counter",
        ),
        ("still", "it stands still"),
    ],
)
def test_an_event_that_does_not_count_all_the_time_is_closed(
    perf: Perf, kernel: str, why: str
) -> None:
    assert perf("perf-event", kernel)[:2] == [why, "1 0"]


@pytest.mark.parametrize(
    ("kernel", "why", "closed"),
    [
        ("no-rdpmc", r".*cap_user_rdpmc is 0.*/sys/bus/event_source/devices/cpu/rdpmc.*", "1 1"),
        ("no-page", r"the page of its perf event can't be mapped: .+", "1 0"),
        ("lost", r"it lost its hardware counter meanwhile", "1 1"),
    ],
)
def test_a_page_that_permits_nothing_is_unmapped(
    perf: Perf, kernel: str, why: str, closed: str
) -> None:
    said, *rest = perf("x86-rdpmc", kernel)
    if said == "another processor":
        pytest.skip(said)
    assert re.fullmatch(why, said)
    assert rest[0] == closed


def test_rdpmc_that_the_processor_forbids_is_survived(perf: Perf) -> None:
    """No event runs in truth, so that the processor forbids it, except on the kernels that permit it to all."""
    said, *rest = perf("x86-rdpmc", "counts")
    if said == "another processor":
        pytest.skip(said)
    assert said == "-" or "SIGSEGV" in said or said in ("it stands still", "it goes back")
    assert rest[0] == ("0 0" if said == "-" else "1 1")


def test_a_page_is_read_again_when_the_kernel_changes_it_and_signs_are_extended(
    perf: Perf,
) -> None:
    assert perf() == [
        str(100_000 - 16),  # 48 bits, below zero
        str(
            103_000 - 16
        ),  # interrupted three times, after each of which the kernel had moved the offset
        str(103_000),  # 64 bits: nothing to extend
        "0",
        str(103_000),  # no hardware counter: what the kernel has kept,
        "1",  # and that the event was lost
    ]
