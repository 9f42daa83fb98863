"""Sorts records by what they are about, and turns timings into figures as they are read.

Of records about the same thing the newest counts: newest by `time`, and of one time the one that is read last. So the
order of files, and of parts of concatenated files, does not matter, and a line that is there twice counts once.
"""

import dataclasses
import math
from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

from msgspec.structs import replace

from hashcop.data import records
from hashcop.data.records import OPERATION, About, Record, Words
from hashcop.data.repeats import name_of
from hashcop.results import circuits, curves, disturbed, hosted, launches, race, samples
from hashcop.results.certainty import RISK, cause, errors, interval, layout
from hashcop.results.grids import Batches, calibration_error, grid
from hashcop.results.identities import Identities, Owner
from hashcop.results.newest import Newest, Stamp
from hashcop.results.quartiles import Quartiles, quartiles
from hashcop.results.race import Timing
from hashcop.results.recorded import (
    Curve,
    Made,
    Measured,
    Name,
    Point,
    Recorded,
    Subject,
    Taken,
    Timed,
)
from hashcop.results.samples import DISTURBED, Disturbance, Processes
from hashcop.results.summary import (
    LENGTHS,
    RACE_LENGTH,
    SLOPE_LENGTHS,
    STEADY_LENGTHS,
    Certainty,
)

MANY = "crypto_hashmany"
DEVICE = "device"  # the platform whose ticks are nanoseconds of a device
MEASURED = (OPERATION, MANY)
POINTS = frozenset((*LENGTHS, *STEADY_LENGTHS))  # lengths whose processes are looked at
NOT_CALIBRATED = Timing(0)  # a trial of which nothing says whether it was quiet
# Fields of builds that have few different values.
_REPEATED = (
    *("machine", "platform", "target", "hash", "implementation", "sources", "version"),
    *("operation", "security", "outcome"),
)


