"""The pages of counted operations: there where something was counted, with the study beside it."""

from collections.abc import Callable
from pathlib import Path

from reports.site import addresses, estimates_chart
from reports.site.estimates_chart import Dot
from tests.support.html_check import assert_sound
from tests.support.made_data import Fact, Maker, machine, whole

Site = Callable[..., Path]


def count(hash: str, implementation: str = "ref", **more: object) -> Fact:
    fact = {"kind": "count", "machine": "lab", "time": "2026-01-02T00:00:00Z", "key": hash}
    about = {"platform": "c", "target": "amd64", "hash": hash, "implementation": implementation}
    rest = {"sources": "s", "block": 64, "bytes": 64, "operations": {"add32": 640, "load32": 16}}
    return {**fact, **about, **rest, "method": "1", **more}


def measured(maker: Callable[..., Maker], *hashes: str) -> list[Fact]:
    facts = [machine("lab")]
    for hash in hashes:
        facts += whole(
            maker("ref", hash=hash, machine="lab", target="amd64"), [8, 1536, 2048, 4096]
        )
    return facts


def test_there_are_no_pages_where_nothing_was_counted(
    site: Site, maker: Callable[..., Maker]
) -> None:
    out = site(measured(maker, "md5"))
    assert not (out / addresses.OPERATIONS).exists()
    assert not (out / addresses.ESTIMATES).exists()
    assert "operations.html" not in (out / addresses.INDEX).read_text()


def test_every_page_leads_to_what_was_counted(site: Site, maker: Callable[..., Maker]) -> None:
    out = site([*measured(maker, "md5"), count("md5")])
    for name in (addresses.INDEX, addresses.hash_page("md5"), addresses.machine("lab")):
        text = (out / name).read_text()
        assert "operations.html" in text and "estimates.html" in text, name


def test_a_hash_stands_above_the_studys_row(site: Site, maker: Callable[..., Maker]) -> None:
    operations = {"add32": 480, "rotate32": 320, "xor32": 500}
    out = site([*measured(maker, "md5"), count("blake256", operations=operations), count("md5")])
    text = (out / addresses.OPERATIONS).read_text()
    for words in ("BLAKE-32", "1,300", "1,308", "20.4", "salt", "20.3"):
        assert words in text, words
    assert_sound(out)


def test_aes_like_hashes_show_a_contradiction(site: Site, maker: Callable[..., Maker]) -> None:
    stated = {"operations": {"lookup8": 32}, "tables": [256], "structure": {"MC16": 3}}
    out = site([*measured(maker, "md5"), count("fugue256", **stated)])
    assert "48 bytes in columns are stated" in (out / addresses.OPERATIONS).read_text()


def test_estimates_are_held_against_measurements(site: Site, maker: Callable[..., Maker]) -> None:
    hashes = ("md5", "sha256", "sha512", "blake2b")
    counts = [
        count(hash, operations={"add64": 64 * n}, key=f"c{n}") for n, hash in enumerate(hashes, 1)
    ]
    out = site([*measured(maker, *hashes), *counts])
    text = (out / addresses.ESTIMATES).read_text()
    for words in ("0.976", "0.830", "0.723", "0.608", "amd64-scalar", "Rank correlation"):
        assert words in text, words
    assert "of 4 hashes" in text and text.count("<circle") >= 4
    assert_sound(out)


def test_the_page_of_a_hash_has_operations_a_cycle(site: Site, maker: Callable[..., Maker]) -> None:
    out = site([*measured(maker, "md5"), count("md5")])
    text = (out / addresses.hash_page("md5")).read_text()
    assert "Operations a cycle" in text and "10.0" in text
    assert_sound(out)


def test_of_two_counts_the_newest_is_shown(site: Site, maker: Callable[..., Maker]) -> None:
    newer = count("md5", key="k2", time="2026-01-03T00:00:00Z", operations={"add32": 777})
    text = (site([*measured(maker, "md5"), newer, count("md5")]) / addresses.OPERATIONS).read_text()
    assert "777" in text and "640" not in text


def test_the_graph_names_the_far_ones_first_and_lets_no_names_overlap() -> None:
    near = [Dot(f"near{n}", 10 + n / 100, 10) for n in range(20)]
    drawn = str(estimates_chart.scatter([*near, Dot("far", 10, 100, True)]))
    assert drawn.count("<circle") == 21
    assert ">far<" in drawn and drawn.count('class="name near"') < 20
    assert estimates_chart.scatter([]) == ""
