"""Whether timings are true, by a clock that the code can't reach: measure/c/prove.c says how.

A stranger's code shares its process with the harness, and could report any ticks. What it can't change is how much
processor time the kernel charges to it. So it is given a chain of messages, and that time is compared with the time of
a program of ours that does a known number of cycles, in turns. Another program of ours tells before and after each turn
whether the core's other hyperthread is busy, and what leads its hash is accompanied by the runner-up. turns.py judges
the turns. What is not confirmed is tried again after a while, or by a later audit. `make bench-audits` shows what is
found of honest code and of claims that are too fast.
"""

import math
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from msgspec.structs import replace

from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import program, turns
from hashcop.platforms.c.fresh import Witness, fresh_seed
from hashcop.platforms.c.program import Answer, Limit
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.c.turns import Clock, Finding
from hashcop.platforms.door import Audited, AuditPlan, Disputed
from hashcop.results import audits
from hashcop.results.audits import CONFIRMED, CONTRADICTED, NOT_CONFIRMED, deviation_of

SHORTEST = 1024  # bytes: what the chain adds to a call is little beside a longer message
SECONDS = 0.012  # that a chain takes by what is claimed
OF_LEADERS = 0.02  # the same of what leads its hash
LONGEST = 0.1
KNOWN_SECONDS = 0.01  # that the known chain takes
# The part of a chain that a program may take longer to start than ours does, and have it taken off: it could do so on
# purpose when it is asked for no work.
START = 0.05
MOST_ADDED = 0.05  # to the tolerance, for what the chain does beside hashing
MOST_CALLS = 1 << 20
TURNS = 8
FEW = 5  # turns of what leads, if a patient audit with a runner-up follows
STARTS = 3  # times that a process without work is run, for what leads
PAUSE = 0.05  # seconds before each later turn: something else is busy
ROUNDS: tuple[float, ...] = (
    1,
    3,
)  # seconds of waiting before more turns, while nothing is confirmed
FORGED = 2.5  # times that a call takes what its timings say: beyond this they are no timings of this code
CERTAIN = 5  # and beyond this no other work can be the reason
LIMIT = Limit(4, 4)  # seconds for one chain
WITNESS_LIMIT = Limit(20, 20)
BLOCK = 1024  # cycles
CLOCK, CLOCK_TICKS = "clock-monotonic", 200_000  # nanoseconds


class _Failed(Exception):
    """The audited program misbehaved; says how."""


@dataclass(frozen=True)
class _Pace:
    """How fast a core is: cycles per second, and how many independent instructions it does in a cycle."""

    rate: float
    width: float


@dataclass(frozen=True)
class RunnerUp:
    """A program to compare with, and the cycles of a call of the audited length that its timings say."""

    artifact: Path
    inside: float


@dataclass
class _Audit:
    """One audit: what is hashed, and the processor time of each turn in seconds."""

    length: int
    inside: float  # cycles of a call
    plan: AuditPlan
    runner_up: RunnerUp | None
    rate: float  # cycles per second
    widths: list[float]
    seed: int = field(default_factory=fresh_seed)
    chain: float = 0.0  # seconds that the chain should take
    hashing: Clock = field(default_factory=Clock)
    known: Clock = field(default_factory=Clock)
    other: Clock = field(default_factory=Clock)
    own: Clock = field(default_factory=Clock)  # the chain without hashing
    last: str = ""  # digest

    @property
    def slack(self) -> float:
        """By what part the claim may be off, and what the chain adds to it."""
        added = self.own_cost / (2 * self.calls * self.inside / self.rate)
        return self.plan.slack.get(self.length, 0.0) + min(added, MOST_ADDED)

    @property
    def blocks(self) -> int:
        return math.ceil(KNOWN_SECONDS * self.rate / BLOCK)

    def calls_of(self, inside: float) -> int:
        """How many calls of so many cycles the chain has."""
        return math.ceil(min(MOST_CALLS, self.chain * self.rate / inside))

    @property
    def calls(self) -> int:
        return self.calls_of(self.inside)

    @property
    def start(self) -> float:
        """What is taken off for the start of the program."""
        return min(self.hashing.start, self.known.start + START * self.chain)

    @property
    def own_cost(self) -> float:
        """Seconds that the chain takes without hashing. Hashing hides some of them, half in the mean."""
        return max(median(self.own.full) - self.known.start, 0.0) if self.own.full else 0.0

    def turns(self, alone: float) -> list[turns.Turn]:
        """See turns.turns_of."""
        start = self.start + self.own_cost / 2
        hashing = self.hashing.work(self.calls * self.inside, start)
        known = self.known.work(self.blocks * BLOCK, self.known.start)
        others: list[float] = []
        if self.runner_up:
            cycles = self.calls_of(self.runner_up.inside) * self.runner_up.inside
            others = self.other.work(cycles, self.other.start)
        return turns.turns_of(hashing, known, others, self.widths, alone)


