"""A whole run on the made-up platform: what is done, in which order, recorded once, and said."""

import re
from dataclasses import replace

import pytest

from hashcop.data.keys import digest
from hashcop.data.records import Build, Check, Conditions, Machine, Timings, Trial, Winner
from hashcop.engine.prepare import Preparation
from hashcop.engine.progress import Display
from hashcop.machine.cache import Cache
from hashcop.results.model import load
from tests.engine.conftest import MakeEngine
from tests.support.fake import FLAGS, LENGTHS, PAPER, Engine


def lengths_of(engine: Engine, name: str) -> list[int]:
    """The lengths (bytes) that an implementation was timed at on alpha, in order."""
    timings = [one for one in engine.of(Timings) if one.target == "alpha"]
    return sorted({n for one in timings if one.implementation == name for n in one.bytes})


def is_table(one: Timings) -> bool:
    """Whether it is of the tables' lengths, and not a curve."""
    return one.bytes == LENGTHS.table


def test_everything_is_recorded_once(engine: Engine) -> None:
    engine.run()
    keys = [(type(one), one.key) for one in engine.records() if not isinstance(one, Machine)]  # type: ignore[attr-defined]
    assert len(keys) == len(set(keys))
    builds = engine.of(Build)
    for name in ("ref", "slow", "wrong", "broken"):
        assert sum(b.implementation == name for b in builds) == 2 * len(FLAGS)
    skipped = [b for b in builds if b.outcome == "skipped"]
    assert {(b.implementation, b.options, b.reason) for b in skipped} == {
        ("elsewhere", (), "for vax only")
    }
    assert {b.implementation for b in builds if b.outcome == "failed"} == {"broken"}
    assert {c.implementation for c in engine.of(Check) if c.outcome == "wrong"} == {"wrong"}
    assert {one.platform for one in builds} == {"fake"}
    assert {one.quantity for one in engine.of(Winner) + engine.of(Timings)} == {"cycles"}


def test_equal_machine_code_is_checked_and_raced_once(engine: Engine) -> None:
    engine.run("sum/slow")
    assert len({b.object for b in engine.of(Build)}) == 2  # one for each target
    assert len(engine.of(Check)) == 2
    assert {w.builds for w in engine.of(Winner)} == {1}


def test_the_fastest_gets_every_length_and_others_the_coarse_curve(engine: Engine) -> None:
    full = (*range(50), 56, 64)  # too few to show steps
    engine.lane.lengths = replace(LENGTHS, full=full)
    engine.run()
    assert lengths_of(engine, "ref") == list(full)
    assert lengths_of(engine, "slow") == list(LENGTHS.coarse)


def test_others_have_the_lengths_where_the_fastest_has_its_steps(make_engine: MakeEngine) -> None:
    engine = make_engine({"sum/ref": "cost = 5.0\nblock = 100", "sum/slow": "cost = 30.0"})
    engine.lane.lengths = replace(LENGTHS, full=tuple(range(1000)), coarse=tuple(range(0, 1000, 2)))
    engine.run()
    assert lengths_of(engine, "ref") == list(range(1000))
    measured = lengths_of(engine, "slow")
    assert {99, 100, 199, 200, 899, 900} <= set(measured) and len(measured) < 100
    before, engine.events = engine.lines(), []
    engine.run()
    assert engine.events == [] and engine.lines() == before


@pytest.mark.parametrize(("words", "full"), [(("sum/slow",), False), ((), True)])
def test_what_is_named_or_all_on_demand_gets_every_length(
    words: tuple[str, ...], full: bool, engine: Engine
) -> None:
    engine.run(*words, full=full)
    assert lengths_of(engine, "slow") == list(LENGTHS.full)


def test_the_winner_is_the_fastest_option_set(engine: Engine) -> None:
    engine.run()
    won = {(w.implementation, w.target): w for w in engine.of(Winner)}
    assert won["ref", "alpha"].options == ("fakec", "-a")
    assert won["ref", "alpha"].median == (10 + 64) * 5
    assert won["ref", "alpha"].builds == len(FLAGS) and won["ref", "alpha"].sure


def test_a_stage_begins_when_the_one_before_is_recorded(engine: Engine) -> None:
    engine.run()
    kinds = [type(one) for one in engine.records()]
    last = {kind: len(kinds) - 1 - kinds[::-1].index(kind) for kind in kinds}
    assert max(last[Build], last[Check]) < kinds.index(Trial)
    assert last[Winner] < kinds.index(Timings)
    tables = [is_table(one) for one in engine.of(Timings)]
    assert tables == sorted(tables, reverse=True)


