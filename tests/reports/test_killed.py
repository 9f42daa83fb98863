"""Runs that are killed while they write pages: nothing is half, nothing hangs, and the next makes all of it."""

import subprocess
import sys
import time
from pathlib import Path

from reports import pages
from tests.support.html_check import assert_sound
from tests.support.made_data import line, machine

ROOT = Path(__file__).resolve().parents[2]
UNDRAWN = pages.Wish(figures=frozenset())

KILLED = """
import os, random, shutil, signal, sys, time
from pathlib import Path
from reports import pages

data, out, fresh = map(Path, sys.argv[1:])
wish = pages.Wish(figures=frozenset())
os.sched_getaffinity = lambda _: {0}

def forked(work):
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return child

def write(where):
    started = time.monotonic()
    child = forked(lambda: pages.write([data], where, wish=wish))
    assert os.waitpid(child, 0)[1] == 0
    return time.monotonic() - started

def contents(where):
    files = (p for p in where.rglob("*") if p.is_file())
    return {p.relative_to(where): p.read_bytes() for p in files}

took = write(fresh)
killed = 0
for turn in range(20):
    if turn % 5 == 0:  # from nothing, and then on from where it was killed
        shutil.rmtree(out, ignore_errors=True)
    else:
        pages_now = sorted(out.rglob("*.html"))
        for path in random.sample(pages_now, len(pages_now) // 2):
            path.unlink()
    child = forked(lambda: pages.write([data], out, wish=wish))
    time.sleep(random.uniform(0.05, 0.95) * took)
    os.kill(child, signal.SIGKILL)
    killed += os.WIFSIGNALED(os.waitpid(child, 0)[1])
    for path in out.rglob("*.html"):
        assert path.read_bytes().endswith(b"</html>"), path
    for path in out.rglob("*.js"):
        assert path.read_bytes().endswith(b"\\n") or "assets" in path.parts, path
    if turn % 5 == 4:
        write(out)
        assert contents(out) == contents(fresh), turn
        assert not list(out.rglob("*draft*"))
print(killed)
"""


def test_a_killed_run_leaves_no_half_page_and_the_next_makes_a_fresh_site(
    small: Path, tmp_path: Path
) -> None:
    words = [str(small), str(tmp_path / "out"), str(tmp_path / "fresh")]
    done = subprocess.run(
        [sys.executable, "-c", KILLED, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 10, "most were killed while they wrote"


def is_running(process: int) -> bool:
    """Whether a process is there, and not only waited for."""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())
    except OSError:
        return False


def test_workers_of_a_killed_run_end_and_the_next_does_not_wait_for_them(
    small: Path, tmp_path: Path
) -> None:
    """Workers that outlive their parent would hold the lock that it held."""
    program = """
import os, sys, time
from pathlib import Path
from reports import pages
from reports.site import write

os.sched_getaffinity = lambda _: {0, 1}
write.MachinePages.files = lambda _: [print(os.getpid(), flush=True), time.sleep(60)]
out, *data = map(Path, sys.argv[1:])
pages.write(data, out)
"""
    other = tmp_path / "other.jsonl"
    other.write_text(line(machine("other")))  # of a single machine, no worker would be asked
    words = [sys.executable, "-c", program, str(tmp_path / "out"), str(small), str(other)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        worker = int(parent.stdout.readline())
        assert worker != parent.pid
        parent.kill()
        parent.wait()
        until = time.monotonic() + 20
        while is_running(worker) and time.monotonic() < until:
            time.sleep(0.05)
        assert not is_running(worker)
    pages.write([small], tmp_path / "out", wish=UNDRAWN)
    assert_sound(tmp_path / "out")