class Gatherer:
    """What was read up to now.

    `in_ticks`: figures are of the counters' own ticks. `hashes`: only records about these hashes count, and those about
    none; empty for all.
    """

    def __init__(self, in_ticks: bool = False, hashes: Collection[str] = ()) -> None:
        self.in_ticks = in_ticks
        self.hashes = frozenset(hashes)
        self.identities = Identities()
        self._recorded: dict[Owner, Recorded] = {}
        self._words: dict[str, str] = {}
        self._texts: dict[Words, Words] = {}
        self._count = 0

    def open_file(self) -> None:
        """Begin another file."""
        self.identities.open_file()

    def take(self, record: Record) -> None:
        """Take in the next record. Raises ValueError or KeyError if its timings are none."""
        self._count += 1
        owner = self.identities.owner(record)
        if isinstance(record, About) and record.operation not in MEASURED:
            return  # a subroutine's: its builds stand with the hashes that use it
        if self.hashes and isinstance(record, About) and record.hash not in self.hashes:
            return
        mine = self._recorded.get(owner) or self._recorded.setdefault(owner, Recorded())
        if isinstance(record, About) and record.platform == circuits.PLATFORM:
            mine.circuits.take(record, (record.time, self._count))
        elif taker := _TAKERS.get(type(record)):
            taker(self, mine, record, (record.time, self._count))

    def by_machine(self) -> dict[tuple[str, str], Recorded]:
        """What was recorded, by the name and identity of the machine. Valid once all files are read."""
        found: dict[tuple[str, str], Recorded] = {}
        for owner, recorded in self._recorded.items():
            found.setdefault(self.identities.resolve(owner), Recorded()).merge(recorded)
        return found

    def _once(self, word: str) -> str:
        """The same string object for equal strings: a hundred thousand builds share a few thousand words."""
        return self._words.setdefault(word, word)

    def _build(self, of: Recorded, build: records.Build, stamp: Stamp) -> None:
        subject = _subject(of, build)
        said = self._texts.setdefault(build.said, build.said)
        if said:
            subject.said[build.key] = said
        kept = replace(
            build,
            options=tuple(map(self._once, build.options)),
            said=said,
            said_as="" if said else build.said_as,
            object=build.object if build.outcome == "ok" else "",
            **{field: self._once(getattr(build, field)) for field in _REPEATED},
        )
        subject.builds.put(kept.options, stamp, kept)
        if kept.object:
            subject.note_made(kept.object, Made(kept.time, kept.sources, kept.options))

    def _trial(self, of: Recorded, trial: records.Trial, stamp: Stamp) -> None:
        if trial.bytes != RACE_LENGTH:
            return
        subject = _subject(of, trial)
        if trial.samples:
            scales = [samples.cycles_per_tick(b) for one in trial.samples for b in one.batches]
            _scales(of, trial).extend(scales)
            found = disturbed.count(trial.samples, Batches(trial.samples))
            of.disturbed.put(trial.key, stamp, (stamp[0], found))
            timed, cycles = subject.calibrated, race.timings_of(trial.samples, self.in_ticks)
            timing = race.timing_of(trial.samples, () if self.in_ticks else cycles)
        else:
            timed, cycles, timing = subject.counted, list(trial.cycles), NOT_CALIBRATED
        if not cycles:
            raise ValueError("no timings")
        # An array takes a quarter of the memory, and trials are kept for every build.
        timed.trials.setdefault(trial.object, {})[trial.key] = array("d", cycles), timing

    def _timings(self, of: Recorded, timings: records.Timings, stamp: Stamp) -> None:
        timed = _subject(of, timings).of_messages(timings.messages)
        batches = Batches(timings.samples)
        _scales(of, timings).frombytes(batches.cycles_per_tick.tobytes())
        of.disturbed.put(timings.key, stamp, (stamp[0], disturbed.count(timings.samples, batches)))
        drawn = curves.curve(timings.samples, batches, in_ticks=self.in_ticks)
        found = _of_curve(drawn) if drawn else self._of_table(timings, batches)
        calibration = calibration_error(timings.samples, batches)
        points = {
            n: _point(n, timings.key, each, calibration, drawn.timed(n) if drawn else len(each))
            for n, each in found.tables.items()
        }
        unsettled = drawn.unsettled if drawn else None
        whole = Measured(stamp, found.lengths, found.quartiles, points, unsettled)
        _measured(timed, timings, whole)
        told = tuple(hosted.processes(timings.samples))
        if told and not drawn:  # of a table, which has more processes
            _subject(of, timings).hosted.put(timings.object, stamp, told)
        if timings.platform == DEVICE:
            self._launches(of, timings, "", stamp)

    def _of_table(self, timings: records.Timings, batches: Batches) -> "_Figures":
        found = grid(timings.samples, batches, in_ticks=self.in_ticks)
        if found is None:
            return _one_by_one(samples.together(timings.samples, in_ticks=self.in_ticks))
        lengths = found.lengths.tolist()
        places = ((place, n) for place, n in enumerate(lengths) if n in POINTS)
        return _Figures(lengths, found.figures(), {n: found.processes(at) for at, n in places})

    def _launches(
        self, of: Recorded, record: records.Timings | records.Effect, variant: str, stamp: Stamp
    ) -> None:
        for length, one in launches.launches(record.samples, record.messages).items():
            place = record.object, variant, record.messages, length
            _subject(of, record).launches.put(place, stamp, one)

    def _effect(self, of: Recorded, effect: records.Effect, stamp: Stamp) -> None:
        if effect.effect == hosted.FIRST and effect.variant != hosted.STEADY:
            found_first = hosted.first(effect.variant, effect.samples)
            if found_first:
                firsts = _subject(of, effect).firsts.setdefault(effect.object, Newest())
                firsts.put((effect.effect, effect.variant), stamp, found_first)
            return
        if effect.platform == DEVICE:
            self._launches(of, effect, effect.variant, stamp)
        found = samples.together(effect.samples, in_ticks=self.in_ticks)
        figures = ((n, _figure(samples.undisturbed(each))) for n, each in found.items())
        curve: Curve = {n: figure / effect.messages for n, figure in figures}
        disturbed = median(samples.disturbed(one) for one in effect.samples) > DISTURBED
        variants = _subject(of, effect).effects.setdefault(effect.object, Newest())
        variants.put((effect.effect, effect.variant), stamp, (curve, disturbed))


def _subject(of: Recorded, record: About) -> Subject:
    name: Name = record.target, record.hash, record.implementation
    is_many = record.operation == MANY
    subjects = of.many if is_many else of.subjects
    found = subjects.get(name)
    if found is None:
        if not is_many or record.target not in of.platforms:
            of.platforms[record.target] = record.platform
        found = subjects[name] = Subject()
    return found


def _scales(of: Recorded, record: About) -> "array[float]":
    """The scales of the target's ticks that are known."""
    return of.scales.setdefault(record.target, array("d"))


class _Figures(NamedTuple):
    """Figures of lengths (bytes, cycles of a call), and the processes of those lengths that tables have."""

    lengths: list[int]
    quartiles: list[Quartiles]
    tables: dict[int, Processes]


def _one_by_one(together: Mapping[int, Processes]) -> _Figures:
    """Where processes timed different lengths."""
    lengths = sorted(together)
    figures = [_figure(samples.undisturbed(together[n])) for n in lengths]
    return _Figures(lengths, figures, {n: together[n] for n in lengths if n in POINTS})


