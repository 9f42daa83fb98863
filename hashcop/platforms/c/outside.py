"""Whether timings are true, by a clock that the code can't reach: measure/c/prove.c says how.

A stranger's code shares its process with the harness, and could report any ticks. What it can't change is how long its
process takes. So it is given a chain of messages, and the time from its start to its end is measured here, less that
of a process with an empty chain. A program of ours that does a known number of cycles is measured in the same way, in
turns. What is still in doubt after some tries is tried again after a while, or by a later audit. `make bench-audits`
shows what is found of honest code.
"""

import math
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.fresh import Witness, fresh_seed
from hashcop.platforms.c.program import Answer, Limit
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Audited

SHORTEST = 1024  # bytes: what the chain adds to a call is little beside a longer message
SECONDS = 0.012  # that a chain takes by what is claimed
MOST_CALLS = 1 << 20
TRIES = 8
PAUSE = 0.05  # seconds
ROUNDS = (
    0,
    1,
    3,
)  # seconds before each: while there is doubt, tries begin anew, and the least counts
# Outside over inside: no further try is needed. Honest code seems faster than it is where the process without work was
# disturbed.
ENOUGH = (0.85, 1.2)
DOUBTFUL = 1.5  # beyond this the timings are marked
FORGED = 2.5  # and beyond this they are no timings of this code
CERTAIN = 5  # and beyond this no other work can be the reason
CALM = (
    1.25  # times that the program of ours may take what it should, in a try that nothing disturbed
)
CALM_TRIES = 3  # that are needed to judge by them
WATCHED, FREE = (
    0.25,
    0.1,
)  # seconds that the core is looked at, and the part of them that others may have it
ALONE = 0.9  # of the core's width: less means that a hyperthread of the core has other work
LIMIT = Limit(4, 4)  # seconds for one chain
WITNESS_LIMIT = Limit(20, 20)
BLOCK = 1024  # cycles
CLOCK, CLOCK_TICKS = "clock-monotonic", 500_000  # nanoseconds


@dataclass(frozen=True)
class _Pace:
    """How fast a core is: cycles per second, and how many independent instructions it does in a cycle."""

    rate: float
    width: float


class Tries:
    """How long processes took, in seconds: of hashing and of a known number of cycles, by turns with work and without.

    What a process costs beside its work is the least that one without work took.
    """

    def __init__(self, rate: float) -> None:
        """`rate`: of the core, in cycles per second, at least."""
        self._rate = rate
        self._known = 0.0  # cycles
        self._empty = [math.inf, math.inf]
        self._full: list[tuple[float, float]] = []

    def add(self, empty: tuple[float, float], full: tuple[float, float], known: int) -> None:
        """What a try found out of hashing and of the `known` cycles."""
        self._known = known
        self._empty = [min(*both) for both in zip(self._empty, empty, strict=True)]
        self._full.append(full)

    @property
    def count(self) -> int:
        """How many there were."""
        return len(self._full)

    def _work(self) -> list[tuple[float, float]]:
        """Cycles of hashing, and of the known ones, by the clock.

        A core that is shared all the time seems slower than it is: it is as fast as its best try, at least.
        """
        hashing, known = self._empty
        taken = [(max(a - hashing, 0), max(b - known, 0)) for a, b in self._full]
        best = min((known for _, known in taken if known), default=math.inf)
        rate = max(self._rate, self._known / best)
        return [(a * rate, b * rate) for a, b in taken]

    @property
    def _is_calm(self) -> bool:
        """Whether nothing else had the core in any of them."""
        return all(known <= CALM * self._known for _, known in self._work())

    def cycles(self) -> float:
        """Cycles of hashing, at least: by all tries together, as what competes for the core meets both; or by the best.

        What competes only for the core's units, from another hyperthread, slows most hash functions more than what is
        known; but not in every try.
        """
        work = self._work()
        hashing, known = map(sum, zip(*work, strict=True))
        together = hashing / max(known, self.count * self._known) * self._known
        return min(together, *(hashing for hashing, _ in work))

    def are_enough(self, cycles: float) -> bool:
        """Whether hashing may well take so many cycles."""
        some = self._is_calm or self.count > TRIES // 2
        least, most = (part * cycles for part in ENOUGH)
        return some and least <= self.cycles() <= most


