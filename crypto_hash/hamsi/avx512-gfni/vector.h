/* SPDX-License-Identifier: MIT */
/*
 * Vectors of four words with the ternary logic and the rotations of AVX-512VL, as in avx512vl,
 * which tells of limits. expansion.h uses GFNI, so both sizes are constant-time.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512vbmi,gfni")))
#define INLINE TARGET static inline __attribute__((always_inline))

typedef uint32_t vector __attribute__((vector_size(16)));

#define TERNARY(a, b, c, table)                                                                    \
    ((vector)_mm_ternarylogic_epi32((__m128i)(a), (__m128i)(b), (__m128i)(c), table))
#define XOR3(a, b, c) TERNARY(a, b, c, 0x96)
#define ROTATE(a, n) ((vector)_mm_rol_epi32((__m128i)(a), n))
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define WORDS_FROM(a, n)                                                                           \
    __builtin_shufflevector(a, a, (n) % 4, ((n) + 1) % 4, ((n) + 2) % 4, ((n) + 3) % 4)

/* t, which comes late, passes one operation: t masked, ^ (m or h, as the mask says). */
#define UPPER_HALF(m, h, t) ADD_WHERE(((vector){0, 0, ~0U, ~0U}), m, h, t)
#define LOWER_HALF(m, h, t) ADD_WHERE(((vector){~0U, ~0U, 0, 0}), m, h, t)
#define ADD_WHERE(mask, m, h, t) TERNARY(t, mask, TERNARY(mask, h, m, 0xca), 0x6a)
