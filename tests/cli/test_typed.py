"""What is typed: selections, options, refusals, and what was meant perhaps."""

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop import __version__ as VERSION
from hashcop.machine.identity import machine_name
from tests.support import runs
from tests.support.typed import refused, typed

Once = Callable[[str, Callable[[Path], None]], Path]


@pytest.fixture(scope="session")
def tree(once: Once) -> Path:
    """A tree of two hashes that is only listed."""

    def make(place: Path) -> None:
        runs.small_tree(place)
        shutil.copytree(runs.ROOT / "crypto_hash" / "md5", place / "crypto_hash" / "md5", True)

    return once("listed-tree", make)


def listed(*words: str | Path, cwd: Path = runs.ROOT) -> list[str]:
    """What a selection selects, as hash/implementation."""
    done = typed("list", "--json", *words, cwd=cwd)
    assert done.status == 0, done.said
    return [f"{row['hash']}/{row['implementation']}" for row in json.loads(done.out)]


def test_help_shows_examples_and_where_results_go() -> None:
    done = typed("--help")
    assert done.status == 0
    for word in ("./do sha256/ref", "./do doctor", "--profile", "--no-sandbox", "data.jsonl"):
        assert word in done.out


def test_the_version_is_said() -> None:
    assert typed("--version").out == f"Hashcop {VERSION}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--abi", "pdp11"], "--abi"),
        (["--frobnicate"], "--frobnicate"),
        (["--prof", "quick"], "--prof"),
        (["--profile", "slow"], "'default', 'full', 'jit', 'levels', 'quick'"),
        (["--curve", "half"], "full"),
        (["--time-limit", "0"], "a number of seconds from 1 to 86400"),
        (["--time-limit", "soon"], "a number of seconds from 1 to 86400"),
        (["--time-limit", "99999999999999999999"], "a number of seconds from 1 to 86400"),
        (["--patience", "99999999999999999999"], "a number of seconds"),
        (["--budget", "9" * 5000], "a time such as 90s, 10m or 2h"),
        (
            ["--json"],
            "--json is for check, race, submit, submissions, lab, count, list and doctor, not for run",
        ),
        (
            ["compare", "--cores", "efficiency"],
            "--cores is for run, check, race, submit, submissions, list, doctor and clean, not for compare",
        ),
        (["run", "--json", "md5"], "not for run"),
        (["compare", "sha256/ref@", "sha256/ref"], "there are no options behind sha256/ref@,"),
        (["compare", "sha256/ref", "sha256/ref@ "], "there are no options behind sha256/ref@,"),
        (["compare", "sha256/ref", "sha256/ref"], "both are sha256/ref with the same options"),
        (["report", "--json"], "not for report"),
        (["--options"], "--options is for list"),
        (["list", "--options", "sha256"], "./do list --options"),
    ],
)
def test_an_option_that_can_not_be_is_named(words: list[str], said: str) -> None:
    assert said in refused(*words)


def test_an_unknown_hash_is_answered_with_the_nearest_names(tree: Path) -> None:
    said = refused("list", "sha265", "--tree", tree)
    assert "there is no hash sha265; near to it: sha256" in said
    assert "./do list" in said


def test_a_hash_near_to_none_is_answered_with_all_there_are(tree: Path) -> None:
    assert "there is no hash qqqq; there are md5, sha256" in refused("list", "qqqq", "--tree", tree)


def test_an_unknown_implementation_is_answered_with_the_nearest_names(tree: Path) -> None:
    said = refused("run", "sha256/brokn", "--tree", tree, "--bench", tree / "none")
    assert "sha256 has no implementation brokn; near to it: broken" in said
    assert not (tree / "none").exists()


def test_an_unknown_architecture_is_answered_with_the_nearest_names() -> None:
    assert "sha256 has no implementation rtl/x9; near to it: rtl/x1" in refused(
        "rtl", "list", "sha256/rtl/x9"
    )


def test_a_tree_that_is_none_is_named(tmp_path: Path) -> None:
    said = refused("list", "--tree", tmp_path)
    assert str(tmp_path / "crypto_hash") in said and "--tree" in said


def shipped(name: str) -> list[str]:
    """The implementations of a hash of our own tree, which those of the tests link to."""
    place = runs.ROOT / "crypto_hash" / name
    found = [*place.glob("*/api.h"), *place.glob("*/Hash.java")]
    return [f"{name}/{one}" for one in sorted(file.parent.name for file in found)]


