"""Flags that don't work here are found by trying each once, and what was found is kept."""

import platform
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.described import option_rows
from hashcop.platforms.c.options import OptionSets
from hashcop.platforms.c.tools import compilers, refused
from hashcop.platforms.c.tools.compilers import Family, Sets
from hashcop.platforms.c.tools.refused import without_refused
from hashcop.platforms.c.tools.toolchain import Toolchain

Axes = Callable[..., None]


@pytest.fixture
def axes(monkeypatch: pytest.MonkeyPatch) -> Axes:
    """axes(["-a", "-b"], ["-c"]): gcc has these axes, in the profile `tried`, and nothing else is described."""

    def described(*given: list[str], languages: tuple[str, ...] = ("c", "c++")) -> None:
        sets = Sets(("tried",), languages, tuple(map(tuple, given)))
        family = Family("gcc", "g++", "gcc", "g++", (sets,))
        monkeypatch.setattr(compilers, "families", lambda: (family,))

    return described


@pytest.fixture
def here(toolchain: Toolchain) -> Toolchain:
    """The first ABI with the first compiler."""
    return replace(toolchain, compilers=toolchain.compilers[:1], targets=toolchain.targets[:1])


def on_a_processor(here: Toolchain, features: set[str]) -> Toolchain:
    """The same on a processor that has nothing else."""
    targets = (replace(target, features=frozenset(features)) for target in here.targets)
    return replace(here, targets=tuple(targets))


def reasons(found: Toolchain) -> dict[str, str]:
    (target,) = found.targets
    return dict(found.refused.get((target.name, "gcc"), {}))


def test_a_flag_that_the_compiler_does_not_know_is_refused_in_its_words(
    axes: Axes, here: Toolchain, sandbox: Sandbox, tmp_path: Path
) -> None:
    axes(["-O2", "-fno-such-thing"], ["", "-funroll-loops"])
    found = without_refused(here, "tried", sandbox, tmp_path)
    assert list(reasons(found)) == ["-fno-such-thing"]
    assert "-fno-such-thing" in reasons(found)["-fno-such-thing"]
    (row,) = option_rows(OptionSets(found, "tried"), found.targets)
    words = ("gcc", *here.targets[0].flags["gcc"], "-O2")
    assert [one.words for one in row.sets["C"]] == [words, (*words, "-funroll-loops")]
    assert list(row.refused) == ["-fno-such-thing"]


def test_instructions_that_the_processor_lacks_are_named(
    axes: Axes, here: Toolchain, sandbox: Sandbox, tmp_path: Path
) -> None:
    if platform.machine() != "x86_64":
        pytest.skip("flags of another processor")
    axes(["-mavx2", "-march=native", "-msse2"])
    old = on_a_processor(here, {"mmx", "sse", "sse2"})
    found = reasons(without_refused(old, "tried", sandbox, tmp_path))
    assert set(found) == {"-mavx2"}
    assert "this processor has not: " in found["-mavx2"] and "avx2" in found["-mavx2"]


def test_a_system_that_names_no_instructions_is_tried_by_running(
    axes: Axes, here: Toolchain, sandbox: Sandbox, tmp_path: Path
) -> None:
    axes(["-O2"])
    unknown = on_a_processor(here, set())
    assert reasons(without_refused(unknown, "tried", sandbox, tmp_path)) == {}


def test_a_program_that_crashes_is_refused_with_the_signal(
    axes: Axes, here: Toolchain, sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crash = "int main(void) {\n#ifdef CRASH\n__builtin_trap();\n#endif\nreturn 0; }\n"
    monkeypatch.setattr(refused, "program", lambda: crash)
    axes(["-DCRASH", "-DHARMLESS"])
    found = reasons(without_refused(here, "tried", sandbox, tmp_path))
    assert set(found) == {"-DCRASH"}
    assert "SIG" in found["-DCRASH"]


def test_what_only_cxx_has_is_tried_with_it(
    axes: Axes, here: Toolchain, sandbox: Sandbox, tmp_path: Path
) -> None:
    if not here.compilers[0].cxx:
        pytest.skip("no C++")
    axes(["-std=c++17 -Werror"], languages=("c++",))
    assert reasons(without_refused(here, "tried", sandbox, tmp_path)) == {}
    axes(["-std=c++17 -Werror"])
    assert set(reasons(without_refused(here, "tried", sandbox, tmp_path / "c"))) == {
        "-std=c++17 -Werror"
    }


def test_nothing_is_tried_twice_until_something_changes(
    axes: Axes, here: Toolchain, sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    axes(["-O2", "-fno-such-thing"])
    first = without_refused(here, "tried", sandbox, tmp_path)
    tried: list[str] = []
    real = refused._try_all

    def count(attempts: list[refused.Attempt], *rest: object) -> dict[str, str]:
        tried.extend(attempt.entry for attempt in attempts)
        return real(attempts, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(refused, "_try_all", count)
    assert without_refused(here, "tried", sandbox, tmp_path) == first
    assert tried == []
    axes(["-O2", "-fno-such-thing", "-O3"])
    without_refused(here, "tried", sandbox, tmp_path)
    assert tried == ["-O3"]
    other = replace(here.compilers[0], identity="another")
    without_refused(replace(here, compilers=(other,)), "tried", sandbox, tmp_path)
    assert tried == ["-O3", "-O2", "-fno-such-thing", "-O3"]
    (kept,) = tmp_path.glob(refused.KEPT)
    kept.write_text("{torn")
    without_refused(here, "tried", sandbox, tmp_path)
    assert len(tried) == 7


def test_only_the_abis_and_the_profile_asked_for_are_tried(
    axes: Axes, here: Toolchain, sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> dict[str, str]:
        raise AssertionError("tried")

    axes(["-O2"])
    monkeypatch.setattr(refused, "_try_all", refuse)
    without_refused(here, "another", sandbox, tmp_path)
    without_refused(here, "tried", sandbox, tmp_path, targets=("s390x",))
    with pytest.raises(AssertionError, match="tried"):
        without_refused(here, "tried", sandbox, tmp_path)


def test_the_default_profile_is_refused_nothing_on_the_abis_that_work(
    toolchain: Toolchain, sandbox: Sandbox, tmp_path: Path
) -> None:
    if platform.machine() != "x86_64":
        pytest.skip("clang knows no -march=native everywhere")
    assert without_refused(toolchain, "default", sandbox, tmp_path).refused == {}
    assert not set(tmp_path.iterdir()) - set(tmp_path.glob(refused.KEPT))
