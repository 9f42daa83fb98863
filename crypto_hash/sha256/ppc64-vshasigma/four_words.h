/* SPDX-License-Identifier: MIT */

/* Four words of a schedule in a vector of POWER8, and in memory for the rounds in general
 * registers. */
#include <altivec.h>
#include <string.h>
#undef vector

#define TARGET __attribute__((target("crypto")))

typedef __vector unsigned int vector;

union four_words {
    vector vector;
    word word[4];
};

/* Compilers that see where words in memory come from take them from the vectors, an operation each,
 * if they are not made to forget it. */
#define hold_memory(x) __asm__("" : "+m"(x))

#define ADD(a, b) ((a) + (b))
#define FOUR_AT(p) vec_xl(0, p)

TARGET static inline vector load_words(const unsigned char *M) {
    vector x;

    memcpy(&x, M, sizeof x);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const __vector unsigned char order = {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12};
    x = vec_perm(x, x, order);
#endif
    return x;
}
