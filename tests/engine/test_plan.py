"""Implementations crossed with the targets of their platform. Starts no process."""

import subprocess
from pathlib import Path

import pytest

from hashcop.engine import plan, selection, tree
from hashcop.platforms.door import Group
from tests.support.fake import FLAGS, PLATFORM, Engine, FakeLane


@pytest.fixture(autouse=True)
def no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan starts none."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(subprocess, "Popen", refuse)


def planned(engine: Engine, *words: str, targets: tuple[str, ...] = ()) -> dict[str, Group]:
    functions = tree.walk(engine.tree, [PLATFORM])
    selections = selection.parse(words, functions)
    groups = plan.make(functions, selections, {"fake": engine.lane}, targets)
    return {f"{g.function.name}/{g.implementation.name} {g.target.name}": g for g in groups}


@pytest.fixture
def three(tmp_path: Path) -> Engine:
    return Engine(tmp_path, {"sum/a": "", "sum/b": 'needs = ["crypto_core/x"]', "xor/a": ""})


def test_every_implementation_meets_every_target_in_order(three: Engine) -> None:
    names = ("sum/a", "sum/b", "xor/a")
    assert list(planned(three)) == [f"{n} {t}" for n in names for t in ("alpha", "beta")]


def test_only_the_targets_asked_for_are_planned(three: Engine) -> None:
    assert set(planned(three, "sum/a", targets=("beta",))) == {"sum/a beta"}


def test_a_group_has_what_its_lane_plans(three: Engine) -> None:
    group = planned(three, "sum/b")["sum/b alpha"]
    assert [one.words for one in group.option_sets] == [("fakec", flag) for flag in FLAGS]
    assert [(n.operation, n.primitive) for n in group.needs] == [("crypto_core", "x")]
    assert group.lane is three.lane and group.named and group.security == "timingleaks"


def test_what_the_lane_skips_has_no_option_sets(engine: Engine) -> None:
    group = planned(engine, "sum/elsewhere")["sum/elsewhere alpha"]
    assert (group.skip, group.option_sets, group.needs) == ("for vax only", (), ())


def test_what_can_not_be_read_is_skipped_with_the_reason(three: Engine, tmp_path: Path) -> None:
    (three.tree / "crypto_hash/sum/a/secret").symlink_to(tmp_path / "outside")
    (tmp_path / "outside").touch()
    group = planned(three, "sum/a")["sum/a alpha"]
    assert group.skip == "secret is a link out of the tree" and group.option_sets == ()


def test_what_no_lane_is_open_for_is_left_out(three: Engine) -> None:
    functions = tree.walk(three.tree, [PLATFORM])
    assert plan.make(functions, [], {}) == []


def test_candidates_for_a_subroutine_are_those_that_can_serve(tmp_path: Path) -> None:
    files = {"sum/a": "", "sum/b": "serves = false"}
    (function,) = tree.walk(Engine(tmp_path, files).tree, [PLATFORM])
    lane = FakeLane(tmp_path)
    found = plan.of_primitive(function, lane, lane.targets[0])
    assert [(g.implementation.name, g.target.name) for g in found] == [("a", "alpha")]


def test_what_is_left_is_planned_only_where_something_is_selected(tmp_path: Path) -> None:
    engine = Engine(tmp_path, {"sum/a": "", "sum/b": "left = true"})
    assert {name.split()[0] for name in planned(engine)} == {"sum/a"}
    assert {name.split()[0] for name in planned(engine, "sum")} == {"sum/a", "sum/b"}
    assert {name.split()[0] for name in planned(engine, "sum/b")} == {"sum/b"}
