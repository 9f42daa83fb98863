"""Builds that failed, for the terminal: few lines, however many implementations and option sets failed alike."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from hashcop.data.said import kind, title
from hashcop.data.store import Fact

REASONS_SHOWN = 4
NAMES_SHOWN = 3


@dataclass
class _Reason:
    """What failed for a reason: implementations, compilers and the very errors, in the order in which they came."""

    implementations: dict[str, None] = field(default_factory=dict)
    compilers: dict[str, None] = field(default_factory=dict)
    errors: dict[str, None] = field(default_factory=dict)


def lines(builds: Iterable[Fact], page: str = "") -> list[str]:
    """What to say of `build` facts: nothing where none failed, else a line for each of the most frequent reasons.

    `page` is where all are told.
    """
    tried = [fact for fact in builds if fact["outcome"] != "skipped"]
    found: dict[str, _Reason] = {}
    failing: set[str] = set()
    count = 0
    for fact in tried:
        if fact["outcome"] == "failed":
            count += 1
            name = f"{fact['hash']}/{fact['implementation']}"
            failing.add(name)
            reason = found.setdefault(kind(fact["reason"]), _Reason())
            reason.implementations[name] = None
            reason.compilers[" ".join(fact["options"][:1])] = None
            reason.errors[fact["reason"]] = None
    if not found:
        return []
    order = sorted(found.values(), key=lambda reason: -len(reason.implementations))
    said = [f"{count:,} of {len(tried):,} builds failed, of {_counted(len(failing))}:"]
    said += [_line(reason) for reason in order[:REASONS_SHOWN]]
    left = len(order) - REASONS_SHOWN
    rest = [f"{left} more {'reason' if left == 1 else 'reasons'}"] if left > 0 else []
    end = ", ".join([*rest, *([f"all in {page}"] if page else [])])
    return [*said, f"  {end}"] if end else said


def _counted(count: int) -> str:
    return f"{count:,} {'implementation' if count == 1 else 'implementations'}"


def _line(reason: _Reason) -> str:
    names = list(reason.implementations)
    few = len(names) <= NAMES_SHOWN
    who = ", ".join(names) if few else f"{_counted(len(names))} such as {names[0]}"
    return f"  {who}, with {', '.join(reason.compilers)}: {title(reason.errors)}"
