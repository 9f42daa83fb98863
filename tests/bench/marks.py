"""Whether the mark of doubt is right, and how accurate figures are beside other work: a part of `make bench-truth`.

Figures of chains of known cost and of hashes are taken in turns, on a quiet machine and beside each kind of load
(tests/bench/place.py), without patience: nothing waits for a load to end. A hash's true cost is the median of all its
processes on the quiet machine. A figure is wrong if it is off by more than 1 %. The same processes are also read by the
former estimator and rule, as it was until the mark became a probability.

Few figures are wrong beside these loads, and nobody can order a neighbour on the same core. So two kinds of
disturbance are simulated on the figures of the quiet machine: a neighbour on the other hyperthread, which lengthens a
hash as much as neighbours of a virtual machine with an Emerald Rapids did, and a calibration that is wrong. A line
below the sum shows the marks of figures of the first five processes alone, which nobody is shown.

Messages of 8 bytes are left out: a chain of so few cycles reads up to two too few (docs/explanations/cycles.md), which
no check beside it can see.
"""

import math
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import median, quantiles

from msgspec.structs import replace as with_fields

from hashcop.data import lengths
from hashcop.data.records import Batch, Sample
from hashcop.engine.timing import measure
from hashcop.platforms.door import Patience
from hashcop.results import samples
from hashcop.results.certainty import OFF, RISK, errors, is_sure
from hashcop.results.samples import MOVED, PROBE, SHARED, cycles_per_tick, shift
from tests.bench.place import LOADS, Place, known

CHAINS = ("k1", "k2", "k4", "k8", "k8-start")
# Which hashes, and how many times the part of the core's width that a neighbour took they took longer. Where they are
# bound by the latency of a chain of instructions, a neighbour does not slow them down.
SLOWED = {
    "sha256/opt32": 1.2,
    "sha256/x86-shani": 0.05,
    "blake2b/ref": 0.3,
    "blake3/ref": 1.1,
    "sha3256/opt64": 1.8,
}
HASHES = tuple(SLOWED)
LENGTHS = (64, 576, 1536, 2048, 4096)
RUNS = 10
RECALL, ALARMS = 0.95, 0.05  # of wrong figures that are marked, at least; of right ones, at most
ACCURATE_FROM, ACCURATE = 576, 0.01  # the error of known cost, at most, from so many bytes on
REPEATED = 0.006  # 95th percentile of how far two of ten figures lie apart
AGREE = 0.9  # the part of the figures of a build that need no more processes, so that it is judged


@dataclass(frozen=True)
class Taken:
    """The processes of a figure: what beside, of what, and in which run."""

    load: str
    name: str
    number: int
    found: Sequence[Sample]


@dataclass(frozen=True)
class Read:
    """A figure as one rule reads it: its error, whether it is marked, and of how many processes it is.

    `is_sure`: more processes would not have been timed, even if there were no limit.
    """

    error: float
    is_marked: bool
    processes: int
    is_sure: bool

    @property
    def is_wrong(self) -> bool:
        return abs(self.error) > OFF


@dataclass(frozen=True)
class Figure:
    """A figure as it was read before, and as it is now."""

    taken: Taken
    length: int
    true: float
    before: Read
    now: Read


Pick = Callable[[Figure], Read]
PICKS: dict[str, Pick] = {"before": lambda one: one.before, "now": lambda one: one.now}


# Taking them


def take(place: Place, runs: int) -> Iterator[Taken]:
    """Figures of everything beside each load, in turns."""
    programs = {name: place.build(name) for name in (*(f"chain/{k}" for k in CHAINS), *HASHES)}
    for number in range(runs):
        for load, others in LOADS.items():
            with place.beside(others):
                time.sleep(0.1)  # until they have begun
                for name, program in programs.items():
                    timer = place.lane.timer(place.core, Patience(0))
                    schedule = lengths.USUAL.for_table
                    found = measure(timer, [program], lengths.TABLE, schedule, place.target)
                    if isinstance(found, str):
                        raise SystemExit(f"{name}: {found}")
                    yield Taken(load, name, number, found)


def simulated(taken: Iterable[Taken]) -> Iterator[Taken]:
    """What neighbours and wrong calibrations would make of the figures of a quiet machine."""
    for one in taken:
        if one.load == "quiet":
            rng = random.Random(f"{one.name} {one.number}")
            slowed = SLOWED.get(one.name, 0.0)
            found = _beside_neighbour(one.found, slowed, rng)
            yield Taken("neighbour (simulated)", one.name, one.number, found)
            factor = rng.choice((0.97, 1.02, 1.04))
            wrong = [_miscalibrated(sample, factor) for sample in one.found]
            yield Taken("wrong chain (simulated)", one.name, one.number, wrong)


def _beside_neighbour(found: Sequence[Sample], slowed: float, rng: random.Random) -> list[Sample]:
    """A neighbour that is busy during some processes, and takes a part of the width that changes a little."""
    share, depth = rng.choice((0.3, 0.7, 1.0)), rng.uniform(0.03, 0.35)
    return [
        _shared(sample, depth, slowed, rng) if rng.random() < share else sample for sample in found
    ]


