/* SPDX-License-Identifier: MIT */
/*
 * P1024 and Q1024 side by side in eight vectors of 256 bits, with the field arithmetic of GFNI,
 * whose polynomial is the one of Grøstl, and the ternary logic of AVX-512.
 *
 * Technique: vector i holds row i of P, then row i of Q, each of 16 bytes. ShiftBytes is a shuffle
 * of bytes, SubBytes is one instruction, and so is each product. MixBytes is computed as (indices
 * modulo 8)
 *     t_i = a_i + a_(i+1),  x_i = t_i + t_(i+3),  y_i = t_i + t_(i+2) + a_(i+6),
 *     b_i = 4 x_(i+3) + 2 y_(i+7) + y_(i+4).
 *
 * Limit: the operations. A round has 72, 18 cycles at four a cycle: 14 rounds make 252 cycles, 2.0
 * per byte. The chain is shorter, 11 a round: shuffle 2, inverse 3, t 1, y 1, product 3, sum 1.
 * Zen 4 reaches 3.1: of the 72, 32 are shuffles and products, which share three of four units.
 *
 * Rejected: rows i and i+4 in a vector of 512 bits. It is the same work for the units, which take
 * such a vector in halves, and the exchange of rows then crosses lanes, three cycles.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512vbmi,gfni")))

/* SubBytes after the inverse: output bit i is the sum of input bits i, i+4 .. i+7, and 0x63. */
#define AFFINE 0xf1e3c78f1f3e7cf8

/* Rows 0 to 3 out of 16 columns of 8 bytes. Rows 4 to 7 stand 4 bytes further on. */
#define ROW(r)                                                                                     \
    r, 8 + r, 16 + r, 24 + r, 32 + r, 40 + r, 48 + r, 56 + r, 64 + r, 72 + r, 80 + r, 88 + r,      \
        96 + r, 104 + r, 112 + r, 120 + r
static const _Alignas(64) unsigned char rows_of_columns[64] = {ROW(0), ROW(1), ROW(2), ROW(3)};

/* Columns 0 to 7 out of 8 rows of 16 bytes. Columns 8 to 15 stand 8 bytes further on. */
#define COLUMN(c) c, 16 + c, 32 + c, 48 + c, 64 + c, 80 + c, 96 + c, 112 + c
static const _Alignas(64) unsigned char columns_of_rows[64] = {
    COLUMN(0), COLUMN(1), COLUMN(2), COLUMN(3), COLUMN(4), COLUMN(5), COLUMN(6), COLUMN(7)};

#define SHIFTED(s)                                                                                 \
    (0 + s) % 16, (1 + s) % 16, (2 + s) % 16, (3 + s) % 16, (4 + s) % 16, (5 + s) % 16,            \
        (6 + s) % 16, (7 + s) % 16, (8 + s) % 16, (9 + s) % 16, (10 + s) % 16, (11 + s) % 16,      \
        (12 + s) % 16, (13 + s) % 16, (14 + s) % 16, (15 + s) % 16
static const _Alignas(32) unsigned char shift[8][32] = {
    {SHIFTED(0), SHIFTED(1)},  {SHIFTED(1), SHIFTED(3)}, {SHIFTED(2), SHIFTED(5)},
    {SHIFTED(3), SHIFTED(11)}, {SHIFTED(4), SHIFTED(0)}, {SHIFTED(5), SHIFTED(2)},
    {SHIFTED(6), SHIFTED(4)},  {SHIFTED(11), SHIFTED(6)}};

