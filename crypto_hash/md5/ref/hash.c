/* SPDX-License-Identifier: MIT */
/* MD5, after RFC 1321 section 3; readable first.
 *
 * Technique: the RFC's four registers take turns, A, D, C, B and again A, so each step makes the
 * next element of one sequence from the four before it. The steps are written as a recurrence
 * over an array that keeps the whole sequence.
 *
 * Invariant: before step i the values that the RFC names a, d, c, b are Q[i], Q[i+1], Q[i+2],
 * Q[i+3]; hence Q starts with the registers A, D, C, B, and after 64 steps they are Q[64..67].
 * No rotation is by 0 or 32: all are by 4 to 23.
 *
 * Rejected: the RFC's list of 64 steps with the registers' names permuted by hand. A quarter
 * (its "round") differs from another only in the function, four rotations and the order of the
 * words, and a slip in a list of 64 is hard to see.
 */
#include "crypto_hash.h"
#include <stdint.h>

enum { STEPS = 64 };

/* The integer part of 2^32 |sin(i + 1)|, i + 1 in radians. */
static const uint32_t T[STEPS] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

static const unsigned char shift[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

/* Step i of quarter q takes word first[q] + stride[q] i (mod 16) of the block. */
static const unsigned char first[4] = {0, 1, 5, 0}, stride[4] = {1, 5, 3, 7};

/* A, B, C, D. */
static const uint32_t INITIAL[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

#include "blocks.h"

static uint32_t rotate_left(uint32_t x, int n) { return x << n | x >> (32 - n); }

/* The RFC's F, G, H and I. */
static uint32_t mix(int quarter, uint32_t b, uint32_t c, uint32_t d) {
    switch (quarter) {
    case 0:
        return (b & c) | (~b & d);
    case 1:
        return (b & d) | (c & ~d);
    case 2:
        return b ^ c ^ d;
    default:
        return c ^ (b | ~d);
    }
}

static void compress(uint32_t *ABCD, const unsigned char *M) {
    uint32_t Q[STEPS + 4];

    for (int i = 0; i < 4; i++)
        Q[i] = ABCD[(4 - i) % 4];
    for (int i = 0; i < STEPS; i++) {
        const int quarter = i / 16, k = (first[quarter] + stride[quarter] * i) % 16;
        const uint32_t a = Q[i], d = Q[i + 1], c = Q[i + 2], b = Q[i + 3];
        const uint32_t sum = a + mix(quarter, b, c, d) + load_word(M + 4 * k) + T[i];
        Q[i + 4] = b + rotate_left(sum, shift[quarter][i % 4]);
    }
    for (int i = 0; i < 4; i++)
        ABCD[(4 - i) % 4] += Q[STEPS + i];
}
