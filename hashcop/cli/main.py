"""`./do`: finds the command among the words that were typed, runs it, and says what went wrong."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem, shell_complete

from hashcop import __version__ as VERSION
from hashcop.cli import messages, names, options
from hashcop.cli.commands.completion import VARIABLE
from hashcop.cli.options import Command, Example
from hashcop.data.printable import printable

PROGRAM = "./do"
DEFAULT = "run"
# In the order of --help. Each is a module of hashcop.cli.commands with one Command.
COMMANDS = (
    "run",
    "check",
    "race",
    "submit",
    "submissions",
    "lab",
    "compare",
    "count",
    "list",
    "report",
    "serve",
    "export",
    "sign",
    "pack",
    "doctor",
    "clean",
    "completion",
)
CAN_NOT = 2
BROKEN_PIPE = 141  # as of programs that this ends by its signal

ABOUT = """\
Measure how fast hash functions are.

A SELECT is HASH, HASH/IMPLEMENTATION, HASH/DIRECTORY for all that is in it, or a path to one of them; without any, it
is everything in crypto_hash/.
Without a COMMAND, it is run: build, check, race, measure, make the pages.

Results are bench/MACHINE/data.jsonl and bench/html/index.html. A run that was stopped is continued by the same command.
"""
EXAMPLES = (
    Example("./do", "everything: build, check, race, measure, make the pages"),
    Example("./do sha256 sha3256", "two hashes"),
    Example("./do sha256/ref", "one implementation, at every length; ends with a table"),
    Example("./do ~/my/crypto_hash/sha256/fast", "an implementation in a tree of your own"),
    Example("./do --profile quick", "one option set for each compiler"),
    Example("./do check sha256", "only build and check"),
    Example("./do race sha256", "who is fastest with which options, and no more"),
    Example("./do compare sha256/ref sha256/openssl", "which is faster, and is that sure"),
    Example("./do many sha256", "many messages at once: any command with that platform alone"),
    Example("./do doctor", "what this machine has, what it lacks, and what installs it"),
)
MOST_USED = ("profile", "budget", "targets", "tree", "bench", "trusted")


def _said_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"Hashcop {VERSION}")
        ctx.exit()


class Commands(click.Group):
    """All commands; a command's module is loaded when the command is used or shown."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of --help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> Command | None:
        """The command of a name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"hashcop.cli.commands.{cmd_name}")
        return next(one for one in vars(module).values() if isinstance(one, Command))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The command is the first word that is no option and no option's value; none means run."""
        own = {"-h", "--help", "--version"}
        if args[:1] and args[0] in own:
            return super().parse_args(ctx, args)
        place = self._first_word(ctx, args)
        if place is not None and args[place] in names.platforms():
            ctx.meta[options.PLATFORM] = args.pop(place)
            place = self._first_word(ctx, args)
        if place is not None and args[place] in COMMANDS:
            self._refuse_platform(ctx, args[place])
            return super().parse_args(ctx, [args[place], *args[:place], *args[place + 1 :]])
        if ctx.resilient_parsing and not args:
            return super().parse_args(ctx, args)  # a shell asks what may come first
        ctx.meta[options.WITHOUT_COMMAND] = True
        return super().parse_args(ctx, [DEFAULT, *args])

    def _refuse_platform(self, ctx: click.Context, name: str) -> None:
        """A platform that a command would not ask for must not be passed over in silence."""
        platform = ctx.meta.get(options.PLATFORM)
        if platform is None:
            return
        owners = options.owners_of("--with", ctx)
        if name not in owners:
            raise click.UsageError(messages.is_for(f"the platform {platform}", owners, name), ctx)

    def _first_word(self, ctx: click.Context, args: Sequence[str]) -> int | None:
        """Where the first word is."""
        place = 0
        while place < len(args) and args[place] != "--":
            if not args[place].startswith("-") or args[place] == "-":
                return place
            place += 2 if self._takes_value(ctx, args[place]) else 1
        return None

    def _takes_value(self, ctx: click.Context, option: str) -> bool:
        """Whether the word after an option is its value. An option has one meaning in all commands."""
        for name in COMMANDS:
            command = self.get_command(ctx, name)
            known = options.spellings(command).get(option) if command else None
            if known:
                return not known.is_flag
        return False

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What may come first: a command, or what may follow run."""
        found = super().shell_complete(ctx, incomplete)
        command = self.get_command(ctx, DEFAULT)
        if command is None:
            return found
        run = command.make_context(DEFAULT, [], parent=ctx, resilient_parsing=True)
        if incomplete.startswith("-"):
            return found + command.shell_complete(run, incomplete)
        words = next(one for one in command.params if one.name == "words")
        return found + words.shell_complete(run, incomplete)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Of run, too."""
        formatter.write_usage(PROGRAM, "[COMMAND] [OPTIONS] [SELECT]...")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands, the options that are used most, and those that no command has."""
        self.format_commands(ctx, formatter)
        with formatter.section("Most used options of run"):
            formatter.write_dl([_in_short(field) for field in MOST_USED])
        click.Command.format_options(self, ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The examples."""
        options.write_examples(EXAMPLES, formatter)
        formatter.write_paragraph()
        formatter.write_text("./do COMMAND --help has all options of a command.")

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, *_: Any, **extra: Any
    ) -> int:
        """Do what was typed; the exit status.

        In place of click's own, which makes another exception of Ctrl-C.
        """
        status = perform(list(sys.argv[1:] if args is None else args))
        if extra.get("standalone_mode", True):
            sys.exit(status)
        return status


