"""What a timer says is examined before the engine computes with it: what can't be true is no result."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hashcop.data.lengths import Schedule
from hashcop.data.records import Check, Counter, Hosted, Sample, Timings, Trial
from hashcop.engine.gate import gated
from hashcop.engine.races import Races
from hashcop.engine.search import Search
from hashcop.platforms.door import CYCLES, Quantity, Target
from hashcop.results.race import LEAST, Entrant, Race, Timing
from tests.engine.conftest import MakeEngine
from tests.support.fake import ALPHA, Engine, FakeTimer, sample

ONE = Schedule(processes=1, warmup=0, timings=3, steps=0)
TSC = Counter(name="tsc", core_cycles=True, resolution=20, cost=30)
COARSE = Counter(name="clock", core_cycles=True, resolution=1000, cost=40)
ANYTHING = Quantity("area_time", "area x ns")


@dataclass
class Says:
    """A timer that answers one thing."""

    answer: Sample | str

    def time(self, *_: Any, **__: Any) -> Sample | str:
        return self.answer


def asked(
    answer: Sample | str,
    lengths: Sequence[int] = (8, 1536),
    counter: Counter = TSC,
    quantity: Quantity = CYCLES,
    **more: Any,
) -> Sample | str:
    schedule = replace(ONE, messages=more.pop("messages", 1))
    target = Target(name="amd64", counter=counter)
    return gated(Says(answer), quantity).time(Path("p"), lengths, schedule, target, **more)


def cycles(short: float, long: float, calls: int = 1, zero: float = 0.0) -> Sample:
    """A sample of 8 and of 1536 bytes, in which each call takes so many cycles."""
    found = sample({8: short * calls, 1536: long * calls}, ONE, [8, 1536])
    rows = tuple((n, calls, *ticks) for n, _, *ticks in found.rows)
    return msgspec.structs.replace(found, rows=rows, zero=zero)


def why(found: Sample | str) -> str:
    assert isinstance(found, str)
    return found


def test_honest_timings_pass_as_they_are() -> None:
    honest = cycles(300, 4000)
    assert asked(honest) is honest


@pytest.mark.parametrize("zero", [4003.0, 4000.0])
def test_a_long_message_takes_more_than_nothing(zero: float) -> None:
    found = why(asked(cycles(5000, 4000, zero=zero)))
    assert found.startswith("gave timings that can't be true: a message of 1536 bytes is said to")


def test_the_reason_says_what_is_claimed() -> None:
    found = why(asked(cycles(5000, 4000, zero=4003.0)))
    assert found.endswith("a message of 1536 bytes is said to take -3 cycles")


def test_a_core_reads_no_more_than_256_bytes_in_a_cycle() -> None:
    many = 1000  # calls, which share the steps of the counter
    assert isinstance(asked(cycles(300, 7, calls=many)), Sample)
    assert "1536 bytes is said to take 5 cycles" in why(asked(cycles(300, 5, calls=many)))


def test_many_messages_take_as_much_longer() -> None:
    assert isinstance(asked(cycles(3000, 400, calls=1000), messages=64), Sample)
    found = why(asked(cycles(3000, 300, calls=1000), messages=64))
    assert found.endswith("64 messages of 1536 bytes are said to take 300 cycles")


@pytest.mark.parametrize(("short", "zero"), [(0, 0.0), (2, 9.0), (0, 150.0)])
def test_a_short_call_may_come_out_at_nothing_or_a_bit_less(short: float, zero: float) -> None:
    for counter in (TSC, COARSE):
        assert isinstance(asked(cycles(short, 4000, zero=zero), counter=counter), Sample)
    assert "a message of 8 bytes" in why(asked(cycles(0, 4000, zero=1000.0)))
    assert isinstance(asked(cycles(0, 4000, zero=1000.0), counter=COARSE), Sample)


def test_what_is_no_time_has_no_such_bound() -> None:
    assert isinstance(asked(cycles(0, 0), quantity=ANYTHING), Sample)


@pytest.mark.parametrize(
    "rows",
    [
        (),
        ((8, 1, 300, 300, 300),),
        ((1536, 1, 4000, 4000, 4000), (8, 1, 300, 300, 300)),
        ((8, 1, 300, 300, 300), (8, 1, 300, 300, 300)),
        ((8, 1, 300, 300, 300), (1536, 1, 4000)),
        ((8, 1, 300, 300, 300), (1536, 1, 4000, 4000, 4000), (4096, 1, 9999, 9999, 9999)),
    ],
)
def test_every_length_is_timed_in_order_and_equally_often(
    rows: tuple[tuple[int, ...], ...],
) -> None:
    before = cycles(300, 4000)
    batches = tuple(msgspec.structs.replace(b, rows=len(rows)) for b in before.batches if rows)
    found = asked(msgspec.structs.replace(before, rows=rows, batches=batches))
    assert "did not time every length" in why(found)


@pytest.mark.parametrize(
    "fields",
    [
        {"reading": math.nan},
        {"zero": math.inf},
        {"probe": -math.inf},
        {"width": math.nan},
        {"jvm": Hosted(True, 10**20, 0.1, 1)},
        {"jvm": Hosted(True, 1, math.nan, 1)},
        {"jvm": Hosted(True, 1, 0.1, 1, allocated=((8, 2**64),))},
    ],
)
def test_numbers_that_are_none_are_no_result(fields: dict[str, Any]) -> None:
    found = msgspec.structs.replace(cycles(300, 4000), **fields)
    assert why(asked(found)).startswith("gave timings that can't be true: ")
    assert why(asked(found, effect="slow")).startswith("gave timings that can't be true: ")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("crashed", "crashed"),
        ("", "failed without a word"),
        ("x" * 5000, "x" * 1000),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_went_wrong_is_told_so_that_it_can_be_recorded(said: str, told: str) -> None:
    assert asked(said) == told


class Forger(FakeTimer):
    """Says of one implementation that its long messages take less than nothing."""

    def time(self, artifact: Path, *asked: Any, **more: Any) -> Sample | str:
        found = super().time(artifact, *asked, **more)
        if "forger" not in artifact.read_text() or isinstance(found, str):
            return found
        return msgspec.structs.replace(found, zero=2000.0)


@pytest.mark.parametrize("exhaustive", [True, False])
def test_a_forger_is_wrong_and_the_others_are_measured(
    make_engine: MakeEngine, monkeypatch: pytest.MonkeyPatch, exhaustive: bool
) -> None:
    engine = make_engine({"sum/honest": "cost = 5.0", "sum/forger": "cost = 4.0"})
    _forge(engine, monkeypatch)
    engine.run(exhaustive=exhaustive)
    assert {one.implementation for one in engine.of(Timings)} == {"honest"}
    wrong = [one for one in engine.of(Check) if one.outcome == "wrong"]
    assert wrong and all(one.implementation == "forger" for one in wrong)
    assert all("a message of 64 bytes is said to take" in one.reason for one in wrong)


def _forge(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    lane = engine.lane
    monkeypatch.setattr(lane, "targets", (ALPHA,))
    monkeypatch.setattr(lane, "timer", lambda core, patience: Forger(lane, core, patience))


def test_a_trial_that_an_earlier_version_recorded_is_examined_too(
    make_engine: MakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make_engine({"sum/honest": "cost = 5.0", "sum/forger": "cost = 4.0"})
    _forge(engine, monkeypatch)
    with monkeypatch.context() as ungated:
        ungated.setattr("hashcop.engine.gate.why_not", lambda *_: "")
        ungated.setattr(Races, "misbehaved", lambda *_: None)
        engine.work(lambda work: work.races.leaders(work.way.rest(work.groups, math.inf)))
    assert any(one.implementation == "forger" for one in engine.of(Trial))
    engine.run()
    assert {one.implementation for one in engine.of(Timings)} == {"honest"}
    assert any("said to take" in one.reason for one in engine.of(Check))


def test_a_race_of_calls_that_seem_to_take_nothing_has_a_winner() -> None:
    entrants = [Entrant(n, f"code {n}", Path()) for n in range(3)]
    race = Race(entrants)
    for _, _, one in race.trials():
        race.enter(one, Timing((-5.0, 0.0, 40.0)[one.index]))
    assert race.winner() == entrants[0] and race.cost(entrants[0]) == LEAST
    search = Search([("sum", [["a", "b"], ["a", "c"]])])
    search.tell((0, 0), 0.0)
    search.tell((0, 1), -7.0)
    assert search.best("sum") == pytest.approx(LEAST)
