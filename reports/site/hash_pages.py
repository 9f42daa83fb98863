"""The page of each hash on all machines, and its table as files."""

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from hashcop.data.records import Counts, Words
from hashcop.results.circuits import Circuit
from hashcop.results.devices import Best
from hashcop.results.hashes import facts
from hashcop.results.processors import in_short
from hashcop.results.summary import RACE_LENGTH, Target
from reports import charts
from reports.folder import File
from reports.kept.across import Across, Gist
from reports.kept.figures import Figure
from reports.kept.machine import Head
from reports.site import addresses, exports, fitness, operation_pages
from reports.site.age import Age
from reports.site.environment import Site, page

FASTEST = 200  # rows of a page, which a browser has at once
_CURVES = 6  # of machines that are shown one over the other at first
_NONE = Gist("", 0, "", False)  # of a hash that was not timed


@dataclass(frozen=True)
class Home:
    """A target of a machine, and what the page of each of its hashes says of it."""

    machine: str
    processor: str
    target: str
    banner: str
    unit: str


@dataclass(frozen=True)
class Place:
    """A hash on a target of a machine: its cells by column, and how old they are."""

    home: Home
    cells: dict[str, Figure]
    why_old: str

    @property
    def at_race(self) -> Figure:
        """The cell at 1536 bytes."""
        return self.cells[str(RACE_LENGTH)]


class HashPages:
    """The pages of all hashes. The figures of a hash are read when one of its files has to be made.

    `has_list`: there is a page that lists all machines.
    """

    def __init__(
        self, site: Site, heads: Sequence[Head], across: Across, *, has_list: bool
    ) -> None:
        self._site, self._across, self._has_list = site, across, has_list
        self._homes = {(h.name, t.name): _home(h, t) for h in heads for t in h.timed}
        self._homes_of = _by_hash(heads)
        self._descriptions = _descriptions(heads)
        self._on_devices = _on_devices(heads)
        self._circuits = _circuits(heads)
        self._records, self._sources = across.records(), across.newest_sources()
        self._age = Age(site.newest, self._sources)
        self._gists = across.gists()
        self._counts: dict[str, list[Counts]] = {}
        for one in operation_pages.counts_of(heads):
            self._counts.setdefault(one.hash, []).append(one)
        self._ratios = across.ratios((a, b) for a in self._homes_of for b in _related(a))

    def files(self) -> Iterator[File]:
        """The page of each hash, and its table in two forms, unless there are circuits alone."""
        for hash in sorted(self._homes_of):
            key, name = self._key(hash), addresses.hash_page(hash)
            yield File(name, key, partial(self._page, hash))
            for kind in exports.KINDS if self._homes_of[hash] else ():
                yield File(addresses.table(name, kind), key, partial(self._table, hash, kind))

    def _key(self, hash: str) -> str:
        """A digest of all that the files of a hash are made from, which needs none of its figures."""
        records = self._records.get(hash, [])
        shown = (
            hash,
            self._gists.get(hash, _NONE),
            [self._homes.get(where) for where in self._homes_of[hash]],
            records,
            [self._sources.get((hash, record.name)) for record in records],
            self._site.newest,
            self._ratios.get(hash),
            self._descriptions.get(hash),
            self._has_list,
            self._on_devices.get(hash),
            self._circuits.get(hash),
            *self._counts.get(hash, ()),
        )
        state = hashlib.sha256(repr(shown).encode("utf-8", "surrogatepass"))
        return self._site.key(state.hexdigest())

    def _page(self, hash: str) -> bytes:
        gist, values = self._gists.get(hash, _NONE), self._across.values(hash)
        what = _related(hash)
        description, designers = self._descriptions.get(hash, ("", ()))
        places = self._places(hash)
        measured = [place.at_race for place in places if place.at_race.is_measured]
        return page(
            self._site,
            "hash.html",
            addresses.hash_page(hash),
            newest=max([gist.newest, *(one.time for _, one in self._circuits.get(hash, ()))]),
            name=hash,
            description=description,
            designers=designers,
            places=places,
            count=gist.places,
            has_list=self._has_list,
            curves=[_series(row) for row in measured[:_CURVES]],
            least=min(values, default=math.nan),
            most=max(values, default=math.nan),
            strip=charts.strip(values) if len(values) > 2 else None,
            variants=[
                {**one._asdict(), "what": what[one.hash]} for one in self._ratios.get(hash, ())
            ],
            implementations=self._records.get(hash, ()),
            counts=self._counts.get(hash, ()),
            on_devices=self._on_devices.get(hash, ()),
            circuits=self._circuits.get(hash, ()),
            widths=operation_pages.widths(
                self._counts.get(hash, ()), [one for p in places for one in p.cells.values()]
            ),
        )

    def _places(self, hash: str) -> list[Place]:
        """The fastest places of a hash, in that order."""
        found: dict[tuple[str, str], dict[str, Figure]] = {}
        for row in self._across.fastest(hash, FASTEST):
            found.setdefault((row.machine, row.target), {})[row.length] = row
        return [
            Place(self._homes[where], cells, self._age.why(cells[str(RACE_LENGTH)]))
            for where, cells in found.items()
        ]

    def _table(self, hash: str, kind: str) -> bytes:
        if self._gists.get(hash, _NONE).has_escapes:  # only Python writes those names as they are
            return exports.KINDS[kind](self._across.standing(hash))
        return exports.whole(kind, self._across.lines(hash, kind))


