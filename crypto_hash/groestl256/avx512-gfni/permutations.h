/* SPDX-License-Identifier: MIT */
/*
 * P512 and Q512 side by side in four vectors of 256 bits, with the field arithmetic of GFNI, whose
 * polynomial is the one of Grøstl, and the ternary logic of AVX-512.
 *
 * Technique: vector k holds rows k+4 and k of P, then rows k+4 and k of Q, each of 8 bytes. Both
 * ShiftBytes and the exchange of the two rows are one shuffle of bytes, SubBytes is one
 * instruction, and so is each product. MixBytes is computed as (indices modulo 8)
 *     t_i = a_i + a_(i+1),  x_i = t_i + t_(i+3),  y_i = t_i + t_(i+2) + a_(i+6),
 *     b_i = 4 x_(i+3) + 2 y_(i+7) + y_(i+4),
 * where index i+4 of a vector is the vector with its rows exchanged. Its results come out with rows
 * exchanged; that is why the shuffle exchanges them, and why row k+4 comes first.
 *
 * Limit: a round has 45 operations, 11.3 cycles at four a cycle, and a chain of 12: shuffle 2,
 * inverse 3, t 1, exchange 1, y 1, product 3, sum 1. Ten rounds make 120 cycles, 1.9 per byte. Zen
 * 4 reaches 3.3: of the 45, 25 are shuffles and products, which share three of four units, and a
 * ternary operation has two cycles there unless its first input was made just before. The products
 * are taken side by side, 4x and 2y, and not as 2(2x + y), whose chain is 4 longer.
 *
 * Rejected: columns in 512-bit vectors, seven rotations of five products each: 17 cycles a round
 * by the operations alone. One row of P and Q in each of eight 128-bit vectors: 18.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512vbmi,gfni")))

/* SubBytes after the inverse: output bit i is the sum of input bits i, i+4 .. i+7, and 0x63. */
#define AFFINE 0xf1e3c78f1f3e7cf8

/* In columns' order: byte r of column c. In a lane: bytes of row k+4, then of row k. */
#define COLUMN(c) c, 8 + c, 16 + c, 24 + c, 32 + c, 40 + c, 48 + c, 56 + c
static const _Alignas(64) unsigned char rows_of_columns[64] = {
    COLUMN(4), COLUMN(0), COLUMN(5), COLUMN(1), COLUMN(6), COLUMN(2), COLUMN(7), COLUMN(3)};
#define ROW(c) 8 + c, 24 + c, 40 + c, 56 + c, 0 + c, 16 + c, 32 + c, 48 + c
static const _Alignas(64) unsigned char columns_of_rows[64] = {ROW(0), ROW(1), ROW(2), ROW(3),
                                                               ROW(4), ROW(5), ROW(6), ROW(7)};

/* Row k, then row k+4, each shifted. */
#define SHIFTED(from, s)                                                                           \
    from + (0 + s) % 8, from + (1 + s) % 8, from + (2 + s) % 8, from + (3 + s) % 8,                \
        from + (4 + s) % 8, from + (5 + s) % 8, from + (6 + s) % 8, from + (7 + s) % 8
#define SHIFT(p, p4, q, q4)                                                                        \
    { SHIFTED(8, p), SHIFTED(0, p4), SHIFTED(8, q), SHIFTED(0, q4) }
static const _Alignas(32) unsigned char shift[4][32] = {SHIFT(0, 4, 1, 0), SHIFT(1, 5, 3, 2),
                                                        SHIFT(2, 6, 5, 4), SHIFT(3, 7, 7, 6)};

/* Constants of a round: of P in row 0, of Q in row 7, whose other rows are complemented. */
#define COLUMN_NUMBERS UINT64_C(0x7060504030201000)
#define ROUND_BYTES(r) (UINT64_C(0x0101010101010101) * (r))
#define CONSTANTS(r)                                                                               \
    {                                                                                              \
        {0, COLUMN_NUMBERS ^ ROUND_BYTES(r), ~UINT64_C(0), ~UINT64_C(0)}, {                        \
            0, 0, ~(COLUMN_NUMBERS ^ ROUND_BYTES(r)), ~UINT64_C(0)                                 \
        }                                                                                          \
    }
static const _Alignas(32) uint64_t constants[10][2][4] = {
    CONSTANTS(0), CONSTANTS(1), CONSTANTS(2), CONSTANTS(3), CONSTANTS(4),
    CONSTANTS(5), CONSTANTS(6), CONSTANTS(7), CONSTANTS(8), CONSTANTS(9)};
static const _Alignas(32) uint64_t other_rows[4] = {0, 0, ~UINT64_C(0), ~UINT64_C(0)};

#define LOAD(p) _mm256_load_si256((const __m256i *)(const void *)(p))
#define XOR(a, b) _mm256_xor_si256(a, b)
#define XOR3(a, b, c) _mm256_ternarylogic_epi64(a, b, c, 0x96)
#define EXCHANGED(a) _mm256_shuffle_epi32(a, 0x4e)
#define TIMES(n, a) _mm256_gf2p8mul_epi8(a, _mm256_set1_epi8(n))

