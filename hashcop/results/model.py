"""Reads data files into records. docs/data-format.md says what the lines mean.

Of lines that speak of the same thing the newest counts: newest by `time`, and of one time the one
that is read last. So the order of files, and of parts of concatenated files, does not matter, and a line
that is there twice counts once.
"""

import math
from array import array
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from pathlib import Path
from statistics import median

from hashcop.data import store as data
from hashcop.platforms.c.timing import DISTURBED
from hashcop.results import machines, race, samples
from hashcop.results.certainty import interval, unrest
from hashcop.results.fields import Fact, number, text, texts
from hashcop.results.machines import About, conditions, described
from hashcop.results.quartiles import Quartiles, quartiles, slope
from hashcop.results.race import Timing
from hashcop.results.samples import Processes, Sample
from hashcop.results.summary import (
    LENGTHS,
    RACE_LENGTH,
    SLOPE_LENGTHS,
    Build,
    Certainty,
    Check,
    Code,
    Conditions,
    Implementation,
    Machine,
    Options,
    Variant,
    Winner,
    span,
)

OPERATION = "crypto_hash"  # what the pages are about
Name = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class _Point:
    """What is known of one length. `processes` are kept where they are needed again."""

    time: str
    quartiles: Quartiles
    processes: Processes
    certainty: Certainty | None = None


def load(
    paths: Iterable[Path], left_out: Tally[str] | None = None, *, in_ticks: bool = False
) -> tuple[Machine, ...]:
    """Machines in the order of their names, from any number of data files.

    `in_ticks`: figures are of the counters' own ticks wherever cycles are spoken of. `left_out` counts the lines that
    nothing was made of: hashcop.data.store.read.

    Raises hashcop.data.store.DataError for a file that can't be read as data, and for a fact whose fields
    are missing or of a wrong type.
    """
    gathered = _Gathered(in_ticks)
    for path in paths:
        for fact in data.read(path, left_out):
            try:
                gathered.take(fact)
            except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
                what = f"{fact['kind']} fact with key {fact.get('key')!r}"
                raise data.DataError(f"{path}: {what}: {error!r}") from error
    return gathered.machines()


NOT_CALIBRATED = Timing(0)  # of such trials nothing says which were quiet
_Curve = dict[int, Quartiles]
_Trial = tuple[Sequence[float], Timing]  # of which all timings are kept
_Tried = tuple[_Curve, bool]  # of a variant of an experiment, and whether something disturbed it


class _Counted:
    """Timings as another program or an earlier version counted them, which are not calibrated."""

    __slots__ = ("points", "trials")

    def __init__(self) -> None:
        self.trials: dict[str, dict[str, _Trial]] = {}
        self.points: dict[str, dict[int, _Point]] = {}


class _Subject(_Counted):
    """What was recorded on one implementation under one ABI."""

    __slots__ = ("alone", "builds", "checks", "counted", "effects", "said", "timecops", "winners")

    def __init__(self) -> None:
        self.alone = 0.0  # what the core does alone (race.Timing), as far as its trials tell
        self.builds: dict[Options, tuple[tuple[str, int], Build]] = {}
        self.said: dict[str, tuple[str, ...]] = {}  # by the key of the fact that has it
        self.checks: dict[str, tuple[str, Check]] = {}
        self.timecops: dict[str, tuple[str, str]] = {}
        self.winners: dict[str, tuple[str, Winner]] = {}
        self.effects: dict[str, dict[tuple[str, str], _Tried]] = {}
        super().__init__()
        self.counted = _Counted()


