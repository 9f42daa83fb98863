"""Data files in, summaries of machines out."""

import contextlib
import dataclasses
import gc
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from msgspec.structs import replace

from hashcop.data import files
from hashcop.data.records import Build, Keyed, Record, Winner, kind_of
from hashcop.results import curves, hosted, launches, long_messages, machines, race
from hashcop.results.gather import Gatherer
from hashcop.results.hosted import First
from hashcop.results.identities import distinct_names
from hashcop.results.quartiles import quartiles
from hashcop.results.recorded import (
    Curve,
    Made,
    Measured,
    Point,
    Recorded,
    Subject,
    Taken,
    Timed,
    Tried,
)
from hashcop.results.summary import (
    RACE_LENGTH,
    SLOPE_LENGTHS,
    Code,
    Implementation,
    Machine,
    Past,
    Target,
    Variant,
    span,
)


def load(
    paths: Iterable[Path],
    left_out: Counter[str] | None = None,
    *,
    in_ticks: bool = False,
    hashes: Collection[str] = (),
) -> tuple[Machine, ...]:
    """Machines in the order of their names, from any number of data files.

    `in_ticks`: figures are of the counters' own ticks instead of cycles. `hashes`: only what is about these counts;
    empty for all. `left_out` counts the lines that no record is
    made of (hashcop.data.files.read), and the records that no figure can be made of.

    Raises hashcop.data.files.DataError for a file that can't be read as data; OSError for a file that can't be opened.
    """
    return summaries(gather(paths, left_out, in_ticks=in_ticks, hashes=hashes))


