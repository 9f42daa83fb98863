"""How the cost of an implementation changed from one measurement to the next, and what changed beside it.

A step is real if two measurements in a row differ from the one before by more than 1 %, and their intervals say so.
Measurements of two processors are never compared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hashcop.results.certainty import CONFIDENCE, OFF, Interval
from hashcop.results.ratios import pairwise_interval
from hashcop.results.summary import Era, Past

# How texts of a machine are called in sentences, in this order.
_PARTS = {"processor": "processor", "kernel": "kernel", "microcode": "microcode"}


@dataclass(frozen=True, slots=True)
class Break:
    """What changed between a measurement and the one before it, each change in words.

    `time` is that of the later one. `is_processor`: the two are not comparable.
    """

    time: str
    what: tuple[str, ...]
    is_processor: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """A real step of the cost: the median as a multiple of the one before, with the interval of this ratio.

    `time` is that of the first measurement after it, `before` that of the last one before it. `what` changed beside it,
    in words; empty if nothing that the data tell.
    """

    time: str
    before: str
    ratio: float
    interval: Interval
    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class History:
    """Measurements at 1536 bytes, oldest first, what changed between them, and the real steps of the cost.

    `segments` are the points of one processor each: (first, end) indices of `points`.
    """

    points: tuple[Past, ...]
    breaks: tuple[Break, ...]
    changes: tuple[Change, ...]
    segments: tuple[tuple[int, int], ...]


def events(history: Sequence[Past], eras: Sequence[Era]) -> History:
    """What happened to an implementation (`Implementation.history`) on a machine (`Machine.eras`)."""
    points = tuple(sorted(history, key=lambda one: one.time))
    breaks = {n: found for n in range(1, len(points)) if (found := _break(points, n, eras))}
    ends = [*(n for n, found in breaks.items() if found.is_processor), len(points)]
    segments = tuple(zip([0, *ends[:-1]], ends, strict=True)) if points else ()
    changes = (change for segment in segments for change in _changes(points, segment, breaks))
    return History(points, tuple(breaks.values()), tuple(changes), segments)


def _break(points: Sequence[Past], place: int, eras: Sequence[Era]) -> Break | None:
    before, after = points[place - 1], points[place]
    old, new = _era(eras, before.time), _era(eras, after.time)
    what = [*_of_machine(old, new), *_of_code(before, after)]
    is_processor = bool(old and new and _differ(old.processor, new.processor))
    return Break(after.time, tuple(what), is_processor) if what else None


def _era(eras: Sequence[Era], time: str) -> Era | None:
    """The era of a time: the newest that had begun; the first one for what is older than all."""
    begun = [era for era in eras if era.time <= time]
    return begun[-1] if begun else next(iter(eras), None)


def _differ(old: str, new: str) -> bool:
    """Whether two texts differ. An empty one is not known."""
    return bool(old and new) and old != new


def _of_machine(old: Era | None, new: Era | None) -> Iterator[str]:
    if old is None or new is None or old is new:
        return
    for field, name in _PARTS.items():
        was, now = getattr(old, field), getattr(new, field)
        if _differ(was, now):
            yield f"{name}: {was} → {now}"
    gone, come = (
        [one for one in some.compilers if one not in other.compilers]
        for some, other in ((old, new), (new, old))
    )
    if old.compilers and new.compilers and (gone or come):
        yield f"compilers: {', '.join(gone) or 'none'} → {', '.join(come) or 'none'}"


def _of_code(before: Past, after: Past) -> Iterator[str]:
    if _differ(before.sources, after.sources):
        yield "sources"
    if before.object != after.object:
        yield "machine code"


def _changes(
    points: Sequence[Past], segment: tuple[int, int], breaks: dict[int, Break]
) -> Iterator[Change]:
    """The real steps among the points of one processor.

    Each point is compared with the last one before it that was confirmed, so that a single outlier is neither a step
    nor what the next point is compared with.
    """
    known = [n for n in range(*segment) if points[n].medians]
    base = 0
    for place in range(1, len(known)):
        one = _ratio(points[known[place]], points[known[base]])
        if one is None:
            base = place
            continue
        again = place + 1 < len(known) and _ratio(points[known[place + 1]], points[known[base]])
        if again and _is_same_way(one, again):
            yield _change(points, known[base], known[place], one, breaks)
            base = place


def _ratio(after: Past, before: Past) -> Interval | None:
    """The interval of a ratio that is surely not 1; None if it may be.

    Two runs differ by errors that all processes of a run share, so that less than OFF proves nothing.
    """
    if abs(_times(after, before) - 1) <= OFF or min(before.medians) <= 0:
        return None
    found = pairwise_interval(after.medians, before.medians)
    return None if found.confidence < CONFIDENCE or found.low <= 1 <= found.high else found


def _times(after: Past, before: Past) -> float:
    return after.quartiles.median / before.quartiles.median if before.quartiles.median else 1.0


def _is_same_way(one: Interval, other: Interval) -> bool:
    return (one.low > 1) == (other.low > 1)


def _change(
    points: Sequence[Past], before: int, after: int, found: Interval, breaks: dict[int, Break]
) -> Change:
    what = (text for n in range(before + 1, after + 1) if n in breaks for text in breaks[n].what)
    old, new = points[before], points[after]
    return Change(new.time, old.time, _times(new, old), found, tuple(dict.fromkeys(what)))
