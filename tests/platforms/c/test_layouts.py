"""The same machine code at other places: programs that are linked here."""

from pathlib import Path

import pytest

from hashcop.platforms.c.layouts import LAYOUTS, PAGE
from hashcop.platforms.door import LinksAgain
from tests.support.lanes import Build, Groups

# Of sha256's constants, in the order of bytes of a little-endian machine.
CONSTANTS = bytes.fromhex("982f8a4291443771cffbc0b5a5dbb5e9")


def place_of(program: Path) -> int:
    """Where the constants lie within a page."""
    found = program.read_bytes().find(CONSTANTS)
    assert found >= 0
    return found % PAGE


@pytest.mark.parametrize("target", ["amd64", "x86"])
def test_a_program_is_linked_again_so_that_it_lies_elsewhere(
    target: str, groups: Groups, build: Build
) -> None:
    own = groups("sha256/ref", targets=(target,))
    if not own:
        pytest.skip(f"no {target} here")
    (group,) = own
    lane, built = group.lane, build(group).artifact
    assert isinstance(lane, LinksAgain) and built is not None
    found = list(lane.layouts(group, built))
    assert found[0] == built and len(set(found)) == LAYOUTS
    assert len({place_of(one) for one in found}) == LAYOUTS
    verdict = lane.check(group, group.option_sets[0], found[-1], 5)  # type: ignore[attr-defined]
    assert verdict.outcome == "right"
    before = [one.stat().st_mtime_ns for one in found]
    assert list(lane.layouts(group, built)) == found
    assert [one.stat().st_mtime_ns for one in found] == before  # nothing is linked twice


def test_a_program_that_was_kept_without_its_objects_is_the_only_one(
    groups: Groups, build: Build
) -> None:
    (group,) = groups("sha256/ref", targets=("amd64",))
    built = build(group).artifact
    assert built is not None and isinstance(group.lane, LinksAgain)
    built.with_name("kit.tar").unlink()
    assert list(group.lane.layouts(group, built)) == [built]
