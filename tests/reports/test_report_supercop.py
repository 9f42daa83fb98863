"""Pages of SUPERCOP's data: they show what it has, say what it has not, and claim no more."""

import re
from pathlib import Path

import pytest

from hashcop.results.model import load
from hashcop.results.ranking import beyond, raced
from reports import pages
from tests.reports.test_report_model import Make, Write
from tests.support.html_check import assert_sound, page
from tests.support.made_data import machine, whole

LINE = "20260330 hydra amd64 20260131 crypto_hash md5"
SUMS = f"{'5a' * 32}/{'c3' * 32}"


def lines(security: str, measured: str, others: dict[str, int], counter: str = "mystery") -> str:
    """One hash and class: an implementation that is measured, and others with what their tries take (cycles)."""
    start = f"{LINE}/{security}"
    who = "crypto_hash/md5/{} gcc_-O2"
    tries = {measured: 768, **others}
    return "".join(
        [
            *(f"{start} try {SUMS} ok {n} 1 2 {who.format(i)} +0\n" for i, n in tries.items()),
            f"{start} fromcompiler crypto_hash/md5/{measured} gcc_-O9 hash.c error: <b>\n",
            f"{start} implementation crypto_hash/md5/{measured} -\n",
            f"{start} cpucycles_implementation {counter}\n",
            f"{start} compiler gcc_-O2 12\n",
            *(f"{start} cycles {n} {n} +0+2\n" for n in (0, 8, 1536, 2048, 4096)),
        ]
    )


def written(data: Path, text: str) -> Path:
    """The pages of a data file with this text, without drawn figures."""
    data.write_text(text)
    return pages.write([data], data.parent / "out", wish=pages.Wish(figures=frozenset())).parent


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    """The pages of one hash in two classes."""
    first = lines("timingleaks", "asm", {"ref": 1536, "tables": 3072})
    return written(tmp_path / "data", first + lines("constbranchindex", "sliced", {}))


TARGET = "machine/hydra-supercop/amd64.html"
MD5 = "machine/hydra-supercop/amd64/md5.html"
REF = "machine/hydra-supercop/amd64/md5/ref.html"


def comparison(shown: Path) -> str:
    html = (shown / MD5).read_text()
    (section,) = re.findall(r'<section id="comparison">(.*?)</section>', html, re.DOTALL)
    return str(section)


def test_every_page_is_sound(shown: Path) -> None:
    assert_sound(shown)


def test_what_was_only_tried_has_its_race_and_the_word_for_it(shown: Path) -> None:
    cells = re.findall(
        r'<td id="c-(\w+)-(\w+)" class="raced-only"[^>]*>(.*?)</td>', comparison(shown)
    )
    plain = {(n, name): re.sub(r"<[^>]*>", " ", cell).split() for n, name, cell in cells}
    assert {name for _, name in plain} == {"ref", "tables"}
    assert plain["1536", "ref"] == ["1.00", "raced", "only"]
    assert plain["1536", "tables"] == ["2.00", "raced", "only"]
    assert plain["64", "ref"] == plain["long", "tables"] == ["raced", "only"]
    text = page(shown / REF).text
    assert "Only in the race ; its race median is 1.00 cycles/byte" in text.replace(
        "race;", "race ;"
    )
    assert "nothing but short timings at 1536 bytes" in page(shown / MD5).text


def test_both_classes_are_compared_and_named(shown: Path) -> None:
    named = re.findall(r'">(\w+)</a><small>(\w+)</small>', comparison(shown))
    assert dict(named) == {
        "asm": "timingleaks",
        "sliced": "constbranchindex",
        "ref": "timingleaks",
        "tables": "timingleaks",
    }


def test_no_digest_of_machine_code_is_claimed(shown: Path) -> None:
    for path in shown.glob("machine/*/amd64/md5/*.html"):
        html = path.read_text()
        assert "unknown-" not in html and "<dt>Machine code</dt>" not in html
        assert not re.search(r"\d machine codes? from", html)


