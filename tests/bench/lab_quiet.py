"""What a worker costs that watches a job: `make bench-lab-quiet`.

    python -m tests.bench.lab_quiet [--rounds 15] [SELECT]

A real worker, and on the same machine the real home and server, which belong elsewhere, look after a job that does
nothing. Beside them `./do race SELECT` is run again and again: in turns while they look after it, and while all of them
are stopped. Printed are both medians, in cycles at 1536 bytes, and their ratio. Exit status 1: they differ by more than
0.2 %.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hashcop import ROOT
from tests.support.made_lab_hosts import lab

MOST = 0.002
STARTING = 20.0  # seconds


def _watched(place: Path, is_ready: Path) -> None:
    """A lab whose only machine is at a job for as long as this process lives."""

    async def work() -> None:
        async with lab(place, "pi", lines=1, seconds=3600) as made:
            worker = made.start_worker("pi")
            while worker._doing is None:
                await asyncio.sleep(0.1)
            is_ready.write_text(str(made.server.pid))
            await asyncio.sleep(3600)

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(work())


def cycles(select: str, directory: Path) -> float:
    """What a race finds, with a bench of its own."""
    words = [str(ROOT / "do"), "race", select, "--profile", "quick", "--json", "--bench"]
    done = subprocess.run(
        [*words, str(directory)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
        text=True,
    )
    return float(json.loads(done.stdout)[0]["cycles"])


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("select", nargs="?", default="sha256/ref")
    parser.add_argument("--rounds", type=int, default=15)
    asked = parser.parse_args()
    found: dict[str, list[float]] = {"with": [], "without": []}
    with tempfile.TemporaryDirectory() as text:
        place = Path(text)
        is_ready = place / "ready"
        process = multiprocessing.Process(target=_watched, args=(place / "lab", is_ready))
        (place / "lab").mkdir()
        process.start()
        end = time.monotonic() + STARTING
        while not is_ready.exists():
            if time.monotonic() > end:
                raise SystemExit("the lab did not begin")
            time.sleep(0.1)
        assert process.pid
        every = [process.pid, int(is_ready.read_text())]
        cycles(asked.select, place / "first")  # builds
        try:
            for number in range(asked.rounds):
                for which in ("with", "without") if number % 2 else ("without", "with"):
                    for pid in every:
                        os.kill(pid, signal.SIGCONT if which == "with" else signal.SIGSTOP)
                    found[which].append(cycles(asked.select, place / f"{which}-{number}"))
        finally:
            for pid in every:
                os.kill(pid, signal.SIGCONT)
            process.terminate()
            process.join()
            with contextlib.suppress(ProcessLookupError):
                os.kill(every[1], signal.SIGKILL)
    medians = {which: statistics.median(some) for which, some in found.items()}
    ratio = medians["with"] / medians["without"]
    for which, some in found.items():
        print(f"{which} a worker: {medians[which]:.1f} cycles, {min(some):.1f} to {max(some):.1f}")
    print(f"ratio: {ratio:.5f}")
    return 0 if abs(ratio - 1) <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
