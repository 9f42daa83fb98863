"""The lines of SUPERCOP's data on one hash, gathered in whatever order they come, and the facts that they make."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from statistics import median
from typing import Any

from hashcop.data import lengths
from hashcop.data.said import shorten
from hashcop.data.store import UNKNOWN_OBJECT, Fact, digest
from hashcop.data.supercop import words

_REASONS = 20  # lines of a checker's words that are kept


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a block of lines is about. `security` is empty in data that knows no classes."""

    machine: str
    abi: str
    hash: str
    security: str
    sources: str


@dataclass(slots=True)
class Attempt:
    """What the lines tell of one implementation with one option set.

    `trials` are pairs of the value that stands in the line (cycles) and all timings; `sizes` are the words for a file
    and its text, data and bss (bytes), each once, since copies of lines are none.
    """

    implementation: str
    options: list[str]
    object: str
    time: str
    built: bool = False
    reason: str = ""
    said: list[str] = field(default_factory=list)
    sizes: dict[tuple[str, ...], None] = field(default_factory=dict)
    check: dict[str, Any] = field(default_factory=dict)
    trials: "list[tuple[int, array[int]]]" = field(default_factory=list)
    timecop: list[tuple[str, str]] = field(default_factory=list)

    def refuse(self, reason: str) -> None:
        """Take in a line of the words with which the checker refused it."""
        reasons = self.check.get("reasons", []) if self.check.get("outcome") == "failed" else []
        if reason not in reasons and len(reasons) < _REASONS:
            reasons.append(reason)
        self.built = True
        self.check = {"outcome": "failed", "reasons": reasons, "expected": "unknown"}

    def tried(self, check: dict[str, Any], value: int, timings: Sequence[int]) -> None:
        """Take in a trial, and the check that comes with it. A copy of a line counts once."""
        trial = value, array("q", timings)
        self.built = True
        self.check = check
        if trial not in self.trials:
            self.trials.append(trial)

    @property
    def cost(self) -> int | None:
        """Cycles that its newest trial says; None where it was not tried or is not right."""
        is_right = self.check.get("outcome") == "ok"
        return self.trials[-1][0] if self.trials and is_right else None


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
    """What is known of a hash and security class on a machine and ABI, from one version of the program.

    `shared` remembers, over the blocks of a file, the class under which an implementation was seen first: one that
    is measured in two classes is two implementations to us, and the second has its class in its name.
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
        """What is known of an implementation and option set, as the words that name them."""
        found = self._attempts.get((implementation, options))
        if found is None:
            name = self._name(implementation)
            about = ("supercop", *self._about(), name, options)
            code = UNKNOWN_OBJECT + digest(*about)
            found = Attempt(name, words.options(options), code, time)
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
        return about.machine, about.abi, about.hash, about.security, about.sources

    def _name(self, word: str) -> str:
        """The implementation's name below its hash."""
        about = self.subject
        prefix = f"{words.OPERATION}/{about.hash}/"
        if not word.startswith(prefix):
            raise ValueError(f"{word!r} is no implementation of {about.hash}")
        name = word.removeprefix(prefix)
        place = (about.machine, about.abi, about.hash, about.sources, name)
        is_first = self._shared.setdefault(place, about.security) == about.security
        return name if is_first else f"{name} ({about.security or 'no class'})"

    def facts(self) -> Iterator[Fact]:
        """Everything that these lines tell, as facts."""
        measured = self._measured()
        versions = {attempt.implementation: each.version for each, attempt in measured}
        for attempt in self._attempts.values():
            yield self._build(attempt, versions.get(attempt.implementation, ""))
            yield from self._checked(attempt)
        yield from self._winners({attempt.implementation: attempt for _, attempt in measured})
        for each, attempt in measured:
            for length, timings in each.cycles.items():
                told: Fact = {"bytes": length, "cycles": timings.tolist()}
                yield self._fact("cycles", each.times[length], attempt, told)

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

    def _build(self, attempt: Attempt, version: str) -> Fact:
        told: Fact = {"outcome": "ok" if attempt.built else "failed"}
        said = "\n".join(attempt.said)
        if not attempt.built:
            told["reason"] = attempt.reason or words.reason(attempt.said)
        if attempt.said:
            told["said"] = shorten(said)
        told["sources"] = self.subject.sources
        told["version"] = version or None
        if attempt.sizes:
            sums = [sum(map(int, column)) for column in list(zip(*attempt.sizes, strict=True))[1:]]
            told["size"] = dict(zip(("text", "data", "bss"), sums, strict=True))
        return self._fact("build", attempt.time, attempt, told)

    def _checked(self, attempt: Attempt) -> Iterator[Fact]:
        if attempt.check:
            told = {name: value for name, value in attempt.check.items() if name != "reasons"}
            if "reasons" in attempt.check:
                told["reason"] = "; ".join(attempt.check["reasons"])
            told["output_bytes"] = self.output_bytes
            yield self._fact("check", attempt.time, attempt, told)
        for outcome, said in attempt.timecop:
            told = {"outcome": outcome, "said": [said] if said else None}
            yield self._fact("timecop", attempt.time, attempt, told)
        for _, timings in attempt.trials:
            told = {"round": 1, "bytes": lengths.RACE, "cycles": timings.tolist()}
            yield self._fact("trial", attempt.time, attempt, told)

    def _winners(self, measured: dict[str, Attempt]) -> Iterator[Fact]:
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
            told: Fact = {"bytes": lengths.RACE, "builds": tried.get(name, 0)}
            if attempt.trials:
                told["cycles"] = median(chain(*(timings for _, timings in attempt.trials)))
            yield self._fact("winner", attempt.time, attempt, told)

    def _fact(self, kind: str, time: str, attempt: Attempt, told: Fact) -> Fact:
        told = {name: value for name, value in told.items() if value is not None}
        if kind != "build" or attempt.built:
            told["object"] = attempt.object
        about = self.subject
        return {
            "kind": kind,
            "time": time,
            "machine": about.machine,
            "key": digest(kind, time, attempt.object, *told.items()),
            "abi": about.abi,
            "hash": about.hash,
            "implementation": attempt.implementation,
            **({"security": about.security} if about.security else {}),
            "options": attempt.options,
            **told,
        }
