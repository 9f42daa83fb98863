"""How quiet a core is, from what the harness reports of it."""

import pytest

from hashcop.data.records import Quiet
from hashcop.platforms.c import quietness
from hashcop.platforms.c.lane import CLane


def test_what_was_lost_is_what_all_chains_take_without_their_number_of_medians() -> None:
    lines = [("quiet", "90", "1000", "9", "10", "12")]
    assert quietness.parse(3, lines) == Quiet(3, 0.1, 0.3, 10)


@pytest.mark.parametrize(
    "lines", [[], [("quiet", "9", "0", "0", "0", "0")], [("quiet", "x")], [("done",)]]
)
def test_what_says_nothing_is_no_answer(lines: list[tuple[str, ...]]) -> None:
    assert quietness.parse(0, lines) is None


def test_a_core_of_this_machine_is_tried(lane: CLane) -> None:
    found = lane.quietness(lane.core)
    assert found is not None and found.processor == lane.core
    assert 0 <= found.lost < 1 and 1000 < found.chain < 100_000


def test_a_core_that_is_not_there_can_t_be_tried(lane: CLane) -> None:
    assert lane.quietness(4000) is None
