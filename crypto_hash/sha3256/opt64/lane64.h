/* SPDX-License-Identifier: MIT */

/*
 * Lanes as words of 64 bits.
 *
 * Technique: lane complementing. Chi needs a NOT for each of 25 lanes where the processor has no
 * and-not. If some lanes are kept complemented, AND and OR do with one NOT a row: the complement of
 * a ^ (~b & c) and the same with some inputs complemented are a ^ (b & c) and a ^ (b | c) up to
 * complements, by De Morgan. KEPT is the set of lanes that are complemented between rounds, bit
 * x + 5 * y for lane (x, y). Theta complements those lanes once more whose two neighbour columns
 * hold an odd number of them together (x = 0 and 3), and pi moves them: MOVED is the set before
 * chi. All that is known when compiling, and what is left of chi() is two or three instructions.
 * Where there is an and-not, both sets are empty, and chi is chi.
 *
 * Right, because XOR commutes with complements, rotations do, too, and chi() goes through all cases
 * of a, b, c and the result being complemented or not.
 *
 * Limit: 55 operations in theta with its 5 rotations, 24 in rho, 50 in chi, 6 for NOTs and iota:
 * 135 a round. At four a cycle that is 34 cycles a round; Zen 4 needs 42 with gcc 12, 7.3
 * cycles/byte at a rate of 136, for 16 registers do not hold 25 lanes, and copies and stores take
 * their places among six instructions a cycle. With and-not it needs 38, 6.7 cycles/byte.
 *
 * Rejected: a NOT for each lane, which takes 1.09 times as long without and-not.
 */

#include <stdint.h>
#include <string.h>

/* Where there is AVX-512, gcc would keep lanes in its registers, and fetch them: 1.6 times slower.
 */
#if defined __GNUC__ && !defined __clang__ && (defined __x86_64__ || defined __i386__)
#pragma GCC target("general-regs-only")
#endif

typedef uint64_t V;
typedef uint64_t constant;

#define CONSTANT(c) c
#define IOTA(p) (*(p))
#define ZERO(i) (KEPT >> (i)&1 ? ~(V)0 : 0)
#define XOR(a, b) ((a) ^ (b))
#define XOR3(a, b, c) ((a) ^ (b) ^ (c))

#if defined HAS_AND_NOT || defined __BMI__ || defined __aarch64__ || defined __powerpc64__
enum { KEPT = 0, MOVED_KEPT = 0 };
#else
enum { KEPT = 0x121106, MOVED_KEPT = 0x9d14ad };
#endif

#define IS_MOVED_KEPT(x, y) (MOVED_KEPT >> ((x) % 5 + 5 * (y)) & 1)

/* The lane (x, y) after chi; a, b and c are lanes (x, y), (x + 1, y) and (x + 2, y) before. */
#define CHI(x, y, a, b, c)                                                                         \
    chi(IS_MOVED_KEPT(x, y) != (KEPT >> ((x) + 5 * (y)) & 1), IS_MOVED_KEPT(x + 1, y),             \
        IS_MOVED_KEPT(x + 2, y), a, b, c)

/*
 * Complemented or not: a differently from the result, b, c. The NOT, where there is one, is that of
 * the same lane in the whole row.
 */
static inline __attribute__((always_inline)) V chi(const int differs, const int not_b,
                                                   const int not_c, V a, V b, V c) {
    if (not_b && !not_c) {
        return (differs ? ~a : a) ^ (b & c);
    }
    if (!not_b && not_c) {
        return (differs ? a : ~a) ^ (b | c);
    }
    if (not_b) {
        return a ^ (differs ? ~b | c : b & ~c);
    }
    return a ^ (differs ? b | ~c : ~b & c);
}

/* Defined for n = 0, too. */
static inline __attribute__((always_inline)) V ROL(V a, const int n) {
    return a << n | a >> ((64 - n) & 63);
}

/* Not byte by byte: clang 14 makes one load of that in most places, but not in all. */
static inline __attribute__((always_inline)) V little_endian(V a) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(a);
#else
    return a;
#endif
}

static inline __attribute__((always_inline)) V LOAD(const unsigned char *p) {
    V a;

    memcpy(&a, p, sizeof a);
    return little_endian(a);
}

#define STORE(p, a, i) store(p, (a) ^ ZERO(i))

static inline __attribute__((always_inline)) void store(unsigned char *p, V a) {
    a = little_endian(a);
    memcpy(p, &a, sizeof a);
}
