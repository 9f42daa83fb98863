"""The table of figures: a row for each implementation on a target of a machine and each column of the tables.

It is what pages about several machines are made of, what can be downloaded, and what is queried: flat, with one word
for the state of each cell. NaN stands for a number that there is none of.
"""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from hashcop.data.records import Words
from hashcop.results import doubt
from hashcop.results.long_messages import why_missing
from hashcop.results.quartiles import Quartiles
from hashcop.results.ranking import fastest, fastest_at, raced, standings, table
from hashcop.results.summary import (
    COLUMNS,
    LONG,
    RACE_LENGTH,
    SLOPE,
    SLOPE_LENGTHS,
    Column,
    Hash,
    Implementation,
    Machine,
    Target,
)
from hashcop.results.verdict import (
    DISPUTED,
    MARKED,
    NOT_BUILT,
    RIGHT,
    SKIPPED,
    UNCHECKED,
    WRONG,
    Verdict,
    verdict,
)
from reports import marks

FIGURE, DOUBT, RACED, NOT_MEASURED = "figure", "doubt", "raced only", "not measured"
MEASURED = (FIGURE, DOUBT)
# States without a figure; what came furthest, and so tells most, is first.
STAGES = (RACED, NOT_MEASURED, UNCHECKED, DISPUTED, WRONG, NOT_BUILT, SKIPPED)
NAN = math.nan


class Figure(NamedTuple):
    """One cell: an implementation at a `length` (bytes, `long` or `slope`).

    `value`, `low` and `high` are the median and the quartiles, `least` and `most` the interval that holds the median
    with `confidence`: cycles/byte, but for 0 bytes cycles of one call. `call` is the median in cycles of one call of
    `bytes`; NaN and 0 for a slope, which is of no call. `chance` is the probability that the median is off by more than
    1 %, and `cause` the likely reason of a figure in doubt. `quiet` of `processes` were disturbed by nothing; None if
    they are not known. `counter` counted the ticks, each of which was taken for `cycles_per_tick` in the median: NaN
    where they are shown as they were counted. The rank among the implementations of the hash at this column is from
    `rank` to `rank_last`, counted from 1, and `tied` says that these differ; `ratio` is to the fastest of them, with
    its interval. `leads`: whether it is that fastest one, and so what the hash is ranked by at this column: from
    `place` to `place_last` among the hashes of the target, and `place_tied` as `tied`. `stands`: whether it stands for
    its hash where one has to for all lengths, being the fastest at 1536 bytes. `code`, `constants` and `stack` (bytes)
    are those of the winner, without the code of the `libraries` that it calls; None if they are not known.
    """

    machine: str
    platform: str
    target: str
    hash: str
    implementation: str
    length: str
    state: str
    why: str
    value: float
    low: float
    high: float
    call: float
    least: float
    most: float
    confidence: float
    chance: float
    cause: str
    processes: int | None
    quiet: int | None
    counter: str
    cycles_per_tick: float
    rank: int
    rank_last: int
    tied: bool
    ratio: float
    ratio_least: float
    ratio_most: float
    bytes: int
    stands: bool
    leads: bool
    place: int
    place_last: int
    place_tied: bool
    security: str
    options: Words
    measured: str
    key: str
    sources: str
    object: str
    code: int | None
    constants: int | None
    stack: int | None
    libraries: str

    @property
    def is_measured(self) -> bool:
        """Whether there is a figure."""
        return self.state in MEASURED

    @property
    def sign(self) -> str:
        """The sign of its doubt on pages; empty for a figure without, and where there is no figure."""
        return marks.sign(self.why, self.chance) if self.is_measured else ""

    @property
    def is_probably_wrong(self) -> bool:
        """Whether the figure is more likely off by more than 1 % than not: it is no figure to cite."""
        return self.is_measured and doubt.is_probably_wrong(self.chance)


def figures(machine: Machine) -> Iterator[Figure]:
    """All rows of a machine. Emulated targets have none: nothing is timed there."""
    for target in machine.targets:
        if not target.emulator:
            places = _places(target)
            for hash in target.hashes:
                for row in _of_hash(machine, target, hash):
                    place, last = places.get((hash.name, row.length), (0, 0))
                    tied = place != last
                    yield (
                        row._replace(place=place, place_last=last, place_tied=tied)
                        if row.leads
                        else row
                    )


def _places(target: Target) -> dict[tuple[str, str], tuple[int, int]]:
    """The first and the last rank of the hashes of a target, by hash and column."""
    return {
        (hash.name, str(column)): (standing.rank, standing.last)
        for column in (*COLUMNS, SLOPE)
        for hash, standing in table(target.hashes, column)
    }


