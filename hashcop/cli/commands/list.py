"""`./do list`: what is in the tree, what of it is skipped here, or with which option sets it would be built.

Builds and times nothing.
"""

from typing import Any

import click

from hashcop.cli import messages, options, screen
from hashcop.engine.settings import Settings

OF_BOTH = ("lists_options", "lists_skipped", "as_json")
OF_TREES = ("tree", "platforms", *OF_BOTH)
OF_OPTIONS = (
    *(
        "profile",
        "targets",
        "bench",
        "machine",
        "cores",
        "cache",
        "cache_limit",
        "trusted",
        "devices",
    ),
    *OF_BOTH,
)


@options.command(
    "list",
    ("./do list", "everything in the tree"),
    ("./do list sha256 --json", "the implementations of a hash, for programs"),
    ("./do list --tree DIR", "another tree"),
    ("./do list --skipped", "what a run leaves out on this machine, and why"),
    (
        "./do list --options --profile full",
        "the option sets of a profile, and which flags do not work here",
    ),
)
@options.settings("words", "platforms", "tree", *OF_OPTIONS[: -len(OF_BOTH)])
@click.option(
    "--options",
    "lists_options",
    is_flag=True,
    help="List the option sets of the profile for each compiler and ABI instead, and the flags that do not work here. "
    "Takes all options but --tree and --with; a list of implementations takes these and --json, and --skipped all.",
)
@click.option(
    "--skipped",
    "lists_skipped",
    is_flag=True,
    help="List instead what a run leaves out on this machine, by reason, with the packages that bring libraries.",
)
@options.as_json
@click.pass_context
def list_tree(
    ctx: click.Context,
    settings: Settings,
    *,
    lists_options: bool,
    lists_skipped: bool,
    as_json: bool,
) -> int:
    """List implementations, what is skipped, or option sets.

    Option sets are those that a profile has for the compilers of this machine, after each flag was tried once.
    """
    if lists_options and lists_skipped:
        raise click.UsageError(messages.one_list(), ctx)
    if lists_skipped:
        from hashcop.cli import skipped  # loads the engine, which help does without

        return skipped.show(settings, as_json=as_json)
    if lists_options:
        options.refuse(ctx, OF_OPTIONS, messages.not_of_options)
        if settings.words:
            raise click.UsageError(messages.options_of_some(), ctx)
        from hashcop.cli import option_sets  # loads the engine, which help does without

        return option_sets.show(settings, as_json=as_json)
    options.refuse(ctx, OF_TREES, messages.only_of_options)
    rows = _rows(settings)
    if as_json:
        screen.as_json(rows)
    else:
        _show(rows)
    return 0


def _rows(settings: Settings) -> list[dict[str, Any]]:
    """One for each implementation that is selected."""
    from hashcop.engine import selection  # as above
    from hashcop.engine.session import wanted
    from hashcop.platforms.registry import platforms

    found = wanted(settings)
    by_name = {one.name: one for one in platforms()}
    chosen = [one.implementation for one in selection.selected(found.functions, found.selections)]
    return [
        {
            "hash": one.hash,
            "implementation": one.name,
            "platform": one.platform,
            "language": by_name[one.platform].language(one),
            "architectures": sorted(by_name[one.platform].architectures(one) or []),
            "security": one.security,
            "directory": str(one.directory),
        }
        for one in chosen
    ]


def _show(rows: list[dict[str, Any]]) -> None:
    titles = ("hash", "implementation", "language", "architectures", "security")
    cells = [{**row, "architectures": " ".join(row["architectures"]) or "all"} for row in rows]
    console = screen.console()
    screen.table(titles, [[row[title] for title in titles] for row in cells], console)
    count = len({row["hash"] for row in rows})
    screen.line(f"{len(rows)} implementations of {count} hashes", console)
