"""What the harness is asked, what it answers, and that its answers are those of an independent model."""

import hashlib
import re
import shutil
import subprocess
import textwrap
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest
from msgspec.structs import replace as with_fields

from hashcop.data.lengths import REPEATED
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import headers, operations, program
from hashcop.platforms.c.fresh import CONTENTS, EVERYTHING, Digests, digests
from hashcop.platforms.c.program import Answer, Limit
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Built, Group
from tests.support import asked, trees
from tests.support.asked import MEASURE, ROOT, TOKEN, Said, ask, processor
from tests.support.checksum_model import SIZES, checksum


@pytest.fixture(scope="session")
def none(native: Target) -> Path:
    """The harness with a hash of one zero byte."""
    return native.harness / "none"


@pytest.fixture
def sha256(groups: Callable[..., list[Group]], build: Callable[..., Built], native: Target) -> Path:
    """The program of the shipped sha256/ref."""
    (group,) = groups("sha256/ref", targets=(native.name,))
    built = build(group)
    assert built.artifact is not None
    return built.artifact


# Requests


def test_a_counter_is_described_in_a_line_and_each_other_with_why_not(none: Path) -> None:
    said = ask(none, f"{TOKEN} {{results}} 30 30 counter")
    assert (said.status, said.error) == (0, "")
    (token, kind, name, *numbers), width, *reasons, last = said.lines
    assert (token, kind) == (TOKEN, "counter")
    assert re.fullmatch(r"[a-z0-9-]+", name)
    resolution, rate, core, cost, noise, *counts = numbers
    assert int(resolution) >= 1
    assert int(rate) > 1000
    assert core in "01"
    assert int(cost) >= 0 and int(noise) >= 0
    assert counts and not counts[0].isdecimal()
    assert width[:2] == [TOKEN, "width"] and 1000 <= int(width[2]) < 10_000
    assert last == [TOKEN, "done"]
    kinds = {other: kind for _, kind, other, *why in reasons if why}
    assert len(kinds) == len(reasons) > 1
    assert [other for other, kind in kinds.items() if kind == "chosen"] == [name]
    assert set(kinds.values()) == {"chosen", "other"}


def test_a_counter_is_looked_for_on_the_processor_asked_for(none: Path) -> None:
    said = ask(none, f"{TOKEN} {{results}} 30 30 counter {processor()}")
    assert (said.status, said.lines[-1]) == (0, [TOKEN, "done"])
    assert ask(none, f"{TOKEN} {{results}} 30 30 counter 1000").status == 2


def test_timings_are_by_the_counter_asked_for(none: Path, native: Target) -> None:
    for name in ("clock-monotonic", "clock-monotonic-raw"):
        clock = with_fields(native.counter, name=name, ticks_per_second=10**9, resolution=1)
        said = asked.time(none, clock, [0, 8])
        assert [length for length, _ in timings(said)] == [0, 8]


@pytest.mark.parametrize("name", ["x86-none", "clock", "-"])
def test_without_the_counter_asked_for_nothing_is_timed(none: Path, name: str) -> None:
    said = ask(none, f"{TOKEN} {{results}} 30 30 time@{name} processor={processor()} timings=3 0 8")
    assert said.status == 2
    assert [line[:3] for line in said.lines] == [[TOKEN, "unusable", name]]
    assert "no counter of that name" in " ".join(said.lines[0])
    assert said.error == "harness: the counter asked for does not work\n"


def test_a_check_answers_in_the_order_of_the_request(none: Path) -> None:
    said = ask(none, f"{TOKEN} {{results}} 30 30 check 99 1 {REPEATED} 7 0 300\n")
    words = [line[1:] for line in said.lines]
    assert words[0] == ["output", "1"]
    assert [line[:2] for line in words[1:3]] == [["checksum", "small"], ["checksum", "big"]]
    assert words[3:6] == [["digest", n, "00"] for n in ("7", "0", "300")]
    assert {line[0] for line in words[6:-2]} == {"fresh", "repeat"}
    assert words[-2:] == [["strict"], ["done"]]


def test_every_line_begins_with_the_token(none: Path) -> None:
    said = ask(
        none, f"{TOKEN} {{results}} 30 30 check 99 1 {REPEATED} {' '.join(map(str, range(200)))}"
    )
    assert len(said.words("digest")) == 200
    assert {line[0] for line in said.lines} == {TOKEN}


def test_a_check_without_lengths_is_the_checksums_and_new_messages(none: Path) -> None:
    said = ask(none, f"{TOKEN} {{results}} 30 30 check 99 1 {REPEATED}")
    assert [line[0] for line in said.facts[:3]] == ["output", "checksum", "checksum"]
    assert said.facts[3][0] == "fresh"


def asked_of(said: Said) -> Digests:
    return digests(Answer(tuple(map(tuple, said.facts)), ""))


