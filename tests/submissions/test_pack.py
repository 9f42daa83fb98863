"""Packing: an archive that stands alone, the same for the same sources, and accepted where it is sent."""

import gzip
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop import ROOT
from hashcop.engine import tree
from hashcop.platforms.implementation import Implementation
from hashcop.submissions.archives import Refused, inspect, unpack
from hashcop.submissions.pack import WRITERS, pack
from tests.support.lanes import Build, Groups
from tests.support.runs import native_abi
from tests.support.trees import named, only

MakeTree = Callable[[dict[str, str]], Path]
OF_TAR = "130e7d8100a89a037a3a7c7af5b8b3377a42ffb982ec2a37d40b10fa99057806"
SHIPPED = [one for f in tree.walk(ROOT) for one in f.implementations]


def packed_names(implementation: Implementation, to: Path) -> list[str]:
    above = f"{implementation.path}/"
    return [one.path.removeprefix(above) for one in pack(implementation, to).inspected.members]


def test_every_shipped_implementation_is_accepted_when_packed(tmp_path: Path) -> None:
    """Packed as plain tar, which is quick; links are in most of them, and no file is left out."""
    for number, one in enumerate(SHIPPED):
        packed = pack(one, tmp_path / f"{number}.tar", "tar")
        assert packed.inspected.implementations == (one.path,)
        assert packed.left_out == packed.needs == ()
        expected = {f"{one.path}/{name}" for name, _ in one.files()}
        assert {member.path for member in packed.inspected.members} == expected


@pytest.mark.parametrize("name", WRITERS)
def test_each_format_is_accepted_and_has_the_same_in_it(name: str, tmp_path: Path) -> None:
    one = next(i for i in SHIPPED if i.path == "crypto_hash/sha3224/avx512vl")
    packed = pack(one, tmp_path / "x", name)
    assert packed.inspected == inspect(tmp_path / "x")
    assert packed.inspected.format == name
    unpack(tmp_path / "x", packed.inspected, tmp_path / "into")
    (found,) = (i for f in tree.walk(tmp_path / "into") for i in f.implementations)
    assert found.digest() == one.digest()
    assert not any(path.is_symlink() for path in (tmp_path / "into").rglob("*"))


@pytest.mark.parametrize("name", WRITERS)
def test_the_same_sources_make_the_same_bytes(
    name: str, make_tree: MakeTree, tmp_path: Path
) -> None:
    files = {"sum/ref/api.h": "", "sum/ref/b.c": '#include "a.h"\n', "sum/ref/a.h": "\n"}
    one = only(make_tree(files))
    pack(one, tmp_path / "first", name)
    shutil.rmtree(tmp_path / "tree")
    again = only(make_tree(dict(reversed(files.items()))))
    (again.directory / "b.c").chmod(0o755)
    pack(again, tmp_path / "second", name)
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_the_bytes_of_a_tar_file_are_the_same_everywhere(
    make_tree: MakeTree, tmp_path: Path
) -> None:
    one = only(make_tree({"sum/ref/api.h": "", "sum/ref/hash.c": "int x;\n"}))
    assert pack(one, tmp_path / "x.tar", "tar").inspected.file_sha256 == (
        "130e7d8100a89a037a3a7c7af5b8b3377a42ffb982ec2a37d40b10fa99057806"
    )
    pack(one, tmp_path / "x.tar.gz")
    assert (
        gzip.decompress((tmp_path / "x.tar.gz").read_bytes()) == (tmp_path / "x.tar").read_bytes()
    )


def test_only_what_a_source_names_is_packed(make_tree: MakeTree, tmp_path: Path) -> None:
    files = {
        "api.h": "",
        "hash.c": '#include "one.h"\n# include <two.inc>\n',
        "one.h": '#define NAME "sub/three.macros"\n',
        "two.inc": "\n",
        "sub/three.macros": '.include "four.q"\n',
        "sub/four.q": '.incbin "five.txt"\n',
        "sub/five.txt": "\n",
        "implementors": "me\n",
        "goal-constbranch": "\n",
        "LICENSE": "MIT\n",
        "README.md": "hello\n",
        "unused.h": "\n",
        "test.py": "\n",
        "hash.c.orig": "\n",
    }
    one = only(make_tree({f"sum/ref/{name}": text for name, text in files.items()}))
    packed = pack(one, tmp_path / "x")
    assert packed.left_out == ("hash.c.orig", "test.py", "unused.h")
    assert len(packed.inspected.members) == len(files) - 3