class _Gathered:
    """What was read up to now."""

    def __init__(self, in_ticks: bool) -> None:
        self.in_ticks = in_ticks
        self.subjects: dict[Name, _Subject] = {}
        self.told: dict[str, list[Fact]] = {}
        self.judged: dict[str, list[Conditions]] = {}
        self.about: dict[tuple[str, str], tuple[str, str, tuple[str, ...]]] = {}
        self.words: dict[str, str] = {}
        self.texts: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.scales: dict[tuple[str, str], array[float]] = {}
        self.lines = 0
        self.takers: dict[str, Callable[[_Subject, Fact], None]] = {
            "build": self._build,
            "check": _check,
            "trial": self._trial,
            "winner": _winner,
            "cycles": _cycles,
            "timings": self._timings,
            "effect": self._effect,
            "timecop": _timecop,
        }

    def take(self, fact: Fact) -> None:
        self.lines += 1
        if fact.get("operation", OPERATION) != OPERATION:
            return  # a subroutine's: what came of it stands with the hashes that use it
        if fact["kind"] == "machine":
            self.told.setdefault(text(fact, "machine"), []).append(described(fact))
        elif fact["kind"] == "conditions":
            self.judged.setdefault(text(fact, "machine"), []).append(conditions(fact))
        elif fact["kind"] == "hash":
            self._about(fact)
        elif taker := self.takers.get(fact["kind"]):
            name = (fact["machine"], fact["abi"], fact["hash"], fact["implementation"])
            taker(self.subjects.get(name) or self._new(name), fact)

    def _about(self, fact: Fact) -> None:
        place, time = (text(fact, "machine"), text(fact, "hash")), text(fact, "time")
        if self.about.get(place, ("",))[0] <= time:
            self.about[place] = time, text(fact, "description"), texts(fact, "designers")

    def _new(self, name: Name) -> _Subject:
        if not all(isinstance(part, str) for part in name):
            raise TypeError("machine, abi, hash and implementation are strings")
        return self.subjects.setdefault(name, _Subject())

    def _build(self, subject: _Subject, fact: Fact) -> None:
        options = tuple(self._once(word) for word in _options(fact))
        stamp = (text(fact, "time"), self.lines)
        said = tuple(str(line) for line in fact.get("said") or ())
        if said:
            said = subject.said[text(fact, "key")] = self.texts.setdefault(said, said)
        held = subject.builds.get(options)
        if held and held[0] > stamp:
            return
        outcome = text(fact, "outcome")
        made = outcome == "ok"
        subject.builds[options] = (
            stamp,
            Build(
                options=options,
                outcome=self._once(outcome),
                reason=text(fact, "reason"),
                said=said,
                said_as="" if said else text(fact, "said_as"),
                object=text(fact, "object") if made else "",
                sources=self._once(text(fact, "sources")),
                version=self._once(text(fact, "version")),
                security=self._once(text(fact, "security")),
                text_bytes=int(number(fact.get("size") or {}, "text")),
                notes=texts(fact, "notes"),
                subroutines=texts(fact, "subroutines"),
                implementors=texts(fact, "implementors"),
            ),
        )

    def _trial(self, subject: _Subject, fact: Fact) -> None:
        if fact.get("bytes", RACE_LENGTH) != RACE_LENGTH:
            return
        if "samples" in fact:
            told = self._samples(fact)
            found = samples.together(told, in_ticks=self.in_ticks)[RACE_LENGTH]
            trials, cycles = subject.trials, samples.undisturbed(found)
            timing = race.timing_of(told)
            subject.alone = max(subject.alone, timing.alone)
        else:
            trials, cycles = subject.counted.trials, fact["cycles"]
            timing = NOT_CALIBRATED
        quartiles(cycles)
        # An array takes a quarter of the memory, and trials are kept for every build.
        trials.setdefault(fact["object"], {})[fact["key"]] = array("d", cycles), timing

    def _samples(self, fact: Fact) -> list[Sample]:
        found = [samples.restore(one) for one in fact["samples"]]
        scales = self.scales.setdefault((fact["machine"], fact["abi"]), array("d"))
        scales.extend(batch.cycles_per_tick for one in found for batch in one.batches)
        return found

    def _timings(self, subject: _Subject, fact: Fact) -> None:
        points = subject.points.setdefault(text(fact, "object"), {})
        found_here = self._samples(fact)
        doubtful = samples.is_in_doubt(found_here)
        together = samples.together(found_here, in_ticks=self.in_ticks)
        for length, processes in together.items():
            held = points.get(length)
            if held and held.time > fact["time"]:
                continue
            timings = samples.undisturbed(processes)
            found = _checked(length, timings)
            certainty = _certainty(processes, doubtful=doubtful) if length in LENGTHS else None
            kept = processes if length in SLOPE_LENGTHS else ()
            points[length] = _Point(fact["time"], found, kept, certainty)

    def _effect(self, subject: _Subject, fact: Fact) -> None:
        told = [samples.restore(one) for one in fact["samples"]]
        found = samples.together(told, in_ticks=self.in_ticks)
        curve = {n: _checked(n, samples.undisturbed(each)) for n, each in found.items()}
        disturbed = median(one.disturbed for one in told) > DISTURBED
        variants = subject.effects.setdefault(text(fact, "object"), {})
        variants[text(fact, "effect"), text(fact, "variant")] = curve, disturbed

    def _once(self, word: str) -> str:
        """The same string object for equal strings: a hundred thousand builds share a few thousand words."""
        return self.words.setdefault(word, word)

    def machines(self) -> tuple[Machine, ...]:
        found: dict[str, dict[str, dict[str, list[Implementation]]]] = {m: {} for m in self.told}
        for (machine, abi, hash_name, name), subject in sorted(
            self.subjects.items(), key=itemgetter(0)
        ):
            if subject.builds:
                if (machine, abi) not in self.scales:
                    # Not beside ours: ticks and cycles in one table would look like a difference of code.
                    subject.points, subject.trials = subject.counted.points, subject.counted.trials
                hashes = found.setdefault(machine, {}).setdefault(abi, {})
                hashes.setdefault(hash_name, []).append(_implementation(name, subject))
        return tuple(
            machines.machine(
                m,
                self.told.get(m, []),
                abis,
                self._told_about(m),
                self._scales_of(m),
                self.judged.get(m, []),
            )
            for m, abis in sorted(found.items())
        )

    def _scales_of(self, machine: str) -> dict[str, Quartiles]:
        """ABI -> cycles per tick, by all calibrations; none where figures are ticks."""
        told = self.scales.items() if not self.in_ticks else ()
        return {abi: quartiles(found) for (of, abi), found in told if of == machine and found}

    def _told_about(self, machine: str) -> dict[str, About]:
        told = self.about.items()
        return {name: (words, who) for (of, name), (_, words, who) in told if of == machine}


