"""The pages of counted operations: all hashes by class, and estimates held against measurements."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from hashcop.data.records import Counts
from hashcop.results import aes, estimates, study
from hashcop.results.aes import AesLike
from hashcop.results.estimates import Abstract, Estimate, spearman
from hashcop.results.operations import CLASSES, by_class, newest, split, total
from hashcop.results.summary import RACE_LENGTH
from reports.kept import machine as kept
from reports.kept.figures import Figure
from reports.kept.machine import Head
from reports.site import addresses, estimates_chart
from reports.site.environment import Site, page
from reports.site.estimates_chart import Dot

PAPER = ("paper-32", "paper-64")
MISSES = 3  # hashes of which the page says why their estimates are off
LONG, RACE = "long", str(RACE_LENGTH)
LISTED = 12  # targets of machines, which a browser has at once
_STUDIED = (
    "add",
    "sub",
    "csub",
    "mul",
    "and",
    "nand",
    "andc",
    "eqv",
    "or",
    "orc",
    "rotate",
    "shift",
    "xor",
)


@dataclass(frozen=True)
class Row:
    """A hash as the page shows it: the counts of one implementation, its classes, and the study's row, if there is one.

    `on` has the estimates on the study's machines, by name; another implementation may be the cheapest there.
    """

    record: Counts
    classes: dict[str, int]
    total: int
    on: dict[str, Estimate]
    study: study.Row | None
    why: str


@dataclass(frozen=True)
class Pair:
    """A hash with its estimate and the fastest measurement (cycles/byte of long messages), and why they differ."""

    estimate: Estimate
    measured: Figure
    why: str = ""

    @property
    def ratio(self) -> float:
        """Measured as a multiple of the estimate."""
        return self.measured.value / self.estimate.cycles_per_byte


@dataclass(frozen=True)
class Portable:
    """How estimates stand to the fastest portable implementations."""

    dots: tuple[Dot, ...]
    correlation: float

    @property
    def ratios(self) -> tuple[float, float, float]:
        """Measured by estimated: the least, the median and the greatest."""
        every = [one.measured / one.estimate for one in self.dots]
        return min(every), median(every), max(every)


@dataclass(frozen=True)
class Held:
    """Estimates on an abstract machine held against the measurements on a target of a machine.

    `portable`: the same with the fastest portable implementation of each hash instead.
    """

    head: Head
    target: str
    abstract: Abstract
    pairs: tuple[Pair, ...]
    correlation: float | None
    portable: Portable | None
    middle: float
    misses: tuple[Pair, ...]
    chart: object

    @property
    def ratios(self) -> tuple[float, float]:
        """The least and the greatest ratio."""
        every = [one.ratio for one in self.pairs]
        return min(every), max(every)


def counts_of(heads: Sequence[Head]) -> list[Counts]:
    """The counts of all machines, of each implementation and ABI the newest."""
    return newest(one for head in heads for one in head.machine.counts)


def operations_page(site: Site, heads: Sequence[Head]) -> bytes:
    """All hashes by class, and the AES-like ones once more."""
    records = counts_of(heads)
    rows = table_rows(records)
    found = {name for row in rows for name in row.classes}
    others = sorted(found - set(CLASSES) - {"load", "store", "convert", "pair"})
    columns = [one for one in CLASSES if one in found or one in _STUDIED] + others
    return page(
        site,
        "operations.html",
        addresses.OPERATIONS,
        newest=max((one.time for one in records), default=""),
        rows=rows,
        columns=columns,
        aes=aes_rows(records),
        paged={part.hash for head in heads for part in head.parts},
        methods=sorted({(one.method, one.compiler) for one in records}),
    )


def table_rows(records: Sequence[Counts]) -> list[Row]:
    """A row for each hash with a portable implementation, by name."""
    machines = estimates.machines()
    on = {name: estimates.estimates(machines[name], records) for name in PAPER}
    studied = {row.hash: row for row in study.rows()}
    rows = []
    for hash in sorted(on[PAPER[0]]):
        mine = {name: found[hash] for name, found in on.items() if hash in found}
        row = studied.get(hash)
        word = row.word if row else _word(mine)
        record = mine[f"paper-{word}"].of
        classes = by_class(record.operations)
        why = study.WHY.get(hash, "")
        rows.append(Row(record, classes, total(record.operations), mine, row, why))
    return rows


def _word(on: dict[str, Estimate]) -> int:
    """The width of the words that a hash is made for: 64 where that halves its operations or nearly so."""
    return 64 if on["paper-64"].cycles_per_byte < 0.75 * on["paper-32"].cycles_per_byte else 32


def aes_rows(records: Sequence[Counts]) -> list[tuple[AesLike, study.AesRow | None, str]]:
    """(what is counted, the study's row, why they differ) of AES-like hashes, by name."""
    studied = {row.hash: row for row in study.aes_rows() if row.hash}
    names = sorted({one.hash for one in records})
    found = [aes.of_hash(one for one in records if one.hash == name) for name in names]
    return [(one, studied.get(one.hash), study.WHY.get(one.hash, "")) for one in found if one]


def estimates_page(site: Site, heads: Sequence[Head]) -> bytes:
    """The answers of 2010, and those of each machine."""
    records = counts_of(heads)
    held = [one for head in heads for one in held_of(head, records)]
    return page(
        site,
        "estimates.html",
        addresses.ESTIMATES,
        of_2010=study.of_2010(),
        held=held[:LISTED],
        more=max(0, len(held) - LISTED),
        machines=list(estimates.machines().values()),
    )


def held_of(head: Head, records: Sequence[Counts]) -> list[Held]:
    """For each target of a machine that an abstract one stands for, and has three hashes in common."""
    rows = [row for row in kept.rows(head) if row.length in (LONG, RACE) and row.value > 0]
    found = []
    for target in head.timed:
        measured = [row for row in rows if row.target == target.name]
        for abstract in estimates.machines().values():
            if target.platform in ("", "c") and target.name in abstract.targets:
                found.append(_held(head, target.name, abstract, measured, records))
    return [one for one in found if one]


def _held(
    head: Head,
    target: str,
    abstract: Abstract,
    figures: Sequence[Figure],
    records: Sequence[Counts],
) -> Held | None:
    estimated = estimates.estimates(abstract, records)
    measured = {row.hash: row for row in figures if row.leads and row.length == LONG}
    known = {(one.target, one.hash, one.implementation): one for one in records}
    pairs = [
        Pair(one, measured[hash], _reason(one, measured[hash], known))
        for hash, one in sorted(estimated.items())
        if hash in measured
    ]
    if len(pairs) < 2:
        return None
    middle = median(pair.ratio for pair in pairs)
    far = sorted(pairs, key=lambda pair: -max(pair.ratio / middle, middle / pair.ratio))
    misses = tuple(far[:MISSES]) if len(pairs) > MISSES else ()
    dots = [
        Dot(one.estimate.hash, one.estimate.cycles_per_byte, one.measured.value, one in misses)
        for one in pairs
    ]
    correlation = spearman((one.estimate.cycles_per_byte, one.measured.value) for one in pairs)
    portable = _portable(estimated, figures, records)
    chart = estimates_chart.scatter(dots, portable.dots if portable else ())
    rest = correlation, portable, middle, misses, chart
    return Held(head, target, abstract, tuple(pairs), *rest)


def _portable(
    estimated: dict[str, Estimate], figures: Sequence[Figure], records: Sequence[Counts]
) -> Portable | None:
    """How the fastest portable implementation of each hash stands to its estimate.

    At 1536 bytes, since most of these were raced and not measured.
    """
    able = {(one.hash, one.implementation) for one in records if estimates.is_portable(one)}
    best: dict[str, float] = {}
    for row in figures:
        is_able = (row.hash, row.implementation) in able and row.hash in estimated
        if row.length == RACE and is_able:
            best[row.hash] = min(row.value, best.get(row.hash, row.value))
    dots = [Dot(hash, estimated[hash].cycles_per_byte, value) for hash, value in best.items()]
    correlation = spearman((one.estimate, one.measured) for one in dots)
    return None if correlation is None else Portable(tuple(dots), correlation)


def _reason(estimate: Estimate, measured: Figure, known: dict[tuple[str, str, str], Counts]) -> str:
    """Why a measurement is likely to differ from the estimate: what the fastest has that the estimate is not of."""
    record = known.get((measured.target, measured.hash, measured.implementation))
    named = [name for name in (record.operations if record else ()) if split(name)[1] == 0]
    instructions = [name for name in named if name not in ("asm", "pternlog", "pshufb")]
    if record and instructions:
        return f"the fastest has instructions for it: {', '.join(sorted(instructions)[:3])}"
    if record and record.vectors:
        lanes = max(int(name.rpartition("x")[2]) for name in record.vectors)
        return f"the fastest works on vectors of up to {lanes} lanes within the message"
    if record is None:
        return _by_name(measured.implementation)
    return _own_reason(estimate.of)


def _by_name(implementation: str) -> str:
    """What the name of an implementation that is not counted says of it."""
    words = re.findall("[a-z]+", implementation)
    if any(word.endswith(("aes", "aesni", "shani", "sha")) for word in words):
        return f"the fastest, {implementation}, has instructions for it"
    if any(word.startswith(("avx", "sse", "ssse", "neon", "lanes")) for word in words):
        return f"the fastest, {implementation}, works on vectors within the message"
    return f"the code of the fastest, {implementation}, is not counted"


def _own_reason(record: Counts) -> str:
    classes = by_class(record.operations)
    every = total(record.operations)
    moved = classes.get("load", 0) + classes.get("store", 0)
    if classes.get("lookup", 0) * 10 > every:
        return f"{classes['lookup']:,} of {every:,} operations are look-ups, whose time depends on the cache"
    if moved * 2 > every:
        return f"{moved:,} loads and stores beside {every:,} operations"
    if record.control * 2 > every:
        return f"{record.control:,} operations of control beside {every:,}"
    return "its operations depend on each other otherwise than those of most"


@dataclass(frozen=True)
class Width:
    """How wide a processor was used: operations of a byte by the cycles that it took, of one implementation."""

    machine: str
    target: str
    implementation: str
    per_byte: float
    cycles: float

    @property
    def a_cycle(self) -> float:
        """Operations of data in a cycle."""
        return self.per_byte / self.cycles


def widths(records: Sequence[Counts], figures: Sequence[Figure]) -> list[Width]:
    """Of each counted implementation that is the fastest on a target: how many operations a cycle it does."""
    known = {(one.target, one.implementation): one for one in records}
    found = []
    for row in figures:
        record = known.get((row.target, row.implementation))
        if record and row.length == LONG and row.is_measured and record.bytes:
            per_byte = total(record.operations) / record.bytes
            found.append(Width(row.machine, row.target, row.implementation, per_byte, row.value))
    return found
