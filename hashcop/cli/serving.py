"""The pages of a bench over HTTP, for browsers of this computer only, and how far the run that makes them is.

A page that is opened from the disk needs none of this. What a server adds: a bar that says how far `./do` is, and pages
that load themselves again once they were made anew.

The server only reads, and only what lies in the directory of the pages. It listens on 127.0.0.1 and answers only to
names of this computer: a website whose own name is made to lead here (DNS rebinding) can't read the pages.
"""

import errno
import os
import re
import shutil
import stat
import sys
import time
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer
from typing import Any, BinaryIO
from urllib.parse import parse_qs, unquote

import msgspec

import reports
from hashcop.engine import progress_file

ADDRESS = "127.0.0.1"
WAKES = 3600.0  # seconds after which the idle server looks around: as good as never, beside timings
TRIED = 20  # ports, from the one that is asked for on
OWN = "/-/"  # the addresses that are no files
HOST = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?", re.IGNORECASE)
SCRIPT = Path(reports.__file__).parent / "assets" / "live.js"
LINE = b'<script src="/-/live.js" data-page="%s" defer></script>\n'  # the page's stamp
HEAD_ENDS = re.compile(rb"</head\s*>", re.IGNORECASE)
# Pages forbid connections in their policy, since they need none. On live ones the script asks this server.
POLICY = re.compile(rb"""(<meta http-equiv="Content-Security-Policy" content=")""", re.IGNORECASE)
CONNECTS = rb"\1connect-src 'self'; "
NO_PAGES = b"""\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Hashcop</title></head>
<body><main><p>There are no pages yet: <code>./do</code> measures and makes them, <code>./do report</code> makes them of
what is recorded. This page loads itself again when they are there.</p></main></body></html>
"""
NO_STAMP = "none"
HTML = "text/html; charset=utf-8"
KINDS = {
    ".html": HTML,
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".jsonl": "text/plain; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}
OTHER_KIND = "application/octet-stream"
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}


class NotThere(Exception):
    """No file has that address."""


def stamp_of(status: os.stat_result) -> str:
    """A word that changes when a file is written anew."""
    return f"{status.st_mtime_ns:x}-{status.st_size:x}"


@dataclass(frozen=True)
class Place:
    """What is served: the directory of the pages, and the file that says how far a run is."""

    pages: Path
    progress: Path

    def find(self, address: str) -> Path:
        """The file of an address: "/", or "/DIR/FILE" with %-escapes. Raises NotThere.

        Links are followed as long as they lead to a file in the directory. Names that begin with a dot have no address.
        """
        try:
            names = unquote(address, errors="strict").removeprefix("/").split("/")
        except UnicodeDecodeError:
            raise NotThere from None
        if names[-1] == "":
            names[-1] = "index.html"
        if any(not name or name[0] == "." or "\0" in name or "\\" in name for name in names):
            raise NotThere
        root = self.pages.resolve()
        try:
            found = root.joinpath(*names).resolve(strict=True)
        except (OSError, RuntimeError):  # RuntimeError: links in circles
            raise NotThere from None
        if not found.is_relative_to(root):
            raise NotThere
        return found

    def stamp(self, address: str) -> str:
        """The stamp of the file of an address; empty if there is none."""
        try:
            return stamp_of(self.find(address).stat())
        except (NotThere, OSError):
            return ""

    def said(self, address: str) -> dict[str, Any]:
        """What /-/progress says to the page of an address."""
        now = progress_file.read(self.progress)
        page = self.stamp(address)
        if now is None:
            return {"running": False, "page": page}
        left = max(now.left - max(time.time() - now.updated, 0), 0)
        return {"running": True, "page": page, **msgspec.structs.asdict(now), "left": left}


@dataclass(frozen=True)
class _Answer:
    """What is sent: a whole text, or a file of so many bytes."""

    kind: str
    size: int
    text: bytes = b""
    file: BinaryIO | None = None


def _opened(path: Path) -> BinaryIO:
    """A regular file; of others such as pipes not even the beginning is waited for. Raises NotThere."""
    try:
        opened = os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb")
    except OSError:  # a directory, too
        raise NotThere from None
    if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
        opened.close()
        raise NotThere
    return opened