def _in_short(field: str) -> tuple[str, str]:
    """An option of run, with the first sentence of its help."""

    @options.SHARED[field]
    def bare() -> None:
        """Nothing; click wants a function."""

    (option,) = bare.__click_params__  # type: ignore[attr-defined]
    kind = "" if option.is_flag else f" {option.metavar or option.type.name.upper()}"
    return f"{option.opts[0]}{kind}", f"{option.help.split('. ')[0].rstrip('.')}."


@click.command(
    cls=Commands,
    help=ABOUT,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_said_version,
    help="Show the version and exit.",
)
def commands() -> None:
    """All commands."""


def perform(arguments: Sequence[str]) -> int:
    """Do what was typed, and say what is wrong where it can't be done. The exit status.

    0 fine, 1 something is wrong with what was asked to be right, 2 can't be done.
    """
    if VARIABLE in os.environ:
        return shell_complete(commands, {}, PROGRAM, VARIABLE, os.environ[VARIABLE])
    try:
        with commands.make_context(PROGRAM, list(arguments)) as ctx:
            return int(commands.invoke(ctx) or 0)
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as error:
        _say_wrong(_refusal(error), arguments)
    except BrokenPipeError:
        silence()
        return BROKEN_PIPE
    except Exception as error:
        said = _as_complaint(error)
        if not said:
            raise
        _say_wrong(f"do: {said}", arguments)
    return CAN_NOT


def silence() -> None:
    """Let what is still to be written to standard output go nowhere: its reader has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refusal(error: click.ClickException) -> str:
    """A message, for errors of usage with the usage line of the command that was typed, and where to read on."""
    said = f"do: {error.format_message()}"
    if not isinstance(error, click.UsageError) or error.ctx is None:
        return said
    return f"{error.ctx.get_usage()}\n{said}\n{messages.has_help(error.ctx.command_path)}"


def _as_complaint(error: Exception) -> str:
    """What to say of an error that is no bug; empty where it is one."""
    if said := messages.system_refuses(error):
        return said  # and nothing is loaded for it
    # Loaded here, since most commands end without.
    from hashcop.data.files import DataError
    from hashcop.data.store import NotRecorded
    from hashcop.engine import messages as of_engine
    from hashcop.machine.cache import CacheError
    from hashcop.platforms.door import OptionFileError

    if isinstance(error, DataError):
        return str(of_engine.bad_data(str(error)))
    if isinstance(error, NotRecorded):
        return str(of_engine.not_recorded(str(error)))
    if isinstance(error, CacheError):
        return str(of_engine.no_cache(str(error)))
    is_said = isinstance(error, of_engine.Complaint | OptionFileError)
    return str(error) if is_said else ""


def _say_wrong(said: str, typed: Sequence[str]) -> None:
    print(as_typed(said, typed), file=sys.stderr)


def as_typed(said: str, typed: Sequence[str]) -> str:
    """A message in which no control character of what people typed is obeyed. Its own line breaks stay."""
    pieces = {piece for word in typed for piece in (word, *word.replace("=", "/").split("/"))}
    for piece in sorted(pieces, key=len, reverse=True):
        if not piece.isprintable():
            said = said.replace(piece, printable(piece))
    return "\n".join(map(printable, said.split("\n")))
