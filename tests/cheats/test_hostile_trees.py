"""The hostile trees are what they say, and what is judged of them is what is recorded."""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from hashcop.data.records import Audit, Batch, Build, Check, Sample
from tests.bench.hostile import Found, Told, judge
from tests.support import hostile_trees, mill, strangers
from tests.support.hostile_trees import ALL, FIRST, SUBROUTINE, WINNER, WITNESS, Room, Tree, room
from tests.support.strangers import GAINLESS, RIGHT

ROOMS = [one for tree in ALL for one in tree.rooms]
MADE = {(member.stranger, member.base) for one in ROOMS for member in one.members}


def _hostile_names(one: Room) -> set[str]:
    return {member.name for member in one.members if not member.is_honest}


def test_there_are_many_and_none_has_the_name_of_another() -> None:
    assert len(ALL) == len({tree.name for tree in ALL}) >= 30


@pytest.mark.parametrize("tree", ALL, ids=lambda tree: tree.name)
def test_each_has_two_hashes_and_honest_beside_hostile_code(tree: Tree) -> None:
    assert len(tree.rooms) == len({(one.operation, one.hash) for one in tree.rooms}) == 2
    assert any(member.is_honest for member in tree.members.values())
    assert any(_hostile_names(one) for one in tree.rooms)
    for one in tree.rooms:
        assert one.operation != "crypto_hash" or one.reference.startswith(f"{one.hash}/")


@pytest.mark.parametrize(
    ("role", "plays"),
    [
        (FIRST, lambda one: min(member.name for member in one.members) in _hostile_names(one)),
        (WITNESS, lambda one: "ref" in _hostile_names(one)),
        (WINNER, lambda one: {m.stranger.must for m in one.members} > {RIGHT}),
        (SUBROUTINE, lambda one: _hostile_names(one) and all(
            other.startswith(("core", "sha256")) for other in (m.base for m in one.members)
        )),
    ],
)  # fmt: skip
def test_every_role_is_played(role: str, plays: Callable[[Room], bool]) -> None:
    trees = [tree for tree in ALL if role in tree.roles]
    assert len(trees) >= 3
    assert [tree.name for tree in trees if not any(map(plays, tree.rooms))] == []


def test_every_stranger_is_in_a_tree() -> None:
    assert {stranger.name for stranger, _ in MADE} == set(strangers.ALL)


def test_figures_of_a_cheat_have_honest_ones_beside_them() -> None:
    for one in ROOMS:
        honest = {member.base for member in one.members if member.stranger.name == "honest"}
        cheats = {member.base for member in one.members if member.stranger.must == GAINLESS}
        assert cheats <= honest


@pytest.mark.parametrize("function", ["sha256", "sha512", "blake2s", "mill", "core"])
def test_each_text_applies(function: str) -> None:
    for stranger, base in MADE:
        if not base.startswith(f"{function}/"):
            continue
        files = strangers.files(stranger, base)
        operation = "crypto_core" if function == "core" else "crypto_hash"
        entry = f"int {operation}("
        named = [name for name, text in files.items() if entry in text]
        what = stranger.name, base
        assert len(named) == (2 if stranger.text else 1), what
        if stranger.text:
            assert (files["stranger.c"].count(entry), "stranger.c" in named) == (1, True), what
            assert f"#define {operation} CRYPTO_NAMESPACE(real)" in files["real.c"], what
            assert len(files["stranger.c"]) > stranger.makes, what


def test_a_tree_is_written_with_what_is_known_of_its_hashes(tmp_path: Path) -> None:
    tree = Tree("some", (), (
        room("wheat", "0: pointer of sha256/opt32", "ref: honest of sha256/ref", kat=False),
        room("sha512", "ref: honest of sha512/ref"),
    ))  # fmt: skip
    hostile_trees.write(tree, tmp_path)
    hashes = tmp_path / "crypto_hash"
    own = hostile_trees.ROOT / "crypto_hash" / "sha256"
    assert (hashes / "wheat/checksumbig").read_text() == (own / "checksumbig").read_text()
    assert not (hashes / "wheat/kat.tsv").exists() and (hashes / "sha512/kat.tsv").exists()
    assert (hashes / "wheat/ref/hash.c").read_text() == (own / "ref/hash.c").read_text()
    assert strangers.ALL["pointer"].text in (hashes / "wheat/0/stranger.c").read_text()


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
@pytest.mark.parametrize("name", ["ref", "rows", "words"])
def test_the_hash_that_nobody_knows_is_that_of_its_model(name: str, tmp_path: Path) -> None:
    for file, text in mill.sources(name, 1).items():
        (tmp_path / file).write_text(text)
    (tmp_path / "crypto_hash.h").write_text("")
    library = tmp_path / "hash.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-o", library, tmp_path / "hash.c", f"-I{tmp_path}"], check=True
    )
    crypto_hash = ctypes.CDLL(str(library)).crypto_hash
    for length in (0, 1, 31, 32, 33, 64, 200):
        message = bytes(i * 7 % 256 for i in range(length))
        digest = ctypes.create_string_buffer(32)
        assert crypto_hash(digest, message, ctypes.c_ulonglong(length)) == 0
        assert digest.raw == mill.mill(message, 1)
        assert mill.mill(message, 1) != mill.mill(message, 0)


