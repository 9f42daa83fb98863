"""`./do lab`: drive all machines of a lab from one place."""

from pathlib import Path

import click

from hashcop import ROOT
from hashcop.cli import messages, options
from hashcop.engine.settings import Settings

OF_ONE = (
    "add",
    "pause",
    "resume",
    "remove",
    "log",
    "submit",
)  # verbs of one machine, or of one file
VERBS = (*OF_ONE, "status", "serve", "work", "inventory")


@options.command(
    "lab",
    ("./do lab", "send the tree to all machines of lab.toml, measure, make the pages"),
    ("./do lab --profile quick sha256", "without lab.toml: a lab of this machine alone"),
    ("./do lab add pi4 --ssh pi@pi4.local", "set up a machine"),
    ("./do lab submit fast.tar.gz --to arm", "check and time a submission on all ARM machines"),
    ("./do lab status", "state, progress and problems of each machine"),
    ("./do lab pause pi4", "interrupt its job until ./do lab resume pi4"),
    ("./do lab log pi4", "how its jobs ended"),
    ("./do lab serve", "keep home running, and answer submissions"),
)
@click.argument(
    "words",
    nargs=-1,
    metavar="[VERB|SELECT]...",
    help=f"A verb ({messages.in_words(VERBS)}) and its operand; or what to measure, as for ./do",
)
@options.settings("profile", "bench")
@click.option(
    "--inventory",
    "file",
    type=options.FILE,
    metavar="FILE",
    help="The machines of the lab.  [default: lab.toml]",
)
@click.option("--ssh", metavar="WHERE", default="", help="With add: destination for ssh.")
@click.option(
    "--to",
    multiple=True,
    metavar="NAME|TAG",
    help="With submit and status: only these machines; may be repeated.",
)
@click.option("--once", is_flag=True, help="With work: end once no work is left.")
@options.as_json
@click.pass_context
def lab(
    ctx: click.Context,
    settings: Settings,
    *,
    words: tuple[str, ...],
    file: Path | None,
    ssh: str,
    to: tuple[str, ...],
    once: bool,
    as_json: bool,
) -> int:
    """Measure on all machines of a lab.

    Each machine runs ./do by itself, and its data are copied back. Exit status 1: a machine is silent or refused, or
    has given up a job.
    """
    verb, rest = (words[0], words[1:]) if words and words[0] in VERBS else ("", words)
    _look_at_options(ctx, verb)
    # Loads what help and refusals do without.
    from hashcop.cli import labs

    asked = labs.Asked(settings, ROOT, file or ROOT / "lab.toml", frozenset(to), ssh, as_json, once)
    if verb in OF_ONE and len(rest) != 1:
        raise click.UsageError(messages.lab_wants_a_name(verb))
    return labs.do(asked, verb, rest)


def _look_at_options(ctx: click.Context, verb: str) -> None:
    """Complain of an option that the verb does not have."""
    of = {
        "ssh": ("add",),
        "to": ("submit", "status"),
        "as_json": ("status", "inventory"),
        "once": ("work",),
        "profile": ("",),
    }
    for one in options.typed(ctx):
        if one.name in of and verb not in of[one.name]:
            raise click.UsageError(messages.lab_option(one.opts[0], of[one.name]))
