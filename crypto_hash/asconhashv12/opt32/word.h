/* SPDX-License-Identifier: MIT */
/*
 * A word of 64 bits is two of 32, for any processor.
 *
 * Technique: bit interleaving, as the designers propose it for processors with 32 bits. One word
 * has the even bits, the other one the odd bits. Then a rotation by n is one of each by n / 2, and
 * exchanges them where n is odd. What is not a rotation works on words as before. The permutation
 * is a function of its own: x86 keeps the state in memory in any case.
 *
 * Limit: 73 operations a round with and-not, for the rotation by 1 moves one word only: 27.4
 * cycles/byte at four a cycle. x86 has seven registers for ten words and as many temporary ones;
 * Zen 5 takes 35.0 there.
 *
 * Rejected: words with the lower and the upper half (opt64 for x86): 2.1 times the time. The
 * permutation inlined twice: with gcc 1.17 times the time for 64 bytes, and 0.98 for 4096. SSE2,
 * with a word in half a vector and two shifts and a xor for a rotation: 1.26 times.
 *
 * Where there is AVX-512, gcc would keep words in its registers, and fetch them.
 */
#if defined __GNUC__ && !defined __clang__ && (defined __x86_64__ || defined __i386__)
#pragma GCC target("general-regs-only")
#endif

#define TARGET
#define INLINE static inline __attribute__((always_inline))
#define PERMUTATION static __attribute__((noinline))

/* The even and the odd bits of a word of 64. */
typedef struct {
    uint32_t even, odd;
} V;

#define CONSTANT(c) interleaved(c)
#define HOLD(a) __asm__("" : "+r"((a).even), "+r"((a).odd))

INLINE V XOR(V a, V b) { return (V){a.even ^ b.even, a.odd ^ b.odd}; }

INLINE V AND_NOT(V a, V b) { return (V){a.even & ~b.even, a.odd & ~b.odd}; }

/* Defined for n = 0, too. */
INLINE uint32_t ror32(uint32_t a, int n) { return a >> n | a << (-n & 31); }

INLINE V ROR(V a, int n) {
    if (n % 2 == 0)
        return (V){ror32(a.even, n / 2), ror32(a.odd, n / 2)};
    return (V){ror32(a.odd, n / 2), ror32(a.even, n / 2 + 1)};
}

/* Exchanges the bits in mask with those n places higher. */
INLINE uint32_t exchange(uint32_t a, int n, uint32_t mask) {
    const uint32_t difference = (a ^ a >> n) & mask;

    return a ^ difference ^ difference << n;
}

/* The even bits to the lower half, the odd ones to the upper half. */
INLINE uint32_t halves(uint32_t a) {
    a = exchange(a, 1, 0x22222222);
    a = exchange(a, 2, 0x0c0c0c0c);
    a = exchange(a, 4, 0x00f000f0);
    return exchange(a, 8, 0x0000ff00);
}

/* The inverse of halves(). */
INLINE uint32_t from_halves(uint32_t a) {
    a = exchange(a, 8, 0x0000ff00);
    a = exchange(a, 4, 0x00f000f0);
    a = exchange(a, 2, 0x0c0c0c0c);
    return exchange(a, 1, 0x22222222);
}

INLINE V interleaved_halves(uint32_t low, uint32_t high) {
    low = halves(low);
    high = halves(high);
    return (V){(low & 0xffff) | high << 16, low >> 16 | (high & 0xffff0000)};
}

INLINE V interleaved(uint64_t a) { return interleaved_halves((uint32_t)a, (uint32_t)(a >> 32)); }

INLINE uint32_t message_order(uint32_t a) {
    const int host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

    return host_is_big == BIG_ENDIAN_WORDS ? a : __builtin_bswap32(a);
}

INLINE V LOAD(const unsigned char *p) {
    uint32_t a[2];

    memcpy(a, p, sizeof a);
    return interleaved_halves(message_order(a[BIG_ENDIAN_WORDS]),
                              message_order(a[1 - BIG_ENDIAN_WORDS]));
}

INLINE void STORE(unsigned char *p, V a) {
    uint32_t b[2];

    b[BIG_ENDIAN_WORDS] = message_order(from_halves((a.even & 0xffff) | a.odd << 16));
    b[1 - BIG_ENDIAN_WORDS] = message_order(from_halves(a.even >> 16 | (a.odd & 0xffff0000)));
    memcpy(p, b, sizeof b);
}
