"""From what the harness says to cycles: every figure here is computed by hand."""

import json
from dataclasses import replace
from typing import Any

import pytest

from hashcop.engine import messages
from hashcop.results import samples
from hashcop.results.samples import MOVED, PROBE, SHARED, Batch, NoSample, Row, Sample
from tests.support.made_up import ZERO, batch, sample

# A reading takes 20 ticks. In the first batch a tick is 1.5 cycles; in the second 1.5, and 1.6 after it.
SAID = """\
reading 20000
batch 3 1500000000 1500000000 4000000000 1 0 0
known 64 10 500 500 500
known 64 2 114 114 120
ticks 8 4 420 424 428
batch 2 1500000000 1600000000 3500040000 2 3 1
ticks 64 1 1020 1030 1040
known 768 1 520 520 9999
"""
# The chains: (500 - 20) * 1.5 / 10 - 64 = 8, and (114 - 20) * 1.5 / 2 - 64 = ZERO, which is less.


def lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def parsed(text: str = SAID) -> Sample:
    return samples.parse(lines(text))


# What the harness says


def test_a_reading_is_in_thousandths_of_a_tick() -> None:
    assert parsed().reading == 20.0
    assert parsed(SAID.replace("reading 20000", "reading 20125")).reading == 20.125


def test_rows_are_the_lengths_that_were_timed_in_their_order() -> None:
    assert parsed().rows == (Row(8, 4, (420, 424, 428)), Row(64, 1, (1020, 1030, 1040)))


def test_batches_have_the_rows_between_them_and_not_the_known_calls() -> None:
    assert parsed().batches == (
        Batch(1, 1.5, 1.5, 4.0, 1, 0, False),
        Batch(1, 1.5, 1.6, 3.5, 2, 3, True),
    )


def test_a_batch_of_known_calls_alone_is_not_kept() -> None:
    own = SAID.replace("ticks 8", "batch 1 2000000000 2000000000 4000000000 1 0 0\nticks 8")
    found = parsed(own)
    assert found.zero == ZERO  # by the calibration of their batch
    assert [b.cycles_per_tick for b in found.batches] == [2.0, 1.55]
    assert sum(b.rows for b in found.batches) == len(found.rows) == 2


def test_what_each_call_has_in_it_is_what_calls_of_known_duration_read_too_much() -> None:
    assert parsed().zero == ZERO


def test_what_calls_of_known_duration_read_too_little_counts_as_well() -> None:
    found = parsed(SAID.replace("64 2 114 114 120", "64 2 104 104 104"))
    assert found.zero == (104 - 20) * 1.5 / 2 - 64 == -1


def test_the_probe_is_the_last_known_call_against_its_duration() -> None:
    assert parsed().probe == ((520 - 20) * 1.55 - ZERO) / 768


def test_one_interrupted_timing_of_a_known_call_does_not_show() -> None:
    assert parsed(SAID.replace("500 500 500", "500 99999 500")) == parsed()


def test_of_chains_that_of_least_counts() -> None:
    for ticks, zero in (
        (120, ZERO),
        (106, 1),
    ):  # (120 - 20) * 1.5 - 128 = 22, (106 - 20) * 1.5 - 128 = 1
        third = f"known 128 1 {ticks} {ticks} {ticks}\n"
        assert parsed(SAID.replace("ticks 8", third + "ticks 8")).zero == zero


def test_other_lines_are_no_part_of_a_sample() -> None:
    more = "output 32\nunusable x86-rdpmc it was taken away\n"
    assert parsed(more + SAID) == parsed()


