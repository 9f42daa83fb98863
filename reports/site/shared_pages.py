"""The pages about all machines: the front page, a page for each hash, comparing, downloads, and the operator's."""

import hashlib
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from hashcop.results.hashes import facts, search_words
from hashcop.results.summary import RACE_LENGTH, Target
from reports import vendored
from reports.folder import File
from reports.kept import machine as kept
from reports.kept.across import Across
from reports.kept.machine import Head
from reports.site import (
    addresses,
    exports,
    fitness,
    operation_pages,
    raw,
    scripts,
    signed,
    submissions,
)
from reports.site.environment import TABLES, Site, page
from reports.site.hash_pages import HashPages
from reports.site.machine_pages import ranking
from reports.site.signed import Standings

GROUP = "shared"
# So many lines are in a page, which a browser has at once: machines, rows of the operator.
LISTED, OPERATED = 100, 400
_ASSETS = Path(__file__).parents[1] / "assets"
_PRESETS = (
    ("finalists", "SHA-3 finalists"),
    ("second round", "second round"),
    ("sha-2", "SHA-2"),
    ("fips 202", "SHA-3"),
    ("256-bit", "256 bits"),
    ("512-bit", "512 bits"),
)


class SharedPages:
    """The pages about all machines."""

    def __init__(
        self,
        site: Site,
        heads: Sequence[Head],
        known: Standings,
        notices: Sequence[str],
        out: Path,
    ) -> None:
        self._site, self._heads, self._notices, self._out = site, heads, notices, out
        # Whose each machine's results are, in a word; empty if no machine has any that are signed.
        self._whose = {h.name: signed.word(signed.of(h, known)) for h in heads} if known else {}
        self._columns = [(head, target) for head in heads for target in head.timed]
        state = hashlib.sha256("\0".join(head.digest for head in heads).encode())
        self.key = site.key(state.hexdigest(), *notices, *self._whose.values())

    def files(self, across: Across, whole: Path) -> Iterator[File]:
        """All files of the group. `whole` is the table of all figures."""
        yield from self._assets()
        has_list = len(self._heads) > LISTED
        yield from HashPages(self._site, self._heads, across, has_list=has_list).files()
        yield self._file(addresses.FIGURES, whole.read_bytes)
        hashes = sorted({name for head in self._heads for name in head.hashes})
        yield self._file(addresses.INDEX, partial(self._index, hashes))
        yield self._file(
            addresses.COMPARE,
            partial(page, self._site, "compare.html", addresses.COMPARE, newest=""),
        )
        yield self._file(addresses.DOWNLOAD, partial(self._download, across, whole))
        yield self._file(addresses.LAB, self._lab)
        if any(head.machine.submissions for head in self._heads):
            yield self._file(addresses.SUBMISSIONS, self._submissions)
        if self._site.has_counts:
            made = {
                addresses.OPERATIONS: operation_pages.operations_page,
                addresses.ESTIMATES: operation_pages.estimates_page,
            }
            for name, make_page in made.items():
                yield self._file(name, partial(make_page, self._site, self._heads))
        if has_list:
            every = partial(page, self._site, "machines.html", addresses.ALL_MACHINES)
            make = partial(every, heads=self._heads, whose=self._whose)
            yield self._file(addresses.ALL_MACHINES, make)
        yield self._file(addresses.MACHINES, self._machines)
        yield self._file(addresses.HASHES, partial(self._hashes, hashes))
        for column in TABLES if len(self._columns) > 1 else ():
            name = addresses.script(f"matrix/{column}")
            yield self._file(name, partial(self._matrix, across, str(column)))

    def _file(self, name: str, make: Any) -> File:
        return File(name, self.key, make)

    def _assets(self) -> Iterator[File]:
        own = {f"assets/{path.name}": path for path in _ASSETS.iterdir() if path.name != "live.js"}
        others = {f"assets/{name}": path for name, path in vendored.files().items()}
        for name, path in sorted({**own, **others}.items()):
            content = path.read_bytes()
            yield File(name, hashlib.sha256(content).hexdigest(), partial(path.read_bytes))

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
        dated = (head.newest for head in self._heads)
        newest = sorted(zip(dated, range(len(self._heads)), strict=True))[-LISTED:]
        return [self._heads[number] for number in sorted(number for _, number in newest)]

    def _index(self, hashes: Sequence[str]) -> bytes:
        default = self._default
        rows = kept.rows(default[0]) if default else []
        here = [row for row in rows if default and row.target == default[1].name]
        listed = ranking(here, str(RACE_LENGTH))
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
            presets=_PRESETS,
            sizes=sorted({one.bits for one in known if one.bits}),
            counts={head.name: fitness.builds(head) for head in self._listed},
            whose=self._whose,
            columns=len(self._columns),
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

    def _submissions(self) -> bytes:
        sent = submissions.of(self._heads)
        shown = sent[:OPERATED]
        found = {"count": len(sent), "rows": shown, "has_several": len(self._heads) > 1}
        return page(self._site, "submissions.html", addresses.SUBMISSIONS, newest="", **found)

    def _machines(self) -> bytes:
        return scripts.machines(head for head in self._heads if head.timed)

    def _hashes(self, hashes: Sequence[str]) -> bytes:
        told = {hash: _told(hash) for hash in hashes}
        return scripts.take("hashes", told)

    def _matrix(self, across: Across, column: str) -> bytes:
        return scripts.take(f"matrix/{column}", scripts.matrix(across.cells(column)))


def _operated(head: Head) -> dict[str, Any]:
    """What an operator looks for."""
    tallies, run = head.tallies.values(), head.machine.run
    stage = {"ranking": "unfinished: a first ranking", "tables": "unfinished: curves to come"}
    return {
        "name": head.name,
        "newest": head.newest,
        "fit": fitness.word(head),
        "why": fitness.sentence(head),
        "failed": fitness.builds(head).failed,
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
