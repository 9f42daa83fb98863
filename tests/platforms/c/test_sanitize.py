"""`./do check --sanitize`: what only the compilers' sanitizers see is named, and kept out of the results."""

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hashcop.machine import sandbox as sandbox_module
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.sanitize import Sanitizers, complaint, open_sanitizers
from hashcop.platforms.c.tools import compilers, refused
from hashcop.platforms.door import Built
from hashcop.platforms.implementation import Implementation
from tests.support.lanes import groups_of

ROOT = Path(__file__).resolve().parents[3]
MakeTree = Callable[[dict[str, str]], Path]
HEAD = """#include "crypto_hash.h"
#include <stdlib.h>
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char sum = 0, place[16];
    for (unsigned long long i = 0; i < inlen; ++i) sum = (unsigned char)(sum * 5 + in[i]);
"""
TAIL = """
    out[0] = sum;
    return 0;
}
"""
# What it does, the sanitizers' word for it, and the sanitizer.
SINS = {
    "stack": (
        "volatile unsigned char *p = place; p[inlen % 17] = 0;",
        "stack-buffer-overflow",
        "address",
    ),
    "heap": (
        "volatile unsigned char *p = malloc(16); p[16 + inlen % 2] = 0; free((void *)p);",
        "heap-buffer-overflow",
        "address",
    ),
    "freed": (
        "volatile unsigned char *p = malloc(16); free((void *)p); p[0] = 0;",
        "heap-use-after-free",
        "address",
    ),
    "shift": ("sum ^= (unsigned char)((1U << inlen) & 0);", "shift exponent", "address"),
    "unset": (
        "volatile unsigned char *p = malloc(16); sum ^= p[3] == 77;",
        "from memory that was never set",
        "memory",
    ),
    "nothing": ("place[inlen % 16] = 0;", "", ""),
}


@pytest.fixture(scope="session")
def sanitizing(lane: CLane) -> CLane:
    """The lane of `./do check --sanitize`."""
    found = open_sanitizers(lane.toolchain, lane.sandbox, lane.place.found("c"))
    return CLane(replace(lane.place, sanitized=True), lane.toolchain, found)


@pytest.fixture(scope="session")
def worked(sanitizing: CLane) -> set[str]:
    """The flags of the sanitizers that work here."""
    group = groups_of(sanitizing, ROOT, ["sha256/ref"])[0]
    return {flag for one in group.option_sets for flag in one.flags if "fsanitize=" in flag}


@pytest.fixture(scope="session")
def bench(once: Callable[..., Path], do: Callable[..., Any], native: Any) -> Path:
    def make(place: Path) -> None:
        for name, (sin, _, _) in SINS.items():
            directory = place / "tree/crypto_hash/sum" / name
            directory.mkdir(parents=True)
            (directory / "api.h").write_text("#define CRYPTO_BYTES 1\n")
            (directory / "hash.c").write_text(f"{HEAD}    {sin}{TAIL}")
        words = ("--tree", place / "tree", "--bench", place / "bench", "--abi", native.name)
        done = do("check", "--json", "--sanitize", *words)
        (place / "rows.json").write_text(done.stdout)

    return once("sanitized", make)


@pytest.fixture(scope="session")
def rows(bench: Path) -> dict[str, Any]:
    found = json.loads((bench / "rows.json").read_text())
    return {row["implementation"]: row for row in found}