def test_timings_have_the_processes_and_orders_of_their_schedule(engine: Engine) -> None:
    engine.run()
    for one in engine.of(Timings):
        schedule = LENGTHS.for_table if is_table(one) else LENGTHS.for_curve
        assert len(one.samples) == schedule.processes and one.warmup == schedule.warmup
        orders = {tuple(row[0] for row in sample.rows) for sample in one.samples}
        assert all(sorted(order) == list(one.bytes) for order in orders)
        assert len(orders) > 1 or len(one.bytes) < 4
        assert {len(row) - 2 for s in one.samples for row in s.rows} == {schedule.timings}


def test_a_finished_run_does_nothing_again(engine: Engine) -> None:
    engine.run()
    before, engine.events = engine.lines(), []
    engine.run()
    assert engine.events == [] and engine.lines() == before


def test_a_target_that_is_not_timed_is_only_checked(engine: Engine) -> None:
    engine.lane.targets = (PAPER,)
    engine.run("sum/ref")
    assert {c.outcome for c in engine.of(Check)} == {"right"}
    assert engine.count("time") == 0 and engine.of(Winner) == []
    assert engine.of(Conditions) == []


def test_what_misbehaves_when_raced_is_wrong_and_timed_no_further(
    make_engine: MakeEngine,
) -> None:
    engine = make_engine({"sum/tired": 'crashes = {"-a" = 64, "-b" = 64, "-c" = 64}'})
    (alpha, beta) = engine.run("sum/tired")
    assert alpha.entrants == beta.entrants == ()
    wrong = [c for c in engine.of(Check) if c.outcome == "wrong"]
    assert {c.reason for c in wrong} == {"crashed at 64 bytes"} and len(wrong) == 2 * len(FLAGS)
    assert engine.of(Winner) == [] and engine.of(Timings) == []
    engine.events = []
    assert [one.entrants for one in engine.run("sum/tired")] == [(), ()]
    assert engine.count("time") == 0


def test_a_winner_that_misbehaves_at_one_length_is_replaced_by_the_next(
    make_engine: MakeEngine,
) -> None:
    text = 'factors = {"-b" = 2.0, "-c" = 3.0}\ncrashes = {"-a" = 33}'
    engine = make_engine({"sum/fragile": text})
    engine.lane.targets = engine.lane.targets[:1]
    engine.run("sum/fragile")
    assert [w.options[1] for w in engine.of(Winner)] == ["-a", "-b"]
    sound = engine.of(Winner)[-1].object
    timed = [one for one in engine.of(Timings) if one.object == sound]
    assert sorted({n for one in timed for n in one.bytes}) == list(LENGTHS.full)
    engine.events = []
    engine.run("sum/fragile")
    assert engine.count("time") == 0


def test_a_build_that_only_trials_make_faster_does_not_replace_one_with_a_faster_table(
    make_engine: MakeEngine,
) -> None:
    factors = 'factors = {"-b" = 1.2, "-c" = 3.0}\nlucky = {"-b" = 0.8}'
    engine = make_engine({"sum/ref": factors + '\nfails = ["-b", "-c"]'})
    engine.lane.targets = engine.lane.targets[:1]
    engine.run()
    engine.write("sum/ref", factors)
    engine.run()
    assert [one.options[1] for one in engine.of(Winner)] == ["-a", "-b"]
    (machine,) = load([engine.file])
    (one,) = machine.targets[0].hashes[0].implementations
    assert one.winner is not None and one.winner.options[1] == "-a"
    curves = [each for each in engine.of(Timings) if not is_table(each)]
    assert {each.object for each in curves} == {one.winner.object}


# First answers


def answers(engine: Engine) -> list[str]:
    """What was printed as first answers since the last call."""
    lines = engine.said.getvalue().splitlines()
    engine.said.truncate(engine.said.seek(0))
    return [line for line in lines if "the other option sets follow" in line]


def test_new_sources_are_answered_first_with_the_options_that_won_last(
    make_engine: MakeEngine,
) -> None:
    engine = make_engine({"sum/ref": 'factors = {"-a" = 3.0, "-b" = 2.0}'})
    engine.lane.targets = engine.lane.targets[:1]
    engine.run("sum/ref")
    (first,) = answers(engine)
    assert first.startswith("sum/ref alpha: right, ")
    assert first.endswith("with fakec -a; the other option sets follow")
    assert "34.69 cycles/byte at 64 bytes" in first
    engine.run("sum/ref")
    assert answers(engine) == []
    engine.write("sum/ref", 'factors = {"-a" = 3.0, "-b" = 2.0}\n# edited')
    engine.run("sum/ref")
    (again,) = answers(engine)
    assert "with fakec -c;" in again


