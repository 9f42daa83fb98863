"""Our data in SUPERCOP's format, so that a program that reads eBACS data reads ours.

The files are read twice. Summaries say what counts: which builds are current, and which implementation is fastest. The
second reading keeps the timings of those, which summaries reduce to quartiles.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from operator import itemgetter
from pathlib import Path

from hashcop.data import files, lengths
from hashcop.data.records import OPERATION, Build, Check, Cycles, Made, Record, Timings, Trial
from hashcop.data.supercop import words
from hashcop.results import race, ranking, samples
from hashcop.results.gather import NOT_CALIBRATED
from hashcop.results.identities import Identities
from hashcop.results.model import gather, summaries
from hashcop.results.newest import Newest, Stamp
from hashcop.results.quartiles import stabilized
from hashcop.results.race import Timing
from hashcop.results.summary import Code, Hash, Implementation, Machine, Target

_Scale = tuple[str, str, str]  # name and identity of the machine, target
_Subject = tuple[str, str, str, str, str]  # also hash, implementation
_Name = tuple[str, str, str, str, str, str]  # also machine code


@dataclass(frozen=True, slots=True)
class _Timed:
    """Timings (cycles of one call) of one length, of one process after the other."""

    time: str
    timings: "array[int]"
    processes: int
    is_calibrated: bool


def lines(paths: Sequence[Path], left_out: Counter[str]) -> Iterator[str]:
    """All lines, each with its line end. `left_out` counts what SUPERCOP's format has no name for.

    Raises hashcop.data.files.DataError for files that can't be read as data.
    """
    gatherer = gather(paths, left_out)
    machines, identities = summaries(gatherer), gatherer.identities
    del gatherer  # it holds the timings of everything
    details = _Details(machines, left_out)
    for name, record, stamp in _named(paths, identities):
        details.take(name, record, stamp)
    for machine in machines:
        if machine.supercop:
            left_out["machines whose data SUPERCOP wrote"] += 1
            continue
        for target in machine.targets:
            if target.platform not in ("", words.PLATFORM):
                left_out[f"targets of the platform {target.platform}"] += 1
                continue
            for hash in target.hashes:
                yield from _Lines(machine, target, hash, details, left_out).all()


def _named(paths: Iterable[Path], identities: Identities) -> Iterator[tuple[_Name, Record, Stamp]]:
    """The records about machine codes, each with its name, from files that `identities` knows already."""
    again = Identities()
    number = count(1)
    for path in paths:
        again.open_file()
        for record in files.read(path):
            machine = identities.resolve(again.owner(record))
            if isinstance(record, Made) and record.operation == OPERATION:
                subject = record.target, record.hash, record.implementation
                yield (*machine, *subject, record.object), record, (record.time, next(number))


def fastest(hash: Hash) -> dict[str, Implementation]:
    """By security class the fastest measured implementation: SUPERCOP has cycles of no other."""
    found: dict[str, Implementation] = {}
    for one in ranking.measured(hash):
        found.setdefault(_security(one), one)
    return found


def _security(implementation: Implementation) -> str:
    return implementation.newest.security or words.CLASSLESS


def _name(machine: Machine, target: Target, hash: Hash, one: Implementation, code: str) -> _Name:
    return machine.recorded_name, machine.identity, target.name, hash.name, one.name, code


def _scale(name: _Name) -> _Scale:
    return name[:3]


def _subject(name: _Name) -> _Subject:
    return name[:5]


class _Details:
    """All trials, and the timings of what is fastest in its class, by name."""

    def __init__(self, machines: Iterable[Machine], left_out: Counter[str]) -> None:
        self.left_out = left_out
        self._trials: dict[_Name, dict[str, tuple[_Timed, Timing]]] = {}
        self._timings: dict[_Subject, list[Timing]] = {}
        self._alone: dict[
            _Subject, float
        ] = {}  # the width of the core alone, once all trials are known
        self._scaled: set[_Scale] = set()
        self._points: dict[_Name, Newest[tuple[int, bool], _Timed]] = {
            _name(machine, target, hash, one, one.winner.object): Newest()
            for machine in machines
            for target in machine.targets
            for hash in target.hashes
            for one in fastest(hash).values()
            if one.winner
        }

    def take(self, name: _Name, record: Record, stamp: Stamp) -> None:
        """Take in the next record."""
        if isinstance(record, Trial):
            self._trial(name, record)
        elif isinstance(record, Cycles) and (points := self._points.get(name)) is not None:
            if self._is_whole(record):
                timed = _counted(record, record.cycles, record.processes)
                points.put((record.bytes, False), stamp, timed)
        elif isinstance(record, Timings):
            self._scaled.add(_scale(name))
            if (points := self._points.get(name)) is not None:
                for length, timed in _calibrated(record):
                    points.put((length, True), stamp, timed)

    def _trial(self, name: _Name, trial: Trial) -> None:
        if trial.bytes != lengths.RACE:
            return
        if trial.samples:
            self._scaled.add(_scale(name))
            timing = race.timing_of(trial.samples)
            timed = dict(_calibrated(trial))[lengths.RACE]
        elif self._is_whole(trial):
            timing, timed = NOT_CALIBRATED, _counted(trial, trial.cycles, 0)
        else:
            return
        self._timings.setdefault(_subject(name), []).append(timing)
        self._trials.setdefault(name, {})[trial.key] = timed, timing

    def _is_whole(self, record: Trial | Cycles) -> bool:
        """Whether timings of version 1 are whole numbers of cycles: SUPERCOP's format has no others."""
        is_whole = all(one.is_integer() for one in record.cycles)
        self.left_out["timings that are no whole numbers of cycles"] += not is_whole
        return is_whole

    def trials(self, name: _Name) -> list[_Timed]:
        """The trials of a machine code that count."""
        is_scaled = _scale(name) in self._scaled
        every = self._trials.get(name, {}).values()
        found = [trial for trial in every if trial[0].is_calibrated == is_scaled]
        subject = _subject(name)
        if subject not in self._alone:
            self._alone[subject] = race.alone_of(self._timings.get(subject, ()))
        return race.counting(found, self._alone[subject])

    def points(self, name: _Name) -> dict[int, _Timed]:
        """The timings of a machine code, by length (bytes).

        Ticks that nothing calibrated stand in no file beside cycles: the summaries leave them out, too.
        """
        is_scaled = _scale(name) in self._scaled
        found = self._points[name].items()
        return {
            length: timed
            for (length, scaled), timed in sorted(found, key=itemgetter(0))
            if scaled == is_scaled
        }


