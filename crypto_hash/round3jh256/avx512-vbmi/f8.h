/* SPDX-License-Identifier: MIT */
/*
 * F8 of JH by byte shuffles with AVX-512: S-boxes and L are two lookups, no bit-slicing.
 *
 * Technique: an element has a byte, and 32 even or odd ones a vector. L makes D = B + 2A and
 * C = A + 2D = 5A + 2B of a pair, so a table of 32 entries gives what S(a) adds to both, in two
 * nibbles, for an element and the bit of its constant; another does it for S(b). Two VPERMB and an
 * XOR make C and D of 32 pairs. One ternary operation then cuts a nibble out and puts the bit of
 * the next constant above it. C is the next even element and stays where it is. D is exchanged
 * with the one at distance 2^(r mod 7): for 1, 2 and 4 by a rotation, which moves it from the high
 * nibble to the low one as well. For 8 and more the tables have C in the high nibble instead, and D
 * needs a shuffle, or from 32 on another name.
 *
 * Element j is byte j ^ 7: so 32 bits of the message are a mask register as they lie in memory,
 * and all distances are the same.
 *
 * Limit: the chain: ternary operation 1 cycle, VPERMB 4, XOR 1, and 1 to 3 for shift, rotation or
 * shuffle: 53 cycles for 7 rounds, 5.0 per byte. Zen 4 needs 11.6 a round, 7.6 per byte. A round
 * has 24 to 28 operations. VPERMB and shifts go to two of four units only, and find them taken by
 * operations that could go anywhere. VPERMB and shifts alone, without constants, messages and
 * exchanges, take 9.2 to 10 cycles in any order.
 *
 * Rejected, with the time at 1536 bytes: vectors of 512 bits (1.11: VPERMB takes 5 cycles, and
 * distance 32 a shuffle); the constants as bits, made bytes by mask registers, 1.3 kilobytes
 * instead of 10.5 (1.18); shifts by GFNI, or by a multiplication, on the other units (1.02);
 * bit-sliced with ternary logic and GFNI for the exchanges: 34 operations of 128 bits a round,
 * but a chain of 15 cycles (1.4).
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512vbmi,avx512vbmi2")))

/* The lookups want the bits of the constants above the elements. */
#define BYTE(bit) ((bit) << 4)

#include "lookups.h"

/* f of S0 of each element, then of S1 of each. */
#define S_BOXES(f) S0(f), S1(f)

/* Of S(a) and S(b): what they add to C and D, in the low and in the high nibble. */
#define A_TO_C_AND_D(s) (TIMES5(s) | TIMES2(s) << 4)
#define B_TO_C_AND_D(s) (TIMES2(s) | (s) << 4)

static const unsigned char a_to_c_and_d[32] = {S_BOXES(A_TO_C_AND_D)};
static const unsigned char b_to_c_and_d[32] = {S_BOXES(B_TO_C_AND_D)};
static const unsigned char a_to_d_and_c[32] = {S_BOXES(A_TO_D_AND_C)};
static const unsigned char b_to_d_and_c[32] = {S_BOXES(B_TO_D_AND_C)};

/* The byte value where the bit of 32 is set, in the order of the state. */
TARGET static inline vector where_set(const unsigned char bits[4], char value) {
    uint32_t mask;

    memcpy(&mask, bits, sizeof mask);
    return _mm256_maskz_mov_epi8(mask, _mm256_set1_epi8(value));
}

#define XOR3(a, b, c) _mm256_ternarylogic_epi64(a, b, c, 0x96)
#define ADD_TO(x, bits, first, second)                                                             \
    x = XOR3(x, where_set(bits, first), where_set((bits) + 32, second))
/* The first 256 of 512 bits are added to bit `first` of the elements, the others to `second`. */
#define ADD_BLOCK(bits, first, second)                                                             \
    do {                                                                                           \
        ADD_TO(a0, bits, first, second);                                                           \
        ADD_TO(a1, (bits) + 4, first, second);                                                     \
        ADD_TO(a2, (bits) + 8, first, second);                                                     \
        ADD_TO(a3, (bits) + 12, first, second);                                                    \
        ADD_TO(b0, (bits) + 16, first, second);                                                    \
        ADD_TO(b1, (bits) + 20, first, second);                                                    \
        ADD_TO(b2, (bits) + 24, first, second);                                                    \
        ADD_TO(b3, (bits) + 28, first, second);                                                    \
    } while (0)

#define LOAD_STATE(at)                                                                             \
    vector a0 = (at)->element[0], a1 = (at)->element[1], a2 = (at)->element[2];                    \
    vector a3 = (at)->element[3], b0 = (at)->element[4], b1 = (at)->element[5];                    \
    vector b2 = (at)->element[6], b3 = (at)->element[7]
#define STORE_STATE(at)                                                                            \
    *(at) = (state) {                                                                              \
        { a0, a1, a2, a3, b0, b1, b2, b3 }                                                         \
    }

