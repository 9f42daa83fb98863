/* SPDX-License-Identifier: MIT */
/*
 * ECHO by tables of 32-bit words that join SubBytes and MixColumns: 4 KiB.
 *
 * Technique: a column of 32 bits is the sum of four entries. BIG.MixColumns doubles four bytes at a
 * time. Tables are read at secret indices: this is not constant-time code.
 *
 * Limit: look-ups. A block of echo256 takes 4096, 21 per byte, each with an extraction of a byte
 * and an exclusive or: 43 operations per byte, and BIG.MixColumns adds 21: 16 cycles per byte at
 * four operations a cycle. Measured on Zen 4: 23.5, on Zen 5: 17.9.
 *
 * Rejected: without hold, Clang for AVX2 and later gathers entries in vectors, 1.7 times as long.
 * opt64's bytes from memory, 1.05 to 1.25 in 32-bit code.
 */

typedef uint32_t entry;
#define ENTRY(PRODUCTS, s) PRODUCTS(s)

#include "tables.h"
#include "words.h"

typedef struct {
    entry column[4];
} substituted;

/* A column after SubBytes, ShiftRows and MixColumns, from those of its rows 0 to 3. */
#define ROUND_COLUMN(a, b, c, d)                                                                   \
    (table[0][(unsigned char)(a)] ^ table[1][(unsigned char)((b) >> 8)] ^                          \
     table[2][(unsigned char)((c) >> 16)] ^ table[3][(d) >> 24])

static inline substituted sub_word(const aes_state *word, uint64_t key) {
    uint32_t a = word->column[0], b = word->column[1], c = word->column[2], d = word->column[3];
    uint32_t s = ROUND_COLUMN(a, b, c, d) ^ (uint32_t)key;
    uint32_t t = ROUND_COLUMN(b, c, d, a) ^ (uint32_t)(key >> 32);
    uint32_t u = ROUND_COLUMN(c, d, a, b), v = ROUND_COLUMN(d, a, b, c);

    hold(s);
    hold(t);
    hold(u);
    hold(v);
    return (substituted){{ROUND_COLUMN(s, t, u, v), ROUND_COLUMN(t, u, v, s),
                          ROUND_COLUMN(u, v, s, t), ROUND_COLUMN(v, s, t, u)}};
}

/* All bytes times 2 in GF(256) modulo X^8 + X^4 + X^3 + X + 1. */
static inline uint32_t twice(uint32_t x) {
    uint32_t top = x & 0x80808080;

    return (x ^ top) << 1 ^ (top >> 7) * 0x1b;
}

static inline void mix(aes_state out[4], const substituted w[4], int i) {
    uint32_t a = w[0].column[i], b = w[1].column[i], c = w[2].column[i], d = w[3].column[i];
    uint32_t ab = a ^ b, bc = b ^ c, cd = c ^ d;
    uint32_t p = twice(ab), q = twice(bc), s = twice(cd);

    out[0].column[i] = p ^ bc ^ d;
    out[1].column[i] = q ^ cd ^ a;
    out[2].column[i] = s ^ ab ^ d;
    out[3].column[i] = p ^ q ^ s ^ ab ^ c;
}

#include "compression.h"
