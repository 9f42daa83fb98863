"""Verdicts on constant time: a row for each implementation and ABI, whether it claims it or not."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console

from hashcop.cli import screen
from hashcop.data.records import Timecop
from hashcop.engine.constant_time import Asked
from hashcop.engine.prepare import Prepared
from hashcop.engine.session import Work
from hashcop.platforms.door import Group
from hashcop.results.summary import CONSTANT_TIME
from hashcop.results.verdict import NOT_BUILT, SKIPPED, WRONG

Row = dict[str, Any]
NAMED = 3  # of many names


def rows(work: Work) -> list[Row]:
    """Build each group as its last race was won, or else with its first option set, and run it on secret messages."""
    lacks = {group: work.claims.lacks(group) for group in work.groups if group.option_sets}
    wanted = {group: [work.races.likely(group)] for group, why in lacks.items() if not why}
    prepared = {one.group: one for one in work.preparation.run(list(wanted), wanted)}
    asked = {one.group: found for one in prepared.values() if (found := _asked(one, wanted))}
    verdicts = work.claims.verify(asked.values(), again=True)
    made = []
    for group in work.groups:
        verdict = verdicts.get(asked[group]) if group in asked else None
        lacking = lacks.get(group, "")
        why = lacking or ("" if verdict else _why_not(group, prepared.get(group)))
        made.append(_row(group, verdict, why) | {"lacks": lacking})
    return made


def _asked(one: Prepared, wanted: dict[Group, list[int]]) -> Asked | None:
    """The build that is to be watched; None where it is not right."""
    index = wanted[one.group][0]
    code = one.builds[index].object if index in one.builds else ""
    is_right = any(entrant.code == code for entrant in one.entrants)
    return Asked(one.group, index, code) if is_right else None


def _why_not(group: Group, one: Prepared | None) -> str:
    """Why there is no verdict on a group."""
    if one is None:
        return group.skip or SKIPPED
    failed = next((build.reason for build in one.builds.values() if build.outcome == "failed"), "")
    wrong = next((check.reason for check in one.checks if check.reason), "")
    return f"{NOT_BUILT}: {failed}" if failed else f"{WRONG}: {wrong}"


def _row(group: Group, found: Timecop | None, why: str) -> Row:
    return {
        "hash": group.function.name,
        "implementation": group.implementation.name,
        "abi": group.target.name,
        "verdict": found.outcome if found else SKIPPED if group.skip else "error",
        "claimed": group.security == CONSTANT_TIME,
        "tool": found.tool if found else "",
        "options": list(found.options) if found else [],
        "made": list(found.made) if found else [],
        "where": list(found.where) if found else [],
        "said": list(found.said) if found else [why],
    }


def show(found: Sequence[Row], console: Console) -> None:
    """A line for each row, and one below it for each thing to be said. What no tool could judge shares a line."""
    lacking: dict[str, list[str]] = {}
    for row in found:
        if row["lacks"]:
            name = f"{row['hash']}/{row['implementation']} {row['abi']}"
            lacking.setdefault(row["lacks"], []).append(name)
            continue
        name = f"{row['hash']}/{row['implementation']} {row['abi']}"
        claim = "claimed" if row["claimed"] else "not claimed"
        if row["verdict"] == SKIPPED:
            screen.line(f"{SKIPPED:<10}{name:<36} {'; '.join(row['said'])}", console)
            continue
        tool = f", {row['tool']}" if row["tool"] else ""
        screen.line(f"{row['verdict']:<10}{name:<36} {claim}{tool}", console)
        if row["made"]:
            screen.line(f"          another build: {' '.join(row['made'])}", console)
        for text in (*row["where"], *row["said"]):
            screen.line(f"          {text}", console)
    for why, names in lacking.items():
        screen.line(f"{'no verdict':<10} on {_some(names)}: {why}", console)


def _some(names: Sequence[str]) -> str:
    """A few of many names."""
    left = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {left} more" if left > 0 else "")
