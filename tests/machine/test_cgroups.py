"""Control groups: where they can be made, what is written to them, and what the kernel says there."""

import os
from pathlib import Path

import pytest

from hashcop.machine import cgroups
from hashcop.machine.cgroups import V1, V2, Group, Groups
from tests.support.places import write

MOUNTS_1 = """\
cgroup /sys/fs/cgroup/memory cgroup rw,relatime,memory 0 0
cgroup /sys/fs/cgroup/pids cgroup rw,relatime,pids 0 0
cgroup2 /sys/fs/cgroup/unified cgroup2 rw,relatime 0 0"""
MOUNTS_2 = "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid,nodev 0 0"
USERS = "user.slice/user-1000.slice/user@1000.service"


def version_1(root: Path) -> Path:
    files = {
        "proc/self/mounts": MOUNTS_1,
        "proc/self/cgroup": "8:pids:/\n4:memory:/own/group\n0::/",
        "sys/fs/cgroup/memory/own/group/cgroup.procs": "",
        "sys/fs/cgroup/pids/cgroup.procs": "",
        "sys/fs/cgroup/unified/cgroup.subtree_control": "hugetlb",
        "sys/fs/cgroup/unified/cgroup.procs": "",
    }
    return write(root, files)


def version_2(root: Path, *, delegated: str = "cpu memory pids") -> Path:
    """A terminal of a desktop, whose own group has processes and so no controllers for groups below it."""
    base = f"sys/fs/cgroup/{USERS}/app.slice"
    files = {
        "proc/self/mounts": MOUNTS_2,
        "proc/self/cgroup": f"0::/{USERS}/app.slice/terminal.scope",
        f"{base}/terminal.scope/cgroup.subtree_control": "",
        f"{base}/terminal.scope/cgroup.procs": "",
        f"{base}/cgroup.subtree_control": delegated,
        f"{base}/cgroup.procs": "",
    }
    return write(root, files)


def test_version_1_is_used_below_our_own_groups(tmp_path: Path) -> None:
    found = cgroups.find(version_1(tmp_path))
    assert found is not None
    top = tmp_path / "sys/fs/cgroup"
    assert (found.memory, found.pids, found.files) == (top / "memory/own/group", top / "pids", V1)
    assert str(found) == "cgroup v1"


def test_version_2_is_used_beside_our_own_group(tmp_path: Path) -> None:
    found = cgroups.find(version_2(tmp_path))
    assert found is not None
    assert found.memory == found.pids == tmp_path / "sys/fs/cgroup" / USERS / "app.slice"
    assert str(found) == "cgroup v2"


def test_without_the_controllers_there_are_no_groups(tmp_path: Path) -> None:
    assert cgroups.find(version_2(tmp_path, delegated="cpu")) is None


def test_without_any_hierarchy_there_are_no_groups(tmp_path: Path) -> None:
    assert cgroups.find(tmp_path) is None


def test_where_we_may_not_write_there_are_no_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert cgroups.find(version_1(tmp_path)) is None
    assert cgroups.find(version_2(tmp_path)) is None


def test_limits_of_version_2_are_written(tmp_path: Path) -> None:
    group = Group(tmp_path / "group", tmp_path / "group", V2)
    assert group.make(1 << 30, 256)
    values = {file.name: file.read_text() for file in (tmp_path / "group").iterdir()}
    assert values["memory.max"] == str(1 << 30)
    assert values["memory.swap.max"] == "0"
    assert values["memory.oom.group"] == "1"
    assert values["pids.max"] == str(256 + cgroups.OWN_PROCESSES)
    assert group.members == (tmp_path / "group/cgroup.procs",)


def test_limits_of_version_1_are_written(tmp_path: Path) -> None:
    group = Group(tmp_path / "memory", tmp_path / "pids", V1)
    assert group.make(1 << 30, 256)
    for name in ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"):
        assert (tmp_path / "memory" / name).read_text() == str(1 << 30)
    assert (tmp_path / "pids/pids.max").read_text() == str(256 + cgroups.OWN_PROCESSES)
    assert len(group.members) == 2


@pytest.mark.parametrize(
    ("files", "name"), [(V1, "memory.oom_control"), (V2, "memory.events")], ids=["v1", "v2"]
)
def test_only_what_this_command_was_refused_is_told(
    tmp_path: Path, files: cgroups.Files, name: str
) -> None:
    (tmp_path / name).write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 3\n")
    (tmp_path / "pids.events").write_text("max 7\n")
    group = Group(tmp_path, tmp_path, files)
    assert group.make(1 << 30, 256)
    assert not group.memory_ended()
    assert not group.processes_refused()
    (tmp_path / name).write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 4\n")
    (tmp_path / "pids.events").write_text("max 8\n")
    assert group.memory_ended()
    assert group.processes_refused()


def test_a_group_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not Group(tmp_path / "file/group", tmp_path / "file/group", V2).make(1 << 30, 256)


def test_groups_of_dead_processes_are_removed_and_no_others(tmp_path: Path) -> None:
    for name in ("hashcop-4194304999-0", f"hashcop-{os.getpid()}-1", "other"):
        (tmp_path / name).mkdir()
    Groups(tmp_path, tmp_path, V2).remove_old()
    assert {path.name for path in tmp_path.iterdir()} == {f"hashcop-{os.getpid()}-1", "other"}


def test_a_slot_has_one_group_which_is_removed_at_the_end(tmp_path: Path) -> None:
    groups = Groups(tmp_path, tmp_path, V2)
    assert groups.group(3) is groups.group(3)
    groups.group(3).memory.mkdir()
    groups.remove()
    assert list(tmp_path.iterdir()) == []