#define SHIFT_SUB(k)                                                                               \
    _mm256_gf2p8affineinv_epi64_epi8(_mm256_shuffle_epi8(b##k, LOAD(shift[k])),                    \
                                     _mm256_set1_epi64x((long long)AFFINE), 0x63)

/* One round but for its AddRoundConstant; c0, c1, c2, c3 are the constants of the next round. */
#define ROUND(c0, c1, c2, c3)                                                                      \
    do {                                                                                           \
        __m256i a0 = SHIFT_SUB(0), a1 = SHIFT_SUB(1), a2 = SHIFT_SUB(2), a3 = SHIFT_SUB(3);        \
        __m256i t0 = XOR(a0, a1), t1 = XOR(a1, a2), t2 = XOR(a2, a3), t3 = XOR(a3, EXCHANGED(a0)); \
        __m256i t4 = EXCHANGED(t0), t5 = EXCHANGED(t1), t7 = EXCHANGED(t3);                        \
        __m256i x0 = XOR(t0, t3), x1 = XOR(t1, t4), x2 = XOR(t2, t5), x7 = XOR(t7, t2);            \
        __m256i y0 = XOR3(t0, t2, EXCHANGED(a2)), y1 = XOR3(t1, t3, EXCHANGED(a3));                \
        __m256i y2 = XOR3(t2, t4, a0), y3 = XOR3(t3, t5, a1);                                      \
        b0 = XOR3(TIMES(4, x7), TIMES(2, y3), XOR(y0, c0));                                        \
        b1 = XOR3(TIMES(4, x0), TIMES(2, EXCHANGED(y0)), XOR(y1, c1));                             \
        b2 = XOR3(TIMES(4, x1), TIMES(2, EXCHANGED(y1)), XOR(y2, c2));                             \
        b3 = XOR3(TIMES(4, x2), TIMES(2, EXCHANGED(y2)), XOR(y3, c3));                             \
    } while (0)

#define ROUND_BEFORE(r)                                                                            \
    ROUND(LOAD(constants[r][0]), LOAD(other_rows), LOAD(other_rows), LOAD(constants[r][1]))

#define TEN_ROUNDS                                                                                 \
    ROUND_BEFORE(1);                                                                               \
    ROUND_BEFORE(2);                                                                               \
    ROUND_BEFORE(3);                                                                               \
    ROUND_BEFORE(4);                                                                               \
    ROUND_BEFORE(5);                                                                               \
    ROUND_BEFORE(6);                                                                               \
    ROUND_BEFORE(7);                                                                               \
    ROUND_BEFORE(8);                                                                               \
    ROUND_BEFORE(9);                                                                               \
    ROUND(_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256(),                  \
          _mm256_setzero_si256())

/* What stands in both halves of vector k before the first round: m for P (and h, later) and Q. */
#define START(rows, k, c)                                                                          \
    XOR(_mm256_broadcastsi128_si256(_mm512_extracti32x4_epi32(rows, k)), LOAD(c))

TARGET static inline __m512i permuted(const unsigned char order[64], const unsigned char *bytes) {
    return _mm512_permutexvar_epi8(_mm512_load_si512(order), _mm512_loadu_si512(bytes));
}

TARGET static inline void store_columns(unsigned char *h, __m128i h0, __m128i h1, __m128i h2,
                                        __m128i h3) {
    _mm_store_si128((__m128i *)(void *)h, h0);
    _mm_store_si128((__m128i *)(void *)(h + 16), h1);
    _mm_store_si128((__m128i *)(void *)(h + 32), h2);
    _mm_store_si128((__m128i *)(void *)(h + 48), h3);
    _mm512_store_si512(h, permuted(columns_of_rows, h));
}

#define ADD_P(k) h##k = _mm_xor_si128(h##k, _mm256_castsi256_si128(b##k))
#define ADD_P_Q(k)                                                                                 \
    h##k = _mm_ternarylogic_epi64(h##k, _mm256_castsi256_si128(b##k),                              \
                                  _mm256_extracti128_si256(b##k, 1), 0x96)

/* h = P(h ^ m) ^ Q(m) ^ h, for each block m. */
TARGET static void compress(unsigned char h[BLOCK_BYTES], const unsigned char *in,
                            unsigned long long blocks) {
    __m512i rows = permuted(rows_of_columns, h);
    __m128i h0 = _mm512_extracti32x4_epi32(rows, 0), h1 = _mm512_extracti32x4_epi32(rows, 1);
    __m128i h2 = _mm512_extracti32x4_epi32(rows, 2), h3 = _mm512_extracti32x4_epi32(rows, 3);

    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        rows = permuted(rows_of_columns, in);
        __m256i b0 = XOR(START(rows, 0, constants[0][0]), _mm256_zextsi128_si256(h0));
        __m256i b1 = XOR(START(rows, 1, other_rows), _mm256_zextsi128_si256(h1));
        __m256i b2 = XOR(START(rows, 2, other_rows), _mm256_zextsi128_si256(h2));
        __m256i b3 = XOR(START(rows, 3, constants[0][1]), _mm256_zextsi128_si256(h3));
        TEN_ROUNDS;
        ADD_P_Q(0);
        ADD_P_Q(1);
        ADD_P_Q(2);
        ADD_P_Q(3);
    }
    store_columns(h, h0, h1, h2, h3);
}

/* h = P(h) ^ h */
TARGET static void output_transformation(unsigned char h[BLOCK_BYTES]) {
    __m512i rows = permuted(rows_of_columns, h);
    __m128i h0 = _mm512_extracti32x4_epi32(rows, 0), h1 = _mm512_extracti32x4_epi32(rows, 1);
    __m128i h2 = _mm512_extracti32x4_epi32(rows, 2), h3 = _mm512_extracti32x4_epi32(rows, 3);
    __m256i b0 = START(rows, 0, constants[0][0]), b1 = START(rows, 1, other_rows);
    __m256i b2 = START(rows, 2, other_rows), b3 = START(rows, 3, constants[0][1]);

    TEN_ROUNDS;
    ADD_P(0);
    ADD_P(1);
    ADD_P(2);
    ADD_P(3);
    store_columns(h, h0, h1, h2, h3);
}
