"""The tables of August 2010 beside today's.

    make bench-then-and-now [BENCH=DIR] [BUDGET=5m]

eBASH's tables of that month (august2010.tsv: directory, name, cycles/byte of long messages on amd64 by a Xeon E7310
and on x86 by an Athlon 622; nothing where a table had no figure) list the candidates of the second round. This measures
the same functions, as far as DIR does not have them, and prints for each ABI the order of then, the figure of then,
that of our fastest implementation or a library's now, the ratio, and the place now. BLAKE and JH have more rounds
today than their versions of 2010: 14 instead of 10, 42 instead of 35.5.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from hashcop.results.model import load
from hashcop.results.summary import LONG, Hash
from tests.bench.hashes import fastest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
THEN = [line.split("\t") for line in (HERE / "august2010.tsv").read_text().splitlines()]
ABIS = {"amd64": "Xeon E7310", "x86": "Athlon 622"}


def table(abi: str, processor: str, hashes: dict[str, Hash]) -> None:
    """Prints one ABI's table, in the order of 2010."""
    column = 2 + list(ABIS).index(abi)
    then = {row[0]: float(row[column]) for row in THEN if row[column]}
    now = {name: fastest(hashes[name].implementations, LONG) for name in then if name in hashes}
    order = sorted((found[0], name) for name, found in now.items() if found)
    place = {name: n for n, (_, name) in enumerate(order, 1)}
    titles = {row[0]: row[1] for row in THEN}
    print(f"\n| {abi} | {processor}, 2010 | now | | ratio | place now |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, cycles in sorted(then.items(), key=lambda item: item[1]):
        found = now.get(name)
        cells = (
            [f"{found[0]:.2f}", found[1], f"{cycles / found[0]:.1f}", str(place[name])]
            if found
            else ["-"] * 4
        )
        print(f"| {titles[name]} | {cycles:.1f} | {' | '.join(cells)} |")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--bench", type=Path, help="where results are, or go (a directory for once)"
    )
    parser.add_argument("--budget", default="5m", help="for building and races, as of ./do")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        place = asked.bench or Path(directory)
        command = [ROOT / "do", "--bench", place, "--abi", "amd64", "--abi", "x86"]
        command += ["--budget", asked.budget, *(row[0] for row in THEN)]
        done = subprocess.run(command, stdout=subprocess.DEVNULL)
        if done.returncode not in (0, 1):
            return done.returncode
        (machine,) = load(place.glob("*/data.jsonl"))
    for target in machine.targets:
        if target.name in ABIS:
            table(target.name, ABIS[target.name], {hash.name: hash for hash in target.hashes})
    return 0


if __name__ == "__main__":
    sys.exit(main())
