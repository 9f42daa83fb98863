"""Scales, their ticks, and the numbers on them: for figures and charts."""

import math
from dataclasses import dataclass

_NUMBERED = 2**15  # bytes: shorter lengths are known by their number


def three(value: float) -> str:
    """A positive number with three significant digits: 2.07, 31.4, 1,536; at most two decimals: 0.21."""
    rounded = abs(float(f"{value:.2e}"))
    digits = 2 - math.floor(math.log10(rounded)) if rounded else 2
    return f"{value:,.{min(2, max(0, digits))}f}"


def aligned(value: float) -> str:
    """The same, with spaces at its end so that a column of such numbers has its points below each other."""
    words = three(value)
    decimals = len(words.partition(".")[2])
    point = "" if decimals else "\N{PUNCTUATION SPACE}"
    return words + point + "\N{FIGURE SPACE}" * (2 - decimals)


def short_length(n: float) -> str:
    """A power of two in bytes: 512, 4096, 32 Ki."""
    for size, unit in ((2**30, "Gi"), (2**20, "Mi"), (2**10, "Ki")):
        if n >= max(size, _NUMBERED):
            return f"{n / size:.0f} {unit}"
    return f"{n:.0f}"


def round_steps(end: float, wanted: int) -> list[float]:
    """From 0 to `end` in at most about `wanted` steps that are round numbers."""
    rough = end / wanted
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * m for m in (1, 2, 2.5, 5, 10) if power * m >= rough * 0.99)
    return [step * n for n in range(int(end / step * (1 + 1e-9)) + 1)]


def binary_steps(end: float, wanted: int) -> list[float]:
    """From 0 to `end` in at least `wanted` steps of a power of two, or of 1."""
    step = 2.0 ** max(0, math.floor(math.log2(end / wanted)))
    return [step * n for n in range(int(end / step) + 1)]


def one_two_five(low: float, high: float) -> list[float]:
    """1, 1.5, 2, 3, 5, 7, 10, ... between two positive numbers; fewer of them if that is more than nine."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    found: list[float] = []
    for digits in ((1, 1.5, 2, 3, 5, 7), (1, 2, 5), (1, 3), (1,)):
        found = [m * 10.0**n for n in powers for m in digits if low <= m * 10.0**n <= high]
        if len(found) <= 9:
            break
    return found


@dataclass(frozen=True, slots=True)
class Scale:
    """From numbers between `low` and `high` to places between `first` and `last`; what is outside goes to the end.

    `log`: equal distances are equal factors, and all numbers are positive. Without a range everything is in the middle.
    """

    low: float
    high: float
    first: float
    last: float
    log: bool = False

    def __call__(self, value: float) -> float:
        low, high = self._at(self.low), self._at(self.high)
        if high <= low:
            return (self.first + self.last) / 2
        share = (self._at(value) - low) / (high - low)
        return self.first + min(1.0, max(0.0, share)) * (self.last - self.first)

    def _at(self, value: float) -> float:
        return math.log(value) if self.log else value


def brief(place: float) -> str:
    """A place in a drawing, to a tenth."""
    return f"{place:.1f}".removesuffix(".0")
