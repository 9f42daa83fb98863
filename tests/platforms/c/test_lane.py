"""C through the door: what the engine gets of it."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.data import lengths
from hashcop.platforms import door
from hashcop.platforms.c import PLATFORM, surroundings
from hashcop.platforms.c.lane import CLane, open_lane
from hashcop.platforms.c.sanitize import Sanitizers
from hashcop.platforms.c.tools import emulated, toolchain
from hashcop.platforms.c.tools.installed import Emulator
from hashcop.platforms.c.tools.toolchain import Target, Toolchain
from hashcop.platforms.door import EMULATED, Unavailable
from tests.conftest import MakeTree
from tests.support.lanes import NOWHERE, Groups, groups_of, place


def test_the_platform_and_its_lane_are_those_of_the_door(lane: CLane) -> None:
    platform: door.Platform = PLATFORM
    opened: door.Lane = lane
    assert platform.name == opened.platform == "c"
    assert opened.quantity.name == "cycles"


def test_to_load_the_platform_loads_nothing_that_only_builds_need() -> None:
    code = "import sys, hashcop.platforms.c; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    # What the door imports is loaded anyway.
    door_alone = code.replace("hashcop.platforms.c", "hashcop.platforms.door")
    before = subprocess.run(
        [sys.executable, "-c", door_alone], capture_output=True, text=True, check=True
    )
    added = set(done.stdout.split()) - set(before.stdout.split())
    assert added == {"hashcop.platforms.c"}


# What it tells


def test_a_machine_is_described_with_all_its_targets(lane: CLane) -> None:
    told = lane.described()
    assert set(told.counter) == {target.name for target in lane.targets}
    assert {name for name, why in told.targets.items() if why == "ok"} == set(told.counter)
    assert set(told.targets) == set(told.counter) | set(lane.missing)
    assert told.compilers[0].command == "gcc"
    assert all(one.path and one.version for one in told.compilers)


def lane_with(lane: CLane, targets: tuple[str, ...] = (), **fields: object) -> CLane:
    found = replace(lane.toolchain, **fields)  # type: ignore[arg-type]
    return CLane(replace(lane.place, targets=targets), found)


def test_people_are_told_of_abis_that_are_missing_unless_they_ask_for_others(lane: CLane) -> None:
    missing = {"x86": "gcc -m32: no such file"}
    (said,) = lane_with(lane, missing=missing, refused={}).notices()
    assert said.startswith("the ABI x86 is skipped: its programs do not build or run here; on D")
    assert "-multilib" in said and "{" not in said
    assert lane_with(lane, ("amd64",), missing=missing, refused={}).notices() == ()


def test_people_are_told_once_of_flags_that_do_not_work(lane: CLane) -> None:
    refused = {("amd64", "gcc"): {"-a": "no", "-b": "no", "-c": "no"}, ("x86", "gcc"): {"-d": "no"}}
    (said,) = lane_with(lane, missing={}, refused=refused).notices()
    assert said == (
        "left out: option sets with flags that do not work here (-a, -b, -c, ...); "
        "./do list --options says why"
    )


def test_there_is_a_row_of_option_sets_for_each_target_and_compiler(lane: CLane) -> None:
    rows = lane.option_rows()
    expected = [
        (target.name, compiler.command)
        for target in lane.targets
        for compiler in lane.toolchain.compilers_for(target)
    ]
    assert [(row.target, row.tool.command) for row in rows] == expected
    named = lane_with(lane, (lane.targets[0].name,)).option_rows()
    assert {row.target for row in named} == {lane.targets[0].name}
    assert all(len(row.sets["C"]) == 1 for row in rows if row.tool.command in ("gcc", "clang"))


def test_targets_of_other_machines_are_named_with_what_they_want() -> None:
    found = PLATFORM.elsewhere()
    assert [one.target for one in found] == [abi.name for abi in emulated.candidates()]
    assert all(one.packages and (one.missing or (one.emulator and one.tools)) for one in found)


def test_without_a_compiler_the_platform_is_not_available(
    lane: CLane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Unavailable, match="no compiler is installed"):
        PLATFORM.open(place(lane.sandbox, tmp_path / "cache"))


def test_flags_are_tried_for_the_targets_that_are_asked_for(
    lane: CLane, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def without_refused(found: Toolchain, *_: object, **named: object) -> Toolchain:
        asked.append(named["targets"])
        return found

    other = replace(lane.targets[0], name="other", emulator="qemu")  # type: ignore[arg-type]
    both = replace(lane.toolchain, targets=(*lane.targets, other))
    monkeypatch.setattr("hashcop.platforms.c.lane.without_refused", without_refused)
    monkeypatch.setattr(emulated, "add", lambda *_: both)
    for names in ((), ("x86",), (EMULATED,)):
        open_lane(replace(lane.place, targets=names))
    assert asked == [[], ["x86"], [EMULATED, "other"]]


# What it keeps


def test_what_is_built_is_found_by_its_machine_code(
    lane: CLane, groups: Groups, tmp_path: Path, native: Target
) -> None:
    own = CLane(replace(lane.place, cache=tmp_path / "cache"), lane.toolchain)
    (group,) = groups("sha256/ref", targets=(native.name,))
    workshop = own.workshop(group, tmp_path / "work")
    built = workshop.build(group.option_sets[0])
    workshop.close()
    code = built.outcome.object
    assert built.artifact == own.artifact(code) and own.is_kept(group, code)
    verdict = own.check(group, group.option_sets[0], own.artifact(code), 20)
    assert (verdict.outcome, verdict.expected, verdict.reason) == ("right", "match", "")
    known = [length for length in group.function.known_answers() if length <= lengths.MAPPED]
    assert verdict.known_answers == len(known) < len(group.function.known_answers())
    own.artifact(code).unlink()
    assert not own.is_kept(group, code)


def test_the_programs_of_sanitizers_are_kept_apart(lane: CLane) -> None:
    sanitizing = CLane(replace(lane.place, sanitized=True), lane.toolchain, Sanitizers({}))
    assert lane.artifact("c0de").parts[-4] == "programs"
    assert sanitizing.artifact("c0de").parts[-4] == "sanitized"


def test_the_operators_libraries_and_the_harness_compiler_have_programs_of_their_own(
    toolchain: Toolchain, tmp_path: Path
) -> None:
    library = tmp_path / "libraries/amd64/lib/libkeccak.a"
    library.parent.mkdir(parents=True)
    library.touch()
    others = [
        replace(toolchain, libraries=tmp_path / "libraries"),
        replace(toolchain, compilers=(replace(toolchain.compilers[0], identity="new"),)),
    ]
    found = {
        surroundings.programs_of(tmp_path, one, sanitized=False) for one in (toolchain, *others)
    }
    assert len(found) == 3


def test_what_stands_beside_a_build_is_in_its_surroundings(
    lane: CLane, groups: Groups, native: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (group,) = groups("sha256/ref", targets=(native.name,))
    sandbox = replace(lane.sandbox, name="none")
    library = tmp_path / "libraries" / native.name / "lib"
    library.mkdir(parents=True)
    own = replace(group, target=replace(native, own=library.parent))
    found = [
        lane.surroundings(group),
        CLane(replace(lane.place, sandbox=sandbox), lane.toolchain).surroundings(group),
        CLane(replace(lane.place, sanitized=True), lane.toolchain).surroundings(group),
        lane.surroundings(own),
    ]
    with monkeypatch.context() as patch:
        patch.setattr(surroundings, "_system", lambda: ("another package",))
        found.append(lane.surroundings(replace(group)))
    assert len(set(found)) == len(found)
    assert lane.surroundings(replace(group)) == found[0]


def test_the_key_of_a_check_changes_with_what_it_depends_on(
    lane: CLane, make_tree: MakeTree, native: Target
) -> None:
    files = {"sum/ref/api.h": "", "xor/ref/api.h": "", "sum/kat.tsv": "0\taa\n"}
    where = make_tree(files | {"and/ref/api.h": "", "and/checksumbig": "ab" * 32})
    groups = groups_of(lane, where, ["sum/ref", "xor/ref", "and/ref"], [native.name])
    emulator = Emulator(("qemu",), "qemu 7")
    elsewhere = replace(groups[1], target=replace(native, emulator=emulator))
    found = [lane.check_key(group, "c0de", 9) for group in (*groups, elsewhere)]
    found += [lane.check_key(groups[0], "c0de", 8), lane.check_key(groups[0], "c1de", 9)]
    assert len(set(found)) == len(found)


def test_what_was_found_out_can_be_forgotten(lane: CLane, tmp_path: Path) -> None:
    where = replace(lane.place, cache=tmp_path)
    kept = where.found("c") / toolchain.KEPT.replace("*", "1")
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.touch()
    CLane(where, lane.toolchain).forget()
    assert not kept.exists()


# On another core


def test_on_its_own_core_it_is_itself(lane: CLane) -> None:
    assert lane.on_core(lane.core) is lane


def test_where_another_counter_is_better_it_does_not_go(
    lane: CLane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = CLane(replace(lane.place, cache=tmp_path, libraries=NOWHERE), lane.toolchain)
    monkeypatch.setattr(toolchain, "ask_for_counter", lambda *_: lane.targets[0].counter)
    moved = own.on_core(lane.core + 1)
    assert moved is not None and moved.core == lane.core + 1
    monkeypatch.setattr(toolchain, "ask_for_counter", lambda *_: emulated.NO_COUNTER)
    assert own.on_core(lane.core + 1) is None
    monkeypatch.setattr(toolchain, "ask_for_counter", lambda *_: "it does not run")
    assert own.on_core(lane.core + 1) is None


def test_an_emulated_target_has_no_counter_to_be_examined(
    lane: CLane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    emulator = Emulator(("qemu",), "qemu 7")
    other = replace(lane.targets[0], name="other", emulator=emulator, is_timed=False)
    found = replace(lane.toolchain, targets=(lane.targets[0], other))
    monkeypatch.setattr(toolchain, "ask_for_counter", lambda *_: lane.targets[0].counter)
    moved = CLane(replace(lane.place, cache=tmp_path), found).on_core(lane.core + 1)
    assert moved is not None and [one.name for one in moved.targets][-1] == "other"


def test_a_group_may_be_built_by_several_threads_at_once(
    groups: Groups, native: Target, lane: CLane, tmp_path: Path
) -> None:
    (group,) = groups("sha256/ref", targets=(native.name,), profile="default")
    own = CLane(replace(lane.place, cache=tmp_path / "cache"), lane.toolchain)
    workshop = own.workshop(group, tmp_path / "work")
    some = [one for one in group.option_sets if one.family == "gcc"][:2]
    with ThreadPoolExecutor(2) as executor:
        done = list(executor.map(workshop.build, some))
    workshop.close()
    assert [one.outcome.outcome for one in done] == ["ok", "ok"]
