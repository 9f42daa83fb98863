"""What people select: HASH, HASH/IMPLEMENTATION, or a path to such a directory."""

import difflib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hashcop.data.printable import printable
from hashcop.data.records import OPERATION
from hashcop.platforms.implementation import HashFunction, Implementation

NEAR, SHOWN = 4, 12  # names that are near, and names that are shown where none is


class SelectionError(Exception):
    """A selection that names nothing, with what was meant perhaps."""


@dataclass(frozen=True)
class Selection:
    """A hash, or one implementation of it; `implementation` is empty for all of them."""

    hash: str
    implementation: str = ""


@dataclass(frozen=True)
class Selected:
    """An implementation that was selected, with its hash. `named`: by its own name."""

    function: HashFunction
    implementation: Implementation
    named: bool


def parse(words: Sequence[str], functions: Sequence[HashFunction]) -> list[Selection]:
    """Selections as typed. Raises SelectionError with the nearest names for what is not there."""
    return [_parse(word.rstrip("/"), functions) for word in words]


def _parse(word: str, functions: Sequence[HashFunction]) -> Selection:
    hash_name, _, name = word.partition("/")
    function = next((f for f in functions if f.name == hash_name), None)
    if function is None:
        near = nearest(hash_name, (f.name for f in functions))
        raise SelectionError(f"there is no hash {printable(hash_name)}{near}")
    names = [i.name for i in function.implementations]
    if not names:
        raise SelectionError(f"there is no implementation of {hash_name} in this tree")
    if name and name not in names:
        near = nearest(name, names)
        raise SelectionError(f"{hash_name} has no implementation {printable(name)}{near}")
    return Selection(hash_name, name)


def nearest(word: str, names: Iterable[str]) -> str:
    """ "; near to it: a, b" for the names nearest to a word, or else "; there are a, b" for some of them."""
    candidates = list(names)
    near = difflib.get_close_matches(word, candidates, n=NEAR, cutoff=0.5)
    shown = ", ".join(map(printable, near or sorted(candidates)[:SHOWN]))
    if not shown:
        return ""
    return f"; near to it: {shown}" if near else f"; there are {shown}"


def tree_of(path: Path) -> tuple[Path, str] | None:
    """(tree, selection) where a path leads to a hash or an implementation below some crypto_hash/."""
    whole = Path(os.path.normpath(path.absolute()))
    for above in whole.parents:
        if above.name == OPERATION:
            return above.parent, str(whole.relative_to(above))
    return None


def selected(functions: Sequence[HashFunction], selections: Sequence[Selection]) -> list[Selected]:
    """Everything selected, each implementation once; all where nothing is selected."""
    wanted: dict[tuple[str, str], Selected] = {}
    for selection in selections or [Selection(f.name) for f in functions]:
        function = next(f for f in functions if f.name == selection.hash)
        for implementation in function.implementations:
            if selection.implementation in ("", implementation.name):
                key = function.name, implementation.name
                named = bool(selection.implementation) or (key in wanted and wanted[key].named)
                wanted[key] = Selected(function, implementation, named)
    return list(wanted.values())