def test_every_length_is_asked_for_with_random_and_with_special_contents(none: Path) -> None:
    found = asked_of(ask(none, f"{TOKEN} {{results}} 30 30 answer 99 4097 4097 24 0"))
    order = {
        series: [word for word in words if word.isdecimal()]
        for series, words in found.order.items()
    }
    for series in ("random", "special"):
        assert sorted(map(int, order[series])) == list(range(4097))
    assert len(order["long"]) == 24 and 1 << 17 < max(map(int, order["long"])) < 1 << 20
    kinds = {word for word in found.order["special"] if not word.isdecimal()}
    assert kinds | {"random"} == CONTENTS.keys()


def test_a_witness_answers_the_same_as_the_check(none: Path, sha256: Path) -> None:
    for binary in (none, sha256):
        own = asked_of(ask(binary, f"{TOKEN} {{results}} 30 30 check 99 1 {REPEATED}"))
        numbers = " ".join(map(str, own.counts()))
        other = asked_of(ask(binary, f"{TOKEN} {{results}} 30 30 answer 99 {numbers}"))
        assert own.count > 0 and not own.order
        assert (own.folds, own.states) == (other.folds, other.states)


def test_a_witness_answers_as_much_as_it_is_asked_for(none: Path) -> None:
    found = asked_of(ask(none, f"{TOKEN} {{results}} 30 30 answer 99 10 6 2 128"))
    assert found.counts() == [10, 6, 2, 128] and found.count == 10 + 6 + 2 + 2
    assert not asked_of(ask(none, f"{TOKEN} {{results}} 30 30 answer 99 0 0 0 0")).count


def test_everything_is_all_that_there_is_to_ask(none: Path) -> None:
    *counts, _ = EVERYTHING
    found = asked_of(
        ask(none, f"{TOKEN} {{results}} 30 30 answer 99 {' '.join(map(str, counts))} 0")
    )
    assert found.counts() == [*counts, 0]
    more = " ".join(str(count + 1) for count in counts)
    assert not asked_of(ask(none, f"{TOKEN} {{results}} 30 30 answer 99 {more} 0")).count


