"""Long messages: of a tree hash they are measured, in a table of their own; of other hashes they are not."""

from dataclasses import replace

import pytest

from hashcop.data.lengths import Schedule
from hashcop.data.records import Timings
from hashcop.results.model import load
from tests.engine.conftest import MakeEngine
from tests.support.fake import LENGTHS, Engine

STEADY = (1 << 16, 1 << 20)


@pytest.fixture
def engine(make_engine: MakeEngine) -> Engine:
    engine = make_engine({"blake3/ref": "cost = 5.0", "sha256/ref": "cost = 5.0"})
    few = Schedule(processes=2, warmup=0, timings=1, steps=0)
    engine.lane.lengths = replace(LENGTHS, steady=STEADY, for_steady=few)
    engine.lane.targets = engine.lane.targets[:1]
    return engine


def long(engine: Engine) -> dict[str, list[Timings]]:
    """The records that have long messages, by hash."""
    found: dict[str, list[Timings]] = {}
    for one in engine.of(Timings):
        if set(one.bytes) & set(STEADY):
            found.setdefault(one.hash, []).append(one)
    return found


def test_only_a_tree_hash_is_measured_with_long_messages(engine: Engine) -> None:
    engine.run()
    found = long(engine)
    assert list(found) == ["blake3"]
    (record,) = found["blake3"]
    assert record.bytes == STEADY
    assert [len(one.rows) for one in record.samples] == [2, 2]


def test_the_figure_is_that_of_the_longest_message(engine: Engine) -> None:
    engine.run()
    hashes = {one.name: one for one in load([engine.file])[0].targets[0].hashes}
    (one,) = hashes["blake3"].implementations
    assert one.long and one.long_bytes == STEADY[-1]
    assert one.long.median == pytest.approx(one.curve[STEADY[-1]].median / STEADY[-1])
    assert hashes["sha256"].implementations[0].long_bytes == 0


def test_nothing_is_timed_twice(engine: Engine) -> None:
    engine.run()
    timed = engine.count("time")
    engine.run()
    assert engine.count("time") == timed


def test_tables_of_an_earlier_version_are_completed(engine: Engine) -> None:
    whole = engine.lane.lengths
    engine.lane.lengths = LENGTHS
    engine.run()
    assert not long(engine)
    engine.lane.lengths, before = whole, engine.count("time")
    engine.run()
    assert set(long(engine)) == {"blake3"} and engine.count("time") == before + 2
