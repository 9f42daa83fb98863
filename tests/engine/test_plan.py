"""The plan is pure: made-up machines and small trees go in, groups with option sets or a reason to skip come out."""

import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.engine import plan, tree
from hashcop.engine.plan import Group, Selection, SelectionError
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.compilers import Family
from hashcop.platforms.c.tools.installed import Compiler
from hashcop.platforms.c.tools.toolchain import Counter, Target, Toolchain

MakeTree = Callable[[dict[str, str]], Path]

COUNTER = Counter("made", "made-up ticks", False, 1000, 1)
GCC = Compiler("gcc", "/usr/bin/gcc", "gcc 12", "gcc-id", "g++", "g++-id", family="gcc")
CLANG = Compiler(
    "clang", "/usr/bin/clang", "clang 14", "clang-id", "clang++", "clang++-id", family="clang"
)
AMD64 = Target(
    "amd64",
    {"gcc": (), "clang": ()},
    ("libcrypto",),
    Path("/h/amd64"),
    COUNTER,
    Path("/c"),
    Path("/own"),
)
X86 = Target("x86", {"gcc": ("-m32",)}, (), Path("/h/x86"), COUNTER, Path("/c"), Path("/own"))


def machine(
    found: tuple[Compiler, ...] = (GCC, CLANG), targets: tuple[Target, ...] = (AMD64, X86)
) -> Toolchain:
    return Toolchain(found, targets, {}, Path("/h"), "harness")


@pytest.fixture(autouse=True)
def no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan starts none."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(subprocess, "Popen", refuse)


def planned(
    where: Path, toolchain: Toolchain | None = None, abis: tuple[str, ...] = (), *words: str
) -> dict[str, Group]:
    functions = tree.walk(where)
    selections = plan.parse_selection(words, functions)
    groups = plan.make(functions, selections, toolchain or machine(), "default", abis)
    return {f"{g.function.name}/{g.implementation.name} {g.target.abi}": g for g in groups}


def words(group: Group) -> set[str]:
    return {" ".join(option_set.words) for option_set in group.option_sets}


# Crossing implementations with option sets


def test_every_implementation_meets_every_abi(make_tree: MakeTree) -> None:
    where = make_tree({"sum/a/api.h": "", "sum/b/api.h": "", "xor/a/api.h": ""})
    names = ("sum/a", "sum/b", "xor/a")
    assert set(planned(where)) == {f"{n} {abi}" for n in names for abi in ("amd64", "x86")}


def test_option_sets_are_those_of_all_compilers_that_serve_the_abi(make_tree: MakeTree) -> None:
    groups = planned(make_tree({"sum/a/api.h": ""}))
    gcc, clang = (
        next(f for f in compilers.families() if f.command == command)
        for command in ("gcc", "clang")
    )
    both = {"gcc " + " ".join(flags) for flags in gcc.flags("default")}
    both |= {"clang " + " ".join(flags) for flags in clang.flags("default")}
    assert words(groups["sum/a amd64"]) == both
    assert words(groups["sum/a x86"]) == {
        "gcc -m32 " + " ".join(flags) for flags in gcc.flags("default")
    }


def test_an_option_set_carries_the_identity_of_its_compiler(make_tree: MakeTree) -> None:
    group = planned(make_tree({"sum/a/api.h": ""}))["sum/a amd64"]
    assert {(o.command, o.identity) for o in group.option_sets} == {
        ("gcc", "gcc-id"),
        ("clang", "clang-id"),
    }


def test_cxx_is_compiled_by_the_cxx_commands_with_the_same_flags(make_tree: MakeTree) -> None:
    groups = planned(make_tree({"sum/c/api.h": "", "sum/x/api.h": "", "sum/x/hash.cc": ""}))
    c, cxx = groups["sum/c amd64"], groups["sum/x amd64"]
    assert {o.command for o in cxx.option_sets} == {"g++", "clang++"}
    assert {o.identity for o in cxx.option_sets} == {"g++-id", "clang++-id"}
    assert [o.flags for o in cxx.option_sets] == [o.flags for o in c.option_sets]


def test_a_compiler_that_is_not_installed_has_no_option_sets(make_tree: MakeTree) -> None:
    group = planned(make_tree({"sum/a/api.h": ""}), machine((CLANG,)))["sum/a amd64"]
    assert {o.command for o in group.option_sets} == {"clang"}


def test_other_versions_of_a_compiler_take_part_where_a_profile_wants_them(
    make_tree: MakeTree,
) -> None:
    older = Compiler("gcc-11", "/x/gcc-11", "gcc 11", "11-id", "", "", family="gcc", is_first=False)
    target = replace(AMD64, flags={"gcc": (), "gcc-11": ()})
    here = machine((GCC, older), (target,))
    functions = tree.walk(make_tree({"sum/a/api.h": ""}))
    (default,) = plan.make(functions, [], here, "default")
    assert {o.command for o in default.option_sets} == {"gcc"}
    (full,) = plan.make(functions, [], here, "full")
    by_command = {
        command: [o.flags for o in full.option_sets if o.command == command]
        for command in ("gcc", "gcc-11")
    }
    assert by_command["gcc"] == by_command["gcc-11"]
    assert {o.to_run[0] for o in full.option_sets} == {"/usr/bin/gcc", "/x/gcc-11"}
    assert {(o.identity, o.family) for o in full.option_sets} == {
        ("gcc-id", "gcc"),
        ("11-id", "gcc"),
    }


