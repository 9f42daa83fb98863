"""Pictures of each kind of page for docs/, by headless Chromium: `make screenshots BENCH=bench`.

They are made of results that are there, so that what the guides show is what a run gives. Colours are reduced to a
palette, which keeps a picture below LARGEST.
"""

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.support.browser import launch

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "docs" / "images"
LARGEST = 200 * 1024  # bytes
WIDE, TALL, PHONE = (1280, 900), (1280, 1500), (390, 1100)


@dataclass(frozen=True)
class Shot:
    """A picture: its name, the page with what follows the `#`, the window, and the reader's scheme."""

    name: str
    page: str
    window: tuple[int, int] = WIDE
    scheme: str = "light"


def shots(machine: str, target: str) -> Iterator[Shot]:
    """A picture of each kind of page."""
    on = f"machine/{machine}/{target}"
    yield Shot("front", "index.html", TALL)
    yield Shot("front-finalists", "index.html#q=finalists")
    yield Shot("machine", f"machine/{machine}/index.html", TALL)
    yield Shot("tables", f"{on}.html", TALL)
    yield Shot("hash", "hash/sha256.html")
    yield Shot("hash-on-machine", f"{on}/sha3256.html", TALL)
    yield Shot("hash-on-machine-dark", f"{on}/blake2b.html#y=cpb&x=log", TALL, "dark")
    yield Shot("hash-on-phone", f"{on}/sha256.html", PHONE)
    yield Shot("implementation", f"{on}/sha3256/opt64.html", TALL)
    yield Shot("compilers", f"machine/{machine}/compilers.html")
    series = f"{machine}/{target}/sha256"
    yield Shot("compare", f"compare.html#s={series}/avx2,{series}/ref", TALL)
    yield Shot("history", f"history/{machine}/{target}/sha256.html")
    yield Shot("download", "download.html")
    yield Shot("lab", "lab.html", (1280, 500))


def take(browser: Browser, site: Path, shot: Shot) -> bytes:
    """The picture as PNG."""
    width, height = shot.window
    view = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if shot.scheme == "dark" else "light",
    )
    try:
        view.goto((site / shot.page.partition("#")[0]).as_uri() + f"#{shot.page.partition('#')[2]}")
        view.wait_for_timeout(1500)  # for curves that are drawn when they come into view
        return view.screenshot()
    finally:
        view.close()


def reduced(png: bytes) -> bytes:
    """The same with fewer colours, of which a page has few."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    for colours in (256, 128, 64):
        file = io.BytesIO()
        # Not by frequency: a single dot has a colour of its own.
        picture.quantize(colours, Image.Quantize.MAXCOVERAGE).save(file, "PNG", optimize=True)
        if file.tell() <= LARGEST:
            break
    return file.getvalue()


def main(bench: Path) -> None:
    """Take all pictures of the pages of a bench, which has one machine."""
    site = bench / "html"
    page = next(iter(sorted((site / "machine").glob("*/*/sha256.html"))))
    target, machine = page.parent.name, page.parent.parent.name
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for shot in shots(machine, target):
            content = reduced(take(browser, site, shot))
            (IMAGES / f"{shot.name}.png").write_bytes(content)
            print(f"{shot.name}: {len(content) / 1024:.0f} KiB")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