def _options(fact: Fact) -> Options:
    return texts(fact, "options")


def _check(subject: _Subject, fact: Fact) -> None:
    time, held = text(fact, "time"), subject.checks.get(fact["object"])
    if held and held[0] > time:
        return
    subject.checks[fact["object"]] = (
        time,
        Check(
            passed=fact["outcome"] == "ok",
            reason=text(fact, "reason"),
            expected=text(fact, "expected"),
            known_answers=int(number(fact, "known_answers")),
            options=_options(fact),
            output_bytes=int(number(fact, "output_bytes")),
            findings=texts(fact, "findings"),
            checksums=_checksums(fact),
            digests=tuple((fact.get("digests") or {}).items()),
        ),
    )


def _checksums(fact: Fact) -> tuple[str, str] | None:
    """Both, where there is nothing to compare them with."""
    found = text(fact, "checksumsmall"), text(fact, "checksumbig")
    return found if fact.get("expected") == "unknown" and all(found) else None


def _timecop(subject: _Subject, fact: Fact) -> None:
    time, held = text(fact, "time"), subject.timecops.get(fact["object"])
    if not (held and held[0] > time):
        subject.timecops[fact["object"]] = time, text(fact, "outcome")


def _winner(subject: _Subject, fact: Fact) -> None:
    time, held = text(fact, "time"), subject.winners.get(fact["object"])
    if held and held[0] > time:
        return
    subject.winners[fact["object"]] = (
        time,
        Winner(
            object=text(fact, "object"),
            options=_options(fact),
            cycles=number(fact, "cycles") if fact.get("cycles") is not None else None,
            rivals=int(number(fact, "builds")) if fact.get("builds") is not None else None,
            is_sure=bool(fact["sure"]) if "sure" in fact else None,
        ),
    )


def _cycles(subject: _Subject, fact: Fact) -> None:
    length, timings, time = fact["bytes"], fact["cycles"], fact["time"]
    points = subject.counted.points.setdefault(text(fact, "object"), {})
    held = points.get(length)
    if held and held.time > time:
        return
    kept = ((timings, ""),) if length in SLOPE_LENGTHS else ()
    found = _checked(length, timings)
    count = fact.get("processes") or 0
    sure = None
    if count > 1 and len(timings) % count == 0 and length in LENGTHS:
        each = len(timings) // count
        parts = [(timings[n : n + each], "") for n in range(0, len(timings), each)]
        sure = _certainty(parts, doubtful=False)
    points[length] = _Point(time, found, kept, sure)


def _checked(length: int, timings: Sequence[float]) -> Quartiles:
    if type(length) is not int or length < 0:
        raise TypeError("bytes is a length")
    found = quartiles(timings)
    if not math.isfinite(found.low + found.median + found.high):
        raise ValueError("cycles are finite numbers")
    return found


