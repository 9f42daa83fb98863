/* SPDX-License-Identifier: MIT */

/* What chunks.h needs, for V that holds a lane of a single state. */

enum { WAYS = 1 };

INLINE void load_4_lanes(V M[4], const unsigned char *const chunk[WAYS], unsigned offset) {
    M[0] = LOAD(chunk[0] + offset);
    M[1] = LOAD(chunk[0] + offset + 8);
    M[2] = LOAD(chunk[0] + offset + 16);
    M[3] = LOAD(chunk[0] + offset + 24);
}

INLINE V load_lane(const unsigned char *const chunk[WAYS], unsigned offset) {
    return LOAD(chunk[0] + offset);
}

#define store_ways(out, a, i) STORE(out, a, i)
#define store_first_way(out, a, i) STORE(out, a, i)
