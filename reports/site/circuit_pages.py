"""The circuits of a machine: throughput, area and their ratio by family, and the study of 2012 beside them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from hashcop.results import circuit_study, circuits
from hashcop.results.circuits import Change, Circuit, Rank
from reports.area_chart import Point, area_chart
from reports.counts_chart import counts_chart
from reports.folder import File
from reports.kept.machine import Head
from reports.site import addresses
from reports.site.environment import Site, page
from reports.then_chart import then_chart

HERE = "here"
SIMULATION = "simulation"  # a family without figures
CELLS = "GE"  # the unit of areas in standard cells
SYNTHESIZED = "LUT6"  # that of the family which nothing here places
MULTIPLES = (2, 4, 8)  # units of the best, dotted in the charts
SHORT = (8, 16, 32, 64, 100, 128, 200, 256, 400, 576, 800, 1024, 1280, 1600)  # bytes


@dataclass(frozen=True)
class Size:
    """The circuits of a size of digest on a family.

    `rankings`: of all, and of those with one message in flight, each with its graph. `units` has a sentence for each
    circuit of several units.
    """

    bits: int
    rows: tuple[Circuit, ...]
    best: str
    chart: Markup
    rankings: tuple[tuple[str, bool, tuple[Rank, ...], Markup], ...]
    units: tuple[str, ...]


@dataclass(frozen=True)
class Family:
    """A family with its circuits. `without` have no figure, and say why; `areas` only what synthesis said."""

    name: str
    device: str
    tools: str
    unit: str
    sizes: tuple[Size, ...]
    areas: tuple[Circuit, ...]
    without: tuple[Circuit, ...]
    every: tuple[Circuit, ...]

    @property
    def is_cells(self) -> bool:
        """Whether it is standard cells."""
        return self.unit == CELLS


def has_page(head: Head) -> bool:
    """Whether there is anything about circuits."""
    return any(one.family != SIMULATION for one in head.machine.circuits)


class CircuitPages:
    """The page of a machine's circuits."""

    def __init__(self, site: Site, head: Head) -> None:
        self._site, self._head = site, head
        self.group = f"circuits {head.name}"
        self.key = site.key(head.stable)

    def files(self) -> Iterator[File]:
        """All files of the group."""
        if has_page(self._head):
            yield File(addresses.circuits(self._head.name), self.key, self._page)

    def _page(self) -> bytes:
        machine = self._head.machine
        families = [_family(name, some) for name, some in _ordered(machine.circuits)]
        placed = [one for one in families if one.sizes and not one.is_cells]
        first = placed[0] if placed else None
        cells = next((one for one in families if one.is_cells and one.sizes), None)
        correlations, pairs = (
            circuit_study.correlations(first.every, cells.every) if first and cells else ((), ())
        )
        return page(
            self._site,
            "circuits.html",
            addresses.circuits(machine.name),
            newest=max((one.time for one in machine.circuits), default=""),
            machine=machine,
            families=families,
            study=circuit_study,
            circuit_results=circuits,
            of_study=circuit_study.FAMILIES,
            padding=_changes(placed, circuits.PADDING),
            memories=_changes(placed, circuits.MEMORIES),
            messages=_messages(first) if first else (),
            first=first,
            cells=cells,
            correlations=correlations,
            pairs=pairs,
            base=next((pair for pair in pairs if pair[0].function == circuits.REFERENCE), None),
            constants=_constants(first) if first else {},
            with_page=self._head.hashes,
        )


def _ordered(every: Sequence[Circuit]) -> list[tuple[str, tuple[Circuit, ...]]]:
    """Families with the most circuits first; cells last."""
    found = circuits.by_family(one for one in every if one.family != SIMULATION)
    return sorted(found.items(), key=lambda one: (one[1][0].unit == CELLS, -len(one[1]), one[0]))


def _family(name: str, every: tuple[Circuit, ...]) -> Family:
    placed = tuple(one for one in every if one.throughput)
    sizes = tuple(
        _size(bits, some)
        for bits in sorted({one.bits for one in placed})
        if (some := tuple(one for one in placed if one.bits == bits))
    )
    unit = next((one.unit for one in every if one.unit), "")
    without = [one for one in every if not one.throughput]
    areas = [one for one in without if one.netlist and one.check and unit == SYNTHESIZED]
    known = next((one for one in every if one.design.device), every[0])
    return Family(
        name=name,
        device=known.design.device,
        tools=known.design.tools,
        unit=unit,
        sizes=sizes,
        areas=tuple(areas),
        without=tuple(one for one in without if one not in areas),
        every=placed,
    )


