"""What the sandbox costs: timings of the same programs inside and outside, process by process in turns.

    make bench-sandbox

It prints for each implementation and length the median of the ratios inside/outside, with the interval that holds it
with a confidence of 99 %, and how much longer a process takes from its start to its end.
"""

import time
from collections.abc import Iterator
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
PAIRS = 40
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


def _compare(word: str, artifact: Path, lane: CLane, timers: tuple[Timer, Timer]) -> None:
    taken: tuple[list[dict[int, float]], list[dict[int, float]]] = ([], [])
    for number in range(PAIRS):
        for which in (0, 1) if number % 2 else (1, 0):
            timer, target = timers[which], lane.targets[0]
            found = timer.time(artifact, list(TABLE), USUAL.for_table, target, seed=number)
            taken[which].append(_medians(found))
    for length in TABLE:
        inside, outside = ([one[length] for one in some] for some in taken)
        ratio = median(a / b for a, b in zip(inside, outside, strict=True))
        likely = ratio_interval(inside, outside)
        print(f"{word:18} {length:5}  {ratio:.4f}  {likely.low:.4f} to {likely.high:.4f}")


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
        timers = (
            lane.timer(lane.core, Patience(60)),
            open_lane(lanes.place(free, place)).timer(lane.core, Patience(60)),
        )
        for word, artifact in _programs(lane, place):
            _compare(word, artifact, lane, timers)
        none = lane.targets[0].harness / "none"
        own = replace(confined, serves=False)
        shared, alone, outside = (_start(one, none) for one in (confined, own, free))
        print(f"a process: {shared:.1f} ms in a sandbox that others ran in before it,")
        print(f"    {alone:.1f} ms in one of its own, {outside:.1f} ms outside")


if __name__ == "__main__":
    main()
