"""What audits find of honest timings and of claims that are too fast, alone and beside other work.

    make bench-audits

For each load and claim it prints the least, the median and the most of the deviations (outside / inside - 1), the
tolerances, the seconds of an audit, and the verdicts: of what leads its hash, in turns with a runner-up, and of others.
A claim of 1.5 says that the code is 1.5 times as fast as it is.
"""

import contextlib
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from hashcop import ROOT
from hashcop.data.lengths import TABLE, USUAL
from hashcop.machine.sandbox import open_sandbox
from hashcop.platforms.c import outside
from hashcop.platforms.c.lane import CLane, open_lane
from hashcop.platforms.door import Audited, AuditPlan, Group, Patience, Rival, Timer
from hashcop.results import samples
from tests.support import lanes

PAIRS = (
    ("sha256/x86-shani", "sha256/opt32"),
    ("groestl256/opt64", "groestl256/ref"),
    ("shake256/opt64", "shake256/opt32"),
)
CLAIMS = {True: (1.0, 1.2, 1.5, 2.2), False: (1.0, 2.2)}  # by whether it leads
AUDITS = 6
TABLES = 9  # the least of their medians is claimed
SPIN = "import os, sys\nos.sched_setaffinity(0, {int(sys.argv[1])})\nwhile True: pass"
BURSTS = """import os, sys, time
os.sched_setaffinity(0, {int(sys.argv[1])})
while True:
    until = time.perf_counter() + 0.03
    while time.perf_counter() < until: pass
    time.sleep(0.07)"""
MEMORY = """import os, sys
os.sched_setaffinity(0, {int(sys.argv[1])})
some = bytearray(1 << 26)
while True: some[:1 << 25] = some[1 << 25:]"""
# What runs beside, and how many of it: on the core that timings are taken on, and on all others.
LOADS = {
    "alone": ("", 0, 0),
    "one on the core": (SPIN, 1, 0),
    "three on the core": (SPIN, 3, 0),
    "bursts on the core": (BURSTS, 1, 0),
    "busy elsewhere": (SPIN, 0, 1),
    "memory elsewhere": (MEMORY, 0, 1),
}


@dataclass(frozen=True)
class Build:
    """A build, and the cycles of a call by length that honest timings say."""

    group: Group
    artifact: Path
    claimed: dict[int, float]


@contextlib.contextmanager
def _beside(load: str, core: int) -> Iterator[None]:
    text, here, elsewhere = LOADS[load]
    others = [one for one in lanes.CORES if one != core]
    cores = [core] * here + others * elsewhere
    found = [subprocess.Popen([sys.executable, "-c", text, str(one)]) for one in cores]
    try:
        yield
    finally:
        for process in found:
            process.kill()
            process.wait()


def _built(word: str, lane: CLane, timer: Timer, place: Path) -> Build | None:
    """None where this processor has no such implementation."""
    (group,) = lanes.groups_of(lane, ROOT, [word], [lane.targets[0].name])
    if not group.option_sets:
        return None
    workshop = lane.workshop(group, place / word.replace("/", "-"))
    artifact = workshop.build(group.option_sets[0]).artifact
    workshop.close()
    if artifact is None:
        return None
    claimed: dict[int, float] = {}
    for _ in range(TABLES):
        found = timer.time(artifact, list(TABLE), USUAL.for_table, lane.targets[0])
        if isinstance(found, str):
            raise SystemExit(found)
        for length, cycles, _ in samples.cycles(found):
            claimed[length] = min(claimed.get(length, median(cycles)), median(cycles))
    return Build(group, artifact, claimed)


def _line(audits: list[Audited | str], seconds: float) -> str:
    done = [one for one in audits if isinstance(one, Audited)]
    deviations = sorted(one.deviation for one in done) or [0.0]
    tolerances = sorted(one.tolerance for one in done) or [0.0]
    verdicts = Counter(one.verdict for one in done)
    if len(done) < len(audits):
        verdicts["refused"] = len(audits) - len(done)
    told = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
    return (
        f"{deviations[0]:+5.0%} {median(deviations):+5.0%} {deviations[-1]:+5.0%}"
        f"  tolerance {tolerances[0]:.0%} to {tolerances[-1]:.0%}  {seconds:.2f} s  {told}"
    )


def _show(first: Build, second: Build | None, lane: CLane, timer: Timer) -> None:
    rival = Rival(second.group, second.artifact, second.claimed) if second else None
    for load in LOADS:
        for leads, claim in [(how, claim) for how, claims in CLAIMS.items() for claim in claims]:
            claimed = {length: cycles / claim for length, cycles in first.claimed.items()}
            plan = AuditPlan(leads=leads, runner_up=rival if leads else None)
            with _beside(load, lane.core):
                begun = time.monotonic()
                audits = [
                    lane.audit(timer, first.group, first.artifact, claimed, None, plan)
                    for _ in range(AUDITS)
                ]
                seconds = (time.monotonic() - begun) / AUDITS
            what = f"{'leads' if leads else 'other'} {claim:.1f}"
            print(f"  {load:18} {what}  {_line(audits, seconds)}", flush=True)


def main() -> None:
    """Print what the module says: of the first round of each audit, without pauses."""
    outside.ROUNDS = ()
    with TemporaryDirectory(dir="/var/tmp") as name:
        place = Path(name)
        place.chmod(0o755)
        lane = open_lane(lanes.place(open_sandbox(trusted=False), place))
        timer = lane.timer(lane.core, Patience(60))
        for pair in PAIRS:
            first, second = (_built(word, lane, timer, place) for word in pair)
            if first:
                print(f"{pair[0]}, the runner-up is {pair[1]}")
                _show(first, second, lane, timer)


if __name__ == "__main__":
    main()
