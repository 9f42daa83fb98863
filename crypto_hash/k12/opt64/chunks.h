/* SPDX-License-Identifier: MIT */

/*
 * Full chunks of KangarooTwelve, WAYS of them side by side: each V holds one lane of as many
 * states.
 *
 * The files included before say what V is, and how the same lanes of all chunks come into it:
 * load_4_lanes(), load_lane(), and store_ways() for the way back; store_first_way() is for the
 * first of the states.
 *
 * Technique: all chunks have the same length, 48 blocks of the rate and 16 lanes more, so the
 * states go through the same steps, and their last blocks get the same padding.
 */

#include "k12.h"

enum { LAST_BLOCK = CHUNK_BYTES / RATE_BYTES * RATE_BYTES };

_Static_assert(CHUNK_BYTES - LAST_BLOCK == 16 * 8, "the last block must hold 16 lanes");

INLINE void absorb_4_lanes(V A[4], const unsigned char *const chunk[WAYS], unsigned offset) {
    V M[4];

    load_4_lanes(M, chunk, offset);
    A[0] = XOR(A[0], M[0]);
    A[1] = XOR(A[1], M[1]);
    A[2] = XOR(A[2], M[2]);
    A[3] = XOR(A[3], M[3]);
}

INLINE void absorb_16_lanes(V A[25], const unsigned char *const chunk[WAYS], unsigned offset) {
    absorb_4_lanes(A, chunk, offset);
    absorb_4_lanes(A + 4, chunk, offset + 32);
    absorb_4_lanes(A + 8, chunk, offset + 64);
    absorb_4_lanes(A + 12, chunk, offset + 96);
}

#define STORE_STATE(i) store_first_way(state + 8 * (i), A[i], i);

/*
 * Writes the chaining values of the leaves chunk[0] ... chunk[WAYS - 1], which may be the same, and
 * the state of a sponge that has absorbed the 8192 bytes of chunk[0] and no padding: 40 bytes of
 * its block are still free.
 */
TARGET static void chunks(unsigned char chaining_values[WAYS * CHAINING_BYTES],
                          unsigned char state[STATE_BYTES],
                          const unsigned char *const chunk[WAYS]) {
    static const constant leaf = CONSTANT(LEAF), end = CONSTANT(0x8000000000000000);
    V A[25];

    ALL_LANES(CLEAR_LANE)
    for (unsigned offset = 0; offset <= LAST_BLOCK; offset += RATE_BYTES) {
        absorb_16_lanes(A, chunk, offset);
        if (offset < LAST_BLOCK) {
            absorb_4_lanes(A + 16, chunk, offset + 128);
            A[20] = XOR(A[20], load_lane(chunk, offset + 160));
        } else {
            ALL_LANES(STORE_STATE)
            A[16] = XOR(A[16], IOTA(&leaf));
            A[20] = XOR(A[20], IOTA(&end));
        }
        keccak_p(A, ROUNDS);
    }
    store_ways(chaining_values, A[0], 0);
    store_ways(chaining_values + 8, A[1], 1);
    store_ways(chaining_values + 16, A[2], 2);
    store_ways(chaining_values + 24, A[3], 3);
}
