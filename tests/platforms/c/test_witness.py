"""Witnesses: which implementation is asked, and that it is right itself."""

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.data import lengths
from hashcop.platforms import implementation
from hashcop.platforms.c import witness
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


@pytest.fixture
def unknown(tree: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same tree, whose hash this repository does not have."""
    for module in (implementation, witness):
        monkeypatch.setattr(module, "OURS", tree / "nothing")
    implementation._ours.cache_clear()
    yield tree
    monkeypatch.undo()
    implementation._ours.cache_clear()


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


def test_ref_is_asked_first_and_another_about_ref(
    lane: CLane, native: Target, unknown: Path
) -> None:
    for name in ("a", "ref"):
        add(unknown, name)
    for name, by in (("a", "ref"), ("ref", "a")):
        found = asks(lane, unknown, name, native)
        assert found is not None and found.path == f"crypto_hash/sha256/{by}"
        assert found.program.is_file() and not found.is_believed


def test_of_a_hash_of_ours_our_own_ref_is_asked(lane: CLane, native: Target, tree: Path) -> None:
    for name in ("a", "ref"):
        add(tree, name)
        found = asks(lane, tree, name, native)
        assert found is not None and found.path == "Hashcop's crypto_hash/sha256/ref"
        assert found.is_believed
    ours = trees.function(SHA256)
    by = {
        one.name: lane.witnesses.of(group(lane, ours, one, native))
        for one in ours.implementations
        if one.name in ("ref", "opt32")
    }
    assert by["opt32"] is not None and by["opt32"].path == "crypto_hash/sha256/ref"
    assert by["ref"] is None  # nothing else in the tree could condemn it


def test_what_is_wrong_or_does_not_build_bears_no_witness(
    lane: CLane, native: Target, unknown: Path
) -> None:
    add(unknown, "mine", "opt32")
    assert asks(lane, unknown, "mine", native) is None
    add(unknown, "ref", change=("0x428a2f98", "0x428a2f99"))
    add(unknown, "broken", change=("return 0;", "return 0 }"))
    assert asks(lane, unknown, "mine", native) is None
    add(unknown, "other")
    found = asks(lane, unknown, "mine", native)
    assert found is not None and found.path == "crypto_hash/sha256/other"


def test_who_sent_a_build_sends_no_witness_for_it(
    lane: CLane, native: Target, unknown: Path, tmp_path: Path
) -> None:
    tree = unknown
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


def test_a_candidate_that_hangs_is_given_up_soon(
    lane: CLane, native: Target, unknown: Path
) -> None:
    tree = unknown
    add(tree, "mine", "opt32")
    add(tree, "a", change=("return 0;", "for (volatile int ever = 1; ever;) ; return 0;"))
    add(tree, "ref")
    began = time.monotonic()
    found = asks(lane, tree, "ref", native)
    assert found is not None and found.path == "crypto_hash/sha256/mine"
    assert time.monotonic() - began < 60


CHEAT = ("return 0;", "out[0] ^= inlen == 3999; return 0;")  # after all checksums and answers
Said = dict[str, tuple[str, str]]


def said_of(
    lane: CLane,
    function: HashFunction,
    native: Target,
    build: Callable[..., Built],
    some: Sequence[Implementation] = (),
) -> Said:
    """Outcome of each implementation of a hash, or of some, and with whom it disagrees."""
    own = CLane(lane.place, lane.toolchain)  # with new witnesses
    said = {}
    for one in some or function.implementations:
        made = group(own, function, one, native)
        built = build(made)
        assert built.artifact is not None
        verdict = own.check(made, made.option_sets[0], built.artifact, 20)
        said[one.name] = verdict.outcome, verdict.disagrees_with
    return said


@pytest.mark.parametrize("honest", ["a", "m", "ref"])
def test_cheats_condemn_no_honest_code_whatever_their_names(
    lane: CLane, native: Target, unknown: Path, build: Callable[..., Built], honest: str
) -> None:
    others = [name for name in ("a", "m", "ref") if name != honest]
    add(unknown, honest)
    for name in others:
        add(unknown, name, change=CHEAT)
    function = trees.function(unknown / "crypto_hash" / "sha256")
    said = said_of(lane, function, native, build)
    first = "a" if honest == "ref" else "ref"
    assert said[honest] == ("disputed", f"crypto_hash/sha256/{first}")
    (one,) = (i for i in function.implementations if i.name == honest)
    said = said_of(lane, replace(function, reference=one), native, build)
    assert {name: outcome for name, (outcome, _) in said.items()} == {
        honest: "right",
        **dict.fromkeys(others, "wrong"),
    }


def test_a_reference_that_does_not_build_settles_nothing(
    lane: CLane, native: Target, unknown: Path, build: Callable[..., Built]
) -> None:
    for name, change in (("a", None), ("m", CHEAT), ("ref", ("return 0;", "return 0 }"))):
        add(unknown, name, change=change)
    function = trees.function(unknown / "crypto_hash" / "sha256")
    (reference,) = (one for one in function.implementations if one.name == "ref")
    others = tuple(one for one in function.implementations if one.name != "ref")
    named = replace(function, reference=reference)
    said = said_of(lane, named, native, build, others)
    assert {outcome for outcome, _ in said.values()} == {"disputed"}


def test_a_hash_of_ours_under_another_name_is_ours(
    lane: CLane, native: Target, tree: Path, build: Callable[..., Built]
) -> None:
    for name, change in (("a", CHEAT), ("honest", None), ("ref", CHEAT)):
        add(tree, name, change=change)
    (tree / "crypto_hash" / "sha256").rename(tree / "crypto_hash" / "mine")
    function = trees.function(tree / "crypto_hash" / "mine")
    assert len(function.known_answers()) > 100
    said = said_of(lane, function, native, build)
    assert said == {"a": ("wrong", ""), "honest": ("right", ""), "ref": ("wrong", "")}


def test_what_contradicts_itself_is_wrong_and_disputes_nothing(
    lane: CLane, native: Target, unknown: Path, build: Callable[..., Built]
) -> None:
    add(unknown, "ref")
    # The address of a variable is another one in each process.
    dice = ("return 0;", "out[0] ^= inlen == 3999 && (size_t) &inlen >> 4 & 64; return 0;")
    add(unknown, "dice", change=dice)
    function = trees.function(unknown / "crypto_hash" / "sha256")
    (one,) = (i for i in function.implementations if i.name == "dice")
    made = group(lane, function, one, native)
    artifact = build(made).artifact
    assert artifact is not None
    for _ in range(40):
        own = CLane(lane.place, lane.toolchain)
        verdict = own.check(made, made.option_sets[0], artifact, 20)
        if verdict.outcome == "wrong":
            break
    assert verdict.outcome == "wrong" and verdict.disagrees_with == ""
    assert "when asked again" in verdict.reason


def test_a_long_message_is_compared_with_a_witness_where_no_answer_is_known(
    lane: CLane,
    native: Target,
    unknown: Path,
    build: Callable[..., Built],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lengths, "BEYOND", (1 << 20) + 12345)
    (unknown / "crypto_hash" / "sha256" / "kat.tsv").unlink()
    for name, change in (
        ("ref", None),
        ("mine", None),
        ("mutant", ("return 0;", "out[0] ^= inlen > 1 << 20; return 0;")),
    ):
        add(unknown, name, change=change)
    function = trees.function(unknown / "crypto_hash" / "sha256")
    place = replace(lane.place, long_messages=True)
    reference = replace(
        function, reference=next(i for i in function.implementations if i.name == "ref")
    )
    for of, says in ((function, "disputed"), (reference, "wrong")):
        own = CLane(place, lane.toolchain)
        found = {}
        for one in of.implementations:
            made = group(own, of, one, native)
            artifact = build(made).artifact
            assert artifact is not None
            found[one.name] = own.check(made, made.option_sets[0], artifact, 20)
        assert (found["mine"].outcome, found["mine"].longest) == ("right", lengths.BEYOND)
        assert found["mutant"].outcome == says
        assert f"a message of {lengths.BEYOND} bytes" in found["mutant"].reason
        # Nobody is asked about what all others are compared with.
        assert found["ref"].longest == (0 if of is reference else lengths.BEYOND)
