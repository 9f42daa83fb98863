"""Kernels on a graphics processor, in less than nine minutes: `make bench-device`.

    python -m tests.bench.device [BENCH] [--no-sandbox]

Says first how NVIDIA's driver begins without a sandbox. Then one kernel is checked, then measured, each in little time;
if that fails, it says what the processes were doing, and ends: a device that can't be used costs four minutes.

Then runs `./do device` for all kernels with the fewest option sets, into one data file below BENCH, and holds the
figures against what was expected: every kernel right; rates of the device within 3 % of the documented ones; functions
made of additions, rotations and logic at 80 % of their bound or more with 65,536 messages of 25,600 bytes; BLAKE-256
and CubeHash at 100 times the study's. Exit status 1 if one is missed. Without a graphics processor it says that it was
not run.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from hashcop import ROOT
from hashcop.platforms.device import devices as here
from hashcop.platforms.device import tools
from hashcop.results import devices
from hashcop.results.devices import PLATFORM, PROCESSOR, RATES, Row
from hashcop.results.model import load
from hashcop.results.summary import Machine, Target
from hashcop.results.verdict import verdict

SECONDS = 500  # for everything
FIRST = "sha256"  # the kernel that is tried first
CHECKED, MEASURED = 90, 150  # seconds that it may take, with what a new machine needs first
# What asks the driver: each line says a call, its status, and seconds.
ASK = """
import ctypes, time
cuda = ctypes.CDLL("libcuda.so.1")
version, count, context, text = ctypes.c_int(), ctypes.c_int(), ctypes.c_void_p(), ctypes.c_char_p()
for name, *words in (
    ("cuInit", 0),
    ("cuDriverGetVersion", ctypes.byref(version)),
    ("cuDeviceGetCount", ctypes.byref(count)),
    ("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0),
):
    begun = time.monotonic()
    status = getattr(cuda, name)(*words)
    cuda.cuGetErrorName(status, ctypes.byref(text))
    print(f"{name}: {status} {(text.value or b'').decode()}, {time.monotonic() - begun:.2f} s", flush=True)
print(f"CUDA {version.value}, {count.value} devices")
"""
ASKED = 60  # seconds
PEAK, SHARE, TIMES = 0.03, 0.80, 100
LIMITED_BY_ARITHMETIC = frozenset(
    (
        *("blake256", "bmw256", "cubehash1632", "shabal256", "skein512256", "sha256", "sha512"),
        *("keccakc512", "round3jh256", "luffa256"),
    )
)
MANY_TIMES = frozenset(("blake256", "cubehash1632"))


def diagnose() -> Iterator[str]:
    """What there is of NVIDIA's driver, and how it begins in a process without a sandbox."""
    yield "files of devices: " + (" ".join(map(str, here.nodes())) or "none")
    version = Path("/proc/driver/nvidia/version")
    if version.is_file():
        yield version.read_text().partition("\n")[0]
    try:
        words = [sys.executable, "-c", ASK]
        done = subprocess.run(words, capture_output=True, text=True, timeout=ASKED, check=False)
        yield done.stdout.strip()
        if done.returncode:
            yield f"status {done.returncode}: {(done.stderr.strip().splitlines() or [''])[-1]}"
    except subprocess.TimeoutExpired as error:
        yield f"the driver did not answer in {ASKED} seconds: {(error.stdout or b'').decode().strip()}"


def processes(above: int) -> Iterator[str]:
    """What the processes below one are doing: name, state, seconds of the processor, and where the kernel waits."""
    found: dict[int, tuple[int, str]] = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            name, rest = (place / "stat").read_text().rsplit(")", 1)
            state, parent, *words = rest.split()
            waits = (place / "wchan").read_text() or "-"
        except OSError:  # it has ended
            continue
        seconds = (int(words[9]) + int(words[10])) / os.sysconf("SC_CLK_TCK")
        said = f"{name.partition('(')[2]}: {state}, {seconds:.1f} s, {waits}"
        found[int(place.name)] = int(parent), said
    for number, (parent, said) in sorted(found.items()):
        ancestor = parent
        while ancestor in found and ancestor != above:
            ancestor = found[ancestor][0]
        if ancestor == above:
            yield f"    {number} below {parent}: {said}"


def run(bench: Path, words: Sequence[str], seconds: float) -> bool:
    """`./do device`, as far as the time goes: what was measured by then is recorded. Whether it ended well in time."""
    command = [str(ROOT / "do"), "device", *words, "--device", "--profile", "quick"]
    begun, is_over = time.monotonic(), False
    with subprocess.Popen([*command, "--bench", str(bench)]) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            is_over = True
            print(
                f"not ended after {seconds:.0f} seconds; what runs:",
                *processes(process.pid),
                sep="\n",
            )
            process.terminate()
            process.wait()
    status = process.returncode
    print(f"{' '.join(words)}: status {status}, {time.monotonic() - begun:.0f} seconds", flush=True)
    return not is_over and status == 0


def measured(bench: Path) -> list[tuple[Machine, Target]]:
    """The devices that have results, apart from the processor."""
    machines = load(bench.glob("*/data.jsonl"))
    return [
        (machine, target)
        for machine in machines
        for target in machine.targets
        if target.platform == PLATFORM and target.name != PROCESSOR
    ]


def try_first(bench: Path, words: Sequence[str]) -> str:
    """Check one kernel, then measure it: why there is no use in going on, or empty."""
    if not run(bench, ["check", FIRST, *words], CHECKED):
        return f"{FIRST} was not checked"
    if not run(bench, [FIRST, *words], MEASURED):
        return f"{FIRST} was not measured"
    if not any(devices.rows(machine, target) for machine, target in measured(bench)):
        return "no graphics processor answered"
    return ""


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
    begun = time.monotonic()
    print(*diagnose(), sep="\n", flush=True)
    words = ["--no-sandbox"] if asked.no_sandbox else []
    why = try_first(asked.bench, words)
    if why:
        print(f"stopped: {why}")
        return 1
    run(asked.bench, words, SECONDS - (time.monotonic() - begun))
    wrong = list[str]()
    for machine, target in measured(asked.bench):
        for line in lines(machine, target):
            print(line)
        wrong += missed(machine, target)
    print("\n".join(f"missed: {text}" for text in wrong) or "nothing missed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
