"""Whatever numbers a data file has, everything that reads it comes to its end."""

import io
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.console import Console

from hashcop.data.store import Store
from hashcop.results.beside import comparisons
from hashcop.results.model import load
from reports import pages, supercop, terminal
from tests.support.forged import facts, forged


@pytest.fixture
def forgeries(tmp_path: Path) -> Iterable[Path]:
    """A data file that is another one each time."""
    place = tmp_path / "made" / "data.jsonl"
    place.parent.mkdir()
    chance, original = random.Random("forged"), facts()
    return (place for _ in iter(int, 1) if place.write_text(forged(original, chance)))


def test_figures_and_exports_are_made_of_any_numbers(forgeries: Iterable[Path]) -> None:
    named = 0
    for _, file in zip(range(150), forgeries, strict=False):
        left_out: Counter[str] = Counter()
        load([file], left_out)
        load([file], in_ticks=True)
        assert list(supercop.lines([file], left_out))
        Store(file.parent, "made").close()
        named += any(f"{file}:" in what for what in left_out)
    assert 10 < named < 140


def test_pages_and_tables_are_made_of_any_numbers(
    forgeries: Iterable[Path], tmp_path: Path
) -> None:
    console = Console(file=io.StringIO(), width=100)
    for _, file in zip(range(8), forgeries, strict=False):
        assert pages.write([file], tmp_path / "html").is_file()
        terminal.summary([file], [("sha256", None)], console)
        for found in comparisons(file, file):
            terminal.comparison(found, console)
