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
import os, random, shutil, signal, sys
from pathlib import Path
from reports import pages

data, out, fresh = map(Path, sys.argv[1:])
wish = pages.Wish(figures=frozenset())
os.sched_getaffinity = lambda _: {0}
write_bytes, replace = Path.write_bytes, Path.replace

def dying(steps):
    # The process kills itself at a step: in the middle of a file that it writes, or before it puts one in place.
    left = steps
    def step(dies):
        nonlocal left
        left -= 1
        if left == 0:
            dies()
            os.kill(os.getpid(), signal.SIGKILL)
    def half(path, content):
        step(lambda: write_bytes(path, content[: len(content) // 2]))
        return write_bytes(path, content)
    def put(path, target):
        step(lambda: None)
        return replace(path, target)
    Path.write_bytes, Path.replace = half, put

def forked(where, steps=0):
    child = os.fork()
    if child == 0:
        try:
            dying(steps)
            pages.write([data], where, wish=wish)
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1]

def contents(where):
    files = (p for p in where.rglob("*") if p.is_file())
    return {p.relative_to(where): p.read_bytes() for p in files}

assert forked(fresh) == 0
for turn in range(20):
    if turn % 5 == 0:  # from nothing, and then on from where it was killed
        shutil.rmtree(out, ignore_errors=True)
        steps = random.randint(1, len(contents(fresh)))
    else:
        pages_now = sorted(out.rglob("*.html"))
        lost = random.sample(pages_now, len(pages_now) // 2)
        for path in lost:
            path.unlink()
        steps = random.randint(1, 2 * len(lost) + 1)
    assert os.WIFSIGNALED(forked(out, steps)), (turn, steps)
    for path in out.rglob("*.html"):
        assert path.read_bytes().endswith(b"</html>"), path
    for path in out.rglob("*.js"):
        assert path.read_bytes().endswith(b"\\n") or "assets" in path.parts, path
    if turn % 5 == 4:
        assert forked(out) == 0
        assert contents(out) == contents(fresh), turn
        assert not list(out.rglob("*draft*"))
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
