/* SPDX-License-Identifier: MIT */

/*
 * Shuffles of vectors of 4, 8 and 16 words within each 128 bits, for rows.h and columns.h.
 *
 * PICK_FROM(words, x, y, a, b, c, d): word a of x, b of x, c of y and d of y.
 * TURN(words, x, a, b, c, d): words of x alone.
 * UNPACK(words, x, y, a, b): word a of x, a of y, b of x and b of y.
 * TAKE_THIRD(words, x, y): the words of x, but the third of y.
 */

#define AT(i, a, b, c, d) (i) + (a), (i) + (b), (i) + (c), (i) + (d)
#define INDICES_4(a, b, c, d) AT(0, a, b, c, d)
#define INDICES_8(a, b, c, d) AT(0, a, b, c, d), AT(4, a, b, c, d)
#define INDICES_16(a, b, c, d)                                                                     \
    AT(0, a, b, c, d), AT(4, a, b, c, d), AT(8, a, b, c, d), AT(12, a, b, c, d)

#define INDICES_OF(words, a, b, c, d) INDICES_##words(a, b, c, d)
#define INDICES(words, a, b, c, d) INDICES_OF(words, a, b, c, d)

#ifndef PICK_FROM
#define PICK_FROM(words, x, y, a, b, c, d)                                                         \
    __builtin_shufflevector(x, y, INDICES(words, a, b, (words) + (c), (words) + (d)))
#endif
#define TURN(words, x, a, b, c, d) __builtin_shufflevector(x, x, INDICES(words, a, b, c, d))
#define UNPACK(words, x, y, a, b)                                                                  \
    __builtin_shufflevector(x, y, INDICES(words, a, (words) + (a), b, (words) + (b)))
#define TAKE_THIRD(words, x, y) __builtin_shufflevector(x, y, INDICES(words, 0, 1, (words) + 2, 3))
