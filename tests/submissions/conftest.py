"""C on this machine, for the tests that build what was packed; and a place where things are submitted."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.cli import submitted
from hashcop.engine import prepare, session, site, tree
from hashcop.machine.sandbox import Sandbox
from hashcop.submissions import archives, examine
from tests.support.lanes import build, groups, lane
from tests.support.office import Counted, Office

__all__ = ["build", "groups", "lane", "office", "refuse"]
Refuse = Callable[[str], None]


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    """An office whose tree has sum/ref, which takes 8 cycles per byte."""
    platform = Counted()
    for room in (session, tree, examine, submitted):
        monkeypatch.setattr(room, "platforms", lambda: (platform,))
    for room in (session, tree):
        monkeypatch.setattr(room, "usual", lambda: (platform,))
    monkeypatch.setattr(session, "open_sandbox", lambda **_: Sandbox("none", (), ()))
    monkeypatch.setattr(session, "_install_missing", lambda *_: None)
    monkeypatch.setattr(site, "LOOK_SECONDS", 0)
    monkeypatch.setattr(prepare, "stop_all", lambda: None)
    # The made-up platform's implementations are no C, and have no api.h that matters.
    monkeypatch.setattr(archives, "against_tree", lambda *_: None)
    made = Office(tmp_path, platform)
    made.own("sum/ref")
    return made


@pytest.fixture
def refuse(monkeypatch: pytest.MonkeyPatch) -> Refuse:
    """refuse(reason): the comparison with the tree refuses everything from now on."""

    def refuses(reason: str) -> None:
        def against_tree(*_: object) -> None:
            raise archives.Refused(reason, "crypto_hash/sum/mine/api.h")

        monkeypatch.setattr(archives, "against_tree", against_tree)

    return refuses
