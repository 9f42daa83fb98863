"""Operations that hashes are built on: for each one needed, the fastest correct implementation on the target.

They are built, checked and raced like hashes, before the hashes that include them. A subroutine may pass its check and
be wrong where it is used. So a hash that is wrong with the fastest one is tried with others, before it is called wrong.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hashcop.engine import plan, tree
from hashcop.engine.prepare import Prepared
from hashcop.engine.races import Races, Won
from hashcop.platforms.door import Group, Need, Platform, Subroutine
from hashcop.platforms.implementation import CONSTANT_TIME, NO_CLAIM


@dataclass(frozen=True)
class _Choice:
    """The winners of the implementations of a primitive, the fastest first."""

    every: tuple[Won, ...] = ()

    @property
    def constant(self) -> tuple[Won, ...]:
        """Those that claim constant time."""
        return tuple(one for one in self.every if one.group.security == CONSTANT_TIME)

    def for_class(self, security: str) -> tuple[Won, ...]:
        return self.constant if security == CONSTANT_TIME else self.every


class Subroutines:
    """Meets the needs of groups; each primitive is raced once for each target."""

    def __init__(
        self,
        where: Path,
        known: Sequence[Platform],
        prepare: Callable[[Sequence[Group]], list[Prepared]],
        races: Races,
    ) -> None:
        """`where`: the tree that the subroutines are in. `known`: the platforms that they may be of.

        `prepare` builds and checks the implementations of one primitive.
        """
        self.where = where
        self.known = known
        self.prepare = prepare
        self.races = races
        self._chosen: dict[tuple[str, str, str], _Choice] = {}

    def provide(self, groups: Sequence[Group]) -> list[Group]:
        """The groups with their subroutines; those whose needs can't be met are skipped, with a reason."""
        return [self._provided(group) if group.needs else group for group in groups]

    def again(self, prepared: Iterable[Prepared]) -> list[Group]:
        """Of what has no build that is right: the groups with other subroutines, where there are some to be tried."""
        refreshed = self.races.preparation.refreshed
        wrong = [
            one.group for one in prepared if one.group.subroutines and not refreshed(one).entrants
        ]
        found = [(group, self._provided(group)) for group in wrong]
        return [other for group, other in found if other.subroutines != group.subroutines]

    def _provided(self, group: Group) -> Group:
        """With the subroutines of its security class; it loses a claim that a subroutine does not make."""
        choices = {need: self._choose(need, group) for need in group.needs}
        missing = [need for need, choice in choices.items() if not choice.every]
        if missing:
            names = ", ".join(f"{need.operation}/{need.primitive}" for need in missing)
            why = f"needs {names}, of which no implementation works on {group.target.name}"
            return replace(group, skip=why, option_sets=(), needs=())
        secret = [choice for need, choice in choices.items() if not need.is_public]
        holds = all(choice.constant for choice in secret)
        security = group.security if holds else NO_CLAIM
        usable = {
            need: choice.for_class(NO_CLAIM if need.is_public else security)
            for need, choice in choices.items()
        }
        made = [
            replace(group, security=security, subroutines=subroutines)
            for subroutines in _combinations(usable)
        ]
        is_wrong = self.races.preparation.is_known_wrong
        return next((one for one in made if not is_wrong(one)), made[0])

    def _choose(self, need: Need, group: Group) -> _Choice:
        key = need.operation, need.primitive, group.target.name
        if key not in self._chosen:
            self._chosen[key] = _Choice()  # for a primitive that needs itself
            self._chosen[key] = self._race(need, group)
        return self._chosen[key]

    def _race(self, need: Need, group: Group) -> _Choice:
        function = tree.primitive(self.where, need, self.known)
        if function is None:
            return _Choice()
        candidates = plan.of_primitive(function, group.lane, group.target)
        if not group.target.is_timed:
            return self._first(candidates)
        prepared = self.prepare(self.provide(candidates))
        won = [winner for one in prepared if (winner := self._winner(one))]
        return _Choice(tuple(sorted(won, key=lambda one: one.cost)))

    def _first(self, candidates: Sequence[Group]) -> _Choice:
        """Where nothing is timed: the first that is right, those first that claim constant time; no more are built."""
        for candidate in sorted(candidates, key=lambda one: one.security != CONSTANT_TIME):
            won = [self._winner(one) for one in self.prepare(self.provide([candidate]))]
            found = next((one for one in won if one), None)
            if found:
                return _Choice((found,))
        return _Choice()

    def _winner(self, prepared: Prepared) -> Won | None:
        """The fastest build of an implementation; the first where the target is not timed."""
        if not prepared.group.target.is_timed:
            return Won(prepared, prepared.entrants[0], 0) if prepared.entrants else None
        return self.races.race(prepared)


def _subroutine(need: Need, won: Won) -> Subroutine:
    return Subroutine(
        need=need,
        implementation=won.group.implementation,
        security=won.group.security,
        options=won.options,
        sources=won.group.implementation.digest(),
        code=won.entrant.code,
        artifact=won.entrant.artifact,
    )


def _combinations(usable: Mapping[Need, Sequence[Won]]) -> Iterator[tuple[Subroutine, ...]]:
    """The fastest subroutine for each need, and then each of the others in the place of one of these."""
    fastest = {need: won[0] for need, won in usable.items() if won}
    others = [(need, one) for need, won in usable.items() for one in won[1:]]
    for changed in ({}, *({need: one} for need, one in others)):
        yield tuple(_subroutine(need, one) for need, one in (fastest | changed).items())
