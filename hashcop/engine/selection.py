"""What people select: HASH, HASH/IMPLEMENTATION, HASH/DIRECTORY of implementations, or a path to such a directory."""

import difflib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hashcop.data.printable import printable
from hashcop.platforms.implementation import HashFunction, Implementation
from hashcop.platforms.registry import platforms

NEAR, SHOWN = 4, 12  # names that are near, and names that are shown where none is


class SelectionError(Exception):
    """A selection that names nothing, with what was meant perhaps."""


@dataclass(frozen=True)
class Selection:
    """A hash, or one implementation of it, or those of a directory; `implementation` is empty for all of them."""

    hash: str
    implementation: str = ""

    def is_of(self, name: str) -> bool:
        """Whether an implementation of the hash is selected."""
        wanted = self.implementation
        return wanted in ("", name) or name.startswith(f"{wanted}/")


@dataclass(frozen=True)
class Selected:
    """An implementation that was selected, with its hash. `named`: by its own name, or its directory's."""

    function: HashFunction
    implementation: Implementation
    named: bool


def parse(words: Sequence[str], functions: Sequence[HashFunction]) -> list[Selection]:
    """Selections as typed. Raises SelectionError with the nearest names for what is not there."""
    return [_parse(word.rstrip("/"), functions) for word in words]


def _parse(word: str, functions: Sequence[HashFunction]) -> Selection:
    hash_name, _, name = word.partition("/")
    found = [f for f in functions if f.name == hash_name]
    if not found:
        near = nearest(hash_name, (f.name for f in functions))
        raise SelectionError(f"there is no hash {printable(hash_name)}{near}")
    names = [i.name for function in found for i in function.implementations]
    if not names:
        raise SelectionError(f"there is no implementation of {hash_name} in this tree")
    chosen = Selection(hash_name, name)
    if not any(map(chosen.is_of, names)):
        near = nearest(name, names)
        raise SelectionError(f"{hash_name} has no implementation {printable(name)}{near}")
    return chosen


def nearest(word: str, names: Iterable[str]) -> str:
    """ "; near to it: a, b" for the names nearest to a word, or else "; there are a, b" for some of them."""
    candidates = list(names)
    near = difflib.get_close_matches(word, candidates, n=NEAR, cutoff=0.5)
    shown = ", ".join(map(printable, near or sorted(candidates)[:SHOWN]))
    if not shown:
        return ""
    return f"; near to it: {shown}" if near else f"; there are {shown}"


@dataclass(frozen=True)
class Place:
    """Where a path leads: the tree, the operation, and a selection as people type it."""

    tree: Path
    operation: str
    word: str


def place_of(path: Path) -> Place | None:
    """Where a path leads that leads to a hash or an implementation below some crypto_hash/, or another operation's."""
    whole = Path(os.path.normpath(path.absolute()))
    operations = {one.operation for one in platforms()}
    for above in whole.parents:
        if above.name in operations:
            return Place(above.parent, above.name, str(whole.relative_to(above)))
    return None


def selected(functions: Sequence[HashFunction], selections: Sequence[Selection]) -> list[Selected]:
    """Everything selected, each implementation once; all where nothing is selected."""
    wanted: dict[str, Selected] = {}
    of: dict[str, list[HashFunction]] = {}
    for function in functions:
        of.setdefault(function.name, []).append(function)
    for selection in selections or [Selection(name) for name in of]:
        every = ((f, one) for f in of[selection.hash] for one in f.implementations)
        for function, implementation in every:
            if selection.is_of(implementation.name):
                key = implementation.path
                named = bool(selection.implementation) or (key in wanted and wanted[key].named)
                wanted[key] = Selected(function, implementation, named)
    return list(wanted.values())


def single(functions: Sequence[HashFunction], selection: Selection) -> Implementation | None:
    """The implementation that a selection names, where it names one and no more."""
    found = [one for one in selected(functions, [selection]) if one.named]
    names = {one.implementation.name for one in found}
    return found[0].implementation if len(names) == 1 else None
