"""Compilers on the PATH: every version is one of its own, and none is there twice. They are shell scripts here."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.platforms.c.tools import installed
from hashcop.platforms.c.tools.installed import find_compilers

Commands = Callable[..., Path]


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """commands(gcc="gcc 12"): commands on the PATH, by what they say of their version; "-> x" is a link to x.

    A compiler says its own name first, as gcc does.
    """
    place = tmp_path / "bin"
    place.mkdir()
    monkeypatch.setenv("PATH", f"{place}:/nowhere")
    monkeypatch.setattr(installed, "SYSTEM_DIRECTORIES", (f"{tmp_path}/",))

    def made(said: dict[str, str]) -> Path:
        for name, text in said.items():
            if text.startswith("-> "):
                (place / name).symlink_to(text.removeprefix("-> "))
                continue
            script = '#!/bin/bash\necho "${0##*/} ' + text + '"\n'
            (place / name).write_text(script)
            (place / name).chmod(0o755)
        return place

    return made


def names() -> list[str]:
    return [compiler.command for compiler in find_compilers()]


def test_every_version_is_a_compiler_of_its_own_the_plain_one_first(commands: Commands) -> None:
    commands(
        {
            "gcc": "12",
            "gcc-9": "9",
            "gcc-13": "13",
            "gcc-4.9": "4.9",
            "clang-16": "16",
            "clang": "14",
        }
    )
    assert names() == ["gcc", "gcc-13", "gcc-9", "gcc-4.9", "clang", "clang-16"]
    assert [c.command for c in find_compilers() if c.is_first] == ["gcc", "clang"]
    assert {c.family for c in find_compilers()} == {"gcc", "clang"}


def test_a_version_is_not_counted_beside_the_plain_command_that_it_is(commands: Commands) -> None:
    commands({"gcc-12": "(Debian) 12", "gcc": "-> gcc-12", "gcc-11": "(Debian) 11"})
    assert names() == ["gcc", "gcc-11"]


def test_what_a_cache_of_compilations_stands_before_is_told_apart_by_versions(
    commands: Commands, tmp_path: Path
) -> None:
    cache = commands({}) / "ccache"
    cache.write_text(
        '#!/bin/bash\ncase $0 in */gcc-11) echo "gcc-11 11";; *) echo "${0##*/} 12";; esac\n'
    )
    cache.chmod(0o755)
    commands({"gcc": "-> ccache", "gcc-11": "-> ccache", "gcc-12": "-> ccache"})
    assert names() == ["gcc", "gcc-11"]


def test_without_the_plain_command_the_newest_version_stands_for_it(commands: Commands) -> None:
    commands({"gcc-9": "9", "gcc-10": "10"})
    assert [(c.command, c.is_first) for c in find_compilers()] == [
        ("gcc-10", True),
        ("gcc-9", False),
    ]


def test_a_version_has_its_own_cxx_or_none(commands: Commands) -> None:
    commands({"gcc": "12", "g++": "12", "gcc-11": "11", "gcc-10": "10", "g++-10": "10"})
    found = {c.command: c for c in find_compilers()}
    assert {name: c.cxx for name, c in found.items()} == {
        "gcc": "g++",
        "gcc-11": "",
        "gcc-10": "g++-10",
    }
    assert found["gcc-11"].cxx_to_run == []
    assert Path(found["gcc-10"].cxx_to_run[0]).name == "g++-10"


def test_what_only_looks_like_a_version_is_none(commands: Commands) -> None:
    commands(
        {"gcc": "12", "gcc-ar-12": "12", "gcc-12-wrapper": "12", "gcc-": "12", "xgcc-12": "12"}
    )
    assert names() == ["gcc"]


def test_a_command_may_have_two_words(commands: Commands) -> None:
    commands({"zig": "0.13"})
    (zig,) = find_compilers()
    assert (zig.command, zig.cxx) == ("zig cc", "zig c++")
    assert [Path(word).name for word in zig.to_run] == ["zig", "cc"]
    assert [Path(word).name for word in zig.cxx_to_run] == ["zig", "c++"]


def test_a_compiler_that_comes_or_changes_is_noticed(commands: Commands) -> None:
    place = commands({"gcc": "12"})
    before = installed.stamps()
    assert installed.stamps() == before
    commands({"gcc-11": "11"})
    after = installed.stamps()
    assert after != before
    (place / "gcc-11").write_text("#!/bin/sh\necho gcc-11 11.5\n")
    assert installed.stamps() != after
