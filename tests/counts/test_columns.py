"""Columns times a matrix, as three small texts: what the study's bounds for MC4, MC8 and MC16 become."""

import pytest

from hashcop.results import study
from tests.conftest import MakeTree
from tests.counts.conftest import Count

START = """\
#include "crypto_hash.h"
#define XTIME(x) ((unsigned char)((x) << 1 ^ ((x) >> 7) * 0x1b))
enum { N = %d };
static void times(unsigned char b[N], const unsigned char a[N]) {
%s
}
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long n) {
    unsigned char s[N] = {0};
    for (; n >= N; n -= N, in += N) {
        unsigned char b[N];
        times(b, in);
        for (int i = 0; i < N; ++i) s[i] = (unsigned char)(s[i] + b[i]);
    }
    __builtin_memcpy(out, s, 4);
    return 0;
}
"""
AES = """
    unsigned char t = a[0] ^ a[1] ^ a[2] ^ a[3];
    for (int i = 0; i < 4; ++i) b[i] = a[i] ^ t ^ XTIME((a[i] ^ a[(i + 1) % 4]));
"""
# b_i = 2 (2 x_(i+3) + y_(i+7)) + y_(i+4), with x and y of sums of neighbours.
GROESTL = """
    unsigned char t[8], x[8], y[8];
    for (int i = 0; i < 8; ++i) t[i] = a[i] ^ a[(i + 1) % 8];
    for (int i = 0; i < 8; ++i) x[i] = t[i] ^ t[(i + 3) % 8];
    for (int i = 0; i < 8; ++i) y[i] = t[i] ^ t[(i + 2) % 8] ^ a[(i + 6) % 8];
    for (int i = 0; i < 8; ++i) {
        unsigned char w = XTIME(x[(i + 3) % 8]) ^ y[(i + 7) % 8];
        b[i] = XTIME(w) ^ y[(i + 4) % 8];
    }
"""


@pytest.mark.parametrize(
    ("matrix", "rows", "text", "xtime", "xors"),
    [("MC4", 4, AES, 4, 15), ("MC8", 8, GROESTL, 16, 48)],
    ids=["MC4", "MC8"],
)
def test_a_column_takes_no_more_than_the_studys_bound(
    matrix: str, rows: int, text: str, xtime: int, xors: int, count: Count, make_tree: MakeTree
) -> None:
    api = "#define CRYPTO_BYTES 4\n"
    tree = make_tree({"column/ref/hash.c": START % (rows, text), "column/ref/api.h": api})
    found = count("column/ref", tree)
    doubled = found.operations["shift8"]
    assert (found.block, doubled) == (rows, xtime)
    assert found.operations["xor8"] - doubled == xors
    (bound,) = (one for one in study.table("mcx-costs") if one["matrix"] == matrix)
    assert xtime <= int(bound["xtime"]) and xors <= int(bound["xor_bytes"])


def test_fugues_columns_are_counted_from_its_reference(count: Count) -> None:
    found = count("fugue256/ref")
    assert found.operations["lookup8"] == 32  # two columns of 16 bytes
    (bound,) = (one for one in study.table("mcx-costs") if one["matrix"] == "MC16")
    doubled = found.operations["shift8"] // 2
    assert doubled == 40 >= int(bound["xtime"])  # the reference doubles what it adds up later
