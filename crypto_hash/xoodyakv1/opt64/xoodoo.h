/* SPDX-License-Identifier: MIT */
/*
 * Xoodoo[12] in six words of 64 bits, each a pair of lanes: x = 0 and 1, or 2 and 3.
 *
 * Technique: bit interleaving, known from Keccak on 32-bit processors, here for two lanes in one
 * word. The first lane has the even bits, the second one the odd bits. Then a rotation of both by n
 * is one of the word by 2n, and all else but the move to x + 1 works on words as on lanes. A move
 * to x + 2 exchanges names. A move to x + 1 joins two words, which takes eight operations for a
 * plane, twice a round: for the effect of theta, and for plane 1 in rho_west. There, the effect
 * has moved by two, so that the pairs before the move serve. pairs.h interleaves the message.
 *
 * Limit: a round has 51 operations where there is an and-not, instead of 69 with lanes in words of
 * their own: 9.6 cycles/byte at four a cycle, and 0.9 more for the message, if that takes 60
 * operations a block. The chain of a round has 11 operations: 8.3 cycles/byte. Zen 5 takes 11.2
 * with gcc and 11.7 with clang; with BMI2 for the message (bmi2), 10.0 and 10.7.
 *
 * Rejected: pairs of x = 0 and 2, or 1 and 3. A move to x + 1 takes half as many operations, one to
 * x + 2 eight, and both stand in the chain. It was not tried: there are as many operations.
 *
 * Where there is AVX-512, gcc would keep words in its registers, and fetch them.
 */
#if defined __GNUC__ && !defined __clang__ && (defined __x86_64__ || defined __i386__)
#pragma GCC target("general-regs-only")
#endif

#include "pairs.h"

enum { PLANES = 3, ROUNDS = 12 };

/* Two lanes: the bits of the first one are the even bits. */
typedef uint64_t pair;

typedef struct {
    pair plane[PLANES][2];
} state;

#define EVEN_BITS UINT64_C(0x5555555555555555)

/* Keeps clang from vectors of two words. */
#ifdef __clang__
#define HOLD(a) __asm__("" : "+r"(a))
#else
#define HOLD(a)
#endif

/* The rotation of both lanes. */
#define ROTATE(a, n) ((a) << 2 * (n) | (a) >> (64 - 2 * (n)))

/* The second lane of a, then the first one of b. */
INLINE pair neighbours(pair a, pair b) { return (a >> 1 & EVEN_BITS) + 2 * (b & EVEN_BITS); }

INLINE pair effect(pair P) { return ROTATE(P, 5) ^ ROTATE(P, 14); }

/* The rest of a round for a pair of columns: west is what rho_west brings to plane 1. */
INLINE void columns(pair *A0, pair *A1, pair *A2, pair west, pair E) {
    const pair a0 = *A0 ^ E, sum = *A2 ^ E, a2 = ROTATE(sum, 11);
    pair b0 = a0 ^ (~west & a2), b1 = west ^ (~a2 & a0), b2 = a2 ^ (~a0 & west);

    HOLD(b0);
    HOLD(b1);
    HOLD(b2);
    *A0 = b0;
    *A1 = ROTATE(b1, 1);
    *A2 = ROTATE(b2, 8);
}

/* east is 1 where the pairs of plane 2 are exchanged. */
INLINE void xoodoo_round(state *A, int east, pair constant) {
    pair *const A0 = A->plane[0], *const A1 = A->plane[1], *const A2 = A->plane[2];
    pair F0 = effect(A0[0] ^ A2[east] ^ A1[0]), F1 = effect(A0[1] ^ A2[1 - east] ^ A1[1]);
    HOLD(F0);
    HOLD(F1);
    const pair west0 = neighbours(A1[1], A1[0]) ^ F1, west1 = neighbours(A1[0], A1[1]) ^ F0;

    A0[0] ^= constant;
    columns(&A0[0], &A1[0], &A2[east], west0, neighbours(F1, F0));
    columns(&A0[1], &A1[1], &A2[1 - east], west1, neighbours(F0, F1));
}

INLINE void Xoodoo(state *A) {
    /* Lane 0 is the even bits: 0x058 becomes 0x01140. */
    static const pair C[ROUNDS] = {0x01140, 0x00540, 0x55000, 0x05100, 0x10400, 0x00110,
                                   0x01400, 0x00450, 0x54000, 0x05500, 0x14400, 0x00104};

    for (int i = 0; i < ROUNDS; i += 2) {
        xoodoo_round(A, 0, C[i]);
        xoodoo_round(A, 1, C[i + 1]);
    }
}

INLINE uint64_t little_endian(uint64_t a) {
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(a) : a;
}

INLINE void add_bytes(pair *A, const unsigned char *bytes) {
    uint64_t a;

    memcpy(&a, bytes, sizeof a);
    *A ^= interleave(little_endian(a));
}

INLINE void store_pair(unsigned char *out, pair A) {
    const uint64_t a = little_endian(separate(A));

    memcpy(out, &a, sizeof a);
}

INLINE state initial_state(void) { return (state){{{0}, {0}, {0, UINT64_C(1) << 49}}}; }

INLINE void add_plane(state *A, int y, const unsigned char *bytes) {
    add_bytes(&A->plane[y][0], bytes);
    add_bytes(&A->plane[y][1], bytes + 8);
}

INLINE void add_block(state *A, const unsigned char *block) {
    add_plane(A, 0, block);
    A->plane[1][0] ^= 1;
}

INLINE void add_last_block(state *A, const unsigned char *block) {
    add_plane(A, 0, block);
    add_plane(A, 1, block + RATE_BYTES);
}

INLINE void add_empty_block(state *A) { A->plane[0][0] ^= 1; }

INLINE void store_block(unsigned char *out, const state *A) {
    store_pair(out, A->plane[0][0]);
    store_pair(out + 8, A->plane[0][1]);
}
