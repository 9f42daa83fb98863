"""Whether cycles are true, how well they repeat, and what each correction is worth, against what is promised.

    make bench-truth

Implementations whose cost is known by construction (tests/bench/truth) are measured as any other; then one build, ten
times, our way and by plain readings around single calls, in turns, on a quiet machine and beside a memory-bound load;
and SHA-256, whose time depends on nothing but the length, under the experiments whose outcome is known. Then the marks
of doubtful figures are judged (tests/bench/marks.py). Leave the machine alone meanwhile: it takes about six minutes.
"""

import math
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import median, quantiles

from hashcop.data import lengths
from hashcop.data.lengths import Schedule
from hashcop.data.records import Sample
from hashcop.platforms.door import Patience, Target, Timer
from hashcop.results import samples
from hashcop.results.certainty import RISK, errors, layout
from tests.bench import marks
from tests.bench.place import HERE, KNOWN, LOADS, Place, implementations, known, run, table

TRUTH_AT = {8: 0.02, 64: 0.01, 576: 0.01, 1536: 0.01, 4096: 0.01}
# What a call costs beside its chain is not the same for each length of a chain: on an Emerald Rapids 16.1 cycles for
# 8 steps, 15.5 for 32 and 14.7 for 64. No cost of a call is known better than this.
KNOWN_TO = 1.5  # cycles
# A chain of fewer steps may be over before its call is: on a Zen 5, 8 steps take 12.2 cycles. No call takes less than
# its chain.
CALL = 16  # cycles
REPEATED_AT = (64, 576, 1536, 4096)
RUNS = 10
LEAST_RUNS = 5  # that must be in no doubt
SURE = "... of those in no doubt"
QUIET, LOADED = 0.003, 0.006  # 95th percentile of all pairs of runs
LAID_OUT = "sha3256/opt64"  # processes differ by up to 4 % as addresses fall; repeats within LOADED
STEADY = 0.02  # the same of long messages of tree hashes, of few timings
# What addresses make of a call, at least and at most: two modes 5 % apart deviate by up to 3.7 %.
LAYOUTS = {"chain/k4": (0.0, 0.003), "shape/by-process": (0.01, 0.04)}
# What other variants of an experiment give, at a length (bytes), as a part of the first one: at least, at most.
# Fetching code from memory takes longer than a short message does.
EXPECTED = {
    ("cold", 8): (2, math.inf),
    ("cold", 64): (1.1, math.inf),
    ("data", 1536): (0.99, 1.01),
    ("data", 4096): (0.99, 1.01),
    ("counter", 4096): (0.99, 1.01),
}
# Length, marks of doubt, ratio.
COMPARED = re.compile(r"^ *(\d+) +[\d.]+(\?*) +[\d.]+(\?*) +([\d.]+) ", re.MULTILINE)
PLAIN = Schedule(processes=1, warmup=3, timings=16, steps=0)


@dataclass(frozen=True)
class Subject:
    """A build to be timed again and again."""

    name: str
    programs: Sequence[Path]
    target: Target
    timer: Timer


# Truth


def truth(bench: Path) -> bool:
    """Reported cycles/byte beside the true ones."""
    run(bench, "--tree", str(HERE / "truth"))
    found = implementations(bench)
    print(
        "\nCycles/byte of calls whose cost is known: true, and how far off the reported median is\n"
    )
    print(f"{'':<12}" + "".join(f"{n:>18}" for n in TRUTH_AT))
    fits = True
    for name in KNOWN:
        cells = []
        for length, limit in TRUTH_AT.items():
            true = known(name, length)
            one = found[f"chain/{name}"]
            error = one.curve[length].median / true - 1
            most = max(limit, KNOWN_TO / true, CALL / true - 1 if error > 0 else 0)
            fits &= bool(one.doubt(length)) or abs(error) <= most
            cells.append(
                f"{true / length:>9.3f} {error:+7.2%}{_sign(error, most, one.doubt(length))}"
            )
        print(f"{name:<12}" + "".join(cells))
    limits = ", ".join(f"{limit:.0%} at {n}" for n, limit in TRUTH_AT.items())
    print(
        f"limits: {limits}, or {KNOWN_TO} cycles; {CALL} cycles where the chain is shorter;"
        " ?: in doubt, as its page says"
    )
    return fits


def _sign(error: float, limit: float, doubt: str) -> str:
    if doubt:
        return "?"
    return " " if abs(error) <= limit else "!"


