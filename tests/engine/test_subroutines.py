"""A hash that includes another operation gets the fastest correct implementation of it, raced first."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.engine import tree
from hashcop.engine.tree import Need
from tests.support import runs
from tests.support.checksum_model import Stream, checksum_of
from tests.support.runs import Bench

Facts = list[dict[str, Any]]
MakeTree = Callable[[dict[str, str]], Path]

GOALS = ("goal-constbranch", "goal-constindex")
BLOCKS_API = "#define CRYPTO_STATEBYTES 2\n#define CRYPTO_BLOCKBYTES 4\n"
CORE_API = """#define CRYPTO_OUTPUTBYTES 4
#define CRYPTO_INPUTBYTES 3
#define CRYPTO_KEYBYTES 2
#define CRYPTO_CONSTBYTES 1
"""


def blocks(times: int = 1, extra: str = "0", header: str = "") -> str:
    """A toy of crypto_hashblocks: right where `extra` is 0, slow where `times` is large."""
    return f"""#include "crypto_hashblocks.h"
{header}
int crypto_hashblocks(unsigned char *state, const unsigned char *in, unsigned long long inlen) {{
    unsigned char first = state[0], second = state[1];
    for (volatile int again = 0; again < {times}; ++again) {{
        const unsigned char *next = in;
        unsigned long long left = inlen;
        first = state[0], second = state[1];
        for (; left >= crypto_hashblocks_BLOCKBYTES; left -= 4, next += 4) {{
            first = (unsigned char)(first * 5 + next[0] + next[1] + next[2] + next[3] + {extra});
            second ^= next[0];
        }}
    }}
    state[0] = first, state[1] = second;
    return (int)(inlen % 4);
}}
"""


def core(extra: str = "0", overlaps: bool = True) -> str:
    """A toy of crypto_core; where it does not do with overlaps, it writes before it has read."""
    to = "made" if overlaps else "out"
    return f"""#include "crypto_core.h"
int crypto_core(unsigned char *out, const unsigned char *in, const unsigned char *key,
                const unsigned char *constants) {{
    unsigned char made[4];
    (void)made;
    for (int i = 0; i < 4; ++i)
        {to}[i] = (unsigned char)(in[i % 3] + 3 * key[i % 2] + constants[0] + i + {extra});
    for (int i = 0; i < 4; ++i)
        out[i] = {to}[i];
    return 0;
}}
"""


def xof(overlaps: bool = True) -> str:
    """A toy of crypto_xof; where it does not do with overlaps, it reads its input again and again."""
    again = "" if overlaps else "total = 0; for (long long j = 0; j < inlen; ++j) total += in[j];"
    return f"""#include "crypto_xof.h"
int crypto_xof(unsigned char *out, long long outlen, const unsigned char *in, long long inlen) {{
    unsigned char total = 0;
    for (long long i = 0; i < inlen; ++i)
        total += in[i];
    for (long long i = 0; i < outlen; ++i) {{
        {again}
        out[i] = (unsigned char)(total * (i + 1));
    }}
    return 0;
}}
"""


def user(header: str, call: str) -> str:
    return f"""#include "crypto_hash.h"
