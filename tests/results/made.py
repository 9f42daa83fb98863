"""Implementations as summaries have them, made of medians."""

from collections.abc import Mapping, Sequence
from statistics import median

from hashcop.data.records import Build
from hashcop.results.certainty import interval
from hashcop.results.quartiles import Quartiles
from hashcop.results.summary import Certainty, Hash, Implementation


def about(cost: float, band: float = 0.0) -> Quartiles:
    """Quartiles whose band is this part of the median on either side."""
    return Quartiles(cost * (1 - band), cost, cost * (1 + band))


def sure(medians: Sequence[float]) -> Certainty:
    """What is known of a figure from quiet processes with these medians."""
    return Certainty(interval(medians), tuple(medians), len(medians), 0, 0.0, "")


def implementation(
    name: str,
    processes: Mapping[int, Sequence[float]],
    curve: Mapping[int, float] | None = None,
    band: float = 0.0,
    long: Sequence[float] = (),
) -> Implementation:
    """Cycles of a call by length: the medians of `processes`, and those of a `curve` whose processes are not known."""
    costs = dict(curve or {}) | {length: median(some) for length, some in processes.items()}
    about_it = {"platform": "c", "target": "amd64", "hash": "hash", "implementation": name}
    return Implementation(
        name=name,
        builds=(Build(key=name, outcome="ok", object=name, **about_it),),
        codes=(),
        winner=None,
        curve={length: about(costs[length], band) for length in sorted(costs)},
        long=about(median(long)) if long else None,
        measured=("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"),
        certainty={length: sure(medians) for length, medians in processes.items()},
        long_certainty=sure(long) if long else None,
    )


def hash_of(*implementations: Implementation) -> Hash:
    """A hash with implementations, fastest first."""
    return Hash("hash", implementations)
