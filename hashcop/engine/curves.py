"""Curves: every length a few times, and then again those whose timings can't be trusted yet."""

import random
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from hashcop.data.lengths import TABLE, Schedule
from hashcop.data.records import Sample
from hashcop.engine.timing import process
from hashcop.platforms.door import Group, Patience, Target, Timer
from hashcop.results import curves
from hashcop.results.samples import DISTURBED, disturbed

MOST_OF_FEW = 1000  # rows that any curve may have: of a few lengths, which tell little of each other, they take no time
MOST_ROUNDS = 12  # processes that time lengths again
MORE_ROUNDS = 2  # and each time that a curve is taken up once more
TAKEN_UP = (
    3  # times that it is, at most: what is not settled by then contradicts itself on this machine
)
FEW = 0.001  # of all lengths: for fewer a curve is not taken up once more
PAUSE = 0.5  # seconds between two rounds beside a busy neighbour


def measure_curve(
    timer: Timer,
    artifacts: Sequence[Path],
    lengths: Sequence[int],
    schedule: Schedule,
    target: Target,
    *,
    seconds: float = 0,
    group: Group | None = None,
    patience: Patience,
    before: Sequence[Sample] = (),
) -> list[Sample] | str:
    """The samples of a curve; or what went wrong. `seconds`: how long its first processes should take.

    The schedule's processes time all lengths. What is not settled by then (hashcop/results/curves.py) is timed again,
    until it is, or until as many rows were timed as `most` processes have, or MOST_OF_FEW. A process is not run again
    because it was disturbed: each has lengths that were not. `before`: samples of the same lengths, to which some are
    added, or none where there are as many as if it had been taken up TAKEN_UP times.
    """
    found = list(before)
    most_rows = max(schedule.most, schedule.processes) * len(lengths)
    left = max(most_rows, MOST_OF_FEW) if schedule.most else most_rows
    rounds, most = MORE_ROUNDS if before else MOST_ROUNDS, MOST_ROUNDS + TAKEN_UP * MORE_ROUNDS
    last = min(max(schedule.processes, len(before)) + rounds, schedule.processes + most)
    for number in range(len(found), last):
        wanted = list(lengths) if number < schedule.processes else _again(found, lengths, left)
        if not wanted:
            break
        if number >= schedule.processes and disturbed(found[-1]) > DISTURBED:
            patience.wait(PAUSE)
        with patience.kept() if schedule.most else nullcontext():
            each = seconds / schedule.processes
            sample = process(timer, artifacts, wanted, schedule, target, number, each, group)
        if isinstance(sample, str):
            return sample
        found.append(sample)
        left -= len(wanted)
    return found


def unsettled(found: Sequence[Sample]) -> list[int]:
    """The lengths (bytes) of a curve that are not settled."""
    known = curves.curve(found)
    return sorted(known.unsettled) if known else []


def is_settled(found: Sequence[Sample], lengths: Sequence[int]) -> bool:
    """Whether a curve of these lengths (bytes) is settled, but for FEW of them."""
    return len(unsettled(found)) < max(FEW * len(lengths), 1)


def _again(found: Sequence[Sample], lengths: Sequence[int], left: int) -> list[int]:
    """The lengths (bytes) that are to be timed again, `left` at most; empty where there is no need to.

    Those of the tables are among them: a reader wants their figures even if no table was quiet.
    """
    missing = unsettled(found)
    if not missing or left <= 0:
        return []
    always = {*curves.references(lengths), *(n for n in lengths if n in TABLE)}
    again = [n for n in missing if n not in always]
    most = max(left - len(always), 0)
    chosen = again if len(again) <= most else random.Random(len(found)).sample(again, most)
    return [*chosen, *sorted(always)] if most else []
