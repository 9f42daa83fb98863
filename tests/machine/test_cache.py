"""What was done before is found again in any bench and checkout of the machine; what may be in use is never removed."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.engine import outcomes, plan, tree
from hashcop.engine.outcomes import Outcomes
from hashcop.engine.plan import Group
from hashcop.machine import cache
from hashcop.machine.cache import Cache, CacheBusy, CacheError, places
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import build
from hashcop.platforms.c.build import Built
from hashcop.platforms.c.tools.toolchain import Toolchain
from tests.conftest import MakeTree
from tests.support import runs
from tests.support.runs import Bench

OLD = 1_000_000_000.0  # seconds since 1970
Home = Callable[..., tuple[Path, ...]]
Once = Callable[[str, Callable[[Path], None]], Path]


# Where it is


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """home(HOME=..., XDG_CACHE_HOME=...): the places of a cache for a user who has these."""

    def chosen(**environment: str) -> tuple[Path, ...]:
        for name in ("HOME", "XDG_CACHE_HOME"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return places("here-1234", tmp_path / "bench")

    return chosen


def test_it_is_in_the_users_own_directory_for_caches(home: Home, tmp_path: Path) -> None:
    fallback = tmp_path / "bench" / "cache"
    (tmp_path / "me").mkdir()
    me = str(tmp_path / "me")
    assert home(HOME=me) == (tmp_path / "me/.cache/hashcop/here-1234", fallback)
    other = str(tmp_path / "made/later")
    assert home(HOME=me, XDG_CACHE_HOME=other)[0] == Path(other) / "hashcop/here-1234"
    assert home(HOME=me, XDG_CACHE_HOME="relative")[0].is_relative_to(me)


def test_without_a_usable_home_it_is_beside_the_results(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fallback = (tmp_path / "bench" / "cache",)
    (tmp_path / "file").touch()
    for nobody in ("", "/", "/nonexistent", str(tmp_path / "file")):
        assert home(HOME=nobody) == fallback, nobody
    assert home() == fallback
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)  # as sudo leaves it
    assert home(HOME=str(tmp_path)) == fallback


def test_who_names_a_place_gets_that_and_no_other(tmp_path: Path) -> None:
    assert places("here-1", tmp_path, tmp_path / "mine") == (tmp_path / "mine/here-1",)


# Who may remove what


def lie(place: Path, size: int = 8192, used: float = OLD) -> Path:
    """A file that was last used at some time."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(b"x" * size)
    os.utime(place, (used, used))
    return place


def program(directory: Path, number: int, size: int = 1 << 20) -> Path:
    """A program that was used the later, the higher its number is."""
    place = directory / "programs" / "beside" / f"code{number}-harness"
    return lie(place / "program", size, OLD + number)


def test_what_was_not_used_for_longest_goes_when_it_is_too_large(tmp_path: Path) -> None:
    kept = Cache(tmp_path, 5 << 20)
    programs = [program(tmp_path, number) for number in range(8)]
    outcome = lie(tmp_path / "outcomes/ab/cdef", used=OLD - 1)
    found = lie(tmp_path / "harness-amd64-1" / "harness.o", 8 << 20)
    for file in programs:
        kept.add(file.parent)
    kept.close()
    left = [file for file in programs if file.exists()]
    assert left == programs[-len(left) :] and 3 <= len(left) <= 4
    assert not outcome.exists()
    assert found.exists()
    assert not any(file.parent.exists() for file in programs[: -len(left)])


def test_what_is_used_is_known_as_used(tmp_path: Path) -> None:
    file = lie(tmp_path / "file")
    assert cache.use(file)
    assert time.time() - file.stat().st_mtime < 60
    assert not cache.use(tmp_path / "missing")


def test_a_run_that_added_nothing_walks_over_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cache, "_entries", None)
    first = Cache(tmp_path)
    first.add(program(tmp_path, 1))
    first.close()  # below the limit
    Cache(tmp_path).close()


