"""What a machine can build and run is found by trying, said where it is missing, and kept until something changes."""

import os
import platform
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hashcop.machine.sandbox import Sandbox, open_sandbox
from hashcop.platforms.c.tools import compilers, counters
from hashcop.platforms.c.tools import toolchain as module
from hashcop.platforms.c.tools.installed import compiler_directories, find_compilers
from hashcop.platforms.c.tools.probing import NOT_RUN, Prober
from hashcop.platforms.c.tools.toolchain import Target, Toolchain, ToolchainError, open_toolchain
from tests.support.lanes import CORES, NOWHERE

FakeGcc = Callable[[str], Sandbox]


@pytest.fixture
def fake_gcc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeGcc:
    """fake_gcc(script): the only compiler on the PATH, a shell script; `$REAL` is the real one."""
    real = shutil.which("gcc")

    def made(script: str) -> Sandbox:
        place = tmp_path / "fake" / "bin"
        place.mkdir(parents=True, exist_ok=True)
        (place / "gcc").write_text(f"#!/bin/sh\nREAL={real}\n{script}\n")
        (place / "gcc").chmod(0o755)
        monkeypatch.setenv("PATH", str(place))
        return open_sandbox_with(place.parent)

    return made


def open_sandbox_with(toolchain: Path) -> Sandbox:
    path = os.environ["PATH"]
    os.environ["PATH"] = f"{path}:/usr/bin:/bin"
    try:
        return open_sandbox(trusted=False, toolchains=[toolchain])
    finally:
        os.environ["PATH"] = path


VERSION = '[ "$1" = --version ] && echo "a gcc of paper" && exit\n'


# What is found


def test_compilers_are_found_with_version_and_identity(toolchain: Toolchain) -> None:
    gcc = toolchain.compilers[0]
    assert gcc.command == "gcc"
    assert Path(gcc.path).is_file()
    assert "gcc" in gcc.version.lower()
    identities = [compiler.identity for compiler in toolchain.compilers]
    assert len(set(identities)) == len(identities)


def test_the_native_abi_comes_first_and_needs_no_flags(native: Target) -> None:
    names = [abi.name for abi in compilers.abis() if platform.machine() in abi.processors]
    assert native.name == names[0]
    assert native.flags["gcc"] == ()


def test_every_abi_of_this_processor_is_a_target_or_missing_with_a_reason(
    toolchain: Toolchain,
) -> None:
    ours = {abi.name for abi in compilers.abis() if platform.machine() in abi.processors}
    targets = {target.name for target in toolchain.targets}
    assert targets | set(toolchain.missing) == ours
    assert not targets & set(toolchain.missing)
    assert all(toolchain.missing.values())


def test_programs_of_x86_have_32_bits(x86: Target) -> None:
    header = (x86.harness / "none").read_bytes()[:5]
    assert header == b"\x7fELF\x01"


def test_a_counter_is_told_by_the_harness(toolchain: Toolchain) -> None:
    for target in toolchain.targets:
        assert target.counter.name and " " not in target.counter.name
        assert target.counter.counts
        assert target.counter.ticks_per_second > 1000
        assert target.counter.resolution >= 1
        assert target.counter.reason
        assert target.counter.others
        assert all(other.reason for other in target.counter.others)
        assert target.counter.name not in {other.name for other in target.counter.others}


