"""Toy hashes, one for each class of operations and for each trap: what a block costs is known beforehand.

Each has a state `s` and takes a word `w` of four bytes a block, with `n` bytes still to come; `x` is a second word.
"""

from dataclasses import dataclass

START = """\
#include "crypto_hash.h"
#include <stdint.h>
#define ROTL(a, n) ((a) << (n) | (a) >> (8 * sizeof(a) - (n)))
"""
MAIN = """
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long n) {{
    {word} s = {{1}};
    for (; n >= {size}; n -= {size}, in += {size}) {{
        {word} w;
        {copy}(&w, in, sizeof w);
        {step}
    }}
    __builtin_memcpy(out, &s, sizeof s);
    return 0;
}}
"""


@dataclass(frozen=True)
class Toy:
    """`step` is what happens to a block; `before` stands before the function. `tables`: the sizes of those reached."""

    name: str
    step: str
    operations: dict[str, int]
    before: str = ""
    word: str = "uint32_t"
    size: int = 4
    copy: str = "__builtin_memcpy"
    tables: tuple[int, ...] = ()
    abi: str = ""

    @property
    def source(self) -> str:
        """The whole text."""
        rest = {"size": self.size, "copy": self.copy, "step": self.step}
        return START + self.before + MAIN.format(word=self.word, **rest)


def _simple(name: str, expression: str, **operations: int) -> Toy:
    return Toy(name, f"s = {expression};", operations)


CLASSES = (
    _simple("add", "s + w", add32=1),
    _simple("sub", "s - w", sub32=1),
    _simple("mul", "s * w", mul32=1),
    _simple("and", "(s & w) + w", and32=1, add32=1),
    _simple("or", "(s | w) + w", or32=1, add32=1),
    _simple("xor", "s ^ w", xor32=1),
    _simple("andc", "s & ~w", andc32=1),
    _simple("orc", "s | ~w", orc32=1),
    _simple("eqv", "~(s ^ w) * 3", eqv32=1, mul32=1),
    _simple("nand", "~(s & w)", nand32=1),
    _simple("nor", "~(s | w)", nor32=1),
    _simple("notfolded", "~w * s", not32=1, mul32=1),
    _simple("shift", "s ^ w >> 3", shift32=1, xor32=1),
    _simple("rotate", "s ^ ROTL(w, 5)", rotate32=1, xor32=1),
    _simple("select", "w > s ? s * 3 : s + w", compare32=1, select32=1, mul32=1, add32=1),
    _simple("csub", "s >= w ? s - w : s", csub32=1),
    _simple("div", "s / (w | 1)", div32=1, or32=1),
    _simple("swap", "s ^ __builtin_bswap32(w)", swap32=1, xor32=1),
    Toy("add64", "s += w;", {"add64": 1}, word="uint64_t", size=8),
    Toy("rotate64", "s ^= ROTL(w, 5);", {"rotate64": 1, "xor64": 1}, word="uint64_t", size=8),
    Toy("mul16", "s = (uint16_t)(s * w);", {"mul16": 1}, word="uint16_t", size=2),
)
TABLE = "static const uint32_t T[256] = {1, 2, 3}, U[256] = {4, 5, 6};\n"
POINTED = """
static __attribute__((noinline)) uint32_t sum(uint32_t a, uint32_t b) { return a * b + a; }
static __attribute__((noinline)) uint32_t other(uint32_t a, uint32_t b) { return a ^ b; }
static uint32_t (*const known[2])(uint32_t, uint32_t) = {sum, other};
"""
RECURSIVE = """
static __attribute__((noinline)) uint32_t deep(uint32_t s, uint32_t w, int k) {
    uint32_t r = k == 0 ? s : deep(ROTL(s, 7) ^ w, w, k - 1);
    return ROTL(r, 3);
}
"""
STRUCT = """
struct two { uint32_t a, b; };
static __attribute__((noinline)) struct two mixed(struct two v, uint32_t w) {
    return (struct two){v.a + w, v.b ^ w};
}
"""
OWN_COPY = """
#include <string.h>
"""
VECTOR = "typedef uint32_t v __attribute__((vector_size(16)));\n"
TRAPS = (
    Toy(
        "runtimerotation",
        "unsigned r = (unsigned)n % 31 + 1; s ^= w << r | w >> (32 - r);",
        {"shift32": 2, "or32": 1, "xor32": 1},
    ),
    Toy(
        "rolledloop",
        "for (int i = 0; i < 100; ++i) s = s * w + 7;",
        {"mul32": 100, "add32": 100},
    ),
    Toy(
        "lookup", "s ^= T[w & 255];", {"lookup32": 1, "and32": 1, "xor32": 1}, TABLE, tables=(1024,)
    ),
    Toy("constants", "s = (s ^ w) + T[n & 255];", {"xor32": 1, "add32": 1}, TABLE),
    Toy(
        "expression",
        "const uint32_t *p = T + 128; s = (s ^ w) + p[n & 127];",
        {"xor32": 1, "add32": 1},
        TABLE,
    ),
    Toy(
        "merged",
        "const uint32_t *p = n & 64 ? T : U; s = (s ^ w) + p[n & 127];",
        {"xor32": 1, "add32": 1},
        TABLE,
    ),
    Toy(
        "mergedlookup",
        "const uint32_t *p = n & 64 ? T : U; s = s + p[(s ^ w) & 255];",
        {"xor32": 1, "add32": 1, "and32": 1, "lookup32": 1},
        TABLE,
        tables=(1024, 1024),
    ),
    Toy("pointer", "s = known[n >> 2 & 1](s, w);", {"mul32": 1, "add32": 1, "xor32": 1}, POINTED),
    Toy("recursion", "s = deep(s, w, 20);", {"xor32": 20, "rotate32": 41}, RECURSIVE),
    Toy("memcpy", "s += w;", {"add32": 1}, OWN_COPY, copy="memcpy"),
    Toy("barrier", '__asm__("" : "+r"(w)); s += w;', {"add32": 1}),
    Toy(
        "structure",
        "struct two v = mixed((struct two){s, w}, w); s = v.a * v.b;",
        {"add32": 1, "xor32": 1, "mul32": 1},
        STRUCT,
        abi="x86",
    ),
    Toy(
        "vector",
        "s += w;",
        {"add32": 4},
        VECTOR,
        word="v",
        size=16,
    ),
)
INTRINSIC = """\
#include "crypto_hash.h"
#include <wmmintrin.h>
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long n) {
    __m128i s = _mm_setzero_si128();
    for (; n >= 16; n -= 16, in += 16)
        s = _mm_aesenc_si128(s, _mm_loadu_si128((const __m128i *)in));
    __builtin_memcpy(out, &s, 4);
    return 0;
}
"""
