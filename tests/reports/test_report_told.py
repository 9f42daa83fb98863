"""What pages tell beside figures: counters, marks, notes, who wrote what, and where implementations disagree."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.html_check import assert_sound, page
from tests.support.made_data import Fact, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]
MACHINE = "machine/made/index.html"
TARGET = "machine/made/amd64.html"
MD5 = "machine/made/amd64/md5.html"
REF = "machine/made/amd64/md5/ref.html"
# Pages that show a figure of one target.
FIGURES = ("index.html", TARGET, MD5, REF, "history/made/amd64/md5.html")
TELLING = (MACHINE, MD5)  # what the counter is


def html(out: Path, name: str) -> str:
    return (out / name).read_text()


def text(out: Path, name: str) -> str:
    return page(out / name).text


# Counters


def test_pages_say_what_counts_and_how_ticks_became_core_cycles(written: Path) -> None:
    for name in TELLING:
        told = text(written, name)
        assert "-tsc : ticks of the time-stamp counter" in told
        assert "2.596 GHz" in told and "26 ticks" in told
        assert "The figures are cycles of the core" in told
        assert "1.25 in the median of all batches (1.25 to 1.25 in the middle half)" in told
        assert "not core cycles" not in told and "It is in every timing" not in told
    for name in (*FIGURES, "hash/md5.html"):
        assert "A cycle here is a tick" not in text(written, name)


def test_ticks_that_nothing_calibrated_are_called_so_wherever_figures_stand(
    maker: Make, site: Write
) -> None:
    out = site([machine(format=1), *whole(maker(format=1), [0, 8, 1536])])
    assert_sound(out)
    for name in TELLING:
        told = text(out, name)
        assert "-tsc : ticks of the time-stamp counter" in told
        assert "not core cycles" in told and "The figures are cycles of the core" not in told
    for name in (*FIGURES, "hash/md5.html"):
        assert "A cycle here is a tick of amd64-tsc" in text(out, name)


def test_pages_say_why_that_counter_counts_and_not_another_one(maker: Make, site: Write) -> None:
    counter = {
        "name": "x86-tsc",
        "core_cycles": False,
        "counts": "ticks",
        "cost": 52,
        "noise": 1,
        "reason": "its error is the least",
        "others": [
            {"name": "x86-rdpmc", "reason": "the kernel forbids it"},
            {"name": "clock-monotonic", "reason": "it works, but its error is larger"},
        ],
    }
    out = site([machine(counter={"amd64": counter}), *whole(maker(), [8])])
    assert_sound(out)
    for name in TELLING:
        told = text(out, name)
        assert "Why this counter, and not 2 others" in told
        assert "Chosen: its error is the least." in told
        assert "52 ticks between two readings" in told and "1 tick: the middle half" in told
        assert "x86-rdpmc Not used: the kernel forbids it." in told
        assert "clock-monotonic Not used: it works, but its error is larger." in told


def test_pages_of_data_that_do_not_say_why_that_counter_are_silent_about_it(written: Path) -> None:
    for path in written.rglob("*.html"):
        assert "Why this counter" not in page(path).text


def test_a_counter_of_core_cycles_is_not_called_ticks(maker: Make, site: Write) -> None:
    perf = {"name": "perf", "counts": "core cycles", "core_cycles": True, "resolution": 1}
    out = site([machine(counter={"amd64": perf}), *whole(maker(), [8])])
    for name in TELLING:
        told = text(out, name)
        assert "perf : core cycles" in told and "not core cycles" not in told
    assert all("A cycle here is a tick" not in text(out, name) for name in FIGURES)


def test_data_without_a_counter_are_said_to_lack_it(maker: Make, site: Write) -> None:
    out = site([machine(counter={}), *whole(maker(format=1), [8, 1536])])
    for name in (*FIGURES, "hash/md5.html"):
        assert "which counter took these timings" in text(out, name)
    assert "The data do not say." in text(out, MACHINE)


# What is found, noted, and not agreed on


def marked(maker: Make, **changed: Any) -> list[Fact]:
    """The facts of an implementation, with these fields in its checks."""
    facts = list(whole(maker("odd"), [64, 1536]))
    return [fact | changed if fact["kind"] == "check" else fact for fact in facts]


def test_what_was_found_wrong_is_a_mark_wherever_its_figures_stand(
    maker: Make, site: Write
) -> None:
    found = "read outside its buffers, 1 bytes after the end of its input"
    out = site([machine(), *marked(maker, findings=[found])])
    for name in (MD5, TARGET):
        assert f'<abbr class="mark" title="{found}">†</abbr>' in html(out, name)
    told = text(out, "machine/made/amd64/md5/odd.html")
    assert told.count("marked") >= 1 and f"but: {found}" in told
    assert f"Found {found}" in told


def test_without_findings_there_is_no_mark_but_those_of_figures_in_doubt(written: Path) -> None:
    count = 0
    for path in written.rglob("*.html"):
        for title, mark in re.findall(
            r'<abbr class="mark" title="([^"]*)">(.)</abbr>', path.read_text()
        ):
            count += 1
            assert mark == "‡" and " % likely to be off by more than 1 %: " in title
    assert count


def test_notes_and_subroutines_stand_with_the_implementation(maker: Make, site: Write) -> None:
    facts = [
        fact | {"notes": ["runs code before main"], "subroutines": ["crypto_core/x/ref gcc -O2"]}
        if fact["kind"] == "build"
        else fact
        for fact in whole(maker(), [1536])
    ]
    told = text(site([machine(), *facts]), REF)
    assert "Noted runs code before main" in told
    assert "Subroutines crypto_core/x/ref gcc -O2" in told


@pytest.mark.parametrize(
    ("level", "slower", "is_told"),
    [("-O1", 150.0, True), ("-O1", 4.0, False), ("-O0", 150.0, False)],
)
def test_a_build_many_times_slower_than_its_sisters_is_named(
    maker: Make, site: Write, level: str, slower: float, is_told: bool
) -> None:
    made, options = maker(), ["gcc", "-march=native", level]
    facts = [machine(), *whole(made, [1536]), made.build(options), made.check(options)]
    told = text(site([*facts, made.trial(options, 1, slower)]), REF)
    said = re.search(
        r"Noted (\d+) times as slow as the fastest build, at 1536 bytes: (.*?) Version", told
    )
    assert bool(said) == is_told
    if said:
        assert 140 < int(said[1]) < 160
        assert said[2] == f"gcc -march=native {level}"


def test_implementations_that_disagree_are_named(maker: Make, site: Write) -> None:
    facts: list[Fact] = [machine()]
    for name, digest in (("ref", "aa"), ("other", "bb")):
        fields = {"expected": "unknown", "checksumbig": digest, "digests": {"0": "1", "7": digest}}
        own = whole(maker(name), [1536])
        facts += [fact | fields if fact["kind"] == "check" else fact for fact in own]
    out = site(facts)
    said = "2 different functions, first for a message of 7 bytes: other against ref"
    assert said in text(out, MD5)
    assert "its implementations disagree" in text(out, TARGET)


def test_facts_of_subroutines_are_no_results(maker: Make, site: Write) -> None:
    facts = [fact | {"operation": "crypto_core"} for fact in whole(maker(), [1536])]
    out = site([machine(), *facts])
    assert "md5" not in text(out, "index.html") and not (out / "hash").exists()


def test_a_hash_is_introduced_and_who_wrote_what_is_named(maker: Make, site: Write) -> None:
    about = {"kind": "hash", "time": "2026-01-01T00:00:00Z", "key": "k", "machine": "made"}
    older = about | {"hash": "md5", "description": "Old words", "designers": []}
    told = {"description": "MD5; 16 bytes.", "designers": ["R. Rivest", "X"]}
    facts = [
        fact | {"implementors": ["A. Coder", "B. Coder"]} if fact["kind"] == "build" else fact
        for fact in whole(maker(), [1536])
    ]
    out = site([machine(), older, about | {"hash": "md5", **told}, *facts])
    assert "MD5; 16 bytes, by R. Rivest, X." in text(out, MD5)
    everywhere = text(out, "hash/md5.html")
    assert "MD5; 16 bytes." in everywhere and "Designers R. Rivest, X" in everywhere
    assert all("Old words" not in page(path).text for path in out.rglob("*.html"))
    assert "By A. Coder; B. Coder" in text(out, REF)


def test_hashes_are_found_by_the_names_that_people_know_them_by(maker: Make, site: Write) -> None:
    out = site([machine(), *whole(maker(hash="sha3256"), [1536])])
    ranked = html(out, "index.html").partition('id="ranking"')[2].partition("</table>")[0]
    (names,) = re.findall(r'<tr data-names="([^"]*)"', ranked)
    assert "sha3-256" in names and "keccak" in names
    assert "SHA3-256" in text(out, "hash/sha3256.html")


def test_variants_of_a_hash_stand_beside_it_with_their_ratio(maker: Make, site: Write) -> None:
    facts = [*whole(maker(hash="sha256"), [1536]), *whole(maker(hash="sha224", factor=2), [1536])]
    out = site([machine(), *facts])
    assert re.search(
        r"Variants .*sha224 SHA-224 size 1\.9\d 1\.9\d–1\.9\d 1 ", text(out, "hash/sha256.html")
    )


def test_lengths_beyond_the_tables_stand_on_the_page_of_the_hash(maker: Make, site: Write) -> None:
    told = text(site([machine(), *whole(maker(), [1536, 8192, 65536])]), MD5)
    assert re.search(
        r"Longer than 4096 bytes cycles/byte at 8192 65536 ref [\d.]+ [\d.]+–[\d.]+ ", told
    )
