/* SPDX-License-Identifier: MIT */

/*
 * Lanes as words of 64 bits.
 *
 * Technique: lane complementing, which is the Keccak team's ("Keccak implementation overview"). Chi
 * takes a NOT for each of 25 lanes where the processor has no and-not. If some lanes are stored
 * complemented, De Morgan's laws turn a ^ (~b & c) into a ^ (b & c) or a ^ (b | c), and one NOT a
 * row is left. KEPT is the set of lanes that are complemented between rounds, with lane (x, y) in
 * bit x + 5 * y. Theta also complements the columns 0 and 3, whose two neighbour columns together
 * hold an odd number of complemented lanes. Pi moves the lanes; MOVED_KEPT is the set before chi.
 * All of it is known at compile time: two or three instructions are left of chi(). Where there is
 * an and-not, both sets are empty, and chi() is chi of FIPS 202.
 *
 * Invariant: XOR and rotations commute with complements, and chi() covers every case of a, b, c and
 * the result being complemented or not.
 *
 * Limit: 55 operations in theta with its 5 rotations, 24 in rho, 50 in chi, 6 NOTs and iota: 135 a
 * round, and 130 with and-not. At six operations a cycle (Zen 5) that is 22 cycles a round. gcc 12
 * needs 36, 6.4 cycles/byte at a rate of 136, and 35 with and-not: 16 registers do not hold 25
 * lanes, so there are copies, loads and stores beside the operations. On Zen 4, which does four
 * operations a cycle, it needs 42 and 38.
 *
 * Rejected: a NOT for each lane, which takes 1.09 times as long without and-not.
 */

#include <stdint.h>
#include <string.h>

/* With AVX-512, gcc would keep lanes in vector registers and move them: 1.6 times slower. */
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
 * differs: one of a and the result is complemented; not_b, not_c: b or c is. If there is a NOT
 * left, it is of the same lane for the whole row.
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
