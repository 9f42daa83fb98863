/* SPDX-License-Identifier: MIT */

/* Threefish-512, as far as it differs from the other two. */

enum { WORDS = 8, ROUNDS = 72 };

/* The paper's table of rotation constants; round d uses rotation[d % 8]. */
static const unsigned char rotation[8][WORDS / 2] = {
    {46, 36, 19, 37}, {33, 27, 14, 42}, {17, 49, 36, 39}, {44, 9, 54, 56},
    {39, 30, 34, 24}, {13, 50, 10, 17}, {25, 29, 39, 43}, {8, 35, 56, 22}};

/* Which word stands where in round d: order[d % 4]. Row 1 is the paper's permutation pi; each row
 * is the one before it taken in the order of pi, and row 0 is so made from row 3. */
static const unsigned char order[4][WORDS] = {{0, 1, 2, 3, 4, 5, 6, 7},
                                              {2, 1, 4, 7, 6, 5, 0, 3},
                                              {4, 1, 6, 3, 0, 5, 2, 7},
                                              {6, 1, 0, 7, 2, 5, 4, 3}};
