/* SPDX-License-Identifier: MIT */
/* Pairs of lanes, for any processor: interleaved by five exchanges of bits. */

#define TARGET
#define INLINE static inline __attribute__((always_inline))

/* Exchanges the bits in mask with those n places higher. */
INLINE uint64_t exchange(uint64_t a, int n, uint64_t mask) {
    const uint64_t difference = (a ^ a >> n) & mask;

    return a ^ difference ^ difference << n;
}

/* Lower and upper half to the even and the odd bits. */
INLINE uint64_t interleave(uint64_t a) {
    a = exchange(a, 16, 0x00000000ffff0000);
    a = exchange(a, 8, 0x0000ff000000ff00);
    a = exchange(a, 4, 0x00f000f000f000f0);
    a = exchange(a, 2, 0x0c0c0c0c0c0c0c0c);
    return exchange(a, 1, 0x2222222222222222);
}

/* The inverse of interleave(). */
INLINE uint64_t separate(uint64_t a) {
    a = exchange(a, 1, 0x2222222222222222);
    a = exchange(a, 2, 0x0c0c0c0c0c0c0c0c);
    a = exchange(a, 4, 0x00f000f000f000f0);
    a = exchange(a, 8, 0x0000ff000000ff00);
    return exchange(a, 16, 0x00000000ffff0000);
}
