/* SPDX-License-Identifier: MIT */
/* RIPEMD-160 in portable C, with its two lines interleaved step by step.
 *
 * Technique: neither line waits for the other, so each fills the gaps of the other's dependency
 * chain. Within a step, all terms without b, the newest value, are added first. hold() keeps
 * compilers from changing the order of the additions.
 *
 * Invariant: the five registers of a line change their names from step to step, and are back in
 * their places after five. f4's two terms have no bit in common, so their sum is their OR.
 *
 * Limit: the chain of either line. f1, f4 and f5 take one operation after b, f2 and f3 two; then
 * come an addition, the rotation and the addition of e: 16 (4 + 5 + 5 + 4 + 4) = 352 cycles and the
 * sum of the lines, 5.5 cycles/byte. The operations need as long at four a cycle: 160 steps of 9
 * and 32 that copy a register are 368 cycles, or 5.8 cycles/byte. Zen 4 takes 6.3: 92 % of the
 * limit are reached. Zen 5, which does more in a cycle, takes 5.7.
 *
 * Rejected: AVX-512, which computes each f in one instruction: a rotation takes 2 cycles on Zen 4
 * there, so a step of the chain always takes 5, and the chain 400. Both lines in the lanes of one
 * vector: the same chain with blends between the two functions. The lines one after the other: a
 * window of 320 operations does not reach from one into the other.
 */
#include "crypto_hash.h"
#include <stdint.h>

typedef uint32_t word;

enum { WORD_BITS = 32, BLOCK = 64, LENGTH_FIELD = 8, BIG_ENDIAN_WORDS = 0 };

