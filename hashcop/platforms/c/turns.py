"""Turns of an audit: how long a program's chain took in each, beside programs of ours, and what follows from them.

Processor time can only be lengthened: by a neighbour on the core's other hyperthread, by its caches, by interrupts. So
a program can't do its work in less than it takes in a turn, and timings are confirmed if few turns were long enough
to hold what they claim. They are contradicted only if turns that nothing disturbed are too long, since a neighbour
slows honest code by half.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from hashcop.results.audits import (
    CONFIRMED,
    CONTRADICTED,
    FOR_ALL,
    FOR_LEADERS,
    MOST,
    NOT_CONFIRMED,
    Verdict,
    is_within,
)
from hashcop.results.certainty import interval

QUIET = 0.9  # of the core's width: less means that a hyperthread of the core has other work
NEEDED = 3  # quiet turns, to judge what leads by them alone
CALM = 0.75  # the part of all turns that is quiet where nothing disturbs: short bursts evade some readings
TIGHT = 0.1  # the tolerance of what leads, beside the errors of the audit and of the timings
SCATTER = 0.08  # half the interval of the median of quiet turns, at most, as a part of it
STEADY = 0.03  # the same where a neighbour comes and goes: none of the quiet turns had it
BEYOND = 0.05  # further than its tolerance: then what leads is contradicted
# A neighbour slows no code by more than this times as much as it slows independent additions, or the runner-up.
ALIKE = 1.4
MOST_SLOWED = 3.0
# What leads may be slowed by a neighbour this much more than the runner-up is.
AS_RUNNER_UP = 1.25
ENOUGH = (0.85, 1.2)  # outside over inside of what does not lead: no further turn is needed
BUSY = "the core's other hyperthread was busy"
HICCUP = 1.05  # times the median that the known chain may take: the rest is not the core's rate


@dataclass(frozen=True)
class Turn:
    """What one turn says. `hashing`: outside over inside. `runner_up`: the same of the runner-up; 0 if there is none.

    `width`: how many independent additions the core did in a cycle, before or after, as a part of what it does alone.
    """

    hashing: float
    width: float
    runner_up: float = 0.0

    @property
    def is_quiet(self) -> bool:
        """Whether the core's other hyperthread was idle before and after."""
        return self.width >= QUIET


@dataclass(frozen=True)
class Finding:
    """What turns say of timings. `ratio`: outside over inside. `reason`: why nothing is confirmed, or empty."""

    ratio: float
    tolerance: float
    verdict: Verdict
    is_calm: bool
    reason: str = ""


@dataclass
class Clock:
    """Processor time (seconds) of one kind of process, turn by turn, and `starts` of processes that do no work."""

    starts: list[float] = field(default_factory=list)
    full: list[float] = field(default_factory=list)

    @property
    def start(self) -> float:
        """What a process costs beside its work."""
        return median(self.starts)

    def work(self, cycles: float, start: float) -> list[float]:
        """Seconds of each turn without those of the start, for each of so many cycles."""
        return [max(seconds - start, 0.0) / cycles for seconds in self.full]


def turns_of(
    hashing: Sequence[float],
    known: Sequence[float],
    runner_up: Sequence[float],
    widths: Sequence[float],
    alone: float,
) -> list[Turn]:
    """The turns of an audit.

    `hashing` and `runner_up`: the seconds of each turn for each cycle that is claimed; `known`: the same of a known
    number of cycles. `widths`: one more than turns; `alone`: that of the core alone.
    """
    longest = HICCUP * median(known)
    most = max(alone, sorted(widths)[-2] if len(widths) > 2 else 0)
    found = []
    for number, seconds in enumerate(hashing):
        cycle = min(known[number], longest) or math.inf
        width = min(widths[number : number + 2]) / most if most else 0
        other = runner_up[number] / cycle if runner_up else 0.0
        found.append(Turn(seconds / cycle, width, other))
    return found


