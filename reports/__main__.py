"""`python -m reports` and `hashcop-report`: pages from data files, with nothing else of Hashcop."""

import sys
from collections import Counter
from pathlib import Path

import click

from hashcop.data.files import DataError
from hashcop.data.printable import printable

EXAMPLES = """
\b
Examples:
  hashcop-report bench/*/data.jsonl --out public
  hashcop-report lab.jsonl.gz eBACS-data.gz --out public
"""


@click.command(
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.argument("data", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="The directory for the pages. Of the files there, only those of an earlier call are replaced.",
)
@click.option(
    "--ticks", is_flag=True, help="Show the counters' own ticks instead of cycles of the core."
)
@click.option(
    "--figures",
    metavar="MACHINE",
    multiple=True,
    help="Draw the figures of this machine; may be repeated. Those of all are drawn if there are at most four.",
)
@click.option(
    "--allowed-signers",
    "signers",
    metavar="FILE",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Who may sign data, in the format of ssh-keygen.  [default: allowed_signers beside the directory of pages]",
)
def main(
    data: tuple[Path, ...],
    out: Path,
    ticks: bool,
    figures: tuple[str, ...],
    signers: Path | None,
) -> None:
    """Make result pages from data files: Hashcop's data.jsonl or SUPERCOP's data, plain or gzipped.

    Files of several machines may be given together, and the files of one machine may be in parts. Prints the path of
    the index, which a browser shows from the disk. Summaries of the data are kept in .derived beside the pages, so that
    the next call reads only what has changed.
    """
    _check(data, out)
    # Here, so that --help and complaints do not wait for a database.
    from reports import pages, vendored

    left_out: Counter[str] = Counter()
    try:
        drawn = frozenset(figures) if figures else None
        wish = pages.Wish(in_ticks=ticks, figures=drawn, signers=signers)
        index = pages.write(data, out, left_out=left_out, notice=_say, wish=wish)
    except DataError as error:
        raise click.ClickException(f"these data can't be read: {_clean(error)}") from None
    except pages.NoSuchMachine as error:
        raise click.ClickException(_clean(error)) from None
    except OSError as error:
        what = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        raise click.ClickException(_clean(what)) from None
    if without := vendored.missing():
        _say(without)
    for what, count in left_out.items():
        _say(f"not shown: {what} ({count:,})")
    click.echo(_clean(index))


def _check(data: tuple[Path, ...], out: Path) -> None:
    """Complain of arguments before anything is loaded."""
    for path in data:
        if path.is_dir():
            files = "data.jsonl or data.gz, for example"
            raise click.ClickException(
                f"{_clean(path)} is a directory; name the files in it: {files}"
            )
        if not path.exists():
            raise click.ClickException(f"{_clean(path)} does not exist")
    if out.exists() and not out.is_dir():
        raise click.ClickException(f"--out {_clean(out)} is a file, not a directory")


def _say(sentence: str) -> None:
    click.echo(_clean(sentence), err=True)


def _clean(text: object) -> str:
    """Strangers' text that no terminal obeys."""
    return printable(str(text), sys.stderr.encoding or "utf-8")


if __name__ == "__main__":
    main(prog_name="python -m reports")
