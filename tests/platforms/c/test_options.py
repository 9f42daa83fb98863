"""Plans are pure: made-up machines and small trees go in, option sets or a reason to skip come out."""

import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.data.records import Counter
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.options import OptionSet
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.installed import Compiler
from hashcop.platforms.c.tools.toolchain import Target, Toolchain
from hashcop.platforms.door import Group, Need
from hashcop.platforms.implementation import Implementation
from tests.support import trees
from tests.support.lanes import group, place

MakeTree = Callable[[dict[str, str]], Path]

COUNTER = Counter(name="made", core_cycles=False, ticks_per_second=1000, resolution=1)
GCC = Compiler("gcc", "/usr/bin/gcc", "gcc 12", "gcc-id", "g++", "g++-id", family="gcc")
CLANG = Compiler(
    "clang", "/usr/bin/clang", "clang 14", "clang-id", "clang++", "clang++-id", family="clang"
)
AMD64 = Target(
    name="amd64",
    counter=COUNTER,
    flags={"gcc": (), "clang": ()},
    libraries=("libcrypto",),
    harness=Path("/h/amd64"),
    c_library=Path("/c"),
    own=Path("/own"),
)
X86 = replace(AMD64, name="x86", flags={"gcc": ("-m32",)}, libraries=(), harness=Path("/h/x86"))


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


def lane_of(toolchain: Toolchain | None = None, profile: str = "default", **rest: object) -> CLane:
    where = place(Sandbox("none", (), ()), Path("/cache"), profile, **rest)
    return CLane(where, toolchain or machine())


def planned(
    where: Path, toolchain: Toolchain | None = None, profile: str = "default", **rest: object
) -> dict[str, Group]:
    lane = lane_of(toolchain, profile, **rest)
    return {
        f"{function.name}/{one.name} {target.name}": group(lane, function, one, target)
        for function in trees.functions(where)
        for one in function.implementations
        for target in lane.targets
    }


def words(group: Group) -> set[str]:
    return {" ".join(option_set.words) for option_set in group.option_sets}


def own(group: Group) -> list[OptionSet]:
    return [one for one in group.option_sets if isinstance(one, OptionSet)]


# Crossing implementations with option sets


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
    assert {(o.command, o.identity) for o in own(group)} == {
        ("gcc", "gcc-id"),
        ("clang", "clang-id"),
    }