def comparison(bench: Path, first: str, second: str) -> bool:
    """What `./do compare` makes of two that differ by a known factor."""
    told = run(bench, "--tree", str(HERE / "truth"), "compare", f"chain/{first}", f"chain/{second}")
    ratios = {int(n): (float(ratio), a + b) for n, a, b, ratio in COMPARED.findall(told)}
    true = KNOWN[second][0] / KNOWN[first][0]
    print(f"\nchain/{second} compared to chain/{first}: true {true:.4f}, and how far off\n")
    fits = True
    for length, limit in TRUTH_AT.items():
        ratio, doubt = ratios[length]
        error = ratio / true - 1
        most = max(limit, KNOWN_TO / known(first, length))
        fits &= bool(doubt) or abs(error) <= most
        print(f"{length:>6}{error:>+9.2%} {_sign(error, most, doubt)}")
    return fits


# Repeatability


def pairs(values: Sequence[float]) -> float:
    """The 95th percentile of how far two of some values lie apart, as a part of the smaller."""
    apart = [abs(a - b) / min(a, b) for a, b in combinations(values, 2)]
    return quantiles(apart, n=20, method="inclusive")[-1]


@dataclass
class Quietness:
    """How many of the rows timed our way something disturbed all the same."""

    rows: int = 0
    disturbed: float = 0

    def take(self, found: Sequence[Sample]) -> None:
        """Count some samples."""
        self.rows += sum(len(sample.rows) for sample in found)
        self.disturbed += sum(samples.disturbed(sample) * len(sample.rows) for sample in found)

    @property
    def words(self) -> str:
        """For a table's last line."""
        share = self.disturbed / max(1, self.rows)
        busy = "; this was no quiet machine" if share > 0.05 else ""
        return f"disturbed for all patience: {share:.1%} of all rows{busy}"


Corrections = dict[str, dict[int, list[float]]]  # way of timing -> length -> a figure of each run


def _plain(sample: Sample) -> dict[int, float]:
    return {length: median(ticks) for length, ticks, _ in samples.ticks(sample)}


def _over(found: Sequence[Sample], *, in_ticks: bool) -> dict[int, float]:
    together = samples.together(found, in_ticks=in_ticks)
    return {n: median(samples.undisturbed(processes)) for n, processes in together.items()}


def one_run(subject: Subject, number: int, into: Corrections) -> Sequence[Sample]:
    """Time the subject in each way, one after the other; what was timed our way."""
    numbers = list(lengths.TABLE)
    plain = subject.timer.time(subject.programs[0], numbers, PLAIN, subject.target, seed=number)
    if isinstance(plain, str):
        raise SystemExit(f"{subject.name}: {plain}")
    ours = table(subject.timer, subject.programs, numbers, lengths.USUAL.for_table, subject.target)
    ways = {
        "single calls, 16 a length": _plain(plain),
        "many calls together": _over(ours[:1], in_ticks=True),
        "... in fifteen processes": _over(ours, in_ticks=True),
        "... calibrated: as reported": _over(ours, in_ticks=False),
    }
    for way, figures in ways.items():
        for length, figure in figures.items():
            into.setdefault(way, {}).setdefault(length, []).append(figure)
    return ours


def repeat(subject: Subject, what: str, limit: float) -> bool:
    """Ten runs, and how far they lie apart: those figures of them that are in no doubt."""
    found: Corrections = {}
    quietness = Quietness()
    for number in range(RUNS):
        ours = one_run(subject, number, found)
        quietness.take(ours)
        sure = found.setdefault(SURE, {})
        for length, figure in undoubted(ours).items():
            sure.setdefault(length, []).append(figure)
    print(f"\n{subject.name}, {RUNS} runs, {what}: 95th percentile of how far two runs lie apart\n")
    print(f"{'':<30}" + "".join(f"{n:>10}" for n in REPEATED_AT))
    for way, figures in found.items():
        cells = (
            pairs(some) if len(some := figures.get(n, [])) > 1 else math.nan for n in REPEATED_AT
        )
        print(f"{way:<30}" + "".join(f"{cell:>10.2%}" for cell in cells))
    counts = [len(found[SURE].get(n, [])) for n in REPEATED_AT]
    print(f"{'of so many runs':<30}" + "".join(f"{count:>10}" for count in counts))
    enough = min(counts) >= LEAST_RUNS
    fits = enough and all(pairs(found[SURE][n]) <= limit for n in REPEATED_AT)
    why = "" if fits else "   TOO MUCH" if enough else "   TOO FEW RUNS IN NO DOUBT"
    print(f"limit for what is reported and in no doubt: {limit:.1%}{why}; {quietness.words}")
    return fits


def undoubted(found: Sequence[Sample]) -> dict[int, float]:
    """The medians that are in no doubt, by length (bytes)."""
    calibration = samples.calibration_error(found)
    return {
        n: median(samples.undisturbed(processes))
        for n, processes in samples.together(found).items()
        if errors(processes, calibration).chance <= RISK
    }


