"""Witnesses: which implementation is asked, and that it is right itself."""

import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.platforms.c.fresh import Witness, fresh_seed
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Built, Group
from hashcop.platforms.implementation import HashFunction, Implementation
from tests.support import trees
from tests.support.lanes import ROOT, group

SHA256 = ROOT / "crypto_hash" / "sha256"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with sha256 and no implementation."""
    room = tmp_path / "tree" / "crypto_hash" / "sha256"
    room.mkdir(parents=True)
    for name in ("checksumsmall", "checksumbig", "kat.tsv"):
        shutil.copy(SHA256 / name, room)
    return tmp_path / "tree"


def add(tree: Path, name: str, of: str = "ref", change: tuple[str, str] | None = None) -> None:
    place = tree / "crypto_hash" / "sha256" / name
    shutil.copytree(SHA256 / of, place)
    for file in place.glob("*.[ch]") if change else ():
        assert change
        file.write_text(file.read_text().replace(*change))


def asks(lane: CLane, tree: Path, name: str, target: Target) -> Witness | None:
    function = trees.function(tree / "crypto_hash" / "sha256")
    (one,) = (i for i in function.implementations if i.name == name)
    return lane.witnesses.of(group(lane, function, one, target))


def test_ref_is_asked_first_and_another_about_ref(lane: CLane, native: Target, tree: Path) -> None:
    for name in ("a", "ref"):
        add(tree, name)
    for name, by in (("a", "ref"), ("ref", "a")):
        found = asks(lane, tree, name, native)
        assert found is not None and found.path == f"crypto_hash/sha256/{by}"
        assert found.program.is_file()


def test_what_is_wrong_or_does_not_build_bears_no_witness(
    lane: CLane, native: Target, tree: Path
) -> None:
    add(tree, "mine", "opt32")
    assert asks(lane, tree, "mine", native) is None
    add(tree, "ref", change=("0x428a2f98", "0x428a2f99"))
    add(tree, "broken", change=("return 0;", "return 0 }"))
    assert asks(lane, tree, "mine", native) is None
    add(tree, "other")
    found = asks(lane, tree, "mine", native)
    assert found is not None and found.path == "crypto_hash/sha256/other"


def test_who_sent_a_build_sends_no_witness_for_it(
    lane: CLane, native: Target, tree: Path, tmp_path: Path
) -> None:
    add(tree, "z-of-the-tree")
    sent = tmp_path / "sent"
    ours = trees.function(tree / "crypto_hash" / "sha256")
    implementations = list(ours.implementations)
    for name in ("ref", "mine"):
        shutil.copytree(SHA256 / "opt32", sent / name)
        implementations.append(Implementation("sha256", name, sent / name, "c"))
    function = HashFunction("sha256", ours.directory, tuple(implementations))
    made: Group = group(lane, function, implementations[-1], native)
    found = lane.witnesses.of(made)
    assert found is not None and found.path == "crypto_hash/sha256/z-of-the-tree"
    nobody = replace(
        made, function=HashFunction("sha256", ours.directory, tuple(implementations[1:]))
    )
    assert lane.witnesses.of(nobody) is None


def test_seeds_are_not_foreseen() -> None:
    assert len({fresh_seed() for _ in range(100)}) == 100


def test_a_candidate_that_hangs_is_given_up_soon(lane: CLane, native: Target, tree: Path) -> None:
    add(tree, "mine", "opt32")
    add(tree, "a", change=("return 0;", "for (volatile int ever = 1; ever;) ; return 0;"))
    add(tree, "ref")
    began = time.monotonic()
    found = asks(lane, tree, "ref", native)
    assert found is not None and found.path == "crypto_hash/sha256/mine"
    assert time.monotonic() - began < 60


def test_what_judges_others_is_not_condemned_by_a_wrong_one(
    lane: CLane, native: Target, tree: Path, build: Callable[..., Built]
) -> None:
    late = ("return 0;", "out[0] ^= inlen == 3999; return 0;")
    add(tree, "a", change=late)
    add(tree, "mine", "opt32")
    add(tree, "ref")
    function = trees.function(tree / "crypto_hash" / "sha256")
    said = {}
    for one in function.implementations:
        made = group(lane, function, one, native)
        built = build(made)
        assert built.artifact is not None
        verdict = lane.check(made, made.option_sets[0], built.artifact, 20)
        said[one.name] = verdict.outcome, verdict.witness
    assert said["ref"] == ("right", "crypto_hash/sha256/mine")
    assert said["mine"] == ("right", "crypto_hash/sha256/ref")
    assert said["a"] == ("wrong", "crypto_hash/sha256/ref")