def test_hashes_and_implementations_are_selected_each_once_in_the_order_typed(tree: Path) -> None:
    at = ("--tree", tree)
    every = ["broken", "elsewhere", "ref", "slow", "wrong"]
    assert listed(*at)[len(shipped("md5")) :] == [f"sha256/{name}" for name in every]
    assert listed("md5", *at) == shipped("md5")
    assert listed("sha256/slow", "md5/ref", "sha256/slow", *at) == ["sha256/slow", "md5/ref"]
    assert listed("sha256/ref/", *at) == ["sha256/ref"]


def test_a_path_selects_in_the_tree_that_it_lies_in(tree: Path) -> None:
    place = tree / "crypto_hash" / "sha256"
    assert listed(place / "slow") == ["sha256/slow"]
    assert listed(f"{place}/slow/") == ["sha256/slow"]
    assert len(listed(place)) == 5
    assert listed(".", cwd=place / "slow") == ["sha256/slow"]
    assert listed("../ref", cwd=place / "slow") == ["sha256/ref"]
    assert listed("./slow", "ref", cwd=place) == ["sha256/slow", "sha256/ref"]
    assert listed("md5", place / "slow") == [*shipped("md5"), "sha256/slow"]


def test_the_home_directory_may_be_written_as_a_tilde(tmp_path: Path) -> None:
    runs.implementation(tmp_path, "mine")
    done = typed("list", "--json", "~/crypto_hash/sha256/mine", HOME=str(tmp_path))
    assert [row["implementation"] for row in json.loads(done.out)] == ["mine"]
    assert "~nobody_is_called_so/x is no implementation" in refused(
        "list", "~nobody_is_called_so/x"
    )


def test_a_path_below_no_crypto_hash_is_refused_with_the_layout(tmp_path: Path) -> None:
    for word in (tmp_path, tmp_path / "missing" / "x", "../.."):
        said = refused("list", word)
        assert f"{word} is no implementation" in said
        assert "crypto_hash/HASH/IMPLEMENTATION" in said


def test_two_trees_at_once_are_refused(tree: Path, tmp_path: Path) -> None:
    mine = runs.implementation(tmp_path, "ref")
    for words in (
        (tree / "crypto_hash" / "md5", mine),
        (mine, "--tree", tree),
    ):
        said = refused("list", *words)
        assert "one run measures one tree" in said
        assert str(tree) in said and str(tmp_path) in said


def test_a_bench_that_can_not_be_made_is_refused(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = refused("sha256/ref", "--tree", tree, "--bench", tmp_path / "file")
    assert f"{tmp_path / 'file' / machine_name()}" in said and "--bench DIR" in said


# Lists


def test_a_list_for_programs_has_a_row_for_each_implementation(tree: Path) -> None:
    done = typed("list", "sha256", "--json", "--tree", tree)
    rows = json.loads(done.out)
    assert rows[1] == {
        "hash": "sha256",
        "implementation": "elsewhere",
        "platform": "c",
        "language": "C",
        "architectures": ["vax"],
        "security": "constbranchindex",
        "directory": str(tree / "crypto_hash" / "sha256" / "elsewhere"),
    }


def test_a_list_for_people_has_a_row_for_each_implementation_and_their_number(tree: Path) -> None:
    lines = typed("list", "--tree", tree).out.splitlines()
    assert any(re.match(r" ?sha256 +elsewhere +C +vax +constbranchindex", line) for line in lines)
    assert lines[-1] == f"{5 + len(shipped('md5'))} implementations of 2 hashes"


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict"])
def test_names_are_shown_as_they_are_and_not_obeyed(encoding: str, tmp_path: Path) -> None:
    names = ["[bold]", "[", "x:x:", "\x1b[31mred", os.fsdecode(b"caf\xe9"), "Grøstl"]
    for name in names:
        runs.implementation(tmp_path, name)
    (tmp_path / "crypto_hash" / "sha256" / "[" / "api.h").unlink()
    runs.implementation(tmp_path, "[/x]")
    done = runs.run("list", "--tree", tmp_path, PYTHONIOENCODING=encoding)
    assert done.status == 0
    for shown in ("[bold]", "[/x]", "x:x:", "\\x1b[31mred", "caf\\udce9"):
        assert f" {shown} " in done.out
    assert ("Grøstl" in done.out) == (encoding == "utf-8:strict")
