"""The pages of a bench: which data they are made of, and where they are."""

from collections import Counter
from pathlib import Path

from rich.console import Console

from hashcop.cli import screen
from hashcop.engine import messages
from reports import vendored
from reports.currency import is_current

NAMES = ("data.jsonl", "data", "data.gz")  # the last two are SUPERCOP's


def data_files(bench: Path) -> list[Path]:
    """The data under a bench, of all machines that have some there."""
    # The pages, which lie beside the data, have a directory of the name data.
    return sorted(path for name in NAMES for path in bench.glob(f"*/{name}") if path.is_file())


def bring_up_to_date(bench: Path, console: Console, *, in_ticks: bool) -> None:
    """Make the pages of a bench, where they are not current, and say where they are."""
    files = data_files(bench)
    if not is_current(files, bench / "html", in_ticks=in_ticks):
        with console.status("making the pages"):
            make(bench, files, console, in_ticks=in_ticks)
    say_where(bench, console)


def index(bench: Path) -> Path:
    """Where a reader begins."""
    return bench / "html" / "index.html"


def make(
    bench: Path,
    files: list[Path],
    console: Console,
    *,
    in_ticks: bool,
    figures: frozenset[str] | None = None,
    signers: Path | None = None,
) -> None:
    """Make the pages of a bench from data files, and say what readers must know, and what is not shown.

    `figures`: the machines whose figures are drawn; None for all, if they are few. `signers`: ssh's file of those who
    may sign data; None for that of the bench.
    """
    from reports import pages  # loads a database, which a run with nothing to do is spared

    left_out: Counter[str] = Counter()
    notices: list[str] = []
    wish = pages.Wish(in_ticks=in_ticks, figures=figures, signers=signers)
    try:
        pages.write(files, bench / "html", left_out=left_out, notice=notices.append, wish=wish)
    except pages.NoSuchMachine as error:
        raise messages.Complaint(f"{error}") from None
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise messages.no_pages(bench / "html", f"{error.strerror or error}{where}") from None
    libraries = vendored.missing()
    for text in (
        *notices,
        *([messages.left_out(left_out)] if left_out else []),
        *([libraries] if libraries else []),
    ):
        screen.line(text, console)


def publish(bench: Path, console: Console, *, in_ticks: bool) -> str:
    """Make the pages of a bench while a run goes on: without drawn figures, which take longest.

    Returns what people are told: where they are, or why they can't be made, which does not end the run.
    """
    try:
        make(bench, data_files(bench), console, in_ticks=in_ticks, figures=frozenset())
    except messages.Complaint as complaint:
        return str(complaint).partition("\n")[0]
    return messages.published(index(bench))


def say_where(bench: Path, console: Console) -> None:
    """Where a reader begins."""
    console.print(f"pages: {index(bench)}", soft_wrap=True, highlight=False)
