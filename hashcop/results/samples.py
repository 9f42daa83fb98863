"""From ticks to cycles: what one process timed, and how it was calibrated.

docs/explanations/cycles.md says why; docs/data-format.md has the fields, under "Sample". Data hold ticks, and every
reader computes the cycles.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import median
from typing import TypeVar

from msgspec.structs import replace

from hashcop.data.records import Batch, Sample
from hashcop.results.width import alone

T = TypeVar("T")  # what a process gave
Row = tuple[int, ...]  # (bytes, calls, ticks, ticks ...)
MOVED = 0.005  # by how much the calibration may change during a batch
ENOUGH = 3  # quiet processes
LEAST = 3  # of disturbed processes, one of so many counts
SHARED = 0.01  # how much less than alone the core may do beside another hyperthread's work
PROBE = 0.01  # by how much a call of known duration may be off
DISTURBED = (
    0.25  # of the rows of a process: with more, the process is run again, or its figures are marked
)


@dataclass(frozen=True, slots=True)
class Disturbance:
    """What disturbed a batch: `compiled`, `shared`, `moved`, `interrupted`, or empty; true if it affects every timing.

    `size` is the part of the width that a busy hyperthread took, or by what part the core's rate changed; 1 where a JVM
    had not ended compiling, since that changed the code that was timed. It is 0 for an interruption, which lengthens
    few timings and leaves their median as it is.
    """

    what: str = ""
    size: float = 0.0

    def __bool__(self) -> bool:
        return self.size > 0


Timed = tuple[int, list[float], Disturbance]  # (bytes, timings of one call, what disturbed them)
Processes = Sequence[
    tuple[Sequence[float], Disturbance]
]  # timings of each, and what disturbed them


def cycles_per_tick(batch: Batch) -> float:
    """The scale of a batch: the mean of its two calibrations."""
    return (batch.before + batch.after) / 2


def shift(batch: Batch) -> float:
    """By what part the calibration changed during a batch."""
    return abs(batch.after / batch.before - 1) if batch.before else math.inf


def disturbance(batch: Batch, width: float) -> Disturbance:
    """What disturbed a batch in its quietest take.

    `width` is that of the core when it is alone; 0 where that is not known.
    """
    if batch.width < width * (1 - SHARED):
        return Disturbance("shared", 1 - batch.width / width)
    if shift(batch) > MOVED:
        return Disturbance("moved", shift(batch))
    return Disturbance("interrupted" if batch.interrupted or batch.switches else "")


def unsettled(sample: Sample) -> Disturbance:
    """What disturbed the whole process: its JVM compiled to the end."""
    is_settled = sample.jvm is None or sample.jvm.steady
    return Disturbance() if is_settled else Disturbance("compiled", 1.0)


def disturbed(sample: Sample) -> float:
    """The part of the rows, from 0 to 1, in which every timing was disturbed.

    Interruptions are left out: each is in a few timings only.
    """
    if unsettled(sample):
        return 1.0
    found = (b.rows for b in sample.batches if disturbance(b, sample.width))
    return sum(found) / max(1, len(sample.rows))


def is_doubtful(sample: Sample) -> bool:
    """Whether a process's calibration may be wrong: its call of known duration was off by more than PROBE."""
    return abs(sample.probe - 1) > PROBE


def _by_batch(sample: Sample) -> Iterator[tuple[Batch, Disturbance, Iterable[Row]]]:
    """Each batch with what disturbed it, and its rows."""
    rows, of_all = iter(sample.rows), unsettled(sample)
    for batch in sample.batches:
        yield batch, of_all or disturbance(batch, sample.width), islice(rows, batch.rows)


def cycles(sample: Sample) -> Iterator[Timed]:
    """(length in bytes, cycles of one call in each timing, what disturbed them)"""
    for batch, why, rows in _by_batch(sample):
        per_tick = cycles_per_tick(batch)
        for length, calls, *counted in rows:
            scale = per_tick / calls
            begin = sample.reading * scale + sample.zero
            yield length, [tick * scale - begin for tick in counted], why