def test_a_setting_that_permits_a_counter_makes_everything_be_tried_again(
    toolchain: Toolchain, sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def state(settings: list[str]) -> str:
        monkeypatch.setattr(counters, "settings", lambda: settings)
        return module.state_of(sandbox, toolchain.harness_digest, NOWHERE)

    assert state(["3", ""]) == state(["3", ""])
    assert state(["3", ""]) != state(["2", ""])


def test_what_was_found_out_can_be_forgotten(tmp_path: Path) -> None:
    (tmp_path / module.KEPT.replace("*", "1")).write_text("{}")
    module.forget(tmp_path)
    module.forget(tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_harness_shows_only_the_names_it_must(toolchain: Toolchain) -> None:
    for target in toolchain.targets:
        said = subprocess.run(
            ["nm", "--defined-only", "--extern-only", target.harness / "harness.o"],
            capture_output=True,
            text=True,
            check=True,
        )
        names = {line.split()[-1] for line in said.stdout.splitlines()}
        assert {name for name in names if not name.startswith("__x86.")} == {"main", "cpucycles"}


def test_a_library_is_there_where_its_header_and_itself_are(native: Target) -> None:
    if not Path("/usr/include/openssl/evp.h").exists():
        pytest.skip("no libcrypto")
    assert "libcrypto" in native.libraries


def test_a_library_whose_headers_have_a_place_of_their_own_is_found(
    sandbox: Sandbox, toolchain: Toolchain, native: Target, tmp_path: Path
) -> None:
    prober = Prober(sandbox, toolchain.sources, tmp_path / "cache", NOWHERE, toolchain.pinned)
    scratch = tmp_path / "scratch"
    place = scratch / "sum-2"
    (place / "sum").mkdir(parents=True)
    (place / "sum/sum.h").touch()

    def is_found(*compile: str) -> bool:
        library = compilers.Library(
            "libsum", ("sum/",), "sum/sum.h", compile, (), False, False, "libsum-dev", ""
        )
        return prober.links(toolchain.compilers[0], (), native.name, library, scratch)

    assert is_found(f"-I{place}")
    assert not is_found()


def test_a_compiler_in_a_place_of_its_own_is_shown_to_the_sandbox(
    fake_gcc: FakeGcc, tmp_path: Path
) -> None:
    fake_gcc(VERSION)
    assert compiler_directories() == [tmp_path / "fake"]
    (gcc,) = find_compilers()
    assert (gcc.version, gcc.cxx) == ("a gcc of paper", "")


# What is missing


def test_without_a_compiler_nothing_can_be_built(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolchainError, match="no compiler is installed"):
        open_toolchain(sandbox, tmp_path / "cache", NOWHERE, CORES)


def test_a_compiler_that_makes_nothing_that_runs_is_quoted(
    fake_gcc: FakeGcc, tmp_path: Path
) -> None:
    sandbox = fake_gcc(VERSION + 'echo "gcc: fatal error: no paper" >&2; exit 1')
    with pytest.raises(ToolchainError, match=r"no ABI works here: .*fatal error: no paper"):
        open_toolchain(sandbox, tmp_path / "cache", NOWHERE, CORES)


@pytest.mark.usefixtures("few_libraries")
def test_an_abi_that_the_compiler_can_not_make_is_missing_in_its_words(
    fake_gcc: FakeGcc, tmp_path: Path
) -> None:
    if platform.machine() != "x86_64":
        pytest.skip("no processor of two ABIs")
    refuse = (
        'for word; do case "$word" in -m32|-mx32) echo "error: no $word" >&2; exit 1;; esac; done\n'
    )
    sandbox = fake_gcc(VERSION + refuse + 'exec "$REAL" "$@"')
    found = open_toolchain(sandbox, tmp_path / "cache", NOWHERE, CORES)
    assert [target.name for target in found.targets] == ["amd64"]
    assert found.missing == {"x86": "gcc -m32: error: no -m32", "x32": "gcc -mx32: error: no -mx32"}


@pytest.mark.usefixtures("few_libraries")
def test_of_an_abis_flags_the_first_that_work_are_taken(fake_gcc: FakeGcc, tmp_path: Path) -> None:
    if platform.machine() != "x86_64":
        pytest.skip("only x86 has two ways")
    last = compilers.abis()[1].flags[-1]
    needed = f'case "$*" in *"{last[-1]}"*) ;; *) echo "error: no header" >&2; exit 1;; esac\n'
    drop = 'exec "$REAL" "$@"'
    only_32 = f'case "$*" in *-m32*)\n{needed};; esac\n'
    sandbox = fake_gcc(VERSION + only_32 + drop)
    try:
        found = open_toolchain(sandbox, tmp_path / "cache", NOWHERE, CORES)
    except ToolchainError as error:
        pytest.skip(f"no 32 bits here: {error}")
    if "x86" in found.missing:
        pytest.skip(f"no 32 bits here: {found.missing['x86']}")
    assert found.targets[1].flags["gcc"] == last


def test_a_compiler_that_makes_nothing_of_an_abis_flags_does_not_serve_it(
    sandbox: Sandbox, toolchain: Toolchain, tmp_path: Path
) -> None:
    """As tcc passes over -mx32, and makes programs that run."""
    paper = compilers.Abi("paper", (), (("-DHARMLESS",),), "", condition="defined(PAPER)")
    prober = Prober(sandbox, toolchain.sources, tmp_path, NOWHERE, toolchain.pinned)
    said = prober.target(paper, toolchain.compilers[:1])
    assert isinstance(said, str) and "another ABI" in said
    assert all(abi.condition not in ("", "1") for abi in compilers.abis())


def test_an_abi_whose_programs_are_built_and_do_not_run_is_told_apart(
    sandbox: Sandbox, toolchain: Toolchain, tmp_path: Path
) -> None:
    """As x32 where the kernel was built without it: it is not the compiler's first complaint that counts."""
    paper = compilers.Abi("paper", (), (("-no-such-option",), ("-DRUNS=0",)), "")
    prober = Prober(sandbox, toolchain.sources, tmp_path, NOWHERE, toolchain.pinned, ("false",))
    said = prober.target(paper, toolchain.compilers[:1])
    assert said == f"gcc -DRUNS=0: {NOT_RUN}"


# What is kept


def test_what_was_found_is_not_tried_again(
    sandbox: Sandbox, toolchain: Toolchain, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Toolchain:
        raise AssertionError("tried again")

    monkeypatch.setattr(module, "_probe", refuse)
    found = open_toolchain(sandbox, toolchain.sources.parent, NOWHERE, CORES)
    assert found.compilers == toolchain.compilers
    assert [one.name for one in found.targets] == [one.name for one in toolchain.targets]


def test_how_wide_the_core_is_alone_is_kept_for_later_runs(
    sandbox: Sandbox, toolchain: Toolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(toolchain.sources.parent, cache, symlinks=True)
    monkeypatch.setattr(module, "_probe", None)
    first, *others = toolchain.targets
    module.keep_widths(toolchain, cache, {first.name: 9.5})
    again, *rest = open_toolchain(sandbox, cache, NOWHERE, CORES).targets
    assert again.counter.width == 9.5 and again.counter.name == first.counter.name
    assert [one.counter for one in rest] == [one.counter for one in others]
    module.keep_widths(toolchain, cache, {one.name: 9.5 for one in toolchain.targets})
    every = open_toolchain(sandbox, cache, NOWHERE, CORES).targets
    assert {one.counter.width for one in every} == {9.5}


@pytest.mark.usefixtures("one_abi")
def test_it_is_tried_again_when_something_has_changed(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    tried = []
    real = module._probe

    def probe(*words: object) -> Toolchain:
        tried.append(words)
        return real(*words) if len(tried) == 1 else first  # type: ignore[arg-type]

    monkeypatch.setattr(module, "_probe", probe)
    first = open_toolchain(sandbox, cache, NOWHERE, CORES)
    assert open_toolchain(sandbox, cache, NOWHERE, CORES) == first
    assert len(tried) == 1

    (kept,) = cache.glob(module.KEPT)
    text = kept.read_text()
    kept.write_text(text[: len(text) // 2])
    assert open_toolchain(sandbox, cache, NOWHERE, CORES) == first
    assert len(tried) == 2

    harness = first.targets[0].harness / "harness.o"
    harness.rename(harness.with_suffix(".away"))
    open_toolchain(sandbox, cache, NOWHERE, CORES)
    assert len(tried) == 3
    harness.with_suffix(".away").rename(harness)

    monkeypatch.setattr(module, "SYSTEM_STATE", (*module.SYSTEM_STATE, str(tmp_path)))
    open_toolchain(sandbox, cache, NOWHERE, CORES)
    assert len(tried) == 4

    other = Sandbox("another sandbox 1.0", sandbox.confine, sandbox.become, sandbox.extra_readable)
    open_toolchain(other, cache, NOWHERE, CORES)
    assert len(tried) == 5


def test_a_new_version_of_a_compiler_is_a_new_identity(fake_gcc: FakeGcc) -> None:
    fake_gcc(VERSION)
    (before,) = find_compilers()
    assert find_compilers() == (before,)
    fake_gcc(VERSION.replace("paper", "wood"))
    (after,) = find_compilers()
    assert before.identity != after.identity


# Where it is kept


@pytest.fixture
def strict_umask() -> Iterator[None]:
    """Files that only their owner may read."""
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.mark.usefixtures("strict_umask", "one_abi")
def test_a_strict_umask_is_no_hindrance(sandbox: Sandbox, tmp_path: Path) -> None:
    found = open_toolchain(sandbox, tmp_path / "cache", NOWHERE, CORES)
    assert found.targets
    for path in found.sources.rglob("*"):
        assert path.stat().st_mode & 0o444 == 0o444


@pytest.mark.usefixtures("one_abi")
def test_blanks_in_the_name_of_the_place_are_no_hindrance(sandbox: Sandbox, tmp_path: Path) -> None:
    assert open_toolchain(sandbox, tmp_path / "my $HOME's cache", NOWHERE, CORES).targets
