"""An implementation over time, as its page of history shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from hashcop.results.certainty import Interval, interval
from hashcop.results.history import Change, History, events
from hashcop.results.summary import RACE_LENGTH, Implementation, Machine, Past
from reports.charts import Moment, spark
from reports.format import count


@dataclass(frozen=True)
class OverTime:
    """The measurements of an implementation, newest first, each with its interval (cycles) and what changed before."""

    name: str
    rows: tuple[tuple[Past, Interval | None, str], ...]
    breaks: int
    changes: tuple[Change, ...]
    picture: Markup


def over_time(one: Implementation, machine: Machine) -> OverTime:
    """The history of an implementation on a machine."""
    found = events(one.history, machine.eras)
    what = {each.time: "; ".join(each.what) for each in found.breaks}
    rows = [
        (p, interval(p.medians) if p.medians else None, what.get(p.time, "")) for p in found.points
    ]
    label = f"{one.name}: {count(len(rows), 'measurement')} at {RACE_LENGTH} bytes, in cycles/byte"
    return OverTime(
        one.name,
        tuple(reversed(rows)),
        len(found.breaks),
        found.changes,
        spark(_moments(found, rows), label),
    )


def _moments(found: History, rows: Sequence[tuple[Past, Interval | None, str]]) -> list[Moment]:
    starts = {first for first, _ in found.segments[1:]}
    return [
        Moment(
            time=_seconds(point.time),
            low=(sure.low if sure else point.quartiles.low) / RACE_LENGTH,
            median=point.quartiles.median / RACE_LENGTH,
            high=(sure.high if sure else point.quartiles.high) / RACE_LENGTH,
            breaks=n in starts,
            words=f"{point.time[:10]}{': ' if what else ''}{what}",
        )
        for n, (point, sure, what) in enumerate(rows)
    ]


def _seconds(time: str) -> float:
    try:
        return datetime.fromisoformat(time).timestamp()
    except ValueError:
        return 0.0
