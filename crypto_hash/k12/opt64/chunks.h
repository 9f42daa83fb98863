/* SPDX-License-Identifier: MIT */

/*
 * Full chunks of KT128 or KT256, WAYS of them side by side: each V holds one lane of as many
 * states.
 *
 * The files included before define V, load_4_lanes() and load_lane(), which load the same lanes of
 * all chunks, store_ways(), which stores a lane of all states, and store_first_way(), which stores
 * one of the first state.
 *
 * Technique: all chunks have the same length, 48 blocks of the rate and 16 lanes more (KT128), or
 * 60 and 4 lanes (KT256). So all states take the same steps, and their last blocks have the same
 * padding.
 */

#include "kangaroo.h"

enum { LAST_BLOCK = CHUNK_BYTES / RATE_BYTES * RATE_BYTES };

_Static_assert(RATE_LANES == 17 || RATE_LANES == 21, "one lane must be left after groups of four");
_Static_assert(LAST_LANES == 4 || LAST_LANES == 16, "the last block must hold 4 or 16 lanes");

INLINE void absorb_4_lanes(V A[4], const unsigned char *const chunk[WAYS], unsigned offset) {
    V M[4];

    load_4_lanes(M, chunk, offset);
    A[0] = XOR(A[0], M[0]);
    A[1] = XOR(A[1], M[1]);
    A[2] = XOR(A[2], M[2]);
    A[3] = XOR(A[3], M[3]);
}

/* The fifth to the sixteenth. */
INLINE void absorb_12_lanes(V A[25], const unsigned char *const chunk[WAYS], unsigned offset) {
    absorb_4_lanes(A + 4, chunk, offset + 32);
    absorb_4_lanes(A + 8, chunk, offset + 64);
    absorb_4_lanes(A + 12, chunk, offset + 96);
}

#define STORE_STATE(i) store_first_way(state + 8 * (i), A[i], i);

/*
 * Writes the chaining values of the leaves chunk[0] ... chunk[WAYS - 1], which may be the same, and
 * the state of a sponge that has absorbed the 8192 bytes of chunk[0] and no padding: its last block
 * has LAST_LANES lanes.
 */
TARGET static void chunks(unsigned char chaining_values[WAYS * CHAINING_BYTES],
                          unsigned char state[STATE_BYTES],
                          const unsigned char *const chunk[WAYS]) {
    static const constant leaf = CONSTANT(LEAF), end = CONSTANT(0x8000000000000000);
    V A[25];

    ALL_LANES(CLEAR_LANE)
    for (unsigned offset = 0; offset <= LAST_BLOCK; offset += RATE_BYTES) {
        absorb_4_lanes(A, chunk, offset);
        if (LAST_LANES == 16 || offset < LAST_BLOCK) {
            absorb_12_lanes(A, chunk, offset);
        }
        if (offset < LAST_BLOCK) {
            if (RATE_LANES == 21) {
                absorb_4_lanes(A + 16, chunk, offset + 128);
            }
            A[RATE_LANES - 1] = XOR(A[RATE_LANES - 1], load_lane(chunk, offset + RATE_BYTES - 8));
        } else {
            ALL_LANES(STORE_STATE)
            A[LAST_LANES] = XOR(A[LAST_LANES], IOTA(&leaf));
            A[RATE_LANES - 1] = XOR(A[RATE_LANES - 1], IOTA(&end));
        }
        keccak_p(A, ROUNDS);
    }
    store_ways(chaining_values, A[0], 0);
    store_ways(chaining_values + 8, A[1], 1);
    store_ways(chaining_values + 16, A[2], 2);
    store_ways(chaining_values + 24, A[3], 3);
    if (CHAINING_BYTES == 64) {
        store_ways(chaining_values + 32, A[4], 4);
        store_ways(chaining_values + 40, A[5], 5);
        store_ways(chaining_values + 48, A[6], 6);
        store_ways(chaining_values + 56, A[7], 7);
    }
}
