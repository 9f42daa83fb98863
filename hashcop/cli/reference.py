"""docs/reference/commands.md, made from the commands: `python -m hashcop.cli.reference`, which `make docs` runs."""

from collections.abc import Iterator, Sequence
from inspect import cleandoc
from textwrap import fill

import click

from hashcop import ROOT
from hashcop.cli.main import COMMANDS, DEFAULT, PROGRAM, commands
from hashcop.cli.options import Command, Example

FILE = ROOT / "docs" / "reference" / "commands.md"
HEAD = f"""\
# Commands

This page is generated from the commands (`make docs`): `./do COMMAND --help` has the same.

    {PROGRAM} [COMMAND] [OPTIONS] [SELECT]...

Without a command it is `{DEFAULT}`: `./do sha256` is `./do run sha256`. Options and words may come in any
order. `./do --help` shows all commands, `./do --version` the version.

The exit status is 0 if all is well, 1 if an implementation is wrong or something is missing (see each
command), 2 if the command can't be done, and 130 if it was stopped; the same command then goes on.
"""


def page() -> str:
    """The page, as Markdown."""
    ctx = commands.make_context(PROGRAM, [], resilient_parsing=True)
    found = {name: commands.get_command(ctx, name) for name in COMMANDS}
    every = {name: one for name, one in found.items() if one}
    table = ["| command | does |", "| --- | --- |"]
    table += [f"| [`{name}`](#{name}) | {_first(one)} |" for name, one in every.items()]
    sections = ("\n".join(_section(ctx, name, one)) for name, one in every.items())
    return "\n".join([HEAD, *table, "", *sections])


def _first(command: Command) -> str:
    """The first sentence of its help."""
    return command.get_short_help_str(limit=1000)


def _section(above: click.Context, name: str, command: Command) -> Iterator[str]:
    ctx = command.make_context(name, [], parent=above, resilient_parsing=True)
    yield f"## {name}"
    yield ""
    yield f"    {ctx.command_path} {' '.join(command.collect_usage_pieces(ctx))}"
    yield ""
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        yield _wrapped(paragraph)
        yield ""
    for param in command.params:
        if isinstance(param, click.Argument):
            yield _wrapped(f"`{param.make_metavar(ctx).strip('[].')}`: {param.help}.")
            yield ""
    rows = [one.get_help_record(ctx) for one in command.params if isinstance(one, click.Option)]
    if any(rows):
        yield "| option | meaning |"
        yield "| --- | --- |"
        yield from (f"| {_spelling(row[0])} | {_cell(row[1])} |" for row in rows if row)
        yield ""
    yield from _examples(command.examples)


def _wrapped(paragraph: str) -> str:
    """As prose is wrapped in docs/."""
    return fill(paragraph, 100, break_long_words=False, break_on_hyphens=False)


def _spelling(text: str) -> str:
    """--profile [a|b]: the option as code, with bars that a table can hold."""
    return f"`{text}`".replace("|", "\\|")


def _cell(text: str) -> str:
    """What an option means; its default stands in a sentence of its own."""
    meaning, _, default = text.partition("  [default: ")
    return f"{meaning} Default: {default.removesuffix(']')}." if default else meaning


def _examples(examples: Sequence[Example]) -> Iterator[str]:
    yield "```sh"
    width = max(len(one.line) for one in examples)
    yield from (f"{one.line:<{width}}   # {one.does}" for one in examples)
    yield "```"
    yield ""


if __name__ == "__main__":
    FILE.write_text(page())
