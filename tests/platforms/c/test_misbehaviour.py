"""Every way to misbehave is caught and named, and none of them disturbs the others: one `./do check` over tests/bad."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.data.lengths import REPEATED, USUAL
from hashcop.machine.sandbox import Sandbox, open_sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.program import Limit
from hashcop.platforms.c.timing import Timer
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Built, Group, Patience
from tests.support import processes, trees

BAD = Path(__file__).resolve().parents[2] / "bad"
SECONDS = 3
REFUSED = "^used a kernel interface that a hash function has no need for: {},"
TOO_LONG = rf"^did not return within {SECONDS} seconds of processor time \(--time-limit raises the limit\):"
ON_FIRST = r" on a message of \d+ bytes \(checksumsmall\)$"

# What it does, and the words in which every one of its builds is rejected.
DOES_NOT_BUILD = {
    "long-output": r"^api\.h defines CRYPTO_BYTES as 70000: it must be from 1 to 65536$",
    "no-output-size": r"^api\.h does not define CRYPTO_BYTES$",
    "no-source": r"^no source file to compile$",
    "does-not-compile": r"^hash\.c:\d+:\d+: error: .*undeclared_name",
    "many-errors": r"^hash\.c:\d+:\d+: error: .*undeclared_10",
    "undefined-symbol": r"^neither a file nor a library defines ‘nowhere’, which hash\.c uses$",
    "has-main": r"^hash\.c defines ‘main’, as the harness does",
    "includes-outside": r"^hash\.c:\d+:\d+: fatal error: .*/etc/hostname",
    "embeds-outside": r"([Ff]ile not found:|Could not find incbin file) ?'?/etc/passwd",
}
MISBEHAVES = DOES_NOT_BUILD | {
    # says that it failed
    "returns-one": r"^returned 1 instead of 0 for a message of \d+ bytes",
    "returns-minus-one": r"^returned -1 instead of 0 for a message of 17 bytes",
    # does not come back
    "writes-null": r"^crashed with SIGSEGV .* on a message of 5 bytes",
    "overflows-stack": r"^crashed with SIGSEGV .*" + ON_FIRST,
    "arithmetic-error": r"^crashed with SIGFPE .*" + ON_FIRST,
    "kills-itself": r"^was killed by SIGKILL twice, though it reached no limit: by itself, or from outside$",
    "never-returns": TOO_LONG + ON_FIRST,
    "never-returns-stubborn": rf"^did not return within {SECONDS} seconds \(--time-limit raises "
    r"the limit\), and blocked the signal",
    "waits": rf"^waited for {SECONDS} seconds, and did not return \(--time-limit raises the limit\):"
    + ON_FIRST,
    "forks-endlessly": REFUSED.format("clone") + ON_FIRST,
    "floods-output": TOO_LONG + ON_FIRST,
    "exits-before-main": r"^ended the program by itself, with status 0",
    # wants what is none of its business
    "uses-network": REFUSED.format("socket") + ON_FIRST,
    "wants-root": REFUSED.format("chroot") + ON_FIRST,
    # writes where it must not
    "writes-after-output": r"^wrote outside .*, 1 bytes after the end of its output: a message of",
    "writes-before-output": r"^wrote outside .*, 3 bytes before the beginning of its output",
    "writes-after-input": r"^wrote outside .*, 1 bytes after the end of its input",
    "writes-before-input": r"^wrote outside .*, 1 bytes before the beginning of its input",
    "changes-input": r"^changed its input: a message of \d+ bytes",
    # is no function of its input
    "counts-calls": r"^gave another output when the same bytes were hashed again: a message of",
    "reads-output": r"^gave another output when the same bytes were hashed again: a message of",
    "fails-in-place": r"^gave another output when hashing in place",
    # is another function
    "wrong-from-64": r"^wrong digest of a message of 64 bytes \(i mod 251\): "
    r"expected e55e99774f216883, got e45e99774f216883$",
    "wrong-for-other-contents": r"^checksumsmall is [0-9a-f]{64}, expected 403e5f91[0-9a-f]{56}$",
    "wrong-when-long": r"^checksumbig is [0-9a-f]{64}, expected 60da49ef[0-9a-f]{56}$",
    "wants-alignment": r"^gave another (?:digest than crypto_hash/fnv1a64/ref|output)",
    # meddles with results
    "replaces-memcmp": r"^gave another output when the same bytes were hashed again",
    "forges-results": r"^wrote on the descriptor of the results$",
    "floods-descriptors": r"^wrote (on the descriptor of the results|more than 64 MiB of results)$",
    "closes-descriptors": r"^closed the descriptor of the results$",
}

EDGE = r"a message of \d+ bytes \(at the edge of memory\)"
NEW = r"a message of \d+ bytes \(a new one\)"

# Right by the checksums, and what is found all the same.
IS_MARKED = {
    "exits-at-once": r"^ended the program by itself, with status 0",
    "exits": r"^ended the program instead of returning, on a message of 9 bytes",
    "throws": r"^crashed with SIGABRT .* on a message of 2 bytes",
    "aborts": r"^crashed with SIGABRT .* on a message of 3 bytes",
    "fails-when-timed": r"^returned 5 instead of 0 for " + NEW,
    "reads-after-input": r"^read outside its buffers, 1 bytes after the end of its input: " + EDGE,
    "reads-before-input": r"^read outside .*, 2 bytes before the beginning of its input: " + NEW,
    "reads-unset-stack": r"^gave another output when the same bytes were hashed again: " + EDGE,
    "writes-far-after-output": r"^wrote outside .*, 20 bytes after the end of its output: " + NEW,
    "wrong-beyond-4096": r"^wrong digest of a message of 8192 bytes \(i mod 251\): expected"
    r"|^gave another digest than crypto_hash/fnv1a64/ref for a message of \d+ bytes \(random bytes",
}

# What is no fault, and good to know.
IS_NOTED = {
    "has-own-memcpy": [
        "exports names outside its name space: memcpy",
        "defines names of the C library: memcpy",
    ],
    "brings-a-test": [
        "exports names outside its name space: main",
        "defines names of the harness: main",
    ],
    "own-names": [],
    "namespace": [],
    "runs-before-main": ["exports names outside its name space: anybodys", "runs code before main"],
}

# Right and well behaved, each in a form of its own.
BEHAVES = (
    "ref",
    "assembly",
    "brings-a-test",
    "constant-time",
    "cxx",
    "deep/below/the-hash",
    "has-own-memcpy",
    "headers",
    "included-only",
    "linked-directory",
    "linked-files",
    "names-with.dots-and_all",
    "namespace",
    "odd-section",
    "outer",
    "outer/inner",
    "own-names",
    "prints",
    "runs-before-main",
    "slow",
)

# Right as long as the sandbox denies what they try.
IS_DENIED = (
    "looks-around",
    "reads-files",
    "wants-memory",
    "writes-files",
)

Rows = dict[str, dict[str, Any]]


@pytest.fixture(scope="session")
def rows(verdicts: Callable[..., Rows], native: Target) -> Rows:
    """The verdicts of the whole tree, from one run, by implementation."""
    words = ("--tree", BAD, "--abi", native.name, "--profile", "quick", "--time-limit", SECONDS)
    said = verdicts("bad-tree", *words, "--reference", "fnv1a64/ref")
    return {
        row["implementation"]: row for name, row in said.items() if name.startswith("fnv1a64/")
    } | {"of an unknown hash": said[f"unknown/ref {native.name}"]}


@pytest.fixture(scope="session")
def bench(rows: Rows, once: Callable[..., Path]) -> Path:
    """What that run left behind."""
    place: Path = once("bad-tree", lambda _: None)
    return place


@pytest.fixture(scope="session")
def facts(bench: Path) -> list[dict[str, Any]]:
    """The facts that the run recorded."""
    file = next((bench / "bench").glob("*/data.jsonl"))
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_every_implementation_of_the_bad_tree_gets_a_verdict(rows: Rows) -> None:
    function = next(f for f in trees.functions(BAD) if f.name == "fnv1a64")
    names = {implementation.name for implementation in function.implementations}
    assert names == {*MISBEHAVES, *BEHAVES, *IS_DENIED, *IS_MARKED}
    assert names < set(rows)


@pytest.mark.parametrize("name", MISBEHAVES)
def test_misbehaviour_is_named(rows: Rows, name: str) -> None:
    row = rows[name]
    assert row["verdict"] == ("not built" if name in DOES_NOT_BUILD else "wrong")
    assert row["right"] == 0
    assert row["reasons"]
    for reason in row["reasons"]:
        assert re.search(MISBEHAVES[name], reason), reason


@pytest.mark.parametrize("name", BEHAVES)
def test_what_is_right_is_found_right(rows: Rows, native: Target, name: str) -> None:
    row = rows[name]
    if name == "assembly" and native.name != "amd64":
        assert row["verdict"] == "skipped"
        return
    assert (row["verdict"], row["reasons"], row["findings"]) == ("right", [], [])
    assert row["builds"] > 0
    assert row["right"] == row["distinct"]


@pytest.mark.parametrize("name", IS_MARKED)
def test_what_the_checksums_do_not_see_is_found(rows: Rows, name: str) -> None:
    row = rows[name]
    assert (row["verdict"], row["reasons"]) == ("marked", [])
    assert row["right"] == row["distinct"] > 0
    assert row["findings"]
    for finding in row["findings"]:
        assert re.search(IS_MARKED[name], finding), finding


@pytest.mark.parametrize("name", IS_NOTED)
def test_what_neighbours_would_not_like_is_noted(rows: Rows, name: str) -> None:
    notes = rows[name]["notes"]
    assert len(notes) == len(IS_NOTED[name])
    for note, begins in zip(notes, IS_NOTED[name], strict=True):
        assert note.startswith(begins)


PASSES_TIME = """
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static void pass_time(double processor, unsigned wall) {
    const double until = (double)clock() / CLOCKS_PER_SEC + processor;
    while ((double)clock() / CLOCKS_PER_SEC < until)
        ;
    usleep(wall);
}
"""


@pytest.fixture
def asked(
    groups: Callable[..., list[Group]],
    build: Callable[..., Built],
    sandbox: Sandbox,
    native: Target,
    tmp_path: Path,
) -> Callable[[str, Limit], str]:
    """asked(statement, limit): what is wrong with a right hash that passes time first; empty if nothing is."""

    def ask(statement: str, limit: Limit) -> str:
        tree = tmp_path / "crypto_hash"
        shutil.copytree(BAD / "crypto_hash" / "fnv1a64" / "ref", tree / "fnv1a64" / "ref")
        source = tree / "fnv1a64" / "ref" / "hash.c"
        text = source.read_text().replace("return fnv1a", f"{statement}; return fnv1a")
        source.write_text(PASSES_TIME + text)
        (group,) = groups("fnv1a64/ref", tree_at=tmp_path, targets=(native.name,))
        binary = build(group).artifact
        assert binary is not None
        return program.ask(sandbox, binary, "check", [99, 0, REPEATED], limit).problem

    return ask


@pytest.mark.parametrize(
    ("statement", "how"),
    [
        ("pass_time(0.01, 0)", "took 0 seconds of processor time"),
        ("pass_time(0, 30000)", "waited 0 seconds"),
    ],
)
def test_a_slow_implementation_is_told_from_a_hanging_one(
    asked: Callable[[str, Limit], str], statement: str, how: str
) -> None:
    said = asked(statement, Limit(5, 0, "--more"))
    words = r"too slow to be checked: \d+ calls {} \(--more raises the limit\), the next is a message of \d+ bytes"
    assert re.match(words.format(how), said), said


def test_a_call_that_others_keep_from_the_processor_is_not_ended(
    asked: Callable[[str, Limit], str],
) -> None:
    """It takes longer than the limit on the clock, and half of it in processor time."""
    first = (
        "static int calls; for (int i = 0; !calls && i < 60; ++i) pass_time(0.02, 30000); calls = 1"
    )
    assert asked(first, Limit(1, 100)) == ""


def test_memory_that_is_used_up_is_named(asked: Callable[[str, Limit], str]) -> None:
    said = asked('puts("what():  std::bad_alloc"); fflush(stdout); abort()', Limit(5, 5))
    assert said.startswith(
        "ran out of memory: it may use 2 GiB, which is fixed; it crashed with SIGABRT"
    ), said


@pytest.mark.parametrize("name", ["looks-around", "reads-files"])
def test_without_sandbox_they_would_get_what_they_want(
    groups: Callable[..., list[Group]], build: Callable[..., Built], native: Target, name: str
) -> None:
    """Only those that do no harm."""
    (group,) = groups(f"fnv1a64/{name}", tree_at=BAD, targets=(native.name,))
    binary = build(group).artifact
    assert binary is not None
    answer = program.ask(
        open_sandbox(trusted=True), binary, "check", [99, 1, REPEATED, 0], Limit(SECONDS, SECONDS)
    )
    assert re.match(r"returned \d+ instead of 0", answer.problem)


@pytest.mark.parametrize("name", IS_DENIED)
def test_what_is_none_of_its_business_is_denied(rows: Rows, name: str) -> None:
    assert (rows[name]["verdict"], rows[name]["reasons"]) == ("right", [])


def test_the_run_ends_with_status_1(bench: Path) -> None:
    assert (bench / "status").read_text() == "1"


def test_a_hash_of_which_nothing_is_known_is_right_but_unknown(
    rows: Rows, facts: list[dict[str, Any]]
) -> None:
    assert rows["of an unknown hash"]["verdict"] == "right"
    checks = [f for f in facts if f["kind"] == "check" and f["hash"] == "unknown"]
    assert {(f["expected"], f.get("known_answers", 0)) for f in checks} == {("unknown", 0)}


def test_the_compilers_own_words_are_said_for_each_compiler(bench: Path) -> None:
    lines = (bench / "said").read_text().splitlines()
    assert any(
        re.match(r"\d+ of \d+ builds failed, of \d+ implementations:", line) for line in lines
    )
    assert any("fnv1a64/does-not-compile" in line and "undeclared" in line for line in lines)


def test_the_compilers_own_words_are_recorded_once(facts: list[dict[str, Any]]) -> None:
    for fact in facts:
        if fact["kind"] == "build" and fact["implementation"] == "does-not-compile":
            assert sum("error:" in line for line in fact["said"]) == 1


def test_what_went_wrong_is_the_same_words_wherever_the_work_was_done(
    facts: list[dict[str, Any]], bench: Path
) -> None:
    for fact in facts:
        words = [fact.get("reason") or "", *fact.get("said", [])]
        assert not [line for line in words if str(bench) in line]


def test_talk_on_stdout_is_no_result(facts: list[dict[str, Any]]) -> None:
    known = next(f for f in trees.functions(BAD) if f.name == "fnv1a64").known_answers()
    checks = [f for f in facts if f["kind"] == "check" and f["implementation"] == "prints"]
    assert {(f["expected"], f["known_answers"]) for f in checks} == {("match", len(known))}


def test_what_is_claimed_about_secrets_is_recorded(facts: list[dict[str, Any]]) -> None:
    security = {f["implementation"]: f["security"] for f in facts if "security" in f}
    assert security["constant-time"] == "constbranchindex"
    assert security["ref"] == "timingleaks"


def test_the_version_of_an_implementation_is_recorded(facts: list[dict[str, Any]]) -> None:
    versions = {f["implementation"]: f.get("version") for f in facts if f["kind"] == "build"}
    assert versions["own-names"] == "1.2 beta"
    assert versions["ref"] is None


def test_nothing_of_the_run_is_left_running(bench: Path) -> None:
    assert processes.naming(str(bench)) == []


def test_assembly_is_skipped_on_an_abi_that_it_is_not_for(
    groups: Callable[..., list[Group]], x86: Target
) -> None:
    (group,) = groups("fnv1a64/assembly", tree_at=BAD, targets=(x86.name,))
    assert group.skip == "for amd64 only"
    assert group.option_sets == ()


def test_misbehaving_only_while_timed_is_named(
    groups: Callable[..., list[Group]],
    build: Callable[..., Built],
    sandbox: Sandbox,
    native: Target,
) -> None:
    (group,) = groups("fnv1a64/fails-when-timed", tree_at=BAD, targets=(native.name,))
    binary = build(group).artifact
    assert binary is not None
    timer = Timer(sandbox, max(os.sched_getaffinity(0)), Patience(0))
    said = timer.time(binary, [1536], USUAL.trial, native)
    assert said == "returned 5 instead of 0 for a message of 1536 bytes (being timed)"


def test_strange_names_are_no_hindrance_to_the_others(
    make_tree: Callable[[dict[str, str]], Path],
    do: Callable[..., subprocess.CompletedProcess[str]],
    native: Target,
    right: str,
    tmp_path: Path,
) -> None:
    names = [
        "a b",
        "quote'",
        '"',
        "$(x)",
        "-o",
        "new\nline",
        "caf\N{LATIN SMALL LETTER E WITH ACUTE}",
    ]
    names += [os.fsdecode(b"caf\xe9"), "*", "[bold]"]
    files = {
        f"sum/{name}/{file}": text
        for name in [*names, "ref"]
        for file, text in [("api.h", ""), ("h.c", right)]
    }
    words = ("--json", "--abi", native.name, "--profile", "quick", "--bench", tmp_path / "bench")
    done = do("check", "--tree", make_tree(files), *words)
    rows = {row["implementation"]: row for row in json.loads(done.stdout)}
    assert rows.pop("ref")["verdict"] == "right"
    assert len(rows) == len(names)
    assert {row["verdict"] for row in rows.values()} == {"skipped"}


def test_what_the_tree_says_of_a_hash_is_recorded_once(facts: list[dict[str, Any]]) -> None:
    (told,) = [f for f in facts if f["kind"] == "hash" and f["hash"] == "fnv1a64"]
    assert told["description"] == (BAD / "crypto_hash/fnv1a64/description").read_text().strip()
    assert told["designers"]
