"""`./do report --open`: the browser where there is one, and a line where there is none."""

import webbrowser
from pathlib import Path
from typing import Any

import pytest

from hashcop.cli import browsing, pages
from tests.support.typed import typed


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bench whose pages are made by nobody."""
    (tmp_path / "vm").mkdir()
    (tmp_path / "vm" / "data.jsonl").touch()

    def made(*_: Any, **__: Any) -> None:
        """Nothing."""

    monkeypatch.setattr(pages, "make", made)
    for name in browsing.SCREENS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    return tmp_path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser was asked for."""
    found: list[str] = []

    def open_one(address: str) -> bool:
        found.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", open_one)
    return found


def test_on_a_display_the_index_is_opened(
    bench: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    done = typed("report", "--open", "--bench", bench)
    assert (done.status, opened) == (0, [(bench / "html" / "index.html").as_uri()])
    assert done.out == f"pages: {bench / 'html' / 'index.html'}\n"


def test_without_a_display_one_line_says_where_the_pages_are(
    bench: Path, opened: list[str]
) -> None:
    done = typed("report", "--open", "--bench", bench)
    assert (done.status, opened, done.out.count("\n")) == (0, [], 1)
    assert done.out.startswith("there is no display to open a browser on")
    assert str(bench / "html" / "index.html") in done.out


def test_a_browser_that_does_not_start_is_as_none(
    bench: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: str) -> bool:
        raise webbrowser.Error("none")

    monkeypatch.setattr(webbrowser, "open", fails)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert not browsing.show("file:///x")
    assert typed("report", "--open", "--bench", bench).status == 0


def test_without_open_no_browser_is_asked(
    bench: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    assert typed("report", "--bench", bench).status == 0
    assert opened == []
