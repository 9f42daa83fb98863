"""How `./do` starts: fast, and with an answer to Ctrl-C at every moment of it."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hashcop import __main__ as start
from tests.support import runs
from tests.support.runs import Bench, Ended

pytestmark = pytest.mark.usefixtures("hang_ups")

SAID = "the same command goes on from here"
# In the place of a module or a program: as if Ctrl-C were pressed at this moment.
IMPATIENT = "import os, signal\nos.kill(os.getpid(), signal.{})\n"
NUMBERS = ("SIGINT", "SIGTERM", "SIGHUP")


def ended_in_order(done: Ended, times: int = 1) -> None:
    """One line, and the status of what is stopped."""
    assert (done.status, done.out, done.said.count("\n")) == (130, "", times), done
    assert SAID in done.said


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("module", ["sitecustomize", "click"])
def test_stopped_while_python_starts_or_reads_modules_it_says_so(
    module: str, number: str, tmp_path: Path
) -> None:
    """sitecustomize is imported before any code of ours."""
    (tmp_path / f"{module}.py").write_text(IMPATIENT.format(number))
    ended_in_order(runs.run("list", PYTHONPATH=str(tmp_path)))


@pytest.mark.parametrize("number", NUMBERS)
def test_stopped_while_a_command_reads_the_engine_it_says_so(number: str, tmp_path: Path) -> None:
    (tmp_path / "rich").mkdir()
    (tmp_path / "rich" / "__init__.py").write_text(IMPATIENT.format(number))
    ended_in_order(runs.run("race", "--bench", tmp_path, PYTHONPATH=str(tmp_path)))


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.skipif(
    subprocess.run(["env", "--block-signal=INT", "true"], capture_output=True).returncode != 0,
    reason="env of this system can't block signals",
)
def test_stopped_while_the_system_s_python_starts_it_says_so(number: str, tmp_path: Path) -> None:
    python = shutil.which("python3", path=runs.ENVIRONMENT["PATH"])
    fake = tmp_path / "python3"
    fake.write_text(f'#!/bin/sh\nkill -{number.removeprefix("SIG")} $$\nexec {python} "$@"\n')
    fake.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{runs.ENVIRONMENT['PATH']}"
    ended_in_order(runs.run("list", PATH=path))


def test_a_signal_that_the_shell_ignores_stays_ignored(tmp_path: Path) -> None:
    """As with a command that a script starts in the background."""
    (tmp_path / "sitecustomize.py").write_text(IMPATIENT.format("SIGINT"))
    done = subprocess.run(
        ["sh", "-c", "trap '' INT; exec ./do list --json"],
        cwd=runs.ROOT,
        env=runs.ENVIRONMENT | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_started_hears_signals(tmp_path: Path) -> None:
    """Signals are blocked while Python starts; a process that inherited that could not be stopped."""
    asks = "import click, os\nfor line in open('/proc/self/status'):\n    if 'SigBlk' in line:\n"
    script = asks + "        print(line.split()[1])\n"
    (tmp_path / "asked.py").write_text(script)
    (tmp_path / "watchdog").mkdir()
    started = f"import subprocess, sys\nsubprocess.run([sys.executable, {str(tmp_path / 'asked.py')!r}])\n"
    (tmp_path / "watchdog" / "__init__.py").write_text(started + "raise SystemExit(3)\n")
    done = runs.run("--watch", "md5", "--bench", tmp_path, PYTHONPATH=str(tmp_path))
    assert (done.status, done.out) == (3, "0000000000000000\n")


def test_the_second_signal_ends_it_at_once() -> None:
    """Where closing everything takes long, whoever waits may press Ctrl-C again."""
    impatient = (
        "import os, signal, time\nfrom hashcop import __main__ as start\n"
        "start._handle(start._in_order)\n"
        "try:\n    signal.raise_signal(signal.SIGINT)\n"
        "finally:\n    signal.raise_signal(signal.SIGINT); time.sleep(60)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", impatient], capture_output=True, text=True, timeout=30
    )
    assert (done.returncode, done.stderr) == (130, f"{start.SAID}\n")


@pytest.fixture
def endless(tmp_path: Path) -> Bench:
    """A tree whose check does not end by itself."""
    runs.implementation(tmp_path / "tree", "endless", runs.ENDLESS, wrapped=False)
    return Bench(tmp_path / "tree", tmp_path / "bench", bare=True)


@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize("pause", [0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6])
def test_stopped_at_any_moment_it_says_so_and_leaves_nothing_running(
    pause: float, endless: Bench
) -> None:
    """From the first moment on; a shell that has not come to Python yet ends by the signal, as any program does."""
    process = endless.start("check")
    runs.wait_for_end(process, runs.after(pause))
    runs.kill(process, signal.SIGINT)
    done = runs.ended(process, 30)
    assert done.status in ((130, -signal.SIGINT) if pause < 0.1 else (130,)), done
    assert done.status == -signal.SIGINT or SAID in done.said
    assert runs.left_running(endless.place) == []


def test_stopped_in_a_finalizer() -> None:
    """Where Python drops an exception and goes on."""
    program = """
import signal, sys, time
import hashcop.__main__ as start
from hashcop.cli import main

class Held:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def perform(words):
    Held()
    time.sleep(20)

main.perform = perform
sys.exit(start.main())
"""
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, f"{start.SAID}\n")


# Fast


def loaded(*words: str) -> set[str]:
    """The modules that a command loads."""
    asks = (
        "import sys\nfrom hashcop.cli.main import perform\nsys.stdout = open('/dev/null', 'w')\n"
        f"perform({list(words)!r})\nprint(*sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", asks], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines()[-1].split())


SLOW = {"rich", "jinja2", "matplotlib", "watchdog", "elftools", "hashcop.engine.session"}


@pytest.mark.parametrize(
    ("words", "needs"),
    [
        (["--help"], set()),
        (["check", "--help"], set()),
        (["run", "--help"], set()),
        (["list", "--curve", "full"], set()),
        (["doctr"], set()),
        (["completion", "bash"], set()),
        (["list", "--json", "md5"], {"rich", "hashcop.engine.session"}),
    ],
)
def test_nothing_that_is_slow_to_load_is_loaded_before_it_is_needed(
    words: list[str], needs: set[str]
) -> None:
    assert loaded(*words) & SLOW <= needs