def _home(head: Head, target: Target) -> Home:
    return Home(
        machine=head.name,
        processor=in_short(head.machine) or head.machine.processor,
        target=target.name,
        banner=fitness.banner(head.tallies.get(target.name)),
        unit=fitness.unit(target),
    )


def _by_hash(heads: Sequence[Head]) -> dict[str, list[tuple[str, str]]]:
    """The targets of machines that have a hash: none, if there are circuits alone."""
    found: dict[str, list[tuple[str, str]]] = {}
    for head in heads:
        for circuit in head.circuits:
            found.setdefault(circuit.hash, [])
        for part in head.parts:
            found.setdefault(part.hash, []).append((head.name, part.target))
    return found


def _on_devices(heads: Sequence[Head]) -> dict[str, list[tuple[str, str, Best]]]:
    """By hash the devices that it was measured on, the fastest first: machine, target, and what it does there."""
    found: dict[str, list[tuple[str, str, Best]]] = {}
    for head in heads:
        for part in head.parts:
            if part.device:
                found.setdefault(part.hash, []).append((head.name, part.target, part.device))
    for some in found.values():
        some.sort(key=lambda one: (one[2].is_processor, -one[2].gigabits.median))
    return found


def _circuits(heads: Sequence[Head]) -> dict[str, list[tuple[str, Circuit]]]:
    """By hash its circuits that were placed, by family, the one of the highest ratio first: machine, and circuit."""
    found: dict[str, list[tuple[str, Circuit]]] = {}
    for head in heads:
        for one in head.circuits:
            found.setdefault(one.hash, []).append((head.name, one))
    for some in found.values():
        some.sort(key=lambda one: (one[1].family, -one[1].best_ratio))
    return found


def _descriptions(heads: Sequence[Head]) -> dict[str, tuple[str, Words]]:
    """What the data say of each hash: its description and its designers."""
    found: dict[str, tuple[str, Words]] = {}
    for head in heads:
        for part in head.parts:
            if part.hash not in found and (part.description or part.designers):
                found[part.hash] = part.description, part.designers
    return found


def _related(hash: str) -> dict[str, str]:
    """The hashes that one is compared with, and what they differ in."""
    return {name: kind for kind, names in facts(hash).related.items() for name in names}


def _series(row: Figure) -> str:
    return addresses.series(row.machine, row.target, row.hash, row.implementation)