def without(kind: str) -> str:
    return "".join(
        line for line in SAID.splitlines(keepends=True) if not line.startswith(f"{kind} ")
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "reading 20000\n",
        without("known"),
        without("known") + "known 768 1 520 520 520\n",
        SAID.replace("ticks 8 4 420 424 428", "ticks 8 4"),
    ],
    ids=["nothing", "no rows", "no known calls", "no chain", "no timings"],
)
def test_an_answer_without_timings_or_known_calls_is_no_sample(text: str) -> None:
    with pytest.raises(NoSample):
        parsed(text)


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("reading 20000", "reading"),
        ("reading 20000", "reading many"),
        ("batch 3 1500000000 1500000000 4000000000 1 0 0", "batch 3 1500000000"),
        ("batch 3 1500000000 1500000000 4000000000 1 0 0", "batch 3 1.5 1.5 4 1 0 0"),
        ("batch 3 1500000000 1500000000 4000000000 1 0 0\n", ""),
        ("known 64 10 500", "known 64 ten 500"),
        ("ticks 8 4 420", "ticks 8 4 4e2"),
        ("ticks 8 4 420 424 428", "ticks 8"),
        ("ticks 8 4 420 424 428", "ticks"),
    ],
)
def test_a_line_that_is_none_is_no_sample(said: str, instead: str) -> None:
    assert said in SAID
    with pytest.raises((NoSample, ValueError, IndexError)):
        parsed(SAID.replace(said, instead))


# Cycles and ticks


def test_cycles_of_a_call_are_without_the_reading_and_without_the_call_s_own() -> None:
    (eight, of_8, _), (more, of_64, _) = parsed().cycles()
    assert (eight, more) == (8, 64)
    assert of_8 == pytest.approx([150 - ZERO, 151.5 - ZERO, 153 - ZERO], abs=1e-9)
    assert of_64 == pytest.approx([1550 - ZERO, 1565.5 - ZERO, 1581 - ZERO], abs=1e-9)


def test_calls_timed_together_share_one_reading_and_each_has_its_own_call() -> None:
    one, ten = (sample(batch(), rows=(Row(8, n, (20 + 1000 * n,)),)) for n in (1, 10))
    assert list(one.cycles()) == list(ten.cycles()) == [(8, [1500 - ZERO], "")]


def test_ticks_are_those_of_the_counter_with_nothing_taken_off() -> None:
    assert [(n, ticks) for n, ticks, _ in parsed().ticks()] == [
        (8, [105, 106, 107]),
        (64, [1020, 1030, 1040]),
    ]


def test_each_batch_is_scaled_by_its_own_calibration() -> None:
    found = sample(batch(), batch(before=2.0, after=2.0), batch(before=2.0, after=2.01))
    assert [cycles[0] for _, cycles, _ in found.cycles()] == [
        1500 - ZERO,
        2000 - ZERO,
        pytest.approx(2005 - ZERO),
    ]


def test_the_calibration_of_a_batch_is_the_mean_of_before_and_after() -> None:
    assert batch(before=1.0, after=2.0).cycles_per_tick == 1.5


def test_ticks_that_are_cycles_stay_what_they_are() -> None:
    found = sample(batch(before=1.0, after=1.0), reading=0.0, zero=0.0)
    assert [cycles for _, cycles, _ in found.cycles()] == [[1020, 1020]]


# What disturbed them


@pytest.mark.parametrize(
    ("changed", "disturbance"),
    [
        ({}, ""),
        ({"after": 1.5 * (1 + MOVED * 0.99)}, ""),
        ({"after": 1.5 * (1 - MOVED * 0.99)}, ""),
        ({"after": 1.5 * (1 + MOVED * 1.01)}, "moved"),
        ({"after": 1.5 * (1 - MOVED * 1.01)}, "moved"),
        ({"before": 0.0}, "moved"),
        ({"before": 0.0, "after": 0.0}, "moved"),
        ({"interrupted": True}, "interrupted"),
        ({"switches": 2}, "interrupted"),
        ({"takes": 6}, ""),
        ({"after": 3.0, "interrupted": True}, "moved"),
        ({"width": 4 * (1 - SHARED * 0.99)}, ""),
        ({"width": 4 * (1 - SHARED * 1.01)}, "shared"),
        ({"width": 4.4}, ""),
        ({"width": 2.0, "after": 3.0, "interrupted": True}, "shared"),
    ],
)
def test_a_batch_is_disturbed_by_a_shared_core_a_moving_rate_or_an_interruption(
    changed: dict[str, Any], disturbance: str
) -> None:
    assert batch(**changed).disturbance(4.0) == disturbance


