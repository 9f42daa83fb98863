"""Wrong implementations and failed builds of a job, read from the recorded data."""

from collections.abc import Iterator
from pathlib import Path

from hashcop.data.lines import LineError, Lines
from hashcop.data.records import Build, Check

MOST = 20  # findings of a job that are told; the pages have all
KINDS = (b'"kind":"build"', b'"kind":"check"')
HEAD = 64  # bytes of a line among which its kind is


def not_right(data: Path, begun: int) -> tuple[str, ...]:
    """A line for each implementation that is wrong on a target, or has no working build there.

    `begun`: size of `data` at the start of the job; earlier findings are not repeated.
    """
    works: set[tuple[str, str]] = set()
    failed: dict[tuple[str, str], str] = {}
    wrong: dict[tuple[str, str], str] = {}
    for offset, one in _records(data):
        about = f"{one.hash}/{one.implementation}", one.target
        if isinstance(one, Build) and one.outcome == "ok":
            works.add(about)
        elif isinstance(one, Build) and one.outcome == "failed" and offset >= begun:
            failed.setdefault(about, one.reason)
        elif isinstance(one, Check) and one.outcome != "right" and offset >= begun:
            wrong.setdefault(about, one.reason)
    told = [f"{name} on {target}: {why}" for (name, target), why in wrong.items()]
    told += [
        f"{name} on {target} does not build: {why}"
        for (name, target), why in failed.items()
        if (name, target) not in works
    ]
    more = len(told) - MOST
    return (*told[:MOST], *([f"and {more} more"] if more > 0 else []))


def _records(data: Path) -> Iterator[tuple[int, Build | Check]]:
    """Builds and checks of a file, each with where its line begins."""
    lines = Lines({"build": Build, "check": Check})
    offset = 0
    if not data.exists():
        return
    with data.open("rb") as file:
        for line in file:
            if any(kind in line[:HEAD] for kind in KINDS):
                try:
                    found = lines.decode(line)
                except LineError:
                    found = None
                if found is not None:
                    yield offset, found
            offset += len(line)
