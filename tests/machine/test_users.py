"""Each command of root runs as a user of its own."""

import os
import threading
from pathlib import Path

import pytest

from hashcop.machine import users

ALL = "         0          0 4294967295\n"
FEW = "         0     100000      65536\n"


def proc(place: Path, users_: str, groups: str) -> Path:
    (place / "uid_map").write_text(users_)
    (place / "gid_map").write_text(groups)
    return place


def test_no_two_commands_at_a_time_have_the_same_user(tmp_path: Path) -> None:
    place = proc(tmp_path, ALL, ALL)
    found = [
        users.user_of(slot, pid, place) for pid in (1, 2, 4194303) for slot in range(users.SLOTS)
    ]
    assert len(set(found)) == len(found)
    assert min(found) >= users.FIRST
    assert max(found) < 1 << 31


@pytest.mark.parametrize(("of_users", "of_groups"), [(FEW, ALL), (ALL, FEW), (FEW, FEW), ("", "")])
def test_where_a_container_has_few_users_those_of_a_process_still_differ(
    tmp_path: Path, of_users: str, of_groups: str
) -> None:
    place = proc(tmp_path, of_users, of_groups)
    found = {users.user_of(slot, 4242, place) for slot in range(users.SLOTS)}
    assert len(found) == users.SLOTS
    assert all(61184 <= user < 65520 for user in found)


def test_a_slot_is_free_again_afterwards_and_more_than_all_wait() -> None:
    slots = users.Slots(free=[1, 0])
    with slots.take() as first, slots.take() as second:
        assert (first, second) == (0, 1)
        waits = threading.Thread(target=lambda: taken.append(_take(slots)))
        taken: list[int] = []
        waits.start()
        waits.join(0.05)
        assert waits.is_alive()
    waits.join(5)
    assert taken
    assert sorted(slots.free) == [0, 1]


def _take(slots: users.Slots) -> int:
    with slots.take() as slot:
        return slot


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_is_given_follows_no_links(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("")
    place = tmp_path / "place"
    (place / "deep").mkdir(parents=True)
    (place / "deep" / "file").write_text("")
    (place / "link").symlink_to(outside)
    (place / "directory").symlink_to(tmp_path)
    users.give(place, 4713)
    assert outside.stat().st_uid == tmp_path.stat().st_uid == os.geteuid()
    for path in (place, place / "deep", place / "deep" / "file", place / "link"):
        assert path.lstat().st_uid == path.lstat().st_gid == 4713