class Auditor:
    """Measures chains of one program on one logical processor."""

    def __init__(
        self, sandbox: Sandbox, target: Target, core: int, artifact: Path, messages: int = 1
    ) -> None:
        """`messages`: how many one call hashes."""
        self.messages = messages
        self.sandbox = sandbox
        self.target = target
        self.core = core
        self.artifact = artifact

    def audit(
        self, claimed: Mapping[int, float], witness: Witness | None, *, is_patient: bool = True
    ) -> Audited | str:
        """See door.Audits. One of the longer lengths is tried, and nobody knows which."""
        length = secrets.choice([n for n in claimed if n >= SHORTEST] or [max(claimed)])
        inside = claimed[length]
        pace = self._pace()
        if pace is None or inside <= 0:
            return Audited(bytes=length, calls=0, inside=inside, outside=0)
        calls = min(MOST_CALLS, math.ceil(SECONDS * pace.rate / inside))
        blocks = math.ceil(SECONDS * pace.rate / BLOCK)
        seed = fresh_seed()
        work = seed, length, calls, blocks
        outside = math.inf
        for pause in ROUNDS if is_patient else ROUNDS[:1]:
            time.sleep(pause)
            tries = Tries(pace.rate)
            answer = self._tried(tries, work, inside * calls)
            if answer.problem:
                return answer.problem
            outside = min(outside, tries.cycles() / calls)
            if outside <= DOUBTFUL * inside:
                break
        doubt = _doubt(length, inside, outside) if outside > DOUBTFUL * inside else ""
        if doubt and not is_patient:
            return Audited(bytes=length, calls=calls, inside=inside, outside=outside, doubt=doubt)
        wrong = self._differs(seed, length, calls, _digest(answer), witness)
        if wrong:
            return wrong
        if outside > CERTAIN * inside:
            return doubt
        if doubt and not self._is_alone(pace):
            doubt = ""
        elif outside > FORGED * inside:
            return doubt
        by = witness.path if witness else ""
        numbers = {"inside": round(inside, 2), "outside": round(outside, 2)}
        return Audited(bytes=length, calls=calls, witness=by, doubt=doubt, **numbers)

    def _tried(self, tries: Tries, work: tuple[int, int, int, int], claimed: float) -> Answer:
        """Try until it takes about as many cycles as claimed, or often. Returns the last answer of what hashed."""
        while True:
            time.sleep(PAUSE if tries.count >= TRIES // 2 else 0)  # something else is busy
            answer = self._try(tries, *work)
            if answer.problem or tries.are_enough(claimed) or tries.count == TRIES:
                return answer

    def _try(self, tries: Tries, seed: int, length: int, calls: int, blocks: int) -> Answer:
        """One try. Returns the answer of the process that hashed."""
        taken: list[tuple[float, float]] = []
        none = self.target.harness / "none"
        for part in (0, 1):
            begun = time.perf_counter()
            answer = self._prove(self.artifact, seed, length, calls * part, LIMIT)
            hashed = time.perf_counter()
            if answer.problem:
                return answer
            known = program.ask(self.sandbox, none, "burn", [self._processor, blocks * part], LIMIT)
            taken.append((hashed - begun, time.perf_counter() - hashed))
        tries.add(taken[0], taken[1], _burnt(known))
        return answer

    @property
    def _processor(self) -> str:
        return f"processor={self.core}"

    def _prove(self, of: Path, seed: int, length: int, count: int, limit: Limit) -> Answer:
        words: list[int | str] = [self._processor, f"seed={seed}", f"messages={self.messages}"]
        words += [length, count]
        return program.ask(self.sandbox, of, "prove", words, limit)

    def _differs(
        self, seed: int, length: int, calls: int, last: str, witness: Witness | None
    ) -> str:
        """How the last digest differs from the witness's; empty where it does not, or the witness is too slow."""
        asked = witness.program if witness else self.artifact
        answer = self._prove(asked, seed, length, calls, WITNESS_LIMIT)
        if answer.problem or _digest(answer) == last:
            return ""
        by = witness.path if witness else "it gave before"
        return f"gave another digest than {by} at the end of {calls} messages of {length} bytes"

    def _pace(self) -> _Pace | None:
        """By a program of ours; None where the clock does not work."""
        words = [self._processor, f"ticks={CLOCK_TICKS}"]
        none = self.target.harness / "none"
        answer = program.ask(self.sandbox, none, f"pace@{CLOCK}", words, LIMIT)
        found = next((words[1:] for words in answer.lines if words[0] == "pace"), None)
        if answer.problem or not found or int(found[0]) == 0:
            return None
        return _Pace(int(found[0]), int(found[1]) / 1e9)  # cycles per second: a tick is 1 ns

    def _is_alone(self, before: _Pace) -> bool:
        """Whether nothing else had work on the core, before and after."""
        after, alone = self._pace(), self.target.counter.width
        return after is not None and min(before.width, after.width) >= ALONE * alone


def _digest(answer: Answer) -> str:
    return next((words[3] for words in answer.lines if words[0] == "proof" and len(words) > 3), "")


def _burnt(answer: Answer) -> int:
    return next((int(words[1]) for words in answer.lines if words[0] == "burnt"), 0)


def _doubt(length: int, inside: float, outside: float) -> str:
    return (
        f"its timings say {inside:.0f} cycles for {length} bytes, and by a clock outside its process "
        f"a message takes {outside:.0f}"
    )