def test_a_limit_holds_in_later_runs_and_counts_what_killed_runs_added(tmp_path: Path) -> None:
    with_limit = Cache(tmp_path, 3 << 20)
    for number in range(6):
        with_limit.add(program(tmp_path, number).parent)
    del with_limit  # killed: it is not closed
    later = Cache(tmp_path)
    assert later.limit == 3 << 20
    later.add(program(tmp_path, 6).parent)
    later.close()
    assert len(list(tmp_path.glob("programs/*/*"))) == 2
    assert Cache(tmp_path / "other").limit == cache.LIMIT


def test_while_another_run_uses_it_nothing_is_removed(tmp_path: Path) -> None:
    other = Cache(tmp_path)
    unfinished = lie(tmp_path / "probe.99999999" / "a.c")
    kept = Cache(tmp_path, 1)
    assert unfinished.exists()
    kept.add(program(tmp_path, 1).parent)
    with pytest.raises(CacheBusy):
        kept.clean()
    kept.close()
    assert len(list(tmp_path.glob("programs/*/*/program"))) == 1
    other.close()
    later = Cache(tmp_path)
    assert not unfinished.exists()
    later.add(unfinished)
    later.close()
    assert not list(tmp_path.glob("programs/*/*"))


def test_who_waits_gets_it_when_another_has_cleaned(tmp_path: Path) -> None:
    Cache(tmp_path).close()
    wait = "import fcntl, sys, time; f = open(sys.argv[1]); fcntl.flock(f, fcntl.LOCK_EX)"
    script = f"{wait}; print(1, flush=True); time.sleep(0.5)"
    words = [sys.executable, "-c", script, str(tmp_path / "lock")]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as alone:
        assert alone.stdout and alone.stdout.readline()
        begun = time.monotonic()
        Cache(tmp_path).close()
        assert time.monotonic() - begun > 0.3


def test_where_there_are_no_locks_nothing_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr("fcntl.flock", no_locks)
    kept = Cache(tmp_path, 1)
    kept.add(program(tmp_path, 1).parent)
    kept.close()
    with pytest.raises(CacheBusy):
        Cache(tmp_path).clean()
    assert list(tmp_path.glob("programs/*/*/program"))


def test_what_was_found_out_long_ago_goes_and_what_is_used_stays(tmp_path: Path) -> None:
    Cache(tmp_path).close()
    stale, fresh = lie(tmp_path / "toolchain-1.json"), lie(tmp_path / "toolchain-2.json")
    mine = lie(tmp_path / "notes")
    cache.use(fresh)
    Cache(tmp_path).close()
    assert (stale.exists(), fresh.exists(), mine.exists()) == (False, True, True)


def test_cleaning_leaves_what_is_not_ours_and_says_so(tmp_path: Path) -> None:
    kept = Cache(tmp_path, 1 << 30)
    program(tmp_path, 1)
    lie(tmp_path / "outcomes/ab/cd")
    lie(tmp_path / "harness-amd64-1/harness.o")
    lie(tmp_path / "refused-1.json")
    mine = lie(tmp_path / "notes.txt")
    freed, left = kept.clean()
    assert freed > 1 << 20
    assert left == [mine] and mine.exists()
    assert {path.name for path in tmp_path.iterdir()} == {
        *("lock", "limit", "CACHEDIR.TAG", "notes.txt")
    }
    assert kept.clean()[0] == 0


def test_a_program_comes_whole_from_another_file_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.replace

    def elsewhere(self: Path, target: Path) -> Path:
        if self.parent != target.parent:
            raise OSError(errno.EXDEV, "another file system")
        return real(self, target)

    made, place = tmp_path / "work" / "program", tmp_path / "cache" / "program"
    made.parent.mkdir()
    made.write_text("whole")
    made.chmod(0o755)
    monkeypatch.setattr(Path, "replace", elsewhere)
    cache.settle(made, place)
    assert place.read_text() == "whole" and place.stat().st_mode & 0o777 == 0o755
    assert list(place.parent.iterdir()) == [place]
    monkeypatch.setattr(shutil, "copy", lambda *_: place.joinpath("no").touch())
    with pytest.raises(CacheError, match=str(place)):
        cache.settle(made, place)


