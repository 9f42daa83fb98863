/* SPDX-License-Identifier: MIT */
/*
 * ECHO by tables of 64-bit words that join SubBytes, MixColumns and the doubling of
 * BIG.MixColumns: 8 KiB.
 *
 * Technique: an entry holds what a byte adds to its column, and above it twice that. The second
 * round of AES leaves each column with its double, so that BIG.MixColumns is exclusive ors and
 * shifts by half a word. The first round reads the bytes from memory, where the last big round has
 * left them: Zen 4 loads three a cycle beside four other operations. Tables are read at secret
 * indices: this is not constant-time code.
 *
 * Limit: look-ups. A block of echo256 takes 4096, 21 per byte, each with an exclusive or, half of
 * them with an extraction of a byte; BIG.MixColumns adds 11: 43 operations per byte, 11 cycles at
 * four a cycle. Loads: 32 per byte, 11 cycles at three a cycle. Measured on Zen 4: 22.3, on Zen 5:
 * 16.1, with GCC -O2 for SSE2, which does BIG.MixColumns in vectors.
 *
 * Rejected: BIG.MixColumns kept out of vectors by hold, 1.00 with GCC -O3, 1.27 with GCC -O2. Bytes
 * of the first round from registers, 1.05 to 1.13. Products by 2 of eight bytes at a time instead
 * of wide entries need columns joined and parted again: as many operations as opt32.
 */

typedef uint64_t entry;
#define ENTRY(PRODUCTS, s) (PRODUCTS(s) | (uint64_t)PRODUCTS(TWICE(s)) << 32)

#include "tables.h"
#include "words.h"

typedef struct {
    entry column[4];
} substituted;

/* The byte of a row of column c. */
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BYTE(c, row) word->byte[4 * (c) + (row)]
#else
#define BYTE(c, row) word->byte[4 * (c) + 3 - (row)]
#endif

/* A column after SubBytes, ShiftRows and MixColumns, from the columns of its rows 0 to 3, in memory
 * and in registers. */
#define ROUND_COLUMN(a, b, c, d)                                                                   \
    (uint32_t)(table[0][BYTE(a, 0)] ^ table[1][BYTE(b, 1)] ^ table[2][BYTE(c, 2)] ^                \
               table[3][BYTE(d, 3)])
#define ROUND_COLUMN_TWICE(a, b, c, d)                                                             \
    (table[0][(unsigned char)(a)] ^ table[1][(unsigned char)((b) >> 8)] ^                          \
     table[2][(unsigned char)((c) >> 16)] ^ table[3][(d) >> 24])

static inline substituted sub_word(const aes_state *word, uint64_t key) {
    uint32_t s = ROUND_COLUMN(0, 1, 2, 3) ^ (uint32_t)key;
    uint32_t t = ROUND_COLUMN(1, 2, 3, 0) ^ (uint32_t)(key >> 32);
    uint32_t u = ROUND_COLUMN(2, 3, 0, 1), v = ROUND_COLUMN(3, 0, 1, 2);

    hold(s);
    hold(t);
    hold(u);
    hold(v);
    return (substituted){{ROUND_COLUMN_TWICE(s, t, u, v), ROUND_COLUMN_TWICE(t, u, v, s),
                          ROUND_COLUMN_TWICE(u, v, s, t), ROUND_COLUMN_TWICE(v, s, t, u)}};
}

static inline void mix(aes_state out[4], const substituted w[4], int i) {
    uint64_t a = w[0].column[i], b = w[1].column[i], c = w[2].column[i], d = w[3].column[i];
    uint64_t ab = a ^ b, bc = b ^ c, cd = c ^ d;
    uint32_t p = (uint32_t)(ab >> 32), q = (uint32_t)(bc >> 32), s = (uint32_t)(cd >> 32);

    out[0].column[i] = p ^ (uint32_t)bc ^ (uint32_t)d;
    out[1].column[i] = q ^ (uint32_t)cd ^ (uint32_t)a;
    out[2].column[i] = s ^ (uint32_t)ab ^ (uint32_t)d;
    out[3].column[i] = p ^ q ^ s ^ (uint32_t)ab ^ (uint32_t)c;
}

#include "compression.h"
