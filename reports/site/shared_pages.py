"""The pages about all machines: the front page, a page for each hash, comparing, downloads, and the operator's."""

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from hashcop.results.hashes import facts, search_words
from hashcop.results.processors import in_short
from hashcop.results.summary import RACE_LENGTH, Target
from reports import charts
from reports.folder import File
from reports.kept.across import Across
from reports.kept.figures import Figure
from reports.kept.machine import Head
from reports.site import addresses, exports, fitness, raw, scripts, vendored
from reports.site.age import Age
from reports.site.environment import TABLES, Site, page
from reports.site.machine_pages import ranking

GROUP = "shared"
# So many lines are in a page, which a browser has at once: machines, rows of a hash, rows of the operator.
LISTED, FASTEST, OPERATED = 100, 200, 400
_ASSETS = Path(__file__).parents[1] / "assets"
_CURVES = 6  # of machines that are shown one over the other at first
_PRESETS = (
    ("finalists", "SHA-3 finalists"),
    ("second round", "second round"),
    ("sha-2", "SHA-2"),
    ("fips 202", "SHA-3"),
    ("256-bit", "256 bits"),
    ("512-bit", "512 bits"),
)


@dataclass(frozen=True)
class Place:
    """A hash on a target of a machine: its cells by column, and how old they are."""

    machine: str
    processor: str
    target: str
    platform: str
    cells: dict[str, Figure]
    banner: str
    unit: str
    why_old: str

    @property
    def is_measured(self) -> bool:
        """Whether there is a figure at 1536 bytes."""
        return self.cells[str(RACE_LENGTH)].is_measured

    @property
    def is_old(self) -> bool:
        """Whether the figures are to be read with care because of their age."""
        return bool(self.why_old)


