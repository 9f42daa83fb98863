"""What tests of devices are made of: kernels that are wrong, a run of one that is right, and the harness."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.device import CPU, tools
from hashcop.platforms.device.room import Room, open_room
from tests.conftest import Once
from tests.support.lanes import lane, native

__all__ = ["lane", "native"]

Rows = dict[str, dict[str, Any]]
BAD = Path(__file__).resolve().parents[2] / "bad"
WORDS = ("--tree", BAD, "--abi", CPU, "--profile", "quick")


@pytest.fixture(scope="session")
def driver() -> None:
    """A driver of OpenCL."""
    if not (tools.has_loader() and tools.has_driver()):
        pytest.skip("no driver of OpenCL")


@pytest.fixture(scope="session")
def rows(verdicts: Callable[..., Rows], driver: None) -> Rows:
    """The verdicts on all kernels of tests/bad, from one run, by implementation."""
    said = verdicts("bad-device", *WORDS, "--time-limit", 10, platform="device")
    return {row["implementation"]: row for row in said.values()}


@pytest.fixture(scope="session")
def bench(do: Callable[..., subprocess.CompletedProcess[str]], once: Once, driver: None) -> Path:
    """Where a kernel that is right was measured, with copies, too, and the pages."""

    def make(place: Path) -> None:
        words = (*WORDS, "--bench", place, "--effect", "copies")
        done = do("device", "fnv1a64/kernel-right", *words, seconds=400)
        assert done.returncode == 0, done.stderr
        (place / "said").write_text(done.stdout)

    return once("device-run", make)


@pytest.fixture(scope="session")
def room(sandbox: Sandbox, lane: CLane, once: Once) -> Room:
    """The harness for devices."""
    place = once("device-room", lambda _: None)
    return open_room(sandbox, place, lane.toolchain, lane.targets[0])
