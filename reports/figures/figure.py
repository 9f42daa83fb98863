"""A figure: what it is drawn from, a digest of that, and the drawing when it is asked for."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reports.figures.given import About, Line, Rank, drawable

VERSION = 3  # of the drawing code: with another number all figures are drawn again

_DRAWN_FROM = re.compile(rb"(?:<!-- |Comment\0)drawn from ([0-9a-f]{64})")
_HEAD = 4096  # bytes: the digest is at the beginning of a file


@dataclass(frozen=True)
class Figure:
    """A figure that is drawn when its bytes are asked for, and once for both formats."""

    kind: str
    about: About
    given: tuple[Any, ...]

    @cached_property
    def digest(self) -> str:
        """A hash (64 hexadecimal digits) of everything that the figure is drawn from."""
        whole = repr((VERSION, self.kind, self.about, self.given))
        return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()

    def svg(self) -> bytes:
        """SVG with text as text, for the light and the dark scheme. For <img>: its style would leak into a page."""
        from reports.figures import style

        return style.as_svg(self._drawn, self.about.title, self.digest)

    def png(self) -> bytes:
        """PNG for the light scheme, about 1,500 pixels wide."""
        from reports.figures import style

        return style.as_png(self._drawn, self.digest)

    @cached_property
    def _drawn(self) -> Any:
        from reports.figures import curves, ranks, style

        draw: Any = {"hash": curves.draw, "machine": ranks.draw}[self.kind]
        with style.house():
            return draw(self.about, *self.given)


def hash_figure(about: About, lines: Sequence[Line], steps: Sequence[int] = ()) -> Figure:
    """A hash on a machine: cycles of one call, and cycles/byte in logarithmic scales.

    `lines` come with the most important first, so the fastest. The first ones have names and colours, the others are
    grey; those without points are left out. `steps` are the lengths (bytes) at which a new block begins.
    Raises ValueError if there is nothing to draw.
    """
    if not drawable(lines):
        raise ValueError("no measured lengths to draw")
    plain = tuple(Line(line.name, tuple(line.points)) for line in lines if line.points)
    return Figure("hash", about, (plain, tuple(steps)))


def machine_figure(about: About, ranks: Sequence[Rank]) -> Figure:
    """The ranking of the hashes on a machine, in the order given: a dot and its quartiles on a logarithmic scale.

    Raises ValueError if there is nothing to draw, or for a figure that is not positive.
    """
    if not ranks:
        raise ValueError("no hashes to draw")
    if any(not rank.low > 0 for rank in ranks):
        raise ValueError("a logarithmic scale has no place for 0 cycles/byte")
    return Figure("machine", about, (tuple(ranks),))


def drawn_from(file: bytes) -> str:
    """The digest that a figure (SVG or PNG) carries; empty for another file. The first 4 KiB of it are enough."""
    found = _DRAWN_FROM.search(file[:_HEAD])
    return found[1].decode() if found else ""
