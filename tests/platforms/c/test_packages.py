"""What C wants of the system, and Debian's packages of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.platforms.c import PLATFORM
from hashcop.platforms.c.tools import compilers, packages


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """programs("gcc", ...): only these are on the PATH, each of version 13."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(packages, "_has_headers", lambda: True)
    packages._major.cache_clear()

    def there(*names: str) -> None:
        for name in names:
            (tmp_path / name).write_text("#!/bin/sh\necho 13\n")
            (tmp_path / name).chmod(0o755)

    return there


def missing() -> list[str]:
    return [one.name for one in PLATFORM.tools() if one.needed and not one.is_there]


def test_what_is_needed_and_not_there_is_missing(programs: Callable[..., None]) -> None:
    assert missing() == ["gcc", "make"]
    programs("gcc")
    assert missing() == ["make"]
    programs("make")
    assert missing() == []


def test_compilers_and_libraries_beyond_the_first_are_only_useful() -> None:
    useful = {one.name for one in PLATFORM.tools() if not one.needed}
    assert {"g++", "clang", "qemu-aarch64", "libcrypto", "libgcrypt"} <= useful


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


def test_the_32_bit_runtime_is_that_of_the_compiler(programs: Callable[..., None]) -> None:
    assert packages.with_version("gcc-{gcc}-multilib") == "gcc-12-multilib"
    programs("gcc")
    assert packages.with_version("gcc-{gcc}-multilib") == "gcc-13-multilib"


@pytest.mark.parametrize(
    ("real", "link"), [("x86_64-linux-gnu-gcc-12", "gcc"), ("llvm-14/bin/clang", "clang")]
)
def test_a_compiler_whose_file_tells_its_version_is_not_asked(
    tmp_path: Path, real: str, link: str
) -> None:
    file = tmp_path / "lib" / real
    file.parent.mkdir(parents=True)
    file.write_text("#!/bin/false\n")
    (tmp_path / link).symlink_to(file)
    assert packages._major(str(tmp_path / link)) in ("12", "14")
