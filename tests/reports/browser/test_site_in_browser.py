"""The pages of the stored file in a browser: every kind, narrow and wide, light and dark, with and without scripts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from reports import pages
from tests.reports.browser.conftest import assert_accessible

Watch = Callable[..., Any]
STORED = Path(__file__).resolve().parents[1] / "small.jsonl"
KINDS = {
    "front": "index.html",
    "hash": "hash/sha256.html",
    "machine": "machine/made/index.html",
    "target": "machine/made/amd64.html",
    "hash on a machine": "machine/made/amd64/sha256.html",
    "implementation": "machine/made/amd64/sha256/ref.html",
    "compare": "compare.html",
    "history": "history/made/amd64/sha256.html",
    "download": "download.html",
    "lab": "lab.html",
}
TWO = "#s=made/amd64/sha256/ref,made/amd64/sha256/x86-shani&b=0"
FIRST_VIEW = 300_000  # bytes


@pytest.fixture(scope="module")
def site(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pages.write([STORED], tmp_path_factory.mktemp("site")).parent


def open_details(page: Any) -> None:
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_overflows_or_complains_or_loads_much(
    site: Path, watched: Watch, kind: str
) -> None:
    for width, scheme in ((390, "dark"), (1400, "light"), (1920, "light")):
        one = watched(width, scheme)
        sizes: list[int] = []
        one.page.on(
            "request", lambda asked, sizes=sizes: sizes.append(_size(asked.url))
        )  # file:// tells no sizes of its own
        page = one.open(site / KINDS[kind], TWO if kind == "compare" else "")
        page.wait_for_timeout(150)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
        assert sum(sizes) <= FIRST_VIEW
        page.emulate_media(media="print")
        assert page.locator("main").inner_text()


def _size(url: str) -> int:
    path = Path(url.removeprefix("file://"))
    return path.stat().st_size if url.startswith("file:") and path.is_file() else 0


def views() -> list[ParameterSet]:
    """Each kind of page as a phone and as a wide screen show it: one of the two in every run of the tests."""
    found = []
    for number, kind in enumerate(KINDS):
        for other, view in enumerate(((390, "dark"), (1400, "light"))):
            marks = [pytest.mark.long] * (number % 2 != other)
            found.append(pytest.param(kind, *view, marks=marks, id=f"{kind}-{view[0]}"))
    return found


@pytest.mark.parametrize(("kind", "width", "scheme"), views())
def test_axe_finds_nothing_serious(
    site: Path, watched: Watch, kind: str, width: int, scheme: str
) -> None:
    fragment = TWO if kind == "compare" else ""
    page = watched(width, scheme, bypass_csp=True).open(site / KINDS[kind], fragment)
    page.wait_for_timeout(250)
    open_details(page)
    assert_accessible(page)


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - {"compare"}))
def test_without_scripts_the_figures_are_there(site: Path, watched: Watch, kind: str) -> None:
    page = watched(java_script_enabled=False).open(site / KINDS[kind])
    assert page.locator("main table").count()
    assert not page.locator("[data-filter]:visible, [data-copy]:visible").count()


def test_from_a_cell_to_its_command_and_back(site: Path, watched: Watch) -> None:
    page = watched().open(site / "index.html")
    page.locator("#ranking tbody tr", has_text="sha256").get_by_role("link").nth(1).click()
    page.locator("td:target").wait_for()
    assert page.url.split("#")[0].endswith("machine/made/amd64/sha256.html") or "x86" in page.url
    page.locator("td:target").get_by_role("link").click()
    page.get_by_text("./do").first.wait_for()
    page.go_back()
    page.locator("td:target").wait_for()
    page.go_back()
    assert page.url.endswith("index.html")


def test_a_plus_leads_to_the_comparison_with_its_series(site: Path, watched: Watch) -> None:
    page = watched().open(site / "machine/made/amd64/sha256.html")
    page.locator("a.add").first.click()
    page.locator("#chosen li").first.wait_for()
    page.go_back()
    page.locator("a.add").nth(1).click()
    page.locator("#chosen li").nth(1).wait_for()
    assert page.locator("canvas").count() == 2
    assert page.locator("#ratio-table tbody tr").count() > 3


@pytest.mark.parametrize("typed", ["SHA-256", "sha2", "sha256"])
def test_hashes_are_found_by_the_names_that_people_know(
    site: Path, watched: Watch, typed: str
) -> None:
    page = watched().open(site / "index.html")
    page.locator("#search").fill(typed)
    shown = page.locator("#ranking tbody tr:not([hidden]) th a").all_inner_texts()
    assert shown == ["sha256"]
