"""`./do pack`: an implementation as one file that stands alone, to be sent to somebody."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hashcop.cli import messages, options, screen
from hashcop.engine.settings import Settings

if TYPE_CHECKING:
    from hashcop.platforms.implementation import Implementation
    from hashcop.submissions.pack import Packed

FORMATS = ("tar.gz", "tar.xz", "tar.zst", "tar", "zip")


@options.command(
    "pack",
    ("./do pack sha256/mine", "writes sha256-mine.tar.gz, to be sent to somebody"),
    ("./do pack ~/my/crypto_hash/sha256/fast", "an implementation in a tree of your own"),
    ("./do pack sha256/mine -o mine.zip", "another file and format"),
)
@options.selection("words", "HASH/IMPLEMENTATION", explains="An implementation, or the path to it")
@options.settings("tree")
@click.option(
    "-o",
    "--output",
    type=options.FILE,
    metavar="FILE",
    help="The file to write.  [default: HASH-IMPLEMENTATION.FORMAT in this directory]",
)
@click.option(
    "--format",
    "archive_format",
    type=click.Choice(FORMATS),
    help="The format.  [default: what FILE ends in, or tar.gz]",
)
@click.pass_context
def pack(
    ctx: click.Context,
    settings: Settings,
    *,
    words: tuple[str, ...],
    output: Path | None,
    archive_format: str | None,
) -> int:
    """Put an implementation into one file, to be sent to somebody.

    Links are followed, and files that no source refers to are left out. The same files make the same bytes. What
    ./do submit would refuse is refused here, and no file is written. The implementation is neither built nor checked.
    """
    if len(words) != 1:
        raise click.UsageError(messages.not_one_to_pack(), ctx)
    # Loads what help does without.
    from hashcop.submissions.archives import Refused
    from hashcop.submissions.pack import pack as write

    wanted = archive_format or _format_of(output)
    one = _named(settings, words[0])
    to = output or Path(f"{one.hash}-{one.name.replace('/', '-')}.{wanted}")
    try:
        packed = write(one, to, wanted)
    except Refused as refused:
        raise click.ClickException(messages.not_packed(one.path, str(refused))) from None
    except FileExistsError:
        raise click.ClickException(messages.is_there_already(to)) from None
    except OSError as error:
        why = f"{error.filename or to}: {error.strerror or error}"
        raise click.ClickException(messages.not_packed(one.path, why)) from None
    _show(packed)
    return 0


def _format_of(output: Path | None) -> str:
    """The format that the name of a file ends in."""
    name = output.name if output else ""
    return next((one for one in FORMATS if name.endswith(f".{one}")), "tar.gz")


def _named(settings: Settings, word: str) -> "Implementation":
    """The one implementation that was typed."""
    from dataclasses import replace  # as above

    from hashcop.engine import selection
    from hashcop.engine.session import wanted

    found = wanted(replace(settings, words=(word,)))
    named = selection.single(found.functions, found.selections[0])
    if not named:
        raise click.ClickException(messages.not_one_to_pack())
    return named


def _show(packed: "Packed") -> None:
    from hashcop.data.printable import in_bytes  # as above

    console = screen.console()
    inspected = packed.inspected
    rows = [[one.path, f"{one.size:,}"] for one in inspected.members]
    screen.table(["file", "bytes"], rows, console, numbers=["bytes"])
    for said in messages.left_out_of_pack(packed.left_out, packed.needs):
        screen.line(said, console)
    size = in_bytes(packed.file.stat().st_size)
    screen.line(f"{packed.file}: {len(inspected.members)} files, {size}", console)
    screen.line(f"sha256 {inspected.file_sha256}", console)
