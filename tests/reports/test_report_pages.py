"""Pages: from any prefix of a file, safe from strangers' text, the same every time, written once."""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.data.files import DataError
from reports import graphs, pages
from tests.bench.pages_compare import differences
from tests.support.html_check import assert_sound, page
from tests.support.made_data import OPTIONS, Fact, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]


def files(out: Path) -> dict[str, bytes]:
    return {str(p.relative_to(out)): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}


def with_figures(out: Path) -> list[Path]:
    """All pages but those of what compilers said."""
    return [path for path in out.rglob("*.html") if path.name != "said.html"]


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
    assert (written / "made/amd64/sha256.html").is_file()
    assert (written / "made/x86/blake2b-4096.svg").is_file()


def test_every_prefix_of_a_file_yields_pages(file: Write, maker: Make, tmp_path: Path) -> None:
    made, out = some(maker), tmp_path / "out"
    for size in range(len(made) + 1):
        assert pages.write([file(made[:size])], out) == out / "index.html"
        assert_sound(out)


def test_every_fact_alone_yields_pages(file: Write, maker: Make, tmp_path: Path) -> None:
    for number, fact in enumerate(some(maker)):
        pages.write([file([fact])], tmp_path / str(number))
        assert_sound(tmp_path / str(number))


def test_no_data_at_all_yields_an_index(tmp_path: Path) -> None:
    assert "No measurements yet" in page(pages.write([], tmp_path)).text


def test_data_that_cannot_be_read_leaves_the_pages_alone(
    small: Path, file: Write, tmp_path: Path
) -> None:
    pages.write([small], tmp_path / "out")
    before = files(tmp_path / "out")
    with pytest.raises(DataError):
        pages.write([small, file([{"kind": "cycles"}])], tmp_path / "out")
    assert files(tmp_path / "out") == before


EVIL = '<script>alert("1")</script>&amp;{{ 17*171 }}'


def test_strangers_text_is_text(file: Write, maker: Make, tmp_path: Path) -> None:
    m = maker(EVIL, hash=EVIL, machine=EVIL, target=EVIL)
    made = [
        *(
            machine(
                EVIL, processor=EVIL, kernel=EVIL, system=EVIL, targets={EVIL: EVIL}, hashcop=EVIL
            ),
        ),
        *whole(m, [8, 1536, 2048, 4096]),
        *(m.failed([EVIL], EVIL, [EVIL]), m.build(["x"], object=EVIL, version=EVIL)),
        m.check(["x"], object=EVIL, outcome="wrong", reason=EVIL),
    ]
    others = [{"name": EVIL, "reason": EVIL}]
    made[0]["counter"] = {
        EVIL: {
            "name": EVIL,
            "core_cycles": False,
            "counts": EVIL,
            "reason": EVIL,
            "others": others,
            "cost": 1,
        }
    }
    made[0]["compilers"] = [{"command": EVIL, "path": EVIL, "version": EVIL}]
    pages.write([file(made)], tmp_path / "out")
    assert_sound(tmp_path / "out")
    for path in (tmp_path / "out").rglob("*.html"):
        assert EVIL in page(path).text
        assert "<script" not in path.read_text() and "2907" not in path.read_text()


@pytest.mark.parametrize(
    "name", ["../x", "/tmp/x", "..", ".", "", "gil/singlefile", "index", "a\0b", "é\udc80"]
)
def test_no_name_leads_out_of_the_directory(
    name: str, file: Write, maker: Make, tmp_path: Path
) -> None:
    out = tmp_path / "deep" / "er" / "out"
    m = maker(name, hash=name, machine=name, target=name)
    data = file([machine(name), *whole(m, [8, 1536])])
    pages.write([data], out)
    assert_sound(out)
    assert len(list(out.rglob("*.html"))) == 4
    assert {p.name for p in tmp_path.iterdir()} == {"deep", data.name}
    assert [p.name for p in (tmp_path / "deep" / "er").iterdir()] == ["out"]


def test_tables_show_hashes_fastest_first_with_who_else_is_faster(written: Path) -> None:
    text = (written / "made/amd64/index.html").read_text()
    sections = re.findall(r'<section id="b-(\w+)">(.*?)</section>', text, re.DOTALL)
    assert [name for name, _ in sections] == ["long", "4096", "1536", "576", "64", "8"]
    for name, body in sections:
        medians = [float(found) for found in re.findall(r"<td><b>([\d.]+)</b>", body)]
        assert len(medians) == 3 and medians == sorted(medians)
        assert ("faster here" in body) == (name in ("576", "64", "8"))
        assert "25 %" in body and "cycles/byte" in body