def _low(values: Sequence[float]) -> float:
    """The least but one in six, so that few mistaken readings decide nothing; the least of two."""
    return sorted(values)[max(len(values) // 6, 1) if len(values) > 2 else 0]


def _slowed(turns: Sequence[Turn]) -> float:
    """By which factor a neighbour slows honest code at most, while it is there."""
    by_width = 1 / max(min(turn.width for turn in turns), 1 / MOST_SLOWED)
    others = [turn.runner_up for turn in turns if turn.runner_up]
    return min(ALIKE * max(by_width, _low(others) if others else 1.0), MOST_SLOWED)


@dataclass(frozen=True)
class _Seen:
    """The turns that count. `ratio`: outside over inside; `half`: half its interval, as a part of it."""

    ratio: float
    half: float
    quiet: int  # turns
    is_calm: bool
    excess: float  # by which factor a neighbour may have lengthened the ratio

    @property
    def is_tight(self) -> bool:
        """Whether enough turns were quiet, and agree, to be confirmed by them."""
        return self.quiet >= NEEDED and self.half <= SCATTER

    @property
    def is_steady(self) -> bool:
        """Whether nothing disturbs what quiet turns say, so that they alone decide."""
        return self.is_calm or (self.quiet >= NEEDED and self.half <= STEADY)


def _half(values: Sequence[float]) -> float:
    """Half the confidence interval of a median, as a part of it."""
    found, middle = interval(values), median(values)
    return (found.high - found.low) / 2 / middle if middle > 0 else 0.0


def _seen(turns: Sequence[Turn], needed: int) -> _Seen:
    """What counts: the median of quiet turns if nothing disturbed most others, or else the least but one.

    A neighbour who comes and goes may be there during a turn, and neither before it nor after it.
    """
    quiet = [turn.hashing for turn in turns if turn.is_quiet]
    chosen = quiet if len(quiet) >= needed else [turn.hashing for turn in turns]
    is_calm = len(quiet) >= max(needed, CALM * len(turns))
    ratio = median(chosen) if is_calm else _low(chosen)
    half = _half(chosen) if len(quiet) >= needed else 0.0
    excess = 1.0
    if not is_calm:
        busy = 1 - len(quiet) / len(turns) if len(quiet) >= needed else 1.0
        excess += busy * (_slowed(turns) - 1)
    return _Seen(ratio, half, len(quiet), is_calm, excess)


def judge(turns: Sequence[Turn], *, leads: bool, slack: float = 0.0) -> Finding:
    """What some turns say of timings, of what `leads` its hash more strictly.

    `slack`: by what part the timings may be off by their own doubt, which the tolerance holds.
    """
    return _of_leader(turns, slack) if leads else _of_others(turns, slack)


def _of_leader(turns: Sequence[Turn], slack: float) -> Finding:
    """By the quiet turns, or else, where a neighbour comes and goes, with a wider tolerance by all."""
    seen = _seen(turns, NEEDED)
    tight = min(TIGHT + slack, FOR_LEADERS)
    if seen.ratio * (1 - seen.half) > (1 + tight + BEYOND) * seen.excess:
        return Finding(seen.ratio, tight, CONTRADICTED, seen.is_calm)
    if seen.is_tight and is_within(seen.ratio, tight):
        return Finding(seen.ratio, tight, CONFIRMED, seen.is_calm)
    if seen.is_steady:
        reason = "the chain's times scatter" if not seen.is_tight else _beyond(seen.ratio)
        return Finding(seen.ratio, tight, NOT_CONFIRMED, seen.is_calm, reason)
    ratio = _low([turn.hashing for turn in turns])
    reason = "" if is_within(ratio, FOR_LEADERS) else _beyond(ratio, BUSY)
    beside = [turn.hashing / turn.runner_up for turn in turns if turn.runner_up]
    if not reason and beside and median(beside) > AS_RUNNER_UP:
        reason = f"{BUSY}, and of its claim it took more than the runner-up of its own"
    verdict = NOT_CONFIRMED if reason else CONFIRMED
    return Finding(ratio, FOR_LEADERS, verdict, seen.is_calm, reason)


def _of_others(turns: Sequence[Turn], slack: float) -> Finding:
    seen, tolerance = _seen(turns, 1), min(FOR_ALL + slack, MOST)
    rest = seen.ratio, tolerance
    if seen.ratio * (1 - seen.half) > (1 + tolerance) * seen.excess:
        return Finding(*rest, CONTRADICTED, seen.is_calm)
    if is_within(seen.ratio, tolerance):
        return Finding(*rest, CONFIRMED, seen.is_calm)
    reason = _beyond(seen.ratio, "" if seen.is_calm else BUSY)
    return Finding(*rest, NOT_CONFIRMED, seen.is_calm, reason)


def _beyond(ratio: float, busy: str = "") -> str:
    """Why a ratio beyond the tolerance confirms nothing."""
    if ratio < 1:
        return "its timings may have been disturbed: outside, it is faster"
    return busy or "the deviation is too small to be sure"


def are_enough(turns: Sequence[Turn], *, leads: bool, slack: float = 0.0) -> bool:
    """Whether no further turn is needed."""
    if leads:
        finding = judge(turns, leads=True, slack=slack)
        return finding.verdict == CONFIRMED and (
            sum(turn.is_quiet for turn in turns) >= NEEDED and finding.tolerance < FOR_LEADERS
        )
    least, most = ENOUGH
    return least <= judge(turns, leads=False).ratio <= most