def test_a_command_of_two_words_is_run_as_such(make_tree: MakeTree) -> None:
    zig = Compiler(
        *("zig cc", "/x/zig", "clang 18", "id", "zig c++", "id", "/x/zig", "zig cc"),
        arguments=("cc",),
        cxx_arguments=("c++",),
    )
    target = replace(AMD64, flags={"zig cc": ("-m64",)})
    functions = tree.walk(make_tree({"sum/a/api.h": "", "sum/x/api.h": "", "sum/x/hash.cc": ""}))
    c, cxx = plan.make(functions, [], machine((zig,), (target,)), "full")
    assert c.option_sets[0].words[:3] == ["zig", "cc", "-m64"]
    assert c.option_sets[0].to_run[:3] == ["/x/zig", "cc", "-m64"]
    assert cxx.option_sets[0].to_run[:3] == ["/x/zig", "c++", "-m64"]


def test_what_was_refused_is_left_out_of_the_plan(make_tree: MakeTree) -> None:
    functions = tree.walk(make_tree({"sum/a/api.h": ""}))
    here = replace(machine(), refused={("amd64", "gcc"): {"-march=native": "no such word"}})
    groups = {g.target.abi: g for g in plan.make(functions, [], here, "default")}
    assert not [w for w in words(groups["amd64"]) if w.startswith("gcc") and "native" in w]
    assert [w for w in words(groups["amd64"]) if w.startswith("gcc -fwrapv -O3")]
    assert [w for w in words(groups["amd64"]) if w.startswith("clang") and "native" in w]
    assert [w for w in words(groups["x86"]) if "native" in w]


def test_only_the_abis_asked_for_are_planned(make_tree: MakeTree) -> None:
    assert set(planned(make_tree({"sum/a/api.h": ""}), None, ("x86",))) == {"sum/a x86"}


# Skipping


def test_an_implementation_for_other_abis_is_skipped_with_their_names(make_tree: MakeTree) -> None:
    groups = planned(make_tree({"sum/a/api.h": "", "sum/a/architectures": "aarch64\narm\n"}))
    assert groups["sum/a amd64"].skip == "for aarch64, arm only"
    assert groups["sum/a amd64"].option_sets == ()


def test_an_abi_is_named_as_a_whole_word(make_tree: MakeTree) -> None:
    groups = planned(make_tree({"sum/a/api.h": "", "sum/a/architectures": "amd64\n"}))
    assert groups["sum/a amd64"].skip == ""
    assert groups["sum/a x86"].skip == "for amd64 only"


def test_a_file_of_architectures_that_names_none_is_for_none(make_tree: MakeTree) -> None:
    groups = planned(make_tree({"sum/a/api.h": "", "sum/a/architectures": "\n"}))
    assert groups["sum/a amd64"].skip == "for no ABI only"


def test_what_needs_a_library_is_linked_with_it_or_skipped_with_its_package(
    make_tree: MakeTree,
) -> None:
    groups = planned(make_tree({"sum/a/api.h": "", "sum/a/x.h": "#include <openssl/sha.h>\n"}))
    assert [library.link for library in groups["sum/a amd64"].libraries] == [("-lcrypto",)]
    assert groups["sum/a amd64"].skip == ""
    assert "libcrypto" in groups["sum/a x86"].skip
    assert "libssl-dev" in groups["sum/a x86"].skip


def test_what_has_the_header_itself_needs_no_library(make_tree: MakeTree) -> None:
    own = {"sum/a/api.h": "", "sum/a/x.c": '#include "sha2.h"\n', "sum/a/sha2.h": ""}
    other = {"sum/b/api.h": "", "sum/b/x.c": '#include "sha2.h"\n'}
    groups = planned(make_tree(own | other))
    assert groups["sum/a amd64"].libraries == ()
    assert "needs libmd" in groups["sum/b amd64"].skip


def test_a_library_s_headers_may_lie_in_a_place_of_their_own(make_tree: MakeTree) -> None:
    groups = planned(make_tree({"sum/a/api.h": "", "sum/a/x.h": "#include <botan/hash.h>\n"}))
    assert groups["sum/a amd64"].library_includes == ["-I/usr/include/botan-2"]


def test_what_needs_no_library_is_linked_with_none(make_tree: MakeTree) -> None:
    assert planned(make_tree({"sum/a/api.h": ""}))["sum/a amd64"].libraries == ()


