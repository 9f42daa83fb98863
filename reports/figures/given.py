"""What figures are drawn from: plain numbers and names. Names may be anybody's; figures clean them."""

from collections.abc import Sequence
from dataclasses import dataclass

Point = tuple[int, float, float, float]


@dataclass(frozen=True, slots=True)
class About:
    """The words around a figure: its title, one line below the title, and a note at its foot."""

    title: str
    subtitle: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """The curve of one implementation: (bytes, low, median, high in cycles of one call), by length.

    `unsettled` are (bytes, cycles of one call) of timings that can't be trusted: grey dots that no line joins.
    """

    name: str
    points: Sequence[Point]
    unsettled: Sequence[tuple[int, float]] = ()


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of a ranking: quartiles in cycles/byte. `by` is the implementation whose figure it is.

    `sign` is that of its doubt, if it is in doubt.
    """

    name: str
    low: float
    median: float
    high: float
    by: str = ""
    sign: str = ""


def drawable(lines: Sequence[Line]) -> bool:
    """Whether there is anything to draw: one line with one point."""
    return any(line.points for line in lines)
