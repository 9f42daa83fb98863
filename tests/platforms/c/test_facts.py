"""What the harness knows of an implementation is its function and its sizes: nothing else in api.h reaches it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.data.lengths import REPEATED
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.build import Shelf, Workshop
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.program import Answer, Limit
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Built, Group

MakeTree = Callable[[dict[str, str]], Path]
Build = Callable[..., Built]
Groups = Callable[..., list[Group]]
BuiltOf = Callable[..., Built]

# The header of the hash is not included, so that no macro of api.h has a say in it.
RIGHT = """
int CRYPTO_NAMESPACETOP(unsigned char *out, const unsigned char *in, unsigned long long n);
int CRYPTO_NAMESPACETOP(unsigned char *out, const unsigned char *in, unsigned long long n) {
    unsigned char sum = 7;
    for (unsigned long long i = 0; i < n; ++i) sum += in[i];
    out[0] = sum;
    return 0;
}
"""
UNIQUE = "crypto_hash_sum_ref_timingleaks"
LIAR = """
static int liar(unsigned char *o, const unsigned char *i, unsigned long long n) {
    (void)i; (void)n; o[0] = 99; return 0;
}
"""


@pytest.fixture
def built(make_tree: MakeTree, groups: Groups, native: Target, build: Build) -> BuiltOf:
    """built("#define CRYPTO_BYTES 1"): a right hash of one byte with that api.h, and other files, as it is built."""

    def made(api: str, source: str = "hash.c", **files: str) -> Built:
        others = {f"sum/ref/{name.replace('_', '.')}": text for name, text in files.items()}
        where = make_tree({"sum/ref/api.h": api, f"sum/ref/{source}": RIGHT} | others)
        (group,) = groups("sum/ref", tree_at=where, targets=(native.name,))
        return build(group)

    return made


def asked(sandbox: Sandbox, built: Built) -> Answer:
    assert built.outcome.outcome == "ok", built.outcome
    assert built.artifact is not None
    return program.ask(sandbox, built.artifact, "check", [7, 1, REPEATED, 0, 1], Limit(20, 20))


@pytest.mark.parametrize(
    "api",
    [
        "#define CRYPTO_BYTES 1",
        f"#define CRYPTO_BYTES 1\n{LIAR}#define {UNIQUE}(out, in, n) liar(out, in, n)",
        f"#define CRYPTO_BYTES 1\n{LIAR}#define {UNIQUE} liar",
        "#define CRYPTO_BYTES 1\n#define hashcop_call(a, b, c) mine(a, b, c)",
        "#define CRYPTO_BYTES 1\n#define returned 0 *",
        "#define CRYPTO_BYTES 1\n#define return return 1 |",
        '#define CRYPTO_BYTES 1\n#pragma GCC optimize("O0")',
        "#define CRYPTO_BYTES 1\nconst unsigned long long hashcop_bytes = 3;",
        "enum { one = 1 };\n#define CRYPTO_BYTES one",
        "#define CRYPTO_BYTES sizeof(char)",
    ],
)
def test_the_harness_calls_the_function_whatever_api_h_says(
    built: BuiltOf, sandbox: Sandbox, api: str
) -> None:
    answer = asked(sandbox, built(api))
    assert answer.values("digest") == {"0": ["07"], "1": ["07"]}
    assert answer.values("output") == {"1": []}


def test_a_file_of_the_implementation_is_no_header_of_the_harness(
    built: BuiltOf, sandbox: Sandbox
) -> None:
    answer = asked(sandbox, built("#define CRYPTO_BYTES 1", implementation_h="#error mine"))
    assert answer.values("output") == {"1": []}


@pytest.mark.parametrize("source", ["hash.c", "hash.cc"])
@pytest.mark.parametrize("value", ["0", "-1", "65537", "2147483647", "(1 - 1)", "sizeof(char) - 1"])
def test_a_size_that_can_not_be_is_said_in_a_line(built: BuiltOf, source: str, value: str) -> None:
    outcome = built(f"#define CRYPTO_BYTES {value}", source).outcome
    assert outcome.outcome == "failed"
    assert outcome.reason.startswith("api.h defines CRYPTO_BYTES as ")
    assert outcome.reason.endswith("it must be from 1 to 65536")


@pytest.mark.parametrize(
    "value", ["", "many", '"32"', "-2 - sizeof(int)", "99999999999999999999999"]
)
def test_a_size_that_is_none_is_said_in_a_line(built: BuiltOf, value: str) -> None:
    outcome = built(f"#define CRYPTO_BYTES {value}").outcome
    assert outcome.outcome == "failed"
    assert outcome.reason and "\n" not in outcome.reason


def test_implementations_of_equal_sizes_share_the_facts(
    make_tree: MakeTree, groups: Groups, native: Target, lane: CLane, tmp_path: Path
) -> None:
    other = RIGHT.replace("sum = 7", "sum = 8")
    api = {f"sum/{name}/api.h": "#define CRYPTO_BYTES 1" for name in ("ref", "other")}
    where = make_tree(api | {"sum/ref/hash.c": RIGHT, "sum/other/hash.c": other})
    named = groups("sum/ref", "sum/other", tree_at=where, targets=(native.name,))
    shelf, digests = Shelf(), []
    for group in named:
        rest = lane.toolchain, lane.sandbox, tmp_path / group.implementation.name, tmp_path, shelf
        shop = Workshop(Job(group), *rest)
        digests.append(asked(lane.sandbox, shop.build(group.option_sets[0])).values("digest")["0"])
        shop.close()
    assert digests == [["07"], ["08"]] and len(shelf.facts) == 1


def test_another_size_of_the_same_code_is_another_build(built: BuiltOf) -> None:
    one, two = built("#define CRYPTO_BYTES 1"), built("#define CRYPTO_BYTES 2")
    assert one.outcome.object != two.outcome.object
