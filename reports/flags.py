"""Many option sets written as few lines, with alternatives in braces.

`gcc -O{2,3} {,-funroll-loops}` stands for four option sets. The lines together stand for exactly the given ones.
"""

import itertools
import math
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hashcop.data.records import Words

_NAME = re.compile(r"-(?:O|[fm](?:no-)?[^=]*|[^=]*)")
_PLAIN = re.compile(r"[\w@%+=:./-]+", re.ASCII)
Alternatives = tuple[str, ...]  # at one place; the empty word stands for no word
_Box = tuple[int, ...]  # for each axis a bit mask of its alternatives


@dataclass(frozen=True, slots=True)
class Product:
    """All combinations of the alternatives at each place."""

    places: tuple[Alternatives, ...]

    @property
    def count(self) -> int:
        """How many option sets it stands for."""
        return math.prod(map(len, self.places))

    @property
    def words(self) -> tuple[str, ...]:
        """Its words, with alternatives in braces."""
        return tuple(_braces(place) for place in self.places)

    @property
    def option_sets(self) -> Iterator[Words]:
        """The option sets that it stands for."""
        for chosen in itertools.product(*self.places):
            yield tuple(word for word in chosen if word)


@dataclass(frozen=True, slots=True)
class Described:
    """Option sets of one compiler: the words that all have, the settings that differ, and the sets themselves."""

    count: int
    common: Words
    differing: tuple[str, ...]
    products: tuple[Product, ...]


def described(option_sets: Iterable[Words]) -> list[Described]:
    """A description for each compiler, the first word of an option set. Option sets that come twice count once."""
    by_compiler: dict[str, list[Words]] = {}
    for options in dict.fromkeys(option_sets):
        by_compiler.setdefault(options[0] if options else "", []).append(options)
    return [_described(mine) for mine in by_compiler.values()]


def _described(option_sets: list[Words]) -> Described:
    named = {options: _named(options) for options in option_sets}
    order = _order(named.values())
    rank = {axis: place for place, axis in enumerate(order)}
    ordered: list[Words] = []
    odd: list[Words] = []
    for options, axes in named.items():
        is_in_order = sorted(axes, key=rank.__getitem__) == list(axes)
        (ordered if is_in_order else odd).append(options)
    columns = _places([named[options].get(axis, "") for options in ordered] for axis in order)
    rows = list(zip(*columns, strict=True)) or [() for _ in ordered]
    values = [tuple(dict.fromkeys(column)) for column in columns]
    products = [_product(box, values) for box in _merged(rows, values)]
    # Words in another order are another option set.
    products += [Product(tuple((word,) for word in options)) for options in odd]
    common = tuple(_common(option_sets))
    differing = dict.fromkeys(
        axis for axes in named.values() for (axis, _), word in axes.items() if word not in common
    )
    return Described(len(option_sets), common, tuple(differing), tuple(products))


def _named(options: Words) -> dict[tuple[str, int], str]:
    """Its words in order, by what they set; the second word that sets the same thing has number 1, and so on."""
    found: dict[tuple[str, int], str] = {}
    for word in options:
        axis = _axis(word) if found else ""
        number = 0
        while (axis, number) in found:
            number += 1
        found[axis, number] = word
    return found


def _axis(word: str) -> str:
    """What a word sets: `-O` of -O3, `-march` of -march=native, `-funroll-loops` of -fno-unroll-loops."""
    found = _NAME.match(word)
    name = found[0] if found else word
    return name.replace("no-", "", 1) if name.startswith(("-fno-", "-mno-")) else name


def _order(named: Iterable[dict[tuple[str, int], str]]) -> list[tuple[str, int]]:
    """All axes in one order: each stands after the axis that preceded it in the first option set that has it."""
    order: list[tuple[str, int]] = []
    known: set[tuple[str, int]] = set()
    for axes in named:
        at = 0
        for axis in axes:
            if axis in known:
                at = order.index(axis) + 1
            else:
                order.insert(at, axis)
                known.add(axis)
                at += 1
    return order


