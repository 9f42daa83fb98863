"""What a run leaves out, in few lines: what was named keeps its reason, and the rest is counted by kind of reason."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hashcop.engine.session import Say, Session
from hashcop.platforms.door import Group

SHOWN = 3  # names in a line
# Kinds of reasons, by the words that lanes give them.
LIBRARY = "need libraries that are not installed"
INSTRUCTIONS = "need instructions that this processor lacks"
ELSEWHERE = "for other processors"
OTHER = "for other reasons"
KINDS = (
    (re.compile(r"needs \S+(, which is not there| [\d.]+ \()"), LIBRARY),
    (re.compile(r"needs instructions that this processor has not"), INSTRUCTIONS),
    (re.compile(r"for .+ only$"), ELSEWHERE),
)


def kind_of(reason: str) -> str:
    """The kind of a reason."""
    return next((kind for pattern, kind in KINDS if pattern.match(reason)), OTHER)


@dataclass(frozen=True)
class Skipped:
    """A reason, and what is skipped for it: names and targets, in the order of the tree."""

    reason: str
    names: tuple[str, ...]
    targets: tuple[str, ...]


def _name(group: Group) -> str:
    return f"{group.function.name}/{group.implementation.name}"


def nowhere(groups: Sequence[Group]) -> list[Group]:
    """Of each implementation that is built for no target, the groups."""
    built = {group.implementation.directory for group in groups if not group.skip}
    return [group for group in groups if group.implementation.directory not in built]


def by_reason(groups: Iterable[Group], *, merged: bool = False) -> list[Skipped]:
    """What is skipped, by reason: those for which most is skipped first.

    `merged`: a reason that names its target is one with the same reason for another target.
    """
    names: dict[str, dict[str, None]] = {}
    targets: dict[str, dict[str, None]] = {}
    for group in groups:
        if group.skip:
            why = group.skip.replace(f" for {group.target.name} (", " (") if merged else group.skip
            names.setdefault(why, {})[_name(group)] = None
            targets.setdefault(why, {})[group.target.name] = None
    found = [Skipped(why, tuple(of), tuple(targets[why])) for why, of in names.items()]
    return sorted(found, key=lambda one: -len(one.names))


def summary(groups: Sequence[Group]) -> str:
    """How many implementations are built for no target, by kind of reason; empty if there are none.

    An implementation that is skipped for several reasons counts for that of its first target.
    """
    kinds: dict[object, str] = {}
    for group in nowhere(groups):
        kinds.setdefault(group.implementation.directory, kind_of(group.skip))
    if not kinds:
        return ""
    counts = Counter(kinds.values())
    parts = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
    plural = "" if len(kinds) == 1 else "s"
    return (
        f"skipped: {len(kinds)} implementation{plural} ({parts}); "
        "./do list --skipped says which and why"
    )


def _of_named(groups: Iterable[Group]) -> Iterator[str]:
    """Each reason for which something is skipped that was selected by its name."""
    for target in dict.fromkeys(group.target.name for group in groups):
        for one in by_reason(group for group in groups if group.target.name == target):
            left = len(one.names) - SHOWN
            more = f" and {left} more" if left > 0 else ""
            yield f"skipped for {target}: {', '.join(one.names[:SHOWN])}{more}: {one.reason}"


def announce(session: Session, say: Say) -> None:
    """Tell people what a run leaves out: targets, option sets, and implementations."""
    notices = [notice for lane in session.lanes.of.values() for notice in lane.notices()]
    for notice in dict.fromkeys(notices):
        say(notice)
    for line in _of_named([group for group in session.groups if group.named]):
        say(line)
    rest = summary([group for group in session.groups if not group.named])
    if rest:
        say(rest)
