"""Two implementations side by side: how they stand at each length, and whether the difference is real."""

import math
from dataclasses import dataclass

from hashcop.results.certainty import CONFIDENCE, Interval
from hashcop.results.summary import SLOPE_LENGTHS, Column


@dataclass(frozen=True)
class Compared:
    """One length (bytes): two medians (cycles), and the ratio of the second to the first with its interval.

    Those of `LONG` are of a message of `long_bytes`; if they are 0, of the second half of the longest of the tables.
    `doubts` are the reasons to doubt either median, and `chances` how likely it is off by more than 1 %: a ratio of
    figures that were measured in turns may be right all the same.
    """

    length: Column
    first: float
    second: float
    ratio: float
    interval: Interval
    long_bytes: int = 0
    doubts: tuple[str, str] = ("", "")
    chances: tuple[float, float] = (math.nan, math.nan)

    @property
    def bytes(self) -> int:
        """That the medians are of."""
        short, long = SLOPE_LENGTHS
        return self.length if isinstance(self.length, int) else self.long_bytes or long - short

    @property
    def is_real(self) -> bool:
        """Whether 1 lies outside the interval, and the interval has the full confidence.

        The interval of very few processes has less: it is narrow because nothing wider is known.
        """
        sure = self.interval.confidence >= CONFIDENCE
        return sure and not self.interval.low <= 1 <= self.interval.high


@dataclass(frozen=True)
class Comparison:
    """Two implementations, as people name them, on one target, with a row for each length."""

    first: str
    second: str
    target: str
    rows: tuple[Compared, ...]
