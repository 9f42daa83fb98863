"""The lock of a machine."""

import os
import threading
import time
from pathlib import Path

from hashcop.machine import alone
from hashcop.machine.alone import ELSEWHERE, Alone


def test_who_times_second_waits_and_says_for_whom(tmp_path: Path) -> None:
    first, second = (Alone(tmp_path / "lock") for _ in range(2))
    said: list[str] = []
    first.take(said.append)
    first.take(said.append)  # again is no harm
    assert said == []
    waits = threading.Thread(target=second.take, args=(said.append,))
    waits.start()
    time.sleep(0.2)
    assert waits.is_alive()
    first.release()
    waits.join(5)
    assert not waits.is_alive()
    second.release()
    assert len(said) == 1 and f"process {os.getpid()}" in said[0]


def test_others_see_whether_somebody_times(tmp_path: Path) -> None:
    one = Alone(tmp_path / "lock")
    assert not alone.is_taken(one.file)
    one.take(print)
    assert alone.is_taken(one.file)
    one.release()
    assert not alone.is_taken(one.file) and not alone.is_taken(tmp_path / "no" / "lock")


def test_who_was_killed_holds_nothing(tmp_path: Path) -> None:
    child = os.fork()
    if not child:
        Alone(tmp_path / "lock").take(print)
        os._exit(0)
    os.waitpid(child, 0)
    said: list[str] = []
    Alone(tmp_path / "lock").take(said.append)
    assert said == []


def test_a_link_is_not_followed_and_what_can_not_be_opened_holds_nobody_up(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "precious")
    Alone(tmp_path / "lock").take(print)
    assert not (tmp_path / "precious").exists()
    Alone(tmp_path / "no" / "lock").take(print)


def test_anybody_may_lock_and_it_may_be_elsewhere(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv(ELSEWHERE, str(tmp_path / "mine"))
    one = Alone()
    one.take(print)
    assert one.file == tmp_path / "mine" and one.file.stat().st_mode & 0o777 == 0o666