def test_each_page_says_what_counts_and_how_ticks_became_core_cycles(written: Path) -> None:
    for path in with_figures(written):
        text = page(path).text
        assert "-tsc : ticks of the time-stamp counter" in text
        assert "2.596 GHz" in text and "26 ticks" in text
        assert "The figures are cycles of the core" in text and "How to read this" in text
        assert "1.25 in the median of all batches (1.25 to 1.25 in the middle half)" in text
        assert "not core cycles" not in text and "It is in every timing" not in text


def test_each_page_says_that_ticks_nothing_calibrated_are_not_core_cycles(
    file: Write, maker: Make, tmp_path: Path
) -> None:
    made = [machine(format=1), *whole(maker(format=1), [0, 8, 1536])]
    for path in with_figures(pages.write([file(made)], tmp_path).parent):
        text = page(path).text
        assert "-tsc : ticks of the time-stamp counter" in text
        assert "not core cycles" in text and "The figures are cycles of the core" not in text


def test_each_page_says_why_that_counter_counts_and_not_another_one(
    file: Write, maker: Make, tmp_path: Path
) -> None:
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
    made = [machine(counter={"amd64": counter}), *whole(maker(), [8])]
    out = pages.write([file(made)], tmp_path / "out").parent
    assert_sound(out)
    for path in with_figures(out):
        text = page(path).text
        assert "Why this counter, and not 2 others" in text
        assert "Chosen: its error is the least." in text
        assert "52 ticks between two readings" in text and "1 tick: the middle half" in text
        assert "x86-rdpmc Not used: the kernel forbids it." in text
        assert "clock-monotonic Not used: it works, but its error is larger." in text


def test_pages_of_data_that_do_not_say_why_that_counter_are_silent_about_it(written: Path) -> None:
    for path in written.rglob("*.html"):
        assert "Why this counter" not in page(path).text


def test_a_counter_of_core_cycles_is_not_called_ticks(
    file: Write, maker: Make, tmp_path: Path
) -> None:
    perf = {"name": "perf", "counts": "core cycles", "core_cycles": True, "resolution": 1}
    counter = {"amd64": perf}
    out = pages.write(
        [file([machine(counter=counter), *whole(maker(), [8])])], tmp_path / "out"
    ).parent
    for path in with_figures(out):
        assert "perf : core cycles" in page(path).text and "not core cycles" not in page(path).text


def test_a_hash_page_tells_of_builds_failures_and_how_to_measure_again(written: Path) -> None:
    md5 = page(written / "made/amd64/md5.html").text
    assert "known answer at 64 bytes: expected d41d8cd98f00b204" in md5
    assert "./do md5/wrong --abi amd64" in md5
    assert "1 other option set with the same machine code" in md5
    assert "8 machine codes from 10 option sets" in md5
    blake2b = page(written / "made/amd64/blake2b.html").text
    assert "1 build failed" in blake2b and '#error "no <immintrin.h>"' in blake2b
    assert "Which is fastest where" in blake2b
    snefru = page(written / "made/amd64/snefru.html").text
    assert "Nothing measured yet" in snefru and "it is for ppc64, not for amd64" in snefru


def test_nothing_is_fetched_from_elsewhere(written: Path) -> None:
    for path in [*written.rglob("*.html"), *written.rglob("*.css")]:
        assert "://" not in path.read_text() and "@import" not in path.read_text()


def test_data_of_format_2_give_the_pages_of_the_same_data_now(
    small: Path, written: Path, tmp_path: Path
) -> None:
    pages.write([small.with_name("small-2.jsonl")], tmp_path)
    assert list(differences(written, tmp_path)) == []


def test_the_same_data_give_the_same_bytes(small: Path, written: Path, tmp_path: Path) -> None:
    pages.write([small, small], tmp_path)
    assert files(tmp_path) == files(written)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("25 known answers", "24 known answers"),
        ('id="comparison"', 'id="other"'),
        ("likely to be off", "sure to be right"),
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


