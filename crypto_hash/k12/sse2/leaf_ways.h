/* SPDX-License-Identifier: MIT */

/* What chunks.h needs for two states in registers of 128 bits. */

enum { WAYS = 2 };

INLINE V load_128(const unsigned char *p) {
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

INLINE void load_4_lanes(V M[4], const unsigned char *const chunk[WAYS], unsigned offset) {
    const V low0 = load_128(chunk[0] + offset), high0 = load_128(chunk[0] + offset + 16),
            low1 = load_128(chunk[1] + offset), high1 = load_128(chunk[1] + offset + 16);

    M[0] = _mm_unpacklo_epi64(low0, low1);
    M[1] = _mm_unpackhi_epi64(low0, low1);
    M[2] = _mm_unpacklo_epi64(high0, high1);
    M[3] = _mm_unpackhi_epi64(high0, high1);
}

INLINE V load_lane(const unsigned char *const chunk[WAYS], unsigned offset) {
    return _mm_unpacklo_epi64(LOAD(chunk[0] + offset), LOAD(chunk[1] + offset));
}

#define store_first_way(out, a, i) STORE(out, a, i)
#define store_ways(out, a, i) store_2_ways(out, a)

INLINE void store_2_ways(unsigned char *out, V a) {
    STORE(out, a, 0);
    STORE(out + 32, _mm_unpackhi_epi64(a, a), 0);
}
