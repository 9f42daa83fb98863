/* SPDX-License-Identifier: MIT */

/* What chunks.h needs for two states in the registers of arm64. */

enum { WAYS = 2 };

INLINE V load_128(const unsigned char *p) { return vreinterpretq_u64_u8(vld1q_u8(p)); }

INLINE void load_4_lanes(V M[4], const unsigned char *const chunk[WAYS], unsigned offset) {
    const V low0 = load_128(chunk[0] + offset), high0 = load_128(chunk[0] + offset + 16),
            low1 = load_128(chunk[1] + offset), high1 = load_128(chunk[1] + offset + 16);

    M[0] = vzip1q_u64(low0, low1);
    M[1] = vzip2q_u64(low0, low1);
    M[2] = vzip1q_u64(high0, high1);
    M[3] = vzip2q_u64(high0, high1);
}

INLINE V load_lane(const unsigned char *const chunk[WAYS], unsigned offset) {
    return vzip1q_u64(LOAD(chunk[0] + offset), LOAD(chunk[1] + offset));
}

#define store_first_way(out, a, i) STORE(out, a, i)
#define store_ways(out, a, i) store_2_ways(out, a)

INLINE void store_2_ways(unsigned char *out, V a) {
    STORE(out, a, 0);
    STORE(out + 32, vdupq_laneq_u64(a, 1), 0);
}
