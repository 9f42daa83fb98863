"""`./do report --figures`: of machines that are there."""

import shutil
from pathlib import Path

from tests.support.typed import refused

STORED = Path(__file__).parents[1] / "reports" / "small.jsonl"


def test_figures_of_a_machine_that_is_not_there_are_refused(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    shutil.copy(STORED, tmp_path / "made" / "data.jsonl")
    said = refused("report", "--bench", tmp_path, "--figures", "maid")
    assert "no machine maid to draw figures of; there is made" in said
    assert not (tmp_path / "html").exists()