def _certainty(processes: Processes, *, doubtful: bool) -> Certainty:
    disturbed = sum(bool(disturbance) for _, disturbance in processes)
    medians = tuple(median(timings) for timings in samples.counting(processes))
    why = unrest(processes)
    return Certainty(interval(medians), medians, len(processes), disturbed, why, doubtful)


def _current(subject: _Subject) -> list[Build]:
    """The builds that say what the implementation is now, in the order in which they were first recorded.

    A line without options speaks for all option sets, so it ends what is older and ends with what is
    newer. Builds of other sources than the newest build's are of an implementation that is no more:
    their option sets have not been built again, or no longer exist.
    """
    newest = max(subject.builds.values(), key=itemgetter(0))[1]
    if not newest.options:
        return [newest]
    builds = (build for _, build in subject.builds.values())
    current = (b for b in builds if b.options and b.sources == newest.sources)
    return [replace(b, said=subject.said.get(b.said_as, ())) if b.said_as else b for b in current]


def _code(subject: _Subject, builds: list[Build]) -> Code:
    """The machine code that these builds share; the option set that it was checked with stands first."""
    key = builds[0].object
    check = subject.checks.get(key, (None, None))[1]
    sets = [build.options for build in builds]
    if check and check.options in sets:
        sets.sort(key=lambda options: options != check.options)
    trials = race.counting(subject.trials.get(key, {}).values(), subject.alone)
    timings = [timing for some in trials for timing in some]
    won = subject.winners.get(key)
    cost = median(timings) if timings else won[1].cycles if won else None
    timecop = subject.timecops.get(key, ("", ""))[1]
    return Code(key, tuple(sets), builds[0].text_bytes, check, cost, len(timings), timecop)


def _won(subject: _Subject, codes: Iterable[Code]) -> Winner | None:
    """Of the winners of races that current builds won and no check refuses, the fastest that was measured.

    There are several where races had different entrants, as with a profile of fewer option sets. Their cycles are those
    of all trials that are known now.
    """
    sound = [code for code in codes if not (code.check and not code.check.passed)]
    found = [
        replace(subject.winners[code.object][1], cycles=code.race)
        for code in sound
        if code.object in subject.winners
    ]

    def standing(winner: Winner) -> tuple[bool, float]:
        cost = math.inf if winner.cycles is None else winner.cycles
        return winner.object not in subject.points, cost

    return min(found, key=standing, default=None)


def _implementation(name: str, subject: _Subject) -> Implementation:
    builds = _current(subject)
    by_object: dict[str, list[Build]] = {}
    for build in builds:
        if build.object:
            by_object.setdefault(build.object, []).append(build)
    codes = [_code(subject, same) for same in by_object.values()]
    codes.sort(key=lambda code: math.inf if code.race is None else code.race)
    winner = _won(subject, codes)
    points = subject.points.get(winner.object, {}) if winner else {}
    return Implementation(
        name=name,
        builds=tuple(builds),
        codes=tuple(codes),
        winner=winner,
        curve={length: points[length].quartiles for length in sorted(points)},
        certainty={n: c for n in sorted(points) if (c := points[n].certainty)},
        effects=_variants(subject.effects.get(winner.object, {}) if winner else {}),
        long=_long(points),
        measured=span(point.time for point in points.values()),
    )


def _variants(tried: dict[tuple[str, str], _Tried]) -> tuple[Variant, ...]:
    first: dict[str, _Curve] = {}
    for (effect, _), (curve, _) in tried.items():
        first.setdefault(effect, curve)
    return tuple(
        Variant(effect, variant, curve, first[effect], disturbed)
        for (effect, variant), (curve, disturbed) in tried.items()
    )


def _long(points: dict[int, _Point]) -> Quartiles | None:
    short, long = SLOPE_LENGTHS
    if short not in points or long not in points:
        return None
    # Of the same processes, where enough of them were quiet at both lengths; else of what was quiet at each.
    both = list(zip(points[short].processes, points[long].processes, strict=False))
    quiet = [(a, b) for (a, x), (b, y) in both if not (x or y)]
    if samples.is_enough(len(quiet), len(both)):
        shorts, longs = ([t for pair in quiet for t in pair[which]] for which in (0, 1))
    else:
        shorts, longs = (samples.undisturbed(points[length].processes) for length in SLOPE_LENGTHS)
    return slope(shorts, longs, long - short)
