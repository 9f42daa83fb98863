"""Kernels on a graphics processor, in less than nine minutes: `make bench-device`.

    python -m tests.bench.device [BENCH] [--no-sandbox]

Runs `./do device` for all kernels with the fewest option sets, into one data file below BENCH, and holds the figures
against what was expected: every kernel right; rates of the device within 3 % of the documented ones; functions made of
additions, rotations and logic at 80 % of their bound or more with 65,536 messages of 25,600 bytes; BLAKE-256 and
CubeHash at 100 times the study's. Exit status 1 if one is missed. Without a graphics processor it says that it was not
run.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from hashcop import ROOT
from hashcop.platforms.device import devices as here
from hashcop.platforms.device import tools
from hashcop.results import devices
from hashcop.results.devices import PLATFORM, PROCESSOR, RATES, Row
from hashcop.results.model import load
from hashcop.results.summary import Machine, Target
from hashcop.results.verdict import verdict

SECONDS = 500
PEAK, SHARE, TIMES = 0.03, 0.80, 100
LIMITED_BY_ARITHMETIC = frozenset(
    (
        *("blake256", "bmw256", "cubehash1632", "shabal256", "skein512256", "sha256", "sha512"),
        *("keccakc512", "round3jh256", "luffa256"),
    )
)
MANY_TIMES = frozenset(("blake256", "cubehash1632"))


def run(bench: Path, *words: str) -> None:
    """All kernels, as far as the time goes: what was measured by then is recorded."""
    command = [str(ROOT / "do"), "device", "--device", "--profile", "quick", "--bench", str(bench)]
    with subprocess.Popen([*command, *words]) as process:
        begun = time.monotonic()
        try:
            process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            process.terminate()
            process.wait()
            print(f"ended after {SECONDS} seconds")
        print(f"{time.monotonic() - begun:.0f} seconds")


def lines(machine: Machine, target: Target) -> Iterator[str]:
    """A table of a device, and the rates that probes measured."""
    rows = devices.rows(machine, target)
    yield f"## {devices.about(machine, target.name)}, {target.name}"
    yield "| hash | Gb/s | quartiles | cycles/byte | of bound | by | × the study | launch |"
    yield "| --- | ---: | --- | ---: | ---: | --- | ---: | --- |"
    for row in rows:
        known = row.gigabits
        share = f"{row.share:.0%}" if row.share else ""
        times = f"{_times(row):.0f}" if _times(row) else ""
        cells = [row.hash, f"{known.median:.0f}", f"{known.low:.0f} to {known.high:.0f}"]
        cells += [f"{row.cycles:.4f}", share, row.bound.by if row.bound else "", times]
        yield "| " + " | ".join([*cells, f"`{' '.join(row.options)}`"]) + " |"
    device = devices.device_of(machine, target.name)
    for peak in device.peaks if device else ():
        yield f"{peak.work}: {peak.rate:.1f} for each clock and unit, at {peak.clock:.3f} GHz"


def _times(row: Row) -> float:
    """Of the study's figure."""
    studied = row.study.gpu if row.study else 0.0
    return row.as_study.median / studied if row.as_study and studied else 0.0


def missed(machine: Machine, target: Target) -> Iterator[str]:
    """What is not as it was expected."""
    for hash in target.hashes:
        for one in hash.many:
            judged = verdict(one)
            if judged.word != "right":
                yield f"{hash.name}/{one.name}: {judged.word}: {judged.why}"
    for row in devices.rows(machine, target):
        if row.hash in LIMITED_BY_ARITHMETIC and row.share is not None and row.share < SHARE:
            yield f"{row.hash}: {row.share:.0%} of its bound"
        if row.hash in MANY_TIMES and _times(row) < TIMES:
            yield f"{row.hash}: {_times(row):.0f} times the study"
    device = devices.device_of(machine, target.name)
    for peak in device.peaks if device and device.version == devices.STATIC.version else ():
        documented = RATES.get(peak.work)
        if documented and abs(peak.rate / documented - 1) > PEAK:
            yield f"{peak.work}: {peak.rate:.1f} for each clock and unit, documented {documented:.0f}"


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", nargs="?", default=str(ROOT / "bench" / "device"), type=Path)
    parser.add_argument("--no-sandbox", action="store_true")
    asked = parser.parse_args()
    if not here.nodes() and not tools.has_cuda():
        print("not run: no graphics processor is here")
        return 0
    run(asked.bench, *(["--no-sandbox"] if asked.no_sandbox else []))
    wrong, found = list[str](), 0
    for machine in load(asked.bench.glob("*/data.jsonl")):
        for target in machine.targets:
            if target.platform == PLATFORM and target.name != PROCESSOR:
                found += 1
                for line in lines(machine, target):
                    print(line)
                wrong += missed(machine, target)
    if not found:
        wrong.append("no graphics processor answered")
    print("\n".join(f"missed: {text}" for text in wrong) or "nothing missed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
