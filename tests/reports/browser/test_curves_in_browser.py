"""Curves in a browser: drawn, read by keyboard, zoomed, saved."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.reports.browser import made_pages

Watch = Callable[..., Any]
INK = """() => {
  const canvas = document.querySelector('.plot canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Map();
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] < 250) continue;
    const colour = [data[i], data[i + 1], data[i + 2]].join();
    colours.set(colour, (colours.get(colour) || 0) + 1);
  }
  return Object.fromEntries(colours);
}"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return made_pages.write(tmp_path)


def drawn(page: Any) -> Any:
    page.locator(".plot canvas").wait_for()
    page.wait_for_timeout(60)  # uPlot draws in a microtask after the canvas is there
    return page


def curves(watched: Watch, site: Path, fragment: str = "", **more: Any) -> Any:
    return drawn(watched(**more).open(site / "hash.html", fragment))


def key(page: Any, name: str) -> Any:
    return page.locator(".keys button", has_text=re.compile(f"^{re.escape(name)}$"))


def ink(page: Any, colour: str) -> int:
    """How many pixels have a colour, #rrggbb."""
    wanted = ",".join(str(int(colour[n : n + 2], 16)) for n in (1, 3, 5))
    return int(page.evaluate(INK).get(wanted, 0))


@pytest.mark.parametrize("width", [390, 1400, 1920])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_best_four_are_drawn_in_their_colours(
    site: Path, watched: Watch, width: int, scheme: str
) -> None:
    from reports import colours

    page = curves(watched, site, width=width, scheme=scheme)
    palette = colours.LIGHT if scheme == "light" else colours.DARK
    assert ink(page, palette[0]) > 50
    assert ink(page, palette[2]) > 50
    assert ink(page, palette[7]) == 0
    pressed = page.locator(".keys button").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-pressed'))"
    )
    assert pressed == ["true"] * 4 + ["false"] * 2
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_change_of_the_colour_scheme_redraws(site: Path, watched: Watch) -> None:
    from reports import colours

    page = curves(watched, site)
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(100)
    assert ink(page, colours.DARK[0]) > 50
    assert ink(page, colours.LIGHT[0]) == 0


def test_series_are_toggled_by_keyboard_and_kept_in_the_address(site: Path, watched: Watch) -> None:
    page = curves(watched, site)
    key(page, "ref").focus()
    page.keyboard.press("Enter")
    assert key(page, "ref").get_attribute("aria-pressed") == "true"
    key(page, "gnutls").focus()
    page.keyboard.press("Space")
    assert key(page, "gnutls").get_attribute("aria-pressed") == "false"
    assert page.url.endswith("#on=x86-shani,openssl,avx2,ref")
    drawn(page.reload() and page)
    assert key(page, "ref").get_attribute("aria-pressed") == "true"
    assert key(page, "gnutls").get_attribute("aria-pressed") == "false"
    label = page.locator("[role=img]").get_attribute("aria-label")
    assert label.startswith(
        "sha256 on vm, amd64: cycles of one call against message length, 0 to 4,096 bytes"
    )
    assert "4 of 6 series" in label
    assert re.search(r"x86-shani 2,\d\d\d cycles \(1\.\d+ cycles/byte\) at 1536 bytes", label)


def test_arrow_keys_read_values_aloud(site: Path, watched: Watch) -> None:
    page = curves(watched, site)
    page.locator(".plot").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    said = page.locator(".widget [aria-live=polite]")
    said.filter(has_text="4095 bytes").wait_for(state="attached")
    words = said.inner_text()
    assert words.startswith("4095 bytes: x86-shani 5,")
    assert "cycles/byte), gnutls 5," in words
    assert "at 4096" in words  # gnutls has no 4095
    page.keyboard.press("Home")
    said.filter(has_text=re.compile("^0 bytes: x86-shani 2")).wait_for(state="attached")
    assert page.locator(".keys output").first.inner_text().endswith("cycles")


