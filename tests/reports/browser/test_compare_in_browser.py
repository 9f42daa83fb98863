"""The compare page in a browser: choosing, keeping, ratios; its statistics against those of hashcop.results."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.results.margins import Margin
from hashcop.results.ratios import ratio_of
from tests.reports.browser import made_pages

Watch = Callable[..., Any]
TWO = "#s=vm/amd64/sha256/x86-shani,vm/amd64/sha256/openssl&b=0"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return made_pages.write(tmp_path)


def chosen(page: Any) -> list[str]:
    page.locator("#chosen li").first.wait_for()
    return [str(text) for text in page.locator("#chosen .name a").all_inner_texts()]


def test_a_link_shows_curves_ratios_and_a_table(site: Path, watched: Watch) -> None:
    page = watched().open(site / "compare.html", TWO)
    assert chosen(page) == ["sha256/x86-shani", "sha256/openssl"]
    assert page.locator("canvas").count() == 2
    assert page.locator("#ratio-table tbody tr").count() == len(made_pages.TABLE_LENGTHS)
    assert page.locator("#commands code").inner_text() == (
        "./do compare sha256/x86-shani sha256/openssl --abi amd64"
    )
    assert "Ratios of cycles to those of x86-shani: openssl from 1.0" in (
        page.locator("#ratio-curve [role=img]").get_attribute("aria-label")
    )


def test_what_was_chosen_survives_a_reload(site: Path, watched: Watch) -> None:
    page = watched().open(site / "compare.html", TWO)
    chosen(page)
    page.get_by_role("radio").nth(1).check()
    page.get_by_role("button", name="0–256").click()
    page.get_by_role("button", name="cycles/byte").click()
    before = page.url
    assert before.endswith(f"{TWO[:-1]}1&r=0-256&y=cpb&x=log")
    page.reload()
    assert chosen(page) == ["sha256/x86-shani", "sha256/openssl"]
    assert page.url == before
    assert page.get_by_role("radio").nth(1).is_checked()
    assert page.get_by_role("button", name="0–256").get_attribute("aria-pressed") == "true"


def test_a_plus_adds_to_what_was_compared_before(site: Path, watched: Watch) -> None:
    one = watched()
    chosen(one.open(site / "compare.html", TWO))
    one.open(site / "hash.html")
    page = one.open(site / "compare.html", "#s=pi/amd64/sha256/avx2")
    assert chosen(page) == ["sha256/x86-shani", "sha256/openssl", "sha256/avx2"]
    page.get_by_text("These machines differ").wait_for()
    page.get_by_role("button", name="remove avx2 on pi, amd64").click()
    assert chosen(page) == ["sha256/x86-shani", "sha256/openssl"]
    assert page.get_by_text("These machines differ").count() == 0
    page.go_back()
    assert page.url.endswith("hash.html")


def test_a_series_is_chosen_by_keyboard(site: Path, watched: Watch) -> None:
    page = watched().open(site / "compare.html")
    page.get_by_label("machine").fill("vm")
    page.get_by_label("hash").fill("sha256")
    choice = page.get_by_label("implementation")
    choice.locator("option", has_text="avx2").wait_for(state="attached")
    choice.select_option(label="avx2")
    page.get_by_label("hash").press("Enter")
    assert chosen(page) == ["sha256/avx2"]
    assert page.url.endswith("#s=vm/amd64/sha256/avx2&b=0")


def test_what_is_not_told_apart_is_folded_and_counted(tmp_path: Path, watched: Watch) -> None:
    first, second = made_pages.SERIES[0], made_pages.SERIES[2]
    site = made_pages.write(
        tmp_path,
        [
            made_pages.Series(first.name, 160, 84, 0, costs={8: 100, 64: 200}),
            made_pages.Series(second.name, 240, 85, 11, costs={8: 101, 64: 300}),
        ],
    )
    page = watched().open(site / "compare.html", TWO)
    chosen(page)
    shown = page.locator("#ratio-table tbody tr:not([hidden])")
    assert shown.count() == 1
    assert page.locator("#folded").inner_text() == "1 of 2 are hidden: their interval holds 1."
    page.get_by_label("relevant only").uncheck()
    assert shown.count() == 2
    assert page.locator("#ratio-table").get_by_text("not told apart").count() == 1


def test_intervals_are_those_of_the_reports(site: Path, watched: Watch) -> None:
    page = watched().open(site / "compare.html")
    page.locator("#choose").wait_for()
    chance = random.Random(7)
    made = [[chance.uniform(0, 0.1) for _ in range(3)] for _ in range(20)]
    found = page.evaluate(
        "made => made.map((one, n) => hashcop.certainty.ratioOf(1.5, one, made[(n + 1) % made.length]))",
        made,
    )
    for number, interval in enumerate(found):
        ours, theirs = (Margin(*made[n % len(made)]) for n in (number, number + 1))
        expected = ratio_of(1.5, ours, theirs)
        for name in ("low", "high"):
            assert interval[name] == pytest.approx(getattr(expected, name), abs=1e-9)


def test_a_lost_series_is_named(site: Path, watched: Watch) -> None:
    page = watched().open(site / "compare.html", f"{TWO[:-4]},gone/amd64/sha256/ref&b=7")
    page.get_by_text("Not among these pages, or without curves: gone/amd64/sha256/ref").wait_for()
    assert chosen(page) == ["sha256/x86-shani", "sha256/openssl"]
    assert re.search(r"&b=1$", page.url)


def test_both_pictures_zoom_together(site: Path, watched: Watch) -> None:
    page = watched().open(site / "compare.html", TWO)
    chosen(page)
    box = page.locator("#ratio-curve .u-over").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.25, box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 60, steps=5)
    page.mouse.up()
    page.wait_for_url(re.compile(r"r=10\d\d-20\d\d"))
    assert page.get_by_role("button", name="all").get_attribute("aria-pressed") == "false"
