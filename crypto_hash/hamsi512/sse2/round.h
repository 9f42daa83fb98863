/* SPDX-License-Identifier: MIT */
/* A round in eight vectors of 128 bits. */

/* Row r rotated by r words to the left. */
INLINE matrix diagonals(matrix s) {
    rows even = {s.even.a, s.odd.b, WORDS_FROM(s.even.c, 1), WORDS_FROM(s.odd.d, 1)};
    rows odd = {s.odd.a, WORDS_FROM(s.even.b, 1), WORDS_FROM(s.odd.c, 1), WORDS_FROM(s.even.d, 2)};
    return (matrix){even, odd};
}

/* A round; constants are those of the round after it. */
INLINE matrix round_of_P(matrix s, const uint32_t constants[2][16]) {
    s = diagonals((matrix){substitute(s.even), substitute(s.odd)});
    return diffuse_rows((matrix){L(s.even, constants[0]), L(s.odd, constants[1])});
}
