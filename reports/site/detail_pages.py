"""The pages of the hashes of a target: each hash, its implementations and its history, and data for scripts."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache, partial

from hashcop.results import devices
from hashcop.results.beside_c import PREFIX, Row, rows
from hashcop.results.blocks import fit_of
from hashcop.results.hosted import FIRST_COUNTS, short
from hashcop.results.ranking import measured
from hashcop.results.summary import LONG, RACE_LENGTH, SLOPE, Column, Hash, Implementation, Target
from hashcop.results.verdict import SKIPPED
from reports import charts, citation
from reports.counts_chart import counts_chart
from reports.folder import File
from reports.kept import machine as kept
from reports.kept.figures import NAN, Figure
from reports.kept.machine import Head, Judged, Part
from reports.site import addresses, exports, fitness, scripts
from reports.site.environment import Site, page
from reports.site.over_time import over_time

Cells = dict[str, dict[str, Figure]]  # by implementation and column


class DetailPages:
    """The pages of one target of a machine. A hash is read when the first of its pages has to be made."""

    def __init__(self, site: Site, head: Head, target: Target, tampered: str = "") -> None:
        """`tampered`: what is to be said of data that are not as somebody signed them."""
        self._site, self._head, self._target, self._tampered = site, head, target, tampered
        self._parts = head.of(target.name)
        self._banner = fitness.banner(head.tallies.get(target.name))
        self._drawn = head.name in site.drawn and not target.emulator
        self.group = f"details {head.name} {target.name}"
        eras = "".join(map(repr, head.machine.eras))
        scale = target.cycles_per_tick
        rounded = [round(one, 3) for one in (scale.low, scale.median, scale.high)] if scale else []
        more = (self._banner, eras, str(rounded), tampered)
        self._shared = site.key(head.stable, str(self._drawn), *more)
        beside = head.of(target.name.removeprefix(PREFIX)) if target.name.startswith(PREFIX) else ()
        self._beside = {part.hash: part for part in beside}
        every = (*self._parts, *self._beside.values())
        self.key = "\0".join([self._shared, *(part.digest for part in every)])

    @cached_property
    def _hash(self) -> Callable[[Part], Hash]:
        return lru_cache(1)(partial(kept.hash_of, self._head))

    def files(self) -> Iterator[File]:
        """All files of the group; those of one hash follow each other."""
        machine, target = self._head.name, self._target.name
        for part in self._parts:
            name = addresses.hash_on(machine, target, part.hash)
            yield self._file(part, name, self._whole)
            for judged in part.implementations:
                where = addresses.implementation(machine, target, part.hash, judged.name)
                yield self._file(part, where, partial(self._implementation, judged))
            if self._target.emulator:
                continue
            series = addresses.series(machine, target, part.hash)
            yield self._file(part, addresses.script(series), partial(self._curves, series))
            more = f"{series}.more"
            yield self._file(part, addresses.script(more), partial(self._more, more))
            yield self._file(part, addresses.history(machine, target, part.hash), self._history)
            for kind, write in exports.KINDS.items():
                export = partial(self._export, write)
                yield self._file(part, addresses.table(name, kind), export)
        if not self._target.emulator:
            whole = addresses.target(machine, target)
            for kind, write in exports.KINDS.items():
                yield File(addresses.table(whole, kind), self.key, partial(self._export_all, write))

    def _file(self, part: Part, name: str, make: Callable[[Part], bytes]) -> File:
        beside = self._beside.get(part.hash)
        digests = [part.digest, *([beside.digest] if beside else [])]
        return File(name, "\0".join([self._shared, *digests]), partial(make, part))

    def _of_c(self, part: Part) -> tuple[Row, ...]:
        """The hash beside the same one in C, if this is a target of the JVM."""
        beside = self._beside.get(part.hash)
        return rows(kept.hash_of(self._head, beside), self._hash(part)) if beside else ()

    @cached_property
    def _rows(self) -> dict[str, list[Figure]]:
        """The figures of the target, by hash."""
        found: dict[str, list[Figure]] = {}
        for row in kept.rows(self._head):
            if row.target == self._target.name:
                found.setdefault(row.hash, []).append(row)
        return found

    def _cells(self, part: Part) -> Cells:
        found: Cells = {}
        for row in self._rows.get(part.hash, ()):
            found.setdefault(row.implementation, {})[row.length] = row
        return found

    def _shown(self, template: str, name: str, hash: Hash, **more: object) -> bytes:
        return page(
            self._site,
            template,
            name,
            newest=_newest(hash),
            machine=self._head.machine,
            target=self._target,
            hash=hash,
            banner=self._banner,
            tampered=self._tampered,
            **more,
        )

    def _whole(self, part: Part) -> bytes:
        hash, cells = self._hash(part), self._cells(part)
        machine, target = self._head.name, self._target.name
        best = next((one for one in hash.implementations if one.curve), None)
        return self._shown(
            "hash_on.html",
            addresses.hash_on(machine, target, hash.name),
            hash,
            rows=cells,
            lead=_of_fastest(cells),
            series=addresses.series(machine, target, hash.name),
            skipped=[name for name, of in cells.items() if of[str(RACE_LENGTH)].state == SKIPPED],
            fit=fit_of(hash.name, measured(hash)),
            drawn=self._drawn and best is not None,
            beside_c=self._of_c(part),
            target_of_c=target.removeprefix(PREFIX),
            on_device=devices.row(hash, self._head.machine, self._target)
            if self._target.platform == devices.PLATFORM
            else None,
        )

    def _implementation(self, judged: Judged, part: Part) -> bytes:
        hash = self._hash(part)
        one = next(each for each in hash.implementations if each.name == judged.name)
        cells = self._cells(part).get(one.name, {})
        machine = self._head.machine
        return self._shown(
            "implementation.html",
            addresses.implementation(machine.name, self._target.name, hash.name, one.name),
            hash,
            one=one,
            lead=_lead(cells) if cells else None,
            measured=sum(bool(each.curve) for each in hash.implementations),
            size=one.size,
            cells=[
                (row, one.sure(_column(row)), citation.of_figure(row, machine))
                for row in cells.values()
                if row.is_measured
            ],
            chart=_chart(one),
            firsts=_firsts(one),
            counts=FIRST_COUNTS,
            method_name=short,
        )

    def _curves(self, series: str, part: Part) -> bytes:
        machine, target = self._head.name, self._target.name
        return scripts.take(series, scripts.curves(machine, target, self._hash(part)))

    def _more(self, name: str, part: Part) -> bytes:
        return scripts.take(name, scripts.more(self._hash(part)))

    def _export(self, write: Callable[[Sequence[Figure]], bytes], part: Part) -> bytes:
        return write(self._rows.get(part.hash, []))

    def _export_all(self, write: Callable[[Sequence[Figure]], bytes]) -> bytes:
        return write([row for rows in self._rows.values() for row in rows])

    def _history(self, part: Part) -> bytes:
        hash, machine = self._hash(part), self._head.machine
        told = [over_time(one, machine) for one in hash.implementations if one.history]
        return self._shown(
            "history.html",
            addresses.history(machine.name, self._target.name, hash.name),
            hash,
            lines=told,
            changes=[(one.name, change) for one in told for change in one.changes],
        )


def _newest(hash: Hash) -> str:
    """When the newest of its figures was taken; empty if there are none."""
    return max((one.measured[1] for one in hash.implementations if one.measured), default="")


def _column(row: Figure) -> Column:
    return next((one for one in (LONG, SLOPE) if one == row.length), None) or int(row.length)


def _lead(cells: dict[str, Figure]) -> Figure | None:
    """The figure that is told first: for long messages, or else at 1536 bytes."""
    found = [cells[column] for column in (LONG, str(RACE_LENGTH)) if cells[column].is_measured]
    return found[0] if found else None


def _of_fastest(cells: Cells) -> Figure | None:
    """The figure of a hash that is told first: of the fastest for long messages, or else at 1536 bytes."""
    for column in (LONG, str(RACE_LENGTH)):
        for of in cells.values():
            if of[column].leads:
                return of[column]
    return None


def _firsts(one: Implementation) -> dict[tuple[str, ...], object]:
    """The first calls of processes, drawn, by the option set."""
    lines: dict[tuple[str, ...], dict[str, dict[int, float]]] = {}
    for first in one.firsts:
        way = f"{first.variant.removeprefix('compilers ')}, {first.bytes}"
        figures = {n: group.median for n, group in first.groups.items() if group.median > 0}
        lines.setdefault(first.options, {})[way] = figures
    return {
        options: counts_chart(
            each, what="number of the call", one="to call {}", marked=FIRST_COUNTS
        )
        for options, each in lines.items()
    }


def _chart(one: Implementation) -> object:
    """What options are worth, drawn; None for fewer than two option sets that raced."""
    best = one.winner.object if one.winner else ""
    dots = [
        charts.Dot(
            words,
            code.race / RACE_LENGTH if code.race else NAN,
            is_best=code.object == best,
            is_wrong=code.is_wrong,
            same=len(code.option_sets) - 1,
        )
        for code in one.codes
        if code.race or code.is_wrong
        for words in code.option_sets
    ]
    return charts.options_chart(dots) if len(dots) > 1 else None
