"""Figures from SUPERCOP's data: which option set was measured, in which class, by which version."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.results.model import load
from hashcop.results.summary import Hash, Implementation
from tests.support.supercop_lines import CLANG, CYCLES, GCC, MEASURED, NEW, OLD_LINES, TRIES

Write = Callable[[str], object]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes tmp_path/data."""
    return (tmp_path / "data").write_text


def hashes(*paths: Path) -> list[Hash]:
    return [hash for machine in load(paths) for target in machine.targets for hash in target.hashes]


def implementations(path: Path) -> dict[str, Implementation]:
    return {one.name: one for hash in hashes(path) for one in hash.implementations}


def test_what_was_measured_has_a_curve_and_the_others_their_races(
    tmp_path: Path, write: Write
) -> None:
    write(TRIES + MEASURED + CYCLES)
    found = implementations(tmp_path / "data")
    asm, ref = found["asm"], found["ref"]
    assert asm.winner and asm.winner.options == ("gcc", "-O3", "-march=native")
    assert asm.curve[1536].median == 910
    # Each further byte costs (2400 - 1200) / 2048, or (2700 - 1300) / 2048.
    assert asm.long and asm.long.median == (1200 + 1400) / 2 / 2048
    assert ref.winner and ref.winner.options == ("gcc", "-O3", "-march=native")
    assert ref.winner.median == 1100 and not ref.curve
    assert asm.newest.version == "1.2 beta" and asm.newest.security == "timingleaks"


def test_the_compiler_line_says_which_option_set_was_measured(tmp_path: Path, write: Write) -> None:
    write(TRIES + MEASURED.replace(f"compiler {GCC}", f"compiler {CLANG}") + CYCLES)
    asm = implementations(tmp_path / "data")["asm"]
    assert asm.winner and asm.winner.options == ("clang", "-Os") and asm.curve


def test_without_a_compiler_line_it_is_the_fastest_that_was_tried(
    tmp_path: Path, write: Write
) -> None:
    write(TRIES + f"{NEW} implementation crypto_hash/md5/asm -\n" + CYCLES)
    asm = implementations(tmp_path / "data")["asm"]
    assert asm.winner and asm.winner.options == ("gcc", "-O3", "-march=native") and asm.curve


def test_a_hash_of_two_classes_has_a_curve_for_both(tmp_path: Path, write: Write) -> None:
    other = (TRIES + MEASURED + CYCLES).replace("md5/timingleaks", "md5/constbranchindex")
    write(TRIES + MEASURED + CYCLES + other.replace("md5/asm", "md5/ct"))
    found = implementations(tmp_path / "data")
    assert {name: one.newest.security for name, one in found.items() if one.curve} == {
        "asm": "timingleaks",
        "ct": "constbranchindex",
    }


def test_an_implementation_in_two_classes_is_two(tmp_path: Path, write: Write) -> None:
    whole = TRIES + MEASURED + CYCLES
    write(whole + whole.replace("md5/timingleaks", "md5/constbranchindex"))
    found = implementations(tmp_path / "data")
    assert set(found) == {"asm", "ref", "asm (constbranchindex)", "ref (constbranchindex)"}
    assert found["asm"].curve and found["asm (constbranchindex)"].curve


def test_a_later_version_replaces_an_earlier_one(tmp_path: Path, write: Write) -> None:
    before = (TRIES + MEASURED + CYCLES).replace("20260330 hydra", "20200101 hydra")
    before = before.replace("20260131", "20200202").replace("/timingleaks", "")
    now = TRIES.replace("ok 900", "ok 800").replace("md5/ref", "md5/new")
    write(now + before)
    found = implementations(tmp_path / "data")
    assert set(found) == {"asm", "ref", "new"}
    assert found["asm"].winner and found["asm"].winner.median == 800 and not found["asm"].curve
    assert found["asm"].newest.sources == "supercop-20260330"


def test_machines_and_targets_of_one_file_are_kept_apart(tmp_path: Path, write: Write) -> None:
    armed = (TRIES + MEASURED + CYCLES).replace("hydra amd64", "hydra arm64")
    write(OLD_LINES + TRIES + MEASURED + CYCLES + armed)
    berg, hydra = load([tmp_path / "data"])
    assert (berg.name, berg.supercop) == ("berg-supercop", "20110101")
    assert [target.name for target in hydra.targets] == ["amd64", "arm64"]
    (old,) = berg.targets[0].hashes[0].implementations
    assert old.name == "gil/a" and old.newest.security == ""
    assert old.measured == ("2011-02-03T00:00:00Z", "2011-02-03T00:00:00Z")
    assert old.curve[8].low == -0.5 and old.curve[8].median == 0  # of -1, 0 and 100
    assert berg.targets[0].counter and berg.targets[0].counter.core_cycles is None


def figures(path: Path) -> list[Any]:
    return [
        (
            m.name,
            m.processor,
            target.name,
            hash.name,
            one.name,
            one.curve,
            one.winner,
            {code.object: code for code in one.codes},
        )
        for m in load([path])
        for target in m.targets
        for hash in target.hashes
        for one in hash.implementations
    ]


def test_the_order_of_the_kinds_of_lines_does_not_matter(tmp_path: Path, write: Write) -> None:
    lines = (OLD_LINES + TRIES + MEASURED + CYCLES).splitlines(keepends=True)
    write("".join(lines))
    found = figures(tmp_path / "data")
    assert len(found) == 3
    write("".join(sorted(lines)))
    assert figures(tmp_path / "data") == found
    random.Random(1).shuffle(lines)
    write("".join(lines))
    assert figures(tmp_path / "data") == found


def test_a_file_twice_says_the_same_as_once(tmp_path: Path, write: Write) -> None:
    whole = OLD_LINES + TRIES + MEASURED + CYCLES
    write(whole)
    found = figures(tmp_path / "data")
    write(whole + whole)
    assert figures(tmp_path / "data") == found


def test_the_outcome_of_timecop_is_of_the_machine_code(tmp_path: Path, write: Write) -> None:
    who = f"crypto_hash/md5/asm {GCC}"
    write(TRIES + f"{NEW} timecop_pass {who}\n{NEW} timecop_fail {who} branch at 0x40\n")
    codes = implementations(tmp_path / "data")["asm"].codes
    outcomes = {c.option_sets[0][0]: c.timecop and c.timecop.outcome for c in codes}
    assert outcomes == {"gcc": "fail", "clang": None}
