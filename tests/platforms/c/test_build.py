"""From sources to a program: what makes builds the same, what makes them anew, and what is said where one fails."""

import dataclasses
import os
import shlex
import shutil
import stat
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hashcop.data import said as said_of
from hashcop.data.lengths import REPEATED
from hashcop.machine.sandbox import Limits, Sandbox, open_sandbox
from hashcop.platforms.c import build as module
from hashcop.platforms.c import program
from hashcop.platforms.c.lane import CLane, open_lane
from hashcop.platforms.c.options import OptionSet
from hashcop.platforms.c.program import Limit
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.installed import compiler_directories
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Built, Group
from tests.support.lanes import groups_of, place

ROOT = Path(__file__).resolve().parents[3]
MakeTree = Callable[[dict[str, str]], Path]
Build = Callable[..., Built]
Groups = Callable[..., list[Group]]
MakeGroup = Callable[..., Group]


@pytest.fixture
def make_group(make_tree: MakeTree, groups: Groups, native: Target) -> MakeGroup:
    """make_group({"hash.c": "..."}): the group of an implementation sum/ref on the native ABI."""

    def made(files: dict[str, str], name: str = "ref") -> Group:
        where = make_tree(
            {f"sum/{name}/api.h": ""} | {f"sum/{name}/{file}": text for file, text in files.items()}
        )
        (group,) = groups(f"sum/{name}", tree_at=where, targets=(native.name,))
        return group

    return made


def gcc(group: Group, *flags: str) -> OptionSet:
    """An option set of gcc with other flags."""
    chosen = group.lane.with_options(group, shlex.join(["gcc", *flags]))
    assert chosen is not None
    (option_set,) = chosen.option_sets
    assert isinstance(option_set, OptionSet)
    return option_set


def object_of(built: Built) -> str:
    assert built.outcome.outcome == "ok", built.outcome
    code: str = built.outcome.object
    return code


# The same machine code


