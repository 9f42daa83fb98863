"""Tables of several numbers of messages: each is a schedule, and is measured and recorded by itself."""

from dataclasses import replace

import pytest

from hashcop.data.records import Timings, Trial, Winner
from tests.engine.conftest import MakeEngine
from tests.support.fake import LENGTHS, Engine

FOUR = replace(LENGTHS.for_table, messages=4)
TRIAL = replace(LENGTHS.trial, messages=4)


@pytest.fixture
def many(make_engine: MakeEngine) -> Engine:
    """A lane that races four messages at once, measures one and four, and has no curves."""
    engine = make_engine({"sum/ref": "cost = 5.0"})
    one = (LENGTHS.for_table, (8,))
    engine.lane.lengths = replace(
        LENGTHS, trial=TRIAL, for_table=FOUR, others=(one,), coarse=(), full=()
    )
    return engine


def test_each_number_of_messages_is_recorded_by_itself(many: Engine) -> None:
    many.run()
    tables = {one.messages: one.bytes for one in many.of(Timings)}
    assert tables == {4: (8, 64), 1: (8,)}
    found = {(one.object, one.messages, one.series) for one in many.of(Timings)}
    assert len(found) == len({one.series for one in many.of(Timings)})


def test_trials_and_winners_say_how_many(many: Engine) -> None:
    many.run()
    assert {one.messages for one in many.of(Trial)} == {4}
    assert {one.messages for one in many.of(Winner)} == {4}


def test_nothing_is_timed_twice(many: Engine) -> None:
    many.run()
    timed = many.count("time")
    many.run()
    assert many.count("time") == timed


def test_figures_that_are_told_are_of_all_messages(many: Engine) -> None:
    many.run()
    assert "bytes x 4" in many.said.getvalue()
