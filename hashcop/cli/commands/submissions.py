"""`./do submissions`: what strangers sent, and what came of it."""

from typing import TYPE_CHECKING, Any

import click

from hashcop.cli import options, screen
from hashcop.engine.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from hashcop.data.records import Submission


@options.command(
    "submissions",
    ("./do submissions", "all of this machine, the newest first"),
    ("./do submissions 3f2a9c0d1e2f", "one in full"),
    ("./do submissions --remove 3f2a9c0d1e2f", "remove its files; what is recorded stays"),
)
@click.argument("ids", nargs=-1, metavar="[ID]...", help="Only these, in full.")
@options.settings("bench", "machine", "cores")
@click.option(
    "--remove",
    "removed",
    multiple=True,
    metavar="ID",
    help="Remove the files of a submission from quarantine; what is recorded of it stays.",
)
@options.as_json
def submissions(
    settings: Settings, *, ids: tuple[str, ...], removed: tuple[str, ...], as_json: bool
) -> int:
    """List what was sent, or show it in full."""
    # Loads the engine, which help does without.
    from hashcop.engine.session import machine_directory
    from hashcop.submissions import ledger, messages, quarantine

    directory = machine_directory(settings)
    place = quarantine.place_of(directory)
    console = screen.console(on_stderr=as_json)
    for id in removed:
        if not quarantine.ID.fullmatch(id) or not quarantine.remove(place, id):
            raise messages.not_in_quarantine(id)
        screen.line(messages.removed(id), console)
    newest = ledger.newest_of(directory)
    for id in ids:
        if id not in newest:
            raise messages.no_submission(id)
    if removed and not ids:
        return 0
    found = [newest[id] for id in ids] if ids else list(reversed(newest.values()))
    if as_json:
        screen.as_json([_row(one, place) for one in found])
    elif ids:
        for one in found:
            _show_whole(one, place, console)
    elif found:
        _show(found, console)
    else:
        screen.line(messages.none_yet(), console)
    return 0


def _row(one: "Submission", place: "Path") -> dict[str, Any]:
    import msgspec

    row: dict[str, Any] = msgspec.to_builtins(one)
    kept = place / one.id
    return row | {"quarantine": str(kept) if kept.is_dir() else ""}


def _show(found: "list[Submission]", console: "Console") -> None:
    """A line for each, and below it what is known of each implementation on each target."""
    from hashcop.cli import submitted

    for one in found:
        when = one.time.removesuffix("Z").replace("T", " ")[:16]
        by = f", by {one.by}" if one.by else ""
        accepted = f"; accepted: {', '.join(one.accepted)}" if one.accepted else ""
        screen.line(f"{when}  {one.id}  {one.outcome:<9}  {one.file}{by}{accepted}", console)
        if one.is_refused:
            screen.line(f"{'':18}{f'{one.member}: ' if one.member else ''}{one.reason}", console)
        for row in one.implementations:
            about = submitted.standing(row) or row.why
            name = f"{row.hash}/{row.implementation} {row.target}"
            screen.line(f"{'':18}{name}: {row.verdict}; {about}", console)


def _show_whole(one: "Submission", place: "Path", console: "Console") -> None:
    from hashcop.cli import submitted
    from hashcop.submissions import ledger

    lines = list(submitted.head(one))
    lines += [f"  {one.time}  sha256 {one.sha256 or 'not known'}"]
    if one.reason:
        lines.append(f"  {f'{one.member}: ' if one.member else ''}{one.reason}")
    for row in one.implementations:
        lines.append(f"  {row.hash}/{row.implementation} on {row.target}: {row.verdict}: {row.why}")
        if row.cycles_per_byte is not None:
            lines.append(f"    {submitted.standing(row)}")
    if one.accepted:
        lines.append(f"  accepted: {', '.join(one.accepted)}")
    if (place / one.id).is_dir():
        lines.append(f"  quarantine: {place / one.id}")
        if one.outcome in ledger.FINE and not one.accepted:
            lines.append(f"  to put it into the tree: ./do submit {one.id} --accept")
    for text in lines:
        screen.line(text, console)
