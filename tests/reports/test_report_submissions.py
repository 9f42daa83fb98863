"""The page of submissions: there where somebody sent something, and with nothing obeyed of what was sent."""

from collections.abc import Callable
from pathlib import Path

from reports import pages
from reports.site import addresses
from tests.support.hostile_data import EVIL
from tests.support.html_check import assert_sound
from tests.support.made_data import Fact, Maker, line, machine, whole

Site = Callable[..., Path]
RESULT = {
    "hash": "md5",
    "platform": "c",
    "target": "amd64",
    "verdict": "right",
    "why": "it matches",
}


def submission(id: str, outcome: str, time: str = "2026-01-02T00:00:00Z", **more: object) -> Fact:
    fact = {"kind": "submission", "machine": "lab", "time": time, "key": f"{id}{outcome}{time}"}
    return {**fact, "id": id, "file": f"{id}.tar.gz", "outcome": outcome, **more}


def measured(maker: Callable[..., Maker]) -> list[Fact]:
    m = maker("mine", hash="md5", machine="lab", target="amd64")
    return [machine("lab"), *whole(m, [8, 1536])]


def test_there_is_no_page_where_nobody_sent_anything(
    site: Site, maker: Callable[..., Maker]
) -> None:
    out = site(measured(maker))
    assert not (out / addresses.SUBMISSIONS).exists()
    assert "submissions.html" not in (out / addresses.machine("lab")).read_text()


def test_submissions_stand_newest_first_and_each_once(
    site: Site, maker: Callable[..., Maker]
) -> None:
    figure = {"cycles_per_byte": 4.5, "place": 2, "of": 3, "ratio": 1.25, "best": "ref"}
    row = RESULT | {"implementation": "mine"} | figure
    accepted = {"implementations": [row], "accepted": ["crypto_hash/md5/mine"]}
    out = site(
        [
            *measured(maker),
            submission("aaaaaaaaaaaa", "right", by="Jane", implementations=[row]),
            submission("bbbbbbbbbbbb", "refused", "2026-01-03T00:00:00Z", reason="is a link"),
            submission("aaaaaaaaaaaa", "right", "2026-01-04T00:00:00Z", **accepted),
        ]
    )
    text = (out / addresses.SUBMISSIONS).read_text()
    assert "2 submissions" in text
    assert text.index("aaaaaaaaaaaa") < text.index("bbbbbbbbbbbb")
    assert text.count('class="card"') == 2
    for words in ("4.50", "2 of 3", "1.25", "is a link", "crypto_hash/md5/mine"):
        assert words in text, words
    page = addresses.implementation("lab", "amd64", "md5", "mine")
    assert f'href="{page}"' in text and (out / page).is_file()
    place = addresses.submission("lab", "aaaaaaaaaaaa")
    assert f"submissions.html#{place}" in (out / addresses.machine("lab")).read_text()
    assert_sound(out)


def test_nothing_of_a_submission_is_obeyed(site: Site, maker: Callable[..., Maker]) -> None:
    texts = dict.fromkeys(("by", "note", "reason", "member", "format", "sha256"), EVIL)
    row = dict.fromkeys((*RESULT, "implementation", "best"), EVIL) | {"ratio": 1.0}
    facts = [
        submission(EVIL, EVIL, **texts),
        submission(f"{EVIL}2", EVIL, **texts, files=1, implementations=[row], accepted=[EVIL]),
    ]
    out = site([*measured(maker), *facts])
    text = (out / addresses.SUBMISSIONS).read_text()
    assert "<script>alert" not in text and "{{" in text
    assert_sound(out)


def test_a_refusal_is_shown_where_nothing_else_is_known(site: Site) -> None:
    out = site([submission("aaaaaaaaaaaa", "refused", reason="is a link")])
    assert "is a link" in (out / addresses.SUBMISSIONS).read_text()
    assert_sound(out)


def test_another_submission_makes_no_page_of_a_hash_again(
    file: Callable[..., Path], maker: Callable[..., Maker], tmp_path: Path
) -> None:
    data, out = file(measured(maker)), tmp_path / "out"
    wish = pages.Wish(figures=frozenset())
    pages.write([data], out, wish=wish)
    page = out / addresses.hash_on("lab", "amd64", "md5")
    before = page.stat().st_mtime_ns
    with data.open("a") as more:
        more.write(line(submission("aaaaaaaaaaaa", "refused", reason="is a link")))
    pages.write([data], out, wish=wish)
    assert (out / addresses.SUBMISSIONS).is_file() and page.stat().st_mtime_ns == before
