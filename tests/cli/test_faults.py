"""A few of the faults of tests/bench/faults.py, on the made-up platform: the machine fails, and a run says so."""

import errno
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hashcop.cli import messages, pages
from tests.bench.faults import MadeUp
from tests.support import faults
from tests.support.faults import NO_FAULT, Fault

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs LD_PRELOAD")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MadeUp]:
    """Runs in which calls fail."""
    place = tmp_path_factory.mktemp("faults")
    library, _ = faults.built(place / "tools")
    found = MadeUp(place / "made-up", library)
    yield found
    found.runs.close()


@pytest.mark.parametrize(
    ("fault", "ends"),
    [
        (Fault("write", 9, 0, errno.ENOSPC, "/data.jsonl"), True),
        (Fault("open", 60, 0, errno.EMFILE), True),
        (Fault("thread", 1, 0, errno.EAGAIN), True),
        (Fault("open", 1, 0, errno.EACCES, "/proc/"), False),
    ],
    ids=str,
)
def test_whatever_fails_is_told_and_the_next_run_goes_on(
    fault: Fault, ends: bool, made: MadeUp
) -> None:
    verdict = made.judged(fault)
    assert verdict.is_fine, verdict.why
    assert verdict.ended == ends


def test_memory_that_is_not_there_is_told(made: MadeUp) -> None:
    verdict = made.judged(NO_FAULT, {"memory": 4 << 20})
    assert verdict.is_fine and verdict.ended, verdict.why


def test_a_fault_that_a_run_does_not_survive_is_found(tmp_path: Path) -> None:
    """The judge itself."""
    fine, bad = faults.Came(0, ""), faults.Came(1, "Traceback (most recent call last):")
    line = b'{"kind":"build","key":"1"}\n'
    usual = {"usual": 0, "is_alike": True}
    assert faults.judge(fine, [], [line], fine, [line], **usual).is_fine
    assert faults.judge(bad, [], [], fine, [line], **usual).tracebacks == 1
    assert faults.judge(fine, [], [line], fine, [], **usual).losses == 1
    assert faults.judge(fine, [line], [], fine, [], **usual).losses == 1
    assert faults.judge(fine, [], [line], fine, [line, line], **usual).doubles == 1
    assert faults.judge(faults.Came(2, "?"), [], [], fine, [], **usual).silent == 1
    assert faults.judge(fine, [], [], fine, [], usual=0, is_alike=False).others == 1


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            OSError(errno.ENOSPC, "No space left on device", "/x/y"),
            "No space left on device (/x/y)",
        ),
        (MemoryError(), "out of memory"),
        (RuntimeError("can't start new thread"), "no thread can be started"),
        (RuntimeError("another"), ""),
        (OSError(errno.ENOENT, "No such file or directory"), ""),
    ],
)
def test_what_the_system_refuses_is_told_and_bugs_are_not_taken_for_it(
    error: Exception, said: str
) -> None:
    found = messages.system_refuses(error)
    assert said in found and bool(found) == bool(said)


def test_pages_that_can_not_be_made_are_no_reason_to_end_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rich.console import Console

    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "data.jsonl").write_text("")
    (tmp_path / "html").write_text("a file where the pages should be")
    said = pages.publish(tmp_path, Console(), in_ticks=False)
    assert said.startswith(f"the pages in {tmp_path / 'html'} can't be made: ")
