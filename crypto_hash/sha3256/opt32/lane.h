/* SPDX-License-Identifier: MIT */

/*
 * Lanes are two words of 32 bits, for any processor.
 *
 * Technique: bit interleaving. One word has the even bits of a lane, the other one the odd bits.
 * Then a rotation by n is one of each word by n / 2, and exchanges them where n is odd; 6 of the 29
 * rotations a round move only one word, for it is by 1. What is not a rotation works on words as on
 * lanes. Message and digest are taken apart and put together by four exchanges of bits each word,
 * the round constants when compiling.
 *
 * Limit: 2 * 50 operations in theta, 52 rotations, 2 * 75 in chi, 2 in iota: 304 a round without
 * and-not, 76 cycles at four a cycle. On x86 with its seven registers nearly every one has an
 * operand in memory, and Zen 4 needs 126 cycles a round, 22.7 cycles/byte at a rate of 136.
 *
 * Rejected: words with the lower and the upper half of a lane, of which each rotation takes four
 * shifts and two ORs where no instruction shifts over two registers.
 */

#include <stdint.h>

/* Where there is AVX-512, gcc would keep words in its registers, and fetch them: 1.2 times slower.
 */
#if defined __GNUC__ && !defined __clang__ && (defined __x86_64__ || defined __i386__)
#pragma GCC target("general-regs-only")
#endif

#define TARGET

typedef struct {
    uint32_t even, odd;
} V;
typedef V constant;

/* The constants have no bits but 0, 1, 3, 7, 15, 31 and 63: of the even ones only the first. */
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

/* Exchanges the bits of mask with those that lie distance above them. */
PRIMITIVE uint32_t swap(uint32_t a, uint32_t mask, const int distance) {
    const uint32_t t = (a ^ a >> distance) & mask;

    return a ^ t ^ t << distance;
}

/* The even bits of a to its lower half, the odd ones to its upper half. */
PRIMITIVE uint32_t separate(uint32_t a) {
    a = swap(a, 0x22222222, 1);
    a = swap(a, 0x0c0c0c0c, 2);
    a = swap(a, 0x00f000f0, 4);
    return swap(a, 0x0000ff00, 8);
}

PRIMITIVE uint32_t join(uint32_t a) {
    a = swap(a, 0x0000ff00, 8);
    a = swap(a, 0x00f000f0, 4);
    a = swap(a, 0x0c0c0c0c, 2);
    return swap(a, 0x22222222, 1);
}

PRIMITIVE uint32_t load32(const unsigned char *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

PRIMITIVE V LOAD(const unsigned char *p) {
    const uint32_t low = separate(load32(p)), high = separate(load32(p + 4));

    return (V){(low & 0xffff) | high << 16, low >> 16 | (high & 0xffff0000)};
}

PRIMITIVE void store(unsigned char *p, V a) {
    const uint32_t low = join((a.even & 0xffff) | a.odd << 16),
                   high = join(a.even >> 16 | (a.odd & 0xffff0000));

    for (int i = 0; i < 4; i++) {
        p[i] = (unsigned char)(low >> 8 * i);
        p[i + 4] = (unsigned char)(high >> 8 * i);
    }
}
