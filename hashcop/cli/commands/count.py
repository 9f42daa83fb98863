"""`./do count`: the operations on data of a block, for each implementation."""

import click

from hashcop.cli import options, screen
from hashcop.engine.settings import Settings


@options.command(
    "count",
    ("./do count", "everything portable in the tree"),
    ("./do count blake256", "the implementations of a hash"),
    ("./do count keccakc512/opt32 --abi x86", "one implementation as 32-bit code"),
)
@options.settings(
    "words", *("targets", "tree", "bench", "machine", "cache", "cache_limit", "trusted")
)
@options.as_json
@click.pass_context
def count(ctx: click.Context, settings: Settings, *, as_json: bool) -> int:
    """Count operations on data.

    Compiles implementations with clang, puts a counter into each basic block, runs them in the sandbox, and prints how
    many operations of each class a block of the message takes. Without a selection only portable implementations are
    counted, and those with instructions for AES. Without --abi it is this machine's first one. Needs llvmlite
    (`make count-extra` installs it), and nothing else does. Exit status 1: something selected is not counted.
    """
    from hashcop.counts import wheel  # loads what help does without

    found = wheel.find()
    if found is None:
        raise click.ClickException(wheel.ADVICE)
    from hashcop.cli import counting  # as above

    options.suggest(ctx, settings.words, settings.tree)
    outcomes = counting.outcomes(settings, found, screen.console(on_stderr=True))
    if as_json:
        screen.as_json(counting.rows(outcomes))
    else:
        counting.show(outcomes, screen.console())
    return 0 if all(one.record or not settings.words for one in outcomes) else 1