def _places(columns: Iterable[list[str]]) -> list[list[str]]:
    """Columns, one for each place. Neighbouring columns share a place if no option set has words of both."""
    found: list[list[str]] = []
    for column in columns:
        if found and not any(a and b for a, b in zip(found[-1], column, strict=True)):
            found[-1] = [a or b for a, b in zip(found[-1], column, strict=True)]
        else:
            found.append(column)
    return found


def _merged(rows: list[tuple[str, ...]], values: list[Alternatives]) -> list[_Box]:
    """Few boxes that cover all rows and nothing else: of two orders of joining, the one that gives fewer boxes."""
    bits = [{word: 1 << n for n, word in enumerate(words)} for words in values]
    boxes = [tuple(bits[place][word] for place, word in enumerate(row)) for row in rows]
    varying = [place for place, words in enumerate(values) if len(words) > 1]
    return min((_joined(boxes, places) for places in (varying, varying[::-1])), key=len)


def _joined(boxes: list[_Box], places: Sequence[int]) -> list[_Box]:
    """Join boxes that differ at one place only, until no two do."""
    before = 0
    while before != len(boxes):
        before = len(boxes)
        for place in places:
            found: dict[_Box, int] = {}
            for box in boxes:
                rest = (*box[:place], 0, *box[place + 1 :])
                found[rest] = found.get(rest, 0) | box[place]
            boxes = [(*rest[:place], here, *rest[place + 1 :]) for rest, here in found.items()]
    return boxes


def _product(box: _Box, values: list[Alternatives]) -> Product:
    chosen = (
        tuple(word for n, word in enumerate(words) if here >> n & 1)
        for here, words in zip(box, values, strict=True)
    )
    return Product(tuple(words for words in chosen if words != ("",)))


def _braces(alternatives: Alternatives) -> str:
    """Alternatives as bash expands them."""
    if len(alternatives) == 1:
        return shlex.quote(alternatives[0])
    words = sorted(alternatives, key=bool)  # the empty word first
    axes = {_axis(word) for word in words}
    prefix = axes.pop() if len(axes) == 1 else ""
    if prefix and all(_PLAIN.fullmatch(word) and word.startswith(prefix) for word in words):
        prefix += "=" if all(word.startswith(f"{prefix}=") for word in words) else ""
        ends = sorted((word[len(prefix) :] for word in words), key=bool)
        return prefix + "{" + ",".join(ends) + "}"
    quoted = (word if not word or _PLAIN.fullmatch(word) else f"'{word}'" for word in words)
    return "{" + ",".join(quoted) + "}"


def _common(option_sets: Sequence[Words]) -> list[str]:
    found = dict.fromkeys(option_sets[0])
    for options in option_sets:
        words = set(options)
        found = {word: None for word in found if word in words}
    return list(found)


def telling(some: Sequence[Words], every: Iterable[Words]) -> str:
    """Which some of `every` option sets are, if one setting tells: `with -O3`, `without -fPIC`, `without -march=…`.

    Empty if no single word and no single setting tells them from the others.
    """
    chosen = set(some)
    others = [options for options in every if options not in chosen]
    if not some or not others:
        return ""
    found = _difference(some, others)
    if found:
        return " ".join([found[0], shlex.quote(found[1])])
    found = _difference(*([_axes(options) for options in both] for both in (some, others)))
    return f"{found[0]} {found[1]}=…" if found else ""


def _difference(some: Sequence[Words], others: Sequence[Words]) -> tuple[str, str] | None:
    """("with", a word that all of some and no others have), or ("without", a word of all others only)."""
    for what, mine, theirs in (("with", some, others), ("without", others, some)):
        for word in _common(mine):
            if not any(word in options for options in theirs):
                return what, word
    return None


@lru_cache(1 << 12)
def _axes(options: Words) -> Words:
    """What an option set sets to a value."""
    return tuple(_axis(word) for word in options if _axis(word) != word)
