"""`./do compare A B`: which is faster, at which length, by how much, and whether that is sure.

Two implementations, or option sets of one, are measured in turns, process by process, so that what happens to the
machine happens to both. Two data files are compared by reports/beside.py.
"""

import dataclasses
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median

from hashcop.data import lengths
from hashcop.data import store as data
from hashcop.data.lengths import Schedule
from hashcop.data.store import Fact, Store
from hashcop.engine import plan
from hashcop.engine.plan import Group
from hashcop.engine.prepare import about, title
from hashcop.engine.progress import Display
from hashcop.engine.run import Won
from hashcop.platforms.c.timing import Timer, shuffled
from hashcop.platforms.c.tools.toolchain import Toolchain
from hashcop.results import samples
from hashcop.results.certainty import ratio_interval
from hashcop.results.comparison import Compared, Comparison
from hashcop.results.samples import Sample

SCHEDULE = Schedule(processes=15, warmup=3, timings=15, steps=1000)
ENOUGH = 6  # quiet pairs; of fewer the interval of all has less than CONFIDENCE, whatever they say
MARK = "@"  # parts an implementation from an option set of one's own


def with_options(group: Group, words: str, toolchain: Toolchain) -> Group | None:
    """A group that is built with an option set as typed; None where its compiler makes no programs for the ABI."""
    try:
        command, *flags = shlex.split(words) or [""]
    except ValueError:  # a quote that is not closed
        return None
    is_cxx = group.implementation.is_cxx
    for one in toolchain.compilers_for(group.target):
        if command == (one.cxx if is_cxx else one.command):
            chosen = plan.option_set(one, group.target, tuple(flags), is_cxx=is_cxx)
            return dataclasses.replace(group, option_sets=(chosen,))
    return None


class Comparing:
    """Measures two winners in turns."""

    def __init__(self, store: Store, display: Display, timer: Callable[[], Timer]) -> None:
        self.store = store
        self.display = display
        self.timer = timer

    def compare(self, first: Won, second: Won) -> Comparison | str:
        """The comparison, recorded; or what went wrong."""
        names = (_name(first), _name(second))
        self.display.expect("compare", SCHEDULE.processes, 0.1)
        pairs: list[tuple[Sample, Sample]] = []
        for number in range(SCHEDULE.processes):
            pair = self._pair(first, second, number)
            if isinstance(pair, str):
                return pair
            pairs.append(pair)
            self.display.finish(
                0.1, "compare", " and ".join(names), f"{number + 1} of {SCHEDULE.processes}"
            )
        self._record(first, second, pairs)
        rows = tuple(_paired(pairs))
        return Comparison(*names, first.group.target.abi, rows)

    def _pair(self, first: Won, second: Won, number: int) -> tuple[Sample, Sample] | str:
        """Both in one moment; who goes first changes each time."""
        order = shuffled(lengths.TABLE, number)
        found: dict[int, Sample] = {}
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            won = (first, second)[which]
            target = won.group.target
            sample = self.timer().time(won.entrant.binary, order, SCHEDULE, target, seed=number)
            if isinstance(sample, str):
                return f"{title(won.group)}: {sample}"
            found[which] = sample
        return found[0], found[1]

    def _record(self, first: Won, second: Won, pairs: Sequence[tuple[Sample, Sample]]) -> None:
        sides = []
        for which, won in enumerate((first, second)):
            options = won.group.option_sets[won.entrant.place].words
            side = {**about(won.group), "options": options, "object": won.entrant.code}
            sides.append(side | {"samples": [pair[which].fields() for pair in pairs]})
        fact: Fact = {
            "kind": "comparison",
            "abi": first.group.target.abi,
            "bytes": list(lengths.TABLE),
        }
        codes = (first.entrant.code, second.entrant.code)
        self.store.record(
            [fact | {"key": data.digest("comparison", time.time_ns(), *codes), "sides": sides}]
        )


def _name(won: Won) -> str:
    words = shlex.join(won.group.option_sets[won.entrant.place].words)
    return f"{won.group.function.name}/{won.group.implementation.name} ({words})"


def _paired(pairs: Sequence[tuple[Sample, Sample]]) -> Iterator[Compared]:
    """By the ratios within pairs of which nothing disturbed either, where these suffice to be sure; else within all."""
    ours, theirs = (samples.together(pair[which] for pair in pairs) for which in (0, 1))
    for length in lengths.TABLE:
        both = zip(ours[length], theirs[length], strict=True)
        pairs_of_medians = [([median(a), median(b)], x or y) for (a, x), (b, y) in both]
        firsts, seconds = zip(*samples.counting(pairs_of_medians, ENOUGH), strict=True)
        ratios = [b / a for a, b in zip(firsts, seconds, strict=True)]
        likely = ratio_interval(seconds, firsts)
        yield Compared(length, median(firsts), median(seconds), median(ratios), likely)
