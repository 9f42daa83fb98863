"""What builds have in common with earlier ones is written once, whatever the order, and can be found again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hashcop.data.records import Build
from hashcop.data.store import Store
from tests.support import made_up

WARNED = ("hash.c:3:7: warning: unused variable 'i' [-Wunused-variable]", "  int i;")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "m", "m")
    yield opened
    opened.close()


def build(key: str, *options: str, code: str = "x", **more: Any) -> Build:
    return made_up.build(key, *options, **{"object": code, **more})


def failed(key: str, *options: str, said: tuple[str, ...]) -> Build:
    return build(key, *options, code="", outcome="failed", reason=said[0], said=said)


def written(store: Store) -> list[dict[str, Any]]:
    """Every line of the file, read by nothing of ours."""
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
        {"target": "x86"},
        {"platform": "jvm"},
        {"hash": "md5"},
        {"implementation": "fast"},
        {"sources": "B"},
        {"operation": "crypto_core"},
    ],
)
def test_another_implementation_target_or_version_of_the_sources_is_no_repetition(
    store: Store, place: dict[str, str]
) -> None:
    store.record([build("1", "gcc", "-O3", said=WARNED)])
    store.record([build("2", "gcc", "-O2", said=WARNED, **place)])
    _, other = written(store)
    assert "same_as" not in other and other["said"] == list(WARNED)


def test_what_a_compiler_said_is_written_once_for_each_text(store: Store) -> None:
    said = ("hash.S:1:2: error: unknown directive",)
    store.record([build("1", "gcc", "-O3", code="x", said=WARNED)])
    store.record([failed("2", "clang", said=said), build("3", "gcc", code="y", said=WARNED)])
    store.record([failed("4", "clang", "-O", said=said), build("5", "tcc", code="z")])
    assert [(line.get("said"), line.get("said_as")) for line in written(store)] == [
        (list(WARNED), None),
        (list(said), None),
        (None, "1"),
        (None, "2"),
        (None, None),
    ]
    assert written(store)[3]["reason"] == said[0]


def test_a_run_that_goes_on_from_another_refers_to_what_that_one_wrote(tmp_path: Path) -> None:
    for key, flag in (("1", "-O3"), ("2", "-O2"), ("3", "-O")):
        store = Store(tmp_path / "m", "m")
        store.record([build(key, "gcc", flag, said=WARNED)])
        store.close()
    _, *others = written(store)
    assert [line["same_as"] for line in others] == [["gcc", "-O3"]] * 2
    assert [line["said_as"] for line in others] == ["1"] * 2


def test_a_build_that_is_taken_again_is_not_its_own_repetition(store: Store) -> None:
    store.record([build("old", "gcc", "-O3"), build("new", "gcc", "-O3")])
    assert not any("same_as" in line for line in written(store))


def test_an_option_set_that_gives_other_code_by_now_is_not_named(store: Store) -> None:
    store.record([build("1", "gcc", "-O3", code="x")])
    store.record([build("2", "gcc", "-O3", code="y"), build("3", "gcc", "-O2", code="x")])
    store.record([build("4", "gcc", "-O", code="x")])
    assert [line.get("same_as") for line in written(store)] == [None, None, None, ["gcc", "-O2"]]


def test_a_build_that_is_recorded_again_says_what_it_said(store: Store) -> None:
    store.record([build("1", "gcc", "-O3", said=WARNED), build("2", "gcc", "-O2", said=WARNED)])
    known = [store.find(Build, key) for key in "21"]
    store.record([one for one in known if one])
    first, second, *again = [
        {k: v for k, v in line.items() if k != "time"} for line in written(store)
    ]
    assert again == [second, first]


def test_a_skipped_implementation_repeats_nothing(store: Store) -> None:
    skip = {"outcome": "skipped", "reason": "for arm only", "code": ""}
    store.record([build("1", **skip), build("2", sources="B", **skip), build("3", **skip)])
    assert not any("same_as" in line or "said_as" in line for line in written(store))


def test_a_build_without_machine_code_is_not_the_same_as_another(store: Store) -> None:
    store.record([failed(key, "gcc", f"-O{key}", said=(f"error {key}",)) for key in "123"])
    assert not any("same_as" in line or "said_as" in line for line in written(store))
    assert all(one.said for key in "123" if (one := store.find(Build, key)))
