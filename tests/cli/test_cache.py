"""The cache in runs: shared by checkouts and benches, emptied, kept below its limit, and never half written."""

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.machine.cache import Cache
from tests.support import runs
from tests.support.runs import Bench

Once = Callable[[str, Callable[[Path], None]], Path]


def lie(place: Path) -> Path:
    """A file, at a place."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(bytes(8192))
    return place


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
    quarantine = cached.machine / "submissions" / "0123456789ab"
    sent = lie(quarantine / "tree" / "crypto_hash" / "sha256" / "x" / "hash.c")
    left = [lie(one / "work" / "0" / "sources" / "hash.c") for one in (cached.machine, quarantine)]
    before = cached.content()
    done = clean(cached)
    assert done.status == 0
    assert done.out.startswith("freed ") and str(cached.cache) in done.out
    assert not list(cached.cache.glob("programs/*"))
    assert not any(work.exists() for work in left)
    assert cached.content() == before and library.exists() and sent.exists()
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
