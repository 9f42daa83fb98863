"""Fixtures of tests that build and run C: a conftest.py imports those that the tests beside it use."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.machine.processor import kind
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms import door
from hashcop.platforms.c.lane import CLane, open_lane
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.toolchain import Target, Toolchain
from hashcop.platforms.door import Built, Group, Place
from hashcop.platforms.implementation import HashFunction, Implementation
from tests.conftest import Once
from tests.support import trees

ROOT = Path(__file__).resolve().parents[2]
NOWHERE = Path("/nonexistent")  # libraries of an operator who has none
CORES = kind().usable
Groups = Callable[..., list[Group]]
Build = Callable[..., Built]

__all__ = ["build", "compiler", "groups", "lane", "native", "toolchain", "x86"]


def place(sandbox: Sandbox, cache: Path, profile: str = "quick", **rest: object) -> Place:
    """Where a lane works; without libraries of the operator's, unless `rest` names some."""
    fields = Place(sandbox, cache, CORES, NOWHERE, profile=profile)
    return replace(fields, **rest)  # type: ignore[arg-type]


def group(
    lane: CLane,
    function: HashFunction,
    implementation: Implementation,
    target: door.Target,
    named: bool = True,
) -> Group:
    """A group, as the engine makes it of a lane's plan."""
    plan = lane.plan(implementation, target)
    return Group(
        lane=lane,
        function=function,
        implementation=implementation,
        target=target,
        option_sets=plan.option_sets,
        skip=plan.skip,
        named=named,
        security=implementation.security,
        needs=plan.needs,
    )


def groups_of(
    lane: CLane, tree: Path, words: Sequence[str], targets: Sequence[str] = ()
) -> list[Group]:
    """The groups of HASH/IMPLEMENTATION, for each target of a lane, or those that are named."""
    return [
        group(lane, *trees.named(tree, word), target)
        for word in words
        for target in lane.targets
        if not targets or target.name in targets
    ]


@pytest.fixture(scope="session")
def lane(sandbox: Sandbox, once: Once) -> CLane:
    """C on this machine, with the quick profile. Its cache is shared by all workers."""

    def make(cache: Path) -> None:
        open_lane(place(sandbox, cache))

    return open_lane(place(sandbox, once("lane", make)))


@pytest.fixture(scope="session")
def toolchain(lane: CLane) -> Toolchain:
    """What this machine can build and run."""
    return lane.toolchain


@pytest.fixture(scope="session")
def native(lane: CLane) -> Target:
    """The processor's own ABI: the first target."""
    return lane.targets[0]


@pytest.fixture(scope="session")
def x86(lane: CLane) -> Target:
    """The 32-bit ABI of a PC; without it the test is skipped."""
    found = [target for target in lane.targets if target.name == "x86"]
    if not found:
        pytest.skip(f"no x86: {lane.missing.get('x86', 'another processor')}")
    return found[0]


@pytest.fixture(
    scope="session", params=[f.command for f in compilers.families() if f.flags("quick")]
)
def compiler(request: pytest.FixtureRequest) -> str:
    """Each compiler that the quick profile has, if it is installed."""
    command: str = request.param
    if shutil.which(command) is None:
        pytest.skip(f"{command} is not installed")
    return command


@pytest.fixture(scope="session")
def groups(lane: CLane) -> Groups:
    """groups("sha256/ref", tree_at=..., profile=..., targets=...): what a run would make of it."""

    def made(
        *words: str, tree_at: Path = ROOT, profile: str = "quick", targets: tuple[str, ...] = ()
    ) -> list[Group]:
        own = CLane(replace(lane.place, profile=profile), lane.toolchain)
        return groups_of(own, tree_at, words, targets)

    return made


@pytest.fixture
def build(lane: CLane, tmp_path: Path) -> Build:
    """build(group): what becomes of one build of it, by default with its first option set."""
    count = 0
    own = CLane(replace(lane.place, cache=tmp_path / "cache"), lane.toolchain)

    def built(group: Group, option_set: door.OptionSet | None = None) -> Built:
        nonlocal count
        count += 1
        workshop = own.workshop(group, tmp_path / f"build-{count}")
        try:
            return workshop.build(option_set or group.option_sets[0])
        finally:
            workshop.close()

    return built
