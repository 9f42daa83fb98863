"""The quietest core: tried, not guessed. Where timings run follows from it."""

import dataclasses
import json
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashcop.machine import processor
from hashcop.machine.linux import HERE
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.program import Limit

# Counters of cycles in user mode see nothing of what is lost to others; the clock sees all of it, in nanoseconds.
CLOCK = "clock-monotonic-raw"
SECONDS = 0.04
MOST = 32  # cores that are tried
CLEARLY = 0.005  # of the time: less is chance
BUSY = 0.25  # of a logical processor's time: it takes its share of the core
FRESH = 3600  # seconds
KEPT = "quiet.json"  # in the cache: what came of the last trial of all cores
LIMIT = Limit(20, 20)


@dataclass(frozen=True)
class Trial:
    """How quiet a logical processor was: which part of the time was lost to others, and how far chains of the same
    instructions scatter (the interquartile range as a part of the median). `chain`: their median in nanoseconds.
    """

    processor: int
    lost: float
    scatter: float
    chain: int

    @property
    def fields(self) -> dict[str, Any]:
        """As it stands in a fact."""
        return dataclasses.asdict(self)


def parse(core: int, facts: Iterable[Sequence[str]]) -> Trial | None:
    """A trial from what the harness said (measure/c/harness.h); None where it said nothing that can be used."""
    words = next((words[1:] for words in facts if words[0] == "quiet"), ())
    if len(words) != 5 or not all(word.isdecimal() for word in words):
        return None
    count, whole, low, median, high = map(int, words)
    if not median or not whole:
        return None  # the clock is too coarse to see a chain
    lost = max(0.0, 1 - count * median / whole)
    return Trial(core, round(lost, 5), round((high - low) / median, 5), median)


def attempt(sandbox: Sandbox, harness: Path, core: int) -> Trial | None:
    """Try a logical processor; `harness` is the directory of a harness. None where that does not work there."""
    request = [f"processor={core}", f"ticks={round(SECONDS * 1e9)}"]
    answer = program.ask(sandbox, harness / "none", f"quiet@{CLOCK}", request, LIMIT)
    return None if answer.problem else parse(core, answer.facts)


def candidates(cores: tuple[int, ...], root: Path = HERE) -> tuple[int, ...]:
    """Which of some cores are tried: of very many, some all over the machine, each on a core of its own."""
    few = cores if len(cores) <= MOST else processor.firsts(cores, root)
    return processor.spread(few, MOST)


def choose(
    trials: Sequence[Trial],
    busy: Mapping[int, float],
    last: int | None = None,
    root: Path = HERE,
) -> int:
    """The quietest of some cores. `last` time's is kept unless another one is clearly quieter.

    `busy` says how busy each logical processor is. Of equals one of an idle core is taken, and then one that is the
    first of its core, and then the last, since the first take most interrupts.
    """
    least = min(trial.lost for trial in trials)
    near = [trial.processor for trial in trials if not is_clearly_more(trial.lost, least)]
    quiet = [core for core in near if not is_on_busy_core(core, busy, root)] or near
    if last in quiet:
        return last
    first = set(processor.firsts(tuple(quiet), root))
    return max(quiet, key=lambda core: (core in first, core))


def is_clearly_more(lost: float, least: float) -> bool:
    """Whether a core loses so much more than another one that it is no chance."""
    return lost > least + CLEARLY and lost > 2 * least


def is_on_busy_core(number: int, busy: Mapping[int, float], root: Path = HERE) -> bool:
    """Whether others run on the core that a logical processor is of."""
    together = (number, *processor.siblings(number, root))
    return any(busy.get(one, 0) > BUSY for one in together)


@dataclass(frozen=True)
class Found:
    """Which core is pinned to, and the trials that this follows from; `when` in seconds since 1970."""

    pinned: int
    trials: tuple[Trial, ...]
    when: float

    @property
    def trial(self) -> Trial | None:
        """That of the pinned core."""
        return next((trial for trial in self.trials if trial.processor == self.pinned), None)

    def keep(self, cache: Path) -> None:
        """Write it into the cache."""
        cache.mkdir(parents=True, exist_ok=True)
        temporary = cache / f"{KEPT}.{os.getpid()}"
        temporary.write_text(json.dumps(dataclasses.asdict(self)))
        temporary.rename(cache / KEPT)


def kept(cache: Path) -> Found | None:
    """What the cache has, however old; None where it has nothing that can be read."""
    try:
        row = json.loads((cache / KEPT).read_text())
        trials = tuple(Trial(**one) for one in row["trials"])
        return Found(int(row["pinned"]), trials, float(row["when"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def find(
    attempts: Callable[[int], Trial | None],
    cores: tuple[int, ...],
    busy: Mapping[int, float],
    before: Found | None,
    *,
    anew: bool = False,
    root: Path = HERE,
) -> Found:
    """The core to pin to. What was found `before` holds for an hour while its core is as quiet, unless asked `anew`.

    Without any trial that works it is the last one, since the first takes most interrupts.
    """
    last = before.pinned if before and before.pinned in cores else None
    if before and last is not None and 0 <= time.time() - before.when < FRESH and not anew:
        again, then = attempts(last), before.trial
        is_quiet = again and then and not is_clearly_more(again.lost, then.lost)
        if again and is_quiet and not is_on_busy_core(last, busy, root):
            others = [trial for trial in before.trials if trial.processor != last]
            return dataclasses.replace(before, trials=tuple(_sorted([*others, again])))
    tried = {*candidates(cores, root), *([last] if last is not None else [])}
    trials = _sorted(trial for core in sorted(tried) if (trial := attempts(core)))
    pinned = choose(trials, busy, last, root) if trials else max(cores)
    return Found(pinned, tuple(trials), time.time())


def _sorted(trials: Iterable[Trial]) -> list[Trial]:
    return sorted(trials, key=lambda trial: trial.processor)
