"""Many option sets written as few lines, with alternatives in braces.

`gcc -O{2,3} {,-funroll-loops}` stands for four. Nothing is lost: the lines together are the option sets, and no others.
"""

import itertools
import math
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hashcop.results.summary import Options

_NAME = re.compile(r"-(?:O|[fm](?:no-)?[^=]*|[^=]*)")
_PLAIN = re.compile(r"[\w@%+=:./-]+", re.ASCII)
Alternatives = tuple[str, ...]  # of one place; the empty word stands for none
_Box = tuple[int, ...]  # of each axis, the bits of its alternatives


@dataclass(frozen=True, slots=True)
class Product:
    """All combinations of the alternatives at each place."""

    places: tuple[Alternatives, ...]

    @property
    def count(self) -> int:
        """How many option sets these are."""
        return math.prod(map(len, self.places))

    @property
    def words(self) -> tuple[str, ...]:
        """As people read it."""
        return tuple(_braces(place) for place in self.places)

    @property
    def option_sets(self) -> Iterator[Options]:
        """Each of them."""
        for chosen in itertools.product(*self.places):
            yield tuple(word for word in chosen if word)


@dataclass(frozen=True, slots=True)
class Described:
    """Option sets of one compiler: the words that all of them have, what the others set, and exactly which they are."""

    count: int
    common: Options
    differing: tuple[str, ...]
    products: tuple[Product, ...]


def described(option_sets: Iterable[Options]) -> list[Described]:
    """Distinct option sets, a description for each first word: the compiler."""
    by_compiler: dict[str, list[Options]] = {}
    for options in dict.fromkeys(option_sets):
        by_compiler.setdefault(options[0] if options else "", []).append(options)
    return [_described(mine) for mine in by_compiler.values()]


def _described(option_sets: list[Options]) -> Described:
    named = {options: _named(options) for options in option_sets}
    order = _order(named.values())
    rank = {axis: place for place, axis in enumerate(order)}
    ordered: list[Options] = []
    odd: list[Options] = []
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


def _named(options: Options) -> dict[tuple[str, int], str]:
    """Its words by what they set, in order: a word that sets the same once more has the number 1."""
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
    """All axes, each behind the one that it stood behind where it was first seen."""
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
    """Columns, one for each place: neighbours of which no option set has both are alternatives at one place."""
    found: list[list[str]] = []
    for column in columns:
        if found and not any(a and b for a, b in zip(found[-1], column, strict=True)):
            found[-1] = [a or b for a, b in zip(found[-1], column, strict=True)]
        else:
            found.append(column)
    return found


def _merged(rows: list[tuple[str, ...]], values: list[Alternatives]) -> list[_Box]:
    """Boxes that have all rows and no others, few of them: by whichever order of the axes makes them fewer."""
    bits = [{word: 1 << n for n, word in enumerate(words)} for words in values]
    boxes = [tuple(bits[place][word] for place, word in enumerate(row)) for row in rows]
    varying = [place for place, words in enumerate(values) if len(words) > 1]
    return min((_joined(boxes, places) for places in (varying, varying[::-1])), key=len)


def _joined(boxes: list[_Box], places: Sequence[int]) -> list[_Box]:
    """Boxes that differ at one place only become one, until none do."""
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
    """Words as bash takes them apart again."""
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


def _common(option_sets: Sequence[Options]) -> list[str]:
    found = dict.fromkeys(option_sets[0])
    for options in option_sets:
        words = set(options)
        found = {word: None for word in found if word in words}
    return list(found)


def telling(some: Sequence[Options], every: Iterable[Options]) -> str:
    """Which some of `every` option sets are, where one thing tells: `with -O3`, `without -fPIC`, `without -march=…`.

    Empty where no single word, and nothing that is set or not, tells them apart.
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


def _difference(some: Sequence[Options], others: Sequence[Options]) -> tuple[str, str] | None:
    """(with, a word that all of some have and none of the others), or (without, one of which the reverse is true)."""
    for what, mine, theirs in (("with", some, others), ("without", others, some)):
        for word in _common(mine):
            if not any(word in options for options in theirs):
                return what, word
    return None


@lru_cache(1 << 12)
def _axes(options: Options) -> Options:
    """What an option set sets with a value of its own."""
    return tuple(_axis(word) for word in options if _axis(word) != word)