static const word INITIAL[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

#include "hold.h"
#include "message_end.h"

/* A step whose function is `first` plus `last`; only the latter waits for b. hold(M) makes a word
 * an operand in memory: gcc 12 would load all of them first and spill them, which takes 1.4 times
 * as long. */
#define STEP(a, b, c, e, first, last, k, K, s)                                                     \
    hold(M);                                                                                       \
    a += load_word(M + 4 * k) + K + (first);                                                       \
    hold(a);                                                                                       \
    a += last;                                                                                     \
    a = ROL(a, s) + e;                                                                             \
    c = ROL(c, 10)

/* The paper's f1 to f5. */
#define F1(a, b, c, d, e, k, K, s) STEP(a, b, c, e, 0, (c ^ d) ^ b, k, K, s)
#define F2(a, b, c, d, e, k, K, s) STEP(a, b, c, e, 0, ((c ^ d) & b) ^ d, k, K, s)
#define F3(a, b, c, d, e, k, K, s) STEP(a, b, c, e, 0, (b | ~c) ^ d, k, K, s)
#define F4(a, b, c, d, e, k, K, s) STEP(a, b, c, e, c & ~d, b & d, k, K, s)
#define F5(a, b, c, d, e, k, K, s) STEP(a, b, c, e, 0, (c | ~d) ^ b, k, K, s)

static void compress(word *h, const unsigned char *M) {
    word al = h[0], bl = h[1], cl = h[2], dl = h[3], el = h[4];
    word ar = al, br = bl, cr = cl, dr = dl, er = el;

    F1(al, bl, cl, dl, el, 0, 0x00000000, 11);
    F5(ar, br, cr, dr, er, 5, 0x50a28be6, 8);
    F1(el, al, bl, cl, dl, 1, 0x00000000, 14);
    F5(er, ar, br, cr, dr, 14, 0x50a28be6, 9);
    F1(dl, el, al, bl, cl, 2, 0x00000000, 15);
    F5(dr, er, ar, br, cr, 7, 0x50a28be6, 9);
    F1(cl, dl, el, al, bl, 3, 0x00000000, 12);
    F5(cr, dr, er, ar, br, 0, 0x50a28be6, 11);
    F1(bl, cl, dl, el, al, 4, 0x00000000, 5);
    F5(br, cr, dr, er, ar, 9, 0x50a28be6, 13);
    F1(al, bl, cl, dl, el, 5, 0x00000000, 8);
    F5(ar, br, cr, dr, er, 2, 0x50a28be6, 15);
    F1(el, al, bl, cl, dl, 6, 0x00000000, 7);
    F5(er, ar, br, cr, dr, 11, 0x50a28be6, 15);
    F1(dl, el, al, bl, cl, 7, 0x00000000, 9);
    F5(dr, er, ar, br, cr, 4, 0x50a28be6, 5);
    F1(cl, dl, el, al, bl, 8, 0x00000000, 11);
    F5(cr, dr, er, ar, br, 13, 0x50a28be6, 7);
    F1(bl, cl, dl, el, al, 9, 0x00000000, 13);
    F5(br, cr, dr, er, ar, 6, 0x50a28be6, 7);
    F1(al, bl, cl, dl, el, 10, 0x00000000, 14);
    F5(ar, br, cr, dr, er, 15, 0x50a28be6, 8);
    F1(el, al, bl, cl, dl, 11, 0x00000000, 15);
    F5(er, ar, br, cr, dr, 8, 0x50a28be6, 11);
    F1(dl, el, al, bl, cl, 12, 0x00000000, 6);
    F5(dr, er, ar, br, cr, 1, 0x50a28be6, 14);
    F1(cl, dl, el, al, bl, 13, 0x00000000, 7);
    F5(cr, dr, er, ar, br, 10, 0x50a28be6, 14);
    F1(bl, cl, dl, el, al, 14, 0x00000000, 9);
    F5(br, cr, dr, er, ar, 3, 0x50a28be6, 12);
    F1(al, bl, cl, dl, el, 15, 0x00000000, 8);
    F5(ar, br, cr, dr, er, 12, 0x50a28be6, 6);
    F2(el, al, bl, cl, dl, 7, 0x5a827999, 7);
    F4(er, ar, br, cr, dr, 6, 0x5c4dd124, 9);
    F2(dl, el, al, bl, cl, 4, 0x5a827999, 6);
    F4(dr, er, ar, br, cr, 11, 0x5c4dd124, 13);
    F2(cl, dl, el, al, bl, 13, 0x5a827999, 8);
    F4(cr, dr, er, ar, br, 3, 0x5c4dd124, 15);
    F2(bl, cl, dl, el, al, 1, 0x5a827999, 13);
    F4(br, cr, dr, er, ar, 7, 0x5c4dd124, 7);
    F2(al, bl, cl, dl, el, 10, 0x5a827999, 11);
    F4(ar, br, cr, dr, er, 0, 0x5c4dd124, 12);
    F2(el, al, bl, cl, dl, 6, 0x5a827999, 9);
    F4(er, ar, br, cr, dr, 13, 0x5c4dd124, 8);
    F2(dl, el, al, bl, cl, 15, 0x5a827999, 7);
    F4(dr, er, ar, br, cr, 5, 0x5c4dd124, 9);
    F2(cl, dl, el, al, bl, 3, 0x5a827999, 15);
    F4(cr, dr, er, ar, br, 10, 0x5c4dd124, 11);
    F2(bl, cl, dl, el, al, 12, 0x5a827999, 7);
    F4(br, cr, dr, er, ar, 14, 0x5c4dd124, 7);
    F2(al, bl, cl, dl, el, 0, 0x5a827999, 12);
    F4(ar, br, cr, dr, er, 15, 0x5c4dd124, 7);
    F2(el, al, bl, cl, dl, 9, 0x5a827999, 15);
    F4(er, ar, br, cr, dr, 8, 0x5c4dd124, 12);
    F2(dl, el, al, bl, cl, 5, 0x5a827999, 9);
    F4(dr, er, ar, br, cr, 12, 0x5c4dd124, 7);
    F2(cl, dl, el, al, bl, 2, 0x5a827999, 11);
    F4(cr, dr, er, ar, br, 4, 0x5c4dd124, 6);
    F2(bl, cl, dl, el, al, 14, 0x5a827999, 7);
    F4(br, cr, dr, er, ar, 9, 0x5c4dd124, 15);
    F2(al, bl, cl, dl, el, 11, 0x5a827999, 13);
    F4(ar, br, cr, dr, er, 1, 0x5c4dd124, 13);
    F2(el, al, bl, cl, dl, 8, 0x5a827999, 12);
    F4(er, ar, br, cr, dr, 2, 0x5c4dd124, 11);
    F3(dl, el, al, bl, cl, 3, 0x6ed9eba1, 11);
    F3(dr, er, ar, br, cr, 15, 0x6d703ef3, 9);
    F3(cl, dl, el, al, bl, 10, 0x6ed9eba1, 13);
    F3(cr, dr, er, ar, br, 5, 0x6d703ef3, 7);
    F3(bl, cl, dl, el, al, 14, 0x6ed9eba1, 6);
    F3(br, cr, dr, er, ar, 1, 0x6d703ef3, 15);
    F3(al, bl, cl, dl, el, 4, 0x6ed9eba1, 7);
    F3(ar, br, cr, dr, er, 3, 0x6d703ef3, 11);
    F3(el, al, bl, cl, dl, 9, 0x6ed9eba1, 14);
    F3(er, ar, br, cr, dr, 7, 0x6d703ef3, 8);
    F3(dl, el, al, bl, cl, 15, 0x6ed9eba1, 9);
    F3(dr, er, ar, br, cr, 14, 0x6d703ef3, 6);
    F3(cl, dl, el, al, bl, 8, 0x6ed9eba1, 13);
    F3(cr, dr, er, ar, br, 6, 0x6d703ef3, 6);
    F3(bl, cl, dl, el, al, 1, 0x6ed9eba1, 15);
    F3(br, cr, dr, er, ar, 9, 0x6d703ef3, 14);
    F3(al, bl, cl, dl, el, 2, 0x6ed9eba1, 14);
    F3(ar, br, cr, dr, er, 11, 0x6d703ef3, 12);
    F3(el, al, bl, cl, dl, 7, 0x6ed9eba1, 8);
    F3(er, ar, br, cr, dr, 8, 0x6d703ef3, 13);
    F3(dl, el, al, bl, cl, 0, 0x6ed9eba1, 13);
    F3(dr, er, ar, br, cr, 12, 0x6d703ef3, 5);
    F3(cl, dl, el, al, bl, 6, 0x6ed9eba1, 6);
    F3(cr, dr, er, ar, br, 2, 0x6d703ef3, 14);
    F3(bl, cl, dl, el, al, 13, 0x6ed9eba1, 5);
    F3(br, cr, dr, er, ar, 10, 0x6d703ef3, 13);
    F3(al, bl, cl, dl, el, 11, 0x6ed9eba1, 12);
    F3(ar, br, cr, dr, er, 0, 0x6d703ef3, 13);
    F3(el, al, bl, cl, dl, 5, 0x6ed9eba1, 7);
    F3(er, ar, br, cr, dr, 4, 0x6d703ef3, 7);
    F3(dl, el, al, bl, cl, 12, 0x6ed9eba1, 5);
    F3(dr, er, ar, br, cr, 13, 0x6d703ef3, 5);
    F4(cl, dl, el, al, bl, 1, 0x8f1bbcdc, 11);
    F2(cr, dr, er, ar, br, 8, 0x7a6d76e9, 15);
    F4(bl, cl, dl, el, al, 9, 0x8f1bbcdc, 12);
    F2(br, cr, dr, er, ar, 6, 0x7a6d76e9, 5);
    F4(al, bl, cl, dl, el, 11, 0x8f1bbcdc, 14);
    F2(ar, br, cr, dr, er, 4, 0x7a6d76e9, 8);
    F4(el, al, bl, cl, dl, 10, 0x8f1bbcdc, 15);
    F2(er, ar, br, cr, dr, 1, 0x7a6d76e9, 11);
    F4(dl, el, al, bl, cl, 0, 0x8f1bbcdc, 14);
    F2(dr, er, ar, br, cr, 3, 0x7a6d76e9, 14);
    F4(cl, dl, el, al, bl, 8, 0x8f1bbcdc, 15);
    F2(cr, dr, er, ar, br, 11, 0x7a6d76e9, 14);
    F4(bl, cl, dl, el, al, 12, 0x8f1bbcdc, 9);
    F2(br, cr, dr, er, ar, 15, 0x7a6d76e9, 6);
    F4(al, bl, cl, dl, el, 4, 0x8f1bbcdc, 8);
    F2(ar, br, cr, dr, er, 0, 0x7a6d76e9, 14);
    F4(el, al, bl, cl, dl, 13, 0x8f1bbcdc, 9);
    F2(er, ar, br, cr, dr, 5, 0x7a6d76e9, 6);
    F4(dl, el, al, bl, cl, 3, 0x8f1bbcdc, 14);
    F2(dr, er, ar, br, cr, 12, 0x7a6d76e9, 9);
    F4(cl, dl, el, al, bl, 7, 0x8f1bbcdc, 5);
    F2(cr, dr, er, ar, br, 2, 0x7a6d76e9, 12);
    F4(bl, cl, dl, el, al, 15, 0x8f1bbcdc, 6);
    F2(br, cr, dr, er, ar, 13, 0x7a6d76e9, 9);
    F4(al, bl, cl, dl, el, 14, 0x8f1bbcdc, 8);
    F2(ar, br, cr, dr, er, 9, 0x7a6d76e9, 12);
    F4(el, al, bl, cl, dl, 5, 0x8f1bbcdc, 6);
    F2(er, ar, br, cr, dr, 7, 0x7a6d76e9, 5);
    F4(dl, el, al, bl, cl, 6, 0x8f1bbcdc, 5);
    F2(dr, er, ar, br, cr, 10, 0x7a6d76e9, 15);
    F4(cl, dl, el, al, bl, 2, 0x8f1bbcdc, 12);
    F2(cr, dr, er, ar, br, 14, 0x7a6d76e9, 8);
    F5(bl, cl, dl, el, al, 4, 0xa953fd4e, 9);
    F1(br, cr, dr, er, ar, 12, 0x00000000, 8);
    F5(al, bl, cl, dl, el, 0, 0xa953fd4e, 15);
    F1(ar, br, cr, dr, er, 15, 0x00000000, 5);
    F5(el, al, bl, cl, dl, 5, 0xa953fd4e, 5);
    F1(er, ar, br, cr, dr, 10, 0x00000000, 12);
    F5(dl, el, al, bl, cl, 9, 0xa953fd4e, 11);
    F1(dr, er, ar, br, cr, 4, 0x00000000, 9);
    F5(cl, dl, el, al, bl, 7, 0xa953fd4e, 6);
    F1(cr, dr, er, ar, br, 1, 0x00000000, 12);
    F5(bl, cl, dl, el, al, 12, 0xa953fd4e, 8);
    F1(br, cr, dr, er, ar, 5, 0x00000000, 5);
    F5(al, bl, cl, dl, el, 2, 0xa953fd4e, 13);
    F1(ar, br, cr, dr, er, 8, 0x00000000, 14);
    F5(el, al, bl, cl, dl, 10, 0xa953fd4e, 12);
    F1(er, ar, br, cr, dr, 7, 0x00000000, 6);
    F5(dl, el, al, bl, cl, 14, 0xa953fd4e, 5);
    F1(dr, er, ar, br, cr, 6, 0x00000000, 8);
    F5(cl, dl, el, al, bl, 1, 0xa953fd4e, 12);
    F1(cr, dr, er, ar, br, 2, 0x00000000, 13);
    F5(bl, cl, dl, el, al, 3, 0xa953fd4e, 13);
    F1(br, cr, dr, er, ar, 13, 0x00000000, 6);
    F5(al, bl, cl, dl, el, 8, 0xa953fd4e, 14);
    F1(ar, br, cr, dr, er, 14, 0x00000000, 5);
    F5(el, al, bl, cl, dl, 11, 0xa953fd4e, 11);
    F1(er, ar, br, cr, dr, 0, 0x00000000, 15);
    F5(dl, el, al, bl, cl, 6, 0xa953fd4e, 8);
    F1(dr, er, ar, br, cr, 3, 0x00000000, 13);
    F5(cl, dl, el, al, bl, 15, 0xa953fd4e, 5);
    F1(cr, dr, er, ar, br, 9, 0x00000000, 11);
    F5(bl, cl, dl, el, al, 13, 0xa953fd4e, 6);
    F1(br, cr, dr, er, ar, 11, 0x00000000, 11);
    dr += cl + h[1];
    h[1] = h[2] + dl + er;
    h[2] = h[3] + el + ar;
    h[3] = h[4] + al + br;
    h[4] = h[0] + bl + cr;
    h[0] = dr;
}

static void compress_blocks(word *h, const unsigned char *in, unsigned long long n) {
    for (; n; n--, in += BLOCK)
        compress(h, in);
}

#include "iterate.h"
