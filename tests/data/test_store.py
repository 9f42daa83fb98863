"""The data file: what is recorded is on the disk, and stays there, whatever happens to the last line."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from hashcop.data import lengths
from hashcop.data import store as data
from hashcop.data.store import DataError, Fact, Store, StoreBusy
from hashcop.results.samples import Batch, Row, Sample

Open = Callable[[], Store]


@pytest.fixture
def store_at(tmp_path: Path) -> Iterator[Open]:
    """Opens tmp_path/m, as often as wanted."""
    opened: list[Store] = []

    def open_store() -> Store:
        opened.append(Store(tmp_path / "m", "m"))
        return opened[-1]

    yield open_store
    for store in opened:
        store.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "m" / "data.jsonl"


PLACE = {"abi": "amd64", "hash": "sha256", "implementation": "ref"}


def build(key: str, *options: str, sources: str = "A", **more: Any) -> Fact:
    fact = {"kind": "build", "key": key, **PLACE, "options": list(options), "sources": sources}
    return fact | {"outcome": "ok", "object": f"code of {key}"} | more


def skipped(key: str, sources: str = "A") -> Fact:
    return build(key, sources=sources, outcome="skipped", object=None, reason="needs libcrypto")


def check(key: str, code: str) -> Fact:
    return {"kind": "check", "key": key, **PLACE, "options": ["cc"], "object": code}


def sample(rows: Iterable[Sequence[int]]) -> Fact:
    """A process that timed these lengths: rows of a length, how many calls and ticks, which are cycles."""
    found = [Row(length, calls, tuple(ticks)) for length, calls, *ticks in rows]
    batch = Batch(
        rows=len(found), before=1.0, after=1.0, width=4.0, takes=1, switches=0, interrupted=False
    )
    told = Sample(reading=0.0, zero=0.0, probe=1.0, width=4.0, batches=(batch,), rows=tuple(found))
    return told.fields()


def timings(key: str, series: str, *processes: Sequence[Sequence[int]]) -> Fact:
    """A measurement: of each process its rows."""
    fact = {"kind": "timings", "key": key, **PLACE, "object": "code", "series": series}
    numbers = [length for length, *_ in processes[0]]
    return fact | {"warmup": 3, "bytes": numbers, "samples": [sample(rows) for rows in processes]}


def cycles(key: str, length: int, timings: list[int]) -> Fact:
    """As format 1 had them."""
    fact = {"kind": "cycles", "key": key, **PLACE, "object": "code"}
    return fact | {"processes": 1, "bytes": length, "cycles": timings}


def lines(file: Path) -> list[Fact]:
    """Every line of a file, read by nothing of ours."""
    content = file.read_bytes()
    assert content.endswith(b"\n") or not content
    return [json.loads(line) for line in content.split(b"\n")[:-1]]


def test_a_fact_is_in_the_file_as_soon_as_it_is_recorded(store_at: Open, file: Path) -> None:
    store = store_at()
    for number in range(3):
        store.record([build(f"k{number}", "cc", f"-O{number}")])
        assert [fact["key"] for fact in lines(file)] == [f"k{n}" for n in range(number + 1)]


def test_a_fact_is_on_the_disk_before_recording_returns(
    store_at: Open, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_at()
    synced: list[tuple[bool, int]] = []
    monkeypatch.setattr(
        os,
        "fsync",
        lambda fd: synced.append(
            (os.path.sameopenfile(fd, store._file.fileno()), len(lines(file)))
        ),
    )
    store.record([build("a", "cc"), build("b", "cc", "-O")])
    assert synced == [(True, 2)]


def test_a_line_opens_with_kind_time_and_machine_and_has_no_empty_fields(
    store_at: Open, file: Path
) -> None:
    store_at().record([build("k", "cc", reason=None)])
    (fact,) = lines(file)
    assert list(fact)[:4] == ["kind", "time", "machine", "key"]
    assert fact["machine"] == "m"
    assert len(fact["time"]) == len("2026-01-31T12:00:00Z")
    assert "reason" not in fact


def test_nothing_to_record_writes_nothing(store_at: Open, file: Path) -> None:
    store_at().record([])
    assert file.read_bytes() == b""


RACED = [[8, 1, 2], [lengths.RACE, 1, 20, 40]]


def test_what_is_recorded_is_found_again_after_reopening(store_at: Open) -> None:
    first = store_at()
    first.record([build("b", "cc"), check("c", "code of b")])
    first.record([timings("t", "table", [[8, 1, 3], [lengths.RACE, 1, 30, 10]], RACED)])
    first.record(
        [timings("u", "curve", [[9, 1, 7], [10, 1, 7]]), timings("v", "curve", [[11, 1, 7]])]
    )
    first.close()
    again = store_at()
    for store in (first, again):
        found = store.find("build", "b")
        assert found is not None and found["object"] == "code of b"
        assert store.find("check", "c") is not None
        assert store.find("check", "b") is None
        assert store.timed("table") == {8, lengths.RACE}
        assert store.timed("curve") == {9, 10, 11}
        assert store.timed("none") == set()
        assert store.race_median("table") == 25 == median([30, 10, 20, 40])
        assert store.race_median("curve") is None
        assert store.race_median("none") is None


def test_the_second_to_open_a_file_is_told_that_it_is_in_use(store_at: Open) -> None:
    first = store_at()
    with pytest.raises(StoreBusy, match=r"data\.jsonl"):
        store_at()
    first.close()
    store_at().record([build("k", "cc")])


def test_an_empty_file_holds_nothing_and_needs_no_repair(store_at: Open, file: Path) -> None:
    file.parent.mkdir()
    file.touch()
    store = store_at()
    assert store.repaired == 0
    assert not (file.parent / "torn").exists()


def test_a_file_that_is_only_a_torn_line_becomes_empty_and_the_line_is_kept_aside(
    store_at: Open, file: Path
) -> None:
    file.parent.mkdir()
    file.write_bytes(b'{"kind":"build","ti')
    store = store_at()
    assert store.repaired == len(b'{"kind":"build","ti')
    assert file.read_bytes() == b""
    assert (file.parent / "torn").read_bytes() == b'{"kind":"build","ti\n'
    store.record([build("k", "cc")])
    assert [fact["key"] for fact in lines(file)] == ["k"]


def test_torn_at_any_byte_a_file_keeps_every_whole_line_and_goes_on_with_the_next(
    store_at: Open, file: Path
) -> None:
    store = store_at()
    store.record([build("first", "cc", reason="é\udce9"), timings("second", "series", [[8, 1, 5]])])
    store.record([check("third", "x")])
    store.close()
    whole = file.read_bytes()
    ends = [place + 1 for place, byte in enumerate(whole) if byte == ord("\n")]
    assert len(ends) == 3
    aside = b""
    for size in range(ends[0], ends[-1] + 1):
        file.write_bytes(whole[:size])
        kept = max(end for end in ends if end <= size)
        torn = whole[kept:size]
        store = store_at()
        aside += torn + b"\n" if torn else b""
        assert store.repaired == len(torn)
        assert file.read_bytes() == whole[:kept]
        assert store.find("build", "first") is not None
        assert (store.timed("series") == {8}) == (kept >= ends[1])
        assert (store.find("check", "third") is not None) == (kept == ends[2])
        store.record([check("next", "y")])
        store.close()
        assert [fact["key"] for fact in lines(file)][-1] == "next"
        assert len(lines(file)) == ends.index(kept) + 2
    assert (file.parent / "torn").read_bytes() == aside


def test_a_torn_line_longer_than_a_block_is_put_aside_whole(store_at: Open, file: Path) -> None:
    store = store_at()
    store.record([build("first", "cc")])
    store.close()
    first = file.read_bytes()
    torn = b'{"kind":"timings","samples":[' + b"12345," * 50_000
    file.write_bytes(first + torn)
    assert store_at().repaired == len(torn)
    assert file.read_bytes() == first
    assert (file.parent / "torn").read_bytes() == torn + b"\n"


def test_what_is_torn_is_safe_before_it_is_cut_off(
    store_at: Open, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.parent.mkdir()
    file.write_bytes(b"torn")
    states = []
    aside = file.parent / "torn"
    monkeypatch.setattr(
        os, "fsync", lambda _: states.append((file.read_bytes(), aside.read_bytes()))
    )
    store_at()
    assert states == [(b"torn", b"torn\n"), (b"", b"torn\n")]


# Of a whole curve: of such lines only the head is read.
LARGE = (
    b'{"kind":"timings","series":"x","bytes":[8],"samples":[' + b"[123456789]," * 2000 + b"[1]]}\n"
)
BAD = {
    "not JSON": b"no fact\n",
    "half a fact": b'{"kind":"build","key":"x"\n',
    "half a measurement": b'{"kind":"timings","series":"x","bytes":[8],"samples":[{"rows":[[8\n',
    "a measurement cut before its series": b'{"kind":"timings","time":"2026"\n',
    "a measurement without series": b'{"kind":"timings","bytes":[8],"samples":[]}\n',
    "a measurement without lengths": b'{"kind":"timings","series":"x","samples":[]}\n',
    "a measurement of lengths that are none": b'{"kind":"timings","series":"x","bytes":8}\n',
    "half a measurement of earlier versions": b'{"kind":"cycles","key":"x","bytes":8,"cycles":[1,2\n',
    "a large measurement without series": LARGE.replace(b"series", b"seriez"),
    "a large measurement that is cut": LARGE[:-2] + b"\n",
    "a large measurement without samples": LARGE.replace(b"samples", b"simples"),
    "not UTF-8": b'{"kind":"build","key":"\xff"}\n',
    "no object": b"[1]\n",
    "no kind": b'{"key":"x"}\n',
    "a build without key": b'{"kind":"build"}\n',
    "a build of nothing": b'{"kind":"build","key":"x"}\n',
    "too deep": b"[" * 200_000 + b"\n",
    "an empty line": b"\n",
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_bad_line_is_refused_by_file_and_number_and_nothing_is_changed(
    bad: bytes, store_at: Open, file: Path
) -> None:
    store = store_at()
    store.record([build("a", "cc"), build("b", "cc", "-O")])
    store.close()
    one, two = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(one + bad + two)
    with pytest.raises(DataError, match=r"data\.jsonl:2: "):
        store_at()
    assert file.read_bytes() == one + bad + two


@pytest.mark.parametrize("version", [data.FORMAT + 1, 99, "1", None])
def test_a_file_of_a_later_format_is_refused_by_the_format_s_name(
    version: object, store_at: Open, file: Path
) -> None:
    file.parent.mkdir()
    file.write_text(json.dumps({"kind": "machine", "format": version}) + "\n")
    for read in (store_at, lambda: list(data.read(file))):
        with pytest.raises(
            DataError, match=rf":1: format version {version}, .* up to {data.FORMAT}"
        ):
            read()


def test_reading_a_file_stops_before_a_torn_end_and_leaves_it(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b'{"kind":"a"}\n{"kind":"b"}\n{"kind":"c"}')
    assert [fact["kind"] for fact in data.read(file)] == ["a", "b"]
    assert file.read_bytes().endswith(b'{"kind":"c"}')


def test_a_measurement_whose_timings_look_like_the_race_s_length_is_not_of_it(
    store_at: Open,
) -> None:
    first = store_at()
    first.record([timings("k", "series", [[8, 1, lengths.RACE, lengths.RACE]])])
    first.close()
    again = store_at()
    assert again.timed("series") == {8}
    assert again.race_median("series") is None


def test_a_measurement_of_a_whole_curve_is_known_again(store_at: Open, file: Path) -> None:
    first, rows = store_at(), [[n, 1, 10**6, 10**6 + n] for n in range(4097) if n != lengths.RACE]
    first.record([timings("k", "series", rows, rows[::-1])])
    first.close()
    assert len(file.read_bytes()) > 1 << 16
    assert store_at().timed("series") == {n for n, *_ in rows}


def test_of_a_table_that_is_measured_again_the_newest_median_is_taken(store_at: Open) -> None:
    store = store_at()
    for number, ticks in enumerate((70, 50, 60)):
        store.record([timings(f"k{number}", "series", [[lengths.RACE, 1, ticks]])])
        assert store.race_median("series") == ticks
        store = _reopened(store_at, store)
        assert store.race_median("series") == ticks


def test_the_race_s_median_is_in_cycles(store_at: Open) -> None:
    fact = timings("k", "series", [[lengths.RACE, 4, 4000]])
    fact["samples"][0] |= {"reading": 40, "zero": 10}
    fact["samples"][0]["batches"][0][1:3] = [1.4, 1.6]
    store = store_at()
    store.record([fact])
    assert store.race_median("series") == (4000 - 40) * 1.5 / 4 - 10


def test_a_file_of_format_1_is_gone_on_with_and_its_timings_stay_there(
    store_at: Open, file: Path
) -> None:
    file.parent.mkdir()
    old = [{"kind": "machine", "machine": "m", "format": 1}, build("b", "cc"), check("c", "code")]
    old += [cycles("n8", 8, [3, 1, 2]), cycles("n", lengths.RACE, [30, 10, 20])]
    before = "".join(json.dumps(fact) + "\n" for fact in old).encode()
    file.write_bytes(before)
    store = store_at()
    assert store.find("build", "b") and store.find("check", "c")
    store.record([timings("t", "table", [[8, 1, 3]])])
    assert store.timed("table") == {8}
    assert file.read_bytes().startswith(before) and len(lines(file)) == 6
    assert [fact["kind"] for fact in data.read(file)].count("cycles") == 2


def test_names_that_are_no_text_survive(store_at: Open, file: Path) -> None:
    name = b"caf\xe9".decode(errors="surrogateescape")
    first = store_at()
    first.record([build("k", "cc", implementation=name)])
    first.close()
    assert lines(file)[0]["implementation"] == name
    found = store_at().find("build", "k")
    assert found is not None and found["implementation"] == name


def test_a_key_depends_on_every_part_and_on_where_one_ends() -> None:
    name = b"caf\xe9".decode(errors="surrogateescape")
    keys = [
        data.digest("a", "b"),
        data.digest("ab"),
        data.digest("a", "b", ""),
        data.digest("b", "a"),
        data.digest("a", name),
        data.digest(),
    ]
    assert len(set(keys)) == len(keys)
    assert data.digest("a", 1) == data.digest("a", "1")


MACHINE = {"format": data.FORMAT, "processor": "P", "abis": {"amd64": "ok"}}


def test_the_machine_is_told_only_where_it_has_changed(store_at: Open, file: Path) -> None:
    store = store_at()
    for _ in range(2):
        store.record_machine(MACHINE)
        store.record_machine(MACHINE)
        store.record_machine(MACHINE | {"processor": "Q"})
        store.record([build("k", "cc")])
        store.record_machine(MACHINE | {"processor": "Q"})
        store.close()
        store = store_at()
    told = [fact["processor"] for fact in lines(file) if fact["kind"] == "machine"]
    assert told == ["P", "Q", "P", "Q"]


def test_of_one_slot_the_build_that_was_recorded_last_is_the_newest(store_at: Open) -> None:
    a, b = build("a", "cc", sources="A"), build("b", "cc", sources="B")
    store = store_at()
    for fact, other in ((a, b), (b, a), (a, b)):
        store.record([fact])
        for seen in (store, _reopened(store_at, store)):
            assert seen.is_newest(fact)
            assert not seen.is_newest(other)
            store = seen


def _reopened(store_at: Open, store: Store) -> Store:
    store.close()
    return store_at()


def test_builds_of_other_sources_than_the_newest_line_s_count_no_more(store_at: Open) -> None:
    store = store_at()
    in_c = [build("c1", "cc", sources="A"), build("c2", "cc", "-O", sources="A")]
    in_cxx = build("x", "c++", sources="B")
    store.record([*in_c, in_cxx])
    assert store.is_newest(in_cxx)
    assert not any(store.is_newest(fact) for fact in in_c)
    store.record([in_c[0]])
    assert all(store.is_newest(fact) for fact in in_c)
    assert not store.is_newest(in_cxx)


def test_a_skip_ends_the_builds_before_it_and_is_ended_by_a_build(store_at: Open) -> None:
    store = store_at()
    made, skip = build("b", "cc"), skipped("s")
    store.record([made])
    store.record([skip])
    assert store.is_newest(skip) and not store.is_newest(made)
    store.record([made])
    assert store.is_newest(made) and not store.is_newest(skip)


def test_what_other_implementations_and_abis_do_is_no_matter(store_at: Open) -> None:
    store = store_at()
    mine = build("b", "cc")
    store.record([mine, build("o", "cc", sources="B", implementation="other")])
    store.record([build("p", "cc", sources="B", abi="x86"), skipped("q") | {"hash": "md5"}])
    assert store.is_newest(mine)
