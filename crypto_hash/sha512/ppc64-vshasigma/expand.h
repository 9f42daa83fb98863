/* SPDX-License-Identifier: MIT */

/* Two words of the schedule of SHA-512 in a vector of POWER8, and in memory for the rounds in
 * general registers.
 *
 * Technique: the instruction VSHASIGMAD (Power ISA 2.07, Vector.SHA512) computes a sigma of two
 * words. */
#include <altivec.h>
#include <string.h>
#undef vector

#define TARGET __attribute__((target("crypto")))

typedef __vector unsigned long long vector;

/* Compilers that see where words in memory come from take them from the vectors, an operation each,
 * if they are not made to forget it. */
#define hold_memory(x) __asm__("" : "+m"(x))

#define ADD(a, b) ((a) + (b))
#define TWO_AT(p) vec_xl(0, (const unsigned long long *)(p))

union two_words {
    vector vector;
    word word[2];
};

#ifdef __clang__
#define SIGMA(x, which) __builtin_altivec_crypto_vshasigmad(x, 0, which)
#else
#define SIGMA(x, which) __builtin_crypto_vshasigmad(x, 0, which)
#endif

/* sigma0 or sigma1 for both words. */
enum { BOTH_SIGMA0 = 0, BOTH_SIGMA1 = 15 };

/* The later word of one pair and the earlier of the next. */
TARGET static inline vector between(vector x, vector y) {
    const __vector unsigned char from_second = {8,  9,  10, 11, 12, 13, 14, 15,
                                                16, 17, 18, 19, 20, 21, 22, 23};

    return vec_perm(x, y, from_second);
}

/* The pair eight pairs after W[i], in its place. */
TARGET static inline void expand(vector W[8], int i) {
    const vector W15 = between(W[i], W[(i + 1) % 8]);
    const vector W7 = between(W[(i + 4) % 8], W[(i + 5) % 8]);

    W[i] += W7 + SIGMA(W15, BOTH_SIGMA0) + SIGMA(W[(i + 7) % 8], BOTH_SIGMA1);
}

TARGET static inline vector load_words(const unsigned char *M) {
    vector x;

    memcpy(&x, M, sizeof x);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const __vector unsigned char order = {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8};
    x = vec_perm(x, x, order);
#endif
    return x;
}
