"""What must hold of many messages at once on this machine: `make bench-many`.

    python -m tests.bench.many [DIR]

Measures all of crypto_hashmany/ into DIR, or goes on with what is there, and prints a table. Exit status 1 if one of
these is missed: no slower than Intel's multi-buffer library, and than the XKCP where it is there; near to the bound
that a text states for this processor; and so many times as fast as one message after the other.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

from hashcop.results import many
from hashcop.results.model import load
from hashcop.results.summary import RACE_LENGTH, Hash

ROOT = Path(__file__).resolve().parents[2]
INTEL, KECCAK = "ipsec-mb", "xkcp"
LIBRARIES = {
    **dict.fromkeys(("sha1", "sha224", "sha256", "sha384", "sha512"), INTEL),
    **dict.fromkeys(("keccakc512", "sha3256"), KECCAK),
}
SHARE = 0.8  # of the speed that the bound allows
# Of the speed of one message, with AVX-512: sha256 without and with instructions of its own.
TIMES = {
    **dict.fromkeys(("blake256", "bmw256", "shabal256", "keccakc512"), 4.0),
    "skein512256": 3.0,
    **dict.fromkeys(("cubehash1632", "round3jh256"), 2.0),
}
SHA256 = {False: 5.0, True: 1.9}
PAIR = re.compile(rf"^ *{RACE_LENGTH} +[0-9.]+ +[0-9.]+ +([0-9.]+) ", re.MULTILINE)
NEAR = 1.1  # ratios that are nearer to 1 are measured again, in turns


def measure(bench: Path) -> None:
    """All implementations for the first ABI, with time enough to leave none out."""
    words = ["./do", "many", "--abi", "amd64", "--bench", str(bench), "--budget", "1h"]
    subprocess.run(words, cwd=ROOT, check=True)


def in_turns(bench: Path, hash: str, ours: str, library: str) -> float:
    """How many times as long the library takes."""
    pair = [f"many:{hash}/{ours}", f"many:{hash}/{library}"]
    words = ["./do", "compare", *pair, "--abi", "amd64", "--bench", str(bench)]
    done = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True)
    found = PAIR.search(done.stdout)
    if found is None:
        raise SystemExit(f"{' '.join(words)} said: {done.stdout}{done.stderr}")
    return float(found[1])


def hashes(bench: Path) -> Iterator[Hash]:
    """What was measured of each hash."""
    for machine in load(bench.glob("*/data.jsonl")):
        for target in machine.targets:
            if target.name == "amd64":
                yield from (hash for hash in target.hashes if hash.many)


def against_library(bench: Path, hash: Hash) -> Iterator[tuple[bool, str]]:
    """Whether our fastest is no slower than the library."""
    library = LIBRARIES[hash.name]
    rows = {row.name: row.at_most for row in many.table(hash, RACE_LENGTH).rows if row.at_most}
    theirs = rows.pop(library, None)
    rows.pop(many.SINGLE, None)
    if theirs is None or not rows:
        yield library == KECCAK, f"{hash.name}: {library} was not measured"
        return
    best = min(rows, key=lambda name: rows[name].median)
    ratio = rows[best].median / theirs.median
    if 1 / NEAR < ratio < NEAR:
        ratio = 1 / in_turns(bench, hash.name, best, library)
    yield ratio <= 1, f"{hash.name}: {best} takes {ratio:.3f} of the time of {library}"


def near_bounds(hash: Hash) -> Iterator[tuple[bool, str]]:
    """Whether each text that states a bound is near to it."""
    for row in many.table(hash, many.LONG).rows:
        if row.share and row.bound:
            yield row.share >= SHARE, f"{hash.name}/{row.name}: {row.share:.0%} of {row.bound}"


def against_one(hash: Hash) -> Iterator[tuple[bool, str]]:
    """Whether many at once are as many times as fast as they must be."""
    has_sha = " sha_ni" in Path("/proc/cpuinfo").read_text()
    wanted = SHA256[has_sha] if hash.name == "sha256" else TIMES.get(hash.name, 0)
    best = many.best(hash)
    if best is None or best.row.ratio is None:
        yield not wanted, f"{hash.name}: not measured"
        return
    named = f"{hash.name}/{best.row.name}: {best.row.ratio:.2f} times as fast as one message"
    must = f", {wanted} wanted" if wanted else ""
    yield best.row.ratio >= wanted, named + must


def main(words: list[str]) -> int:
    """See above."""
    bench = Path(words[0] if words else mkdtemp(prefix="bench-many-"))
    measure(bench)
    missed = 0
    for hash in hashes(bench):
        found = [*near_bounds(hash), *against_one(hash)]
        if hash.name in LIBRARIES:
            found += against_library(bench, hash)
        for holds, said in found:
            print("      " if holds else "MISSED", said)
            missed += not holds
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
