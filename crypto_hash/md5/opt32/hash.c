/* SPDX-License-Identifier: MIT */
/* MD5 in portable C, with its additions in the order that makes the dependency chain shortest.
 *
 * Technique: every step waits for b, the result of the one before. All terms without b are added
 * first: the word, the constant, a, and the one of G's two disjoint terms that has no b. hold()
 * keeps compilers from changing the order of the additions. In an XOR of three operands, b comes
 * last.
 *
 * Invariant: the four registers change their names from step to step, and are back in their places
 * after four; so four steps are one group. G's terms have no bit in common, so their sum is their
 * OR.
 *
 * Limit: the chain. F and I take two operations after b, G (an AND) and H (an XOR) one; then come
 * an addition, the rotation and the addition of b: 16 (5 + 4 + 4 + 5) = 288 cycles, with the
 * addition of the block's first state 289, or 4.52 cycles/byte. Zen 4 and Zen 5 take 4.6: 99 % of
 * the limit are reached. The operations, 9 a step, would take half of it at four a cycle.
 *
 * Rejected: the RFC's F as a sum of two disjoint terms: both have b, and the second addition takes
 * the cycle that the OR took. ANDN has no use then, and there is no implementation with it. Vector
 * registers, where AVX-512 computes each function in one instruction: a rotation takes 2 cycles on
 * Zen 4 there, so a step always takes 5, and the chain 320. LEA with three operands for the word
 * and the constant: no gain, since they are not in the chain.
 */
#include "crypto_hash.h"
#include <stdint.h>

typedef uint32_t word;

enum { WORD_BITS = 32, BLOCK = 64, LENGTH_FIELD = 8, BIG_ENDIAN_WORDS = 0 };

/* a, b, c, d. */
static const word INITIAL[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

#include "hold.h"
#include "message_end.h"

/* The end of a step: b comes last. */
#define FINISH(a, b, f, s)                                                                         \
    hold(a);                                                                                       \
    a += f;                                                                                        \
    a = ROL(a, s) + b

#define F(a, b, c, d, k, t, s)                                                                     \
    hold(M);                                                                                       \
    a += load_word(M + 4 * k) + t;                                                                 \
    FINISH(a, b, (((c ^ d) & b) ^ d), s)

#define G(a, b, c, d, k, t, s)                                                                     \
    hold(M);                                                                                       \
    a += load_word(M + 4 * k) + t + (c & ~d);                                                      \
    FINISH(a, b, (b & d), s)

#define H(a, b, c, d, k, t, s)                                                                     \
    hold(M);                                                                                       \
    a += load_word(M + 4 * k) + t;                                                                 \
    FINISH(a, b, ((c ^ d) ^ b), s)

#define I(a, b, c, d, k, t, s)                                                                     \
    hold(M);                                                                                       \
    a += load_word(M + 4 * k) + t;                                                                 \
    FINISH(a, b, ((b | ~d) ^ c), s)

static void compress(word *abcd, const unsigned char *M) {
    word a = abcd[0], b = abcd[1], c = abcd[2], d = abcd[3];

    F(a, b, c, d, 0, 0xd76aa478, 7);
    F(d, a, b, c, 1, 0xe8c7b756, 12);
    F(c, d, a, b, 2, 0x242070db, 17);
    F(b, c, d, a, 3, 0xc1bdceee, 22);
    F(a, b, c, d, 4, 0xf57c0faf, 7);
    F(d, a, b, c, 5, 0x4787c62a, 12);
    F(c, d, a, b, 6, 0xa8304613, 17);
    F(b, c, d, a, 7, 0xfd469501, 22);
    F(a, b, c, d, 8, 0x698098d8, 7);
    F(d, a, b, c, 9, 0x8b44f7af, 12);
    F(c, d, a, b, 10, 0xffff5bb1, 17);
    F(b, c, d, a, 11, 0x895cd7be, 22);
    F(a, b, c, d, 12, 0x6b901122, 7);
    F(d, a, b, c, 13, 0xfd987193, 12);
    F(c, d, a, b, 14, 0xa679438e, 17);
    F(b, c, d, a, 15, 0x49b40821, 22);
    G(a, b, c, d, 1, 0xf61e2562, 5);
    G(d, a, b, c, 6, 0xc040b340, 9);
    G(c, d, a, b, 11, 0x265e5a51, 14);
    G(b, c, d, a, 0, 0xe9b6c7aa, 20);
    G(a, b, c, d, 5, 0xd62f105d, 5);
    G(d, a, b, c, 10, 0x02441453, 9);
    G(c, d, a, b, 15, 0xd8a1e681, 14);
    G(b, c, d, a, 4, 0xe7d3fbc8, 20);
    G(a, b, c, d, 9, 0x21e1cde6, 5);
    G(d, a, b, c, 14, 0xc33707d6, 9);
    G(c, d, a, b, 3, 0xf4d50d87, 14);
    G(b, c, d, a, 8, 0x455a14ed, 20);
    G(a, b, c, d, 13, 0xa9e3e905, 5);
    G(d, a, b, c, 2, 0xfcefa3f8, 9);
    G(c, d, a, b, 7, 0x676f02d9, 14);
    G(b, c, d, a, 12, 0x8d2a4c8a, 20);
    H(a, b, c, d, 5, 0xfffa3942, 4);
    H(d, a, b, c, 8, 0x8771f681, 11);
    H(c, d, a, b, 11, 0x6d9d6122, 16);
    H(b, c, d, a, 14, 0xfde5380c, 23);
    H(a, b, c, d, 1, 0xa4beea44, 4);
    H(d, a, b, c, 4, 0x4bdecfa9, 11);
    H(c, d, a, b, 7, 0xf6bb4b60, 16);
    H(b, c, d, a, 10, 0xbebfbc70, 23);
    H(a, b, c, d, 13, 0x289b7ec6, 4);
    H(d, a, b, c, 0, 0xeaa127fa, 11);
    H(c, d, a, b, 3, 0xd4ef3085, 16);
    H(b, c, d, a, 6, 0x04881d05, 23);
    H(a, b, c, d, 9, 0xd9d4d039, 4);
    H(d, a, b, c, 12, 0xe6db99e5, 11);
    H(c, d, a, b, 15, 0x1fa27cf8, 16);
    H(b, c, d, a, 2, 0xc4ac5665, 23);
    I(a, b, c, d, 0, 0xf4292244, 6);
    I(d, a, b, c, 7, 0x432aff97, 10);
    I(c, d, a, b, 14, 0xab9423a7, 15);
    I(b, c, d, a, 5, 0xfc93a039, 21);
    I(a, b, c, d, 12, 0x655b59c3, 6);
    I(d, a, b, c, 3, 0x8f0ccc92, 10);
    I(c, d, a, b, 10, 0xffeff47d, 15);
    I(b, c, d, a, 1, 0x85845dd1, 21);
    I(a, b, c, d, 8, 0x6fa87e4f, 6);
    I(d, a, b, c, 15, 0xfe2ce6e0, 10);
    I(c, d, a, b, 6, 0xa3014314, 15);
    I(b, c, d, a, 13, 0x4e0811a1, 21);
    I(a, b, c, d, 4, 0xf7537e82, 6);
    I(d, a, b, c, 11, 0xbd3af235, 10);
    I(c, d, a, b, 2, 0x2ad7d2bb, 15);
    I(b, c, d, a, 9, 0xeb86d391, 21);
    abcd[0] += a;
    abcd[1] += b;
    abcd[2] += c;
    abcd[3] += d;
}

static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    for (; n; n--, in += BLOCK)
        compress(H, in);
}

#include "iterate.h"
