/* SPDX-License-Identifier: MIT */
/*
 * BIG.SubWords and BIG.ShiftRows with the AES of VAES: two words in one instruction.
 *
 * A row that moves by one column or by three has words from two vectors in each; the one that moves
 * by two has its vectors renamed.
 */

typedef state substituted;

/* Keys have zeros above the counter. */
#define KEY(n) _mm256_add_epi64(kappa, _mm256_set_epi32(0, 0, 0, (n) + 4, 0, 0, 0, n))
#define SUBSTITUTE_ROW(W, r, half, words, salt)                                                    \
    W.row[r][half] = _mm256_aesenc_epi128(_mm256_aesenc_epi128(words[r], KEY(r + 8 * half)), salt)

/* BIG.SubWords of two columns of words, first of the rows that BIG.ShiftRows moves across lanes. */
#define SUBSTITUTE(W, half, words, salt)                                                           \
    SUBSTITUTE_ROW(W, 1, half, words, salt);                                                       \
    SUBSTITUTE_ROW(W, 3, half, words, salt);                                                       \
    SUBSTITUTE_ROW(W, 0, half, words, salt);                                                       \
    SUBSTITUTE_ROW(W, 2, half, words, salt)

INLINE state big_shift_rows(const substituted *W) {
    state out;

    out.row[0][0] = W->row[0][0];
    out.row[0][1] = W->row[0][1];
    out.row[1][0] = _mm256_permute2x128_si256(W->row[1][0], W->row[1][1], 0x21);
    out.row[1][1] = _mm256_permute2x128_si256(W->row[1][1], W->row[1][0], 0x21);
    out.row[2][0] = W->row[2][1];
    out.row[2][1] = W->row[2][0];
    out.row[3][0] = _mm256_permute2x128_si256(W->row[3][1], W->row[3][0], 0x21);
    out.row[3][1] = _mm256_permute2x128_si256(W->row[3][0], W->row[3][1], 0x21);
    return out;
}