def corrections(subject: Subject, true: dict[int, int]) -> None:
    """What each correction is worth, on a build whose cost is known."""
    found: Corrections = {}
    for number in range(3):
        one_run(subject, number, found)
    print(f"\n{subject.name}: how far off the median is, each way of timing\n")
    print(f"{'':<30}" + "".join(f"{n:>10}" for n in true))
    for way, figures in found.items():
        errors = (median(figures[n]) / true[n] - 1 for n in true)
        print(f"{way:<30}" + "".join(f"{error:>+10.1%}" for error in errors))


# Layouts and long messages


def layouts(place: Place) -> bool:
    """What addresses make of a call that they change by a known part, and of one that they don't change."""
    print("\nlayout at 1536 bytes: the deviation between processes, as a part of the median\n")
    fits = True
    for name, (least, most) in LAYOUTS.items():
        timer = place.lane.timer(place.core, Patience(0))
        schedule = lengths.USUAL.for_table
        found = table(timer, place.layouts(name), lengths.TABLE, schedule, place.target)
        told = layout(samples.together(found)[1536])
        fits &= told is not None and least <= told <= most
        words = "unknown" if told is None else f"{told:.2%}"
        print(f"{name:<20}{words:>10}   expected {least:.1%} to {most:.1%}")
    return fits


def steady(place: Place, name: str) -> bool:
    """Ten runs of the long messages of a tree hash, and how far they lie apart."""
    timer = place.lane.timer(place.core, Patience(0))
    figures: dict[int, list[float]] = {}
    programs, schedule = place.layouts(name), lengths.USUAL.for_steady
    for _ in range(RUNS):
        found = table(timer, programs, lengths.STEADY, schedule, place.target)
        for length, figure in undoubted(found).items():
            figures.setdefault(length, []).append(figure)
    apart = {n: pairs(some) for n, some in figures.items() if len(some) >= LEAST_RUNS}
    print(f"\nlong messages of {name}, {RUNS} runs: 95th percentile of how far two lie apart\n")
    for n, part in apart.items():
        runs = len(figures[n])
        print(
            f"{n:>9} bytes: {median(figures[n]) / n:.3f} cycles/byte, {part:.2%} ({runs} in no doubt)"
        )
    print(f"limit: {STEADY:.1%}")
    return len(apart) == len(lengths.STEADY) and all(part <= STEADY for part in apart.values())


# Experiments


def experiments(bench: Path) -> bool:
    """What they gave on sha256/ref; whether it is what was expected."""
    for effect in {effect: None for effect, _ in EXPECTED}:
        run(bench, "sha256/ref", "--effect", effect)
    print("\nsha256/ref under experiments: part of what the first variant takes\n")
    fits = True
    found = implementations(bench)["sha256/ref"].experiments()
    for (effect, length), (least, most) in EXPECTED.items():
        others = found.get(effect, [])[1:]
        fits &= bool(others)
        for variant in others:
            ratio = variant.ratio(length)
            right = ratio is not None and least <= ratio <= most
            fits &= right
            told = "none" if ratio is None else f"{ratio:.3f}"
            print(
                f"{effect:<10}{variant.variant:<30}{length:>6}{told:>10}{'' if right else '  !'}"
                f"{'  in doubt' if variant.disturbed else ''}"
            )
    return fits


# All


def main() -> int:
    """Exit status 1 where a limit is passed."""
    with tempfile.TemporaryDirectory() as directory:
        bench = Path(directory)
        fits = truth(bench)
        fits &= comparison(bench, "k4", "k8")
        fits &= comparison(bench, "k2", "k8")
        run(bench, "--tree", str(HERE / "shapes"), "shape/by-process")
        run(bench, "sha256/ref", "blake2b/ref", "blake3/ref", LAID_OUT, *marks.HASHES)
        fits &= experiments(bench)
        place = Place(bench)
        timer = place.lane.timer(place.core, Patience(0))
        counter = place.target.counter
        print(f"\ncounter: {counter.name}, in steps of {counter.resolution}")
        chain = Subject("chain/k4", place.layouts("chain/k4"), place.target, timer)
        corrections(chain, {n: known("k4", n) for n in TRUTH_AT})
        for name in ("sha256/ref", "blake2b/ref"):
            build_ = Subject(name, place.layouts(name), place.target, timer)
            fits &= repeat(build_, "on a quiet machine", QUIET)
            with place.beside(LOADS["memory"]):
                fits &= repeat(build_, "beside a memory-bound load", LOADED)
        keccak = Subject(LAID_OUT, place.layouts(LAID_OUT), place.target, timer)
        fits &= repeat(keccak, "whose layouts differ", LOADED)
        fits &= layouts(place)
        fits &= steady(place, "blake3/ref")
        fits &= marks.judge(place)
    return 0 if fits else 1


if __name__ == "__main__":
    sys.exit(main())
