"""Lines of format versions 1 and 2, as machines wrote them, become records of version 3."""

import json
from pathlib import Path
from typing import Any

import pytest

from hashcop.data.files import DataError, read
from hashcop.data.lines import encode
from hashcop.data.records import (
    BY_KIND,
    Build,
    Conditions,
    Hash,
    Machine,
    Record,
    Search,
    kind_of,
)
from tests.support.older_lines import (
    BUILD_2,
    CHECK_1,
    COMPARISON_2,
    CYCLES_1,
    HASH_2,
    MACHINE_1,
    MACHINE_2,
    TIMINGS_2,
    TRIAL_1,
    TRIAL_2,
    VERSION_1,
    VERSION_2,
    WINNER_1,
    WINNER_2,
)

NEW = {"run", "audit", "submission", "count", "device", "mix"}  # kinds that came with version 3
SAME = (Conditions, Hash, Search)  # the same in all versions


def records(tmp_path: Path, *lines: str) -> list[Record]:
    file = tmp_path / "data.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines))
    return list(read(file))


def ids(cases: list[tuple[str, Record]]) -> list[str]:
    return [kind_of(record) for _, record in cases]


@pytest.mark.parametrize(("line", "record"), VERSION_1, ids=ids(VERSION_1))
def test_a_line_of_version_1_becomes_a_record(line: str, record: Record, tmp_path: Path) -> None:
    assert records(tmp_path, line) == [record]


@pytest.mark.parametrize(("line", "record"), VERSION_2, ids=ids(VERSION_2))
def test_a_line_of_version_2_becomes_a_record(line: str, record: Record, tmp_path: Path) -> None:
    assert records(tmp_path, line) == [record]


def test_every_kind_of_line_has_an_older_one_here() -> None:
    assert {*ids(VERSION_1), *ids(VERSION_2)} == set(BY_KIND) - NEW


CHANGED = [case for case in VERSION_1 + VERSION_2 if not isinstance(case[1], SAME)]
NULLS = {"reason": None, "said": None, "size": None, "security": None, "supercop": None}


@pytest.mark.parametrize(("line", "record"), CHANGED, ids=ids(CHANGED))
def test_what_was_null_is_absent(line: str, record: Record, tmp_path: Path) -> None:
    assert records(tmp_path, json.dumps(NULLS | json.loads(line))) == [record]


def test_only_a_null_of_core_cycles_means_that_it_is_not_known(tmp_path: Path) -> None:
    found = []
    for told in ({}, {"core_cycles": None}, {"core_cycles": False}, {"core_cycles": True}):
        line = {"kind": "machine", "format": 2, "counter": {"amd64": {"name": "tsc", **told}}}
        (machine,) = records(tmp_path, json.dumps(line))
        assert isinstance(machine, Machine)
        found.append(machine.counter["amd64"].core_cycles)
    assert found == [False, None, False, True]


def test_a_machine_that_does_not_say_its_format_is_of_version_1(tmp_path: Path) -> None:
    assert records(tmp_path, '{"kind":"machine","machine":"m"}') == [Machine(machine="m", format=1)]


def test_each_line_of_a_file_is_read_as_its_own_version(tmp_path: Path) -> None:
    cases = [*VERSION_1, *VERSION_2]
    new = [(encode(record).decode().rstrip(), record) for _, record in cases]
    assert records(
        tmp_path, *(line for case in zip(cases, new, strict=True) for line, _ in case)
    ) == [record for _, record in cases for _ in range(2)]


def test_surrogates_in_an_older_line_are_kept(tmp_path: Path) -> None:
    line = BUILD_2.replace('"avx2"', '"caf\\udce9 \\ud83d\\ude00"')
    (build,) = records(tmp_path, line)
    assert isinstance(build, Build) and build.implementation == "caf\udce9 😀"
    assert build.target == "amd64"


WRONG = [
    *(
        (CHECK_1, change)
        for change in ({"outcome": 5}, {"outcome": ["ok"]}, {"abi": 7}, {"abi": None})
    ),
    *((MACHINE_1, change) for change in ({"counter": 5}, {"counter": {"amd64": 5}}, {"abis": []})),
    *((MACHINE_2, {"counter": {"amd64": {"core_cycles": 1}}}), (MACHINE_2, {"cores": "two"})),
    *((WINNER_1, {"cycles": "fast"}), (WINNER_1, {"median": 1e400}), (WINNER_2, {"sure": 1})),
    *((TRIAL_1, {"cycles": [1, None]}), (TRIAL_2, {"samples": [{}]}), (TRIAL_2, {"samples": {}})),
    *((TIMINGS_2, {"samples": None}), (TIMINGS_2, {"bytes": [-1]}), (TIMINGS_2, {"series": None})),
    *(
        (COMPARISON_2, {"sides": 5}),
        (COMPARISON_2, {"sides": [5]}),
        (COMPARISON_2, {"sides": [{}]}),
    ),
    *(
        (BUILD_2, {"options": "gcc"}),
        (BUILD_2, {"size": {"text": 2**63}}),
        (BUILD_2, {"said": [1]}),
    ),
    *((CYCLES_1, {"cycles": 5}), (CYCLES_1, {"bytes": 1.5}), (CYCLES_1, {"cycles": [10**400]})),
]


@pytest.mark.parametrize(("line", "change"), WRONG, ids=lambda value: str(value)[:50])
def test_a_field_of_a_wrong_type_in_an_older_line_is_refused(
    line: str, change: dict[str, Any], tmp_path: Path
) -> None:
    text = json.dumps(json.loads(line) | change)
    with pytest.raises(DataError, match=r"data\.jsonl:2: "):
        records(tmp_path, HASH_2, text)
