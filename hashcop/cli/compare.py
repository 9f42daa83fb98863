"""`./do compare`: two implementations, or two data files, side by side."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hashcop.cli import messages, options, screen
from hashcop.engine.settings import Settings

if TYPE_CHECKING:
    from rich.console import Console

    from hashcop.cli.working import Work
    from hashcop.engine.plan import Group, Selection

TWO = (
    "Two of HASH/IMPLEMENTATION, with @'gcc -O2 ...' behind it for options of your own; or two data files, which are "
    "compared as they are"
)


@options.command(
    "compare",
    (
        "./do compare sha256/ref sha256/openssl",
        "which is faster, at which length, and is that sure",
    ),
    ("./do compare sha256/ref@'gcc -O2' sha256/ref@'clang -O2'", "the same with two compilers"),
    ("./do compare before.jsonl after.jsonl", "two data files"),
)
@options.selection("pair", metavar="A B", explains=TWO)
@options.settings(
    *("profile", "targets", "tree", "bench", "machine", "cache", "cache_limit"),
    *("seconds", "patience", "trusted"),
)
@click.pass_context
def compare(ctx: click.Context, settings: Settings, *, pair: tuple[str, ...]) -> int:
    """Measure two implementations side by side.

    Or two builds of one, or two data files. Builds are measured in turns, process by process, so that whatever happens
    to the machine happens to both. Exit status 1: nothing could be compared.
    """
    if len(pair) != 2:
        raise click.UsageError(messages.not_two(), ctx)
    paths = [Path(word) for word in pair]
    if all(path.is_file() for path in paths):
        options.refuse(ctx, (), messages.not_of_files)
        return _files(paths)
    return _implementations(settings, pair)


def _files(paths: Sequence[Path]) -> int:
    """What both files have."""
    from hashcop.engine import messages as of_engine  # loads what help does without
    from hashcop.results import beside
    from reports import terminal

    found = list(beside.comparisons(*paths))
    if not found:
        raise of_engine.nothing_to_compare("these files have no implementation in common")
    console = screen.console()
    for one in found:
        terminal.comparison(one, console)
    return 0


def _implementations(settings: Settings, pair: Sequence[str]) -> int:
    """Measure both, on each ABI that both are for."""
    from hashcop.cli.working import at_work  # loads the engine, which help does without
    from hashcop.engine import comparing
    from hashcop.engine import messages as of_engine
    from hashcop.platforms.c.tools import emulated

    parts = [word.partition(comparing.MARK) for word in pair]
    words, given = [part[0] for part in parts], [part[2] for part in parts]
    names = [_named(replace(settings, words=(word,))) for word in words]
    console = screen.console()
    done = 0
    both = replace(settings, words=tuple(dict.fromkeys(words)))
    with at_work(both, console, announced=False) as work:
        never = [
            target.abi
            for target in work.opened.toolchain.targets
            if target.emulator
            and (target.abi in settings.targets or emulated.ALL in settings.targets)
        ]
        if never:
            raise of_engine.never_timed(never)
        for abi in dict.fromkeys(group.target.abi for group in work.place.groups):
            of_abi = [group for group in work.place.groups if group.target.abi == abi]
            sides = [_side(of_abi, *side, work) for side in zip(names, given, strict=True)]
            done += _compare(sides, given, work, console)
        work.place.site.leave()
    return 0 if done else 1


def _compare(
    sides: "Sequence[Group]", given: Sequence[str], work: "Work", console: "Console"
) -> bool:
    """Measure two groups of one ABI and show how they stand; False where one of them is not right."""
    from hashcop.engine.comparing import Comparing  # as above
    from hashcop.engine.prepare import title
    from reports import terminal

    running, prepared = work.place.running, work.place.preparation.run(sides)
    won = [
        running.only(one) if words else running.race(one)
        for one, words in zip(prepared, given, strict=True)
    ]
    missing = [title(s) for s, w in zip(sides, won, strict=True) if w is None]
    if missing:
        work.display.print(f"not right, or not for this machine: {', '.join(missing)}")
        return False
    first, second = [one for one in won if one]
    result = Comparing(work.opened.store, work.display, running.timer).compare(first, second)
    if isinstance(result, str):
        work.display.print(result)
        return False
    terminal.comparison(result, console)
    return True


def _named(settings: Settings) -> "Selection":
    """The one implementation that a word names."""
    from hashcop.engine import messages as of_engine  # as above
    from hashcop.engine.opening import wanted

    (selection,) = wanted(settings).selections
    if not selection.implementation:
        raise of_engine.not_two_of_a_kind()
    return selection


def _side(groups: "Sequence[Group]", name: "Selection", given: str, work: "Work") -> "Group":
    """What one of two words of a comparison stands for."""
    from hashcop.engine import comparing  # as above
    from hashcop.engine import messages as of_engine
    from hashcop.engine.plan import Selection

    found = next(
        group
        for group in groups
        if Selection(group.function.name, group.implementation.name) == name
    )
    if not given or found.skip:
        return found
    changed = comparing.with_options(found, given, work.opened.toolchain)
    if changed is None:
        raise of_engine.no_compiler(given, found.target.abi)
    return changed
