"""Counts of toys and of shipped hashes. Without llvmlite they are skipped."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.counts import build, measure, wheel
from hashcop.counts.build import Counting
from hashcop.counts.measure import Counted
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Need
from hashcop.platforms.implementation import HashFunction
from tests.support import trees
from tests.support.lanes import ROOT, lane, native, x86

Count = Callable[..., Counted]

__all__ = ["lane", "native", "x86"]


@pytest.fixture
def count(lane: CLane, native: Target, tmp_path: Path) -> Count:
    """count("sha256/ref", tree_at=..., target=...): what it does for one block."""
    found = wheel.find()
    if found is None:
        pytest.skip(wheel.ADVICE)

    def counted(word: str, tree_at: Path = ROOT, target: Target = native) -> Counted:
        function, implementation = trees.named(tree_at, word)

        def primitive(need: Need) -> HashFunction | None:
            place = tree_at / need.operation / need.primitive
            return trees.function(place) if place.is_dir() else None

        parts = build.parts_of(implementation, primitive)
        place = tmp_path / f"{word.replace('/', '-')}-{target.name}"
        made = Counting(lane, target, parts, place).counted(found)
        return measure.counted(lane.sandbox, made, function.known_answers())

    return counted
