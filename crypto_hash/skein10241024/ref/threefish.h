/* SPDX-License-Identifier: MIT */

/* Threefish-1024, as far as it differs from the other two. */

enum { WORDS = 16, ROUNDS = 80 };

/* The paper's table of rotation constants; round d uses rotation[d % 8]. */
static const unsigned char rotation[8][WORDS / 2] = {
    {24, 13, 8, 47, 8, 17, 22, 37},   {38, 19, 10, 55, 49, 18, 23, 52},
    {33, 4, 51, 13, 34, 41, 59, 17},  {5, 20, 48, 41, 47, 28, 16, 25},
    {41, 9, 37, 31, 12, 47, 44, 30},  {16, 34, 56, 51, 4, 53, 42, 41},
    {31, 44, 47, 46, 19, 42, 44, 25}, {9, 48, 35, 52, 23, 31, 37, 20}};

/* Which word stands where in round d: order[d % 4]. Row 1 is the paper's permutation pi; each row
 * is the one before it taken in the order of pi, and row 0 is so made from row 3. */
static const unsigned char order[4][WORDS] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {0, 9, 2, 13, 6, 11, 4, 15, 10, 7, 12, 3, 14, 5, 8, 1},
    {0, 7, 2, 5, 4, 3, 6, 1, 12, 15, 14, 13, 8, 11, 10, 9},
    {0, 15, 2, 11, 6, 13, 4, 9, 14, 1, 8, 5, 10, 3, 12, 7}};