def gather(
    paths: Iterable[Path],
    left_out: Counter[str] | None = None,
    *,
    in_ticks: bool = False,
    hashes: Collection[str] = (),
) -> Gatherer:
    """Everything in data files, sorted: the first half of `load`."""
    gatherer = Gatherer(in_ticks, hashes)
    with _without_collector():
        for path in paths:
            gatherer.open_file()
            for record in files.read(path, left_out):
                try:
                    gatherer.take(record)
                except (ValueError, KeyError, ArithmeticError) as error:
                    if left_out is not None:
                        such = f"such as a {_name(record)} of {path}: {error}"
                        left_out[f"lines that no figure can be made of, {such}"] += 1
    return gatherer


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """Records hold no cycles, and to look for some among millions of timings takes a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def summaries(gatherer: Gatherer) -> tuple[Machine, ...]:
    """What was sorted, summed up: the second half of `load`."""
    found = gatherer.by_machine()
    shown = {machine for machine, recorded in found.items() if _is_shown(recorded)}
    names = distinct_names(shown)
    every = (_machine(names[m], *m, found[m], in_ticks=gatherer.in_ticks) for m in shown)
    return tuple(sorted(every, key=lambda machine: machine.name))


def _name(record: Record) -> str:
    key = f" with key {record.key}" if isinstance(record, Keyed) else ""
    return f"{kind_of(record)} record{key}"


def _is_shown(recorded: Recorded) -> bool:
    """Whether more is known than what surrounds measurements."""
    has_builds = any(
        len(one.builds) for one in (*recorded.subjects.values(), *recorded.many.values())
    )
    has_builds = has_builds or bool(recorded.circuits.builds)
    return bool(recorded.machines) or has_builds or len(recorded.submissions) > 0


def _machine(
    name: str, recorded_name: str, identity: str, recorded: Recorded, *, in_ticks: bool
) -> Machine:
    names = machines.target_names(recorded)
    found: dict[str, dict[str, list[Implementation]]] = {target: {} for target in names}
    for (target, hash_name, implementation), subject in sorted(recorded.subjects.items()):
        if len(subject.builds):
            # Not both: ticks and cycles in one table would look like a difference of code.
            is_calibrated = target in recorded.scales
            timed = subject.calibrated if is_calibrated else subject.counted
            hashes = found.setdefault(target, {})
            one = _implementation(hash_name, implementation, subject, timed)
            hashes.setdefault(hash_name, []).append(one)
    many: dict[str, dict[str, list[Implementation]]] = {}
    for (target, hash_name, implementation), subject in sorted(recorded.many.items()):
        if len(subject.builds):
            found.setdefault(target, {}).setdefault(hash_name, [])
            one = _implementation(hash_name, implementation, subject, subject.calibrated)
            many.setdefault(target, {}).setdefault(hash_name, []).append(one)
    targets: list[Target] = []
    for target in sorted(found):
        scales = recorded.scales.get(target)
        scale = quartiles(scales) if scales and not in_ticks else None
        some = many.get(target, {})
        targets.append(machines.target(target, recorded, found[target], scale, some))
    return machines.machine(name, recorded_name, identity, recorded, tuple(targets))


def _current(subject: Subject) -> list[Build]:
    """The builds that say what the implementation is now, in the order in which they were first recorded.

    A line without options is about all option sets: it ends what is older, and what is newer ends it. If the newest
    build has other sources than an older one, the older one is of an implementation that no longer exists.
    """
    newest = subject.builds.latest()
    if not newest.options:
        return [newest]
    builds = (b for b in subject.builds.values() if b.options and b.sources == newest.sources)
    return [replace(b, said=subject.said.get(b.said_as, ())) if b.said_as else b for b in builds]


def _code(subject: Subject, timed: Timed, builds: list[Build], alone: float) -> Code:
    """The machine code that these builds share; the option set that it was checked with stands first.

    `alone` is the width of the core alone.
    """
    key = builds[0].object
    check = subject.checks.get(key)
    sets = [build.options for build in builds]
    if check and check.options in sets:
        sets.sort(key=lambda options: options != check.options)
    trials = race.counting(timed.trials.get(key, {}).values(), alone)
    timings = [timing for some in trials for timing in some]
    won = subject.winners.get(key)
    cost = median(timings) if timings else won.median if won else None
    timecop = subject.timecops.get(key)
    text_bytes = builds[0].size.text if builds[0].size else 0
    audit = subject.audits.get(key)
    return Code(key, tuple(sets), text_bytes, check, cost, len(timings), timecop, audit)


def _won(subject: Subject, timed: Timed, codes: Iterable[Code]) -> Winner | None:
    """Of all machine codes that won a race and were not refused, the fastest by their tables; or by races.

    There are several if races had different entrants, as with a profile of fewer option sets. A trial is a single
    process: it never counts against a table. A winner's median is that of all trials that are known now.
    """
    found = [
        replace(won, median=code.race)
        for code in codes
        if not code.is_wrong and (won := subject.winners.get(code.object))
    ]

    def standing(winner: Winner) -> tuple[bool, float, float]:
        measured = timed.measured.get(winner.object, ())
        return not measured, _table_cost(measured), _or_infinite(winner.median)

    return min(found, key=standing) if len(found) > 1 else next(iter(found), None)


def _table_cost(measured: Iterable[Measured]) -> float:
    """The median at the race's length, or at the longest of the tables that was measured; infinite without one.

    Of the newest table, as a run decides which build gets a curve: the curve of one build says nothing of another.
    """
    found = _together((one, 1.0) for one in _in_order(measured) if not one.is_curve)
    length = RACE_LENGTH if RACE_LENGTH in found.points else max(found.points, default=None)
    return math.inf if length is None else found.curve[length].median


def _in_order(measured: Iterable[Measured]) -> list[Measured]:
    return sorted(measured, key=lambda found: found.stamp)


def _or_infinite(cost: float | None) -> float:
    return math.inf if cost is None else cost


def _implementation(hash: str, name: str, subject: Subject, timed: Timed) -> Implementation:
    builds = _current(subject)
    by_object: dict[str, list[Build]] = {}
    for build in builds:
        if build.object:
            by_object.setdefault(build.object, []).append(build)
    trials = (trial for of_code in timed.trials.values() for trial in of_code.values())
    alone = race.alone_of(timing for _, timing in trials)
    codes = [_code(subject, timed, same, alone) for same in by_object.values()]
    codes.sort(key=lambda code: _or_infinite(code.race))
    winner = _won(subject, timed, codes)
    found = _newest(timed.measured.get(winner.object, ()) if winner else ())
    many = {n: _of_many(n, subject, winner) for n in sorted(subject.many)} if winner else {}
    times = {time for some in (found, *many.values()) for time in some.times.values()}
    long = long_messages.of_points(hash, found.curve, found.points)
    effects = subject.effects.get(winner.object) if winner else None
    told = subject.hosted.get(winner.object) if winner else None
    return Implementation(
        name=name,
        builds=tuple(builds),
        codes=tuple(codes),
        winner=winner,
        curve=found.curve,
        certainty={n: point.certainty for n, point in found.points.items() if point.certainty},
        effects=_variants(dict(effects.items())) if effects else (),
        firsts=tuple(_firsts(subject, codes)),
        hosted=hosted.hosted(told) if told else None,
        launches=launches.of_code(subject.launches.items(), winner.object) if winner else (),
        long=long.figure,
        measured=span(times),
        keys={n: point.key for n, point in found.points.items()},
        long_certainty=long.certainty,
        long_bytes=long.bytes,
        slope=long.slope,
        slope_certainty=long.slope_certainty,
        history=_history(subject, timed),
        many={n: some.curve for n, some in many.items()},
        unsettled=found.unsettled,
    )


def _of_many(messages: int, subject: Subject, winner: Winner) -> "_Found":
    """The newest figures of calls that hash so many messages: cycles for each message."""
    found = _newest(subject.many[messages].measured.get(winner.object, ()))
    curve = {length: figure / messages for length, figure in found.curve.items()}
    return found._replace(curve=curve)


class _Found(NamedTuple):
    """The newest figures of a machine code, by length (bytes), what the tables have of it, and when each was taken."""

    curve: Curve
    points: dict[int, Point]
    times: dict[int, str]
    unsettled: dict[int, str]


def _newest(measured: Iterable[Measured]) -> _Found:
    """Of two records that have a length, a table counts before a curve, and the newer one before the older one.

    A table whose processes were all disturbed, but for a few, does not count before a settled length of a curve.
    """
    ordered = _in_order(measured)
    tables = _together((one, 1.0) for one in ordered if not one.is_curve)
    disturbed = {n for n, point in tables.points.items() if point.is_disturbed}
    sure = {n: q for n, q in tables.curve.items() if n not in disturbed}
    drawn = _together((one, _level(one, sure)) for one in ordered if one.is_curve)
    left_out = disturbed & (drawn.curve.keys() - drawn.unsettled.keys())
    if not left_out.issuperset(SLOPE_LENGTHS):  # a slope is of one record
        left_out -= set(SLOPE_LENGTHS)
    kept = tables.curve.keys() - left_out
    curve = drawn.curve | {n: tables.curve[n] for n in kept}
    points = drawn.points | {n: point for n, point in tables.points.items() if n in kept}
    return _Found(
        {length: curve[length] for length in sorted(curve)},
        {n: points[n] for n in sorted(points)},
        {**drawn.times, **{n: tables.times[n] for n in kept}},
        {n: why for n, why in drawn.unsettled.items() if n not in kept},
    )


def _together(levelled: Iterable[tuple[Measured, float]]) -> _Found:
    """All records, the oldest first, and the factor that the figures of each are divided by."""
    found = _Found({}, {}, {}, {})
    for one, level in levelled:
        figures = zip(one.lengths, one.quartiles, strict=True)
        found.curve.update((n, q / level) for n, q in figures)
        found.points.update(one.points)
        found.times.update(dict.fromkeys(one.lengths, one.time))
        for n in one.lengths:
            found.unsettled.pop(n, None)
        found.unsettled.update(one.unsettled or {})
    return found


def _level(drawn: Measured, tables: Curve) -> float:
    """See curves.level."""
    medians = [figure.median for figure in drawn.quartiles]
    at = {n: figure.median for n, figure in tables.items()}
    return curves.level(drawn.lengths, medians, drawn.unsettled or {}, at)


def _history(subject: Subject, timed: Timed) -> tuple[Past, ...]:
    """All measurements at 1536 bytes, oldest first."""
    taken = sorted(timed.taken.values(), key=lambda one: one.time)
    return tuple(_past(subject, one) for one in taken)


def _past(subject: Subject, taken: Taken) -> Past:
    """A measurement with its build: the newest one that is not newer than the measurement."""
    builds = subject.made.get(taken.object, ())
    earlier = [one for one in builds if one.time <= taken.time]
    build = (earlier or builds[:1] or [Made("", "", ())])[-1]
    won = subject.winners.get(taken.object)
    options = won.options if won else build.options
    about = taken.time, taken.object, build.sources, options, taken.quartiles
    sure = taken.certainty
    return Past(*about, sure.medians, sure.doubt, sure.chance) if sure else Past(*about, ())


def _firsts(subject: Subject, codes: Sequence[Code]) -> Iterator[First]:
    """The first calls of all builds, the fastest first."""
    for code in codes:
        found = subject.firsts.get(code.object)
        if not found:
            continue
        rest = subject.effects.get(code.object)
        steady = rest.get((hosted.FIRST, hosted.STEADY)) if rest else None
        for one in found.values():
            figure = steady[0].get(one.bytes) if steady else None
            per_byte = figure.median / one.bytes if figure else None
            yield dataclasses.replace(one, options=code.option_sets[0], steady=per_byte)


def _variants(tried: dict[tuple[str, str], Tried]) -> tuple[Variant, ...]:
    first: dict[str, Curve] = {}
    for (effect, _), (curve, _) in tried.items():
        first.setdefault(effect, curve)
    return tuple(
        Variant(effect, variant, curve, first[effect], disturbed)
        for (effect, variant), (curve, disturbed) in tried.items()
        if effect != hosted.FIRST
    )
