"""`./do list --skipped`: what a run would leave out on this machine, grouped by reason."""

import textwrap

from rich.console import Console

from hashcop.cli import screen
from hashcop.engine import skipped
from hashcop.engine.session import planned
from hashcop.engine.settings import Settings
from hashcop.platforms.door import Group

INDENT = "    "
KINDS = (skipped.LIBRARY, skipped.INSTRUCTIONS, skipped.OTHER, skipped.ELSEWHERE)


def show(settings: Settings, *, as_json: bool) -> int:
    """Print it. Tries what was not tried before; builds no implementation."""
    console = screen.console(on_stderr=as_json)
    groups = planned(settings, lambda text: screen.line(text, console))
    if as_json:
        screen.as_json([_for_programs(group) for group in groups if group.skip])
        return 0
    _lines(groups, console)
    return 0


def _for_programs(group: Group) -> dict[str, str]:
    return {
        "hash": group.function.name,
        "implementation": group.implementation.name,
        "abi": group.target.name,
        "kind": skipped.kind_of(group.skip),
        "reason": group.skip,
    }


def _lines(groups: list[Group], console: Console) -> None:
    """A paragraph for each kind of reason, and a line for each reason with all that it holds for."""
    rows = skipped.by_reason(groups, merged=True)
    for kind in KINDS:
        own = [row for row in rows if skipped.kind_of(row.reason) == kind]
        if own:
            screen.line(f"{kind}:", console)
        for row in own:
            screen.line(f"  {row.reason} [{' '.join(row.targets)}]", console)
            names = textwrap.fill(
                " ".join(row.names),
                max(console.width, len(INDENT) + 20),
                initial_indent=INDENT,
                subsequent_indent=INDENT,
                break_long_words=False,
                break_on_hyphens=False,
            )
            for line in names.splitlines():
                screen.line(line, console)
    screen.line(skipped.summary(groups).partition(";")[0] or "nothing is skipped", console)
