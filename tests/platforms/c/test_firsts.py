"""Which builds are checked thoroughly."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from hashcop.platforms.c.firsts import Firsts
from hashcop.platforms.door import Verdict

RIGHT, WRONG = Verdict(outcome="right"), Verdict(outcome="wrong", reason="no")


def test_builds_are_checked_thoroughly_until_one_is_right() -> None:
    firsts, asked = Firsts(), []

    def check(verdict: Verdict) -> Verdict:
        def checked(is_thorough: bool) -> Verdict:
            asked.append(is_thorough)
            return verdict

        return firsts.check("one", checked)

    assert [check(one) for one in (WRONG, RIGHT, RIGHT, WRONG)] == [WRONG, RIGHT, RIGHT, WRONG]
    assert asked == [True, True, False, False]
    asked.clear()
    firsts.check("other", lambda is_thorough: WRONG if is_thorough else RIGHT)
    assert firsts.check("other", lambda is_thorough: WRONG if is_thorough else RIGHT) == WRONG


@pytest.mark.parametrize("first", [RIGHT, WRONG])
def test_what_was_checked_beside_a_wrong_one_is_checked_again(first: Verdict) -> None:
    firsts, begun, done = Firsts(), threading.Event(), threading.Event()
    asked: list[bool] = []

    def slow(is_thorough: bool) -> Verdict:
        begun.set()
        assert is_thorough and done.wait(60)
        return first

    def quick(is_thorough: bool) -> Verdict:
        asked.append(is_thorough)
        done.set()
        return RIGHT

    with ThreadPoolExecutor() as executor:
        before = executor.submit(firsts.check, "one", slow)
        assert begun.wait(60)
        assert firsts.check("one", quick) == RIGHT
        assert before.result() == first
    assert asked == ([False] if first == RIGHT else [False, True])


def test_a_check_that_fails_lets_others_go_on() -> None:
    firsts = Firsts()

    def fails(_: bool) -> Verdict:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        firsts.check("one", fails)
    assert firsts.check("one", lambda is_thorough: RIGHT if is_thorough else WRONG) == RIGHT
