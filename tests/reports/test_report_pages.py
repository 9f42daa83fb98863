"""Pages: from any prefix of a file, safe from strangers' text, the same every time, and what they show of figures."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.data.files import DataError
from reports import pages
from tests.bench.pages_compare import differences
from tests.support.hostile_data import EVIL, hostile
from tests.support.html_check import assert_sound, page
from tests.support.made_data import OPTIONS, Fact, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]
TARGET = "machine/made/amd64.html"
MD5 = "machine/made/amd64/md5.html"


def files(out: Path) -> dict[str, bytes]:
    return {str(p.relative_to(out)): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}


def some(maker: Make) -> list[Fact]:
    """A small run with everything in it: two implementations, failures, a skip."""
    made = [machine()]
    for m in (maker("ref", factor=2), maker("fast")):
        made += [m.build(options) for options in (OPTIONS[0], OPTIONS[1], OPTIONS[3])]
        made += [m.failed(OPTIONS[2], "exit status 1", ["error: no"])]
        made += [
            m.check(OPTIONS[0]),
            m.check(OPTIONS[1], outcome="wrong", reason="wrong at 8 bytes"),
        ]
        made += [m.trial(OPTIONS[0], 1, 1), m.winner(OPTIONS[0], 7000, 1)]
        made += [m.timings(OPTIONS[0], [0, 8, 64, 576, 1536, 2048, 4096])]
        made += [m.timings(OPTIONS[0], [n]) for n in (1000, 9000)]
    made += [maker("altivec").build([], outcome="skipped", reason="for ppc64", object="")]
    return made


def test_pages_of_the_stored_file_are_sound(written: Path) -> None:
    assert_sound(written)


def test_prefixes_of_a_file_yield_pages(maker: Make, site: Write) -> None:
    made = some(maker)
    for size in [*range(0, len(made), 2), len(made)]:
        assert_sound(site(made[:size]))


@pytest.mark.long
def test_every_fact_alone_yields_pages(maker: Make, site: Write) -> None:
    for number, fact in enumerate(some(maker)):
        assert_sound(site([fact], str(number)))


def test_no_data_at_all_yields_pages_that_say_so(tmp_path: Path) -> None:
    index = pages.write([], tmp_path / "out")
    assert_sound(index.parent)
    assert "No measurements yet" in page(index).text


def test_data_that_cannot_be_read_leaves_the_pages_alone(
    small: Path, file: Write, tmp_path: Path
) -> None:
    wish = pages.Wish(figures=frozenset())
    pages.write([small], tmp_path / "out", wish=wish)
    before = files(tmp_path / "out")
    broken = file([{"kind": "cycles"}])
    with pytest.raises(DataError, match=re.escape(f"{broken.name}:1: ")):
        pages.write([small, broken], tmp_path / "out", wish=wish)
    assert files(tmp_path / "out") == before


def test_strangers_text_is_text(maker: Make, site: Write) -> None:
    out = site(hostile(maker, EVIL))
    assert_sound(out)
    for path in out.rglob("*.html"):
        assert EVIL in page(path).text or path.name in ("compare.html", "download.html")
        html = path.read_text()
        assert "<script>" not in html and "2907" not in html
    for path in out.rglob("*.js"):
        assert path.parent.name == "assets" or "<" not in path.read_text()


def test_figures_that_are_drawn_have_strangers_text_as_text(
    maker: Make, file: Write, tmp_path: Path
) -> None:
    out = pages.write([file(hostile(maker, EVIL))], tmp_path / "out").parent
    drawn = list(out.rglob("*.svg"))
    assert len(drawn) == 2
    assert not any(b"<script" in path.read_bytes() for path in drawn)


@pytest.mark.parametrize(
    "name", ["../x", "/tmp/x", "..", ".", "", "gil/singlefile", "index", "a\0b", "é\udc80"]
)
def test_no_name_leads_out_of_the_directory(
    name: str, file: Write, maker: Make, tmp_path: Path
) -> None:
    out = tmp_path / "deep" / "er" / "out"
    m = maker(name, hash=name, machine=name, target=name)
    data = file([machine(name), *whole(m, [8, 1536])])
    pages.write([data], out, wish=pages.Wish(figures=frozenset()))
    # The data are not beside the pages, so nothing links to them.
    assert_sound(out)
    assert len(list(out.glob("machine/**/*.html"))) == 5
    assert {p.name for p in tmp_path.iterdir()} == {"deep", data.name}
    assert {p.name for p in (tmp_path / "deep" / "er").iterdir()} == {"out", pages.KEPT}


def test_nothing_is_fetched_from_elsewhere(written: Path) -> None:
    for kind in ("html", "css", "js"):
        for path in written.rglob(f"*.{kind}"):
            text = path.read_text().replace("http://www.w3.org/2000/svg", "")
            if kind == "js" and ".min." in path.name:
                text = re.sub(r"https?://[\w./-]+", "", text)  # in comments
            assert "://" not in text and "@import" not in text, path


def test_pages_do_not_ask_for_the_progress_of_a_run(written: Path) -> None:
    assert not (written / "assets/live.js").exists()
    assert all("live.js" not in path.read_text() for path in written.rglob("*.html"))


def test_pages_without_the_libraries_of_the_scripts_are_whole(
    maker: Make, site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.vendored.files", dict)
    out = site(some(maker))
    assert_sound(out)
    assert all("<script" not in path.read_text() for path in out.rglob("*.html"))
    assert "which these pages were made without" in page(out / "compare.html").text
    assert 'id="c-1536-fast"' in (out / MD5).read_text()


def test_data_of_format_2_give_the_pages_of_the_same_data_now(small: Path, tmp_path: Path) -> None:
    for number, name in enumerate(("small.jsonl", "small-2.jsonl")):
        copy = tmp_path / str(number) / "data.jsonl"
        copy.parent.mkdir()
        shutil.copy(small.with_name(name), copy)
        pages.write([copy], copy.parent / "out", wish=pages.Wish(figures=frozenset()))
    assert list(differences(tmp_path / "0/out", tmp_path / "1/out")) == []


def test_the_same_data_give_the_same_bytes(small: Path, written: Path, tmp_path: Path) -> None:
    pages.write([small, small], tmp_path / "out")
    assert files(tmp_path / "out") == files(written)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("25 known answers", "24 known answers"),
        ('id="comparison"', 'id="other"'),
        ("<b>6.", "<b>7."),
    ],
)
def test_pages_that_differ_in_a_word_an_anchor_or_a_figure_are_told_apart(
    old: str, new: str, written: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    shutil.copytree(written, other)
    assert list(differences(written, other)) == []
    changed = [path for path in other.rglob("*.html") if old in path.read_text()]
    for path in changed:
        path.write_text(path.read_text().replace(old, new))
    found = list(differences(written, other))
    assert {line.partition(":")[0] for line in found} == {
        str(path.relative_to(other)) for path in changed
    }
    assert changed and any(line.partition(": ")[2].startswith("+") for line in found)


def test_figures_and_pages_that_are_gone_are_found(written: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(written, other)
    (other / "machine/made/amd64/md5-other.svg").write_text("<svg/>")
    (other / "machine/made/amd64/md5.svg").unlink()
    (other / "machine/made/compilers.html").unlink()
    found = [line.partition(": ")[0] for line in differences(written, other)]
    assert found[0] == found[-3] == "machine/made/compilers.html"
    assert found[-2:] == ["machine/made/amd64/md5-other.svg", "machine/made/amd64/md5.svg"]


def test_tables_show_hashes_fastest_first_by_the_fastest_at_each_length(written: Path) -> None:
    text = (written / TARGET).read_text()
    sections = re.findall(r'<section id="b-(\w+)">(.*?)</section>', text, re.DOTALL)
    assert [name for name, _ in sections] == ["long", "4096", "1536", "576", "64", "8"]
    for name, body in sections:
        medians = [float(found) for found in re.findall(r"<b>([\d.]+)</b>", body)]
        assert len(medians) == 3 and medians == sorted(medians)
        assert (">sse41</a>" in body) == (name in ("576", "64", "8"))
        assert (">avx2</a>" in body) == (name not in ("576", "64", "8"))
        assert "25 %" in body and "75 %" in body and "rank" in body
        assert ("bytes/s" in body) == (name == "long")


def test_a_page_of_an_implementation_tells_of_builds_failures_and_how_to_measure_again(
    written: Path,
) -> None:
    place = written / "machine/made/amd64"
    wrong = page(place / "md5/wrong.html").text
    assert "known answer at 64 bytes: expected d41d8cd98f00b204" in wrong
    assert "./do md5/wrong --abi amd64" in wrong
    asm = page(place / "md5/asm.html").text
    assert "1 other option set with the same machine code" in asm
    assert "8 machine codes from 10 option sets" in asm
    avx2 = page(place / "blake2b/avx2.html").text
    assert "1 build failed" in avx2 and '#error "no <immintrin.h>"' in avx2
    altivec = page(place / "snefru/altivec.html").text
    assert "skipped" in altivec and "it is for ppc64, not for amd64" in altivec


def test_a_page_of_a_hash_tells_which_is_fastest_where_and_what_is_not_measured(
    written: Path,
) -> None:
    place = written / "machine/made/amd64"
    assert "Which is fastest where" in page(place / "blake2b.html").text
    snefru = page(place / "snefru.html").text
    assert "Nothing measured yet" in snefru and "it is for ppc64, not for amd64" in snefru


def test_odd_curves_have_pages_and_figures(file: Write, maker: Make, tmp_path: Path) -> None:
    made = []
    for number, value in enumerate([0, 1, 10**15, 10**18]):
        m = maker(hash=f"h{number}")
        made += [m.build(OPTIONS[0]), m.winner(OPTIONS[0], value, 1)]
        made += [m.timings(OPTIONS[0], {n: [value] * 3 for n in (0, 8, 1536, 2048, 4096)})]
    huge = maker(hash="huge", target="x86")  # its lines are left out: nothing takes so long
    made += [huge.build(OPTIONS[0]), huge.winner(OPTIONS[0], 1e300, 1)]
    made += [huge.cycles(OPTIONS[0], n, cycles=[1e300] * 3) for n in (0, 8, 1536, 2048, 4096)]
    pages.write([file(made)], tmp_path / "out")
    assert_sound(tmp_path / "out")
    assert (tmp_path / "out/machine/made/amd64/h1.svg").is_file()
