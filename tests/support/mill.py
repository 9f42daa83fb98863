"""A hash function that this repository does not have: a sponge of additions, rotations and XOR, made for the tests.

The state has sixteen words of 32 bits, of which a block of 32 bytes is XORed into the first eight. The function has no
designer and no claim of security. Variants differ in one word of the first state, and so in all digests: `mill` is
variant 0. The digests below come from Python, and none from the C code that is checked by them.
"""

import struct
from functools import cache

from tests.support import checksum_model

WORD = 0xFFFFFFFF
BLOCK = 32  # bytes
ROUNDS = 4
ROTATIONS = (19, 7, 24, 13)
COLUMNS = tuple((i, i + 4, i + 8, i + 12) for i in range(4))
DIAGONALS = tuple((i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) for i in range(4))
STATE_BYTES = 64
OF_CORES = {"small": (512, 0), "big": (4096, 0)}


def _mix(s: list[int], a: int, b: int, c: int, d: int) -> None:
    one, two, three, four = ROTATIONS
    for left, right in ((one, two), (three, four)):
        s[a] = (s[a] + s[b]) & WORD
        x = s[d] ^ s[a]
        s[d] = (x << left | x >> (32 - left)) & WORD
        s[c] = (s[c] + s[d]) & WORD
        x = s[b] ^ s[c]
        s[b] = (x << right | x >> (32 - right)) & WORD


def _permuted(s: list[int]) -> list[int]:
    for number in range(ROUNDS):
        s[0] ^= number + 1
        for four in (*COLUMNS, *DIAGONALS):
            _mix(s, *four)
    return s


def core(state: bytes) -> bytes:
    """The permutation: 64 bytes to 64 bytes."""
    return struct.pack("<16I", *_permuted(list(struct.unpack("<16I", state))))


def mill(message: bytes, variant: int = 0) -> bytes:
    """The digest of a message, 32 bytes."""
    s = [0x9E3779B9 * (i + 1) & WORD for i in range(16)]
    s[15] ^= variant
    padded = bytearray(message + b"\1")
    padded += bytes(-len(padded) % BLOCK)
    padded[-1] ^= 0x80
    for at in range(0, len(padded), BLOCK):
        for i, word in enumerate(struct.unpack("<8I", padded[at : at + BLOCK])):
            s[i] ^= word
        s = _permuted(s)
    return struct.pack("<8I", *s[:8])


@cache
def checksums(variant: int) -> dict[str, str]:
    """`small` and `big` of a variant, in hex. The big one takes seconds."""
    sizes = checksum_model.SIZES.items()
    return {
        which: checksum_model.checksum(lambda message: mill(message, variant), *size)
        for which, size in sizes
    }


@cache
def core_checksums() -> dict[str, str]:
    """Those of the permutation as a crypto_core, which has neither key nor constants."""

    def draw(inputs: checksum_model.Stream, _: object) -> bytes:
        state = inputs.take(STATE_BYTES)
        inputs.take(0)  # the key
        inputs.take(0)  # the constants
        return core(state)

    return {which: checksum_model.checksum_of(draw, *size) for which, size in OF_CORES.items()}


def known_answers(variant: int) -> str:
    """The text of kat.tsv, up to four blocks and some longer ones."""
    lengths = (*range(4 * BLOCK + 2), 576, 1536, 4096)
    digests = ((n, mill(bytes(i % 251 for i in range(n)), variant)) for n in lengths)
    return "".join(f"{n}\t{digest.hex()}\n" for n, digest in digests)


