"""How much stack a call takes: functions that take a known amount of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.platforms.c import program, stack
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.program import Limit
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Group
from tests.conftest import MakeTree
from tests.support.asked import TOKEN, ask
from tests.support.lanes import Build

Taken = Callable[..., dict[int, int]]
BEGIN = """#include "crypto_hash.h"
#include <alloca.h>
#include <stdlib.h>
#include <string.h>
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long n) {
"""
# A volatile byte of an array keeps all of it, and `fill` writes all of it.
FILL = "static void fill(volatile unsigned char *p, unsigned long n) { while (n--) p[n] = 1; }\n"


def function(body: str, before: str = "") -> str:
    """A source whose hash does this, and sets its output to 0."""
    head, _, opening = BEGIN.rpartition("int crypto_hash")
    return f"{head}{FILL}{before}int crypto_hash{opening}{body}\n(void)in; (void)n; out[0] = 0; return 0; }}\n"


@pytest.fixture(params=["native", "x86"])
def target(request: pytest.FixtureRequest) -> Target:
    """The processor's own ABI, and the 32-bit one."""
    found: Target = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def built(
    make_tree: MakeTree, groups: Callable[..., list[Group]], build: Build, target: Target
) -> Callable[[str], Path]:
    """built(source): the program of an implementation."""

    def made(source: str) -> Path:
        tree = make_tree({"sum/ref/api.h": "", "sum/ref/hash.c": source})
        (group,) = groups("sum/ref", tree_at=tree, targets=(target.name,))
        done = build(group)
        assert done.artifact, done.outcome.said
        return done.artifact

    return made


@pytest.fixture
def taken(built: Callable[[str], Path]) -> Taken:
    """taken(source, 0, 8): the bytes of stack that a call of each length takes."""

    def measured(source: str, *lengths: int) -> dict[int, int]:
        words = " ".join(map(str, lengths))
        said = ask(built(source), f"{TOKEN} {{results}} 10 20 stack {words}")
        assert said.status == 0, said
        return dict(map(tuple, said.of("stack")))

    return measured


def test_a_function_without_variables_takes_little(taken: Taken) -> None:
    assert all(size < 64 for size in taken(function(""), 0, 4096).values())


def test_an_array_is_counted_whole(taken: Taken) -> None:
    found = taken(function("unsigned char a[1000]; fill(a, sizeof a);"), 0, 100)
    assert 1000 <= found[0] < 1400
    assert found[0] == found[100]


def test_what_is_set_aside_by_length_grows_with_it(taken: Taken) -> None:
    found = taken(function("fill(alloca(n + 1), n + 1);"), 0, 100, 4096)
    assert 4096 <= found[4096] < 4096 + 400
    assert 4000 <= found[4096] - found[0] < 4200


def test_an_array_of_variable_length_grows_with_it(taken: Taken) -> None:
    found = taken(function("unsigned char a[n + 1]; fill(a, n + 1);"), 0, 4096)
    assert 4000 <= found[4096] - found[0] < 4200


def test_each_level_of_a_recursion_is_counted(taken: Taken) -> None:
    deeper = """__attribute__((noinline)) static int deeper(unsigned long long n) {
        volatile unsigned char a[100]; fill(a, sizeof a);
        return n ? deeper(n - 1) + a[n % 100] : 0; }
    """
    found = taken(function("out[0] = (unsigned char)deeper(n);", deeper), 0, 10, 20)
    each = (found[20] - found[10]) / 10
    assert 100 <= each < 300
    assert found[10] - found[0] == 10 * each


def test_the_lowest_byte_counts_even_if_those_above_it_are_untouched(taken: Taken) -> None:
    source = function("volatile unsigned char a[100000]; a[0] = 1; out[0] = a[0];")
    assert 100000 <= taken(source, 8)[8] < 100400


def test_what_is_far_below_the_usual_is_counted_and_the_rest_as_ever(taken: Taken) -> None:
    before = """
    __attribute__((noinline)) static int far(void) {
        volatile unsigned char a[3 << 20]; a[0] = 1; return a[0]; }
    __attribute__((noinline)) static int near(void) {
        unsigned char a[1000]; fill(a, sizeof a); return a[9]; }
    """
    found = taken(
        function("if (n == 8) out[0] = far(); if (n == 4) out[0] = near();", before), 0, 4, 8
    )
    assert found[0] < 200
    assert 1000 <= found[4] < 1400
    assert 3 << 20 <= found[8] < (3 << 20) + 400


def test_the_other_functions_that_it_calls_are_counted(taken: Taken) -> None:
    other = """static int order(const void *a, const void *b) {
        volatile unsigned char s[3000]; fill(s, sizeof s);
        return *(const char *)a - *(const char *)b + s[0] - s[1]; }
    """
    source = function("char a[2] = {2, 1}; qsort(a, 2, 1, order); out[0] = a[0];", other)
    assert 3000 <= taken(source, 8)[8] < 6000


def test_a_byte_that_is_written_as_it_was_is_seen_with_the_other_paint(taken: Taken) -> None:
    body = "volatile unsigned char a[1000]; if (!calls++) seen = a[0]; a[0] = seen;"
    source = function(body, "static int calls; static unsigned char seen;\n")
    assert 1000 <= taken(source, 0)[0] < 1400


def test_unwritten_bytes_that_are_copied_are_seen(taken: Taken) -> None:
    source = function(
        "volatile unsigned char a[2000]; for (int i = 0; i < 1000; ++i) a[i] = a[i + 1000];"
    )
    assert taken(source, 0)[0] > 1000


def test_the_first_call_is_not_counted(taken: Taken) -> None:
    body = "static int done; if (!done++) { unsigned char a[5000]; fill(a, sizeof a); }"
    assert taken(function(body), 0)[0] < 200


def test_a_rare_path_of_one_length_is_counted_there(taken: Taken) -> None:
    body = "if (n == 55) { unsigned char a[5000]; fill(a, sizeof a); }"
    found = taken(function(body, '#pragma GCC optimize("O1")\n'), 54, 55, 56)
    assert found[54] == found[56]
    assert found[55] >= 5000


def test_what_does_not_fit_is_a_crash_and_no_number(
    built: Callable[[str], Path], lane: CLane
) -> None:
    source = function(
        "if (n == 4096) { volatile char a[9 << 20]; for (int i = sizeof a - 1; i >= 0; --i) a[i] = 1; }"
    )
    artifact = built(source)
    answer = program.ask(lane.sandbox, artifact, "stack", [0, 4096], Limit(5, 5))
    assert answer.problem == (
        "crashed with SIGSEGV (Segmentation fault) on a message of 4096 bytes (on a stack of its own)"
    )
    assert stack.of_program(artifact, lane.sandbox) is None


def test_the_lane_tells_the_most_of_all_lengths(built: Callable[[str], Path], lane: CLane) -> None:
    artifact = built(function("fill(alloca(n + 1), n + 1);"))
    most = stack.of_program(artifact, lane.sandbox)
    assert most is not None
    assert 4096 <= most < 4496


def test_a_function_that_fails_has_no_number(built: Callable[[str], Path], lane: CLane) -> None:
    assert stack.of_program(built(function("if (n == 136) return -1;")), lane.sandbox) is None


def test_a_function_that_hangs_has_no_number(
    built: Callable[[str], Path], lane: CLane, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stack, "LIMIT", Limit(1, 1))
    artifact = built(function('while (n == 136) { __asm__ volatile(""); }'))
    assert stack.of_program(artifact, lane.sandbox) is None
