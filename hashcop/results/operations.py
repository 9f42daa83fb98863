"""Operations by class: which are part of a sum, and in which order people read them."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from hashcop.data.records import Counts

# The order of the study, then what it has no column for.
CLASSES = (
    *("add", "sub", "csub", "mul", "div"),
    *("and", "nand", "andc", "eqv", "or", "nor", "orc", "xor", "not"),
    *("rotate", "shift", "swap", "select", "compare", "shuffle", "lookup"),
)
MOVES = ("load", "store", "convert")  # of data, and nothing else
# No part of a sum. `pair`: a logic operation whose result only another one takes.
FREE = (*MOVES, "pair")
_NAME = re.compile(r"([a-z]+?)(8|16|32|64)")


def split(name: str) -> tuple[str, int]:
    """(class, bits) of an operation's name; an intrinsic has no bits."""
    found = _NAME.fullmatch(name)
    known = bool(found) and found is not None and found[1] in (*CLASSES, *FREE)
    return (found[1], int(found[2])) if found and known else (name, 0)


def total(operations: Mapping[str, int]) -> int:
    """The sum of all operations but those of FREE."""
    return sum(number for name, number in operations.items() if split(name)[0] not in FREE)


def by_class(operations: Mapping[str, int]) -> dict[str, int]:
    """The numbers by class, whatever the width."""
    found: Counter[str] = Counter()
    for name, number in operations.items():
        found[split(name)[0]] += number
    return dict(found)


def columns(records: Iterable[Counts]) -> list[str]:
    """The classes that any of the records has, in order; intrinsics behind."""
    found = {split(name)[0] for one in records for name in one.operations}
    named = [one for one in CLASSES if one in found]
    return [*named, *sorted(found - set(named) - set(FREE))]


def cell(record: Counts, column: str) -> str:
    """What a record has of a class; empty where it has nothing."""
    number = by_class(record.operations).get(column, 0)
    return f"{number:,}" if number else ""


def newest(records: Iterable[Counts]) -> list[Counts]:
    """Of several records of an implementation and a target the newest."""
    found: dict[tuple[str, str, str, str], Counts] = {}
    for one in records:
        name = one.target, one.hash, one.implementation, one.operation
        if name not in found or found[name].time <= one.time:
            found[name] = one
    return list(found.values())
