"""What the tests of reports share: the stored file, and ways to write, read and check."""

import io
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from reports import pages, terminal
from tests.support.made_data import HASHES, Clock, Fact, Maker, line

ROOM = Path(__file__).parent
Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are made within the process of the test: few pages take less time than processes for them."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})


@pytest.fixture(scope="session")
def small() -> Path:
    """The stored file: two ABIs, three hashes with their implementations, and failures."""
    return ROOM / "small.jsonl"


@pytest.fixture(scope="session")
def written(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of the stored file; for reading only."""
    return pages.write([small], tmp_path_factory.mktemp("pages") / "out").parent


@pytest.fixture
def file(tmp_path: Path) -> Write:
    """Writes facts into a new data file."""
    count = 0

    def write(facts: Iterable[Fact]) -> Path:
        nonlocal count
        count += 1
        path = tmp_path / f"{count}.jsonl"
        path.write_text("".join(map(line, facts)))
        return path

    return write


@pytest.fixture
def site(file: Write, tmp_path: Path) -> Callable[..., Path]:
    """Writes the pages of facts, without drawn figures, into a directory of that name."""

    def write(facts: Iterable[Fact], name: str = "out", *, in_ticks: bool = False) -> Path:
        wish = pages.Wish(in_ticks=in_ticks, figures=frozenset())
        return pages.write([file(facts)], tmp_path / name, wish=wish).parent

    return write


@pytest.fixture
def maker() -> Callable[..., Maker]:
    """Makes makers of facts that share a clock."""
    clock = Clock()

    def make(
        implementation: str = "ref", hash: str = "md5", factor: float = 1.0, **rest: Any
    ) -> Maker:
        return Maker(
            clock,
            rest.pop("target", "amd64"),
            hash,
            implementation,
            HASHES["md5"][0],
            factor,
            **rest,
        )

    return make


@pytest.fixture
def told() -> Callable[..., str]:
    """What the terminal summary says, to something that is no terminal."""

    def tell(path: Path, *selection: str, encoding: str = "utf-8", in_ticks: bool = False) -> str:
        raw = io.BytesIO()
        out = io.TextIOWrapper(raw, encoding=encoding)
        wanted = [(name.partition("/")[0], name.partition("/")[2] or None) for name in selection]
        terminal.summary([path], wanted, Console(file=out), in_ticks=in_ticks)
        out.flush()
        return raw.getvalue().decode(encoding)

    return tell
