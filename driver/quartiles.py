"""Medians and quartiles of timings: the one place where timings become figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles


@dataclass(frozen=True)
class Quartiles:
    """The 25 %, 50 % and 75 % points of a set of timings, in the unit of the timings."""

    low: float
    median: float
    high: float

    def __truediv__(self, divisor: float) -> "Quartiles":
        return Quartiles(self.low / divisor, self.median / divisor, self.high / divisor)


def quartiles(timings: Sequence[float]) -> Quartiles:
    """Quartiles of one or more timings (cycles), interpolated between neighbours, both ends included."""
    if not timings:
        raise ValueError("no timings")
    if len(timings) == 1:
        return Quartiles(timings[0], timings[0], timings[0])
    return Quartiles(*quantiles(timings, n=4, method="inclusive"))


def slope(short: Sequence[float], long: Sequence[float], extra_bytes: int) -> Quartiles:
    """Cycles per byte of a long message: the cost of `extra_bytes` more bytes.

    `short` and `long` are timings (cycles) of two lengths that differ by `extra_bytes`, taken
    in the same order over the same processes. They are paired in that order, so that what
    differs between processes (address layout) cancels.
    """
    pairs = zip(short, long, strict=False)
    return quartiles([b - a for a, b in pairs]) / extra_bytes
