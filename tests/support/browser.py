"""The browser that tests look at the pages with: Chromium without a window."""

import shutil
from typing import Any

# The first takes a third of the processor time: the others draw a window that nobody sees.
PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")


def program() -> str | None:
    """The path of the browser; None where none is installed."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


def launch(playwright: Any) -> Any:
    """The browser, by playwright.sync_playwright()."""
    return playwright.chromium.launch(
        executable_path=program(), args=["--no-sandbox", "--disable-gpu"]
    )
