"""The state of a lab as text: a line for each machine."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from hashcop.data.printable import printable
from hashcop.engine.messages import duration
from hashcop.lab.inventory import Inventory
from hashcop.lab.state import Heard, Status

SILENT = 180.0  # seconds
HOME_WORKS = 15.0  # seconds since home last said something of itself
SLOW_CLOCK = 120.0  # seconds
RECENT = 24 * 3600.0  # seconds for which a reboot is told
FEW = 5  # names that are told
NEVER = "never"  # heard
LONGEST = 100  # characters of what a machine says of itself


@dataclass(frozen=True)
class Row:
    """A machine as text. `job`: its current job, or empty. `is_fine`: nothing prevents it from finishing its work, and
    no job was given up."""

    name: str
    job: str
    does: str
    left: str
    heard: str
    home: str
    wrong: tuple[str, ...]
    is_fine: bool


def rows(inventory: Inventory, status: Status | None, paused: frozenset[str]) -> Iterator[Row]:
    """The rows of all machines of an inventory, in its order."""
    for name in inventory.machines:
        heard = status.machines.get(name, Heard()) if status else Heard()
        yield row(name, heard, status.at if status else 0.0, is_paused=name in paused)


def row(name: str, heard: Heard, now: float, *, is_paused: bool) -> Row:
    """The row of a machine; `now` in seconds since 1970."""
    said = heard.said
    age = now - heard.at
    is_silent = _is_silent(heard, now)
    wrong = [*_wrong(heard, now)]
    if is_silent:
        last = f", last: {_doing(heard)}" if said and said.job else ""
        wrong.insert(0, f"silent for {_age(age)}{last}")
    if not heard.at:
        wrong.insert(0, "never heard")
    stops = bool(
        heard.refused or heard.given_up or is_silent or not heard.at or (said and said.wrong)
    )
    return Row(
        name=name,
        job=printable(said.job[:LONGEST]) if said and heard.at and not is_silent else "",
        does="paused" if is_paused else _does(heard, is_silent=is_silent),
        left=duration(said.left) if said and said.job and said.left and not is_silent else "",
        heard=_age(age) if heard.at else NEVER,
        home=_home(heard),
        wrong=tuple(wrong),
        is_fine=not stops,
    )


def _does(heard: Heard, *, is_silent: bool) -> str:
    if is_silent or not heard.at:
        return "?"
    if heard.said and heard.said.job:
        return _doing(heard)
    return f"queued: {', '.join(heard.left)}" if heard.left else "done"


def _doing(heard: Heard) -> str:
    said = heard.said
    if said is None:
        return "?"
    part = f" {100 * said.done // said.total} %" if said.total > 0 else ""
    doing = f": {printable(said.doing[:LONGEST])}" if said.doing else ""
    return f"{printable(said.job[:LONGEST])}{part}{doing}"


def _home(heard: Heard) -> str:
    there = heard.said.data if heard.said else 0
    if there <= heard.home:
        return "all" if heard.home else "none"
    return f"{100 * heard.home // there} %"


def _wrong(heard: Heard, now: float) -> Iterator[str]:
    said = heard.said
    if heard.refused:
        yield printable(heard.refused)
    for text in said.wrong if said else ():
        yield printable(text[:LONGEST])
    for text in heard.given_up:
        yield f"given up: {printable(text)}"
    if abs(heard.clock) > SLOW_CLOCK:
        yield f"its clock is {_age(abs(heard.clock))} {'ahead' if heard.clock > 0 else 'behind'}"
    if heard.cycled and now - heard.cycled < RECENT:
        when = datetime.fromtimestamp(heard.cycled, UTC)
        yield (
            f"power: {printable(heard.power)}" if heard.power else f"power cycled {when:%H:%M} UTC"
        )
    if heard.rebooted and now - heard.rebooted < RECENT:
        when = datetime.fromtimestamp(heard.rebooted, UTC)
        yield f"rebooted {when:%H:%M} UTC, went on"


def _age(seconds: float) -> str:
    """'12 s', '3:10', '2:10:00', '9 d'."""
    if seconds < 60:
        return f"{max(0, round(seconds))} s"
    if seconds < 48 * 3600:
        return duration(seconds)
    return f"{seconds / 86400:.0f} d"


def of_home(status: Status | None, now: float) -> Iterator[str]:
    """Messages about home and about shared jobs."""
    if status is None:
        yield "./do lab has not run here yet"
        return
    if now - status.at > HOME_WORKS:
        yield f"home is not running; this was the state {_age(now - status.at)} ago. ./do lab resumes"
    if status.trouble:
        yield status.trouble
    if status.shared:
        yield f"waiting for a machine with the tool: {in_words(status.shared)}"
    for text in status.given_up:
        yield f"given up: {printable(text)}"


def outlook(status: Status) -> str:
    """How many machines are done, and an estimate for the others."""
    every = status.machines.values()
    busy = [one for one in every if one.left or not one.at or (one.said and one.said.job)]
    done = len(every) - len(busy)
    machines = "machine is" if len(every) == 1 else "machines are"
    text = f"{done} of {len(every)} {machines} done"
    left = [one.said.left for one in busy if one.said and one.said.job and one.said.left]
    if not left:
        return text
    # Machines that have not started, are silent or have further jobs may need longer than this.
    is_known = len(left) == len(busy) and all(len(one.left) <= 1 for one in busy)
    is_known = is_known and not any(_is_silent(one, status.at) for one in busy)
    return f"{text}; {'' if is_known else 'at least '}{duration(max(left))} left"


def _is_silent(heard: Heard, now: float) -> bool:
    return bool(heard.at) and now - heard.at > SILENT


def in_words(names: Sequence[str]) -> str:
    """The first few names, and the number of the rest."""
    more = len(names) - FEW
    return f"{', '.join(map(printable, names[:FEW]))}{f' and {more} more' if more > 0 else ''}"
