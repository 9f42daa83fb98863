"""`./do serve`: what the server gives and refuses, asked by HTTP."""

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hashcop.cli import serving
from hashcop.engine import progress_file
from hashcop.engine.progress_file import Progress, ProgressFile, start_of
from tests.support import runs
from tests.support.typed import refused

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' file:">
<title>t</title></head><body>
<main>&lt;/head&gt; Grøstl</main></body></html>
"""
SECRET = "secret of the system"
LINE = re.compile(r'<script src="/-/live\.js" data-page="([0-9a-f]+-[0-9a-f]+)" defer></script>\n')


@dataclass(frozen=True)
class Got:
    status: int
    headers: dict[str, str]
    text: str


@dataclass(frozen=True)
class Site:
    """A bench with pages, and its server."""

    bench: Path
    port: int

    def ask(self, path: str, method: str = "GET", **headers: str) -> Got:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        with contextlib.closing(connection):
            connection.putrequest(method, path, skip_host="Host" in headers)
            for name, value in headers.items():
                connection.putheader(name, value)
            connection.endheaders()
            answer = connection.getresponse()
            text = answer.read().decode()
        return Got(answer.status, {k.lower(): v for k, v in answer.getheaders()}, text)

    def say(self, request: bytes) -> bytes:
        """The answer to a request that no client would make."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as asking:
            asking.sendall(request)
            asking.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: asking.recv(65536), b""))

    def progress(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.ask("/-/progress").text)
        return found


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    bench = tmp_path / "bench"
    pages = bench / "html"
    (pages / "machine" / "vm").mkdir(parents=True)
    (pages / "index.html").write_text(PAGE)
    (pages / "machine" / "vm" / "index.html").write_text(PAGE)
    (pages / "data.js").write_text('hashcop.take("</head>", {});\n')
    (pages / "figure.svg").write_text("<svg><head></head></svg>")
    (pages / "empty").mkdir()
    (pages / ".hidden").write_text(SECRET)
    (bench / "secret").write_text(SECRET)
    place = serving.Place(pages, bench / progress_file.NAME)
    with serving.open_server(place, 20000 + os.getpid() % 20000) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield Site(bench, server.server_port)
        server.shutdown()
        thread.join()


# Pages


def test_a_page_has_the_live_line_and_may_ask_this_server(site: Site) -> None:
    got = site.ask("/")
    assert got.status == 200 and got.headers["content-type"] == "text/html; charset=utf-8"
    assert len(LINE.findall(got.text)) == 1
    assert f"{LINE.search(got.text)[0]}</head><body>" in got.text  # type: ignore[index]
    assert "content=\"connect-src 'self'; default-src 'none'; script-src 'self' file:\"" in got.text
    back = LINE.sub("", got.text).replace("connect-src 'self'; ", "")
    assert back == PAGE == (site.bench / "html" / "index.html").read_text()


@pytest.mark.parametrize("path", ["/data.js", "/figure.svg"])
def test_what_is_no_page_is_served_as_it_is(site: Site, path: str) -> None:
    got = site.ask(path)
    assert got.status == 200
    assert got.text == (site.bench / "html" / path[1:]).read_text()


def test_kinds_of_files_are_told_and_not_guessed(site: Site) -> None:
    (site.bench / "html" / "strange.xyz").write_text("<script>")
    kinds = [site.ask(path).headers["content-type"] for path in ("/data.js", "/strange.xyz")]
    assert kinds == ["text/javascript; charset=utf-8", "application/octet-stream"]
    assert site.ask("/data.js").headers["x-content-type-options"] == "nosniff"


def test_nothing_is_kept_by_browsers(site: Site) -> None:
    for path in ("/", "/data.js", "/-/progress", "/-/live.js", "/nothing"):
        assert site.ask(path).headers["cache-control"] == "no-store"
    assert site.ask("/", **{"If-Modified-Since": "Fri, 31 Dec 2100 00:00:00 GMT"}).status == 200


def test_the_index_of_a_directory_is_found_and_no_directory_is_listed(site: Site) -> None:
    assert site.ask("/machine/vm/").status == 200
    for path in ("/machine/vm", "/machine/", "/machine", "/empty/", "/empty"):
        got = site.ask(path)
        assert (got.status, got.text) == (404, "There is no such page.\n"), path


def test_questions_behind_an_address_change_nothing(site: Site) -> None:
    assert site.ask("/data.js?x=../secret").text == site.ask("/data.js").text
    assert site.ask("/d%61ta.js").text == site.ask("/data.js").text


def test_before_there_are_pages_a_page_waits_for_them(site: Site) -> None:
    (site.bench / "html" / "index.html").unlink()
    got = site.ask("/")
    assert got.status == 200 and "There are no pages yet" in got.text
    assert got.text.count("/-/live.js") == 1 and 'data-page="none"' in got.text
    assert site.progress()["page"] == ""


