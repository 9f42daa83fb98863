"""The study of the finalists in FPGAs: Homsirikamol, Rogawski, Gaj (George Mason University), 2012.

Its tables are beside this module, in fpga/. Throughput is in Mbit/s of long messages, area in CLB slices (Virtex) or
ALUTs (Stratix), and every figure is the best of many placements by the vendors' tools.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hashcop.results.circuits import FUNCTIONS, Change, Circuit, Rank

_TABLES = Path(__file__).parent / "fpga"
FAMILIES = ("Virtex 5", "Virtex 6", "Stratix III", "Stratix IV")
_RANKINGS = dict(
    zip(
        FAMILIES,
        (
            "table07_ranking_virtex5",
            "table08_ranking_virtex6",
            "table09_ranking_stratixiii",
            "table10_ranking_stratixiv",
        ),
        strict=True,
    )
)
LUTS_OF_SLICE = 4  # Virtex 6
CLOSE = 0.05  # places whose ratios are as near as this are one
# The designs that were also made in cells (figure 12), by hash: architectures.
CELLS = {
    "keccakc512": ("x1",),
    "sha256": ("x1",),
    "round3jh256": ("x1 (OTF)",),
    "groestl256": ("x1 (P+Q)",),
    "blake256": ("/2(h)",),
    "skein512256": ("x4",),
}
NEAR = 1.2  # of areas: further apart, their order says something
# Why a function may be worse off here than with 6-input LUTs and the vendors' tools.
REASONS = {
    "Keccak": "its chi and theta are functions of five and eleven bits, which take more of the smaller LUTs",
    "JH": "its S-boxes are functions of five bits, which a 6-input LUT holds and a 4-input one does not",
    "Grøstl": "its 8-bit S-boxes and MixBytes take more than twice as many 4-input LUTs as 6-input ones",
    "Skein": "its long carry chains and rotations are hard to route with open tools",
    "BLAKE": "the choice of message words is made of multiplexers, which 6-input LUTs hold twice as much of",
}


@cache
def _rows(name: str) -> tuple[Mapping[str, str], ...]:
    lines = (_TABLES / f"{name}.tsv").read_text().splitlines()
    head, *rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return tuple(dict(zip(head, row, strict=False)) for row in rows)


def number(text: str) -> float | None:
    """A figure of a table; None where it has none."""
    try:
        return float(text)
    except ValueError:
        return None


def _ours(name: str) -> str:
    """What is called so here."""
    return {"Groestl": "Grøstl"}.get(name, name)


@dataclass(frozen=True)
class Ranked:
    """A function's place in a ranking of the study: its architecture, and its ratio as a multiple of SHA-2's."""

    function: str
    architecture: str
    normalised: float


@cache
def ranking(family: str, bits: int, *, single: bool) -> Mapping[str, Ranked]:
    """Functions by their place in the study's ranking on a family (tables 7 to 10), SHA-2 among them."""
    category = "single-message" if single else "all architectures"
    rows = (
        row
        for row in _rows(_RANKINGS[family])
        if row["output_bits"] == str(bits) and row["category"] == category
    )
    found = [
        Ranked(_ours(row["hash"]), row["architecture"], float(row["normalised"])) for row in rows
    ]
    return {one.function: one for one in sorted(found, key=lambda one: -one.normalised)}


def differences(ranks: Sequence[Rank], bits: int, *, single: bool) -> tuple[str, ...]:
    """A sentence for each pair of functions whose order is another one here than on families of the study."""
    found = []
    order = [one.function for one in ranks]
    values = {one.function: one.normalised for one in ranks}
    for place, first in enumerate(order):
        for second in order[place + 1 :]:
            others = [
                family for family in FAMILIES if _before(family, bits, second, first, single=single)
            ]
            if others:
                near = values[first] < values[second] * (1 + CLOSE)
                said = f"{first} is before {second} here{', though hardly' if near else ''}, and behind it on "
                found.append(f"{said}{_listed(others)}.")
    return tuple(found)


