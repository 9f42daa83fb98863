/* SPDX-License-Identifier: MIT */
/*
 * Threefish-256 with AVX-512VL for 32-bit code, where a word of 64 bits takes two of seven
 * registers and a rotation of it four operations and more: here two words are one of eight
 * registers, and two rotations by different distances one instruction.
 *
 * The permutation of words exchanges the two odd ones. With the even words in one vector and the
 * odd ones in the other, that is one shuffle of the odd ones after each round.
 *
 * Limit: the chain. A round is a rotation, an exclusive or and the exchange, and each of the 18
 * subkeys between rounds an addition: 234 operations a block. Zen 5 takes two cycles for each, 14.6
 * per byte, of which 85 % are reached.
 *
 * Rejected, with the time for long messages on Zen 5: the same with SSE2 and with AVX2, whose
 * rotations are shifts and choices of their halves (1.8 and 1.3; opt64 takes 1.28).
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx512vl")))

typedef __m128i vector;

#define ADD(a, b) _mm_add_epi64(a, b)
#define XOR(a, b) _mm_xor_si128(a, b)
#define EXCHANGED(a) _mm_shuffle_epi32(a, 0x4e)
#define ROTATED(a, m, n) _mm_rolv_epi64(a, _mm_set_epi32(0, n, 0, m))

TARGET static inline vector load(const void *p) { return _mm_loadu_si128((const __m128i *)p); }

TARGET static inline vector load_word(const uint64_t *p) {
    return _mm_loadl_epi64((const __m128i *)p);
}

TARGET static inline void store(void *p, vector a) { _mm_storeu_si128((__m128i *)p, a); }

enum { WORDS = 4, ROUNDS = 72 };

/* Distances for the even words 0 and 2. */
#define ROUND(m, n)                                                                                \
    even = ADD(even, odd);                                                                         \
    odd = EXCHANGED(XOR(ROTATED(odd, m, n), even))

/* The tweak goes to words 1 and 2. */
#define ADD_SUBKEY(s)                                                                              \
    even = ADD(even, ADD(key[(s) % 5], word2[((s) + 1) % 3]));                                     \
    odd = ADD(odd, ADD(key[((s) + 1) % 5], ADD(word1[(s) % 3], _mm_set_epi32(0, s, 0, 0))))

#define EIGHT_ROUNDS(s)                                                                            \
    ADD_SUBKEY(s);                                                                                 \
    ROUND(14, 16);                                                                                 \
    ROUND(52, 57);                                                                                 \
    ROUND(23, 40);                                                                                 \
    ROUND(5, 37);                                                                                  \
    ADD_SUBKEY((s) + 1);                                                                           \
    ROUND(25, 33);                                                                                 \
    ROUND(46, 12);                                                                                 \
    ROUND(58, 22);                                                                                 \
    ROUND(32, 32)

TARGET static void UBI_blocks(uint64_t G[WORDS], const unsigned char *in, unsigned long long blocks,
                              uint64_t position, uint64_t flags) {
    for (; blocks > 0; --blocks, in += 8 * WORDS, position += 8 * WORDS, flags &= ~FIRST) {
        const uint64_t t[3] = {position, flags, position ^ flags};
        const uint64_t k[5] = {G[0], G[1], G[2], G[3], KEY_PARITY ^ G[0] ^ G[1] ^ G[2] ^ G[3]};
        const vector m0 = load(in), m1 = load(in + 16);
        vector even = _mm_unpacklo_epi64(m0, m1), odd = _mm_unpackhi_epi64(m0, m1);
        vector key[5], word1[3], word2[3];

        for (int i = 0; i < 5; ++i)
            key[i] = _mm_unpacklo_epi64(load_word(&k[i]), load_word(&k[(i + 2) % 5]));
        for (int i = 0; i < 3; ++i) {
            word1[i] = load_word(&t[i]);
            word2[i] = EXCHANGED(word1[i]);
        }
        EIGHT_ROUNDS(0);
        EIGHT_ROUNDS(2);
        EIGHT_ROUNDS(4);
        EIGHT_ROUNDS(6);
        EIGHT_ROUNDS(8);
        EIGHT_ROUNDS(10);
        EIGHT_ROUNDS(12);
        EIGHT_ROUNDS(14);
        EIGHT_ROUNDS(16);
        ADD_SUBKEY(ROUNDS / 4);
        store(G, XOR(m0, _mm_unpacklo_epi64(even, odd)));
        store(G + 2, XOR(m1, _mm_unpackhi_epi64(even, odd)));
    }
}
