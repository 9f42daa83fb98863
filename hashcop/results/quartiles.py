"""Medians and quartiles of timings: the only place where timings become figures."""

from collections.abc import Sequence
from statistics import quantiles

from msgspec import Struct


class Quartiles(Struct, frozen=True, array_like=True, gc=False):
    """The 25 %, 50 % and 75 % points of a set of timings, in the unit of the timings."""

    low: float
    median: float
    high: float

    def __truediv__(self, divisor: float) -> "Quartiles":
        return Quartiles(self.low / divisor, self.median / divisor, self.high / divisor)


def quartiles(timings: Sequence[float]) -> Quartiles:
    """Quartiles of one or more timings (cycles), interpolated between neighbours, both ends included.

    Raises ValueError for no timings.
    """
    if not timings:
        raise ValueError("no timings")
    if len(timings) == 1:
        return Quartiles(timings[0], timings[0], timings[0])
    return Quartiles(*quantiles(timings, n=4, method="inclusive"))


def stabilized(timings: Sequence[int], which: int) -> int:
    """The first, second or third (`which`) stabilized quartile of one or more timings (cycles), rounded down.

    This is SUPERCOP's figure for a set of timings: the mean of the sorted timings between the points
    (2 which - 1)/8 and (2 which + 1)/8 of the way, where a timing that straddles a point counts by its share.
    Raises ValueError for no timings.
    """
    if not timings:
        raise ValueError("no timings")
    # In eighths of a timing all shares are whole numbers: timing i lies between 8 i and 8 i + 8.
    first, last = (2 * which - 1) * len(timings), (2 * which + 1) * len(timings)
    shares = (max(0, min(8 * i + 8, last) - max(8 * i, first)) for i in range(len(timings)))
    total = sum(share * timing for share, timing in zip(shares, sorted(timings), strict=True))
    return total // (last - first)