def test_what_disturbed_a_batch_stands_beside_each_of_its_rows() -> None:
    found = sample(batch(rows=2), batch(switches=1), rows=tuple(Row(n, 1, (9,)) for n in range(3)))
    assert [why for _, _, why in found.cycles()] == ["", "", "interrupted"]
    assert [why for _, _, why in found.ticks()] == ["", "", "interrupted"]


def test_a_core_whose_width_is_not_known_is_not_called_shared() -> None:
    assert batch(width=0.5).disturbance(0) == ""
    assert samples.parse(lines(SAID)).width == 0


def test_the_width_of_the_core_alone_is_what_batches_are_held_against() -> None:
    assert [why for _, _, why in samples.parse(lines(SAID), 3.5).cycles()] == ["", "moved"]
    assert [why for _, _, why in samples.parse(lines(SAID), 4).cycles()] == ["", "shared"]
    assert [why for _, _, why in samples.parse(lines(SAID), 5).cycles()] == ["shared", "shared"]


def test_what_was_timed_before_the_core_was_ever_alone_is_judged_by_what_was_seen_later() -> None:
    early, late = sample(batch(width=2.7), width=2.7), sample(batch())
    assert early.disturbed == 0
    (processes,) = samples.together([early, late]).values()
    assert [why for _, why in processes] == ["shared", ""]


def test_the_disturbed_part_is_of_rows_and_not_of_batches() -> None:
    rows = tuple(Row(n, 1, (9,)) for n in range(4))
    assert sample(batch(rows=3), batch(after=2.0), rows=rows).disturbed == 0.25
    assert sample(batch(switches=1)).disturbed == 0  # which is in few timings
    assert sample(batch(rows=3, after=2.0), batch(), rows=rows).disturbed == 0.75
    assert sample(batch()).disturbed == 0
    assert sample(batch(width=3.0)).disturbed == 1
    assert sample().disturbed == 0


def test_what_is_in_doubt_is_one_line_however_much_it_is() -> None:
    measured = [
        f"{stage} of sha256/ref, {abi}" for stage in ("table", "curve") for abi in ("amd64", "x86")
    ]
    assert messages.doubtful(measured[:1]).startswith(
        "table of sha256/ref, amd64: a call of known duration"
    )
    all_of_them = messages.doubtful(measured)
    assert (
        "\n" not in all_of_them and "of 4 tables and curves a call of known duration" in all_of_them
    )
    assert measured[0] in all_of_them and measured[-1] in all_of_them


@pytest.mark.parametrize(
    ("probe", "is_doubtful"),
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
    probe: float, is_doubtful: bool
) -> None:
    assert sample(batch(), probe=probe).is_doubtful == is_doubtful


def test_a_calibration_that_is_off_is_seen_by_the_known_call_of_another_instruction() -> None:
    """Were the chain's additions done in pairs, all would read half: the probe's other instruction does not."""
    assert not parsed().is_doubtful
    half = SAID.replace("1500000000", "3000000000").replace("1600000000", "3200000000")
    # The known additions are in pairs too, and read what they should; so that only the probe is wrong.
    half = half.replace("500 500 500", "260 260 260").replace("710 710 716", "365 365 368")
    assert parsed(half).is_doubtful and parsed(half).probe == pytest.approx(2, rel=0.01)


# As facts hold them


def test_a_sample_comes_back_from_its_fields() -> None:
    found = parsed()
    again = samples.restore(json.loads(json.dumps(found.fields())))
    assert again == replace(found, probe=round(found.probe, 5))
    assert again.fields() == found.fields()


