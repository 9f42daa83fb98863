"""How well counts predict measurements, of one message and of many at once.

    make bench-estimates BENCH=DIR

DIR has the data of machines (DIR/*/data.jsonl) with `count` lines (`./do count --bench DIR`). For each target of each
machine this prints Spearman's rank correlation of the estimates with the fastest measurements, the hashes, and the
ratios measured/estimate; with the fastest portable implementations at 1536 bytes, too. Measurements of many messages
are `timings` and `trial` lines of crypto_hashmany. What they are estimated on is the abstract machine that the
implementation's name names.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from hashcop.data.records import Counts, Sample
from hashcop.results import estimates, samples, study
from hashcop.results.estimates import Abstract, spearman
from hashcop.results.model import load
from hashcop.results.operations import newest
from hashcop.results.summary import LONG, RACE_LENGTH, Implementation
from tests.bench.hashes import fastest

MANY = "crypto_hashmany"
LEAST_BYTES = 1536  # of a message: shorter ones are no long ones
Pairs = list[tuple[str, float, float]]  # hash, estimate, measured


def line(what: str, pairs: Pairs) -> str:
    """A row of the table."""
    if not pairs:
        return f"| {what} | - | 0 | - | |"
    rank = spearman((estimate, measured) for _, estimate, measured in pairs)
    ratios = sorted((measured / estimate, name) for name, estimate, measured in pairs)
    middle = median(ratio for ratio, _ in ratios)
    far = sorted(ratios, key=lambda one: -max(one[0] / middle, middle / one[0]))[:3]
    named = ", ".join(f"{name} {ratio:.2f}" for ratio, name in far)
    shown = "-" if rank is None else f"{rank:.3f}"
    spread = f"{ratios[0][0]:.2f}-{ratios[-1][0]:.2f}, median {middle:.2f}"
    return f"| {what} | {shown} | {len(pairs)} | {spread} | {named} |"


def of_targets(file: Path, counts: list[Counts]) -> Iterator[str]:
    """One message: a row for each target and set of implementations."""
    for machine in load([file]):
        for target in machine.targets:
            for abstract in estimates.machines().values():
                if target.name not in abstract.targets or target.platform not in ("", "c"):
                    continue
                every: dict[str, float] = {}
                portable: dict[str, float] = {}
                able = {(c.hash, c.implementation) for c in counts if estimates.is_portable(c)}
                for hash in target.hashes:
                    _least(every, hash.name, hash.implementations)
                    ours = [i for i in hash.implementations if (hash.name, i.name) in able]
                    raced = [cost for one in ours if (cost := of_a_race(one)) is not None]
                    portable |= {hash.name: min(raced)} if raced else {}
                for what, found in (("fastest", every), ("fastest portable", portable)):
                    name = f"{machine.name} {target.name}, {what}, on {abstract.name}"
                    yield line(name, paired(abstract, counts, found))


def of_a_race(one: Implementation) -> float | None:
    """Cycles/byte at 1536 bytes: measured, or else raced."""
    figure = one.per_byte(RACE_LENGTH)
    if figure:
        return figure.median
    return one.winner.median / RACE_LENGTH if one.winner and one.winner.median else None


def _least(found: dict[str, float], hash: str, some: Iterable[Implementation]) -> None:
    best = fastest(list(some), LONG)
    if best:
        found[hash] = best[0]


def paired(abstract: Abstract, counts: list[Counts], measured: dict[str, float]) -> Pairs:
    """The hashes that are estimated and measured."""
    estimated = estimates.estimates(abstract, counts)
    both = sorted(set(estimated) & set(measured))
    return [(name, estimated[name].cycles_per_byte, measured[name]) for name in both]


def abstract_of(implementation: str) -> Abstract | None:
    """The abstract machine for many messages that a name names: the longest word that fits."""
    words = re.split("[^a-z0-9]+", implementation)
    fitting = [
        (len(word), one)
        for one in estimates.machines().values()
        for word in one.many
        if any(each.startswith(word) for each in words)
    ]
    return max(fitting, key=lambda pair: pair[0])[1] if fitting else None


def many(lines: Iterable[dict[str, Any]]) -> dict[tuple[str, str], dict[str, float]]:
    """By target and abstract machine the fastest cycles/byte of each hash, of messages of 1536 bytes and more."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    timed = [one for one in lines if one.get("operation") == MANY and one.get("samples")]
    for one in timed:
        abstract, messages = abstract_of(str(one.get("implementation", ""))), one.get("messages")
        value = per_byte(one["samples"], messages) if isinstance(messages, int) else None
        if abstract and value:
            best = found.setdefault((str(one.get("target")), abstract.name), {})
            name = str(one.get("hash"))
            best[name] = min(value, best.get(name, value))
    return found


def per_byte(raw: Any, messages: int) -> float | None:
    """Cycles for a byte of all messages, at the longest length that is timed; None if nothing is."""
    try:
        together = samples.together(msgspec.convert(raw, tuple[Sample, ...]))
    except (msgspec.ValidationError, ValueError, ZeroDivisionError):
        return None
    length = max(together, default=0)
    if length < LEAST_BYTES or messages < 1:
        return None
    return median(median(times) for times, _ in together[length] if times) / (messages * length)


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    with file.open() as opened:
        for text in opened:
            one = json.loads(text)
            if one.get("kind") in ("timings", "trial", "count"):
                yield one


def main() -> int:
    """Print all of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("bench", type=Path, help="where results are")
    files = sorted(parser.parse_args().bench.glob("*/data.jsonl"))
    lines = {file: list(_lines(file)) for file in files}
    raw = [one for some in lines.values() for one in some if one["kind"] == "count"]
    counts = newest(msgspec.convert(raw, list[Counts]))
    if not counts:
        print("there are no counts: ./do count --bench DIR makes them", file=sys.stderr)
        return 2
    print("| estimate against measurement | correlation | hashes | measured/estimate | miss most |")
    print("| --- | --- | --- | --- | --- |")
    for of in study.of_2010():
        print(
            f"| 2010: {of.estimated}, {of.measured} | {of.correlation:.3f} | {of.hashes} "
            f"| {of.least:.2f}-{of.most:.2f} | |"
        )
    for file in files:
        print("\n".join(of_targets(file, counts)))
        for (target, name), found in sorted(many(lines[file]).items()):
            abstract = estimates.machines()[name]
            what = f"{file.parent.name} {target}, many messages, on {name}"
            print(line(what, paired(abstract, counts, found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
