"""The lines of SUPERCOP's data on one hash, gathered in whatever order they come, and the records that they make."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from statistics import median
from typing import TypedDict

from hashcop.data import lengths
from hashcop.data.keys import digest
from hashcop.data.records import (
    UNKNOWN_OBJECT,
    Build,
    Check,
    Cycles,
    Record,
    Size,
    Timecop,
    Trial,
    Winner,
)
from hashcop.data.said import shorten
from hashcop.data.supercop import words

_REASONS = 20  # lines of a checker's words that are kept
_QUANTITY = "cycles"


class Where(TypedDict):
    """The fields that all records of an attempt have."""

    time: str
    machine: str
    platform: str
    target: str
    hash: str
    implementation: str
    security: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a block of lines is about. `security` is empty in data that knows no classes."""

    machine: str
    target: str
    hash: str
    security: str
    sources: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check of a build found: fields of a `check` record. Its reason is made of `reasons`."""

    outcome: str
    expected: str
    reasons: tuple[str, ...] = ()
    checksumsmall: str = ""
    checksumbig: str = ""


@dataclass(slots=True)
class Attempt:
    """What the lines tell of one implementation with one option set.

    `trials` are pairs of the value that stands in the line (cycles) and all timings; `sizes` are the words for a file
    and its text, data and bss (bytes). Both hold a line that is repeated once.
    """

    implementation: str
    options: tuple[str, ...]
    object: str
    time: str
    built: bool = False
    reason: str = ""
    said: list[str] = field(default_factory=list)
    sizes: dict[tuple[str, ...], None] = field(default_factory=dict)
    check: Verdict | None = None
    trials: "list[tuple[int, array[int]]]" = field(default_factory=list)
    timecop: list[tuple[str, str]] = field(default_factory=list)

    def refuse(self, reason: str) -> None:
        """Take in a line that says why the checker refused the build."""
        is_wrong = self.check is not None and self.check.outcome == "wrong"
        reasons = self.check.reasons if self.check and is_wrong else ()
        if reason not in reasons and len(reasons) < _REASONS:
            reasons = (*reasons, reason)
        self.built = True
        self.check = Verdict("wrong", "unknown", reasons)

    def tried(self, check: Verdict, value: int, timings: Sequence[int]) -> None:
        """Take in a trial, and the check that comes with it."""
        trial = value, array("q", timings)
        self.built = True
        self.check = check
        if trial not in self.trials:
            self.trials.append(trial)

    @property
    def cost(self) -> int | None:
        """The cycles that its newest trial states; None where it was not tried or is wrong."""
        is_right = self.check is not None and self.check.outcome == "right"
        return self.trials[-1][0] if self.trials and is_right else None

    @property
    def size(self) -> Size | None:
        """The sum over all object files; None where no line says any."""
        if not self.sizes:
            return None
        _, text, data, bss = zip(*self.sizes, strict=True)
        return Size(sum(map(int, text)), sum(map(int, data)), sum(map(int, bss)))


@dataclass(slots=True)
class Measurement:
    """The timings (cycles) of each length (bytes), of the implementation and option set that two other lines name."""

    implementation: str = ""
    version: str = ""
    options: str | None = None
    cycles: "dict[int, array[int]]" = field(default_factory=dict)
    times: dict[int, str] = field(default_factory=dict)
    lines: int = 0

    def add(self, time: str, length: int, timings: Sequence[int]) -> None:
        """Take in one line of timings: a length has several."""
        self.cycles.setdefault(length, array("q")).extend(timings)
        self.times[length] = time
        self.lines += 1


class Block:
    """What is known of a hash and security class on a machine and target, from one version of SUPERCOP.

    `shared` remembers, over the blocks of a file, the class under which an implementation was seen first: one that
    is measured in two classes becomes two implementations, and the second has its class in its name.
    """

    def __init__(self, subject: Subject, shared: dict[tuple[str, ...], str]) -> None:
        self.subject = subject
        self.output_bytes: int | None = None
        self.unknown = 0
        self._shared = shared
        self._attempts: dict[tuple[str, str], Attempt] = {}
        self._closed: list[Measurement] = []
        self.open = Measurement()

    def attempt(self, time: str, implementation: str, options: str) -> Attempt:
        """What is known of an implementation and option set, both as their words in a line."""
        found = self._attempts.get((implementation, options))
        if found is None:
            name = self._name(implementation)
            about = ("supercop", *self._about(), name, options)
            code = UNKNOWN_OBJECT + digest(*about)
            found = Attempt(name, tuple(words.options(options)), code, time)
            self._attempts[implementation, options] = found
        found.time = max(found.time, time)
        return found

    def measure(self, implementation: str, version: str) -> None:
        """Begin the measurement of an implementation. Lines that stand before this one may belong to it."""
        self._name(implementation)
        if self.open.implementation and self.open.cycles:
            self._closed.append(self.open)
            self.open = Measurement()
        self.open.implementation, self.open.version = implementation, version

    def _about(self) -> tuple[str, ...]:
        about = self.subject
        return about.machine, about.target, about.hash, about.security, about.sources

    def _name(self, word: str) -> str:
        """The implementation's name below its hash."""
        about = self.subject
        prefix = f"{words.OPERATION}/{about.hash}/"
        if not word.startswith(prefix):
            raise ValueError(f"{word!r} is no implementation of {about.hash}")
        name = word.removeprefix(prefix)
        place = (about.machine, about.target, about.hash, about.sources, name)
        is_first = self._shared.setdefault(place, about.security) == about.security
        return name if is_first else f"{name} ({about.security or 'no class'})"

    def records(self) -> Iterator[Record]:
        """The records of everything that these lines tell."""
        measured = self._measured()
        versions = {attempt.implementation: each.version for each, attempt in measured}
        for attempt in self._attempts.values():
            yield self._build(attempt, versions.get(attempt.implementation, ""))
            yield from self._checked(attempt)
        yield from self._winners({attempt.implementation: attempt for _, attempt in measured})
        for each, attempt in measured:
            yield from self._cycles(each, attempt)

    def _measured(self) -> list[tuple[Measurement, Attempt]]:
        """Each measurement with what it measured."""
        found = []
        for each in (*self._closed, self.open):
            if not each.implementation:
                self.unknown += each.lines
                continue
            options = each.options
            if options is None:
                options = self._fastest_options(each.implementation)
            time = max(each.times.values(), default="")
            attempt = self.attempt(time, each.implementation, options)
            attempt.built = True
            found.append((each, attempt))
        return found

    def _fastest_options(self, implementation: str) -> str:
        """The word of the option set with the fastest trial; where there is none, that of no options."""
        costs = {
            options: attempt.cost
            for (name, options), attempt in self._attempts.items()
            if name == implementation and attempt.cost is not None
        }
        return min(costs, key=lambda options: costs[options] or 0, default="-")

    def _cycles(self, each: Measurement, attempt: Attempt) -> Iterator[Record]:
        for length, timings in each.cycles.items():
            time = each.times[length]
            cycles = tuple(timings)
            yield Cycles(
                **self._where(attempt, time),
                key=digest("cycles", time, attempt.object, length, cycles),
                object=attempt.object,
                bytes=length,
                cycles=cycles,
            )

    def _build(self, attempt: Attempt, version: str) -> Record:
        reason = "" if attempt.built else attempt.reason or words.reason(attempt.said)
        outcome = "ok" if attempt.built else "failed"
        told = outcome, reason, version, attempt.size, *attempt.said
        return Build(
            **self._where(attempt),
            key=digest("build", attempt.time, attempt.object, *told),
            outcome=outcome,
            sources=self.subject.sources,
            object=attempt.object if attempt.built else "",
            reason=reason,
            said=tuple(shorten("\n".join(attempt.said))),
            version=version,
            size=attempt.size,
        )

    def _checked(self, attempt: Attempt) -> Iterator[Record]:
        if attempt.check:
            yield self._check(attempt, attempt.check)
        for outcome, said in attempt.timecop:
            yield Timecop(
                **self._where(attempt),
                key=digest("timecop", attempt.time, attempt.object, outcome, said),
                object=attempt.object,
                outcome=outcome,
                said=(said,) if said else (),
            )
        for _, timings in attempt.trials:
            cycles = tuple(timings)
            yield Trial(
                **self._where(attempt),
                key=digest("trial", attempt.time, attempt.object, cycles),
                object=attempt.object,
                quantity=_QUANTITY,
                round=1,
                bytes=lengths.RACE,
                cycles=cycles,
            )

    def _check(self, attempt: Attempt, found: Verdict) -> Record:
        return Check(
            **self._where(attempt),
            key=digest("check", attempt.time, attempt.object, found, self.output_bytes),
            object=attempt.object,
            outcome=found.outcome,
            reason="; ".join(found.reasons),
            expected=found.expected,
            checksumsmall=found.checksumsmall,
            checksumbig=found.checksumbig,
            output_bytes=self.output_bytes or 0,
        )

    def _winners(self, measured: dict[str, Attempt]) -> Iterator[Record]:
        """Of each implementation the option set that was measured, or was the fastest to be tried."""
        best = dict(measured)
        tried: dict[str, int] = {}
        for attempt in self._attempts.values():
            name, cost = attempt.implementation, attempt.cost
            if cost is None:
                continue
            tried[name] = tried.get(name, 0) + 1
            held = best.get(name)
            if held is None or (name not in measured and cost < (held.cost or 0)):
                best[name] = attempt
        for name, attempt in best.items():
            yield self._winner(attempt, tried.get(name, 0))

    def _winner(self, attempt: Attempt, builds: int) -> Record:
        timings = list(chain(*(timings for _, timings in attempt.trials)))
        cycles = median(timings) if timings else None
        return Winner(
            **self._where(attempt),
            key=digest("winner", attempt.time, attempt.object, builds, cycles),
            object=attempt.object,
            quantity=_QUANTITY,
            bytes=lengths.RACE,
            median=cycles,
            builds=builds,
        )

    def _where(self, attempt: Attempt, time: str = "") -> Where:
        about = self.subject
        return {
            "time": time or attempt.time,
            "machine": about.machine,
            "platform": words.PLATFORM,
            "target": about.target,
            "hash": about.hash,
            "implementation": attempt.implementation,
            "security": about.security,
            "options": attempt.options,
        }
