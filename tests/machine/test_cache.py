"""Where the cache is, what goes when it is too large or old, and that nothing goes that may be in use."""

import errno
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.machine import cache
from hashcop.machine.cache import Cache, CacheBusy, CacheError, places

OLD = 1_000_000_000.0  # seconds since 1970
Home = Callable[..., tuple[Path, ...]]


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
    found = lie(tmp_path / "found/c/harness-amd64-1/harness.o", 8 << 20)
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
    stale, fresh = (lie(tmp_path / f"found/c/toolchain-{n}.json") for n in (1, 2))
    mine = lie(tmp_path / "notes")
    cache.use(fresh)
    Cache(tmp_path).close()
    assert (stale.exists(), fresh.exists(), mine.exists()) == (False, True, True)


def test_cleaning_leaves_what_is_not_ours_and_says_so(tmp_path: Path) -> None:
    kept = Cache(tmp_path, 1 << 30)
    program(tmp_path, 1)
    lie(tmp_path / "outcomes/ab/cd")
    lie(tmp_path / "found/c/harness-amd64-1/harness.o")
    lie(tmp_path / "quiet.json")
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
