"""Two data files compared: every implementation that both have figures of, by the medians of their processes."""

from collections.abc import Iterator
from pathlib import Path

from hashcop.engine.comparing import Compared, Comparison
from hashcop.results.certainty import pairwise_interval
from hashcop.results.model import load
from hashcop.results.summary import LENGTHS, Abi, Certainty, Hash, Implementation, Machine

Place = tuple[str, str, str, str]  # machine, ABI, hash, implementation


def _measured(file: Path) -> dict[Place, Implementation]:
    def place(machine: Machine, abi: Abi, hash: Hash, one: Implementation) -> Place:
        return machine.name, abi.name, hash.name, one.name

    return {
        place(machine, abi, hash, one): one
        for machine in load([file])
        for abi in machine.abis
        for hash in abi.hashes
        for one in hash.implementations
        if one.certainty
    }


def comparisons(first: Path, second: Path) -> Iterator[Comparison]:
    """Of each ABI, hash and implementation that both files have, on whatever machines, where one of each has it.

    Of files with several machines only those are compared that have the same name.
    Raises hashcop.data.store.DataError for files that can't be read as data.
    """
    ours, theirs = _measured(first), _measured(second)
    machines = {name for name, *_ in ours}, {name for name, *_ in theirs}
    across = len(machines[0]) == len(machines[1]) == 1
    for (machine, abi, hash, name), one in sorted(ours.items(), key=lambda item: item[0]):
        elsewhere = next(iter(machines[1])) if across else machine
        other = theirs.get((elsewhere, abi, hash, name))
        rows = tuple(_rows(one, other)) if other else ()
        if rows:
            title = f"{hash}/{name}, {machine} ({first})"
            yield Comparison(title, f"{elsewhere} ({second})", abi, rows)


def _rows(one: Implementation, other: Implementation) -> Iterator[Compared]:
    for length in LENGTHS:
        if length in one.certainty and length in other.certainty:
            yield _row(length, one.certainty[length], other.certainty[length], one, other)


def _row(
    length: int, ours: Certainty, theirs: Certainty, one: Implementation, other: Implementation
) -> Compared:
    a, b = one.curve[length].median, other.curve[length].median
    return Compared(length, a, b, b / a, pairwise_interval(theirs.medians, ours.medians))
