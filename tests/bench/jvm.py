"""What must hold of Java on this machine: `make bench-jvm`.

    python -m tests.bench.jvm [DIR] [--abi jvm-x86] [--tree TREE]

Measures the functions of the study of 2012, and SHA-3, in C and in Java into DIR, or goes on with what is there, and
prints a table. Exit status 1 if one of these is missed: our fastest in Java takes no longer than Bouncy Castle's and
sphlib's for long messages and at 1536, 576 and 64 bytes (on 32-bit JVMs for long messages); the JDK's SHA-256 takes at
most 3 % longer for long messages than ours in C with SHA instructions. The tables of the study with today's figures are
on the page that is named last. It takes about an hour, and two on 32-bit JVMs: TREE may have a part of the directories.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import mkdtemp

from hashcop.results import java_study
from hashcop.results.beside_c import OWN, PREFIX
from hashcop.results.model import load
from hashcop.results.ranking import measured
from hashcop.results.summary import LONG, Column, Hash, Implementation, Machine

ROOT = Path(__file__).resolve().parents[2]
NATIVE = "jvm-amd64"
LIBRARIES = ("java-bouncycastle", "java-sphlib")
AT: dict[str, tuple[Column, ...]] = {NATIVE: (64, 576, 1536, LONG)}
FUNCTIONS = [name for names in java_study.FUNCTIONS.values() for name in names]
DONE = "nothing to do"
NEAR = 1.03  # ratios that are nearer to 1 are measured again, in turns
SHA = ("sha256", "java-jdk", "x86-shani", 1.03)
PAIR = re.compile(
    r"^ *(\d+|long) +[0-9.]+ +[0-9.]+ +([0-9.]+) +([0-9.]+)\D+([0-9.]+)", re.MULTILINE
)


def run(bench: Path, *words: str) -> str:
    """One ./do, and what it printed."""
    command = ["./do", *words, "--bench", str(bench)]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def measure(bench: Path, target: str, tree: Path) -> None:
    """All functions: in C what is fastest, in Java every implementation."""
    for words in (
        ("c", *FUNCTIONS, "--abi", target.removeprefix(PREFIX)),
        ("jvm", *FUNCTIONS, "--abi", target),
    ):
        # A run leaves those that are not the fastest to the next one when its time is over.
        while DONE not in run(bench, *words, "--profile", "quick", "--tree", str(tree)):
            pass


def hashes_on(machine: Machine, target: str) -> dict[str, Hash]:
    """The hashes of a target by name."""
    return {hash.name: hash for one in machine.targets if one.name == target for hash in one.hashes}


def at(one: Implementation, column: Column) -> float | None:
    """The median in cycles/byte."""
    found = one.per_byte(column)
    return found.median if found else None


def in_turns(bench: Path, target: str, hash: str, pair: Sequence[str]) -> dict[str, float]:
    """By length: the least that the ratio of the second to the first may be, by processes in turns."""
    names = [f"jvm:{hash}/{name}" for name in pair]
    told = run(bench, "compare", *names, "--abi", target, "--profile", "quick")
    return {column: float(high) for column, _, _, high in PAIR.findall(told)}


def against(bench: Path, target: str, hash: Hash) -> Iterator[tuple[bool, str]]:
    """Whether ours takes no longer than each library."""
    every = {one.name: one for one in hash.implementations}
    own = [one for one in measured(hash) if one.name.startswith(OWN)]
    for library in (every[name] for name in LIBRARIES if name in every):
        for column in AT.get(target, (LONG,)):
            theirs = at(library, column)
            best = min(
                (one for one in own if at(one, column)),
                key=lambda o: at(o, column) or 0.0,
                default=None,
            )
            ours = at(best, column) if best else None
            if not theirs or not ours or not best:
                yield False, f"{hash.name} at {column}: not measured"
                continue
            ratio, said = ours / theirs, ""
            if 1 < ratio < NEAR:
                high = in_turns(bench, target, hash.name, (best.name, library.name)).get(
                    str(column)
                )
                said = f", in turns at most {high} the other way"
                ratio = 1.0 if high and high >= 1 else ratio
            yield (
                ratio <= 1,
                f"{hash.name:12} {column!s:>5}: {best.name} takes {ours / theirs:.3f} of the time of "
                f"{library.name} ({ours:.2f} and {theirs:.2f} cycles/byte){said}",
            )


def sha_instructions(machine: Machine) -> Iterator[tuple[bool, str]]:
    """Whether the JDK's intrinsic is as fast as C."""
    name, java, c, most = SHA
    pair = []
    for target, implementation in ((NATIVE, java), (NATIVE.removeprefix(PREFIX), c)):
        hash = hashes_on(machine, target).get(name)
        found = [one for one in measured(hash) if one.name == implementation] if hash else []
        pair.append(at(found[0], LONG) if found else None)
    if pair[0] and pair[1]:
        ratio = pair[0] / pair[1]
        yield ratio <= most, f"{name}: {java} takes {ratio:.3f} of the time of {c} in C, long"


def main(words: Sequence[str]) -> int:
    """See above."""
    parser = argparse.ArgumentParser(prog="make bench-jvm")
    parser.add_argument("bench", nargs="?", type=Path)
    parser.add_argument("--abi", default=NATIVE)
    parser.add_argument("--tree", type=Path, default=ROOT)
    asked = parser.parse_args(words)
    bench = asked.bench or Path(mkdtemp(prefix="bench-jvm-"))
    measure(bench, asked.abi, asked.tree)
    missed = 0
    for machine in load(bench.glob("*/data.jsonl")):
        found = [
            each
            for name in FUNCTIONS
            if (hash := hashes_on(machine, asked.abi).get(name))
            for each in against(bench, asked.abi, hash)
        ]
        found += sha_instructions(machine) if asked.abi == NATIVE else ()
        for holds, said in found:
            print("      " if holds else "MISSED", said)
            missed += not holds
        print(
            f"{missed} missed; the study beside today: {bench}/html/machine/{machine.name}/java.html"
        )
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
