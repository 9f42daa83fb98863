"""Implementations that disagree, where nobody knows who is right."""

import shutil

import pytest

from hashcop.data.records import Check, Timings
from hashcop.engine.messages import Complaint
from hashcop.results import model
from hashcop.results.verdict import verdict
from tests.engine.conftest import MakeEngine
from tests.support.fake import Engine

DIFFERS = 'differs = "crypto_hash/h/a"'
ARGUES = 'argues = "crypto_hash/h/a"'


def outcomes(engine: Engine) -> dict[str, set[str]]:
    """By implementation, the outcomes of the newest check of each machine code on each target."""
    newest: dict[tuple[str, str, str], Check] = {}
    for check in engine.of(Check):
        newest[check.implementation, check.target, check.object] = check
    found: dict[str, set[str]] = {}
    for (name, _, _), check in newest.items():
        found.setdefault(name, set()).add(check.outcome)
    return found


def timed(engine: Engine) -> set[str]:
    return {f"{one.hash}/{one.implementation}" for one in engine.of(Timings)}


def words(engine: Engine) -> dict[str, str]:
    """The verdict on each implementation of h, as pages have it."""
    ((machine,),) = (model.load([engine.file]),)
    every = [
        one
        for target in machine.targets
        for h in target.hashes
        if h.name == "h"
        for one in h.implementations
    ]
    return {one.name: verdict(one).word for one in every}


@pytest.mark.parametrize("how", [DIFFERS, ARGUES])
@pytest.mark.parametrize("name", ["0", "b", "ref"])
def test_nothing_of_a_hash_in_dispute_counts(make_engine: MakeEngine, how: str, name: str) -> None:
    engine = make_engine({"h/a": "", "h/c": "", f"h/{name}": how, "other/a": ""})
    engine.run()
    assert outcomes(engine) == {"a": {"disputed", "right"}, "c": {"disputed"}, name: {"disputed"}}
    assert set(words(engine).values()) == {"disputed"}
    assert "other/a" in timed(engine)
    said = engine.said.getvalue()
    assert said.count("--reference h/IMPLEMENTATION") == 2  # once for each target
    assert f"crypto_hash/h/{name} gave" in said
    if how == DIFFERS:
        assert timed(engine) == {"other/a"}


def test_what_was_not_checked_of_a_hash_in_dispute_is_disputed_too(make_engine: MakeEngine) -> None:
    engine = make_engine({"h/a": "", "h/b": DIFFERS, "h/c": ""})
    engine.run(exhaustive=False)
    assert set(words(engine).values()) == {"disputed"}


def test_a_dispute_is_remembered_and_written_once(make_engine: MakeEngine) -> None:
    engine = make_engine({"h/a": "", "h/b": DIFFERS, "h/c": ""})
    engine.run()
    before = engine.of(Check)
    engine.said.truncate(0)
    engine.run("h/c")
    assert timed(engine) == set() and engine.of(Check) == before
    assert engine.said.getvalue().count("--reference h/IMPLEMENTATION") == 2
    engine.run()
    again = [one for one in engine.of(Check)[len(before) :] if one.implementation != "b"]
    assert again == [] and timed(engine) == set()


@pytest.mark.parametrize("how", [DIFFERS, ARGUES])
@pytest.mark.parametrize("side", ["a", "b"])
def test_a_dispute_ends_with_either_side(make_engine: MakeEngine, how: str, side: str) -> None:
    engine = make_engine({"h/a": "", "h/b": how, "h/c": ""})
    engine.run()
    assert set(words(engine).values()) == {"disputed"}
    if side == "b":
        engine.write("h/b", "cost = 12.0")
        engine.run()
        assert set(words(engine).values()) == {"right"} and timed(engine) == {"h/a", "h/b", "h/c"}
    else:
        shutil.rmtree(engine.tree / "crypto_hash" / "h" / "a")
        engine.write("h/b", "cost = 12.0")
        engine.run()
        assert words(engine)["c"] == "right" and {"h/b", "h/c"} <= timed(engine)


@pytest.mark.parametrize("honest", ["a", "b"])
def test_the_operator_names_who_is_right(make_engine: MakeEngine, honest: str) -> None:
    engine = make_engine({"h/a": "", "h/b": DIFFERS, "h/c": ""})
    engine.run()
    engine.run(references=(f"h/{honest}",), exhaustive=False)
    found = words(engine)
    assert "disputed" not in set().union(*outcomes(engine).values())
    assert found[honest] == "right" and f"h/{honest}" in timed(engine)
    assert found["b"] == ("right" if honest == "b" else "wrong")
    count = len(engine.lines())
    engine.run(exhaustive=False)  # it is known from now on
    assert words(engine) == found and len(engine.lines()) == count


def test_a_reference_is_one_only_as_it_was(make_engine: MakeEngine) -> None:
    engine = make_engine({"h/a": "", "h/b": DIFFERS})
    engine.run(references=("h/a",))
    assert words(engine) == {"a": "right", "b": "wrong"}
    engine.write("h/a", "cost = 9.0")
    engine.write("h/b", f"{DIFFERS}\ncost = 9.0")
    engine.run()
    assert set(words(engine).values()) == {"disputed"}


@pytest.mark.parametrize("word", ["h/none", "none/a", "h", "", "h/"])
def test_what_is_no_implementation_is_no_reference(make_engine: MakeEngine, word: str) -> None:
    engine = make_engine({"h/a": "", "h/b": DIFFERS})
    with pytest.raises(Complaint, match="HASH/IMPLEMENTATION is wanted"):
        engine.run(references=(word,))
