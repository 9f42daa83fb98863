"""`./do serve`: the pages in a browser of this computer, with how far `./do` is."""

import click

from hashcop.cli import messages, options, screen
from hashcop.engine.settings import Settings

PORT = 8017


@options.command(
    "serve",
    ("./do serve", f"the pages at http://127.0.0.1:{PORT}/, until you press Ctrl-C"),
    ("./do serve --port 9000", "at another port"),
    ("./do serve --bench DIR", "the pages of other results"),
)
@options.settings("bench")
@click.option(
    "--port",
    type=options.Parsed("port", options.port, "a port from 1 to 65535"),
    metavar="PORT",
    default=PORT,
    help=f"Where to listen; if the port is busy, the next free one is taken.  [default: {PORT}]",
)
def serve(settings: Settings, *, port: int) -> int:
    """Show the pages in a browser, with the progress of a run.

    Serves bench/html on 127.0.0.1 until you press Ctrl-C. While `./do` runs in another terminal, each page has a bar
    that says how far the run is, and a page that was made anew loads itself again. Nothing is written, and nothing
    outside of bench/html is shown.
    """
    from hashcop.cli import serving  # loads what help does without
    from hashcop.engine import messages as of_engine
    from hashcop.engine import progress_file

    pages = settings.bench / "html"
    if not settings.bench.is_dir():
        raise of_engine.no_data([settings.bench])
    console = screen.console()
    try:
        server = serving.open_server(
            serving.Place(pages, settings.bench / progress_file.NAME), port
        )
    except OSError as error:
        raise of_engine.Complaint(messages.no_port(port, error.strerror or str(error))) from None
    with server:
        taken = server.server_port
        if taken != port:
            screen.line(messages.port_is_busy(port, taken), console)
        screen.line(messages.serving(pages, f"http://{serving.ADDRESS}:{taken}/"), console)
        try:
            server.serve_forever(poll_interval=serving.WAKES)
        except KeyboardInterrupt:
            return 0
    return 0