# Nothing else


@pytest.mark.parametrize(
    "path",
    [
        "/../secret",
        "/machine/../../secret",
        "/..%2fsecret",
        "/%2e%2e/secret",
        "/%2e%2e%2fsecret",
        "/%252e%252e/secret",
        "/..\\secret",
        "/..%5csecret",
        "/./data.js",
        "/machine//vm/index.html",
        "/data.js%00.html",
        "/%ff%fe",
        "/.hidden",
        "/%2ehidden",
        "/../html/index.html",
        "/-/../data.js",
        "/-/",
        "/-/nothing",
        "/-/../../progress.json",
        "/" + "x" * 5000,
    ],
)
def test_nothing_outside_of_the_pages_is_found(site: Site, path: str) -> None:
    got = site.ask(path)
    assert (got.status, got.text) == (404, "There is no such page.\n")


def test_an_absolute_path_is_none(site: Site) -> None:
    assert site.ask("/" + str(site.bench / "secret")).status == 404
    assert site.ask("/%2fetc%2fpasswd").status == 404


def test_links_lead_to_pages_and_nowhere_else(site: Site) -> None:
    pages = site.bench / "html"
    (pages / "out.html").symlink_to(site.bench / "secret")
    (pages / "up").symlink_to(site.bench)
    (pages / "circle.html").symlink_to("circle.html")
    (pages / "lost.html").symlink_to("nothing")
    (pages / "in.html").symlink_to("index.html")
    for path in ("/out.html", "/up/secret", "/circle.html", "/lost.html"):
        assert site.ask(path).status == 404, path
    assert site.ask("/in.html").status == 200


def test_a_pipe_is_not_waited_for(site: Site) -> None:
    os.mkfifo(site.bench / "html" / "pipe.html")
    assert site.ask("/pipe.html").status == 404


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "LocalHost:8017", "[::1]:9", "127.0.0.1:1"]
)
def test_names_of_this_computer_are_answered(site: Site, host: str) -> None:
    assert site.ask("/", Host=host).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example:80",
        "127.0.0.2",
        "0.0.0.0",
        "",
        "[::2]",
        "::1",
        "localhost:",
        "localhost:x",
        "evil.example:8017",
        "localhost/",
    ],
)
@pytest.mark.parametrize("path", ["/", "/-/progress", "/-/live.js", "/nothing"])
def test_other_names_are_refused(site: Site, host: str, path: str) -> None:
    """As with a website whose name was made to lead here."""
    got = site.ask(path, Host=host)
    assert (got.status, got.text) == (403, "Only for names of this computer.\n")


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\n\r\n",
    ],
    ids=["no host", "two hosts", "two hosts the other way round"],
)
def test_a_request_without_one_name_is_refused(site: Site, request_: bytes) -> None:
    assert b" 403 " in site.say(request_).splitlines()[0]


@pytest.mark.parametrize(
    "request_",
    [
        b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET secret HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET * HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"nonsense\r\n\r\n",
    ],
)
def test_what_is_no_address_is_refused(site: Site, request_: bytes) -> None:
    answer = site.say(request_)
    assert b"400" in answer and SECRET.encode() not in answer and b"<main>" not in answer


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "XYZ"])
def test_only_get_and_head_are_understood(site: Site, method: str) -> None:
    got = site.ask("/", method)
    assert (got.status, got.text, got.headers["allow"]) == (
        405,
        "Only GET and HEAD.\n",
        "GET, HEAD",
    )


@pytest.mark.parametrize("path", ["/", "/data.js", "/-/progress", "/nothing"])
def test_head_is_get_without_the_text(site: Site, path: str) -> None:
    whole, head = site.ask(path), site.ask(path, "HEAD")
    assert (head.status, head.text) == (whole.status, "")
    assert head.headers["content-length"] == str(len(whole.text.encode()))


# Progress


def a_run(site: Site, **others: object) -> Progress:
    """The file of a run that goes on in this process, or as `others` say."""
    fields: dict[str, object] = {
        "pid": os.getpid(),
        "started": start_of(os.getpid()),
        "begun": "2026-01-31T12:00:00Z",
        "updated": time.time(),
        "stage": "race",
        "doing": "race sha256/<script>",
        "done": 812,
        "total": 1761,
        "left": 240.0,
        "failed": ["sha256/x: wrong digest"],
    }
    (site.bench / progress_file.NAME).write_text(json.dumps(fields | others))
    found = progress_file.read(site.bench / progress_file.NAME)
    return found or Progress(**{**fields, **others})  # type: ignore[arg-type]