def test_cxx_without_a_cxx_compiler_is_skipped(make_tree: MakeTree) -> None:
    no_cxx = Compiler("gcc", "/usr/bin/gcc", "gcc 12", "gcc-id", "", "", family="gcc")
    where = make_tree({"sum/x/api.h": "", "sum/x/hash.cc": "", "sum/c/api.h": ""})
    groups = planned(where, machine((no_cxx,)))
    assert groups["sum/x amd64"].skip == "C++, and no C++ compiler is installed"
    assert groups["sum/c amd64"].skip == ""


# Selecting


def test_nothing_selected_is_everything_and_nothing_by_name(make_tree: MakeTree) -> None:
    functions = tree.walk(make_tree({"sum/a/api.h": "", "xor/b/api.h": ""}))
    chosen = plan.selected(functions, [])
    assert [(f.name, i.name, named) for f, i, named in chosen] == [
        ("sum", "a", False),
        ("xor", "b", False),
    ]


def test_a_hash_selects_its_implementations_and_an_implementation_itself(
    make_tree: MakeTree,
) -> None:
    where = make_tree({"sum/a/api.h": "", "sum/d/b/api.h": "", "xor/c/api.h": ""})
    assert set(planned(where, None, ("amd64",), "sum")) == {"sum/a amd64", "sum/d/b amd64"}
    groups = planned(where, None, ("amd64",), "sum/d/b", "xor")
    assert {name: g.named for name, g in groups.items()} == {
        "sum/d/b amd64": True,
        "xor/c amd64": False,
    }


def test_what_is_selected_twice_is_there_once_and_named_if_it_ever_was(make_tree: MakeTree) -> None:
    functions = tree.walk(make_tree({"sum/a/api.h": "", "sum/b/api.h": ""}))
    for order in (["sum/a", "sum"], ["sum", "sum/a"]):
        chosen = plan.selected(functions, plan.parse_selection(order, functions))
        assert {i.name: named for _, i, named in chosen} == {"a": True, "b": False}
        assert len(chosen) == 2


def test_a_slash_at_the_end_is_as_completed_by_the_shell(make_tree: MakeTree) -> None:
    functions = tree.walk(make_tree({"sum/a/api.h": ""}))
    assert plan.parse_selection(["sum/a/", "sum/"], functions) == [
        Selection("sum", "a"),
        Selection("sum"),
    ]


def test_a_mistyped_hash_gets_the_nearest_names(make_tree: MakeTree) -> None:
    functions = tree.walk(make_tree({"sha256/a/api.h": "", "sha512/a/api.h": "", "jh/a/api.h": ""}))
    with pytest.raises(SelectionError, match=r"no hash sha265; near to it: sha256"):
        plan.parse_selection(["sha265"], functions)


def test_a_mistyped_implementation_gets_the_nearest_names(make_tree: MakeTree) -> None:
    functions = tree.walk(make_tree({"sum/avx2/api.h": "", "sum/ref/api.h": ""}))
    with pytest.raises(SelectionError, match=r"sum has no implementation avx; near to it: avx2"):
        plan.parse_selection(["sum/avx"], functions)


def test_what_is_near_to_nothing_gets_all_that_is_there(make_tree: MakeTree) -> None:
    functions = tree.walk(make_tree({"sum/avx2/api.h": "", "sum/ref/api.h": ""}))
    with pytest.raises(SelectionError, match=r"; there are avx2, ref$"):
        plan.parse_selection(["sum/zzzzzzzz"], functions)


def test_a_path_names_its_tree_and_what_is_in_it(tmp_path: Path) -> None:
    place = tmp_path / "mine" / "crypto_hash" / "sha256" / "a" / "b"
    assert plan.tree_of(place) == (tmp_path / "mine", "sha256/a/b")
    assert plan.tree_of(place.parents[1]) == (tmp_path / "mine", "sha256")


def test_a_relative_path_is_one_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "crypto_hash" / "sha256"
    here.mkdir(parents=True)
    monkeypatch.chdir(here)
    assert plan.tree_of(Path("ref")) == (tmp_path, "sha256/ref")


def test_a_path_outside_any_tree_names_none(tmp_path: Path) -> None:
    assert plan.tree_of(tmp_path / "sha256" / "ref") is None


# What compilers/ says


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


def test_what_the_processor_lacks_is_skipped_with_a_word(make_tree: MakeTree, right: str) -> None:
    files = {"sum/fast/api.h": "", "sum/fast/hash.c": right, "sum/fast/features": "sse9\navx2\n"}
    functions = tree.walk(make_tree(files))
    for there, said in (
        ({"avx2"}, "needs instructions that this processor has not: sse9"),
        ({"avx2", "sse9"}, ""),
        (set(), ""),  # the system does not say
    ):
        here = machine(targets=(replace(AMD64, features=frozenset(there)),))
        (group,) = plan.make(functions, [], here, "quick")
        assert group.skip == said
