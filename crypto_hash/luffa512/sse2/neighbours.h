/* SPDX-License-Identifier: MIT */
#define SHUFFLE(a, b, i0, i1, i2, i3)                                                              \
    _mm_castps_si128(                                                                              \
        _mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), _MM_SHUFFLE(i3, i2, i1, i0)))

/* In lane j stands word k of V_(j+n) modulo 5. */
INLINE neighbours neighbours_of(vector a, uint32_t b) {
    vector start = _mm_unpacklo_epi32(_mm_cvtsi32_si128((int)b), a); /* of V_4, V_0, -, V_1 */
    vector by_2 = SHUFFLE(a, start, 2, 3, 0, 1);

    return (neighbours){SHUFFLE(a, by_2, 1, 2, 1, 2), by_2, SHUFFLE(by_2, a, 1, 2, 0, 1),
                        SHUFFLE(start, a, 0, 1, 1, 2)};
}

INLINE uint32_t first_lane(vector a) { return (uint32_t)_mm_cvtsi128_si32(a); }
