"""Options that several commands share, each described once, and what all commands have in common.

Nothing here loads the engine, nor does a command's module: help, completion and refusals must come at once.
"""

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from hashcop.cli import messages, names
from hashcop.engine.settings import Settings

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)

DAY = 24 * 60 * 60
MOST_SECONDS = 1000 * DAY
PLATFORM = "hashcop.platform"  # in the context's meta: the platform that was typed before all else
WITHOUT_COMMAND = "hashcop.without_command"  # in the context's meta: no command was typed
SELECT = "HASH, HASH/IMPLEMENTATION, HASH/DIRECTORY for all in it, or a path to one of them; none is everything"


@dataclass(frozen=True)
class Example:
    """A line to type, and what it is for."""

    line: str
    does: str


class Command(click.Command):
    """A command whose --help ends with examples, and that knows which other command has an option."""

    def __init__(self, *args: Any, examples: Sequence[Example], **kwargs: Any) -> None:
        kwargs.setdefault("context_settings", {"help_option_names": ["-h", "--help"]})
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does. Raises UsageError for another command's option, with the names of those that have it."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            owners = owners_of(error.option_name, ctx)
            if not owners:
                raise
            said = messages.is_for(error.option_name, owners, str(self.name))
            raise click.UsageError(said, ctx) from None

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The examples."""
        write_examples(self.examples, formatter)


def write_examples(examples: Sequence[Example], formatter: click.HelpFormatter) -> None:
    """A line each, and what it does below or beside it."""
    with formatter.section("Examples"):
        formatter.write_dl([(one.line, one.does) for one in examples], col_max=46)


def owners_of(option: str, ctx: click.Context) -> list[str]:
    """The commands that have an option."""
    return [name for name, one in _commands(ctx).items() if option in spellings(one)]


def _commands(ctx: click.Context) -> dict[str, click.Command]:
    """All commands by name; none where a command is used by itself."""
    group = ctx.find_root().command
    if not isinstance(group, click.Group):
        return {}
    found = {name: group.get_command(ctx, name) for name in group.list_commands(ctx)}
    return {name: one for name, one in found.items() if one}


def spellings(command: click.Command) -> dict[str, click.Option]:
    """The options of a command by each way to write them."""
    options = [one for one in command.params if isinstance(one, click.Option)]
    return {name: one for one in options for name in (*one.opts, *one.secondary_opts)}


def typed(ctx: click.Context) -> list[click.Option]:
    """The options that were typed, in the order of --help."""
    every = (one for one in ctx.command.params if isinstance(one, click.Option))
    source = ctx.get_parameter_source
    return [one for one in every if source(str(one.name)) is ParameterSource.COMMANDLINE]


def refuse(ctx: click.Context, keep: Sequence[str], why: Callable[[str], str]) -> None:
    """Complain of an option that was typed and is not among `keep`. `why` makes the message of its spelling."""
    for one in typed(ctx):
        if one.name not in keep:
            raise click.UsageError(why(one.opts[0]), ctx)


def suggest(ctx: click.Context, words: Sequence[str], tree: Path | None) -> None:
    """Complain of a word that is no hash where a command was meant, perhaps. Only where no command was typed."""
    if not words or not ctx.meta.get(WITHOUT_COMMAND):
        return
    first, known = words[0], names.hashes(tree)
    commands = _commands(ctx)
    if first in known or "/" in first or first[:1] in (".", "~") or names.is_directory(first):
        late = next((word for word in words if word in commands and word not in known), "")
        if late:
            raise click.ClickException(messages.command_comes_first(late))
        return
    for meant in names.nearest(first, [*commands, *names.platforms()])[:1]:
        near = names.nearest(first, known)
        raise click.ClickException(messages.no_such_hash(first, near, meant))


# What options take


class Parsed(click.ParamType[Any]):
    """A value that a function makes of the text; it raises ValueError where the text is not what is `expected`."""

    def __init__(self, name: str, parse: Callable[[str], Any], expected: str) -> None:
        self.name = name
        self.parse = parse
        self.expected = expected

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value; a default is one already."""
        if not isinstance(value, str):
            return value
        try:
            return self.parse(value)
        except ValueError:
            self.fail(messages.not_expected(value, self.expected), param, ctx)


