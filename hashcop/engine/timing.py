"""Timings of groups, whatever platform takes them: their keys, the order of lengths, processes one after the other."""

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from hashcop.data.keys import digest
from hashcop.data.lengths import Schedule
from hashcop.data.records import Sample
from hashcop.platforms.door import Group, LinksAgain, Target, Timer
from hashcop.results import certainty
from hashcop.results.samples import are_quiet


def trial_key(code: str, ruler: str, number: int) -> str:
    """The key of the `number`-th trial (from 0) of machine code."""
    return digest("trial", code, ruler, number)


@cache  # asked for again and again
def series_key(code: str, ruler: str, schedule: Schedule) -> str:
    """The key of all measurements of machine code by a schedule."""
    return digest("timings", code, ruler, schedule)


def shuffled(lengths: Sequence[int], seed: int) -> list[int]:
    """Lengths in an order of the `seed`'s own, the same each time."""
    order = list(lengths)
    random.Random(f"{seed} {len(order)}").shuffle(order)
    return order


def process(
    timer: Timer,
    artifacts: Sequence[Path],
    lengths: Sequence[int],
    schedule: Schedule,
    target: Target,
    number: int,
    seconds: float,
    group: Group | None,
) -> Sample | str:
    """The sample of the `number`-th process (from 0), which takes the lengths in an order of its own.

    Processes take turns with `artifacts`, which are of the same machine code.
    """
    order = shuffled(lengths, number)
    what = artifacts[number % len(artifacts)], order, schedule, target
    return timer.time(*what, seed=number, seconds=seconds, group=group)


def measure(
    timer: Timer,
    artifacts: Sequence[Path],
    lengths: Sequence[int],
    schedule: Schedule,
    target: Target,
    *,
    seconds: float = 0,
    group: Group | None = None,
    most: int | None = None,
    before: Sequence[Sample] = (),
    gives_way: bool = False,
) -> list[Sample] | str:
    """A sample of each process of a schedule; or what went wrong. `seconds`: how long its first processes should take.

    Each process takes the lengths in an order of its own, so that drift does not look like a slope, other messages, and
    the next one of `artifacts`, which are of the same machine code. `group` is the build's. `most`: processes, instead
    of the most that the schedule has. `before`: samples of the same lengths, to which others are added. Whoever
    `gives_way` ends after a round without enough quiet processes: others may be timed before it goes on.
    """
    found = list(before)
    limit = max(schedule.processes, schedule.most if most is None else most)
    for number in range(len(before), limit):
        is_round = number > len(before) and number % schedule.processes == 0
        if is_round and (certainty.are_sure(found) or (gives_way and not are_quiet(found))):
            break
        each = seconds / schedule.processes
        sample = process(timer, artifacts, lengths, schedule, target, number, each, group)
        if isinstance(sample, str):
            return sample
        found.append(sample)
    return found


def artifacts_of(group: Group, artifact: Path) -> Sequence[Path]:
    """What is to be timed of machine code whose figure shall hold wherever it lies in memory."""
    lane = group.lane
    return lane.layouts(group, artifact) if isinstance(lane, LinksAgain) else [artifact]
