"""What all processes of a sandbox use together is limited: by the kernel, or by looking at them."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.machine import usage
from hashcop.machine.sandbox import MIB, Finished, Limits, Sandbox
from hashcop.machine.usage import Watch

TAKE = "python3 -c 'x = bytearray({} << 20); import time; time.sleep(9)'"
# A file of so many MiB that has no name any more, open or mapped.
UNNAMED = """python3 -c '
import mmap, os, time
f = open("file", "wb+"); os.unlink("file")
f.write(os.urandom(1 << 20) * {}); f.flush()
{}
time.sleep(9)'"""
Run = Callable[..., Finished]


@pytest.fixture(params=["groups", "looked at"])
def run(sandbox: Sandbox, tmp_path: Path, request: pytest.FixtureRequest) -> Run:
    """run(script, limits by name), with and without control groups."""
    if request.param == "groups" and sandbox.groups is None:
        pytest.skip("no control groups can be made here")
    own = sandbox if request.param == "groups" else replace(sandbox, groups=None)
    place = tmp_path / "place"
    place.mkdir()

    def ran(script: str, **limits: int) -> Finished:
        return own.run(
            ["bash", "-c", script],
            directory=place,
            limits=Limits(8, **limits),
            writable=[place],
        )

    return ran


def test_the_memory_of_all_processes_together_is_limited(run: Run) -> None:
    begun = time.monotonic()
    done = run(
        f"{TAKE.format(90)} & {TAKE.format(90)} & {TAKE.format(90)} & wait", together=200 * MIB
    )
    assert done.exceeded == "used more than 200 MiB of memory together"
    assert time.monotonic() - begun < 7
    assert not done.timed_out


def test_what_is_below_the_limit_is_no_harm(run: Run) -> None:
    done = run("python3 -c 'x = bytearray(90 << 20)'; echo end", together=200 * MIB)
    assert (done.status, done.output, done.exceeded) == (0, "end\n", "")


def test_a_command_that_ends_at_once_is_told_too(run: Run) -> None:
    done = run("python3 -c 'x = bytearray(900 << 20)'", together=100 * MIB)
    if done.status:
        assert done.exceeded == "used more than 100 MiB of memory together"


def test_what_is_written_together_is_limited(run: Run) -> None:
    script = "for i in $(seq 40); do head -c 4M /dev/urandom > file-$i; done; sleep 9"
    done = run(script, written=32 * MIB)
    assert done.exceeded == "wrote more than 32 MiB together"


@pytest.mark.parametrize(
    "keep", ["", "m = mmap.mmap(f.fileno(), 0); f.close()"], ids=["open", "mapped"]
)
def test_files_without_a_name_count_too(run: Run, keep: str) -> None:
    if keep and os.geteuid() != 0:
        pytest.skip("only root sees what others have mapped")
    assert (
        run(UNNAMED.format(48, keep), written=32 * MIB).exceeded
        == "wrote more than 32 MiB together"
    )


def test_the_number_of_files_is_limited(run: Run) -> None:
    done = run("mkdir -p a/b; cd a/b; touch file-{1..600}; sleep 9", files=500)
    assert done.exceeded == "made more than 500 files"


def test_too_many_results_end_the_command(sandbox: Sandbox) -> None:
    begun = time.monotonic()
    done = sandbox.run(
        ["bash", "-c", 'read number; while :; do head -c 100000 /dev/zero >&"$number"; done'],
        directory=Path("/"),
        limits=Limits(20, results=MIB),
        request=b"{results}\n",
        results=True,
    )
    assert done.exceeded == "wrote more than 1 MiB of results"
    assert len(done.results) < 2 * MIB
    assert time.monotonic() - begun < 15


def test_more_processes_than_allowed_are_named(sandbox: Sandbox) -> None:
    if sandbox.groups is None:
        pytest.skip("no control groups can be made here")
    script = "for i in $(seq 60); do sleep 3 & done; wait; exit 1"
    done = sandbox.run(["sh", "-c", script], directory=Path("/"), limits=Limits(9, processes=20))
    assert done.status
    assert done.exceeded in ("", "started more than 20 processes")  # prlimit may be first


# Without a sandbox


@pytest.fixture
def taker() -> Iterator[subprocess.Popen[bytes]]:
    """A process that has another, which takes 60 MiB."""
    taken = "x = b'x' * (60 << 20); print(flush=True); import time; time.sleep(60)"
    words = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {taken!r}])"
    with subprocess.Popen([sys.executable, "-c", words], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process
        for one in usage.processes_of(process.pid):
            os.kill(int(one.name), 9)


def test_the_memory_of_children_counts(taker: subprocess.Popen[bytes]) -> None:
    found = usage.memory_of(list(usage.processes_of(taker.pid)), 1 << 40)
    assert 60 * MIB < found < 200 * MIB


def test_shared_pages_count_once_where_it_matters(taker: subprocess.Popen[bytes]) -> None:
    processes = list(usage.processes_of(taker.pid))
    assert usage.memory_of(processes, 1) < usage.memory_of(processes, 1 << 40)


def test_a_process_that_is_gone_uses_nothing() -> None:
    watch = Watch(2**22 + 5, [], 1, 1, 1)
    assert watch.look() == ""


def test_hard_links_count_once_and_links_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(os.urandom(1 << 20))
    (tmp_path / "hard").hardlink_to(tmp_path / "file")
    (tmp_path / "link").symlink_to("/usr")
    size, count = usage.written_below([tmp_path], 100)
    assert (count, size >> 20) == (3, 1)


def test_looking_takes_little_of_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([100.0, 102.0])
    watch = Watch(os.getpid(), [], None, 1, 1, due=0.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(times))
    watch.look()
    assert watch.due == 102 + 2 * usage.SHARE


def test_limits_are_said_in_the_larger_unit() -> None:
    assert (usage.in_words(4 << 30), usage.in_words(1536 << 20)) == ("4 GiB", "1536 MiB")