class Named(click.ParamType[str]):
    """One of some names, which are found out when they are needed: platforms take long to load.

    `shows`: --help has all of them.
    """

    def __init__(
        self, name: str, every: Callable[[], Sequence[str]], *, shows: bool = False
    ) -> None:
        self.name = name
        self.every = every
        self.shows = shows

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """The names between bars, or the kind of name."""
        return f"[{'|'.join(self.every())}]" if self.shows else self.name.upper()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name; fails with all that there are, and the nearest."""
        if value in self.every():
            return str(value)
        near = names.nearest(str(value), self.every())
        self.fail(messages.not_one_of(str(value), self.every(), near), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin so."""
        return [CompletionItem(one) for one in self.every() if one.startswith(incomplete)]


def _number(text: str, least: int, most: int) -> int:
    # So many digits before int(), which takes long for very many.
    number = int(text) if text.isdecimal() and len(text) <= len(str(most)) else least - 1
    if not least <= number <= most:
        raise ValueError
    return number


def port(text: str) -> int:
    """A TCP port. Raises ValueError for what is none."""
    return _number(text, 1, (1 << 16) - 1)


def _seconds(text: str) -> int:
    return _number(text, 0, MOST_SECONDS)


def _time_limit(text: str) -> int:
    return _number(text, 1, DAY)


def _bytes(text: str) -> int:
    found = re.fullmatch(r"([1-9]\d{0,12})([KMGT]?)", text)
    if not found:
        raise ValueError
    return int(found[1]) << (10 * " KMGT".index(found[2] or " "))


def _duration(text: str) -> float:
    units = {"s": 1, "m": 60, "h": 3600}
    number = text[:-1] if text[-1:] in units else text
    return float(_number(number, 1, MOST_SECONDS) * units.get(text[-1:], 1))


def profiles() -> Sequence[str]:
    """The names of all profiles."""
    from hashcop.platforms import registry  # loads all platforms, and few commands need to ask

    return registry.profiles()


def targets() -> Sequence[str]:
    """The names of all targets, and the one that stands for all that are emulated."""
    from hashcop.platforms import door, registry  # as above

    return [*registry.target_names(), door.EMULATED]


def effects() -> Sequence[str]:
    """The names of all experiments."""
    from hashcop.platforms import registry  # as above

    return registry.effects()


class _Directory(click.Path):
    """A directory, as a shell completes it; whether it can be used is found out by whoever uses it."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Directories."""
        return [CompletionItem(incomplete, type="dir")]


DIRECTORY = _Directory(path_type=Path)
FILE = click.Path(path_type=Path)


def selection(
    name: str, metavar: str = "[SELECT]...", *, explains: str = SELECT
) -> Callable[[F], F]:
    """An argument of selections, which a shell completes from the tree."""
    return click.argument(name, nargs=-1, metavar=metavar, help=explains, shell_complete=_select)


