/* SPDX-License-Identifier: MIT */
/* In lane j stands word k of V_(j+n) modulo 5. */
INLINE neighbours neighbours_of(vector a, uint32_t b) {
    vector last = vdupq_n_u32(b), by_4 = vextq_u32(last, a, 3);

    return (neighbours){vextq_u32(a, last, 1), vextq_u32(a, by_4, 2), vextq_u32(a, by_4, 3), by_4};
}

INLINE uint32_t first_lane(vector a) { return vgetq_lane_u32(a, 0); }
