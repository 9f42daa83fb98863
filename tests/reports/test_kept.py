"""What is kept of data files: read once, true to the files, and the same pages with it and without."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest

from hashcop.data.files import DataError
from hashcop.results.model import gather
from reports import pages
from reports.kept import store
from reports.kept.machine import rows, whole
from reports.kept.store import Store
from tests.support.made_data import OPTIONS, Fact, Maker, line, machine
from tests.support.made_data import whole as everything

Make = Callable[..., Maker]
Write = Callable[..., Path]
UNDRAWN = pages.Wish(figures=frozenset())


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the data files that were read, in order."""
    found: list[str] = []

    def counting(paths: Sequence[Path], *rest: Any, **more: Any) -> object:
        found.extend(path.name for path in paths)
        return gather(paths, *rest, **more)

    monkeypatch.setattr(store, "gather", counting)
    return found


@pytest.fixture
def kept(tmp_path: Path) -> Store:
    return Store(tmp_path / "kept")


def of(maker: Make, name: str, **more: object) -> list[Fact]:
    """The facts of a machine with one hash."""
    return [machine(name), *everything(maker(machine=name, **more), [8, 1536])]


def contents(out: Path) -> dict[str, bytes]:
    return {str(p.relative_to(out)): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}


def shown(out: Path) -> dict[str, bytes]:
    """The files of a site, without its notes."""
    return {n: raw for n, raw in contents(out).items() if not n.startswith(".hashcop-pages/")}


# What is read


def test_unchanged_files_are_not_read_again(
    file: Write, maker: Make, kept: Store, read: list[str]
) -> None:
    paths = [file(of(maker, "one")), file(of(maker, "two"))]
    first = kept.bring_up_to_date(paths)
    assert [head.name for head in first] == ["one", "two"] and sorted(read) == [
        "1.jsonl",
        "2.jsonl",
    ]
    assert kept.bring_up_to_date(paths[::-1]) == first
    assert len(read) == 2


def test_a_file_that_grew_is_read_again_and_no_other(
    file: Write, maker: Make, kept: Store, read: list[str]
) -> None:
    m = maker(machine="two")
    paths = [file(of(maker, "one")), file([machine("two"), *everything(m, [8])])]
    kept.bring_up_to_date(paths)
    with paths[1].open("a") as growing:
        growing.write(line(m.timings(OPTIONS[0], [64])))
    read.clear()
    (_, two) = kept.bring_up_to_date(paths)
    assert read == ["2.jsonl"]
    assert {row.length for row in rows(two) if row.is_measured} == {"8", "64"}


@pytest.mark.parametrize("change", ["size", "time", "inode"])
def test_a_file_that_changed_in_any_way_is_read_again(
    change: str, file: Write, maker: Make, kept: Store, read: list[str]
) -> None:
    path = file(of(maker, "one"))
    kept.bring_up_to_date([path])
    read.clear()
    stat = path.stat()
    if change == "size":
        path.write_text(path.read_text() + "\n")
    elif change == "inode":
        shutil.copy(path, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)
    nudge = 1 if change == "time" else 0
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns + nudge))
    kept.bring_up_to_date([path])
    assert read == ["1.jsonl"]


