"""How far the true cost of a call may be from its figure: what decides which of two figures is certainly lower.

docs/explanations/cycles.md has the rule, under "Ranks", and tests/results/test_ranks.py judges it.
"""

from dataclasses import dataclass
from math import hypot, inf, log, sqrt
from statistics import median, stdev

from hashcop.results.certainty import CONFIDENCE, NORMAL, SYSTEMATIC, interval
from hashcop.results.quartiles import Quartiles
from hashcop.results.summary import Certainty, Column, Implementation

FEW = 5  # processes that tell how the processes of an implementation scatter, at least
UNKNOWN = 0.01  # the standard deviation of processes where the data do not tell it, as a part of the median
_OF_MEDIAN = 1.2533  # the standard error of a median as a multiple of that of a mean


@dataclass(frozen=True, slots=True)
class Margin:
    """How far the logarithm of the true cost may be from that of the figure.

    `low` is how far below and `high` how far above, by what its processes show: of any distribution, two modes too, so
    that those of two figures are added. `normal` is an error of a normal distribution in either direction: those of two
    figures are added as squares.
    """

    low: float
    high: float
    normal: float


def figure(implementation: Implementation, column: Column) -> Quartiles | None:
    """Cycles/byte at a length (bytes) or for `LONG`, and cycles of a call for 0 bytes; None if not measured."""
    return implementation.curve.get(0) if column == 0 else implementation.per_byte(column)


def joint(figures: int) -> float:
    """The confidence of each comparison, so that a figure's comparisons with all others hold together with CONFIDENCE.

    By Bonferroni's inequality: of so many figures, each is compared with all others.
    """
    return 1 - (1 - CONFIDENCE) / max(1, figures - 1)


def deviations(confidence: float) -> float:
    """How many standard deviations hold an error with a confidence, in both directions together."""
    return NORMAL.inv_cdf((1 + confidence) / 2)


def scatter(implementation: Implementation) -> float:
    """The standard deviation of an implementation's processes, as a part of the median: the median of its lengths.

    UNKNOWN if no length has FEW processes.
    """
    known = [one.medians for one in implementation.certainty.values() if len(one.medians) >= FEW]
    found = [stdev(medians) / middle for medians in known if (middle := median(medians)) > 0]
    return median(found) if found else UNKNOWN


def margin(implementation: Implementation, column: Column, confidence: float) -> Margin | None:
    """The margin of a figure at a length (bytes) or for `LONG`. None without a positive figure.

    From the confidence interval of the median of its processes. If they are too few for this confidence, the interval
    is that of all of them, and no narrower than processes usually scatter. If they are not known, the figure is taken
    for that of one process, and its quartiles for the interval. The errors that all processes share are added:
    SYSTEMATIC, and the bias of the figure.
    """
    found = figure(implementation, column)
    if found is None or found.median <= 0:
        return None
    sure, sigmas = implementation.sure(column), deviations(confidence)
    if sure is None or not sure.medians:
        low, high = _logarithms(found.low, found.median, found.high)
        return Margin(low, high, sigmas * hypot(scatter(implementation), SYSTEMATIC))
    cycles = found if isinstance(column, str) else implementation.curve[column]
    low, high = _of_processes(sure, cycles.median, confidence)
    if interval(sure.medians, confidence).confidence < confidence:
        of_median = min(1.0, _OF_MEDIAN / sqrt(len(sure.medians)))
        usual = sigmas * scatter(implementation) * of_median
        low, high = max(low, usual), max(high, usual)
    bias = log(1 + sure.bias)
    return Margin(low + bias, high + bias, sigmas * SYSTEMATIC)


def _of_processes(sure: Certainty, middle: float, confidence: float) -> tuple[float, float]:
    """How far the logarithms of the ends of the interval are from that of the figure; 0 for one on the far side."""
    found = interval(sure.medians, confidence)
    return _logarithms(found.low, middle, found.high)


def _logarithms(low: float, middle: float, high: float) -> tuple[float, float]:
    below = log(middle / low) if low > 0 else inf
    above = log(high / middle) if high > 0 else 0.0
    return max(0.0, below), max(0.0, above)
