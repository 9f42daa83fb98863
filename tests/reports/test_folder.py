"""The directory of pages: only our files go, only what changed is written, and older pages lead on."""

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from reports import pages
from reports.figures import Figure
from reports.figures.figure import VERSION
from reports.site import drawn_pages
from tests.support.html_check import assert_sound
from tests.support.made_data import OPTIONS, Fact, Maker, line, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]
UNDRAWN = pages.Wish(figures=frozenset())
NOTES, BEFORE = ".hashcop-pages", ".hashcop-pages.json"


def shown(out: Path) -> dict[str, bytes]:
    """The files of a site, without its notes."""
    found = {str(p.relative_to(out)): p for p in sorted(out.rglob("*")) if p.is_file()}
    return {n: p.read_bytes() for n, p in found.items() if not n.startswith(f"{NOTES}/")}


def times(out: Path) -> dict[str, int]:
    """When each file of a site was written, in nanoseconds."""
    return {name: (out / name).stat().st_mtime_ns for name in shown(out)}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the figures that were drawn as SVG."""
    found: list[str] = []

    def draw(figure: Figure) -> bytes:
        found.append(figure.about.title)
        return b"<svg/>"

    monkeypatch.setattr(Figure, "svg", draw)
    monkeypatch.setattr(Figure, "png", lambda _: b"PNG")
    return found


# What is ours


def test_stale_pages_go_and_what_others_put_there_stays(
    file: Write, maker: Make, tmp_path: Path, drawn: list[str]
) -> None:
    out = tmp_path / "out"
    a, b = list(whole(maker(hash="a"), [8, 1536])), list(whole(maker(hash="b", target="x86"), [8]))
    pages.write([file(a + b)], out)
    (out / "machine/made/amd64/mine.html").write_text("kept")
    (out / "assets/mine.css").write_text("kept")
    pages.write([file(b)], out)
    left = {n for n in shown(out) if not n.startswith(("assets/", "data/"))}
    assert left == {
        *("index.html", "compare.html", "download.html", "lab.html", "history/made/x86/b.html"),
        *("hash/b.html", "hash/b.csv", "hash/b.json", "machine/made/amd64/mine.html"),
        *("machine/made/index.html", "machine/made/compilers.html", "machine/made/x86.html"),
        *("machine/made/x86.csv", "machine/made/x86.json", "machine/made/x86/b.csv"),
        *("machine/made/x86/b.html", "machine/made/x86/b.json", "machine/made/x86/b/ref.html"),
        *("machine/made/x86/b.svg", "machine/made/x86/b.png"),
    }
    pages.write([], out)
    assert (out / "machine/made/amd64/mine.html").read_text() == "kept"
    assert (out / "assets/mine.css").read_text() == "kept"
    assert {p.name for p in (out / "machine").rglob("*")} == {"made", "amd64", "mine.html"}


def test_notes_that_someone_wrote_remove_nothing_outside(
    file: Write, maker: Make, tmp_path: Path, drawn: list[str]
) -> None:
    out = tmp_path / "out"
    (out / NOTES).mkdir(parents=True)
    (tmp_path / "precious").write_text("kept")
    names = ["../precious", f"{tmp_path}/precious", "", ".", "a/../../precious"]
    (out / BEFORE).write_text(json.dumps({"made_from": "", "files": [*names, 3]}))
    note = {"made_from": "", "files": dict.fromkeys(names, "")}
    (out / NOTES / "0123").write_text(json.dumps(note))
    (out / NOTES / "4567").write_text("[1")
    pages.write([file(whole(maker(), [8, 1536]))], out)
    assert (tmp_path / "precious").read_text() == "kept"
    assert not {"0123", "4567"} & {note.name for note in (out / NOTES).iterdir()}


# What is written


def test_a_second_report_draws_and_writes_nothing(
    small: Path, tmp_path: Path, drawn: list[str]
) -> None:
    out = pages.write([small], tmp_path / "out").parent
    before = times(out)
    drawn.clear()
    pages.write([small], out)
    shutil.rmtree(tmp_path / pages.KEPT)
    pages.write([small], out)
    assert times(out) == before and not drawn


def test_only_figures_whose_curves_changed_are_drawn_again(
    file: Write, maker: Make, tmp_path: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = maker("ref", hash="a"), maker("ref", hash="b")
    made = [*whole(a, [0, 8, 1536]), *whole(b, [0, 8, 1536])]
    data = file(made)
    pages.write([data], tmp_path / "out")
    drawn.clear()
    with data.open("a") as growing:
        growing.write(line(b.timings(OPTIONS[0], {1536: [9000] * 3})))
    pages.write([data], tmp_path / "out")
    assert drawn == ["b on made", "Hash functions on made"]
    monkeypatch.setattr(drawn_pages, "VERSION", VERSION + 1)
    pages.write([data], tmp_path / "out")
    assert sorted(drawn[2:]) == ["Hash functions on made", "a on made", "b on made"]


def test_figures_of_named_machines_are_drawn_and_no_others(
    file: Write, maker: Make, tmp_path: Path, drawn: list[str]
) -> None:
    facts = [f for name in ("one", "two") for f in whole(maker(machine=name), [8, 1536])]
    wish = pages.Wish(figures=frozenset(["two"]))
    out = pages.write([file(facts)], tmp_path / "out", wish=wish).parent
    assert set(drawn) == {"md5 on two", "Hash functions on two"}
    assert_sound(out)
    assert not list(out.glob("machine/one/**/*.svg"))


def test_lost_files_are_made_again(
    file: Write, maker: Make, tmp_path: Path, drawn: list[str]
) -> None:
    data, out = file([machine(), *whole(maker(), [0, 8, 1536])]), tmp_path / "out"
    pages.write([data], out)
    good = shown(out)
    shutil.rmtree(out / "machine/made/amd64/md5")
    for name in ("index.html", "hash/md5.html", "machine/made/amd64/md5.svg", "assets/style.css"):
        (out / name).unlink()
    pages.write([data], out)
    assert shown(out) == good


def test_progress_is_told_up_to_the_last_group(small: Path, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    pages.write([small], tmp_path / "out", lambda *now: told.append(now), wish=UNDRAWN)
    assert [what for what, done, total in told if done == total] == [
        *("tables", "all machines", "pages of hashes", "compilers"),
    ]


def test_facts_about_one_hash_change_only_the_pages_that_show_it(
    small: Path, file: Write, maker: Make, tmp_path: Path, drawn: list[str]
) -> None:
    data = file([])
    shutil.copy(small, data)
    facts = [machine("other"), *whole(maker(machine="other"), [8, 1536])]
    other = file([*facts, *whole(maker(machine="other", hash="sha256"), [8, 1536])])
    out = pages.write([data, other], tmp_path / "out").parent
    before, texts = times(out), shown(out)
    drawn.clear()
    fact = maker("asm").timings(OPTIONS[0], {64: [900] * 3}) | {"time": "2026-01-01T12:00:00Z"}
    with data.open("a") as growing:
        growing.write(line(fact))
    pages.write([data, other], out)
    after = times(out)
    changed = {name for name in after if after[name] != before.get(name)}
    assert {name for name in changed if shown(out)[name] == texts[name]} == set()
    assert set(after) == set(before)
    mine = re.compile(
        r"(machine|history|data)/made/amd64/(md5\b.*|ranking\.js)|machine/made/(index|amd64|x86)\..*"
        r"|hash/md5\..*|(index|lab|download)\.html|data/figures\.parquet|data/matrix/64\.js"
    )
    assert [name for name in changed if not mine.fullmatch(name)] == []
    assert {
        *("hash/md5.html", "machine/made/amd64.html", "machine/made/amd64/md5.html"),
        *("machine/made/amd64/md5/asm.html", "data/made/amd64/md5.js", "data/figures.parquet"),
    } <= changed
    assert "machine/made/x86.csv" not in changed
    assert drawn == ["md5 on made", "Hash functions on made"]


# Runs that die


def test_a_run_that_dies_leaves_whole_files_and_nothing_that_the_next_forgets(
    file: Write, maker: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, data = tmp_path / "out", file(whole(maker(), [0, 8, 1536]))

    def die(_: Figure) -> bytes:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Figure, "png", die)
        with pytest.raises(KeyboardInterrupt):
            pages.write([data], out)
    assert not list(out.rglob("*draft*"))
    assert all(path.read_text().endswith("</html>") for path in out.rglob("*.html"))
    pages.write([], out)
    left = {name for name in shown(out) if not name.startswith(("assets/", "data/"))}
    assert left == {"index.html", "compare.html", "download.html", "lab.html"}


def test_what_a_killed_run_wrote_is_not_taken_for_what_it_was_before(
    file: Write, maker: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The data change, a run dies half way, and the data are again as they were."""
    m = maker()
    before = [machine(), *whole(m, [8, 1536])]
    out, data = tmp_path / "out", file(before)
    pages.write([data], out, wish=UNDRAWN)
    good = shown(out)
    original, stat = data.read_bytes(), data.stat()
    with data.open("a") as growing:
        growing.write(line(m.timings(OPTIONS[0], {1536: [9000] * 9}, 9)))
    with monkeypatch.context() as patch:
        patch.setattr("reports.site.scripts.more", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            pages.write([data], out, wish=UNDRAWN)
    assert shown(out) != good
    data.write_bytes(original)
    os.utime(data, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    pages.write([data], out, wish=UNDRAWN)
    assert shown(out) == good


# Pages of the version before


def older(out: Path, names: list[str]) -> None:
    """Files as the version wrote them whose pages had other addresses."""
    for name in names:
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(f"<html>old {name}</html>")
    (out / BEFORE).write_text(json.dumps({"made_from": "x", "files": sorted(names)}))


MOVED = {
    "made/said.html": "machine/made/compilers.html",
    "made/amd64/index.html": "machine/made/amd64.html",
    "made/amd64/md5.html": "machine/made/amd64/md5.html",
    "made/amd64/md5-builds/ref.html": "machine/made/amd64/md5/ref.html",
    "made/x86/blake2b-builds/avx2.html": "machine/made/x86/blake2b/avx2.html",
    "made/amd64/gone.html": "index.html",
    "gone/amd64/index.html": "index.html",
}


def test_pages_of_the_version_before_lead_on_to_where_their_content_is(
    small: Path, tmp_path: Path, drawn: list[str]
) -> None:
    out = tmp_path / "out"
    others = ["index.html", "style.css", "made/amd64/md5-256.svg", "made/amd64/md5-4096.svg"]
    older(out, [*MOVED, *others])
    (out / "made/mine.txt").write_text("kept")
    for _ in range(2):
        pages.write([small], out)
        assert_sound(out)
        for name, now in MOVED.items():
            text = (out / name).read_text()
            up = "../" * name.count("/")
            where = os.path.relpath(out / now, (out / name).parent)
            assert f'<a href="{where}">' in text and f"url={where}" in text and up
    assert "old" not in (out / "index.html").read_text()[:200]
    assert not [name for name in others[1:] if (out / name).exists()]
    assert not (out / BEFORE).exists() and (out / "made/mine.txt").read_text() == "kept"


def test_pages_of_the_version_before_stay_until_the_new_ones_are_whole(
    small: Path, tmp_path: Path, drawn: list[str]
) -> None:
    out = tmp_path / "out"
    older(out, [*MOVED, "index.html"])
    pages.write([small], out, wish=UNDRAWN)
    assert "old made/said.html" in (out / "made/said.html").read_text()
    pages.write([small], out)
    assert "This page is now at" in (out / "made/said.html").read_text()


def test_older_pages_of_a_machine_called_hash_lead_on_too(
    maker: Make, file: Write, tmp_path: Path, drawn: list[str]
) -> None:
    out = tmp_path / "out"
    older(out, ["hash/said.html", "hash/amd64/md5.html", "index.html"])
    facts: list[Fact] = [machine("hash"), *whole(maker(machine="hash"), [8, 1536])]
    pages.write([file(facts)], out)
    assert_sound(out)
    assert "../../machine/hash/amd64/md5.html" in (out / "hash/amd64/md5.html").read_text()
