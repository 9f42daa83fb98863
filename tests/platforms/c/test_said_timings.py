"""What the harness says becomes a sample: every figure here is computed by hand."""

import pytest

from hashcop.data.records import Batch, Sample
from hashcop.platforms.c.timings import NoSample, parse
from hashcop.results.samples import cycles, cycles_per_tick, is_doubtful
from tests.support.made_up import ZERO

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
    return parse(lines(text))


def test_a_reading_is_in_thousandths_of_a_tick() -> None:
    assert parsed().reading == 20.0
    assert parsed(SAID.replace("reading 20000", "reading 20125")).reading == 20.125


def test_rows_are_the_lengths_that_were_timed_in_their_order() -> None:
    assert parsed().rows == ((8, 4, 420, 424, 428), (64, 1, 1020, 1030, 1040))


def test_batches_have_the_rows_between_them_and_not_the_known_calls() -> None:
    assert parsed().batches == (
        Batch(1, 1.5, 1.5, 4.0, 1, 0, 0),
        Batch(1, 1.5, 1.6, 3.5, 2, 3, 1),
    )


def test_a_batch_of_known_calls_alone_is_not_kept() -> None:
    own = SAID.replace("ticks 8", "batch 1 2000000000 2000000000 4000000000 1 0 0\nticks 8")
    found = parsed(own)
    assert found.zero == ZERO  # by the calibration of their batch
    assert [cycles_per_tick(b) for b in found.batches] == [2.0, 1.55]
    assert sum(b.rows for b in found.batches) == len(found.rows) == 2


def test_what_each_call_has_in_it_is_what_calls_of_known_duration_read_too_much() -> None:
    assert parsed().zero == ZERO


def test_what_calls_of_known_duration_read_too_little_counts_as_well() -> None:
    found = parsed(SAID.replace("64 2 114 114 120", "64 2 104 104 104"))
    assert found.zero == (104 - 20) * 1.5 / 2 - 64 == -1


def test_the_probe_is_the_last_known_call_against_its_duration() -> None:
    assert parsed().probe == round(((520 - 20) * 1.55 - ZERO) / 768, 5) == 1.00065


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
        ("ticks 8 4 420", "ticks 8 0 420"),
        ("ticks 8 4 420", "ticks -8 4 420"),
        ("known 64 10 500", "known 64 0 500"),
        ("known 64 2 114 114 120", "known 64 2"),
        ("known 768 1", "known 0 1"),
    ],
)
def test_a_line_that_is_none_is_no_sample(said: str, instead: str) -> None:
    assert said in SAID
    with pytest.raises((NoSample, ValueError, IndexError)):
        parsed(SAID.replace(said, instead))


def test_a_width_that_is_not_known_is_0() -> None:
    assert parse(lines(SAID)).width == 0


def test_the_width_of_the_core_alone_is_what_batches_are_held_against() -> None:
    for width, expected in ((3.5, ["", "moved"]), (4, ["", "shared"]), (5, ["shared", "shared"])):
        assert [why.what for _, _, why in cycles(parse(lines(SAID), width))] == expected


def test_a_calibration_that_is_off_is_seen_by_the_known_call_of_another_instruction() -> None:
    """Were the chain's additions done in pairs, all would read half: the probe's other instruction does not."""
    assert not is_doubtful(parsed())
    half = SAID.replace("1500000000", "3000000000").replace("1600000000", "3200000000")
    # The known additions are in pairs too, and read what they should; so that only the probe is wrong.
    half = half.replace("500 500 500", "260 260 260").replace("710 710 716", "365 365 368")
    assert is_doubtful(parsed(half)) and parsed(half).probe == pytest.approx(2, rel=0.01)


def test_a_sample_holds_ticks_as_they_were_counted_and_rounds_the_rest() -> None:
    found = parsed(SAID.replace("reading 20000", "reading 20001"))
    assert (found.reading, found.zero, found.probe) == (20.001, 6.499, 1.00065)
    assert parsed(SAID.replace("4000000000", "4123456789")).batches[0].width == 4.1235
