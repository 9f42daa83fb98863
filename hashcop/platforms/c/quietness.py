"""How quiet a logical processor is, by chains of instructions that the harness runs there."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from hashcop.data.records import Quiet
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.program import Limit

# A counter of cycles in user mode does not count what is lost to others; this clock does, in nanoseconds.
CLOCK = "clock-monotonic-raw"
SECONDS = 0.04
LIMIT = Limit(20, 20)


def parse(core: int, lines: Iterable[Sequence[str]]) -> Quiet | None:
    """How quiet a core is, from what the harness reported (measure/c/harness.h); None if it can't be used."""
    words = next((words[1:] for words in lines if words[0] == "quiet"), ())
    if len(words) != 5 or not all(word.isdecimal() for word in words):
        return None
    count, whole, low, median, high = map(int, words)
    if not median or not whole:
        return None  # the clock is too coarse to see a chain
    lost = max(0.0, 1 - count * median / whole)
    return Quiet(core, round(lost, 5), round((high - low) / median, 5), median)


def attempt(sandbox: Sandbox, harness: Path, core: int) -> Quiet | None:
    """Try a logical processor; `harness` is the directory of a harness. None if that does not work there."""
    request = [f"processor={core}", f"ticks={round(SECONDS * 1e9)}"]
    answer = program.ask(sandbox, harness / "none", f"quiet@{CLOCK}", request, LIMIT)
    return None if answer.problem else parse(core, answer.lines)