def test_messages_of_another_seed_are_others(sha256: Path) -> None:
    found = []
    for seed in (1, 2):
        said = asked_of(ask(sha256, f"{TOKEN} {{results}} 30 30 answer {seed} 321 0 0 64"))
        folds = textwrap.wrap(said.folds["random"], 16)
        found.append(dict(zip(said.order["random"], folds, strict=True)))
    one, other = found
    assert [length for length in one if one[length] == other[length]] == ["0"]


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        ("", "no request"),
        (f"{TOKEN}", "no request"),
        (f"{TOKEN} {{results}} soon check", "no request"),
        (f"{TOKEN} {{results}} 30 30 dance", "unknown verb"),
        (
            f"{TOKEN} {{results}} 30 30 check",
            "a check needs a seed, how thorough it is, and what it repeats",
        ),
        (
            f"{TOKEN} {{results}} 30 30 answer 7",
            "an answer needs a seed and four counts, of a hash",
        ),
        (f"{TOKEN} {{results}} 30 30 time processor=0 timings=3 8", "unknown verb"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(none: Path, request_: str, why: str) -> None:
    said = ask(none, request_)
    assert (said.status, said.error, said.lines) == (2, f"harness: {why}\n", [])


def test_results_that_nobody_takes_end_the_program(none: Path) -> None:
    done = subprocess.run([none], input=f"{TOKEN} 999 30 30 counter".encode(), capture_output=True)
    assert done.returncode == 120


# Timings


def timings(said: Said) -> list[tuple[int, list[int]]]:
    return [(length, ticks) for length, _calls, *ticks in said.of("ticks")]


def test_lengths_are_timed_in_the_order_given_as_often_as_asked(none: Path, native: Target) -> None:
    numbers = [4096, 0, 8, 8, 1]
    rows = timings(asked.time(none, native.counter, numbers, timings=5))
    assert [length for length, _ in rows] == numbers
    assert {len(row) for _, row in rows} == {5}


def test_many_lengths_are_as_good_as_few(none: Path, native: Target) -> None:
    numbers = list(range(5000, 0, -1))
    said = asked.time(none, native.counter, numbers, timings=1, timing=0)
    assert [length for length, _ in timings(said)] == numbers


def test_longer_messages_take_longer(sha256: Path, native: Target) -> None:
    said = asked.time(sha256, native.counter, [64, 4096])
    short, long = (median(ticks) / calls for _, calls, *ticks in said.of("ticks"))
    assert 15 < long / short < 80


def test_timings_are_multiples_of_the_resolution(sha256: Path, native: Target) -> None:
    resolution = native.counter.resolution
    said = asked.time(sha256, native.counter, [8, 64], timings=200)
    assert {ticks % resolution for _, row in timings(said) for ticks in row} == {0}


# Answers


def answers(
    sandbox: Sandbox, group: Group, build: Callable[..., Built], numbers: list[int]
) -> Answer:
    built = build(group)
    assert built.artifact is not None, built.outcome
    return program.ask(sandbox, built.artifact, "check", [99, 1, REPEATED, *numbers], Limit(60, 60))


@pytest.fixture(scope="session")
def modelled() -> dict[str, list[str]]:
    """Both checksums of SHA-256, from hashlib and the model."""
    return {
        name: [checksum(lambda message: hashlib.sha256(message).digest(), *size)]
        for name, size in SIZES.items()
    }


def test_checksums_are_those_of_the_model(
    groups: Callable[..., list[Group]],
    build: Callable[..., Built],
    sandbox: Sandbox,
    modelled: dict[str, list[str]],
) -> None:
    for group in groups("sha256/ref"):
        assert answers(sandbox, group, build, []).values("checksum") == modelled


def test_the_models_checksums_are_those_beside_the_hash(modelled: dict[str, list[str]]) -> None:
    place = ROOT / "crypto_hash" / "sha256"
    for name, (value,) in modelled.items():
        assert (place / f"checksum{name}").read_text() == f"{value}\n"


def test_digests_are_those_of_the_message_of_period_251(
    groups: Callable[..., list[Group]], build: Callable[..., Built], sandbox: Sandbox
) -> None:
    numbers = [0, 1, 63, 64, 250, 251, 252, 10_000, 70_000]
    message = bytes(i % 251 for i in range(max(numbers)))
    expected = {str(n): [hashlib.sha256(message[:n]).hexdigest()] for n in numbers}
    for group in groups("sha256/ref"):
        assert answers(sandbox, group, build, numbers).values("digest") == expected


def test_the_chain_of_calls_is_that_of_the_model(
    groups: Callable[..., list[Group]], build: Callable[..., Built], sandbox: Sandbox
) -> None:
    """Each number of calls is one more power of two; what it hashes depends on every digest before it."""
    (group,) = groups("sha256/ref")[:1]
    states = [words for words in answers(sandbox, group, build, []).lines if words[0] == "repeat"]
    assert [int(calls) for _, calls, _ in states] == [1 << i for i in range(6, 6 + len(states))]
    assert len({fold for *_, fold in states}) == len(states) >= 5


# Our own C


@pytest.mark.parametrize("abi", ["native", pytest.param("x86", marks=pytest.mark.long)])
def test_the_harness_compiles_without_a_warning(
    compiler: str, abi: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    target: Target = request.getfixturevalue(abi)
    if compiler not in target.flags:
        pytest.skip(f"{compiler} makes no programs for {target.name} here")
    words = [compiler, *target.flags[compiler]]
    done = subprocess.run(
        ["make", "-s", "-f", MEASURE / "Makefile", f"CC={' '.join(words)}", f"OUT={tmp_path}"],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert ask(tmp_path / "none", f"{TOKEN} {{results}} 30 30 counter").lines[-1] == [TOKEN, "done"]


@pytest.mark.parametrize("language", ["c", "c++"])
def test_what_implementations_include_compiles_without_a_warning(
    compiler: str, language: str, tmp_path: Path
) -> None:
    command = compiler if language == "c" else {"gcc": "g++", "clang": "clang++"}[compiler]
    if shutil.which(command) is None:
        pytest.skip(f"{command} is not installed")
    _, implementation = trees.named(ROOT, "sha256/ref")
    for name, text in headers.generated(implementation, "timingleaks").items():
        (tmp_path / name).write_text(text)
    names = sorted(file.name for file in (MEASURE / "include").glob("*.h"))
    assert names
    (tmp_path / "all.c").write_text("".join(f'#include "{name}"\n' for name in names))
    standard = "-std=c11" if language == "c" else "-std=c++11"
    strict = [
        "-Wall",
        "-Wextra",
        "-Werror",
        standard,
        *headers.macros(implementation, "timingleaks"),
    ]
    places = [f"-I{tmp_path}", f"-I{MEASURE}", f"-I{MEASURE / 'include'}"]
    facts = operations.facts(operations.operations()["crypto_hash"], "mine", {"BYTES": 32})
    (tmp_path / "facts.c").write_text(facts)
    for source in (tmp_path / "facts.c", tmp_path / "all.c"):
        done = subprocess.run(
            [command, *strict, *places, "-fsyntax-only", "-x", language, source],
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_our_c_is_formatted() -> None:
    if shutil.which("clang-format") is None:
        pytest.skip("clang-format is not installed")
    rooms = (MEASURE, ROOT / "cpucycles", ROOT / "tests" / "cpucycles")
    files = [file for room in rooms for file in sorted(room.rglob("*.[ch]"))]
    done = subprocess.run(
        ["clang-format", "--dry-run", "-Werror", *files], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
