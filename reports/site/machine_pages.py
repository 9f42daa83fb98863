"""The pages about a machine that show none of its hashes in whole: about it, and the tables of each target."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from hashcop.data.signatures import Standing
from hashcop.results import many
from hashcop.results.summary import RACE_LENGTH, Target
from reports import format
from reports.folder import File
from reports.kept import machine as kept
from reports.kept.figures import STAGES, Figure
from reports.kept.machine import Head
from reports.site import addresses, fitness, raw, scripts, signed
from reports.site.environment import TABLES, Site, page


class MachinePages:
    """The pages of one machine. What they show is read when the first of them has to be made."""

    def __init__(self, site: Site, head: Head, standings: tuple[Standing, ...], out: Path) -> None:
        self._site, self._head, self._standings, self._out = site, head, standings, out
        self.group = f"machine {head.name}"
        figures = str(head.name in site.drawn)
        self.key = site.key(head.digest, figures, signed.digest(standings))

    def files(self) -> Iterator[File]:
        """All files of the group."""
        machine = self._head.name
        yield self._file(addresses.machine(machine), self._about)
        if self._head.timed:
            yield self._file(addresses.script(f"{addresses.safe(machine)}/index"), self._index)
        for target in self._head.targets:
            name = addresses.target(machine, target.name)
            yield self._file(name, partial(self._tables, target))
            if not target.emulator:
                series = addresses.ranked(machine, target.name)
                yield self._file(addresses.script(series), partial(self._ranking, target, series))

    def _file(self, name: str, make: Callable[[], bytes]) -> File:
        return File(name, self.key, make)

    @cached_property
    def _rows(self) -> list[Figure]:
        return kept.rows(self._head)

    def _of(self, target: Target) -> list[Figure]:
        return [row for row in self._rows if row.target == target.name]

    def _about(self) -> bytes:
        name = addresses.machine(self._head.name)
        found = raw.files(self._head, self._out, name)
        return page(
            self._site,
            "machine.html",
            name,
            newest=self._head.newest,
            head=self._head,
            raw=found,
            standings=self._standings,
            tampered=signed.warning(self._head, self._standings),
        )

    def _index(self) -> bytes:
        named: dict[str, dict[str, list[str]]] = {}
        for row in self._rows:
            if row.length == "1536" and row.is_measured:
                of_target = named.setdefault(row.target, {})
                of_target.setdefault(row.hash, []).append(row.implementation)
        machine = self._head.name
        name = f"{addresses.safe(machine)}/index"
        return scripts.take(name, scripts.index(named, machine))

    def _ranking(self, target: Target, series: str) -> bytes:
        rows = self._of(target)
        lines = {str(c): [_line(row) for row in ranking(rows, str(c))] for c in TABLES}
        return scripts.take(series, lines)

    def _tables(self, target: Target) -> bytes:
        rows = self._of(target)
        measured = {row.hash for row in rows if row.is_measured}
        parts = self._head.of(target.name)
        return page(
            self._site,
            "target.html",
            addresses.target(self._head.name, target.name),
            newest=target.measured[1] if target.measured else "",
            head=self._head,
            machine=self._head.machine,
            target=target,
            banner=fitness.banner(self._head.tallies.get(target.name)),
            tampered=signed.warning(self._head, self._standings),
            clock=fitness.clock(target),
            tables=[(column, table(rows, str(column))) for column in TABLES],
            missing=[
                (p.hash, p.implementations)
                for p in parts
                if p.hash not in measured and p.implementations
            ],
            findings={
                (part.hash, name): text for part in parts for name, text in part.findings.items()
            },
            disagreeing={part.hash for part in parts if part.disagrees},
            drawn=self._head.name in self._site.drawn and bool(drawn(rows)),
            at_once=(at_once := many.ranked(part.many for part in parts if part.many)),
            overtakes=many.overtakes(at_once),
            on_device=sorted(
                ((part.hash, part.device) for part in parts if part.device),
                key=lambda one: -one[1].gigabits.median,
            ),
        )


def table(rows: Sequence[Figure], column: str) -> list[Figure]:
    """Of each hash of a target what is the fastest at a column, lowest median first."""
    leading = (row for row in rows if row.length == column and row.leads)
    return sorted(leading, key=lambda row: (row.value, row.hash))


def drawn(rows: Sequence[Figure]) -> list[Figure]:
    """What the figure of a target's ranking shows: it has a logarithmic axis."""
    return [row for row in table(rows, str(RACE_LENGTH)) if row.low > 0]


def ranking(rows: Sequence[Figure], column: str) -> list[Figure]:
    """Every hash of a target at a column, fastest first; then those without a figure, by name, with their state."""
    here = [row for row in rows if row.length == column]
    leading = table(here, column)
    known = {row.hash for row in leading}
    others: dict[str, Figure] = {}
    for row in here:
        # Of implementations without a figure, the one that came furthest tells most.
        held = others.get(row.hash)
        if row.hash not in known and (held is None or _stage(row) < _stage(held)):
            others[row.hash] = row
    return leading + [others[name] for name in sorted(others)]


def _stage(row: Figure) -> int:
    return STAGES.index(row.state) if row.state in STAGES else -1


def _line(row: Figure) -> list[Any]:
    """A row of the ranking as the script of the front page fills it in."""
    text = format.value(row.value, row.least, row.most) if row.is_measured else row.state
    place = (row.machine, row.target, row.hash)
    where = addresses.hash_on(*place)
    if row.is_measured:
        where += f"#{addresses.cell(row.length, row.implementation)}"
    about = addresses.implementation(*place, row.implementation)
    rank = format.rank(row.place, row.place_last)
    number = row.value if row.is_measured else None
    shown = [row.hash, text, row.state, row.implementation, where, rank, number]
    return [*shown, row.security, about, row.why, row.sign]
