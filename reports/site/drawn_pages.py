"""The drawn figures of a target, for print and citation: the slowest files to make, and the last."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from hashcop.results.blocks import blocks_of
from hashcop.results.long_messages import without_long
from hashcop.results.processors import described
from hashcop.results.ranking import measured
from hashcop.results.summary import LENGTHS, Hash, Target, span
from reports import figures, marks
from reports.figures import About, Figure, Line, Rank
from reports.figures.figure import VERSION
from reports.folder import File
from reports.kept import machine as kept
from reports.kept.machine import Head, Part
from reports.site import addresses
from reports.site.machine_pages import drawn


class DrawnPages:
    """The figures of one target of a machine. They do not depend on templates, only on the data and the drawing."""

    def __init__(self, head: Head, target: Target) -> None:
        self._head, self._target = head, target
        self._parts = head.of(target.name)
        self.group = f"drawn {head.name} {target.name}"
        self._shared = f"{VERSION}\0{head.stable}"
        self.key = "\0".join([self._shared, *(part.digest for part in self._parts)])
        self._last: tuple[Part, Figure] | None = None

    def files(self) -> Iterator[File]:
        """All files of the group. A hash without a figure has none."""
        machine, target = self._head.name, self._target.name
        rows = [row for row in kept.rows(self._head) if row.target == target]
        timed = {row.hash for row in rows if row.is_measured}
        for part in self._parts:
            if part.hash in timed:
                key = f"{self._shared}\0{part.digest}"
                for kind in ("svg", "png"):
                    name = addresses.figure(machine, target, part.hash, kind)
                    yield File(name, key, partial(self._bytes, kind, part))
        ranks = [
            Rank(row.hash, row.low, row.value, row.high, row.implementation, row.sign)
            for row in drawn(rows)
        ]
        if ranks:
            about = self._about("Hash functions", "at 1536 bytes", self._target.measured)
            if any(one.sign for one in ranks):
                about = replace(about, note=f"{about.note} {marks.LEGEND}")
            ranking = figures.machine_figure(about, ranks)
            for kind in ("svg", "png"):
                make = ranking.svg if kind == "svg" else ranking.png
                yield File(addresses.ranking(machine, target, kind), self.key, make)

    def _bytes(self, kind: str, part: Part) -> bytes:
        figure = self._figure(part)
        return figure.svg() if kind == "svg" else figure.png()

    def _figure(self, part: Part) -> Figure:
        """The figure of a hash, drawn once for both formats."""
        if self._last is None or self._last[0] != part:
            self._last = part, self._draw(kept.hash_of(self._head, part))
        return self._last[1]

    def _draw(self, hash: Hash) -> Figure:
        timed = measured(hash)
        lines = [
            Line(
                one.name,
                [(n, q.low, q.median, q.high) for n, q in curve.items()],
                [(n, one.curve[n].median) for n in one.unsettled],
            )
            for one in timed
            if (curve := without_long(hash.name, one.settled))
        ]
        known = blocks_of(hash.name, timed)
        steps = known.begins(max(LENGTHS) - 1) if known else ()
        taken = span(time for one in timed for time in one.measured or ())
        return figures.hash_figure(self._about(hash.name, "", taken), lines, tuple(steps))

    def _about(self, what: str, where: str, taken: tuple[str, str] | None) -> About:
        machine = self._head.machine
        day = taken[1][:10] if taken else ""
        by = f"Hashcop {machine.hashcop}" if machine.hashcop else f"SUPERCOP {machine.supercop}"
        words = [described(machine), self._target.name, where]
        return About(
            f"{what} on {machine.name}",
            ", ".join(word for word in words if word),
            f"Measured until {day} by {by}. The band and the whiskers hold the middle half of the timings.",
        )