class SharedPages:
    """The pages about all machines."""

    def __init__(
        self, site: Site, heads: Sequence[Head], notices: Sequence[str], out: Path
    ) -> None:
        self._site, self._heads, self._notices, self._out = site, heads, notices, out
        self._by_name = {head.name: head for head in heads}
        self._columns = [(head, target) for head in heads for target in head.timed]
        state = hashlib.sha256("\0".join(head.digest for head in heads).encode())
        self.key = site.key(state.hexdigest(), *notices)

    def files(self, across: Across, whole: Path) -> Iterator[File]:
        """All files of the group. `whole` is the table of all figures."""
        yield from self._assets()
        descriptions = self._descriptions()
        records = across.records()
        age = Age(self._site.newest, across.newest_sources())
        standing = dict(across.standing(["long", "1536", "64"]))
        hashes = sorted({part.hash for head in self._heads for part in head.parts})
        for hash in hashes:
            rows = standing.get(hash, [])
            related = [name for names in facts(hash).related.values() for name in names]
            ratios = across.ratios(hash, related)
            places = self._places(rows, age)
            own = repr((hash, places, records.get(hash), ratios, descriptions.get(hash)))
            key = self._site.key(hashlib.sha256(own.encode("utf-8", "surrogatepass")).hexdigest())
            name = addresses.hash_page(hash)
            make = partial(self._hash, hash, places, records.get(hash, []), ratios, descriptions)
            yield File(name, key, make)
            for kind, write in exports.KINDS.items():
                yield File(addresses.table(name, kind), key, partial(write, rows))
        yield self._file(addresses.FIGURES, whole.read_bytes)
        yield self._file(addresses.INDEX, partial(self._index, across, hashes))
        yield self._file(
            addresses.COMPARE,
            partial(page, self._site, "compare.html", addresses.COMPARE, newest=""),
        )
        yield self._file(addresses.DOWNLOAD, partial(self._download, across, whole))
        yield self._file(addresses.LAB, self._lab)
        if len(self._heads) > LISTED:
            every = partial(page, self._site, "machines.html", addresses.ALL_MACHINES)
            yield self._file(addresses.ALL_MACHINES, partial(every, heads=self._heads))
        yield self._file(addresses.MACHINES, self._machines)
        yield self._file(addresses.HASHES, partial(self._hashes, hashes))
        for column in TABLES if len(self._columns) > 1 else ():
            name = f"matrix/{column}"
            cells = across.standing([str(column)])
            yield self._file(addresses.script(name), partial(self._matrix, name, cells))

    def _file(self, name: str, make: Any) -> File:
        return File(name, self.key, make)

    def _assets(self) -> Iterator[File]:
        own = {f"assets/{path.name}": path for path in _ASSETS.iterdir() if path.name != "live.js"}
        others = {f"assets/{name}": path for name, path in vendored.files().items()}
        for name, path in sorted({**own, **others}.items()):
            content = path.read_bytes()
            yield File(name, hashlib.sha256(content).hexdigest(), partial(path.read_bytes))

    def _descriptions(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """What the data say of each hash: its description and its designers."""
        found: dict[str, tuple[str, tuple[str, ...]]] = {}
        for head in self._heads:
            for part in head.parts:
                if part.hash not in found and (part.description or part.designers):
                    found[part.hash] = part.description, part.designers
        return found

    @cached_property
    def _default(self) -> tuple[Head, Target] | None:
        """What the front page ranks first: the newest fit machine, on the target with the most figures."""
        timed = [(h, t) for h, t in self._columns if t.measured]
        order = [
            (fitness.is_fit(h), h.machine.measured, h.tallies[t.name].figures, n)
            for n, (h, t) in enumerate(timed)
        ]
        return timed[max(order)[-1]] if order else None

    @cached_property
    def _listed(self) -> list[Head]:
        """The machines that the front page lists: the newest, if there are many."""
        dated = ((head.machine.measured or ("", ""))[1] for head in self._heads)
        newest = sorted(zip(dated, range(len(self._heads)), strict=True))[-LISTED:]
        return [self._heads[number] for number in sorted(number for _, number in newest)]

    def _index(self, across: Across, hashes: Sequence[str]) -> bytes:
        default = self._default
        rows = across.ranking(default[0].name, default[1].name) if default else []
        listed = ranking(rows, str(RACE_LENGTH))
        values = [row.value for row in listed if row.is_measured]
        known = [facts(row.hash) for row in listed]
        return page(
            self._site,
            "index.html",
            addresses.INDEX,
            heads=self._heads,
            listed=self._listed,
            hashes=hashes,
            notices=self._notices,
            default=default,
            banner=fitness.banner(default[0].tallies.get(default[1].name)) if default else "",
            ranking=listed,
            worst=max(values, default=1),
            presets=_PRESETS,
            sizes=sorted({one.bits for one in known if one.bits}),
            counts={head.name: _builds(head) for head in self._listed},
            columns=len(self._columns),
        )

    def _hash(
        self,
        hash: str,
        places: Sequence[Place],
        records: Sequence[Any],
        ratios: Sequence[Any],
        descriptions: dict[str, tuple[str, tuple[str, ...]]],
    ) -> bytes:
        values = [place.cells["1536"].value for place in places if place.is_measured]
        what = {name: kind for kind, names in facts(hash).related.items() for name in names}
        description, designers = descriptions.get(hash, ("", ()))
        return page(
            self._site,
            "hash.html",
            addresses.hash_page(hash),
            newest=max((row.measured for p in places for row in p.cells.values()), default=""),
            name=hash,
            description=description,
            designers=designers,
            places=places,
            listed=places[:FASTEST],
            has_list=len(self._heads) > LISTED,
            curves=[_series(place.cells["1536"]) for place in places if place.is_measured][
                :_CURVES
            ],
            least=min(values, default=math.nan),
            most=max(values, default=math.nan),
            strip=charts.strip(values) if len(values) > 2 else None,
            variants=[{**one._asdict(), "what": what[one.hash]} for one in ratios],
            implementations=records,
        )

    def _places(self, rows: Sequence[Figure], age: Age) -> list[Place]:
        found: dict[tuple[str, str], dict[str, Figure]] = {}
        for row in rows:
            found.setdefault((row.machine, row.target), {})[row.length] = row
        places = []
        for (machine, target), cells in found.items():
            head = self._by_name[machine]
            places.append(
                Place(
                    machine=machine,
                    processor=in_short(head.machine) or head.machine.processor,
                    target=target,
                    platform=cells["1536"].platform,
                    cells=cells,
                    banner=fitness.banner(head.tallies.get(target)),
                    unit=fitness.unit(head.target(target)),
                    why_old=age.why(cells["1536"]),
                )
            )
        return sorted(
            places,
            key=lambda p: (not p.is_measured, p.cells["1536"].value, p.machine),
        )

    def _download(self, across: Across, whole: Path) -> bytes:
        content = whole.read_bytes()
        return page(
            self._site,
            "download.html",
            addresses.DOWNLOAD,
            rows=across.count,
            size=len(content),
            digest=hashlib.sha256(content).hexdigest(),
            columns=exports.COLUMNS.items(),
            count=len(self._heads),
            machines=[(h, raw.files(h, self._out, addresses.DOWNLOAD)) for h in self._listed],
        )

    def _lab(self) -> bytes:
        rows = [_operated(head) for head in self._heads]
        return page(
            self._site,
            "lab.html",
            addresses.LAB,
            heads=self._heads,
            rows=sorted(rows, key=_need)[:OPERATED],
            fit=sum(row["fit"] == "fit" for row in rows),
            unfinished=sum(row["run"].startswith("unfinished") for row in rows),
        )

    def _machines(self) -> bytes:
        return scripts.machines(head for head in self._heads if head.timed)

    def _hashes(self, hashes: Sequence[str]) -> bytes:
        told = {hash: _told(hash) for hash in hashes}
        return scripts.take("hashes", told)

    def _matrix(self, name: str, standing: Iterator[tuple[str, list[Figure]]]) -> bytes:
        return scripts.take(name, scripts.matrix(standing))


def _series(row: Figure) -> str:
    return addresses.series(row.machine, row.target, row.hash, row.implementation)


def _builds(head: Head) -> tuple[int, int]:
    """How many builds of a machine failed, and how many there are."""
    tallies = head.tallies.values()
    return (
        sum(tally.builds.get("failed", 0) for tally in tallies),
        sum(sum(tally.builds.values()) for tally in tallies),
    )


def _operated(head: Head) -> dict[str, Any]:
    """What an operator looks for."""
    tallies, run = head.tallies.values(), head.machine.run
    stage = {"ranking": "unfinished: a first ranking", "tables": "unfinished: curves to come"}
    return {
        "name": head.name,
        "newest": head.machine.measured[1] if head.machine.measured else "",
        "fit": fitness.word(head),
        "why": fitness.sentence(head),
        "failed": _builds(head)[0],
        "unbuilt": sum(tally.verdicts.get("not built", 0) for tally in tallies),
        "wrong": sum(tally.verdicts.get("wrong", 0) for tally in tallies),
        "doubted": sum(tally.doubted for tally in tallies),
        "run": stage.get(run.stage, "complete") if run else "not recorded",
    }


def _need(row: dict[str, Any]) -> tuple[bool, bool, bool, str]:
    """Sorts what an operator has to look after first: unfit, unfinished, with wrong implementations; then old."""
    return row["fit"] == "fit", row["run"] == "complete", not row["wrong"], row["newest"]


def _told(hash: str) -> dict[str, Any]:
    known = facts(hash)
    return {
        "names": search_words(hash),
        "family": known.family,
        "bits": known.bits,
        "groups": " ".join(known.groups),
        "page": addresses.hash_page(hash),
        "title": known.title,
    }