/* Constants of a round: of P in row 0, of Q in row 7, whose other rows are complemented. */
#define COLUMNS_LOW UINT64_C(0x7060504030201000)
#define COLUMNS_HIGH UINT64_C(0xf0e0d0c0b0a09080)
#define ROUND_BYTES(r) (UINT64_C(0x0101010101010101) * (r))
#define CONSTANTS(r)                                                                               \
    {                                                                                              \
        {COLUMNS_LOW ^ ROUND_BYTES(r), COLUMNS_HIGH ^ ROUND_BYTES(r), ~UINT64_C(0), ~UINT64_C(0)}, \
        {                                                                                          \
            0, 0, ~(COLUMNS_LOW ^ ROUND_BYTES(r)), ~(COLUMNS_HIGH ^ ROUND_BYTES(r))                \
        }                                                                                          \
    }
static const _Alignas(32) uint64_t constants[14][2][4] = {
    CONSTANTS(0),  CONSTANTS(1),  CONSTANTS(2),  CONSTANTS(3), CONSTANTS(4),
    CONSTANTS(5),  CONSTANTS(6),  CONSTANTS(7),  CONSTANTS(8), CONSTANTS(9),
    CONSTANTS(10), CONSTANTS(11), CONSTANTS(12), CONSTANTS(13)};
static const _Alignas(32) uint64_t other_rows[4] = {0, 0, ~UINT64_C(0), ~UINT64_C(0)};

#define LOAD(p) _mm256_load_si256((const __m256i *)(const void *)(p))
#define XOR(a, b) _mm256_xor_si256(a, b)
#define XOR3(a, b, c) _mm256_ternarylogic_epi64(a, b, c, 0x96)
#define TIMES(n, a) _mm256_gf2p8mul_epi8(a, _mm256_set1_epi8(n))

#define SHIFT_SUB(i)                                                                               \
    _mm256_gf2p8affineinv_epi64_epi8(_mm256_shuffle_epi8(b##i, LOAD(shift[i])),                    \
                                     _mm256_set1_epi64x((long long)AFFINE), 0x63)

#define T(i, j) __m256i t##i = XOR(a##i, a##j)
#define X(i, j) __m256i x##i = XOR(t##i, t##j)
#define Y(i, j, k) __m256i y##i = XOR3(t##i, t##j, a##k)
#define B(i, j4, j2, j1, c) b##i = XOR3(TIMES(4, x##j4), TIMES(2, y##j2), XOR(y##j1, c))

/* One round but for its AddRoundConstant; c_0, c_7 and c are the constants of the next round. */
#define ROUND(c_0, c, c_7)                                                                         \
    do {                                                                                           \
        __m256i a0 = SHIFT_SUB(0), a1 = SHIFT_SUB(1), a2 = SHIFT_SUB(2), a3 = SHIFT_SUB(3);        \
        __m256i a4 = SHIFT_SUB(4), a5 = SHIFT_SUB(5), a6 = SHIFT_SUB(6), a7 = SHIFT_SUB(7);        \
        T(0, 1);                                                                                   \
        T(1, 2);                                                                                   \
        T(2, 3);                                                                                   \
        T(3, 4);                                                                                   \
        T(4, 5);                                                                                   \
        T(5, 6);                                                                                   \
        T(6, 7);                                                                                   \
        T(7, 0);                                                                                   \
        Y(0, 2, 6);                                                                                \
        Y(1, 3, 7);                                                                                \
        Y(2, 4, 0);                                                                                \
        Y(3, 5, 1);                                                                                \
        Y(4, 6, 2);                                                                                \
        Y(5, 7, 3);                                                                                \
        Y(6, 0, 4);                                                                                \
        Y(7, 1, 5);                                                                                \
        X(0, 3);                                                                                   \
        X(1, 4);                                                                                   \
        X(2, 5);                                                                                   \
        X(3, 6);                                                                                   \
        X(4, 7);                                                                                   \
        X(5, 0);                                                                                   \
        X(6, 1);                                                                                   \
        X(7, 2);                                                                                   \
        B(0, 3, 7, 4, c_0);                                                                        \
        B(1, 4, 0, 5, c);                                                                          \
        B(2, 5, 1, 6, c);                                                                          \
        B(3, 6, 2, 7, c);                                                                          \
        B(4, 7, 3, 0, c);                                                                          \
        B(5, 0, 4, 1, c);                                                                          \
        B(6, 1, 5, 2, c);                                                                          \
        B(7, 2, 6, 3, c_7);                                                                        \
    } while (0)

#define ROUNDS                                                                                     \
    for (int r = 1; r < 14; ++r)                                                                   \
        ROUND(LOAD(constants[r][0]), LOAD(other_rows), LOAD(constants[r][1]));                     \
    ROUND(_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256())

#define EACH_ROW(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)

#define H_FROM_ROWS(i)                                                                             \
    __m128i h##i = _mm512_extracti32x4_epi32(i < 4 ? rows_0_to_3 : rows_4_to_7, i % 4);
/* The row of m for P and for Q, with the round's constant. */
#define ROW_TWICE(i)                                                                               \
    __m256i b##i = XOR(_mm256_broadcastsi128_si256(                                                \
                           _mm512_extracti32x4_epi32(i < 4 ? rows_0_to_3 : rows_4_to_7, i % 4)),   \
                       LOAD(i == 0   ? constants[0][0]                                             \
                            : i == 7 ? constants[0][1]                                             \
                                     : other_rows));