def test_cxx_is_compiled_by_the_cxx_commands_with_the_same_flags(make_tree: MakeTree) -> None:
    groups = planned(make_tree({"sum/c/api.h": "", "sum/x/api.h": "", "sum/x/hash.cc": ""}))
    c, cxx = groups["sum/c amd64"], groups["sum/x amd64"]
    assert {o.command for o in cxx.option_sets} == {"g++", "clang++"}
    assert {o.identity for o in own(cxx)} == {"g++-id", "clang++-id"}
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
    where = make_tree({"sum/a/api.h": ""})
    (default,) = planned(where, here).values()
    assert {o.command for o in default.option_sets} == {"gcc"}
    (full,) = planned(where, here, "full").values()
    by_command = {
        command: [o.flags for o in full.option_sets if o.command == command]
        for command in ("gcc", "gcc-11")
    }
    assert by_command["gcc"] == by_command["gcc-11"]
    assert {o.to_run[0] for o in own(full)} == {"/usr/bin/gcc", "/x/gcc-11"}
    assert {(o.identity, o.family) for o in own(full)} == {
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
    where = make_tree({"sum/a/api.h": "", "sum/x/api.h": "", "sum/x/hash.cc": ""})
    c, cxx = planned(where, machine((zig,), (target,)), "full").values()
    assert c.option_sets[0].words[:3] == ("zig", "cc", "-m64")
    assert own(c)[0].to_run[:3] == ["/x/zig", "cc", "-m64"]
    assert own(cxx)[0].to_run[:3] == ["/x/zig", "c++", "-m64"]


def test_what_was_refused_is_left_out_of_the_plan(make_tree: MakeTree) -> None:
    where = make_tree({"sum/a/api.h": ""})
    here = replace(machine(), refused={("amd64", "gcc"): {"-march=native": "no such word"}})
    groups = {g.target.name: g for g in planned(where, here).values()}
    assert not [w for w in words(groups["amd64"]) if w.startswith("gcc") and "native" in w]
    assert [w for w in words(groups["amd64"]) if w.startswith("gcc -fwrapv -O3")]
    assert [w for w in words(groups["amd64"]) if w.startswith("clang") and "native" in w]
    assert [w for w in words(groups["x86"]) if "native" in w]


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
    assert [library.link for library in Job(groups["sum/a amd64"]).libraries] == [("-lcrypto",)]
    assert groups["sum/a amd64"].skip == ""
    assert "libcrypto" in groups["sum/a x86"].skip
    assert "libssl-dev" in groups["sum/a x86"].skip


def test_what_only_calls_a_library_is_built_once_with_each_compiler(make_tree: MakeTree) -> None:
    wrapper = {"sum/a/api.h": "", "sum/a/x.c": "#include <openssl/sha.h>\n"}
    own = {"sum/b/api.h": "", "sum/b/x.c": "#include <openssl/sha.h>\n" + "int x;\n" * 1000}
    where = make_tree(wrapper | own)
    groups = planned(where)
    assert [one.command for one in groups["sum/a amd64"].option_sets] == ["gcc", "clang"]
    assert groups["sum/a amd64"].option_sets[0] == groups["sum/b amd64"].option_sets[0]
    assert len(groups["sum/b amd64"].option_sets) > 2
    every = planned(where, exhaustive=True)["sum/a amd64"].option_sets
    assert every == groups["sum/b amd64"].option_sets


def test_what_has_the_header_itself_needs_no_library(make_tree: MakeTree) -> None:
    own = {"sum/a/api.h": "", "sum/a/x.c": '#include "sha2.h"\n', "sum/a/sha2.h": ""}
    other = {"sum/b/api.h": "", "sum/b/x.c": '#include "sha2.h"\n'}
    groups = planned(make_tree(own | other))
    assert Job(groups["sum/a amd64"]).libraries == ()
    assert "needs libmd" in groups["sum/b amd64"].skip


def test_a_library_s_headers_may_lie_in_a_place_of_their_own(make_tree: MakeTree) -> None:
    groups = planned(make_tree({"sum/a/api.h": "", "sum/a/x.h": "#include <botan/hash.h>\n"}))
    assert Job(groups["sum/a amd64"]).library_includes == ["-I/usr/include/botan-2"]


def test_what_needs_no_library_is_linked_with_none(make_tree: MakeTree) -> None:
    group = planned(make_tree({"sum/a/api.h": ""}))["sum/a amd64"]
    assert Job(group).libraries == ()


def test_cxx_without_a_cxx_compiler_is_skipped(make_tree: MakeTree) -> None:
    no_cxx = Compiler("gcc", "/usr/bin/gcc", "gcc 12", "gcc-id", "", "", family="gcc")
    where = make_tree({"sum/x/api.h": "", "sum/x/hash.cc": "", "sum/c/api.h": ""})
    groups = planned(where, machine((no_cxx,)))
    assert groups["sum/x amd64"].skip == "C++, and no C++ compiler is installed"
    assert groups["sum/c amd64"].skip == ""


def test_what_the_processor_lacks_is_skipped_with_a_word(make_tree: MakeTree, right: str) -> None:
    files = {"sum/fast/api.h": "", "sum/fast/hash.c": right, "sum/fast/features": "sse9\navx2\n"}
    where = make_tree(files)
    for there, said in (
        ({"avx2"}, "needs instructions that this processor has not: sse9"),
        ({"avx2", "sse9"}, ""),
        (set(), ""),  # the system does not say
    ):
        here = machine(targets=(replace(AMD64, features=frozenset(there)),))
        (group,) = planned(where, here, "quick").values()
        assert group.skip == said


def test_what_cargo_builds_is_skipped(make_tree: MakeTree) -> None:
    groups = planned(make_tree({"sum/a/api.h": "", "sum/a/Cargo.toml": ""}))
    assert groups["sum/a amd64"].skip == "written in Rust, which is not built here"


def test_what_can_not_be_read_is_skipped_with_the_reason(
    make_tree: MakeTree, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("")
    files = {"sum/a/api.h": "", "sum/a/x.h": f"-> {tmp_path}/secret"}
    groups = planned(make_tree(files))
    assert {one.skip for one in groups.values()} == {"x.h is a link out of the tree"}


def test_subroutines_are_needed_by_what_is_built_alone(make_tree: MakeTree) -> None:
    files = {"sum/a/api.h": "", "sum/a/x.c": '#include "crypto_core_salsa20.h"\n'}
    groups = planned(make_tree(files | {"sum/a/architectures": "amd64\n"}))
    assert groups["sum/a amd64"].needs == (Need("crypto_core", "salsa20"),)
    assert groups["sum/a x86"].needs == ()


def test_only_c_serves_as_a_subroutine(make_tree: MakeTree) -> None:
    where = make_tree({"sum/c/api.h": "", "sum/x/api.h": "", "sum/x/hash.cc": ""})
    serves = {name: lane_of().can_serve(trees.named(where, f"sum/{name}")[1]) for name in "cx"}
    assert serves == {"c": True, "x": False}


# Options as typed


def typed(implementation: Implementation, words_: str, lane: CLane) -> Group | None:
    function = trees.function(implementation.directory.parent)
    return lane.with_options(group(lane, function, implementation, lane.targets[1]), words_)


def test_options_as_typed_take_the_place_of_all_others(make_tree: MakeTree) -> None:
    where = make_tree({"sum/a/api.h": "", "sum/x/api.h": "", "sum/x/hash.cc": ""})
    c = typed(trees.named(where, "sum/a")[1], "gcc -O1 '-DX=a b'", lane_of())
    assert c and [one.words for one in c.option_sets] == [("gcc", "-m32", "-O1", "-DX=a b")]
    cxx = typed(trees.named(where, "sum/x")[1], "g++ -O1", lane_of())
    assert cxx and [one.words for one in cxx.option_sets] == [("g++", "-m32", "-O1")]


@pytest.mark.parametrize("words_", ["clang -O1", "g++ -O1", "-O1", "", "gcc 'x"])
def test_options_must_begin_with_a_compiler_of_the_target(make_tree: MakeTree, words_: str) -> None:
    implementation = trees.only(make_tree({"sum/a/api.h": ""}))
    assert typed(implementation, words_, lane_of()) is None
