"""What audits find of honest timings, alone and beside other work on the core that is measured on.

    make bench-audits

It prints for each number of busy neighbours the least, the median and the most of the ratios of cycles by the clock
outside to those that were claimed, how many of the timings were marked, and how many refused.
"""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from hashcop import ROOT
from hashcop.data.lengths import TABLE, USUAL
from hashcop.machine.sandbox import open_sandbox
from hashcop.platforms.c.lane import CLane, open_lane
from hashcop.platforms.door import Audited, Patience, Timer
from hashcop.results import samples
from tests.support import lanes

WORDS = ("sha256/ref", "groestl256/opt64", "shake256/opt64")
NEIGHBOURS = (0, 1, 3, 8)
AUDITS = 12
BUSY = "import os, sys\nos.sched_setaffinity(0, {int(sys.argv[1])})\nwhile True: pass"


@contextlib.contextmanager
def _neighbours(number: int, core: int) -> Iterator[None]:
    found = [subprocess.Popen([sys.executable, "-c", BUSY, str(core)]) for _ in range(number)]
    try:
        yield
    finally:
        for process in found:
            process.kill()
            process.wait()


def _line(audits: list[Audited | str]) -> str:
    believed = [one for one in audits if isinstance(one, Audited)]
    ratios = sorted(one.outside / one.inside for one in believed) or [0.0]
    marked = sum(bool(one.doubt) for one in believed)
    return (
        f"{ratios[0]:.2f} {median(ratios):.2f} {ratios[-1]:.2f}"
        f"  marked {marked} and refused {len(audits) - len(believed)} of {len(audits)}"
    )


def _show(word: str, lane: CLane, timer: Timer, place: Path) -> None:
    (group,) = lanes.groups_of(lane, ROOT, [word], [lane.targets[0].name])
    workshop = lane.workshop(group, place / word.replace("/", "-"))
    artifact = workshop.build(group.option_sets[0]).artifact
    workshop.close()
    if artifact is None:
        raise SystemExit(f"{word} does not build")
    found = timer.time(artifact, list(TABLE), USUAL.for_table, lane.targets[0])
    if isinstance(found, str):
        raise SystemExit(found)
    claimed = {length: median(cycles) for length, cycles, _ in samples.cycles(found)}
    for number in NEIGHBOURS:
        with _neighbours(number, lane.core):
            audits = [lane.audit(timer, group, artifact, claimed) for _ in range(AUDITS)]
        print(f"{word:18} {number} busy  {_line(audits)}", flush=True)


def main() -> None:
    """Print what the module says."""
    with TemporaryDirectory(dir="/var/tmp") as name:
        place = Path(name)
        place.chmod(0o755)
        lane = open_lane(lanes.place(open_sandbox(trusted=False), place))
        timer = lane.timer(lane.core, Patience(60))
        for word in WORDS:
            _show(word, lane, timer, place)


if __name__ == "__main__":
    main()