class Auditor:
    """Measures chains of one program on one logical processor."""

    def __init__(
        self,
        sandbox: Sandbox,
        target: Target,
        core: int,
        artifact: Path,
        messages: int = 1,
        *,
        alone: float = 0.0,
        wait: Callable[[float], bool] = lambda _: False,
    ) -> None:
        """`messages`: how many one call hashes. `alone`: the width of the core alone, if it is known better than by the
        target. `wait`: lets seconds pass; False, and none do, if no patience is left.
        """
        self.messages = messages
        self.sandbox = sandbox
        self.target = target
        self.core = core
        self.artifact = artifact
        self.alone = alone or target.counter.width
        self.wait = wait

    def audit(
        self,
        claimed: Mapping[int, float],
        witnesses: Sequence[Witness],
        plan: AuditPlan | None = None,
        runner_up: Callable[[int], RunnerUp | None] = lambda _: None,
    ) -> Audited | str:
        """See door.Audits. One of the longer lengths is tried, and nobody knows which.

        `witnesses`: of the last digest, those that answer soonest first; one that agrees is enough. Only the last one
        may call it wrong. `runner_up`: what to compare with at a length (bytes).
        """
        plan = plan or AuditPlan()
        length = secrets.choice([n for n in claimed if n >= SHORTEST] or [max(claimed)])
        inside = claimed[length]
        pace = self._pace()
        if pace is None or inside < 1:
            reason = "the clock does not work" if pace is None else "a call seems to take no time"
            none = Audited(bytes=length, calls=0, inside=inside, outside=0)
            return replace(none, verdict=NOT_CONFIRMED, reason=reason)
        other = runner_up(length) if plan.leads else None
        audit = _Audit(length, inside, plan, other, pace.rate, [pace.width])
        try:
            found = self._judged(audit)
        except _Failed as failed:
            return str(failed)
        is_decided = audits.is_decided(found.verdict, found.tolerance, leads=plan.leads)
        if not (is_decided or plan.is_patient):
            return self._audited(audit, found)
        wrong, by = self._compared(audit, witnesses)
        if wrong:
            return wrong
        if _is_forged(found):
            return _doubt(audit, found)
        return self._audited(audit, found, by)

    def _judged(self, audit: _Audit) -> Finding:
        """What turns say, in rounds until something is confirmed or nothing can be. Raises _Failed."""
        self._starts(audit)
        found = self._round(audit)
        for pause in ROUNDS if audit.plan.is_patient else ():
            if found.verdict == CONFIRMED:
                break
            if found.verdict == CONTRADICTED:
                time.sleep(pause)
            elif not self.wait(pause):
                break
            audit.widths[-1] = min(audit.widths[-1], self._width())
            found = self._round(audit)
        return found

    def _round(self, audit: _Audit) -> Finding:
        """Up to TURNS turns, as long as they are needed."""
        for number in range(TURNS if audit.plan.is_patient or not audit.plan.leads else FEW):
            time.sleep(PAUSE if number >= TURNS // 2 and not audit.plan.leads else 0)
            self._turn(audit)
            some = audit.turns(self.alone)
            if turns.are_enough(some, leads=audit.plan.leads, slack=audit.slack):
                break
        return turns.judge(some, leads=audit.plan.leads, slack=audit.slack)

    def _starts(self, audit: _Audit) -> None:
        """What processes cost beside their work, and how long the chain is to be for it."""
        for _ in range(STARTS if audit.plan.leads else 1):
            audit.known.starts.append(self._burn(0))
            audit.hashing.starts.append(self._hash(audit, self.artifact, 0))
            if audit.runner_up:
                audit.other.starts.append(self._hash(audit, audit.runner_up.artifact, 0))
        more = audit.hashing.start - audit.known.start
        least = OF_LEADERS if audit.plan.leads else SECONDS
        audit.chain = min(max(least, more / START), LONGEST)
        for _ in range(STARTS if audit.plan.leads else 0):
            none = self.target.harness / "none"
            audit.own.full.append(self._hash(audit, none, audit.calls))

    def _turn(self, audit: _Audit) -> None:
        audit.known.full.append(self._burn(audit.blocks))
        audit.hashing.full.append(self._hash(audit, self.artifact, audit.calls))
        if audit.runner_up:
            calls = audit.calls_of(audit.runner_up.inside)
            audit.other.full.append(self._hash(audit, audit.runner_up.artifact, calls))
        audit.widths.append(self._width())

    def _width(self) -> float:
        pace = self._pace()
        return pace.width if pace else 0.0

    def _burn(self, blocks: int) -> float:
        """Processor time of the known chain, in seconds."""
        none = self.target.harness / "none"
        return self._timed(none, "burn", [self._processor, blocks])[0]

    def _hash(self, audit: _Audit, of: Path, calls: int) -> float:
        """Processor time of a chain, in seconds. Raises _Failed."""
        seconds, answer = self._timed(of, "prove", self._words(audit, calls))
        if answer.problem and of == self.artifact:
            raise _Failed(answer.problem)
        if of == self.artifact and calls:
            audit.last = _digest(answer)
        if answer.problem:  # of the runner-up: it tells nothing
            audit.runner_up = None
        return seconds

    def _timed(
        self, of: Path, verb: str, words: list[int | str], limit: Limit = LIMIT
    ) -> tuple[float, Answer]:
        """Seconds of the processor, or of the clock where the kernel's account has other processes too."""
        begun = time.perf_counter()
        answer = program.ask(self.sandbox, of, verb, words, limit)
        passed = time.perf_counter() - begun
        return passed if answer.processor_seconds is None else answer.processor_seconds, answer

    @property
    def _processor(self) -> str:
        return f"processor={self.core}"

    def _words(self, audit: _Audit, calls: int) -> list[int | str]:
        fields = (self._processor, f"seed={audit.seed}", f"messages={self.messages}")
        return [*fields, audit.length, calls]

    def _compared(self, audit: _Audit, witnesses: Sequence[Witness]) -> tuple[str, str]:
        """(how the last digest differs from the last witness's, who agrees); both empty if no witness ends in time.

        Without any witness the program itself is asked once more; and if one that is not believed disagrees.
        """
        of = f"at the end of {audit.calls} messages of {audit.length} bytes"
        agrees: bool | None = None
        for witness in witnesses:
            agrees = self._agrees(audit, witness.program)
            if agrees:
                return "", witness.path
        last = witnesses[-1] if witnesses else None
        if last and (agrees is None or last.is_believed):
            return ("" if agrees is None else f"gave another digest than {last.path} {of}"), ""
        if self._agrees(audit, self.artifact) is False:
            return f"gave another digest than it gave before {of}", ""
        wrong = f"gave another digest than {last.path} {of}" if last else ""
        return (Disputed(wrong, last.path) if last else ""), ""

    def _agrees(self, audit: _Audit, asked: Path) -> bool | None:
        """Whether a program has the same last digest; None if it does not end in time, or fails."""
        words = self._words(audit, audit.calls)
        answer = program.ask(self.sandbox, asked, "prove", words, WITNESS_LIMIT)
        return None if answer.problem else _digest(answer) == audit.last

    def _pace(self) -> _Pace | None:
        """By a program of ours; None where the clock does not work."""
        words = [self._processor, f"ticks={CLOCK_TICKS}"]
        none = self.target.harness / "none"
        answer = program.ask(self.sandbox, none, f"pace@{CLOCK}", words, LIMIT)
        found = next((words[1:] for words in answer.lines if words[0] == "pace"), None)
        if answer.problem or not found or int(found[0]) == 0:
            return None
        return _Pace(int(found[0]), int(found[1]) / 1e9)  # cycles per second: a tick is 1 ns

    def _audited(self, audit: _Audit, found: Finding, witness: str = "") -> Audited:
        inside, outside = round(audit.inside, 2), round(audit.inside * found.ratio, 2)
        every = audit.turns(self.alone)
        return Audited(
            bytes=audit.length,
            calls=audit.calls,
            inside=inside,
            outside=outside,
            witness=witness,
            doubt=_doubt(audit, found) if found.verdict == CONTRADICTED else "",
            deviation=round(deviation_of(inside, outside), 4),
            tolerance=round(found.tolerance, 4),
            verdict=found.verdict,
            reason=found.reason,
            turns=len(every),
            quiet=_count(turn.is_quiet for turn in every),
        )


def _count(some: Iterable[bool]) -> int:
    return sum(some)


def _is_forged(found: Finding) -> bool:
    """Whether timings are no timings of this code, and not only in doubt."""
    return found.verdict == CONTRADICTED and found.ratio > (FORGED if found.is_calm else CERTAIN)


def _digest(answer: Answer) -> str:
    return next((words[3] for words in answer.lines if words[0] == "proof" and len(words) > 3), "")


def _doubt(audit: _Audit, found: Finding) -> str:
    return (
        f"its timings say {audit.inside:.0f} cycles for {audit.length} bytes, and by a clock outside "
        f"its process a message takes {audit.inside * found.ratio:.0f}"
    )