#define ADD_H_TO_P(i) b##i = XOR(b##i, _mm256_zextsi128_si256(h##i));
#define ADD_P_TO_H(i) h##i = _mm_xor_si128(h##i, _mm256_castsi256_si128(b##i));
#define ADD_P_Q_TO_H(i)                                                                            \
    h##i = _mm_ternarylogic_epi64(h##i, _mm256_castsi256_si128(b##i),                              \
                                  _mm256_extracti128_si256(b##i, 1), 0x96);
#define STORE_H(i) _mm_store_si128((__m128i *)(void *)(h + 16 * i), h##i);

/* 64 of 128 bytes. */
TARGET static inline __m512i permuted(const unsigned char order[64], char further,
                                      const unsigned char *bytes) {
    __m512i from = _mm512_add_epi8(_mm512_load_si512(order), _mm512_set1_epi8(further));
    return _mm512_permutex2var_epi8(_mm512_loadu_si512(bytes), from,
                                    _mm512_loadu_si512(bytes + 64));
}

TARGET static inline void columns_from_rows(unsigned char h[BLOCK_BYTES]) {
    __m512i first = permuted(columns_of_rows, 0, h), second = permuted(columns_of_rows, 8, h);
    _mm512_store_si512(h, first);
    _mm512_store_si512(h + 64, second);
}

/* h = P(h ^ m) ^ Q(m) ^ h, for each block m. */
TARGET static void compress(unsigned char h[BLOCK_BYTES], const unsigned char *in,
                            unsigned long long blocks) {
    __m512i rows_0_to_3 = permuted(rows_of_columns, 0, h);
    __m512i rows_4_to_7 = permuted(rows_of_columns, 4, h);
    EACH_ROW(H_FROM_ROWS)

    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        rows_0_to_3 = permuted(rows_of_columns, 0, in);
        rows_4_to_7 = permuted(rows_of_columns, 4, in);
        EACH_ROW(ROW_TWICE)
        EACH_ROW(ADD_H_TO_P)
        ROUNDS;
        EACH_ROW(ADD_P_Q_TO_H)
    }
    EACH_ROW(STORE_H)
    columns_from_rows(h);
}

/* h = P(h) ^ h */
TARGET static void output_transformation(unsigned char h[BLOCK_BYTES]) {
    __m512i rows_0_to_3 = permuted(rows_of_columns, 0, h);
    __m512i rows_4_to_7 = permuted(rows_of_columns, 4, h);
    EACH_ROW(H_FROM_ROWS)
    EACH_ROW(ROW_TWICE)

    ROUNDS;
    EACH_ROW(ADD_P_TO_H)
    EACH_ROW(STORE_H)
    columns_from_rows(h);
}
