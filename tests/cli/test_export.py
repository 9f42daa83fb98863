"""`./do export` and `./do report` of SUPERCOP's data, as typed: what is written, and what is said."""

import gzip
import os
import subprocess
from pathlib import Path

import pytest

from tests.support import runs
from tests.support.typed import refused, typed

ROOT = runs.ROOT
SMALL = ROOT / "tests" / "reports" / "small.jsonl"
LINE = "20260330 hydra amd64 20260131 crypto_hash md5/timingleaks"
SUPERCOP = f"""\
+ a line of the log
20260330 hydra amd64 20260131 crypto_sign ed25519/timingleaks outputbytes 64
{LINE} try 12/34 ok 900 7 3000 crypto_hash/md5/asm gcc_-O3 +0-10
{LINE} implementation crypto_hash/md5/asm -
{LINE} cpucycles_implementation mystery
{LINE} compiler gcc_-O3 12
{LINE} cycles 1536 905 -5+0+5
"""


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """A bench with the data of one machine."""
    place = tmp_path / "bench" / "made"
    place.mkdir(parents=True)
    (place / "data.jsonl").write_bytes(SMALL.read_bytes())
    return place.parent


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    path = tmp_path / "data"
    path.write_text(SUPERCOP)
    return path


# Out


def test_everything_under_bench_is_exported_to_standard_output(bench: Path) -> None:
    done = typed("export", "--supercop", "--bench", bench)
    assert done.status == 0
    lines = done.out.splitlines()
    assert len(lines) > 100 and {line.split(" ")[0] for line in lines} == {"hashcop-1.0"}
    assert "builds that were skipped (2)" in done.said


def test_named_files_are_exported_instead(bench: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(SMALL.read_bytes().replace(b'"machine":"made"', b'"machine":"other"'))
    done = typed("export", "--supercop", other, "--bench", bench)
    assert {line.split(" ")[1] for line in done.out.splitlines()} == {"other"}


def test_a_file_is_written_and_gzipped_where_its_name_says_so(bench: Path, tmp_path: Path) -> None:
    expected = typed("export", "--supercop", "--bench", bench).out.encode()
    for name, unpack in (("data", bytes), ("data.gz", gzip.decompress)):
        done = typed("export", "--supercop", "--bench", bench, "-o", tmp_path / name)
        assert (done.status, done.out) == (0, "")
        assert unpack((tmp_path / name).read_bytes()) == expected
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bench", "data", "data.gz"]


def test_an_export_is_read_like_any_data(bench: Path, tmp_path: Path) -> None:
    typed("export", "--supercop", "--bench", bench, "-o", tmp_path / "data.gz")
    done = typed("report", tmp_path / "data.gz", "--bench", tmp_path / "again")
    assert done.status == 0, done
    assert "x86-shani" in (tmp_path / "again/html/machine/made/amd64.html").read_text()


def test_who_reads_only_the_beginning_is_no_error(bench: Path) -> None:
    words = [ROOT / "do", "export", "--supercop", "--bench", bench]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(words, stdout=closed, stderr=subprocess.PIPE, env=runs.ENVIRONMENT)
    assert (done.returncode, done.stderr) == (0, b"")


def test_what_can_not_be_exported_is_answered_with_the_command_that_can(
    bench: Path, theirs: Path, tmp_path: Path
) -> None:
    assert "./do export --supercop" in refused("export")
    assert "./do export --supercop" in refused("export", bench / "made/data.jsonl")
    assert "--supercop is for export, not for run" in refused("--supercop")
    assert "-o is for export and pack, not for report" in refused("report", "-o", "x")
    assert "not for export" in refused("export", "--supercop", "--json")
    none = tmp_path / "none"
    assert "./do makes some" in refused("export", "--supercop", "--bench", none)
    assert f"{none} does not exist" in refused("export", "--supercop", none)
    assert "./do report FILE" in refused("export", "--supercop", theirs)


def test_an_export_never_writes_over_its_data(bench: Path) -> None:
    mine = bench / "made" / "data.jsonl"
    said = refused("export", "--supercop", "--bench", bench, "-o", mine)
    assert "is what is to be exported" in said and mine.read_bytes() == SMALL.read_bytes()


def test_a_file_that_can_not_be_written_is_named_and_nothing_left(bench: Path) -> None:
    said = refused("export", "--supercop", "--bench", bench, "-o", bench / "none" / "data")
    assert f"{bench / 'none' / 'data'}: No such file or directory" in said and "-o FILE" in said


def test_broken_data_leaves_what_was_exported_before(bench: Path, tmp_path: Path) -> None:
    out, broken = tmp_path / "data", bench / "made" / "data.jsonl"
    out.write_text("before")
    broken.write_bytes(SMALL.read_bytes() + b'{"kind":"cycles"}\n')
    assert str(broken) in refused("export", "--supercop", "--bench", bench, "-o", out)
    assert out.read_text() == "before" and len(list(tmp_path.iterdir())) == 2


def test_a_device_is_written_to_and_not_replaced(bench: Path) -> None:
    assert typed("export", "--supercop", "--bench", bench, "-o", "/dev/null").status == 0
    assert Path("/dev/null").is_char_device()


# In


def test_a_report_shows_supercop_s_data_beside_ours_and_says_what_is_not_shown(
    bench: Path, theirs: Path
) -> None:
    done = typed("report", theirs, "--bench", bench)
    assert done.status == 0
    said, pages = done.out.splitlines()
    assert "lines of the log (1)" in said and "lines of crypto_sign (1)" in said
    assert pages == f"pages: {bench / 'html' / 'index.html'}"
    index = (bench / "html" / "index.html").read_text()
    assert "hydra-supercop" in index and "made" in index
    about = (bench / "html" / "machine" / "hydra-supercop" / "index.html").read_text()
    assert "SUPERCOP 20260330" in about


def test_data_of_supercop_under_bench_stays_in_the_pages_and_is_not_exported(
    bench: Path, theirs: Path
) -> None:
    (bench / "hydra").mkdir()
    packed = bench / "hydra" / "data.gz"
    packed.write_bytes(gzip.compress(theirs.read_bytes()))
    assert typed("report", "--bench", bench).status == 0
    assert "hydra-supercop" in (bench / "html" / "index.html").read_text()
    done = typed("export", "--supercop", "--bench", bench)
    assert "hydra" not in done.out and f"files in SUPERCOP's format: {packed}" in done.said


def test_a_line_of_supercop_s_that_is_none_is_named(theirs: Path, tmp_path: Path) -> None:
    theirs.write_text(f"{SUPERCOP}what is this\n")
    said = refused("report", theirs, "--bench", tmp_path / "bench")
    assert f"{theirs}:8: " in said and "nothing was changed" in said
