"""`./do compare A B`: which is faster, at which length, by how much, and whether that is sure.

Two implementations, or two builds of one, are measured in turns, process by process, so that whatever happens to the
machine happens to both.
"""

import shlex
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median

from hashcop.data import records
from hashcop.data.keys import digest
from hashcop.data.lengths import Schedule
from hashcop.data.records import Sample, Side
from hashcop.data.store import Store
from hashcop.engine.prepare import about, title
from hashcop.engine.progress import Display
from hashcop.engine.races import Timers, Won
from hashcop.engine.timing import shuffled
from hashcop.results import samples
from hashcop.results.certainty import ratio_interval
from hashcop.results.comparison import Compared, Comparison
from hashcop.results.gather import certainty
from hashcop.results.samples import Disturbance
from hashcop.results.summary import LONG, SLOPE_LENGTHS, Certainty, Column

SCHEDULE = Schedule(processes=15, warmup=3, timings=15, steps=1000)
ENOUGH = 6  # quiet pairs: the interval of fewer has less than the confidence, whatever they say
SECONDS = 0.1  # that a pair of processes takes, for the display

Pair = tuple[Sample, Sample]
Cost = tuple[float, Disturbance]  # cycles, and what disturbed them


class Comparing:
    """Measures two winners in turns."""

    def __init__(self, store: Store, display: Display, timers: Timers) -> None:
        self.store = store
        self.display = display
        self.timers = timers

    def compare(self, first: Won, second: Won) -> Comparison | str:
        """The comparison, recorded; or what went wrong. Both are on one target."""
        names = (_name(first), _name(second))
        self.display.expect("compare", SCHEDULE.processes, SECONDS)
        pairs: list[Pair] = []
        for number in range(SCHEDULE.processes):
            pair = self._pair(first, second, number)
            if isinstance(pair, str):
                return pair
            pairs.append(pair)
            done = f"{number + 1} of {SCHEDULE.processes}"
            self.display.finish(SECONDS, "compare", " and ".join(names), done)
        self._record(first, second, pairs)
        lengths = first.group.lane.lengths.table
        messages = first.group.lane.lengths.for_table.messages
        rows = tuple(_paired(pairs, lengths, messages))
        return Comparison(*names, first.group.target.name, rows)

    def _pair(self, first: Won, second: Won, number: int) -> Pair | str:
        """Both in one moment; the one that goes first changes each time."""
        found: dict[int, Sample] = {}
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            won = (first, second)[which]
            group = won.group
            order = shuffled(group.lane.lengths.table, number)
            timer, messages = self.timers(group.lane), group.lane.lengths.for_table.messages
            schedule = replace(SCHEDULE, messages=messages)
            asked = won.entrant.artifact, order, schedule, group.target
            sample = timer.time(*asked, seed=number, group=group)
            if isinstance(sample, str):
                return f"{title(group)}: {sample}"
            found[which] = sample
        return found[0], found[1]

    def _record(self, first: Won, second: Won, pairs: Sequence[Pair]) -> None:
        both = (first, second)
        sides = tuple(_side(won, [pair[which] for pair in pairs]) for which, won in enumerate(both))
        codes = (first.entrant.code, second.entrant.code)
        record = records.Comparison(
            key=digest("comparison", time.time_ns(), *codes),
            platform=first.group.lane.platform,
            target=first.group.target.name,
            messages=first.group.lane.lengths.for_table.messages,
            bytes=first.group.lane.lengths.table,
            sides=sides,
        )
        self.store.record([record])


def _side(won: Won, found: Sequence[Sample]) -> Side:
    return Side(
        **about(won.group), options=won.options, object=won.entrant.code, samples=tuple(found)
    )


def _name(won: Won) -> str:
    group = won.group
    return f"{group.function.name}/{group.implementation.name} ({shlex.join(won.options)})"


def _paired(pairs: Sequence[Pair], lengths: Sequence[int], messages: int) -> Iterator[Compared]:
    """A row for each length, and for long messages."""
    ours, theirs = (_costs(pair[which] for pair in pairs) for which in (0, 1))
    errors = [samples.calibration_error([pair[which] for pair in pairs]) for which in (0, 1)]
    for length in lengths:
        yield _compared(length, ours[length], theirs[length], messages, errors)
    if set(SLOPE_LENGTHS) <= set(lengths):
        one, other = _slopes(ours), _slopes(theirs)
        if all(cost > 0 for cost, _ in (*one, *other)):
            yield _compared(LONG, one, other, messages, errors)


def _costs(found: Iterable[Sample]) -> dict[int, list[Cost]]:
    """The median of each process, by length (bytes)."""
    together = samples.together(found)
    return {n: [(median(timings), why) for timings, why in some] for n, some in together.items()}


def _slopes(costs: Mapping[int, Sequence[Cost]]) -> list[Cost]:
    """What the second half of a long message took in each process."""
    ends = zip(*(costs[n] for n in SLOPE_LENGTHS), strict=True)
    return [(long - short, why or other) for (short, why), (long, other) in ends]


def _compared(
    length: Column,
    ours: Sequence[Cost],
    theirs: Sequence[Cost],
    messages: int,
    calibration: Sequence[float],
) -> Compared:
    """By the ratios within pairs of which nothing disturbed either; if there are not ENOUGH, of the least disturbed."""
    both = [([a, b], x or y) for (a, x), (b, y) in zip(ours, theirs, strict=True)]
    firsts, seconds = zip(*samples.counting(both, ENOUGH), strict=True)
    ratios = [b / a for a, b in zip(firsts, seconds, strict=True)]
    likely = ratio_interval(seconds, firsts)
    one, other = median(firsts) / messages, median(seconds) / messages
    sure = [_sure(some, error) for some, error in zip((ours, theirs), calibration, strict=True)]
    return Compared(
        length,
        *(one, other, median(ratios), likely),
        doubts=(sure[0].doubt, sure[1].doubt),
        chances=(sure[0].chance, sure[1].chance),
    )


def _sure(costs: Sequence[Cost], calibration: float) -> Certainty:
    """How sure one side of a comparison is by itself. `calibration`: by what part known calls read wrong."""
    return certainty([([cost], why) for cost, why in costs], calibration)
