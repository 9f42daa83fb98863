/* SPDX-License-Identifier: MIT */
/* MD5: the reference, after RFC 1321. Names and steps are the RFC's.
 *
 *     3.1, 3.2  padding and length: pad() in blocks.h
 *     3.3       A, B, C, D at the start: INITIAL
 *     3.4       F, G, H, I, T[i], and the four rounds: hash_block()
 *     3.5       output: the end of crypto_hash() in blocks.h
 *
 * Section 2 says that words are little-endian: load_word() and store_word() in blocks.h.
 */
#include "crypto_hash.h"
#include <stdint.h>

typedef uint32_t word;

/* A, B, C, D. */
static const word INITIAL[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

#include "blocks.h"

/* T[i] is the integer part of 4294967296 abs(sin(i)), i in radians; there is no T[0]. */
static const word T[65] = {
    0,          0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613,
    0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e,
    0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681,
    0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9,
    0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60,
    0xbebfbc70, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8,
    0xc4ac5665, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d,
    0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb,
    0xeb86d391};

static word F(word X, word Y, word Z) { return (X & Y) | (~X & Z); }

static word G(word X, word Y, word Z) { return (X & Z) | (Y & ~Z); }

static word H(word X, word Y, word Z) { return X ^ Y ^ Z; }

static word I(word X, word Y, word Z) { return Y ^ (X | ~Z); }

/* The RFC's X <<< s. */
static word rotate_left(word X, int s) { return X << s | X >> (32 - s); }

/* The RFC's [abcd k s i], in the round that has the function f. */
#define STEP(f, a, b, c, d, k, s, i) a = b + rotate_left(a + f(b, c, d) + X[k] + T[i], s)

/* Section 3.4: one block M of 16 words. */
static void hash_block(word ABCD[WORDS_OF_STATE], const unsigned char *M) {
    word A = ABCD[0], B = ABCD[1], C = ABCD[2], D = ABCD[3];
    const word AA = A, BB = B, CC = C, DD = D;
    word X[16];

    for (int j = 0; j < 16; j++)
        X[j] = load_word(M + 4 * j);

    /* Round 1. */
    STEP(F, A, B, C, D, 0, 7, 1);
    STEP(F, D, A, B, C, 1, 12, 2);
    STEP(F, C, D, A, B, 2, 17, 3);
    STEP(F, B, C, D, A, 3, 22, 4);
    STEP(F, A, B, C, D, 4, 7, 5);
    STEP(F, D, A, B, C, 5, 12, 6);
    STEP(F, C, D, A, B, 6, 17, 7);
    STEP(F, B, C, D, A, 7, 22, 8);
    STEP(F, A, B, C, D, 8, 7, 9);
    STEP(F, D, A, B, C, 9, 12, 10);
    STEP(F, C, D, A, B, 10, 17, 11);
    STEP(F, B, C, D, A, 11, 22, 12);
    STEP(F, A, B, C, D, 12, 7, 13);
    STEP(F, D, A, B, C, 13, 12, 14);
    STEP(F, C, D, A, B, 14, 17, 15);
    STEP(F, B, C, D, A, 15, 22, 16);
    /* Round 2. */
    STEP(G, A, B, C, D, 1, 5, 17);
    STEP(G, D, A, B, C, 6, 9, 18);
    STEP(G, C, D, A, B, 11, 14, 19);
    STEP(G, B, C, D, A, 0, 20, 20);
    STEP(G, A, B, C, D, 5, 5, 21);
    STEP(G, D, A, B, C, 10, 9, 22);
    STEP(G, C, D, A, B, 15, 14, 23);
    STEP(G, B, C, D, A, 4, 20, 24);
    STEP(G, A, B, C, D, 9, 5, 25);
    STEP(G, D, A, B, C, 14, 9, 26);
    STEP(G, C, D, A, B, 3, 14, 27);
    STEP(G, B, C, D, A, 8, 20, 28);
    STEP(G, A, B, C, D, 13, 5, 29);
    STEP(G, D, A, B, C, 2, 9, 30);
    STEP(G, C, D, A, B, 7, 14, 31);
    STEP(G, B, C, D, A, 12, 20, 32);
    /* Round 3. */
    STEP(H, A, B, C, D, 5, 4, 33);
    STEP(H, D, A, B, C, 8, 11, 34);
    STEP(H, C, D, A, B, 11, 16, 35);
    STEP(H, B, C, D, A, 14, 23, 36);
    STEP(H, A, B, C, D, 1, 4, 37);
    STEP(H, D, A, B, C, 4, 11, 38);
    STEP(H, C, D, A, B, 7, 16, 39);
    STEP(H, B, C, D, A, 10, 23, 40);
    STEP(H, A, B, C, D, 13, 4, 41);
    STEP(H, D, A, B, C, 0, 11, 42);
    STEP(H, C, D, A, B, 3, 16, 43);
    STEP(H, B, C, D, A, 6, 23, 44);
    STEP(H, A, B, C, D, 9, 4, 45);
    STEP(H, D, A, B, C, 12, 11, 46);
    STEP(H, C, D, A, B, 15, 16, 47);
    STEP(H, B, C, D, A, 2, 23, 48);
    /* Round 4. */
    STEP(I, A, B, C, D, 0, 6, 49);
    STEP(I, D, A, B, C, 7, 10, 50);
    STEP(I, C, D, A, B, 14, 15, 51);
    STEP(I, B, C, D, A, 5, 21, 52);
    STEP(I, A, B, C, D, 12, 6, 53);
    STEP(I, D, A, B, C, 3, 10, 54);
    STEP(I, C, D, A, B, 10, 15, 55);
    STEP(I, B, C, D, A, 1, 21, 56);
    STEP(I, A, B, C, D, 8, 6, 57);
    STEP(I, D, A, B, C, 15, 10, 58);
    STEP(I, C, D, A, B, 6, 15, 59);
    STEP(I, B, C, D, A, 13, 21, 60);
    STEP(I, A, B, C, D, 4, 6, 61);
    STEP(I, D, A, B, C, 11, 10, 62);
    STEP(I, C, D, A, B, 2, 15, 63);
    STEP(I, B, C, D, A, 9, 21, 64);

    ABCD[0] = A + AA;
    ABCD[1] = B + BB;
    ABCD[2] = C + CC;
    ABCD[3] = D + DD;
}
