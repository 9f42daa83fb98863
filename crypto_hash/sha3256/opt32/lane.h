/* SPDX-License-Identifier: MIT */

/*
 * Lanes are two words of 32 bits, for any processor.
 *
 * Technique: bit interleaving, which is the Keccak team's ("Keccak implementation overview"). One
 * word has the even bits of a lane, the other one the odd bits. Then a rotation by n rotates each
 * word by n / 2 or one more, and exchanges them if n is odd; 6 of the 29 rotations a round are by 1
 * and rotate only one word. The other operations work on both words alike. The round constants are
 * separated at compile time.
 *
 * LOAD and STORE separate and join the bits of a lane by five exchanges between its words. Give
 * each bit a number of six binary digits, of which the first says in which word it is. Separation
 * takes the last digit to the front. Each exchange swaps the first digit with another one, from the
 * second digit to the last.
 *
 * Limit: 2 * 50 operations in theta, 52 rotations, 2 * 75 in chi, 2 in iota: 304 a round without
 * and-not, 76 cycles at four a cycle. 32-bit x86 has seven registers, so nearly every operation has
 * an operand in memory: Zen 5 needs 113 cycles a round, 20.0 cycles/byte at a rate of 136, with
 * clang 14, and 138 with gcc 12.
 *
 * Rejected: words with the lower and the upper half of a lane. Each rotation then takes four shifts
 * and two ORs where no instruction shifts over two registers. Separating the bits of each word by
 * itself, by four exchanges, and then joining halves of words: 54 operations a lane instead of 30,
 * and 1.01 to 1.04 times the time of SHA3-256, 1.06 to 1.08 times that of K12.
 */

#include <stdint.h>

/* With AVX-512, gcc would keep words in vector registers and move them: 1.2 times slower. */
#if defined __GNUC__ && !defined __clang__ && (defined __x86_64__ || defined __i386__)
#pragma GCC target("general-regs-only")
#endif

#define TARGET

typedef struct {
    uint32_t even, odd;
} V;
typedef V constant;

/* Round constants have bits 0, 1, 3, 7, 15, 31 and 63 only: of these, 0 alone is even. */
#define BIT(c, from, to) ((uint32_t)((uint64_t)(c) >> from & 1) << to)
#define CONSTANT(c)                                                                                \
    {                                                                                              \
        BIT(c, 0, 0), BIT(c, 1, 0) | BIT(c, 3, 1) | BIT(c, 7, 3) | BIT(c, 15, 7) |                 \
                          BIT(c, 31, 15) | BIT(c, 63, 31)                                          \
    }
#define IOTA(p) (*(p))
#define ZERO(i) ((V){0, 0})
#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define CHI(x, y, a, b, c) chi(a, b, c)
#define STORE(p, a, i) store(p, a)

#define PRIMITIVE static inline __attribute__((always_inline))

PRIMITIVE V XOR(V a, V b) { return (V){a.even ^ b.even, a.odd ^ b.odd}; }

PRIMITIVE V chi(V a, V b, V c) {
    return (V){a.even ^ (~b.even & c.even), a.odd ^ (~b.odd & c.odd)};
}

/* Defined for n = 0 and 32, too. */
PRIMITIVE uint32_t rol32(uint32_t a, const int n) { return a << (n & 31) | a >> (-n & 31); }

PRIMITIVE V ROL(V a, const int n) {
    if (n % 2 == 0) {
        return (V){rol32(a.even, n / 2), rol32(a.odd, n / 2)};
    }
    return (V){rol32(a.odd, n / 2 + 1), rol32(a.even, n / 2)};
}

/* Exchanges the bits in mask of *b with the bits of *a that are `distance` higher. */
PRIMITIVE void exchange(uint32_t *a, uint32_t *b, uint32_t mask, const int distance) {
    const uint32_t t = (*a >> distance ^ *b) & mask;

    *a ^= t << distance;
    *b ^= t;
}

/* From lower and upper half to even and odd bits. */
PRIMITIVE V separate(uint32_t low, uint32_t high) {
    exchange(&low, &high, 0x0000ffff, 16);
    exchange(&low, &high, 0x00ff00ff, 8);
    exchange(&low, &high, 0x0f0f0f0f, 4);
    exchange(&low, &high, 0x33333333, 2);
    exchange(&low, &high, 0x55555555, 1);
    return (V){low, high};
}

PRIMITIVE uint32_t load32(const unsigned char *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

PRIMITIVE V LOAD(const unsigned char *p) { return separate(load32(p), load32(p + 4)); }

/* The exchanges of separate() in the opposite order. */
PRIMITIVE void store(unsigned char *p, V a) {
    exchange(&a.even, &a.odd, 0x55555555, 1);
    exchange(&a.even, &a.odd, 0x33333333, 2);
    exchange(&a.even, &a.odd, 0x0f0f0f0f, 4);
    exchange(&a.even, &a.odd, 0x00ff00ff, 8);
    exchange(&a.even, &a.odd, 0x0000ffff, 16);
    for (int i = 0; i < 4; i++) {
        p[i] = (unsigned char)(a.even >> 8 * i);
        p[i + 4] = (unsigned char)(a.odd >> 8 * i);
    }
}