# What is judged


HASH, NAME = "mill", "fast"
MILL = ("ref: honest of mill/ref", "rows: honest of mill/rows")


def _check(name: str, outcome: str, *findings: str) -> Check:
    return Check(
        key="k", platform="c", target="amd64", hash=HASH, implementation=name, object=name,
        outcome=outcome, reason="" if outcome == "right" else "it says so", findings=findings,
    )  # fmt: skip


def _found(name: str, outcome: str, cycles: int = 0, verdict: str = "", *findings: str) -> Found:
    """With a table that says so many cycles for 1536 bytes, unless it is none."""
    found = Found({name: _check(name, outcome, *findings)})
    if cycles:
        rows = ((1536, 1, *[cycles] * 5),)
        found.samples[name] = [Sample(0, 0, 1, 4, (Batch(1, 1, 1, 4, 1, 0, 0),), rows)]
    if verdict:
        found.audits[name] = Audit(
            key="k", platform="c", target="amd64", hash=HASH, implementation=name, object=name,
            bytes=1536, calls=1, inside=1, outside=1, verdict=verdict, doubt="too fast",
        )  # fmt: skip
    return found


def _judged(
    made: dict[str, Found], stranger: str = "stack-shorter", *, decided: bool = True
) -> Told:
    tree = Tree("t", (), (room(HASH, *MILL, f"{NAME}: {stranger} of mill/rows"),))
    honest = {"ref": _found("ref", "right", 9000), "rows": _found("rows", "right", 6000)}
    found = {("crypto_hash", HASH, name): one for name, one in (honest | made).items()}
    return judge(tree, found, decided=decided)


def test_what_should_happen_is_no_failure() -> None:
    for one in (_found(NAME, "wrong"), _found(NAME, "right", 6100), Found(failed="no")):
        told = _judged({NAME: one})
        assert list(told.lines()) == [] and not told.is_failure


@pytest.mark.parametrize(
    "one",
    [
        _found("ref", "wrong"),
        _found("ref", "right", 9000, "", "reads outside"),
        _found("ref", "right", 9000, "contradicted"),
        Found(failed="no"),
    ],
)
@pytest.mark.parametrize("decided", [True, False])
def test_honest_code_must_not_be_condemned(one: Found, decided: bool) -> None:
    told = _judged({NAME: _found(NAME, "wrong"), "ref": one}, decided=decided)
    assert len(told.condemned) == 1 and "t mill/ref: " in told.condemned[0]
    assert told.is_failure


@pytest.mark.parametrize("outcome", ["disputed", "right"])
def test_honest_code_needs_a_table_once_somebody_knows_who_is_right(outcome: str) -> None:
    made = {NAME: _found(NAME, "wrong"), "ref": _found("ref", outcome)}
    assert not _judged(made, decided=False).is_failure
    assert _judged(made).is_failure


def test_what_was_wrong_with_another_subroutine_does_not_condemn() -> None:
    found = _found("ref", "wrong")
    for object, subroutine in (("ref", "crypto_core/mill/bad"), ("other", "crypto_core/mill/good")):
        found.add(Build(
            key="k", platform="c", target="amd64", hash=HASH, implementation="ref", object=object,
            outcome="ok", subroutines=(subroutine,),
        ))  # fmt: skip
        found.add(replace(_check("ref", "wrong" if object == "ref" else "right"), object=object))
    assert found.words == {"right"}


def test_a_cheat_with_a_table_is_listed_with_its_gain() -> None:
    told = _judged({NAME: _found(NAME, "right", 1500)})
    assert not told.is_failure
    assert told.gains[0].endswith("4.00 times as fast as mill/rows")
    assert _judged({NAME: _found(NAME, "right", 1500, "contradicted")}).gains == []
    assert _judged({NAME: _found(NAME, "right", 1500, "", "marked")}).gains == []


def test_wrong_digests_must_not_come_out_right() -> None:
    assert _judged({NAME: _found(NAME, "right", 6000)}, "learned").is_failure
    assert not _judged({NAME: _found(NAME, "disputed", 6000)}, "learned").is_failure
