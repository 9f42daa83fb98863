"""Reads data files into records. docs/data-format.md says what the lines mean.

Of lines that speak of the same thing the newest counts: newest by `time`, and of one time the one
that is read last. So the order of files, and of parts of concatenated files, does not matter, and a line
that is there twice counts once.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from pathlib import Path
from statistics import median
from typing import Any

from driver import data
from driver.quartiles import Quartiles, quartiles, slope
from reports.compare import standing
from reports.records import (
    RACE_LENGTH,
    SLOPE_LENGTHS,
    Abi,
    Build,
    Check,
    Code,
    Compiler,
    Counter,
    Hash,
    Implementation,
    Machine,
    Options,
    Rejected,
    Winner,
)

Fact = dict[str, Any]
Name = tuple[str, str, str, str]
Point = tuple[str, Quartiles, Sequence[float]]


def load(paths: Iterable[Path]) -> tuple[Machine, ...]:
    """Machines in the order of their names, from any number of data files.

    Raises driver.data.DataError for a file that can't be read as data, and for a fact whose fields
    are missing or of a wrong type.
    """
    gathered = _Gathered()
    for path in paths:
        for fact in data.read(path):
            try:
                gathered.take(fact)
            except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
                what = f"{fact['kind']} fact with key {fact.get('key')!r}"
                raise data.DataError(f"{path}: {what}: {error!r}") from error
    return gathered.machines()


class _Subject:
    """What was recorded on one implementation under one ABI."""

    __slots__ = ("builds", "checks", "points", "trials", "winners")

    def __init__(self) -> None:
        self.builds: dict[Options, tuple[tuple[str, int], Build]] = {}
        self.checks: dict[str, tuple[str, Check]] = {}
        self.trials: dict[str, dict[str, Sequence[float]]] = {}
        self.winners: dict[str, tuple[str, Winner]] = {}
        self.points: dict[str, dict[int, Point]] = {}


class _Gathered:
    """What was read up to now."""

    def __init__(self) -> None:
        self.subjects: dict[Name, _Subject] = {}
        self.told: dict[str, list[Fact]] = {}
        self.words: dict[str, str] = {}
        self.lines = 0
        self.takers: dict[str, Callable[[_Subject, Fact], None]] = {
            "build": self._build,
            "check": _check,
            "trial": _trial,
            "winner": _winner,
            "cycles": _cycles,
        }

    def take(self, fact: Fact) -> None:
        self.lines += 1
        if fact["kind"] == "machine":
            self.told.setdefault(_text(fact, "machine"), []).append(_described(fact))
        elif taker := self.takers.get(fact["kind"]):
            name = (fact["machine"], fact["abi"], fact["hash"], fact["implementation"])
            taker(self.subjects.get(name) or self._new(name), fact)

    def _new(self, name: Name) -> _Subject:
        if not all(isinstance(part, str) for part in name):
            raise TypeError("machine, abi, hash and implementation are strings")
        return self.subjects.setdefault(name, _Subject())

    def _build(self, subject: _Subject, fact: Fact) -> None:
        options = tuple(self._once(word) for word in _options(fact))
        stamp = (_text(fact, "time"), self.lines)
        held = subject.builds.get(options)
        if held and held[0] > stamp:
            return
        outcome = _text(fact, "outcome")
        made = outcome == "ok"
        subject.builds[options] = (
            stamp,
            Build(
                options=options,
                outcome=self._once(outcome),
                reason=_text(fact, "reason"),
                said=() if made else tuple(str(line) for line in fact.get("said") or ()),
                object=_text(fact, "object") if made else "",
                sources=self._once(_text(fact, "sources")),
                version=self._once(_text(fact, "version")),
                security=self._once(_text(fact, "security")),
                output_bytes=int(_number(fact, "output_bytes")),
                text_bytes=int(_number(fact.get("size") or {}, "text")),
            ),
        )

    def _once(self, word: str) -> str:
        """The same string object for equal strings: a hundred thousand builds share a few thousand words."""
        return self.words.setdefault(word, word)

    def machines(self) -> tuple[Machine, ...]:
        found: dict[str, dict[str, dict[str, list[Implementation]]]] = {m: {} for m in self.told}
        for (machine, abi, hash_name, name), subject in sorted(
            self.subjects.items(), key=itemgetter(0)
        ):
            if subject.builds:
                hashes = found.setdefault(machine, {}).setdefault(abi, {})
                hashes.setdefault(hash_name, []).append(_implementation(name, subject))
        return tuple(_machine(m, self.told.get(m, []), abis) for m, abis in sorted(found.items()))


def _text(fact: Fact, field: str) -> str:
    """A string; empty where the field is absent."""
    value = fact.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError(f"{field} is a string")
    return value


def _number(fact: Fact, field: str) -> float:
    """A finite number; 0 where the field is absent."""
    value = fact.get(field)
    if value is None:
        return 0
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError(f"{field} is a finite number")
    return value


def _options(fact: Fact) -> Options:
    words = fact.get("options") or []
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise TypeError("options is a list of strings")
    return tuple(words)


def _check(subject: _Subject, fact: Fact) -> None:
    time, held = _text(fact, "time"), subject.checks.get(fact["object"])
    if held and held[0] > time:
        return
    subject.checks[fact["object"]] = (
        time,
        Check(
            passed=fact["outcome"] == "ok",
            reason=_text(fact, "reason"),
            expected=_text(fact, "expected"),
            known_answers=int(_number(fact, "known_answers")),
            options=_options(fact),
        ),
    )


def _trial(subject: _Subject, fact: Fact) -> None:
    if fact.get("bytes", RACE_LENGTH) != RACE_LENGTH:
        return
    quartiles(fact["cycles"])
    subject.trials.setdefault(fact["object"], {})[fact["key"]] = fact["cycles"]


def _winner(subject: _Subject, fact: Fact) -> None:
    time, held = _text(fact, "time"), subject.winners.get(fact["object"])
    if held and held[0] > time:
        return
    subject.winners[fact["object"]] = (
        time,
        Winner(
            object=_text(fact, "object"),
            options=_options(fact),
            cycles=_number(fact, "cycles") if fact.get("cycles") is not None else None,
        ),
    )


def _cycles(subject: _Subject, fact: Fact) -> None:
    length, timings, time = fact["bytes"], fact["cycles"], fact["time"]
    points = subject.points.get(fact["object"])
    if points is None:
        points = subject.points.setdefault(_text(fact, "object"), {})
    held = points.get(length)
    if held and held[0] > time:
        return
    if type(length) is not int or length < 0:
        raise TypeError("bytes is a length")
    found = quartiles(timings)
    if not math.isfinite(found.low + found.median + found.high):
        raise ValueError("cycles are finite numbers")
    points[length] = time, found, timings if length in SLOPE_LENGTHS else ()


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
    return [b for b in builds if b.options and b.sources == newest.sources]


def _code(subject: _Subject, builds: list[Build]) -> Code:
    """The machine code that these builds share; the option set that it was checked with stands first."""
    key = builds[0].object
    check = subject.checks.get(key, (None, None))[1]
    sets = [build.options for build in builds]
    if check and check.options in sets:
        sets.sort(key=lambda options: options != check.options)
    timings = [t for some in subject.trials.get(key, {}).values() for t in some]
    won = subject.winners.get(key)
    race = median(timings) if timings else won[1].cycles if won else None
    return Code(key, tuple(sets), builds[0].text_bytes, check, race, len(timings))


def _won(subject: _Subject, codes: Iterable[Code]) -> Winner | None:
    """Of the winners of races that current builds won and no check refuses, the fastest that was measured.

    There are several where races had different entrants, as with a profile of fewer option sets.
    """
    sound = [code.object for code in codes if not (code.check and not code.check.passed)]
    found = [subject.winners[key][1] for key in sound if key in subject.winners]

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
        curve={length: points[length][1] for length in sorted(points)},
        long=_long(points),
        measured=_span(time for time, _, _ in points.values()),
    )


def _long(points: dict[int, Point]) -> Quartiles | None:
    short, long = SLOPE_LENGTHS
    if short not in points or long not in points:
        return None
    return slope(points[short][2], points[long][2], long - short)


def _span(times: Iterable[str]) -> tuple[str, str] | None:
    found = sorted(times)
    return (found[0], found[-1]) if found else None


def _described(fact: Fact) -> Fact:
    """A machine fact whose fields were looked at, so that what uses it later can't stumble."""
    for field in ("time", "processor", "kernel", "system", "sandbox", "hashcop"):
        _text(fact, field)
    for counter in (fact.get("counter") or {}).values():
        _counter(counter)
    for reason in (fact.get("abis") or {}).values():
        _text({"abis": reason}, "abis")
    for compiler in fact.get("compilers") or []:
        _compiler(compiler)
    for field in ("cores", "pinned", "memory"):
        _number(fact, field)
    return fact


