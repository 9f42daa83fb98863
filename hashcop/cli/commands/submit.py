"""`./do submit`: what a stranger sent is looked at, built and checked apart from the tree, and maybe accepted."""

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from hashcop.cli import messages, options, screen
from hashcop.engine.settings import Settings

if TYPE_CHECKING:
    from hashcop.submissions.desk import Answer

LONGEST = 200  # characters of what is said of a submission


@options.command(
    "submit",
    ("./do submit fast.tar.gz", "inspect, build, check and time what somebody sent"),
    ("./do submit fast.tar.gz --by 'Jane Doe <jane@example.org>'", "and note who sent it"),
    ("./do submit fast.tar.gz --accept", "and put it into the tree, if it is right"),
    ("./do submit fast.tar.gz --check", "inspect, build and check it, and time nothing"),
    ("./do submit 3f2a9c0d1e2f --accept", "put in one that was examined before"),
    ("./do submit 3f2a9c0d1e2f --accept --as fast2", "under another name"),
    ("./do submit --abi amd64 --abi emulated one.zip two.zip", "two, and for other processors too"),
)
@click.argument(
    "submitted",
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=click.Path(),
    help="A .tar, .tar.gz, .tar.xz, .tar.zst or .zip, a directory, or the id of a submission.",
)
@options.settings(
    *("profile", "targets", "budget", "tree", "bench", "machine", "cores", "cache", "cache_limit"),
    *("seconds", "patience", "trusted", "devices"),
    times=True,
)
@click.option(
    "--by", metavar="NAME", default="", help="Who sent it: 'Name <mail>'. Recorded as it is."
)
@click.option(
    "--check", "only_checks", is_flag=True, help="Inspect, build and check, without timing."
)
@click.option("--note", metavar="TEXT", default="", help="Anything to be recorded with it.")
@click.option(
    "--accept", "accepts", is_flag=True, help="Put it into the tree if it is right, over nothing."
)
@click.option(
    "--as", "name", metavar="NAME", default="", help="With --accept: its name in the tree."
)
@click.option(
    "--replace",
    "replaces",
    is_flag=True,
    help="With --accept: put it in the place of another one of its name, which is kept aside.",
)
@options.as_json
def submit(
    settings: Settings,
    *,
    submitted: tuple[str, ...],
    by: str,
    note: str,
    only_checks: bool,
    accepts: bool,
    name: str,
    replaces: bool,
    as_json: bool,
) -> int:
    """Examine what a stranger sent, and accept it into the tree.

    It is inspected before anything of it is written, unpacked into quarantine, and built, checked and timed in the
    sandbox. What it came to is recorded. The same file again is not examined again. Exit status 1: something is wrong,
    not built or can't be built here; 2: it is refused.
    """
    _look_at_words(accepts, name, replaces, len(submitted))
    # Loads the engine, which help and refusals do without.
    from hashcop.cli import submitted as shown
    from hashcop.submissions.accept import Wish
    from hashcop.submissions.desk import Answer, Desk, Said

    console = screen.console(on_stderr=as_json)
    out = screen.console()
    desk = Desk(replace(settings, times=not only_checks), console)
    received = [desk.receive(word, Said(by[:LONGEST], note[:LONGEST])) for word in submitted]
    answers: list[Answer] = []
    for one in received:
        if one.refusal is not None:
            desk.record_refusal(one.refusal)
            answers.append(Answer(one.refusal, before=one.before))
        if one.refusal is not None and not as_json:
            shown.show(answers[-1], desk.tree, out)
    wish = Wish(name, replaces) if accepts else None
    for one in received:
        if one.quarantine is not None:
            answers.append(desk.examine(one, one.quarantine, wish))
            if not as_json:
                shown.show(answers[-1], desk.tree, out)
    if as_json:
        screen.as_json([shown.row(one) for one in answers])
    return max(_status(one) for one in answers)


def _look_at_words(accepts: bool, name: str, replaces: bool, count: int) -> None:
    """Complain of options that do not go together."""
    for option, is_typed in (("--as", bool(name)), ("--replace", replaces)):
        if is_typed and not accepts:
            raise click.UsageError(messages.only_with(option, "--accept"))
    if name and replaces:
        raise click.UsageError(messages.as_or_replace())
    if name and count > 1:
        raise click.UsageError(messages.as_is_for_one())


def _status(answer: "Answer") -> int:
    if answer.record.is_refused:
        return 2
    return 0 if answer.is_fine else 1