def live(page: bytes, stamp: str) -> bytes:
    """A page with the line that shows progress, before its head ends, and with the leave to ask this server."""
    line = LINE % stamp.encode()
    ends = HEAD_ENDS.search(page)
    place = ends.start() if ends else 0
    return POLICY.sub(CONNECTS, page[:place], count=1) + line + page[place:]


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD."""

    server_version = "Hashcop"
    sys_version = ""
    timeout = 30  # seconds that a connection may be silent

    def __init__(self, place: Place, *args: Any) -> None:
        self.place = place
        super().__init__(*args)

    def __getattr__(self, name: str) -> Any:
        """Other methods than GET and HEAD."""
        if name.startswith("do_"):
            return self._refuse_method
        raise AttributeError(name)

    def do_GET(self) -> None:
        """Send what is there."""
        self._answer(is_whole=True)

    def do_HEAD(self) -> None:
        """Send the headers of what is there."""
        self._answer(is_whole=False)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the terminal stays quiet."""

    def end_headers(self) -> None:
        """With those that every answer has."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def _refuse_method(self) -> None:
        self._refuse(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET and HEAD.", allow="GET, HEAD")

    def _refuse(self, status: HTTPStatus, why: str, *, allow: str = "") -> None:
        text = f"{why}\n".encode()
        self.send_response(status)
        self.send_header("Content-Type", KINDS[".txt"])
        self.send_header("Content-Length", str(len(text)))
        if allow:
            self.send_header("Allow", allow)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    def _answer(self, *, is_whole: bool) -> None:
        hosts = self.headers.get_all("Host") or []
        if len(hosts) != 1 or not HOST.fullmatch(hosts[0].strip()):
            self._refuse(HTTPStatus.FORBIDDEN, "Only for names of this computer.")
            return
        address, _, query = self.path.partition("#")[0].partition("?")
        if not address.startswith("/"):
            self._refuse(HTTPStatus.BAD_REQUEST, "An address begins with a slash.")
            return
        try:
            found = self._own(address, query) if address.startswith(OWN) else self._file(address)
        except NotThere:
            self._refuse(HTTPStatus.NOT_FOUND, "There is no such page.")
            return
        self._send(found, is_whole=is_whole)

    def _own(self, address: str, query: str) -> _Answer:
        if address == f"{OWN}live.js":
            return _whole(KINDS[".js"], SCRIPT.read_bytes())
        if address == f"{OWN}progress":
            page = parse_qs(query).get("page", ["/"])[0]
            return _whole(KINDS[".json"], msgspec.json.encode(self.place.said(page)))
        raise NotThere

    def _file(self, address: str) -> _Answer:
        try:
            path = self.place.find(address)
        except NotThere:
            if address != "/":
                raise
            return _whole(HTML, live(NO_PAGES, NO_STAMP))
        kind = KINDS.get(path.suffix.lower(), OTHER_KIND)
        opened = _opened(path)
        status = os.fstat(opened.fileno())
        if kind != HTML:
            return _Answer(kind, status.st_size, file=opened)
        with opened:
            return _whole(kind, live(opened.read(), stamp_of(status)))

    def _send(self, found: _Answer, *, is_whole: bool) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", found.kind)
        self.send_header("Content-Length", str(found.size))
        self.end_headers()
        if is_whole:
            self.wfile.write(found.text)
            if found.file:
                shutil.copyfileobj(found.file, self.wfile)
        if found.file:
            found.file.close()


def _whole(kind: str, text: bytes) -> _Answer:
    return _Answer(kind, len(text), text)


class Server(ThreadingHTTPServer):
    """Asks nobody for its own name, and says nothing of browsers that hang up."""

    def server_bind(self) -> None:
        """Without the look-up of a name, which may wait for the network."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = ADDRESS, self.socket.getsockname()[1]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """As above; bugs are shown."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def open_server(place: Place, port: int) -> Server:
    """A server on a port, or on the next one that is free. Raises OSError if none is."""
    handler = partial(Handler, place)
    for number in range(port, min(port + TRIED, 1 << 16)):
        try:
            return Server((ADDRESS, number), handler)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    raise OSError(errno.EADDRINUSE, f"no port from {port} on is free")