def _counter(told: Fact) -> Counter:
    rate, resolution = _number(told, "ticks_per_second"), _number(told, "resolution")
    is_core = told.get("core_cycles") is True
    cost, noise = (_number(told, f) if told.get(f) is not None else None for f in ("cost", "noise"))
    others = tuple(Rejected(_text(o, "name"), _text(o, "reason")) for o in told.get("others") or [])
    return Counter(
        name=_text(told, "name"),
        counts=_text(told, "counts"),
        core_cycles=is_core,
        ticks_per_second=rate,
        resolution=resolution,
        cost=cost,
        noise=noise,
        reason=_text(told, "reason"),
        others=others,
    )


def _compiler(told: Fact) -> Compiler:
    return Compiler(_text(told, "command"), _text(told, "path"), _text(told, "version"))


def _abi(name: str, facts: list[Fact], hashes: dict[str, list[Implementation]]) -> Abi:
    """An ABI; its counter and status are of the newest machine fact that tells of it."""
    told = [fact["counter"][name] for fact in facts if name in (fact.get("counter") or {})]
    status = [fact["abis"][name] for fact in facts if name in (fact.get("abis") or {})]
    times = (t for found in hashes.values() for i in found for t in i.measured or ())
    return Abi(
        name=name,
        status=status[-1] if status else "",
        counter=_counter(told[-1]) if told else None,
        hashes=tuple(Hash(h, standing(found)) for h, found in hashes.items()),
        measured=_span(times),
    )


def _machine(
    name: str, facts: list[Fact], abis: dict[str, dict[str, list[Implementation]]]
) -> Machine:
    facts = sorted(facts, key=lambda fact: str(fact.get("time", "")))
    newest = facts[-1] if facts else {}
    names = {*abis, *(newest.get("abis") or {})}
    return Machine(
        name=name,
        processor=_text(newest, "processor"),
        cores=int(_number(newest, "cores")),
        pinned=int(_number(newest, "pinned")) if newest.get("pinned") is not None else None,
        memory=int(_number(newest, "memory")),
        kernel=_text(newest, "kernel"),
        system=_text(newest, "system"),
        sandbox=_text(newest, "sandbox"),
        hashcop=_text(newest, "hashcop"),
        compilers=tuple(_compiler(told) for told in newest.get("compilers") or []),
        abis=tuple(_abi(abi, facts, abis.get(abi, {})) for abi in sorted(names)),
    )