def test_progress_of_a_run_is_what_its_file_says(site: Site) -> None:
    a_run(site)
    got = site.ask("/-/progress?page=/machine/vm/")
    assert got.headers["content-type"] == "application/json"
    said = json.loads(got.text)
    assert said["running"] is True
    assert (said["done"], said["total"], said["doing"]) == (812, 1761, "race sha256/<script>")
    assert 230 < said["left"] <= 240 and said["failed"] == ["sha256/x: wrong digest"]
    assert said["page"] == LINE.findall(site.ask("/machine/vm/").text)[0]


def test_what_is_left_goes_on_becoming_less(site: Site) -> None:
    a_run(site, updated=time.time() - 100)
    assert 130 < site.progress()["left"] <= 140  # type: ignore[operator]
    a_run(site, updated=time.time() - 1000)
    assert site.progress()["left"] == 0


def test_without_a_run_nothing_is_running(site: Site) -> None:
    assert site.progress() == {"running": False, "page": site.progress()["page"]}


def test_a_run_whose_process_is_dead_is_none(site: Site) -> None:
    dead = subprocess.Popen(["sleep", "60"])
    started = start_of(dead.pid)
    a_run(site, pid=dead.pid, started=started)
    assert site.progress()["running"] is True
    dead.kill()
    dead.wait()
    assert site.progress()["running"] is False


def test_another_process_of_the_same_number_is_not_the_run(site: Site) -> None:
    a_run(site, started="1")
    assert site.progress()["running"] is False


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": 1}', "\x00\xff"])
def test_a_file_that_says_nothing_is_no_run(site: Site, text: str) -> None:
    (site.bench / progress_file.NAME).write_text(text)
    assert site.progress()["running"] is False


def test_a_page_that_was_made_anew_has_another_stamp(site: Site) -> None:
    before = site.progress()["page"]
    page = site.bench / "html" / "index.html"
    page.write_text(PAGE + "\n")
    assert site.progress()["page"] != before
    assert json.loads(site.ask("/-/progress?page=/../secret").text)["page"] == ""


def test_the_script_takes_text_as_text(site: Site) -> None:
    script = site.ask("/-/live.js").text
    assert "/-/progress" in script
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", script)


# The file


def test_a_run_writes_at_most_once_a_second_and_whole(tmp_path: Path) -> None:
    path = tmp_path / progress_file.NAME
    file = ProgressFile(path)
    for done in range(100):
        file.write("build", "build x", done=done, total=100, left=1.0, failed=())
    found = progress_file.read(path)
    assert found and (found.done, found.total, found.pid) == (0, 100, os.getpid())
    assert [one.name for one in tmp_path.iterdir()] == [progress_file.NAME]
    file.remove()
    file.remove()
    assert not list(tmp_path.iterdir())


def test_the_file_of_another_run_is_not_removed(site: Site) -> None:
    a_run(site, pid=1)
    ProgressFile(site.bench / progress_file.NAME).remove()
    assert (site.bench / progress_file.NAME).exists()


def test_a_run_goes_on_where_its_progress_cannot_be_written(tmp_path: Path) -> None:
    file = ProgressFile(tmp_path / "nothing" / progress_file.NAME)
    file.write("build", "build x", done=0, total=1, left=1.0, failed=())
    file.remove()


# The command


@contextlib.contextmanager
def served(bench: Path, *words: str) -> Iterator[tuple["subprocess.Popen[str]", list[str]]]:
    """`./do serve` in a process of its own, and the lines that it says first."""
    process = subprocess.Popen(
        [runs.ROOT / "do", "serve", "--bench", bench, *words],
        cwd=runs.ROOT,
        env=runs.ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    lines: list[str] = []
    try:
        while not lines or " is at http://" not in lines[-1]:
            lines.append(process.stdout.readline())
            assert lines[-1], process.communicate()
        yield process, lines
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_busy_port_is_said_and_ctrl_c_ends_quietly(site: Site, number: int) -> None:
    with served(site.bench, "--port", str(site.port)) as (process, lines):
        busy, last = lines
        taken = int(re.findall(r"http://127\.0\.0\.1:(\d+)/ ", last)[0])
        assert taken > site.port and busy == f"port {site.port} is busy: {taken} is taken instead\n"
        assert Site(site.bench, taken).ask("/data.js").status == 200
        process.send_signal(number)
        out, said = process.communicate(timeout=20)
        assert (process.returncode, out, said) == (0, "", "")


@pytest.mark.parametrize("port", ["0", "65536", "x", "-1"])
def test_what_is_no_port_is_refused(port: str) -> None:
    assert "is not a port from 1 to 65535" in refused("serve", f"--port={port}")


def test_where_there_are_no_results_nothing_is_served(tmp_path: Path) -> None:
    assert f"no data: {tmp_path / 'nothing'} does not exist" in refused(
        "serve", "--bench", tmp_path / "nothing"
    )
