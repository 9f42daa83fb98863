"""What the system lacks, and the one line that installs it. Nothing is installed here."""

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from hashcop.engine import messages
from hashcop.machine import packages
from hashcop.machine.packages import Tool
from hashcop.platforms.c.tools import compilers


def tool(name: str, package: str = "", *, needed: bool = False, there: bool = False) -> Tool:
    return Tool(name, package or name, f"what {name} gives", needed, lambda: there)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """programs("gcc", ...): only these are on the PATH, and all that is no program is there."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(packages, "_has_headers", lambda: True)

    def there(*names: str) -> None:
        for name in names:
            (tmp_path / name).write_text("#!/bin/sh\necho 13\n")
            (tmp_path / name).chmod(0o755)

    return there


NEEDED = ["gcc", "make", "bwrap", "setpriv"]


def missing(*, trusted: bool = False) -> list[str]:
    return [one.name for one in packages.missing_needed(trusted=trusted)]


def test_a_tool_is_there_when_its_command_is(programs: Callable[..., None]) -> None:
    wanted = Tool("mytool", "mytool", "")
    assert not wanted.is_there
    programs("mytool")
    assert wanted.is_there


def test_what_is_needed_and_not_there_is_missing(programs: Callable[..., None]) -> None:
    assert missing() == NEEDED
    programs("gcc", "setpriv")
    assert missing() == ["make", "bwrap"]
    programs("make", "bwrap")
    assert missing() == []


def test_who_trusts_all_code_needs_no_bubblewrap(programs: Callable[..., None]) -> None:
    programs("gcc", "make", "setpriv")
    assert missing(trusted=True) == []
    assert missing(trusted=False) == ["bwrap"]


def test_what_is_only_useful_is_never_missed(programs: Callable[..., None]) -> None:
    programs(*NEEDED)
    useful = {one.name for one in packages.tools() if not one.needed}
    assert {"g++", "clang", "qemu-aarch64", "libcrypto"} <= useful
    assert missing() == []


def test_a_library_is_there_when_a_header_of_it_is(tmp_path: Path) -> None:
    place = tmp_path / "sum-2"
    library = compilers.Library(
        "libsum", ("sum/",), "sum/sum.h", (f"-I{place}",), (), False, False, "libsum-dev", ""
    )
    assert not packages._has_header(library)
    (place / "sum").mkdir(parents=True)
    (place / "sum/sum.h").touch()
    assert packages._has_header(library)


def test_libraries_are_named_once_and_wanted_by_no_test() -> None:
    every = {library.name for library in compilers.libraries() if library.package}
    libraries = {tool.name for tool in packages.libraries()}
    tools = {tool.name for tool in packages.tools()}
    assert every <= libraries | tools
    assert {"libgcrypt", "libbotan"} <= libraries
    assert not libraries & tools


def test_needed_tools_come_first_and_each_says_what_it_gives() -> None:
    found = packages.tools()
    assert [one.needed for one in found] == sorted((one.needed for one in found), reverse=True)
    assert all(one.gives and one.package for one in found)


@pytest.mark.parametrize(("user", "sudo"), [(0, ""), (1000, "sudo ")], ids=["root", "user"])
def test_one_line_installs_everything(
    user: int, sudo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    line = packages.apt_line([tool("bwrap", "bubblewrap"), tool("make")])
    assert line == f"{sudo}apt-get install -y --no-install-recommends bubblewrap make"


def test_the_32_bit_runtime_is_that_of_the_compiler(programs: Callable[..., None]) -> None:
    assert packages.multilib_package() == "gcc-12-multilib"
    programs("gcc")
    assert packages.multilib_package() == "gcc-13-multilib"


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


def test_the_complaint_names_what_is_missing_what_it_gives_and_the_line() -> None:
    text = str(messages.packages_missing([tool("make"), tool("gcc")]))
    assert "  make: what make gives\n  gcc: what gcc gives\n" in text
    assert packages.apt_line([tool("make"), tool("gcc")]) in text
    assert "--no-sandbox" not in text
    assert "--no-sandbox" in str(messages.packages_missing([tool("bwrap", "bubblewrap")]))