def _shared(sample: Sample, depth: float, slowed: float, rng: random.Random) -> Sample:
    batches: list[Batch] = []
    rows: list[tuple[int, ...]] = []
    left = iter(sample.rows)
    for batch in sample.batches:
        lost = depth * rng.uniform(0.7, 1.3)
        batches.append(with_fields(batch, width=batch.width * (1 - lost)))
        for _ in range(batch.rows):
            length, calls, *ticks = next(left)
            longer = 1 + slowed * lost * rng.uniform(0.8, 1.2)
            rows.append((length, calls, *(round(tick * longer) for tick in ticks)))
    return with_fields(sample, batches=tuple(batches), rows=tuple(rows))


def _miscalibrated(sample: Sample, factor: float) -> Sample:
    """As if each addition of the chain took so many cycles."""
    batches = tuple(
        with_fields(one, before=one.before * factor, after=one.after * factor)
        for one in sample.batches
    )
    return with_fields(sample, batches=batches, probe=sample.probe * factor)


# Reading them


def former(found: Sequence[Sample], length: int, true: float) -> Read:
    """The median and the mark as they were: the first fifteen processes, the largest width, any probe that is off,
    and quartiles that lie further apart than 2 %."""
    first = found[: lengths.USUAL.for_table.processes]
    alone = max(sample.width for sample in first)
    every = [(_row(sample, length, alone), sample.probe) for sample in first]
    quiet = [(timings, probe) for (timings, is_quiet), probe in every if is_quiet]
    kept = (
        quiet if len(quiet) >= min(3, len(every) / 2) else [(t, probe) for (t, _), probe in every]
    )
    low, middle, high = quantiles([t for timings, _ in kept for t in timings], n=4)
    is_marked = (
        any(abs(probe - 1) > PROBE for _, probe in kept)
        or high - low > 0.02 * middle
        or 2 * len(quiet) < len(every)
    )
    return Read(middle / true - 1, is_marked, len(first), is_sure=False)


def _row(sample: Sample, length: int, alone: float) -> tuple[list[float], bool]:
    """The cycles of a length in one process, and whether nothing at all disturbed its batch."""
    rows = iter(sample.rows)
    for batch in sample.batches:
        for _ in range(batch.rows):
            timed, calls, *ticks = next(rows)
            if timed == length:
                is_quiet = batch.width >= alone * (1 - SHARED) and shift(batch) <= MOVED
                is_quiet &= not (batch.interrupted or batch.switches)
                scale = cycles_per_tick(batch)
                begin = sample.reading * scale / calls + sample.zero
                return [tick * scale / calls - begin for tick in ticks], is_quiet
    raise KeyError(length)


def current(found: Sequence[Sample], length: int, true: float) -> Read:
    """The median and the mark as pages have them."""
    processes = samples.together(found)[length]
    is_marked = errors(processes, samples.calibration_error(found)).chance > RISK
    middle = median(samples.undisturbed(processes))
    return Read(middle / true - 1, is_marked, len(processes), is_sure(processes))


def true_costs(taken: Iterable[Taken]) -> dict[tuple[str, int], float]:
    """Cycles by name and length: of chains by construction, of hashes on the quiet machine."""
    costs: dict[tuple[str, int], list[float]] = defaultdict(list)
    for one in taken:
        if one.load == "quiet":
            together = samples.together(one.found)
            for length in LENGTHS:
                costs[one.name, length] += map(median, samples.counting(together[length]))
    true = {key: median(values) for key, values in costs.items()}
    chains = {
        (f"chain/{name}", length): float(known(name, length))
        for name in CHAINS
        for length in LENGTHS
    }
    return true | chains


def read(taken: Iterable[Taken], true: dict[tuple[str, int], float]) -> list[Figure]:
    """Each length of each figure, read both ways."""
    return [
        Figure(one, length, cost, former(one.found, length, cost), current(one.found, length, cost))
        for one in taken
        for length in LENGTHS
        for cost in [true[one.name, length]]
    ]


# Judging them


@dataclass(frozen=True)
class Counts:
    """How many figures were wrong and right, and how many of them were marked."""

    wrong: int
    wrong_marked: int
    right: int
    right_marked: int

    @property
    def recall(self) -> float:
        return self.wrong_marked / self.wrong if self.wrong else 1.0

    @property
    def alarms(self) -> float:
        return self.right_marked / self.right if self.right else 0.0

    @property
    def words(self) -> str:
        recall = f"{self.recall:.0%}" if self.wrong else "-"
        return f"{self.wrong:>8}{recall:>8}{self.alarms:>10.1%}"


def counted(figures: Iterable[Figure], pick: Pick) -> Counts:
    """The marks of some figures."""
    found = [pick(one) for one in figures]
    wrong = [one.is_marked for one in found if one.is_wrong]
    right = [one.is_marked for one in found if not one.is_wrong]
    return Counts(len(wrong), sum(wrong), len(right), sum(right))


