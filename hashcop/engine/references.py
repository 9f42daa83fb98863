"""References: of hashes that only strangers know, the implementations that the operator says are right.

They are kept with the results of the machine, a line each: HASH/IMPLEMENTATION and a hash of its files. A reference
whose files have changed since is none any more: the operator vouched for what was there.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hashcop.engine import messages
from hashcop.platforms.implementation import HashFunction, Implementation

FILE = "references.tsv"


def named(
    words: Sequence[str], functions: Sequence[HashFunction], directory: Path
) -> tuple[HashFunction, ...]:
    """The hashes with their references: those typed now, which are kept, and those typed before.

    `directory`: of the results. Complains of a word that names no implementation, or one of a hash of this repository.
    """
    kept = _read(directory)
    for word in words:
        function, one = _found(word, functions)
        kept[function.name] = f"{function.name}/{one.name}", one.digest()
    if words:
        rows = ("\t".join(row) for _, row in sorted(kept.items()))
        (directory / FILE).write_text("".join(f"{row}\n" for row in rows))
    return tuple(_with(one, kept.get(one.name)) for one in functions)


def _read(directory: Path) -> dict[str, tuple[str, str]]:
    try:
        lines = (directory / FILE).read_text(errors="replace").splitlines()
    except FileNotFoundError:
        return {}
    rows = (line.split("\t") for line in lines)
    return {row[0].partition("/")[0]: (row[0], row[1]) for row in rows if len(row) == 2}


def _base(function: HashFunction) -> HashFunction:
    """The hash itself, of what is many messages of it."""
    return function.one or function


def _found(word: str, functions: Sequence[HashFunction]) -> tuple[HashFunction, Implementation]:
    name, _, own = word.rstrip("/").partition("/")
    some = [_base(one) for one in functions if one.name == name]
    for function in some:
        if function.ours:
            raise messages.reference_is_ours(function.name, function.believed[0].path)
        for one in function.implementations:
            if one.name == own and not one.problem:
                return function, one
    raise messages.no_reference(word, [one.name for each in some for one in each.implementations])


def _with(function: HashFunction, row: tuple[str, str] | None) -> HashFunction:
    """A hash with its reference."""
    if row is None:
        return function
    path, digest = row
    every = _base(function).implementations
    named = (one for one in every if f"{one.hash}/{one.name}" == path and not one.problem)
    reference = next((one for one in named if one.digest() == digest), None)
    if function.one:
        return replace(function, one=replace(function.one, reference=reference))
    return replace(function, reference=reference)