def test_another_version_of_the_code_keeps_its_own_and_forgets_the_old(
    file: Write, maker: Make, tmp_path: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file(of(maker, "one"))
    Store(tmp_path / "kept").bring_up_to_date([path])
    before = {one.name for one in (tmp_path / "kept").iterdir()}
    monkeypatch.setattr(store, "reading_digest", lambda: "0123456789abcdef" * 4)
    Store(tmp_path / "kept").bring_up_to_date([path])
    assert read == ["1.jsonl"] * 2
    after = {one.name for one in (tmp_path / "kept").iterdir()}
    assert len(before) == len(after) == 1 and not before & after


def test_figures_in_ticks_are_kept_beside_those_in_cycles(
    file: Write, maker: Make, tmp_path: Path, read: list[str]
) -> None:
    path = file(of(maker, "one"))
    for in_ticks in (False, True, False, True):
        (head,) = Store(tmp_path / "kept", in_ticks=in_ticks).bring_up_to_date([path])
        (target,) = (t for t in whole(head).targets if t.hashes)
        assert (target.cycles_per_tick is None) == in_ticks
    assert len(read) == 2


def test_what_is_kept_and_broken_is_made_again(
    file: Write, maker: Make, kept: Store, tmp_path: Path, read: list[str]
) -> None:
    path = file(of(maker, "one"))
    first = kept.bring_up_to_date([path])
    (told,) = (tmp_path / "kept").glob("*/*/files.json")
    told.write_text("{}")
    assert kept.bring_up_to_date([path]) == first and len(read) == 2


# Machines


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("is_late", [False, True])
def test_two_files_of_one_machine_are_one_machine(
    order: tuple[int, int], is_late: bool, file: Write, maker: Make, kept: Store
) -> None:
    facts = [machine("one"), *everything(maker("ref", machine="one"), [8, 1536])]
    more = everything(maker("fast", machine="one"), [8, 1536])
    files = [file(facts), file([machine("one", time="2026-02-01T00:00:00Z"), *more])]
    if is_late:
        kept.bring_up_to_date([files[order[0]]])
    (head,) = kept.bring_up_to_date([files[n] for n in order])
    (part,) = head.parts
    assert {judged.name for judged in part.implementations} == {"ref", "fast"}
    assert head.files == tuple(str(path) for path in sorted(files))
    assert (head.name, head.machine.measured is not None) == ("one", True)


def test_a_file_joins_machines_that_were_apart(file: Write, maker: Make, kept: Store) -> None:
    alone = [file(of(maker, name)) for name in ("one", "two")]
    assert len(kept.bring_up_to_date(alone)) == 2
    both = file([*of(maker, "one", hash="sha1"), *of(maker, "two", hash="sha1")])
    found = kept.bring_up_to_date([*alone, both])
    assert [head.name for head in found] == ["one", "two"]
    assert [{part.hash for part in head.parts} for head in found] == [{"md5", "sha1"}] * 2


def test_two_machines_of_one_name_in_two_files_have_names_of_their_own(
    file: Write, maker: Make, kept: Store
) -> None:
    files = []
    for identity in ("a" * 32, "b" * 32):
        made = [machine("one", identity=identity), *everything(maker(machine="one"), [8])]
        files.append(file(made))
        assert [head.name for head in kept.bring_up_to_date(files[-1:])] == ["one"]
    found = kept.bring_up_to_date(files)
    assert [head.name for head in found] == ["one (aaaaaa)", "one (bbbbbb)"]


def test_a_file_that_is_gone_takes_its_machine_with_it(
    file: Write, maker: Make, kept: Store, tmp_path: Path
) -> None:
    paths = [file(of(maker, "one")), file(of(maker, "two"))]
    kept.bring_up_to_date(paths)
    assert [head.name for head in kept.bring_up_to_date(paths[1:])] == ["two"]
    assert len(list((tmp_path / "kept").glob("*/*/files.json"))) == 1


def test_what_is_kept_of_a_machine_is_the_machine(small: Path, kept: Store) -> None:
    from hashcop.results.model import load

    (head,) = kept.bring_up_to_date([small])
    assert whole(head) == load([small])[0]


def test_lines_that_no_record_is_made_of_are_counted_without_reading_again(
    file: Write, maker: Make, kept: Store, read: list[str]
) -> None:
    theirs = file([])
    theirs.write_text("20260330 hydra amd64 20260131 crypto_sign ed25519/x cycles 1 1 +0\n")
    paths = [theirs, file(of(maker, "one"))]
    for _ in range(2):
        kept.bring_up_to_date(paths)
        assert dict(kept.left_out(paths)) == {"lines of crypto_sign": 1}
    assert len(read) == 2


# Pages


@pytest.fixture
def bench(file: Write, maker: Make, tmp_path: Path) -> Iterator[list[Path]]:
    """The data of three machines."""
    yield [file(of(maker, name)) for name in ("one", "two", "third")]


def test_pages_without_what_is_kept_are_the_same_byte_for_byte(
    bench: list[Path], tmp_path: Path
) -> None:
    out = pages.write(bench, tmp_path / "out", wish=UNDRAWN).parent
    before = contents(out)
    shutil.rmtree(tmp_path / pages.KEPT)
    shutil.rmtree(out)
    pages.write(bench, out, wish=UNDRAWN)
    assert contents(out) == before


def test_pages_that_were_brought_up_to_date_are_those_of_a_fresh_site(
    bench: list[Path], maker: Make, file: Write, tmp_path: Path
) -> None:
    out = pages.write(bench[:2], tmp_path / "out", wish=UNDRAWN).parent
    m = maker("fast", machine="one", factor=0.5)
    with bench[0].open("a") as growing:
        growing.writelines(map(line, everything(m, [8, 1536])))
        growing.write(line(machine("one", time="2026-03-01T00:00:00Z", processor="Another")))
    pages.write(bench, out, wish=UNDRAWN)
    (tmp_path / "fresh").mkdir()
    shutil.copytree(tmp_path, tmp_path / "fresh", dirs_exist_ok=True, ignore=_only_data)
    again = [tmp_path / "fresh" / path.name for path in bench]
    fresh = pages.write(again, tmp_path / "fresh" / "out", wish=UNDRAWN).parent
    assert shown(out) == shown(fresh)


def _only_data(_: str, names: list[str]) -> list[str]:
    return [name for name in names if not name.endswith(".jsonl")]


def test_data_that_cannot_be_read_are_named_and_leave_earlier_pages_whole(
    bench: list[Path], tmp_path: Path
) -> None:
    out = pages.write(bench, tmp_path / "out", wish=UNDRAWN).parent
    before = contents(out)
    with bench[1].open("a") as growing:
        growing.write('{"kind":"cycles"}\n')
    count = len(bench[1].read_text().splitlines())
    with pytest.raises(DataError, match=rf"{bench[1].name}:{count}: "):
        pages.write(bench, out, wish=UNDRAWN)
    assert contents(out) == before


def test_data_of_a_file_that_is_gone_are_gone_from_the_pages(
    bench: list[Path], tmp_path: Path
) -> None:
    out = pages.write(bench, tmp_path / "out").parent
    pages.write(bench[:2], out)
    assert not list(out.glob("**/third*"))
    assert not [
        name for name, raw in contents(out).items() if b"third" in raw and ".min." not in name
    ]


def test_duckdb_reads_the_table_of_all_figures_from_the_pages(
    bench: list[Path], tmp_path: Path
) -> None:
    out = pages.write(bench, tmp_path / "out", wish=UNDRAWN).parent
    table = str(out / "data/figures.parquet")
    figures = duckdb.read_parquet(table)
    found = figures.filter("stands AND length = '1536'").order("machine")
    rows = found.project("machine, hash, implementation, round(value, 2)").fetchall()
    assert [row[:3] for row in rows] == [(name, "md5", "ref") for name in ("one", "third", "two")]
    assert len({row[3] for row in rows}) == 1 and rows[0][3] > 4
    assert figures.filter("state = 'not measured' AND value IS NULL").fetchall()
