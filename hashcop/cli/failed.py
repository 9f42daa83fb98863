"""Builds that failed, for the terminal: few lines, however many implementations and option sets failed alike."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from hashcop.data.records import Build
from hashcop.data.said import kind, title

REASONS_SHOWN = 4
NAMES_SHOWN = 3


@dataclass
class _Reason:
    """What failed for one reason: implementations, compilers and the errors themselves, in order of appearance."""

    implementations: dict[str, None] = field(default_factory=dict)
    compilers: dict[str, None] = field(default_factory=dict)
    errors: dict[str, None] = field(default_factory=dict)


def lines(builds: Iterable[Build], page: str = "") -> list[str]:
    """Lines on builds that failed: none where none did, else one for each of the most frequent reasons.

    `page` is the page that has all of them.
    """
    tried = [build for build in builds if build.outcome != "skipped"]
    failed = [build for build in tried if build.outcome == "failed"]
    found: dict[str, _Reason] = {}
    for build in failed:
        reason = found.setdefault(kind(build.reason), _Reason())
        reason.implementations[f"{build.hash}/{build.implementation}"] = None
        reason.compilers[" ".join(build.options[:1])] = None
        reason.errors[build.reason] = None
    count, failing = len(failed), {(build.hash, build.implementation) for build in failed}
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
