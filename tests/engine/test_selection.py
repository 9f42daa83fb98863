"""What people select, and what they mistype."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.engine import selection, tree
from hashcop.engine.selection import Place, Selection, SelectionError
from hashcop.platforms.implementation import HashFunction
from tests.support.fake import PLATFORM

MakeTree = Callable[..., tuple[HashFunction, ...]]


@pytest.fixture
def make_tree(tmp_path: Path) -> MakeTree:
    """make_tree("sum/a", "xor/b"): the hash functions of a tree of these implementations."""

    def made(*names: str) -> tuple[HashFunction, ...]:
        for name in names:
            place = tmp_path / "crypto_hash" / name
            place.mkdir(parents=True)
            (place / "hash.fake").touch()
        return tree.walk(tmp_path, [PLATFORM])

    return made


def chosen(functions: tuple[HashFunction, ...], *words: str) -> dict[str, bool]:
    """HASH/IMPLEMENTATION -> whether it is named, of everything that words select."""
    found = selection.selected(functions, selection.parse(words, functions))
    assert len(found) == len({(one.function.name, one.implementation.name) for one in found})
    return {f"{one.function.name}/{one.implementation.name}": one.named for one in found}


def test_nothing_selected_is_everything_and_nothing_by_name(make_tree: MakeTree) -> None:
    assert chosen(make_tree("sum/a", "xor/b")) == {"sum/a": False, "xor/b": False}


def test_a_hash_selects_its_implementations_and_an_implementation_itself(
    make_tree: MakeTree,
) -> None:
    functions = make_tree("sum/a", "sum/d/b", "xor/c")
    assert chosen(functions, "sum") == {"sum/a": False, "sum/d/b": False}
    assert chosen(functions, "sum/d/b", "xor") == {"sum/d/b": True, "xor/c": False}


def test_a_directory_selects_the_implementations_in_it_as_if_each_was_named(
    make_tree: MakeTree,
) -> None:
    functions = make_tree("sum/d/a", "sum/d/b", "sum/de", "sum/e")
    assert chosen(functions, "sum/d") == {"sum/d/a": True, "sum/d/b": True}
    assert chosen(functions, "sum/de") == {"sum/de": True}


@pytest.mark.parametrize(
    ("typed", "name"), [("sum/a", "a"), ("sum/d", "d/b"), ("sum/e", ""), ("sum", "")]
)
def test_a_word_may_name_a_single_implementation(
    typed: str, name: str, make_tree: MakeTree
) -> None:
    functions = make_tree("sum/a", "sum/d/b", "sum/e/c", "sum/e/d")
    (word,) = selection.parse([typed], functions)
    one = selection.single(functions, word)
    assert (one.name if one else "") == name


@pytest.mark.parametrize("order", [["sum/a", "sum"], ["sum", "sum/a"]])
def test_what_is_selected_twice_is_there_once_and_named_if_it_ever_was(
    order: list[str], make_tree: MakeTree
) -> None:
    assert chosen(make_tree("sum/a", "sum/b"), *order) == {"sum/a": True, "sum/b": False}


def test_a_slash_at_the_end_is_as_completed_by_the_shell(make_tree: MakeTree) -> None:
    found = selection.parse(["sum/a/", "sum/"], make_tree("sum/a"))
    assert found == [Selection("sum", "a"), Selection("sum")]


def test_a_mistyped_hash_gets_the_nearest_names(make_tree: MakeTree) -> None:
    functions = make_tree("sha256/a", "sha512/a", "jh/a")
    with pytest.raises(SelectionError, match=r"no hash sha265; near to it: sha256"):
        selection.parse(["sha265"], functions)


def test_a_mistyped_implementation_gets_the_nearest_names(make_tree: MakeTree) -> None:
    functions = make_tree("sum/avx2", "sum/ref")
    with pytest.raises(SelectionError, match=r"sum has no implementation avx; near to it: avx2"):
        selection.parse(["sum/avx"], functions)


def test_what_is_near_to_nothing_gets_all_that_is_there(make_tree: MakeTree) -> None:
    functions = make_tree("sum/avx2", "sum/ref")
    with pytest.raises(SelectionError, match=r"; there are avx2, ref$"):
        selection.parse(["sum/zzzzzzzz"], functions)


def test_a_hash_without_implementations_is_told_so(make_tree: MakeTree, tmp_path: Path) -> None:
    (tmp_path / "crypto_hash" / "empty").mkdir(parents=True)
    with pytest.raises(SelectionError, match="there is no implementation of empty in this tree"):
        selection.parse(["empty"], make_tree("sum/a"))


@pytest.mark.parametrize("typed", ["sha256\n", "sha\x1b[31m256", "sha256\n/ref", "sum/a\tb"])
def test_what_a_terminal_obeys_comes_back_as_text(typed: str, make_tree: MakeTree) -> None:
    with pytest.raises(SelectionError) as raised:
        selection.parse([typed], make_tree("sum/a", "sha256/ref"))
    assert str(raised.value).isprintable()


def test_a_path_names_its_tree_and_what_is_in_it(tmp_path: Path) -> None:
    place = tmp_path / "mine" / "crypto_hash" / "sha256" / "a" / "b"
    assert selection.place_of(place) == Place(tmp_path / "mine", "crypto_hash", "sha256/a/b")
    assert selection.place_of(place.parents[1]) == Place(tmp_path / "mine", "crypto_hash", "sha256")


def test_a_relative_path_is_one_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "crypto_hash" / "sha256"
    here.mkdir(parents=True)
    monkeypatch.chdir(here)
    assert selection.place_of(Path("ref")) == Place(tmp_path, "crypto_hash", "sha256/ref")


def test_a_path_outside_any_tree_names_none(tmp_path: Path) -> None:
    assert selection.place_of(tmp_path / "sha256" / "ref") is None