def test_option_sets_of_the_same_machine_code_are_one_build(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    group = make_group({"hash.c": right})
    plain, other = (
        build(group, gcc(group, "-O2")),
        build(group, gcc(group, "-O2", "-fno-math-errno")),
    )
    assert object_of(plain) == object_of(other)
    assert plain.artifact == other.artifact


def test_option_sets_of_other_machine_code_are_two(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    group = make_group({"hash.c": right})
    fast, slow = build(group, gcc(group, "-O2")), build(group, gcc(group, "-O0"))
    assert object_of(fast) != object_of(slow)
    assert fast.artifact != slow.artifact


def test_a_comment_changes_the_key_and_not_the_machine_code(
    make_group: MakeGroup, build: Build, right: str, lane: CLane
) -> None:
    found = []
    for text in (right, right + "/* why */\n"):
        group = make_group({"hash.c": text})
        option_set = gcc(group, "-O2")
        key = lane.key(group, option_set, group.implementation.digest())
        found.append((key, object_of(build(group, option_set))))
    assert found[0][0] != found[1][0]
    assert found[0][1] == found[1][1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("static const int t[4] = {1, 2, 3, 4};", "static const int t[4] = {1, 2, 3, 5};"),
        ("static int t[4] = {1};", "static int t[4] = {2};"),
        ("static int t[4];", "static int t[5];"),
    ],
)
def test_other_data_are_another_build(
    make_group: MakeGroup, build: Build, right: str, one: str, other: str
) -> None:
    codes = set()
    for data_ in (one, other):
        text = f"{data_}\nconst volatile void *use = t;\n{right}"
        group = make_group({"hash.c": text})
        codes.add(object_of(build(group, gcc(group, "-O2"))))
    assert len(codes) == 2


def test_calling_another_function_is_another_build(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    codes = set()
    helpers = "int f(void);\nint g(void);\nint f(void) { return 0; }\nint g(void) { return 0; }\n"
    for called in ("f", "g"):
        text = right.replace("return 0;", f"return {called}();")
        files = {"hash.c": f"int f(void);\nint g(void);\n{text}", "help.c": helpers}
        group = make_group(files)
        codes.add(object_of(build(group, gcc(group, "-O2"))))
    assert len(codes) == 2


def test_two_implementations_are_two_builds_even_where_they_are_equal(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    one, other = make_group({"hash.c": right}, "one"), make_group({"hash.c": right}, "other")
    assert object_of(build(one)) != object_of(build(other))


# The key


def test_the_key_of_a_build_changes_with_what_it_depends_on(
    make_group: MakeGroup, right: str, lane: CLane
) -> None:
    group = make_group({"hash.c": right})
    option_set = group.option_sets[0]
    sources = group.implementation.digest()
    own = dataclasses.replace(lane.toolchain, harness_digest="new")
    renamed = dataclasses.replace(group, target=dataclasses.replace(group.target, name="new"))
    keys = [
        lane.key(group, option_set, sources),
        lane.key(group, dataclasses.replace(option_set, identity="new"), sources),  # type: ignore[call-arg]
        lane.key(group, dataclasses.replace(option_set, flags=("-O9",)), sources),
        lane.key(group, option_set, "edited"),
        CLane(lane.place, own).key(group, option_set, sources),
        lane.key(renamed, option_set, sources),
    ]
    assert len(set(keys)) == len(keys)
    assert lane.key(group, option_set, sources) == keys[0]


def test_the_key_does_not_depend_on_where_the_tree_is(
    make_group: MakeGroup, right: str, lane: CLane, groups: Groups
) -> None:
    group = make_group({"hash.c": right})
    tree = group.implementation.directory.parents[2]
    moved = shutil.copytree(tree, tree.with_name("moved"))
    (other,) = groups("sum/ref", tree_at=moved, targets=(group.target.name,))
    digest = group.implementation.digest()
    assert digest == other.implementation.digest()
    keys = [lane.key(one, one.option_sets[0], digest) for one in (group, other)]
    assert keys[0] == keys[1]


# What is built


def test_a_program_answers(
    make_group: MakeGroup, build: Build, right: str, sandbox: Sandbox
) -> None:
    built = build(make_group({"hash.c": right}))
    assert built.artifact is not None
    answer = program.ask(sandbox, built.artifact, "check", [7, 1, REPEATED, 0, 2], Limit(20, 20))
    assert answer.problem == ""
    assert answer.values("digest") == {"0": ["00"], "2": ["01"]}
    assert answer.values("output") == {"1": []}


@pytest.mark.parametrize("name", ["a b.c", "a'b.c", "$(x).c", "-o.c", "a\nb.c", "é.c", "a;b.c"])
def test_a_source_may_have_any_name(
    make_group: MakeGroup, build: Build, right: str, name: str
) -> None:
    assert object_of(build(make_group({name: right})))


def test_every_source_is_compiled_on_its_own(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    sources = {f"{name}.c": "static int same;\nint *use_NAME = &same;\n" for name in "abc"}
    files = {name: text.replace("NAME", name[0]) for name, text in sources.items()}
    assert object_of(build(make_group({"hash.c": right} | files)))


def test_a_header_of_its_own_comes_before_the_systems(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    files = {"hash.c": '#include "stdio.h"\n#ifndef OWN\n#error not ours\n#endif\n' + right}
    assert object_of(build(make_group(files | {"stdio.h": "#define OWN\n"})))


def test_the_sizes_of_the_sections_are_told(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    tables = (
        "const char text_[3000] = {1}; char data_[500] = {1}; char bss_[7000];\n"
        "const volatile void *use[3] = {text_, data_, bss_};\n"
    )
    plain = build(make_group({"hash.c": right}, "plain")).outcome.size
    more = build(make_group({"hash.c": tables + right}, "more")).outcome.size
    assert plain and more
    assert 3000 <= more.text - plain.text < 3200
    assert 500 <= more.data - plain.data < 600
    assert 7000 <= more.bss - plain.bss < 7100


def test_constants_are_told_from_code(make_group: MakeGroup, build: Build, right: str) -> None:
    table = "static const unsigned char table[4096] = {1, 2, 3};\n"
    plain = build(make_group({"hash.c": right}, "plain")).outcome.size
    used = right.replace("in[i])", "table[in[i] + 256 * (i % 16)])")
    more = build(make_group({"hash.c": table + used}, "more")).outcome.size
    assert plain and plain.code is not None and plain.constants is not None
    assert more and more.code is not None and more.constants is not None
    assert 0 < plain.code < 400
    assert plain.constants < 100
    assert 4096 <= more.constants - plain.constants < 4200
    assert abs(more.code - plain.code) < 200
    assert plain.code + plain.constants <= plain.text  # which has tables for unwinding, too


def test_tables_of_addresses_are_no_constants(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    """With most compilers' defaults the loader writes them."""
    table = "extern int a; const volatile int *const table[100] = {&a}; int a;\n"
    plain = build(make_group({"hash.c": right}, "plain")).outcome.size
    more = build(make_group({"hash.c": table + right}, "more")).outcome.size
    assert plain and more and plain.constants is not None and more.constants is not None
    assert (more.constants - plain.constants) + (more.data - plain.data) >= 400


def test_only_what_is_linked_has_a_size(make_group: MakeGroup, build: Build, right: str) -> None:
    calls = right.replace("return 0;", "extern int further(int); return further(0);")
    files = {
        "hash.c": calls,
        "further.c": "extern int last(int); int further(int n) { return last(n); }\n",
        "last.c": "static const char a[2000] = {1}; int last(int n) { return a[n] - 1; }\n",
    }
    test = "const char big[50000] = {1}; int main(void) { return big[7]; }\n"
    plain = build(make_group(files, "plain")).outcome.size
    more = build(make_group(files | {"test.c": test}, "more")).outcome.size
    assert plain and plain.constants is not None
    assert 2000 <= plain.constants < 2200
    assert more == plain


def test_a_build_that_calls_no_library_names_none(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    size = build(make_group({"hash.c": right})).outcome.size
    assert size and size.libraries == ()


def test_the_library_that_a_build_calls_is_named(
    groups: Groups, make_tree: MakeTree, build: Build, native: Target
) -> None:
    """By its header, and also where no header names it."""
    if "libcrypto" not in native.libraries:
        pytest.skip("no libcrypto")
    source = """#include "crypto_hash.h"
        extern unsigned char *SHA256(const unsigned char *, unsigned long, unsigned char *);
        int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long n) {
            return SHA256(in, n, out) == 0;
        }"""
    files = {"sum/ref/api.h": "#define CRYPTO_BYTES 32\n", "sum/ref/hash.c": source}
    own = groups("sum/ref", tree_at=make_tree(files), targets=(native.name,))
    for group in (*own, *groups("sha256/openssl", targets=(native.name,))):
        size = build(group).outcome.size
        assert size and size.libraries == ("libcrypto",)
        assert size.code is not None and size.code < 1000


def test_warnings_of_a_build_that_is_right_are_kept(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    built = build(make_group({"hash.c": "#warning take care\n" + right}))
    assert built.outcome.outcome == "ok"
    assert any("take care" in line for line in built.outcome.said)


def test_sources_that_only_their_owner_may_read_are_built(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    group = make_group({"hash.c": right, "sub/x.h": ""})
    directory = group.implementation.directory
    (directory / "hash.c").chmod(0o600)
    (directory / "sub").chmod(0o700)
    directory.chmod(0o700)
    assert object_of(build(group))


@pytest.fixture
def strict_umask() -> Iterator[None]:
    """Files that only their owner may read, as some machines have it."""
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.mark.usefixtures("strict_umask")
def test_a_strict_umask_is_no_hindrance(
    make_group: MakeGroup, build: Build, right: str, lane: CLane
) -> None:
    group = make_group({"hash.c": right, "sub/x.h": "", "y.c": '#include "sub/x.h"\n'})
    built = build(group)
    assert built.artifact is not None, built.outcome
    assert lane.check(group, group.option_sets[0], built.artifact, 20).outcome == "right"


def test_the_program_belongs_to_us_and_is_nobodys_to_change(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    built = build(make_group({"hash.c": right}))
    assert built.artifact is not None
    status = built.artifact.stat()
    assert not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def test_nothing_of_the_work_is_left(
    make_group: MakeGroup, right: str, lane: CLane, tmp_path: Path
) -> None:
    group = make_group({"hash.c": right})
    workshop = lane.workshop(group, tmp_path / "work")
    workshop.build(group.option_sets[0])
    assert {path.name for path in (tmp_path / "work").iterdir()} == {"sources", "given", "facts"}
    workshop.close()
    assert not (tmp_path / "work").exists()


# What is said where it fails


def test_of_many_lines_the_first_and_the_last_are_kept(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    warnings = "".join(f"#warning number {number}\n" for number in range(500))
    said = build(make_group({"hash.c": warnings + right})).outcome.said
    assert len(said) == 2 * said_of.LINES_KEPT + 1
    assert any("number 0" in line for line in said[:3])
    assert any("number 499" in line for line in said[-4:])
    assert said[said_of.LINES_KEPT].endswith("lines left out]")


def test_a_long_line_is_cut(make_group: MakeGroup, build: Build, right: str) -> None:
    built = build(make_group({"hash.c": f"#error {'x' * 5000}\n" + right}))
    assert built.outcome.outcome == "failed"
    assert max(map(len, [built.outcome.reason, *built.outcome.said])) <= 400


def test_errors_of_all_sources_are_said(make_group: MakeGroup, build: Build, right: str) -> None:
    files = {"a.c": "#error in a\n", "b.c": "#error in b\n", "hash.c": right}
    said = "\n".join(build(make_group(files)).outcome.said)
    assert "in a" in said and "in b" in said


def test_a_program_that_does_not_link_is_not_kept(
    make_group: MakeGroup, build: Build, tmp_path: Path
) -> None:
    built = build(make_group({"hash.c": "int nothing;\n"}))
    assert built.outcome.outcome == "failed"
    assert "no file defines crypto_hash" in built.outcome.reason
    assert built.artifact is None
    assert list((tmp_path / "cache" / "programs").glob("*/*/*")) == []


@pytest.mark.parametrize(
    "file",
    [ROOT / "pyproject.toml", ROOT / "crypto_hash" / "sha256" / "ref" / "api.h", "/etc/hostname"],
)
def test_a_file_outside_its_directory_can_not_be_taken_in(
    make_group: MakeGroup, build: Build, right: str, file: Path | str, compiler: str
) -> None:
    assert Path(file).exists()
    texts = {
        "included": f'#include "{file}"\n',
        "assembled": f'__asm__(".data\\n.incbin \\"{file}\\"\\n.text\\n");\n',
        "beside": '#include "../secret.h"\n',
    }
    for name, text in texts.items():
        group = make_group({"hash.c": text + right, "../secret.h": "\n"}, name)
        option_set = next(o for o in group.option_sets if o.family == compiler)
        built = build(group, option_set)
        assert built.outcome.outcome == "failed", name
        assert str(file) in built.outcome.reason or "secret.h" in built.outcome.reason


def test_a_compiler_that_does_not_end_is_ended(
    make_group: MakeGroup, build: Build, right: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LIMITS", Limits(seconds=1))
    levels = "".join(f"#define M{n + 1} M{n} M{n} M{n} M{n}\n" for n in range(30))
    built = build(make_group({"hash.c": f"#define M0 int x;\n{levels}M30\n" + right}))
    assert built.outcome.outcome == "failed"
    assert built.outcome.reason == "the compiler did not end within 1 seconds"


def test_a_file_whose_name_is_in_another_encoding_is_built_as_any_other(
    make_group: MakeGroup, build: Build, right: str, lane: CLane
) -> None:
    group = make_group({os.fsdecode(b"caf\xe9.c"): right})
    option_set = group.option_sets[0]
    assert lane.key(group, option_set, group.implementation.digest())
    assert build(group).outcome.outcome == "ok"


# Compilers that are not where the system's are

OWN_GCC = """#!/bin/sh
[ "$1" = --version ] && echo "gcc of our own 99" && exit
exec {real} -DOURS "$@"
"""


@pytest.mark.usefixtures("one_abi")
def test_a_compiler_outside_the_system_is_the_one_that_compiles(
    make_group: MakeGroup, right: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands first on the PATH was asked for its version; it must be what builds."""
    commands = tmp_path / "opt" / "bin"
    commands.mkdir(parents=True)
    ours = commands / "gcc"
    ours.write_text(OWN_GCC.format(real=shutil.which("gcc")))
    ours.chmod(0o755)
    monkeypatch.setenv("PATH", f"{commands}:{os.environ['PATH']}")
    own_sandbox = open_sandbox(trusted=False, toolchains=compiler_directories())
    lane = open_lane(place(own_sandbox, tmp_path / "cache"))
    assert lane.toolchain.compilers[0].version == "gcc of our own 99"
    first = make_group({"hash.c": "#ifndef OURS\n#error another gcc\n#endif\n" + right})
    tree = first.implementation.directory.parents[2]
    (group,) = groups_of(lane, tree, ["sum/ref"], [first.target.name])
    workshop = lane.workshop(group, tmp_path / "w")
    option_set = next(o for o in group.option_sets if o.family == "gcc")
    outcome = workshop.build(option_set).outcome
    assert outcome.outcome == "ok", outcome


# What it is linked with

EVERY_LIBRARY = compilers.libraries()
SPONGE = """#include "crypto_hash.h"
#include <libkeccak.a.headers/KeccakSponge.h>
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    (void)in;
    out[0] = (unsigned char)(sponge_of_our_own(inlen));
    return 0;
}
"""


@pytest.fixture
def own_lane(
    sandbox: Sandbox, native: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, one_abi: None
) -> CLane:
    """A machine whose operator built a library that no package brings."""
    keccak = [one for one in EVERY_LIBRARY if one.name == "libkeccak"]
    monkeypatch.setattr(compilers, "libraries", lambda: keccak)
    room = tmp_path / "machine" / "libraries" / native.name
    header = room / "include/libkeccak.a.headers/KeccakSponge.h"
    header.parent.mkdir(parents=True)
    (room / "lib").mkdir()
    header.write_text("int sponge_of_our_own(unsigned long long);\n")
    (tmp_path / "s.c").write_text("int sponge_of_our_own(unsigned long long n) { return n % 7; }\n")
    command = f"gcc -c -fPIC s.c && ar cr {room}/lib/libkeccak.a s.o"
    subprocess.run(command, shell=True, cwd=tmp_path, check=True)
    libraries = tmp_path / "machine" / "libraries"
    return open_lane(place(sandbox, tmp_path / "cache", libraries=libraries))


@pytest.mark.parametrize("includes", [True, False])
def test_a_library_of_the_operators_is_found_also_by_who_does_not_include_its_header(
    make_tree: MakeTree, own_lane: CLane, sandbox: Sandbox, tmp_path: Path, includes: bool
) -> None:
    source = SPONGE
    if not includes:
        declared = "int sponge_of_our_own(unsigned long long);"
        source = SPONGE.replace("#include <libkeccak.a.headers/KeccakSponge.h>", declared)
    where = make_tree({"sum/ref/api.h": "", "sum/ref/hash.c": source})
    (group,) = groups_of(own_lane, where, ["sum/ref"], [own_lane.targets[0].name])
    assert group.skip == ""
    workshop = own_lane.workshop(group, tmp_path / "w")
    built = workshop.build(group.option_sets[0])
    assert built.artifact is not None, built.outcome
    answer = program.ask(sandbox, built.artifact, "check", [7, 1, REPEATED, 9], Limit(20, 20))
    assert answer.values("digest") == {"9": ["02"]}


def test_a_library_that_no_package_brings_is_skipped_with_advice(
    make_tree: MakeTree, groups: Groups, native: Target
) -> None:
    where = make_tree({"sum/ref/api.h": "", "sum/ref/hash.c": SPONGE})
    (group,) = groups("sum/ref", tree_at=where, targets=(native.name,))
    assert group.skip.startswith("needs libkeccak, which is not there")
    assert "libraries/ABI" in group.skip


def test_the_mathematical_library_is_always_there(
    make_group: MakeGroup, build: Build, right: str
) -> None:
    group = make_group(
        {"hash.c": right, "m.c": "#include <math.h>\ndouble f(double x) { return sin(x); }"}
    )
    calls = right.replace("out[0] = sum;", "double f(double); out[0] = sum + (f(inlen) > 2);")
    group = make_group({"hash.c": calls})
    assert build(group).artifact is not None


def test_what_lacks_a_name_is_offered_the_libraries_that_supercop_has_and_no_other(
    make_group: MakeGroup, build: Build, right: str, native: Target
) -> None:
    def calling(name: str) -> Group:
        calls = right.replace("int crypto_hash(", f"void {name}(void);\nint crypto_hash(")
        return make_group({"hash.c": calls.replace("out[0] = sum;", f"{name}(); out[0] = sum;")})

    group = calling("SHA256_Transform")
    if not {"libcrypto", "libgcrypt"} <= set(native.libraries):
        pytest.skip("no libcrypto, or no libgcrypt")
    assert build(group).artifact is not None
    assert "defines ‘gcry_md_open’" in build(calling("gcry_md_open")).outcome.reason


def test_what_names_are_outside_is_noted(make_group: MakeGroup, build: Build, right: str) -> None:
    many = "".join(f"int other{n};\n" for n in range(12))
    outcome = build(make_group({"hash.c": many + right})).outcome
    (note,) = outcome.notes
    assert note.startswith("exports names outside its name space: other0, other1, other10, ")
    assert note.endswith(" and 4 more")


def test_where_the_work_was_done_is_not_said(make_group: MakeGroup, build: Build) -> None:
    group = make_group(
        {
            "hash.c": '#include "crypto_hash.h"\nint f(void);\nint crypto_hash('
            "unsigned char *out, const unsigned char *in, unsigned long long inlen) "
            "{ (void)in; (void)inlen; return out[0] = (unsigned char)f(); }\n"
        }
    )
    outcome = build(group, gcc(group, "-O2", "-g")).outcome
    assert outcome.reason == "neither a file nor a library defines ‘f’, which hash.c uses"
    assert "undefined reference" in " ".join(outcome.said)
    assert "/sources/" not in " ".join([outcome.reason, *outcome.said])
