"""What tests of circuits are made of: without Verilator they are skipped."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.door import Verdict
from hashcop.platforms.rtl import room as rooms
from hashcop.platforms.rtl import simulate, tools
from hashcop.platforms.rtl.room import Room
from hashcop.platforms.rtl.witness import Fresh
from tests.conftest import Once
from tests.platforms.rtl import toy

NOBODY = Fresh()


@pytest.fixture(autouse=True, scope="session")
def _verilator() -> None:
    if not tools.has_verilator():
        pytest.skip(f"no Verilator is installed: {tools.HOW_VERILATOR}")


@pytest.fixture(scope="session")
def room(sandbox: Sandbox, once: Once) -> Room:
    """Where simulators are made."""
    return rooms.open_room(
        sandbox, once("rtl-room", lambda place: rooms.open_room(sandbox, place) and None)
    )


@pytest.fixture
def judge(room: Room, tmp_path: Path) -> Callable[..., Verdict]:
    """The verdict on the toy's circuit with texts replaced."""
    tmp_path.chmod(0o755)

    def judged(*replaced: tuple[str, str], fresh: Fresh = NOBODY) -> Verdict:
        return simulate.verdict(
            room, toy.DESIGN, toy.files(*replaced), toy.KNOWN, toy.PADDING, fresh, tmp_path
        )

    return judged
