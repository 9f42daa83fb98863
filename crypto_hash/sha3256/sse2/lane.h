/* SPDX-License-Identifier: MIT */

#include <emmintrin.h>
#include <stdint.h>

#define TARGET __attribute__((target("sse2")))

typedef __m128i V;
/* For both halves, in which a tree hash has different states. */
typedef struct {
    _Alignas(16) uint64_t both[2];
} constant;

#define CONSTANT(c)                                                                                \
    {                                                                                              \
        { c, c }                                                                                   \
    }
#define IOTA(p) _mm_load_si128((const __m128i *)(const void *)(p))
#define ZERO(i) _mm_setzero_si128()
#define XOR(a, b) _mm_xor_si128(a, b)
#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define CHI(x, y, a, b, c) _mm_xor_si128(a, _mm_andnot_si128(b, c))
#define ROL(a, n) rol(a, n)
#define LOAD(p) _mm_loadl_epi64((const __m128i *)(const void *)(p))
#define STORE(p, a, i) _mm_storel_epi64((__m128i *)(void *)(p), a)

static inline __attribute__((always_inline)) TARGET V rol(V a, const int n) {
    return n == 0 ? a : _mm_or_si128(_mm_slli_epi64(a, n), _mm_srli_epi64(a, 64 - n));
}
