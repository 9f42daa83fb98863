"""Pages of data in which every name and message is hostile, in a browser: all of it is text."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reports import pages
from tests.support.hostile_data import PWNING, hostile
from tests.support.made_data import Maker

Watch = Callable[..., Any]


@pytest.fixture
def pwning(browser: Any, maker: Callable[..., Maker], file: Callable[..., Path]) -> Path:
    data = file(hostile(maker, PWNING))
    return pages.write([data], data.parent / "out").parent


def test_no_page_runs_what_a_stranger_wrote(pwning: Path, watched: Watch) -> None:
    one = watched(1400)
    found = sorted(pwning.rglob("*.html"))
    assert len(found) >= 10
    for path in found:
        view = one.open(path)
        view.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        view.wait_for_timeout(50)
        assert view.evaluate("window.pwned") is None, path
        assert view.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        if path.name not in ("compare.html", "download.html"):
            assert "onerror=pwned" in view.locator("main").inner_text(), path


def test_what_was_copied_is_what_the_stranger_wrote(pwning: Path, watched: Watch) -> None:
    (path,) = (p for p in pwning.glob("machine/*/*/*/*.html"))
    view = watched(1400).open(path)
    assert PWNING in view.locator("#cite dd").first.evaluate("one => one.textContent")
