/* SPDX-License-Identifier: MIT */
/*
 * F8 of JH by byte shuffles with AVX2, not bit-sliced. sbox.h has the S-boxes, and says what limits
 * the speed.
 *
 * Technique: an element has a byte, and 32 even or odd ones a vector. A shuffle of bytes is 32
 * lookups in a table of 16 entries. L makes D = B + 2A and C = A + 2D = 5A + 2B of a pair, so one
 * table gives what S(a) adds to both, C in the high nibble and D in the low one, and another table
 * does it for S(b). C is the next even element and stays where it is. D is exchanged with the one
 * at distance 2^(r mod 7) by a shuffle, or from 32 on by exchanging vectors' names. Element j is
 * byte j ^ 7 of its vectors: the bits of the message have that order in memory, and all distances
 * stay as they are. No address and no branch depends on data.
 *
 * Invariant: an index of a lookup is below 16, or has bit 7 set and gives 0: CUT leaves the low
 * nibble of what comes out of a round. The message is added to elements that have been cut.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))

/* In bit 7, where S_AND_L wants it: 1 for S0. */
#define BYTE(bit) (((bit) ^ 1) << 7)

#include "lookups.h"

TARGET static inline vector load_twice(const unsigned char table[16]) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)table));
}

/* The byte value where the bit of 32 is set, in the order of the state. */
TARGET static inline vector where_set(const unsigned char bits[4], char value) {
    const vector each = _mm256_set1_epi64x((long long)0x8040201008040201);
    const vector byte =
        _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
    int word;

    memcpy(&word, bits, sizeof word);
    vector v = _mm256_and_si256(_mm256_shuffle_epi8(_mm256_set1_epi32(word), byte), each);
    return _mm256_and_si256(_mm256_cmpeq_epi8(v, each), _mm256_set1_epi8(value));
}

/* What is added to 32 elements: bits of the first half of 512 as bit 3, of the second as bit 2. */
TARGET static inline vector upper_bits(const unsigned char *bits) {
    return _mm256_xor_si256(where_set(bits, 8), where_set(bits + 32, 4));
}

TARGET static void start(state *at, const uint64_t words[16]) {
    unsigned char bits[128];

    for (int i = 0; i < 16; ++i)
        put_big_endian(bits + 8 * i, words[i]);
    for (int i = 0; i < 8; ++i)
        at->element[i] = _mm256_xor_si256(upper_bits(bits + 4 * i),
                                          _mm256_srli_epi16(upper_bits(bits + 64 + 4 * i), 2));
}

/* The last bits of the state, as many as fit. */
TARGET static void finish(unsigned char *out, unsigned outlen, const state *at) {
    for (unsigned i = 0; i < outlen / 4; ++i) {
        __m128i distance = _mm_cvtsi32_si128((int)(8 - outlen / 32 + i / 8));
        int mask = _mm256_movemask_epi8(_mm256_sll_epi16(at->element[i % 8], distance));

        memcpy(out + 4 * i, &mask, sizeof mask);
    }
}

#include "sbox.h"

/* Bytes, or pairs of them, exchanged. */
static const unsigned char bytes[16] = {1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14};
static const unsigned char pairs[16] = {2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13};

#define CUT(x) _mm256_and_si256(x, low_nibbles)
#define HIGH(y) CUT(_mm256_srli_epi16(y, 4))

#define ROUND(r, exchanged, d0, d1, d2, d3)                                                        \
    do {                                                                                           \
        const unsigned char *constant = round_constant[r];                                         \
        vector y0 = S_AND_L(0), y1 = S_AND_L(1), y2 = S_AND_L(2), y3 = S_AND_L(3);                 \
        a0 = HIGH(y0), a1 = HIGH(y1), a2 = HIGH(y2), a3 = HIGH(y3);                                \
        b0 = CUT(exchanged(d0)), b1 = CUT(exchanged(d1));                                          \
        b2 = CUT(exchanged(d2)), b3 = CUT(exchanged(d3));                                          \
    } while (0)

#define AS_IT_IS(y) (y)
#define EXCHANGED_1(y) _mm256_shuffle_epi8(y, load_twice(bytes))
#define EXCHANGED_2(y) _mm256_shuffle_epi8(y, load_twice(pairs))
#define EXCHANGED_4(y) _mm256_shuffle_epi32(y, 0xb1)
#define EXCHANGED_8(y) _mm256_shuffle_epi32(y, 0x4e)
#define EXCHANGED_16(y) _mm256_permute2x128_si256(y, y, 1)

#define SEVEN_ROUNDS(r)                                                                            \
    do {                                                                                           \
        ROUND(r, EXCHANGED_1, y0, y1, y2, y3);                                                     \
        ROUND(r + 1, EXCHANGED_2, y0, y1, y2, y3);                                                 \
        ROUND(r + 2, EXCHANGED_4, y0, y1, y2, y3);                                                 \
        ROUND(r + 3, EXCHANGED_8, y0, y1, y2, y3);                                                 \
        ROUND(r + 4, EXCHANGED_16, y0, y1, y2, y3);                                                \
        ROUND(r + 5, AS_IT_IS, y1, y0, y3, y2);                                                    \
        ROUND(r + 6, AS_IT_IS, y2, y3, y0, y1);                                                    \
    } while (0)

#define ADD(x, i) x = _mm256_xor_si256(x, message[i])
#define ADD_HALF(x, i) x = _mm256_xor_si256(x, _mm256_srli_epi16(message[i], 2))
#define EACH(DO)                                                                                   \
    DO(a0, 0), DO(a1, 1), DO(a2, 2), DO(a3, 3), DO(b0, 4), DO(b1, 5), DO(b2, 6), DO(b3, 7)

TARGET static void F8(state *at, const unsigned char *in, unsigned long long blocks) {
    const vector S0_of_a = load_twice(table[0]), S0_of_b = load_twice(table[1]);
    const vector S1_of_a = load_twice(table[2]), S1_of_b = load_twice(table[3]);
    const vector low_nibbles = _mm256_set1_epi8(15);
    vector a0 = at->element[0], a1 = at->element[1], a2 = at->element[2], a3 = at->element[3];
    vector b0 = at->element[4], b1 = at->element[5], b2 = at->element[6], b3 = at->element[7];

    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        vector message[8];

        for (int i = 0; i < 8; ++i)
            message[i] = upper_bits(in + 4 * i);
        EACH(ADD);
        for (int r = 0; r < 42; r += 7)
            SEVEN_ROUNDS(r);
        EACH(ADD_HALF);
    }
    *at = (state){{a0, a1, a2, a3, b0, b1, b2, b3}};
}
