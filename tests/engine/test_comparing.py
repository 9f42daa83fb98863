"""`./do compare` on the made-up platform: both in turns, what counts, what is recorded."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hashcop.data.lengths import Schedule
from hashcop.data.records import Comparison as Record
from hashcop.data.records import Sample
from hashcop.engine.comparing import SCHEDULE, Comparing
from hashcop.platforms.door import Group, Target
from hashcop.results import samples
from hashcop.results.comparison import Comparison
from hashcop.results.summary import LONG, SLOPE_LENGTHS
from tests.engine.conftest import MakeEngine
from tests.support.fake import LENGTHS, Engine, sample


class Answers:
    """A timer: programs cost what their names say; some processes are disturbed, one may be wrong."""

    def __init__(
        self, costs: dict[str, float], disturbed: frozenset[int] = frozenset(), problem: str = ""
    ) -> None:
        self.costs, self.disturbed, self.problem = costs, disturbed, problem
        self.asked: list[tuple[str, int]] = []
        self.orders: dict[tuple[str, int], list[int]] = {}

    def time(
        self,
        artifact: Path,
        lengths: Sequence[int],
        schedule: Schedule,
        target: Target,
        *,
        seed: int = 0,
        seconds: float = 0,
        effect: object = None,
        group: Group | None = None,
    ) -> Sample | str:
        name = artifact.name
        self.asked.append((name, seed))
        self.orders[name, seed] = list(lengths)
        if self.problem and name == "two" and seed == 3:
            return self.problem
        bad = seed in self.disturbed and name == "two"
        factor = self.costs[name] * (50 if bad else 1) * (1 + seed / 10)  # the machine slows down
        ticks = {n: 1000 * (10 + n) * factor for n in lengths}
        return sample(ticks, schedule, lengths, width=2.0 if bad else 4.0)


@pytest.fixture
def engine(make_engine: MakeEngine) -> Engine:
    engine = make_engine({"sum/one": "", "sum/two": ""})
    engine.lane.targets = engine.lane.targets[:1]
    return engine


def compare(engine: Engine, answers: Answers) -> Comparison | str:
    """Both implementations, each with an option set that was typed."""

    def act(work: Any) -> Comparison | str:
        won = []
        for group, words in zip(work.groups, ("fakec -a", "fakec -b -x"), strict=True):
            typed = engine.lane.with_options(group, words)
            assert typed is not None
            (prepared,) = work.preparation.run([typed])
            only = work.races.only(prepared)
            assert only is not None
            won.append(only)
        for one, name in zip(won, ("one", "two"), strict=True):
            object.__setattr__(one.entrant, "artifact", Path(name))
        return Comparing(work.races.store, engine.display(), lambda _: answers).compare(*won)

    found: Comparison | str = engine.work(act)
    return found


def test_both_are_timed_in_turns_and_each_begins_as_often(engine: Engine) -> None:
    answers = Answers({"one": 1, "two": 2})
    compare(engine, answers)
    assert len(answers.asked) == 2 * SCHEDULE.processes
    pairs = [answers.asked[n : n + 2] for n in range(0, len(answers.asked), 2)]
    assert [{seed for _, seed in pair} for pair in pairs] == [{n} for n in range(len(pairs))]
    assert [p[0][0] for p in pairs] == ["two" if n % 2 else "one" for n in range(len(pairs))]
    for n in range(len(pairs)):
        assert answers.orders["one", n] == answers.orders["two", n]
        assert sorted(answers.orders["one", n]) == list(LENGTHS.table)


def test_a_row_for_long_messages_is_of_their_second_half(engine: Engine) -> None:
    engine.lane.lengths = replace(engine.lane.lengths, table=(8, *SLOPE_LENGTHS))
    found = compare(engine, Answers({"one": 1, "two": 1.03}))
    assert isinstance(found, Comparison)
    *_, short, whole, long = found.rows
    assert [row.length for row in found.rows] == [8, *SLOPE_LENGTHS, LONG]
    assert long.bytes == whole.bytes - short.bytes
    assert long.first == pytest.approx(whole.first - short.first, rel=0.001)
    assert long.ratio == pytest.approx(1.03, abs=0.003)


def test_long_messages_of_a_tree_are_compared_as_such(make_engine: MakeEngine) -> None:
    engine = make_engine({"blake3/one": "", "blake3/two": ""})
    engine.lane.targets = engine.lane.targets[:1]
    engine.lane.lengths = replace(engine.lane.lengths, table=(8, *SLOPE_LENGTHS), steady=(1 << 20,))
    found = compare(engine, Answers({"one": 1, "two": 1.03}))
    assert isinstance(found, Comparison)
    assert [row.length for row in found.rows] == [8, *SLOPE_LENGTHS, LONG]
    assert found.rows[-1].bytes == 1 << 20
    assert found.rows[-1].ratio == pytest.approx(1.03, abs=0.003)
    (record,) = engine.of(Record)
    assert record.bytes == (8, *SLOPE_LENGTHS, 1 << 20)


def test_what_changes_for_both_changes_nothing(engine: Engine) -> None:
    """The machine slows down to less than half its speed; one is 3 % slower than the other all the time."""
    found = compare(engine, Answers({"one": 1, "two": 1.03}))
    assert isinstance(found, Comparison)
    assert (found.first, found.second) == ("sum/one (fakec -a)", "sum/two (fakec -b -x)")
    for row in found.rows:
        assert row.ratio == pytest.approx(1.03, abs=0.003) and row.is_real


def test_pairs_of_which_one_was_disturbed_do_not_count(engine: Engine) -> None:
    found = compare(engine, Answers({"one": 1, "two": 2}, disturbed=frozenset(range(7))))
    assert isinstance(found, Comparison)
    assert all(row.ratio == pytest.approx(2, abs=0.01) for row in found.rows)
    assert all(row.interval.high < 2.1 for row in found.rows)


def test_where_too_few_pairs_were_quiet_as_many_count_as_an_interval_needs(engine: Engine) -> None:
    """Five were quiet; of the others one counts, too."""
    found = compare(engine, Answers({"one": 1, "two": 2}, disturbed=frozenset(range(10))))
    assert isinstance(found, Comparison)
    assert all(row.ratio == pytest.approx(2, abs=0.01) for row in found.rows)
    assert all(row.interval.high > 50 for row in found.rows)


def test_what_goes_wrong_is_said_and_nothing_is_recorded(engine: Engine) -> None:
    found = compare(engine, Answers({"one": 1, "two": 2}, problem="crashed"))
    assert found == "sum/two alpha: crashed" and engine.of(Record) == []


def test_a_comparison_is_recorded_with_all_timings(engine: Engine) -> None:
    compare(engine, Answers({"one": 1, "two": 2}))
    (record,) = engine.of(Record)
    assert (record.platform, record.target, record.bytes) == ("fake", "alpha", LENGTHS.table)
    one, two = record.sides
    assert [(s.hash, s.implementation) for s in (one, two)] == [("sum", "one"), ("sum", "two")]
    assert (one.options, two.options) == (("fakec", "-a"), ("fakec", "-b", "-x"))
    for ours, theirs in zip(one.samples, two.samples, strict=True):
        a, b = samples.together([ours]), samples.together([theirs])
        for n in LENGTHS.table:
            assert b[n][0][0][0] == pytest.approx(2 * a[n][0][0][0], rel=1e-4)


def test_a_call_that_seems_to_take_nothing_has_no_ratio(engine: Engine) -> None:
    engine.lane.lengths = replace(engine.lane.lengths, table=(8, *SLOPE_LENGTHS))

    class Coarse(Answers):
        def time(self, artifact: Path, lengths: Sequence[int], *rest: Any, **more: Any) -> Any:
            found = super().time(artifact, lengths, *rest, **more)
            assert isinstance(found, Sample)
            rows = tuple((*row[:2], *(t * (row[0] > 8) for t in row[2:])) for row in found.rows)
            return msgspec.structs.replace(found, rows=rows)

    found = compare(engine, Coarse({"one": 1, "two": 2}))
    assert isinstance(found, Comparison)
    assert [row.length for row in found.rows] == [*SLOPE_LENGTHS, LONG]
