/* SPDX-License-Identifier: MIT */
/*
 * BIG.SubWords and BIG.ShiftRows with AES of single words. The second word of a vector is taken out
 * of it, and words are put together again in the order after BIG.ShiftRows, which so costs nothing.
 */

typedef struct {
    __m128i word[4][4];
} substituted;

#define low(a) _mm256_castsi256_si128(a)
#define KEY(n) _mm_add_epi64(low(kappa), _mm_set_epi32(0, 0, 0, n))
#define SUBSTITUTE_WORD(r, c, w, salt)                                                             \
    W.word[r][c] = _mm_aesenc_si128(_mm_aesenc_si128(w, KEY((r) + 4 * (c))), low(salt))
#define SUBSTITUTE_ROW(W, r, half, words, salt)                                                    \
    SUBSTITUTE_WORD(r, 2 * half, low(words[r]), salt);                                             \
    SUBSTITUTE_WORD(r, 2 * half + 1, _mm256_extracti128_si256(words[r], 1), salt)
#define SUBSTITUTE(W, half, words, salt)                                                           \
    SUBSTITUTE_ROW(W, 0, half, words, salt);                                                       \
    SUBSTITUTE_ROW(W, 1, half, words, salt);                                                       \
    SUBSTITUTE_ROW(W, 2, half, words, salt);                                                       \
    SUBSTITUTE_ROW(W, 3, half, words, salt)
#define JOINED(r, c, d)                                                                            \
    _mm256_inserti128_si256(_mm256_castsi128_si256(W->word[r][c]), W->word[r][d], 1)

INLINE state big_shift_rows(const substituted *W) {
    return (state){{{JOINED(0, 0, 1), JOINED(0, 2, 3)},
                    {JOINED(1, 1, 2), JOINED(1, 3, 0)},
                    {JOINED(2, 2, 3), JOINED(2, 0, 1)},
                    {JOINED(3, 3, 0), JOINED(3, 1, 2)}}};
}