def test_the_answer_to_what_became_wrong_is_wrong(engine: Engine) -> None:
    engine.run("sum/wrong")
    first = answers(engine)[0]
    assert first.startswith("sum/wrong alpha: wrong, with fakec -a;")


def test_the_answer_to_what_is_right_and_can_not_be_timed_says_so(make_engine: MakeEngine) -> None:
    engine = make_engine({"sum/ref": "", "sum/tired": 'crashes = {"-a" = 64}'})
    engine.run("sum/tired")
    first = answers(engine)[0]
    assert first.startswith("sum/tired alpha: right, but not timed, with fakec -a;")


def test_what_is_not_named_gets_no_first_answer(engine: Engine) -> None:
    engine.run("sum")
    assert answers(engine) == []


# Disturbed tables


def quiet_tables(engine: Engine) -> list[float]:
    """Of each table the width that its processes had, at least."""
    tables = [one for one in engine.of(Timings) if is_table(one)]
    return [min(b.width for s in one.samples for b in s.batches) for one in tables]


def disturb_the_next_table(engine: Engine) -> None:
    """Something shares the core with all processes of the next table, and slows them down."""
    disturbed: list[str] = []

    def disturb(kind: str, about: str) -> None:
        if kind == "time" and about.count(" ") == 2 and not disturbed:
            disturbed.append(about)
            engine.lane.disturbed = LENGTHS.for_table.processes

    engine.on_event = disturb


@pytest.mark.parametrize("patience", [10, 0])
def test_tables_that_something_disturbed_are_measured_again_while_patience_lasts(
    patience: int, make_engine: MakeEngine
) -> None:
    engine = make_engine({"sum/ref": ""})
    engine.lane.targets = engine.lane.targets[:1]
    disturb_the_next_table(engine)
    engine.run("sum", patience=patience)
    widths = quiet_tables(engine)
    assert widths == ([2.0, 4.0] if patience else [2.0])
    first, *again = [one for one in engine.of(Timings) if is_table(one)]
    assert all(one.key == first.key and one.samples != first.samples for one in again)


def test_a_build_that_its_next_turn_shows_to_be_the_fastest_gets_the_curve(
    make_engine: MakeEngine,
) -> None:
    factors = 'factors = {"-b" = 0.8, "-c" = 3.0}'
    engine = make_engine({"sum/ref": factors + '\nfails = ["-b", "-c"]'})
    engine.lane.targets = engine.lane.targets[:1]
    engine.run("sum")
    engine.write("sum/ref", factors)
    disturb_the_next_table(engine)
    engine.run("sum", patience=10)
    tables = [one for one in engine.of(Timings) if is_table(one)]
    curves = [one for one in engine.of(Timings) if not is_table(one)]
    before, after = tables[0].object, tables[-1].object
    assert [one.object for one in tables] == [before, after, after]
    assert [one.object for one in curves] == [before, after]
    assert curves[-1].bytes == LENGTHS.full


def test_what_was_quiet_in_any_turn_of_a_table_counts(make_engine: MakeEngine) -> None:
    engine = make_engine({"sum/one": "cost = 5.0", "sum/two": "cost = 5.1"})
    engine.lane.targets = engine.lane.targets[:1]
    schedule = replace(LENGTHS.for_table, processes=4, most=12)
    engine.lane.lengths = replace(LENGTHS, for_table=schedule)

    def disturb(kind: str, about: str) -> None:
        if kind == "time" and about.count(" ") == 2:
            asked.append(about.split()[0])
            is_quiet = asked.count(asked[-1]) % 4 == 0  # one process of each turn
            engine.lane.disturbed = 0 if is_quiet else 1

    asked: list[str] = []
    engine.on_event = disturb
    engine.run("sum", patience=0.01)
    first, *_, last = [one for one in engine.of(Timings) if is_table(one)]
    assert [len(one.samples) for one in (first, last)] == [4, 12]
    assert sum(min(b.width for b in one.batches) == 4 for one in last.samples) == 3
    turns = [asked[n] for n in range(0, len(asked), 4)]
    assert turns == ["sum/one", "sum/two"] * 3  # nobody waits for another one's quiet moment


