/* SPDX-License-Identifier: MIT */

/*
 * Words of 64 bits, for any processor.
 *
 * Where there is AVX-512, gcc would keep words in its registers, and fetch them.
 */
#if defined __GNUC__ && !defined __clang__ && (defined __x86_64__ || defined __i386__)
#pragma GCC target("general-regs-only")
#endif

#define TARGET
#define INLINE static inline __attribute__((always_inline))
#define PERMUTATION INLINE

typedef uint64_t V;

#define CONSTANT(c) (c)
#define XOR(a, b) ((a) ^ (b))
#define AND_NOT(a, b) ((a) & ~(b))
#define ROR(a, n) ((a) >> (n) | (a) << (64 - (n)))
#define HOLD(a) __asm__("" : "+r"(a))

INLINE V message_order(V a) {
    const int host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

    return host_is_big == BIG_ENDIAN_WORDS ? a : __builtin_bswap64(a);
}

INLINE V LOAD(const unsigned char *p) {
    V a;

    memcpy(&a, p, sizeof a);
    return message_order(a);
}

INLINE void STORE(unsigned char *p, V a) {
    a = message_order(a);
    memcpy(p, &a, sizeof a);
}
