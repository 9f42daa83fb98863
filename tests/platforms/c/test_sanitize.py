"""`./do check --sanitize`: what only the compilers' sanitizers see is named, and kept out of the results."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.engine.plan import Group
from hashcop.machine import sandbox as sandbox_module
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import check
from hashcop.platforms.c.build import Built
from hashcop.platforms.c.sanitize import Sanitizers
from hashcop.platforms.c.tools import compilers

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
def worked(
    groups: Callable[..., list[Group]],
    sandbox: Sandbox,
    tmp_path_factory: pytest.TempPathFactory,
) -> set[str]:
    """The flags of the sanitizers that work here."""
    group = groups("sha256/ref")[0]
    sanitizers = Sanitizers(sandbox, tmp_path_factory.mktemp("sanitizers") / "try")
    (sanitized,) = sanitizers.apply([group])
    return {flag for one in sanitized.option_sets for flag in one.flags if "fsanitize=" in flag}


@pytest.fixture(scope="session")
def bench(once: Callable[..., Path], do: Callable[..., Any], native: Any) -> Path:
    def make(place: Path) -> None:
        for name, (sin, _, _) in SINS.items():
            directory = place / "tree/crypto_hash/sum" / name
            directory.mkdir(parents=True)
            (directory / "api.h").write_text("#define CRYPTO_BYTES 1\n")
            (directory / "hash.c").write_text(f"{HEAD}    {sin}{TAIL}")
        words = ("--tree", place / "tree", "--bench", place / "bench", "--abi", native.abi)
        done = do("check", "--json", "--sanitize", *words)
        (place / "rows.json").write_text(done.stdout)

    return once("sanitized", make)


@pytest.fixture(scope="session")
def rows(bench: Path) -> dict[str, Any]:
    found = json.loads((bench / "rows.json").read_text())
    return {row["implementation"]: row for row in found}


@pytest.mark.parametrize("name", [name for name, (_, word, _) in SINS.items() if word])
def test_a_sin_is_named_with_its_line(rows: dict[str, Any], worked: set[str], name: str) -> None:
    _, word, sanitizer = SINS[name]
    if not any(sanitizer in flag for flag in worked):
        pytest.skip(f"no compiler here has the {sanitizer} sanitizer")
    assert rows[name]["verdict"] == "failed"
    said = [reason for reason in rows[name]["reasons"] if word in reason]
    assert said, rows[name]["reasons"]
    assert "hash.c:" in said[0] or sanitizer == "memory"
    assert "/sources/" not in said[0]


def test_who_does_nothing_wrong_passes_all(rows: dict[str, Any], worked: set[str]) -> None:
    if not worked:
        pytest.skip("no sanitizer works here")
    assert (rows["nothing"]["verdict"], rows["nothing"]["notes"]) == ("ok", [])
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
    groups: Callable[..., list[Group]],
    sandbox: Sandbox,
    make_tree: MakeTree,
    tmp_path: Path,
    files: dict[str, str],
) -> None:
    where = make_tree({f"sum/x/{name}": text for name, text in ({"api.h": ""} | files).items()})
    (group,) = groups("sum/x", tree_at=where)[:1]
    (sanitized,) = Sanitizers(sandbox, tmp_path / "try").apply([group])
    assert not [o for o in sanitized.option_sets if "-fsanitize=memory" in o.flags]


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
    groups: Callable[..., list[Group]],
    build: Callable[..., Built],
    sandbox: Sandbox,
    worked: set[str],
    make_tree: MakeTree,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not any("address" in flag for flag in worked):
        pytest.skip("no compiler here has the address sanitizer")
    sin = SINS["freed"][0]
    where = make_tree({"sum/x/api.h": "", "sum/x/hash.c": f"{HEAD}    {sin}{TAIL}"})
    (group,) = groups("sum/x", tree_at=where)[:1]
    (sanitized,) = Sanitizers(sandbox, tmp_path / "try").apply([group])
    monkeypatch.setitem(sandbox_module.ENVIRONMENT, "ASAN_OPTIONS", "symbolize=0")
    for option_set in sanitized.option_sets:
        if any("address" in flag for flag in option_set.flags):
            program = build(sanitized, option_set).program
            assert program is not None
            reason = check.run(sanitized, option_set, program, sandbox, 20)["reason"]
            assert "heap-use-after-free hash.c:6" in reason
            assert "/program+" not in reason
