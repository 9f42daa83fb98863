/* SPDX-License-Identifier: MIT */
/*
 * A vector is two words of 64 bits, in portable C.
 *
 * Limit: the operations, 2 (16 for an S-box, twice, 10 for L, and 5 for each of four exchanges):
 * 124 a round, 31 cycles at four a cycle, 20 cycles per byte. Compilers for x86-64 join the two
 * words in vectors of SSE2 by themselves; Zen 4 then needs 21 to 23.
 *
 * Rejected: each of the two words by itself through all rounds but the exchange of 64 bits: eight
 * words would stay in registers, but the exchange joins the two in each seventh round. (Not tried.)
 */
#define TARGET

typedef struct {
    uint64_t word[2];
} vector;

#define EACH_WORD(expression)                                                                      \
    do {                                                                                           \
        vector result;                                                                             \
        for (int i = 0; i < 2; ++i)                                                                \
            result.word[i] = (expression);                                                         \
        return result;                                                                             \
    } while (0)

static inline vector xor2(vector a, vector b) { EACH_WORD(a.word[i] ^ b.word[i]); }

static inline vector xor3(vector a, vector b, vector c) {
    EACH_WORD(a.word[i] ^ b.word[i] ^ c.word[i]);
}

static inline vector xor_and(vector a, vector b, vector c) {
    EACH_WORD(a.word[i] ^ (b.word[i] & c.word[i]));
}

static inline vector xor_andnot(vector a, vector b, vector c) {
    EACH_WORD(a.word[i] ^ (b.word[i] & ~c.word[i]));
}

static inline vector xornot_andnot(vector a, vector b, vector c) {
    EACH_WORD(~a.word[i] ^ (b.word[i] & ~c.word[i]));
}

static inline vector xor_or(vector a, vector b, vector c) {
    EACH_WORD(a.word[i] ^ (b.word[i] | c.word[i]));
}

static inline vector load_words(const uint64_t *words) { EACH_WORD(words[i]); }

static inline void store_words(uint64_t *words, vector a) {
    words[0] = a.word[0];
    words[1] = a.word[1];
}

static inline uint64_t get_big_endian(const unsigned char *bytes) {
    uint64_t word = 0;
    for (int i = 0; i < 8; ++i)
        word = word << 8 | bytes[i];
    return word;
}

static inline vector load_big_endian(const unsigned char *bytes) {
    EACH_WORD(get_big_endian(bytes + 8 * i));
}

#define EXCHANGE(n, mask)                                                                          \
    static inline vector exchange_##n(vector a) {                                                  \
        EACH_WORD((a.word[i] & UINT64_C(mask)) << n | (a.word[i] >> n & UINT64_C(mask)));          \
    }

EXCHANGE(1, 0x5555555555555555)
EXCHANGE(2, 0x3333333333333333)
EXCHANGE(4, 0x0f0f0f0f0f0f0f0f)
EXCHANGE(8, 0x00ff00ff00ff00ff)
EXCHANGE(16, 0x0000ffff0000ffff)
EXCHANGE(32, 0x00000000ffffffff)

static inline vector exchange_64(vector a) { EACH_WORD(a.word[1 - i]); }

#include "sbox.h"
