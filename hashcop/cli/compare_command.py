"""`./do compare`: from what was typed to two winners, or two files, and their table."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from hashcop.cli.cli import Request
from hashcop.engine import comparing, messages
from hashcop.engine.comparing import Comparing
from hashcop.engine.opening import open_run, wanted
from hashcop.engine.plan import Group, Selection
from hashcop.engine.prepare import title
from hashcop.engine.progress import Display
from hashcop.platforms.c.tools.toolchain import Toolchain


def compare(request: Request, console: Console) -> int:
    """Two implementations or two data files, side by side; status 1 where one of them is not right."""
    from hashcop.results import beside
    from reports import terminal

    paths = [Path(word) for word in request.words]
    if all(path.is_file() for path in paths):
        found = list(beside.comparisons(*paths))
        if not found:
            raise messages.nothing_to_compare("these files have no implementation in common")
        for one in found:
            terminal.comparison(one, console)
        return 0
    words, _, options = zip(
        *(word.partition(comparing.MARK) for word in request.words), strict=True
    )
    names = [_named(replace(request, words=(word,))) for word in words]
    display = Display(console)
    opened = open_run(replace(request, words=tuple(dict.fromkeys(words))), display.print)
    done = 0
    with display:
        place = opened.prepare(display, request)
        for abi in dict.fromkeys(group.target.abi for group in place.groups):
            of_abi = [group for group in place.groups if group.target.abi == abi]
            chosen = zip(names, options, strict=True)
            sides = [_side(of_abi, *side, opened.toolchain) for side in chosen]
            running, prepared = place.running, place.preparation.run(sides)
            won = [
                running.only(one) if words else running.race(one)
                for one, words in zip(prepared, options, strict=True)
            ]
            missing = [title(s) for s, w in zip(sides, won, strict=True) if w is None]
            if missing:
                display.print(f"not right, or not for this machine: {', '.join(missing)}")
                continue
            pair = [one for one in won if one]
            result = Comparing(opened.store, display, place.running.timer).compare(pair[0], pair[1])
            if isinstance(result, str):
                display.print(result)
                continue
            terminal.comparison(result, console)
            done += 1
        place.site.leave()
    opened.close()
    return 0 if done else 1


def _named(request: Request) -> Selection:
    """The one implementation that a word names."""
    (selection,) = wanted(request).selections
    if not selection.implementation:
        raise messages.not_two_of_a_kind()
    return selection


def _side(groups: Sequence[Group], name: Selection, options: str, toolchain: Toolchain) -> Group:
    """What one of two words of a comparison stands for."""
    found = next(
        group
        for group in groups
        if Selection(group.function.name, group.implementation.name) == name
    )
    if not options or found.skip:
        return found
    changed = comparing.with_options(found, options, toolchain)
    if changed is None:
        raise messages.no_compiler(options, found.target.abi)
    return changed
