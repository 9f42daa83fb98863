"""What a call of a hash costs, and what each block of its message: a line through the costs of all lengths.

The blocks of a hash are facts of its definition (hashes.toml). Only those of a hash that is not known there are taken
from the steps of its curve, where nearly all steps agree.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray

from hashcop.data.lengths import LONGEST
from hashcop.results.hashes import HashFacts, facts
from hashcop.results.quartiles import Quartiles
from hashcop.results.steps import steps
from hashcop.results.summary import Implementation

FEWEST = 4  # lengths that a line is drawn through, and steps that show blocks
AGREEING = 0.8  # of the steps: so many are a block apart, at the same place of a block, if they are those of blocks
MOST = 1025  # counts whose pairs make a line: of more, as many, evenly
OFF = 0.03  # residual of a line that does not describe its curve
Curve = Mapping[int, Quartiles]


@dataclass(frozen=True, slots=True)
class Blocks:
    """How messages fall into blocks: their size, and the shortest message with another block than an empty one has.

    Padding decides the second: with 9 bytes of it, the second block of 64 begins at 56 bytes. Messages of more than
    `last` bytes are hashed in another way. All in bytes.
    """

    bytes: int
    second: int
    last: int = LONGEST

    def count(self, length: int) -> int:
        """How many blocks a message of so many bytes has with its padding; blocks that all messages have are one."""
        return 1 + max(0, (length - self.second) // self.bytes + 1)

    def begins(self, longest: int) -> range:
        """The lengths (bytes) that have a block more than those before them."""
        return range(self.second, min(longest, self.last) + 1, self.bytes)


@dataclass(frozen=True, slots=True)
class Fit:
    """The cost of a message is `call + block * n` cycles, where n is the number of its blocks.

    `bytes` is the size of a block; 0 if the cost has no steps: then `block` is what a byte costs, and n the length.
    `residual` is the median distance of the measured costs from this, as a part of it. It holds up to `last` bytes.
    """

    call: float
    block: float
    bytes: int
    residual: float
    last: int = LONGEST


def defined(hash: str) -> Blocks | None:
    """The blocks of a hash by its definition; None if they are not known."""
    known = facts(hash)
    if not known.block or known.padding is None or (known.is_tree and not known.leaf):
        return None
    second = -known.padding % known.block + 1 if known.padding else known.block + 1
    return Blocks(known.block, second, min(known.leaf or LONGEST, LONGEST))


def shown(curve: Curve) -> Blocks | None:
    """The blocks that the steps of a curve show; None if they show none for certain."""
    costs = _costs(curve, LONGEST)
    found = steps(costs)
    if len(found) < FEWEST:
        return None
    size, _ = Counter(b - a for a, b in pairwise(found)).most_common(1)[0]
    place, there = Counter((step - 1) % size + 1 for step in found).most_common(1)[0]
    regular = sum((b - a) % size == 0 for a, b in pairwise(found))
    expected = (found[-1] - found[0]) / size + 1
    if min(there / len(found), regular / (len(found) - 1), there / expected) < AGREEING:
        return None
    return Blocks(size, place if _rises_at(costs, place, size) else place + size)


def blocks_of(hash: str, implementations: Iterable[Implementation]) -> Blocks | None:
    """The blocks of a hash: by its definition, or those that the curve with the most lengths shows for certain.

    A tree with leaves of an unknown size has none, and neither has a curve that contradicts what is known.
    """
    known, found = facts(hash), defined(hash)
    if found or known.is_tree:
        return found
    longest = max(implementations, key=lambda one: len(one.curve), default=None)
    by_curve = shown(longest.curve) if longest else None
    return by_curve if by_curve and _is_possible(by_curve, known) else None


def fit_of(hash: str, implementations: Sequence[Implementation]) -> Fit | None:
    """The line through the curve of the first of the measured implementations of a hash."""
    found = blocks_of(hash, implementations)
    if not implementations or (found is None and facts(hash).is_tree):
        return None
    return fit(implementations[0].settled, found)


def _is_possible(found: Blocks, known: HashFacts) -> bool:
    return known.block in (0, found.bytes)


def fit(curve: Curve, known: Blocks | None = None) -> Fit | None:
    """The line through a curve that half of its lengths can't bend. `known` are the blocks of its hash.

    Without them it is a line of bytes. None for fewer than FEWEST lengths, and if no line describes the curve.
    """
    last = known.last if known else LONGEST
    costs = _costs(curve, last)
    if len(costs) < FEWEST:
        return None
    counts = [known.count(n) if known else n for n in costs]
    call, block = _line(counts, list(costs.values()))
    said = [call + block * count for count in counts]
    residual = median(
        abs(cost / likely - 1) if likely > 0 else 1.0
        for cost, likely in zip(costs.values(), said, strict=True)
    )
    if residual > OFF:
        return None
    return Fit(call, block, known.bytes if known else 0, residual, last)


def _costs(curve: Curve, last: int) -> dict[int, float]:
    return {n: curve[n].median for n in sorted(curve) if n <= last}


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


def _line(counts: Sequence[int], costs: Sequence[float]) -> tuple[float, float]:
    """The line of repeated medians (A. F. Siegel, 1982): its value at 0, and its slope; 0 if all counts are one.

    It goes through the medians of the costs of each count, so that lengths of one block count once.
    """
    of_count: dict[int, list[float]] = {}
    for count, cost in zip(counts, costs, strict=True):
        of_count.setdefault(count, []).append(cost)
    places = np.array(list(of_count), dtype=np.float64)
    heights = np.array([median(some) for some in of_count.values()])
    slope = _slope(places, heights) if places.size > 1 else 0.0
    return float(np.median(heights - slope * places)), slope


def _slope(places: NDArray[np.float64], heights: NDArray[np.float64]) -> float:
    """The median, over all places, of the median slope from a place to each other one."""
    if places.size > MOST:
        some = np.linspace(0, places.size - 1, MOST).round().astype(np.intp)
        places, heights = places[some], heights[some]
    others = ~np.eye(places.size, dtype=bool)
    shape = (places.size, places.size - 1)
    runs = np.subtract.outer(places, places)[others].reshape(shape)
    rises = np.subtract.outer(heights, heights)[others].reshape(shape)
    return float(np.median(np.median(rises / runs, axis=1)))
