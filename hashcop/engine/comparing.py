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
from hashcop.engine.timing import artifacts_of, shuffled
from hashcop.results import samples
from hashcop.results.certainty import ratio_interval
from hashcop.results.comparison import Compared, Comparison
from hashcop.results.gather import certainty
from hashcop.results.hashes import facts
from hashcop.results.samples import Disturbance
from hashcop.results.summary import LONG, SLOPE_LENGTHS, Certainty, Column

SCHEDULE = Schedule(processes=15, warmup=3, timings=15, steps=1000)
ENOUGH = 6  # quiet pairs: the interval of fewer has less than the confidence, whatever they say
SECONDS = 0.1  # that a pair of processes takes, for the display

Samples = tuple[Sample, ...]  # of one process, or of two that timed different lengths
Pair = tuple[Samples, Samples]
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
        messages = first.group.lane.lengths.for_table.messages
        rows = tuple(_paired(pairs, _lengths(first, second), _steady(first, second), messages))
        return Comparison(*names, first.group.target.name, rows)

    def _pair(self, first: Won, second: Won, number: int) -> Pair | str:
        """Both in one moment; the one that goes first changes each time."""
        found: dict[int, Samples] = {}
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            won = (first, second)[which]
            timed = self._process(won, number, _steady(first, second))
            if isinstance(timed, str):
                return f"{title(won.group)}: {timed}"
            found[which] = timed
        return found[0], found[1]

    def _process(self, won: Won, number: int, steady: int) -> Samples | str:
        """What a process of one of the two times, and then one of a message of `steady` bytes, unless that is 0."""
        group, lengths = won.group, won.group.lane.lengths
        schedule = replace(SCHEDULE, messages=lengths.for_table.messages)
        wanted = [(shuffled(lengths.table, number), schedule)]
        wanted += [([steady], lengths.for_steady)] if steady else []
        found: list[Sample] = []
        for order, how in wanted:
            artifacts = artifacts_of(group, won.entrant.artifact)
            asked = artifacts[number // 2 % len(artifacts)], order, how, group.target
            sample = self.timers(group.lane).time(*asked, seed=number, group=group)
            if isinstance(sample, str):
                return sample
            found.append(sample)
        return tuple(found)

    def _record(self, first: Won, second: Won, pairs: Sequence[Pair]) -> None:
        both = (first, second)
        sides = tuple(
            _side(won, [one for pair in pairs for one in pair[which]])
            for which, won in enumerate(both)
        )
        codes = (first.entrant.code, second.entrant.code)
        record = records.Comparison(
            key=digest("comparison", time.time_ns(), *codes),
            platform=first.group.lane.platform,
            target=first.group.target.name,
            messages=first.group.lane.lengths.for_table.messages,
            bytes=_lengths(first, second),
            sides=sides,
        )
        self.store.record([record])


def _steady(first: Won, second: Won) -> int:
    """The bytes of the long message that both are compared with: of a plain iteration and a tree the same; else 0."""
    lengths = first.group.lane.lengths.steady
    is_tree = any(facts(one.group.function.name).is_tree for one in (first, second))
    return max(lengths, default=0) if is_tree else 0


def _lengths(first: Won, second: Won) -> tuple[int, ...]:
    steady = _steady(first, second)
    return (*first.group.lane.lengths.table, *([steady] if steady else []))


def _side(won: Won, found: Sequence[Sample]) -> Side:
    return Side(
        **about(won.group), options=won.options, object=won.entrant.code, samples=tuple(found)
    )


def _name(won: Won) -> str:
    group = won.group
    return f"{group.function.name}/{group.implementation.name} ({shlex.join(won.options)})"


def _paired(
    pairs: Sequence[Pair], lengths: Sequence[int], steady: int, messages: int
) -> Iterator[Compared]:
    """A row for each length, and for long messages: those of `steady` bytes, or the slope if that is 0.

    By a coarse counter a short call may seem to take nothing, of which there are no ratios.
    """
    every = [[one for pair in pairs for one in pair[which]] for which in (0, 1)]
    ours, theirs = map(_costs, every)
    errors = list(map(samples.calibration_error, every))
    for length in lengths:
        if length != steady and _take_time(ours[length], theirs[length]):
            yield _compared(length, ours[length], theirs[length], messages, errors)
    if steady:
        long = _compared(LONG, ours[steady], theirs[steady], messages, errors)
        yield replace(long, long_bytes=steady)
    elif set(SLOPE_LENGTHS) <= set(lengths):
        one, other = _slopes(ours), _slopes(theirs)
        if _take_time(one, other):
            short, whole = (
                _compared(n, ours[n], theirs[n], messages, errors) for n in SLOPE_LENGTHS
            )
            long = _compared(LONG, one, other, messages, errors)
            rises = whole.first - short.first, whole.second - short.second
            yield replace(long, first=rises[0], second=rises[1])


def _take_time(ours: Sequence[Cost], theirs: Sequence[Cost]) -> bool:
    return all(cost > 0 for cost, _ in (*ours, *theirs))


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
