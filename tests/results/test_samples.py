"""From ticks to cycles, and which of them count: every figure here is computed by hand."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hashcop.data.records import Hosted, Sample
from hashcop.results import samples
from hashcop.results.samples import (
    MOVED,
    PROBE,
    SHARED,
    Disturbance,
    cycles,
    cycles_per_tick,
    disturbance,
    disturbed,
    is_doubtful,
    ticks,
)
from tests.support.made_up import ZERO, batch, sample

QUIET = Disturbance()

# A reading takes 20 ticks and a call ZERO cycles of its own. In the first batch a tick is 1.5 cycles; in the second it
# is 1.5, and 1.6 after it.
TIMED = sample(
    batch(),
    batch(after=1.6, width=3.5, takes=2, switches=3, interrupted=1),
    rows=((8, 4, 420, 424, 428), (64, 1, 1020, 1030, 1040)),
)


# Cycles and ticks


def test_cycles_of_a_call_are_without_the_reading_and_without_the_call_s_own() -> None:
    (eight, of_8, _), (more, of_64, _) = cycles(TIMED)
    assert (eight, more) == (8, 64)
    assert of_8 == pytest.approx([150 - ZERO, 151.5 - ZERO, 153 - ZERO], abs=1e-9)
    assert of_64 == pytest.approx([1550 - ZERO, 1565.5 - ZERO, 1581 - ZERO], abs=1e-9)


def test_calls_timed_together_share_one_reading_and_each_has_its_own_call() -> None:
    one, ten = (sample(batch(), rows=((8, n, 20 + 1000 * n),)) for n in (1, 10))
    assert list(cycles(one)) == list(cycles(ten)) == [(8, [1500 - ZERO], QUIET)]


def test_ticks_are_those_of_the_counter_with_nothing_taken_off() -> None:
    assert [(n, ticks) for n, ticks, _ in ticks(TIMED)] == [
        (8, [105, 106, 107]),
        (64, [1020, 1030, 1040]),
    ]


def test_each_batch_is_scaled_by_its_own_calibration() -> None:
    found = sample(batch(), batch(before=2.0, after=2.0), batch(before=2.0, after=2.01))
    assert [cycles[0] for _, cycles, _ in cycles(found)] == [
        1500 - ZERO,
        2000 - ZERO,
        pytest.approx(2005 - ZERO),
    ]


def test_the_calibration_of_a_batch_is_the_mean_of_before_and_after() -> None:
    assert cycles_per_tick(batch(before=1.0, after=2.0)) == 1.5


def test_ticks_that_are_cycles_stay_what_they_are() -> None:
    found = sample(batch(before=1.0, after=1.0), reading=0.0, zero=0.0)
    assert [cycles for _, cycles, _ in cycles(found)] == [[1020, 1020]]


# What disturbed them


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({}, ""),
        ({"after": 1.5 * (1 + MOVED * 0.99)}, ""),
        ({"after": 1.5 * (1 - MOVED * 0.99)}, ""),
        ({"after": 1.5 * (1 + MOVED * 1.01)}, "moved"),
        ({"after": 1.5 * (1 - MOVED * 1.01)}, "moved"),
        ({"before": 0.0}, "moved"),
        ({"before": 0.0, "after": 0.0}, "moved"),
        ({"interrupted": 1}, "interrupted"),
        ({"switches": 2}, "interrupted"),
        ({"takes": 6}, ""),
        ({"after": 3.0, "interrupted": 1}, "moved"),
        ({"width": 4 * (1 - SHARED * 0.99)}, ""),
        ({"width": 4 * (1 - SHARED * 1.01)}, "shared"),
        ({"width": 4.4}, ""),
        ({"width": 2.0, "after": 3.0, "interrupted": 1}, "shared"),
    ],
)
def test_a_batch_is_disturbed_by_a_shared_core_a_moving_rate_or_an_interruption(
    changed: dict[str, Any], why: str
) -> None:
    assert disturbance(batch(**changed), 4.0).what == why


def test_a_disturbance_has_the_size_of_what_it_took() -> None:
    assert disturbance(batch(width=3.0), 4.0).size == 0.25
    assert disturbance(batch(after=1.53), 4.0).size == pytest.approx(0.02)
    assert disturbance(batch(after=1.53), 4.0) and disturbance(batch(width=3.0), 4.0)


def test_an_interruption_is_in_few_timings_and_leaves_the_median_as_it_is() -> None:
    assert not disturbance(batch(interrupted=1, switches=3), 4.0)


def test_what_disturbed_a_batch_stands_beside_each_of_its_rows() -> None:
    found = sample(batch(rows=2), batch(switches=1), rows=tuple((n, 1, 9) for n in range(3)))
    assert [why.what for _, _, why in cycles(found)] == ["", "", "interrupted"]
    assert [why.what for _, _, why in ticks(found)] == ["", "", "interrupted"]


def test_a_process_whose_jvm_went_on_compiling_is_disturbed_as_a_whole() -> None:
    found = replace(TIMED, jvm=Hosted(steady=False, warm_calls=9, warm_seconds=1, looks=2))
    assert {(why.what, why.size) for _, _, why in cycles(found)} == {("compiled", 1.0)}
    assert disturbed(found) == 1.0
    settled = replace(TIMED, jvm=Hosted(steady=True, warm_calls=9, warm_seconds=1, looks=2))
    assert list(cycles(settled)) == list(cycles(TIMED))


def test_a_core_whose_width_is_not_known_is_not_called_shared() -> None:
    assert not disturbance(batch(width=0.5), 0)


def test_what_was_timed_before_the_core_was_ever_alone_is_judged_by_what_was_seen_later() -> None:
    early, late = sample(batch(width=2.7), width=2.7), sample(batch())
    assert disturbed(early) == 0
    (processes,) = samples.together([early, late]).values()
    assert [why.what for _, why in processes] == ["shared", ""]


def test_a_width_that_was_an_outlier_calls_no_batch_shared() -> None:
    found = [sample(*[batch(width=4.0)] * 5, width=4.1)] * 3
    assert not any(why for each in samples.together(found).values() for _, why in each)
    assert samples.of_one_core(found)[0].width == 4.0


def test_where_the_core_is_shared_on_purpose_nothing_is_called_shared() -> None:
    found = [sample(*[batch(width=w) for w in (4, 4, 4, 4, 4, 2)], width=0)] * 3
    assert not any(why for each in samples.together(found).values() for _, why in each)


def test_the_disturbed_part_is_of_rows_and_not_of_batches() -> None:
    rows = tuple((n, 1, 9) for n in range(4))
    assert disturbed(sample(batch(rows=3), batch(after=2.0), rows=rows)) == 0.25
    assert disturbed(sample(batch(switches=1))) == 0  # which is in few timings
    assert disturbed(sample(batch(rows=3, after=2.0), batch(), rows=rows)) == 0.75
    assert disturbed(sample(batch())) == 0
    assert disturbed(sample(batch(width=3.0))) == 1
    assert disturbed(sample()) == 0


@pytest.mark.parametrize(
    ("probe", "is_wrong"),
    [
        (1.0, False),
        (1 + 0.99 * PROBE, False),
        (1 - 0.99 * PROBE, False),
        (1 + 1.01 * PROBE, True),
        (1 - 1.01 * PROBE, True),
        (0.0, True),
    ],
)
def test_a_calibration_is_doubtful_where_a_known_call_reads_wrong(
    probe: float, is_wrong: bool
) -> None:
    assert is_doubtful(sample(batch(), probe=probe)) == is_wrong


# What is a sample


WHOLE = {
    "reading": 20.0,
    "zero": 6.5,
    "probe": 1.0,
    "width": 4.0,
    "batches": [[1, 1.5, 1.5, 4.0, 1, 0, 0], [1, 1.5, 1.6, 3.5, 2, 3, 1]],
    "rows": [[8, 4, 420, 424, 428], [64, 1, 1020, 1030, 1040]],
}


def test_a_line_holds_ticks_as_they_were_counted_and_no_cycles() -> None:
    assert msgspec.json.decode(msgspec.json.encode(TIMED)) == WHOLE
    assert msgspec.convert(WHOLE, Sample) == TIMED


NO_BATCHES = {"batches": []}
BAD: list[dict[str, Any]] = [
    {"batches": [[1, 1.5, 1.5, 4, 1, 0, 0]]},
    NO_BATCHES,
    {"batches": [[1, 1.5, 1.5, 4, 1, 0, 0], [2, 1.5, 1.5, 4, 1, 0, 0]]},
    {"batches": [[3, 1.5, 1.5, 4, 1, 0, 0], [-1, 1.5, 1.5, 4, 1, 0, 0]]},
    {"batches": [[2, 1.5, 1.5, 4, 1, 0, 0], [0, 1.5, 1.5, 4, 1, 0, 0]]},
    {"batches": [[1, 1.5, 1.5, 1, 0, 0], [1, 1.5, 1.5, 1, 0, 0]]},
    {"batches": [1, 1]},
    {"batches": None},
    {"rows": [[8, 4, 420]]},
    {"rows": [[8], [64]]},
    {"rows": [[8, 4], [64, 1]]},
    {"rows": [[8, 1, 4.5], [64, 1, 420]]},
    {"rows": [[8, 1, 2**63], [64, 1, 420]]},
    {"rows": {}},
    {"rows": 5},
    {"probe": "1"},
    {"width": None},
]


@pytest.mark.parametrize("change", BAD, ids=repr)
def test_fields_that_are_no_sample_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(WHOLE | change, Sample)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(WHOLE | change), type=Sample)


@pytest.mark.parametrize("field", WHOLE)
def test_fields_that_lack_one_are_refused(field: str) -> None:
    fields = {name: value for name, value in WHOLE.items() if name != field}
    with pytest.raises(msgspec.ValidationError, match=field):
        msgspec.convert(fields, Sample)


def test_a_sample_is_checked_when_it_is_made() -> None:
    with pytest.raises(ValueError, match="do not cover"):
        sample(batch(rows=2), rows=((8, 1, 5),))
    with pytest.raises(ValueError, match="without timings"):
        sample(batch(), rows=((8, 1),))


# Of several processes


def test_processes_stand_side_by_side_under_each_length() -> None:
    first = sample(batch(), batch(switches=1))
    second = sample(batch(before=2.0, after=2.0), rows=((1, 1, 1020),))
    assert samples.together([first, second]) == {
        0: [([1500 - ZERO] * 2, QUIET)],
        1: [([1500 - ZERO] * 2, Disturbance("interrupted")), ([2000 - ZERO], QUIET)],
    }


def test_in_ticks_processes_are_not_scaled() -> None:
    found = samples.together([sample(batch()), sample(batch(before=2.0))], in_ticks=True)
    assert [timings for timings, _ in found[0]] == [[1020, 1020], [1020, 1020]]


def test_of_no_process_nothing_is_known() -> None:
    assert samples.together([]) == {}


def quiet_and_not(quiet: int, disturbed: int) -> list[tuple[list[float], Disturbance]]:
    """Disturbed ones by 10 %, 20 % ..., which take as many cycles."""
    moved = [([10.0 * n], Disturbance("moved", n / 10)) for n in range(1, disturbed + 1)]
    return [*moved, *[([1.0, 2.0], QUIET)] * quiet]


@pytest.mark.parametrize(("quiet", "disturbed"), [(1, 0), (1, 1), (2, 2), (3, 12), (3, 0), (9, 40)])
def test_where_three_or_half_of_all_are_quiet_nothing_else_counts(
    quiet: int, disturbed: int
) -> None:
    assert samples.undisturbed(quiet_and_not(quiet, disturbed)) == [1.0, 2.0] * quiet


@pytest.mark.parametrize(
    ("quiet", "disturbed", "counted"),
    [
        (0, 1, [10]),
        (0, 2, [10, 20]),
        (0, 9, [10, 20, 30]),
        (1, 3, [1, 2, 10, 20]),
        (2, 13, [1, 2, 1, 2, 10, 20, 30]),
        (0, 15, [10, 20, 30, 40, 50]),
    ],
)
def test_where_fewer_are_quiet_the_third_counts_that_was_disturbed_least(
    quiet: int, disturbed: int, counted: list[int]
) -> None:
    assert samples.undisturbed(quiet_and_not(quiet, disturbed)) == counted


def test_interrupted_processes_count_as_quiet_ones_do() -> None:
    some = [
        ([1.0], Disturbance("interrupted")),
        ([2.0], QUIET),
        ([9.0], Disturbance("shared", 0.1)),
    ]
    assert samples.undisturbed(some) == [1.0, 2.0]


# Whether the calibration is right


@pytest.mark.parametrize(
    ("probes", "error"),
    [
        ([1.0], 0.0),
        ([1.02, 1.0, 1.0, 0.999, 1.001], 0.0),
        ([1.02, 1.03, 1.04], 0.03),
        ([0.97, 0.98, 0.98], 0.02),
        ([], 0.0),
    ],
)
def test_the_calibration_is_off_by_the_median_of_all_probes(
    probes: list[float], error: float
) -> None:
    found = [sample(batch(), probe=probe) for probe in probes]
    assert samples.calibration_error(found) == pytest.approx(error)
    assert samples.is_in_doubt(found) == (error > PROBE)


def test_probes_of_disturbed_processes_do_not_count_beside_quiet_ones() -> None:
    found = [sample(batch(width=2.0), probe=1.5)] * 6 + [sample(batch())] * 3
    assert samples.calibration_error(found) == 0