def test_the_programs_of_an_earlier_cache_are_moved_and_the_rest_goes(tmp_path: Path) -> None:
    old, programs = tmp_path / "bench/cache", tmp_path / "home/programs/beside"
    lie(old / "programs/code1-harness/program")
    lie(old / "toolchain.json")
    assert cache.take_over(old, programs) == [programs / "code1-harness"]
    assert cache.take_over(old, programs) == []
    assert not old.exists()
    assert [path.name for path in programs.iterdir()] == ["code1-harness"]
    (old.parent / "elsewhere").mkdir()
    old.symlink_to(old.parent / "elsewhere")
    cache.take_over(old, programs)
    assert old.is_symlink()


# What came of builds and checks

OK = {"outcome": "ok", "object": "c0de", "size": {"text": 1, "data": 0, "bss": 0}, "said": []}
FAILED = {"outcome": "failed", "reason": "hash.c:1: error: spoilt", "said": ["hash.c:1: error"]}


@pytest.fixture
def group(make_tree: MakeTree, right: str, toolchain: Toolchain) -> Group:
    """A group of one implementation."""
    where = make_tree({"sum/ref/api.h": "", "sum/ref/hash.c": right})
    abi = toolchain.targets[0].abi
    (made,) = plan.make(tree.walk(where), [], toolchain, "quick", (abi,))
    return made


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Cache]:
    """A cache that is empty."""
    opened = Cache(tmp_path / "kept")
    yield opened
    opened.close()


def linked(known: Outcomes, toolchain: Toolchain) -> Path:
    return lie(build.program_path(known.programs, "c0de", toolchain))


def test_a_build_is_found_again_with_all_that_was_said(
    kept: Cache, group: Group, toolchain: Toolchain, sandbox: Sandbox
) -> None:
    known = Outcomes(kept, toolchain, sandbox)
    assert known.find_build(group, "1") is None
    known.keep_build(group, "1", Built(FAILED, None))
    known.keep_build(group, "2", Built(OK, linked(known, toolchain)))
    another = Outcomes(kept, toolchain, sandbox)
    assert another.find_build(group, "1") == FAILED
    assert another.find_build(group, "2") == OK
    assert another.find("check", group, "1") is None


def test_a_build_whose_program_was_removed_is_to_be_done_again(
    kept: Cache, group: Group, toolchain: Toolchain, sandbox: Sandbox
) -> None:
    known = Outcomes(kept, toolchain, sandbox)
    file = linked(known, toolchain)
    known.keep_build(group, "1", Built(OK, file))
    file.unlink()
    assert known.find_build(group, "1") is None


@pytest.mark.parametrize("torn", [b"", b'{"kind": "bu', b"[]", b"{}", b"\0\0\0", b"\xff"])
def test_what_was_torn_by_a_dying_machine_is_not_known(
    torn: bytes, kept: Cache, group: Group, toolchain: Toolchain, sandbox: Sandbox
) -> None:
    known = Outcomes(kept, toolchain, sandbox)
    known.keep_build(group, "1", Built(FAILED, None))
    (file,) = kept.directory.glob("outcomes/*/*")
    file.write_bytes(torn)
    assert known.find_build(group, "1") is None
    known.keep_build(group, "1", Built(FAILED, None))
    assert known.find_build(group, "1") == FAILED


@pytest.mark.parametrize(
    "reason",
    [
        "the compiler did not end within 300 seconds",
        "gcc: fatal error: Killed signal terminated program cc1",
        "as: BFD error: No space left on device",
        "cc1: out of memory allocating 65536 bytes",
    ],
)
def test_what_failed_for_a_moments_reasons_is_not_kept(
    reason: str, kept: Cache, group: Group, toolchain: Toolchain, sandbox: Sandbox
) -> None:
    known = Outcomes(kept, toolchain, sandbox)
    known.keep_build(group, "1", Built({"outcome": "failed", "reason": reason}, None))
    assert known.find_build(group, "1") is None


