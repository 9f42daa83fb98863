"""What builds have in common with earlier ones is written once, whatever the order, and can be found again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hashcop.data.store import Fact, Store

WARNED = ["hash.c:3:7: warning: unused variable 'i' [-Wunused-variable]", "  int i;"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "m", "m")
    yield opened
    opened.close()


def build(key: str, *options: str, code: str = "x", **more: Any) -> Fact:
    place = {"abi": "amd64", "hash": "sha256", "implementation": "ref", "sources": "A"}
    told: Fact = {"options": list(options), "outcome": "ok", "object": code, "said": []}
    return {"kind": "build", "key": key, **place, **told, **more}


def failed(key: str, *options: str, said: list[str]) -> Fact:
    return build(key, *options, outcome="failed", reason=said[0], said=said) | {"object": None}


def written(store: Store) -> list[Fact]:
    return [json.loads(line) for line in store.path.read_text().splitlines()]


def test_a_build_of_the_same_machine_code_names_the_option_set_that_had_it_first(
    store: Store,
) -> None:
    for key, flag, code in (("1", "-O3", "x"), ("2", "-O2", "y"), ("3", "-Os", "x")):
        store.record([build(key, "gcc", flag, code=code)])
    store.record([build("4", "gcc", "-O", code="x")])
    first, other, same, later = written(store)
    assert "same_as" not in first and "same_as" not in other
    assert same["same_as"] == later["same_as"] == ["gcc", "-O3"]
    assert same["object"] == "x"


@pytest.mark.parametrize(
    "place",
    [
        {"abi": "x86"},
        {"hash": "md5"},
        {"implementation": "fast"},
        {"sources": "B"},
        {"operation": "crypto_core"},
    ],
)
def test_another_implementation_abi_or_version_of_the_sources_is_no_repetition(
    store: Store, place: Fact
) -> None:
    store.record([build("1", "gcc", "-O3", said=WARNED)])
    store.record([build("2", "gcc", "-O2", said=WARNED) | place])
    _, other = written(store)
    assert "same_as" not in other and other["said"] == WARNED


def test_what_a_compiler_said_is_written_once_for_each_text(store: Store) -> None:
    said = ["hash.S:1:2: error: unknown directive"]
    store.record([build("1", "gcc", "-O3", code="x", said=WARNED)])
    store.record([failed("2", "clang", said=said), build("3", "gcc", code="y", said=WARNED)])
    store.record([failed("4", "clang", "-O", said=said), build("5", "tcc", code="z")])
    assert [(f.get("said"), f.get("said_as")) for f in written(store)] == [
        (WARNED, None),
        (said, None),
        (None, "1"),
        (None, "2"),
        ([], None),
    ]
    assert written(store)[3]["reason"] == said[0]


def test_a_run_that_goes_on_from_another_refers_to_what_that_one_wrote(tmp_path: Path) -> None:
    for key, flag in (("1", "-O3"), ("2", "-O2"), ("3", "-O")):
        store = Store(tmp_path / "m", "m")
        store.record([build(key, "gcc", flag, said=WARNED)])
        store.close()
    _, *others = written(store)
    assert [f["same_as"] for f in others] == [["gcc", "-O3"]] * 2
    assert [f["said_as"] for f in others] == ["1"] * 2


def test_a_build_that_is_taken_again_is_not_its_own_repetition(store: Store) -> None:
    store.record([build("old", "gcc", "-O3"), build("new", "gcc", "-O3")])
    assert not any("same_as" in fact for fact in written(store))


def test_an_option_set_that_gives_other_code_by_now_is_not_named(store: Store) -> None:
    store.record([build("1", "gcc", "-O3", code="x")])
    store.record([build("2", "gcc", "-O3", code="y"), build("3", "gcc", "-O2", code="x")])
    store.record([build("4", "gcc", "-O", code="x")])
    assert [fact.get("same_as") for fact in written(store)] == [None, None, None, ["gcc", "-O2"]]


def test_a_fact_that_is_recorded_again_says_what_it_said(store: Store) -> None:
    store.record([build("1", "gcc", "-O3", said=WARNED), build("2", "gcc", "-O2", said=WARNED)])
    known = [store.find("build", key) for key in "21"]
    store.record([fact for fact in known if fact])
    first, second, *again = [
        {k: v for k, v in fact.items() if k != "time"} for fact in written(store)
    ]
    assert again == [second, first]


def test_a_skipped_implementation_repeats_nothing(store: Store) -> None:
    skip = {"outcome": "skipped", "reason": "for arm only", "object": None, "said": None}
    store.record([build("1") | skip, build("2", sources="B") | skip])
    assert not any("same_as" in fact or "said_as" in fact for fact in written(store))
