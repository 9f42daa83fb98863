"""Estimates: what counted operations would cost on an abstract machine (measure/machines.toml)."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from hashcop.data.records import Counts
from hashcop.results.operations import CLASSES, FREE, split

_NAME = "machines.toml"
# In a checkout, and where `pip install .` puts it.
_PLACES = (Path(__file__).parents[2] / "measure" / _NAME, Path(__file__).parent / _NAME)


@dataclass(frozen=True)
class Abstract:
    """An abstract machine; the file says what the fields mean."""

    name: str
    says: str
    lanes: int
    per_cycle: float
    cost: Mapping[str, float] = field(default_factory=dict)
    targets: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    many: tuple[str, ...] = ()

    def cost_of(self, name: str) -> float | None:
        """Simple operations that one of a name costs; None for an instruction that the machine does not have."""
        kind, bits = split(name)
        for key in (name, kind):
            if key in self.cost:
                return self.cost[key]
        if kind in FREE:
            return 0
        return 1 if bits and kind in CLASSES else None

    def cycles_per_byte(self, operations: Mapping[str, int], size: int) -> float | None:
        """The estimate for `size` bytes; None if the machine lacks an instruction."""
        total = 0.0
        for name, number in operations.items():
            cost = self.cost_of(name)
            if cost is None:
                return None
            total += number * cost
        return total / (self.lanes * self.per_cycle * size)


@dataclass(frozen=True)
class Estimate:
    """The cheapest counted implementation of a hash on an abstract machine, in cycles per byte."""

    hash: str
    cycles_per_byte: float
    of: Counts


@cache
def machines() -> dict[str, Abstract]:
    """All abstract machines by name, in the order of the file."""
    file = next(place for place in _PLACES if place.is_file())
    read = tomllib.loads(file.read_text())
    lists = ("targets", "counts", "many")
    return {
        name: Abstract(name, **{**row, **{key: tuple(row.get(key, ())) for key in lists}})
        for name, row in read.items()
    }


def is_portable(record: Counts) -> bool:
    """Whether an implementation has neither vectors nor instructions by name."""
    return not record.vectors and all(split(name)[1] for name in record.operations)


def estimates(machine: Abstract, records: Iterable[Counts]) -> dict[str, Estimate]:
    """By hash the cheapest portable implementation on a machine."""
    found: dict[str, Estimate] = {}
    for one in records:
        if machine.counts and one.target not in machine.counts:
            continue
        value = machine.cycles_per_byte(one.operations, one.bytes) if is_portable(one) else None
        if value is None or one.bytes == 0:
            continue
        if one.hash not in found or value < found[one.hash].cycles_per_byte:
            found[one.hash] = Estimate(one.hash, value, one)
    return found


def spearman(pairs: Iterable[tuple[float, float]]) -> float | None:
    """Spearman's rank correlation, equal values sharing their ranks; None for fewer than three pairs, or all equal."""
    both = list(pairs)
    if len(both) < 3:
        return None
    ranks = [_ranks([pair[side] for pair in both]) for side in (0, 1)]
    mean = (len(both) + 1) / 2
    left, right = ([rank - mean for rank in side] for side in ranks)
    scale = sum(a * a for a in left) * sum(b * b for b in right)
    if scale == 0:
        return None
    return float(sum(a * b for a, b in zip(left, right, strict=True)) / scale**0.5)


def _ranks(values: list[float]) -> list[float]:
    order = sorted(values)
    return [order.index(value) + (order.count(value) + 1) / 2 for value in values]
