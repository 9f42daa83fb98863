"""A submission is built, checked, raced and measured, and then compared with what the tree has.

What it records is data of its quarantine. Programs, and what came of builds and checks, are in the machine's cache, so
that none is made again once the submission is accepted.
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hashcop.data.records import Examined
from hashcop.engine import tree
from hashcop.engine.disputes import contest_of
from hashcop.engine.progress import Display
from hashcop.engine.selection import selected
from hashcop.engine.session import Session, Wanted
from hashcop.platforms.door import Group
from hashcop.platforms.implementation import HashFunction, Implementation
from hashcop.platforms.registry import platforms
from hashcop.results import model, summary
from hashcop.results.summary import RACE_LENGTH
from hashcop.results.verdict import verdict
from hashcop.submissions.quarantine import Quarantine

SEARCH_SECONDS = 20.0  # for a search that has no budget
REFERENCE = "ref"


@dataclass(frozen=True)
class Result:
    """What was found out about an implementation on a target.

    `figures`: cycles/byte at the lengths of the tables, as far as they were measured. `missing`: implementations of
    the tree that it could not be compared with. `emulator` ran it, if the processor does not.
    """

    row: Examined
    figures: dict[int, float]
    missing: tuple[str, ...]
    emulator: str = ""


def functions_of(quarantine: Quarantine, where: Path) -> tuple[HashFunction, ...]:
    """The hashes of a submission, with its implementations alone. What is known of a hash is what `where` knows."""
    ours = {function.name: function for function in tree.walk(where)}
    return tuple(
        replace(sent, directory=ours.get(sent.name, sent).directory)
        for sent in tree.walk(quarantine.tree)
    )


def wanted(quarantine: Quarantine, where: Path) -> Wanted:
    """What may be built: a submission, and what the tree has of each hash, which bears witness."""
    sent = functions_of(quarantine, where)
    ours = {one.name: one for one in tree.walk(where)}
    return Wanted(where, tuple(_with_rivals(one, ours.get(one.name)) for one in sent), [])


def _measured(quarantine: Quarantine, where: Path, data: Path) -> set[str]:
    """The hashes of a submission of which the `data` have figures."""
    return {
        hash.name
        for machine in _machines(data, functions_of(quarantine, where))
        for target in machine.targets
        for hash in target.hashes
        if any(_cost(one) for one in hash.implementations)
    }


def _with_rivals(sent: HashFunction, ours: HashFunction | None) -> HashFunction:
    """With the implementations of the tree that have other names."""
    names = {one.name for one in sent.implementations}
    usable = {one.platform for one in sent.implementations}
    others = [
        one
        for one in (ours.implementations if ours else ())
        if one.name not in names and one.platform in usable
    ]
    return replace(sent, implementations=(*sent.implementations, *others))


def without_most(
    groups: Sequence[Group], quarantine: Quarantine, where: Path, data: Path, *, times: bool = True
) -> list[Group]:
    """The groups of a submission, and one of the tree, `ref` first, for each hash and target without figures.

    Where nothing is timed, nothing of the tree is wanted.
    """
    is_sent = [group.implementation.directory.is_relative_to(quarantine.tree) for group in groups]
    sent = [group for group, mine in zip(groups, is_sent, strict=True) if mine]
    if not times:
        return sent
    measured = _measured(quarantine, where, data)
    rivals: dict[tuple[str, str], Group] = {}
    others = (group for group, mine in zip(groups, is_sent, strict=True) if not mine)
    usable = (
        group
        for group in others
        if not group.skip and group.target.is_timed and group.function.name not in measured
    )
    for group in sorted(usable, key=lambda one: one.implementation.name != REFERENCE):
        rivals.setdefault(contest_of(group), group)
    contests = {contest_of(group) for group in sent if not group.skip}
    return [*sent, *(group for contest, group in rivals.items() if contest in contests)]


def work(session: Session, display: Display) -> None:
    """Build and check everything of a session; and race it, and measure tables, unless its settings time nothing."""
    begun = session.begin(display)
    until = time.monotonic() + (SEARCH_SECONDS if session.settings.budget is None else math.inf)
    prepared = begun.way.rest(begun.groups, until)
    every = [(one.group, entrant.code) for one in prepared for entrant in one.entrants]
    begun.preparation.confirm(every)
    if not session.settings.times:
        return
    for won in begun.races.all(prepared, exhaustive=False):
        begun.run.table(won)
    begun.site.leave()


def results(quarantine: Quarantine, where: Path, data: Path) -> list[Result]:
    """What the data of a quarantine say, beside the `data` of the machine. `where` is the operator's tree."""
    sent = {function.name: function for function in functions_of(quarantine, where)}
    ours = {function.name: function for function in tree.walk(where)}
    machines = _machines(data, tuple(sent.values()))
    found: list[Result] = []
    for machine in _machines(quarantine.data, tuple(sent.values())):
        for target in machine.targets:
            for hash in target.hashes:
                names = {one.name for one in sent[hash.name].implementations}
                known = [one for one in hash.implementations if one.name not in names]
                known += _of_tree(machines, target.name, hash.name)
                in_tree = ours[hash.name].implementations if hash.name in ours else ()
                for one in hash.implementations:
                    if one.name in names:
                        found.append(_result(target, hash.name, one, known, in_tree))
    return sorted(found, key=lambda one: (one.row.hash, one.row.implementation, bool(one.emulator)))


