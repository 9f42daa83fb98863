"""What the system lacks, and the one line that installs it. Nothing is installed here."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from hashcop import ROOT
from hashcop.machine import packages
from hashcop.machine.packages import Tool


def tool(name: str, package: str = "", *, needed: bool = False, there: bool = False) -> Tool:
    return Tool(name, package or name, f"what {name} gives", needed, lambda: there)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """programs("make", ...): only these are on the PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))

    def there(*names: str) -> None:
        for name in names:
            (tmp_path / name).write_text("#!/bin/sh\necho 13\n")
            (tmp_path / name).chmod(0o755)

    return there


def missing(*, trusted: bool = False) -> list[str]:
    wanted = [*packages.own(), Tool("make", "make", "", True), Tool("clang", "clang", "")]
    return [one.name for one in packages.missing_needed(wanted, trusted=trusted)]


def test_a_tool_is_there_when_its_command_is(programs: Callable[..., None]) -> None:
    wanted = Tool("mytool", "mytool", "")
    assert not wanted.is_there
    programs("mytool")
    assert wanted.is_there


def test_what_is_needed_and_not_there_is_missing(programs: Callable[..., None]) -> None:
    assert missing() == ["bwrap", "setpriv", "make"]
    programs("setpriv")
    assert missing() == ["bwrap", "make"]
    programs("bwrap", "make")
    assert missing() == []  # clang is only useful


def test_who_trusts_all_code_needs_no_bubblewrap(programs: Callable[..., None]) -> None:
    programs("make", "setpriv")
    assert missing(trusted=True) == []
    assert missing(trusted=False) == ["bwrap"]


def test_the_tools_of_all_platforms_are_needed_and_each_says_what_it_gives() -> None:
    needed = {"bubblewrap", "libseccomp2", "util-linux", "python3-venv"}
    assert needed == {one.package for one in packages.own()}
    assert all(one.needed and one.gives for one in packages.own())


def test_it_needs_only_the_standard_library() -> None:
    """bootstrap.py imports it while there is no environment with anything else."""
    code = "from hashcop.machine import packages; print(packages.VENV.is_there)"
    command = [sys.executable, "-S", "-B", "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout in ("True\n", "False\n"), done.stderr


@pytest.mark.parametrize(("user", "sudo"), [(0, ""), (1000, "sudo ")], ids=["root", "user"])
def test_one_line_installs_everything(
    user: int, sudo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    line = packages.apt_line([tool("bwrap", "bubblewrap"), tool("make")])
    assert line == f"{sudo}apt-get install -y --no-install-recommends bubblewrap make"


def test_only_root_of_a_debian_installs(
    programs: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    for user in (0, 1000):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        assert not packages.can_install()
    programs("apt-get")
    assert not packages.can_install()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert packages.can_install()


class Apt:
    """Stands in for the package manager; `fails` names the commands that do."""

    def __init__(self, fails: Sequence[str]) -> None:
        self.fails = fails
        self.ran: list[list[str]] = []

    def __call__(self, command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        assert options["stdin"] == subprocess.DEVNULL
        assert options["env"]["DEBIAN_FRONTEND"] == "noninteractive"
        self.ran.append(command)
        status = 100 if command[1] in self.fails else 0
        return subprocess.CompletedProcess(command, status, stdout=f"E: {command[1]}")


@pytest.mark.parametrize(
    ("fails", "well"), [([], True), (["update"], True), (["install"], False)], ids=str
)
def test_installing_is_announced_and_an_unreachable_source_is_no_reason_to_stop(
    fails: list[str], well: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    apt, said = Apt(fails), list[str]()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(subprocess, "run", apt)
    assert packages.install([tool("bwrap", "bubblewrap")], said.append) is well
    line = "apt-get install -y --no-install-recommends bubblewrap"
    assert [" ".join(command) for command in apt.ran] == ["apt-get update", line]
    assert line in said[0]
    assert ("E: install" in said[-1]) is not well
