"""Facts in, SUPERCOP's data lines out, so that a program that reads eBACS data reads ours.

Two passes: the records that pages are made of say what counts (which builds are current, which implementation is
fastest); then the facts are read again for what the records do not keep, and of timings only what is written.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from hashcop.data import lengths
from hashcop.data.store import DataError, Fact
from hashcop.data.supercop import words
from hashcop.results import race, samples
from hashcop.results import ranking as compare
from hashcop.results.quartiles import stabilized
from hashcop.results.race import Timing
from hashcop.results.summary import Abi, Build, Hash, Implementation, Machine

_Name = tuple[str, str, str, str]  # machine, ABI, hash, implementation
_Timed = tuple[str, "array[int]", int]  # time, timings (cycles), processes


def fastest(hash: Hash) -> dict[str, Implementation]:
    """The measured implementation that stands for each security class of a hash: all that SUPERCOP has cycles of."""
    found: dict[str, Implementation] = {}
    for one in compare.measured(hash):
        found.setdefault(_security(one), one)
    return found


def _measured(machines: Iterable[Machine]) -> Iterator[tuple[_Name, Implementation]]:
    """Everything whose timings are to be written."""
    for machine in machines:
        for abi in machine.abis:
            for hash in abi.hashes:
                for one in fastest(hash).values():
                    yield (machine.name, abi.name, hash.name, one.name), one


def _security(implementation: Implementation) -> str:
    return implementation.newest.security or words.CLASSLESS


@dataclass
class Details:
    """What the facts tell beyond the records of `machines`."""

    machines: Sequence[Machine]
    builds: dict[tuple[_Name, tuple[str, ...]], Fact] = field(default_factory=dict)
    checks: dict[tuple[_Name, str], Fact] = field(default_factory=dict)
    trials: dict[tuple[_Name, str], dict[str, tuple[_Timed, Timing]]] = field(default_factory=dict)
    alone: dict[_Name, float] = field(default_factory=dict)
    cycles: dict[tuple[_Name, str], dict[int, _Timed]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, one in _measured(self.machines):
            if one.winner:
                self.cycles[name, one.winner.object] = {}

    def gather(self, facts: Iterable[Fact]) -> None:
        """Take in the facts that the records were made of. Raises DataError for timings that are no whole numbers."""
        for fact in facts:
            if (
                fact.get("operation", words.OPERATION) == words.OPERATION
                and "implementation" in fact
            ):
                self._take(fact)

    def _take(self, fact: Fact) -> None:
        name = fact["machine"], fact["abi"], fact["hash"], fact["implementation"]
        kind, time = fact["kind"], fact.get("time", "")
        if kind == "build":
            slot = name, tuple(fact.get("options") or ())
            if time >= self.builds.get(slot, fact).get("time", ""):
                self.builds[slot] = fact
        elif kind == "check":
            place = name, fact["object"]
            if time >= self.checks.get(place, fact).get("time", ""):
                self.checks[place] = fact
        elif kind == "trial":
            trial = _timed(fact), _trial_timing(fact)
            self.alone[name] = max(self.alone.get(name, 0), trial[1].alone)
            self.trials.setdefault((name, fact["object"]), {})[fact["key"]] = trial
        elif kind == "cycles" and (points := self.cycles.get((name, fact["object"]))) is not None:
            _enter(points, fact["bytes"], _timed(fact))
        elif kind == "timings" and (points := self.cycles.get((name, fact["object"]))) is not None:
            for length, timed in _calibrated(fact):
                _enter(points, length, timed)


def _enter(points: dict[int, _Timed], length: int, timed: _Timed) -> None:
    held = points.get(length)
    if held is None or timed[0] >= held[0]:
        points[length] = timed


def _calibrated(fact: Fact) -> Iterator[tuple[int, _Timed]]:
    """Each length (bytes) of a fact with samples: the timings that count, in SUPERCOP's whole cycles."""
    found = samples.together(samples.restore(one) for one in fact["samples"])
    for length, processes in found.items():
        counted = samples.undisturbed(processes)
        each = len(processes[0][0])
        whole = array("q", map(round, counted))
        yield length, (fact.get("time", ""), whole, len(counted) // each)


def _trial_timing(fact: Fact) -> Timing:
    if "samples" in fact:
        return race.timing_of([samples.restore(one) for one in fact["samples"]])
    return Timing(0)  # nothing says whether it was quiet


def _timed(fact: Fact) -> _Timed:
    if "samples" in fact:
        return next(timed for length, timed in _calibrated(fact) if length == lengths.RACE)
    try:
        timings = array("q", fact["cycles"])
    except (TypeError, OverflowError):
        what = f"{fact['kind']} fact with key {fact.get('key')!r}"
        raise DataError(f"{what}: SUPERCOP's format has whole numbers of cycles only") from None
    return fact.get("time", ""), timings, fact.get("processes") or 0


def lines(details: Details, left_out: Counter[str]) -> Iterator[str]:
    """All lines, each with its line end. `left_out` counts what SUPERCOP's format has no place for."""
    for machine in details.machines:
        if machine.supercop:
            left_out["machines whose data SUPERCOP wrote"] += 1
            continue
        for abi in machine.abis:
            for hash in abi.hashes:
                yield from _Lines(machine, abi, hash, details, left_out).all()


@dataclass(frozen=True)
class _Lines:
    """The lines of one hash on one machine and ABI."""

    machine: Machine
    abi: Abi
    hash: Hash
    details: Details
    left_out: Counter[str]

    def all(self) -> Iterator[str]:
        best = fastest(self.hash)
        for security in sorted({_security(one) for one in self.hash.implementations}):
            for one in self.hash.implementations:
                if _security(one) == security:
                    for build in one.builds:
                        yield from self._build(one, build)
                    if one.curve and one is not best[security]:
                        self.left_out[
                            "measurements of implementations that are not the fastest"
                        ] += 1
            if security in best:
                yield from self._measured(best[security])

    def _line(self, one: Implementation, time: str, what: str, *rest: object) -> str:
        machine, version = self.machine, self.machine.hashcop
        place = map(words.word, (f"{words.OURS}{version}", machine.name, self.abi.name))
        subject = f"{words.word(self.hash.name)}/{words.word(_security(one))}"
        told = (*place, words.date(time), words.OPERATION, subject, what, *rest)
        return " ".join(map(str, told)) + "\n"

    def _name(self, one: Implementation) -> _Name:
        return self.machine.name, self.abi.name, self.hash.name, one.name

    def _directory(self, one: Implementation) -> str:
        return words.word(f"{words.OPERATION}/{self.hash.name}/{one.name}")

    def _build(self, one: Implementation, build: Build) -> Iterator[str]:
        if build.outcome == "skipped" or not build.options:
            self.left_out["builds that were skipped"] += 1
            return
        fact = self.details.builds[self._name(one), build.options]
        time, who = fact.get("time", ""), (self._directory(one), words.option_set(build.options))
        if not build.object and words.reason(build.said) != build.reason:
            reason = words.message(build.reason)
            yield self._line(one, time, "fromcompiler", *who, words.REASON, reason)
        for line in build.said:
            yield self._line(one, time, "fromcompiler", *who, "-", words.message(line))
        if build.object:
            yield from self._checked(one, build, who)
            if size := fact.get("size"):
                bytes_of = [int(size.get(section, 0)) for section in ("text", "data", "bss")]
                yield self._line(one, time, "objsize", *who, *bytes_of, words.OBJECTS)

    @property
    def _rate(self) -> int:
        """Cycles per second, as far as calibrations tell."""
        counter, scale = self.abi.counter, self.abi.cycles_per_tick
        return int(counter.ticks_per_second * (scale.median if scale else 1)) if counter else 0

    @property
    def _counter(self) -> str:
        counter, scale = self.abi.counter, self.abi.cycles_per_tick
        return counter.name + (words.CALIBRATED if scale else "") if counter else ""

    def _checked(self, one: Implementation, build: Build, who: tuple[str, str]) -> Iterator[str]:
        place = self._name(one), build.object
        check, trials = self.details.checks.get(place), self.details.trials.get(place, {})
        if check is None:
            self.left_out["builds that are not checked yet"] += 1
            return
        verdict = words.VERDICT_WORDS.get((check["outcome"], check.get("expected", "unknown")))
        if verdict and trials:
            counting = race.counting(trials.values(), self.details.alone[self._name(one)])
            timings = [timing for _, some, _ in counting for timing in some]
            value = stabilized(timings, 2)
            sums = "/".join(check.get(f"checksum{which}") or "-" for which in ("small", "big"))
            time = max(time for time, _, _ in counting)
            told = (sums, verdict, value, 0, self._rate, *who, words.deviations(value, timings))
            yield self._line(one, time, "try", *told)
        elif check["outcome"] == "failed":
            reason = words.message(check.get("reason") or "")
            yield self._line(one, check.get("time", ""), "tryfails", *who, reason)
        else:
            self.left_out["builds that are right and were not raced"] += 1

    def _measured(self, one: Implementation) -> Iterator[str]:
        winner = one.winner
        if winner is None:
            return
        place = self._name(one), winner.object
        points = self.details.cycles[place]
        last = max(time for time, _, _ in points.values())
        check = self.details.checks.get(place, {})
        command = next(iter(winner.options), "")
        versions = [c.version for c in self.machine.compilers if c.command == command]
        told: list[tuple[str, *tuple[object, ...]]] = [
            ("implementation", self._directory(one), words.word(one.newest.version)),
            ("outputbytes", check.get("output_bytes") or one.output_bytes or "-"),
            ("cpuid", words.word(self.machine.processor)),
            ("cpucycles_persecond", self._rate),
            ("cpucycles_implementation", words.word(self._counter)),
            ("compiler", words.option_set(winner.options), words.word("".join(versions[:1]))),
        ]
        for what, *rest in told:
            if rest != ["-"]:
                yield self._line(one, last, what, *rest)
        for length, (time, timings, processes) in sorted(points.items()):
            for group in _groups(timings, processes):
                value = stabilized(group, 2)
                deviations = words.deviations(value, group)
                yield self._line(one, time, "cycles", length, value, deviations)


def _groups(timings: Sequence[int], processes: int) -> Iterator[Sequence[int]]:
    """Timings as lines have them: those of one process, or as many as a line may hold."""
    each = len(timings) // processes if processes and len(timings) % processes == 0 else 0
    step = each if 0 < each <= words.GROUP else words.GROUP
    for first in range(0, len(timings), step):
        yield timings[first : first + step]
