"""What a call of a hash costs, and what each block of its message: a line through the costs of all lengths."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, median

from hashcop.results.quartiles import Quartiles
from hashcop.results.steps import steps
from hashcop.results.summary import Implementation

LONGEST = 4096  # bytes: longer messages would decide the line alone
FEWEST = 4  # lengths that a line is drawn through
Curve = Mapping[int, Quartiles]


@dataclass(frozen=True, slots=True)
class Blocks:
    """How messages fall into blocks: their size, and the shortest message with a second block, in bytes.

    Padding decides the second: with 9 bytes of it, the second block of 64 begins at 56 bytes.
    """

    bytes: int
    second: int

    def count(self, length: int) -> int:
        """How many blocks a message of so many bytes has with its padding."""
        return 1 + max(0, (length - self.second) // self.bytes + 1)


@dataclass(frozen=True, slots=True)
class Fit:
    """The cost of a message is `call + block * n` cycles, where n is the number of its blocks.

    `bytes` is the size of a block; 0 if the cost has no steps: then `block` is what a byte costs, and n the length.
    `residual` is the median distance of the measured costs from this, as a part of it.
    """

    call: float
    block: float
    bytes: int
    residual: float


def blocks(curve: Curve) -> Blocks | None:
    """The blocks that the steps of a curve show; None if it has no steps, or too few lengths to tell."""
    costs = _costs(curve)
    found = steps(costs)
    distances = Counter(b - a for a, b in pairwise(found))
    if not distances:
        return None
    size = min(distances, key=lambda distance: (-distances[distance], distance))
    places = Counter((step - 1) % size + 1 for step in found)
    second = min(places, key=lambda place: (-places[place], place))
    return Blocks(size, second if _rises_at(costs, second, size) else second + size)


def blocks_of(implementations: Iterable[Implementation]) -> Blocks | None:
    """The blocks of a hash: those that the curve with the most lengths shows. Other curves may be too coarse."""
    ordered = sorted(implementations, key=lambda one: -len(one.curve))
    return next((found for one in ordered if (found := blocks(one.curve))), None)


def fit(curve: Curve, known: Blocks | None = None) -> Fit | None:
    """The line of least squares through a curve. None for fewer than FEWEST lengths.

    `known` are the blocks of its hash, for curves that are too coarse to show them.
    """
    costs = _costs(curve)
    if len(costs) < FEWEST:
        return None
    found = known or blocks(curve)
    counts = [found.count(n) if found else n for n in costs]
    call, block = _line(counts, list(costs.values()))
    said = [call + block * count for count in counts]
    residual = median(
        abs(cost / likely - 1) if likely > 0 else 1.0
        for cost, likely in zip(costs.values(), said, strict=True)
    )
    return Fit(call, block, found.bytes if found else 0, residual)


def _costs(curve: Curve) -> dict[int, float]:
    return {n: curve[n].median for n in sorted(curve) if n <= LONGEST}


def _rises_at(costs: Mapping[int, float], place: int, size: int) -> bool:
    """Whether the cost already steps up at the first length that could have a second block.

    A hash without padding does not: of blocks of 128, its second begins at 129 bytes, and not at 1.
    """
    spans = [(0, place), (place, place + size), (place + size, place + 2 * size)]
    first, second, third = (
        median([cost for n, cost in costs.items() if low <= n < high] or [0.0])
        for low, high in spans
    )
    return second - first > (third - second) / 2


def _line(places: Sequence[int], costs: Sequence[float]) -> tuple[float, float]:
    """The line of least squares: its value at 0, and its slope; 0 if all places are one."""
    middle, height = fmean(places), fmean(costs)
    spread = sum((place - middle) ** 2 for place in places)
    rise = sum((p - middle) * (c - height) for p, c in zip(places, costs, strict=True))
    slope = rise / spread if spread else 0.0
    return height - slope * middle, slope