def test_a_drag_zooms_and_a_double_click_shows_all(site: Path, watched: Watch) -> None:
    page = curves(watched, site)
    box = page.locator(".u-over").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.25, box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 60, steps=5)
    page.mouse.up()
    page.wait_for_url(re.compile("#r="))
    found = re.search(r"#r=(\d+)-(\d+)$", page.url)
    assert found, page.url
    assert [abs(int(found[1]) - 1024) < 12, abs(int(found[2]) - 2048) < 12] == [True, True]
    page.mouse.dblclick(box["x"] + 100, box["y"] + 100)
    page.wait_for_url(lambda url: "#" not in url)


def test_ranges_and_views_are_kept_in_the_address(site: Path, watched: Watch) -> None:
    page = curves(watched, site)
    page.get_by_role("button", name="0–256").click()
    page.get_by_role("button", name="cycles/byte").click()
    assert page.url.endswith("#r=0-256&y=cpb&x=log")
    drawn(page.reload() and page)
    for name in ("0–256", "cycles/byte", "log"):
        assert (
            page.get_by_role("button", name=name, exact=True).get_attribute("aria-pressed")
            == "true"
        )
    label = page.locator("[role=img]").get_attribute("aria-label")
    assert "cycles/byte against message length, 0 to 256 bytes, logarithmic axes" in label or (
        "1 to 256 bytes, logarithmic axes" in label
    )
    page.locator(".plot").focus()
    page.keyboard.press("0")
    assert "r=" not in page.url


def test_quartiles_are_loaded_when_they_are_asked_for(site: Path, watched: Watch) -> None:
    one = watched()
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    page = drawn(one.open(site / "hash.html"))
    assert not [url for url in asked if url.endswith(".more.js")]
    page.get_by_role("button", name="quartiles").click()
    page.get_by_text("band: the middle half of the timings of x86-shani").wait_for()
    assert [url for url in asked if url.endswith(".more.js")]
    key(page, "avx2").focus()
    page.get_by_text("timings of avx2").wait_for()


def test_curves_are_saved_as_csv_and_png(site: Path, watched: Watch) -> None:
    page = curves(watched, site, "#r=0-64&on=x86-shani,cryptopp%2C%20%3Cb%3Eold%3C/b%3E")
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    lines = Path(saved.value.path()).read_text().splitlines()
    assert saved.value.suggested_filename == "vm-amd64-sha256.csv"
    names = ("x86-shani", "cryptopp, <b>old</b>")
    heads = [f'"{name} ({what})"' for name in names for what in ("cycles", "doubt")]
    assert lines[0] == ",".join(["bytes", *heads])
    assert len(lines) == 66
    shani, cryptopp = made_pages.SERIES[0], made_pages.SERIES[-1]
    why = made_pages.DOUBT["8"].replace('"', '""')
    cells = f'{round(shani.median(8), 1)},"{why}",{round(cryptopp.median(8), 1)},""'
    assert lines[1 + 8] == f"8,{cells}"
    with page.expect_download() as saved:
        page.get_by_role("button", name="PNG").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


def test_without_curves_the_page_says_so(site: Path, browser: Any) -> None:
    (site / "data/vm/amd64/sha256.js").unlink()
    page = browser.new_page()
    page.goto((site / "hash.html").as_uri())
    page.get_by_text("data/vm/amd64/sha256.js is missing").wait_for()
    assert page.get_by_text("The table below has the figures.").is_visible()
    page.close()


def test_back_leads_to_the_page_before_whatever_was_pressed(site: Path, watched: Watch) -> None:
    one = watched()
    one.open(site / "index.html")
    page = drawn(one.open(site / "hash.html"))
    page.get_by_role("button", name="0–256").click()
    page.get_by_role("button", name="cycles/byte").click()
    page.go_back()
    assert page.url.endswith("index.html")


def test_going_to_the_table_loses_no_choice(site: Path, watched: Watch) -> None:
    page = curves(watched, site, "#r=0-256")
    page.get_by_role("link", name="the figures as a table").click()
    assert page.url.endswith("#comparison")
    page.get_by_role("button", name="cycles/byte").click()
    assert page.url.endswith("#r=0-256&y=cpb&x=log")
