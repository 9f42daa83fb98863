"""`./do compare`: two implementations, or two data files, side by side."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hashcop.cli import messages, names, options, screen
from hashcop.engine.settings import Settings

if TYPE_CHECKING:
    from rich.console import Console

    from hashcop.cli.working import Begun
    from hashcop.platforms.door import Group

MARK = "@"  # parts an implementation from an option set of one's own
TWO = (
    "Two of HASH/IMPLEMENTATION, with PLATFORM: before both where they are none of single messages in C, and @'gcc -O2 "
    "...' behind one for options of your own; or two data files, which are compared as they are"
)


@options.command(
    "compare",
    (
        "./do compare sha256/ref sha256/openssl",
        "which is faster, at which length, and is that sure",
    ),
    ("./do compare sha256/ref@'gcc -O2' sha256/ref@'clang -O2'", "the same with two compilers"),
    ("./do compare many:sha256/avx2-8 many:sha256/single", "64 messages at once"),
    ("./do compare before.jsonl after.jsonl", "two data files"),
)
@options.selection("pair", metavar="A B", explains=TWO)
@options.settings(
    *("profile", "targets", "tree", "bench", "machine", "cache", "cache_limit"),
    *("seconds", "patience", "trusted", "devices"),
)
@click.pass_context
def compare(ctx: click.Context, settings: Settings, *, pair: tuple[str, ...]) -> int:
    """Compare two implementations, and say if that is sure.

    The two may be implementations, builds of one, or data files. Builds are measured in turns, process by process, so
    that whatever happens to the machine happens to both. Exit status 1: nothing could be compared.
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
    """Measure both, on each target that both are for."""
    from hashcop.cli.working import at_work  # loads the engine, which help does without

    settings, pair = _on_platform(settings, pair)
    parts = [word.partition(MARK) for word in pair]
    words, given = [part[0] for part in parts], [part[2].strip() for part in parts]
    for (word, mark, _), own in zip(parts, given, strict=True):
        if mark and not own:
            raise click.UsageError(messages.no_options(word), click.get_current_context())
    both_named = [_named(replace(settings, words=(word,))) for word in words]
    if both_named[0] == both_named[1] and given[0] == given[1]:
        raise click.UsageError(messages.twice_the_same(words[0]), click.get_current_context())
    console = screen.console()
    done = 0
    both = replace(settings, words=tuple(dict.fromkeys(words)))
    with at_work(both, console, announced=False) as begun:
        groups = begun.work.groups
        _complain_of_untimed(groups)
        for target in dict.fromkeys((one.lane.platform, one.target.name) for one in groups):
            of_target = [g for g in groups if (g.lane.platform, g.target.name) == target]
            sides = [_side(of_target, *side) for side in zip(both_named, given, strict=True)]
            done += _compare(sides, given, begun, console)
        begun.work.site.leave()
    return 0 if done else 1


def _on_platform(settings: Settings, pair: Sequence[str]) -> tuple[Settings, Sequence[str]]:
    """The settings, and both words without the platform that they name: the same, since others time other things."""
    known = names.platforms()
    parts = [word.partition(":") for word in pair]
    found = {one if colon and one in known else "" for one, colon, _ in parts}
    if found == {""}:
        return settings, pair
    if len(found) > 1:
        context = click.get_current_context()
        raise click.UsageError(messages.two_platforms(), context)
    return replace(settings, platforms=tuple(found)), [rest for _, _, rest in parts]


def _complain_of_untimed(groups: "Sequence[Group]") -> None:
    """Complain of targets that were asked for and are only checked."""
    from hashcop.engine import messages as of_engine  # as above

    never = dict.fromkeys(group.target.name for group in groups if not group.target.is_timed)
    if never:
        raise of_engine.never_timed(never)


def _compare(
    sides: "Sequence[Group]", given: Sequence[str], begun: "Begun", console: "Console"
) -> bool:
    """Measure two groups of one target and show how they stand; False where one of them is not right."""
    from hashcop.engine.comparing import Comparing  # as above
    from hashcop.engine.prepare import title
    from reports import terminal

    work, display = begun.work, begun.display
    won = [
        work.races.only(one) if options else work.races.race(one)
        for one, options in zip(work.preparation.run(sides), given, strict=True)
    ]
    missing = [title(s) for s, w in zip(sides, won, strict=True) if w is None]
    if missing:
        display.print(f"not right, or not for this machine: {', '.join(missing)}")
        return False
    first, second = [one for one in won if one]
    result = Comparing(begun.session.store, display, work.site.timer).compare(first, second)
    if isinstance(result, str):
        display.print(result)
        return False
    terminal.comparison(result, console)
    return True


def _named(settings: Settings) -> tuple[str, str]:
    """The hash and the name of the one implementation that a word names."""
    from hashcop.engine import messages as of_engine  # as above
    from hashcop.engine import selection
    from hashcop.engine.session import wanted

    found = wanted(settings)
    named = selection.single(found.functions, found.selections[0])
    if not named:
        raise of_engine.not_two_of_a_kind()
    return named.hash, named.name


def _side(groups: "Sequence[Group]", name: tuple[str, str], given: str) -> "Group":
    """What one of two words of a comparison stands for, on the target of the groups."""
    from hashcop.engine import messages as of_engine  # as above

    found = next(one for one in groups if (one.function.name, one.implementation.name) == name)
    if not given or found.skip:
        return found
    changed = found.lane.with_options(found, given)
    if changed is None:
        raise of_engine.no_compiler(given, found.target.name)
    return changed