def test_all_is_packed_where_macros_make_up_names(make_tree: MakeTree, tmp_path: Path) -> None:
    text = "#define NAME(x) STRING(x.h)\n#include NAME(one)\n"
    one = only(make_tree({"sum/ref/api.h": "", "sum/ref/x.c": text, "sum/ref/one.h": "\n"}))
    assert packed_names(one, tmp_path / "x") == ["api.h", "one.h", "x.c"]


def test_links_are_followed_within_the_tree_and_refused_out_of_it(
    make_tree: MakeTree, tmp_path: Path
) -> None:
    files = {
        "sum/ref/api.h": "",
        "sum/ref/hash.c": '#include "x.h"\n',
        "sum/ref/x.h": "-> ../fast/x.h",
        "sum/fast/x.h": "int x;\n",
    }
    where = make_tree(files)
    assert packed_names(named(where, "sum/ref")[1], tmp_path / "x") == ["api.h", "hash.c", "x.h"]
    (where / "crypto_hash/sum/ref/out.h").symlink_to("/etc/hostname")
    with pytest.raises(Refused, match=r"out\.h is a link out of the tree"):
        pack(named(where, "sum/ref")[1], tmp_path / "y")
    assert not (tmp_path / "y").exists()


def test_a_new_hash_brings_what_is_known_about_it(make_tree: MakeTree, tmp_path: Path) -> None:
    known = {"sum/checksumbig": f"{'0' * 64}\n", "sum/designers": "me\n", "sum/notes": "no\n"}
    one = only(make_tree({"sum/ref/api.h": "", "sum/ref/hash.c": "\n", **known}))
    assert [member.path for member in pack(one, tmp_path / "x").inspected.members] == [
        "crypto_hash/sum/checksumbig",
        "crypto_hash/sum/designers",
        "crypto_hash/sum/ref/api.h",
        "crypto_hash/sum/ref/hash.c",
    ]


def test_subroutines_are_named_and_not_packed(make_tree: MakeTree, tmp_path: Path) -> None:
    text = '#include "crypto_core_aes.h"\n#include "crypto_hash_sha256.h"\n'
    packed = pack(only(make_tree({"sum/ref/api.h": "", "sum/ref/x.c": text})), tmp_path / "x")
    assert packed.needs == ("crypto_core/aes", "crypto_hash/sha256")


def test_what_would_be_refused_is_not_packed(make_tree: MakeTree, tmp_path: Path) -> None:
    one = only(
        make_tree(
            {"sum/ref/api.h": "", "sum/ref/x.c": '#include "a b.h"\nb.h', "sum/ref/b.h": "\x1b"}
        )
    )
    with pytest.raises(Refused, match="it has the byte 0x1b"):
        pack(one, tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_nothing_is_written_over(make_tree: MakeTree, tmp_path: Path) -> None:
    one = only(make_tree({"sum/ref/api.h": ""}))
    (tmp_path / "x").write_text("mine")
    (tmp_path / "y").symlink_to("z")
    for name in ("x", "y"):
        with pytest.raises(FileExistsError):
            pack(one, tmp_path / name)
    assert (tmp_path / "x").read_text() == "mine"
    assert not (tmp_path / "z").exists()


@pytest.mark.parametrize("word", ["sha256/ref", "sha3224/opt64", "blake2b/opt64", "sha256/openssl"])
def test_what_was_packed_is_built_to_the_same_machine_code(
    word: str, groups: Groups, build: Build, tmp_path: Path
) -> None:
    packed = pack(named(ROOT, word)[1], tmp_path / "x")
    unpack(tmp_path / "x", packed.inspected, tmp_path / "into")
    in_tree, of_pack = (
        groups(word, tree_at=place, targets=(native_abi(),))[0]
        for place in (ROOT, tmp_path / "into")
    )
    if in_tree.skip:
        pytest.skip(in_tree.skip)
    built = [build(one).outcome for one in (in_tree, of_pack)]
    assert built[0].outcome == "ok"
    assert built[0].object == built[1].object
