"""Pages are current only if data, code, templates and options are what they were made from."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from hashcop.data.files import DataError
from hashcop.results.summary import Target
from reports import currency, pages, vendored
from reports.currency import is_current
from reports.folder import File
from reports.kept.machine import Head
from reports.site import write

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("hashcop/data", "hashcop/results", "reports")


class Undrawn:
    """A group of drawn figures that has none."""

    key = "undrawn"

    def __init__(self, head: Head, target: Target) -> None:
        self.group = f"drawn {head.name} {target.name}"

    def files(self) -> list[File]:
        return []


@pytest.fixture
def files(small: Path, tmp_path: Path) -> list[Path]:
    """Two data files below a bench directory."""
    found = []
    for name in ("a", "b"):
        (tmp_path / "bench" / name).mkdir(parents=True)
        path = tmp_path / "bench" / name / "data.jsonl"
        path.write_text(small.read_text().replace('"machine":"made"', f'"machine":"{name}"'))
        found.append(path)
    return found


@pytest.fixture
def out(files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pages of both files, without the time that drawing takes."""
    monkeypatch.setattr(write, "DrawnPages", Undrawn)
    return pages.write(files, tmp_path / "out").parent


def test_pages_are_current_after_they_were_made(files: list[Path], out: Path) -> None:
    assert is_current(files, out)
    assert is_current([*files[::-1], files[0]], out), "in another order, one of them twice"


def test_there_are_no_current_pages_before_any_were_made(files: list[Path], tmp_path: Path) -> None:
    assert not is_current(files, tmp_path / "nowhere")


def test_removed_data_make_pages_stale(files: list[Path], out: Path) -> None:
    files[1].unlink()
    assert not is_current(files[:1], out)
    assert not is_current(files, out)


def test_new_data_make_pages_stale(files: list[Path], out: Path) -> None:
    extra = files[0].with_name("data")
    shutil.copy(files[0], extra)
    assert not is_current([*files, extra], out)


def test_changed_data_make_pages_stale(files: list[Path], out: Path) -> None:
    stat = files[0].stat()
    os.utime(files[0], ns=(stat.st_atime_ns, stat.st_mtime_ns - 1))
    assert not is_current(files, out), "an older file in its place"
    os.utime(files[0], ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert is_current(files, out)
    with files[0].open("a") as file:
        file.write("\n")
    os.utime(files[0], ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert not is_current(files, out), "another size at the same time"


def test_data_that_change_while_pages_are_made_make_them_stale(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Late(Undrawn):
        def files(self) -> list[File]:
            os.utime(files[0])
            return []

    monkeypatch.setattr(write, "DrawnPages", Late)
    out = pages.write(files, tmp_path / "out").parent
    assert not is_current(files, out)


def test_pages_that_lack_figures_or_details_are_not_current(
    files: list[Path], tmp_path: Path
) -> None:
    for n, wish in enumerate((pages.Wish(figures=frozenset()), pages.Wish(details=False))):
        assert not is_current(files, pages.write(files, tmp_path / str(n), wish=wish).parent)


def test_pages_in_ticks_are_no_pages_in_cycles(files: list[Path], out: Path) -> None:
    assert not is_current(files, out, in_ticks=True)
    pages.write(files, out, wish=pages.Wish(in_ticks=True))
    assert is_current(files, out, in_ticks=True) and not is_current(files, out)


def test_a_lost_index_makes_pages_stale(files: list[Path], out: Path) -> None:
    (out / "index.html").unlink()
    assert not is_current(files, out)


@pytest.mark.parametrize("note", ["", "[]", '{"made_from": 7}', '["index.html"]'])
def test_a_broken_note_makes_pages_stale(note: str, files: list[Path], out: Path) -> None:
    (out / ".hashcop-pages" / "whole").write_text(note)
    assert not is_current(files, out)


def test_pages_that_were_not_finished_are_stale(
    files: list[Path], out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Dying(Undrawn):
        def files(self) -> list[File]:
            raise KeyboardInterrupt

    monkeypatch.setattr(write, "DrawnPages", Dying)
    monkeypatch.setattr(Dying, "key", "another")
    with pytest.raises(KeyboardInterrupt):
        pages.write(files, out)
    assert not is_current(files, out)


def test_data_that_cannot_be_read_leave_pages_stale(files: list[Path], out: Path) -> None:
    files[0].write_text("{}\n")
    with pytest.raises(DataError):
        pages.write(files, out)
    assert not is_current(files, out)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the code that pages are made with, and its libraries."""
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / "code" / room)
    shutil.copy(ROOT / "hashcop/__init__.py", tmp_path / "code/hashcop/__init__.py")
    (tmp_path / "code/node_modules").symlink_to(ROOT / "node_modules")
    return tmp_path / "code"


def in_checkout(checkout: Path, statement: str, *words: object) -> str:
    """What a statement prints with the code of a checkout; `files` and `out` are the words."""
    program = f"""
import sys
from pathlib import Path
from reports import currency
*files, out = map(Path, sys.argv[1:])
{statement}
"""
    done = subprocess.run(
        [sys.executable, "-B", "-S", "-P", "-c", program, *map(str, words)],
        env={"PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def digest_in(checkout: Path, files: Sequence[Path]) -> str:
    """The digest that the code of a checkout computes; without site packages, which it does not need."""
    return in_checkout(checkout, "print(currency.digest(files))", *files, checkout)


@pytest.mark.parametrize(
    "name",
    [
        "hashcop/results/samples.py",
        "hashcop/data/supercop/words.py",
        "reports/pages.py",
        "reports/site/templates/hash.html",
        "reports/kept/figures.py",
        "reports/assets/style.css",
    ],
)
def test_changed_code_makes_pages_stale(name: str, files: list[Path], checkout: Path) -> None:
    before = digest_in(checkout, files)
    assert before == currency.digest(files), "wherever the code is"
    (checkout / name).write_text((checkout / name).read_text() + "\n")
    assert digest_in(checkout, files) != before


def test_a_new_module_makes_pages_stale(files: list[Path], checkout: Path) -> None:
    before = digest_in(checkout, files)
    (checkout / "hashcop/results/more.toml").touch()
    assert digest_in(checkout, files) != before


def test_what_python_compiles_changes_nothing(files: list[Path], checkout: Path) -> None:
    before = digest_in(checkout, files)
    (checkout / "reports/__pycache__").mkdir(exist_ok=True)
    (checkout / "reports/__pycache__/pages.cpython-311.pyc").write_bytes(b"x")
    assert digest_in(checkout, files) == before


def test_to_ask_loads_nothing_that_is_slow(files: list[Path], checkout: Path) -> None:
    statement = "print(currency.is_current(files, out), *sys.modules)"
    answer, *loaded = in_checkout(checkout, statement, *files, checkout).split()
    assert answer == "False"
    assert not {"jinja2", "matplotlib", "duckdb", "numpy", "msgspec", "reports.pages"} & set(loaded)


def test_pages_without_scripts_are_not_current_once_the_libraries_are_there(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as without:
        without.setattr(vendored, "files", dict)
        pages.write([small], tmp_path / "out", wish=pages.Wish(figures=frozenset(["made"])))
        assert is_current([small], tmp_path / "out")
    monkeypatch.setattr(vendored, "files", lambda: {"uPlot.iife.min.js": Path(__file__)})
    assert not is_current([small], tmp_path / "out")