def _calibrated(record: Trial | Timings) -> Iterator[tuple[int, _Timed]]:
    """Each length (bytes) of a record with samples: the timings that count, in SUPERCOP's whole cycles."""
    for length, processes in samples.together(record.samples).items():
        counted = samples.undisturbed(processes)
        each = len(processes[0][0])
        whole = array("q", map(round, counted))
        yield length, _Timed(record.time, whole, len(counted) // each, is_calibrated=True)


def _counted(record: Trial | Cycles, cycles: Sequence[float], processes: int) -> _Timed:
    return _Timed(record.time, array("q", map(int, cycles)), processes, is_calibrated=False)


@dataclass(frozen=True)
class _Lines:
    """The lines of one hash on one target of a machine."""

    machine: Machine
    target: Target
    hash: Hash
    details: _Details
    left_out: Counter[str]

    def all(self) -> Iterator[str]:
        best = fastest(self.hash)
        for security in sorted({_security(one) for one in self.hash.implementations}):
            for one in self.hash.implementations:
                if _security(one) == security:
                    yield from self._builds(one)
                    if one.curve and one is not best[security]:
                        what = "measurements of implementations that are not the fastest"
                        self.left_out[what] += 1
            if security in best:
                yield from self._measured(best[security])

    def _line(self, one: Implementation, time: str, what: str, *rest: object) -> str:
        machine, version = self.machine, self.machine.hashcop
        name = map(words.word, (f"{words.OURS}{version}", machine.name, self.target.name))
        subject = f"{words.word(self.hash.name)}/{words.word(_security(one))}"
        said = (*name, words.date(time), words.OPERATION, subject, what, *rest)
        return " ".join(map(str, said)) + "\n"

    def _name(self, one: Implementation, code: str) -> _Name:
        return _name(self.machine, self.target, self.hash, one, code)

    def _directory(self, one: Implementation) -> str:
        return words.word(f"{words.OPERATION}/{self.hash.name}/{one.name}")

    def _builds(self, one: Implementation) -> Iterator[str]:
        codes = {code.object: code for code in one.codes}
        for build in one.builds:
            if build.outcome == "skipped" or not build.options:
                self.left_out["builds that were skipped"] += 1
            else:
                yield from self._build(one, build, codes.get(build.object))

    def _build(self, one: Implementation, build: Build, code: Code | None) -> Iterator[str]:
        time, who = build.time, (self._directory(one), words.option_set(build.options))
        if not code and words.reason(build.said) != build.reason:
            reason = words.message(build.reason)
            yield self._line(one, time, "fromcompiler", *who, words.REASON, reason)
        for line in build.said:
            yield self._line(one, time, "fromcompiler", *who, "-", words.message(line))
        if code:
            yield from self._checked(one, code, who)
            if size := build.size:
                bytes_of = size.text, size.data, size.bss
                yield self._line(one, time, "objsize", *who, *bytes_of, words.OBJECTS)

    @property
    def _rate(self) -> int:
        """Cycles per second, as far as calibrations tell."""
        counter, scale = self.target.counter, self.target.cycles_per_tick
        return int(counter.ticks_per_second * (scale.median if scale else 1)) if counter else 0

    @property
    def _counter(self) -> str:
        counter, scale = self.target.counter, self.target.cycles_per_tick
        return counter.name + (words.CALIBRATED if scale else "") if counter else ""

    def _checked(self, one: Implementation, code: Code, who: tuple[str, str]) -> Iterator[str]:
        check = code.check
        if check is None:
            self.left_out["builds that are not checked yet"] += 1
            return
        trials = self.details.trials(self._name(one, code.object))
        verdict = words.VERDICT_WORDS.get((check.outcome, check.expected or "unknown"))
        if verdict and trials:
            yield self._tried(one, check, verdict, trials, who)
        elif code.is_wrong:
            reason = words.message(check.reason)
            yield self._line(one, check.time, "tryfails", *who, reason)
        else:
            self.left_out["builds that are right and were not raced"] += 1

    def _tried(
        self,
        one: Implementation,
        check: Check,
        verdict: str,
        trials: Sequence[_Timed],
        who: tuple[str, str],
    ) -> str:
        timings = [timing for trial in trials for timing in trial.timings]
        value = stabilized(timings, 2)
        sums = "/".join(sum or "-" for sum in (check.checksumsmall, check.checksumbig))
        time = max(trial.time for trial in trials)
        said = (sums, verdict, value, 0, self._rate, *who, words.deviations(value, timings))
        return self._line(one, time, "try", *said)

    def _measured(self, one: Implementation) -> Iterator[str]:
        winner = one.winner
        if winner is None:
            return
        points = self.details.points(self._name(one, winner.object))
        last = max(timed.time for timed in points.values())
        command = next(iter(winner.options), "")
        versions = [c.version for c in self.machine.compilers if c.command == command]
        said: list[tuple[str, *tuple[object, ...]]] = [
            ("implementation", self._directory(one), words.word(one.newest.version)),
            ("outputbytes", self._output_bytes(one, winner.object)),
            ("cpuid", words.word(self.machine.processor)),
            ("cpucycles_persecond", self._rate),
            ("cpucycles_implementation", words.word(self._counter)),
            ("compiler", words.option_set(winner.options), words.word("".join(versions[:1]))),
        ]
        for what, *rest in said:
            if rest != ["-"]:
                yield self._line(one, last, what, *rest)
        for length, timed in points.items():
            for group in _groups(timed):
                value = stabilized(group, 2)
                deviations = words.deviations(value, group)
                yield self._line(one, timed.time, "cycles", length, value, deviations)
            if why := one.doubt(length):
                sure = one.sure(length)
                known = (f"{sure.chance:.2g}", sure.quiet, sure.processes) if sure else "---"
                yield self._line(one, timed.time, words.DOUBT, length, *known, words.message(why))

    def _output_bytes(self, one: Implementation, won: str) -> object:
        checks = [code.check for code in one.codes if code.check and code.object == won]
        return next((c.output_bytes for c in checks if c.output_bytes), one.output_bytes) or "-"


def _groups(timed: _Timed) -> Iterator[Sequence[int]]:
    """Timings as lines have them: those of one process, or as many as a line may hold."""
    timings, processes = timed.timings, timed.processes
    each = len(timings) // processes if processes and len(timings) % processes == 0 else 0
    step = each if 0 < each <= words.GROUP else words.GROUP
    for first in range(0, len(timings), step):
        yield timings[first : first + step]
