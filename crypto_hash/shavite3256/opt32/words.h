/* SPDX-License-Identifier: MIT */

/*
 * Rounds of AES on 32-bit words by tables, and what enters the compression function and leaves it;
 * for both sizes.
 *
 * Technique: four tables of 1 KiB, one for each row. A column of the result is the sum of four
 * entries, found by shift and mask in four columns. Addresses depend on the message: this is not
 * constant-time code.
 *
 * Rejected: entries of 64 bits, read four bytes early for the upper one of two columns, so that
 * half the sums of words are needed: 0.96 to 1.1 times the time on Zen 4. The four bytes of a
 * column added to their four results one after the other, on Zen 5: 0.90 with Clang, 1.00 to 1.2
 * with GCC, 1.05 in 32-bit code; with SHAvite-3-512 0.97 to 1.05.
 */
#include "tables.h"

#define TARGET

/* GCC joins neighbouring words to vectors only to take them apart for the look-ups: 1.5 times as
 * long. */
#if defined __GNUC__ && !defined __clang__
#define NO_VECTORS __attribute__((optimize("no-tree-slp-vectorize", "no-tree-loop-vectorize")))
#else
#define NO_VECTORS
#endif

typedef struct {
    uint32_t word[CHAIN_WORDS];
} chaining_value;

/* A column after a round of AES: ShiftRows takes row i from the column i further on. */
#define MIXED(x0, x1, x2, x3)                                                                      \
    (table[0][(x0)&0xff] ^ table[1][(x1) >> 8 & 0xff] ^ table[2][(x2) >> 16 & 0xff] ^              \
     table[3][(x3) >> 24])

/* y += AESround(x) */
#define ADD_AESround(y0, y1, y2, y3, x0, x1, x2, x3)                                               \
    do {                                                                                           \
        y0 ^= MIXED(x0, x1, x2, x3);                                                               \
        y1 ^= MIXED(x1, x2, x3, x0);                                                               \
        y2 ^= MIXED(x2, x3, x0, x1);                                                               \
        y3 ^= MIXED(x3, x0, x1, x2);                                                               \
    } while (0)

/* A counter word, its complement, or nothing: the last counter word is always zero. */
enum addend { C0, C1, C2, C3, NOT_C0, NOT_C1, NOT_C2, NOT_C3, ADDENDS, NOTHING = C3 };

/* Which four subkeys of a group the counter is added to. */
struct place {
    int four;
    unsigned char added[4];
};

static inline void set_addends(uint32_t addends[ADDENDS], unsigned long long bytes) {
    addends[C0] = (uint32_t)(bytes << 3);
    addends[C1] = (uint32_t)(bytes >> 29);
    addends[C2] = (uint32_t)(bytes >> 61);
    addends[C3] = 0;
    for (int i = C0; i <= C3; ++i)
        addends[NOT_C0 + i] = ~addends[i];
}

/* Subkeys n+SIZE to n+SIZE+3 from the SIZE before; `i`: which four of the group. */
#define NONLINEAR(n, SIZE, i)                                                                      \
    do {                                                                                           \
        uint32_t y0 = (n)[SIZE - 4], y1 = (n)[SIZE - 3], y2 = (n)[SIZE - 2], y3 = (n)[SIZE - 1];   \
        ADD_AESround(y0, y1, y2, y3, (n)[1], (n)[2], (n)[3], (n)[0]);                              \
        if ((i) == place->four) {                                                                  \
            y0 ^= addends[place->added[0]];                                                        \
            y1 ^= addends[place->added[1]];                                                        \
            y2 ^= addends[place->added[2]];                                                        \
            y3 ^= addends[place->added[3]];                                                        \
        }                                                                                          \
        (n)[SIZE] = y0;                                                                            \
        (n)[SIZE + 1] = y1;                                                                        \
        (n)[SIZE + 2] = y2;                                                                        \
        (n)[SIZE + 3] = y3;                                                                        \
    } while (0)

static inline void add_words(uint32_t sum[4], uint32_t x0, uint32_t x1, uint32_t x2, uint32_t x3) {
    sum[0] ^= x0;
    sum[1] ^= x1;
    sum[2] ^= x2;
    sum[3] ^= x3;
}

static inline uint32_t little_endian32(uint32_t x) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap32(x);
#endif
    return x;
}

static inline void load_block(uint32_t words[BLOCK_BYTES / 4], const unsigned char *block) {
    memcpy(words, block, BLOCK_BYTES);
    for (int i = 0; i < BLOCK_BYTES / 4; ++i)
        words[i] = little_endian32(words[i]);
}

static inline chaining_value initial_value(void) {
    chaining_value h;

    memcpy(h.word, INITIAL_VALUE, sizeof h.word);
    return h;
}

static inline void store_digest(unsigned char *out, const chaining_value *h) {
    for (int i = 0; i < CHAIN_WORDS; ++i) {
        uint32_t x = little_endian32(h->word[i]);
        memcpy(out + 4 * i, &x, sizeof x);
    }
}
