"""`./do export`: what is recorded, in a format that other programs read."""

import gzip
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import click

from hashcop.cli import options
from hashcop.data.printable import printable
from hashcop.engine.settings import Settings


@options.command(
    "export",
    ("./do export --supercop -o data.gz", "everything under bench/, in SUPERCOP's format"),
    ("./do export --supercop other/data.jsonl | less", "one data file, to standard output"),
)
@options.data_files("Data files instead of those under bench/")
@options.settings("bench")
@click.option("--supercop", is_flag=True, help="Write SUPERCOP's format: the only one, so far.")
@click.option(
    "-o",
    "--output",
    type=options.FILE,
    metavar="FILE",
    help="The file to write, gzipped where its name ends in .gz.  [default: standard output]",
)
def export(
    settings: Settings, *, data: tuple[Path, ...], supercop: bool, output: Path | None
) -> int:
    """Write recorded data in SUPERCOP's format.

    What that format can't hold is left out, and said on standard error.
    """
    # Loads what help does without.
    from hashcop.cli import pages
    from hashcop.data.files import is_ours
    from hashcop.engine import messages

    if not supercop:
        raise messages.no_format()
    missing = [path for path in data if not path.is_file()]
    files = list(dict.fromkeys(data or pages.data_files(settings.bench)))
    if missing or not files:
        raise messages.no_data(missing or [settings.bench / "*" / "data.jsonl"])
    foreign = [path for path in files if not is_ours(path)]
    ours = [path for path in files if path not in foreign]
    if not ours:
        raise messages.is_supercops(foreign)
    if output and output.resolve() in {path.resolve() for path in files}:
        raise messages.onto_itself(output)
    left_out = Counter(
        {f"files in SUPERCOP's format: {', '.join(map(str, foreign))}": len(foreign)}
    )
    try:
        with _opened(output) as file:
            _write(ours, file, left_out)
    except BrokenPipeError:
        # The reader has enough; what Python still wants to write has no reader either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        why = f"{output or 'standard output'}: {error.strerror or error}"
        raise messages.no_export(why) from None
    if +left_out:
        print(printable(messages.not_written(+left_out), sys.stderr.encoding), file=sys.stderr)
    return 0


def _write(files: list[Path], to: BinaryIO, left_out: Counter[str]) -> None:
    from reports import supercop  # as above

    for line in supercop.lines(files, left_out):
        to.write(_encoded(line))


def _encoded(line: str) -> bytes:
    try:
        return line.encode(errors="surrogateescape")  # names of files, byte for byte
    except UnicodeEncodeError:
        return line.encode(errors="backslashreplace")


@contextmanager
def _opened(output: Path | None) -> Iterator[BinaryIO]:
    """Standard output, or a file that is put in place when all is written, gzipped where its name ends so."""
    if output is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if output.exists() and not output.is_file():  # a device or a pipe is written to, not replaced
        with output.open("wb") as file:
            yield file
        return
    draft = output.with_name(f".{output.name}.{os.getpid()}.new")
    try:
        with draft.open("wb") as plain:
            if output.suffix == ".gz":
                with gzip.GzipFile("", "wb", fileobj=plain, mtime=0) as packed:
                    yield cast(BinaryIO, packed)
            else:
                yield plain
        draft.replace(output)
    finally:
        draft.unlink(missing_ok=True)
