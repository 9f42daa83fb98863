/* SPDX-License-Identifier: MIT */

/*
 * What chunks.h needs for two states. lane.h defines LOAD_2, which loads 16 bytes, and FIRST_OF and
 * SECOND_OF, which join the first or the second words of two vectors.
 */

#include "kangaroo.h"

enum { WAYS = 2 };

INLINE void load_4_lanes(V M[4], const unsigned char *const chunk[WAYS], unsigned offset) {
    const V low0 = LOAD_2(chunk[0] + offset), high0 = LOAD_2(chunk[0] + offset + 16),
            low1 = LOAD_2(chunk[1] + offset), high1 = LOAD_2(chunk[1] + offset + 16);

    M[0] = FIRST_OF(low0, low1);
    M[1] = SECOND_OF(low0, low1);
    M[2] = FIRST_OF(high0, high1);
    M[3] = SECOND_OF(high0, high1);
}

INLINE V load_lane(const unsigned char *const chunk[WAYS], unsigned offset) {
    return FIRST_OF(LOAD(chunk[0] + offset), LOAD(chunk[1] + offset));
}

#define store_first_way(out, a, i) STORE(out, a, i)
#define store_ways(out, a, i) store_2_ways(out, a)

INLINE void store_2_ways(unsigned char *out, V a) {
    STORE(out, a, 0);
    STORE(out + CHAINING_BYTES, SECOND_OF(a, a), 0);
}