def ticks(sample: Sample) -> Iterator[Timed]:
    """The same in the counter's own ticks, with nothing taken off."""
    for _, why, rows in _by_batch(sample):
        for length, calls, *counted in rows:
            yield length, [tick / calls for tick in counted], why


def of_one_core(samples: Iterable[Sample]) -> list[Sample]:
    """The samples, each with the width of the core alone that all of them tell together.

    When the first of them were taken, the core may never have been seen alone, or its width was an outlier.
    """
    found = list(samples)
    held = [b.width for one in found for b in one.batches if shift(b) <= MOVED]
    known = [one.width for one in found]
    width = alone(known, held) if any(known) else 0  # of none where the core is shared on purpose
    return [one if one.width == width else replace(one, width=width) for one in found]


def together(
    samples: Iterable[Sample], *, in_ticks: bool = False
) -> dict[int, list[tuple[list[float], Disturbance]]]:
    """By length (bytes) the timings (cycles of one call, or ticks) of each process, and what disturbed them."""
    found: dict[int, list[tuple[list[float], Disturbance]]] = {}
    for sample in of_one_core(samples):
        for length, timings, why in ticks(sample) if in_ticks else cycles(sample):
            found.setdefault(length, []).append((timings, why))
    return found


def median_at(found: Iterable[Sample], length: int) -> float:
    """Median cycles of a message of a length (bytes), of all timings that count.

    Raises KeyError for samples without that length.
    """
    return median(undisturbed(together(found)[length]))


def is_enough(quiet: int, processes: int, enough: int = ENOUGH) -> bool:
    """Whether so many quiet processes, of so many in all, are enough to ignore the others."""
    return quiet >= min(enough, processes / 2)


def lengths_of(found: Iterable[Sample]) -> list[int]:
    """The lengths (bytes) that were timed, each once, in ascending order."""
    return sorted({row[0] for one in found for row in one.rows})


def are_quiet(found: Sequence[Sample], enough: int = ENOUGH) -> bool:
    """Whether each length has enough processes that nothing disturbed."""
    return all(
        is_enough(sum(not why for _, why in processes), len(processes), enough)
        for processes in together(found).values()
    )


def quietest(found: Sequence[Sample], most: int) -> list[Sample]:
    """Those processes of which the largest part was quiet, `most` at most, in the order in which they ran."""
    own = of_one_core(found)
    least = sorted(range(len(own)), key=lambda n: (disturbed(own[n]), n))[:most]
    return [found[n] for n in sorted(least)]


def calibration_error(found: Sequence[Sample]) -> float:
    """By what part calls of known duration read wrong: the median of the processes that were disturbed least.

    The probe of one process scatters by 0.3 %, and by more if something disturbed it. 0 for no process.
    """
    probes = [(one.probe, Disturbance("", disturbed(one))) for one in of_one_core(found)]
    return abs(median(counting(probes)) - 1) if probes else 0.0


def is_in_doubt(found: Sequence[Sample]) -> bool:
    """Whether the calibration is wrong, and not only that of a few processes."""
    return calibration_error(found) > PROBE


def counting(processes: Sequence[tuple[T, Disturbance]], enough: int = ENOUGH) -> list[T]:
    """The timings of the processes that count: of the quiet ones, if there are `enough` or half of all.

    If there are not, those of the third that was disturbed least, but of `enough` processes. Disturbance is detected
    independently of the timings, so a few quiet processes give a better estimate than many mixed ones.
    """
    quiet = [timings for timings, why in processes if not why]
    if is_enough(len(quiet), len(processes), enough):
        return quiet
    least = max(enough, math.ceil(len(processes) / LEAST))
    return [timings for timings, _ in sorted(processes, key=lambda one: one[1].size)[:least]]


def undisturbed(processes: Processes) -> list[float]:
    """All timings of the processes that count."""
    return [timing for timings in counting(processes) for timing in timings]
