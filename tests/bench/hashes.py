"""How fast the shipped implementations are, against libraries and against what bounds them.

    make bench-hashes [HASHES='sha256 blake3']

Measures every implementation of the hashes on amd64, with one option set for each compiler, and prints two tables: of
each hash our fastest and the fastest library, and of each implementation of ours the cycles/byte of long messages
beside the bound that its head comment explains (tests/bench/bounds.tsv). Leave the machine alone meanwhile.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from driver import compilers
from reports.model import load
from reports.records import LONG, Column, Hash, Implementation

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COLUMNS: tuple[Column, ...] = (64, 576, 1536, LONG)


def is_library(hash_name: str, one: Implementation) -> bool:
    """Whether an implementation is a library's: it includes the headers of one."""
    place = ROOT / "crypto_hash" / hash_name / one.name
    text = "".join(
        file.read_text() for file in place.glob("*") if file.suffix in (".c", ".cpp", ".h")
    )
    return any(
        f"<{header}" in text for library in compilers.libraries() for header in library.headers
    )


def figure(one: Implementation, column: Column) -> float | None:
    """Median cycles/byte."""
    found = one.per_byte(column)
    return found.median if found else None


def fastest(found: Sequence[Implementation], column: Column) -> tuple[float, str] | None:
    """The lowest median cycles/byte, and whose it is."""
    return min(
        ((f, one.name) for one in found if (f := figure(one, column)) is not None), default=None
    )


def against(hashes: Sequence[Hash]) -> None:
    """Our fastest beside the fastest library."""
    print(f"| hash | {' | '.join(f'{c} bytes' if c != LONG else 'long' for c in COLUMNS)} |")
    print("| --- |" + " --- |" * len(COLUMNS))
    for hash in hashes:
        theirs = [one for one in hash.implementations if is_library(hash.name, one)]
        ours = [one for one in hash.implementations if one not in theirs]
        cells = []
        for column in COLUMNS:
            mine, other = fastest(ours, column), fastest(theirs, column)
            cell = f"{mine[0]:.2f} {mine[1]}" if mine else "-"
            cells.append(
                cell + (f", {mine[0] / other[0]:.2f} × {other[1]}" if mine and other else "")
            )
        print(f"| {hash.name} | {' | '.join(cells)} |")


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


def main(words: Sequence[str]) -> int:
    """Measure and print; always 0: the tables are for reading."""
    with tempfile.TemporaryDirectory() as directory:
        command = [
            ROOT / "do",
            "--bench",
            directory,
            "--cache",
            f"{directory}/cache",
            "--abi",
            "amd64",
            "--profile",
            "quick",
            *words,
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (machine,) = load(Path(directory).glob("*/data.jsonl"))
        (abi,) = (abi for abi in machine.abis if abi.hashes)
        against(abi.hashes)
        bounds(abi.hashes)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
