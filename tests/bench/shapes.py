"""Whether curves are true beside other work, with all their features: `make bench-curves`.

Two kinds of functions are timed at every length from 0 to 4096 bytes, on a quiet machine and beside each kind of load
(tests/bench/place.py), in turns:

- shapes of known cost (tests/bench/shapes), with and without steps inside a block, a cliff, lengths that are faster
  than all others, and two modes by address;
- ten hashes, whose true cost at a length is the lower quartile of the processes that were quiet, of TRUTH or more on
  the quiet machine.

Each curve is taken as a run takes it, without patience, and for comparison as runs did before: three processes of all
lengths, and the median of those that were disturbed least. A curve is levelled by its tables' lengths, as pages do,
since all of its lengths share the difference between a few processes and many. Counted are the lengths from 64 bytes
on that have no mark; how many have one is told beside them. Exit status 1 if more than MOST_OFF of a load's lengths are
off by more than 2 % without a mark, if one is off by more than 10 %, if a feature is lost, or if curves take too long.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hashcop.data import lengths
from hashcop.data.lengths import Schedule
from hashcop.data.records import Sample
from hashcop.engine.curves import measure_curve
from hashcop.engine.timing import measure
from hashcop.platforms.door import Patience, Timer
from hashcop.results import curves
from hashcop.results.grids import Batches, grid
from tests.bench.place import HERE, LOADS, Place, run

HASHES = (
    *("sha256/x86-shani", "sha256/ref", "sha512/ref", "sha3256/opt64", "sha3224/bmi2"),
    *("blake2b/ref", "blake3/ref", "skein512256/opt64", "md5/opt32", "shake256/opt64"),
)
FIRST = 64  # bytes
TRUTH = 24  # processes, and as many again, MOST_TRUTH times at most, until WITNESSES were quiet at each length
MOST_TRUTH, WITNESSES = 4, 5
MOST_OFF, OFF, UNMARKED = 0.001, 0.02, 0.1
SLOWER = 1.3  # times the time that curves took before
BEFORE = Schedule(processes=3, warmup=1, timings=5, steps=250)
SETTLED = (
    0.01  # by what part a feature may differ from what it is; a single length by twice as much
)
Floats = NDArray[np.float64]
EVERY = lengths.full_curve()
NUMBERS = np.array(EVERY)
MODES = {"by-process": 1.05, "by-call": 1.04}


def _blocks(n: Floats) -> Floats:
    found: Floats = 200 + 400 * ((n + 9 + 63) // 64)
    return found


SHAPES: Mapping[str, Callable[[Floats], Floats]] = {
    "blocks": _blocks,
    "bytes": lambda n: 200 + 8 * n,
    "step": lambda n: _blocks(n) * (100 + 6 * (n % 64 >= 32)) // 100,
    "cliff": lambda n: (_blocks(n) + 2048 * (n > 1024)) * (2 + (n == 2048)) // 2,
    "aligned": lambda n: _blocks(n) * (100 - 5 * (n % 16 == 0)) // 100,
    "by-process": _blocks,
    "by-call": _blocks,
}


@dataclass(frozen=True)
class Read:
    """A curve as one way makes it: the cost of each length, which lengths are marked, and seconds."""

    costs: Floats
    marked: NDArray[np.bool_]
    seconds: float


def _now(place: Place, timer: Timer, program: Path) -> Read:
    begun = time.monotonic()
    schedule = lengths.USUAL.for_curve
    rest = [program], EVERY, schedule, place.target
    found = _taken(measure_curve(timer, *rest, patience=Patience(0)))
    seconds = time.monotonic() - begun
    drawn = curves.curve(found)
    assert drawn is not None
    return Read(drawn.costs, np.isin(NUMBERS, list(drawn.unsettled)), seconds)


def _before(place: Place, timer: Timer, program: Path) -> Read:
    begun = time.monotonic()
    found = _taken(measure(timer, [program], EVERY, BEFORE, place.target))
    seconds = time.monotonic() - begun
    drawn = grid(found, Batches(found))
    assert drawn is not None
    costs = np.array([one.median for one in drawn.figures()])
    return Read(costs, np.zeros(len(EVERY), dtype=bool), seconds)


WAYS = {"before": _before, "now": _now}


def _taken(found: list[Sample] | str) -> list[Sample]:
    if isinstance(found, str):
        raise SystemExit(found)
    return found


def truth_of(place: Place, name: str, program: Path) -> Floats:
    """The cost of each length; of a hash as many processes on the quiet machine have it."""
    shape = name.removeprefix("shape/")
    if shape in SHAPES:
        # The machine adds what a call costs, which all lengths share.
        return -(-SHAPES[shape](NUMBERS.astype(np.float64)) // 8) * 8
    timer = place.lane.timer(place.core, Patience(60))
    schedule = Schedule(processes=TRUTH, warmup=1, timings=5, steps=250)
    samples: list[Sample] = []
    for _ in range(MOST_TRUTH):
        samples += _taken(measure(timer, [program], EVERY, schedule, place.target))
        drawn = curves.curve(samples)
        assert drawn is not None
        quiet = np.where(drawn.sizes == 0, drawn.levelled, np.nan)
        known = (~np.isnan(quiet)).sum(axis=0) >= WITNESSES
        if known.all():
            break
    else:
        print(f"{name}: the true cost of {(~known).sum()} lengths is unknown beside the neighbours")
    found: Floats = np.where(known, np.nanquantile(quiet, 0.25, axis=0), np.nan)
    return found


def levelled(read: Read, true: Floats) -> Floats:
    """Costs as pages have them, levelled by a table that is right, and without a call's own; marked ones don't count.

    `true` leaves out what a call costs, which all lengths share.
    """
    costs, marked = read.costs, set(np.flatnonzero(read.marked).tolist())
    short = np.array([n for n in range(FIRST, 256) if n not in marked] or range(FIRST, 256))
    table = {n: float(true[n]) for n in lengths.TABLE if not np.isnan(true[n])}
    # Once with the call's own cost, which is known only of a curve that is levelled.
    own = costs / curves.level(EVERY, costs.tolist(), marked, table)
    call = float(np.nanmedian((own - true)[short]))
    own = own - call if 0 < call < 40 else own
    found: Floats = own / curves.level(EVERY, own.tolist(), marked, table)
    return found


@dataclass
class Sums:
    """What is wrong of the curves of one load, one way."""

    lengths: int = 0
    off1: int = 0
    off2: int = 0
    marked: int = 0
    off10: int = 0
    seconds: float = 0.0

    def take(self, read: Read, true: Floats) -> None:
        """Add a curve: the errors of its lengths from FIRST on that have no mark."""
        error = np.abs(levelled(read, true) / true - 1)[FIRST:]
        known, marked = ~np.isnan(true[FIRST:]), read.marked[FIRST:]
        told = error[known & ~marked]
        self.lengths += int(known.sum())
        self.off1 += int((told > OFF / 2).sum())
        self.off2 += int((told > OFF).sum())
        self.off10 += int((told > UNMARKED).sum())
        self.marked += int((marked & known).sum())
        self.seconds += read.seconds

    @property
    def words(self) -> str:
        """For a table."""
        parts = (self.off1, self.off2, self.marked)
        cells = [f"{part / max(self.lengths, 1):8.2%}" for part in parts]
        return "".join([*cells, f"{self.off10:8d}", f"{self.seconds:8.1f}"])


@dataclass(frozen=True)
class Feature:
    """What a curve shows of a feature of its shape, as a multiple of what it should show; NaN if it is not settled."""

    what: str
    ratio: float
    off: float  # at most

    @property
    def is_lost(self) -> bool:
        """Whether a settled curve shows something else."""
        return abs(self.ratio - 1) > self.off


def features(name: str, read: Read) -> Iterator[Feature]:
    """Those of a shape, as its curve has them."""
    costs = np.where(read.marked, np.nan, read.costs)

    def ratio(lengths: range, to: int) -> float:
        return _median([costs[n] / costs[n + to] for n in lengths])

    if name == "shape/cliff":
        yield Feature("cliff: a jump at 1025 bytes", (costs[1025] - costs[1024]) / 2048, 0.1)
        single = costs[2048] / _median(costs[2049:2055].tolist())
        yield Feature("cliff: 2048 bytes alone", single / 1.5, 2 * SETTLED)
    if name == "shape/step":
        yield Feature("step", ratio(range(1056, 4032, 64), -1) / 1.06, SETTLED)
    if name == "shape/aligned":
        yield Feature("aligned", ratio(range(1024, 4000, 64), 1) / 0.95, SETTLED)


def _median(values: Sequence[float]) -> float:
    known = [one for one in values if not np.isnan(one)]
    return float(np.median(known)) if known else np.nan


def judge(place: Place, names: Sequence[str], loads: Sequence[str], rounds: int) -> bool:
    """Take curves of everything beside each load, and print what is wrong of them."""
    programs = {name: place.build(name) for name in names}
    timer = place.lane.timer(place.core, Patience(0))  # learns how wide the core is
    truths = {name: truth_of(place, name, program) for name, program in programs.items()}
    found = {(load, way): Sums() for load in loads for way in WAYS}
    of_names = {(name, way): Sums() for name in names for way in WAYS}
    shown: list[tuple[str, Feature]] = []
    for _ in range(rounds):
        for load in loads:
            with place.beside(LOADS[load]):
                time.sleep(0.1)  # until they have begun
                for name, program in programs.items():
                    for way, take in WAYS.items():
                        read = take(place, timer, program)
                        found[load, way].take(read, truths[name])
                        of_names[name, way].take(read, truths[name])
                        if way == "now":
                            shown += [(load, one) for one in features(name, read)]
    print(f"\n{'':<24}{'before':<40}{'now':<40}")
    head = f"{'> 1 %':>8}{'> 2 %':>8}{'marked':>8}{'> 10 %':>8}{'s':>8}"
    print(f"{'':<24}{head}{head}")
    for rows, sums in ((loads, found), (names, of_names)):
        for row in rows:
            print(f"{row:<24}" + "".join(sums[row, way].words for way in WAYS))
        print()
    every = {way: sum(found[load, way].seconds for load in loads) for way in WAYS}
    ratio = every["now"] / every["before"]
    print(f"time: {ratio:.2f} times that of before; limit {SLOWER}")
    missing = [(load, one) for load, one in shown if one.is_lost]
    settled = sum(not np.isnan(one.ratio) for _, one in shown)
    for load, one in missing:
        print(f"lost, {load}: {one.what}: {one.ratio:.3f} times what it should be")
    print(
        f"{settled - len(missing)} of {settled} features are kept; {len(shown) - settled} are not settled"
    )
    now = [found[load, "now"] for load in loads]
    off = max(one.off2 / one.lengths for one in now)
    unmarked = sum(one.off10 for one in now)
    print(
        f"beside the worst load {off:.2%} of lengths are off by more than 2 % without a mark; limit {MOST_OFF:.1%}"
    )
    print(f"{unmarked} lengths without a mark are off by more than 10 %; limit 0")
    return off <= MOST_OFF and not unmarked and not missing and ratio <= SLOWER


def main() -> int:
    """Exit status 1 where a limit is passed."""
    parser = argparse.ArgumentParser(description="Whether curves are true beside other work.")
    parser.add_argument("names", nargs="*", help="hash/implementation, or shape/NAME; none: all")
    parser.add_argument("--loads", nargs="+", choices=LOADS, default=list(LOADS))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--bench", type=Path, help="keeps what is built")
    asked = parser.parse_args()
    names = asked.names or [*(f"shape/{name}" for name in SHAPES), *HASHES]
    with tempfile.TemporaryDirectory() as directory:
        bench = asked.bench or Path(directory)
        bench.mkdir(parents=True, exist_ok=True)
        shapes = [name for name in names if name.startswith("shape/")]
        hashes = [name for name in names if not name.startswith("shape/")]
        if shapes:
            run(bench, "--tree", str(HERE / "shapes"), *shapes)
        if hashes:
            run(bench, *hashes)
        return 0 if judge(Place(bench), names, asked.loads, asked.rounds) else 1


if __name__ == "__main__":
    sys.exit(main())
