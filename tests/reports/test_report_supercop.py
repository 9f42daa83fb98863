"""Pages of SUPERCOP's data: they show what it has, say what it has not, and claim no more."""

import re
from pathlib import Path

import pytest

from hashcop.results.model import load
from hashcop.results.ranking import beyond, race_ratio, raced
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


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    """The pages of one hash in two classes."""
    data = tmp_path / "data"
    first = lines("timingleaks", "asm", {"ref": 1536, "tables": 3072})
    data.write_text(first + lines("constbranchindex", "sliced", {}))
    return pages.write([data], tmp_path / "out").parent


def text_of(shown: Path) -> str:
    return page(shown / "hydra-supercop/amd64/md5.html").text


def test_every_page_is_sound(shown: Path) -> None:
    assert_sound(shown)


def test_what_was_only_tried_has_a_table_of_its_own(shown: Path) -> None:
    html = (shown / "hydra-supercop/amd64/md5.html").read_text()
    (section,) = re.findall(r'<section id="raced">(.*?)</section>', html, re.DOTALL)
    assert "SUPERCOP measures only the fastest" in section
    assert re.findall(r">(\w+)</a></th><td>([\d.]+)</td><td>([\d.]+)<", section) == [
        ("ref", "1.00", "2.00"),
        ("tables", "2.00", "4.00"),
    ]
    assert "Only in the race; its race median is 1.00 cycles/byte" in text_of(shown)


def test_both_classes_are_compared_and_named(shown: Path) -> None:
    html = (shown / "hydra-supercop/amd64/md5.html").read_text()
    (section,) = re.findall(r'<section id="comparison">(.*?)</section>', html, re.DOTALL)
    assert re.findall(r"</a><small>(\w+)</small>", section) == ["timingleaks", "constbranchindex"]


def test_no_digest_of_machine_code_is_claimed(shown: Path) -> None:
    html = (shown / "hydra-supercop/amd64/md5.html").read_text()
    assert "unknown-" not in html and "machine code" not in html.lower().split("<article")[1]


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
    data = tmp_path / "data"
    data.write_text(lines("timingleaks", "asm", {}, counter))
    shown = pages.write([data], tmp_path / "out").parent
    told = re.findall(
        r'<p class="counter">(.*?)</p>', (shown / "index.html").read_text(), re.DOTALL
    )
    plain = re.sub(r"<[^>]*>", "", " ".join(told))
    assert said in plain and unsaid not in plain


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
    assert race_ratio(hash, raced(hash)[0]) == slow.median / ref.median


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
