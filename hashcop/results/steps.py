"""Where the cost of a hash steps up with the length of its message, and which lengths show a curve that has such steps.

A hash works on blocks: between two steps every length costs nearly the same. The steps are the function's, so one
implementation that was measured at every length shows where those of the others are.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from statistics import median

EXPLAINED = 0.8  # of the rise from the shortest to the longest message: by the largest steps, if there are any
WINDOW = 5  # lengths on either side of a step
NEAR = 3
APART = 16  # bytes from one step to the next, on average and at least; what rises more often has no steps
SHORT = 256  # bytes: up to here there is a length in every EVERY
EVERY = 8
FAR = 1024  # bytes: from here on, only steps that are at least GAP apart are shown
GAP = 256


def steps(costs: Mapping[int, float]) -> list[int]:
    """The lengths (bytes) whose cost (cycles of one call) jumps above that of one byte less, in ascending order.

    `costs` has consecutive lengths. There are no steps where the cost rises evenly.
    """
    rises = {n: _rise(costs, n) for n in costs if n - 1 in costs}
    if not rises:
        return []
    whole = costs[max(costs)] - costs[min(costs)]
    peaks = {n: r for n, r in rises.items() if r > 0 and r >= max(_around(rises, n, WINDOW))}
    explained, least = 0.0, 0.0
    for least in sorted(peaks.values(), reverse=True):
        explained += least
        if explained >= EXPLAINED * whole:
            break
    # Several lengths beside a step have nearly the same rise of medians.
    single = {n: costs[n] - costs[n - 1] for n in rises}
    found = {
        max(range(n - NEAR, n + NEAR + 1), key=lambda m: single.get(m, -math.inf))
        for n, rise in peaks.items()
        if rise >= least / 2
    }
    return sorted(found) if len(found) * APART <= len(costs) else []


def _rise(costs: Mapping[int, float], length: int) -> float:
    """By how much a length and those after it cost more than those before it: medians, since some are outliers."""
    after = [costs[n] for n in range(length, length + WINDOW) if n in costs]
    before = [costs[n] for n in range(length - WINDOW, length) if n in costs]
    return median(after) - median(before)


def _around(rises: Mapping[int, float], length: int, window: int) -> list[float]:
    return [rises[n] for n in range(length - window, length + window + 1) if n in rises]


def telling(found: Sequence[int], table: Collection[int], longest: int) -> list[int]:
    """The lengths (bytes) that show a curve with steps: both sides of each, fewer of them from FAR on, and the table's.

    Without steps, lengths that are evenly spaced.
    """
    chosen = {*range(0, SHORT + 1, EVERY), *table, longest}
    if not found:
        chosen |= set(range(SHORT, longest, GAP // 4))
    last = 0
    for step in found:
        if step <= FAR or step - last >= GAP:
            chosen |= {step - 1, step}
            last = step
    return sorted(chosen)