def _machines(data: Path, hashes: Sequence[HashFunction]) -> tuple[summary.Machine, ...]:
    return (
        model.load([data], hashes={one.name for one in hashes}) if data.exists() and hashes else ()
    )


def _of_tree(
    machines: Sequence[summary.Machine], target: str, hash: str
) -> Iterator[summary.Implementation]:
    """What the machine's data have of a hash on a target."""
    for machine in machines:
        for each in machine.targets:
            for one in each.hashes:
                if (each.name, one.name) == (target, hash):
                    yield from one.implementations


def _result(
    target: summary.Target,
    hash: str,
    one: summary.Implementation,
    known: Sequence[summary.Implementation],
    in_tree: Sequence[Implementation],
) -> Result:
    said, mine = verdict(one), _cost(one)
    # The same sources in the tree are this implementation, once it was accepted.
    others = {
        each.name: each
        for each in known
        if not (each.name == one.name and each.newest.sources == one.newest.sources)
    }
    costs = sorted((cost, name) for name, each in others.items() if (cost := _cost(each)))
    row = Examined(
        hash=hash,
        implementation=one.name,
        platform=target.platform,
        target=target.name,
        verdict=said.word,
        why=said.why,
        options=one.winner.options if one.winner else (),
        cycles_per_byte=None if mine is None else round(mine, 3),
    )
    if mine is not None and costs:
        row = Examined(
            **{name: getattr(row, name) for name in row.__struct_fields__}
            | {
                "place": 1 + sum(cost < mine for cost, _ in costs),
                "of": 1 + len(costs),
                "ratio": round(mine / costs[0][0], 4),
                "best": costs[0][1],
            }
        )
    figures = {n: found.median / n for n, found in one.curve.items() if n in summary.LENGTHS and n}
    names = {each.name for each in in_tree} - set(others) - {one.name}
    return Result(row, figures, tuple(sorted(names)), target.emulator)


def _cost(one: summary.Implementation) -> float | None:
    """Cycles/byte at the length of the race: as it was measured, or else raced."""
    measured = one.per_byte(RACE_LENGTH)
    if measured:
        return measured.median
    won = one.winner
    return won.median / won.bytes if won and won.median and won.bytes else None


def described(quarantine: Quarantine, where: Path) -> list[tuple[Implementation, str, str]]:
    """The implementations of a submission, with the language of each and what it is for, in words."""
    known = {one.name: one for one in platforms()}
    found: list[tuple[Implementation, str, str]] = []
    for one in selected(functions_of(quarantine, where), []):
        platform = known[one.implementation.platform]
        built_for = platform.architectures(one.implementation)
        words = "every ABI" if built_for is None else ", ".join(sorted(built_for))
        found.append((one.implementation, platform.language(one.implementation), words))
    return found


def new_hashes(quarantine: Quarantine, where: Path) -> list[str]:
    """The hashes that the tree does not have: what is known of them is what was sent."""
    ours = {function.name for function in tree.walk(where)}
    return [one.name for one in tree.walk(quarantine.tree) if one.name not in ours]
