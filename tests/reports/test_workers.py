"""Pages that several processes make, and that one makes where others can't be."""

import _multiprocessing
import multiprocessing
import multiprocessing.synchronize  # before what it needs is replaced
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from hashcop.data.files import DataError
from reports import pages
from reports.workers import workers
from tests.support.made_data import line, machine

UNDRAWN = pages.Wish(figures=frozenset())


def _square_and_who(number: int) -> tuple[int, int]:
    time.sleep(0.02 if number == 0 else 0)  # the first is done last
    return number * number, os.getpid()


def _refuse(number: int) -> NoReturn:
    raise DataError(f"number {number}")


def _die(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _content(root: Path) -> dict[str, bytes]:
    files = (path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): path.read_bytes() for path in files}


@pytest.fixture
def data(small: Path, tmp_path: Path) -> list[Path]:
    """Two machines, so that there is something to share out."""
    other = tmp_path / "other.jsonl"
    other.write_text(line(machine("other")))
    return [small, other]


@pytest.fixture
def semaphores_are_refused(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As where /dev/shm is missing, or may not be written to."""

    def refuse(*_: Any) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(_multiprocessing, "SemLock", refuse)
    with pytest.raises(PermissionError):
        multiprocessing.get_context("fork").Lock()
    yield


def _with_cores(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(count)))


def test_results_are_in_order_and_by_other_processes() -> None:
    with workers(3) as run:
        for _ in range(2):
            found = list(run(_square_and_who, range(7)))
            assert [square for square, _ in found] == [n * n for n in range(7)]
            assert os.getpid() not in {who for _, who in found}
            assert len({who for _, who in found}) > 1
    assert multiprocessing.active_children() == []


@pytest.mark.usefixtures("semaphores_are_refused")
def test_without_semaphores_pages_are_made_by_several_processes_byte_for_byte(
    data: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages.write(data, tmp_path / "one" / "html", wish=UNDRAWN)
    _with_cores(monkeypatch, 2)
    pages.write(data, tmp_path / "two" / "html", wish=UNDRAWN)
    assert _content(tmp_path / "two" / "html") == _content(tmp_path / "one" / "html")


@pytest.mark.parametrize("forks", [0, 1])
def test_without_room_for_processes_one_does_it_all(
    forks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, fork = [forks], os.fork

    def some() -> int:
        if not left[0]:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        left[0] -= 1
        return fork()

    monkeypatch.setattr(os, "fork", some)
    with workers(4) as run:
        assert {who for _, who in run(_square_and_who, range(5))} == {os.getpid()}
    assert multiprocessing.active_children() == []


def test_what_a_worker_raises_is_raised_and_no_worker_is_left() -> None:
    with pytest.raises(DataError, match="number"), workers(2) as run:
        list(run(_refuse, range(4)))
    assert multiprocessing.active_children() == []


def test_a_worker_that_is_killed_is_an_error_of_the_system() -> None:
    with pytest.raises(ChildProcessError, match="SIGKILL"), workers(2) as run:
        list(run(_die, range(2)))
    assert multiprocessing.active_children() == []
