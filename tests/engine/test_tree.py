"""The tree is read as SUPERCOP's is: what is an implementation, what is known of it, and what is left out."""

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.engine import tree
from hashcop.platforms.implementation import HashFunction, Implementation
from hashcop.platforms.registry import usual
from tests.support.fake import PLATFORM

MakeTree = Callable[[dict[str, str]], Path]


def names(functions: tuple[HashFunction, ...]) -> list[str]:
    return [f"{f.name}/{i.name}" for f in functions for i in f.implementations]


def only(where: Path) -> Implementation:
    (function,) = tree.walk(where)
    (implementation,) = function.implementations
    return implementation


def test_a_directory_with_an_api_h_is_an_implementation(make_tree: MakeTree) -> None:
    where = make_tree({"sum/ref/api.h": "", "sum/notes/README": "", "sum/fast/api.h": ""})
    assert names(tree.walk(where)) == ["sum/fast", "sum/ref"]


def test_an_implementation_is_found_at_any_depth_under_its_path(make_tree: MakeTree) -> None:
    where = make_tree({"sum/a/b/c/api.h": "", "sum/a/api.h": ""})
    assert names(tree.walk(where)) == ["sum/a", "sum/a/b/c"]


def test_a_hash_is_named_by_lowercase_letters_and_digits(make_tree: MakeTree) -> None:
    files = {f"{name}/ref/api.h": "" for name in ("sha256", "SHA256", "sha-256", "sha_256", "9x")}
    assert names(tree.walk(make_tree(files))) == ["9x/ref", "sha256/ref"]


ODD_NAMES = ("a\nb", "a%b", "a=b", "a@b", "[x]", "<script>", "a b", "-O3", ".hidden", "é")


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_implementation_with_another_name_has_a_problem_that_is_said(
    name: str, make_tree: MakeTree
) -> None:
    below = f"{name}/ref"  # a part of the path counts like the last name
    where = make_tree({f"sum/{one}/api.h": "" for one in ("ref", "x86-64_v2.1+a,b", name, below)})
    (function,) = tree.walk(where)
    problems = {one.name: one.problem for one in function.implementations}
    said = "its name has characters other than letters, digits and _.+,-"
    assert problems == {"ref": "", "x86-64_v2.1+a,b": "", name: said, below: said}


def test_files_beside_hashes_and_implementations_are_left_alone(make_tree: MakeTree) -> None:
    where = make_tree({"README": "", "sum/api.h": "", "sum/used": "", "sum/ref/api.h": ""})
    assert names(tree.walk(where)) == ["sum/ref"]


def test_a_hash_without_implementations_is_there(make_tree: MakeTree) -> None:
    where = make_tree({"sum/description": "nothing yet"})
    (function,) = tree.walk(where)
    assert (function.name, function.implementations) == ("sum", ())


