"""The tables of compilers/c/: what they have, and how they are read."""

from pathlib import Path

import pytest

from hashcop.platforms.c import PLATFORM
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.compilers import Family
from hashcop.platforms.door import OptionFileError


def flags_by_family(profile: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    return {family.command: family.flags(profile) for family in compilers.families()}


def test_the_default_profile_has_about_ten_option_sets() -> None:
    count = sum(map(len, flags_by_family("default").values()))
    assert 8 <= count <= 12


def test_the_quick_profile_has_one_for_each_compiler_and_it_is_a_default_one() -> None:
    quick = {command: sets for command, sets in flags_by_family("quick").items() if sets}
    assert {"gcc", "clang"} <= set(quick)
    for command, sets in quick.items():
        assert len(sets) == 1
        assert sets[0] in flags_by_family("default")[command]


def test_no_option_set_is_there_twice() -> None:
    for profile in compilers.profiles():
        for sets in flags_by_family(profile).values():
            assert len(sets) == len(set(sets))


def test_gcc_comes_first_and_families_that_debian_has_name_their_packages() -> None:
    families = compilers.families()
    assert families[0].command == "gcc"
    for family in families:
        assert bool(family.package and family.cxx) == bool(family.cxx_package)


def test_every_option_set_wraps_signed_overflow_as_much_code_for_supercop_expects() -> None:
    for profile in compilers.profiles():
        for sets in flags_by_family(profile).values():
            assert all("-fwrapv" in flags for flags in sets)


def test_the_default_and_quick_profiles_are_for_the_first_version_and_full_for_all() -> None:
    for family in compilers.families():
        for profile in ("default", "quick", "supercop"):
            assert not family.flags(profile, abi="amd64", is_first=False)
    for family in compilers.families()[:2]:
        every = family.flags("full", abi="amd64", is_first=False)
        assert every == family.flags("full", abi="amd64")
        assert len(every) > 250


def test_the_full_profile_has_all_of_the_default_one() -> None:
    for family in compilers.families()[:2]:
        assert set(family.flags("default")) <= set(family.flags("full", abi="amd64"))


def test_an_axis_may_be_named_and_sets_may_be_for_some_abis_only(tmp_path: Path) -> None:
    (tmp_path / "paper.toml").write_text(
        'command = "paper"\ncxx = ""\npackage = ""\ncxx_package = ""\n'
        '[values]\nsizes = ["", "-big -thick"]\n'
        '[[sets]]\nprofiles = ["default"]\nabis = ["s390x"]\naxes = ["sizes", ["-a"]]\n'
        '[[sets]]\nprofiles = ["default"]\nlanguages = ["c++"]\naxes = [["-b"]]\n'
    )
    (family,) = compilers.families(tmp_path)
    assert family.flags("default", abi="s390x") == (("-a",), ("-big", "-thick", "-a"))
    assert family.flags("default", abi="amd64") == ()
    assert family.flags("default", abi="amd64", is_cxx=True) == (("-b",),)
    assert family.flags("default", abi="s390x", refused={"-big -thick"}) == (("-a",),)
    assert family.entries("default", "s390x", is_first=True) == {
        "-big -thick": False,
        "-a": False,
        "-b": True,
    }
    assert family.entries("default", "s390x", is_first=False) == {}


def test_a_new_file_is_a_new_family(tmp_path: Path) -> None:
    (tmp_path / "tcc.toml").write_text(
        'command = "tcc"\ncxx = ""\npackage = "tcc"\ncxx_package = ""\n'
        '[[sets]]\nprofiles = ["default", "tiny"]\naxes = [["-a", "-b"], ["-c -d", ""]]\n'
        '[[sets]]\nprofiles = ["default"]\naxes = [["-a"], ["-c -d"]]\n'
    )
    (family,) = compilers.families(tmp_path)
    assert isinstance(family, Family)
    assert family.flags("default") == (("-a", "-c", "-d"), ("-a",), ("-b", "-c", "-d"), ("-b",))
    assert compilers.profiles(tmp_path) == ("default", "tiny")


def test_abis_try_plain_flags_and_know_their_processors() -> None:
    by_name = {abi.name: abi for abi in compilers.abis()}
    assert by_name["amd64"].processors == ("x86_64",)
    assert by_name["amd64"].flags == ((),)
    assert by_name["x86"].flags[0] == ("-m32",)
    assert "x86_64" in by_name["x86"].processors


def test_libraries_are_known_by_what_is_included() -> None:
    for library in compilers.libraries():
        assert library.probe.startswith(library.headers)
        assert library.link and library.advice


def test_a_table_without_option_sets_is_no_family(tmp_path: Path) -> None:
    (tmp_path / "more.toml").write_text('[amd64]\nprocessors = ["x86_64"]\n')
    assert compilers.families(tmp_path) == ()


def test_the_platform_names_its_profiles_and_targets() -> None:
    assert {"default", "quick", "full"} <= set(PLATFORM.profiles())
    assert tuple(PLATFORM.target_names())[:2] == ("amd64", "x86")


PLAIN = 'command = "tcc"\ncxx = ""\npackage = "tcc"\ncxx_package = ""\n'
SETS = '[[sets]]\nprofiles = ["default"]\naxes = [["-a"]]\n'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("command = \n", "Invalid value"),
        (PLAIN + SETS + "level = 3\n", "unknown field `level`"),
        (SETS, "missing required field `command`"),
        (PLAIN + SETS.replace('["-a"]', '"sizes"'), "an axis is 'sizes', and [values] has no"),
        (PLAIN + SETS.replace('"-a"', "3"), "Expected `str`, got `int`"),
        (PLAIN + SETS.replace("-a", "-a\\u0000"), "matching regex"),
        (PLAIN + SETS.replace('["-a"]', ", ".join(['["", "-a"]'] * 17)), "over 100000"),
        (PLAIN + 'cross = "{0}"\n' + SETS, "`cross` may have {command} and {triple}"),
        (PLAIN + SETS + "x = " + "[" * 5000, "recursion"),
        ("\udcff", "codec can't decode"),
    ],
)
def test_a_file_that_can_not_be_used_is_named(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "tcc.toml").write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(OptionFileError) as caught:
        compilers.families(tmp_path)
    said = str(caught.value)
    assert said.startswith(f"{tmp_path}/tcc.toml: ") and why in said and "\n" not in said


def test_a_library_that_nobody_can_get_is_refused(tmp_path: Path) -> None:
    text = '[libx]\nheaders = ["x.h"]\nprobe = "x.h"\nlink = ["-lx"]\n'
    (tmp_path / "libraries.toml").write_text(text)
    with pytest.raises(OptionFileError, match="libx has neither `package` nor `advice`"):
        compilers.libraries(tmp_path)
