"""What disturbed the timings of a run, as the timings themselves tell.

A look at the machine sees a moment before a run and one after it. Each batch of timings tells whether a busy
hyperthread, a change of the core's rate or another thread disturbed it: where the two differ, the timings are right.
docs/explanations/quiet-machine.md has the rules.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct

from hashcop.data.records import Judgement, Sample
from hashcop.results.grids import WHATS, Batches
from hashcop.results.samples import DISTURBED

BAD = 0.05  # a condition is bad if it disturbed a larger part of the processes, or of the batches
HYPERTHREAD = "hyperthread"
SHARED, COMPILED = "shared", "compiled"
# What disturbs -> the condition, what it does, and why that matters.
_CONDITIONS = {
    SHARED: (
        HYPERTHREAD,
        "another hyperthread of the core was busy",
        "two logical processors of one core share its units and caches, so that each slows the other",
    ),
    "moved": (
        "rate of the core",
        "it changed during timings",
        "ticks are calibrated to the core's rate before and after a batch of timings, and not within it",
    ),
    "interrupted": (
        "interruptions",
        "another thread ran on the core, or a timing was far too long",
        "what interrupts a call lengthens its timing, and leaves other contents in caches",
    ),
    COMPILED: (
        "JVM",
        "it had not ended compiling",
        "code that is not compiled to the end is slower than what users see",
    ),
}


class Disturbed(Struct, frozen=True, array_like=True):
    """How many of some processes, and of their batches, something disturbed, by what did.

    A process is disturbed if more than a quarter of its rows are. Of `judged` processes it is known how wide the core
    is when it is alone: of the others nobody knows whether a hyperthread was busy.
    """

    processes: int
    batches: int
    judged: int
    by_process: dict[str, int]
    by_batch: dict[str, int]

    def part(self, what: str) -> float:
        """The part of the processes, or of the batches if that is larger, from 0 to 1."""
        of_processes = self.by_process.get(what, 0) / max(1, self.processes)
        return max(of_processes, self.by_batch.get(what, 0) / max(1, self.batches))

    def is_bad(self, what: str) -> bool:
        """Whether it disturbed more than a few."""
        return self.part(what) > BAD

    def is_known(self, what: str) -> bool:
        """Whether the timings can tell."""
        return what != SHARED or 2 * self.judged > self.processes


def count(samples: Sequence[Sample], batches: Batches) -> Disturbed:
    """What disturbed the processes of a record."""
    ends = np.cumsum([len(one.batches) for one in samples])[:-1]
    of_process: Counter[str] = Counter()
    pairs = zip(np.split(batches.whats, ends), np.split(batches.rows, ends), strict=True)
    for whats, rows in pairs if samples else ():
        sums = np.bincount(whats, weights=rows, minlength=len(WHATS))
        of_process.update(
            WHATS[n] for n in np.flatnonzero(sums > DISTURBED * rows.sum()).tolist() if n
        )
    of_batch = np.bincount(batches.whats, minlength=len(WHATS)).tolist()
    return Disturbed(
        processes=len(samples),
        batches=len(batches.rows),
        judged=len(samples) if batches.width else 0,
        by_process=dict(of_process),
        by_batch={what: n for what, n in zip(WHATS, of_batch, strict=True) if what and n},
    )


def together(found: Iterable[Disturbed]) -> Disturbed | None:
    """All processes; None if there are none."""
    every = [one for one in found if one.processes]
    if not every:
        return None
    of_process: Counter[str] = Counter()
    of_batch: Counter[str] = Counter()
    for one in every:
        of_process.update(one.by_process)
        of_batch.update(one.by_batch)
    sums = (sum(one.processes for one in every), sum(one.batches for one in every))
    judged = sum(one.judged for one in every)
    return Disturbed(*sums, judged, dict(of_process), dict(of_batch))


def of_newest_run(timed: Iterable[tuple[str, Disturbed]], begun: Iterable[str]) -> Disturbed | None:
    """What disturbed the newest run that timed anything, from the time of each record, and those when runs began."""
    every = list(timed)
    newest = max((time for time, _ in every), default="")
    start = max((time for time in begun if time <= newest), default="")
    return together(one for time, one in every if time >= start)


def judgements(looked: Sequence[Judgement], found: Disturbed | None) -> tuple[Judgement, ...]:
    """The conditions of a machine: what the timings of a run tell, and for the rest what looks at the machine saw."""
    if found is None:
        return tuple(looked)
    told = {
        _CONDITIONS[what][0]: _judged(what, found) for what in _CONDITIONS if _tells(what, found)
    }
    both = [_both(told.pop(one.name), one) if one.name in told else one for one in looked]
    return (*both, *told.values())


def names(found: Disturbed | None) -> list[str]:
    """What disturbed more than a few timings, each with its part: 'hyperthread (56 % of processes)'."""
    if found is None:
        return []
    bad = [what for what in _CONDITIONS if _tells(what, found) and found.is_bad(what)]
    return [f"{_CONDITIONS[what][0]} ({_of_processes(what, found)} of processes)" for what in bad]


def known(found: Disturbed | None) -> set[str]:
    """The conditions that timings tell, so that no look at the machine is needed."""
    if found is None:
        return set()
    return {_CONDITIONS[what][0] for what in _CONDITIONS if _tells(what, found)}


def _tells(what: str, found: Disturbed) -> bool:
    return found.is_known(what) and (what != COMPILED or found.part(what) > 0)


def _judged(what: str, found: Disturbed) -> Judgement:
    name, does, why = _CONDITIONS[what]
    is_bad = found.is_bad(what)
    batches = _percent(found.by_batch.get(what, 0) / max(1, found.batches))
    text = (
        f"{does} in {_of_processes(what, found)} of the {found.processes:,} processes "
        f"and {batches} of the {found.batches:,} batches of the newest run"
    )
    return Judgement(name, "bad" if is_bad else "good", text, why if is_bad else "")


def _both(timings: Judgement, look: Judgement) -> Judgement:
    """The judgement of the timings, with what a look saw."""
    differ = {timings.state, look.state} == {"good", "bad"}
    text = (
        f"{timings.found}{', although' if differ else ';'} a look at the system says: {look.found}"
    )
    return Judgement(timings.name, timings.state, text, timings.why)


def _of_processes(what: str, found: Disturbed) -> str:
    return _percent(found.by_process.get(what, 0) / max(1, found.processes))


def _percent(part: float) -> str:
    return "0 %" if not part else "less than 1 %" if part < 0.01 else f"{100 * part:.0f} %"