def test_graphs_and_pages_that_are_gone_are_found(written: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(written, other)
    (other / "made/amd64/md5-256.svg").write_text("<svg/>")
    (other / "made/amd64/md5-4096.svg").unlink()
    (other / "made/said.html").unlink()
    found = [line.partition(": ")[0] for line in differences(written, other)]
    assert found[0] == found[-3] == "made/said.html"
    assert found[-2:] == ["made/amd64/md5-256.svg", "made/amd64/md5-4096.svg"]


def test_a_second_report_draws_and_writes_nothing(
    small: Path, written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {p: p.stat().st_mtime_ns for p in written.rglob("*.*") if p.suffix != ".json"}
    monkeypatch.setattr(graphs, "draw", lambda *_: pytest.fail("drawn again"))
    pages.write([small], written)
    assert before == {p: p.stat().st_mtime_ns for p in written.rglob("*.*") if p.suffix != ".json"}


def test_only_graphs_whose_curves_changed_are_drawn_again(
    file: Write, maker: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = maker("ref", hash="a"), maker("ref", hash="b")
    made = [*whole(a, [0, 8, 1536]), *whole(b, [0, 8, 1536])]
    pages.write([file(made)], tmp_path / "out")
    drawn, draw = [], graphs.draw
    monkeypatch.setattr(graphs, "draw", lambda lines, span: drawn.append(span) or draw(lines, span))
    made.append(b.timings(OPTIONS[0], {1536: [9000] * 3}))
    pages.write([file(made)], tmp_path / "out")
    assert drawn == [4096]
    monkeypatch.setattr(graphs, "VERSION", graphs.VERSION + 1)
    pages.write([file(made)], tmp_path / "out")
    assert drawn == [4096] + [4096, 256] * 2


def test_a_broken_graph_is_drawn_again(file: Write, maker: Make, tmp_path: Path) -> None:
    data, out = file(whole(maker(), [0, 8, 1536])), tmp_path / "out"
    pages.write([data], out)
    good = files(out)
    (out / "made/amd64/md5-256.svg").write_bytes(b"<svg")
    (out / "made/amd64/md5.html").unlink()
    pages.write([data], out)
    assert files(out) == good


def test_stale_pages_go_and_what_others_put_there_stays(
    file: Write, maker: Make, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    a, b = list(whole(maker(hash="a"), [8, 1536])), list(whole(maker(hash="b", target="x86"), [8]))
    pages.write([file(a + b)], out)
    (out / "made/amd64/mine.html").write_text("kept")
    pages.write([file(b)], out)
    assert set(files(out)) == {
        *("index.html", "style.css", ".hashcop-pages.json", "made/amd64/mine.html"),
        *("made/said.html", "made/x86/index.html", "made/x86/b.html"),
    }
    pages.write([], out)
    assert (out / "made/amd64/mine.html").exists() and not (out / "made/x86").exists()


def test_a_manifest_that_someone_wrote_removes_nothing_outside(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (tmp_path / "precious").write_text("kept")
    (out / ".hashcop-pages.json").write_text(f'["../precious", "{tmp_path}/precious", "", ".", 3]')
    pages.write([small], out)
    assert (tmp_path / "precious").read_text() == "kept"


def test_a_run_that_dies_leaves_whole_files_and_nothing_that_the_next_forgets(
    file: Write, maker: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, data = tmp_path / "out", file(whole(maker(), [0, 8, 1536]))

    def die(*_: object) -> bytes:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(graphs, "draw", die)
        with pytest.raises(KeyboardInterrupt):
            pages.write([data], out)
    assert not [name for name in files(out) if name.endswith(".new")]
    pages.write([], out)
    assert set(files(out)) == {"index.html", "style.css", ".hashcop-pages.json"}


def test_progress_is_told_up_to_the_last_file(small: Path, written: Path) -> None:
    told: list[tuple[int, int]] = []
    pages.write([small], written, lambda done, total: told.append((done, total)))
    total = len(told)
    assert told == [(n, total) for n in range(1, total + 1)]
    assert total == sum(len(names) for *_, names in os.walk(written)) - 1


def test_odd_curves_can_be_drawn(file: Write, maker: Make, tmp_path: Path) -> None:
    made = []
    for number, value in enumerate([0, 1, 10**15, 10**18]):
        m = maker(hash=f"h{number}")
        made += [m.build(OPTIONS[0]), m.winner(OPTIONS[0], value, 1)]
        made += [m.timings(OPTIONS[0], {n: [value] * 3 for n in (0, 8, 1536, 2048, 4096)})]
    huge = maker(hash="huge", target="x86")  # as data that nothing calibrated may have them
    made += [huge.build(OPTIONS[0]), huge.winner(OPTIONS[0], 1e300, 1)]
    made += [huge.cycles(OPTIONS[0], n, cycles=[1e300] * 3) for n in (0, 8, 1536, 2048, 4096)]
    made += [
        fact
        for n in range(12)
        for fact in whole(maker(f"i{n}", hash="many", factor=1 + n), [8, 1536])
    ]
    pages.write([file(made)], tmp_path / "out")
    assert_sound(tmp_path / "out")
    assert "5 slower implementations" in page(tmp_path / "out/made/amd64/many.html").text


# What is found, noted, and not agreed on


def marked(maker: Make, **changed: Any) -> list[Fact]:
    """The facts of an implementation, with these fields in its checks."""
    facts = list(whole(maker("odd"), [64, 1536]))
    return [fact | changed if fact["kind"] == "check" else fact for fact in facts]


def test_what_was_found_wrong_is_a_mark_wherever_its_figures_stand(
    file: Write, maker: Make, tmp_path: Path
) -> None:
    found = "read outside its buffers, 1 bytes after the end of its input"
    out = pages.write([file([machine(), *marked(maker, findings=[found])])], tmp_path / "o").parent
    for name in ("made/amd64/md5.html", "made/amd64/index.html"):
        text = (out / name).read_text()
        assert f'<abbr class="mark" title="{found}">' in text
    text = page(out / "made/amd64/md5.html").text
    assert "marked" in text and f"but: {found}" in text
    assert "Found" in text


def test_without_findings_there_is_no_mark_but_those_of_figures_in_doubt(written: Path) -> None:
    for path in written.rglob("*.html"):
        for title, mark in re.findall(
            r'<abbr class="mark" title="([^"]*)">(.)</abbr>', path.read_text()
        ):
            assert mark == "‡" and " % likely to be off by more than 1 %: " in title


def test_notes_and_subroutines_stand_with_the_implementation(
    file: Write, maker: Make, tmp_path: Path
) -> None:
    facts = [
        fact | {"notes": ["runs code before main"], "subroutines": ["crypto_core/x/ref gcc -O2"]}
        if fact["kind"] == "build"
        else fact
        for fact in whole(maker(), [1536])
    ]
    out = pages.write([file([machine(), *facts])], tmp_path / "o").parent
    text = page(out / "made/amd64/md5.html").text
    assert "Noted runs code before main" in text
    assert "Subroutines crypto_core/x/ref gcc -O2" in text


def test_implementations_that_disagree_are_named(file: Write, maker: Make, tmp_path: Path) -> None:
    facts: list[Fact] = [machine()]
    for name, digest in (("ref", "aa"), ("other", "bb")):
        fields = {"expected": "unknown", "checksumbig": digest, "digests": {"0": "1", "7": digest}}
        own = whole(maker(name), [1536])
        facts += [fact | fields if fact["kind"] == "check" else fact for fact in own]
    out = pages.write([file(facts)], tmp_path / "out").parent
    said = "2 different functions, first for a message of 7 bytes: other against ref"
    assert said in page(out / "made/amd64/md5.html").text
    assert "its implementations disagree" in page(out / "made/amd64/index.html").text


def test_facts_of_subroutines_are_no_results(file: Write, maker: Make, tmp_path: Path) -> None:
    facts = [fact | {"operation": "crypto_core"} for fact in whole(maker(), [1536])]
    out = pages.write([file([machine(), *facts])], tmp_path / "out").parent
    assert "md5" not in page(out / "index.html").text


def test_a_hash_is_introduced_and_who_wrote_what_is_named(
    file: Write, maker: Make, tmp_path: Path
) -> None:
    about = {"kind": "hash", "time": "2026-01-01T00:00:00Z", "key": "k", "machine": "made"}
    older = about | {"hash": "md5", "description": "Old words", "designers": []}
    newer = about | {
        "hash": "md5",
        "description": "MD5; 16 bytes.",
        "designers": ["R. Rivest", "X"],
    }
    facts = [
        fact | {"implementors": ["A. Coder", "B. Coder"]} if fact["kind"] == "build" else fact
        for fact in whole(maker(), [1536])
    ]
    out = pages.write([file([machine(), older, newer, *facts])], tmp_path / "out").parent
    text = page(out / "made/amd64/md5.html").text
    assert "MD5; 16 bytes, by R. Rivest, X." in text and "Old words" not in text
    assert "By A. Coder; B. Coder" in text