def _before(family: str, bits: int, one: str, other: str, *, single: bool) -> bool:
    found = ranking(family, bits, single=single)
    if one not in found or other not in found:
        return False
    return found[one].normalised > found[other].normalised


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def below(ranks: Iterable[Rank], bits: int, *, single: bool) -> tuple[str, ...]:
    """A sentence for each function whose normalised ratio is below the lowest of the study's, with the reason."""
    found = []
    for one in ranks:
        theirs = [
            ranking(family, bits, single=single)[one.function].normalised
            for family in FAMILIES
            if one.function in ranking(family, bits, single=single)
        ]
        if theirs and one.normalised < min(theirs) and one.function in REASONS:
            found.append(
                f"{one.function} is at {one.normalised:.2f}, below the study’s lowest of {min(theirs):.2f}: "
                f"{REASONS[one.function]}."
            )
    return tuple(found)


def result(circuit: Circuit, family: str) -> Mapping[str, str] | None:
    """The study's row of a circuit with padding unit on a family (tables 2 and 3); None where it has none."""
    table = "table02_results_256_pad" if circuit.bits == 256 else "table03_results_512_pad"
    return _row(table, circuit, family=family)


def luts(circuit: Circuit) -> float | None:
    """The LUTs in the slices of the study's design on Virtex 6; None where it has none."""
    row = result(circuit, "Virtex 6")
    slices = number(row["area"]) if row else None
    return LUTS_OF_SLICE * slices if slices else None


def _row(table: str, circuit: Circuit, **wanted: str) -> Mapping[str, str] | None:
    function, bits = FUNCTIONS.get(circuit.hash, ("", 0))
    names = {_named(function, bits), f"SHA-{bits}" if function == "SHA-2" else ""}
    return next(
        (
            row
            for row in _rows(table)
            if row["hash"] in names
            and row["architecture"] == circuit.design.architecture
            and all(row[key] == value for key, value in wanted.items())
        ),
        None,
    )


def _named(function: str, bits: int) -> str:
    return f"{function.replace('ø', 'oe')}-{bits}"


def padding(circuit: Circuit) -> Mapping[str, Mapping[str, str]]:
    """The study's change by the padding unit (table 4), by family."""
    rows = {family: _row("table04_padding_effect", circuit, family=family) for family in FAMILIES}
    return {family: row for family, row in rows.items() if row}


def embedded(change: Change) -> Mapping[str, Mapping[str, str]]:
    """The study's change by embedded memories and multipliers (tables 11, 12, 15, 16), by family."""
    found = {}
    tables = {
        "Virtex 5": ("table11_embedded_virtex5_single", "table15_embedded_virtex5_pipelined"),
        "Stratix III": ("table12_embedded_stratix3_single", "table16_embedded_stratix3_pipelined"),
    }
    for family, names in tables.items():
        row = next((row for name in names if (row := _row(name, change.circuit))), None)
        if row:
            found[family] = row
    return found


@cache
def cycles() -> Mapping[tuple[str, str, int], tuple[int, int]]:
    """Clocks of a block and of finalizing, by function, architecture and size of the digest (table 19)."""
    return {
        (_ours(row["hash"]), row["architecture"], bits): (
            int(row[f"c_block_{bits}"]),
            int(row[f"c_final_{bits}"]),
        )
        for row in _rows("table19_cycles")
        for bits in (256, 512)
    }


def cycles_of(circuit: Circuit) -> tuple[int, int] | None:
    """The study's clocks of a block and of finalizing for a circuit; None where its table has none."""
    kind = circuit.design.architecture
    plain = kind.replace(" (MEM)", "").replace(" (OTF)", "")
    found = cycles()
    return found.get((circuit.function, kind, circuit.bits)) or found.get(
        (circuit.function, plain, circuit.bits)
    )


