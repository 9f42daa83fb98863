"""How fast the shipped implementations are, against libraries and against what bounds them.

    make bench-hashes [HASHES='sha256 blake3'] [BENCH=DIR] [BESIDE=TREE] [ABI=x86] [BUDGET=5m] [PATIENCE=SECONDS]

Measures every implementation of the hashes for an ABI (amd64), as far as DIR does not have it. Prints two tables: of
each hash our fastest and the fastest library, and of each implementation of ours the cycles/byte of long messages
beside the bound that its head comment explains (tests/bench/bounds.tsv). With another TREE its implementations of
these hashes are measured in the same run, and the fastest of each hash stands beside ours. Leave the machine alone
meanwhile.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hashcop.platforms.c.tools import compilers
from hashcop.results.model import load
from hashcop.results.samples import is_enough
from hashcop.results.summary import LONG, SLOPE_LENGTHS, Column, Hash, Implementation

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COLUMNS: tuple[Column, ...] = (64, 576, 1536, LONG)
BESIDE = "beside-"  # begins the names of another tree's implementations


def is_library(hash_name: str, one: Implementation) -> bool:
    """Whether an implementation is a library's: it includes the headers of one."""
    place = ROOT / "crypto_hash" / hash_name / one.name
    text = "".join(
        file.read_text() for file in place.glob("*") if file.suffix in (".c", ".cpp", ".h")
    )
    return any(
        f"<{header}" in text for library in compilers.libraries() for header in library.headers
    )


def is_quiet(one: Implementation, column: Column) -> bool:
    """Whether a figure is of processes that nothing disturbed."""
    long = (one.long_bytes,) if one.long_bytes else SLOPE_LENGTHS
    for length in (column,) if isinstance(column, int) else long:
        sure = one.certainty.get(length)
        if sure and not is_enough(sure.processes - sure.disturbed, sure.processes):
            return False
    return True


def figure(one: Implementation, column: Column) -> float | None:
    """Median cycles/byte; None where that is not known, since something disturbed the timings."""
    found = one.per_byte(column)
    return found.median if found and is_quiet(one, column) else None


def fastest(found: Sequence[Implementation], column: Column) -> tuple[float, str] | None:
    """The lowest median cycles/byte, and whose it is."""
    return min(
        ((f, one.name) for one in found if (f := figure(one, column)) is not None), default=None
    )


def dangling(directory: str, names: list[str]) -> list[str]:
    """Links to nothing. (copytree's own ignore_dangling_symlinks takes relative links for such.)"""
    return [name for name in names if not Path(directory, name).exists()]


def merged(hashes: Sequence[str], beside: Path, where: Path) -> None:
    """Make a tree of our implementations of some hashes and another tree's."""
    for name in hashes:
        own, to = ROOT / "crypto_hash" / name, where / "crypto_hash" / name
        shutil.copytree(own, to)
        for other in sorted((beside / "crypto_hash" / name).glob("*/")):
            shutil.copytree(other, to / f"{BESIDE}{other.name}", ignore=dangling)


def against(hashes: Sequence[Hash]) -> bool:
    """Our fastest beside the fastest of libraries and of another tree; whether none of these is faster."""
    missed = []
    print(f"| hash | {' | '.join(f'{c} bytes' if c != LONG else 'long' for c in COLUMNS)} |")
    print("| --- |" + " --- |" * len(COLUMNS))
    for hash in hashes:
        others = [one for one in hash.implementations if one.name.startswith(BESIDE)]
        libraries = [
            one for one in hash.implementations if one not in others and is_library(hash.name, one)
        ]
        ours = [one for one in hash.implementations if one not in [*others, *libraries]]
        cells = []
        for column in COLUMNS:
            mine = fastest(ours, column)
            cell = f"{mine[0]:.2f} {mine[1]}" if mine else "-"
            for rivals in (libraries, others):
                rival = fastest(rivals, column)
                if mine and rival:
                    times = mine[0] / rival[0]
                    cell += f", {times:.2f} × {rival[1]}"
                    # What is left out may be the fastest.
                    if round(times, 2) > 1 and all(is_quiet(one, column) for one in ours):
                        missed.append(f"{hash.name} at {column}: {times:.3f} of {rival[1]}")
            cells.append(cell)
        print(f"| {hash.name} | {' | '.join(cells)} |")
    for one in missed:
        print(f"MISSED: {one}")
    for column in COLUMNS:
        loud = [
            f"{h.name}/{i.name}"
            for h in hashes
            for i in h.implementations
            if i.per_byte(column) and not is_quiet(i, column)
        ]
        if loud:
            print(f"disturbed, and left out at {column}: {', '.join(loud)}")
    return not missed


def bounds(hashes: Sequence[Hash]) -> None:
    """Reached and possible, for long messages."""
    known = [line.split("\t") for line in (HERE / "bounds.tsv").read_text().splitlines()]
    by_name = {hash.name: {one.name: one for one in hash.implementations} for hash in hashes}
    print("\n| implementation | cycles/byte | bound | share | what bounds it |")
    print("| --- | --- | --- | --- | --- |")
    for hash_name, name, bound, what in known:
        one = by_name.get(hash_name, {}).get(name)
        reached = figure(one, LONG) if one else None
        if reached:
            share = float(bound) / reached
            print(f"| {hash_name}/{name} | {reached:.2f} | {bound} | {share:.0%} | {what} |")


def main() -> int:
    """Measure and print; 1 where another one is faster than ours, in figures as they are printed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("hashes", nargs="*")
    parser.add_argument(
        "--bench", type=Path, help="where results are, or go (a directory for once)"
    )
    parser.add_argument("--cache", type=Path, help="where programs are (below --bench)")
    parser.add_argument("--budget", help="for building and races, as of ./do (every option set)")
    parser.add_argument("--patience", help="with machines that others disturb, as of ./do")
    parser.add_argument("--beside", type=Path, help="another tree of implementations")
    parser.add_argument("--abi", default="amd64")
    asked = parser.parse_args()
    if asked.beside and not asked.hashes:
        parser.error("--beside is for some hashes that both trees have")
    with tempfile.TemporaryDirectory() as directory:
        place = asked.bench or Path(directory)
        own = ["--bench", place, "--cache", asked.cache or place / "cache"]
        command = [ROOT / "do", *own, "--abi", asked.abi, *asked.hashes]
        if asked.beside:
            both = Path(directory) / "both"
            merged(asked.hashes, asked.beside, both)
            command = [ROOT / "do", *own, "--abi", asked.abi, "--tree", both]
        if not asked.budget:
            command.append("--exhaustive")
        for option, value in (("--budget", asked.budget), ("--patience", asked.patience)):
            if value:
                command += [option, value]
        done = subprocess.run(command, stdout=subprocess.DEVNULL)
        if done.returncode not in (0, 1):  # 1: one of them is wrong, as it may be of another tree's
            return done.returncode
        (machine,) = load(place.glob("*/data.jsonl"))
    target = next(target for target in machine.targets if target.name == asked.abi)
    chosen = [one for one in target.hashes if one.name in asked.hashes or not asked.hashes]
    is_fastest = against(chosen)
    bounds(chosen)
    return 0 if is_fastest else 1


if __name__ == "__main__":
    sys.exit(main())
