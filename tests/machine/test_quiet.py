"""The quietest core: which cores are tried, how one is chosen, and how long the choice holds."""

from pathlib import Path

import pytest

from hashcop.data.records import Quiet
from hashcop.machine import quiet
from hashcop.machine.quiet import Choice
from tests.support import places


def core(number: int, lost: float) -> Quiet:
    return Quiet(number, lost, 0.01, 4600)


class Attempts:
    """Attempts that come out as they are told to; knows which were made."""

    def __init__(self, **lost: float) -> None:
        self.lost = {int(name.removeprefix("core")): part for name, part in lost.items()}
        self.made: list[int] = []

    def __call__(self, number: int) -> Quiet | None:
        self.made.append(number)
        return core(number, self.lost[number]) if number in self.lost else None


def test_the_least_lost_is_chosen(tmp_path: Path) -> None:
    assert quiet.choose([core(0, 0.001), core(1, 0.2), core(2, 0.05)], {}, root=tmp_path) == 0


def test_of_equals_the_last_is_chosen(tmp_path: Path) -> None:
    assert quiet.choose([core(0, 0.001), core(1, 0.003), core(2, 0.2)], {}, root=tmp_path) == 1


def test_last_time_s_is_kept_unless_another_one_is_clearly_quieter(tmp_path: Path) -> None:
    tried = [core(0, 0.004), core(1, 0.001), core(2, 0.0)]
    assert quiet.choose(tried, {}, 0, tmp_path) == 0
    assert quiet.choose([core(0, 0.02), *tried[1:]], {}, 0, tmp_path) == 2


def test_where_all_are_loud_a_little_louder_is_no_reason_to_go(tmp_path: Path) -> None:
    assert quiet.choose([core(0, 0.07), core(1, 0.04)], {}, 0, tmp_path) == 0
    assert quiet.choose([core(0, 0.09), core(1, 0.04)], {}, 0, tmp_path) == 1


def test_a_core_of_which_another_thread_is_busy_is_left_alone(tmp_path: Path) -> None:
    root, tried = places.good_laptop(tmp_path), [core(n, 0.001) for n in range(4)]
    assert quiet.choose(tried, {}, root=root) == 2  # the first of its core
    assert quiet.choose(tried, {3: 0.9}, root=root) == 0
    assert quiet.choose(tried, {3: 0.9}, 2, root) != 2
    assert quiet.choose(tried, dict.fromkeys(range(4), 0.9), 1, root) == 1


def test_of_very_many_some_are_tried_all_over_the_machine(tmp_path: Path) -> None:
    root = places.write(tmp_path, places.intel(256))
    tried = quiet.candidates(tuple(range(256)), root)
    assert len(tried) == quiet.MOST
    assert all(n % 2 == 0 for n in tried) and (tried[0], tried[-1]) == (0, 254)
    assert quiet.candidates((4, 5, 6), root) == (4, 5, 6)


def test_all_are_tried_the_first_time(tmp_path: Path) -> None:
    attempts = Attempts(core0=0.2, core1=0.0, core2=0.1)
    found = quiet.find(attempts, (0, 1, 2), {}, None, root=tmp_path)
    assert (found.pinned, attempts.made) == (1, [0, 1, 2])
    assert found.own == core(1, 0.0)


def test_within_an_hour_only_the_pinned_one_is_tried_again(tmp_path: Path) -> None:
    attempts = Attempts(core0=0.0, core1=0.001)
    before = Choice(1, (core(0, 0.0), core(1, 0.002)), quiet.time.time())
    found = quiet.find(attempts, (0, 1), {}, before, root=tmp_path)
    assert (found.pinned, attempts.made, found.when) == (1, [1], before.when)
    assert found.tried == (core(0, 0.0), core(1, 0.001))


@pytest.mark.parametrize("reason", ["an hour", "asked for", "louder", "busy beside"])
def test_all_are_tried_again(reason: str, tmp_path: Path) -> None:
    root = places.good_laptop(tmp_path)
    attempts = Attempts(core0=0.0, core2=0.1 if reason == "louder" else 0.0)
    when = quiet.time.time() - (4000 if reason == "an hour" else 1)
    before = Choice(2, (core(0, 0.0), core(2, 0.0)), when)
    busy = {3: 1.0} if reason == "busy beside" else {}
    found = quiet.find(attempts, (0, 2), busy, before, anew=reason == "asked for", root=root)
    assert attempts.made[-2:] == [0, 2] and found.when > before.when
    assert found.pinned == (0 if reason in ("louder", "busy beside") else 2)


def test_where_no_attempt_works_it_is_the_last_one(tmp_path: Path) -> None:
    found = quiet.find(Attempts(), (0, 3), {}, None, root=tmp_path)
    assert (found.pinned, found.tried, found.own) == (3, (), None)


def test_a_core_of_last_time_that_may_not_be_used_any_more_is_left(tmp_path: Path) -> None:
    before = Choice(7, (core(7, 0.0),), quiet.time.time())
    assert quiet.find(Attempts(core0=0.3), (0,), {}, before, root=tmp_path).pinned == 0


def test_what_was_found_is_kept(tmp_path: Path) -> None:
    found = Choice(1, (core(0, 0.25), core(1, 0.0)), 1234.5)
    assert quiet.kept(tmp_path / "cache") is None
    found.keep(tmp_path / "cache")
    assert quiet.kept(tmp_path / "cache") == found


@pytest.mark.parametrize("text", [b'{"pinned": 1}', b"[", b"", b"\xff", b'{"pinned": "1"}'])
def test_what_can_t_be_read_was_not_found(text: bytes, tmp_path: Path) -> None:
    (tmp_path / quiet.KEPT).write_bytes(text)
    assert quiet.kept(tmp_path) is None


def test_a_choice_that_can_not_be_kept_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the directory should be")
    Choice(1, (core(1, 0.0),), 1234.5).keep(tmp_path / "cache")
    assert quiet.kept(tmp_path / "cache") is None
