"""Mutants of right implementations are caught, by the part of the check that is meant for them."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Built, Verdict
from tests.mutants.mutants import ALL, OUTSIDE, Mutant, write
from tests.support import trees
from tests.support.lanes import build, group, lane, native, toolchain

__all__ = ["build", "lane", "native", "toolchain"]

Judge = Callable[[Mutant], Verdict]


@pytest.fixture
def judge(lane: CLane, native: Target, build: Callable[..., Built], tmp_path: Path) -> Judge:
    """judge(mutant): the verdict on its first build, as `./do check` has it."""

    def judged(mutant: Mutant) -> Verdict:
        if mutant.abi and mutant.abi != native.name:
            pytest.skip(f"for {mutant.abi} only")
        write(mutant, tmp_path)
        function = trees.function(tmp_path / "crypto_hash" / mutant.hash)
        (one,) = (i for i in function.implementations if i.name == mutant.name)
        made = group(lane, function, one, native)
        built, judging = build(made), lane
        assert built.artifact is not None, built.outcome
        if mutant.long_messages:
            judging = CLane(replace(lane.place, long_messages=True), lane.toolchain)
        return judging.check(made, made.option_sets[0], built.artifact, 20)

    return judged


def test_there_are_many_and_none_has_the_name_of_another() -> None:
    names = [mutant.name for mutant in (*ALL, *OUTSIDE)]
    assert len(set(names)) == len(names)
    assert len(ALL) >= 100


EACH = [
    pytest.param(mutant, id=mutant.name, marks=[pytest.mark.long] if mutant.long_messages else [])
    for mutant in ALL
]


@pytest.mark.parametrize("mutant", EACH)
def test_a_mutant_is_caught(judge: Judge, mutant: Mutant) -> None:
    verdict = judge(mutant)
    said = [verdict.reason, *verdict.findings]
    assert any(re.search(mutant.says, text) for text in said if text), said


def test_what_one_build_did_wrong_is_looked_for_in_the_next(
    lane: CLane, native: Target, tmp_path: Path
) -> None:
    (mutant,) = (one for one in ALL if one.name == "after-100000-calls")
    write(mutant, tmp_path)
    function = trees.function(tmp_path / "crypto_hash" / mutant.hash)
    (one,) = (i for i in function.implementations if i.name == mutant.name)
    own = CLane(lane.place, lane.toolchain)
    made = group(own, function, one, native)
    workshop = own.workshop(made, tmp_path / "work")
    artifacts = [(word, workshop.build(word).artifact) for word in made.option_sets[:2]]
    workshop.close()
    found = [
        own.check(made, word, artifact, 20).outcome for word, artifact in artifacts if artifact
    ]
    assert found == ["wrong"] * len(artifacts)


@pytest.mark.parametrize("mutant", OUTSIDE, ids=lambda mutant: mutant.name)
def test_what_the_contract_permits_is_right(judge: Judge, mutant: Mutant) -> None:
    verdict = judge(mutant)
    assert (verdict.outcome, verdict.findings) == ("right", ())