HASH = "int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen)"
_TOP = """#include "{header}"
#include <stdint.h>
#include <string.h>
"""
_REF_CORE = """
static uint32_t rotated(uint32_t x, int by) { return x << by | x >> (32 - by); }

static void mix(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
    *a += *b, *d = rotated(*d ^ *a, 19), *c += *d, *b = rotated(*b ^ *c, 7);
    *a += *b, *d = rotated(*d ^ *a, 24), *c += *d, *b = rotated(*b ^ *c, 13);
}

static void permute(uint32_t s[16]) {
    for (uint32_t number = 1; number <= 4; ++number) {
        s[0] ^= number;
        for (int i = 0; i < 4; ++i)
            mix(s + i, s + 4 + i, s + 8 + i, s + 12 + i);
        for (int i = 0; i < 4; ++i)
            mix(s + i, s + 4 + (i + 1) % 4, s + 8 + (i + 2) % 4, s + 12 + (i + 3) % 4);
    }
}
"""
# Four columns at once: the diagonals are columns of rows that are turned.
_ROWS_CORE = """
typedef uint32_t row __attribute__((vector_size(16)));
#define ROTATED(x, by) ((x) << (by) | (x) >> (32 - (by)))
#define TURNED(x, i, j, k, l) ((row){x[i], x[j], x[k], x[l]})
#define MIX(a, b, c, d) \\
    (a += b, d ^= a, d = ROTATED(d, 19), c += d, b ^= c, b = ROTATED(b, 7), \\
     a += b, d ^= a, d = ROTATED(d, 24), c += d, b ^= c, b = ROTATED(b, 13))

static void permute(uint32_t s[16]) {
    row a, b, c, d;
    memcpy(&a, s, 16), memcpy(&b, s + 4, 16), memcpy(&c, s + 8, 16), memcpy(&d, s + 12, 16);
    for (uint32_t number = 1; number <= 4; ++number) {
        a ^= (row){number, 0, 0, 0};
        MIX(a, b, c, d);
        b = TURNED(b, 1, 2, 3, 0), c = TURNED(c, 2, 3, 0, 1), d = TURNED(d, 3, 0, 1, 2);
        MIX(a, b, c, d);
        b = TURNED(b, 3, 0, 1, 2), c = TURNED(c, 2, 3, 0, 1), d = TURNED(d, 1, 2, 3, 0);
    }
    memcpy(s, &a, 16), memcpy(s + 4, &b, 16), memcpy(s + 8, &c, 16), memcpy(s + 12, &d, 16);
}
"""
_CALLED_CORE = """
#include "crypto_core_mill.h"

static void permute(uint32_t s[16]) {
    crypto_core_mill((unsigned char *)s, (const unsigned char *)s, NULL, NULL);
}
"""
_REF_SPONGE = f"""
static void absorb(uint32_t s[16], const unsigned char *block) {{
    for (int i = 0; i < 32; ++i)
        s[i / 4] ^= (uint32_t)block[i] << 8 * (i % 4);
    permute(s);
}}

{HASH} {{
    uint32_t s[16];
    unsigned char last[32] = {{0}};
    for (uint32_t i = 0; i < 16; ++i)
        s[i] = 0x9e3779b9u * (i + 1);
    s[15] ^= VARIANT;
    for (; inlen >= 32; inlen -= 32, in += 32)
        absorb(s, in);
    for (unsigned long long i = 0; i < inlen; ++i)
        last[i] = in[i];
    last[inlen] = 1;
    last[31] ^= 0x80;
    absorb(s, last);
    for (int i = 0; i < 32; ++i)
        out[i] = (unsigned char)(s[i / 4] >> 8 * (i % 4));
    return 0;
}}
"""
# Of processors whose words begin with the lowest byte.
_OPT_SPONGE = f"""
static void absorb(uint32_t s[16], const unsigned char *block) {{
    uint64_t x, y;
    for (int i = 0; i < 8; i += 2) {{
        memcpy(&x, block + 4 * i, 8), memcpy(&y, s + i, 8);
        x ^= y;
        memcpy(s + i, &x, 8);
    }}
    permute(s);
}}

{HASH} {{
    uint32_t s[16] = {{0x9e3779b9u, 0x3c6ef372u, 0xdaa66d2bu, 0x78dde6e4u, 0x1715609du, 0xb54cda56u,
                      0x5384540fu, 0xf1bbcdc8u, 0x8ff34781u, 0x2e2ac13au, 0xcc623af3u, 0x6a99b4acu,
                      0x08d12e65u, 0xa708a81eu, 0x454021d7u, 0xe3779b90u ^ VARIANT}};
    unsigned char last[32] = {{0}};
    unsigned long long left = inlen % 32, at = 0;
    for (; at + 32 <= inlen; at += 32)
        absorb(s, in + at);
    memcpy(last, in + at, left);
    last[left] = 1;
    last[31] ^= 0x80;
    absorb(s, last);
    memcpy(out, s, 32);
    return 0;
}}
"""
# Implementations that share no line of the permutation, and what the last one calls.
IMPLEMENTATIONS = {
    "ref": _REF_CORE + _REF_SPONGE,
    "rows": _ROWS_CORE + _OPT_SPONGE,
    "words": _REF_CORE + _OPT_SPONGE,
    "called": _CALLED_CORE + _OPT_SPONGE,
}
CORES = {"ref": _REF_CORE, "rows": _ROWS_CORE}
_ENTRY = """
int crypto_core(unsigned char *out, const unsigned char *in, const unsigned char *k, const unsigned char *c) {
    uint32_t s[16];
    (void)k, (void)c;
    memcpy(s, in, 64);
    permute(s);
    memcpy(out, s, 64);
    return 0;
}
"""
_CORE_SIZES = {
    "OUTPUTBYTES": STATE_BYTES,
    "INPUTBYTES": STATE_BYTES,
    "KEYBYTES": 0,
    "CONSTBYTES": 0,
}


def sources(name: str, variant: int) -> dict[str, str]:
    """The files of an implementation of the hash."""
    top = _TOP.format(header="crypto_hash.h")
    return {
        "api.h": "#define CRYPTO_BYTES 32\n",
        "hash.c": f"{top}#define VARIANT {variant}u\n{IMPLEMENTATIONS[name]}",
    }


def core_sources(name: str) -> dict[str, str]:
    """The files of an implementation of the permutation."""
    api = "".join(f"#define CRYPTO_{size} {bytes}\n" for size, bytes in _CORE_SIZES.items())
    return {"api.h": api, "core.c": _TOP.format(header="crypto_core.h") + CORES[name] + _ENTRY}
