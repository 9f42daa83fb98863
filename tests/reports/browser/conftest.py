"""A browser for the tests of the pages, and a watch on what it complains of."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from reports import vendored
from tests.support import browser as chromium


@dataclass
class Watched:
    """A page of the browser, with what went wrong in it."""

    page: Any
    problems: list[str] = field(default_factory=list)

    def open(self, path: Path, fragment: str = "") -> Any:
        self.page.goto(f"{path.as_uri()}{fragment}")
        return self.page


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a window."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if chromium.program() is None:
        pytest.skip("no Chromium on the PATH")
    if not vendored.files():
        pytest.skip(vendored.missing())
    with playwright.sync_playwright() as running:
        found = chromium.launch(running)
        yield found
        found.close()


@pytest.fixture
def watched(browser: Any) -> Iterator[Callable[..., Watched]]:
    """Makes pages (`width`, `scheme` and more); at the end of the test none may have had a problem.

    A problem is an error on the console, an exception, or a request for anything but a file.
    """
    made: list[Watched] = []
    contexts: list[Any] = []

    def make(width: int = 1400, scheme: str = "light", **more: Any) -> Watched:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, **more
        )
        one = Watched(context.new_page())
        note = one.problems.append
        one.page.on("console", lambda said: said.type == "error" and note(f"console: {said.text}"))
        one.page.on("pageerror", lambda error: note(f"exception: {error}"))
        one.page.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith(("file:", "data:", "blob:"))
                else note(f"request: {asked.url}")
            ),
        )
        one.page.set_default_timeout(8000)
        made.append(one)
        contexts.append(context)
        return one

    yield make
    for context in contexts:
        context.close()
    assert [problem for one in made for problem in one.problems] == []


def assert_accessible(page: Any) -> None:
    """axe finds nothing serious or critical; without axe the test is skipped."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed"
    )
    # Preloading would read the style sheets again, by requests that pages from the disk may not make.
    found = axe.Axe().run(page, options={"preload": False}).response["violations"]
    assert [
        (one["id"], node["html"][:120])
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ] == []
