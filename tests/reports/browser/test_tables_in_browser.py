"""Tables in a browser: sorting, searching, choices and presets, by mouse and by keyboard; the front page's choosers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.reports.browser import made_pages

Watch = Callable[..., Any]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return made_pages.write(tmp_path)


def names(page: Any, table: str = "ranking") -> list[str]:
    rows = f"#{table} tbody tr:not([hidden]) th a"
    return [str(text) for text in page.locator(rows).all_inner_texts()]


def head(page: Any, text: str) -> Any:
    return page.locator("#ranking thead th", has_text=text)


def test_a_click_on_a_head_sorts_numbers_from_the_smallest_and_the_next_one_from_the_largest(
    site: Path, watched: Watch
) -> None:
    page = watched().open(site / "index.html")
    head(page, "cycles/byte").get_by_role("button").click()
    assert head(page, "cycles/byte").get_attribute("aria-sort") == "ascending"
    assert names(page) == [
        "sha256", "blake2b", "sha512", "blake256", "sha3256", "groestl256", "skein512",
    ]  # fmt: skip
    head(page, "cycles/byte").get_by_role("button").click()
    assert head(page, "cycles/byte").get_attribute("aria-sort") == "descending"
    # A hash without figure is neither the fastest nor the slowest.
    assert names(page)[0] == "groestl256"
    assert names(page)[-1] == "skein512"


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_head_sorts_by_keyboard(site: Path, watched: Watch, key: str) -> None:
    page = watched().open(site / "index.html")
    head(page, "hash").get_by_role("button").focus()
    page.keyboard.press(key)
    assert names(page) == sorted(names(page))
    assert head(page, "hash").get_attribute("aria-sort") == "ascending"
    page.keyboard.press(key)
    assert names(page) == sorted(names(page), reverse=True)


def test_the_order_is_kept_in_the_address(site: Path, watched: Watch) -> None:
    page = watched().open(site / "index.html")
    head(page, "cycles/byte").get_by_role("button").click()
    head(page, "cycles/byte").get_by_role("button").click()
    before = names(page)
    page.reload()
    assert names(page) == before
    assert head(page, "cycles/byte").get_attribute("aria-sort") == "descending"


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("SHA3-256", ["sha3256"]),
        ("keccak", ["sha3256"]),
        ("finalists", ["sha3256", "blake256", "skein512", "groestl256"]),
        ("blake finalists", ["blake256"]),
        ("SHA2 512", ["sha512"]),
        ("nothing of the kind", []),
    ],
)
def test_a_search_finds_names_aliases_and_groups(
    site: Path, watched: Watch, typed: str, found: list[str]
) -> None:
    page = watched().open(site / "index.html")
    page.keyboard.press("Tab")
    page.get_by_label("search").focus()
    page.keyboard.type(typed)
    assert names(page) == found
    assert page.locator("output[data-count='#ranking']").inner_text() == f"{len(found)} of 7"
    page.reload()
    assert names(page) == found


def test_a_preset_is_a_switch(site: Path, watched: Watch) -> None:
    page = watched().open(site / "index.html")
    preset = page.get_by_role("button", name="finalists")
    preset.click()
    assert page.get_by_label("search").input_value() == "finalists"
    assert preset.get_attribute("aria-pressed") == "true"
    assert len(names(page)) == 4
    preset.click()
    assert page.get_by_label("search").input_value() == ""
    assert preset.get_attribute("aria-pressed") == "false"
    assert len(names(page)) == 7


def test_choices_narrow_the_search_and_are_kept_in_the_address(site: Path, watched: Watch) -> None:
    page = watched().open(site / "index.html")
    page.locator("#family").select_option("BLAKE family")
    assert names(page) == ["blake2b", "blake256"]
    assert page.get_by_role("button", name="BLAKE").get_attribute("aria-pressed") == "true"
    page.get_by_label("search").fill("finalists")
    assert names(page) == ["blake256"]
    assert page.url.endswith("#family=BLAKE%20family&q=finalists")
    # Where the page lists no choices, they are what rows have.
    assert page.get_by_label("bits").first.locator("option").all_inner_texts() == [
        "all",
        "256",
        "512",
    ]


def test_a_search_may_be_of_several_lists(site: Path, watched: Watch) -> None:
    page = watched().open(site / "index.html")
    shown = page.locator("#machines li:not([hidden])")
    page.get_by_label("search").fill("haswell")
    assert (names(page), shown.all_inner_texts()) == ([], ["old: Haswell (2013)"])
    page.get_by_label("search").fill("")
    page.get_by_label("filter").fill("intel")
    assert shown.count() == 0
    page.get_by_label("filter").fill("cortex")
    assert shown.all_inner_texts() == ["pi: Cortex-A76 (2018)"]


def test_what_needs_scripts_is_hidden_without_them(site: Path, watched: Watch) -> None:
    page = watched().open(site / "index.html")
    assert page.get_by_label("search").is_visible()
    assert "years ago" in page.locator("time.age").inner_text()
    without = watched(java_script_enabled=False).open(site / "index.html")
    assert not without.get_by_label("search").is_visible()
    assert not without.get_by_role("button", name="Copy command").is_visible()
    assert len(names(without)) == 7


def test_another_machine_fills_the_ranking_in_the_order_that_was_chosen(
    site: Path, watched: Watch
) -> None:
    page = watched().open(site / "index.html")
    head(page, "hash").get_by_role("button").click()
    page.locator("[data-choose=machine]").select_option("pi/amd64/ranking")
    row = page.locator("#ranking tbody tr", has_text="sha3256")
    row.get_by_text("18.9").wait_for()
    assert names(page) == sorted(made_pages.HASHES)
    assert row.locator(".bar").get_attribute("style") == "--part: 0.272;"
    assert page.get_by_role("link", name="pi, amd64: Cortex-A76 (2018)").count() == 1
    assert page.locator("abbr.tie").count() == 1
    page.get_by_label("search").fill("keccak")
    assert names(page) == ["sha3256"]
    page.reload()
    row.get_by_text("18.9").wait_for()
    assert names(page) == ["sha3256"]


def test_a_missing_file_is_a_sentence_in_the_page(site: Path, watched: Watch, browser: Any) -> None:
    (site / "data/pi/amd64/ranking.js").unlink()
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.locator("[data-choose=machine]").select_option("pi/amd64/ranking")
    page.get_by_text("data/pi/amd64/ranking.js is missing").wait_for()
    assert len(names(page)) == 7
    page.close()


def test_the_matrix_is_made_when_it_is_asked_for(site: Path, watched: Watch) -> None:
    page = watched().open(site / "index.html")
    matrix = page.locator("#matrix")
    assert matrix.locator("tr").count() == 0
    page.get_by_text("All machines", exact=True).click()
    count = page.locator("#matrix-count")
    count.filter(has_text="3 of 3 machines, 7 of 7 hashes, 1536 bytes").wait_for()
    matrix.get_by_label("maker").select_option("Intel")
    matrix.get_by_label("family").select_option("BLAKE family")
    count.filter(has_text="2 of 3 machines, 2 of 7 hashes, 1536 bytes").wait_for()
    assert matrix.locator("thead th").all_inner_texts() == ["machine", "blake2b", "blake256"]
    page.locator("[data-choose=column]").select_option("64")
    count.filter(has_text="2 of 3 machines, 2 of 7 hashes, 64 bytes").wait_for()


def test_a_copy_button_copies(site: Path, watched: Watch) -> None:
    page = watched(permissions=["clipboard-read", "clipboard-write"]).open(site / "index.html")
    page.get_by_role("button", name="copy").click()
    page.get_by_role("button", name="copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "./do sha256"
