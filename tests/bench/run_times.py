"""How long runs of the shipped tree take, what they forecast, and whether a default run finds the fastest.

    make bench-run

A default run from empty caches; the same again; then everything is built and raced, and the default run's winners are
compared with the fastest of all builds. Last, a default run of a tree with ten more hashes. Prints a row for each:
what, figure, limit. Leave the machine alone meanwhile: all of it takes the better part of an hour.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from hashcop.data import files
from hashcop.data.records import Run
from hashcop.results.model import load
from hashcop.results.ranking import fastest
from hashcop.results.summary import Code, Hash

ROOT = Path(__file__).resolve().parents[2]
NEAR, FAR = 1.01, 1.03  # of the time of the fastest build: most winners, and the worst one
MOST = 0.95  # of the winners
FIRST_PAGES, ALL = 5 * 60, 15 * 60  # seconds that a run of PROMISED hashes may take
PROMISED = 29
TEN, MORE = 10, 0.1  # hashes more, and by what part the limits grow with them
PUBLISHED = "pages so far: "
Contest = tuple[str, str]  # target, hash


@dataclass(frozen=True)
class Timed:
    """A run: seconds in all, and until pages were there for the first time."""

    seconds: float
    first_pages: float


def run(*arguments: str) -> Timed:
    """One ./do, which finds nothing that another bench has built."""
    begun = time.monotonic()
    first = 0.0
    with subprocess.Popen([ROOT / "do", *arguments], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            if line.startswith(PUBLISHED) and not first:
                first = time.monotonic() - begun
    if process.returncode:
        raise SystemExit(f"./do {' '.join(arguments)} ended with status {process.returncode}")
    return Timed(time.monotonic() - begun, first)


def row(what: str, figure: float, limit: float, unit: str) -> bool:
    """Print a figure beside its limit; whether it is within."""
    fits = figure <= limit
    print(
        f"{what:<60}{figure:>9.2f} of {limit:>6g} {unit}{'' if fits else '   TOO MUCH'}",
        flush=True,
    )
    return fits


def hashes_of(tree: Path) -> list[str]:
    """The hashes of a tree that have an implementation."""
    every = (tree / "crypto_hash").iterdir()
    return sorted(one.name for one in every if any(one.glob("*/api.h")))


def growth(count: int) -> float:
    """By what factor the limits grow for so many hashes."""
    return 1 + MORE * max(count - PROMISED, 0) / TEN


def with_ten_more(place: Path) -> Path:
    """The shipped tree, in which ten of the hashes are there a second time under another name."""
    hashes, names = place / "crypto_hash", hashes_of(ROOT)
    shutil.copytree(ROOT / "crypto_hash", hashes, symlinks=True)
    for name in names[:: len(names) // TEN][:TEN]:
        shutil.copytree(hashes / name, hashes / f"{name}x", symlinks=True)
    return place


def last_run(data: Path) -> Run:
    """What the last run recorded of itself."""
    return [one for one in files.read(data) if isinstance(one, Run)][-1]


def hashes(data: Path) -> dict[Contest, Hash]:
    """What was measured, by target and hash."""
    return {
        (target.name, hash.name): hash
        for machine in load([data])
        for target in machine.targets
        for hash in target.hashes
    }


def winners(data: Path) -> dict[Contest, str]:
    """The machine code of the fastest implementation of each hash on each target."""
    found = {contest: fastest(hash) for contest, hash in hashes(data).items()}
    return {contest: one.winner.object for contest, one in found.items() if one and one.winner}


def costs(data: Path) -> dict[Contest, dict[str, float]]:
    """The race median of every machine code that is not wrong."""
    found: dict[Contest, dict[str, float]] = defaultdict(dict)
    for contest, hash in hashes(data).items():
        codes: list[Code] = [code for one in hash.implementations for code in one.codes]
        found[contest] |= {c.object: c.race for c in codes if c.race and not c.is_wrong}
    return found


def behind(chosen: dict[Contest, str], every: dict[Contest, dict[str, float]]) -> list[float]:
    """By how much what was chosen takes longer than the fastest of all, as a ratio, least first; prints the worst."""
    ratios = {one: every[one][code] / min(every[one].values()) for one, code in chosen.items()}
    worst = sorted(ratios, key=lambda one: ratios[one])[-3:]
    for target, hash in reversed(worst):
        print(f"  {hash} {target}: {ratios[target, hash]:.4f}")
    return sorted(ratios.values())


def main() -> int:
    """Exit status 1 where a limit is passed."""
    run("--version")  # makes the environment, once
    fits = [row("start, before anything is looked at", run("--version").seconds, 1, "s")]
    with tempfile.TemporaryDirectory() as directory:
        bench = Path(directory) / "bench"
        place = [f"--bench={bench}", f"--cache={Path(directory) / 'cache'}"]
        whole = run(*place)
        (data,) = bench.glob("*/data.jsonl")
        told = last_run(data)
        count = len(hashes_of(ROOT))
        limits = FIRST_PAGES * growth(count), ALL * growth(count)
        print(f"{count} hashes")
        fits.append(row("./do: the first ranking, in the pages", whole.first_pages, limits[0], "s"))
        fits.append(row("./do: all that it promises", whole.seconds, limits[1], "s"))
        off = abs(told.forecast / whole.seconds - 1)
        fits.append(row(f"  its forecast, {told.forecast:.0f} s: off by", off, 0.25, "of it"))
        spent = (f"{name} {seconds:.0f}" for name, seconds in told.spent.items())
        print(f"  seconds: {', '.join(spent)}")
        fits.append(row("its raw data", data.stat().st_size / 1e6, 100, "MB"))
        fits.append(row("./do again, with nothing to do", run(*place).seconds, 60, "s"))
        chosen = winners(data)
        exhaustive = run("race", "--exhaustive", *place)
        print(f"all builds and races: {exhaustive.seconds:.0f} s more")
        ratios = behind(chosen, costs(data))
        near = sum(ratio <= NEAR for ratio in ratios) / len(ratios)
        fits.append(row("winners that are beyond 1 % of the fastest build", 1 - near, 1 - MOST, ""))
        fits.append(row("  the worst winner, as a multiple of the fastest", ratios[-1], FAR, ""))
        place = [f"--bench={Path(directory) / 'more'}", f"--cache={Path(directory) / 'more-cache'}"]
        more = run(*place, "--tree", str(with_ten_more(Path(directory) / "tree")))
        limits = FIRST_PAGES * growth(count + TEN), ALL * growth(count + TEN)
        fits.append(row("ten more hashes: the first ranking", more.first_pages, limits[0], "s"))
        fits.append(row("ten more hashes: all of it", more.seconds, limits[1], "s"))
        print(f"  {more.seconds / whole.seconds:.2f} times as long as without them")
    return 0 if all(fits) else 1


if __name__ == "__main__":
    sys.exit(main())