def test_a_check_is_kept_only_where_all_was_well(
    kept: Cache, group: Group, toolchain: Toolchain, sandbox: Sandbox
) -> None:
    known = Outcomes(kept, toolchain, sandbox)
    verdicts = [
        {"outcome": "ok", "findings": None, "expected": "match"},
        {"outcome": "ok", "findings": ["did not return within 1 seconds"]},
        {"outcome": "failed", "reason": "did not return within 1 seconds"},
    ]
    for key, verdict in zip("123", verdicts, strict=True):
        known.keep_check(group, key, verdict)
    assert [known.find("check", group, key) for key in "123"] == [verdicts[0], None, None]


def test_what_stands_beside_is_part_of_what_an_outcome_depends_on(
    kept: Cache,
    group: Group,
    toolchain: Toolchain,
    sandbox: Sandbox,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Outcomes(kept, toolchain, sandbox).keep_build(group, "1", Built(FAILED, None))

    def is_known(group: Group = group, sandbox: Sandbox = sandbox, room: str = "programs") -> bool:
        return Outcomes(kept, toolchain, sandbox, room).find_build(group, "1") is not None

    assert is_known()
    assert not is_known(sandbox=replace(sandbox, name="none"))
    assert not is_known(room="sanitized")
    own = tmp_path / "libraries" / group.target.abi
    (own / "lib").mkdir(parents=True)
    assert not is_known(group=replace(group, target=replace(group.target, own=own)))
    with monkeypatch.context() as patch:
        patch.setattr(outcomes, "_makers", lambda: "another driver")
        assert not is_known()
    with monkeypatch.context() as patch:
        patch.setattr(outcomes, "_system", lambda: ("another package",))
        assert not is_known()
    assert is_known()


def test_the_operators_libraries_and_the_harness_compiler_have_programs_of_their_own(
    toolchain: Toolchain, tmp_path: Path
) -> None:
    lie(tmp_path / "libraries/amd64/lib/libkeccak.a")
    others = [
        replace(toolchain, libraries=tmp_path / "libraries"),
        replace(toolchain, compilers=(replace(toolchain.compilers[0], identity="new"),)),
    ]
    found = {outcomes.programs_of(tmp_path, one) for one in (toolchain, *others)}
    assert len(found) == 3


# Runs


def checked(bench: Bench, *words: str) -> runs.Ended:
    done = bench.run("check", *words)
    assert done.status == 0, done.out + done.said
    return done


def facts(bench: Bench) -> list[str]:
    """All but times and the machine, in an order that does not depend on who was first."""
    rows = [{**fact, "time": ""} for fact in bench.facts() if fact["kind"] != "machine"]
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


@pytest.fixture
def two(tmp_path: Path, right: str) -> tuple[Bench, Bench]:
    """Two checkouts of a tree whose code nobody has seen before, in which a file links to another one."""
    files = {
        "ref/api.h": "#define CRYPTO_BYTES 1\n",
        "ref/hash.c": f'#include "own.h"\n{right}',
        "ref/own.h": f"#define OWN {time.time_ns()}\nextern const long long of_our_own;\n",
        "ref/own.c": '#include "own.h"\nconst long long of_our_own = OWN;\n',
    }
    for name in ("a", "b"):
        place = tmp_path / name / "tree" / "crypto_hash" / "sum"
        for file, text in files.items():
            (place / file).parent.mkdir(parents=True, exist_ok=True)
            (place / file).write_text(text)
        (place / "links").mkdir()
        for file in ("api.h", "hash.c", "own.h", "own.c"):
            (place / "links" / file).symlink_to(f"../ref/{file}")
    a, b = tmp_path / "a", tmp_path / "b"
    return Bench(a / "tree", a / "bench", shares=True), Bench(b / "tree", b / "bench", shares=True)


def test_a_checkout_takes_from_the_cache_what_another_has_built_and_checked(
    two: tuple[Bench, Bench],
) -> None:
    first, second = two
    count = "taken from the cache"
    out = checked(first).out
    assert count not in out and "] build sum/ref" in out
    out = checked(second).out
    builds = sum(fact["kind"] == "build" for fact in second.facts())
    assert f"{builds} builds are {count}" in out
    assert "] build" not in out and "] check" not in out
    assert facts(first) == facts(second)
    assert count not in checked(second).out
    assert not (second.machine / "cache").exists()


def test_what_a_link_leads_to_is_part_of_what_is_looked_up(two: tuple[Bench, Bench]) -> None:
    first, second = two
    checked(first, "sum/links")
    header = second.tree / "crypto_hash" / "sum" / "ref" / "own.h"
    header.write_text(header.read_text().replace("OWN ", "OWN 1 + "))
    out = checked(second, "sum/links").out
    assert "taken from the cache" not in out and "] build sum/links" in out


@pytest.fixture
def cached(once: Once, right: str, tmp_path: Path) -> Bench:
    """A small tree with a cache of its own, checked; made once and copied."""

    def make(place: Path) -> None:
        source = place / "tree" / "crypto_hash" / "sum" / "ref"
        source.mkdir(parents=True)
        (source / "api.h").write_text("#define CRYPTO_BYTES 1\n")
        (source / "hash.c").write_text(right)
        checked(Bench(place / "tree", place / "bench"))

    place = once("cached", make)
    return Bench(place / "tree", place / "bench").copy(tmp_path)


def clean(bench: Bench) -> runs.Ended:
    place = ("--bench", bench.place, "--cache", bench.place / "cache")
    return runs.run("clean", *place)


def test_clean_empties_the_cache_and_touches_no_result(cached: Bench) -> None:
    library = lie(cached.machine / "libraries" / "amd64" / "lib" / "libmine.a")
    work = lie(cached.machine / "work" / "0" / "sources" / "hash.c")
    before = cached.content()
    done = clean(cached)
    assert done.status == 0
    assert done.out.startswith("freed ") and str(cached.cache) in done.out
    assert not list(cached.cache.glob("programs/*")) and not work.exists()
    assert cached.content() == before and library.exists()
    assert cached.adds("check") == []  # built again, and recorded not twice
    assert list(cached.cache.glob("programs/*/*/program"))


def test_clean_waits_for_nobody_and_removes_nothing_that_a_run_uses(cached: Bench) -> None:
    held = Cache(cached.cache)
    done = clean(cached)
    assert done.status == 2
    assert f"another ./do is using {cached.cache}" in done.said
    assert list(cached.cache.glob("programs/*/*/program"))
    held.close()


def test_a_run_keeps_the_cache_below_its_limit(cached: Bench) -> None:
    assert list(cached.cache.glob("programs/*/*/program"))
    assert checked(cached, "--cache-limit", "4K").status == 0
    assert not list(cached.cache.glob("programs/*/*/program"))
    assert cached.adds("check") == []  # built again, and recorded not twice


def test_a_cache_of_earlier_versions_is_taken_over(cached: Bench) -> None:
    """So that nothing is built again."""
    old = cached.machine / "cache"
    (room,) = cached.cache.glob("programs/*")
    shutil.copytree(room, old / "programs")
    (old / "toolchain.json").write_text("{}")
    shutil.rmtree(cached.cache)
    assert "to do" not in checked(cached).out
    assert not old.exists()


def test_two_runs_at_once_share_a_cache_that_is_empty(two: tuple[Bench, Bench]) -> None:
    own = two[0].place.parent.parent / "cache"
    words = ("check", "--cache", str(own))
    processes = [bench.start(*words) for bench in two]
    assert [runs.ended(process).status for process in processes] == [0, 0]
    assert facts(two[0]) == facts(two[1])
    assert not list(own.glob("*/*.[0-9]*"))


def test_killed_while_it_builds_a_run_leaves_nothing_that_is_half(
    two: tuple[Bench, Bench],
) -> None:
    first, second = two
    process = first.start("check")
    assert runs.wait_for(process, lambda: b'"kind":"build"' in first.content())
    runs.kill(process, signal.SIGKILL)
    process.communicate()
    checked(second)
    checked(first)
    assert facts(first) == facts(second)