#include "{header}"
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {{
    {call}
    return 0;
}}
"""


def block_user(name: str) -> str:
    body = f"""unsigned char state[{name}_STATEBYTES] = {{1, 2}};
    unsigned left = (unsigned){name}(state, in, inlen);
    out[0] = (unsigned char)(state[0] + 3 * state[1] + left);"""
    return user(f"{name}.h", body)


def draw_blocks(inputs: Stream, length: Callable[[], int]) -> bytes:
    count = length()
    message, state = inputs.take(count), bytearray(inputs.take(2))
    for start in range(0, count // 4 * 4, 4):
        block = message[start : start + 4]
        state[0] = (state[0] * 5 + sum(block)) % 256
        state[1] ^= block[0]
    return bytes(state)


def draw_core(inputs: Stream, _: Callable[[], int]) -> bytes:
    message, key, constants = inputs.take(3), inputs.take(2), inputs.take(1)
    return bytes((message[i % 3] + 3 * key[i % 2] + constants[0] + i) % 256 for i in range(4))


def draw_xof(inputs: Stream, length: Callable[[], int]) -> bytes:
    inlen, outlen = length(), length()
    total = sum(inputs.take(inlen))
    return bytes(total * (i + 1) % 256 for i in range(outlen))


def goals(place: str) -> dict[str, str]:
    return {f"{place}/{goal}": "" for goal in GOALS}


def files() -> dict[str, str]:
    """A tree with every case."""
    b, c, x = "../crypto_hashblocks", "../crypto_core", "../crypto_xof"
    made = {
        f"{b}/sum/checksumsmall": checksum_of(draw_blocks, 4096, 128),
        f"{b}/sum/wrong/hash.c": blocks(extra="(inlen == 100)"),
        f"{b}/sum/quick/hash.c": blocks(),
        f"{b}/sum/careful/hash.c": blocks(times=40),
        f"{b}/sum/inherits/hash.cc": blocks(),
        f"{b}/lost/wrong/hash.c": blocks(extra="1"),
        f"{b}/lost/checksumsmall": checksum_of(draw_blocks, 4096, 128),
        f"{b}/itself/ref/hash.c": blocks(header='#include "crypto_hashblocks_other.h"'),
        f"{b}/other/ref/hash.c": blocks(header='#include "crypto_hashblocks_itself.h"'),
        f"{c}/mix/checksumsmall": checksum_of(draw_core, 512, 0),
        f"{c}/mix/ref/core.c": core(),
        f"{c}/mix/in-place/core.c": core(overlaps=False),
        f"{x}/spread/checksumsmall": checksum_of(draw_xof, 64, 128),
        f"{x}/spread/ref/xof.c": xof(),
        f"{x}/spread/apart/xof.c": xof(overlaps=False),
        f"{x}/spread/careless/xof.c": xof(overlaps=False),
        "blocks/plain/hash.c": block_user("crypto_hashblocks_sum"),
        "blocks/constant/hash.c": block_user("crypto_hashblocks_sum"),
        "blocks/public/hash.c": block_user("crypto_hashblocks_sum_publicinputs"),
        "blocks/cxx/hash.cc": block_user("crypto_hashblocks_sum"),
        "blocks/lost/hash.c": block_user("crypto_hashblocks_lost"),
        "blocks/missing/hash.c": block_user("crypto_hashblocks_nowhere"),
        "blocks/circle/hash.c": block_user("crypto_hashblocks_itself"),
        "core/plain/hash.c": user(
            "crypto_core_mix.h",
            "unsigned char made[4], text[3] = {(unsigned char)inlen}, key[2] = {0}; "
            "for (unsigned long long i = 0; i < inlen; ++i) text[i % 3] ^= in[i]; "
            "crypto_core_mix(made, text, key, key); out[0] = made[0] ^ made[1];",
        ),
        "core/claims/hash.c": user(
            "crypto_core_mix.h",
            "(void)in; (void)inlen; unsigned char made[4] = {0}; "
            "crypto_core_mix(made, made, made, made); out[0] = made[0];",
        ),
        "xof/plain/hash.c": user(
            "crypto_xof_spread.h", "crypto_xof_spread(out, 1, in, (long long)inlen);"
        ),
    }
    apis = {
        "../crypto_hashblocks": BLOCKS_API,
        "../crypto_core": CORE_API,
        "../crypto_xof": "/* */",
    }
    for source in [name for name in made if name.endswith((".c", ".cc"))]:
        place = source.rsplit("/", 1)[0]
        operation = next((o for o in apis if place.startswith(o)), "")
        made[f"{place}/api.h"] = apis.get(operation, "#define CRYPTO_BYTES 1\n")
    made[f"{x}/spread/apart/api.h"] = "#define CRYPTO_NOOVERLAP 1\n"
    for place in (f"{b}/sum/careful", "blocks/constant", "blocks/public", "core/claims"):
        made |= goals(place)
    return made


@pytest.fixture(scope="session")
def bench(once: Callable[..., Path], do: Callable[..., Any], native: Any) -> Path:
    """What one `./do check` of the tree left behind."""

    def make(place: Path) -> None:
        where = place / "tree"
        for name, text in files().items():
            file = where / "crypto_hash" / name
            (where / "crypto_hash").mkdir(parents=True, exist_ok=True)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        words = ("--tree", where, "--bench", place / "bench", "--abi", native.abi)
        done = do("check", "--json", "--profile", "quick", *words)
        (place / "rows.json").write_text(done.stdout)

    return once("subroutines", make)


@pytest.fixture(scope="session")
def rows(bench: Path) -> dict[str, Any]:
    found = json.loads((bench / "rows.json").read_text())
    return {f"{row['hash']}/{row['implementation']}": row for row in found}


@pytest.fixture(scope="session")
def facts(bench: Path) -> Facts:
    (file,) = (bench / "bench").glob("*/data.jsonl")
    return [json.loads(line) for line in file.read_text().splitlines()]


def subroutine_of(facts: Facts, name: str) -> set[str]:
    """The path of what the builds of an implementation were linked with."""
    builds = [f for f in facts if f["kind"] == "build" and "operation" not in f]
    mine = [f for f in builds if f"{f['hash']}/{f['implementation']}" == name]
    assert mine
    return {words.split(" ")[0] for f in mine for words in f.get("subroutines") or ()}


def checked(facts: Facts, operation: str, name: str) -> set[tuple[str, str]]:
    """(outcome, reason) of the checks of a subroutine's implementation."""
    return {
        (f["outcome"], f.get("reason", ""))
        for f in facts
        if f["kind"] == "check"
        and f.get("operation") == operation
        and f"{f['hash']}/{f['implementation']}" == name
    }


