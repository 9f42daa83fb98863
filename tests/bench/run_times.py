"""How long runs of the shipped tree take and how much they leave, against what is promised.

    make bench-run

Prints a row for each: what, figure, limit. Leave the machine alone meanwhile: a default run takes minutes.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def seconds(*arguments: str) -> float:
    """Wall-clock seconds of one ./do, which finds nothing that another bench has built."""
    begun = time.monotonic()
    subprocess.run([ROOT / "do", *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - begun


def row(what: str, figure: float, limit: float, unit: str) -> bool:
    """Print a figure beside its limit; whether it is within."""
    fits = figure <= limit
    print(
        f"{what:<48}{figure:>9.2f} of {limit:>6.0f} {unit}{'' if fits else '   TOO MUCH'}",
        flush=True,
    )
    return fits


def main() -> int:
    """Exit status 1 where a limit is passed."""
    seconds("--version")  # makes the environment, once
    fits = [row("start, before anything is looked at", seconds("--version"), 1, "s")]
    with tempfile.TemporaryDirectory() as directory:
        bench = Path(directory)
        a, q = ([f"--bench={bench / x}", f"--cache={bench / x / 'cache'}"] for x in "aq")
        fits.append(row("./do", seconds(*a), 15 * 60, "s"))
        size = sum(file.stat().st_size for file in bench.glob("a/*/data.jsonl"))
        fits.append(row("its raw data", size / 1e6, 100, "MB"))
        again = seconds(*a)
        fits.append(row("./do again, with nothing to do", again, 60, "s"))
        quick = seconds(*q, "--profile", "quick")
        fits.append(row("./do --profile quick", quick, 3 * 60, "s"))
    return 0 if all(fits) else 1


if __name__ == "__main__":
    sys.exit(main())
