/* SPDX-License-Identifier: MIT */
/*
 * Xoodoo[12] with a plane in a vector of four lanes. vector.h holds what a vector is and the
 * operations on it, round.h a round up to chi.
 *
 * Technique: a move to x + 1 or x + 2 is a shuffle of lanes. The round constant is added before the
 * effect of theta is known.
 */
#include "vector.h"

enum { PLANES = 3, LANES = 4, ROUNDS = 12 };

typedef struct {
    vector plane[PLANES];
} state;

INLINE void chi_and_rho_east(state *A, vector a0, vector a1, vector a2) {
    const vector b1 = CHI(a1, a2, a0), b2 = CHI(a2, a0, a1);

    A->plane[0] = CHI(a0, a1, a2);
    A->plane[1] = ROTATE(b1, 1);
    A->plane[2] = SHIFT_2_ROTATE_8(b2);
}

#include "round.h"

INLINE void Xoodoo(state *A) {
    static const uint32_t C[ROUNDS] = {0x058, 0x038, 0x3c0, 0x0d0, 0x120, 0x014,
                                       0x060, 0x02c, 0x380, 0x0f0, 0x1a0, 0x012};

    for (int i = 0; i < ROUNDS; ++i)
        xoodoo_round(A, FIRST_LANE(C[i]));
}

INLINE state initial_state(void) {
    static const uint32_t last[LANES] = {0, 0, 0, 0x01000000};

    return (state){{ZERO, ZERO, LOAD(last)}};
}

INLINE void add_block(state *A, const unsigned char *block) {
    A->plane[0] = XOR(A->plane[0], LOAD(block));
    A->plane[1] = XOR(A->plane[1], FIRST_LANE(1));
}

INLINE void add_last_block(state *A, const unsigned char *block) {
    A->plane[0] = XOR(A->plane[0], LOAD(block));
    A->plane[1] = XOR(A->plane[1], LOAD(block + RATE_BYTES));
}

INLINE void add_empty_block(state *A) { A->plane[0] = XOR(A->plane[0], FIRST_LANE(1)); }

INLINE void store_block(unsigned char *out, const state *A) { STORE(out, A->plane[0]); }