def test_the_fastest_correct_implementation_is_linked_in(
    rows: dict[str, Any], facts: Facts
) -> None:
    assert rows["blocks/plain"]["verdict"] == "ok"
    assert subroutine_of(facts, "blocks/plain") == {"crypto_hashblocks/sum/quick"}
    assert {o for o, _ in checked(facts, "crypto_hashblocks", "sum/careful")} == {"ok"}


def test_a_wrong_subroutine_is_found_by_its_checksum(facts: Facts) -> None:
    ((outcome, reason),) = checked(facts, "crypto_hashblocks", "sum/wrong")
    assert outcome == "failed"
    assert reason.startswith("checksumsmall is ")


@pytest.mark.parametrize(
    ("operation", "name"),
    [("crypto_core", "mix/ref"), ("crypto_xof", "spread/ref"), ("crypto_xof", "spread/apart")],
)
def test_an_operations_checksum_is_that_of_the_model(
    facts: Facts, operation: str, name: str
) -> None:
    assert {outcome for outcome, _ in checked(facts, operation, name)} == {"ok"}


@pytest.mark.parametrize(
    ("operation", "name", "argument"),
    [("crypto_core", "mix/in-place", "input"), ("crypto_xof", "spread/careless", "input")],
)
def test_an_output_at_the_place_of_an_input_is_tried(
    facts: Facts, operation: str, name: str, argument: str
) -> None:
    for outcome, reason in checked(facts, operation, name):
        assert outcome == "failed"
        assert reason.startswith(f"gave another output when {argument} is the output")


def test_constant_time_code_gets_a_constant_time_subroutine(facts: Facts) -> None:
    assert subroutine_of(facts, "blocks/constant") == {"crypto_hashblocks/sum/careful"}
    classes = {f["security"] for f in facts if f.get("implementation") == "constant"}
    assert classes == {"constbranchindex"}


