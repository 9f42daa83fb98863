"""How long it takes to know who is fastest: cold, again, after an edit, and with over a thousand option sets.

    make bench-latency TREE=DIR [AGAINST='COMMAND'] [HASHES='blake256 ...'] [FULL=blake512] [EXHAUSTIVE=DIR]

TREE is a tree of implementations, ours where none is named. AGAINST is another benchmark's command for the same hashes:
timed once, before ours, which get a twelfth of its time where that is more than BUDGET. EXHAUSTIVE=DIR is a bench
directory where `./do race --profile full` of the hash FULL ran to its end, or where it is to run now: it takes an hour.
Prints figures and ratios of one run; leave the machine alone.
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashcop.data import lengths
from hashcop.engine import selection, tree
from hashcop.platforms.c import headers
from hashcop.platforms.c.source import Source

ROOT = Path(__file__).resolve().parents[2]
FINALISTS = (
    "blake256 blake512 groestl256 groestl512 round3jh256 round3jh512 "
    "keccakc512 keccakc1024 skein512256 skein512512"
)
BUDGET = 100  # seconds, for all of HASHES
FULL_BUDGET = 540
EDITS = 5
WITHIN = 1.01
Row = dict[str, Any]
Rows = list[Row]
# As a user has it: Python keeps what it compiled.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True)
class Timed:
    """A command that was run: its output, wall-clock seconds, and the peak of all its processes' memory in bytes."""

    out: str
    seconds: float
    memory: int


def _tree(root: int) -> list[int]:
    """A process and all below it."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            children.setdefault(parent, []).append(int(entry.name))
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return found


def _memory(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def timed(command: list[str]) -> Timed:
    """Run a command to its end."""
    begun, peak = time.monotonic(), 0
    run = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENVIRONMENT
    )
    done = threading.Event()

    def look() -> None:
        nonlocal peak
        while not done.wait(1):
            peak = max(peak, sum(map(_memory, _tree(run.pid))))

    looking = threading.Thread(target=look)
    looking.start()
    out, _ = run.communicate()
    done.set()
    looking.join()
    if run.returncode not in (0, 1):
        raise SystemExit(f"{shlex.join(command)} ended with {run.returncode}")
    return Timed(out, time.monotonic() - begun, peak)


def do(*words: str, place: Path) -> Timed:
    """./do with a bench directory and a cache of its own."""
    return timed(
        [str(ROOT / "do"), *words, "--bench", str(place / "bench"), "--cache", str(place / "cache")]
    )


def winners(out: str) -> dict[str, Row]:
    """By hash, the fastest of what `./do race --json` printed."""
    found: dict[str, Row] = {}
    for row in json.loads(out):
        found.setdefault(row["hash"], row)
    return found


def line(what: str, figure: str, promised: str = "", fits: bool = True) -> bool:
    """Print a figure beside what is promised of it."""
    print(f"{what:<58}{figure:>12}   {promised}{'' if fits else '   MISSED'}", flush=True)
    return fits


def race_words(where: Path, hashes: list[str]) -> list[str]:
    rest = ["--tree", str(where), "--profile", "supercop", "--abi", "amd64"]
    return ["race", *hashes, *rest]


def cold(where: Path, hashes: list[str], against: str, place: Path) -> list[bool]:
    """All of a tree's implementations of some hashes, from nothing to winners; and again."""
    words = race_words(where, hashes)
    theirs = timed(["sh", "-c", against]) if against else None
    seconds = max(BUDGET, int(theirs.seconds / 12)) if theirs else BUDGET
    budget = ["--budget", f"{seconds}s", "--json"]
    ours = do(*words, *budget, place=place)
    line(f"cold, {len(hashes)} hashes, --budget {seconds}s", f"{ours.seconds:.1f} s")
    again = [do(*words, *budget, place=place) for _ in range(3)]
    second = sorted(one.seconds for one in again)[1]
    fits = [
        line(
            "peak memory of all processes",
            f"{ours.memory / 2**20:.0f} MiB",
            "1024",
            ours.memory < 2**30,
        )
    ]
    line("the same again", f"{second:.2f} s")
    if theirs:
        line("the other benchmark", f"{theirs.seconds:.1f} s")
        ratio = theirs.seconds / ours.seconds
        fits.append(
            line("  times as long as ours, cold", f"{ratio:.1f}", "10 or more", ratio >= 10)
        )
        ratio = theirs.seconds / second
        fits.append(
            line("  times as long as ours, again", f"{ratio:.0f}", "300 or more", ratio >= 300)
        )
    whole = do(*words, "--exhaustive", "--json", place=place)
    line("  all of it, with --exhaustive", f"{whole.seconds:.1f} s more")
    best, found = winners(whole.out), winners(ours.out)
    for name, row in found.items():
        ratio = row["cycles"] / best[name]["cycles"]
        same = f"{row['implementation']}, {' '.join(row['options'][:4])}"
        fits.append(
            line(
                f"  {name}: {same}"[:58],
                f"{ratio:.4f}",
                "of the best's time, 1.01 or less",
                ratio <= WITHIN,
            )
        )
    return fits


def beside(where: Path, hash: str, found: Row, best: Row, place: Path) -> float:
    """The time that one takes of another's, by both timed in turns: their races were in different minutes."""
    if (found["implementation"], found["options"]) == (best["implementation"], best["options"]):
        return 1.0
    words = [
        f"{hash}/{row['implementation']}@{shlex.join(row['options'])}" for row in (best, found)
    ]
    abi = ["--abi", found["abi"]]
    out = do("compare", *words, "--tree", str(where), *abi, place=place).out
    rows = [line.split() for line in out.splitlines()]
    (ratio,) = (float(row[3]) for row in rows if row and row[0] == str(lengths.RACE))
    return ratio


