"""What the sandbox costs: timings of the same programs inside and outside, process by process in turns.

    make bench-sandbox

It prints for each implementation and length the median of the ratios inside/outside, with the interval that holds it
with a confidence of 99 %; the same of a second measurement outside and the first; and how much longer a process takes
from its start to its end.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from hashcop import ROOT
from hashcop.data.lengths import TABLE, USUAL
from hashcop.data.records import Sample
from hashcop.machine.sandbox import Sandbox, open_sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.lane import CLane, open_lane
from hashcop.platforms.c.program import Limit
from hashcop.platforms.door import Patience, Timer
from hashcop.results import samples
from hashcop.results.certainty import ratio_interval
from tests.support import lanes

WORDS = ("sha256/opt32", "blake256/opt32", "sha3256/opt64", "groestl256/opt64", "blake3/ref")
PROCESSES = 80
STARTS = 60


def _programs(lane: CLane, place: Path) -> Iterator[tuple[str, Path]]:
    for word in WORDS:
        (group,) = lanes.groups_of(lane, ROOT, [word], [lane.targets[0].name])
        workshop = lane.workshop(group, place / word.replace("/", "-"))
        built = workshop.build(group.option_sets[0])
        workshop.close()
        if built.artifact is not None:
            yield word, built.artifact


def _medians(found: Sample | str) -> dict[int, float]:
    if isinstance(found, str):
        raise SystemExit(found)
    return {length: median(cycles) for length, cycles, _ in samples.cycles(found)}


def _compare(word: str, artifact: Path, lane: CLane, timers: Sequence[Timer]) -> None:
    """`timers`: inside, outside, and outside once more, which shows what the machine's noise makes of a ratio."""
    taken: list[list[dict[int, float]]] = [[] for _ in timers]
    for number in range(PROCESSES):
        first = number % len(timers)
        for which in (*range(first, len(timers)), *range(first)):
            timer, target = timers[which], lane.targets[0]
            found = timer.time(artifact, list(TABLE), USUAL.for_table, target, seed=number)
            taken[which].append(_medians(found))
    for length in TABLE:
        inside, outside, again = ([one[length] for one in some] for some in taken)
        print(f"{word:18} {length:5}  {_ratio(inside, outside)}   {_ratio(again, outside)}")


def _ratio(some: Sequence[float], others: Sequence[float]) -> str:
    ratio = median(a / b for a, b in zip(some, others, strict=True))
    likely = ratio_interval(some, others)
    return f"{ratio:.4f}  {likely.low:.4f} to {likely.high:.4f}"


def _start(sandbox: Sandbox, none: Path) -> float:
    """Milliseconds of a process that does nothing: the median."""
    took = []
    for _ in range(STARTS):
        begun = time.perf_counter()
        program.ask(sandbox, none, "burn", [1], Limit(5, 5))
        took.append(1000 * (time.perf_counter() - begun))
    return median(took)


def main() -> None:
    """Print what the module says."""
    with TemporaryDirectory(dir="/var/tmp") as name:
        place = Path(name)
        place.chmod(0o755)
        confined = open_sandbox(trusted=False)
        lane = open_lane(lanes.place(confined, place))
        free = open_sandbox(trusted=True)
        others = [open_lane(lanes.place(free, place)) for _ in range(2)]
        timers = [one.timer(lane.core, Patience(60)) for one in (lane, *others)]
        for word, artifact in _programs(lane, place):
            _compare(word, artifact, lane, timers)
        none = lane.targets[0].harness / "none"
        own = replace(confined, serves=False)
        shared, alone, outside = (_start(one, none) for one in (confined, own, free))
        print(f"a process: {shared:.1f} ms in a sandbox that others ran in before it,")
        print(f"    {alone:.1f} ms in one of its own, {outside:.1f} ms outside")


if __name__ == "__main__":
    main()