def _size(bits: int, some: tuple[Circuit, ...]) -> Size:
    rows = tuple(
        sorted(some, key=lambda one: (one.function, -(one.ratio.median if one.ratio else 0)))
    )
    rankings = tuple(
        (title, single, ranks, _normalised(ranks, bits, single=single))
        for title, single in (("all architectures", False), ("one message in flight", True))
        if len(ranks := circuits.ranking(some, bits, single=single)) > 1
    )
    best = max(some, key=lambda one: one.best_ratio)
    return Size(bits, rows, best.object, _chart(rows, best), rankings, tuple(_units(rows)))


def _normalised(ranks: Sequence[Rank], bits: int, *, single: bool) -> Markup:
    """Ratios as multiples of SHA-2's, here and on the study's families (its figures 10 and 11)."""
    rows = []
    for rank in ranks:
        marks = {HERE: rank.normalised} if rank.normalised else {}
        for family in circuit_study.FAMILIES:
            theirs = circuit_study.ranking(family, bits, single=single).get(rank.function)
            marks |= {family: theirs.normalised} if theirs else {}
        rows.append((rank.function, marks))
    return then_chart(rows, (HERE, *circuit_study.FAMILIES), "times SHA-2")


def _units(rows: Sequence[Circuit]) -> Iterator[str]:
    """How far several units placed together are from as many times one."""
    for one in rows:
        kind, count = one.design.architecture[:2], one.design.architecture[2:]
        if kind != "MU" or not count.isdecimal():
            continue
        alone = (c for c in rows if c.hash == one.hash and c.design.architecture == "x1")
        single = next(alone, None)
        if single and single.throughput and one.throughput:
            part = one.throughput.median / (int(count) * single.throughput.median)
            yield (
                f"{one.hash} {one.design.architecture}, placed as one design, has {part:.0%} of {count} times "
                "the throughput of x1."
            )


def _chart(rows: Sequence[Circuit], best: Circuit) -> Markup:
    points = [
        Point(
            f"{one.function} {one.kind}",
            _colour(one),
            one.area,
            one.throughput.median,
        )
        for one in rows
        if one.throughput
    ]
    if best.throughput:
        points += [
            Point(
                f"{best.function} {best.design.architecture} × {n}",
                *(_colour(best), n * best.area, n * best.throughput.median, n),
            )
            for n in MULTIPLES
        ]
    return area_chart(points, best.unit, f"{rows[0].bits}-bit digests")


def _colour(one: Circuit) -> int:
    """The number of its function's colour, the same in each figure."""
    known = list(dict.fromkeys(name for name, _ in circuits.FUNCTIONS.values()))
    return known.index(one.function) if one.function in known else len(known)


def _changes(
    families: Sequence[Family], experiment: str
) -> tuple[tuple[Family, tuple[Change, ...]], ...]:
    found = ((one, circuits.changes(one.every, experiment)) for one in families)
    return tuple((family, changes) for family, changes in found if changes)


def _messages(family: Family) -> tuple[tuple[int, Markup, tuple[Circuit, ...]], ...]:
    """Of each size of digest the graph of short messages, and the circuits in it: the best of each function."""
    found = []
    for size in family.sizes:
        best = [rank.circuit for rank in circuits.ranking(size.rows, size.bits, single=True)]
        names = {f"{one.function} {one.design.architecture}": one for one in best}
        lines = {
            name: {n: circuits.effective(one, n) for n in SHORT} for name, one in names.items()
        }
        chart = counts_chart(
            lines,
            colours={name: _colour(one) for name, one in names.items()},
            what="length",
            one="{} bytes",
            marked=(8, 32, 128, 576, 1600),
            unit="Part of the throughput",
        )
        found.append((size.bits, chart, tuple(best)))
    return tuple(found)


def _constants(family: Family) -> dict[str, float]:
    """By circuit: clocks beyond the study's formula, where it has one."""
    found = {}
    for one in family.every:
        constant = circuit_study.constant(one)
        if constant is not None and one.is_single:
            found[f"{one.hash}/{one.name}"] = constant
    return found
