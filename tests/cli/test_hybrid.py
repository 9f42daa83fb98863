"""A processor with two kinds of cores is two machines; here the cores of this one are called so."""

import json
import os
from pathlib import Path

import pytest

from hashcop.cli import examining
from hashcop.machine import identity, processor
from hashcop.machine.processor import Kind
from hashcop.platforms.c import PLATFORM
from tests.support.typed import refused, typed

CORES = sorted(os.sched_getaffinity(0))

pytestmark = [
    pytest.mark.usefixtures("sandbox"),
    pytest.mark.skipif(len(CORES) < 2, reason="there is one core only"),
]


@pytest.fixture(autouse=True)
def two_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = Kind("performance", tuple(CORES[1:])), Kind("efficiency", (CORES[0],))
    monkeypatch.setattr(processor, "kinds", lambda *_: kinds)
    # Each kind has a cache of its own, which is empty: what C needs is enough to fill it with.
    monkeypatch.setattr(examining, "platforms", lambda: (PLATFORM,))


def doctor(*words: str) -> dict[str, object]:
    done = typed("doctor", "--json", *words)
    assert done.status == 0, done.said
    found: dict[str, object] = json.loads(done.out)
    return found


def test_each_kind_has_a_place_and_a_core_of_its_own(tmp_path: Path) -> None:
    host = identity.machine_name().removesuffix("-performance")
    for words, kind, cores in (
        ((), "performance", CORES[1:]),
        (("--cores", "efficiency"), "efficiency", CORES[:1]),
    ):
        facts = doctor("--bench", str(tmp_path), *words)
        told = facts["machine"]
        assert isinstance(told, dict)
        assert (told["core_kind"], told["core_numbers"]) == (kind, cores)
        assert told["pinned"] in cores
        assert isinstance(facts["kinds"], dict) and set(facts["kinds"]) == {
            "performance",
            "efficiency",
        }
        kept = facts["cache"]
        assert isinstance(kept, dict) and Path(kept["place"]).name.startswith(f"{host}-{kind}-")


def test_doctor_names_the_kinds_for_people(tmp_path: Path) -> None:
    done = typed("doctor", "--bench", tmp_path)
    assert f"efficiency {CORES[0]}; measured on: performance" in done.out


def test_a_kind_that_is_not_there_is_refused(tmp_path: Path) -> None:
    said = refused("doctor", "--cores", "atomic", "--bench", tmp_path)
    assert "there are performance, efficiency" in said