def test_fields_hold_ticks_as_they_were_counted_and_no_cycles() -> None:
    assert parsed().fields() == {
        "reading": 20.0,
        "zero": 6.5,
        "probe": 1.00065,
        "width": 0,
        "batches": [[1, 1.5, 1.5, 4.0, 1, 0, 0], [1, 1.5, 1.6, 3.5, 2, 3, 1]],
        "rows": [[8, 4, 420, 424, 428], [64, 1, 1020, 1030, 1040]],
    }


@pytest.mark.parametrize(
    "change",
    [
        {"batches": [[1, 1.5, 1.5, 4, 1, 0, 0]]},
        {"batches": []},
        {"batches": [[1, 1.5, 1.5, 4, 1, 0, 0], [2, 1.5, 1.5, 4, 1, 0, 0]]},
        {"batches": [[3, 1.5, 1.5, 4, 1, 0, 0], [-1, 1.5, 1.5, 4, 1, 0, 0]]},
        {"batches": [[1, 1.5, 1.5, 1, 0, 0], [1, 1.5, 1.5, 1, 0, 0]]},
        {"batches": [1, 1]},
        {"batches": None},
        {"rows": [[8, 4, 420]]},
        {"rows": [[8], [64]]},
        {"rows": [[8, 0, 420], [64, 1, 420]]},
        {"rows": {}},
        {"rows": 5},
    ],
    ids=repr,
)
def test_fields_that_are_no_sample_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        samples.restore(parsed().fields() | change)


@pytest.mark.parametrize("field", ["reading", "zero", "probe", "width", "batches", "rows"])
def test_fields_that_lack_one_are_refused(field: str) -> None:
    fields = parsed().fields()
    del fields[field]
    with pytest.raises(KeyError, match=field):
        samples.restore(fields)


# Of several processes


def test_processes_stand_side_by_side_under_each_length() -> None:
    first = sample(batch(), batch(switches=1))
    second = sample(batch(before=2.0, after=2.0), rows=(Row(1, 1, (1020,)),))
    assert samples.together([first, second]) == {
        0: [([1500 - ZERO] * 2, "")],
        1: [([1500 - ZERO] * 2, "interrupted"), ([2000 - ZERO], "")],
    }


def test_in_ticks_processes_are_not_scaled() -> None:
    found = samples.together([sample(batch()), sample(batch(before=2.0))], in_ticks=True)
    assert [timings for timings, _ in found[0]] == [[1020, 1020], [1020, 1020]]


def test_of_no_process_nothing_is_known() -> None:
    assert samples.together([]) == {}


def quiet_and_not(quiet: int, disturbed: int) -> list[tuple[list[float], str]]:
    return [([1.0, 2.0], "")] * quiet + [([9.0], "moved")] * disturbed


@pytest.mark.parametrize("quiet", range(5))
@pytest.mark.parametrize("disturbed", range(9))
def test_disturbed_timings_count_where_fewer_than_three_and_than_half_were_quiet(
    quiet: int, disturbed: int
) -> None:
    kept = samples.undisturbed(quiet_and_not(quiet, disturbed))
    all_count = disturbed > quiet and quiet < 3
    assert kept == [1.0, 2.0] * quiet + [9.0] * (disturbed if all_count else 0)


@pytest.mark.parametrize(
    ("quiet", "all_", "chosen"),
    [(1, 1, 1), (0, 1, 1), (2, 3, 2), (1, 3, 3), (3, 15, 3), (2, 15, 15), (15, 15, 15), (1, 2, 1)],
)
def test_quiet_processes_count_where_three_or_half_of_all_are(
    quiet: int, all_: int, chosen: int
) -> None:
    processes = [([100.0 + n], "" if n < quiet else "shared") for n in range(all_)]
    assert samples.undisturbed(processes) == [100.0 + n for n in range(chosen)]