def _of_hash(machine: Machine, target: Target, hash: Hash) -> Iterator[Figure]:
    best = fastest(hash)
    only_raced = {one.name for one in raced(hash)}
    judged = {one.name: verdict(one) for one in hash.implementations}
    for column in (*COLUMNS, SLOPE):
        leader = fastest_at(hash, column)
        placed = {one.implementation.name: one for one in standings(hash, column)}
        for one in hash.implementations:
            standing = placed.get(one.name)
            state, why = _state(
                one, column, judged[one.name], bool(standing), one.name in only_raced
            )
            if state == NOT_MEASURED and column == LONG:
                why = why_missing(hash.name)
            base = _base(machine, target, hash, one, column, state, why, one is best)
            if standing is None:
                yield (
                    base._replace(**_raced(one))
                    if state == RACED and column == RACE_LENGTH
                    else base
                )
                continue
            relative = standing.relative
            yield base._replace(
                **_measured(one, column, standing.figure),
                rank=standing.rank,
                rank_last=standing.last,
                tied=standing.tied,
                leads=one is leader,
                ratio=relative.ratio if relative else NAN,
                ratio_least=relative.interval.low if relative and relative.interval else NAN,
                ratio_most=relative.interval.high if relative and relative.interval else NAN,
            )


def _base(
    machine: Machine,
    target: Target,
    hash: Hash,
    one: Implementation,
    column: Column,
    state: str,
    why: str,
    stands: bool,
) -> Figure:
    won, size = one.winner, one.size
    return Figure(
        machine=machine.name,
        platform=target.platform or "c",
        target=target.name,
        hash=hash.name,
        implementation=one.name,
        length=str(column),
        state=state,
        why=why,
        **dict.fromkeys(("value", "low", "high", "call", "least", "most"), NAN),
        confidence=NAN,
        chance=NAN,
        cause="",
        processes=None,
        quiet=None,
        counter=target.counter.name if target.counter else "",
        cycles_per_tick=round(scale.median, 3) if (scale := target.cycles_per_tick) else NAN,
        rank=0,
        rank_last=0,
        tied=False,
        ratio=NAN,
        ratio_least=NAN,
        ratio_most=NAN,
        bytes=0,
        stands=stands,
        leads=False,
        place=0,
        place_last=0,
        place_tied=False,
        security=one.newest.security,
        options=won.options if won else (),
        measured=one.measured[1] if one.measured else "",
        key=one.keys.get(_bytes(one, column) or max(SLOPE_LENGTHS), ""),
        sources=one.newest.sources,
        object=won.object if won else "",
        code=size.code if size else None,
        constants=size.constants if size else None,
        stack=won.stack if won else None,
        libraries=" ".join(size.libraries) if size else "",
    )


def _state(
    one: Implementation, column: Column, judged: Verdict, is_placed: bool, is_raced: bool
) -> tuple[str, str]:
    """The state of a cell, and why it is so."""
    if is_placed:
        why = one.doubt(column)
        return (DOUBT, why) if why else (FIGURE, "")
    if judged.word not in (RIGHT, MARKED, UNCHECKED):
        return judged.word, judged.why
    if is_raced:
        return RACED, "only the race at 1536 bytes is recorded"
    if judged.word == UNCHECKED and not one.curve:
        return judged.word, judged.why
    return NOT_MEASURED, "no timing of this length is recorded"


def _bytes(one: Implementation, column: Column) -> int:
    """The bytes of the message that a figure was measured with; 0 for a slope."""
    if isinstance(column, int):
        return column
    return one.long_bytes if column == LONG else 0


def _raced(one: Implementation) -> dict[str, Any]:
    cost = one.winner.median if one.winner and one.winner.median is not None else NAN
    return {"value": cost / RACE_LENGTH, "call": cost}


def _measured(one: Implementation, column: Column, figure: Quartiles) -> dict[str, Any]:
    """The numbers of a cell. `figure` is in cycles/byte, and for 0 bytes in cycles of one call."""
    found: dict[str, Any] = {"value": figure.median, "low": figure.low, "high": figure.high}
    unit = column or 1 if isinstance(column, int) else 1
    found["bytes"] = _bytes(one, column)
    if isinstance(column, int) or found["bytes"]:
        found["call"] = one.curve[found["bytes"]].median
    sure = one.sure(column)
    if sure:
        found["least"], found["most"] = sure.interval.low / unit, sure.interval.high / unit
        found["confidence"], found["chance"] = sure.interval.confidence, sure.chance
        found["cause"] = sure.cause
        found["processes"], found["quiet"] = sure.processes, sure.quiet
    return found
