/* SPDX-License-Identifier: MIT */

/* Threefish-256, as far as it differs from the other two. */

enum { WORDS = 4, ROUNDS = 72 };

/* The paper's table of rotation constants; round d uses rotation[d % 8]. */
static const unsigned char rotation[8][WORDS / 2] = {{14, 16}, {52, 57}, {23, 40}, {5, 37},
                                                     {25, 33}, {46, 12}, {58, 22}, {32, 32}};

/* Which word stands where in round d: order[d % 4]. Row 1 is the paper's permutation pi; each row
 * is the one before it taken in the order of pi, and row 0 is so made from row 3. */
static const unsigned char order[4][WORDS] = {
    {0, 1, 2, 3}, {0, 3, 2, 1}, {0, 1, 2, 3}, {0, 3, 2, 1}};
