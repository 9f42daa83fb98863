"""What the harness reports of its counters."""

import pytest

from hashcop.data.records import Counter, Rejected
from hashcop.platforms.c.tools import counters

TOKEN = "0123456789abcdef0123456789abcdef"
LINES = (
    "counter x86-tsc 26 2596140365 0 52 13 ticks of the time-stamp counter",
    "other x86-rdpmc the kernel forbids it: 3 is too much",
    "chosen x86-tsc its error is the least",
    "other clock it is worse",
    "done",
)
SAID = Counter(
    name="x86-tsc",
    counts="ticks of the time-stamp counter",
    core_cycles=False,
    ticks_per_second=2596140365,
    resolution=26,
    cost=52,
    noise=13,
    reason="its error is the least",
    others=(
        Rejected("x86-rdpmc", "the kernel forbids it: 3 is too much"),
        Rejected("clock", "it is worse"),
    ),
)


def said(*lines: str, token: str = TOKEN) -> bytes:
    return "".join(f"{token} {line}\n" for line in lines).encode()


def test_the_chosen_counter_and_the_others_are_read() -> None:
    assert counters.parse(said(*LINES), TOKEN) == SAID


def test_a_counter_of_core_cycles_is_known_as_one() -> None:
    line = "counter x86-rdpmc 1 3000000000 1 40 2 cycles of the core"
    found = counters.parse(said(line), TOKEN)
    assert found == Counter(
        name="x86-rdpmc",
        counts="cycles of the core",
        core_cycles=True,
        ticks_per_second=3_000_000_000,
        resolution=1,
        cost=40,
        noise=2,
    )


@pytest.mark.parametrize(
    "results",
    [
        b"",
        said(*LINES, token="another"),
        said(*LINES[1:]),
        said("counter x86-tsc 26 2596140365 0 ticks of the time-stamp counter"),
        said("counter x86-tsc 26 -1 0 52 13 ticks"),
        said("counter"),
        b"\xff\n",
    ],
)
def test_what_says_no_counter_is_none(results: bytes) -> None:
    assert counters.parse(results, TOKEN) is None


def test_settings_that_are_not_there_are_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counters, "SETTINGS", ("/proc/sys/kernel/ostype", "/nowhere"))
    assert counters.settings() == ["Linux", ""]
