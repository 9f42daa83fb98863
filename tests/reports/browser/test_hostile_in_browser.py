"""Names of strangers stay text, and nobody who can't see or can't use a mouse is left out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reports.site.addresses import safe
from tests.reports.browser import made_pages
from tests.reports.browser.conftest import assert_accessible
from tests.reports.browser.made_pages import Series

Watch = Callable[..., Any]
HOSTILE = [
    "<script>window.pwned=1</script>",
    "</script><img src=x onerror=window.pwned=1>",
    "\"'`${window.pwned=1}",
    "line\u2028and\u2029line",
    "\u202egnp.exe\u202c",
    "x" * 10_000,
    "=1+1,'; alert(1)",
]


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    series = [
        Series(name, 100 + 10 * n, 80 + n, n % 12, n % 4, 16) for n, name in enumerate(HOSTILE)
    ]
    return made_pages.write(tmp_path, series)


def harmless(page: Any) -> None:
    assert page.evaluate("window.pwned") is None
    assert page.locator("img[src=x]").count() == 0


def test_names_in_curves_stay_text(hostile: Path, watched: Watch) -> None:
    page = watched().open(hostile / "hash.html")
    page.locator(".plot canvas").wait_for()
    shown = page.locator(".keys button").evaluate_all("all => all.map(one => one.textContent)")
    assert shown == HOSTILE
    for n in range(len(HOSTILE)):
        page.locator(".keys button").nth(n).click()
    page.locator(".plot").focus()
    page.keyboard.press("End")
    page.get_by_role("button", name="quartiles").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    first = Path(saved.value.path()).read_text(encoding="utf-8").split("\n")[0]
    assert "\"'=1+1" in first
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.reload()
    page.locator(".plot canvas").wait_for()
    assert (
        page.locator(".keys button").evaluate_all("all => all.map(one => one.textContent)")
        == HOSTILE
    )
    harmless(page)


def test_names_in_comparisons_stay_text(hostile: Path, watched: Watch) -> None:
    ids = ",".join(f"vm/amd64/sha256/{safe(name)}" for name in HOSTILE[:4])
    page = watched().open(hostile / "compare.html", f"#s={ids}&b=0")
    page.locator("#chosen li").nth(3).wait_for()
    shown = page.locator("#chosen .name a").evaluate_all("all => all.map(one => one.textContent)")
    assert shown == [f"sha256/{name}" for name in HOSTILE[:4]]
    commands = page.locator("#commands code").all_inner_texts()
    assert len(commands) == 2  # that with a line separator can't be typed
    assert "'sha256/<script>window.pwned=1</script>'" in commands[0]
    harmless(page)


@pytest.mark.parametrize(
    "fragment",
    [
        "#s=%3Cscript%3Ewindow.pwned%3D1%3C/script%3E&b=x",
        "#s=%E0%A4%A&r=1-&y=%00&x=9",
        "#s=__proto__/a/b/c,constructor&b=-1",
        "#on=%3Cimg%3E&r=99999999999999999999-5&sort=ranking,99,x&q=%",
    ],
)
@pytest.mark.parametrize("name", ["index.html", "hash.html", "compare.html"])
def test_links_that_were_tampered_with_do_no_harm(
    hostile: Path, watched: Watch, name: str, fragment: str
) -> None:
    page = watched().open(hostile / name, fragment)
    page.wait_for_timeout(150)
    harmless(page)


@pytest.mark.parametrize(
    ("name", "fragment"),
    [
        ("index.html", "#q=blake"),
        ("hash.html", "#q=1"),
        ("compare.html", "#s=vm/amd64/sha256/x86-shani,vm/amd64/sha256/openssl&b=0"),
    ],
)
@pytest.mark.parametrize(("width", "scheme"), [(390, "light")])
def test_axe_finds_nothing_serious(
    tmp_path: Path, watched: Watch, name: str, fragment: str, width: int, scheme: str
) -> None:
    page = watched(width, scheme, bypass_csp=True).open(made_pages.write(tmp_path) / name, fragment)
    page.wait_for_timeout(300)
    for details in page.locator("details").all():
        details.evaluate("one => { one.open = true; }")
    page.wait_for_timeout(100)
    assert_accessible(page)
