"""Lines of format versions 1 and 2 become lines of version 3. docs/data-format.md has the history."""

from collections.abc import Callable
from typing import Any

from hashcop.data.records import FORMAT, About, Comparison, Machine, Record

Fields = dict[str, Any]  # of a line: what its JSON object holds

PLATFORM = "c"  # the only one before version 3
QUANTITY = "cycles"  # the only one before version 3
ROUND, RACE = 1, 1536  # of a trial that does not say them
RIGHT = {"ok": "right", "failed": "wrong"}  # the outcomes of a check


def is_older(kind: type[Record], platform: object, version: int) -> bool:
    """Whether a line was written before version 3.

    `platform` is that field of the line, or None; `version` is the `format` of a `machine` line. Only `machine` lines
    state their version, but each line of version 3 about an implementation has a platform. `conditions`, `hash` and
    `search` lines are the same in all versions.
    """
    if issubclass(kind, Machine):
        return version < FORMAT
    return issubclass(kind, About | Comparison) and platform is None


def upgrade(kind: str, fields: Fields) -> Fields:
    """The fields of an older line as version 3 has them. A field of a wrong type stays as it is."""
    found = _without_nulls(fields)
    if kind == "machine":
        return _machine(found)
    return _CHANGES.get(kind, dict)(_placed(found))


def _without_nulls(fields: Fields) -> Fields:
    """Older lines may have null for a field that is absent. Only a `core_cycles` of null has a meaning: not known."""
    return {
        name: _without_nulls(value) if isinstance(value, dict) else value
        for name, value in fields.items()
        if value is not None or name == "core_cycles"
    }


def _placed(found: Fields) -> Fields:
    if "abi" in found:
        found["target"] = found.pop("abi")
    return {"platform": PLATFORM, **found}


def _machine(found: Fields) -> Fields:
    if "abis" in found:
        found["targets"] = found.pop("abis")
    counters = found.get("counter")
    if isinstance(counters, dict):
        found["counter"] = {target: _counter(each) for target, each in counters.items()}
    return {"format": 1, **found}


def _counter(counter: Any) -> Any:
    """A counter that does not say `core_cycles` counts ticks."""
    return {"name": "", "core_cycles": False, **counter} if isinstance(counter, dict) else counter


def _check(found: Fields) -> Fields:
    outcome = found.get("outcome")
    return {**found, "outcome": RIGHT.get(outcome, outcome)} if isinstance(outcome, str) else found


def _trial(found: Fields) -> Fields:
    return {"quantity": QUANTITY, "round": ROUND, "bytes": RACE, **found}


def _winner(found: Fields) -> Fields:
    if "cycles" in found:
        found["median"] = found.pop("cycles")
    return {"quantity": QUANTITY, "bytes": RACE, **found}


def _timings(found: Fields) -> Fields:
    return {"quantity": QUANTITY, **found}


def _comparison(found: Fields) -> Fields:
    sides = found.get("sides")
    return {**found, "sides": [_side(side) for side in sides]} if isinstance(sides, list) else found


def _side(side: Any) -> Any:
    return _placed(_without_nulls(side)) if isinstance(side, dict) else side


_CHANGES: dict[str, Callable[[Fields], Fields]] = {
    "check": _check,
    "trial": _trial,
    "winner": _winner,
    "timings": _timings,
    "comparison": _comparison,
}
