"""How many builds there are, and how many failed: counted here, so that all pages say the same.

A build is one implementation that was compiled with one option set for one target. An implementation that is skipped,
because it is not for the target, was not compiled, and counts nowhere.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hashcop.data.records import Build


class Count(NamedTuple):
    """How many builds were tried, and how many of them failed."""

    failed: int
    tried: int


def tried(builds: Iterable[Build]) -> Iterator[Build]:
    """The builds that a compiler was asked for."""
    return (build for build in builds if build.outcome != "skipped")


def count(builds: Iterable[Build]) -> Count:
    """Of some builds, how many were tried, and how many failed."""
    outcomes = [build.outcome for build in tried(builds)]
    return Count(outcomes.count("failed"), len(outcomes))


def total(counts: Iterable[Count]) -> Count:
    """All of them together."""
    every = list(counts)
    return Count(sum(one.failed for one in every), sum(one.tried for one in every))