def by_load(figures: Iterable[Figure]) -> dict[str, list[Figure]]:
    """The figures beside each load."""
    found: dict[str, list[Figure]] = {}
    for one in figures:
        found.setdefault(one.taken.load, []).append(one)
    return found


def marks_fit(figures: Sequence[Figure]) -> bool:
    """The table of marks; whether all of them together are good enough."""
    head = f"{'wrong':>8}{'marked':>8}{'alarms':>10}"
    print("\nMarks: how many figures are off by more than 1 %, how many of these are marked,")
    print("and how many of the right ones are (false alarms)\n")
    print(f"{'':<26}{'':>8}{'before':>26}{'now':>26}")
    print(f"{'':<26}{'figures':>8}{head}{head}")
    for load, some in [*by_load(figures).items(), ("all", list(figures))]:
        told = "".join(counted(some, pick).words for pick in PICKS.values())
        print(f"{load:<26}{len(some):>8}{told}")
    few = [_of_few(one) for one in figures if "simulated" not in one.taken.load]
    told = "".join(counted(few, pick).words for pick in PICKS.values())
    print(f"{'first five processes':<26}{len(few):>8}{told}")
    now = counted(figures, PICKS["now"])
    fits = now.recall >= RECALL and now.alarms <= ALARMS
    print(
        f"limits: {RECALL:.0%} of the wrong ones, {ALARMS:.0%} of the right ones{_too_much(fits)}"
    )
    return fits


def _of_few(one: Figure) -> Figure:
    """A figure of the first five processes."""
    taken, true = one.taken, one.true
    few = taken.found[:5]
    return replace(one, before=former(few, one.length, true), now=current(few, one.length, true))


def _too_much(fits: bool) -> str:
    return "" if fits else "   MISSED"


def are_accurate(figures: Iterable[Figure]) -> bool:
    """The table of errors of known cost; whether none without a mark is too large."""
    print(f"\nKnown cost, from {ACCURATE_FROM} bytes on: 95th percentile and largest of all errors")
    print("without a mark\n")
    print(f"{'':<26}{'before':>18}{'now':>18}")
    fits = True
    for load, some in by_load(figures).items():
        cells = ""
        for pick in PICKS.values():
            found = [
                abs(pick(one).error)
                for one in some
                if one.length >= ACCURATE_FROM
                and one.taken.name.startswith("chain/")
                and not pick(one).is_marked
            ]
            known_to = quantiles(found, n=20)[-1] if len(found) > 1 else math.nan
            cells += f"{known_to:>10.2%}{max(found, default=math.nan):>8.2%}"
        if "simulated" not in load:
            fits &= max(found, default=0) <= ACCURATE
        print(f"{load:<26}{cells}")
    print(f"limit: {ACCURATE:.0%}, where nothing is simulated{_too_much(fits)}")
    return fits


def are_repeated(figures: Sequence[Figure]) -> bool:
    """The table of repeatability; whether figures without a mark repeat well enough, where processes agreed."""
    print(
        "\nHashes: 95th percentile of how far two of ten figures of one build lie apart that have no"
    )
    print(
        "mark, at the worst of all lengths, before and now; in brackets the processes of a figure"
    )
    print("now. Those with a star did not agree after all processes that may be timed, and are not")
    print("judged.\n")
    print(f"{'':<26}" + "".join(f"{name.partition('/')[0]:>20}" for name in HASHES))
    fits = True
    for load, some in by_load(figures).items():
        cells = ""
        for name in HASHES:
            mine = [one for one in some if one.taken.name == name]
            before, now = (_worst(mine, pick) for pick in PICKS.values())
            count = sum(one.now.processes for one in mine) / len(mine)
            agree = sum(one.now.is_sure for one in mine) >= AGREE * len(mine)
            if "simulated" not in load and agree:
                fits &= now <= REPEATED
            cells += f"{before:>7.2%}{now:>7.2%} ({count:2.0f}){' ' if agree else '*'}"
        print(f"{load:<26}{cells}")
    print(f"limit: {REPEATED:.1%}, where nothing is simulated{_too_much(fits)}")
    return fits


def _worst(figures: Sequence[Figure], pick: Pick) -> float:
    """The 95th percentile of all pairs of figures, at the length where it is largest."""
    return max(
        _apart(
            [
                1 + pick(one).error
                for one in figures
                if one.length == length and not pick(one).is_marked
            ]
        )
        for length in LENGTHS
    )


def _apart(values: Sequence[float]) -> float:
    apart = [abs(a - b) / min(a, b) for a, b in combinations(values, 2)]
    return quantiles(apart, n=20, method="inclusive")[-1] if len(apart) > 1 else 0.0


def judge(place: Place, runs: int = RUNS) -> bool:
    """Take the figures, and print what became of them; whether all is as it should be."""
    taken = list(take(place, runs))
    true = true_costs(taken)
    figures = read([*taken, *simulated(taken)], true)
    fits = marks_fit(figures)
    fits &= are_accurate(figures)
    fits &= are_repeated(figures)
    return fits
