/* SPDX-License-Identifier: MIT */

/* E8 by lookups: an element has a byte, and a table of 16 entries is an S-box and a part of L. */

typedef __m256i vector;

/* 32 elements in a vector, in the low nibbles: 0 to 3 the even ones, 4 to 7 the odd ones. */
typedef struct {
    vector element[8];
} state;

#define TIMES2(x) (((x) << 1 ^ ((x) >> 3) * 0x13) & 15)
#define TIMES5(x) (TIMES2(TIMES2(x)) ^ (x))
#define EACH_OF_16(f, a, b, c, d, e, g, h, i, j, k, l, m, n, o, p, q)                              \
    f(a), f(b), f(c), f(d), f(e), f(g), f(h), f(i), f(j), f(k), f(l), f(m), f(n), f(o), f(p), f(q)
/* f of S0, or of S1, of each element. */
#define S0(f) EACH_OF_16(f, 9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14)
#define S1(f) EACH_OF_16(f, 3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8)

/* Of S(a) and S(b): what they add to D and C, in the low and in the high nibble. */
#define A_TO_D_AND_C(s) (TIMES2(s) | TIMES5(s) << 4)
#define B_TO_D_AND_C(s) ((s) | TIMES2(s) << 4)

/* BYTE of the bits of the constants, a byte for each element. */
#define BIT(word, byte) BYTE((word) >> (63 - ((byte) ^ 7)) & 1)
#define EIGHT(word, byte)                                                                          \
    BIT(word, byte), BIT(word, (byte) + 1), BIT(word, (byte) + 2), BIT(word, (byte) + 3),          \
        BIT(word, (byte) + 4), BIT(word, (byte) + 5), BIT(word, (byte) + 6), BIT(word, (byte) + 7)
#define WORD(word)                                                                                 \
    EIGHT(word, 0), EIGHT(word, 8), EIGHT(word, 16), EIGHT(word, 24), EIGHT(word, 32),             \
        EIGHT(word, 40), EIGHT(word, 48), EIGHT(word, 56)
#define ROW(even0, even1, odd0, odd1) {WORD(even0), WORD(even1), WORD(odd0), WORD(odd1)},
static const unsigned char round_constant[42][256]
    __attribute__((aligned(32))) = {ROUND_CONSTANTS(ROW)};

TARGET static inline vector load(const unsigned char *bytes) {
    return _mm256_loadu_si256((const __m256i *)(const void *)bytes);
}