TARGET static void start(state *at, const uint64_t words[16]) {
    vector a0, a1, a2, a3, b0, b1, b2, b3;
    unsigned char bits[128];

    for (int i = 0; i < 16; ++i)
        put_big_endian(bits + 8 * i, words[i]);
    a0 = a1 = a2 = a3 = b0 = b1 = b2 = b3 = _mm256_setzero_si256();
    ADD_BLOCK(bits, 8, 4);
    ADD_BLOCK(bits + 64, 2, 1);
    STORE_STATE(at);
}

/* The last bits of the state, as many as fit. */
TARGET static void finish(unsigned char *out, unsigned bytes, const state *at) {
    for (unsigned i = 0; i < bytes / 4; ++i) {
        vector bit = _mm256_set1_epi8((char)(1 << (bytes / 32 - 1 - i / 8)));
        uint32_t mask = _mm256_test_epi8_mask(at->element[i % 8], bit);

        memcpy(out + 4 * i, &mask, sizeof mask);
    }
}

/* The low nibble of x, the bit of the constant above it. */
#define INDEX(x, constant) _mm256_ternarylogic_epi64(x, low_nibbles, load(constant), 0xea)
#define S_AND_L(v, a_to, b_to)                                                                     \
    _mm256_xor_si256(_mm256_permutexvar_epi8(INDEX(a##v, constant + 32 * v), a_to),                \
                     _mm256_permutexvar_epi8(INDEX(b##v, constant + 128 + 32 * v), b_to))

#define ROUND(r, to, get_c, get_d, d0, d1, d2, d3)                                                 \
    do {                                                                                           \
        const unsigned char *constant = round_constant[r];                                         \
        vector y0 = S_AND_L(0, a_to_##to, b_to_##to), y1 = S_AND_L(1, a_to_##to, b_to_##to);       \
        vector y2 = S_AND_L(2, a_to_##to, b_to_##to), y3 = S_AND_L(3, a_to_##to, b_to_##to);       \
        a0 = get_c(y0), a1 = get_c(y1), a2 = get_c(y2), a3 = get_c(y3);                            \
        b0 = get_d(d0), b1 = get_d(d1), b2 = get_d(d2), b3 = get_d(d3);                            \
    } while (0)

#define AS_IT_IS(y) (y)
#define HIGH_NIBBLES(y) _mm256_srli_epi16(y, 4)
/* The exchanges with what moves the high nibble of the other element to the low one of this. */
#define HIGH_EXCHANGED_1(y) _mm256_shldi_epi16(y, y, 4)
#define HIGH_EXCHANGED_2(y) _mm256_rol_epi32(y, 12)
#define HIGH_EXCHANGED_4(y) _mm256_rol_epi64(y, 28)
#define EXCHANGED_8(y) _mm256_shuffle_epi32(y, 0x4e)
#define EXCHANGED_16(y) _mm256_permute2x128_si256(y, y, 1)

#define SEVEN_ROUNDS(r)                                                                            \
    do {                                                                                           \
        ROUND(r, cd, AS_IT_IS, HIGH_EXCHANGED_1, y0, y1, y2, y3);                                  \
        ROUND(r + 1, cd, AS_IT_IS, HIGH_EXCHANGED_2, y0, y1, y2, y3);                              \
        ROUND(r + 2, cd, AS_IT_IS, HIGH_EXCHANGED_4, y0, y1, y2, y3);                              \
        ROUND(r + 3, dc, HIGH_NIBBLES, EXCHANGED_8, y0, y1, y2, y3);                               \
        ROUND(r + 4, dc, HIGH_NIBBLES, EXCHANGED_16, y0, y1, y2, y3);                              \
        ROUND(r + 5, dc, HIGH_NIBBLES, AS_IT_IS, y1, y0, y3, y2);                                  \
        ROUND(r + 6, dc, HIGH_NIBBLES, AS_IT_IS, y2, y3, y0, y1);                                  \
    } while (0)

#define CUT(x) x = _mm256_and_si256(x, low_nibbles)
#define CUT_ALL CUT(a0), CUT(a1), CUT(a2), CUT(a3), CUT(b0), CUT(b1), CUT(b2), CUT(b3)

TARGET static void F8(state *at, const unsigned char *in, unsigned long long blocks) {
    const vector a_to_cd = load(a_to_c_and_d), b_to_cd = load(b_to_c_and_d);
    const vector a_to_dc = load(a_to_d_and_c), b_to_dc = load(b_to_d_and_c);
    const vector low_nibbles = _mm256_set1_epi8(15);
    LOAD_STATE(at);

    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        ADD_BLOCK(in, 8, 4);
        for (int r = 0; r < 42; r += 7)
            SEVEN_ROUNDS(r);
        CUT_ALL;
        ADD_BLOCK(in, 2, 1);
    }
    STORE_STATE(at);
}
