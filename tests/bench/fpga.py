"""The basic circuits of all twelve functions on a family, beside the study: `make bench-fpga`.

    python -m tests.bench.fpga [BENCH] [--family ecp5] [--profile basic]

Runs `./do rtl` without a selection, into one data file below BENCH, for 85 minutes at most; what was placed before is
not placed again. Then it holds the figures against what was expected: every circuit right; clocks of a block as in the
study's table 19; Keccak-256 first by ratio, at 1.8 to 3.5 times SHA-256; and for the study's Virtex 6 three circuits of
at most 1.4 times the LUTs of its slices. Exit status 1 if one is missed.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from hashcop import ROOT
from hashcop.results import circuit_study, circuits
from hashcop.results.circuits import Circuit
from hashcop.results.model import load

SECONDS = 85 * 60
BASIC = 12
KECCAK = 1.8, 3.5  # times SHA-256
# Synthesized for a family of the study: LUTs, as a multiple of those in the slices of its own circuits.
AREAS = "sha256/rtl/x1", "keccakc512/rtl/x1", "round3jh256/rtl/x1-mem"
STUDYS, MOST = "virtex6", 1.4


def run(bench: Path, family: str, profile: str, selected: Sequence[str] = ()) -> None:
    """All circuits of the profile, or these, as far as the time goes: what was placed by then is recorded."""
    words = [*selected, "--abi", family, "--profile", profile, "--bench", str(bench)]
    with subprocess.Popen([str(ROOT / "do"), "rtl", *words]) as process:
        begun = time.monotonic()
        try:
            process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            process.terminate()
            process.wait()
            print(f"ended after {SECONDS} seconds")
        print(f"{time.monotonic() - begun:.0f} seconds")


def lines(some: Sequence[Circuit]) -> Iterator[str]:
    """Tables of both sizes of digests: figures, and the rankings beside the study's."""
    for bits in circuits.SIZES:
        yield f"## {bits} bits"
        yield "| circuit | MHz | quartiles | clocks | Mbit/s | area | ratio | best |"
        yield "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |"
        for one in sorted(some, key=lambda one: -one.best_ratio):
            if one.bits == bits and one.clock and one.throughput and one.ratio and one.clocks:
                cells = [f"{one.hash}/{one.name}", f"{one.clock.median:.1f}"]
                cells += [f"{one.clock.low:.1f} to {one.clock.high:.1f}", f"{one.clocks.block:g}"]
                cells += [f"{one.throughput.median:.0f}", f"{one.area:.0f} {one.unit}"]
                yield (
                    "| "
                    + " | ".join([*cells, f"{one.ratio.median:.3f}", f"{one.best_ratio:.3f}"])
                    + " |"
                )
        ranks = circuits.ranking(some, bits, single=True)
        yield "| rank | function | circuit | × SHA-2 | " + " | ".join(circuit_study.FAMILIES) + " |"
        yield (
            "| ---: | --- | --- | ---: | "
            + " | ".join(["---:"] * len(circuit_study.FAMILIES))
            + " |"
        )
        for rank in ranks:
            theirs = [
                circuit_study.ranking(f, bits, single=True)[rank.function]
                for f in circuit_study.FAMILIES
            ]
            cells = [str(rank.place), rank.function, rank.circuit.name, f"{rank.normalised:.2f}"]
            yield "| " + " | ".join([*cells, *(f"{one.normalised:.2f}" for one in theirs)]) + " |"
        yield from circuit_study.differences(ranks, bits, single=True)
        yield from circuit_study.below(ranks, bits, single=True)


def missed(some: Sequence[Circuit]) -> Iterator[str]:
    """What is not as it was expected."""
    placed = [one for one in some if one.throughput]
    for one in some:
        if one.reason:
            yield f"{one.hash}/{one.name}: {one.reason}"
        known = circuit_study.cycles_of(one)
        if one.clocks and known and one.is_single and one.clocks.block != known[0]:
            yield f"{one.hash}/{one.name}: {one.clocks.block:g} clocks a block, and {known[0]} in the study"
    if len(placed) < BASIC:
        yield f"{len(placed)} of {BASIC} circuits were placed"
    ranks = {rank.function: rank for rank in circuits.ranking(placed, 256, single=True)}
    keccak = ranks.get("Keccak")
    least, most = KECCAK
    if keccak and "SHA-2" in ranks and (keccak.place > 1 or not least <= keccak.normalised <= most):
        yield f"Keccak-256 is {keccak.place}., at {keccak.normalised:.2f} times SHA-256, not first at {least} to {most}"


def areas(every: Sequence[Circuit]) -> Iterator[tuple[str, float]]:
    """LUTs as multiples of those in the study's slices."""
    for one in every:
        name = f"{one.hash}/{one.name}"
        theirs = circuit_study.luts(one)
        if one.family == STUDYS and name in AREAS and one.area and theirs:
            yield name, one.area / theirs


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("bench", nargs="?", type=Path)
    parser.add_argument("--family", default="ecp5")
    parser.add_argument("--profile", default="basic")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        bench = asked.bench or Path(temporary)
        run(bench, asked.family, asked.profile)
        run(bench, STUDYS, "quick", AREAS)
        (machine,) = load(bench.glob("*/data.jsonl"))
    some = [one for one in machine.circuits if one.family == asked.family]
    print("\n".join(lines(some)))
    wrong = list(missed(some))
    times = dict(areas(machine.circuits))
    print(
        *(f"{name}: {found:.2f} times the study's LUTs" for name, found in times.items()), sep="\n"
    )
    wrong += [f"{name}: LUTs for Virtex 6" for name in AREAS if times.get(name, MOST + 1) > MOST]
    print("\n".join(f"missed: {text}" for text in wrong) or "as expected")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
