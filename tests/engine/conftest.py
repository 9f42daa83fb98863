"""What the tests of the engine share: the made-up platform, and no waiting to see how busy the machine is."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from hashcop.engine import prepare, site
from tests.support.fake import Engine

MakeEngine = Callable[[Mapping[str, str]], Engine]


@pytest.fixture(autouse=True)
def no_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """A made-up platform is not disturbed, and has no processes that an interrupted run would have to end."""
    monkeypatch.setattr(site, "LOOK_SECONDS", 0)
    monkeypatch.setattr(prepare, "stop_all", lambda: None)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """clock(seconds): time passes, and only then."""
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def passes(seconds: float) -> None:
        now[0] += seconds

    return passes


@pytest.fixture
def make_engine(tmp_path: Path) -> MakeEngine:
    """make_engine({"sum/ref": "cost = 5.0"}): the engine on a tree of these implementations."""
    return lambda files: Engine(tmp_path, files)


@pytest.fixture
def engine(make_engine: MakeEngine) -> Engine:
    """A tree with every outcome: ref is the fastest, slow is right too, the others each fail in their way."""
    return make_engine(
        {
            "sum/ref": 'cost = 5.0\nfactors = {"-b" = 2.0, "-c" = 3.0}',
            "sum/slow": "cost = 30.0\nsame = true",
            "sum/wrong": 'wrong = ["-a", "-b", "-c"]',
            "sum/broken": 'fails = ["-a", "-b", "-c"]',
            "sum/elsewhere": 'skip = "for vax only"',
        }
    )
