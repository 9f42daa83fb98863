"""What there is to do: implementations crossed with targets, each with its option sets. Starts no process."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from hashcop.engine.selection import Selected, Selection, selected
from hashcop.platforms.door import Borrows, Group, Lane, Target
from hashcop.platforms.implementation import HashFunction


def make(
    functions: Sequence[HashFunction],
    selections: Sequence[Selection],
    lanes: Mapping[str, Lane],
    targets: Sequence[str] = (),
) -> list[Group]:
    """The groups of a run, in the order in which they are wanted.

    `lanes`: by the platform's name. `targets`: names; without any, all targets of the lanes.
    """
    groups: list[Group] = []
    for one in selected(functions, selections):
        lane = lanes.get(one.implementation.platform)
        if lane is not None:
            wanted = [t for t in lane.targets if not targets or t.name in targets]
            groups += _groups(one, lane, wanted, is_asked=bool(selections))
    return groups


def of_primitive(function: HashFunction, lane: Lane, target: Target) -> list[Group]:
    """The groups from which a subroutine for a target is chosen."""
    own = lane.lender if isinstance(lane, Borrows) else lane
    return [
        replace(group, is_subroutine=True)
        for implementation in function.implementations
        if implementation.platform == own.platform and own.can_serve(implementation)
        for group in _groups(Selected(function, implementation, named=False), own, [target])
    ]


def _groups(
    one: Selected, lane: Lane, targets: Sequence[Target], *, is_asked: bool = True
) -> Iterator[Group]:
    implementation = one.implementation
    problem = implementation.problem if targets else ""
    for target in targets:
        plan = None if problem else lane.plan(implementation, target)
        if plan and plan.is_left and not is_asked:
            continue
        skip = problem or (plan.skip if plan else "")
        yield Group(
            lane=lane,
            function=one.function,
            implementation=implementation,
            target=target,
            option_sets=plan.option_sets if plan and not skip else (),
            skip=skip,
            named=one.named,
            security=implementation.security,
            needs=plan.needs if plan and not skip else (),
        )