def edited(where: Path, name: str, place: Path) -> list[bool]:
    """One source file of an implementation is edited: how long until its verdict and figure, beyond a compilation."""
    hash_name, _, implementation = name.partition("/")
    copy = place / "tree"
    shutil.copytree(where / "crypto_hash" / hash_name, copy / "crypto_hash" / hash_name)
    words = [name, "--tree", str(copy), "--abi", "amd64"]
    do(*words, place=place)
    source = min((copy / "crypto_hash" / name).glob("*.c"))
    beyond = []
    for number in range(EDITS):
        with source.open("a") as file:
            file.write(
                f"int edit_{number}(void);\nint edit_{number}(void) {{ return {number}; }}\n"
            )
        answer, options = _answer(words, place, f"{hash_name}/{implementation} amd64: ")
        beyond.append(answer - _compiling(source.parent, options))
    worst, median = max(beyond), sorted(beyond)[len(beyond) // 2]
    return [
        line(
            f"{name} edited: verdict and figure, beyond compiling",
            f"{median:.2f} s",
            f"2 or less; worst of {EDITS}: {worst:.2f}",
            median <= 2,
        )
    ]


def _answer(words: list[str], place: Path, begins: str) -> tuple[float, list[str]]:
    """Seconds until the answer, and the option set it is of; what follows is not waited for."""
    begun = time.monotonic()
    command = [
        str(ROOT / "do"),
        *words,
        "--bench",
        str(place / "bench"),
        "--cache",
        str(place / "cache"),
    ]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
    assert run.stdout is not None
    for text in run.stdout:
        if text.startswith(begins):
            seconds = time.monotonic() - begun
            run.terminate()
            run.communicate()
            return seconds, text.partition(", with ")[2].partition(";")[0].split()
    raise SystemExit("no answer")


def _compiling(directory: Path, options: list[str]) -> float:
    """Seconds that the compiler takes for an implementation's sources."""
    functions = tree.walk(directory.parents[2])
    chosen = [selection.Selection(directory.parent.name, directory.name)]
    source = Source(selection.selected(functions, chosen)[0].implementation)
    security = source.implementation.security
    with tempfile.TemporaryDirectory() as place:
        generated = headers.generated(source.implementation, security)
        for name, text in generated.items():
            Path(place, name).write_text(text)
        macros = headers.macros(source.implementation, security)
        includes = ["-I", place, "-I", str(ROOT / "measure" / "c" / "include")]
        begun = time.monotonic()
        for file in source.sources:
            command = [*options, *macros, *includes, "-c", file, "-o", os.devnull]
            subprocess.run(command, cwd=directory, check=True)
        return time.monotonic() - begun


def full(where: Path, name: str, exhaustive: Path | None, place: Path) -> list[bool]:
    """Over a thousand option sets for all implementations of one hash, as far as a budget goes."""
    words = ["race", name, "--tree", str(where), "--profile", "full", "--abi", "amd64", "--json"]
    ours = do(*words, "--budget", f"{FULL_BUDGET}s", place=place)
    rows: Rows = json.loads(ours.out)
    won = rows[0]
    minutes = ours.seconds / 60
    fits = [
        line(
            f"full, {name}, {len(rows)} implementations, --budget {FULL_BUDGET}s",
            f"{minutes:.1f} min",
            "10 or less",
            minutes <= 10,
        )
    ]
    fits.append(
        line(
            "peak memory of all processes",
            f"{ours.memory / 2**20:.0f} MiB",
            "1024",
            ours.memory < 2**30,
        )
    )
    line("  builds made", f"{sum(row['builds'] for row in rows):,}")
    line(
        f"  winner: {won['implementation']}, {' '.join(won['options'])}"[:58],
        f"{won['cycles']:.0f}",
    )
    if exhaustive is None:
        print("  not compared with an exhaustive run: EXHAUSTIVE=DIR names its place")
        return fits
    whole = do(*words, "--exhaustive", place=exhaustive)
    best: Rows = json.loads(whole.out)
    ratio = beside(where, name, won, best[0], exhaustive)
    line("  builds of the exhaustive run", f"{sum(row['builds'] for row in best):,}")
    line(
        f"  its winner: {best[0]['implementation']}, {' '.join(best[0]['options'])}"[:58],
        f"{best[0]['cycles']:.0f}",
    )
    fits.append(
        line(
            "  the winner's time, of its winner's, in turns",
            f"{ratio:.4f}",
            "1.01 or less",
            ratio <= WITHIN,
        )
    )
    return fits


def main() -> int:
    """Exit status 1 where something promised is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--against", default="")
    parser.add_argument("--hashes", default=FINALISTS)
    parser.add_argument("--edit", default="sha256/opt32", help="of our own tree")
    parser.add_argument("--full", default="blake512")
    parser.add_argument("--exhaustive", type=Path)
    parser.add_argument("--parts", default="cold edit full")
    asked = parser.parse_args()
    fits: list[bool] = []
    with tempfile.TemporaryDirectory() as directory:
        parts, place = asked.parts.split(), Path(directory)
        if "cold" in parts:
            fits += cold(asked.tree, asked.hashes.split(), asked.against, place / "cold")
        if "edit" in parts:
            fits += edited(ROOT, asked.edit, place / "edit")
        if "full" in parts:
            fits += full(asked.tree, asked.full, asked.exhaustive, place / "full")
    return 0 if all(fits) else 1


if __name__ == "__main__":
    sys.exit(main())