def test_who_measured_is_told(shown: Path) -> None:
    assert "Measured by SUPERCOP 20260330" in page(shown / "machine/hydra-supercop/index.html").text
    cited = page(shown / "machine/hydra-supercop/amd64/md5/asm.html").text
    assert "by SUPERCOP 20260330" in cited.partition("Cite a figure")[2]


@pytest.mark.parametrize(
    ("counter", "said", "unsaid"),
    [
        ("mystery", "does not say whether it counts cycles of the core", "not core cycles"),
        ("amd64-tsc", "not core cycles", "does not say whether"),
        ("amd64-pmc", "counted by amd64-pmc", "core"),
    ],
)
def test_what_a_counter_counts_is_claimed_only_where_it_is_known(
    counter: str, said: str, unsaid: str, tmp_path: Path
) -> None:
    shown = written(tmp_path / "data", lines("timingleaks", "asm", {}, counter))
    for name in (MD5, "machine/hydra-supercop/index.html"):
        html = (shown / name).read_text()
        told = re.findall(r'<p class="counter">(.*?)</p>', html, re.DOTALL)
        plain = re.sub(r"<[^>]*>", "", " ".join(told))
        assert said in plain and unsaid not in plain


@pytest.mark.parametrize(
    ("counter", "said"),
    [
        ("mystery", "The data do not say whether mystery counts cycles of the core."),
        ("amd64-tsc", "A cycle here is a tick of amd64-tsc"),
        ("amd64-pmc", ""),
    ],
)
def test_each_page_with_figures_says_what_a_cycle_is_where_it_is_none_of_the_core(
    counter: str, said: str, tmp_path: Path
) -> None:
    shown = written(tmp_path / "data", lines("timingleaks", "asm", {}, counter))
    asm = REF.replace("ref", "asm")
    for name in ("index.html", "hash/md5.html", TARGET, MD5, asm):
        told = page(shown / name).text
        assert said in told
        assert said or not ("A cycle here" in told or "do not say whether" in told)


def test_a_machine_that_both_measured_is_two(tmp_path: Path, file: Write, maker: Make) -> None:
    data = tmp_path / "data"
    data.write_text(lines("timingleaks", "asm", {}))
    ours = file([machine("hydra"), *whole(maker(machine="hydra"), [8, 1536])])
    assert [one.name for one in load([data, ours])] == ["hydra", "hydra-supercop"]


def test_ours_that_wait_for_their_measurement_are_only_raced_too(file: Write, maker: Make) -> None:
    made = [*whole(maker("ref"), [1536]), *whole(maker("slow", factor=2.0), [])]
    (hash,) = load([file([machine(), *made])])[0].targets[0].hashes
    assert [one.name for one in raced(hash)] == ["slow"]
    slow, ref = raced(hash)[0].winner, hash.implementations[0].winner
    assert slow and ref and slow.median and ref.median
    assert slow.median == pytest.approx(2 * ref.median, rel=0.1)


def test_of_many_long_lengths_the_doublings_and_the_longest_are_shown(
    file: Write, maker: Make
) -> None:
    few, many = [8192, 65536], [4096 + 1008 * n for n in range(1, 61)]
    for lengths, expected in ((few, few), (many, [8128, 16192, 32320, 64576])):
        m = maker()
        (hash,) = load([file([machine(), *whole(m, [1536, *lengths])])])[0].targets[0].hashes
        assert beyond(hash.implementations) == expected


def test_files_of_one_machine_tell_its_compilers_together(tmp_path: Path) -> None:
    first = lines("timingleaks", "asm", {})
    (tmp_path / "a").write_text(first)
    (tmp_path / "b").write_text(first.replace("md5", "md4").replace("gcc_", "clang_"))
    (one,) = load([tmp_path / "a", tmp_path / "b"])
    assert [compiler.command for compiler in one.compilers] == ["gcc", "clang"]