def test_inputs_that_are_no_secret_may_take_the_fastest(facts: Facts) -> None:
    assert subroutine_of(facts, "blocks/public") == {"crypto_hashblocks/sum/quick"}
    classes = {f["security"] for f in facts if f.get("implementation") == "public"}
    assert classes == {"constbranchindex"}


def test_a_claim_that_no_subroutine_makes_is_lost(facts: Facts) -> None:
    assert {f["security"] for f in facts if f.get("implementation") == "claims"} == {"timingleaks"}


def test_cxx_takes_a_subroutine_in_c(rows: dict[str, Any], facts: Facts) -> None:
    assert rows["blocks/cxx"]["verdict"] in ("ok", "skipped")
    assert not checked(facts, "crypto_hashblocks", "sum/inherits")
    if rows["blocks/cxx"]["verdict"] == "ok":
        assert subroutine_of(facts, "blocks/cxx") == {"crypto_hashblocks/sum/quick"}


@pytest.mark.parametrize(
    ("name", "primitive"),
    [
        ("blocks/missing", "crypto_hashblocks/nowhere"),
        ("blocks/lost", "crypto_hashblocks/lost"),
        ("blocks/circle", "crypto_hashblocks/itself"),
    ],
)
def test_what_can_not_be_had_is_named(rows: dict[str, Any], name: str, primitive: str) -> None:
    assert rows[name]["verdict"] == "skipped"
    (reason,) = rows[name]["reasons"]
    assert reason.startswith(f"needs {primitive}, of which no implementation works on ")


def test_hashes_alone_are_shown(rows: dict[str, Any]) -> None:
    assert {name.split("/")[0] for name in rows} == {"blocks", "core", "xof"}


@pytest.mark.parametrize(
    ("included", "needs"),
    [
        ("crypto_hashblocks_sha256.h", [Need("crypto_hashblocks", "sha256", False)]),
        ("crypto_core_aes_publicinputs.h", []),
        ("crypto_core_aes128encrypt_publicinputs.h", [Need("crypto_core", "aes128encrypt", True)]),
        ("crypto_hash_sum.h", []),
        ("crypto_hash_other.h", [Need("crypto_hash", "other", False)]),
        ("crypto_core.h", []),
        ("crypto_uint32.h", []),
        ("crypto_own_header.h", []),
    ],
)
def test_what_is_needed_is_what_is_included(
    make_tree: MakeTree, included: str, needs: list[Need]
) -> None:
    where = make_tree({"sum/a/api.h": "", "sum/a/hash.c": f'#include "{included}"\n'})
    (function,) = tree.walk(where)
    if included == "crypto_core_aes_publicinputs.h":
        (where / "crypto_hash/sum/a" / included).write_text("")
    assert list(function.implementations[0].needs()) == needs


def test_a_budget_is_shared_with_subroutines(make_tree: MakeTree, tmp_path: Path) -> None:
    of_sum = ("../crypto_hashblocks/sum/quick", "../crypto_hashblocks/sum/checksumsmall")
    wanted = (*of_sum, "blocks/plain")
    tree = make_tree({n: text for n, text in files().items() if n.startswith(wanted)})
    mine = Bench(tree, tmp_path / "bench", options=("--abi", runs.native_abi()))
    words = ("race", "blocks/plain", "--budget", "2s")
    done = mine.run(*words)
    assert done.status == 0
    said = [line for line in done.out.splitlines() if "builds were made" in line]
    assert said[0].startswith("crypto_hashblocks/sum: ")
    builds = [fact for fact in mine.facts() if fact["kind"] == "build"]
    assert 1 <= sum("operation" in fact for fact in builds) <= 10
    searches = [fact for fact in mine.facts() if fact["kind"] == "search"]
    assert [fact["of"] for fact in searches] == [10, 10]
    assert not mine.adds(*words)
