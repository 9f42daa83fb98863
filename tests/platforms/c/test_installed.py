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


# What -march=native is: captured from compilers with -###, which print the commands that they would run

GCC_AMD64 = """\
Using built-in specs.
Target: x86_64-linux-gnu
gcc version 12.2.0 (Debian 12.2.0-14+deb12u1)
COLLECT_GCC_OPTIONS='-march=native' '-E'
 /usr/lib/gcc/x86_64-linux-gnu/12/cc1 -E -quiet /dev/null "-march=cooperlake" -mmmx --param "l1-cache-size=48"
COLLECT_GCC_OPTIONS='-march=native' '-E'
"""
CLANG_AMD64 = """\
Debian clang version 14.0.6
Target: x86_64-pc-linux-gnu
 (in-process)
 "/usr/lib/llvm-14/bin/clang" "-cc1" "-E" "-target-cpu" "icelake-client" "-target-feature" "+avx512f" "/dev/null"
"""
GCC_ARM = """\
Target: aarch64-linux-gnu
COLLECT_GCC_OPTIONS='-march=native' '-E' '-mlittle-endian' '-mabi=lp64'
 /usr/lib/gcc/aarch64-linux-gnu/12/cc1 -E -quiet /dev/null "-march=armv8.2-a+crypto+fp16+ssbs" -mlittle-endian
"""
# As a cross compiler has it, and gcc on a processor that it does not know
GCC_LEFT = """\
Target: aarch64-linux-gnu
 /usr/lib/gcc-cross/aarch64-linux-gnu/12/cc1 -E -quiet /dev/null "-march=native" -mlittle-endian "-mabi=lp64"
"""
CLANG_REFUSES = "clang: error: the clang compiler does not support '-march=native'\n"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (GCC_AMD64, "cooperlake"),
        (CLANG_AMD64, "icelake-client"),
        (GCC_ARM, "armv8.2-a+crypto+fp16+ssbs"),
        (GCC_LEFT, ""),
        (CLANG_REFUSES, ""),
        ("it doesn't say\n", ""),
        ('"clang" "-cc1" "-target-cpu"\n', ""),
        ("", ""),
    ],
    ids=["gcc", "clang", "gcc on Arm", "left as it is", "refused", "words", "cut off", "nothing"],
)
def test_what_native_is_stands_in_the_commands_that_a_compiler_would_run(
    said: str, name: str
) -> None:
    assert installed.native_in(said) == name


def test_a_compiler_is_asked_what_native_is_once(commands: Commands) -> None:
    place = commands({"clang": "14"})
    (place / "clang").write_text(
        "#!/bin/bash\n"
        f"echo asked >> {place}/asked\n"
        '[[ $1 = --version ]] && { echo "clang 14"; exit; }\n'
        """echo '"/x/clang" "-cc1" "-target-cpu" "znver4"' >&2\n"""
    )
    (clang,) = find_compilers()
    assert clang.native == "znver4"
    assert (place / "asked").read_text().split() == ["asked"] * 2


def test_a_compiler_that_refuses_native_has_none(commands: Commands) -> None:
    place = commands({"clang": "14"})
    (place / "clang").write_text(
        "#!/bin/bash\n"
        '[[ $1 = --version ]] && { echo "clang 14"; exit; }\n'
        """echo '"/x/clang" "-cc1" "-target-cpu" "generic"' >&2; exit 1\n"""
    )
    (clang,) = find_compilers()
    assert clang.native == ""
