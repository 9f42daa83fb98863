/* SPDX-License-Identifier: MIT */
/*
 * The message expansion of both sizes with GFNI, for eight blocks at once. It is linear: byte i of
 * a block adds its product with a matrix of 8 x 8 bits to each byte of the expanded block.
 *
 * Technique: byte i of all eight blocks is one word of 64 bits, of which each lane gets a copy; the
 * eight matrices in the lanes make eight bytes of each expanded block. Last, eight bytes of one
 * block are collected from the lanes.
 *
 * Limit: for eight blocks of Hamsi-256 it has 16 products and 28 other operations on 512 bits, for
 * Hamsi-512 64 and 68; each occupies a unit of Zen 4 for two cycles. That is 2.8 and 8.3 cycles a
 * block, as much as tables take. Hamsi-256 needs 13.2 cycles per byte, 1.05 times as many as with
 * tables, Hamsi-512 33.3, as with tables.
 *
 * Rejected: masks of message bits with ternary sums, the other way without tables. They need at
 * least two operations for each of the 32 bits of a block of Hamsi-256, as many as two rounds, and
 * four for each of the 64 of Hamsi-512.
 */
#include "matrices.h"

enum { GROUP = 8, VECTORS = COLUMNS / 2 };

/* Vector i of all expanded blocks is vector[i]. */
typedef struct {
    _Alignas(64) uint32_t vector[VECTORS][GROUP][4];
} expanded;

#define BYTES_OF_BLOCK(n) n + 56, n + 48, n + 40, n + 32, n + 24, n + 16, n + 8, n

INLINE __m512i product(__m512i bytes, const uint64_t matrix[8]) {
    return _mm512_gf2p8affine_epi64_epi8(bytes, _mm512_load_si512(matrix), 0);
}

INLINE __m512i xor3(__m512i a, __m512i b, __m512i c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

/* Bytes 8k .. 8k+7 of all expanded blocks: block n in lane 2n, block n + 4 in lane 2n + 1. */
INLINE __m512i eight_bytes(const __m512i byte[COLUMNS], unsigned k, const uint32_t constants[2]) {
    __m512i collect =
        _mm512_set_epi8(BYTES_OF_BLOCK(7), BYTES_OF_BLOCK(3), BYTES_OF_BLOCK(6), BYTES_OF_BLOCK(2),
                        BYTES_OF_BLOCK(5), BYTES_OF_BLOCK(1), BYTES_OF_BLOCK(4), BYTES_OF_BLOCK(0));
    __m512i sum = xor3(product(byte[0], matrices[k][0]), product(byte[1], matrices[k][1]),
                       product(byte[2], matrices[k][2]));
    long long both;

#if COLUMNS == 8
    sum = xor3(sum, product(byte[4], matrices[k][4]), product(byte[5], matrices[k][5]));
    sum = xor3(sum, product(byte[6], matrices[k][6]), product(byte[7], matrices[k][7]));
#endif
    sum = _mm512_xor_si512(sum, product(byte[3], matrices[k][3]));
    memcpy(&both, constants, sizeof both);
    return _mm512_xor_si512(_mm512_permutexvar_epi8(collect, sum), _mm512_set1_epi64(both));
}

/* Byte i of all blocks, in all lanes. */
INLINE __m512i byte_of_blocks(__m512i blocks, unsigned i) {
    uint64_t from_block = UINT64_C(0x0706050403020100) * COLUMNS;
    return _mm512_permutexvar_epi8(
        _mm512_set1_epi64((long long)(from_block + UINT64_C(0x0101010101010101) * i)), blocks);
}

/* Adds constants to the expanded blocks, too. Reads GROUP blocks. */
INLINE void expand_group(expanded *m, const unsigned char *in,
                         const uint32_t constants[2 * COLUMNS]) {
#if COLUMNS == 4
    __m512i blocks = _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)in));
#else
    __m512i blocks = _mm512_loadu_si512(in);
#endif
    __m512i byte[COLUMNS];

    for (unsigned i = 0; i < COLUMNS; ++i)
        byte[i] = byte_of_blocks(blocks, i);
    for (unsigned i = 0; i < VECTORS; ++i) {
        __m512i first = eight_bytes(byte, 2 * i, constants + 4 * i);
        __m512i second = eight_bytes(byte, 2 * i + 1, constants + 4 * i + 2);
        _mm512_store_si512(m->vector[i][0], _mm512_unpacklo_epi64(first, second));
        _mm512_store_si512(m->vector[i][4], _mm512_unpackhi_epi64(first, second));
    }
}

INLINE message message_of_block(const expanded *m, unsigned i) {
#if COLUMNS == 4
    return (message){load(m->vector[0][i]), load(m->vector[1][i])};
#else
    return (message){load(m->vector[0][i]), load(m->vector[1][i]), load(m->vector[2][i]),
                     load(m->vector[3][i])};
#endif
}

#include "groups.h"
