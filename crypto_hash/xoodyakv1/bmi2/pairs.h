/* SPDX-License-Identifier: MIT */
/*
 * Pairs of lanes with BMI2: PDEP spreads a lane to even or odd bits, PEXT collects it.
 *
 * Limit: on AMD's processors before Zen 3, PDEP and PEXT are slow, and opt64 is the one to take.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("bmi,bmi2")))
#define INLINE static inline __attribute__((always_inline)) TARGET

/* Lower and upper half to the even and the odd bits. */
INLINE uint64_t interleave(uint64_t a) {
    return _pdep_u64(a, 0x5555555555555555) | _pdep_u64(a >> 32, 0xaaaaaaaaaaaaaaaa);
}

/* The inverse of interleave(). */
INLINE uint64_t separate(uint64_t a) {
    return _pext_u64(a, 0x5555555555555555) | _pext_u64(a, 0xaaaaaaaaaaaaaaaa) << 32;
}
