/* SPDX-License-Identifier: MIT */
/*
 * The message expansion of both sizes with GFNI and AVX2, for eight blocks at once. It is linear:
 * byte i of a block adds its product with a matrix of 8 x 8 bits to each byte of the expanded
 * block.
 *
 * Technique: byte i of all eight blocks is one word of 64 bits, of which each of four places gets a
 * copy; the four matrices in the places make one word of each expanded block. Its lower two bytes
 * come to one lane of 128 bits and its upper two to the other. So eight words of all blocks are
 * transposed inside lanes, in units of two bytes, and halves of words are joined last.
 *
 * Limit: for eight blocks Hamsi-256 has 32 products and 62 other operations on 256 bits, and 32 on
 * 128 bits; Hamsi-512 has 128, 192 and 64. That is 16 and 48 operations a block. By tables it is 8
 * and 150. On Zen 5, Hamsi-256 needs 28.7 cycles/byte, 1.01 times as many as with tables in code
 * for AVX2, and Hamsi-512 61.4, as with tables; on x86, 1.02 and 1.06 times as many. So it is for
 * its constant time.
 *
 * Rejected for Hamsi-512: the round of sse2, 1.01 times as long, 1.05 on x86.
 */
#include "matrices.h"

enum { GROUP = 8 };

typedef __m256i wide_vector;

/* Lower halves of eight words of block i, then upper halves, are halves[k][i]. */
typedef struct {
    wide_vector halves[COLUMNS / 4][GROUP];
    const uint32_t *constants;
} expanded;

/* Byte i of blocks 0 .. 7 becomes word i of 64 bits, four bytes of each block. */
INLINE wide_vector bytes_of_blocks(wide_vector blocks) {
    const wide_vector by_byte = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));

    return _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(blocks, by_byte),
                                       _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

#define SHUFFLE_FLOATS(a, b, places)                                                               \
    _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), places))

/* Copies of word i of 64 bits. */
#define COPIES(a, i) _mm256_permute4x64_epi64(a, 0x55 * (i))

INLINE void split(wide_vector byte[COLUMNS], const unsigned char *in) {
    const wide_vector *blocks = (const wide_vector *)(const void *)in;
    wide_vector bytes = _mm256_loadu_si256(blocks);
#if COLUMNS == 8
    wide_vector more = _mm256_loadu_si256(blocks + 1);
    wide_vector low = SHUFFLE_FLOATS(bytes, more, 0x88), high = SHUFFLE_FLOATS(bytes, more, 0xdd);

    bytes = bytes_of_blocks(_mm256_permute4x64_epi64(low, 0xd8));
    more = bytes_of_blocks(_mm256_permute4x64_epi64(high, 0xd8));
    byte[4] = COPIES(more, 0);
    byte[5] = COPIES(more, 1);
    byte[6] = COPIES(more, 2);
    byte[7] = COPIES(more, 3);
#else
    bytes = bytes_of_blocks(bytes);
#endif
    byte[0] = COPIES(bytes, 0);
    byte[1] = COPIES(bytes, 1);
    byte[2] = COPIES(bytes, 2);
    byte[3] = COPIES(bytes, 3);
}

/* Word k of all expanded blocks: pairs of bytes in the order of blocks, lower ones in one lane. */
INLINE wide_vector word_of_blocks(const wide_vector byte[COLUMNS], unsigned k) {
    const wide_vector to_pairs = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    wide_vector sum = _mm256_setzero_si256();

    for (unsigned i = 0; i < COLUMNS; ++i) {
        const void *four = &matrices[k / 2][i][4 * (k % 2)];
        wide_vector product =
            _mm256_gf2p8affine_epi64_epi8(byte[i], _mm256_load_si256((const wide_vector *)four), 0);
        sum = _mm256_xor_si256(sum, product);
    }
    return _mm256_shuffle_epi8(sum, to_pairs);
}

/* Words first .. first + 7. */
INLINE void expand_words(wide_vector halves[GROUP], const wide_vector byte[COLUMNS],
                         unsigned first) {
    wide_vector w[8], pairs[8], fours[8];

    for (unsigned k = 0; k < 8; ++k)
        w[k] = word_of_blocks(byte, first + k);
    for (unsigned k = 0; k < 4; ++k) {
        pairs[k] = _mm256_unpacklo_epi16(w[2 * k], w[2 * k + 1]);
        pairs[k + 4] = _mm256_unpackhi_epi16(w[2 * k], w[2 * k + 1]);
    }
    for (unsigned k = 0; k < 8; k += 2) {
        fours[k] = _mm256_unpacklo_epi32(pairs[k], pairs[k + 1]);
        fours[k + 1] = _mm256_unpackhi_epi32(pairs[k], pairs[k + 1]);
    }
    for (unsigned k = 0; k < 2; ++k) {
        halves[4 * k] = _mm256_unpacklo_epi64(fours[4 * k], fours[4 * k + 2]);
        halves[4 * k + 1] = _mm256_unpackhi_epi64(fours[4 * k], fours[4 * k + 2]);
        halves[4 * k + 2] = _mm256_unpacklo_epi64(fours[4 * k + 1], fours[4 * k + 3]);
        halves[4 * k + 3] = _mm256_unpackhi_epi64(fours[4 * k + 1], fours[4 * k + 3]);
    }
}

/* Reads GROUP blocks. */
INLINE void expand_group(expanded *m, const unsigned char *in,
                         const uint32_t constants[2 * COLUMNS]) {
    wide_vector byte[COLUMNS];

    split(byte, in);
    for (unsigned k = 0; k < COLUMNS / 4; ++k)
        expand_words(m->halves[k], byte, 8 * k);
    m->constants = constants;
}

#define LANE(a, i) load((const uint32_t *)(const void *)&(a) + 4 * (i))
#define WORDS_0_3(a) ((vector)_mm_unpacklo_epi16((__m128i)LANE(a, 0), (__m128i)LANE(a, 1)))
#define WORDS_4_7(a) ((vector)_mm_unpackhi_epi16((__m128i)LANE(a, 0), (__m128i)LANE(a, 1)))

INLINE message message_of_block(const expanded *m, unsigned i) {
    const wide_vector *a = &m->halves[0][i];
#if COLUMNS == 4
    message words = {WORDS_0_3(*a), WORDS_4_7(*a)};
#else
    const wide_vector *b = &m->halves[1][i];
    message words = {WORDS_0_3(*a), WORDS_4_7(*a), WORDS_0_3(*b), WORDS_4_7(*b)};
#endif
    return add_words(words, m->constants);
}

#include "groups.h"