# Of messages, in bits: the bus of the study, and clocks for meeting the source and reading the length.
_BUS, _PREPARE = {("SHA-2", 256): 32}, 2
_LEAST_PADDING = {
    "SHA-2": (65, 129),
    "BLAKE": (66, 130),
    "Grøstl": (65, 65),
    "JH": (512, 512),
    "Keccak": (2, 2),
    "Skein": (0, 0),
}


def formula(circuit: Circuit, length: int) -> float:
    """The study's relative effective throughput (formula 10) of a message of so many bytes; 0 where it has none."""
    clocks, known = circuit.clocks, cycles_of(circuit)
    if not clocks or not clocks.size or not known or not length:
        return 0.0
    block, final = known
    overhead = _PREPARE + 8 * clocks.size / _bus(circuit) + final + circuit.bits / _bus(circuit)
    least = _LEAST_PADDING[circuit.function][circuit.bits == 512]
    number_ = math.ceil((8 * length + least) / (8 * clocks.size))
    return length / (number_ * clocks.size) * block * number_ / (overhead + block * number_)


def _bus(circuit: Circuit) -> int:
    return _BUS.get((circuit.function, circuit.bits), 64)


def constant(circuit: Circuit) -> float | None:
    """Clocks of a message of one block beyond the study's formula 4; None where that is not known."""
    clocks, known = circuit.clocks, cycles_of(circuit)
    if not clocks or not known or not clocks.blocks:
        return None
    block, final = known
    theirs = (
        _PREPARE + 8 * clocks.size / _bus(circuit) + block + final + circuit.bits / _bus(circuit)
    )
    return clocks.blocks[0] - theirs


@dataclass(frozen=True)
class Correlation:
    """How alike two families are in a figure: of ranks (Spearman), and of logarithms (Pearson)."""

    figure: str
    spearman: float
    pearson: float


def correlations(
    one: Sequence[Circuit], other: Sequence[Circuit]
) -> tuple[tuple[Correlation, ...], tuple[tuple[Circuit, Circuit], ...]]:
    """Correlations of the designs of figure 12 on two families, and these designs."""
    pairs = []
    for name, kinds in CELLS.items():
        mine, theirs = (_find(some, name, kinds) for some in (one, other))
        if mine and theirs:
            pairs.append((mine, theirs))
    if len(pairs) < 3:
        return (), tuple(pairs)
    figures: dict[str, Callable[[Circuit], float]] = {
        "throughput": lambda c: c.best_throughput,
        "area": lambda c: c.area,
        "throughput/area": lambda c: c.best_ratio,
    }
    found = []
    for figure, of in figures.items():
        a, b = [of(x) for x, _ in pairs], [of(y) for _, y in pairs]
        logs = [math.log(x) for x in a], [math.log(x) for x in b]
        found.append(Correlation(figure, _pearson(_ranks(a), _ranks(b)), _pearson(*logs)))
    return tuple(found), tuple(pairs)


def crowded(circuits: Iterable[Circuit]) -> tuple[tuple[str, ...], float]:
    """The most functions whose areas lie closest together, and by how much the largest is above the smallest.

    Their ranks say little: of less than three, or where the largest is a fifth above, there are none.
    """
    ordered = sorted(circuits, key=lambda one: one.area)
    runs = (ordered[a:b] for a in range(len(ordered)) for b in range(a + 3, len(ordered) + 1))
    near = [run for run in runs if run[-1].area <= NEAR * run[0].area]
    most = max(near, key=len, default=[])
    return tuple(one.function for one in most), most[-1].area / most[0].area - 1 if most else 0.0


def _find(circuits: Iterable[Circuit], name: str, kinds: Sequence[str]) -> Circuit | None:
    return next(
        (c for c in circuits if c.hash == name and c.design.architecture in kinds and c.placed),
        None,
    )


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [float(ordered.index(value)) for value in values]


def _pearson(a: Sequence[float], b: Sequence[float]) -> float:
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    together = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    spread = math.sqrt(sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b))
    return together / spread if spread else 0.0
