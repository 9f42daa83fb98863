"""Two data files compared: every implementation that both have figures of, by the medians of their processes."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from hashcop.results.comparison import Compared, Comparison
from hashcop.results.model import load
from hashcop.results.ratios import Relative, relative
from hashcop.results.summary import LENGTHS, Implementation, Machine

Name = tuple[str, str, str]  # target, hash, implementation


def comparisons(first: Path, second: Path) -> Iterator[Comparison]:
    """For each target, hash and implementation that both files have measured, how the second file stands to the first.

    If each file has one machine, these two are compared, whatever their names. Of files with several machines, those
    of one name are compared, unless their identities differ.
    Raises hashcop.data.files.DataError for files that can't be read as data.
    """
    ours, theirs = ([m for m in load([path]) if _measured(m)] for path in (first, second))
    for machine in ours:
        other = _counterpart(machine, ours, theirs)
        if other is None:
            continue
        known = _measured(other)
        for full, one in sorted(_measured(machine).items(), key=lambda item: item[0]):
            rows = tuple(_rows(one, known[full])) if full in known else ()
            if rows:
                target, hash, name = full
                title = f"{hash}/{name}, {machine.name} ({first})"
                yield Comparison(title, f"{other.name} ({second})", target, rows)


def _measured(machine: Machine) -> dict[Name, Implementation]:
    return {
        (target.name, hash.name, one.name): one
        for target in machine.targets
        for hash in target.hashes
        for one in hash.implementations
        if one.certainty
    }


def _counterpart(
    machine: Machine, ours: Sequence[Machine], theirs: Sequence[Machine]
) -> Machine | None:
    if len(ours) == len(theirs) == 1:
        return theirs[0]
    same = [one for one in theirs if one.recorded_name == machine.recorded_name]
    if not machine.identity:
        return next(iter(same), None)
    known = {one.identity: one for one in same}
    return known.get(machine.identity) or known.get("")


def _rows(one: Implementation, other: Implementation) -> Iterator[Compared]:
    for length in LENGTHS:
        if length in one.certainty and length in other.certainty:
            found = relative(other, one, length)
            if found and found.interval:
                yield _row(length, one, other, found)


def _row(length: int, one: Implementation, other: Implementation, found: Relative) -> Compared:
    ours, theirs = one.certainty[length], other.certainty[length]
    a, b = one.curve[length].median, other.curve[length].median
    assert found.interval is not None  # who calls has asked
    return Compared(
        length,
        *(a, b, found.ratio, found.interval),
        doubts=(ours.doubt, theirs.doubt),
        chances=(ours.chance, theirs.chance),
    )