def test_a_place_without_crypto_hash_is_no_tree(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        tree.walk(tmp_path)


def test_a_directory_with_the_sticky_bit_is_left_out_with_all_below(make_tree: MakeTree) -> None:
    where = make_tree({"sum/ref/api.h": "", "sum/old/api.h": "", "sum/old/er/api.h": ""})
    old = where / "crypto_hash" / "sum" / "old"
    old.chmod(old.stat().st_mode | stat.S_ISVTX)
    assert names(tree.walk(where)) == ["sum/ref"]


def test_a_hash_with_the_sticky_bit_has_no_implementations(make_tree: MakeTree) -> None:
    where = make_tree({"sum/ref/api.h": ""})
    (where / "crypto_hash" / "sum").chmod(0o1755)
    assert names(tree.walk(where)) == []


# Links


def test_links_to_directories_are_followed(make_tree: MakeTree) -> None:
    where = make_tree(
        {
            "sum/ref/api.h": "",
            "sum/ref/hash.c": "",
            "sum/same": "-> ref",
            "other/x": "-> ../sum/ref",
        }
    )
    assert names(tree.walk(where)) == ["other/x", "sum/ref", "sum/same"]
    other, sum_ = tree.walk(where)
    assert [name for name, _ in other.implementations[0].files()] == ["api.h", "hash.c"]
    assert other.implementations[0].digest() == sum_.implementations[0].digest()


def test_a_whole_hash_may_be_a_link(make_tree: MakeTree) -> None:
    where = make_tree({"sum/ref/api.h": "", "alias": "-> sum"})
    assert names(tree.walk(where)) == ["alias/ref", "sum/ref"]


def test_links_to_files_are_followed(make_tree: MakeTree) -> None:
    where = make_tree(
        {"sum/ref/api.h": "", "sum/ref/hash.c": "int x;", "sum/b/api.h": "-> ../ref/api.h"}
        | {"sum/b/hash.c": "-> ../ref/hash.c"}
    )
    (function,) = tree.walk(where)
    linked, plain = function.implementations
    assert linked.digest() == plain.digest()


def test_a_link_that_leads_nowhere_is_nothing(make_tree: MakeTree) -> None:
    where = make_tree({"sum/ref/api.h": "", "sum/gone": "-> nowhere", "sum/ref/x.c": "-> nowhere"})
    assert names(tree.walk(where)) == ["sum/ref"]
    assert [name for name, _ in only(where).files()] == ["api.h"]


def test_a_link_to_itself_is_nothing(make_tree: MakeTree) -> None:
    where = make_tree({"sum/ref/api.h": "", "sum/loop": "-> loop", "sum/ref/loop.c": "-> loop.c"})
    assert names(tree.walk(where)) == ["sum/ref"]
    assert [name for name, _ in only(where).files()] == ["api.h"]


@pytest.mark.timeout(20)
def test_links_that_go_round_come_to_an_end(make_tree: MakeTree) -> None:
    where = make_tree(
        {"sum/ref/api.h": "", "sum/ref/up": "-> ..", "sum/ref/self": "-> ."}
        | {"sum/a/to_b": "-> ../b", "sum/b/to_a": "-> ../a", "sum/b/api.h": ""}
    )
    found = names(tree.walk(where))
    assert "sum/ref" in found and "sum/b" in found and "sum/a/to_b" in found
    (function,) = tree.walk(where)
    reference = next(i for i in function.implementations if i.name == "ref")
    assert "api.h" in [name for name, _ in reference.files()]


@pytest.mark.timeout(120)
def test_directories_that_all_link_to_each_other_come_to_an_end_that_is_said(
    make_tree: MakeTree,
) -> None:
    files = {f"sum/d{a}/to{b}": f"-> ../d{b}" for a in range(9) for b in range(9) if a != b}
    where = make_tree({"sum/ref/api.h": "", **files})
    (function,) = tree.walk(where)
    assert function.cut_at and "circles" in function.problems[0]


def test_a_link_out_of_the_tree_shows_nothing_of_what_it_leads_to(
    make_tree: MakeTree, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "words").write_text("amd64")
    where = make_tree(
        {"sum/ref/api.h": "", "sum/ref/x.h": f"-> {secret}/words"}
        | {"sum/dir/api.h": "", "sum/dir/below": f"-> {secret}"}
    )
    (function,) = tree.walk(where)
    problems = {i.name: i.problem for i in function.implementations}
    assert problems == {
        "ref": "x.h is a link out of the tree",
        "dir": "below is a link out of the tree",
    }


def test_an_implementation_may_itself_be_a_link_to_a_place_elsewhere(
    make_tree: MakeTree, tmp_path: Path
) -> None:
    own = tmp_path / "mine"
    own.mkdir()
    (own / "api.h").write_text("#define CRYPTO_BYTES 1\n")
    (own / "hash.c").write_text("int x;")
    where = make_tree({"sum/fast": f"-> {own}"})
    assert only(where).problem == ""
    assert [name for name, _ in only(where).files()] == ["api.h", "hash.c"]


def test_what_is_known_of_a_hash_is_used_only_where_it_has_its_form(make_tree: MakeTree) -> None:
    where = make_tree(
        {"sum/ref/api.h": "", "sum/checksumsmall": "root:x:0", "sum/checksumbig": "ab" * 32}
        | {"sum/kat.tsv": "0\tab\nnonsense\n"}
    )
    (function,) = tree.walk(where)
    assert (function.checksum("small"), function.checksum("big")) == (None, "ab" * 32)
    assert function.known_answers() == {}
    assert len(function.problems) == 2 and "root" not in " ".join(function.problems)


# What it says of itself


def test_both_goals_make_it_constbranchindex(make_tree: MakeTree) -> None:
    files = {"sum/x/api.h": "", "sum/x/goal-constbranch": ""}
    assert only(make_tree(files)).security == "timingleaks"
    where = make_tree({"sum/x/goal-constindex": ""})
    assert only(where).security == "constbranchindex"


def test_a_directory_belongs_to_the_platform_that_claims_its_files(make_tree: MakeTree) -> None:
    where = make_tree({"sum/ref/api.h": "", "sum/made/hash.fake": "", "sum/none/hash.txt": ""})
    (function,) = tree.walk(where, [*usual(), PLATFORM])
    found = {one.name: one.platform for one in function.implementations}
    assert found == {"made": "fake", "ref": "c"}


# Its digest


def test_the_digest_is_that_of_names_and_contents(make_tree: MakeTree) -> None:
    where = make_tree({"sum/x/api.h": "", "sum/x/a.c": "int a;", "sum/x/sub/b.h": "int b;"})
    here = where / "crypto_hash" / "sum" / "x"
    digests = [only(where).digest()]
    (here / "a.c").write_text("int a; ")
    digests.append(only(where).digest())
    (here / "a.c").rename(here / "c.c")
    digests.append(only(where).digest())
    (here / "sub" / "b.h").write_text("")
    digests.append(only(where).digest())
    assert len(set(digests)) == 4


def test_the_digest_does_not_depend_on_dates_and_permissions(make_tree: MakeTree) -> None:
    where = make_tree({"sum/x/api.h": "", "sum/x/a.c": "int a;"})
    before = only(where).digest()
    file = where / "crypto_hash/sum/x/a.c"
    os.utime(file, (1, 1))
    file.chmod(0o600)
    assert only(where).digest() == before


def test_the_digest_does_not_depend_on_where_the_tree_is(make_tree: MakeTree) -> None:
    where = make_tree({"sum/x/api.h": "", "sum/x/a.c": "int a;"})
    moved = where.with_name("moved")
    shutil.copytree(where, moved)
    assert only(where).digest() == only(moved).digest()


def test_moving_bytes_from_one_file_to_the_next_changes_the_digest(make_tree: MakeTree) -> None:
    where = make_tree({"sum/x/api.h": "", "sum/x/a.h": "12", "sum/x/b.h": "3"})
    before = only(where).digest()
    make_tree({"sum/x/a.h": "1", "sum/x/b.h": "23"})
    assert only(where).digest() != before


# What is known of a hash


def test_checksums_are_read_without_their_line_ends(make_tree: MakeTree) -> None:
    (function,) = tree.walk(
        make_tree({"sum/checksumsmall": "ab" * 32 + "\n", "sum/checksumbig": "cd" * 32})
    )
    assert (function.checksum("small"), function.checksum("big")) == ("ab" * 32, "cd" * 32)


def test_a_hash_may_have_nothing_known(make_tree: MakeTree) -> None:
    (function,) = tree.walk(make_tree({"sum/ref/api.h": ""}))
    assert function.checksum("small") is None
    assert function.known_answers() == {}


def test_known_answers_are_digests_by_length(make_tree: MakeTree) -> None:
    (function,) = tree.walk(make_tree({"sum/kat.tsv": "0\taa\n17\tbb\n"}))
    assert function.known_answers() == {0: "aa", 17: "bb"}


def test_a_name_in_another_encoding_does_not_end_the_walk(make_tree: MakeTree) -> None:
    where = make_tree({"sum/ref/api.h": ""})
    odd = where / "crypto_hash" / "sum" / os.fsdecode(b"caf\xe9")
    odd.mkdir()
    (odd / "api.h").write_text("#define CRYPTO_BYTES 1\n")
    assert "sum/ref" in names(tree.walk(where))