def _select(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    if incomplete.startswith((".", "/", "~")):
        return [CompletionItem(incomplete, type="dir")]
    tree = ctx.params.get("tree")
    return [CompletionItem(one) for one in names.selections(incomplete, tree)]


def data_files(explains: str) -> Callable[[F], F]:
    """An argument of data files."""
    return click.argument("data", nargs=-1, metavar="[DATA]...", help=explains, type=FILE)


# Every option that fills a field of Settings, by that field.
SHARED: dict[str, Callable[[Function], Function]] = {
    "words": selection("words"),
    "platforms": click.option(
        "--with",
        "platforms",
        multiple=True,
        metavar="PLATFORM",
        type=Named("platform", names.platforms),
        help="Also what this platform has, such as many; may be repeated. ./do PLATFORM ... is that platform alone.",
    ),
    "tree": click.option(
        "--tree", type=DIRECTORY, metavar="DIR", help="Where crypto_hash/ is.  [default: here]"
    ),
    "bench": click.option(
        "--bench", type=DIRECTORY, metavar="DIR", help="Where results are.  [default: bench]"
    ),
    "machine": click.option(
        "--machine",
        metavar="NAME",
        help="What this machine is called in results.  [default: the name of the host]",
    ),
    "cores": click.option(
        "--cores",
        metavar="KIND",
        help="On a processor with several kinds of cores: the kind to measure on, as ./do doctor names them.  "
        "[default: the fastest]",
    ),
    "cache": click.option(
        "--cache",
        type=DIRECTORY,
        metavar="DIR",
        help="Where programs are kept, for this machine below DIR.  "
        "[default: $XDG_CACHE_HOME/hashcop, or ~/.cache/hashcop]",
    ),
    "cache_limit": click.option(
        "--cache-limit",
        type=Parsed("size", _bytes, "a number of bytes, such as 500M or 4G"),
        metavar="SIZE",
        help="How large the cache may become, in this run and all later ones, such as 500M or 4G.  [default: 2G]",
    ),
    "profile": click.option(
        "--profile",
        type=Named("name", profiles, shows=True),
        help=f"Which option sets.  [default: {Settings.profile}]",
    ),
    "targets": click.option(
        "--abi",
        "--target",
        "targets",
        multiple=True,
        type=Named("abi", targets),
        help="Only for this ABI; may be repeated. An ABI of another processor is checked under an emulator and not "
        "timed; `emulated` stands for all of those that are there.  [default: all that this processor runs]",
    ),
    "budget": click.option(
        "--budget",
        type=Parsed("time", _duration, "a time such as 90s, 10m or 2h"),
        metavar="TIME",
        help="Build the most promising option sets for so long (90s, 10m, 2h).  [default: while they are promising, "
        f"as far as the whole run takes no more than {Settings.usual_time / 60:.0f}m]",
    ),
    "exhaustive": click.option(
        "--exhaustive",
        is_flag=True,
        help="Build, check and race every option set, also where nothing is expected of it.",
    ),
    "patience": click.option(
        "--patience",
        type=Parsed("seconds", _seconds, "a number of seconds"),
        metavar="SECONDS",
        help="How long a run may wait, altogether, for whatever disturbs its timings to end, and measure again what "
        f"was disturbed.  [default: {Settings.patience}]",
    ),
    "seconds": click.option(
        "--time-limit",
        "seconds",
        type=Parsed("seconds", _time_limit, f"a number of seconds from 1 to {DAY}"),
        metavar="SECONDS",
        help="Processor time that one call of an implementation may take before it counts as hanging.  "
        f"[default: {Settings.seconds}]",
    ),
    "trusted": click.option(
        "--no-sandbox",
        "trusted",
        is_flag=True,
        help="Run without bubblewrap: says that you trust all code that is built and run.",
    ),
    "references": click.option(
        "--reference",
        "references",
        multiple=True,
        metavar="HASH/IMPLEMENTATION",
        help="Of a hash of another tree: the implementation that is right where others disagree with it, in this run "
        "and all later ones; may be repeated.",
    ),
    "devices": click.option(
        "--device",
        "devices",
        is_flag=True,
        help="Let kernels use this machine's graphics processors: says that you trust their drivers with all kernels.",
    ),
}


def _platforms(added: Sequence[str]) -> tuple[str, ...]:
    """The platforms that were asked for; none is the usual ones."""
    from hashcop.platforms import registry  # loads all platforms, and few commands need to ask

    own = click.get_current_context().meta.get(PLATFORM)
    if own or not added:
        return tuple(dict.fromkeys([*([own] if own else []), *added]))
    return tuple(dict.fromkeys([*(one.name for one in registry.usual()), *added]))


def settings(*fields: str, times: bool = False) -> Callable[[Function], Function]:
    """Give a command the options of these fields, and its function the Settings that they fill, as first argument.

    `times`: the command times something.
    """

    def decorated(function: Function) -> Function:
        @functools.wraps(function)
        def with_settings(**given: Any) -> Any:
            typed = {field: given.pop(field) for field in fields}
            mine = {field: value for field, value in typed.items() if value is not None}
            if "budget" in mine and mine.get("exhaustive"):
                raise click.UsageError(messages.exhaustive_or_budget())
            if wanted := _platforms(mine.get("platforms", ())):
                mine["platforms"] = wanted
            if "bench" in mine:
                mine["bench"] = mine["bench"].absolute()
            return function(Settings(**mine, times=times), **given)

        for field in reversed(fields):
            SHARED[field](with_settings)
        return with_settings

    return decorated


def as_json(function: F) -> F:
    """--json."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


signers = click.option(
    "--allowed-signers",
    "signers",
    metavar="FILE",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Who may sign data, in the format of ssh-keygen.  [default: allowed_signers under bench/]",
)
in_ticks = click.option(
    "--ticks",
    "in_ticks",
    is_flag=True,
    help="Figures in the counter's own ticks instead of cycles of the core.",
)


def command(name: str, *examples: tuple[str, str]) -> Callable[[Function], Command]:
    """Make a function, whose docstring is the help, a command. `examples` are (line to type, what it does)."""
    rows = [Example(*one) for one in examples]

    def made(function: Function) -> Command:
        return click.command(name, cls=Command, examples=rows)(function)

    return made
