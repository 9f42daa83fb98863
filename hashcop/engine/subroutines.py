"""Operations that hashes are built on: of each that is needed, the fastest correct implementation on the ABI.

They are built, checked and raced like hashes, before the hashes that include them; docs/implementors.md says
what an implementation gets.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hashcop.engine import plan, tree
from hashcop.engine.plan import Group, Subroutine
from hashcop.engine.prepare import Prepared
from hashcop.engine.run import Run, Won
from hashcop.engine.tree import Need
from hashcop.platforms.c import build
from hashcop.platforms.c.tools.toolchain import Toolchain


@dataclass(frozen=True)
class _Choice:
    """The fastest of all, and the fastest of those that claim constant time; None where there is none."""

    fastest: Won | None
    constant: Won | None

    def for_class(self, security: str) -> Won | None:
        return self.constant if security == "constbranchindex" else self.fastest


class Subroutines:
    """Meets the needs of groups; each primitive is raced once for each ABI."""

    def __init__(
        self,
        where: Path,
        profile: str,
        toolchain: Toolchain,
        prepare: Callable[[Sequence[Group]], list[Prepared]],
        running: Run,
    ) -> None:
        """`where`: the tree that the subroutines are in. `prepare` builds and checks those of one primitive."""
        self.where = where
        self.profile = profile
        self.toolchain = toolchain
        self.prepare = prepare
        self.running = running
        self._chosen: dict[tuple[str, str, str], _Choice] = {}

    def provide(self, groups: Sequence[Group]) -> list[Group]:
        """The groups with their subroutines; those whose needs can't be met are skipped, with a reason."""
        return [self._provided(group) if group.needs else group for group in groups]

    def _provided(self, group: Group) -> Group:
        """With the subroutines of its security class; it loses a claim that a subroutine does not make."""
        choices = {need: self._choose(need, group) for need in group.needs}
        missing = [need for need, choice in choices.items() if choice.fastest is None]
        if missing:
            names = ", ".join(f"{need.operation}/{need.primitive}" for need in missing)
            why = f"needs {names}, of which no implementation works on {group.target.abi}"
            return replace(group, skip=why, option_sets=(), needs=())
        secret = [choice for need, choice in choices.items() if not need.is_public]
        holds = all(choice.constant for choice in secret)
        security = group.security if holds else "timingleaks"
        found = []
        for need, choice in choices.items():
            won = choice.for_class("timingleaks" if need.is_public else security)
            found.append(self._subroutine(need, won)) if won else None
        return replace(group, security=security, subroutines=tuple(found))

    def _subroutine(self, need: Need, won: Won) -> Subroutine:
        group = won.group
        return Subroutine(
            need=need,
            implementation=group.implementation,
            security=group.security,
            options=tuple(group.option_sets[won.entrant.place].words),
            sources=group.implementation.digest(),
            code=won.entrant.code,
            archive=build.archive_path(won.entrant.binary),
        )

    def _choose(self, need: Need, group: Group) -> _Choice:
        key = need.operation, need.primitive, group.target.abi
        if key not in self._chosen:
            self._chosen[key] = _Choice(None, None)  # for one that needs itself
            self._chosen[key] = self._race(need, group)
        return self._chosen[key]

    def _race(self, need: Need, group: Group) -> _Choice:
        function = tree.primitive(self.where, need)
        if function is None:
            return _Choice(None, None)
        candidates = plan.of_primitive(function, group.target, self.toolchain, self.profile)
        prepared = self.prepare(self.provide(candidates))
        won = [winner for one in prepared if (winner := self._winner(one))]
        constant = [one for one in won if one.group.security == "constbranchindex"]
        return _Choice(_fastest(won), _fastest(constant))

    def _winner(self, prepared: Prepared) -> Won | None:
        """The fastest build of an implementation; under an emulator, which tells nothing of speed, the first."""
        if prepared.group.target.emulator:
            return Won(prepared, prepared.entrants[0], 0) if prepared.entrants else None
        return self.running.race(prepared)


def _fastest(won: Sequence[Won]) -> Won | None:
    return min(won, key=lambda one: one.cost, default=None)
