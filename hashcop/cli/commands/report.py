"""`./do report`: pages from what is recorded, and from data files of other machines beside it."""

from pathlib import Path

import click

from hashcop.cli import messages as of_cli
from hashcop.cli import options, screen
from hashcop.engine.settings import Settings


@options.command(
    "report",
    ("./do report", "pages from everything under bench/"),
    ("./do report --open", "and show them in the browser"),
    ("./do report other/data.jsonl", "and from another machine's data beside it"),
    ("./do report data.gz", "and from data that SUPERCOP wrote"),
    ("./do report --ticks", "figures in the counter's own ticks"),
)
@options.data_files("Data files beside those under bench/: ours, or SUPERCOP's, gzipped or not")
@options.settings("bench")
@options.in_ticks
@click.option(
    "--figures",
    metavar="MACHINE",
    multiple=True,
    help="Draw the figures of this machine; may be repeated. Those of all are drawn if there are at most four.",
)
@options.signers
@click.option("--open", "opens", is_flag=True, help="Show the pages in the browser.")
def report(
    settings: Settings,
    *,
    data: tuple[Path, ...],
    in_ticks: bool,
    figures: tuple[str, ...],
    signers: Path | None,
    opens: bool,
) -> int:
    """Make pages from recorded data.

    The pages show everything under bench/, and beside it the data files that are named, this once.
    """
    from hashcop.cli import browsing, pages  # loads what help does without
    from hashcop.engine import messages

    missing = [path for path in data if not path.is_file()]
    files = list(
        dict.fromkeys(path.resolve() for path in [*pages.data_files(settings.bench), *data])
    )
    if missing or not files:
        raise messages.no_data(missing or [settings.bench / "*" / "data.jsonl"])
    console = screen.console()
    drawn = frozenset(figures) if figures else None
    pages.make(settings.bench, files, console, in_ticks=in_ticks, figures=drawn, signers=signers)
    index = pages.index(settings.bench)
    if opens and not browsing.show(index.as_uri()):
        screen.line(of_cli.not_shown(index), console)
    else:
        pages.say_where(settings.bench, console)
    return 0
