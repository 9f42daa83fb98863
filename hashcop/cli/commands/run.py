"""`./do`, or `./do run`: build, check, race, measure, make the pages."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hashcop.cli import options, screen
from hashcop.engine.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from hashcop.engine.prepare import Prepared
    from hashcop.platforms.door import Group


@options.command(
    "run",
    ("./do", "everything: build, check, race, measure, make the pages"),
    ("./do sha256 sha3256", "two hashes"),
    ("./do sha256/ref", "one implementation, at every length; ends with a table"),
    ("./do ~/my/crypto_hash/sha256/fast", "an implementation in a tree of your own"),
    ("./do sha256/ref --watch", "the same again each time one of its files is saved"),
    ("./do --profile quick", "one option set for each compiler"),
    ("./do --exhaustive", "every option set, also where nothing is expected of it"),
    ("./do --profile full --budget 10m sha256", "over 1000 option sets, as far as ten minutes go"),
    ("./do sha256/ref --effect cold", "also with everything out of the caches"),
    (
        "./do --tree DIR --profile supercop",
        "a SUPERCOP release, with the option sets that it ships",
    ),
)
@options.settings(
    *("words", "platforms", "profile", "targets", "budget", "exhaustive"),
    *("tree", "bench", "machine", "cores", "cache", "cache_limit"),
    *("seconds", "patience", "trusted", "devices", "references"),
    times=True,
)
@click.option(
    "--curve",
    type=click.Choice(["full"]),
    help="full: every length from 0 to 4096 for every implementation.",
)
@click.option(
    "--effect",
    "effects",
    multiple=True,
    type=options.Named("effect", options.effects, shows=True),
    help="Time also with caches cold, at every alignment, with other data, a copy on each core, or with every "
    "counter; may be repeated.",
)
@click.option(
    "--watch",
    "watches",
    is_flag=True,
    help="Run again each time a file of what is selected is saved, until you press Ctrl-C.",
)
@click.option(
    "--no-pages",
    "without_pages",
    is_flag=True,
    help="Record results, and do not make the pages.",
)
@options.in_ticks
@click.pass_context
def run(
    ctx: click.Context,
    settings: Settings,
    *,
    curve: str | None,
    effects: tuple[str, ...],
    watches: bool,
    without_pages: bool,
    in_ticks: bool,
) -> int:
    """Build, check, race, measure, and make the pages.

    Each implementation is built with the most promising option sets of the profile, and with all of them if it is
    selected by its name. The builds are raced, and the fastest one that is right is measured. Only what is not recorded
    yet is done. Exit status 1: an implementation that was selected by its name is not right.
    """
    options.suggest(ctx, settings.words, settings.tree)
    if watches:
        from hashcop.cli import watching  # loads a library that no other run needs

        return watching.watch(settings, sys.argv[1:])
    # Loads the engine, which help and refusals do without.
    from hashcop.cli import pages
    from hashcop.cli.working import at_work
    from hashcop.engine import messages
    from hashcop.engine.constant_time import STAGE, claimed
    from hashcop.engine.experiments import Experiments
    from reports.site import addresses

    console = screen.console()
    with at_work(settings, console) as begun:
        work, store, display = begun.work, begun.session.store, begun.display

        def publish() -> None:
            if settings.words or without_pages:
                return  # who asked for few things gets the answer here, soon
            display.show("making the pages")
            with display.spent.on("pages"):
                said = pages.publish(settings.bench, console, in_ticks=in_ticks)
            display.print(said)

        work.races.answers(work.groups)
        prepared = work.run.in_turns(
            work.groups,
            work.way,
            full_curves=curve == "full",
            publish=publish,
            is_asked=bool(settings.words or settings.platforms),
        )
        if effects:
            experiments = Experiments(store, begun.display, work.site, work.races.preparation)
            experiments.run(work.run.measured, effects)
        # The last thing of a run: answers that nobody waits for, and nothing is timed beside them.
        measured = work.run.measured
        fastest = {one for one in measured if one.group.named} | work.run.fastest(measured)
        work.claims.verify(claimed(fastest))
        others = claimed(one for one in measured if one not in fastest)
        work.run.left[STAGE] += work.claims.verify_some(others, work.run.end_of_others)
        said = addresses.compilers(store.directory.name)
        begun.leave(str(settings.bench / "html" / said))
    if not begun.display.outcomes and not begun.work.preparation.disputes.is_any_open:
        begun.display.print(messages.nothing_to_do(store.path))
    if settings.words:
        _summary(store.path, prepared, console, in_ticks=in_ticks)
    spent = begun.display.spent
    if not without_pages:
        with spent.on("pages"):
            pages.bring_up_to_date(settings.bench, console, in_ticks=in_ticks)
    if work.run.left.total():
        begun.display.print(messages.left(work.run.left, Settings.longest_time))
    if begun.display.outcomes and not settings.words:
        begun.display.print(messages.time_line(spent.elapsed, spent.seconds))
        spent.keep_paces(begun.session.cache.directory)
    wrong = [p for p in prepared if p.group.named and not p.group.skip and not p.entrants]
    return 1 if wrong else 0


def _summary(data: Path, prepared: "list[Prepared]", console: "Console", *, in_ticks: bool) -> None:
    """What was selected, as a table."""
    from reports import (
        terminal,
        terminal_circuits,
        terminal_many,
    )  # only where something is selected

    groups = [one.group for one in prepared]
    timed = [group for group in groups if group.lane.quantity.is_of_machine]
    placed = [group for group in groups if not group.lane.quantity.is_of_machine]
    if circuits := _names(placed):
        terminal_circuits.summary([data], circuits, console)
    if names := _names(group for group in timed if not group.function.one):
        terminal.summary([data], names, console, in_ticks=in_ticks)
    if many := dict.fromkeys(group.function.name for group in timed if group.function.one):
        terminal_many.summary([data], list(many), console, in_ticks=in_ticks)


def _names(groups: "Iterable[Group]") -> list[tuple[str, str | None]]:
    """Each hash with its implementation, which is None where that was not named; each once."""
    pairs = ((g.function.name, g.implementation.name if g.named else None) for g in groups)
    return list(dict.fromkeys(pairs))
