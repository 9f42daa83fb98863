"""The data file: what is recorded is on the disk, and stays there, whatever happens to the last line."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hashcop.data import lengths
from hashcop.data.files import DataError, read
from hashcop.data.records import (
    FORMAT,
    Build,
    Check,
    Conditions,
    Counter,
    Machine,
    Search,
    Trial,
    Winner,
    kind_of,
)
from hashcop.data.store import NotRecorded, Store, StoreBusy, unused
from hashcop.results.samples import median_at
from tests.support.made_up import PLACE, build, check, process, skipped, timings

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


def older(kind: str, key: str, **more: Any) -> dict[str, Any]:
    """A line as version 1 had it."""
    place = {"abi": "amd64", "hash": "sha256", "implementation": "ref", "options": ["cc"]}
    return {"kind": kind, "time": "", "machine": "m", "key": key, **place, **more}


def lines(file: Path) -> list[dict[str, Any]]:
    """Every line of a file, read by nothing of ours."""
    content = file.read_bytes()
    assert content.endswith(b"\n") or not content
    return [json.loads(line) for line in content.split(b"\n")[:-1]]


def test_a_record_is_in_the_file_as_soon_as_it_is_recorded(store_at: Open, file: Path) -> None:
    store = store_at()
    for number in range(3):
        store.record([build(f"k{number}", "cc", f"-O{number}")])
        assert [line["key"] for line in lines(file)] == [f"k{n}" for n in range(number + 1)]


def test_a_record_is_on_the_disk_before_recording_returns(
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
    store_at().record([build("k", "cc")])
    (line,) = lines(file)
    assert list(line)[:4] == ["kind", "time", "machine", "key"]
    assert line["machine"] == "m"
    assert len(line["time"]) == len("2026-01-31T12:00:00Z")
    assert "reason" not in line


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
    for store in _now_and_later(store_at, first):
        found = store.find(Build, "b")
        assert found is not None and found.object == "code of b"
        assert store.find(Check, "c") is not None
        assert store.find(Check, "b") is None
        assert store.timed("table") == {8, lengths.RACE}
        assert store.timed("curve") == {9, 10, 11}
        assert store.timed("none") == set()
        table = store.table("table", lengths.RACE)
        assert table is not None and (table.key, table.bytes) == ("t", (8, lengths.RACE))
        assert median_at(table.samples, lengths.RACE) == 25 == median([30, 10, 20, 40])
        assert store.table("curve", lengths.RACE) is None
        assert store.table("none", lengths.RACE) is None


def test_a_record_is_found_as_it_was_recorded_but_for_its_time_and_machine(store_at: Open) -> None:
    trial = Trial(
        **PLACE,
        key="t",
        object="code",
        quantity="cycles",
        round=2,
        bytes=lengths.RACE,
        samples=(process([[lengths.RACE, 5, 100, 200]]),),
    )
    first = store_at()
    first.record([trial, timings("k", "series", RACED)])
    for store in _now_and_later(store_at, first):
        found = store.find(Trial, "t")
        assert found is not None and replace(found, time="", machine="") == trial
        assert found.machine == "m" and found.time
        table = store.table("series", lengths.RACE)
        assert table is not None
        assert replace(table, time="", machine="") == timings("k", "series", RACED)


def test_seconds_of_a_search_are_those_of_its_longest_record(store_at: Open) -> None:
    store = store_at()
    for key, search, seconds in (
        ("1", "a", 5.0),
        ("2", "a", 9.5),
        ("3", "b", 1.0),
        ("4", "a", 7.0),
    ):
        store.record([Search(key=key, search=search, builds=1, of=2, seconds=seconds)])
    for seen in _now_and_later(store_at, store):
        assert (seen.searched("a"), seen.searched("b"), seen.searched("c")) == (9.5, 1.0, 0.0)


def winner(key: str, **more: Any) -> Winner:
    told = {**PLACE, "key": key, "object": key, "quantity": "cycles", "bytes": lengths.RACE}
    return Winner(**told | more)


def test_the_last_winner_of_an_implementation_is_the_newest_whatever_its_options(
    store_at: Open,
) -> None:
    store = store_at()
    store.record([winner("a", options=("cc",)), winner("b", options=("cc", "-O"))])
    store.record([winner("c", target="x86"), winner("d", operation="crypto_core")])
    for seen in _now_and_later(store_at, store):
        for about, key in (
            (build("x", "any"), "b"),
            (build("x", target="x86"), "c"),
            (build("x", operation="crypto_core"), "d"),
        ):
            found = seen.last_winner(about)
            assert found is not None and found.key == key
        assert seen.last_winner(build("x", platform="jvm")) is None


def test_the_newest_conditions_are_known(store_at: Open) -> None:
    store = store_at()
    assert store.conditions is None
    store.record([Conditions(key=key, when="begin") for key in "ab"])
    for seen in _now_and_later(store_at, store):
        assert seen.conditions is not None and seen.conditions.key == "b"


def test_a_record_with_a_field_of_a_wrong_type_is_refused_before_it_is_in_the_file(
    store_at: Open, file: Path
) -> None:
    store = store_at()
    for wrong in (
        replace(build("w", "cc"), sources=5),
        replace(build("w", "cc"), options=["cc", None]),
        replace(build("w", "cc"), options=["cc"]),
        replace(winner("w"), median=float("nan")),
        replace(winner("w"), bytes=-1),
    ):
        with pytest.raises(ValueError, match=rf"not a {kind_of(wrong)} record: "):
            store.record([build("k", "cc"), wrong, build("l", "cc")])
    store.record([timings("t", "series", RACED)])
    table = _reopened(store_at, store).table("series", lengths.RACE)
    assert table is not None and table.key == "t"
    assert [line["key"] for line in lines(file)] == ["k"] * 5 + ["t"]


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
    assert [line["key"] for line in lines(file)] == ["k"]


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
        assert store.find(Build, "first") is not None
        assert (store.timed("series") == {8}) == (kept >= ends[1])
        assert (store.find(Check, "third") is not None) == (kept == ends[2])
        store.record([check("next", "y")])
        store.close()
        assert [line["key"] for line in lines(file)][-1] == "next"
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
    "not JSON": b"{no record\n",
    "half a record": b'{"kind":"build","key":"x"\n',
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
    "a kind that is no string": b'{"kind":["build"],"key":"x"}\n',
    "a surrogate and no object": b'["\\udce9"]\n',
    "a surrogate and a wrong type": b'{"kind":"hash","key":5,"hash":"\\udce9"}\n',
    "a surrogate and no number": b'{"kind":"search","key":"\\udce9","search":"s","builds":1,"of":1,"seconds":NaN}\n',
    "a surrogate and an infinite number": (
        b'{"kind":"search","key":"\\udce9","search":"s","builds":1,"of":1,"seconds":1e999}\n'
    ),
    "a build without key": b'{"kind":"build"}\n',
    "a build of nothing": b'{"kind":"build","key":"x"}\n',
    "too deep": b"[" * 200_000 + b"\n",
    "an unknown field that is too deep": b'{"kind":"hash","key":"x","hash":"h","z":'
    + b"[" * 200_000
    + b"\n",
    "a known field that is too deep": b'{"kind":"hash","key":"x","hash":' + b"[" * 200_000 + b"\n",
    "too deep after a surrogate": b'{"kind":"hash","key":"\\udce9","hash":'
    + b"[" * 200_000
    + b"\n",
    "two objects": b'{"kind":"hash","key":"x","hash":"h"}{}\n',
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
    if bad != b"\n":  # which SUPERCOP's data may have
        with pytest.raises(DataError, match=r"data\.jsonl:2: "):
            list(read(file))
    assert file.read_bytes() == one + bad + two


@pytest.mark.parametrize("version", [FORMAT + 1, 99, "1", None, 2.5, True, [1]])
def test_a_file_of_a_later_format_is_refused_by_the_format_s_name(
    version: object, store_at: Open, file: Path
) -> None:
    file.parent.mkdir()
    file.write_text(json.dumps({"kind": "machine", "format": version}) + "\n")
    for opened in (store_at, lambda: list(read(file))):
        with pytest.raises(DataError) as caught:
            opened()
        assert str(caught.value).startswith(f"{file}:1: format version {version}, ")
        assert str(caught.value).endswith(f" up to {FORMAT}")


def test_lines_of_unknown_kinds_and_unknown_fields_are_passed_over_and_stay(
    store_at: Open, file: Path
) -> None:
    file.parent.mkdir()
    before = b'{"kind":"weather","key":5,"sky":["blue"]}\n' + (
        b'{"kind":"hash","key":"k","hash":"h","smell":{"of":null}}\n'
    )
    file.write_bytes(before)
    store = store_at()
    store.record([build("b", "cc")])
    assert store.find(Build, "b") is not None
    assert [kind_of(record) for record in read(file)] == ["hash", "build"]
    assert file.read_bytes().startswith(before)


def test_a_measurement_whose_timings_look_like_the_race_s_length_is_not_of_it(
    store_at: Open,
) -> None:
    first = store_at()
    first.record([timings("k", "series", [[8, 1, lengths.RACE, lengths.RACE]])])
    first.close()
    again = store_at()
    assert again.timed("series") == {8}
    assert again.table("series", lengths.RACE) is None


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
        store.record([timings(f"c{number}", "series", [[8, 1, 3]])])
        assert _race_median(store) == ticks
        store = _reopened(store_at, store)
        assert _race_median(store) == ticks


def _race_median(store: Store) -> float:
    table = store.table("series", lengths.RACE)
    assert table is not None
    return median_at(table.samples, lengths.RACE)


def test_the_race_s_median_is_in_cycles() -> None:
    raced = process([[lengths.RACE, 4, 4000]])
    batches = (replace(raced.batches[0], before=1.4, after=1.6),)
    table = replace(
        timings("k", "series", RACED),
        samples=(replace(raced, reading=40.0, zero=10.0, batches=batches),),
    )
    assert median_at(table.samples, lengths.RACE) == (4000 - 40) * 1.5 / 4 - 10


def test_a_table_that_can_not_be_is_none(store_at: Open, file: Path) -> None:
    first = store_at()
    first.record([build("b", "cc"), timings("t", "series", [[lengths.RACE, 1, 5]])])
    first.close()
    file.write_bytes(file.read_bytes().replace(b"[[1536,1,5]]", b"[[1536,0,5]]"))
    assert store_at().table("series", lengths.RACE) is None


def test_a_trial_that_can_not_be_is_not_recorded_and_its_line_is_named(
    store_at: Open, file: Path
) -> None:
    first = store_at()
    trial = Trial(
        key="k", quantity="cycles", round=1, bytes=1536, cycles=(5.0,), object="o", **PLACE
    )
    first.record([trial])
    first.close()
    file.write_bytes(file.read_bytes().replace(b"[5.0]", b"[1e300]"))
    again = store_at()
    assert again.find(Trial, "k") is None
    assert again.implausible == [f"{file}:1: a timing is 1e+300 cycles"]


def test_a_bad_sample_of_a_table_is_refused_when_it_is_asked_for(
    store_at: Open, file: Path
) -> None:
    first = store_at()
    first.record([build("b", "cc"), timings("t", "series", [[lengths.RACE, 1, 5]])])
    first.close()
    file.write_bytes(file.read_bytes().replace(b"[[1536,1,5]]", b"[[1536,1]]"))
    with pytest.raises(DataError, match=r"data\.jsonl:2: "):
        store_at().table("series", lengths.RACE)


def test_fields_of_a_long_measurement_may_stand_in_any_order(store_at: Open, file: Path) -> None:
    rows = [[n, 1, *[10**6] * 50] for n in range(1530, 1590)]
    first = store_at()
    first.record([timings("k", "series", rows)])
    first.close()
    (line,) = lines(file)
    assert list(line)[-1] == "samples"
    for last in (["series"], ["bytes", "platform"], ["kind"]):
        moved = {name: line[name] for name in (*(n for n in line if n not in last), *last)}
        assert list(moved)[-1] != "samples"
        file.write_text(json.dumps(moved, separators=(",", ":")) + "\n")
        store = store_at()
        table = store.table("series", lengths.RACE)
        assert store.timed("series") == {n for n, *_ in rows}
        assert table is not None and [table] == list(read(file))
        store.close()


@pytest.mark.parametrize("version", [1, 2])
def test_a_file_of_an_older_format_is_gone_on_with_and_its_lines_stay(
    version: int, store_at: Open, file: Path
) -> None:
    file.parent.mkdir()
    machine = {"kind": "machine", "machine": "m", "time": "", "format": version, "processor": "P"}
    old = [machine | {"abis": {"amd64": "ok"}}]
    old += [older("build", "b", outcome="ok", sources="A", object="code of b")]
    old += [older("check", "c", outcome="failed", object="code", reason=None)]
    old += [older("cycles", "n8", object="code", bytes=8, cycles=[3, 1, 2])]
    raced = [{**vars_of(process([[lengths.RACE, 1, 30, 10, 20]]))}]
    more = {"object": "code", "series": "old", "bytes": [lengths.RACE], "samples": raced}
    old += [older("timings", "t", **more)]
    before = "".join(json.dumps(fact) + "\n" for fact in old).encode()
    file.write_bytes(before)
    store = store_at()
    made, checked, table = (
        store.find(Build, "b"),
        store.find(Check, "c"),
        store.table("old", lengths.RACE),
    )
    assert made is not None and store.is_newest(made) and made.target == "amd64"
    assert checked is not None and checked.outcome == "wrong"
    assert table is not None and median_at(table.samples, lengths.RACE) == 20
    store.record_machine(Machine(format=FORMAT, processor="P", targets={"amd64": "ok"}))
    store.record([timings("t", "table", [[8, 1, 3]]), build("new", "cc", "-O", object=made.object)])
    assert store.timed("table") == {8}
    assert file.read_bytes().startswith(before) and len(lines(file)) == len(old) + 3
    assert lines(file)[-1]["same_as"] == ["cc"]
    assert [line["format"] for line in lines(file) if line["kind"] == "machine"] == [
        version,
        FORMAT,
    ]
    assert [kind_of(record) for record in read(file)].count("cycles") == 1


def vars_of(found: Any) -> dict[str, Any]:
    """A sample as a line has it."""
    told: dict[str, Any] = json.loads(json.dumps(msgspec.to_builtins(found)))
    return told


def test_names_that_are_no_text_survive(store_at: Open, file: Path) -> None:
    name = b"caf\xe9".decode(errors="surrogateescape")
    first = store_at()
    first.record([build("k", "cc", implementation=name)])
    first.close()
    assert lines(file)[0]["implementation"] == name
    found = store_at().find(Build, "k")
    assert found is not None and found.implementation == name
    assert [getattr(record, "implementation", "") for record in read(file)] == [name]
    assert file.read_bytes().isascii()


def test_strangers_text_is_ascii_in_the_file(store_at: Open, file: Path) -> None:
    said = ("\x9b2J error: expected ‘;’ \u2028 \x1b[2J",)
    store = store_at()
    store.record([build("k", "cc", said=said)])
    assert file.read_bytes().isascii() and file.read_bytes().count(b"\n") == 1
    found = _reopened(store_at, store).find(Build, "k")
    assert found is not None and found.said == said


MACHINE = Machine(format=FORMAT, processor="P", targets={"amd64": "ok"})


def test_the_machine_is_told_only_where_it_has_changed(store_at: Open, file: Path) -> None:
    store = store_at()
    for _ in range(2):
        store.record_machine(MACHINE)
        store.record_machine(MACHINE)
        store.record_machine(replace(MACHINE, processor="Q"))
        store.record([build("k", "cc")])
        store.record_machine(replace(MACHINE, processor="Q"))
        store.close()
        store = store_at()
    told = [line["processor"] for line in lines(file) if line["kind"] == "machine"]
    assert told == ["P", "Q", "P", "Q"]


def test_what_a_run_has_learned_of_the_core_makes_no_other_machine(store_at: Open) -> None:
    def seen(width: float, ticks: float = 3e9) -> Machine:
        counter = Counter(name="rdpmc", core_cycles=True, ticks_per_second=ticks, width=width)
        return replace(MACHINE, counter={"amd64": counter})

    store = store_at()
    for machine in (seen(5.333), seen(5.302), seen(5.333), seen(5.302, 2e9)):
        store.record_machine(machine)
    store.close()
    assert store_at().machine_record is not None
    assert [one["counter"]["amd64"]["width"] for one in lines(store.path)] == [5.333, 5.302]


def test_of_one_slot_the_build_that_was_recorded_last_is_the_newest(store_at: Open) -> None:
    a, b = build("a", "cc", sources="A"), build("b", "cc", sources="B")
    store = store_at()
    for newest, other in ((a, b), (b, a), (a, b)):
        store.record([newest])
        for seen in _now_and_later(store_at, store):
            assert seen.is_newest(newest)
            assert not seen.is_newest(other)
            store = seen


def _reopened(store_at: Open, store: Store) -> Store:
    store.close()
    return store_at()


def _now_and_later(store_at: Open, store: Store) -> Iterator[Store]:
    """The store as it is, and then as it is when it is opened again."""
    yield store
    yield _reopened(store_at, store)


def test_builds_of_other_sources_than_the_newest_line_s_count_no_more(store_at: Open) -> None:
    store = store_at()
    in_c = [build("c1", "cc", sources="A"), build("c2", "cc", "-O", sources="A")]
    in_cxx = build("x", "c++", sources="B")
    store.record([*in_c, in_cxx])
    assert store.is_newest(in_cxx)
    assert not any(store.is_newest(each) for each in in_c)
    store.record([in_c[0]])
    assert all(store.is_newest(each) for each in in_c)
    assert not store.is_newest(in_cxx)


def test_a_skip_ends_the_builds_before_it_and_is_ended_by_a_build(store_at: Open) -> None:
    store = store_at()
    made, skip = build("b", "cc"), skipped("s")
    store.record([made])
    store.record([skip])
    assert store.is_newest(skip) and not store.is_newest(made)
    store.record([made])
    assert store.is_newest(made) and not store.is_newest(skip)


def test_what_other_implementations_and_targets_do_is_no_matter(store_at: Open) -> None:
    store = store_at()
    mine = build("b", "cc")
    store.record([mine, build("o", "cc", sources="B", implementation="other")])
    store.record([build("p", "cc", sources="B", target="x86"), skipped("q", hash="md5")])
    store.record([build("r", "cc", sources="B", platform="jvm")])
    store.record([build("s", "cc", sources="B", operation="crypto_core")])
    assert store.is_newest(mine)


def test_a_directory_is_unused_until_a_run_opens_its_file(store_at: Open, tmp_path: Path) -> None:
    with unused(tmp_path / "m") as is_unused:
        assert is_unused
    store = store_at()
    with unused(tmp_path / "m") as is_unused:
        assert not is_unused
    store.close()
    with unused(tmp_path / "m") as is_unused:
        assert is_unused
        with pytest.raises(StoreBusy):
            store_at()


def _half_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that has room for a part of the next write."""
    whole = os.write

    def write(descriptor: int, content: bytes) -> int:
        if len(content) < 20:
            raise OSError(28, "No space left on device")
        return whole(descriptor, content[: len(content) - 10])

    monkeypatch.setattr(os, "write", write)


def _sync_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)


@pytest.mark.parametrize(
    ("fault", "why"),
    [(_half_and_no_more, "No space left on device"), (_sync_fails, "Input/output error")],
)
def test_what_can_not_be_written_whole_is_not_in_the_file_and_people_are_told(
    fault: Callable[[pytest.MonkeyPatch], None],
    why: str,
    store_at: Open,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = store_at()
    store.record([build("1", "cc")])
    before = file.read_bytes()
    with monkeypatch.context() as patch:
        fault(patch)
        with pytest.raises(NotRecorded, match=rf"data\.jsonl: {why}"):
            store.record([build("2", "cc"), build("3", "cc")])
    assert file.read_bytes() == before
    store.close()
    assert file.read_bytes() == before
    again = store_at()
    assert again.repaired == 0 and again.find(Build, "2") is None
