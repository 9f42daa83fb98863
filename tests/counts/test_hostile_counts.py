"""What strangers' programs do with their counters hurts nobody but their own counts."""

import pytest

from hashcop.counts import measure
from hashcop.counts.build import NotCounted
from hashcop.platforms.c.program import Limit
from tests.conftest import MakeTree
from tests.counts.conftest import Count

API = "#define CRYPTO_BYTES 4\n"
FUNCTION = """
#include "crypto_hash.h"
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
extern uint64_t hashcop_counters[];
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long n) {
    uint32_t s = 1;
    for (unsigned long long i = 0; i < n; ++i) s = s * 5 + in[i];
    %s
    __builtin_memcpy(out, &s, 4);
    return 0;
}
"""
SINS = {
    "loops": ('for (;;) __asm__ volatile("");', "did not return"),
    "crashes": ("*(volatile int *)16 = 1;", "SIGSEGV"),
    "leaves": ("_exit(0);", "ended the program by itself"),
    "babbles": ('if (write(3, "x\\n", 2)) {}', "wrote on the descriptor of the results"),
    "lies": ("hashcop_counters[0] = ~0ULL >> (n & 1);", "a name of the counters"),
    "forks": ("if (fork()) {}", "kernel interface"),
    "does not compile": ("this is no C;", "error"),
}


@pytest.mark.parametrize("sin", SINS)
def test_a_hostile_program_is_not_counted_and_the_reason_is_said(
    sin: str, count: Count, make_tree: MakeTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure, "LIMIT", Limit(call=1, all=1))
    does, why = SINS[sin]
    tree = make_tree({"bad/ref/hash.c": FUNCTION % does, "bad/ref/api.h": API})
    with pytest.raises(NotCounted, match=why):
        count("bad/ref", tree)
