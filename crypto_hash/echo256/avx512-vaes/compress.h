/* SPDX-License-Identifier: MIT */
/*
 * ECHO in four vectors of 512 bits with the AES of VAES, the field arithmetic of GFNI, whose
 * polynomial is the one of AES, and the ternary logic of AVX-512.
 *
 * Technique: vector r is row r of words. BIG.SubWords is two instructions for a row, BIG.ShiftRows
 * a rotation of its lanes, BIG.MixColumns a sum of rows. All but row 0 wait for a rotation, so row
 * 0 goes through AES last. d' of BIG.MixColumns is made of a product of its own, 2(d + a), and not
 * of the sum of the three others: one operation more, but no chain of two ternary ones. No address
 * and no branch depends on data.
 *
 * Limit: the chain of a round. On Zen 5 it is AES 8, rotation 5, sum 2, product 3, sum 2: 20
 * cycles, 0.83 per byte of echo256 and 1.56 of echo512. The two units for AES, rotations and
 * products take 8 + 3 + 4 operations of a round in 7.5 cycles, and each step waits for the last
 * row of the one before: 25 cycles measured, 1.05 and 1.86 per byte, 79 and 84 % of it. Zen 4
 * takes one such operation a cycle: 1.17, where vaes-gfni takes 0.98. In 32-bit code vaes-gfni
 * takes 1.47 times as long on Zen 5: here the state, the constants and all sums fit into 8
 * registers.
 *
 * Rejected: AES in order of rows and d' as a sum of five, 1.05. Rotations by valignq, 1.00.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512bw,vaes,gfni")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef __m512i vector;

/* Row r of words in vector r; of the chaining value, the first one or two columns count. */
typedef struct {
    vector row[4];
} state, chaining_value;

#define EACH_ROW(DO)                                                                               \
    DO(0);                                                                                         \
    DO(1);                                                                                         \
    DO(2);                                                                                         \
    DO(3)

#define load(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define store(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
#define XOR(a, b) _mm512_xor_si512(a, b)
#define XOR3(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
#define twice(x) _mm512_gf2p8mul_epi8(x, _mm512_set1_epi8(2))
#define numbers(n0, n1, n2, n3) _mm512_set_epi32(0, 0, 0, n3, 0, 0, 0, n2, 0, 0, 0, n1, 0, 0, 0, n0)

/* Lanes c0 to c3 of a. */
#define LANES(a, c0, c1, c2, c3)                                                                   \
    _mm512_shuffle_i64x2(a, a, (c0) | (c1) << 2 | (c2) << 4 | (c3) << 6)

/* BIG.SubWords of row r. */
#define SUBSTITUTED(words, r)                                                                      \
    _mm512_aesenc_epi128(                                                                          \
        _mm512_aesenc_epi128(words,                                                                \
                             _mm512_add_epi64(kappa, numbers(r, (r) + 4, (r) + 8, (r) + 12))),     \
        _mm512_setzero_si512())

/* BIG.SubWords and BIG.ShiftRows. */
INLINE state substitute_and_shift(state S, vector kappa) {
    vector b = SUBSTITUTED(S.row[1], 1), c = SUBSTITUTED(S.row[2], 2);
    vector d = SUBSTITUTED(S.row[3], 3), a = SUBSTITUTED(S.row[0], 0);

    return (state){{a, LANES(b, 1, 2, 3, 0), LANES(c, 2, 3, 0, 1), LANES(d, 3, 0, 1, 2)}};
}

/* BIG.MixColumns. */
INLINE state mix(state S) {
    vector a = S.row[0], b = S.row[1], c = S.row[2], d = S.row[3];
    vector ab = XOR(a, b), bc = XOR(b, c), cd = XOR(c, d), da = XOR(d, a);

    return (state){{XOR3(twice(ab), bc, d), XOR3(twice(bc), cd, a), XOR3(twice(cd), ab, d),
                    XOR3(twice(da), ab, c)}};
}

INLINE void compress(chaining_value *V, const unsigned char *M, uint64_t C) {
    vector kappa = _mm512_broadcast_i32x4(_mm_set_epi32(0, 0, (int)(C >> 32), (int)C));
    state S = *V;

#define INSERT(lane, r, bytes)                                                                     \
    S.row[r] = _mm512_inserti32x4(S.row[r], load(M + (bytes) + 16 * (r)), lane)
#define LOAD_ROW(r)                                                                                \
    do {                                                                                           \
        if (CHAIN_WORDS == 4) {                                                                    \
            INSERT(1, r, 0);                                                                       \
            INSERT(2, r, 64);                                                                      \
            INSERT(3, r, 128);                                                                     \
        } else {                                                                                   \
            INSERT(2, r, 0);                                                                       \
            INSERT(3, r, 64);                                                                      \
        }                                                                                          \
    } while (0)
    EACH_ROW(LOAD_ROW);
    *V = S;
    S = substitute_and_shift(S, kappa);
    for (int round = 1; round < ROUNDS; ++round) {
        kappa = _mm512_add_epi64(kappa, numbers(16, 16, 16, 16));
        S = substitute_and_shift(mix(S), kappa);
    }
    S = mix(S);

/* The feed-forward: the sum of all columns, or of every other one. */
#define ADD_COLUMNS(r)                                                                             \
    do {                                                                                           \
        V->row[r] = XOR(V->row[r], S.row[r]);                                                      \
        V->row[r] = XOR(V->row[r], LANES(V->row[r], 2, 3, 0, 1));                                  \
        if (CHAIN_WORDS == 4)                                                                      \
            V->row[r] = XOR(V->row[r], LANES(V->row[r], 1, 0, 3, 2));                              \
    } while (0)
    EACH_ROW(ADD_COLUMNS);
}

INLINE chaining_value initial_value(void) {
    vector row = _mm512_broadcast_i32x4(_mm_set_epi32(0, 0, 0, 8 * crypto_hash_BYTES));

    return (chaining_value){{row, row, row, row}};
}

INLINE void store_digest(unsigned char *out, const chaining_value *V) {
    for (int i = 0; i < crypto_hash_BYTES / 16; ++i)
        store(out + 16 * i, _mm512_castsi512_si128(V->row[i]));
}