def _of_curve(drawn: curves.Curve) -> _Figures:
    return _Figures(drawn.lengths.tolist(), drawn.quartiles(), drawn.processes(POINTS))


def _check(of: Recorded, check: records.Check, stamp: Stamp) -> None:
    _subject(of, check).checks.put(check.object, stamp, check)


def _audit(of: Recorded, audit: records.Audit, stamp: Stamp) -> None:
    _subject(of, audit).audits.put(audit.object, stamp, audit)


def _timecop(of: Recorded, timecop: records.Timecop, stamp: Stamp) -> None:
    _subject(of, timecop).timecops.put(timecop.object, stamp, timecop)


def _winner(of: Recorded, winner: records.Winner, stamp: Stamp) -> None:
    _subject(of, winner).winners.put(winner.object, stamp, winner)


def _cycles(of: Recorded, cycles: records.Cycles, stamp: Stamp) -> None:
    timings, count = cycles.cycles, cycles.processes
    figure, points = _figure(timings), {}
    if cycles.bytes in POINTS:
        parts: Processes = ((timings, Disturbance()),)
        sure = None
        if count > 1 and len(timings) % count == 0:
            each = len(timings) // count
            parts = [(timings[n : n + each], Disturbance()) for n in range(0, len(timings), each)]
            sure = certainty(parts, 0)
        kept = parts if cycles.bytes in SLOPE_LENGTHS else ()
        points[cycles.bytes] = Point(cycles.key, kept, sure)
    timed = _subject(of, cycles).counted
    _measured(timed, cycles, Measured(stamp, (cycles.bytes,), (figure,), points))


def _point(length: int, key: str, processes: Processes, calibration: float, timed: int) -> Point:
    kept = processes if length in SLOPE_LENGTHS else ()
    sure = certainty(processes, calibration)
    others = timed - sure.processes
    if others:  # they are known to be longer than those that agree
        sure = dataclasses.replace(sure, processes=timed, disturbed=sure.disturbed + others)
    return Point(key, kept, sure)


def _measured(timed: Timed, record: records.Made, found: Measured) -> None:
    """Keep a measurement, and what it has at 1536 bytes for the history."""
    timed.measured.setdefault(record.object, []).append(found)
    if not found.is_curve and (point := found.points.get(RACE_LENGTH)) is not None:
        figure = found.quartiles[found.lengths.index(RACE_LENGTH)]
        taken = Taken(record.time, record.object, figure, point.certainty)
        timed.taken.put(record.key, found.stamp, taken)


def _figure(timings: Sequence[float]) -> Quartiles:
    found = quartiles(timings)
    if not math.isfinite(found.low + found.median + found.high):
        raise ValueError("timings are too large")
    return found


def certainty(processes: Processes, calibration: float) -> Certainty:
    """How sure the median of some processes is. `calibration` is by what part calls of known duration read wrong."""
    disturbed = sum(bool(disturbance) for _, disturbance in processes)
    medians = tuple(median(timings) for timings in samples.counting(processes))
    likely = errors(processes, calibration)
    why = cause(processes, likely) if likely.chance > RISK else ""
    return Certainty(
        interval(medians),
        medians,
        len(processes),
        disturbed,
        likely.chance,
        why,
        likely.bias,
        layout(processes),
    )


# Not in each Gatherer: bound methods would make a cycle of it, and all that was read would stay in memory for a while.
_TAKERS: dict[type[Record], Callable[[Gatherer, Recorded, Any, Stamp], None]] = {
    records.Machine: lambda _, of, record, stamp: of.machines.append(record),
    records.Conditions: lambda _, of, record, stamp: of.conditions.append(record),
    records.Run: lambda _, of, record, stamp: of.runs.append(record),
    records.Submission: lambda _, of, record, stamp: of.submissions.put(record.id, stamp, record),
    records.Counts: lambda _, of, record, stamp: of.counts.put(name_of(record), stamp, record),
    records.Device: lambda _, of, record, stamp: of.devices.put(record.target, stamp, record),
    records.Mix: lambda _, of, record, stamp: of.mixes.put(
        (record.architecture, *name_of(record)), stamp, record
    ),
    records.Hash: lambda _, of, record, stamp: of.hashes.put(record.hash, stamp, record),
    records.Build: Gatherer._build,
    records.Check: lambda _, *told: _check(*told),
    records.Trial: Gatherer._trial,
    records.Winner: lambda _, *told: _winner(*told),
    records.Cycles: lambda _, *told: _cycles(*told),
    records.Timings: Gatherer._timings,
    records.Effect: Gatherer._effect,
    records.Audit: lambda _, *told: _audit(*told),
    records.Timecop: lambda _, *told: _timecop(*told),
}