def test_only_contenders_get_all_the_processes_that_scattered_timings_ask_for(
    make_engine: MakeEngine,
) -> None:
    engine = make_engine({"sum/fast": "cost = 5.0", "sum/near": "cost = 5.2", "sum/far": ""})
    engine.lane.targets = engine.lane.targets[:1]
    schedule = replace(LENGTHS.for_table, most=12)
    engine.lane.lengths = replace(LENGTHS, for_table=schedule)

    def disturb(kind: str, about: str) -> None:
        if kind == "time" and about.count(" ") == 2:
            engine.lane.disturbed = 1

    engine.on_event = disturb
    engine.run("sum", patience=0.01)
    tables = [one for one in engine.of(Timings) if is_table(one)]
    assert {one.implementation: len(one.samples) for one in tables} == {
        "fast": 12,
        "near": 12,
        "far": 6,
    }


# Sharing by the cache


def test_another_bench_takes_builds_and_checks_from_the_cache(engine: Engine) -> None:
    engine.run("sum")
    first, done = engine.of(Build) + engine.of(Check), engine.count("build")
    engine.file.rename(engine.file.with_name("first"))
    engine.run("sum")
    assert engine.count("build") == done  # none more
    essence = [(one.key, one.object, one.outcome, one.options) for one in first]
    again = engine.of(Build) + engine.of(Check)
    assert sorted(essence) == sorted((b.key, b.object, b.outcome, b.options) for b in again)
    assert f"{done} builds are taken from the cache" in engine.said.getvalue()


def test_builds_of_other_surroundings_are_made_again(engine: Engine) -> None:
    engine.run("sum/ref")
    done = engine.count("build")
    engine.file.unlink()
    engine.lane.around = "another C library"
    engine.run("sum/ref")
    assert engine.count("build") == 2 * done


def test_checks_that_found_something_are_taken_from_the_cache(make_engine: MakeEngine) -> None:
    finding = "writes to its input"
    engine = make_engine({"sum/marked": f'finding = "{finding}"', "sum/bad": 'wrong = ["-a"]'})
    engine.run()
    checks = engine.count("check")
    engine.file.unlink()
    engine.said.truncate(0)
    engine.run()
    assert engine.count("check") == checks
    assert "sum/bad alpha: wrong digest" in engine.said.getvalue()
    said = {(one.implementation, one.outcome, *one.findings) for one in engine.of(Check)}
    assert said == {("marked", "right", finding), ("bad", "right"), ("bad", "wrong")}


def test_checks_of_known_builds_are_announced(make_engine: MakeEngine) -> None:
    engine = make_engine({"sum/ref": ""})
    engine.run()
    checks = engine.count("check")
    engine.lane.check_key = lambda *about: digest("anew", *about[1:])  # type: ignore[method-assign]
    engine.said.truncate(0)
    engine.run()
    assert f"to do: {checks} checks of known builds: about" in engine.said.getvalue()


def test_without_its_cache_a_run_builds_again_and_records_nothing_twice(engine: Engine) -> None:
    engine.run("sum/ref")
    lines = engine.lines()
    cache = Cache(engine.place / "cache")
    cache.clean()
    cache.close()
    engine.events = []
    engine.run("sum/ref")
    assert engine.count("build") == 2 * len(FLAGS)
    assert [line for line in engine.lines() if line not in lines and b'"run"' not in line] == []


def test_a_preparation_knows_what_is_left_to_build(engine: Engine) -> None:
    def act(work: object) -> list[int]:
        preparation: Preparation = work.preparation  # type: ignore[attr-defined]
        group = work.groups[0]  # type: ignore[attr-defined]
        known = [len(preparation.known(group))]
        preparation.run([group], {group: [1]})
        return [*known, *preparation.known(group)]

    assert engine.work(act, "sum/ref") == [0, 1]


def test_builds_that_take_minutes_are_announced_as_such(engine: Engine) -> None:
    engine.lane.paces = {"build": 3600.0, "check": 0.0}  # type: ignore[attr-defined]
    engine.run("sum/ref")
    announced = r"to do: (\d+) builds.* about (\d+):00:00 on (\d+) cores"
    said = re.findall(announced, engine.said.getvalue())
    assert said
    for builds, hours, cores in said:
        assert int(hours) == int(builds) // int(cores)


def test_a_race_is_expected_to_take_as_long_as_its_lane_says(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected: list[tuple[str, float]] = []
    engine.lane.seconds_of = lambda *_: 300.0  # type: ignore[method-assign]
    expect = Display.expect

    def heard(display: Display, stage: str, units: int, seconds: float) -> None:
        expected.append((stage, seconds))
        expect(display, stage, units, seconds)

    monkeypatch.setattr(Display, "expect", heard)
    engine.run("sum/ref", "sum/slow")
    races = [seconds for stage, seconds in expected if stage == "race"]
    assert races and all(seconds >= 300 for seconds in races)