@pytest.mark.skipif(not shutil.which("gcc"), reason="gcc is not installed")
def test_who_works_outside_the_sandbox_works_inside(worked: set[str], tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int main(void) { return 0; }\n")
    made = subprocess.run(["gcc", "-fsanitize=address", "a.c"], cwd=tmp_path, check=False)
    if made.returncode or subprocess.run([tmp_path / "a.out"], check=False).returncode:
        pytest.skip("gcc's AddressSanitizer does not work here")
    assert any("address" in flag for flag in worked)


@pytest.mark.parametrize("name", [name for name, (_, word, _) in SINS.items() if word])
def test_a_sin_is_named_with_its_line(rows: dict[str, Any], worked: set[str], name: str) -> None:
    _, word, sanitizer = SINS[name]
    if not any(sanitizer in flag for flag in worked):
        pytest.skip(f"no compiler here has the {sanitizer} sanitizer")
    assert rows[name]["verdict"] == "wrong"
    said = [reason for reason in rows[name]["reasons"] if word in reason]
    assert said, rows[name]["reasons"]
    assert "hash.c:" in said[0] or sanitizer == "memory"
    assert "/sources/" not in said[0]


def test_who_does_nothing_wrong_passes_all(rows: dict[str, Any], worked: set[str]) -> None:
    if not worked:
        pytest.skip("no sanitizer works here")
    assert (rows["nothing"]["verdict"], rows["nothing"]["notes"]) == ("right", [])
    assert rows["nothing"]["builds"] >= 1


def test_what_was_sanitized_is_no_result(bench: Path) -> None:
    assert list((bench / "bench").glob("*/sanitized/data.jsonl"))
    assert not list((bench / "bench").glob("*/data.jsonl"))


@pytest.mark.parametrize(
    "files",
    [{"a.S": "", "b.c": ""}, {"a.c": "#include <openssl/evp.h>\n"}],
    ids=["assembly", "library"],
)
def test_memory_is_not_judged_where_code_writes_it_that_was_compiled_otherwise(
    sanitizing: CLane, make_tree: MakeTree, files: dict[str, str]
) -> None:
    where = make_tree({f"sum/x/{name}": text for name, text in ({"api.h": ""} | files).items()})
    group = groups_of(sanitizing, where, ["sum/x"])[0]
    assert group.option_sets or group.skip
    assert not [o for o in group.option_sets if "-fsanitize=memory" in o.flags]


def test_every_sanitizer_is_one_of_a_compiler_that_is_described() -> None:
    commands = {family.command for family in compilers.families()}
    for sanitizer in compilers.sanitizers():
        assert set(sanitizer.compilers) <= commands
        assert any(flag.startswith("-fsanitize=") for flag in sanitizer.flags)


def test_sanitizing_is_for_check(do: Callable[..., Any]) -> None:
    done = do("run", "--sanitize")
    assert done.returncode == 2
    assert "--sanitize is for check, not for run" in done.stderr


def test_the_line_is_found_also_without_a_symbolizer(
    sanitizing: CLane,
    build: Callable[..., Built],
    worked: set[str],
    make_tree: MakeTree,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not any("address" in flag for flag in worked):
        pytest.skip("no compiler here has the address sanitizer")
    sin = SINS["freed"][0]
    where = make_tree({"sum/x/api.h": "", "sum/x/hash.c": f"{HEAD}    {sin}{TAIL}"})
    group = groups_of(sanitizing, where, ["sum/x"])[0]
    monkeypatch.setitem(sandbox_module.ENVIRONMENT, "ASAN_OPTIONS", "symbolize=0")
    for option_set in group.option_sets:
        if any("address" in flag for flag in option_set.flags):
            program = build(group, option_set).artifact
            assert program is not None
            reason = sanitizing.check(group, option_set, program, 20).reason
            assert "heap-use-after-free hash.c:6" in reason
            assert "/program+" not in reason


def test_a_program_that_prints_much_is_no_sanitizer_and_takes_no_time(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    assert complaint("x" * 250_000, tmp_path, sandbox) == ""
    said = complaint(
        "x" * 250_000 + "\nhash.c:7:3: runtime error: " + "/y" * 100_000, tmp_path, sandbox
    )
    assert said.startswith("hash.c:7:3: runtime error: /y") and len(said) == 300


def test_what_was_found_is_not_tried_again(
    lane: CLane, sanitizing: CLane, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refused, "_try_all", None)
    again = open_sanitizers(lane.toolchain, lane.sandbox, lane.place.found("c"))
    assert sanitizing.sanitizers
    assert list(again.reasons.values()) == list(sanitizing.sanitizers.reasons.values())


def test_without_a_sanitizer_an_implementation_is_skipped_with_the_reasons(
    lane: CLane, sanitizing: CLane
) -> None:
    assert sanitizing.sanitizers
    none = Sanitizers(dict.fromkeys(sanitizing.sanitizers.reasons, "no such library"))
    without = CLane(sanitizing.place, lane.toolchain, none)
    group = groups_of(without, ROOT, ["sha256/ref"])[0]
    assert group.option_sets == ()
    assert group.skip.startswith(f"no sanitizer works here for {group.target.name}: ")
    assert "gcc address-undefined: no such library" in group.skip


def test_subroutines_are_built_as_usual(sanitizing: CLane, lane: CLane, tmp_path: Path) -> None:
    (tmp_path / "api.h").write_text("")
    core = Implementation("sum", "ref", tmp_path, "c", "crypto_core")
    target = lane.targets[0]
    assert sanitizing.plan(core, target) == lane.plan(core, target)
