"""Whether cycles of Java are true, and how well they repeat: `make bench-truth PLATFORM=jvm`.

On each JVM that is here a call in Java of 256 and of 1024 cycles, known by construction, is measured as any other; then
the JDK's SHA-256 and our Keccak-512 ten times. Exit status 1 where a known call is off by more than 1 %, where two of
ten runs lie apart by 1 % or more (95th percentile of all pairs), or where a process counted whose code changed. Where
the processes of a build have two modes, what is compared is the median of the faster one. Leave the machine alone
meanwhile: it takes about fifteen minutes.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from hashcop.data import lengths
from hashcop.data.records import Sample
from hashcop.engine import plan, selection, session, tree
from hashcop.engine.settings import Settings
from hashcop.engine.timing import measure
from hashcop.platforms.door import Group, Lane, OptionSet, Patience, Timer
from hashcop.platforms.registry import named
from hashcop.results import samples
from hashcop.results.hosted import hosted, processes
from tests.bench.place import HERE, ROOT
from tests.bench.truth import pairs

TARGET = "jvm-amd64"
CYCLES_A_BYTE = 4
KNOWN_AT = (64, 256)  # bytes: 256 and 1024 cycles
LIMIT = 0.01
RUNS = 10
REPEATED = ("sha256/java-jdk", "keccakc512/java-opt64")
REPEATED_AT = (64, 576, 1536, 4096)


def groups_of(lane: Lane, where: Path, word: str) -> list[Group]:
    """An implementation of a tree, as the engine makes groups."""
    functions = tree.walk(where, named(["jvm"]))
    chosen = selection.parse([word], functions)
    return plan.make(functions, chosen, {"jvm": lane}, [TARGET])


def built(group: Group, option_set: OptionSet, bench: Path) -> Path:
    """The program of a build. Exits if there is none."""
    workshop = group.lane.workshop(group, bench / "work")
    try:
        made = workshop.build(option_set)
    finally:
        workshop.close()
    if made.artifact is None:
        sys.exit(f"{group.implementation.path}: {made.outcome.reason}")
    return made.artifact


def timed(timer: Timer, group: Group, artifact: Path, at: Sequence[int]) -> list[Sample]:
    """All processes of a table."""
    schedule = group.lane.lengths.for_table
    found = measure(timer, [artifact], at, schedule, group.target)
    if isinstance(found, str):
        sys.exit(f"{group.implementation.path}: {found}")
    return found


def figures(found: Sequence[Sample]) -> dict[int, float]:
    """Cycles by length: the median of the processes of the faster mode, if there are two."""
    told = hosted(list(processes(found)))
    slowest = told.modes[0].most * lengths.RACE if told else 0
    kept = [
        sample
        for sample in found
        if not told
        or len(told.modes) == 1
        or all(cost.cost <= slowest for cost in processes([sample]))
    ]
    together = samples.together(kept)
    return {n: median(samples.undisturbed(each)) for n, each in together.items()}


def unsteady(found: Sequence[Sample]) -> int:
    """Processes that counted although their code changed."""
    return sum(sample.jvm is None or not sample.jvm.steady for sample in found)


def truth(lane: Lane, timer: Timer, bench: Path) -> bool:
    """Known calls, on each JVM."""
    fits = True
    (group,) = groups_of(lane, HERE / "truth", "chain/java-k4")
    for one in group.option_sets:
        found = timed(timer, group, built(group, one, bench), KNOWN_AT)
        for length, figure in sorted(figures(found).items()):
            true = CYCLES_A_BYTE * length
            error = figure / true - 1
            fits &= abs(error) <= LIMIT
            print(
                f"{' '.join(one.words)}: a call of {true} cycles reads {figure:.1f}, {error:+.2%}"
                f"{'' if abs(error) <= LIMIT else '   TOO MUCH'}"
            )
    return fits


def repeat(lane: Lane, timer: Timer, bench: Path, word: str) -> bool:
    """Ten runs of each build, and how far they lie apart."""
    fits = True
    (group,) = groups_of(lane, ROOT, word)
    for one in group.option_sets[:1]:
        artifact, runs, changed = built(group, one, bench), [], 0
        for _ in range(RUNS):
            found = timed(timer, group, artifact, lengths.TABLE)
            runs.append(figures(found))
            changed += unsteady(found)
            told = hosted(list(processes(found)))
            modes = (
                ", ".join(f"{m.processes} at {m.per_byte:.3f}" for m in told.modes) if told else ""
            )
            print(f"    {word} {' '.join(one.words)}: {modes} cycles/byte at {lengths.RACE}")
        apart = {n: pairs([run[n] for run in runs]) for n in REPEATED_AT}
        fits &= all(value < LIMIT for value in apart.values()) and not changed
        told_ = ", ".join(f"{value:.2%} at {n}" for n, value in apart.items())
        print(
            f"{word} {' '.join(one.words)}: two of {RUNS} runs lie apart by {told_}; {changed} unsteady"
        )
    return fits


def main() -> int:
    """See above."""
    with tempfile.TemporaryDirectory() as directory:
        bench = Path(directory)
        settings = Settings(bench=bench, cache=bench / "cache", targets=(TARGET,))
        kept = session.open_cache(settings)
        _, lanes = session.open_lanes(named(["jvm"]), settings, kept.directory, print)
        lane = lanes.of["jvm"]
        timer = lane.timer(lane.core, Patience(120))
        fits = truth(lane, timer, bench)
        for word in REPEATED:
            fits &= repeat(lane, timer, bench, word)
    return 0 if fits else 1


if __name__ == "__main__":
    sys.exit(main())
