/* SPDX-License-Identifier: MIT */

/*
 * Four words in one vector: what is the same for words of 32 and 64 bits.
 *
 * REGISTER, of vector.h, is the kind of registers that assembly asks for: "v" has 32 of them, but
 * takes clang 14 1.04 times as long where code for AVX2 is compiled for a processor with AVX-512.
 */

typedef word vec __attribute__((vector_size(4 * sizeof(word))));

#define VEC(i, j, k, l) ((vec){(i), (j), (k), (l)})

/* Keeps the compiler from adding in another order, or joining two shifts to a rotation. */
INLINE vec held(vec x) {
    __asm__("" : "+" REGISTER(x));
    return x;
}

INLINE vec add(vec x, vec y) { return x + y; }

INLINE vec xor2(vec x, vec y) { return x ^ y; }

INLINE vec load(const unsigned char *from) {
    vec x;

    __builtin_memcpy(&x, from, sizeof x);
    return x;
}

INLINE void store(unsigned char *to, vec x) { __builtin_memcpy(to, &x, sizeof x); }
