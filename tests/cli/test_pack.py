"""`./do pack`, as typed: what is written, what is said, and what is refused in which words."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.cli.commands.pack import FORMATS
from hashcop.submissions.archives import inspect
from hashcop.submissions.pack import WRITERS
from tests.support.typed import refused, typed

MakeTree = Callable[[dict[str, str]], Path]


@pytest.fixture
def tree(make_tree: MakeTree) -> Path:
    return make_tree(
        {
            "sum/ref/api.h": "",
            "sum/ref/hash.c": '#include "crypto_core_aes.h"\n',
            "sum/ref/notes.txt": "x\n",
            "sum/arm/neon/api.h": "",
            "sum/bad/api.h": "",
            "sum/bad/hash.c": "\x1b[2J",
        }
    )


def test_an_archive_is_written_here_and_its_files_are_listed(tree: Path, tmp_path: Path) -> None:
    done = typed("pack", "sum/ref", "--tree", tree, cwd=tmp_path)
    file = tmp_path / "sum-ref.tar.gz"
    assert done.status == 0
    for said in (
        "crypto_hash/sum/ref/api.h",
        "sum-ref.tar.gz: 2 files",
        f"sha256 {hashlib.sha256(file.read_bytes()).hexdigest()}",
        "left out, since no source refers to them: notes.txt",
        "needed from the tree it is built in: crypto_core/aes",
    ):
        assert said in done.out
    assert inspect(file).implementations == ("crypto_hash/sum/ref",)


def test_names_with_directories_make_plain_names_of_files(tree: Path, tmp_path: Path) -> None:
    typed("pack", tree / "crypto_hash" / "sum" / "arm" / "neon", "--format", "zip", cwd=tmp_path)
    assert inspect(tmp_path / "sum-arm-neon.zip").format == "zip"


@pytest.mark.parametrize("name", FORMATS)
def test_the_name_of_a_file_says_its_format(name: str, tree: Path, tmp_path: Path) -> None:
    typed("pack", "sum/ref", "--tree", tree, "-o", f"mine.{name}", cwd=tmp_path)
    assert inspect(tmp_path / f"mine.{name}").format == name
    assert list(FORMATS) == list(WRITERS)


def test_a_file_that_is_there_stays(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "sum-ref.tar.gz").write_text("mine")
    said = refused("pack", "sum/ref", "--tree", tree, cwd=tmp_path)
    assert "sum-ref.tar.gz is there already" in said and "-o FILE" in said
    assert (tmp_path / "sum-ref.tar.gz").read_text() == "mine"


def test_what_submit_would_refuse_is_refused_in_the_same_words(tree: Path, tmp_path: Path) -> None:
    said = refused("pack", "sum/bad", "--tree", tree, cwd=tmp_path)
    assert "crypto_hash/sum/bad/hash.c: is not text: it has the byte 0x1b at 0" in said
    assert not list(tmp_path.glob("*.gz"))


def test_a_place_that_can_not_be_written_is_named(tree: Path, tmp_path: Path) -> None:
    said = refused("pack", "sum/ref", "--tree", tree, "-o", "no/such/x.tar", cwd=tmp_path)
    assert "no/such/x.tar: No such file or directory" in said


@pytest.mark.parametrize("words", [(), ("sum",), ("sum/ref", "sum/bad")])
def test_one_implementation_is_packed(words: tuple[str, ...], tree: Path, tmp_path: Path) -> None:
    said = refused("pack", *words, "--tree", tree, cwd=tmp_path)
    assert "pack takes one implementation: ./do pack sha256/mine" in said


def test_what_is_not_in_the_tree_is_answered_with_what_is(tree: Path, tmp_path: Path) -> None:
    assert "near to it: ref" in refused("pack", "sum/reff", "--tree", tree, cwd=tmp_path)
